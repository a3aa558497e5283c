/* session.h - a scenario, a seed and a list of commands: everything that can happen to a network,
 * in one place.
 *
 * The only way to change a running network is a line of the command language, and all such lines
 * (scenario, keys, tests) pass ws_session_apply, which checks, stamps with the cycle, applies and
 * journals them. The session owns the network and its metrics. Determinism: same scenario,
 * overrides and lines at the same cycles = same state, and the same measurements.
 *
 * A session can be travelled in both directions. Where it is is a branch and a cycle; the branch
 * "main" is the first, and a line that is given where a branch has a future begins another one,
 * which leaves that future as it is. A recording is the session as text (recording.h): opened,
 * it is a session at cycle 0 with a future, which ends where that does until somebody takes
 * over. */
#ifndef WS_SESSION_H
#define WS_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "session/language/line.h"
#include "wormscope/wormscope.h"

typedef struct ws_session ws_session;
struct ws_metrics;
struct ws_observer;
struct ws_phase;

#define WS_KEYFRAME_BYTES (64u << 20) /* the usual keyframe_bytes */

/* No run has more, so that counters and times are exact in all of them: months of computing. */
#define WS_CYCLES_MAX  10000000000000
#define WS_DRAIN_LEAST 1000000 /* cycles for which a drain may go on, however short the run */
/* How large a network may be; 0: no limit. */
typedef struct ws_bound {
    int64_t nodes;  /* switches and hosts */
    int64_t flits;  /* that all buffers hold */
    bool *exceeded; /* becomes true when a larger one is refused; may be NULL */
} ws_bound;

typedef struct ws_options {
    /* "NAME=VALUE" strings, applied after the scenario's own settings, before the build */
    const char *const *sets;
    size_t set_count;
    bool has_seed;
    bool has_cycles;
    bool has_warmup;
    uint64_t seed; /* these three override the scenario's */
    uint64_t cycles;
    uint64_t warmup;
    size_t keyframe_bytes; /* memory for going back; 0: this session only goes forward */
    /* time of computing between two keyframes; 0: as much as makes a step back short */
    uint64_t keyframe_ns;
    bool any_model; /* open a recording of another model too */
    /* at the end the measurement closes, and the run continues until every measured message has
     * arrived; at most as long again as it ran, or WS_DRAIN_LEAST cycles if that is more */
    bool drain;
    bool phases;    /* measure each stretch between changes by itself */
    ws_bound bound; /* of the first network, and of those that it is rebuilt to */
} ws_options;

typedef struct ws_journal_entry {
    uint64_t cycle;
    const char *text; /* the line without its @cycle */
} ws_journal_entry;

/* Why a session could not be opened. */
typedef enum ws_fault {
    WS_FAULT_NONE,
    WS_FAULT_USAGE,   /* the scenario is wrong, or the recording is of another model */
    WS_FAULT_IO,      /* it cannot be read */
    WS_FAULT_DAMAGED, /* a recording is damaged; the error says where */
} ws_fault;

/* Opens a scenario or a recording: a path, "-" for stdin, or a name such as "kwan/two-hosts"
 * found in scenarios/ (ws_find_scenario). NULL with "file:line:col: what is wrong; what would be
 * right" in error. Of a recording only `cycles` (if it is nearer than its end), keyframe_bytes
 * and any_model of the options count; others are refused. */
ws_session *ws_session_open(const char *scenario, const ws_options *options, ws_error *error);
/* Opens a scenario or a recording as ws_session_open does, and says why it failed. */
ws_session *ws_session_open_why(const char *scenario, const ws_options *options, ws_fault *fault,
                                ws_error *error);
/* Opens a scenario or a recording from text in memory. `name` is used in messages; includes are
 * looked up relative to `directory` (may be NULL). */
ws_session *ws_session_open_text(const char *name, const char *text, size_t length,
                                 const char *directory, const ws_options *options, ws_error *error);
/* Sets the bound: a larger network is refused before it is built, also in copies of the session. */
void ws_session_bound(ws_session *session, ws_bound bound);
/* Closes the session. A recording that is being made is closed in order. */
void ws_session_close(ws_session *session);

