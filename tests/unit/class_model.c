/* class_model.c - a room and its guests against a model of a page: who has which seat, whose line is next, who has answered what, and how
 * answers are counted; students who come, go, come back and speak, and a host who deals, asks and tells, all by lot. */
#include <stdlib.h>
#include <string.h>

#include "class/room.h"
#include "tap.h"

enum { STUDENTS = 14, SEATS = 6, NOBODY = -1 };

static uint64_t rng = 7;
static uint32_t below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

/* ---- the model ---- */

typedef struct model {
    bool here[STUDENTS];
    int seats, owner[SEATS], sitter[SEATS], line[SEATS]; /* line: tenths of load, -1 none */
    uint64_t given[SEATS];                               /* 0: never */
    bool told[SEATS];
    int next;
    uint64_t number;
    bool open, revealed;
    const char *truth;
    ws_poll_kind kind;
    int answer[STUDENTS]; /* -1 none */
    bool right[STUDENTS];
} model;

static int seat_of(const model *m, int who) {
    for (int s = 0; s < m->seats; s++)
        if (m->sitter[s] == who) return s;
    return NOBODY;
}

/* One's own of before, else the first that nobody ever had, else the first that is empty. */
static void sit(model *m, int who) {
    int own = NOBODY, unused = NOBODY, left = NOBODY;
    for (int s = m->seats - 1; s >= 0; s--) {
        if (m->sitter[s] != NOBODY) continue;
        if (m->owner[s] == who) own = s;
        else if (m->owner[s] == NOBODY) unused = s;
        else left = s;
    }
    int s = own != NOBODY ? own : unused != NOBODY ? unused : left;
    if (s != NOBODY) m->sitter[s] = m->owner[s] = who, m->line[s] = -1;
}

static void deal(model *m, int seats, const int *order, int guests) {
    m->seats = seats, m->next = 0;
    for (int s = 0; s < seats; s++) m->owner[s] = m->sitter[s] = NOBODY, m->line[s] = -1, m->given[s] = 0, m->told[s] = false;
    for (int i = 0; i < guests; i++) sit(m, order[i]);
}

/* The seat whose line is next, from the one behind the last; those that must wait are told so once. */
static int due(model *m, bool open, uint64_t now) {
    for (int i = 0; i < m->seats; i++) {
        int s = (m->next + i) % m->seats;
        if (m->sitter[s] == NOBODY || m->line[s] < 0 || (m->given[s] && now - m->given[s] < 500)) continue;
        if (open) return m->next = (s + 1) % m->seats, m->given[s] = now, s;
        m->told[s] = true;
    }
    return NOBODY;
}

/* ---- the room ---- */

typedef struct scene {
    ws_room *room;
    ws_guest *guest[STUDENTS];
    int order[STUDENTS], guests; /* who is here, in the order of coming */
    uint64_t now;
    char told[1 << 14];
} scene;

static const char *hear(scene *s, int who, const char *text) {
    if (*text) ws_room_hear(s->room, s->guest[who], text, strlen(text), s->now);
    s->told[ws_room_say(s->room, s->guest[who], s->told, sizeof s->told - 1, s->now)] = '\0';
    return s->told;
}

static bool says(const char *told, const char *line, bool expected) {
    bool good = (strstr(told, line) != NULL) == expected;
    if (!good) note("%s`%s` in %s", expected ? "no " : "", line, told);
    return good;
}

static bool join(scene *s, model *m, int who) {
    char text[64];
    s->guest[who] = ws_room_enter(s->room, "a", NULL, s->now);
    snprintf(text, sizeof text, "JOIN 1 - \"s%d\"\nFROM 0 00000000\n", who);
    s->order[s->guests++] = who, m->here[who] = true;
    if (m->seats) sit(m, who);
    const char *told = hear(s, who, text);
    snprintf(text, sizeof text, "SEATED H%d\n", seat_of(m, who));
    if (seat_of(m, who) == NOBODY) snprintf(text, sizeof text, "SEATED -\n");
    return says(told, "HELLO 1", true) && (!m->seats || says(told, text, true)) && says(told, "GOT", m->open && m->answer[who] >= 0) &&
           says(told, "Q ", m->open) && says(told, "R ", m->open && m->revealed);
}

static bool leave(scene *s, model *m, int who) {
    ws_room_leave(s->room, s->guest[who]);
    int seat = seat_of(m, who), at = 0;
    if (seat != NOBODY) m->sitter[seat] = NOBODY, m->line[seat] = -1;
    m->here[who] = false;
    while (s->order[at] != who) at++;
    /* the last takes the place in the room of who goes, or all close up: seats are dealt by that order */
    for (s->guests--; at < s->guests; at++) s->order[at] = s->order[at + 1];
    return true;
}

static bool speak(scene *s, model *m, int who) {
    char text[64];
    int seat = seat_of(m, who), tenths = (int)below(10);
    snprintf(text, sizeof text, "SEAT host SELF load 0.%d\n", tenths);
    if (seat != NOBODY) m->line[seat] = tenths, m->told[seat] = false;
    return says(hear(s, who, text), "NO you have no seat", seat == NOBODY);
}

