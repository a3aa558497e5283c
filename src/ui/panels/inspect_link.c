/* inspect_link.c - a link, and a queue, field by field. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/language/tell.h"
#include "ui/panel.h"

#define WIRE_SHOWN 20 /* places of the wire at most */

static void thing_add(ws_filling *f, const char *name, ws_role role, ws_thing thing) {
    char text[64];
    WS_DETAIL(f, name, role, thing, "%s", ws_thing_name(f->view, thing, text, sizeof text));
}

static ws_thing worm_thing(const ws_view *v, uint32_t packet) { return ws_thing_of_worm(ws_frame_worm_of(v->frame, packet)); }

static void worm_add(ws_filling *f, const char *name, uint32_t packet) {
    const ws_frame_worm *w = ws_frame_worm_of(f->view->frame, packet);
    if (w) thing_add(f, name, w->blocked ? WS_ROLE_BLOCKED : WS_ROLE_MOVING, worm_thing(f->view, packet));
    else WS_DETAIL(f, name, WS_ROLE_FAINT, WS_NOTHING, "none");
}

/* ---- a link ---- */

static void utf8_add(char *text, size_t room, uint32_t code) {
    char bytes[WS_CHARACTER_ROOM];
    size_t used = strlen(text);
    size_t size = ws_character_put(code, bytes);
    if (used + size < room)
        memcpy(text + used, bytes, size + 1);
}

/* The places of the wire, from the sender on: heads, flits, tails, WS_NOTHING. */
static void wire_add(ws_filling *f, const ws_frame_link *l) {
    const uint32_t *code = f->view->glyphs->code;
    ws_detail *field = ws_detail_add(f, "wire", WS_ROLE_TEXT, WS_NOTHING);
    for (uint32_t i = 0; i < l->delay && i < WIRE_SHOWN; i++) {
        const ws_frame_flit *flit = &f->view->frame->flit[l->flit0 + i];
        ws_glyph glyph = flit->packet == WS_NIL     ? WS_GLYPH_IDLE_H
                         : flit->head && flit->tail ? WS_GLYPH_ONE
                         : flit->head               ? WS_GLYPH_HEAD_E
                         : flit->tail               ? WS_GLYPH_TAIL_E
                                                    : WS_GLYPH_FLITS_H;
        utf8_add(field->value, sizeof field->value, code[glyph]);
    }
}

size_t ws_link_details(const ws_view *v, ws_detail fields[WS_DETAILS_MAX]) {
    static const char *const states[] = {[WS_LINK_IDLE] = "idle", [WS_LINK_MOVING] = "moving", [WS_LINK_BLOCKED] = "waiting"};
    static const ws_role roles[] = {
        [WS_LINK_IDLE] = WS_ROLE_FAINT, [WS_LINK_MOVING] = WS_ROLE_MOVING, [WS_LINK_BLOCKED] = WS_ROLE_BLOCKED};
    ws_filling f = {.view = v, .field = fields};
    if (v->selection.link == WS_NIL)
        return 0;
    const ws_frame_link *l = &v->frame->link[v->selection.link];
    WS_DETAIL(&f, "link", WS_ROLE_SELECTED, WS_NOTHING, "%" PRIu32 ", cable %" PRIu32 "%s",
        v->selection.link, l->edge, l->wraps ? ", closes a ring" : "");
    if (l->cut)
        WS_DETAIL(&f, "state", WS_ROLE_BLOCKED, WS_NOTHING, "cut: no route uses it");
    else
        WS_DETAIL(&f, "state", roles[l->state], WS_NOTHING, "%s", states[l->state]);
    thing_add(&f, "from", WS_ROLE_TEXT, (ws_thing){WS_THING_NODE, l->from, 0});
    thing_add(&f, "to", WS_ROLE_TEXT, (ws_thing){WS_THING_NODE, l->to, 0});
    wire_add(&f, l);
    if (v->frame->def.output_buffer > 0 && l->from < v->frame->switches)
        WS_DETAIL(&f, "waiting", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 " flits in output buffers", l->output);
    WS_DETAIL(&f, "flits", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 " of %" PRIu32 " on the wire", l->flits, l->delay);
    WS_DETAIL(&f, "use", WS_ROLE_TEXT, WS_NOTHING, "%.3f flits a cycle", ws_view_use(v, l));
    if (l->medium != WS_NIL)
        WS_DETAIL(&f, "turns", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu64 " this way, the cable is used in turns", l->turns);
    WS_DETAIL(&f, "channels", WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 " of %" PRIu32 " held", l->held, l->channels);
    worm_add(&f, "holder", l->holder);
    if (v->frame->def.timeout_policy == WS_TIMEOUT_POLICY_ITOW)
        WS_DETAIL(&f, "held for", WS_ROLE_TEXT, WS_NOTHING, "~%.0f cycles", l->occupancy);
    if (l->capacity == 0) return f.count;
    WS_DETAIL(&f, "buffer", l->stop_sent ? WS_ROLE_STOP : WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 "/%" PRIu32 "%s", l->buffered, l->capacity,
        l->stop_sent ? ", told STOP" : "");
    if (l->front_queue != WS_NIL) thing_add(&f, "queue", WS_ROLE_TEXT, (ws_thing){WS_THING_QUEUE, l->front_queue, 0});
    return f.count;
}

