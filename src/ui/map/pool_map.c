/* pool_map.c - the inside of a switch whose buffers are a pool: a card for each buffer with its
 * packet, where that goes next and how old it is; at both sides the cables, which carry in one
 * direction at a time; between them strands from the cable by which a packet comes, and to that by
 * which it leaves or waits to leave.
 *
 * A packet has the colour of the cable by which it goes on, unless the viewer asked for another
 * key of colours. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/router.h"
#include "ui/march.h"
#include "ui/panel.h"
#include "ui/raster.h"

#define NONE WS_COLOUR_NONE

enum { CABLES = 64, SIDE_WIDE = 24, SIDE = 14, BOX_W = 7, STRAND = 11 };

/* A cable: the links to and from one node. */
typedef struct cable {
    uint32_t out;
    uint32_t in; /* WS_NIL: none */
    int line;
    bool right; /* at the right side */
} cable;

typedef struct pool_sheet {
    const ws_view *view;
    const ws_pen *pen;
    uint32_t node;
    uint32_t cables;
    cable cable[CABLES];
    int side; /* columns of a side */
    int card; /* first column of the cards */
    int card_w;
    int pitch;
    int room; /* rows of a cable */
    int top;
} pool_sheet;

/* ---- layout ---- */

static uint32_t link_back(const ws_frame *frame, const ws_frame_link *link) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].edge == link->edge && frame->link[l].from == link->to)
            return l;
    return WS_NIL;
}

static void cables_find(pool_sheet *s) {
    const ws_frame *frame = s->view->frame;
    for (uint32_t l = 0; l < frame->links && s->cables < CABLES; l++) {
        if (frame->link[l].from != s->node)
            continue;
        s->cable[s->cables] = (cable){.out = l, .in = link_back(frame, &frame->link[l])};
        s->cables++;
    }
}

static void sheet_make(pool_sheet *s, int width, int height) {
    const ws_frame *frame = s->view->frame;
    cables_find(s);
    s->side = width >= 100 ? SIDE_WIDE : SIDE;
    s->card = s->side + STRAND;
    s->card_w = ws_max(width - 2 * s->card, 20);
    s->pitch = ws_clamp((height - 1) / (int)frame->pool, 1, 5);
    s->top = 1;
    uint32_t half = (s->cables + 1) / 2;
    int room = ws_max((height - 1) / (int)ws_max((int)half, 1), 1);
    s->room = room;
    for (uint32_t i = 0; i < s->cables; i++) {
        cable *one = &s->cable[i];
        one->right = i >= half;
        one->line = 1 + (int)(i % half) * room + room / 2;
    }
}

static const cable *cable_of(const pool_sheet *s, uint32_t link) {
    for (uint32_t i = 0; i < s->cables; i++)
        if (s->cable[i].out == link || s->cable[i].in == link)
            return &s->cable[i];
    return NULL;
}

/* ---- a buffer ---- */

typedef enum card_state { CARD_FREE, CARD_ARRIVES, CARD_WAITS, CARD_LEAVES } card_state;

static card_state state_of(const ws_frame *frame, const ws_buffer *buffer) {
    if (buffer->packet == WS_NIL)
        return CARD_FREE;
    if (buffer->leaving)
        return CARD_LEAVES;
    const ws_frame_queue *queue = &frame->queue[buffer->queue];
    return ws_wait_stands(&queue->wait) ? CARD_WAITS : CARD_ARRIVES;
}

/* The link by which a packet leaves, or wants to; WS_NIL: it is not known yet. */
static uint32_t way_out(const pool_sheet *s, const ws_buffer *buffer) {
    const ws_frame *frame = s->view->frame;
    for (uint32_t i = 0; i < s->cables; i++) {
        const ws_frame_link *link = &frame->link[s->cable[i].out];
        if (frame->vc[link->vc0].sender == buffer->queue)
            return s->cable[i].out;
    }
    uint32_t wants = frame->queue[buffer->queue].request;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, buffer->packet);
    if (wants == WS_NIL && worm)
        return worm->out;
    return wants;
}