static bool act(scene *s, model *m, bool open) {
    for (;;) {
        char line[WS_CLASS_LINE], text[64];
        ws_guest *guest;
        bool told[SEATS];
        memcpy(told, m->told, sizeof told);
        int seat = due(m, open, s->now);
        bool found = ws_room_seat_line(s->room, open, s->now, line, &guest);
        for (int i = 0; i < m->seats; i++)
            if (m->told[i] && !told[i] && !says(hear(s, m->sitter[i], ""), "WAIT your line waits", true)) return false;
        if (!found || seat == NOBODY) return found == (seat != NOBODY);
        snprintf(text, sizeof text, "host H%d load 0.%d", seat, m->line[seat]);
        m->line[seat] = -1;
        if (strcmp(line, text) != 0 || guest != s->guest[m->sitter[seat]]) {
            note("`%s`, and not `%s`", line, text);
            return false;
        }
    }
}

static bool seats_deal(scene *s, model *m) {
    static const char *const names[SEATS] = {"H0", "H1", "H2", "H3", "H4", "H5"};
    int seats = below(5) ? 1 + (int)below(SEATS) : 0;
    for (int i = 0; i < s->guests; i++)
        for (int j = 0; j < s->guests; j++)
            if (ws_room_guest(s->room, (size_t)i) == s->guest[s->order[j]]) {
                int who = s->order[j];
                s->order[j] = s->order[i], s->order[i] = who;
            }
    deal(m, seats, s->order, s->guests);
    ws_room_seats(s->room, seats ? names : NULL, (size_t)seats);
    return ws_room_has_seats(s->room) == (seats > 0);
}

/* ---- questions ---- */

static const char *const questions[] = {"number \"How many?\"", "choice \"Which?\" \"x\" \"y\" \"z\"", "worm \"Whose?\""};
static const ws_poll_kind kinds[] = {WS_POLL_NUMBER, WS_POLL_CHOICE, WS_POLL_WORM};

static void value_of(ws_poll_kind kind, int answer, char *text) {
    if (kind == WS_POLL_CHOICE) sprintf(text, "%c", 'a' + answer % 3);
    else sprintf(text, kind == WS_POLL_NUMBER ? "%d" : "w%d", answer);
}

static bool ask(scene *s, model *m) {
    ws_poll_question question;
    ws_error error;
    uint32_t which = below(3);
    if (!ws_poll_read(&question, questions[which], &error)) return false;
    ws_room_ask(s->room, &question);
    m->number++, m->open = true, m->revealed = false, m->kind = kinds[which];
    for (int i = 0; i < STUDENTS; i++) m->answer[i] = -1, m->right[i] = false;
    return true;
}

static bool answer(scene *s, model *m, int who) {
    char text[64], value[16];
    int given = (int)below(m->kind == WS_POLL_NUMBER ? 9 : 13);
    uint64_t number = below(10) ? m->number : m->number + 1;
    value_of(m->kind, given, value);
    snprintf(text, sizeof text, "A %d %s\n", (int)number, value);
    bool open = m->open && !m->revealed && number == m->number, first = m->answer[who] < 0;
    if (open && first) m->answer[who] = given, m->right[who] = false;
    const char *told = hear(s, who, text);
    snprintf(text, sizeof text, "GOT %d %s\n", (int)number, value);
    return says(told, "NO no question is open", !open) && says(told, "NO you have answered", open && !first) &&
           says(told, text, open && first);
}

/* What is true is said once. */
static void reveal(scene *s, model *m) {
    const char *truth = below(2) ? "it is so" : "it is not";
    ws_room_reveal(s->room, truth);
    if (m->open && !m->revealed) m->revealed = true, m->truth = truth;
}

static bool is_good(void *context, const char *value) {
    (void)context;
    return strchr("b13", value[strlen(value) - 1]) != NULL;
}

static void judge(scene *s, model *m) {
    ws_room_judge(s->room, is_good, NULL);
    for (int i = 0; i < STUDENTS; i++) {
        char value[16];
        if (m->answer[i] < 0) continue;
        value_of(m->kind, m->answer[i], value);
        m->right[i] = is_good(NULL, value);
    }
}

