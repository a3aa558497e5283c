/* spacetime_rows.c - see spacetime_rows.h. */
#include "observe/spacetime_rows.h"

#include <stddef.h>
#include <string.h>

static bool is_among(const uint32_t *all, uint32_t count, uint32_t one) {
    for (uint32_t i = 0; i < count; i++)
        if (all[i] == one)
            return true;
    return false;
}

static void link_add(ws_spacetime_rows *rows, uint32_t link) {
    bool full = rows->links == WS_SPACETIME_ROWS;
    bool known = is_among(rows->link, rows->links, link);
    if (full || known)
        return;
    rows->link[rows->links] = link;
    rows->links++;
}

static ws_spacetime_worm worm_in(const ws_frame *frame, uint32_t packet) {
    const ws_frame_worm *from = ws_frame_worm_of(frame, packet);
    ws_spacetime_worm worm = {.created = UINT64_MAX, .entered = UINT64_MAX};
    if (!from)
        return worm; /* on no link: nobody will see it */
    worm.created = from->created;
    worm.entered = from->entered > 0 ? from->entered : UINT64_MAX;
    worm.source = from->source;
    worm.dest = from->dest;
    worm.length = from->length;
    worm.traffic_class = from->traffic_class;
    return worm;
}

static void member_add(ws_spacetime_rows *rows, const ws_frame *frame, uint32_t packet) {
    rows->packet[rows->packets] = packet;
    rows->member[rows->packets] = worm_in(frame, packet);
    rows->packets++;
}

/* A packet, and the links that it holds. */
static void packet_add(ws_spacetime_rows *rows, const ws_frame *frame, uint32_t packet) {
    uint32_t path[WS_SPACETIME_ROWS];
    if (rows->packets == WS_SPACETIME_MEMBERS)
        return;
    if (is_among(rows->packet, rows->packets, packet))
        return;
    member_add(rows, frame, packet);
    size_t count = ws_frame_path(frame, packet, path, WS_SPACETIME_ROWS);
    for (size_t i = 0; i < count; i++) {
        const ws_frame_vc *vc = &frame->vc[path[i]];
        link_add(rows, vc->link);
    }
}

static bool chain_find(ws_spacetime_rows *rows, const ws_frame *frame, uint32_t packet) {
    uint32_t chain[WS_SPACETIME_MEMBERS];
    size_t room = WS_SPACETIME_MEMBERS;
    size_t count = ws_frame_chain(frame, packet, chain, NULL, room);
    for (size_t i = 0; i < count; i++)
        packet_add(rows, frame, chain[i]);
    return rows->packets > 1;
}

static bool deadlock_find(ws_spacetime_rows *rows, const ws_frame *frame) {
    for (uint32_t i = 0; i < frame->deadlock_ring; i++)
        packet_add(rows, frame, frame->deadlock_packet[i]);
    return rows->packets > 1;
}

/* From a link between switches to the only other switch; WS_NIL if there are several, or none. */
static uint32_t link_onward(const ws_frame *frame, uint32_t link) {
    const ws_frame_link *here = &frame->link[link];
    uint32_t found = WS_NIL;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *next = &frame->link[l];
        bool leads_on = next->from == here->to && next->to != here->from;
        if (!leads_on || next->to >= frame->switches)
            continue;
        if (found != WS_NIL)
            return WS_NIL;
        found = l;
    }
    return found;
}

static bool is_between(const ws_frame *frame, uint32_t link) {
    const ws_frame_link *ends = &frame->link[link];
    return ends->from < frame->switches && ends->to < frame->switches;
}

/* A link between switches that the packet holds, or else requests; WS_NIL: none. */
static uint32_t link_between(const ws_frame *frame, uint32_t packet) {
    uint32_t path[WS_SPACETIME_ROWS];
    size_t count = ws_frame_path(frame, packet, path, WS_SPACETIME_ROWS);
    for (size_t i = 0; i < count; i++) {
        uint32_t link = frame->vc[path[i]].link;
        if (is_between(frame, link))
            return link;
    }
    const ws_frame_worm *worm = ws_frame_worm_of(frame, packet);
    if (!worm || worm->head_queue == WS_NIL)
        return WS_NIL;
    uint32_t requested = frame->queue[worm->head_queue].request;
    bool between = requested != WS_NIL && is_between(frame, requested);
    return between ? requested : WS_NIL;
}

static bool cables_find(ws_spacetime_rows *rows, const ws_frame *frame, uint32_t packet) {
    uint32_t first = link_between(frame, packet);
    uint32_t link = first;
    member_add(rows, frame, packet);
    if (first == WS_NIL)
        return false;
    do {
        link_add(rows, link);
        link = link_onward(frame, link);
        if (link == WS_NIL)
            return false;
    } while (link != first && rows->links < WS_SPACETIME_ROWS);
    return link == first;
}

bool ws_spacetime_rows_of(const ws_frame *frame, uint32_t packet, ws_spacetime_kind kind,
                          ws_spacetime_rows *rows) {
    memset(rows, 0, sizeof *rows);
    rows->kind = kind;
    if (kind == WS_SPACETIME_CHAIN)
        return chain_find(rows, frame, packet);
    if (kind == WS_SPACETIME_RING && frame->deadlock)
        return deadlock_find(rows, frame);
    return kind == WS_SPACETIME_RING && cables_find(rows, frame, packet);
}

bool ws_spacetime_worm_same(const ws_spacetime_worm *one, const ws_spacetime_worm *other) {
    if (one->source != other->source || one->dest != other->dest)
        return false;
    return one->created == other->created && one->entered == other->entered;
}

bool ws_spacetime_rows_same(const ws_spacetime_rows *one, const ws_spacetime_rows *other) {
    if (memcmp(one, other, offsetof(ws_spacetime_rows, member)) != 0)
        return false;
    for (uint32_t i = 0; i < one->packets; i++)
        if (!ws_spacetime_worm_same(&one->member[i], &other->member[i]))
            return false;
    return true;
}

void ws_spacetime_record(ws_spacetime *diagram, const ws_net *net, const ws_spacetime_rows *rows) {
    diagram->kind = rows->kind;
    diagram->members = rows->packets;
    memcpy(diagram->member, rows->member, sizeof diagram->member);
    for (uint32_t i = 0; i < rows->links; i++)
        ws_spacetime_add(diagram, net, rows->link[i]);
}
