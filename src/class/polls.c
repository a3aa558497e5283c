/* polls.c - the host's board: words, the question at hand, and who has answered what. */
#include "class/guest.h"

#include "session/language/text.h"

/* ---- what guests are told: the whole board, whenever it changes ---- */

static void line_put(text_out *out, const ws_class_line *line) {
    char text[WS_CLASS_LINE];
    ws_class_write(line, text);
    text_add(out, "%s", text);
}

/* A line of the question at hand. `text` "": a stroke stands for none. */
static ws_class_line line_of(const poll *p, ws_class_kind kind, const char *text) {
    ws_class_line line = {.kind = kind};
    line.number = p->number;
    line.text = *text ? text : "-";
    line.length = strlen(line.text);
    return line;
}

static void question_put(text_out *out, const poll *p) {
    const ws_poll_question *question = &p->poll.question;
    const char *kind = ws_poll_kind_name(question->kind);
    ws_class_line line = line_of(p, WS_CLASS_QUESTION, question->text);
    snprintf(line.word, WS_CLASS_WORD, "%s", kind);
    line.version = question->choices;
    line_put(out, &line);
    for (size_t i = 0; i < question->choices; i++) {
        line = line_of(p, WS_CLASS_CHOICE, question->choice[i]);
        line_put(out, &line);
    }
}

static void reveal_put(text_out *out, const poll *p) {
    ws_poll_tally tally;
    ws_poll_count(&p->poll, &tally);
    ws_class_line line = line_of(p, WS_CLASS_REVEAL, p->truth);
    line.version = tally.count;
    line_put(out, &line);
    for (size_t i = 0; i < tally.count; i++) {
        const ws_poll_bar *bar = &tally.bar[i];
        line = line_of(p, WS_CLASS_BAR, bar->label);
        line.version = bar->count;
        line.cycle = bar->right;
        line_put(out, &line);
    }
}

static void board_renew(ws_room *room) {
    const poll *p = &room->poll;
    text_out out = text_begin(room->board, sizeof room->board);
    ws_class_line words = line_of(p, WS_CLASS_SAY, room->words);
    ws_class_line end = line_of(p, WS_CLASS_END, "");
    line_put(&out, &words);
    if (p->open)
        question_put(&out, p);
    else if (p->number)
        line_put(&out, &end);
    if (p->open && p->revealed)
        reveal_put(&out, p);
    room->board_length = out.used;
    room->board_number++;
}

size_t polls_say(ws_guest *guest, char *bytes, size_t space) {
    const ws_room *room = guest->room;
    bool is_told = guest->board == room->board_number;
    if (is_told || room->board_length > space)
        return 0;
    memcpy(bytes, room->board, room->board_length);
    guest->board = room->board_number;
    return room->board_length;
}

/* ---- the lecturer ---- */

void ws_room_words(ws_room *room, const char *words) {
    char clean[WS_POLL_TEXT];
    ws_poll_words(clean, words, strlen(words));
    if (text_is(clean, room->words))
        return;
    memcpy(room->words, clean, WS_POLL_TEXT);
    board_renew(room);
}

void ws_room_ask(ws_room *room, const ws_poll_question *question) {
    poll *p = &room->poll;
    p->number++;
    p->open = true;
    p->revealed = false;
    p->truth[0] = '\0';
    p->poll.question = *question;
    p->poll.count = 0;
    board_renew(room);
}

void ws_room_ask_after(ws_room *room, uint64_t number) {
    room->poll.number = number;
}

/* An answer before this one that is the same; NULL: there is none. */
static const ws_poll_answer *same_before(const ws_poll *polled, const ws_poll_answer *answer) {
    const ws_poll_answer *other = polled->answer;
    while (other < answer && !text_is(other->value, answer->value))
        other++;
    return other < answer ? other : NULL;
}

void ws_room_judge(ws_room *room, ws_room_judge_answer *judge, void *context) {
    ws_poll *polled = &room->poll.poll;
    for (size_t i = 0; i < polled->count; i++) {
        ws_poll_answer *answer = &polled->answer[i];
        const ws_poll_answer *same = same_before(polled, answer);
        if (same)
            answer->right = same->right;
        else
            answer->right = judge(context, answer->value);
    }
}

