/* mine.c - see mine.h. */
#include "class/mine.h"

#include <inttypes.h>
#include <time.h>

#include "session/language/fields.h"
#include "session/language/text.h"

#define PIECE 1000 /* cycles between two looks at the clock */

/* ---- lines that may be shown ---- */

static bool is_command(const char *word) {
    static const char *const names[] = {"set", "host", "send", "cut", "repair", "measure"};
    size_t count = sizeof names / sizeof *names;
    for (size_t i = 0; i < count; i++)
        if (text_is(names[i], word))
            return true;
    return false;
}

static bool is_shown(const char *text, ws_error *error) {
    ws_line line;
    const ws_place place = {NULL, 1, 1};
    size_t length = strlen(text);
    if (!ws_line_split(&line, place, text, length, error))
        return false;
    return is_command(word_at(&line, 0)) ||
           fail_with(error, "only set, host, send, cut, repair and measure can be shown");
}

/* Where the next line may stand, at the earliest. */
static uint64_t last_of(const ws_mine *mine) {
    const ws_mine_line *line = mine->line + mine->count;
    return mine->count ? line[-1].cycle : mine->from;
}

static bool line_add(ws_mine *mine, uint64_t cycle, const char *text, ws_error *error) {
    if (mine->count == WS_MINE_LINES)
        return fail_with(error, "more than %d lines cannot be shown", WS_MINE_LINES);
    if (strlen(text) >= WS_MINE_TEXT)
        return fail_with(error, "a line is too long to be shown");
    if (cycle < last_of(mine))
        return fail_with(error, "a line of a cycle that is past");
    if (!is_shown(text, error))
        return false;
    ws_mine_line *line = &mine->line[mine->count++];
    line->cycle = cycle;
    snprintf(line->text, WS_MINE_TEXT, "%s", text);
    return true;
}

static bool end_set(ws_mine *mine, uint64_t cycle, ws_error *error) {
    if (cycle < last_of(mine) || cycle - mine->from > WS_MINE_CYCLES)
        return fail_with(error, "it is more than %d cycles long", WS_MINE_CYCLES);
    mine->at = cycle;
    mine->whole = true;
    return true;
}

/* ---- the student's ---- */

bool ws_mine_of(ws_mine *mine, const ws_follow *follow, ws_error *error) {
    ws_follow_own own;
    memset(mine, 0, sizeof *mine);
    if (!ws_follow_own_branch(follow, &own))
        return fail_with(error, "you have no branch of your own to show");
    snprintf(mine->branch, WS_CLASS_WORD, "%s", own.branch);
    mine->from = own.forked;
    for (size_t i = 0; i < own.count; i++) {
        const ws_journal_entry *entry = &own.line[i];
        if (!line_add(mine, entry->cycle, entry->text, error))
            return false;
    }
    return end_set(mine, own.now, error);
}

bool ws_mine_say(const ws_mine *mine, size_t number, char text[WS_CLASS_WORD + WS_MINE_TEXT]) {
    text_out out = text_begin(text, WS_CLASS_WORD + WS_MINE_TEXT);
    size_t last = mine->count + 1;
    if (number == 0) {
        text_add(&out, "from %s %" PRIu64, mine->branch, mine->from);
    } else if (number < last) {
        const ws_mine_line *line = &mine->line[number - 1];
        text_add(&out, "@%" PRIu64 " %s", line->cycle, line->text);
    } else {
        text_add(&out, "at %" PRIu64, mine->at);
    }
    return number <= last;
}

/* ---- the host's ---- */

/* A cycle, behind a sign such as `@`. */
static bool cycle_read(const char *word, const char *sign, uint64_t *cycle) {
    size_t length = strlen(sign);
    if (strncmp(word, sign, length) != 0)
        return false;
    word += length;
    size_t digits = strspn(word, "0123456789");
    ws_whole_parse(word, 10, cycle);
    return digits > 0 && digits < 16 && !word[digits];
}

static bool begin_hear(ws_mine *mine, const ws_line *line) {
    const char *branch = word_at(line, 1);
    bool is_new = !*mine->branch;
    size_t length = strlen(branch);
    bool fits = length > 0 && length < WS_CLASS_WORD;
    if (!is_new || !fits)
        return fail_with(line->error, "expected from BRANCH CYCLE, once");
    if (!cycle_read(word_at(line, 2), "", &mine->from))
        return fail_with(line->error, "expected from BRANCH CYCLE, once");
    snprintf(mine->branch, WS_CLASS_WORD, "%s", branch);
    return true;
}

