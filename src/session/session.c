/* session.c - the choke point: every change of a network is a line that passes line_apply, whoever wrote it.
 *
 * Invariants: draft.def and draft.hosts are what the network has in force; timed lines before next_timed have been applied, and
 * no line of a cycle that has been reached is left; the journal holds every line that was applied. */
#include "session/session.h"

#include "observe/metrics.h"
#include "session/find.h"
#include "session/journal.h"
#include "session/load.h"
#include "session/memory.h"

#include <assert.h>
#include <inttypes.h>

struct ws_session {
    char *name;
    ws_script script; /* its draft is the one in force */
    ws_draft next;    /* where a line is tried */
    ws_net *net;
    ws_metrics *metrics;
    ws_journal journal;
    size_t next_timed;
    bool ended, failed;
    ws_error error; /* of the line that failed */
};

/* ---------------------------------------------------------------------------------------- one line, live ---- */

static size_t host_count(const ws_session *s) { return (size_t)s->script.graph.hosts; }

static bool commit_hosts(ws_session *s, ws_error *error) {
    ws_host_def *now = s->script.draft.hosts;
    const ws_host_def *next = s->next.hosts;
    for (size_t h = 0; h < host_count(s); h++) {
        if (memcmp(&now[h], &next[h], sizeof *now) == 0 || ws_net_change_host(s->net, (uint32_t)h, &next[h], error)) continue;
        while (h--) {
            ws_error ignored;
            bool undone = ws_net_change_host(s->net, (uint32_t)h, &now[h], &ignored);
            assert(undone); /* it was in force a moment ago */
            (void)undone;
        }
        return false;
    }
    memcpy(now, next, host_count(s) * sizeof *now);
    return true;
}

static bool check_digest(const ws_session *s, ws_error *error) {
    uint64_t digest = ws_net_digest(s->net);
    if (digest == s->next.check) return true;
    snprintf(error->text, sizeof error->text,
             "the digest at cycle %" PRIu64 " is %016" PRIx64 " and not %016" PRIx64 "; the run differs from the one "
             "that was recorded",
             ws_net_cycle(s->net), digest, s->next.check);
    return false;
}

/* Makes what the line changed in `next` true of the network; nothing has changed if it fails. */
static bool commit(ws_session *s, ws_error *error) {
    ws_draft *now = &s->script.draft;
    unsigned touched = s->next.touched;
    if (touched & WS_TOUCHED_DEF && !ws_net_change(s->net, &s->next.def, error)) return false;
    if (touched & WS_TOUCHED_HOSTS && !commit_hosts(s, error)) return false;
    if (touched & WS_TOUCHED_CHECK && !check_digest(s, error)) return false;
    if (touched & WS_TOUCHED_END) s->ended = true, s->script.end = ws_net_cycle(s->net);
    now->def = s->next.def;
    memcpy(now->note, s->next.note, sizeof now->note);
    return true;
}

static bool line_apply(ws_session *s, const ws_line *line, ws_error *error) {
    const ws_command *command = ws_command_find(line, true, error);
    if (!command) return false;
    ws_host_def *hosts = s->next.hosts;
    s->next = s->script.draft;
    s->next.hosts = hosts;
    s->next.touched = 0;
    if (host_count(s)) memcpy(hosts, s->script.draft.hosts, host_count(s) * sizeof *hosts);
    if (!command->run(line, true, &s->next, error)) return false;
    if (!commit(s, error)) {
        ws_place place = line->place;
        place.column = line->word[0].column;
        return ws_fail_place(error, place);
    }
    ws_journal_add(&s->journal, ws_net_cycle(s->net), line->text, line->length);
    return true;
}

bool ws_session_apply(ws_session *s, const char *text, ws_error *error) {
    ws_line line;
    if (!ws_line_split(&line, (ws_place){NULL, 1, 1}, text, strlen(text), error)) return false;
    if (line.count == 0) return ws_fail(error, &line, 0, "the line is empty; write a command");
    if (line.word[0].text[0] == '@')
        return ws_fail(error, &line, 0, "the line takes effect now; leave out %.64s", line.word[0].text);
    return line_apply(s, &line, error);
}

/* ------------------------------------------------------------------------------------------------ running ---- */

/* The scenario's lines for this cycle. */
static void apply_due(ws_session *s) {
    const ws_script *script = &s->script;
    uint64_t now = ws_net_cycle(s->net);
    while (!s->ended && s->next_timed < script->timed_count && script->timed[s->next_timed].cycle <= now) {
        const ws_timed *timed = &script->timed[s->next_timed++];
        ws_line line;
        if (ws_line_split(&line, timed->place, timed->text, timed->length, &s->error) && line_apply(s, &line, &s->error))
            continue;
        s->failed = s->ended = true;
    }
    if (now >= script->end) s->ended = true;
}

