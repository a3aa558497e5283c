/* spacetime.c - see spacetime.h. */
#include "observe/spacetime.h"

#include <string.h>

#include "core/route_preview.h"
#include "core/verbs.h"

/* ---- packets and worms ---- */

ws_spacetime_worm ws_spacetime_worm_of(const ws_net *n, uint32_t k) {
    u32 m = n->packet.message[k];
    ws_spacetime_worm worm = {.entered = UINT64_MAX};
    worm.created = n->message.created[m];
    worm.source = n->message.source[m];
    worm.dest = n->packet.dest[k];
    worm.length = n->packet.length[k];
    worm.traffic_class = n->packet.class[k];
    if (n->packet.entered[k] > 0)
        worm.entered = n->packet.entered[k];
    return worm;
}

static bool is_same_message(const ws_spacetime_worm *one, const ws_spacetime_worm *other) {
    if (one->source != other->source || one->dest != other->dest)
        return false;
    return one->created == other->created;
}

/* Are these packets of one message the same, by when they entered? A packet that has not entered
 * counts as the other. */
static bool is_same(const ws_spacetime_worm *one, const ws_spacetime_worm *other) {
    if (!is_same_message(one, other))
        return false;
    bool new = one->entered == UINT64_MAX || other->entered == UINT64_MAX;
    return new || one->entered == other->entered;
}

bool ws_spacetime_has(const ws_spacetime *diagram, const ws_spacetime_worm *worm) {
    for (EACH(i, diagram->members))
        if (is_same(&diagram->member[i], worm))
            return true;
    return is_same(&diagram->subject, worm);
}

static bool is_subject(const ws_spacetime *diagram, const ws_net *n, u32 k) {
    if (n->packet.message[k] == NIL)
        return false;
    ws_spacetime_worm worm = ws_spacetime_worm_of(n, k);
    return ws_spacetime_has(diagram, &worm);
}

/* The packet that holds virtual channel v; NIL: none. */
static u32 packet_on(const ws_net *n, u32 v) {
    u32 q = holder_of(n, v);
    if (q == NIL)
        return NIL;
    return front_of(n, q);
}

static bool subject_on(const ws_spacetime *diagram, const ws_net *n, u32 v) {
    u32 k = packet_on(n, v);
    if (k == NIL)
        return false;
    return is_subject(diagram, n, k);
}

/* The place of a worm in worm[] + 1; when there is no room, the place of the last. */
static u8 holder_add(ws_spacetime *diagram, const ws_net *n, u32 k) {
    ws_spacetime_worm worm = ws_spacetime_worm_of(n, k);
    for (EACH(i, diagram->worms))
        if (is_same(&diagram->worm[i], &worm))
            return (u8)(i + 1);
    if (diagram->worms < WS_SPACETIME_WORMS)
        diagram->worms++;
    diagram->worm[diagram->worms - 1] = worm;
    return (u8)diagram->worms;
}

/* ---- the first pass ---- */

void ws_spacetime_begin(ws_spacetime *diagram, const ws_spacetime_worm *subject) {
    diagram->subject = *subject;
    diagram->kind = WS_SPACETIME_PATH;
    diagram->members = 0;
    diagram->rows = 0;
    diagram->worms = 0;
    ws_spacetime_rewind(diagram, 0);
}

bool ws_spacetime_add(ws_spacetime *diagram, const ws_net *n, uint32_t l) {
    for (EACH(i, diagram->rows))
        if (diagram->link[i] == l)
            return true;
    if (diagram->rows == WS_SPACETIME_ROWS)
        return false;
    u32 row = diagram->rows;
    diagram->link[row] = l;
    diagram->from[row] = node_from(n, l);
    diagram->to[row] = node_to(n, l);
    diagram->flight[row] = n->wire.flight[l];
    diagram->rows++;
    return true;
}

/* From switch s on, as far as the path of packet k is fixed. */
static void path_add(ws_spacetime *diagram, const ws_net *n, u32 k, u32 s) {
    u32 flags = n->packet.flags[k];
    for (u32 hops = 0; hops < WS_SPACETIME_ROWS; hops++) {
        u32 host = n->packet.dest[k];
        if (s == n->wire.host_switch[host]) {
            ws_spacetime_add(diagram, n, n->wire.eject_link[host]);
            return;
        }
        u32 l = packet_next(n, s, k, &flags);
        if (l == NIL || !ws_spacetime_add(diagram, n, l))
            return;
        s = node_to(n, l);
    }
}

/* The link of the head: of those that the packet holds the one that leads to no other. */
static u32 head_link(const ws_net *n, const u32 *held, u32 count) {
    for (EACH(i, count)) {
        bool leads_on = false;
        for (EACH(j, count))
            leads_on |= node_from(n, held[j]) == node_to(n, held[i]);
        if (!leads_on)
            return held[i];
    }
    return held[0];
}

/* Links of which the subject holds a virtual channel; *k is its packet. */
static u32 held_links(const ws_spacetime *diagram, const ws_net *n, u32 *held, u32 *k) {
    u32 count = 0;
    for (EACH(v, n->size.vcs)) {
        if (!subject_on(diagram, n, v))
            continue;
        *k = packet_on(n, v);
        held[count] = link_of(n, v);
        count++;
        if (count == WS_SPACETIME_ROWS)
            break;
    }
    return count;
}

