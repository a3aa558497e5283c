/* view.h - what a panel may see, and the table of panels.
 *
 * A panel is a file with a function that draws, and a row in the table WS_PANELS below (layout.c says
 * where it stands). It reads the view and draws with its pen; it does nothing else. */
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

/* Panels that take the room of the map, and of all beside it, while they are shown. */
#define WS_OVERLAY_ROWS(OVERLAY)                                                                   \
    OVERLAY(HELP)                                                                                  \
    OVERLAY(BRANCHES)                                                                              \
    OVERLAY(BREAKS)                                                                                \
    OVERLAY(CLASS)                                                                                 \
    OVERLAY(SPACETIME)                                                                             \
    OVERLAY(PAPER)

/* What lies over the map: one of these panels, or the menu of what can be done. */
#define WS_OVERLAY_ENUM(id) WS_OVERLAY_##id,
typedef enum ws_overlay {
    WS_OVERLAY_NONE,
    WS_OVERLAY_ACTS,
    WS_OVERLAY_ROWS(WS_OVERLAY_ENUM)
} ws_overlay;
#undef WS_OVERLAY_ENUM
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

typedef struct ws_panel {
    const char *name;
    const char *title; /* NULL: no title line */
    void (*draw)(const ws_view *view, const ws_pen *pen);
    int (*rows)(const ws_view
                    *view); /* rows that it would fill, title included; NULL: as many as it gets */
} ws_panel;

/* clang-format off */
/* PANEL(ID, "name", "title" or NULL, function, rows function or NULL) */
#define WS_PANELS(PANEL)                                                                               \
    PANEL(STATUS,     "status",      NULL,                        ws_status_draw,     NULL)            \
    PANEL(MAP,        "map",         NULL,                        ws_map_draw,        NULL)            \
    PANEL(OTHER,      "other map",   NULL,                        ws_other_draw,      NULL)            \
    PANEL(NUMBERS,    "numbers",     "numbers",                   ws_numbers_draw,    ws_numbers_rows) \
    PANEL(SETTINGS,   "settings",    "settings",                  ws_settings_draw,   ws_settings_rows) \
    PANEL(WAITS,      "waits",       "longest waits",             ws_chains_draw,     NULL)            \
    PANEL(INSPECT,    "worm",        "worm",                      ws_inspect_draw,    ws_inspect_rows) \
    PANEL(NODE,       "node",        "switch or host",            ws_node_draw,       ws_node_rows)    \
    PANEL(LINK,       "link",        "link",                      ws_link_draw,       ws_link_rows)    \
    PANEL(QUEUE,      "queue",       "queue",                     ws_queue_draw,      ws_queue_rows)   \
    PANEL(DEADLOCK,   "deadlock",    "deadlock: a ring of worms", ws_deadlock_draw,       ws_deadlock_rows)    \
    PANEL(SAQS,       "saqs",        "set-aside queues",          ws_saqs_draw,       ws_saqs_rows)    \
    PANEL(TREES,      "trees",       "congestion trees",          ws_trees_draw,      ws_trees_rows)   \
    PANEL(PORT,       "port",        "port",                      ws_ports_draw,      ws_ports_rows)   \
    PANEL(SIGNS,      "signs",       "signs",                     ws_signs_draw,      NULL)            \
    PANEL(LATENCY,    "latency",     NULL,                        ws_latency_draw,    NULL)            \
    PANEL(THROUGHPUT, "throughput",  NULL,                        ws_throughput_draw, NULL)            \
    PANEL(WHY,        "why",         NULL,                        ws_why_panel_draw,  NULL)            \
    PANEL(DISTRIBUTION, "distribution", "distribution",           ws_distribution_draw, NULL)          \
    PANEL(TIMELINE,   "timeline",    NULL,                        ws_timeline_draw,   NULL)            \
    PANEL(BRANCHES,   "branches",    "branches",                  ws_branches_draw,   NULL)            \
    PANEL(BREAKS,     "breakpoints", "breakpoints",               ws_breaks_draw,     NULL)            \
    PANEL(SPACETIME,  "space-time",  NULL,                        ws_spacetime_draw,  NULL)            \
    PANEL(PAPER,      "figure of a paper", NULL,                  ws_paper_draw,      NULL)            \
    PANEL(CLASS,      "class",       "class",                     ws_class_draw,      NULL)            \
    PANEL(MESSAGE,    "message",     NULL,                        ws_message_draw,    NULL)            \
    PANEL(KEYBAR,     "keys",        NULL,                        ws_keybar_draw,     NULL)            \
    PANEL(SPLIT,      "split",       NULL,                        ws_split_draw,      NULL)            \
    PANEL(PARTING,    "first difference", NULL,                   ws_parting_draw,    NULL)            \
    PANEL(CURVES,     "both curves", NULL,                        ws_curves_draw,     NULL)            \
    PANEL(COMPARE,    "comparison",  NULL,                        ws_compare_draw,    NULL)            \
    PANEL(LESSON,     "lesson",      NULL,                        ws_lesson_draw,     ws_lesson_height)\
    PANEL(FIGURES,    "figures",     NULL,                        ws_figures_draw,    ws_figures_rows) \
    PANEL(CAPTION,    "caption",     NULL,                        ws_caption_draw,    NULL)            \
    PANEL(PRESSED,    "pressed",     NULL,                        ws_pressed_draw,    NULL)            \
    PANEL(ACTS,       "acts",        "what can be done",          ws_acts_draw,       NULL)  \
    PANEL(HELP,       "help",        NULL,                        ws_help_draw,       NULL)            \
    PANEL(OFFERS,     "offers",      NULL,                        ws_offers_draw,     ws_offers_rows)

