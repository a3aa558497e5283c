/* session.c - the choke point: every change of a network is a line that passes line_apply,
 * whoever wrote it. The invariants are in session_state.h. */
#include "session/session.h"

#include "session/language/stage_lines.h"
#include "session/language/text.h"
#include "session/library/scenarios.h"
#include "session/session_state.h"
#include "session/stage.h"

#include <assert.h>
#include <inttypes.h>

/* ------------------------------------------------------------------------- one line, live ---- */

static size_t host_count(const ws_session *s) {
    return (size_t)s->script.draft.graph->hosts;
}

/* Restores the rules of the first `count` hosts. */
static void restore_hosts(ws_session *s, uint32_t count) {
    const ws_host_def *now = s->script.draft.hosts;
    for (uint32_t h = 0; h < count; h++) {
        ws_error ignored;
        bool undone = ws_net_change_host(s->net, h, &now[h], &ignored);
        assert(undone); /* this rule was in force a moment ago */
        (void)undone;
    }
}

static bool commit_hosts(ws_session *s, ws_error *error) {
    uint32_t count = (uint32_t)host_count(s);
    ws_host_def *now = s->script.draft.hosts;
    const ws_host_def *next = s->next.hosts;
    for (uint32_t h = 0; h < count; h++) {
        const ws_host_def *host = &next[h];
        bool same = memcmp(&now[h], host, sizeof *now) == 0;
        if (same || ws_net_change_host(s->net, h, host, error))
            continue;
        restore_hosts(s, h);
        return false;
    }
    memcpy(now, next, count * sizeof *now);
    return true;
}

static bool check_digest(const ws_session *s, ws_error *error) {
    uint64_t digest = ws_net_digest(s->net);
    if (digest == s->next.check)
        return true;
    return fail_with(error,
                     "the digest at cycle %" PRIu64 " is %016" PRIx64 " and not %016" PRIx64
                     "; the run differs from the one "
                     "that was recorded",
                     session_now(s), digest, s->next.check);
}

static void end_here(ws_session *s) {
    s->end = session_now(s);
    s->ended = !s->options.drain;
}

static void measure_anew(ws_session *s) {
    ws_metrics_reset(s->metrics, s->net);
    if (s->phases)
        ws_phases_reset(s->phases, s->net);
}

/* Closes the measurement: messages that begin from here on are not measured. */
static void measure_close(ws_session *s) {
    ws_metrics_close(s->metrics, s->net);
    if (s->phases)
        ws_phases_close(s->phases, s->net);
}

/* Reads and measures the latest events. */
static void events_read(ws_session *s) {
    ws_metrics_feed(s->metrics, s->net);
    if (s->phases)
        ws_phases_feed(s->phases, s->net);
    ws_net_events_clear(s->net);
}

/* Sends the message. Its events are read at once, to leave room for those of the next. */
static bool commit_sending(ws_session *s, ws_error *error) {
    const ws_sending *sending = &s->next.sending;
    uint32_t from = (uint32_t)sending->from;
    uint32_t to = (uint32_t)sending->to;
    uint32_t flits = (uint32_t)sending->flits;
    if (!ws_net_send(s->net, from, to, flits, error))
        return false;
    events_read(s);
    return true;
}

/* Puts the network with other cables in place. Hosts that always send have made new messages: their
 * events are read. */
static bool commit_cabling(ws_session *s, ws_error *error) {
    if (!session_recable(s, error))
        return false;
    events_read(s);
    return true;
}

#define CHUNK_NS   8000000u /* of a chunk, at most */
#define DRAIN_GRID 64       /* cycles between two checks whether the drain is over */

/* Is the run over, with its drain if it has one? A drain is checked on a grid of cycles, so that
 * the result does not depend on how the run is cut into steps. */
static bool is_over(ws_session *s, uint64_t now) {
    uint64_t end = session_end(s);
    uint64_t most = end > WS_DRAIN_LEAST ? end : WS_DRAIN_LEAST;
    if (now >= WS_CYCLES_MAX)
        return true;
    if (now < end)
        return false;
    if (!s->options.drain)
        return true;
    measure_close(s);
    if (now - end >= most)
        return true;
    if ((now - end) % DRAIN_GRID != 0)
        return false;
    return ws_metrics_unfinished(s->metrics) == 0;
}

