/* wired_boxes.c - the boxes of a wired map: names, waiting heads, set-aside queues, hosts; and the
 * glow around the root of a tree. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/painter.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"

enum { BOX_DIM = 25 /* percent of the paper, so that a box is told by the ramp */ };
enum { MARKS_MOST = 8, HEADS_FULL = 3, GLOW_X = 3, GLOW_ROWS = 1 };

int ws_painter_place(const ws_painter *p, const ws_frame_worm *worm) {
    return ws_why_is_lit(&p->why) ? ws_why_place(&p->why, worm->packet) : -1;
}

static uint32_t chain_ink(const ws_painter *p, int place) {
    return ws_why_ink(p->view, &p->why, (size_t)place);
}

bool ws_painter_badge(const ws_painter *p, int x, int row, const ws_frame_worm *worm) {
    int place = ws_painter_place(p, worm);
    if (place < 0 || place >= WS_WHY_BADGES)
        return false;
    ws_why_badge(p->view, p->pen, x, row, (size_t)place, chain_ink(p, place));
    ws_pen_sign(p->pen, x, row, WS_SIGN_CHAIN);
    return true;
}

bool ws_painter_is_traffic(const ws_view *view) {
    const ws_wired *wired = view->map.plan->wired;
    bool close = wired->dense || wired->crowded;
    return close && view->depth > WS_DEPTH_MONO && view->map.hues.key == WS_COLOUR_MESSAGE;
}

uint32_t ws_painter_traffic(const ws_view *view, bool waits, uint32_t order) {
    return waits ? ws_ink_hot(view, order) : ws_ink_role(view, WS_ROLE_FLOW0);
}

/* In a ring, where the worms of a deadlock are seen one by one, they keep their colours. */
uint32_t ws_painter_worm(const ws_painter *p, const ws_frame_worm *worm) {
    int place = ws_painter_place(p, worm);
    if (place >= 0)
        return chain_ink(p, place);
    if (ws_worm_selected(p->view, worm))
        return ws_ink_ground(p->view, WS_ROLE_SELECTED);
    if (!ws_worm_lit(p->view, worm))
        return ws_ink_role(p->view, WS_ROLE_FAINT);
    if (worm->in_deadlock && !p->wired->pixels)
        return ws_ink_ground(p->view, WS_ROLE_DEADLOCK);
    uint32_t ink = ws_worm_ink(p->view, worm);
    if (ws_painter_is_traffic(p->view))
        ink = ws_painter_traffic(p->view, worm->blocked, worm->order);
    return ws_why_is_lit(&p->why) ? ws_ink_mix(ink, p->ground, WS_WHY_BESIDE) : ink;
}

void ws_painter_text(const ws_painter *p, ws_rect room, ws_role role, uint32_t ink, uint32_t ground,
                     const char *text) {
    for (int x = 0; x < room.w; x++) {
        uint32_t glyph = *text ? ws_text_next(&text) : ' ';
        ws_pen_ink(p->pen, room.x + x, room.y, glyph, role, ink, ground);
    }
}

/* ---- looks ---- */

static ws_painter_look plain_look(const ws_painter *p, ws_role role) {
    return (ws_painter_look){role, ws_ink_role(p->view, role), ws_ink_ground(p->view, role)};
}

static ws_painter_look tree_look(const ws_painter *p, uint32_t depth) {
    if (!p->rich)
        return plain_look(p, depth == 0 ? WS_ROLE_SELECTED : WS_ROLE_SWITCH_BLOCKED);
    uint32_t hot = ws_ink_hot(p->view, depth);
    if (depth == 0)
        return (ws_painter_look){WS_ROLE_SWITCH, ws_ink_on(hot), hot};
    uint32_t ground = ws_ink_mix(hot, p->ground, BOX_DIM);
    return (ws_painter_look){WS_ROLE_SWITCH, ws_ink_on(ground), ground};
}

/* Before the name of a box. */
static int margin_of(const ws_painter *p) {
    return p->wired->form == WS_FORM_SHORT ? 0 : 1;
}

/* Has the box of a switch no room for a sign beside its name? */
static bool is_tight(const ws_painter *p, uint32_t s) {
    int name = ws_text_columns(ws_node_name(p->frame, s));
    return margin_of(p) == 0 && p->wired->box[s].w <= name;
}

