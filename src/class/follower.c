/* follower.c - see follower.h. */
#include "class/follower.h"

#include <time.h>

#include "session/follow.h"
#include "session/language/text.h"

enum { SAID = 16384, CHUNK_MOST = 1 << 20, CHUNK_NS = 8000000, TRIES = 3 };

typedef struct target {
    bool there; /* it has been told */
    char branch[WS_CLASS_WORD];
    uint64_t lines, cycle;
    double speed;
    bool running;
    bool has_digest, compared;
    uint64_t digest;
} target;

struct ws_follower {
    char name[WS_CLASS_NAME], token[WS_CLASS_WORD];
    ws_options options;
    ws_follow *follow;
    ws_class_input input;
    char said[SAID]; /* lines for the host */
    size_t said_length;
    bool started; /* the host has said from where on lines come */
    target target;
    uint64_t chunk; /* cycles that take some milliseconds */
    ws_board board;
    uint64_t show; /* number of the request to show one's branch; 0: none is open */
    char room[WS_CLASS_NAME], seat[WS_CLASS_WORD];
    char why[512];
    bool too_large; /* something was beyond the bound of the options */
    bool joined, denied, over, broken, free, stays, verified, differs;
    unsigned cured, sessions, words;
};

ws_follower *ws_follower_new(const char *name, const char *token, const ws_options *options) {
    ws_follower *follower = ws_alloc(1, sizeof *follower);
    ws_class_name(follower->name, name, strlen(name));
    snprintf(follower->token, sizeof follower->token, "%s", token ? token : "-");
    follower->options = *options;
    follower->options.bound.exceeded = &follower->too_large;
    follower->chunk = 64;
    return follower;
}

void ws_follower_free(ws_follower *follower) {
    if (!follower)
        return;
    ws_follow_free(follower->follow);
    free(follower);
}

ws_session *ws_follower_session(ws_follower *follower) {
    return follower->follow ? ws_follow_session(follower->follow) : NULL;
}

/* ---- saying ---- */

/* A host that does not read is told no more. */
static void say(ws_follower *follower, const ws_class_line *line) {
    char text[WS_CLASS_LINE];
    size_t size = ws_class_write(line, text);
    if (follower->said_length + size > SAID)
        return;
    memcpy(follower->said + follower->said_length, text, size);
    follower->said_length += size;
}

size_t ws_follower_say(ws_follower *follower, char *bytes, size_t space) {
    size_t size = follower->said_length;
    if (size > space) {
        const char *end = memrchr(follower->said, '\n', space);
        size = end ? (size_t)(end - follower->said) + 1 : 0;
    }
    memcpy(bytes, follower->said, size);
    follower->said_length -= size;
    memmove(follower->said, follower->said + size, follower->said_length);
    return size;
}

void ws_follower_connected(ws_follower *follower) {
    follower->input = (ws_class_input){.length = 0};
    follower->said_length = 0;
    follower->started = follower->joined = false;
    follower->board = (ws_board){.number = 0};
    follower->show = 0;
    follower->target.there = false;
    ws_class_line join = {.kind = WS_CLASS_JOIN, .version = WS_CLASS_VERSION};
    memcpy(join.word, follower->token, sizeof join.word);
    memcpy(join.name, follower->name, sizeof join.name);
    say(follower, &join);
    ws_class_line from = {.kind = WS_CLASS_FROM};
    if (follower->follow) {
        from.number = ws_follow_lines(follower->follow);
        from.checksum = ws_follow_checksum(follower->follow);
    }
    say(follower, &from);
}

void ws_follower_seat(ws_follower *follower, const char *line) {
    ws_class_line seat = {.kind = WS_CLASS_SEAT, .text = line, .length = strlen(line)};
    if (seat.length)
        say(follower, &seat);
}

void ws_follower_answer(ws_follower *follower, const char *value) {
    ws_class_line answer = {.kind = WS_CLASS_ANSWER, .text = value, .length = strlen(value)};
    answer.number = follower->board.number;
    if (answer.length)
        say(follower, &answer);
}

static void say_mine(ws_follower *follower, const char *text) {
    ws_class_line line = {.kind = WS_CLASS_MINE, .number = follower->show};
    line.text = text;
    line.length = strlen(text);
    say(follower, &line);
}

