/* hosting.c - see hosting.h. */
#include "class/hosting.h"

#include <limits.h>

#include "session/language/line.h"
#include "session/language/text.h"

#define DIGEST_MS 1000

struct ws_hosting {
    ws_session *session;
    ws_error *error; /* of a line that is being read: what is wrong is written there */
    ws_roster roster;
    ws_room *room;
    ws_hosting_door door; /* all NULL while nobody can come in */
    ws_class_file *file;  /* NULL: nothing is kept */
    char address[WS_CLASS_LINE];
    char hint[512];
    uint64_t digest_ms; /* when the latest was made */
    uint64_t digest, digest_lines;
    uint64_t digest_cycle;
    uint64_t networks;         /* when seats were dealt */
    ws_branch_request request; /* what has come of a branch that was asked for */
    ws_mine mine;
    ws_error why;
};

/* There is something new for who is here. */
static void poke(const ws_hosting *h) {
    if (h->door.poke)
        h->door.poke(h->door.context);
}

/* ---- the journal ---- */

static void on_journal(void *context, const char *text, size_t length) {
    ws_hosting *h = context;
    uint64_t now = h->door.time ? h->door.time(h->door.context) : 0;
    ws_room_journal(h->room, text, length, now);
    poke(h);
}

/* What the file has already is the beginning of the journal. */
static bool journal_resume(ws_hosting *h, const char *path, ws_error *error) {
    char part[PATH_MAX];
    ws_recorded recorded;
    snprintf(part, sizeof part, "%s.part", path);
    ws_source *source = ws_source_read_up_to(part, false, 1u << 30, error);
    if (!source)
        return false;
    bool is_recorded = ws_session_recorded(h->session, &recorded);
    if (is_recorded && recorded.whole <= source->length)
        on_journal(h, source->text, (size_t)recorded.whole);
    ws_source_free(source);
    ws_session_fork(h->session); /* nothing lies ahead: it goes on live */
    return ws_session_share_resume(h->session, path, (ws_listener){on_journal, h}, error);
}

bool ws_hosting_journal(ws_hosting *h, const char *journal, bool resume, ws_error *error) {
    if (resume)
        return journal_resume(h, journal, error);
    return ws_session_share(h->session, journal, (ws_listener){on_journal, h}, error);
}

/* ---- begin and end ---- */

static void on_join(void *context, const ws_guest_info *guest) {
    ws_hosting *h = context;
    ws_class_file_add(h->file, "joined", guest->id, guest->name);
    if (*guest->seat)
        ws_class_file_add(h->file, "seat", guest->seat, guest->name);
}

static void on_answer(void *context, const ws_guest_info *guest, const ws_poll_answer *answer) {
    const ws_hosting *h = context;
    ws_class_answer line = {.id = guest->id, .name = guest->name};
    line.number = ws_room_polled(h->room).number;
    line.value = answer->value;
    ws_class_file_answered(h->file, &line);
}

static void on_shown(void *context, const ws_guest *guest, const ws_mine *mine, const char *why) {
    ws_hosting *h = context;
    (void)guest;
    h->request = mine ? WS_BRANCH_REQUEST_SHOWN : WS_BRANCH_REQUEST_FAILED;
    if (mine)
        h->mine = *mine;
    else
        fail_with(&h->why, "%s", why);
}

static void hosting_free(ws_hosting *h) {
    ws_class_file_close(h->file);
    ws_room_free(h->room);
    ws_roster_free(&h->roster);
    free(h);
}

ws_hosting *ws_hosting_new(ws_session *session) {
    ws_hosting *h = ws_alloc(1, sizeof *h);
    h->session = session;
    h->room = ws_room_new(ws_session_title(session), &h->roster);
    ws_room_on_join(h->room, on_join, h);
    ws_room_on_answer(h->room, on_answer, h);
    ws_room_on_show(h->room, on_shown, h);
    return h;
}

void ws_hosting_keep(ws_hosting *h, ws_class_file *file) {
    h->file = file;
}

void ws_hosting_reached(ws_hosting *h, const char *address, const char *hint) {
    snprintf(h->address, sizeof h->address, "%s", address);
    snprintf(h->hint, sizeof h->hint, "%s", hint);
}

