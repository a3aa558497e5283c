/* hosting.c - see hosting.h. */
#include "net/hosting.h"

#include <arpa/inet.h>
#include <grp.h>
#include <limits.h>
#include <unistd.h>

#include "net/class_file.h"
#include "net/private_socket.h"
#include "session/language/line.h"
#include "session/language/text.h"

#define DIGEST_MS 1000

struct ws_hosting {
    uv_loop_t *loop;
    ws_session *session;
    ws_error *error; /* of what is being begun or read: what is wrong is written there */
    ws_roster roster;
    ws_room *room;
    ws_server *server;
    ws_class_file *file; /* NULL: nothing is kept */
    char address[WS_NET_TEXT + WS_CLASS_WORD];
    char hint[512];
    uint64_t digest_ms; /* when the latest was made */
    uint64_t digest, digest_lines;
    uint64_t digest_cycle;
    uint64_t networks;         /* when seats were dealt */
    ws_branch_request request; /* what has come of a branch that was asked for */
    ws_mine mine;
    ws_error why;
};

/* ---- tokens ---- */

static bool token_make(char token[WS_CLASS_WORD], ws_error *error) {
    unsigned char bytes[WS_TOKEN_BYTES];
    int code = uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL);
    if (code)
        return fail_with(error, "no random numbers for a token: %s", uv_strerror(code));
    ws_token_text(token, bytes);
    return true;
}

static bool roster_read(ws_hosting *h, const char *path) {
    ws_source *source = ws_source_read(path, false, h->error);
    if (!source)
        return false;
    ws_error why;
    bool good = ws_roster_read(&h->roster, source->text, source->length, &why);
    ws_source_free(source);
    return good || fail_with(h->error, "%.200s: %s", path, why.text);
}

/* Students who have no token get one; so does the room, where nobody else could come in. */
static bool tokens_give(ws_hosting *h, bool needed) {
    ws_roster *roster = &h->roster;
    for (size_t i = 0; i < roster->count; i++) {
        ws_student *student = &roster->student[i];
        if (!*student->token && !token_make(student->token, h->error))
            return false;
        ws_class_file_add(h->file, "token", student->token, student->id);
    }
    if (needed && !roster->count && !*roster->room && !token_make(roster->room, h->error))
        return false;
    if (*roster->room)
        ws_class_file_add(h->file, "room", roster->room, "");
    roster->open = !needed && !roster->count && !*roster->room;
    return true;
}

static bool tokens_begin(ws_hosting *h, const ws_hosting_wishes *w, bool is_tcp) {
    if (w->token && !ws_token_good(w->token, h->error))
        return false;
    if (w->token)
        snprintf(h->roster.room, sizeof h->roster.room, "%s", w->token);
    if (w->roster && !roster_read(h, w->roster))
        return false;
    if (w->roster && !w->journal)
        return fail_with(h->error,
                         "a roster needs --record FILE: the tokens are kept in FILE.class");
    if (w->journal) {
        h->file = ws_class_file_open(w->journal, &h->roster, h->error);
        if (!h->file)
            return false;
    }
    return tokens_give(h, is_tcp);
}

/* ---- the address ---- */

static bool address_find(ws_address *address, const char *listen, ws_error *error) {
    char folder[80];
    if (listen)
        return ws_address_read(address, listen, error);
    if (!ws_private_directory(folder, error))
        return false;
    *address = (ws_address){.path = ""};
    snprintf(address->path, sizeof address->path, "%s/class-%ld", folder, (long)getpid());
    return true;
}

static bool group_find(const char *name, gid_t *group, ws_error *error) {
    *group = (gid_t)-1;
    if (!name)
        return true;
    const struct group *found = getgrnam(name);
    if (!found)
        return fail_with(error, "unknown group `%.60s`", name);
    *group = found->gr_gid;
    return true;
}

static void address_tell(ws_hosting *h, const ws_address *address) {
    char text[WS_NET_TEXT];
    const char *token = h->roster.room;
    ws_address reached = *address; /* 0.0.0.0 is of no use to a student */
    ws_address_reach(&reached);
    ws_address_text(&reached, text);
    snprintf(h->address, sizeof h->address, "%s%s%s", text, *token ? "#" : "", token);
    text_out out = text_begin(h->hint, sizeof h->hint);
    if (h->roster.count)
        text_add(&out, "%zu tokens are in %s; ", h->roster.count, ws_class_file_path(h->file));
    const struct sockaddr_in *four = ws_address_four(&address->tcp);
    if (*address->path)
        text_add(&out, "only this machine, and who may use the socket");
    else if (ws_address_is_here(address))
        text_add(&out, "only this machine; from another one: ssh -L %u:%s THIS-MACHINE",
                 (unsigned)ntohs(four->sin_port), text);
    else
        text_add(&out, "who has a token comes in; nothing is encrypted");
}

