/* painter.h - what the files that draw a wired map share. */
#ifndef WS_PAINTER_H
#define WS_PAINTER_H

#include "ui/map/lens.h"
#include "ui/map/signs.h"
#include "ui/map/why.h"
#include "ui/map/wired.h"
#include "ui/panel.h"
#include "ui/raster.h"
#include "ui/worm_state.h"

/* Percent of the paper in what is held without a flit, in a calm cable, in a host that sends
 * nothing. What is held must keep the hue of its worm, also where there are only 256 colours, few
 * of them dark. */
enum { WS_HELD_DIM = 40, WS_CALM_DIM = 55, WS_IDLE_DIM = 75 };

/* That of a worm's state. */
static inline uint8_t ws_painter_state_sign(const ws_frame_worm *worm) {
    static const uint8_t sign[WS_WORM_STATES] = {
        [WS_WORM_MOVES] = WS_SIGN_MOVES,
        [WS_WORM_WAITS] = WS_SIGN_WAITS,
        [WS_WORM_BEHIND] = WS_SIGN_BEHIND,
    };
    return sign[ws_worm_state_of(worm)];
}

typedef struct ws_painter {
    const ws_view *view;
    const ws_frame *frame;
    const ws_wired *wired;
    const ws_lens *lens;
    ws_raster *raster;
    const ws_pen *pen;
    ws_why why;      /* the chain that is lit; of fewer than two worms: none */
    uint32_t ground; /* the paper */
    bool rich;       /* colours carry a meaning */
} ws_painter;

/* Do cables lie so close that no worm can be followed? Then worms have the colours of traffic, as
 * in streets: one for all that move, and for those that wait their order. A key of colours that the
 * user has chosen counts all the same. */
bool ws_painter_is_traffic(const ws_view *view);
uint32_t ws_painter_traffic(const ws_view *view, bool waits, uint32_t order);
/* The colour of a worm: while a chain is lit its step in that, or paler than it is. */
uint32_t ws_painter_worm(const ws_painter *painter, const ws_frame_worm *worm);
/* Its place in the chain that is lit, -1. */
int ws_painter_place(const ws_painter *painter, const ws_frame_worm *worm);
/* Its number there, in reverse, at a cell; false, and nothing drawn, if it has none. */
bool ws_painter_badge(const ws_painter *painter, int x, int row, const ws_frame_worm *worm);
/* How a switch looks under the lens. */
typedef struct ws_painter_look {
    ws_role role;
    uint32_t ink;
    uint32_t ground;
} ws_painter_look;
ws_painter_look ws_painter_switch(const ws_painter *painter, uint32_t node);

/* Draws a ring or line. */
void ws_ring_draw(const ws_painter *painter);
/* Says within a ring who waits for whom. */
void ws_ring_words(const ws_painter *painter);

/* Text in colours of its own, clipped to the room. */
void ws_painter_text(const ws_painter *painter, ws_rect room, ws_role role, uint32_t ink,
                     uint32_t ground, const char *text);
/* Boxes of switches with what stands in them, and hosts. */
void ws_painter_boxes(const ws_painter *painter);
/* The numbers of the chain in the boxes where its worms wait. */
void ws_painter_chain(const ws_painter *painter);
/* Does a point of a path lie in a box? A cable may pass below one of a switch that is not its own. */
bool ws_painter_in_box(const ws_wired *wired, ws_spot at);
/* A head below a box stands where it went in, or else where it comes out; WS_NIL: nowhere. */
uint32_t ws_painter_head_at(const ws_wired *wired, uint32_t link, uint32_t point);
/* The plugs of links whose buffers are full; and which point of its path is that of a link, WS_NIL:
 * none. */
void ws_painter_full(const ws_painter *painter);
/* An arrow at a cell where something moves, where worms have no colours of their own. */
void ws_painter_arrow(const ws_view *view, const ws_pen *pen, int x, int row, int direction);
/* The colour of such a cable, as that of its arrow but paler. */
uint32_t ws_painter_way_ink(const ws_view *view);
/* The sign of the root in the margin of its box. */
void ws_painter_root(const ws_view *view, const ws_pen *pen, ws_rect box);
/* A plug at a cell. */
void ws_painter_plug(const ws_painter *painter, int x, int row);
/* Are stages so close that they have no headings? There hardly a cell is free beside their cables,
 * and a word would jump from one to the other. */
static inline bool ws_painter_is_packed(const ws_painter *painter) {
    const ws_wired *wired = painter->wired;
    return wired->places->family == WS_FAMILY_STAGES && wired->box[0].y < 1;
}
/* Light around the switch that the root of the tree leaves. */
void ws_painter_glow(const ws_painter *painter);

#endif