/* The next cycle at which there is something to do besides stepping. */
static uint64_t next_stop(const ws_session *s, uint64_t until) {
    const ws_script *script = &s->script;
    uint64_t stop = until < script->end ? until : script->end;
    if (s->next_timed < script->timed_count && script->timed[s->next_timed].cycle < stop)
        stop = script->timed[s->next_timed].cycle;
    return stop;
}

static void step_until(ws_session *s, uint64_t stop) {
    for (uint64_t now; (now = ws_net_cycle(s->net)) < stop;) {
        uint64_t ran = ws_net_step(s->net, stop - now);
        assert(ran > 0); /* the events have just been cleared */
        ws_metrics_feed(s->metrics, s->net);
        ws_net_events_clear(s->net);
        if (ran == 0) return;
    }
}

uint64_t ws_session_run(ws_session *s, uint64_t cycles) {
    uint64_t begin = ws_net_cycle(s->net);
    uint64_t until = cycles > UINT64_MAX - begin ? UINT64_MAX : begin + cycles;
    while (!s->ended && ws_net_cycle(s->net) < until) {
        step_until(s, next_stop(s, until));
        apply_due(s);
    }
    return ws_net_cycle(s->net) - begin;
}

/* ------------------------------------------------------------------------------------- opening and closing ---- */

static bool session_build(ws_session *s, ws_source *source, const ws_options *options, ws_error *error) {
    ws_script *script = &s->script;
    if (!ws_script_read(script, source, options, error) || !ws_script_resolve(script, options, error)) return false;
    s->net = ws_net_build(&script->draft.def, &script->graph, script->draft.hosts, error);
    if (!s->net) return ws_script_blame(script, error);
    script->draft.def = *ws_net_def(s->net);
    s->metrics = ws_metrics_new(s->net, script->draft.warmup);
    s->next.hosts = ws_alloc(host_count(s), sizeof *s->next.hosts);
    apply_due(s);
    return true;
}

static ws_session *session_new(const char *name, ws_source *source, const ws_options *options, ws_error *error) {
    if (!source) return NULL;
    ws_session *s = ws_alloc(1, sizeof *s);
    s->name = ws_copy_text(name, strlen(name));
    if (session_build(s, source, options, error)) return s;
    ws_session_close(s);
    return NULL;
}

ws_session *ws_session_open(const char *scenario, const ws_options *options, ws_error *error) {
    bool standard = strcmp(scenario, "-") == 0;
    char *path = standard ? ws_copy_text("-", 1) : ws_find_scenario(scenario, error);
    ws_source *source = path ? ws_source_read(path, true, error) : NULL;
    free(path);
    return session_new(standard ? "stdin" : scenario, source, options, error);
}

ws_session *ws_session_open_text(const char *name, const char *text, size_t length, const char *directory,
                                 const ws_options *options, ws_error *error) {
    return session_new(name, ws_source_text(name, directory, text, length, error), options, error);
}

void ws_session_close(ws_session *s) {
    if (!s) return;
    if (s->metrics) ws_metrics_free(s->metrics);
    if (s->net) ws_net_free(s->net);
    ws_journal_free(&s->journal);
    ws_script_free(&s->script);
    free(s->next.hosts);
    free(s->name);
    free(s);
}

/* ------------------------------------------------------------------------------------------------ asking ---- */

bool ws_session_ended(const ws_session *s) { return s->ended; }

bool ws_session_failed(const ws_session *s, ws_error *error) {
    if (s->failed) *error = s->error;
    return s->failed;
}

uint64_t ws_session_end(const ws_session *s) { return s->script.end; }
uint64_t ws_session_warmup(const ws_session *s) { return s->script.draft.warmup; }
ws_net *ws_session_net(ws_session *s) { return s->net; }
struct ws_metrics *ws_session_metrics(ws_session *s) {
    return s->metrics;
}
uint64_t ws_session_digest(const ws_session *s) { return ws_net_digest(s->net); }
const char *ws_session_name(const ws_session *s) { return s->name; }
const char *ws_session_title(const ws_session *s) { return *s->script.draft.title ? s->script.draft.title : s->name; }
const char *ws_session_note(const ws_session *s) { return s->script.draft.note; }

const ws_journal_entry *ws_session_journal(const ws_session *s, size_t *count) {
    *count = s->journal.count;
    return s->journal.entries;
}
