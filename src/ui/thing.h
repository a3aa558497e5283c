/* thing.h - what can be looked at by itself: a worm, a switch or host, a link, a queue; what their rows refer to, and what changed
 * in them since the picture before. */
#ifndef WS_THING_H
#define WS_THING_H

#include "observe/frame.h"
#include "ui/canvas.h"

typedef enum ws_thing_kind { WS_THING_NONE, WS_THING_WORM, WS_THING_NODE, WS_THING_LINK, WS_THING_QUEUE } ws_thing_kind;

typedef struct ws_thing {
    ws_thing_kind kind;
    uint32_t id;      /* packet, or number of the node, link or queue */
    uint64_t entered; /* of a worm, since packet numbers are used again */
} ws_thing;

struct ws_view;

bool ws_thing_same(ws_thing a, ws_thing b);
/* Worms go; the rest may be of a network that was another. */
bool ws_thing_is_there(const ws_frame *frame, ws_thing thing);
ws_thing ws_thing_of_worm(const ws_frame_worm *worm); /* NULL: nothing */
/* What a line calls NAME (a switch or host), NAME NAME (the link from one to the other) or `none`. False with
 * an error if there is no such thing. */
bool ws_thing_named(const ws_frame *frame, const char *text, ws_thing *thing, ws_error *error);
/* "S1→S4", "H3" and the like. */
const char *ws_thing_name(const struct ws_view *view, ws_thing thing, char *text, size_t room);

/* What the view looks at, and how it comes to look at something else. */
const char *ws_link_name(const struct ws_view *view, uint32_t link, char *text, size_t room);
ws_thing ws_view_thing(const struct ws_view *view);
void ws_view_look(struct ws_view *view, ws_thing thing);

/* What a row of its panel (0 = below the title) refers to; of kind NONE if to nothing. */
ws_thing ws_view_refers(const struct ws_view *view, int row);
/* The next row, from `row` on in one direction, that refers to something; `row` if there is none. -1 is before the first. */
int ws_view_next_field(const struct ws_view *view, int row, int by);

/* One field of a link or queue. */
typedef struct ws_detail {
    const char *name;
    char value[256];
    ws_role role;
    ws_thing refers;
} ws_detail;
#define WS_DETAILS_MAX 16

/* A panel of fields while it is filled. */
typedef struct ws_filling {
    const struct ws_view *view;
    ws_detail *field;
    size_t count;
} ws_filling;
ws_detail *ws_detail_add(ws_filling *filling, const char *name, ws_role role, ws_thing refers);
#define WS_NOTHING ((ws_thing){.kind = WS_THING_NONE})
#define WS_DETAIL(filling, name, role, refers, ...)                                                 \
    snprintf(ws_detail_add(filling, name, role, refers)->value, sizeof((ws_detail *)0)->value,      \
             __VA_ARGS__)

/* Each beside the panel that draws the rows. */
ws_thing ws_worm_refers(const struct ws_view *view, int row);
ws_thing ws_node_refers(const struct ws_view *view, int row);
size_t ws_link_details(const struct ws_view *view, ws_detail fields[WS_DETAILS_MAX]);
size_t ws_queue_details(const struct ws_view *view, ws_detail fields[WS_DETAILS_MAX]);
void ws_details_draw(const struct ws_view *view, const ws_pen *pen, const ws_detail *fields, size_t count);

/* The panel of the thing in the latest picture and in that of the cycle before it. A zeroed one is a valid empty one. */
typedef struct ws_trace {
    ws_thing thing;
    uint64_t cycle;
    int width, height;
    uint32_t *now, *before; /* glyphs */
    bool has_before;
} ws_trace;

/* Takes the picture that the pen has just drawn; words that were not there before get the role `changed`, if `mark`. */
void ws_trace_take(ws_trace *trace, ws_thing thing, uint64_t cycle, const ws_pen *pen, bool mark);
void ws_trace_free(ws_trace *trace);

#endif
