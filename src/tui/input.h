/* input.h - what the user does. */
#ifndef WS_INPUT_H
#define WS_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "observe/frame.h"
#include "session/language/complete.h"
#include "ui/canvas.h"
#include "ui/keys.h"

typedef struct ws_tui ws_tui;

typedef struct ws_mouse {
    bool dragging;    /* the place on the timeline */
    uint64_t dragged; /* to this cycle; UINT64_MAX: nowhere */
    bool brushing;    /* the right button pulls a range on the timeline, from this cycle: */
    uint64_t brushed;
} ws_mouse;

/* A key that is pressed now. */
void ws_tui_key(ws_tui *tui, uint32_t key);
/* Takes all that the user has done meanwhile. */
void ws_tui_input(ws_tui *tui);

/* ---- prompt ---- */

/* Typing a line. */

typedef struct ws_tui ws_tui;

#define WS_PROMPT_MAX  240
#define WS_HISTORY_MAX 16

enum { WS_HISTORY_COMMANDS, WS_HISTORY_FILTERS, WS_HISTORIES };

/* What is typed in the command line. */
typedef struct ws_prompt_kind {
    char sign;
    int history; /* which lines were entered before */
    void (*enter)(ws_tui *tui, const char *text);
    void (*offer)(ws_tui *tui,
                  ws_completions *completions);   /* what may stand where the line was cut */
    void (*typed)(ws_tui *tui, const char *text); /* with every key; NULL: nothing happens */
    void (*left)(ws_tui *tui);                    /* without Enter; NULL */
    bool takes_empty;                             /* an empty line means something */
} ws_prompt_kind;

/* Lines that were entered. */
typedef struct ws_history {
    char line[WS_HISTORY_MAX][WS_PROMPT_MAX]; /* newest first */
    size_t count;
} ws_history;

typedef struct ws_prompt {
    bool open;
    const ws_prompt_kind *kind; /* NULL: none was open yet */
    char text[WS_PROMPT_MAX];
    size_t length, cursor; /* bytes */
    ws_history history[WS_HISTORIES];
    size_t history_place;       /* 0: the line being typed */
    ws_completions completions; /* for the text up to the cursor */
    bool choosing;              /* Tab goes from one to the next */
    size_t chosen;
} ws_prompt;

/* With a text to go on from. */
void ws_prompt_open(ws_tui *tui, const ws_prompt_kind *kind, const char *text);
/* A key, or a pasted character, while the command line is open. */
void ws_prompt_key(ws_tui *tui, uint32_t key, bool pasted);

/* ---- acts ---- */

/* The menu of what can be done to the thing that is selected. */

typedef struct ws_tui ws_tui;

/* Opens the menu at a cell of the screen, or closes it; column -1: above the command line. Says
 * why where nothing can be done. */
void ws_acts_open(ws_tui *tui, int column, int row);
/* A click while the menu is open: on a row does it, elsewhere closes. False if it is not open. */
bool ws_acts_click(ws_tui *tui, int column, int row);
/* A click on a node while a command is typed: its name is written there. */
void ws_acts_name(ws_tui *tui, int column, int row);

/* ---- lists ---- */

/* What takes the arrows and Enter while it is shown: the help, and lists. */

typedef struct ws_tui ws_tui;

/* Moves the choice in what is shown by rows; false if nothing is shown that takes it. */
bool ws_lists_move(ws_tui *tui, int rows);
/* Goes to what is chosen; false if no list is shown. */
bool ws_lists_go(ws_tui *tui);
/* Turns the help by rows. */
void ws_help_turn(ws_tui *tui, int rows);

/* ---- focus ---- */

/* Keys and wheel of the panel that is held. */

typedef struct ws_tui ws_tui;

struct ws_param;
/* Chooses the row of a parameter in the settings, if it is among those shown. */
void ws_focus_setting(ws_tui *tui, const struct ws_param *param);
/* Is the key for the held panel? Then it has acted. */
bool ws_focus_key(ws_tui *tui, uint32_t key);
/* A press at a cell of the screen: holds the panel that is there, and of the settings chooses the
 * row. */
void ws_focus_click(ws_tui *tui, int column, int row);
/* The wheel at a cell of the screen: turns the setting that is there, `by` is 1 or -1. False: none
 * is. */
bool ws_focus_wheel(ws_tui *tui, int column, int row, int by);

/* ---- complete ---- */

/* What may stand in a line of commands. */

typedef struct ws_tui ws_tui;

extern const ws_prompt_kind ws_prompt_command;

/* ---- filter ---- */

/* Which worms are of interest. */

typedef struct ws_tui ws_tui;

/* Only worms that it takes are of interest; says what is wrong with it. */
void ws_tui_filter(ws_tui *tui, const char *text);
/* While one is typed: tries it as far as it goes; and takes the old one again. */
void ws_tui_filter_try(ws_tui *tui, const char *text);
void ws_tui_filter_undo(ws_tui *tui);
/* Does the filter take it? */
bool ws_tui_wanted(const ws_tui *tui, const ws_frame_worm *worm);

/* ---- lecture ---- */

/* Lecture mode. */

typedef struct ws_tui ws_tui;

void ws_tui_lecture(ws_tui *tui, bool on);
/* A key was pressed that has a binding; shown in lecture mode. */
void ws_tui_pressed(ws_tui *tui, const ws_binding *binding);

#endif
