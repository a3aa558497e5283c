/* tui_state.h - the state of the program with a screen, shared by its three files: tui.c (loop and drawing), tui_commands.c (what
 * keys and the command line do) and tui_prompt.c (typing a line). */
#ifndef WS_TUI_STATE_H
#define WS_TUI_STATE_H

#include <uv.h>

#include "app/pace.h"
#include "app/terminal.h"
#include "ui/curses.h"
#include "ui/layout.h"
#include "ui/theme.h"

#define WS_PROMPT_MAX  240
#define WS_HISTORY_MAX 16

typedef struct ws_prompt {
    bool open;
    char text[WS_PROMPT_MAX];
    size_t length, cursor;                       /* bytes */
    char history[WS_HISTORY_MAX][WS_PROMPT_MAX]; /* newest first */
    size_t history_count, history_place;         /* place 0: the line being typed */
} ws_prompt;

typedef struct ws_tui {
    uv_loop_t loop;
    uv_poll_t input;
    uv_timer_t draw_timer, step_timer;
    uv_idle_t idle;
    uv_signal_t signals[8];

    ws_session *session;
    ws_frame *frame;
    ws_waits *waits;
    ws_keys keys;
    ws_view view;
    ws_canvas canvas;
    ws_curses *curses;
    ws_theme theme;
    char theme_name[64];
    ws_prompt prompt;
    ws_pace pace;
    double limited_speed; /* what `unlimited` goes back to */
    uint64_t chunk;       /* cycles that take about a millisecond */
    uint64_t drawn_ns;
    bool stale; /* the network has gone on since the frame was made */
    bool mouse;
    bool quitting;
    char message[640];
    int width, height;
    ws_rect map; /* where the map was drawn */
} ws_tui;

/* ---- tui.c ---- */
/* Something that is shown has changed: draw soon, at most 30 times a second. */
void ws_tui_touch(ws_tui *tui);
/* Starts or stops the run; both harmless when it already is so. */
void ws_tui_run(ws_tui *tui, bool running);
/* Runs so many cycles now. */
void ws_tui_step(ws_tui *tui, uint64_t cycles);
void ws_tui_speed(ws_tui *tui, double speed);
bool ws_tui_theme(ws_tui *tui, const char *name, ws_error *error);
void ws_tui_redraw_all(ws_tui *tui);
void ws_tui_quit(ws_tui *tui);
void ws_tui_say(ws_tui *tui, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- tui_commands.c ---- */
/* A line: one of the screen's own commands, or one of the command language. Says what it has done, or why not. */
void ws_tui_command(ws_tui *tui, const char *line);

/* ---- tui_prompt.c ---- */
void ws_prompt_open(ws_tui *tui);
/* A key, or a pasted character, while the command line is open. */
void ws_prompt_key(ws_tui *tui, uint32_t key, bool pasted);

#endif