void ws_room_reveal(ws_room *room, const char *truth) {
    poll *p = &room->poll;
    if (!p->open || p->revealed)
        return;
    p->revealed = true;
    ws_poll_words(p->truth, truth, strlen(truth));
    board_renew(room);
}

void ws_room_unask(ws_room *room) {
    if (!room->poll.open)
        return;
    room->poll.open = false;
    board_renew(room);
}

ws_room_poll ws_room_polled(const ws_room *room) {
    const poll *p = &room->poll;
    ws_room_poll told = {.poll = &p->poll};
    told.number = p->open ? p->number : 0;
    told.revealed = p->revealed;
    told.truth = p->truth;
    return told;
}

/* ---- the students ---- */

static bool is_own(const ws_poll_answer *answer, const ws_guest *guest) {
    if (answer->voter)
        return answer->voter == guest;
    return text_is(answer->key, guest_key(guest));
}

/* What the guest has answered, also before the connection was lost; NULL: nothing. */
static ws_poll_answer *answer_of(const ws_poll *polled, const ws_guest *guest) {
    for (size_t i = 0; i < polled->count; i++) {
        ws_poll_answer *answer = &polled->answer[i];
        if (is_own(answer, guest))
            return answer;
    }
    return NULL;
}

bool ws_guest_answered(const ws_guest *guest) {
    const poll *p = &guest->room->poll;
    return p->open && answer_of(&p->poll, guest);
}

static void got_tell(ws_guest *guest, const ws_poll_answer *answer) {
    const poll *p = &guest->room->poll;
    ws_class_line got = line_of(p, WS_CLASS_GOT, answer->value);
    guest_answer(guest, &got);
}

void polls_join(ws_guest *guest) {
    const poll *p = &guest->room->poll;
    ws_poll_answer *answer = answer_of(&p->poll, guest);
    if (!p->open || !answer)
        return;
    answer->voter = guest;
    got_tell(guest, answer);
}

void polls_leave(ws_guest *guest) {
    ws_poll *polled = &guest->room->poll.poll;
    for (size_t i = 0; i < polled->count; i++) {
        ws_poll_answer *answer = &polled->answer[i];
        if (answer->voter == guest)
            answer->voter = NULL;
    }
}

static void answer_add(ws_guest *guest, const char *value) {
    ws_room *room = guest->room;
    ws_poll *polled = &room->poll.poll;
    size_t place = polled->count++;
    WS_GROW(polled->answer, place);
    ws_poll_answer *answer = &polled->answer[place];
    memcpy(answer->value, value, WS_POLL_VALUE);
    snprintf(answer->key, WS_POLL_KEY, "%s", guest_key(guest));
    answer->voter = guest;
    answer->right = false;
    got_tell(guest, answer);
    if (!room->answered)
        return;
    ws_guest_info info = ws_guest_tell(guest, guest->heard_ms);
    room->answered(room->answered_context, &info, answer);
}

void polls_hear(ws_guest *guest, const ws_class_line *line) {
    const poll *p = &guest->room->poll;
    ws_error error;
    char value[WS_POLL_VALUE];
    bool is_open = p->open && !p->revealed && line->number == p->number;
    if (!is_open)
        ws_guest_refuse(guest, "no question is open for this answer");
    else if (answer_of(&p->poll, guest))
        ws_guest_refuse(guest, "you have answered already: the first answer counts");
    else if (p->poll.count == WS_POLL_ANSWERS)
        ws_guest_refuse(guest, "there are too many answers");
    else if (ws_poll_value(&p->poll.question, line->text, line->length, value, &error))
        answer_add(guest, value);
    else
        ws_guest_refuse(guest, error.text);
}

void ws_room_on_answer(ws_room *room, ws_room_answered *answered, void *context) {
    room->answered = answered;
    room->answered_context = context;
}

void polls_free(ws_room *room) {
    free(room->poll.poll.answer);
}