static bool typed_hear(ws_mine *mine, const ws_line *line) {
    uint64_t cycle;
    size_t length;
    char text[WS_LINE_MAX + 1];
    if (!cycle_read(word_at(line, 0), "@", &cycle))
        return fail_with(line->error, "expected @CYCLE LINE");
    const char *raw = ws_line_raw(line, 1, line->count, &length);
    snprintf(text, sizeof text, "%.*s", (int)length, raw);
    return line_add(mine, cycle, text, line->error);
}

static bool end_hear(ws_mine *mine, const ws_line *line) {
    uint64_t cycle;
    if (!cycle_read(word_at(line, 1), "", &cycle))
        return fail_with(line->error, "expected at CYCLE");
    return end_set(mine, cycle, line->error);
}

bool ws_mine_hear(ws_mine *mine, const char *text, size_t length, ws_error *error) {
    ws_line line;
    const ws_place place = {NULL, 1, 1};
    if (mine->whole || mine->refused)
        return fail_with(error, "all has been said");
    if (length > WS_LINE_MAX)
        return fail_with(error, "the line is too long");
    if (!ws_line_split(&line, place, text, length, error))
        return false;
    if (word_is(&line, 0, "no")) {
        mine->refused = true;
        return true;
    }
    if (word_is(&line, 0, "from"))
        return begin_hear(mine, &line);
    if (!*mine->branch)
        return fail_with(error, "expected from BRANCH CYCLE first");
    if (word_is(&line, 0, "at"))
        return end_hear(mine, &line);
    return typed_hear(mine, &line);
}

/* ---- replaying ---- */

typedef struct replay {
    ws_session *session;
    uint64_t end_ns; /* of the clock */
    ws_error *error;
} replay;

static uint64_t clock_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t seconds = (uint64_t)t.tv_sec;
    uint64_t rest = (uint64_t)t.tv_nsec;
    return seconds * 1000000000u + rest;
}

static uint64_t cycle_of(const replay *r) {
    return ws_net_cycle(ws_session_net(r->session));
}

static bool run_to(const replay *r, uint64_t cycle) {
    while (cycle_of(r) < cycle) {
        uint64_t left = cycle - cycle_of(r);
        uint64_t piece = left < PIECE ? left : PIECE;
        if (clock_ns() > r->end_ns)
            return fail_with(r->error, "it takes too long to replay");
        if (ws_session_run(r->session, piece) == 0)
            return fail_with(r->error, "it ends at cycle %" PRIu64, cycle_of(r));
    }
    return true;
}

static bool lines_replay(const replay *r, const ws_mine *mine) {
    if (!ws_session_branch_off(r->session, "shown", r->error))
        return false;
    for (size_t i = 0; i < mine->count; i++) {
        const ws_mine_line *line = &mine->line[i];
        if (!run_to(r, line->cycle))
            return false;
        if (!ws_session_apply(r->session, line->text, r->error))
            return false;
    }
    return run_to(r, mine->at);
}

static bool branch_find(const ws_session *session, const ws_mine *mine, size_t *branch) {
    *branch = ws_session_branch_find(session, mine->branch);
    if (*branch == ws_session_branch_count(session))
        return false;
    ws_branch_info info = ws_session_branch(session, *branch);
    return mine->from <= info.reached;
}

bool ws_mine_replay(const ws_mine *mine, ws_session *session, ws_error *error) {
    replay r = {.session = session, .error = error};
    ws_error lost;
    size_t branch;
    size_t before = ws_session_branch_present(session);
    uint64_t cycle = cycle_of(&r);
    r.end_ns = clock_ns() + WS_MINE_NS;
    if (!branch_find(session, mine, &branch))
        return fail_with(error, "the lecture has not been where this begins");
    if (!ws_session_branch_switch(session, branch, mine->from, error))
        return false;
    if (lines_replay(&r, mine))
        return true;
    ws_session_branch_switch(session, before, cycle, &lost);
    return false;
}
