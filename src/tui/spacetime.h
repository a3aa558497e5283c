/* spacetime.h - the space-time diagram of the worm that is looked at, made by a hidden copy of its
 * branch: nothing is recorded while the session runs. */
#ifndef WS_TUI_SPACETIME_H
#define WS_TUI_SPACETIME_H

#include "observe/spacetime.h"
#include "observe/spacetime_rows.h"
#include "session/history/history.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

/* The diagram of one branch, and what it was made of. */
typedef struct ws_spacetime_side {
    ws_shadow *copy; /* NULL: none */
    ws_spacetime *diagram;
    size_t branch;
    size_t lines;           /* of the branch, typed when the copy was made */
    size_t wiring;          /* of the copy, in all cycles of the diagram */
    size_t network;         /* the wiring of the session that it is of */
    ws_spacetime_rows rows; /* of a chain or a ring: as the diagram has them */
} ws_spacetime_side;

typedef struct ws_tui_spacetime {
    ws_spacetime_side side[2]; /* of the present branch, and of the one beside it */
    ws_spacetime_worm subject;
    bool has_subject;
    ws_spacetime_kind kind; /* of rows, as asked for */
} ws_tui_spacetime;

/* Brings the diagrams up to the present cycle, if they are shown. */
void ws_tui_spacetime_look(ws_tui *tui);
/* Can there be rows of this kind now, of the worm that would be shown? */
bool ws_tui_spacetime_can(ws_tui *tui, ws_spacetime_kind kind);
/* Frees them: they are shown no longer, or the session ends. */
void ws_tui_spacetime_end(ws_tui *tui);

#endif
