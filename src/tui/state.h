/* state.h - the state of the program with a screen, shared by its files. */
#ifndef WS_TUI_STATE_H
#define WS_TUI_STATE_H

#include <uv.h>

#include "tui/pace.h"
#include "tui/terminal.h"
#include "session/history/shadow_branch.h"
#include "ui/curses.h"
#include "ui/layout.h"
#include "ui/start.h"
#include "ui/theme.h"

#define WS_PROMPT_MAX  240
#define WS_HISTORY_MAX 16
#define WS_VISITS_MAX  32

struct ws_tui;

/* What is typed in the command line: a row for each sign in prompt.c. */
typedef struct ws_prompt_kind {
    char sign;
    void (*enter)(struct ws_tui *tui, const char *text);
    void (*offer)(struct ws_tui *tui, ws_completions *completions); /* what may stand where the line was cut */
    void (*typed)(struct ws_tui *tui, const char *text);            /* with every key; NULL: nothing happens */
    void (*left)(struct ws_tui *tui);                               /* without Enter; NULL */
    bool takes_empty;                                               /* an empty line means something */
} ws_prompt_kind;
enum { WS_PROMPT_COMMAND, WS_PROMPT_FILTER, WS_PROMPT_KINDS };

/* Lines that were entered. */
typedef struct ws_history {
    char line[WS_HISTORY_MAX][WS_PROMPT_MAX]; /* newest first */
    size_t count;
} ws_history;

typedef struct ws_prompt {
    bool open;
    int kind;
    char text[WS_PROMPT_MAX];
    size_t length, cursor; /* bytes */
    ws_history history[WS_PROMPT_KINDS];
    size_t history_place;       /* 0: the line being typed */
    ws_completions completions; /* for the text up to the cursor */
    bool choosing;              /* Tab goes from one to the next */
    size_t chosen;
} ws_prompt;

/* How fast the line to the terminal takes pictures; flow.c. */
typedef struct ws_flow {
    bool slow;         /* a picture has taken long: from now on each is asked for */
    bool asked;        /* the latest picture has not been answered yet */
    bool deaf;         /* this terminal does not answer */
    unsigned prompt;   /* quick answers in a row */
    uint64_t since_ns; /* when it was asked */
    uint64_t rest_ns;  /* of a deaf one: no picture before this time */
} ws_flow;

/* The branch beside the present one. */
typedef struct ws_tui_other {
    ws_shadow *twin; /* NULL: none */
    ws_frame *frame;
    ws_view view;
    char name[WS_NAME_MAX + 32];
    uv_idle_t idle; /* while it is on its way */
} ws_tui_other;

typedef struct ws_tui {
    uv_loop_t loop;
    uv_poll_t input;
    uv_timer_t draw_timer, step_timer, record_timer;
    uv_idle_t idle;
    uv_signal_t signals[8];

    ws_options options;  /* of all sessions */
    bool paused;         /* sessions begin so */
    ws_session *session; /* NULL: only the start screen is there; then frame, waits and view are not */
    ws_frame *frame;
    ws_watch *watch;
    ws_tui_other other;
    ws_keys keys;
    ws_view view;
    bool starting; /* the start screen is shown, over the session if there is one */
    ws_start start;
    const ws_glyphs *glyphs;
    ws_canvas canvas;
    ws_curses *curses;
    ws_theme theme;
    char desk_theme[512];                  /* the one before a lecture */
    bool lecture;                          /* sessions begin as lectures */
    char theme_name[512], theme_path[600]; /* as it was asked for; its file, "" if it has none */
    uv_fs_event_t theme_watch;
    uv_timer_t theme_timer;
    ws_prompt prompt;
    ws_filter filter_before; /* that which was there when another one was begun to be typed */
    ws_pace pace;
    double limited_speed; /* what `unlimited` goes back to */
    uint64_t chunk;       /* cycles that take about a millisecond */
    uint64_t until;       /* running at full speed to this cycle; 0: not */
    uint64_t drawn_ns;
    ws_flow flow;
    bool stale; /* the network has gone on since the frame was made */
    bool quitting;
    int loop_fault; /* the first error of libuv, which ends the program in order; 0: none */
    char message[640];
    char difference[800];
    char changed_from[64];           /* the value of the parameter that was changed last */
    ws_thing visited[WS_VISITS_MAX]; /* what was looked at before, newest first */
    ws_trace trace;                  /* what changed in what is looked at */
    size_t visited_count;
    bool dragging;        /* the place on the timeline */
    uint64_t dragged;     /* to this cycle; UINT64_MAX: nowhere */
    size_t *saved_lines; /* by branch: how many of its typed lines some file holds; owned */
    size_t saved_count;
    bool leave_asked;     /* that branches would be lost has been said */
    bool record_trouble;  /* has been told */
    bool record_lost;     /* a recording is not whole */
    char record_end[640]; /* what has become of the latest */
} ws_tui;

