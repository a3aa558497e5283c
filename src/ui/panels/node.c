/* node.c - the switch or host that is looked at: its links, what stands in front of each buffer and why, who holds each way out;
 * with timeouts also what a head has waited of the time that it has, with itow (~) for how many cycles a worm holds a way out, as
 * estimated there.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/panel.h"
#include "ui/view.h"

#define NAME_X     1
#define BUFFER_X   10 /* a buffer's filling, or a link's use */
#define WORM_X     20 /* whose worm it is */
#define WIDE       40 /* columns from which on reasons fit */
#define LEFT_X     14 /* of a message: where the number of packets ends, */
#define PRIORITY_X 21 /* and its priority */
#define VERY_WIDE  46 /* columns from which on times fit beside them, or the number of a message */

static bool is_switch(const ws_view *v) {
    return v->selection.node < v->frame->switches;
}

static void worm_draw(const ws_view *v, const ws_pen *pen, int y, uint32_t packet, const char *what, ws_role role) {
    const ws_frame *f = v->frame;
    const ws_frame_worm *w = ws_frame_worm_of(f, packet);
    if (!w) return;
    bool lit = ws_worm_lit(v, w);
    ws_glyph sign = !lit ? WS_GLYPH_IDLE_H : role == WS_ROLE_BLOCKED ? WS_GLYPH_BLOCKED : WS_GLYPH_BULLET;
    ws_worm_sign(v, pen, WORM_X, y, v->glyphs->code[sign], w);
    int x = WORM_X + 2;
    x += ws_pen_print(pen, x, y, ws_worm_words(v, w, WS_ROLE_TEXT), "%s%s%s", ws_node_name(f, f->switches + w->source),
                 v->glyphs->ascii ? ">" : "→", ws_node_name(f, f->switches + w->dest));
    bool fits = x + ws_text_columns(what) < pen->clip.w; /* or it would hide for whom the worm is */
    if (pen->clip.w >= WIDE && fits) ws_pen_print_right(pen, pen->clip.w - 1, y, ws_worm_words(v, w, role), "%s", what);
}

/* Why the front of a buffer waits; a head also how long, of the time that a timeout allows. */
static const char *reason_text(const ws_view *v, int width, uint32_t queue, char *text, size_t room) {
    const ws_frame *f = v->frame;
    const ws_frame_queue *q = &f->queue[queue];
    const ws_frame_worm *w = ws_frame_worm_of(f, q->front);
    const char *reason = ws_wait_reason_names[q->wait.reason];
    if (!w || w->head_queue != queue || !w->blocked || w->kill_at == 0) return reason;
    if (width < VERY_WIDE) reason = "";
    snprintf(text, room, "%s%s%" PRIu64 "/%" PRIu64, reason, *reason ? " " : "", f->cycle - w->timed_since,
             w->kill_at - w->timed_since);
    return text;
}

static void in_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_link *l) {
    char text[64];
    const ws_frame_queue *q = l->front_queue == WS_NIL ? NULL : &v->frame->queue[l->front_queue];
    ws_pen_print(pen, NAME_X, y, WS_ROLE_TEXT, "from %s", ws_node_name(v->frame, l->from));
    ws_pen_glyph(pen, BUFFER_X, y, ws_glyph_level(v->glyphs, l->buffered, l->capacity), l->stop_sent ? WS_ROLE_STOP : WS_ROLE_BUFFER,
                 0);
    ws_pen_print(pen, BUFFER_X + 2, y, WS_ROLE_FAINT, "%" PRIu32 "/%" PRIu32, l->buffered, l->capacity);
    if (!q) return;
    worm_draw(v, pen, y, q->front, reason_text(v, pen->clip.w, l->front_queue, text, sizeof text),
              ws_wait_stands(&q->wait) ? WS_ROLE_BLOCKED : WS_ROLE_MOVING);
}

/* What stands in the output port of link l, in packets, if the switch has queues there. */
static void out_port_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_link *l) {
    uint32_t link = (uint32_t)(l - v->frame->link);
    for (uint32_t p = 0; p < v->frame->ports; p++) {
        const ws_port *port = &v->frame->port[p];
        if (!port->output || port->link != link) continue;
        ws_pen_glyph(pen, BUFFER_X + 5, y, ws_glyph_level(v->glyphs, port->packets, port->room), WS_ROLE_BUFFER, 0);
        ws_pen_print(pen, BUFFER_X + 6, y, WS_ROLE_FAINT, "%" PRIu32, port->packets);
    }
}

static void out_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_link *l) {
    static const char *const states[] = {[WS_LINK_IDLE] = "idle", [WS_LINK_MOVING] = "moving", [WS_LINK_BLOCKED] = "waiting"};
    ws_pen_print(pen, NAME_X, y, WS_ROLE_TEXT, "to %s", ws_node_name(v->frame, l->to));
    ws_pen_print(pen, BUFFER_X, y, WS_ROLE_FAINT, "%.2f", ws_view_use(v, l));
    if (v->frame->def.timeout_policy == WS_TIMEOUT_POLICY_ITOW)
        ws_pen_print(pen, BUFFER_X + 5, y, WS_ROLE_FAINT, "~%.0f", l->occupancy);
    out_port_draw(v, pen, y, l);
    if (l->holder == WS_NIL) ws_pen_text(pen, WORM_X, y, WS_ROLE_FAINT, states[l->state]);
    else worm_draw(v, pen, y, l->holder, states[l->state], l->state == WS_LINK_BLOCKED ? WS_ROLE_BLOCKED : WS_ROLE_MOVING);
}