/* The more heads wait, the more it has the colour of a crowd; all of it where none are told. */
static ws_painter_look heads_look(const ws_painter *p, uint32_t s) {
    ws_painter_look plain = plain_look(p, WS_ROLE_SWITCH);
    uint32_t heads = ws_heads_lit(p->view, s);
    if (heads == 0)
        return plain;
    if (is_tight(p, s))
        heads = HEADS_FULL;
    if (!p->rich)
        return plain_look(p, WS_ROLE_SWITCH_BLOCKED);
    uint32_t crowd = ws_ink_role(p->view, WS_ROLE_CROWD);
    int share = 100 - (int)(100 * heads / HEADS_FULL);
    uint32_t ground = ws_ink_mix(crowd, plain.ground, ws_max(share, 0));
    return (ws_painter_look){WS_ROLE_SWITCH, ws_ink_on(ground), ground};
}

/* Switches in which none of the chain waits step back. */
static ws_painter_look chain_look(const ws_painter *p, uint32_t s) {
    ws_painter_look plain = plain_look(p, WS_ROLE_SWITCH);
    bool waits = false;
    for (size_t place = 0; place < p->why.count; place++)
        waits |= ws_why_node(p->view, &p->why, place) == s;
    if (!waits && p->rich)
        plain.ink = ws_ink_mix(plain.ink, plain.ground, WS_WHY_BESIDE);
    return plain;
}

static ws_painter_look level_look(const ws_painter *p, uint32_t step) {
    ws_painter_look plain = plain_look(p, WS_ROLE_SWITCH);
    if (!p->rich)
        return plain;
    plain.ground = ws_ink_role(p->view, (ws_role)(WS_ROLE_CALM0 + step));
    plain.ink = ws_ink_on(plain.ground);
    return plain;
}

/* Among worms: is it where the jam has its root? */
static bool is_root(const ws_painter *p, uint32_t s) {
    bool shown = ws_view_shows(p->view, WS_SHOWS_WORMS) && !p->wired->pixels;
    return shown && ws_jam_is_main(p->view, s);
}

ws_painter_look ws_painter_switch(const ws_painter *p, uint32_t s) {
    ws_lens_value value = p->lens->node[s];
    ws_painter_look plain = plain_look(p, WS_ROLE_SWITCH);
    if (p->view->selection.node == s)
        return plain_look(p, WS_ROLE_SELECTED);
    if (is_root(p, s))
        return tree_look(p, 0);
    if (ws_view_shows(p->view, WS_SHOWS_WORMS))
        return ws_why_is_lit(&p->why) ? chain_look(p, s) : heads_look(p, s);
    if (value.seen == WS_SEEN_ROOT) {
        return tree_look(p, 0);
    }
    if (value.seen == WS_SEEN_MEMBER)
        return tree_look(p, (uint32_t)ws_max(value.step, 1));
    if (value.seen == WS_SEEN_LEVEL && ws_view_shows(p->view, WS_SHOWS_LEVELS))
        return level_look(p, value.step);
    if (p->rich)
        plain.ink = ws_ink_mix(plain.ink, plain.ground, 45);
    return plain;
}

/* Which sign its box is, WS_SIGN_NONE. */
static uint8_t painter_switch_sign(const ws_painter *p, uint32_t s) {
    ws_seen seen = (ws_seen)p->lens->node[s].seen;
    if (p->view->selection.node == s)
        return WS_SIGN_NONE;
    if (is_root(p, s))
        return WS_SIGN_ROOT;
    if (ws_view_shows(p->view, WS_SHOWS_WORMS))
        return ws_heads_lit(p->view, s) > 0 && !ws_why_is_lit(&p->why) ? WS_SIGN_HEADS
                                                                       : WS_SIGN_NONE;
    if (seen == WS_SEEN_ROOT)
        return WS_SIGN_ROOT;
    if (seen == WS_SEEN_MEMBER)
        return WS_SIGN_MEMBER;
    return seen == WS_SEEN_LEVEL && ws_view_shows(p->view, WS_SHOWS_LEVELS) && p->rich ? WS_SIGN_LEVEL : WS_SIGN_NONE;
}

void ws_painter_root(const ws_view *view, const ws_pen *pen, ws_rect box) {
    ws_cell *margin = ws_pen_cell(pen, box.x, box.y);
    if (margin)
        margin->glyph = view->glyphs->code[WS_GLYPH_ROOT];
}