/* Returns the next cycle at which a draining session checks whether the drain is over. */
static uint64_t drain_due(const ws_session *s, uint64_t now) {
    uint64_t end = session_end(s);
    if (now < end)
        return end;
    return now + DRAIN_GRID - (now - end) % DRAIN_GRID;
}

/* Applies the changes in the draft `next` to the network. Nothing has changed if one fails. */
static bool changes_make(ws_session *s, ws_error *error) {
    ws_draft *now = &s->script.draft;
    unsigned touched = s->next.touched;
    if (touched & WS_TOUCHED_BUILD)
        return session_rebuild(s, error);
    if (touched & WS_TOUCHED_DEF && !ws_net_change(s->net, &s->next.def, error))
        return false;
    if (touched & WS_TOUCHED_HOSTS && !commit_hosts(s, error))
        return false;
    if (touched & WS_TOUCHED_CABLE && !commit_cabling(s, error))
        return false;
    if (touched & WS_TOUCHED_SEND && !commit_sending(s, error))
        return false;
    if (touched & WS_TOUCHED_CHECK && !check_digest(s, error))
        return false;
    if (touched & WS_TOUCHED_END)
        end_here(s);
    if (touched & WS_TOUCHED_MEASURE)
        measure_anew(s);
    now->def = s->next.def;
    memcpy(now->note, s->next.note, sizeof now->note);
    now->remark = s->next.remark;
    return true;
}

/* Applies the changes in the draft `next`. A change of parameters or hosts begins a new phase. */
static bool commit(ws_session *s, const ws_line *line, ws_error *error) {
    unsigned changes = WS_TOUCHED_BUILD | WS_TOUCHED_DEF | WS_TOUCHED_HOSTS | WS_TOUCHED_CABLE;
    if (!s->phases || !(s->next.touched & changes))
        return changes_make(s, error);
    ws_phases_measure(s->phases, s->metrics, s->net);
    if (!changes_make(s, error))
        return false;
    uint64_t warmup = s->script.draft.warmup;
    ws_phases_begin(s->phases, s->net, warmup, line->text, line->length);
    return true;
}

static bool line_apply(ws_session *s, const ws_line *line, ws_error *error) {
    if (!session_draft_run(s, line))
        return false;
    return commit(s, line, error) || ws_fail_place(error, ws_word_place(line, 0));
}

/* A rebuild with settings that the network has already would only lose what is under way; one
 * without settings is meant so. */
static bool is_of_use(ws_session *s, const ws_line *line, ws_error *error) {
    if (!word_is(line, 0, "rebuild"))
        return true;
    if (line->count == 1)
        return true;
    if (!session_draft_run(s, line))
        return true;
    return session_draft_differs(s, error);
}

/* Adds a line that has acted to the branch and to the journal. */
static void line_keep(ws_session *s, const ws_line *line) {
    uint64_t now = session_now(s);
    ws_branch_add(&s->branches, s->branch, now, line->text, line->length);
    const char *kept = session_next_typed(s)->text;
    s->next_typed++;
    ws_journal_add(&s->journal, now, kept);
}

bool ws_session_apply(ws_session *s, const char *text, ws_error *error) {
    ws_line line;
    if (!ws_line_typed(&line, text, error))
        return false;
    const char *first = word_at(&line, 0);
    if (line.count == 0)
        return ws_refuse(&line, 0, "the line is empty; write a command");
    if (*first == '@')
        return ws_refuse(&line, 0, "the line takes effect now; leave out %.64s", first);
    if (ws_stage_line_of(&line))
        return ws_session_stage(s, text, error);
    session_closing_check(s);
    if (!session_has_room(s, error))
        return false;
    if (!is_of_use(s, &line, error))
        return false;
    if (!line_apply(s, &line, error)) {
        session_advise(s, &line, error);
        return false;
    }
    session_closing_changed(s);
    session_adopt(s);
    line_keep(s, &line);
    session_record_sync(s);
    return true;
}

/* -------------------------------------------------------------------------------- running ---- */

/* The run ends at a line that was written before and cannot be applied now. */
static void line_failed(ws_session *s, const ws_error *error) {
    if (!s->failed)
        s->error = *error;
    s->failed = s->ended = true;
}

/* Applies the next line of the scenario. */
static void timed_apply(ws_session *s) {
    ws_line line;
    ws_error error;
    const ws_timed *timed = session_next_timed(s);
    s->next_timed++;
    bool good = ws_line_split(&line, timed->place, timed->text, timed->length, &error);
    if (good && line_apply(s, &line, &error))
        ws_journal_add(&s->journal, session_now(s), timed->text);
    else
        line_failed(s, &error);
}

