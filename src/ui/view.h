/* view.h - what a panel may see, and what is asked of it. */
#ifndef WS_VIEW_H
#define WS_VIEW_H

#include "observe/frame.h"
#include "observe/spacetime.h"
#include "session/language/complete.h"
#include "session/session.h"
#include "session/watch.h"
#include "ui/apart.h"
#include "ui/canvas.h"
#include "ui/filter/filter.h"
#include "ui/glyphs.h"
#include "ui/hues.h"
#include "ui/keys.h"
#include "ui/map/map_plan.h"
#include "ui/theme.h"
#include "ui/thing.h"

#define WS_PRESSED_MAX 3

/* The worms that a filter takes. */
typedef struct ws_light {
    uint8_t *worm;   /* by place in frame->worm: is it of interest? Owned; NULL without a filter */
    uint32_t *heads; /* by switch: blocked heads of such worms; owned */
    uint32_t room;   /* worms that there is room for */
    uint32_t worms, blocked; /* how many are of interest, and how many of them blocked */
    bool is_on;              /* are there such that are of none? */
} ws_light;

/* A/B: what differs from the other view. */
typedef struct ws_view_beside {
    ws_same same;   /* this view's worms in the other; made anew by ws_screen_draw, owned */
    uint32_t worms; /* that differ now */
    uint32_t links; /* that differ now */
    bool parted;    /* there is a first cycle in which the traffic differs: */
    uint64_t cycle;
    ws_apart apart;  /* what differs in it */
    uint64_t forked; /* where the branches part */
} ws_view_beside;

#define WS_HISTOGRAMS_MAX (2 * WS_CLASSES_MAX + 1)
struct ws_histogram;

/* What is known of the session besides the frame. */
typedef struct ws_view_session {
    const char *name; /* of the scenario */
    const char *title;
    const char *note;
    ws_remark remark;                /* what the note is */
    const ws_journal_entry *journal; /* lines applied so far */
    size_t journal_count;
    uint64_t warmup;
    double speed; /* cycles a second asked for; INFINITY = as fast as possible */
    uint64_t until; /* the cycle to which it runs as fast as possible whatever the speed; 0: none */
    double rate;  /* cycles a second reached, 0 = not known */
    bool running, ended;
    uint64_t deadlock_cycle; /* in which the ring of a deadlock closed, if the frame shows one */
    const ws_change *change; /* the parameters that have been changed since cycle 0 */
    size_t change_count;
    const ws_break *breaks; /* breakpoints, and where they have stopped a run */
    size_t break_count;
    const ws_stop *stops;
    size_t stop_count;
    const ws_timeline *timeline; /* of the present branch */
    ws_branch_info *branch;      /* all; owned by the view */
    size_t branch_count, branch_now;
    ws_record_status record;
    const struct ws_histogram
        *histogram[WS_HISTOGRAMS_MAX]; /* of the latency that is shown, by class as in the frame */
    size_t histograms;
    const struct ws_phase *phase; /* stretches between changes; none unless the session has them */
    size_t phases;
    uint64_t networks; /* of the session, when frame and plan were made */
} ws_view_session;

/* What is looked at: a worm, or one of node, link and queue, or nothing. */
typedef struct ws_view_selection {
    uint32_t worm;              /* packet of the selected worm, WS_NIL */
    uint64_t entered;           /* the cycle in which it entered, since rows are used again */
    uint32_t node, link, queue; /* a switch or host, a link, a queue; WS_NIL */
    int field;                  /* row of its panel that Enter follows, -1: none */
    ws_trace *trace;            /* what changed in it; not owned, NULL: not shown */
    ws_filter filter;           /* which worms are of interest */
    ws_light light;             /* which these are; made anew by ws_screen_draw */
} ws_view_selection;

#define PANEL(id, name, title, draw, rows, where) WS_PANEL_##id,
typedef enum ws_panel_id {
#include "ui/panels.def"
    WS_PANEL_COUNT
} ws_panel_id;

/* What lies over the map: a panel whose row says OVER, or the menu of what can be done. */
#define PANEL(id, name, title, draw, rows, where) WS_OVERLAY_##id = WS_PANEL_##id + 1,
typedef enum ws_overlay {
    WS_OVERLAY_NONE,
#include "ui/panels.def"
} ws_overlay;