/* The link off which its flits still come; WS_NIL: all of it is here. */
static uint32_t way_in(const pool_sheet *s, const ws_buffer *buffer) {
    const ws_frame *frame = s->view->frame;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, buffer->packet);
    const ws_frame_queue *queue = &frame->queue[buffer->queue];
    const ws_frame_stretch *stretch = &frame->stretch[queue->first_stretch];
    if (!worm || queue->stretches == 0 || stretch->first + stretch->flits >= worm->length)
        return WS_NIL;
    for (uint32_t i = 0; i < s->cables; i++) {
        uint32_t l = s->cable[i].in;
        if (l != WS_NIL && frame->vc[frame->link[l].vc0].queue == buffer->queue)
            return l;
    }
    return WS_NIL;
}

static ws_sign flits_sign(const pool_sheet *s) {
    return ws_router_is_by_way(s->view) ? WS_SIGN_BY_CABLE : WS_SIGN_FLITS;
}

static uint32_t cable_ink(const pool_sheet *s, const cable *one) {
    return ws_hue_ink(s->view, (uint32_t)(one - s->cable));
}

/* The colour of a packet by the link by which it goes on; WS_COLOUR_NONE: it has its own. */
static uint32_t way_ink(const pool_sheet *s, uint32_t out) {
    const cable *one = out == WS_NIL ? NULL : cable_of(s, out);
    if (!ws_router_is_by_way(s->view))
        return NONE;
    return one ? cable_ink(s, one) : ws_ink_role(s->view, WS_ROLE_DIM);
}

static uint32_t card_ink(const pool_sheet *s, const ws_buffer *buffer) {
    const ws_frame_worm *worm = ws_frame_worm_of(s->view->frame, buffer->packet);
    if (!worm)
        return NONE;
    if (!ws_router_is_by_way(s->view))
        return ws_worm_ink(s->view, worm);
    return way_ink(s, way_out(s, buffer));
}

static void text_on(const pool_sheet *s, int x, int line, ws_role role, uint32_t ground,
                    const char *text) {
    int end = x + ws_pen_text(s->pen, x, line, role, text);
    for (; x < end && ground != NONE; x++) {
        ws_cell *cell = ws_pen_cell(s->pen, x, line);
        if (cell)
            cell->bg = ground;
    }
}

static void flits_draw(const pool_sheet *s, const ws_buffer *buffer, int x, int line,
                       uint32_t ground) {
    const ws_view *view = s->view;
    const ws_frame *frame = view->frame;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, buffer->packet);
    const ws_frame_queue *queue = &frame->queue[buffer->queue];
    const ws_frame_stretch *stretch = &frame->stretch[queue->first_stretch];
    bool waits = state_of(frame, buffer) == CARD_WAITS;
    ws_marcher marcher = {.worm = worm, .waits = waits, .ink = way_ink(s, way_out(s, buffer))};
    uint32_t cells = (uint32_t)ws_max(s->card + s->card_w - 2 - x, 1);
    uint32_t each = (worm->length + cells - 1) / cells;
    for (uint32_t i = 0; i * each < worm->length; i++) {
        uint32_t number = worm->length - 1 - i * each; /* the head stands right */
        bool here = queue->stretches > 0 && number >= stretch->first && number < stretch->first + stretch->flits;
        marcher.number = here ? number / each : 0;
        ws_shade shade = ws_march_in(view, &marcher);
        if (ground != NONE)
            shade.bg = ground;
        uint32_t dot = view->glyphs->ascii ? '.' : 0xb7;
        uint32_t full = view->glyphs->ascii ? '=' : 0x25a0;
        uint32_t half = view->glyphs->ascii ? '-' : 0x25aa;
        if (!here)
            ws_pen_ink(s->pen, x + (int)i, line, dot, WS_ROLE_RULE, NONE, ground);
        else
            ws_shade_put(s->pen, x + (int)i, line, waits && i % 2 ? half : full, shade);
        if (here)
            ws_pen_sign(s->pen, x + (int)i, line, waits ? WS_SIGN_STILL : flits_sign(s));
    }
}