/* Applies the next line of the branch. */
static void typed_apply(ws_session *s) {
    ws_line line;
    ws_error error;
    const char *text = session_next_typed(s)->text;
    s->next_typed++;
    if (ws_line_typed(&line, text, &error) && line_apply(s, &line, &error))
        ws_journal_add(&s->journal, session_now(s), text);
    else
        line_failed(s, &error);
}

/* Compares the next check of the branch. */
static void check_compare(ws_session *s) {
    const ws_recorded_check *check = &session_branch(s)->checks[s->next_check];
    s->next_check++;
    session_compare(s, check);
}

static bool typed_is_due(const ws_session *s, uint64_t now) {
    const ws_journal_entry *typed = session_next_typed(s);
    return typed && typed->cycle <= now;
}

static bool check_is_due(ws_session *s, uint64_t now) {
    const ws_branch *branch = session_branch(s);
    if (s->next_check == branch->check_count)
        return false;
    const ws_recorded_check *check = &branch->checks[s->next_check];
    if (check->cycle != now)
        return check->cycle < now;
    return check->typed <= s->next_typed;
}

static bool timed_is_due(const ws_session *s, uint64_t now) {
    const ws_timed *timed = session_next_timed(s);
    return timed && timed->cycle <= now;
}

/* Lines of the scenario come before lines typed at the same cycle, as in the recorded run. A check
 * compares even where the run has ended. */
void session_apply_due(ws_session *s) {
    uint64_t now = session_now(s);
    bool lines = timed_is_due(s, now) || typed_is_due(s, now);
    if (lines)
        session_closing_check(s);
    while (!s->ended && !session_drains(s) && timed_is_due(s, now))
        timed_apply(s);
    s->ended |= is_over(s, now);
    for (;;) {
        if (check_is_due(s, now))
            check_compare(s);
        else if (typed_is_due(s, now))
            typed_apply(s);
        else
            break;
    }
    if (lines)
        session_closing_changed(s);
}

/* Returns the next cycle at which the state of the network is read or changed. */
static uint64_t next_reading(const ws_session *s, uint64_t until) {
    const ws_branch *branch = session_branch(s);
    uint64_t now = session_now(s);
    uint64_t stop = session_undisturbed(s, until);
    stop = session_sooner(stop, ws_metrics_base_due(s->metrics));
    if (s->phases)
        stop = session_sooner(stop, ws_phases_base_due(s->phases));
    if (s->options.drain)
        stop = session_sooner(stop, drain_due(s, now));
    if (s->next_check < branch->check_count)
        stop = session_sooner(stop, branch->checks[s->next_check].cycle);
    if (s->record.writer)
        stop = session_sooner(stop, now - now % WS_CHECK_CYCLES + WS_CHECK_CYCLES);
    if (s->record.writer || s->keyframes)
        stop = session_sooner(stop, now + s->chunk);
    /* another caller may have stepped the network past a stop */
    return stop > now ? stop : now + 1;
}

/* Returns the next cycle at which a window of the measures is full, or the observer looks. */
static uint64_t next_window(const ws_session *s) {
    uint64_t due = ws_metrics_due(s->metrics);
    if (s->observer)
        due = session_sooner(due, ws_observer_due(s->observer));
    if (s->phases)
        due = session_sooner(due, ws_phases_due(s->phases));
    return due;
}

/* Shows the observer the state on arrival, before any line of this cycle acts. */
static void sample_if_due(ws_session *s) {
    uint64_t worms;
    uint64_t blocked;
    if (!s->observer || session_now(s) < ws_observer_due(s->observer))
        return;
    ws_net_show(s->net);
    ws_observer_sample(s->observer, s->net);
    ws_observer_worms(s->observer, &worms, &blocked);
    ws_metrics_blocked(s->metrics, worms, blocked);
}

/* Steps to the cycle of a reading. Windows that are full before it, and looks of the observer, need
 * no settled network. */
static void step_until(ws_session *s, uint64_t reading) {
    for (uint64_t now; (now = session_now(s)) < reading;) {
        uint64_t stop = session_sooner(reading, next_window(s));
        uint64_t cycles = stop > now ? stop - now : 1;
        uint64_t ran = ws_net_run(s->net, cycles);
        assert(ran > 0); /* the events have just been cleared, so there is room */
        if (now + ran == reading)
            ws_net_settle(s->net);
        sample_if_due(s);
        events_read(s);
        if (ran == 0)
            return;
    }
}

