/* panel.h - the table of panels, where they stand, and what they share.
 *
 * A panel is a file with a function that draws, and a row in panels.def. It reads the view and draws
 * with its pen; it does nothing else. */
#ifndef WS_PANEL_H
#define WS_PANEL_H

#include "ui/keycaps.h"
#include "ui/view.h"

typedef enum ws_panel_where { WS_PANEL_ELSE, WS_PANEL_COLUMN, WS_PANEL_OVER } ws_panel_where;

typedef struct ws_panel {
    const char *name;
    const char *title; /* NULL: no title line */
    void (*draw)(const ws_view *view, const ws_pen *pen);
    int (*rows)(const ws_view *view);
    ws_panel_where where;
} ws_panel;
extern const ws_panel ws_panels[WS_PANEL_COUNT];

#define PANEL(id, name, title, draw, rows, where) void draw(const ws_view *view, const ws_pen *pen);
#include "ui/panels.def"

/* ---- where they stand ---- */

#define WS_LAYOUT_MIN_WIDTH  60
#define WS_LAYOUT_MIN_HEIGHT 16

typedef struct ws_panel_layout {
    bool too_small;
    ws_rect rect[WS_PANEL_COUNT]; /* w or h 0: not shown */
} ws_panel_layout;

ws_panel_layout ws_layout_make(const ws_view *view, int width, int height);

/* ---- what one asks of another ---- */

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
/* Chooses the panels beside the map by their names; `own` or none: what the layout thinks best. */
bool ws_panels_choose(ws_view_chosen *chosen, const char *names, ws_error *error);
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
/* Draws them from row y on: a cell for each, then a line for each packet in them. Nothing for a switch without a pool. */
void ws_pool_draw(const ws_view *view, const ws_pen *pen, int y);
int ws_pool_rows(const ws_view *view);
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
/* What keys do now, as the bottom line says it. */
ws_keycaps ws_keybar_caps(const ws_view *view, int width);

/* ---- acts: what can be done to the thing that is selected ---- */

/* Send a worm, make a hot spot, cut a cable, repair it: each is a line of the command language, or
 * two. */
#define WS_ACTS_MAX 16

typedef struct ws_act {
    char label[56];
    char line[80]; /* "": it cannot be done, and the label says why */
    char then[80]; /* a second line, "": none */
    bool asks;     /* the line is incomplete: the command line opens with it */
} ws_act;

/* The acts for what is selected, in the order of the menu; returns how many. */
size_t ws_acts_list(const ws_view *view, ws_act act[WS_ACTS_MAX]);
/* Columns and rows of the menu with its title. */
int ws_acts_width(const ws_view *view);
int ws_acts_height(const ws_view *view);

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
