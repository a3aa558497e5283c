/* run.h - the simulation under the screen: run, paused, stepped, its speed. */
#ifndef WS_RUN_H
#define WS_RUN_H

#include "tui/tasks.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tui/pace.h"
#include "ui/filter/filter.h"
#include "ui/thing.h"

typedef struct ws_tui ws_tui;

/* Somebody who decides what is run: a lesson. */
typedef struct ws_run_guide {
    uint64_t (*run)(ws_tui *tui, uint64_t cycles); /* returns cycles run */
    bool (*next)(ws_tui *tui);  /* a part of it is over: begins what comes next; false: none is */
    bool (*waits)(ws_tui *tui); /* says why nothing runs; false: not because of it */
} ws_run_guide;

/* Branches of which the first deadlock is remembered, for marks. */
#define WS_DEADLOCKS_SEEN 16

typedef struct ws_running {
    uint64_t deadlock[WS_DEADLOCKS_SEEN]; /* in which cycle its ring closed; 0: none was seen */
    ws_task step;                         /* at a limited speed */
    bool stepping;                        /* by this timer */
    ws_task idle;                         /* without a limit */
    ws_pace pace;
    double asked;              /* of the command line; 0: each network has its own */
    bool is_chosen;            /* the speed, by a key, since the session was opened */
    double limited_speed;      /* what `unlimited` goes back to */
    uint64_t chunk;            /* cycles that take some milliseconds */
    uint64_t until;            /* running at full speed to this cycle; 0: not */
    bool goes_on;              /* and from there at the speed that is set */
    bool paused;               /* sessions begin so */
    const ws_run_guide *guide; /* NULL: none */
    bool stale;                /* the network has gone on since the frame was made */
} ws_running;

/* The speed of a session that has just been opened. */
void ws_run_speed(ws_tui *tui);
/* Starts or stops the run; both harmless when it already is so. */
void ws_tui_run(ws_tui *tui, bool running);
/* Runs to a cycle ahead as fast as possible, and pauses there. */
void ws_tui_run_until(ws_tui *tui, uint64_t cycle);
/* Runs to a cycle ahead as fast as possible, and on from there at the speed that is set. */
void ws_tui_run_from(ws_tui *tui, uint64_t cycle);
/* Runs so many cycles now; false if it has ended before. */
bool ws_tui_step(ws_tui *tui, uint64_t cycles);
/* Why it does not go on. */
void ws_tui_say_ended(ws_tui *tui);
void ws_tui_speed(ws_tui *tui, double speed);

/* ---- travel ---- */

/* The session goes to another place of its time, or to another branch. */

typedef struct ws_tui ws_tui;

/* To a cycle of the present branch that has been reached before; says why not. */
void ws_tui_travel(ws_tui *tui, uint64_t cycle);
size_t ws_tui_branch(const ws_tui *tui); /* the present one */
/* To a cycle of another branch; says why not. */
void ws_tui_branch_switch(ws_tui *tui, size_t branch, uint64_t cycle);

/* ---- selection ---- */

/* What is looked at, and what was before. */

typedef struct ws_tui ws_tui;

#define WS_VISITS_MAX 32

typedef struct ws_selection {
    ws_thing visited[WS_VISITS_MAX]; /* what was looked at before, newest first */
    size_t visited_count;
    ws_trace trace;          /* what changed in what is looked at */
    ws_filter filter_before; /* that which was there when another one was begun to be typed */
} ws_selection;

/* Selects a worm, or none. */
void ws_tui_select(ws_tui *tui, const ws_frame_worm *worm);
/* Looks at anything; `select back` comes back from it. */
void ws_tui_inspect(ws_tui *tui, ws_thing thing);

#endif
