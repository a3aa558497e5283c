/* history.h - what a session remembers: journal, branches, states, and what changed. */
#ifndef WS_HISTORY_H
#define WS_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "observe/waits.h"
#include "session/language/commands.h"
#include "session/load.h"
#include "session/session.h"

/* ---- journal ---- */

/* Lines and the cycles at which they act, in order. */

typedef struct ws_journal {
    ws_journal_entry *entries; /* the texts belong to somebody else */
    size_t count;
    uint64_t hash; /* of all entries; nothing while there are none */
} ws_journal;

/* Adds an entry. Cycles never decrease. */
void ws_journal_add(ws_journal *journal, uint64_t cycle, const char *text);
/* Do the same lines act at the same cycles in both? Asked of hashes: as fast for long journals. */
bool ws_journals_alike(const ws_journal *one, const ws_journal *other);
/* Returns the latest entry; NULL if there is none. */
const ws_journal_entry *ws_journal_last(const ws_journal *journal);
/* Returns the number of the first entry at or after the cycle; `count` if there is none. */
size_t ws_journal_find(const ws_journal *journal, uint64_t cycle);
void ws_journal_free(ws_journal *journal);

/* Texts that live until all of them go. */
typedef struct ws_texts {
    char **text;
    size_t count;
} ws_texts;

/* Keeps a terminated copy of `length` bytes, and returns it. */
const char *ws_texts_add(ws_texts *texts, const char *text, size_t length);
void ws_texts_free(ws_texts *texts);

/* ---- changes ---- */

/* The answer to ws_session_changes, kept until the journal changes. */

typedef struct ws_changes {
    ws_change *change;
    size_t count;
    size_t lines; /* of the journal from which the list was made */
    const char *last;
    size_t branch;
    ws_draft *draft; /* where the lines are tried; hosts and graph are the script's */
} ws_changes;

void ws_changes_free(ws_changes *changes);

/* ---- parting ---- */

/* In which cycle two courses of a network first carry other traffic. Parameters and the random
 * numbers of sources differ as soon as a line has acted; traffic differs when the first message,
 * flit or waiting head is another, which may be much later. Once apart, two courses stay apart:
 * counters of flits and cycles of creation remember. */

/* Do two networks at the same cycle differ in messages, packets, flits, or in what heads do?
 * Networks of other shapes do. */
bool ws_traffic_differs(const ws_net *one, const ws_net *other);

/* Runs two sessions, which are at the same cycle, on together until their traffic differs: true;
 * false when they have come to `until`. Where what is known of a branch ends, it goes on live. */
bool ws_sessions_part(ws_session *one, ws_session *other, uint64_t until);

/* ---- closing ---- */

/* In which cycle the ring of a deadlock closed, for the files of the session alone. As long as
 * nothing but time acts on a network, a deadlock never dissolves. So the cycle in which one
 * closed lies between a look that found none and a look that found one, and bisection finds it.
 * For that a state is kept and stepped again: that of a look which found none, not of every such
 * look, since a copy of the state costs more than looking. Lines may dissolve a deadlock: the
 * session looks before the lines of a cycle and after them. What is found is kept in keyframes.
 * */

/* A part of keyframes: without padding. */
typedef struct ws_closing_found {
    uint64_t dead;    /* 1: the network is deadlocked */
    uint64_t cycle;   /* since when */
    uint64_t ever;    /* 1: the network has been deadlocked on this way */
    uint64_t first;   /* the cycle in which the first deadlock closed */
    uint64_t queues;  /* queues of the first deadlock */
    uint64_t victims; /* queues behind it */
} ws_closing_found;

/* A saved state. */
typedef struct ws_saved_state {
    uint8_t *bytes;
    size_t size;
} ws_saved_state;

