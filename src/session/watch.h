/* watch.h - breakpoints: conditions on the quantities of a network at which a run stops by itself.
 *
 * A condition is an expression (expr.h) that compares, such as waiting>20%, order>3 and not
 * deadlock, or host(H3).received<0.1; or a figure that `rises` or `falls`, such as kills rises; a
 * figure alone means `rises`. Blanks are free.
 *
 * Conditions are looked at in the cycles that WS_WATCH_CYCLES divides, those on `ci` when the run
 * has grown by a sixteenth to an eighth, those on deadlocks in the cycle in which one closes, those
 * that compare `cycle` also in the cycles that they name, and nowhere else: where a run stops does
 * not depend on its speed, nor on who draws it. A breakpoint stops the run when its condition holds
 * and did not at the look before; one that holds where a run begins stops it only after it has not
 * held meanwhile. Looking never changes the network, and breakpoints are no part of the session:
 * they are neither journalled nor recorded. */
#ifndef WS_WATCH_H
#define WS_WATCH_H

#include "observe/quantities.h"
#include "session/expr/expr.h"
#include "session/session.h"

#define WS_WATCH_CYCLES 16
#define WS_BREAKS_MAX   16
#define WS_STOPS_MAX    64
#define WS_BREAK_CYCLES 8
#define WS_BREAK_TEXT   (WS_EXPR_TEXT + 16)

typedef enum ws_break_mode {
    WS_BREAK_HOLDS, /* where it comes true */
    WS_BREAK_RISES, /* where its figure is more than at the look before */
    WS_BREAK_FALLS,
    WS_BREAK_UNTIL /* where it is true, and has been for `hold` cycles */
} ws_break_mode;

typedef struct ws_break {
    unsigned number; /* counted from 1, never used again */
    ws_expr expr;
    ws_break_mode mode;
    const ws_quantity *quantity;     /* its figure, NULL if that is no quantity */
    char text[WS_BREAK_TEXT];        /* as a user would type it */
    bool known;                      /* there was a look since the run began */
    bool held;                       /* its condition held at the latest look */
    double before;                   /* its figure then */
    const char *unit;                /* of the figure */
    uint64_t cycle[WS_BREAK_CYCLES]; /* at which it is looked at besides: cycle=3500 */
    size_t cycles;
    uint64_t hold;  /* UNTIL: for how many cycles it must hold */
    uint64_t since; /* UNTIL: the cycle from which on it has held */
} ws_break;

/* Where a run was stopped. */
typedef struct ws_stop {
    uint64_t cycle;
    size_t branch;
    unsigned number;               /* of the breakpoint */
    char text[WS_BREAK_TEXT + 64]; /* "breakpoint 1: waiting>20%, it is 23.1 %" */
} ws_stop;

typedef struct ws_watch ws_watch;

/* Makes a watch without breakpoints. Aborts when memory is short. */
ws_watch *ws_watch_new(void);
void ws_watch_free(ws_watch *watch);

/* Adds a breakpoint; `number` may be NULL. False with an error, and nothing changed, if the text is
 * not a condition. */
bool ws_watch_add(ws_watch *watch, const char *condition, unsigned *number, ws_error *error);
/* Adds a condition at which a run stops, also where it holds from the beginning, once it has held
 * for `hold` cycles without a break. */
bool ws_watch_until(ws_watch *watch, const char *condition, uint64_t hold, ws_error *error);
/* Does the network of the session have all that the conditions name? False with an error. */
bool ws_watch_check(ws_watch *watch, ws_session *session, ws_error *error);
/* Removes a breakpoint. False if no breakpoint has that number. */
bool ws_watch_remove(ws_watch *watch, unsigned number);
void ws_watch_clear(ws_watch *watch);
/* Lists the breakpoints by number. */
const ws_break *ws_watch_breaks(const ws_watch *watch, size_t *count);

/* Makes runs stop also where a note, a question or an answer stands. */
void ws_watch_remarks(ws_watch *watch, bool on);

/* Runs the session like ws_session_run, and stops at the first breakpoint. Returns cycles run. */
uint64_t ws_watch_run(ws_watch *watch, ws_session *session, uint64_t cycles);
/* Returns the breakpoint at which the latest run stopped; NULL if it stopped at none. */
const ws_stop *ws_watch_stopped(const ws_watch *watch);
/* Did the latest run stop at a remark? */
bool ws_watch_remarked(const ws_watch *watch);
/* Lists the latest stops in the order in which they came, for marks. */
const ws_stop *ws_watch_stops(const ws_watch *watch, size_t *count);

/* The words that may stand behind a figure, with their meanings, for help and completion. */
typedef struct ws_compare {
    const char *name;
    const char *doc;
} ws_compare;
extern const ws_compare ws_compares[];
extern const size_t ws_compare_count;

#endif