/* ---- a queue ---- */

static void wait_add(ws_filling *f, const ws_wait *wait) {
    ws_role role = wait->order == WS_ORDER_DEADLOCK ? WS_ROLE_DEADLOCK : ws_wait_stands(wait) ? WS_ROLE_BLOCKED : WS_ROLE_MOVING;
    if (wait->order == WS_ORDER_NONE) WS_DETAIL(f, "state", WS_ROLE_FAINT, WS_NOTHING, "empty");
    else if (wait->order == WS_ORDER_DEADLOCK)
        WS_DETAIL(f, "state", role, WS_NOTHING, "waiting, %s", wait->in_deadlock ? "in the ring" : "behind the ring");
    else if (wait->order) WS_DETAIL(f, "state", role, WS_NOTHING, "waiting, order %u", wait->order);
    else WS_DETAIL(f, "state", role, WS_NOTHING, ws_wait_stands(wait) ? "waiting, may be next" : "moves");
    if (wait->order == WS_ORDER_NONE) return;
    WS_DETAIL(f, "reason", WS_ROLE_TEXT, WS_NOTHING, "%s", ws_wait_reason_names[wait->reason]);
    if (wait->blocker != WS_NIL) thing_add(f, "waits for", WS_ROLE_TEXT, (ws_thing){WS_THING_QUEUE, wait->blocker, 0});
    if (wait->root != WS_NIL && wait->order) thing_add(f, "root", WS_ROLE_TEXT, (ws_thing){WS_THING_QUEUE, wait->root, 0});
}

size_t ws_queue_details(const ws_view *v, ws_detail fields[WS_DETAILS_MAX]) {
    char since[32];
    ws_filling f = {.view = v, .field = fields};
    if (v->selection.queue == WS_NIL)
        return 0;
    const ws_frame_queue *q = &v->frame->queue[v->selection.queue];
    WS_DETAIL(&f, "queue", WS_ROLE_SELECTED, WS_NOTHING, "%" PRIu32, v->selection.queue);
    thing_add(&f, "in", WS_ROLE_TEXT, (ws_thing){WS_THING_NODE, q->node, 0});
    if (q->link == WS_NIL) WS_DETAIL(&f, "fed by", WS_ROLE_TEXT, WS_NOTHING, "its host");
    else thing_add(&f, "fed by", WS_ROLE_TEXT, (ws_thing){WS_THING_LINK, q->link, 0});
    WS_DETAIL(&f, "filled", q->stop_sent ? WS_ROLE_STOP : WS_ROLE_TEXT, WS_NOTHING, "%" PRIu32 "/%" PRIu32 "%s", q->flits, q->capacity,
        q->stop_sent ? ", told STOP" : "");
    worm_add(&f, "in front", q->front);
    if (q->front != WS_NIL) {
        WS_DETAIL(&f, "head", WS_ROLE_TEXT, WS_NOTHING, q->head_here ? "here" : "has gone on");
        WS_DETAIL(&f, "since", WS_ROLE_TEXT, WS_NOTHING, "cycle %s", ws_count_text(q->since, since, sizeof since));
    }
    wait_add(&f, &q->wait);
    return f.count;
}

/* ---- their panels ---- */

void ws_link_draw(const ws_view *v, const ws_pen *pen) {
    ws_detail fields[WS_DETAILS_MAX];
    ws_details_draw(v, pen, fields, ws_link_details(v, fields));
}
void ws_queue_draw(const ws_view *v, const ws_pen *pen) {
    ws_detail fields[WS_DETAILS_MAX];
    ws_details_draw(v, pen, fields, ws_queue_details(v, fields));
}

int ws_link_rows(const ws_view *v) {
    ws_detail fields[WS_DETAILS_MAX];
    size_t count = ws_link_details(v, fields);
    return count ? (int)count + 1 : 0;
}
int ws_queue_rows(const ws_view *v) {
    ws_detail fields[WS_DETAILS_MAX];
    size_t count = ws_queue_details(v, fields);
    return count ? (int)count + 1 : 0;
}