typedef struct ws_closing {
    ws_closing_found found;
    uint64_t networks; /* of the session, for which the rest was made */
    ws_waits *waits;
    bool has_open;
    uint64_t clear_cycle; /* of the latest look that found no deadlock, if has_open */
    uint64_t open_cycle;  /* at most clear_cycle, with nothing but time between them */
    uint64_t open_flits;  /* that had moved by then */
    ws_saved_state open;  /* the state of open_cycle; not copied yet if that is fresh */
    bool is_fresh;        /* open_cycle is 0, before any line: the state that the build makes */
} ws_closing;

struct ws_session;
/* to be called at cycle 0, before its lines, and when a keyframe has been restored */
void session_closing_begin(struct ws_session *s);
void session_closing_check(struct ws_session *s);   /* brings `found` up to date */
void session_closing_changed(struct ws_session *s); /* the same after lines have acted */
void session_closing_free(struct ws_session *s);

/* ---- course ---- */

/* Lines of a scenario and of a branch as one row, in the order in which they act: by cycle, and
 * at one cycle those of the scenario first. */

/* The lines that are still to come. */
typedef struct ws_lines_ahead {
    const ws_timed *timed;
    size_t timed_left;
    const ws_journal_entry *typed;
    size_t typed_left;
} ws_lines_ahead;

/* The first `timed` lines of the scenario, and the first `typed` lines of the branch. */
ws_lines_ahead ws_lines_ahead_of(const ws_timed_lines *scenario, size_t timed,
                                 const ws_journal *branch, size_t typed);

/* The next line, which the course then is past; false at its end. `typed` says whether it is of
 * the branch. */
bool ws_lines_ahead_next(ws_lines_ahead *course, ws_timeline_mark *line);

/* ---- stage track ---- */

/* The stage lines that were given in a session, beside its branches. They stand in the order in
 * which they were given, each with the branch and the cycle at which it was. None of them is a
 * line of a branch: a track never makes a branch, and its cycles may fall from one line to the
 * next. */

typedef struct ws_stage_entry {
    uint64_t cycle;
    size_t branch;
    const char *text; /* owned by somebody else */
    /* of a recording: how far a branch with the same lines had been, by the lines above it */
    uint64_t furthest;
    uint64_t beside; /* and one with other lines, that had left by this cycle; 0: none beyond it */
} ws_stage_entry;

typedef struct ws_stage_track {
    ws_stage_entry *entries;
    size_t count;
} ws_stage_track;

/* Adds a line at the end. */
void ws_stage_track_add(ws_stage_track *track, ws_stage_entry entry);
void ws_stage_track_free(ws_stage_track *track);

/* ---- branches ---- */

/* The courses which a session has taken: a tree of lists of typed lines. A branch is the whole
 * list of lines that were typed on the way from cycle 0, with the cycles at which they act; what
 * it shares with its parent stands first. Lines of the scenario are not in it: they are the same
 * on all branches. Checks are digests that the state had, or must have. Branch 0 is "main"; a
 * fork gets the next number. Parents come before their children. */

#define WS_BRANCH_NAME_MAX 32
/* Branches of a session. Each keeps its own copy of what it shares with its parent. */
#define WS_BRANCHES_MAX 1000

typedef struct ws_recorded_check {
    uint64_t cycle;
    size_t typed; /* lines of the branch that had been applied */
    uint64_t digest;
    /* of the columns, 8 hexadecimal digits each, in the order of some recording; NULL if not
     * known */
    const char *sums;
} ws_recorded_check;

typedef struct ws_branch {
    char name[WS_BRANCH_NAME_MAX];
    size_t parent;             /* 0 of main */
    uint64_t forked;           /* cycle at which it leaves its parent; 0 of main */
    ws_journal typed;          /* by cycle */
    size_t inherited;          /* of them from the parent */
    ws_recorded_check *checks; /* by cycle, then by lines applied */
    size_t check_count;
    size_t inherited_checks; /* of them from the parent */
    uint64_t reached;        /* the furthest cycle known of it */
    bool played;             /* it comes from a recording, and ends where that does */
    bool followed; /* that recording is being made elsewhere: nobody here adds a line to it */
} ws_branch;

