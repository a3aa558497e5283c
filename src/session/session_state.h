/* session_state.h - what a session is made of, for its own files alone: session.c (lines and
 * running), rebuild.c (other networks), those of history (frames, forks, closing, travel) and
 * recording (recorder, verify). None uses one that uses it.
 *
 * Invariants. Where we are is (branch, cycle): the state is that which the scenario and the
 * first `next_typed` lines of the branch lead to. Scenario lines before next_timed and those
 * typed lines have been applied, and none of a cycle that has been reached is left, unless the
 * run has ended. The journal holds exactly these lines in the order in which they acted.
 * draft.def, draft.graph and draft.hosts are what the network has in force. branch.reached is
 * never behind the present. */
#ifndef WS_SESSION_STATE_H
#define WS_SESSION_STATE_H

#include "observe/metrics.h"
#include "observe/observer.h"
#include "observe/phases.h"
#include "session/history/history.h"
#include "session/load.h"
#include "session/recording/recording.h"
#include "session/recording/recording_writer.h"

/* The number of lines and checks of a branch that are written. */
typedef struct ws_written {
    size_t lines;
    size_t checks;
} ws_written;

/* A recording that is being made: the branches as far as they are on the writer. */
typedef struct ws_record {
    ws_writer *writer;   /* NULL: none */
    ws_written *written; /* by branch */
    size_t branches;     /* announced */
    size_t branch;       /* what is added now is of it */
    int format;          /* WS_RECORDING_*, as its first line says */
    size_t stage;        /* stage lines that are written */
    uint64_t checked_ns; /* when the latest check was made */
    uint64_t cycle;      /* of the latest line or check */
} ws_record;

/* What a network of the session was built from. */
typedef struct ws_build {
    ws_def def;
    const ws_graph *graph; /* own, or that of the scenario */
    ws_graph own;
} ws_build;

struct ws_session {
    char *name;
    ws_options options;
    ws_script script; /* its draft is in force */
    ws_draft next;    /* where a line is tried */
    ws_def first;     /* in force at cycle 0, before any line of that cycle */
    ws_net *net;
    ws_metrics *metrics;
    ws_phases *phases;     /* NULL: nobody asks */
    ws_observer *observer; /* NULL: nobody looks */
    ws_bound bound;        /* of networks that are rebuilt */
    ws_build **builds;     /* everything the session's networks were built from so far */
    size_t build_count;
    size_t build;      /* the build of the present network */
    uint64_t networks; /* how often `net` has become another */

    ws_branches branches;
    size_t branch;
    ws_journal journal;
    size_t next_timed; /* line of the scenario */
    size_t next_typed; /* line of the branch */
    size_t next_check; /* check of the branch */
    uint64_t end;      /* of a live run */
    bool ended;
    bool failed;
    ws_error error; /* of the line that failed */
    bool has_diverged;
    ws_divergence divergence;

    ws_keyframes *keyframes; /* NULL: cannot go back */
    uint64_t cost_ns;        /* CPU time it took to get here from cycle 0 */
    uint64_t chunk;          /* cycles that take about a millisecond */

    ws_recording *recording; /* that was opened; NULL of a scenario */
    ws_record record;
    ws_timeline timeline; /* the answer to the latest question */
    ws_changes changes;   /* so is this */
    ws_closing closing;   /* of a deadlock */
};

static inline ws_branch *session_branch(const ws_session *s) {
    return &s->branches.branch[s->branch];
}

static inline uint64_t session_now(const ws_session *s) {
    return ws_net_cycle(s->net);
}

static inline uint64_t session_sooner(uint64_t cycle, uint64_t other) {
    return other < cycle ? other : cycle;
}

/* Returns the cycle at which a run on this branch ends. */
static inline uint64_t session_end(const ws_session *s) {
    const ws_branch *branch = session_branch(s);
    if (branch->played)
        return session_sooner(branch->reached, s->end);
    return s->end;
}

/* The next line of the scenario, of whatever cycle; NULL if there is none. */
static inline const ws_timed *session_next_timed(const ws_session *s) {
    const ws_timed_lines *lines = &s->script.timed;
    if (s->next_timed == lines->count)
        return NULL;
    return &lines->line[s->next_timed];
}

/* The next line of the branch, of whatever cycle; NULL if there is none. */
static inline const ws_journal_entry *session_next_typed(const ws_session *s) {
    const ws_journal *typed = &session_branch(s)->typed;
    if (s->next_typed == typed->count)
        return NULL;
    return &typed->entries[s->next_typed];
}

