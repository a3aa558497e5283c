/* thing.c - see thing.h. */
#include "ui/thing.h"

#include <stdio.h>

#include "session/language/text.h"
#include "ui/panel.h"

#define VALUE_X  11 /* where values stand */

bool ws_thing_same(ws_thing a, ws_thing b) {
    return a.kind == b.kind && (a.kind == WS_THING_NONE || (a.id == b.id && a.entered == b.entered));
}

ws_thing ws_thing_of_worm(const ws_frame_worm *w) {
    return w ? (ws_thing){WS_THING_WORM, w->packet, w->entered} : (ws_thing){.kind = WS_THING_NONE};
}

bool ws_thing_is_there(const ws_frame *f, ws_thing t) {
    if (t.kind == WS_THING_NODE) return t.id < f->switches + f->hosts;
    if (t.kind == WS_THING_LINK) return t.id < f->links;
    if (t.kind == WS_THING_QUEUE) return t.id < f->queues;
    if (t.kind == WS_THING_NONE) return false;
    const ws_frame_worm *w = ws_frame_worm_of(f, t.id);
    return w && w->entered == t.entered;
}

static uint32_t node_named(const ws_frame *frame, const char *name) {
    for (uint32_t node = 0; node < frame->switches + frame->hosts; node++)
        if (strcmp(ws_node_name(frame, node), name) == 0)
            return node;
    return WS_NIL;
}

static uint32_t link_between(const ws_frame *frame, uint32_t from, uint32_t to) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].from == from && frame->link[l].to == to)
            return l;
    return WS_NIL;
}

static bool name_unknown(const char *name, ws_error *error) {
    return fail_with(error, "unknown switch or host `%s`; write NAME, NAME NAME (a link) or none",
                     name);
}

bool ws_thing_named(const ws_frame *frame, const char *text, ws_thing *thing, ws_error *error) {
    char from[256] = "";
    char to[256] = "";
    bool is_link = sscanf(text, "%255s %255s", from, to) == 2;
    *thing = (ws_thing){.kind = WS_THING_NONE};
    if (text_is(text, "none"))
        return true;
    uint32_t node = node_named(frame, from);
    uint32_t other = is_link ? node_named(frame, to) : 0;
    if (node == WS_NIL || other == WS_NIL)
        return name_unknown(node == WS_NIL ? from : to, error);
    *thing = (ws_thing){.kind = WS_THING_NODE, .id = node};
    if (!is_link)
        return true;
    uint32_t link = link_between(frame, node, other);
    *thing = (ws_thing){.kind = WS_THING_LINK, .id = link};
    return link != WS_NIL || fail_with(error, "no link goes from %s to %s", from, to);
}

static const char *queue_name(const ws_view *v, uint32_t q, char *text, size_t room) {
    const ws_frame_queue *queue = &v->frame->queue[q];
    if (queue->link == WS_NIL) snprintf(text, room, "queue of %s", ws_node_name(v->frame, queue->node));
    else
        snprintf(text, room, "queue in %s from %s", ws_node_name(v->frame, queue->node),
                 ws_node_name(v->frame, v->frame->link[queue->link].from));
    return text;
}

const char *ws_thing_name(const ws_view *v, ws_thing t, char *text, size_t room) {
    const ws_frame *f = v->frame;
    const char *arrow = v->glyphs->ascii ? ">" : "→";
    const ws_frame_worm *w = t.kind == WS_THING_WORM ? ws_frame_worm_of(f, t.id) : NULL;
    *text = '\0';
    if (w)
        snprintf(text, room, "%s%s%s", ws_node_name(f, f->switches + w->source), arrow, ws_node_name(f, f->switches + w->dest));
    if (t.kind == WS_THING_NODE) snprintf(text, room, "%s", ws_node_name(f, t.id));
    if (t.kind == WS_THING_LINK)
        snprintf(text, room, "%s%s%s", ws_node_name(f, f->link[t.id].from), arrow, ws_node_name(f, f->link[t.id].to));
    if (t.kind == WS_THING_QUEUE) queue_name(v, t.id, text, room);
    return text;
}

const char *ws_link_name(const ws_view *v, uint32_t link, char *text, size_t room) {
    return ws_thing_name(v, (ws_thing){WS_THING_LINK, link, 0}, text, room);
}

ws_thing ws_view_thing(const ws_view *v) {
    if (v->selection.worm != WS_NIL)
        return (ws_thing){WS_THING_WORM, v->selection.worm, v->selection.entered};
    if (v->selection.node != WS_NIL)
        return (ws_thing){WS_THING_NODE, v->selection.node, 0};
    if (v->selection.link != WS_NIL)
        return (ws_thing){WS_THING_LINK, v->selection.link, 0};
    if (v->selection.queue != WS_NIL)
        return (ws_thing){WS_THING_QUEUE, v->selection.queue, 0};
    return (ws_thing){.kind = WS_THING_NONE};
}

void ws_view_look(ws_view *v, ws_thing t) {
    v->selection.worm = t.kind == WS_THING_WORM ? t.id : WS_NIL;
    v->selection.entered = t.kind == WS_THING_WORM ? t.entered : 0;
    v->selection.node = t.kind == WS_THING_NODE ? t.id : WS_NIL;
    v->selection.link = t.kind == WS_THING_LINK ? t.id : WS_NIL;
    v->selection.queue = t.kind == WS_THING_QUEUE ? t.id : WS_NIL;
    v->selection.field = -1;
}

ws_detail *ws_detail_add(ws_filling *f, const char *name, ws_role role, ws_thing refers) {
    ws_detail *field = &f->field[f->count++];
    *field = (ws_detail){.name = name, .role = role, .refers = refers};
    return field;
}

void ws_details_draw(const ws_view *v, const ws_pen *pen, const ws_detail *fields, size_t count) {
    (void)v;
    for (size_t i = 0; i < count; i++) {
        ws_pen_text(pen, 1, (int)i, WS_ROLE_FAINT, fields[i].name);
        ws_pen_text(pen, VALUE_X, (int)i, fields[i].role, fields[i].value);
    }
}