static bool listen_begin(ws_hosting *h, const ws_hosting_wishes *w) {
    ws_address address;
    gid_t group;
    mode_t mode = w->mode;
    if (!address_find(&address, w->listen, h->error))
        return false;
    if (!group_find(w->group, &group, h->error))
        return false;
    if (!mode)
        mode = w->group ? 0660 : 0600;
    if (!tokens_begin(h, w, !*address.path))
        return false;
    h->server = ws_server_begin(h->loop, &address, mode, group, h->room, h->error);
    if (!h->server)
        return false;
    address_tell(h, &address);
    return true;
}

/* ---- the journal ---- */

static void on_journal(void *context, const char *text, size_t length) {
    ws_hosting *h = context;
    uint64_t now = h->server ? ws_server_time(h->server) : 0;
    ws_room_journal(h->room, text, length, now);
    if (h->server)
        ws_server_poke(h->server);
}

/* What the file has already is the beginning of the journal. */
static bool journal_resume(ws_hosting *h, const char *path) {
    char part[PATH_MAX];
    ws_recorded recorded;
    snprintf(part, sizeof part, "%s.part", path);
    ws_source *source = ws_source_read_up_to(part, false, 1u << 30, h->error);
    if (!source)
        return false;
    bool is_recorded = ws_session_recorded(h->session, &recorded);
    if (is_recorded && recorded.whole <= source->length)
        on_journal(h, source->text, (size_t)recorded.whole);
    ws_source_free(source);
    ws_session_fork(h->session); /* nothing lies ahead: it goes on live */
    return ws_session_share_resume(h->session, path, (ws_listener){on_journal, h}, h->error);
}

static bool journal_begin(ws_hosting *h, const ws_hosting_wishes *w) {
    if (w->resume)
        return journal_resume(h, w->journal);
    return ws_session_share(h->session, w->journal, (ws_listener){on_journal, h}, h->error);
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

ws_hosting *ws_hosting_begin(uv_loop_t *loop, ws_session *session, const ws_hosting_wishes *wishes,
                             ws_error *error) {
    ws_hosting *h = ws_alloc(1, sizeof *h);
    h->loop = loop;
    h->error = error;
    h->session = session;
    h->room = ws_room_new(ws_session_title(session), &h->roster);
    ws_room_on_join(h->room, on_join, h);
    ws_room_on_answer(h->room, on_answer, h);
    ws_room_on_show(h->room, on_shown, h);
    if (journal_begin(h, wishes)) {
        if (listen_begin(h, wishes)) {
            ws_room_ask_after(h->room, ws_class_file_questions(h->file));
            ws_hosting_pulse(h, 0, false);
            return h;
        }
        ws_error ignored;
        ws_session_record_stop(session, &ignored);
    }
    hosting_free(h);
    return NULL;
}

bool ws_hosting_end(ws_hosting *h, ws_error *error) {
    ws_server_end(h->server);
    h->server = NULL;
    bool good = ws_session_record_stop(h->session, error);
    hosting_free(h);
    return good;
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
    return ws_server_now(h->server);
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
    uint64_t now = ws_server_now(h->server);
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
    ws_server_poke(h->server);
}

void ws_hosting_bye(ws_hosting *h, const char *why) {
    ws_hosting_pulse(h, 0, false);
    ws_room_bye(h->room, why);
    ws_server_poke(h->server);
}

/* ---- the board ---- */

void ws_hosting_ask(ws_hosting *h, const ws_poll_question *question) {
    ws_room_ask(h->room, question);
    ws_class_file_asked(h->file, ws_room_polled(h->room).number, question);
    ws_server_poke(h->server);
}

void ws_hosting_reveal(ws_hosting *h, const char *truth) {
    ws_room_poll poll = ws_room_polled(h->room);
    if (!poll.number || poll.revealed)
        return;
    ws_room_reveal(h->room, truth);
    ws_class_file_revealed(h->file, poll.number, truth);
    ws_server_poke(h->server);
}

void ws_hosting_unask(ws_hosting *h) {
    ws_room_unask(h->room);
    ws_server_poke(h->server);
}

void ws_hosting_words(ws_hosting *h, const char *words) {
    ws_room_words(h->room, words);
    ws_server_poke(h->server);
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
        ws_server_poke(h->server);
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
    ws_server_poke(h->server);
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
        ws_server_poke(h->server);
    return acted;
}