/* Adds links in the order of travel: each behind the link that leads to it. */
static void held_add(ws_spacetime *diagram, const ws_net *n, const u32 *held, u32 count) {
    u32 l = head_link(n, held, count);
    u32 path[WS_SPACETIME_ROWS];
    u32 length = 0;
    while (l != NIL && length < count) {
        path[length] = l;
        length++;
        u32 before = NIL;
        for (EACH(i, count))
            if (node_to(n, held[i]) == node_from(n, l))
                before = held[i];
        l = before;
    }
    while (length > 0) {
        length--;
        ws_spacetime_add(diagram, n, path[length]);
    }
}

void ws_spacetime_find(ws_spacetime *diagram, const ws_net *n) {
    u32 held[WS_SPACETIME_ROWS];
    u32 k = NIL;
    u32 count = held_links(diagram, n, held, &k);
    if (count == 0)
        return;
    held_add(diagram, n, held, count);
    u32 s = node_to(n, head_link(n, held, count));
    if (s < n->size.switches)
        path_add(diagram, n, k, s);
}

/* ---- the second pass ---- */

void ws_spacetime_rewind(ws_spacetime *diagram, uint64_t cycle) {
    diagram->begin = cycle;
    diagram->end = cycle;
    diagram->delivered = UINT64_MAX;
}

/* The flit that went onto link l in the cycle just run; false if none did. */
static bool flit_sent(const ws_net *n, u32 l, u32 *flit) {
    u64 arrives = n->cycle[0] - 1 + n->wire.flight[l];
    u32 slot = wheel_slot(arrives, n->size.flight_slots);
    const u64 *bits = n->flight_bits + (size_t)slot * n->size.link_words;
    *flit = n->flight[(size_t)slot * n->size.links + l];
    return bit_get(bits, l);
}

/* Flits of its front packet that have left queue q. */
static u32 gone_from(const ws_net *n, u32 q) {
    u32 k = front_of(n, q);
    return n->packet.length[k] - n->queue[q].front_to_go;
}

/* The number of the flit that left last: after a tail, the last number of the packet; else the
 * number before those still to go. */
static u32 number_sent(const ws_net *n, u32 l, u32 flit) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    u32 v = first_vc(n, l) + (flit & FLIT_VC);
    u32 length = n->packet.length[k];
    if (flit & FLIT_HEAD)
        return 0;
    if (flit & FLIT_TAIL)
        return length - flits_of(flit);
    u32 q = holder_of(n, v);
    if (q != NIL && front_of(n, q) == k)
        return gone_from(n, q) - flits_of(flit);
    return 0;
}

static void moved_see(ws_spacetime *diagram, const ws_net *n, u32 l, u32 flit,
                      ws_spacetime_cell *cell) {
    u32 k = flit >> FLIT_PACKET_SHIFT;
    cell->holder = holder_add(diagram, n, k);
    cell->moved = 1;
    cell->tail = (flit & FLIT_TAIL) != 0;
    cell->number = number_sent(n, l, flit);
}

/* The holder of a link on which nothing moved: the subject before others. */
static void held_see(ws_spacetime *diagram, const ws_net *n, u32 l, ws_spacetime_cell *cell) {
    for (VCS_EACH(v, n, l)) {
        u32 k = packet_on(n, v);
        if (k == NIL)
            continue;
        if (cell->holder > 0 && !is_subject(diagram, n, k))
            continue;
        cell->holder = holder_add(diagram, n, k);
        cell->number = gone_from(n, holder_of(n, v));
    }
}

/* Does the subject hold a virtual channel of link l? Then flits of others are not shown. */
static bool subject_holds(const ws_spacetime *diagram, const ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l)) {
        if (subject_on(diagram, n, v))
            return true;
    }
    return false;
}

static void row_see(ws_spacetime *diagram, const ws_net *n, u32 row) {
    u32 l = diagram->link[row];
    u32 flit;
    ws_spacetime_cell *cell = &diagram->cell[row][diagram->end % WS_SPACETIME_CYCLES];
    memset(cell, 0, sizeof *cell);
    bool sent = flit_sent(n, l, &flit);
    u32 k = flit >> FLIT_PACKET_SHIFT;
    if (sent && n->packet.message[k] == NIL)
        sent = false; /* of a worm that is no more */
    bool own = sent && is_subject(diagram, n, k);
    if (own || (sent && !subject_holds(diagram, n, l)))
        moved_see(diagram, n, l, flit, cell);
    else
        held_see(diagram, n, l, cell);
    bool arrived = own && cell->tail && is_sink(n, l);
    if (arrived && is_same(&diagram->worm[cell->holder - 1], &diagram->subject))
        diagram->delivered = diagram->end + diagram->flight[row];
}

void ws_spacetime_see(ws_spacetime *diagram, const ws_net *n) {
    assert(n->cycle[0] == diagram->end + 1);
    for (EACH(i, diagram->rows))
        row_see(diagram, n, i);
    diagram->end++;
    if (diagram->end - diagram->begin > WS_SPACETIME_CYCLES)
        diagram->begin = diagram->end - WS_SPACETIME_CYCLES;
}

const ws_spacetime_cell *ws_spacetime_at(const ws_spacetime *diagram, uint32_t row,
                                         uint64_t cycle) {
    if (row >= diagram->rows || cycle < diagram->begin || cycle >= diagram->end)
        return NULL;
    return &diagram->cell[row][cycle % WS_SPACETIME_CYCLES];
}