void ws_hosting_open(ws_hosting *h, ws_hosting_door door) {
    h->door = door;
    ws_room_ask_after(h->room, ws_class_file_questions(h->file));
    ws_hosting_pulse(h, 0, false);
}

bool ws_hosting_end(ws_hosting *h, ws_error *error) {
    if (h->door.close)
        h->door.close(h->door.context);
    h->door = (ws_hosting_door){0};
    bool good = ws_session_record_stop(h->session, error);
    hosting_free(h);
    return good;
}

ws_roster *ws_hosting_roster(ws_hosting *h) {
    return &h->roster;
}
const char *ws_hosting_address(const ws_hosting *h) {
    return h->address;
}
const char *ws_hosting_hint(const ws_hosting *h) {
    return h->hint;
}
bool ws_hosting_has_roster(const ws_hosting *h) {
    return h->roster.count > 0;
}
ws_room *ws_hosting_room(ws_hosting *h) {
    return h->room;
}
uint64_t ws_hosting_now(const ws_hosting *h) {
    return h->door.now(h->door.context);
}

/* ---- pulses ---- */

/* Where nothing has changed it need not be made anew. */
static uint64_t digest_make(ws_hosting *h, uint64_t cycle, uint64_t now) {
    uint64_t lines = ws_room_lines(h->room);
    bool is_known = h->digest_ms && h->digest_cycle == cycle && h->digest_lines == lines;
    if (!is_known)
        h->digest = ws_session_digest(h->session);
    h->digest_ms = now;
    h->digest_cycle = cycle;
    h->digest_lines = lines;
    return h->digest;
}

void ws_hosting_pulse(ws_hosting *h, double speed, bool running) {
    uint64_t cycle = ws_net_cycle(ws_session_net(h->session));
    uint64_t now = ws_hosting_now(h);
    ws_session_record_tick(h->session);
    size_t branch = ws_session_branch_present(h->session);
    char name[WS_BRANCH_TOLD];
    ws_session_branch_told(branch, name);
    ws_pulse pulse = {.branch = name};
    pulse.cycle = cycle;
    pulse.speed = speed;
    pulse.running = running;
    pulse.has_digest = !running || now - h->digest_ms >= DIGEST_MS;
    if (pulse.has_digest)
        pulse.digest = digest_make(h, cycle, now);
    ws_room_pulse(h->room, &pulse);
    poke(h);
}

void ws_hosting_bye(ws_hosting *h, const char *why) {
    ws_hosting_pulse(h, 0, false);
    ws_room_bye(h->room, why);
    poke(h);
}

/* ---- the board ---- */

void ws_hosting_ask(ws_hosting *h, const ws_poll_question *question) {
    ws_room_ask(h->room, question);
    ws_class_file_asked(h->file, ws_room_polled(h->room).number, question);
    poke(h);
}

void ws_hosting_reveal(ws_hosting *h, const char *truth) {
    ws_room_poll poll = ws_room_polled(h->room);
    if (!poll.number || poll.revealed)
        return;
    ws_room_reveal(h->room, truth);
    ws_class_file_revealed(h->file, poll.number, truth);
    poke(h);
}

void ws_hosting_unask(ws_hosting *h) {
    ws_room_unask(h->room);
    poke(h);
}

void ws_hosting_words(ws_hosting *h, const char *words) {
    ws_room_words(h->room, words);
    poke(h);
}

static bool ask_read(ws_hosting *h, const char *text) {
    ws_poll_question question;
    bool good = ws_poll_read(&question, text, h->error);
    if (good)
        ws_hosting_ask(h, &question);
    return good;
}

/* What is true may stand in quotes behind it. */
static bool reveal_read(ws_hosting *h, const char *text) {
    ws_line line;
    const ws_place place = {NULL, 1, 1};
    size_t length = strlen(text);
    ws_room_poll asked = ws_room_polled(h->room);
    if (!asked.number)
        return fail_with(h->error, "no question has been asked: ask KIND \"QUESTION\"");
    if (!ws_line_split(&line, place, text, length, h->error))
        return false;
    if (line.count > 1)
        return fail_with(h->error, "what is true stands in quotes");
    ws_hosting_reveal(h, word_at(&line, 0));
    return true;
}

static bool unask_read(ws_hosting *h, const char *text) {
    if (*text)
        return fail_with(h->error, "unask takes no argument");
    ws_hosting_unask(h);
    return true;
}