/* Lenses that somebody opens by name: numbers of rows of ws_lenses (map/lens.h), which has more. */
typedef enum ws_layer {
    WS_LAYER_WORMS,
    WS_LAYER_TREES,
    WS_LAYER_PORTS,
    WS_LAYER_USE,
    WS_LAYERS_NAMED
} ws_layer;

typedef struct ws_view_overlay {
    ws_overlay shown;
    unsigned layer;         /* what the map shows: a lens, */
    unsigned before_why;    /* and that before it was asked why a worm waits */
    int help_top;           /* first row of the help shown */
    uint32_t port;          /* whose set-aside queues are looked at, + 1; 0: that with the most */
    uint32_t tree;          /* root link of the one chosen; one that is not listed: the first */
    size_t branch_chosen;   /* in the list of branches */
    size_t act_chosen;      /* in the menu of acts */
    int act_x, act_y;       /* where the menu stands; x -1: above the command line */
    uint32_t act_link;      /* the link under the pointer when it was opened, + 1; 0: none */
    const char *difference; /* what has been found out about two branches, "" */
} ws_view_overlay;

struct ws_plot;
/* A figure of a paper that has been run, and where the network is in it now. */
typedef struct ws_view_paper {
    const char *name; /* "kwan/8" */
    const char *title;
    const char *where; /* in the paper */
    const struct ws_plot *plot;
    const char *verdicts; /* how many of its claims hold */
    const char *now;      /* the present point in words, or why there is none */
} ws_view_paper;

/* A student, as the lecturer sees them. */
typedef struct ws_class_row {
    const char *name, *id, *seat; /* id "": nobody has checked the name; seat "": none */
    uint64_t behind;              /* cycles */
    uint64_t delay_ms, silent_ms; /* worst delay of a line; since the latest word */
    bool differs;
    bool answered; /* the question at hand */
} ws_class_row;

typedef enum ws_class_part { WS_CLASS_NONE, WS_CLASS_LECTURER, WS_CLASS_STUDENT } ws_class_part;

/* A class that this screen holds or follows. */
typedef struct ws_view_class {
    ws_class_part kind;
    const char *address; /* of the lecturer's, with the token of the room */
    const char *hint;    /* who can come by it, and how */
    const ws_class_row *row;
    size_t count;
    uint64_t wrong; /* tokens */
    bool seats;
    bool names;     /* are shown */
    bool checked;   /* a token for each student says who it is */
    bool asked;     /* a question stands on the board, */
    size_t answers; /* which has so many */
    bool address_large;
    uint64_t behind; /* of the student's: cycles */
    bool roaming, arrived, over, lost, differs;
    const char *seat;
} ws_view_class;

#define WS_FIGURES_MAX     6
#define WS_COLUMN_MAX      8
#define WS_LESSON_ANSWERS  6
#define WS_LESSON_KEYS_MAX 10
#define WS_LESSON_TAKES    16

/* A figure that is shown large. */
typedef struct ws_view_figure {
    const char *name;
    const char *unit;
    double value;
    double other; /* of the branch beside */
    bool covered; /* it is what is asked for: not shown until there is an answer */
} ws_view_figure;

/* What somebody chose to see beside the map, by name. */
typedef struct ws_view_chosen {
    int panel[WS_COLUMN_MAX]; /* ws_panel_id */
    size_t panels;            /* 0: what the layout thinks best */
    const ws_view_figure *figure;
    size_t figures;
} ws_view_chosen;

/* A key that means something in a lesson just now. */
typedef struct ws_lesson_key {
    const char *name, *does;
    uint32_t key; /* 0: no single key */
} ws_lesson_key;

/* Answers of a class that are alike. */
typedef struct ws_view_bar {
    const char *label;
    uint64_t count, right;
} ws_view_bar;