/* ---- loop.c ---- */
/* Something that is shown has changed: draw soon, at most 30 times a second. */
void ws_tui_touch(ws_tui *tui);
/* What is to be drawn need not wait any longer for the line. */
void ws_tui_draw_soon(ws_tui *tui);
/* Starts or stops the run; both harmless when it already is so. */
void ws_tui_run(ws_tui *tui, bool running);
/* Runs to a cycle ahead as fast as possible, and pauses there. */
void ws_tui_run_until(ws_tui *tui, uint64_t cycle);
/* Runs so many cycles now; false if it has ended before. */
bool ws_tui_step(ws_tui *tui, uint64_t cycles);
uint64_t ws_tui_cycle(const ws_tui *tui);
/* Takes a picture of the network now, whether or not it will be drawn. */
void ws_tui_look(ws_tui *tui);
/* Why it does not go on. */
void ws_tui_say_ended(ws_tui *tui);
void ws_tui_speed(ws_tui *tui, double speed);
void ws_tui_redraw_all(ws_tui *tui);
void ws_tui_quit(ws_tui *tui);
/* What a call of libuv has returned: an error ends the program, in order and in words. */
void ws_tui_check(ws_tui *tui, int result);
void ws_tui_say(ws_tui *tui, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- loop.commands.c ---- */
/* One of the screen's own commands. Tables of them end with a nameless row. */
typedef struct ws_screen_command {
    const char *name;
    void (*run)(ws_tui *tui, const char *argument);
    const char *argument; /* as the help and the manual show it; words separated by `|` are offered, and NODE, THEME ... stand for
                             what complete.c knows of them */
    const char *doc;
} ws_screen_command;
/* All of them, one after the other; NULL behind the last. */
const ws_screen_command *ws_tui_command_at(size_t index);
/* A number of cycles from an argument, 1 if there is none; false after saying what is wrong. */
bool ws_tui_cycles(ws_tui *tui, const char *argument, uint64_t *cycles);
void ws_tui_help_scroll(ws_tui *tui, int rows);
/* A line: one of the screen's own commands, or one of the command language. Says what it has done, or why not. */
void ws_tui_command(ws_tui *tui, const char *line);

/* Is there such a command? For key tables. */
bool ws_tui_command_check(const struct ws_line *line, size_t word, ws_error *error);

/* ---- tui_input.c ---- */
/* Takes all that the user has done meanwhile; false if the terminal is lost. */
bool ws_tui_input(ws_tui *tui);

/* ---- tui_select.c ---- */
extern const ws_screen_command ws_select_commands[];
/* Selects a worm, or none. */
void ws_tui_select(ws_tui *tui, const ws_frame_worm *worm);
/* Looks at anything; `select back` comes back from it. */
void ws_tui_inspect(ws_tui *tui, ws_thing thing);

/* ---- tui_trees.c ---- */
extern const ws_screen_command ws_trees_commands[];
/* Is the list of congestion trees what the arrows and Enter are for? */
bool ws_tui_trees_seen(const ws_tui *tui);
void ws_tui_tree_choose(ws_tui *tui, int by);
/* Shows the root of the chosen tree. */
void ws_tui_tree_look(ws_tui *tui);

/* ---- tui_ports.c ---- */
extern const ws_screen_command ws_ports_commands[];
/* Are set-aside queues what the arrows and Enter are for? */
bool ws_tui_ports_seen(const ws_tui *tui);
/* Another port that has some, by so many. */
void ws_tui_port_choose(ws_tui *tui, int by);
/* The link that fills the chosen port becomes what is looked at. */
void ws_tui_port_look(ws_tui *tui);

/* ---- tui_travel.c ---- */
extern const ws_screen_command ws_travel_commands[];
/* To a cycle of the present branch that has been reached before; says why not. */
void ws_tui_travel(ws_tui *tui, uint64_t cycle);
size_t ws_tui_branch(const ws_tui *tui); /* the present one */
/* In the list of branches: another choice, and to where the chosen one has got. */
void ws_tui_branch_choose(ws_tui *tui, int by);
void ws_tui_branch_go(ws_tui *tui);

/* ---- tui_record.c ---- */
extern const ws_screen_command ws_record_commands[];
bool ws_tui_record_start(ws_tui *tui, const char *path, ws_error *error);
/* Once the loop is there: sees to a recording that is being made. */
void ws_tui_record_begin(ws_tui *tui);
/* Ends it, if there is one, and says how; false if any was lost. */
bool ws_tui_record_stop(ws_tui *tui);

/* ---- tui_leave.c ---- */
/* Some file now holds a branch as it is, or all of them; another session, of which nothing is known, comes. */
void ws_tui_saved(ws_tui *tui, size_t branch);
void ws_tui_saved_all(ws_tui *tui);
void ws_tui_saved_none(ws_tui *tui);
/* May the session be left? False, with a question, the first time where branches would be lost; `again` says what leaves them. */
bool ws_tui_may_leave(ws_tui *tui, const char *again);

/* ---- tui_open.c ---- */
/* Opens a scenario or a recording in place of what is open; false with an error, and nothing changed, if it cannot be. */
bool ws_tui_open(ws_tui *tui, const char *name, ws_fault *fault, ws_error *error);
/* Closes the session, if there is one, with the recording that is being made of it. */
void ws_tui_close(ws_tui *tui);

/* ---- flow.c ---- */
/* When the next picture may be drawn, as far as the line is concerned: 0 = now, else a time at which to look again. */
uint64_t ws_tui_flow_due(ws_tui *tui);
/* A picture has been written, in this time. */
void ws_tui_flow_drawn(ws_tui *tui, uint64_t took_ns);
void ws_tui_flow_answered(ws_tui *tui);

/* ---- theme_file.c ---- */
void ws_tui_theme_begin(ws_tui *tui); /* once the loop is there; an error is kept in loop_fault */
/* By name or file, from now on with all changes of that file. False with an error, and the old theme. */
bool ws_tui_theme(ws_tui *tui, const char *name, ws_error *error);

/* ---- tui_start.c ---- */
extern const ws_screen_command ws_start_commands[];
void ws_tui_start_show(ws_tui *tui);
void ws_tui_start_hide(ws_tui *tui);
/* What the user does while it is shown. */
void ws_tui_start_key(ws_tui *tui, uint32_t key, bool pasted);
void ws_tui_start_mouse(ws_tui *tui, const ws_input *input);

/* ---- tui_watch.c ---- */
extern const ws_screen_command ws_watch_commands[];
/* Says at which breakpoint or remark a run has stopped; false if at none. */
bool ws_tui_stopped(ws_tui *tui);

/* ---- tui_lecture.c ---- */
extern const ws_screen_command ws_lecture_commands[];
void ws_tui_lecture(ws_tui *tui, bool on);
/* A key was pressed that has a binding; shown in lecture mode. */
void ws_tui_pressed(ws_tui *tui, const ws_binding *binding);

/* ---- tui_split.c ---- */
extern const ws_screen_command ws_split_commands[];
void ws_tui_split_begin(ws_tui *tui); /* once the loop is there */
void ws_tui_split_end(ws_tui *tui);
/* The session has gone somewhere: so does the other one. */
void ws_tui_split_follow(ws_tui *tui);
/* Is it still on its way? */
bool ws_tui_split_waits(const ws_tui *tui);
/* Takes a picture of it. */
void ws_tui_split_look(ws_tui *tui);

/* ---- tui_next.c ---- */
extern const ws_screen_command ws_next_commands[];

/* ---- tui_filter.c ---- */
extern const ws_screen_command ws_filter_commands[];
/* Only worms that it takes are of interest; says what is wrong with it. */
void ws_tui_filter(ws_tui *tui, const char *text);
/* While one is typed: tries it as far as it goes; and takes the old one again. */
void ws_tui_filter_try(ws_tui *tui, const char *text);
void ws_tui_filter_undo(ws_tui *tui);
/* Does the filter take it? */
bool ws_tui_wanted(const ws_tui *tui, const ws_frame_worm *worm);

/* ---- complete.c ---- */
/* What may stand in a line of commands. */
void ws_tui_offer(ws_tui *tui, ws_completions *completions);

/* ---- prompt.c ---- */
extern const ws_prompt_kind ws_prompt_kinds[WS_PROMPT_KINDS];
/* With a text to go on from. */
void ws_prompt_open(ws_tui *tui, int kind, const char *text);
/* A key, or a pasted character, while the command line is open. */
void ws_prompt_key(ws_tui *tui, uint32_t key, bool pasted);

#endif