typedef struct ws_branches {
    ws_branch *branch;
    size_t count;
    ws_stage_track stage; /* beside all of them */
    ws_texts texts;       /* of lines and sums */
} ws_branches;

/* Begins with main alone, which is empty. */
void ws_branches_begin(ws_branches *branches);
void ws_branches_free(ws_branches *branches);

/* Begins a branch, named "fork-N", that leaves `parent` at `cycle`, after the first `typed` of its
 * lines; returns its number. */
size_t ws_branches_fork(ws_branches *branches, size_t parent, uint64_t cycle, size_t typed);
/* Returns the number of the branch of that name; branches->count if there is none. */
size_t ws_branches_find(const ws_branches *branches, const char *name);

/* Adds a line at the end of a branch; and a check, whose sums, if it has any, are copied, and which
 * stands behind all lines of the branch. */
void ws_branch_add(ws_branches *branches, size_t branch, uint64_t cycle, const char *text,
                   size_t length);
void ws_branch_check(ws_branches *branches, size_t branch, ws_recorded_check check);

/* Returns the owner of the state on arrival at a cycle of a branch: the branch itself, or the
 * ancestor with which it shares that state. */
size_t ws_branches_owner(const ws_branches *branches, size_t branch, uint64_t cycle);

/* Does a branch pass a cycle of the branch `place`: on its own way, or on the way that it shares
 * with its parents? */
bool ws_branches_passes(const ws_branches *branches, size_t branch, size_t place, uint64_t cycle);

/* ---- shadow branch ---- */

/* A second session that follows a first one on another branch, so that both can be seen at the
 * same cycle. A shadow is a copy of one branch, played from cycle 0; beyond what is known of the
 * branch it goes on live, as that branch would. It never changes the session it was made of. */

typedef struct ws_shadow ws_shadow;

/* Makes a shadow of a branch as it is now, at cycle 0; its own keyframes take at most
 * `keyframe_bytes`. NULL with an error. */
ws_shadow *ws_shadow_new(ws_session *of, size_t branch, size_t keyframe_bytes, ws_error *error);
void ws_shadow_free(ws_shadow *shadow);

ws_session *ws_shadow_session(ws_shadow *shadow);
size_t ws_shadow_branch(const ws_shadow *shadow); /* its number in the session it was made of */
uint64_t ws_shadow_cycle(const ws_shadow *shadow);

/* Takes over the last keyframe at or before a cycle that `of`, the session it was made of, has of a
 * branch whose way up to there the shadow shares: the way to that cycle is shorter then. Nothing
 * where that cannot be: without keyframes. */
void ws_shadow_lend(ws_shadow *shadow, ws_session *of, size_t branch, uint64_t cycle);

/* Continues a session that is the copy of a branch live, where the known part of the branch ends.
 * False if it cannot continue. */
bool ws_shadow_go_on(ws_session *session);

/* Goes to a cycle. Forward it runs at most `most` cycles; keyframes make the way back short. True
 * when it is there, or has ended. */
bool ws_shadow_follow(ws_shadow *shadow, uint64_t cycle, uint64_t most);

/* ---- keyframes ---- */

/* States on the path, kept in compressed form, so that going back does not mean going from 0. A
 * cache: nothing depends on which frames there are, only how long it takes to get somewhere.
 * Frames are laid by the time that it takes to compute the path between them (its cost), not by
 * cycles, so that one rule fits small networks and large ones. Two kinds. Those on the grid lie
 * WS_KEYFRAME_STEP apart at first; when the bytes exceed the budget every other one goes, and the
 * distance doubles. The latest WS_KEYFRAMES_NEAR of the others stay where the session just was,
 * so that a step back is short however wide the grid has become. The first frame never goes. */