/* The box of a switch, after all is drawn in it; that of the root has its sign in the margin. */
static void box_sign(const ws_painter *p, uint32_t s) {
    uint8_t sign = painter_switch_sign(p, s);
    if (sign != WS_SIGN_NONE)
        ws_pen_sign(p->pen, p->wired->box[s].x, p->wired->box[s].y, sign);
    if (sign != WS_SIGN_ROOT)
        return;
    bool plugged =
        ws_pen_signs_at(p->pen, p->wired->box[s].x, p->wired->box[s].y) >> WS_SIGN_FULL & 1;
    if (margin_of(p) > 0 && !plugged)
        ws_painter_root(p->view, p->pen, p->wired->box[s]);
    if (!ws_painter_is_packed(p))
        ws_tag_note_put(p->view, WS_TAG_ROOT, p->wired->box[s], sign, ws_tag_since(0));
}

/* ---- set-aside queues ---- */

/* How many of a switch are in use, by the length of their paths; the last counts longer ones. */
static uint32_t saqs_count(const ws_painter *p, uint32_t s, uint32_t *by_turns) {
    const ws_frame *frame = p->frame;
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->saqs; i++) {
        const ws_saq *saq = &frame->saq[i];
        if (frame->queue[saq->queue].node != s)
            continue;
        int turns = ws_clamp((int)saq->hops - 1, 0, WS_HOT_STEPS - 1);
        by_turns[turns]++;
        count++;
    }
    return count;
}

/* Marks at the right end of the box, the longest paths first; where there are more than fit, their
 * number behind one mark. */
static void saqs_paint(const ws_painter *p, uint32_t s, ws_rect box, const ws_painter_look *look) {
    uint32_t by_turns[WS_HOT_STEPS] = {0};
    uint32_t count = saqs_count(p, s, by_turns);
    int room = box.w - 1 - ws_text_columns(ws_node_name(p->frame, s));
    bool marks = (int)count <= room && p->rich;
    uint32_t mark = p->view->glyphs->code[WS_GLYPH_SAQ];
    char text[16];
    room -= !marks; /* a number stands apart from the name */
    if (count == 0 || room < 1)
        return;
    if (!marks) {
        int columns = snprintf(text, sizeof text, "%" PRIu32, count);
        columns = ws_min(columns, room);
        int apart = columns < room; /* from the depth of a cable beside the box */
        ws_rect at = {box.x + box.w - columns - apart, box.y, columns, 1};
        ws_painter_text(p, at, look->role, look->ink, look->ground, text);
        ws_pen_sign(p->pen, at.x, at.y, WS_SIGN_SAQS);
        if (p->rich) /* of what it is the number */
            ws_pen_ink(p->pen, at.x - 1, at.y, mark, look->role, look->ink, look->ground);
        return;
    }
    int x = box.x + box.w - 1;
    for (uint32_t turns = 0; turns < WS_HOT_STEPS; turns++)
        for (uint32_t i = 0; i < by_turns[turns]; i++, x--) {
            uint32_t ink = ws_ink_readable(ws_ink_hot(p->view, turns), look->ground);
            ws_pen_ink(p->pen, x, box.y, mark, look->role, ink, look->ground);
            ws_pen_sign(p->pen, x, box.y, WS_SIGN_SAQS);
        }
}

/* ---- what hosts have filled ---- */

static bool is_host_full(const ws_painter *p, uint32_t h) {
    return ws_lens_is_full(p->frame, p->frame->host[h].inject_link);
}

static void plug_put(const ws_painter *p, int x, int row, const ws_painter_look *look,
                     uint32_t h) {
    ws_pen_ink(p->pen, x, row, ws_sign_full(p->view), look->role, ws_why_full_ink(p->view, &p->why),
               look->ground);
    ws_pen_sign(p->pen, x, row, WS_SIGN_FULL);
    ws_tag_note_put(p->view, WS_TAG_FULL, (ws_rect){x, row, 1, 1}, WS_SIGN_FULL,
                    ws_tag_since_link(p->frame->host[h].inject_link));
}

/* Where hosts have no place of their own: before the name of the switch whose input one has filled;
 * where that has no room either, before its box, which grows by it. */