/* The age of the oldest packet in the pool. */
static uint64_t oldest_of(const pool_sheet *s) {
    const ws_frame *frame = s->view->frame;
    const ws_buffer *pool = frame->buffer + (size_t)s->node * frame->pool;
    uint64_t oldest = 1;
    for (uint32_t i = 0; i < frame->pool; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(frame, pool[i].packet);
        if (worm && frame->cycle - worm->entered > oldest)
            oldest = frame->cycle - worm->entered;
    }
    return oldest;
}

/* How long the packet has been in the network, beside the oldest in the pool: older is lighter. */
static void age_draw(const pool_sheet *s, const ws_frame_worm *worm, int line, uint32_t ground) {
    const ws_frame *frame = s->view->frame;
    enum { BAR = 5 };
    uint64_t age = frame->cycle - worm->entered;
    uint64_t oldest = oldest_of(s);
    uint32_t step = (uint32_t)(age * (WS_HOT_STEPS - 2) / oldest);
    int x = s->card + s->card_w - 12;
    char text[24];
    uint32_t colour = ws_ink_hot(s->view, WS_HOT_STEPS - 1 - step);
    for (int i = 0; i < BAR; i++) {
        bool full = (uint64_t)i * oldest < age * BAR;
        uint32_t sign = s->view->glyphs->ascii ? '=' : 0x2585;
        ws_pen_ink(s->pen, x + i, line, full ? sign : ' ', WS_ROLE_TEXT, colour, ground);
        ws_pen_sign(s->pen, x + i, line, WS_SIGN_AGE);
    }
    snprintf(text, sizeof text, "%5" PRIu64, age);
    text_on(s, x + BAR, line, WS_ROLE_TEXT, ground, text);
}

static void packet_draw(const pool_sheet *s, const ws_buffer *buffer, int line, uint32_t ground) {
    static const char *const words[] = {"free", "arrives", "waits", "leaves"};
    static const ws_role roles[] = {WS_ROLE_FAINT, WS_ROLE_TEXT, WS_ROLE_BLOCKED, WS_ROLE_MOVING};
    const ws_frame *frame = s->view->frame;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, buffer->packet);
    card_state state = state_of(frame, buffer);
    char text[2 * WS_NAME_MAX + 16];
    const char *arrow = s->view->glyphs->ascii ? ">" : "→";
    snprintf(text, sizeof text, "%s%s%s", ws_node_name(frame, frame->switches + worm->source),
             arrow, ws_node_name(frame, frame->switches + worm->dest));
    int x = s->card + 4;
    text_on(s, x, line, WS_ROLE_STRONG, ground, text);
    uint32_t out = way_out(s, buffer);
    if (out != WS_NIL && s->card_w >= 34) {
        snprintf(text, sizeof text, "to %s", ws_node_name(frame, frame->link[out].to));
        text_on(s, x + 9, line, WS_ROLE_TEXT, ground, text);
    }
    int state_x = x + (s->card_w >= 34 ? 16 : 9);
    text_on(s, state_x, line, roles[state], ground, words[state]);
    if (out != WS_NIL && s->card_w < 34) {
        snprintf(text, sizeof text, "%s%s", arrow, ws_node_name(frame, frame->link[out].to));
        text_on(s, state_x + 8, line, WS_ROLE_TEXT, ground, text);
    }
    if (s->card_w >= 42)
        age_draw(s, worm, line, ground);
}