/* Steps to a reading. With keyframes or a recording, sizes chunks so that one takes CHUNK_NS / 4 to
 * CHUNK_NS: a small one cuts the segments of a large network every few cycles. */
static void chunk_run(ws_session *s, uint64_t reading) {
    if (!s->record.writer && !s->keyframes) {
        step_until(s, reading);
        return;
    }
    uint64_t begin = ws_keyframes_clock();
    uint64_t chunk = reading - session_now(s);
    step_until(s, reading);
    uint64_t elapsed = ws_keyframes_clock() - begin;
    s->cost_ns += elapsed;
    if (elapsed < CHUNK_NS / 4 && chunk == s->chunk)
        s->chunk *= 2;
    if (elapsed > CHUNK_NS && s->chunk > 1)
        s->chunk /= 2;
}

uint64_t ws_session_run(ws_session *s, uint64_t cycles) {
    uint64_t begin = session_now(s);
    uint64_t left = WS_CYCLES_MAX - begin;
    uint64_t until = begin + (cycles < left ? cycles : left);
    while (!s->ended && session_now(s) < until) {
        chunk_run(s, next_reading(s, until));
        session_arrive(s);
        session_apply_due(s);
        session_record_due(s);
    }
    return session_now(s) - begin;
}

/* -------------------------------------------------------------------- opening and closing ---- */

/* Builds the network of the script, which has been read. */
static bool session_build(ws_session *s, ws_error *error) {
    ws_script *script = &s->script;
    if (!ws_script_resolve(script, &s->options, error))
        return false;
    const ws_def *def = &script->draft.def;
    if (!session_bound_holds(s, def, &script->graph, error))
        return false;
    s->net = ws_net_build(def, &script->graph, script->draft.hosts, error);
    if (!s->net)
        return ws_script_blame(script, error);
    s->first = script->draft.def = *ws_net_def(s->net);
    s->metrics = ws_metrics_new(s->net, script->draft.warmup);
    if (s->options.phases)
        s->phases = ws_phases_new();
    session_builds_begin(s);
    s->next.hosts = ws_alloc(host_count(s), sizeof *s->next.hosts);
    s->end = script->end;
    s->chunk = 64;
    if (s->options.keyframe_bytes)
        s->keyframes = ws_keyframes_new(s->options.keyframe_bytes, s->options.keyframe_ns);
    session_closing_begin(s);
    session_arrive(s);
    session_apply_due(s);
    return true;
}

static ws_session *session_new(const char *name, const ws_options *options) {
    ws_session *s = ws_alloc(1, sizeof *s);
    s->name = text_copy(name);
    ws_options_copy(&s->options, options);
    s->bound = s->options.bound;
    return s;
}

/* A session to open, and where errors go. */
typedef struct opening {
    const char *name;  /* in errors */
    const char *shown; /* what the session is called */
    const ws_options *options;
    ws_fault *fault;
    ws_error *error;
} opening;

/* Takes over the source. NULL with an error; an error that blames a file for a contradiction is
 * also left in *conflict. */
static ws_session *source_open(const opening *o, ws_source *source, ws_error *conflict) {
    ws_session *s = session_new(o->shown, o->options);
    ws_branches_begin(&s->branches);
    bool good = ws_script_read(&s->script, source, &s->options, o->error);
    if (good && session_build(s, o->error))
        return s;
    *conflict = s->script.conflict;
    ws_session_close(s);
    return NULL;
}

/* Would the scenario be right without the --set of this number? */
static bool is_right_without(const opening *o, const ws_source *source, size_t set) {
    ws_error ignored;
    ws_options fewer = *o->options;
    const opening trial = {
        .shown = "",
        .options = &fewer,
        .error = &ignored,
    };
    const char **sets = ws_alloc(fewer.set_count, sizeof *sets);
    size_t count = 0;
    for (size_t i = 0; i < fewer.set_count; i++)
        if (i != set)
            sets[count++] = fewer.sets[i];
    fewer.sets = sets;
    fewer.set_count = count;
    fewer.keyframe_bytes = 0;
    ws_source *copy = ws_source_copy(source, &ignored);
    ws_session *s = copy ? source_open(&trial, copy, &ignored) : NULL;
    bool right = s != NULL;
    ws_session_close(s);
    free(sets);
    return right;
}