bool ws_follower_mine(const ws_follower *follower, ws_mine *mine, ws_error *error) {
    if (!follower->follow)
        return fail_with(error, "the lecture has not begun");
    return ws_mine_of(mine, follower->follow, error);
}

void ws_follower_show(ws_follower *follower, bool yes) {
    char text[WS_CLASS_WORD + WS_MINE_TEXT];
    ws_error error;
    ws_mine mine;
    if (!follower->show)
        return;
    bool has = yes && ws_follower_mine(follower, &mine, &error);
    if (!has)
        say_mine(follower, "no");
    for (size_t i = 0; has && ws_mine_say(&mine, i, text); i++)
        say_mine(follower, text);
    follower->show = 0;
}

const ws_board *ws_follower_board(const ws_follower *follower) {
    return &follower->board;
}

static uint64_t cycle_now(ws_follower *follower) {
    ws_session *s = ws_follower_session(follower);
    return s ? ws_net_cycle(ws_session_net(s)) : 0;
}

static void say_pong(ws_follower *follower, uint64_t time) {
    ws_class_line pong = {.kind = WS_CLASS_PONG, .number = time, .cycle = cycle_now(follower)};
    pong.version = follower->follow ? ws_follow_lines(follower->follow) : 0;
    say(follower, &pong);
}

static void say_differs(ws_follower *follower, uint64_t cycle) {
    ws_class_line differs = {.kind = WS_CLASS_DIFFERS, .cycle = cycle};
    say(follower, &differs);
}

/* ---- hearing ---- */

/* The host cannot be what it says that it is. */
static bool fail_host(ws_follower *follower, const char *why) {
    follower->broken = true;
    return snprintf(follower->why, sizeof follower->why, "the host is in disorder: %.400s", why) <
           0;
}

static void words_copy(ws_follower *follower, const ws_class_line *line) {
    snprintf(follower->why, sizeof follower->why, "%.*s",
             (int)(line->length < 400 ? line->length : 400), line->text);
}

static bool hear_hello(ws_follower *follower, const ws_class_line *line) {
    follower->joined = true;
    memcpy(follower->room, line->name, sizeof follower->room);
    if (line->version != WS_CLASS_VERSION)
        return fail_host(follower, "another version of the class protocol");
    if (line->model == WS_MODEL)
        return true;
    follower->denied = true;
    snprintf(follower->why, sizeof follower->why,
             "the host has model %u and this program model %d: their runs differ; install the "
             "version of the host",
             (unsigned)line->model, WS_MODEL);
    return false;
}

static void follow_begin(ws_follower *follower) {
    ws_follow_free(follower->follow);
    follower->follow = ws_follow_new("class", &follower->options);
    follower->verified = follower->differs = false;
    follower->sessions++;
}

/* The host goes on behind what we have, or has another journal and begins anew. */
static bool hear_start(ws_follower *follower, const ws_class_line *line) {
    uint64_t had = follower->follow ? ws_follow_lines(follower->follow) : 0;
    bool goes_on = follower->follow && line->number == had;
    if (!follower->joined || follower->started)
        return fail_host(follower, "FROM at the wrong place");
    if (line->number && line->number != had)
        return fail_host(follower, "FROM names lines that were not asked for");
    if (!goes_on && follower->follow && follower->stays)
        return fail_host(follower, "it holds another lecture now; join it anew");
    if (goes_on)
        ws_follow_rejoin(follower->follow);
    else
        follow_begin(follower);
    follower->started = true;
    return true;
}

/* The network would be larger than this machine allows: nothing was built. */
static bool deny_large(ws_follower *follower, const char *why) {
    follower->denied = true;
    snprintf(follower->why, sizeof follower->why, "%.400s", why);
    return false;
}

static bool hear_journal(ws_follower *follower, const ws_class_line *line) {
    ws_error error;
    if (!follower->started || line->number != ws_follow_lines(follower->follow) + 1)
        return fail_host(follower, "a line of the journal is missing or comes twice");
    bool good = ws_follow_line(follower->follow, line->text, line->length, &error);
    if (follower->too_large)
        return deny_large(follower, error.text);
    return good || fail_host(follower, error.text);
}