static void card_draw(const pool_sheet *s, const ws_buffer *buffer, int number, int line) {
    uint32_t paper = ws_ink_ground(s->view, WS_ROLE_TEXT);
    uint32_t colour = card_ink(s, buffer);
    bool used = buffer->packet != WS_NIL && ws_frame_worm_of(s->view->frame, buffer->packet);
    uint32_t ground = used ? ws_ink_mix(colour, paper, 86) : NONE;
    if (colour == NONE || paper == NONE)
        ground = NONE;
    int rows = s->pitch > 1 ? 2 : 1;
    for (int i = 0; i < rows; i++)
        for (int x = s->card; x < s->card + s->card_w; x++)
            ws_pen_ink(s->pen, x, line + i, ' ', WS_ROLE_TEXT, NONE,
                       x < s->card + 3 && ground != NONE ? colour : ground);
    char text[8];
    snprintf(text, sizeof text, "%2d", number);
    for (int i = 0; text[i]; i++)
        ws_pen_ink(s->pen, s->card + i, line, (uint32_t)(unsigned char)text[i],
                   used ? WS_ROLE_STRONG : WS_ROLE_FAINT, ground != NONE ? ws_ink_on(colour) : NONE,
                   ground != NONE ? colour : NONE);
    if (!used) {
        ws_pen_text(s->pen, s->card + 4, line, WS_ROLE_FAINT, "free");
        ws_pen_sign(s->pen, s->card + 4, line, WS_SIGN_VACANT);
        return;
    }
    packet_draw(s, buffer, line, ground);
    if (s->pitch > 1)
        flits_draw(s, buffer, s->card + 4, line + 1, ground);
}

/* ---- cables ---- */

/* Which of its two links carries now; WS_NIL: neither. */
static uint32_t link_in_use(const ws_frame *frame, const cable *one) {
    if (frame->link[one->out].state != WS_LINK_IDLE)
        return one->out;
    if (one->in != WS_NIL && frame->link[one->in].state != WS_LINK_IDLE)
        return one->in;
    return WS_NIL;
}

/* The places nearest to the switch; travel from left to right if `east`. */
static void cable_flits(const pool_sheet *s, uint32_t l, int x, int cells, int line, bool east,
                        bool incoming) {
    const ws_frame *frame = s->view->frame;
    const ws_frame_link *link = &frame->link[l];
    for (int i = 0; i < cells; i++) {
        int from_left = east ? i : cells - 1 - i;
        int64_t place = from_left;
        if (incoming)
            place = (int64_t)link->delay - cells + from_left;
        if (place < 0 || place >= link->delay)
            continue;
        const ws_frame_flit *flit = &frame->flit[link->flit0 + place];
        const ws_frame_worm *worm = ws_frame_worm_of(frame, flit->packet);
        if (!worm)
            continue;
        ws_marcher marcher = {.worm = worm};
        marcher.number = ws_march_at(s->view, flit->number, (uint32_t)place);
        marcher.ink = way_ink(s, incoming ? worm->out : l);
        ws_shade shade = ws_march_in(s->view, &marcher);
        ws_shade_put(s->pen, x + i, line, s->view->glyphs->ascii ? '=' : 0x25a0, shade);
        ws_pen_sign(s->pen, x + i, line, flits_sign(s));
    }
}

/* Packets in the pool that wait for a cable. */
static uint32_t waiting_for(const pool_sheet *s, const cable *one) {
    const ws_frame *frame = s->view->frame;
    const ws_buffer *pool = frame->buffer + (size_t)s->node * frame->pool;
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->pool; i++) {
        if (pool[i].packet == WS_NIL || state_of(frame, &pool[i]) != CARD_WAITS)
            continue;
        count += way_out(s, &pool[i]) == one->out;
    }
    return count;
}

