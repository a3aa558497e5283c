/* program.h - the program with a screen, on a terminal. */
#ifndef WS_PROGRAM_H
#define WS_PROGRAM_H

#include "net/client.h"
#include "net/hosting.h"
#include "session/session.h"
#include "tui/papers.h"
#include "ui/glyphs.h"

/* Where a student joins, and as whom. */
typedef struct ws_join_wishes {
    const ws_address *address;
    const char *name, *token; /* token NULL: none */
    bool *too_large;          /* becomes true if that was why nothing came of it */
} ws_join_wishes;

/* What the user asks for before there is a screen. Strings and options are the caller's and stay
 * until the end. */
typedef struct ws_tui_wishes {
    const ws_options *options; /* of all sessions */
    const char *scenario;      /* or recording; NULL: the start screen */
    const char *record;        /* file of a recording to make; NULL: none */
    const char *theme;         /* NULL: as the terminal can */
    const ws_glyphs *glyphs;   /* NULL: as the terminal can */
    const char *colours;       /* of ws_depth_find; NULL: as the terminal can */
    const char *lesson;        /* to take instead of a scenario; NULL: none */
    uint64_t draw;             /* of the lesson */
    bool again;                /* begin the lesson anew */
    /* cycles a second, INFINITY: as fast as possible; 0: the network's own */
    double speed;
    bool paused;
    bool lecture;
    bool no_mouse;
    const ws_hosting_wishes *host; /* a class to hold; NULL: none */
    bool seats;                    /* each student is a host of the network */
    const ws_join_wishes *join;    /* a class to follow instead of a scenario; NULL: none */
    const ws_paper_source *papers; /* NULL: nobody knows any */
} ws_tui_wishes;

/* How it has ended. But for WS_TUI_LEFT, the reason has been said on standard error. */
typedef enum ws_tui_end {
    WS_TUI_LEFT,           /* the user has left it */
    WS_TUI_NOT_OPENED,     /* the scenario or recording could not be opened: the fault says why */
    WS_TUI_NOT_LISTENING,  /* the class could not be held, or not be joined */
    WS_TUI_NO_TERMINAL,    /* standard input and output are no terminal that will do */
    WS_TUI_LOOP_FAILED,    /* the event loop has failed */
    WS_TUI_RECORDING_LOST, /* a recording is not whole */
} ws_tui_end;

/* Opens the screen and returns when the user leaves. `fault` is set only with WS_TUI_NOT_OPENED. */
ws_tui_end ws_tui_main(const ws_tui_wishes *wishes, ws_fault *fault);

#endif