/* The choke point: applies one line without @cycle, which takes effect before the next cycle, and
 * journals it. False with an error, and nothing changed, if the line cannot be applied. Where the
 * branch has a future, the line begins a branch of its own. */
bool ws_session_apply(ws_session *session, const char *line, ws_error *error);

/* Runs up to `cycles` cycles, applying the lines of the scenario and of the branch at their
 * cycles and feeding the metrics; stops early at the end. Returns cycles run. 0 once
 * ws_session_ended. */
uint64_t ws_session_run(ws_session *session, uint64_t cycles);
/* Returns the next cycle with a note, a question or an answer of the scenario or of the branch;
 * UINT64_MAX if there is none. */
uint64_t ws_session_remark_ahead(const ws_session *session);
/* True once the session has reached `@cycle end` (or options.cycles). */
bool ws_session_ended(const ws_session *session);
/* True if a timed line or a `check` failed; the error says which. */
bool ws_session_failed(const ws_session *session, ws_error *error);
/* Returns the cycle of the end, UINT64_MAX if there is none; of a recording its own end. */
uint64_t ws_session_end(const ws_session *session);
uint64_t ws_session_warmup(const ws_session *session);

/* Deadlocks on the way to here. `cycle` is exact, however the way was cut into runs: the state
 * on arrival there is deadlocked, that of the cycle before is not. */
typedef struct ws_deadlock {
    bool now;         /* the network is deadlocked */
    bool ever;        /* it is or has been deadlocked */
    uint64_t cycle;   /* in which the ring of the present deadlock closed */
    uint64_t first;   /* in which the ring of the first one closed */
    uint32_t ring;    /* queues of the ring when the first one closed */
    uint32_t victims; /* queues that waited behind it then */
} ws_deadlock;
ws_deadlock ws_session_deadlock(ws_session *session);
/* Returns the cycle after now and up to *until in which a deadlock will close; UINT64_MAX: none.
 * Lowers *until to the next cycle with lines, or to the end: the answer reaches no further. Costs
 * as much as running there. */
uint64_t ws_session_deadlock_ahead(ws_session *session, uint64_t *until);

ws_net *ws_session_net(ws_session *session);
struct ws_metrics *ws_session_metrics(ws_session *session);
/* Returns the measurements of each stretch between changes (phases.h); NULL, and count 0, unless
 * options.phases is set. Owned by the session and valid until the next call. */
const struct ws_phase *ws_session_phases(ws_session *session, size_t *count);
/* The parameters in force at cycle 0, before any line of that cycle, and the graph of then. */
const ws_def *ws_session_first(const ws_session *session);
const ws_graph *ws_session_first_graph(const ws_session *session);
/* The file that `topology file` names; NULL of another topology. */
const char *ws_session_network_file(const ws_session *session);
/* From now on the session takes the looks of an observer (observer.h), and keeps what they show
 * in its keyframes: asked at cycle 0, what is seen at a cycle is the same however one comes
 * there. Asked later, it begins then. */
void ws_session_observe(ws_session *session);
/* Returns the observer; NULL before ws_session_observe. Apply, run and seek may free it, as they
 * may free the network. */
struct ws_observer *ws_session_observer(ws_session *session);
/* How often the network has become another (`rebuild`, and travelling over one): apply, run and
 * seek may free the one that ws_session_net gave, and its metrics. Whoever keeps what was made
 * for a network makes it anew when this has changed. */
uint64_t ws_session_networks(const ws_session *session);
/* Which of the session's networks the present one is: while the number is the same, nodes, links
 * and queues are, but for cables that are cut. Of no use for another session. */