#define WS_KEYFRAME_STEP                                                                           \
    40000000                 /* nanoseconds: a step back costs this and the time of one frame */
#define WS_KEYFRAME_SHARE 40 /* the time of laying frames is at most one part in so many */
#define WS_KEYFRAMES_NEAR 2

/* Returns the CPU time of this thread in nanoseconds, by which costs are measured, so that a busy
 * machine does not spread frames. */
uint64_t ws_keyframes_clock(void);

typedef struct ws_keyframes ws_keyframes;

/* A frame belongs to a course of the session (`owner`) at a cycle. */
typedef struct ws_keyframe {
    uint64_t cycle;
    uint64_t cost_ns; /* of the path from cycle 0 to here */
    size_t owner;
    size_t build; /* number of the network of which it is a state */
    bool grid;
    size_t size;          /* bytes, compressed */
    unsigned char *bytes; /* owned by the store */
} ws_keyframe;

/* A path through the branches: does a frame of this owner and cycle lie on it? */
typedef struct ws_keyframe_path {
    bool (*has)(const void *context, size_t owner, uint64_t cycle);
    const void *context;
} ws_keyframe_path;

/* The budget is for the frames in their compressed form. step_ns: the distance of the grid at
 * first; 0 = WS_KEYFRAME_STEP, and more where laying a frame takes long. */
ws_keyframes *ws_keyframes_new(size_t budget, uint64_t step_ns);
void ws_keyframes_free(ws_keyframes *keyframes);

/* Returns room for a state of `size` bytes, to be filled before ws_keyframes_add; valid until the
 * next call of either function or of ws_keyframes_open. */
unsigned char *ws_keyframes_room(ws_keyframes *keyframes, size_t size);
/* Keeps the state in the room as a frame on the path, with cycle, cost_ns, owner and build of
 * `frame`. */
void ws_keyframes_add(ws_keyframes *keyframes, ws_keyframe frame, const ws_keyframe_path *path);

/* Keeps a frame of another store with a copy of its bytes; owner and build are those that it has
 * here. */
void ws_keyframes_copy(ws_keyframes *keyframes, ws_keyframe frame);

/* Drops the frames of cycles after this one, except for the first frame. */
void ws_keyframes_forget(ws_keyframes *keyframes, uint64_t cycle);

/* The latest frame was laid in so many nanoseconds, with all that was done for it. */
void ws_keyframes_laid_in(ws_keyframes *keyframes, uint64_t lay_ns);

/* Is a frame due, so long after the latest? */
bool ws_keyframes_due(const ws_keyframes *keyframes, uint64_t cost_since_ns);

/* Returns the last frame on the path at or before a cycle; NULL if there is none. Valid until the
 * next ws_keyframes_add. */
const ws_keyframe *ws_keyframes_find(const ws_keyframes *keyframes, uint64_t cycle,
                                     const ws_keyframe_path *path);
/* Unpacks the state of a frame; valid until the next call of ws_keyframes_room or _open. */
unsigned char *ws_keyframes_open(ws_keyframes *keyframes, const ws_keyframe *frame);

/* Returns all frames, in no order, and the bytes they take. */
const ws_keyframe *ws_keyframes_all(const ws_keyframes *keyframes, size_t *count, size_t *bytes);

/* ---- marks ---- */

/* Which lines of a journal deserve a mark where time is drawn: changes of parameters, and notes.
 * Other lines (checks, the end) say nothing about what is seen. */

typedef enum ws_mark { WS_MARK_NONE, WS_MARK_CHANGE, WS_MARK_NOTE } ws_mark;

/* Returns the mark that a line (without its @cycle) deserves. */
ws_mark ws_mark_of(const char *line);
/* Writes the words beside the mark of a line: those of a note, else the line itself. Cut to the
 * room; returns text. */
const char *ws_mark_label(const char *line, char *text, size_t room);

#endif