/* Names in the error the --set that contradicts the scenario, not the line that the --set
 * contradicts. */
static void blame_set(const opening *o, const ws_source *source, const ws_error *conflict) {
    for (size_t i = o->options->set_count; i-- > 0;) {
        if (!is_right_without(o, source, i))
            continue;
        fail_with(o->error, "--set %.100s: %.380s", o->options->sets[i], conflict->text);
        return;
    }
}

static ws_session *scenario_open(const opening *o, ws_source *source) {
    bool has_sets = o->options && o->options->set_count;
    ws_error conflict = {0};
    ws_error ignored;
    ws_source *copy = has_sets ? ws_source_copy(source, &ignored) : NULL;
    ws_session *s = source_open(o, source, &conflict);
    if (!s && copy && *conflict.text)
        blame_set(o, copy, &conflict);
    ws_source_free(copy);
    return s;
}

/* Refuses options that a recording does not accept. */
static bool options_fit(const opening *o, const ws_options *options, int64_t model) {
    if (options->set_count || options->has_seed || options->has_warmup)
        return fail_with(
            o->error,
            "%.200s: a recording has its own settings; open it, and change them from there",
            o->name);
    if (model == WS_MODEL || options->any_model)
        return true;
    return fail_with(o->error,
                     "%.200s: a recording of model %" PRId64
                     ", and this program has model %d: the run would differ from the recorded one; "
                     "`--force` of replay and render plays it",
                     o->name, model, WS_MODEL);
}

/* Reads and builds the network of the recording that the session has. */
static bool recording_build(ws_session *s, ws_error *error) {
    const ws_recording *recording = s->recording;
    const ws_bundle bundle = {recording->files, recording->file_count};
    bool good = ws_script_read_bundle(&s->script, &bundle, &s->options, error);
    good = good && session_build(s, error);
    s->script.bundle = NULL;
    return good;
}

/* Takes over the recording. */
static ws_session *recording_open(const opening *o, ws_recording *recording) {
    const ws_options own = o->options ? *o->options : (ws_options){0};
    const char *shown = recording->scenario ? recording->scenario : o->name;
    ws_session *s = session_new(shown, &recording->options);
    s->recording = recording;
    s->branches = recording->branches;
    s->branch = recording->branch;
    recording->branches = (ws_branches){0};
    s->options.keyframe_bytes = own.keyframe_bytes;
    s->options.keyframe_ns = own.keyframe_ns;
    s->options.phases = own.phases;
    s->bound = s->options.bound = own.bound;
    bool good = options_fit(o, &own, recording->model);
    if (!good || !recording_build(s, o->error)) {
        ws_session_close(s);
        return NULL;
    }
    if (own.has_cycles && own.cycles < s->end)
        s->end = s->script.end = own.cycles;
    return s;
}

ws_session *session_open_recording(const char *name, ws_recording *recording,
                                   const ws_options *options, ws_error *error) {
    const opening o = {
        .name = name,
        .options = options,
        .error = error,
    };
    return recording_open(&o, recording);
}

/* Takes over the source, which may be freed before the session exists: `name` and `shown` must not
 * point into it. */
static ws_session *text_open(const opening *o, ws_source *source) {
    if (!ws_recording_is(source->text, source->length)) {
        *o->fault = WS_FAULT_USAGE;
        if (source->length <= WS_SOURCE_MAX)
            return scenario_open(o, source);
        fail_with(o->error, "%.300s: is longer than 1 MiB; no scenario is", o->name);
        ws_source_free(source);
        return NULL;
    }
    ws_recording *recording =
        ws_recording_parse(o->name, source->text, source->length, o->fault, o->error);
    ws_source_free(source);
    if (!recording)
        return NULL;
    *o->fault = WS_FAULT_USAGE;
    return recording_open(o, recording);
}

/* Opens the file at the path; "-": standard input. */
static ws_session *path_open(opening *o, const char *path) {
    bool standard = text_is(path, "-");
    ws_source *source = ws_source_read_up_to(path, true, WS_RECORDING_MAX, o->error);
    *o->fault = WS_FAULT_IO;
    o->name = standard ? "stdin" : path;
    if (standard)
        o->shown = o->name;
    return source ? text_open(o, source) : NULL;
}

