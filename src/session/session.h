/* session.h - a scenario, a seed and a list of commands: everything that can happen to a network, in one place.
 *
 * The only way to change a running network is a line of the command language, and all such lines (scenario, keys, tests) pass
 * ws_session_apply, which checks, stamps with the cycle, applies and journals them. The session owns the network and its
 * metrics. Determinism: same scenario, overrides and lines at the same cycles = same state. */
#ifndef WS_SESSION_H
#define WS_SESSION_H

#include "wormscope/wormscope.h"

typedef struct ws_session ws_session;
struct ws_metrics;

typedef struct ws_options {
    const char *const *sets; /* "NAME=VALUE" strings, applied after the scenario's own settings, before the build */
    size_t set_count;
    bool has_seed, has_cycles, has_warmup;
    uint64_t seed, cycles, warmup; /* override the scenario's */
} ws_options;

typedef struct ws_journal_entry {
    uint64_t cycle;
    const char *text; /* the line without its @cycle */
} ws_journal_entry;

/* Opens a scenario: a path, "-" for stdin, or a name such as "kwan/two-hosts" found in scenarios/ (ws_find_scenario). NULL with
 * "file:line:col: what is wrong; what would be right" in error. */
ws_session *ws_session_open(const char *scenario, const ws_options *options, ws_error *error);
/* The same from text in memory; `name` is used in messages, includes are looked up relative to `directory` (may be NULL). */
ws_session *ws_session_open_text(const char *name, const char *text, size_t length, const char *directory,
                                 const ws_options *options, ws_error *error);
void ws_session_close(ws_session *session);

/* The choke point. One line without @cycle, to take effect before the next cycle. False with an error, and nothing changed, if
 * it cannot be applied; what is applied is journalled. */
bool ws_session_apply(ws_session *session, const char *line, ws_error *error);

/* Runs up to `cycles` cycles, applying the scenario's timed lines at their cycles and feeding the metrics; stops early at the
 * end. Returns cycles run. 0 once ws_session_ended. */
uint64_t ws_session_run(ws_session *session, uint64_t cycles);
bool ws_session_ended(const ws_session *session);                   /* reached `@cycle end` (or options.cycles) */
bool ws_session_failed(const ws_session *session, ws_error *error); /* a timed line or a `check` failed: says which */
uint64_t ws_session_end(const ws_session *session);                 /* cycle of the end, UINT64_MAX if none */
uint64_t ws_session_warmup(const ws_session *session);

ws_net *ws_session_net(ws_session *session);
struct ws_metrics *ws_session_metrics(ws_session *session);
uint64_t ws_session_digest(const ws_session *session);   /* of the whole state */
const char *ws_session_name(const ws_session *session);  /* as it was asked for: "kwan/two-hosts" */
const char *ws_session_title(const ws_session *session); /* the scenario's own `title` line, or its name */
const char *ws_session_note(const ws_session *session);  /* the latest `note`, "" if none */
const ws_journal_entry *ws_session_journal(const ws_session *session, size_t *count);

/* A 64-bit digest of a network's state: every column of ws_net_columns in order. */
uint64_t ws_net_digest(const ws_net *net);

#endif