/* A lesson that is being taken, or a question that is put to a class. */
typedef struct ws_view_lesson {
    bool shown;
    const char *step;
    size_t number, steps; /* of the step, from 1 */
    int marks, of;
    const char *words; /* what is said or asked */
    const char *const *earlier; /* what was said before it, the latest last */
    size_t earlier_count;
    bool asks;
    const char *answer[WS_LESSON_ANSWERS]; /* to choose from */
    size_t answers, chosen;                /* chosen == answers: none yet */
    const char *note;       /* at the right of the title in place of the marks; NULL: the marks */
    const ws_view_bar *bar; /* how a class has answered */
    size_t bars;            /* 0: this is not shown */
    const char *label;      /* of what has been entered: "your changes"; NULL: nothing */
    const char *entry;
    const char *reply; /* a hint, a verdict, an error; "" */
    bool reply_error;
    uint64_t run, most; /* cycles of the run at hand; most 0: none */
    bool until;         /* it may end earlier */
    bool away;          /* the session is not where the lesson stands */
    bool veils;         /* something is to be pointed at: nothing says what */
    ws_lesson_key key[WS_LESSON_KEYS_MAX];
    size_t keys;
    char takes[WS_LESSON_TAKES]; /* characters that are part of an answer just now */
} ws_view_lesson;

/* The rows of the message and of the command line. */
typedef struct ws_view_line {
    const char *message; /* what the last command did, or why not; "" */
    bool message_error;
    bool prompt_open;
    char prompt_sign;                  /* what is typed: `:` a command, `/` a filter */
    const char *prompt;                /* text of the command line */
    int prompt_cursor;                 /* in characters */
    const ws_completions *completions; /* what may stand there; NULL: nothing is offered */
    size_t completion_chosen;          /* number of one, or count: none */
} ws_view_line;

/* The panel that is held (focus.h). */
typedef struct ws_view_focus {
    int held; /* ws_panel_id + 1; 0: none */
    bool expanded;
    int row;        /* chosen in the settings */
    int top;        /* first row shown of another panel that is expanded */
    int cursor;     /* of the charts: columns left of the newest point + 1; 0: none */
    char typed[48]; /* a value, "" */
} ws_view_focus;

/* What stands beside the map. */
/* PRESET(ID, "name", "what is shown") */
#define WS_PRESET_ROWS(PRESET)                                                                     \
    PRESET(ALL, "all", "map, figures, settings, waits and charts")                                 \
    PRESET(MAP, "map", "the map alone")                                                            \
    PRESET(CHAINS, "chains", "the map and the chains of waiting worms")                            \
    PRESET(NUMBERS, "numbers", "figures, settings and large charts")                               \
    PRESET(TEACHING, "teaching", "the map, captions and pressed keys")

#define WS_PRESET_ENUM(id, name, doc) WS_PRESET_##id,
typedef enum ws_preset { WS_PRESET_ROWS(WS_PRESET_ENUM) WS_PRESETS } ws_preset;
#undef WS_PRESET_ENUM

enum { WS_GHOSTS_MAX = 64 };

/* Links that are pointed out: a ring that can close, before it does. */
typedef struct ws_view_ghost {
    uint32_t count;
    uint32_t link[WS_GHOSTS_MAX];
} ws_view_ghost;

typedef struct ws_view_map {
    int zoom;          /* 0 = what fits; else a ws_map_style + 1 */
    int pan_x, pan_y;  /* cells */
    ws_map_plan *plan; /* where things lie; made anew by ws_screen_draw when the room changes */
    ws_hues hues;      /* by what worms have their colours; found anew by ws_screen_draw */
    ws_view_ghost ghost;
} ws_view_map;

/* A range of cycles that is brushed on the timeline. */
typedef struct ws_view_brush {
    bool shown;
    uint64_t from;
    uint64_t to;
    uint64_t done;     /* the cycle that has been reached, while it is computed */
    const double *use; /* by link: flits a cycle in the range; NULL: not yet known */
} ws_view_brush;

/* Which cycles a space-time diagram shows, beside what is shown unasked: 0, 0. */
typedef struct ws_spacetime_axis {
    int back;   /* columns farther back */
    int closer; /* so often half as many cycles a column; below 0: twice as many */
} ws_spacetime_axis;