size_t ws_session_wiring(const ws_session *session);
uint64_t ws_session_digest(const ws_session *session);  /* of the whole state */
const char *ws_session_name(const ws_session *session); /* as it was asked for: "kwan/two-hosts" */
/* the scenario's own `title` line, or its name */
const char *ws_session_title(const ws_session *session);
/* the latest `note`, `ask` or `answer`, "" if none */
const char *ws_session_note(const ws_session *session);
typedef enum ws_remark { WS_REMARK_NOTE, WS_REMARK_QUESTION, WS_REMARK_ANSWER } ws_remark;
ws_remark ws_session_remark(const ws_session *session); /* what that is */
/* The lines that led to the present state, in order. Changed by apply, run and seek. */
const ws_journal_entry *ws_session_journal(const ws_session *session, size_t *count);

/* The value of a parameter before its latest change by a line of the journal, and the cycle of that
 * line. */
typedef struct ws_change {
    const struct ws_param *param;
    uint64_t cycle;
    char was[64]; /* as the language spells it */
} ws_change;
/* Lists the parameters that have been changed on the way to the present state. Owned by the session
 * and valid until the next call. */
const ws_change *ws_session_changes(ws_session *session, size_t *count);

/* A 64-bit digest of a network's state: every column of ws_net_columns in order. */
uint64_t ws_net_digest(const ws_net *net);

/* ------------------------------------------------------------------------- there and back ---- */

/* Goes to a cycle of the present branch, or to the end if that comes first; lines of that cycle
 * have acted. What comes after stays as it was. Metrics are those of a run straight to it. Going
 * back takes keyframes (options.keyframe_bytes); false with an error without. Going beyond what
 * has been run is running. Takes less than a second where there are keyframes. */
bool ws_session_seek(ws_session *session, uint64_t cycle, ws_error *error);
/* Runs to the present cycle again from the last keyframe at or before `agreed`, and forgets the
 * keyframes after it: for a state that is not what it must be. */
bool ws_session_replay(ws_session *session, uint64_t agreed, ws_error *error);
/* Steps back one cycle. */
bool ws_session_step_back(ws_session *session, ws_error *error);

/* A mark on the timeline: a line of the scenario or a typed line. */
typedef struct ws_timeline_mark {
    uint64_t cycle;
    const char *text; /* without @cycle */
    bool typed;
} ws_timeline_mark;

/* The present branch from cycle 0 to its furthest cycle. */
typedef struct ws_timeline {
    uint64_t now;
    uint64_t reached;
    uint64_t end;                  /* UINT64_MAX if none */
    const ws_timeline_mark *marks; /* lines up to `reached`, by cycle, past and future */
    size_t mark_count;
    const uint64_t *keyframes; /* cycles of those on this way, in order */
    size_t keyframe_count;
    size_t keyframe_bytes; /* of all keyframes */
} ws_timeline;

/* Owned by the session and valid until the next call. */
const ws_timeline *ws_session_timeline(ws_session *session);

/* ------------------------------------------------------------------------------- branches ---- */

typedef struct ws_branch_info {
    const char *name; /* "main", "fork-1", ...; valid until the next branch begins */
    size_t parent;    /* number of the branch it left; 0 of main */
    uint64_t forked;  /* where; 0 of main */
    uint64_t reached; /* the furthest cycle known of it */
    size_t lines;     /* typed lines, from 0 on */
    bool present;     /* we are on it */
} ws_branch_info;

size_t ws_session_branch_present(const ws_session *session); /* the number of the present one */
size_t ws_session_branch_count(const ws_session *session);
/* What recordings call a branch: main, or fork- and its number, whatever its name here. */
#define WS_BRANCH_TOLD 32
void ws_session_branch_told(size_t branch, char name[WS_BRANCH_TOLD]);
/* The number of a branch by its name, or by what recordings call it; the count if there is none. */
size_t ws_session_branch_find(const ws_session *session, const char *name);
ws_branch_info ws_session_branch(const ws_session *session, size_t branch); /* 0 .. count-1 */
/* Goes to a cycle of any branch: `reached` to go on with it, `forked` to see where it left.
 * Takes keyframes. */
bool ws_session_branch_switch(ws_session *session, size_t branch, uint64_t cycle, ws_error *error);
/* Fork here, or take over: from now on live, on a branch of its own; what lay ahead stays with
 * the branch that had it. Where nothing lies ahead, the branch itself goes on; of a recording,
 * beyond its end. ws_session_apply does the same of itself. False if the session has
 * WS_BRANCHES_MAX branches: then nothing has happened. */