static void hosts_full_paint(const ws_painter *p, uint32_t s, const ws_painter_look *look) {
    const ws_frame *frame = p->frame;
    bool tight = p->wired->form == WS_FORM_SHORT;
    bool placed = p->wired->places->family == WS_FAMILY_STAGES;
    placed |= p->wired->form != WS_FORM_NAME && !tight;
    ws_rect box = p->wired->box[s];
    for (uint32_t h = 0; !placed && h < frame->hosts; h++)
        if (frame->link[frame->host[h].inject_link].to == s && is_host_full(p, h))
            plug_put(p, tight ? box.x - 1 : box.x, box.y, look, h);
}

/* ---- boxes ---- */

/* How much of interest a switch is that is a point: 1 for nothing, most for the root. */
static uint16_t point_order(const ws_painter *p, uint32_t s) {
    ws_lens_value value = p->lens->node[s];
    if (p->view->selection.node == s)
        return 255;
    if (is_root(p, s))
        return 250;
    if (ws_view_shows(p->view, WS_SHOWS_WORMS))
        return (uint16_t)ws_min(1 + (int)ws_heads_lit(p->view, s), 200);
    if (value.seen == WS_SEEN_ROOT)
        return 250;
    if (value.seen == WS_SEEN_MEMBER)
        return (uint16_t)ws_max(200 - (int)value.step, 100);
    return (uint16_t)ws_min(1 + (int)value.step, 99);
}

/* Two switches share a cell: each is half of it. Where more do, the one that tells most is seen. */
static void point_paint(const ws_painter *p, uint32_t s) {
    ws_rect box = p->wired->box[s];
    ws_painter_look look = ws_painter_switch(p, s);
    uint8_t sign = painter_switch_sign(p, s);
    uint16_t order = point_order(p, s);
    p->raster->sign = sign == WS_SIGN_NONE ? WS_SIGN_SWITCH : sign;
    for (int x = box.x; x < box.x + box.w; x++)
        ws_raster_half_row(p->raster, x, box.y, look.ground, WS_RANK(250, order));
}

static void heads_note(const ws_painter *p, uint32_t s, ws_rect at) {
    ws_tag_note_put(p->view, WS_TAG_WAITS, at, WS_SIGN_HEADS, ws_tag_since_switch(s));
}

static void heads_paint(const ws_painter *p, uint32_t s, ws_rect box, const ws_painter_look *look) {
    uint32_t heads = ws_heads_lit(p->view, s);
    char text[16];
    if (heads == 0 || !ws_view_shows(p->view, WS_SHOWS_WORMS) || ws_why_is_lit(&p->why))
        return;
    if (is_tight(p, s)) {
        heads_note(p, s, box);
        return;
    }
    int columns = 1 + snprintf(text, sizeof text, "%" PRIu32, heads);
    int name = margin_of(p) + ws_text_columns(ws_node_name(p->frame, s));
    int x = box.x + box.w - columns;
    if (box.w < name + columns) { /* the sign alone, behind the name or before it */
        columns = 1;
        x = box.w > name ? box.x + box.w - 1 : box.x;
    }
    uint32_t sign = p->view->glyphs->code[WS_GLYPH_BLOCKED];
    uint32_t ink = look->ink;
    if (p->rich && heads < 2)
        ink = ws_ink_alarm(p->view, look->ground);
    ws_pen_ink(p->pen, x, box.y, sign, look->role, ink, look->ground);
    ws_pen_sign(p->pen, x, box.y, WS_SIGN_HEADS);
    ws_painter_text(p, (ws_rect){x + 1, box.y, columns - 1, 1}, look->role, ink, look->ground,
                    text);
    heads_note(p, s, (ws_rect){x, box.y, columns, 1});
}

/* The numbers of those that wait here, at the right; in a short box behind it, so that its name is
 * whole. */
static void chain_paint(const ws_painter *p, uint32_t s, ws_rect box) {
    uint32_t here[WS_WHY_BADGES];
    int count = 0;
    for (size_t place = 0; place < p->why.count && count < WS_WHY_BADGES; place++)
        if (ws_why_node(p->view, &p->why, place) == s)
            here[count++] = p->why.packet[place];
    int name = margin_of(p) + ws_text_columns(ws_node_name(p->frame, s));
    int first = box.x + ws_max(box.w - count, name);
    for (int i = 0; i < count; i++)
        ws_painter_badge(p, first + i, box.y, ws_frame_worm_of(p->frame, here[i]));
}