static const struct {
    const char *name;
    bool (*read)(ws_hosting *h, const char *text);
} commands[] = {
    {"ask", ask_read},
    {"reveal", reveal_read},
    {"unask", unask_read},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

bool ws_hosting_command(ws_hosting *h, const char *line, ws_error *error) {
    size_t length = strcspn(line, " ");
    const char *rest = line + length;
    rest += strspn(rest, " ");
    h->error = error;
    for (size_t i = 0; i < COMMANDS; i++) {
        const char *name = commands[i].name;
        bool is_it = strlen(name) == length && strncmp(name, line, length) == 0;
        if (is_it)
            return commands[i].read(h, rest);
    }
    return fail_with(error, "expected ask, reveal or unask");
}

/* ---- what students have done by themselves ---- */

static bool is_called(const ws_guest_info *guest, size_t number, const char *who) {
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", number);
    const char *const names[] = {guest->name, guest->id, guest->seat, digits};
    for (size_t i = 0; i < 4; i++)
        if (guest->joined && text_is(names[i], who))
            return true;
    return false;
}

bool ws_hosting_branch_request(ws_hosting *h, const char *who, ws_error *error) {
    size_t count = ws_room_count(h->room);
    size_t number = 0;
    if (!*who)
        return fail_with(error, "expected the name, host or number of a student");
    for (size_t i = 0; i < count; i++) {
        ws_guest *guest = ws_room_guest(h->room, i);
        ws_guest_info info = ws_guest_tell(guest, 0);
        number += info.joined;
        if (!is_called(&info, number, who))
            continue;
        h->request = WS_BRANCH_REQUEST_NONE;
        ws_room_show(h->room, guest);
        poke(h);
        return true;
    }
    return fail_with(error, "unknown guest `%.60s`; C lists who is here", who);
}

ws_branch_request ws_hosting_branch_replay(ws_hosting *h, ws_error *why) {
    ws_branch_request request = h->request;
    h->request = WS_BRANCH_REQUEST_NONE;
    *why = h->why;
    if (request != WS_BRANCH_REQUEST_SHOWN)
        return request;
    bool good = ws_mine_replay(&h->mine, h->session, why);
    return good ? WS_BRANCH_REQUEST_SHOWN : WS_BRANCH_REQUEST_FAILED;
}

/* ---- seats ---- */

static void seats_deal(ws_hosting *h) {
    const ws_graph *graph = ws_net_graph(ws_session_net(h->session));
    size_t count = (size_t)graph->hosts;
    const char **names = ws_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = graph->node[(size_t)graph->switches + i].name;
    ws_room_seats(h->room, names, count);
    free(names);
    h->networks = ws_session_networks(h->session);
    uint64_t now = ws_hosting_now(h);
    for (size_t i = 0; i < ws_room_count(h->room); i++) {
        const ws_guest *who = ws_room_guest(h->room, i);
        ws_guest_info guest = ws_guest_tell(who, now);
        if (guest.joined && *guest.seat)
            ws_class_file_add(h->file, "seat", guest.seat, guest.name);
    }
}

void ws_hosting_seats(ws_hosting *h, bool dealt) {
    if (dealt)
        seats_deal(h);
    else
        ws_room_seats(h->room, NULL, 0);
    poke(h);
}

/* Lines act only where they begin no branch and go on with no recording. */
static bool is_live(ws_session *session) {
    size_t present = ws_session_branch_present(session);
    ws_branch_info branch = ws_session_branch(session, present);
    bool at_end = ws_net_cycle(ws_session_net(session)) >= branch.reached;
    return at_end && !ws_session_ended(session) && !ws_session_is_played(session);
}

bool ws_hosting_seats_act(ws_hosting *h) {
    char line[WS_CLASS_LINE];
    ws_guest *guest;
    ws_error error;
    bool acted = false;
    if (!ws_room_has_seats(h->room))
        return false;
    if (h->networks != ws_session_networks(h->session))
        seats_deal(h);
    while (ws_room_seat_line(h->room, is_live(h->session), ws_hosting_now(h), line, &guest)) {
        if (ws_session_apply(h->session, line, &error))
            acted = true;
        else
            ws_guest_refuse(guest, error.text);
    }
    if (acted)
        poke(h);
    return acted;
}