/* Does the branch have lines or cycles after the present, or will a recording bring some? */
static inline bool session_has_future(const ws_session *s) {
    const ws_branch *branch = session_branch(s);
    if (branch->followed)
        return true;
    return s->next_typed < branch->typed.count || session_now(s) < branch->reached;
}

/* Is the session past its end, waiting for measured messages? No line of the scenario takes effect
 * there. */
static inline bool session_drains(const ws_session *s) {
    return s->options.drain && ws_net_cycle(s->net) >= session_end(s);
}

/* Returns the last cycle up to `until` that is reached without a line acting: lines of that cycle,
 * and the end, may come after it. */
static inline uint64_t session_undisturbed(const ws_session *s, uint64_t until) {
    const ws_timed *timed = session_next_timed(s);
    const ws_journal_entry *typed = session_next_typed(s);
    bool drains = session_drains(s);
    if (!drains)
        until = session_sooner(until, session_end(s));
    if (!drains && timed)
        until = session_sooner(until, timed->cycle);
    if (typed)
        until = session_sooner(until, typed->cycle);
    return until;
}

/* ---- session.c ---- */
/* Opens a session of a recording, which it owns from now on, also on an error: NULL. */
ws_session *session_open_recording(const char *name, ws_recording *recording,
                                   const ws_options *options, ws_error *error);
/* Applies the lines and compares the checks that are due at this cycle. */
void session_apply_due(ws_session *s);

/* ---- rebuild.c ---- */
void session_builds_begin(ws_session *s); /* the network has been built from the script */
void session_builds_free(ws_session *s);
/* Puts a network by the definition of `next` in the place of the present one. */
bool session_rebuild(ws_session *s, ws_error *error);
/* Runs a line on the draft `next`, and changes nothing else. False with an error in that of the
 * line. */
bool session_draft_run(ws_session *s, const ws_line *line);
/* Would a rebuild by the draft `next` give another network? False with an error. */
bool session_draft_differs(const ws_session *s, ws_error *error);
/* Can the network of the draft `next` be built? And with a cable cut? The session stays as it
 * is. */
bool session_can_rebuild(ws_session *s, ws_error *error);
bool session_can_cut(ws_session *s, const ws_cabling *cabling, ws_error *error);
/* Is a network no larger than the bound of the session? False with an error. */
bool session_bound_holds(const ws_session *s, const ws_def *def, const ws_graph *graph,
                         ws_error *error);
/* Puts a network with other cables cut, as `next` says, in the place of the present one. */
bool session_recable(ws_session *s, ws_error *error);
/* Remembers a build of another session of the same scenario; returns its number here. */
size_t session_build_adopt(ws_session *s, const ws_session *of, size_t build);
/* Makes the network of a build the present one, before a keyframe of it is restored. */
void session_build_restore(ws_session *s, size_t build);

/* ---- history/frames.c ---- */
/* Does the keyframe lie on the way of the present branch? */
bool session_has_frame(const ws_session *s, const ws_keyframe *frame);
/* The last keyframe on this way at or before a cycle; NULL if there is none. */
const ws_keyframe *session_frame_find(const ws_session *s, uint64_t cycle);
/* Measures, saves or restores the contents of a keyframe. */
void session_frame_pack(ws_session *s, ws_pack *pack);
/* Lays a keyframe of the present, unless one is there or lines of this cycle have acted. */
void session_frame_here(ws_session *s);
/* To be called on arrival at a cycle, before its lines: notes how far the branch has been, and lays
 * a keyframe if one is due. */
void session_arrive(ws_session *s);

/* ---- history/forks.c ---- */
/* Begins a branch for what comes now if the present one has a future; in any case the session is
 * live from now on. Needs room for a branch. */
void session_adopt(ws_session *s);
/* False with an error where a branch would have to begin and there are WS_BRANCHES_MAX already. */
bool session_has_room(const ws_session *s, ws_error *error);

/* ---- recording/recorder.c ---- */
/* Adds a check of the present state to the branch if it has none; only at its furthest cycle. */
void session_check_here(ws_session *s);
/* To be called on arrival at a cycle, after its lines: adds a check if one is due. */
void session_record_due(ws_session *s);
/* Writes the lines and checks of all branches that are not written yet. */
void session_record_sync(ws_session *s);
/* Compares the state with a check, and notes the first check that differs. */
void session_compare(ws_session *s, const ws_recorded_check *check);
/* Compares the state with a digest that another machine has of this place. */
void session_compare_digest(ws_session *s, uint64_t digest);
void session_record_free(ws_session *s);

#endif