static bool hear_pulse(ws_follower *follower, const ws_class_line *line) {
    size_t branch;
    target *next = &follower->target;
    if (!follower->started || !ws_follower_session(follower))
        return fail_host(follower, "a pulse before the journal");
    if (line->number > ws_follow_lines(follower->follow))
        return fail_host(follower, "a pulse before lines of the journal that it counts");
    if (!ws_follow_branch(follower->follow, line->word, &branch))
        return fail_host(follower, "a pulse on an unknown branch");
    if (line->cycle > WS_FOLLOW_CYCLES)
        return fail_host(follower, "a pulse beyond all cycles");
    *next = (target){.there = true,
                     .lines = line->number,
                     .cycle = line->cycle,
                     .speed = line->speed,
                     .running = line->running};
    memcpy(next->branch, line->word, sizeof next->branch);
    follower->verified = false;
    ws_follow_reach(follower->follow, branch, line->cycle);
    return true;
}

static bool hear_digest(ws_follower *follower, const ws_class_line *line) {
    if (!follower->target.there || follower->target.cycle != line->cycle)
        return fail_host(follower, "a digest of another place than the pulse before");
    follower->target.has_digest = true;
    follower->target.digest = line->digest;
    return true;
}

static bool hear_deny(ws_follower *follower, const ws_class_line *line) {
    follower->denied = true;
    words_copy(follower, line);
    return false;
}

static bool hear_line(ws_follower *follower, const ws_class_line *line) {
    switch (line->kind) {
    case WS_CLASS_HELLO: return hear_hello(follower, line);
    case WS_CLASS_DENY: return hear_deny(follower, line);
    case WS_CLASS_START: return hear_start(follower, line);
    case WS_CLASS_JOURNAL: return hear_journal(follower, line);
    case WS_CLASS_PULSE: return hear_pulse(follower, line);
    case WS_CLASS_DIGEST: return hear_digest(follower, line);
    case WS_CLASS_PING: say_pong(follower, line->number); return true;
    case WS_CLASS_SEATED:
        snprintf(follower->seat, sizeof follower->seat, "%s",
                 text_is(line->word, "-") ? "" : line->word);
        return true;
    case WS_CLASS_SHOW: follower->show = line->number; return true;
    case WS_CLASS_BYE: follower->over = true; return true;
    case WS_CLASS_NO:
    case WS_CLASS_WAIT:
        words_copy(follower, line);
        follower->words++;
        return true;
    default:
        return ws_board_hear(&follower->board, line) ||
               fail_host(follower, "a line about another question");
    }
}

static bool hear_text(ws_follower *follower) {
    ws_class_line line;
    ws_error error;
    if (follower->denied)
        return false;
    if (!ws_class_read(&line, true, follower->input.text, follower->input.length, &error))
        return fail_host(follower, error.text);
    return hear_line(follower, &line);
}

bool ws_follower_hear(ws_follower *follower, const char *bytes, size_t length) {
    while (length) {
        bool good;
        size_t used = ws_class_consume(&follower->input, bytes, length, &good);
        bytes += used;
        length -= used;
        if (!good)
            return fail_host(follower, "a line that is too long");
        if (follower->input.whole && !hear_text(follower))
            return false;
    }
    return true;
}

/* ---- working ---- */

static uint64_t clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    uint64_t seconds = (uint64_t)t.tv_sec;
    return seconds * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t wall_ns(void) {
    return clock_ns(CLOCK_MONOTONIC);
}