/* Why the hosts of the switch may not inject now; NULL: they may. */
static const char *rule_against(const pool_sheet *s) {
    const ws_frame *frame = s->view->frame;
    const ws_buffer *pool = frame->buffer + (size_t)s->node * frame->pool;
    const ws_def *def = &frame->def;
    int64_t here = 0;
    int64_t transit = 0;
    for (uint32_t i = 0; i < frame->pool; i++) {
        bool used = pool[i].packet != WS_NIL;
        here += used && pool[i].to_go == 0;
        transit += used && pool[i].to_go > 0;
    }
    if (here + transit == frame->pool)
        return "no buffer is free";
    if (def->buffer_limit > 0 && here + transit >= def->buffer_limit)
        return "limit: all buffers";
    if (def->buffer_limit_dest > 0 && here >= def->buffer_limit_dest)
        return "limit: own hosts";
    if (def->buffer_limit_transit > 0 && transit >= def->buffer_limit_transit)
        return "limit: transit";
    return NULL;
}

typedef struct cable_words {
    const char *way; /* what it does now */
    ws_role role;
    const char *with; /* "from", "to", or "" with it */
} cable_words;

static cable_words words_of(const cable *one, uint32_t l) {
    if (l == WS_NIL)
        return (cable_words){"idle", WS_ROLE_FAINT, ""};
    if (l == one->in)
        return (cable_words){"in", WS_ROLE_TEXT, "from "};
    return (cable_words){"out", WS_ROLE_MOVING, "to "};
}

/* Below a cable, or beside its words: who waits for it, in the switch and in the host beyond. */
static void cable_queue(const pool_sheet *s, const cable *one, int x) {
    const ws_frame *frame = s->view->frame;
    uint32_t node = frame->link[one->out].to;
    uint32_t leaving = waiting_for(s, one);
    bool below = s->room >= 3;
    int line = below ? one->line + 1 : one->line - 1;
    bool wide = below && s->side == SIDE_WIDE;
    if (!below)
        x += 4;
    if (leaving > 0) {
        x += ws_pen_print(s->pen, x, line, WS_ROLE_BLOCKED, "%" PRIu32, leaving);
        ws_pen_text(s->pen, x, line, WS_ROLE_BLOCKED, wide ? " wait to leave" : " wait");
        return;
    }
    if (node < frame->switches || !wide)
        return;
    uint32_t coming = frame->host[node - frame->switches].waiting_all;
    const char *rule = rule_against(s);
    if (coming == 0)
        return;
    if (rule && one->in != WS_NIL && frame->link[one->in].state == WS_LINK_IDLE) {
        ws_pen_text(s->pen, x, line, WS_ROLE_BLOCKED, rule);
        return;
    }
    ws_pen_print(s->pen, x, line, WS_ROLE_FAINT, "%" PRIu32 " in the host", coming);
}

static void box_draw(const pool_sheet *s, const cable *one, int x) {
    const ws_frame *frame = s->view->frame;
    const char *name = ws_node_name(frame, frame->link[one->out].to);
    uint32_t paper = ws_ink_ground(s->view, WS_ROLE_TEXT);
    uint32_t ground = NONE;
    if (ws_router_is_by_way(s->view))
        ground = ws_ink_mix(cable_ink(s, one), paper, 55);
    for (int i = 0; i < BOX_W; i++)
        ws_pen_ink(s->pen, x + i, one->line, ' ', WS_ROLE_SWITCH, NONE, ground);
    int at = x + (BOX_W - ws_text_columns(name)) / 2;
    int end = at + ws_pen_text(s->pen, at, one->line, WS_ROLE_SWITCH, name);
    for (; at < end && ground != NONE; at++) {
        ws_cell *cell = ws_pen_cell(s->pen, at, one->line);
        if (!cell)
            continue;
        cell->bg = ground;
        cell->fg = ws_ink_on(ground);
    }
}