/* clang-format on */

#define WS_PANEL_ENUM(id, name, title, draw, rows) WS_PANEL_##id,
typedef enum ws_panel_id { WS_PANELS(WS_PANEL_ENUM) WS_PANEL_COUNT } ws_panel_id;
#undef WS_PANEL_ENUM
extern const ws_panel ws_panels[WS_PANEL_COUNT];

#define WS_PANEL_DRAW(id, name, title, draw, rows)                                                 \
    void draw(const ws_view *view, const ws_pen *pen);
WS_PANELS(WS_PANEL_DRAW)
#undef WS_PANEL_DRAW
/* The part of the status line; returns the column behind it. */
int ws_class_status_draw(const ws_view *view, const ws_pen *pen, int x);
/* A/B: columns of the figures on a screen so wide, and rows of all of them with their title. */
int ws_compare_width(int screen);
int ws_compare_rows(int width);
/* Rows that the panel of the lesson needs at this width. */
int ws_lesson_rows_at(const ws_view *view, int width);
int ws_lesson_height(const ws_view *view);
/* How a class has answered, from a row on; returns the row below. */
int ws_answers_draw(const ws_view *view, const ws_pen *pen, int row);
int ws_figures_rows(const ws_view *view); /* with digits of three rows; 0: none are chosen */
/* The panel of that name which may stand in the column beside the map; WS_PANEL_COUNT: none. */
ws_panel_id ws_column_panel(const char *name, size_t length);
int ws_numbers_rows(const ws_view *view);
/* Is the run long enough for its interval, and that narrower than a tenth of the mean? */
bool ws_is_trusted(const ws_summary *summary);
/* Of the phases of a run (observe/phases.h), as a part of the numbers: rows, 0 of a run without
 * changes; draws them from a row on, and returns the row behind. */