/* Of this thread: a busy machine makes no pieces small, which would cost more. */
static uint64_t cpu_ns(void) {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* A digest that differs is said, and cured if replaying does. */
static void cure_if_needed(ws_follower *follower) {
    ws_divergence divergence;
    if (!ws_session_diverged(ws_follower_session(follower), &divergence) || follower->differs)
        return;
    say_differs(follower, divergence.cycle);
    snprintf(follower->why, sizeof follower->why,
             "the digest at cycle %llu differs from the host's: replaying",
             (unsigned long long)divergence.cycle);
    while (ws_session_diverged(ws_follower_session(follower), &divergence)) {
        if (ws_follow_cure(follower->follow)) {
            follower->cured++;
            return;
        }
        if (ws_follow_cures_left(follower->follow))
            continue;
        follower->differs = true;
        snprintf(follower->why, sizeof follower->why,
                 "this machine computes another state than the host from cycle %llu on",
                 (unsigned long long)divergence.cycle);
        return;
    }
}

/* We are where the lecture is: is the state the same? */
static void compare(ws_follower *follower) {
    target *at = &follower->target;
    ws_session *s = ws_follower_session(follower);
    if (!at->has_digest || at->compared || follower->differs)
        return;
    for (int tries = 0; tries < TRIES && !follower->differs; tries++) {
        if (ws_session_digest(s) == at->digest)
            break;
        ws_follow_compare(follower->follow, at->digest);
        cure_if_needed(follower);
    }
    at->compared = true;
    follower->verified = ws_session_digest(s) == at->digest;
    follower->differs |= !follower->verified;
}

/* Some cycles towards the lecture. */
static void run_some(ws_follower *follower, uint64_t left) {
    uint64_t begin = cpu_ns();
    uint64_t cycles = left < follower->chunk ? left : follower->chunk;
    ws_session_run(ws_follower_session(follower), cycles);
    uint64_t spent = cpu_ns() - begin;
    if (spent < CHUNK_NS / 4 && follower->chunk < CHUNK_MOST)
        follower->chunk *= 2;
    if (spent > CHUNK_NS && follower->chunk > 1)
        follower->chunk /= 2;
    cure_if_needed(follower);
}

/* One step on the way: to the branch, back, or some cycles on. False: nothing more can be done. */
static bool step(ws_follower *follower, size_t branch) {
    ws_session *s = ws_follower_session(follower);
    ws_error error;
    uint64_t now = cycle_now(follower);
    uint64_t cycle = follower->target.cycle;
    bool is_elsewhere = !ws_session_branch(s, branch).present;
    if (is_elsewhere || now > cycle)
        return ws_session_branch_switch(s, branch, cycle, &error);
    if (ws_session_ended(s))
        return false;
    run_some(follower, cycle - now);
    return cycle_now(follower) > now;
}

static bool is_there(ws_follower *follower, size_t branch) {
    ws_session *s = ws_follower_session(follower);
    return ws_session_branch(s, branch).present && cycle_now(follower) == follower->target.cycle;
}

static bool target_branch(ws_follower *follower, size_t *branch) {
    return follower->target.there &&
           ws_follow_branch(follower->follow, follower->target.branch, branch);
}

bool ws_follower_work(ws_follower *follower, uint64_t budget_ns) {
    uint64_t begin = wall_ns();
    size_t branch;
    if (follower->free || !ws_follower_session(follower) || !target_branch(follower, &branch))
        return false;
    bool moves = true;
    while (moves && !is_there(follower, branch)) {
        moves = step(follower, branch);
        if (wall_ns() - begin >= budget_ns)
            break;
    }
    ws_error why;
    if (follower->too_large && ws_session_failed(ws_follower_session(follower), &why)) {
        deny_large(follower, why.text);
        return false;
    }
    cure_if_needed(follower);
    if (!is_there(follower, branch))
        return moves;
    compare(follower);
    return false;
}

void ws_follower_roam(ws_follower *follower, bool free) {
    follower->free = free;
}

void ws_follower_stay(ws_follower *follower) {
    follower->stays = true;
}

ws_follower_status ws_follower_tell(ws_follower *follower) {
    size_t branch = 0;
    bool has_target = ws_follower_session(follower) && target_branch(follower, &branch);
    uint64_t now = cycle_now(follower);
    uint64_t behind = follower->target.cycle > now ? follower->target.cycle - now : 0;
    return (ws_follower_status){.joined = follower->joined,
                                .denied = follower->denied,
                                .over = follower->over,
                                .too_large = follower->too_large,
                                .broken = follower->broken,
                                .arrived = has_target && is_there(follower, branch),
                                .show_asked = follower->show > 0,
                                .roaming = follower->free,
                                .verified = follower->verified,
                                .differs = follower->differs,
                                .cured = follower->cured,
                                .sessions = follower->sessions,
                                .words = follower->words,
                                .lines = follower->follow ? ws_follow_lines(follower->follow) : 0,
                                .cycle = follower->target.cycle,
                                .behind = has_target ? behind : 0,
                                .speed = follower->target.speed,
                                .running = follower->target.running,
                                .branch = follower->target.branch,
                                .room = follower->room,
                                .seat = follower->seat,
                                .why = follower->why};
}