/* Each bar has as many as gave its answer, those of an answer -1 none; the rest are together in the last. */
static bool tally_is(const ws_poll *poll, const int *answer, const bool *right, int answers) {
    ws_poll_tally tally;
    ws_poll_kind kind = poll->question.kind;
    ws_poll_count(poll, &tally);
    uint64_t rest = 0, rest_right = 0, kinds_left = 0, told = 0;
    bool good = true, choice = kind == WS_POLL_CHOICE;
    for (size_t b = 1; b < tally.count && kind == WS_POLL_WORM; b++)
        good &= b == WS_POLL_BARS - 1 || tally.bar[b].count <= tally.bar[b - 1].count;
    for (size_t b = 1; b < tally.count && kind == WS_POLL_NUMBER; b++) good &= atoi(tally.bar[b].label) > atoi(tally.bar[b - 1].label);
    for (int a = 0; a < (choice ? 3 : 13); a++) {
        uint64_t count = 0, good_ones = 0;
        char value[16], label[20];
        value_of(kind, a, value);
        for (int i = 0; i < answers; i++) {
            char given[16] = "";
            if (answer[i] >= 0) value_of(kind, answer[i], given);
            if (strcmp(given, value) == 0) count++, good_ones += right[i];
        }
        snprintf(label, sizeof label, choice ? "%s) " : "%s", value);
        size_t b = 0;
        while (b < tally.count && (choice ? strncmp(tally.bar[b].label, label, 3) : strcmp(tally.bar[b].label, label)) != 0) b++;
        if (b < tally.count) good &= tally.bar[b].count == count && tally.bar[b].right == good_ones, told++;
        else rest += count, rest_right += good_ones, kinds_left += count > 0;
    }
    if (kinds_left == 0) return good && told == tally.count;
    const ws_poll_bar *last = &tally.bar[tally.count - 1];
    char label[20];
    snprintf(label, sizeof label, "%d others", (int)kinds_left);
    return good && kinds_left > 1 && tally.count == WS_POLL_BARS && last->count == rest && last->right == rest_right &&
           strcmp(last->label, label) == 0;
}

static void tallies(void) {
    bool good = true;
    for (int round = 0; good && round < 500; round++) {
        ws_poll_answer answers[60];
        ws_poll poll = {.answer = answers, .count = below(60)};
        int given[60];
        bool right[60];
        ws_error error;
        good = ws_poll_read(&poll.question, questions[round % 3], &error);
        for (size_t i = 0; i < poll.count; i++) {
            given[i] = (int)below(poll.question.kind == WS_POLL_NUMBER ? 9 : 1 + below(13)), right[i] = given[i] % 3 == 1;
            answers[i].right = right[i];
            value_of(poll.question.kind, given[i], answers[i].value);
        }
        good = good && tally_is(&poll, given, right, (int)poll.count);
    }
    ok(good, "bars have as many as gave their answers");
}

static bool is_as_modelled(const scene *s, const model *m) {
    ws_room_poll polled = ws_room_polled(s->room);
    uint64_t answers = 0;
    for (int i = 0; i < STUDENTS; i++) {
        answers += m->answer[i] >= 0;
        if (!m->here[i]) continue;
        char name[8] = "";
        if (seat_of(m, i) != NOBODY) snprintf(name, sizeof name, "H%d", seat_of(m, i));
        if (strcmp(ws_guest_tell(s->guest[i], s->now).seat, name) != 0) return false;
        if (ws_guest_answered(s->guest[i]) != (m->open && m->answer[i] >= 0)) return false;
    }
    return polled.number == (m->open ? m->number : 0) &&
           (!m->open || (polled.revealed == m->revealed && (!m->revealed || strcmp(polled.truth, m->truth) == 0))) &&
           polled.poll->count == answers && ws_room_count(s->room) == (size_t)s->guests &&
           (!m->number || tally_is(polled.poll, m->answer, m->right, STUDENTS));
}

static bool step(scene *s, model *m) {
    int who = (int)below(STUDENTS);
    s->now += 50 + below(4) * 50;
    switch (below(12)) {
    case 0:
        return m->here[who] ? speak(s, m, who) : join(s, m, who);
    case 1:
    case 2:
        return !m->here[who] || leave(s, m, who);
    case 3:
        return below(6) || seats_deal(s, m);
    case 4:
        return act(s, m, below(3) > 0);
    case 5:
        return below(8) || ask(s, m);
    case 6:
        judge(s, m);
        return true;
    case 7:
        if (below(6) == 0) reveal(s, m);
        if (below(8) == 0) ws_room_unask(s->room), m->open = false;
        return true;
    default:
        return !m->here[who] || (below(2) ? answer(s, m, who) : speak(s, m, who));
    }
}

int main(void) {
    unsigned lectures = getenv("WS_LONG") ? 400 : 40, steps = 600;
    for (unsigned i = 0; i < lectures; i++) {
        ws_roster roster = {.open = true};
        static scene s;
        static model m;
        s = (scene){.room = ws_room_new("a room", &roster), .now = 1000};
        m = (model){.number = 0};
        for (int w = 0; w < STUDENTS; w++) m.answer[w] = -1;
        unsigned done_steps = 0;
        while (done_steps < steps && step(&s, &m) && is_as_modelled(&s, &m)) done_steps++;
        if (done_steps < steps || i == lectures - 1)
            ok(done_steps == steps, "lecture %u: a room as the model has it, after %u steps of %u", i, done_steps, steps);
        ws_room_free(s.room);
        ws_roster_free(&roster);
    }
    tallies();
    return done();
}