typedef struct ws_view {
    const ws_frame *frame;
    const ws_glyphs *glyphs;
    const ws_theme *theme; /* for colours of cells, see ink.h; NULL: none, shape says it all */
    ws_colour_depth depth; /* of what it is shown on */
    const ws_keys *keys;
    ws_view_session session;
    ws_view_selection selection;
    ws_view_overlay overlay;
    ws_view_line line;
    ws_view_map map;
    ws_view_class class;
    ws_view_lesson lesson;
    ws_view_chosen chosen;
    ws_view_focus focus;
    ws_preset preset;
    ws_view_brush brush;
    ws_latency_kind measure;       /* the latency that is shown */
    const ws_spacetime *spacetime; /* of the worm, while it is shown; NULL: none yet */
    ws_spacetime_axis axis;        /* which cycles of it are seen */
    const ws_view_paper *paper;    /* while it is shown; NULL: none */
    struct ws_view *
        other; /* another branch, seen beside this one (A/B); NULL: none. With its own frame and plan */
    ws_view_beside beside;
    uint64_t other_due; /* the cycle to which it is on its way, 0: it is there */
    bool keyless;       /* nobody can press keys: a film, a picture */
    bool lecture;       /* for a room: a large map, captions, the keys that are pressed */
    const ws_binding *pressed[WS_PRESSED_MAX]; /* the latest keys, newest first; NULL: none */
} ws_view;

/* The use of a link in flits a cycle: in the latest window, or in the range that is brushed. */
static inline double ws_view_use(const ws_view *view, const ws_frame_link *link) {
    const double *brushed = view->brush.use;
    return brushed ? brushed[link - view->frame->link] : link->utilisation;
}

/* Who asks why a worm waits sees worms, so that its chain is lit, whatever the lens was. */
static inline void ws_view_why(ws_view *view) {
    ws_view_overlay *overlay = &view->overlay;
    if (overlay->layer != WS_LAYER_WORMS || view->selection.worm == WS_NIL)
        overlay->before_why = overlay->layer;
    overlay->layer = WS_LAYER_WORMS;
}

/* Gives that lens back, unless another was chosen meanwhile. */
static inline void ws_view_why_end(ws_view *view) {
    if (view->overlay.layer == WS_LAYER_WORMS)
        view->overlay.layer = view->overlay.before_why;
}

/* Opens a list or the help over the map, and closes whichever is there; the same again closes it. */
static inline void ws_overlay_toggle(ws_view *view, ws_overlay overlay) {
    bool open = view->overlay.shown == overlay;
    view->overlay.shown = open ? WS_OVERLAY_NONE : overlay;
}

/* If the session's network has become another (ws_session_networks): makes frame and plan for it, and forgets what was
 * selected in the old one. To be called before they are used for the present network. */
void ws_view_follow(ws_view *view, ws_session *session, ws_frame **frame);
/* Switches from which on a frame may know only a part of the network; smaller ones are read as a
 * whole, so that nothing depends on where one looks. */
enum { WS_PART_LEAST = 512 };
/* Tells a frame what the view looks at, before it is updated. True: more than it has now. */
bool ws_view_want(const ws_view *view, ws_frame *frame);
/* Takes from the session what views show besides the frame. */
void ws_view_renew(ws_view *view, ws_session *session);
/* A/B: takes over how the other view is looked at: lens, filter, colours, place. */
void ws_view_share(ws_view *view, const ws_view *with);
/* A/B: finds out what differs from the other view. */
void ws_view_beside_find(ws_view *view);
/* Finds out which worms the filter takes, and of two views beside each other those that differ. */
void ws_view_light(ws_view *view);
/* Frees what the view owns. */
void ws_view_free(ws_view *view);

/* What is seen at a cell of the map panel: a switch or host, a link, the packet of a worm; each
 * WS_NIL where there is none. */
typedef struct ws_map_thing {
    uint32_t node;
    uint32_t link;
    uint32_t packet;
} ws_map_thing;

ws_map_thing ws_map_pick(const ws_view *view, int x, int row);
/* Root link of the congestion tree that is looked at, WS_NIL if there is none. */
uint32_t ws_tree_chosen(const ws_view *view);
/* The root of the main one: of those at least half as large as the largest, that which has been
 * there longest. WS_NIL: there is none. */
uint32_t ws_tree_main(const ws_frame *frame);
/* The port whose set-aside queues are looked at: of the switch that is selected, if one is; WS_NIL where there are none. */
uint32_t ws_port_chosen(const ws_view *view);

/* Draws the whole screen. The view's plan is adjusted to the room of the map. */
void ws_screen_draw(ws_view *view, ws_canvas *canvas);
/* The map alone with its signs below: for paper. */
void ws_screen_draw_map(ws_view *view, ws_canvas *canvas);

/* What there is to see, in whole sentences, for whoever hears it: at most 200 bytes. */
void ws_view_summary(const ws_view *view, char *text, size_t room);

#endif