static void cable_draw(const pool_sheet *s, const cable *one) {
    const ws_view *view = s->view;
    const ws_frame *frame = view->frame;
    int box = one->right ? s->pen->clip.w - s->side : s->side - BOX_W;
    int wire = one->right ? box + BOX_W : 0;
    int text = wire + 1;
    int cells = s->side - BOX_W;
    uint32_t l = link_in_use(frame, one);
    bool incoming = l != WS_NIL && l == one->in;
    box_draw(s, one, box);
    for (int i = 0; i < cells; i++)
        ws_pen_glyph(s->pen, wire + i, one->line, view->glyphs->ascii ? '.' : 0xb7, WS_ROLE_RULE,
                     0);
    if (frame->link[one->out].cut) {
        ws_pen_glyph(s->pen, wire + cells / 2, one->line, '/', WS_ROLE_BLOCKED, 0);
        ws_pen_sign(s->pen, wire + cells / 2, one->line, WS_SIGN_CUT);
    }
    cable_words words = words_of(one, l);
    int end = text + ws_pen_text(s->pen, text, one->line - 1, words.role, words.way);
    if (l != WS_NIL && s->side == SIDE_WIDE)
        ws_pen_print(s->pen, end + 1, one->line - 1, WS_ROLE_FAINT, "%s%s", words.with,
                     ws_node_name(frame, frame->link[one->out].to));
    cable_queue(s, one, text);
    if (l == WS_NIL)
        return;
    bool east = incoming != one->right;
    cable_flits(s, l, wire, cells, one->line, east, incoming);
    ws_glyph head = east ? WS_GLYPH_HEAD_E : WS_GLYPH_HEAD_W;
    ws_pen_glyph(s->pen, wire + (east ? cells - 1 : 0), one->line, view->glyphs->code[head],
                 WS_ROLE_STRONG, 0);
}

/* ---- strands ---- */

/* In dots, from (x0, y0) to (x1, y1), level at both ends. */
static void strand(ws_raster *raster, const int *from, const int *to, uint32_t colour, int level,
                   bool thick) {
    enum { STEPS = 256 };
    for (int i = 0; i <= STEPS; i++) {
        int64_t smooth = (int64_t)i * i * (3 * STEPS - 2 * i);
        int x = from[0] + (to[0] - from[0]) * i / STEPS;
        int row = from[1] + (int)((to[1] - from[1]) * smooth / ((int64_t)STEPS * STEPS * STEPS));
        ws_raster_dot(raster, x, row, colour, WS_RANK(level, 1));
        if (thick)
            ws_raster_dot(raster, x, row + 1, colour, WS_RANK(level, 1));
    }
}

/* The ends of the strand between a card and a cable. */
static void strand_ends(const pool_sheet *s, const cable *one, int card_line, int *at_cable,
                        int *at_card) {
    int width = s->pen->clip.w;
    at_cable[0] = one->right ? 2 * (width - s->side) - 1 : 2 * s->side;
    at_cable[1] = 4 * one->line + 1;
    at_card[0] = one->right ? 2 * (s->card + s->card_w) : 2 * s->card - 1;
    at_card[1] = 4 * card_line + 2;
}

static void strands_draw(const pool_sheet *s, ws_raster *raster, const ws_buffer *buffer,
                         int line) {
    const ws_view *view = s->view;
    card_state state = state_of(view->frame, buffer);
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    int at_cable[2];
    int at_card[2];
    uint32_t in = way_in(s, buffer);
    const cable *one = in == WS_NIL ? NULL : cable_of(s, in);
    if (one) {
        strand_ends(s, one, line, at_cable, at_card);
        raster->sign = WS_SIGN_ARRIVES;
        strand(raster, at_cable, at_card, ws_ink_role(view, WS_ROLE_STRONG), 3, true);
    }
    uint32_t out = way_out(s, buffer);
    one = out == WS_NIL ? NULL : cable_of(s, out);
    if (!one || (state != CARD_LEAVES && state != CARD_WAITS))
        return;
    bool leaves = state == CARD_LEAVES;
    uint32_t colour = ws_ink_mix(card_ink(s, buffer), paper, leaves ? 0 : 52);
    strand_ends(s, one, line, at_cable, at_card);
    raster->sign = leaves ? WS_SIGN_LEAVES : WS_SIGN_STRAND;
    strand(raster, at_card, at_cable, colour, leaves ? 2 : 1, leaves);
}