static int links_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame *f = v->frame;
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].to == v->selection.node && is_switch(v))
            in_draw(v, pen, y++, &f->link[l]);
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].from == v->selection.node)
            out_draw(v, pen, y++, &f->link[l]);
    return y;
}

/* One row of the source queue: whose turn, to whom, packets left, priority, classes. */
static void message_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_message *m) {
    char figure[16], classes[48];
    ws_role role = m->sending ? WS_ROLE_MOVING : WS_ROLE_TEXT;
    if (m->sending) ws_pen_glyph(pen, NAME_X, y, v->glyphs->code[WS_GLYPH_BULLET], role, 0);
    ws_pen_print(pen, NAME_X + 2, y, role, "%s", ws_node_name(v->frame, v->frame->switches + m->dest));
    ws_pen_print_right(pen, LEFT_X, y, role, "%" PRIu32, m->packets);
    if (!isnan(m->priority))
        ws_pen_print_right(pen, PRIORITY_X, y, role, "%s", ws_figure_text(m->priority, figure, sizeof figure));
    ws_pen_text(pen, PRIORITY_X + 2, y, WS_ROLE_FAINT, ws_class_text(v->frame, m->traffic_class, classes, sizeof classes));
    if (pen->clip.w >= VERY_WIDE) ws_pen_print_right(pen, pen->clip.w - 1, y, WS_ROLE_FAINT, "#%" PRIu32, m->message);
}

/* The messages that wait, in the order in which they will go as things stand. */
static void queue_draw(const ws_view *v, const ws_pen *pen, int y, const ws_frame_host *h) {
    if (h->queued == 0) return;
    ws_pen_text(pen, NAME_X + 2, y, WS_ROLE_FAINT, "to");
    ws_pen_print_right(pen, LEFT_X, y, WS_ROLE_FAINT, "packets");
    if (v->frame->def.alpha > 0) ws_pen_print_right(pen, PRIORITY_X, y, WS_ROLE_FAINT, "prior.");
    y++;
    for (uint32_t i = 0; i < h->queued && y < pen->clip.h; i++) message_draw(v, pen, y++, &h->queue[i]);
    if (h->queued < h->waiting_all)
        ws_pen_print(pen, NAME_X + 2, y, WS_ROLE_FAINT, "and %" PRIu32 " more", h->waiting_all - h->queued);
}

static void host_draw(const ws_view *v, const ws_pen *pen, int y) {
    const ws_frame_host *h = &v->frame->host[v->selection.node - v->frame->switches];
    ws_pen_print(pen, NAME_X, y++, WS_ROLE_TEXT, "%" PRIu32 " messages to send", h->waiting_all);
    for (size_t i = 0; i < v->frame->class_count && v->frame->def.class_rule == WS_CLASS_RULE_PRIORITY; i++)
        ws_pen_print(pen, NAME_X + 1, y++, WS_ROLE_FAINT, "%s %" PRIu32, v->frame->class_of[i].name, h->waiting[i]);
    queue_draw(v, pen, y, h);
}

/* Row 0 is the node itself, then its pool, then the links in their order. */
ws_thing ws_node_refers(const ws_view *v, int row) {
    const ws_frame *f = v->frame;
    int y = 1 + (is_switch(v) ? ws_pool_rows(v) : 0);
    if (row < y) return (ws_thing){.kind = WS_THING_NONE};
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].to == v->selection.node && is_switch(v) && y++ == row)
            return (ws_thing){WS_THING_LINK, l, 0};
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].from == v->selection.node && y++ == row)
            return (ws_thing){WS_THING_LINK, l, 0};
    return (ws_thing){.kind = WS_THING_NONE};
}

void ws_node_draw(const ws_view *v, const ws_pen *pen) {
    if (v->selection.node == WS_NIL)
        return;
    int x = 1 + ws_pen_text(pen, 1, 0, WS_ROLE_SELECTED, ws_node_name(v->frame, v->selection.node));
    if (is_switch(v))
        ws_pen_print(pen, x + 2, 0, WS_ROLE_BLOCKED, "%" PRIu32 " waiting",
                     v->frame->heads_blocked[v->selection.node]);
    int y = 1 + (is_switch(v) ? ws_pool_rows(v) : 0);
    if (is_switch(v)) ws_pool_draw(v, pen, 1);
    y = links_draw(v, pen, y);
    if (!is_switch(v)) host_draw(v, pen, y);
}

int ws_node_rows(const ws_view *v) {
    const ws_frame *f = v->frame;
    if (v->selection.node == WS_NIL)
        return 0;
    int rows = is_switch(v) ? 2 + ws_pool_rows(v) : 4 + (int)f->class_count;
    for (uint32_t l = 0; l < f->links; l++)
        rows += f->link[l].from == v->selection.node ||
                (is_switch(v) && f->link[l].to == v->selection.node);
    return rows;
}