bool ws_session_fork(ws_session *session);
/* Begins a branch here, also where nothing lies ahead: what is done next belongs to it alone.
 * `name` is cut to 24 bytes, and gets a number if another branch has that name; NULL: "fork-N".
 * False with an error if the session can have no more branches. */
bool ws_session_branch_off(ws_session *session, const char *name, ws_error *error);

/* The first difference of two courses. */
typedef struct ws_difference {
    bool differs;
    /* the first at which the states differ; else: up to which they were compared */
    uint64_t cycle;
    char what[640];      /* "column def: load is 0.2 and 0.3"; "" if they do not differ */
    char column[64];     /* the first column that differs, "" if not even the networks are alike */
    size_t column_count; /* how many do */
    /* the first cycle in which their traffic differs (parting.h), if it does */
    bool traffic_differs;
    uint64_t traffic_cycle;
} ws_difference;

/* Runs both sessions from where they are (usually cycle 0) to the furthest cycle that both have
 * reached. */
void ws_session_compare(ws_session *one, ws_session *other, ws_difference *difference);
/* Compares two branches of one session, which stays where it is. False with an error if that cannot
 * be done. */
bool ws_session_diff(ws_session *session, size_t branch_a, size_t branch_b,
                     ws_difference *difference, ws_error *error);

/* ----------------------------------------------------------------------------- recordings ---- */

/* Starts to record, with everything from cycle 0 on and all branches; from now on whatever
 * happens is written at once. FILE.part until it is stopped. False with an error if that cannot
 * be. Trouble later (a full disk) does not stop the session; it is told by the status. */
bool ws_session_record_start(ws_session *session, const char *path, ws_error *error);
/* Closes the recording in order. False with an error if writing failed now or earlier. Does nothing
 * if no recording is being made. */
bool ws_session_record_stop(ws_session *session, ws_error *error);
/* Ends a recording that is not to be kept: what had its name before stays. */
void ws_session_record_drop(ws_session *session);
/* Adds a check if a second has passed. Call it about once a second while recording, also when
 * nothing runs, so that a program that is killed loses no more. */
void ws_session_record_tick(ws_session *session);
/* Writes a check of the present state, if a recording is being made. */
void ws_session_record_check(ws_session *session);

/* A function that is handed the lines of a recording, with checksum and end, as they are
 * written. */
typedef struct ws_listener {
    void (*hear)(void *context, const char *text, size_t length);
    void *context;
} ws_listener;
/* Starts to record for an audience. The listener goes on to hear when the file cannot be written
 * any more. `path` NULL: no file. */
bool ws_session_share(ws_session *session, const char *path, ws_listener listener, ws_error *error);
/* Continues PATH.part, from which the session was opened and at whose end it stands, live
 * (ws_session_fork): new lines are written behind its whole lines (ws_recorded.whole), and handed
 * over. */
bool ws_session_share_resume(ws_session *session, const char *path, ws_listener listener,
                             ws_error *error);

typedef struct ws_record_status {
    bool on;             /* being written */
    const char *path;    /* NULL: no recording was started */
    const char *trouble; /* NULL, or why it has stopped */
    uint64_t bytes;      /* written */
    uint64_t cycle;      /* up to which the file tells all */
} ws_record_status;
ws_record_status ws_session_record_status(const ws_session *session);

/* Saves one branch as a recording of its own. */
bool ws_session_save(ws_session *session, size_t branch, const char *path, ws_error *error);
/* Saves one branch as a recording in memory, owned by the caller. */
char *ws_session_save_text(ws_session *session, size_t branch, size_t *length);

/* The facts that a recording tells about itself. */
typedef struct ws_recorded {
    int64_t model; /* and of which program */
    const char *program;
    uint64_t end; /* last cycle of the branch that was open last */
    size_t lines;
    size_t checks;
    size_t branches;
    size_t branch;   /* the branch that was open last */
    uint64_t whole;  /* bytes of its whole lines, but for the last, `end` */
    const char *cut; /* NULL, or where its end is missing */
} ws_recorded;
/* Is the present branch one of a recording, which ends where the recording does? */
bool ws_session_is_played(const ws_session *session);
/* The files that the scenario was read from, in the order of asking; false behind the last. The
 * session's. */