/* ---- whole ---- */

/* ---- a sentence ---- */

/* Packets in the pool that go on by a cable. */
static uint32_t going_by(const pool_sheet *s, const cable *one) {
    const ws_frame *frame = s->view->frame;
    const ws_buffer *pool = frame->buffer + (size_t)s->node * frame->pool;
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->pool; i++)
        count += pool[i].packet != WS_NIL && way_out(s, &pool[i]) == one->out;
    return count;
}

/* "4 of 7 packets go on to S18, whose cable takes one at a time." Returns the column behind. */
static int crowd_say(const pool_sheet *s, uint32_t used, int line) {
    const ws_frame *frame = s->view->frame;
    uint32_t most = 1;
    uint32_t node = WS_NIL;
    for (uint32_t i = 0; i < s->cables; i++) {
        uint32_t count = going_by(s, &s->cable[i]);
        if (count <= most)
            continue;
        most = count;
        node = frame->link[s->cable[i].out].to;
    }
    if (node == WS_NIL)
        return 1;
    int x = 1;
    x += ws_pen_print(s->pen, x, line, WS_ROLE_TEXT, "%" PRIu32 " of %" PRIu32 " packets go on to ",
                      most, used);
    x += ws_pen_text(s->pen, x, line, WS_ROLE_STRONG, ws_node_name(frame, node));
    return x + ws_pen_text(s->pen, x, line, WS_ROLE_TEXT, ", whose cable takes one at a time. ");
}

/* In the row behind the cards, if there is one: where most packets go, and may hosts inject? */
static void pool_say(const pool_sheet *s, uint32_t used) {
    uint32_t pool = s->view->frame->pool;
    int line = s->top + (int)pool * s->pitch;
    const char *rule = rule_against(s);
    if (line >= s->pen->clip.h || used == 0)
        return;
    int x = crowd_say(s, used, line);
    if (!rule)
        return;
    int room = ws_text_columns("No host may inject ().") + ws_text_columns(rule);
    if (x + room <= s->pen->clip.w)
        ws_pen_print(s->pen, x, line, WS_ROLE_BLOCKED, "No host may inject (%s).", rule);
}

void ws_pool_map_draw(const ws_view *view, const ws_pen *pen) {
    const ws_frame *frame = view->frame;
    pool_sheet s = {.view = view, .pen = pen, .node = ws_router_node(view)};
    ws_raster raster = {0};
    sheet_make(&s, pen->clip.w, pen->clip.h);
    ws_raster_begin(&raster, pen->clip.w, pen->clip.h);
    const ws_buffer *pool = frame->buffer + (size_t)s.node * frame->pool;
    uint32_t used = 0;
    for (uint32_t i = 0; i < frame->pool; i++) {
        used += pool[i].packet != WS_NIL;
        if (pool[i].packet != WS_NIL && view->glyphs->braille)
            strands_draw(&s, &raster, &pool[i], s.top + (int)i * s.pitch);
    }
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    ws_raster_flush(&raster, pen, view->glyphs, WS_ROLE_DIM, paper);
    ws_raster_free(&raster);
    for (uint32_t i = 0; i < frame->pool; i++)
        card_draw(&s, &pool[i], (int)i, s.top + (int)i * s.pitch);
    for (uint32_t i = 0; i < s.cables; i++)
        cable_draw(&s, &s.cable[i]);
    ws_pen_text(pen, 1, 0, WS_ROLE_STRONG, ws_node_name(frame, s.node));
    ws_pen_print(pen, s.card, 0, WS_ROLE_FAINT, "one pool: %" PRIu32 " of %" PRIu32 " buffers used",
                 used, frame->pool);
    pool_say(&s, used);
}