ws_session *ws_session_open_why(const char *scenario, const ws_options *options, ws_fault *fault,
                                ws_error *error) {
    bool standard = text_is(scenario, "-");
    opening o = {
        .shown = scenario,
        .options = options,
        .fault = fault,
        .error = error,
    };
    *fault = WS_FAULT_USAGE;
    char *path = standard ? text_copy("-") : ws_find_scenario(scenario, error);
    if (!path)
        return NULL;
    ws_session *s = path_open(&o, path);
    free(path);
    if (s)
        *fault = WS_FAULT_NONE;
    return s;
}

ws_session *ws_session_open(const char *scenario, const ws_options *options, ws_error *error) {
    ws_fault fault;
    return ws_session_open_why(scenario, options, &fault, error);
}

ws_session *ws_session_open_text(const char *name, const char *text, size_t length,
                                 const char *directory, const ws_options *options,
                                 ws_error *error) {
    ws_fault fault;
    const opening o = {name, name, options, &fault, error};
    if (ws_recording_is(text, length)) {
        ws_recording *recording = ws_recording_parse(name, text, length, &fault, error);
        return recording ? recording_open(&o, recording) : NULL;
    }
    ws_source *source = ws_source_text(name, directory, text, length, error);
    return source ? scenario_open(&o, source) : NULL;
}

void ws_session_close(ws_session *s) {
    if (!s)
        return;
    if (s->net)
        ws_used_tell(&s->first, ws_net_def(s->net), s->journal.entries, s->journal.count);
    session_record_free(s);
    session_closing_free(s);
    if (s->metrics)
        ws_metrics_free(s->metrics);
    ws_observer_free(s->observer);
    ws_phases_free(s->phases);
    if (s->net)
        ws_net_free(s->net);
    session_builds_free(s);
    ws_keyframes_free(s->keyframes);
    ws_branches_free(&s->branches);
    ws_recording_free(s->recording);
    ws_journal_free(&s->journal);
    ws_changes_free(&s->changes);
    ws_script_free(&s->script);
    ws_options_free(&s->options);
    free((void *)(uintptr_t)s->timeline.marks);
    free((void *)(uintptr_t)s->timeline.keyframes);
    free(s->next.hosts);
    free(s->name);
    free(s);
}

/* --------------------------------------------------------------------------------- asking ---- */

bool ws_session_ended(const ws_session *s) {
    return s->ended;
}

bool ws_session_failed(const ws_session *s, ws_error *error) {
    if (s->failed)
        *error = s->error;
    return s->failed;
}

uint64_t ws_session_end(const ws_session *s) {
    return session_end(s);
}
uint64_t ws_session_warmup(const ws_session *s) {
    return s->script.draft.warmup;
}
ws_net *ws_session_net(ws_session *s) {
    return s->net;
}
struct ws_metrics *ws_session_metrics(ws_session *s) {
    return s->metrics;
}
void ws_session_observe(ws_session *s) {
    if (!s->observer)
        s->observer = ws_observer_new(s->net);
}
struct ws_observer *ws_session_observer(ws_session *s) {
    return s->observer;
}
const struct ws_phase *ws_session_phases(ws_session *s, size_t *count) {
    *count = 0;
    if (!s->phases)
        return NULL;
    return ws_phases_list(s->phases, s->metrics, s->net, count);
}
const ws_def *ws_session_first(const ws_session *s) {
    return &s->first;
}
const ws_graph *ws_session_first_graph(const ws_session *s) {
    return &s->script.graph;
}
const char *ws_session_network_file(const ws_session *s) {
    bool from_file = s->first.topology == WS_TOPOLOGY_FILE;
    return from_file ? s->script.draft.network : NULL;
}
uint64_t ws_session_digest(const ws_session *s) {
    return ws_net_digest(s->net);
}
const char *ws_session_name(const ws_session *s) {
    return s->name;
}
bool ws_session_file(const ws_session *s, size_t i, const char **name, const char **text) {
    if (i >= s->script.file_count)
        return false;
    *name = s->script.files[i]->name;
    *text = s->script.files[i]->text;
    return true;
}

const char *ws_session_title(const ws_session *s) {
    const char *title = s->script.draft.title;
    return *title ? title : s->name;
}
const char *ws_session_note(const ws_session *s) {
    return s->script.draft.note;
}
ws_remark ws_session_remark(const ws_session *s) {
    return s->script.draft.remark;
}

const ws_journal_entry *ws_session_journal(const ws_session *s, size_t *count) {
    *count = s->journal.count;
    return s->journal.entries;
}