static void box_paint(const ws_painter *p, uint32_t s) {
    ws_rect box = p->wired->box[s];
    ws_painter_look look = ws_painter_switch(p, s);
    int margin = margin_of(p);
    for (int row = 0; row < box.h; row++)
        ws_painter_text(p, (ws_rect){box.x, box.y + row, box.w, 1}, look.role, look.ink,
                        look.ground, "");
    ws_rect room = {box.x + margin, box.y, box.w - margin, 1};
    ws_painter_text(p, room, look.role, look.ink, look.ground, ws_node_name(p->frame, s));
    heads_paint(p, s, box, &look);
    hosts_full_paint(p, s, &look);
    if (ws_view_shows(p->view, WS_SHOWS_TREE) || ws_view_shows(p->view, WS_SHOWS_PORTS))
        saqs_paint(p, s, box, &look);
    box_sign(p, s);
}

/* ---- hosts ---- */

/* A sign in the box: in the colour of the worm that the host sends. */
static void host_sign(const ws_painter *p, uint32_t h) {
    ws_rect at = p->wired->host[h];
    uint32_t s = p->frame->link[p->frame->host[h].inject_link].to;
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, p->frame->host[h].sending);
    ws_painter_look look = ws_painter_switch(p, s);
    uint32_t sends = p->view->glyphs->code[WS_GLYPH_HOST_SENDS];
    uint32_t idle =
        p->rich && p->view->glyphs->braille ? sends : p->view->glyphs->code[WS_GLYPH_IDLE_H];
    uint32_t ink = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_STRONG), look.ground, WS_IDLE_DIM);
    if (worm && ws_worm_lit(p->view, worm))
        ink = ws_painter_worm(p, worm);
    if (is_host_full(p, h)) {
        plug_put(p, at.x, at.y, &look, h);
        return;
    }
    ws_pen_ink(p->pen, at.x, at.y, worm ? sends : idle, look.role, ink, look.ground);
    ws_pen_sign(p->pen, at.x, at.y, WS_SIGN_HOSTS);
}

/* The host to which the root of the tree leads stands for all of its switch. */
static uint32_t host_named(const ws_painter *p, uint32_t h) {
    uint32_t root = ws_tree_chosen(p->view);
    if (!ws_view_shows(p->view, WS_SHOWS_TREE) || root == WS_NIL)
        return h;
    uint32_t hot = p->frame->link[root].to - p->frame->switches;
    uint32_t s = p->frame->link[p->frame->host[h].inject_link].to;
    bool same = p->frame->link[root].to >= p->frame->switches && p->frame->link[root].from == s;
    return same ? hot : h;
}

/* "H4-7": the hosts of a row, if they have numbers one after the other, and room. */
static void hosts_text(const ws_painter *p, uint32_t first, int room, char *text, size_t size) {
    const ws_frame *frame = p->frame;
    uint32_t s = frame->link[frame->host[first].inject_link].to;
    uint32_t last = first;
    while (last + 1 < frame->hosts && frame->link[frame->host[last + 1].inject_link].to == s)
        last++;
    const char *name = ws_node_name(frame, frame->switches + last);
    const char *digits = name + strcspn(name, "0123456789");
    const char *own = ws_node_name(frame, frame->switches + first);
    snprintf(text, size, "%s-%s", own, digits);
    if (last == first || ws_text_columns(text) > room)
        snprintf(text, size, "%s", own);
}

static void host_name(const ws_painter *p, uint32_t first) {
    char hosts[2 * WS_NAME_MAX];
    ws_rect at = p->wired->host[first];
    uint32_t h = host_named(p, first);
    uint32_t node = p->frame->switches + h;
    uint32_t root = ws_tree_chosen(p->view);
    bool hot = ws_view_shows(p->view, WS_SHOWS_TREE) && root != WS_NIL &&
               p->frame->link[root].to == node;
    ws_role role = p->view->selection.node == node ? WS_ROLE_SELECTED : WS_ROLE_HOST;
    const char *name = ws_node_name(p->frame, node);
    if (!hot) {
        hosts_text(p, first, at.w, hosts, sizeof hosts);
        ws_pen_text(p->pen, at.x, at.y, role, hosts);
        return;
    }
    at.w = ws_min(at.w, ws_text_columns(name));
    ws_painter_look look = tree_look(p, 0);
    ws_painter_text(p, at, look.role, look.ink, look.ground, name);
    ws_pen_ink(p->pen, at.x - 1, at.y, p->view->glyphs->code[WS_GLYPH_HEAD_W], WS_ROLE_HOT0,
               WS_COLOUR_NONE, WS_COLOUR_NONE);
    ws_pen_sign(p->pen, at.x - 1, at.y, WS_SIGN_ROOT);
}