bool ws_session_file(const ws_session *session, size_t i, const char **name, const char **text);
/* False of a session that was opened from a scenario. */
bool ws_session_recorded(const ws_session *session, ws_recorded *recorded);

/* The first check of a recording that does not hold. */
typedef struct ws_divergence {
    uint64_t cycle;    /* of the check */
    uint64_t after;    /* cycle of the last check that held; 0: none */
    uint64_t expected; /* the digest of the check */
    uint64_t found;    /* the digest of the state */
    char branch[32];
    /* names of those that differ, in order, with commas; "" if the recording does not tell */
    char columns[1536];
} ws_divergence;
/* Has a check failed? */
bool ws_session_diverged(const ws_session *session, ws_divergence *divergence);

/* Plays all branches to where they have been, and compares every check. Takes keyframes if there
 * is more than one branch. False with an error at the first check or line that does not hold,
 * and ws_session_diverged tells more of a check. */
bool ws_session_verify(ws_session *session, ws_error *error);

/* ---- digest ---- */

/* The digest of a state in its parts, so that the column that differs can be named. The digest is
 * the sum of the parts; ws_net_digest (session.h) returns the digest alone. */

/* One column, or one field of a column whose elements have several; "def" stands for all
 * parameters and the seed. */
typedef struct ws_sum {
    const char *column; /* its key */
    const char *field;  /* its key; NULL if the column has no fields */
    uint64_t hash;      /* 0 if all of it is zero */
} ws_sum;

size_t ws_net_sum_count(const ws_net *net);
/* Lists the names of the sums; their hashes are 0. */
void ws_net_sum_names(const ws_net *net, ws_sum *sums);
/* Computes all sums, in the order of the columns, which is the same for every network of this
 * program. */
void ws_net_sums(const ws_net *net, ws_sum *sums);
uint64_t ws_sums_digest(const ws_sum *sums, size_t count);

/* ---- advice ---- */

/* What to type instead of a line that a running network refuses, for the files of the session
 * alone. Advice is a line that has been tried. */

struct ws_session;

/* Rewrites the error of a typed line that was refused: the reason, and a line that works as it is
 * printed. The reason alone where no such line is found. Errors that name no other setting stay
 * as they are. The session stays as it is. */
void session_advise(struct ws_session *session, const ws_line *refused, ws_error *error);

/* ---- save scenario ---- */

/* A branch as a scenario of its own: settings, network and all lines, the scenario's and the
 * typed ones, each at its cycle. Run to the same cycle, the scenario has the same digest as the
 * branch. It includes no file but its network file, if it has one. */

/* Writes the scenario to `path`, which ends with ".ws" and must not exist yet; a network file goes
 * beside it, as NAME.net. `title` NULL: that of the session. False with an error if that cannot
 * be. */
bool ws_session_save_scenario(const ws_session *session, size_t branch, const char *path,
                              const char *title, ws_error *error);

/* ---- used ---- */

/* Which values of parameters the tests have used. */

/* With WS_USED=FILE in the environment, adds a line to the file: the program, and NAME=VALUE of
 * each parameter that was not at its default at the begin (`first`) or the end (`last`), or was set
 * by a line of the journal. Words of a value are joined by commas. Does nothing else; trouble with
 * the file is nobody's. */
void ws_used_tell(const ws_def *first, const ws_def *last, const ws_journal_entry *line,
                  size_t lines);

/* ---- pace ---- */

/* How many cycles of a network are watched in a second. */

/* The network's own: a wire of so many cycles is crossed in about a third of a second. At least 4
 * cycles a second. */
double ws_pace_natural(uint32_t wire);
/* A speed from text: a number of cycles a second, or `max`, which is INFINITY. */
bool ws_pace_parse(const char *text, double *speed);

#endif
