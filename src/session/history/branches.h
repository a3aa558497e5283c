/* branches.h - the courses which a session has taken: a tree of lists of typed lines.
 *
 * A branch is the whole list of lines that were typed on the way from cycle 0, with the cycles
 * at which they act; what it shares with its parent stands first. Lines of the scenario are not
 * in it: they are the same on all branches. Checks are digests that the state had, or must have.
 * Branch 0 is "main"; a fork gets the next number. Parents come before their children. */
#ifndef WS_BRANCHES_H
#define WS_BRANCHES_H

#include "session/history/journal.h"
#include "session/history/stage_track.h"

#define WS_BRANCH_NAME_MAX 32
/* Branches of a session. Each keeps its own copy of what it shares with its parent. */
#define WS_BRANCHES_MAX 1000

typedef struct ws_check {
    uint64_t cycle;
    size_t typed; /* lines of the branch that had been applied */
    uint64_t digest;
    /* of the columns, 8 hexadecimal digits each, in the order of some recording; NULL if not
     * known */
    const char *sums;
} ws_check;

typedef struct ws_branch {
    char name[WS_BRANCH_NAME_MAX];
    size_t parent;    /* 0 of main */
    uint64_t forked;  /* cycle at which it leaves its parent; 0 of main */
    ws_journal typed; /* by cycle */
    size_t inherited; /* of them from the parent */
    ws_check *checks; /* by cycle, then by lines applied */
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
void ws_branch_check(ws_branches *branches, size_t branch, ws_check check);

/* Returns the owner of the state on arrival at a cycle of a branch: the branch itself, or the
 * ancestor with which it shares that state. */
size_t ws_branches_owner(const ws_branches *branches, size_t branch, uint64_t cycle);

/* Does a branch pass a cycle of the branch `place`: on its own way, or on the way that it shares
 * with its parents? */
bool ws_branches_passes(const ws_branches *branches, size_t branch, size_t place, uint64_t cycle);

#endif