/* Where switches are points: to whom the root of the tree leads, beside it. */
static void root_name(const ws_painter *p) {
    uint32_t root = ws_tree_chosen(p->view);
    if (!ws_view_shows(p->view, WS_SHOWS_TREE) || root == WS_NIL)
        return;
    const ws_frame_link *link = &p->frame->link[root];
    if (ws_is_host(p->frame, link->from))
        return;
    const char *name = ws_node_name(p->frame, link->to);
    int columns = ws_text_columns(name);
    ws_rect box = p->wired->box[link->from];
    int apart = 2; /* the depth of its cable stands beside the box */
    ws_rect at = {box.x - columns - apart, box.y / 2, columns, 1};
    ws_painter_look look = tree_look(p, 0);
    ws_painter_text(p, at, look.role, look.ink, look.ground, name);
    ws_pen_ink(p->pen, at.x - 1, at.y, p->view->glyphs->code[WS_GLYPH_HEAD_W], WS_ROLE_HOT0,
               WS_COLOUR_NONE, WS_COLOUR_NONE);
    ws_pen_sign(p->pen, at.x - 1, at.y, WS_SIGN_ROOT);
}

static void stages_name(const ws_painter *p) {
    char text[24];
    if (p->wired->places->family != WS_FAMILY_STAGES || p->wired->form == WS_FORM_POINT ||
        p->wired->box[0].y < 1)
        return;
    p->view->map.plan->tags->top = 1;
    ws_pen_text(p->pen, 1, 0, WS_ROLE_FAINT, "hosts");
    for (uint32_t s = 0; s < p->frame->switches; s++) {
        if (p->frame->graph.node[s].y != 0)
            continue;
        snprintf(text, sizeof text, "stage %" PRId32, p->frame->graph.node[s].x);
        ws_pen_text(p->pen, p->wired->box[s].x, 0, WS_ROLE_FAINT, text);
    }
}

void ws_painter_boxes(const ws_painter *p) {
    bool named = p->wired->form != WS_FORM_POINT;
    stages_name(p);
    for (uint32_t s = 0; named && s < p->frame->switches; s++)
        box_paint(p, s);
    if (!named)
        root_name(p);
    for (uint32_t h = 0; h < p->frame->hosts; h++) {
        if (p->wired->host[h].w == 0)
            continue;
        bool name = p->wired->places->family == WS_FAMILY_STAGES || p->wired->host[h].w > 1;
        if (name)
            host_name(p, h);
        else
            host_sign(p, h);
    }
}

void ws_painter_chain(const ws_painter *p) {
    bool named = p->wired->form != WS_FORM_POINT;
    for (uint32_t s = 0; named && ws_why_is_lit(&p->why) && s < p->frame->switches; s++)
        chain_paint(p, s, p->wired->box[s]);
}

/* ---- glow ---- */

/* The share of light in a cell so far from a box. */
static int glow_at(int beside, int above) {
    return (above ? 165 : 275) / (10 + 8 * beside);
}

static void glow_paint(const ws_painter *p, ws_rect box) {
    uint32_t light = ws_ink_hot(p->view, 1);
    for (int row = box.y - GLOW_ROWS; row < box.y + box.h + GLOW_ROWS; row++)
        for (int x = box.x - GLOW_X; x < box.x + box.w + GLOW_X; x++) {
            int beside = ws_max(ws_max(box.x - x, x - box.x - box.w + 1), 0);
            bool above = row < box.y || row >= box.y + box.h;
            uint32_t ink = ws_ink_mix(light, p->ground, 100 - glow_at(beside, above));
            ws_raster_ground(p->raster, x, row, ink, 1);
        }
}

/* Points are painted here too, for they are pixels of the raster. */
void ws_painter_glow(const ws_painter *p) {
    bool points = p->wired->form == WS_FORM_POINT;
    for (uint32_t s = 0; points && s < p->frame->switches; s++)
        point_paint(p, s);
    if (!p->rich || points)
        return;
    for (uint32_t s = 0; s < p->frame->switches; s++)
        if (p->lens->node[s].seen == WS_SEEN_ROOT && ws_view_shows(p->view, WS_SHOWS_TREE))
            glow_paint(p, p->wired->box[s]);
}