int ws_phases_rows(const ws_view *view);
int ws_phases_draw(const ws_view *view, const ws_pen *pen, int row);
int ws_offers_rows(const ws_view *view);
/* Rows of what may be typed, with the words of the one that is read. */
int ws_offers_height(const ws_view *view, int width);
int ws_settings_rows(const ws_view *view);
/* Rows of the signs of the map, with their title, in a panel so many columns wide. */
int ws_signs_height(const ws_view *view, int width);
/* How many settings there are beyond so many rows of their panel. */
int ws_settings_more(const ws_view *view, int rows);
/* The routing of the network, and how many rows are out of sight, for the title of a panel. */
const char *ws_settings_aside(const ws_view *view, int more, char *text, size_t room);
/* Rows of the settings without those that have no effect. */
int ws_settings_least(const ws_view *view);
int ws_inspect_rows(const ws_view *view);
int ws_deadlock_rows(const ws_view *view);
int ws_node_rows(const ws_view *view);
int ws_link_rows(const ws_view *view);
int ws_queue_rows(const ws_view *view);
int ws_trees_rows(const ws_view *view);
int ws_ports_rows(const ws_view *view);
/* The latest births and deaths of set-aside queues, one a row, from row y on and before `end`. */
void ws_saq_log_draw(const ws_view *view, const ws_pen *pen, int y, int end);
int ws_saqs_rows(const ws_view *view); /* 0: the network has no set-aside queues */

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
/* Where the map does not fit, a small one in its corner: where blocked heads are, and which part is seen. */
void ws_minimap_draw(const ws_view *view, const ws_pen *pen);
/* The pan that brings a place of the small map, which is drawn in cells of the map panel, to the middle; false if it is not there. */
bool ws_minimap_pick(const ws_view *view, int x, int y, int *pan_x, int *pan_y);
/* Moves the help by so many rows, not beyond its ends, in a panel of this size. */
/* Does the key act here? Keys that turn what this network does not read would only mislead. */
bool ws_binding_is_useful(const ws_view *view, const ws_binding *binding);
/* Is what the last command said longer than a row? Then it has two, for what would be right stands at its end. */
bool ws_message_is_long(const ws_view *view, int width);
void ws_help_scroll(ws_view *view, int by, int width, int height);
/* The cycle at a column of the timeline, not beyond what has been reached. */
uint64_t ws_timeline_pick(const ws_view *view, int width, int x);
/* The key at a column of the bottom line, 0: none. */
uint32_t ws_keybar_pick(const ws_view *view, int width, int x);

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

/* ---- what several panels need ---- */

/* The role of a worm: its colour, or that of the selected one, or of the deadlocked ones. */
ws_role ws_worm_role(const ws_view *view, const ws_frame_worm *worm);
/* Its colour besides: WS_COLOUR_NONE where the role says all, of the selected one and others. */
uint32_t ws_worm_colour(const ws_view *view, const ws_frame_worm *worm);
/* A sign in role and colour of a worm. */
void ws_worm_sign(const ws_view *view, const ws_pen *pen, int x, int y, uint32_t sign,
                  const ws_frame_worm *worm);
bool ws_worm_selected(const ws_view *view, const ws_frame_worm *worm);
/* Is it of interest? All are where there is no filter. */
bool ws_worm_lit(const ws_view *view, const ws_frame_worm *worm);
/* The role of what is written about a worm: `role`, or that of what is dimmed. */
ws_role ws_worm_words(const ws_view *view, const ws_frame_worm *worm, ws_role role);
/* Blocked heads at a switch, of worms of interest. */
uint32_t ws_heads_lit(const ws_view *view, uint32_t node);
#define WS_CHAIN_MAX 32
/* One row: a worm, and how long it has waited. */
void ws_worm_line(const ws_view *view, const ws_pen *pen, int x, int y, const ws_frame_worm *worm);
/* Below a worm: those for which it waits, why, down to the root; returns the row behind. */
int ws_chain_draw(const ws_view *view, const ws_pen *pen, int y, uint32_t packet);
/* A title with a rule behind it, over the width of the pen, in row y. */
void ws_title_draw(const ws_view *view, const ws_pen *pen, int y, const char *title);
/* "1 234 567": digits in groups of three. */
const char *ws_count_text(uint64_t value, char *text, size_t room);
/* A figure in at most six columns: 0.198, 12.3, 1234, 12.3k, 1.2M; "-" if it is not a number. */
const char *ws_figure_text(double value, char *text, size_t room);
/* The same of a figure that somebody chose; a truth is said in a word. */
const char *ws_figure_said(const ws_view_figure *figure, double value, char *text, size_t room);
/* Words over several rows, as many as the pen has; returns the row behind. */
int ws_words_draw(const ws_pen *pen, int x, int y, ws_role role, const char *text);
/* Words in one row, in so many columns: those that fit, and behind them the sign for more. Returns
 * the column behind. */
int ws_cut_draw(const ws_view *view, const ws_pen *pen, int x, int row, int columns, ws_role role,
                const char *text);
/* The classes of a message, "long hot": of rules by which it is in several. */
const char *ws_class_text(const ws_frame *frame, uint32_t traffic_class, char *text, size_t room);
/* The name of a host or switch. */
const char *ws_node_name(const ws_frame *frame, uint32_t node);

#endif
