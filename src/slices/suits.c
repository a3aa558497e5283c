/* suits.c - which machines this kernel suits, and the tables that follow from their wiring: no
 * topology has a name here. See slices.h. */
#include "slices.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT_MOST = 255 };

/* ---- what a machine must be ---- */

static const char *rows_lack(const ws_net *n) {
    if (n->model != &switch_FIFO || n->host_model != &switch_host)
        return "it knows input-queued switches alone";
    if (n->wire.source_queues != 1)
        return "hosts have several source queues";
    if (!has_flit_credits(n))
        return "it knows flow control by credits alone";
    if (n->routing->options != 1)
        return "heads have several route options";
    if (n->request_delay == 0) /* heads of a switch would be routed, and throw lots, out of order */
        return "heads are routed in the cycle in which they come";
    if (n->layout.host_rate != 1)
        return "links carry several flits a cycle";
    if (n->size.hosts != n->size.switches)
        return "there is not one host a switch";
    return NULL;
}

static u32 vcs_all(const ws_net *n) {
    return vcs_of(n, n->wire.inject_link[0]);
}

static bool is_delay(u32 cycles) {
    return cycles >= 1 && cycles <= DELAY_MOST;
}

static const char *links_lack(const ws_net *n) {
    u32 vcs = vcs_all(n);
    if (vcs > SLICE_VCS)
        return "links have more than two virtual channels";
    for (EACH(x, n->size.switches))
        if (vcs > 1 && !n->wire.shared[x])
            return "channels have crossbar inputs of their own";
    for (EACH(l, n->size.links)) {
        if (vcs_of(n, l) != vcs)
            return "links have different numbers of virtual channels";
        if (fast_link(n, l)->rate != 1 || fast_link(n, l)->buffered || fast_link(n, l)->compete)
            return "links are no plain wires";
        if (n->wire.link_out_port[l] >= SLICE_PORTS || n->wire.link_in_port[l] >= SLICE_PORTS)
            return "switches have too many ports";
        for (VCS_EACH(v, n, l))
            if (n->wire.vc_credits[v] > COUNT_MOST)
                return "buffers are too large";
        if (!is_delay(n->wire.flight[l]) || !is_delay(n->wire.signal_delay[l]))
            return "wires are too long";
    }
    for (EACH(q, n->wire.source_queue0))
        if (n->wire.queue_room[q] > COUNT_MOST || feeding_vc(n, q) == NIL ||
            n->wire.queue_fast[q].up_delay > DELAY_MOST || n->wire.queue_fast[q].up_delay == 0)
            return "buffers are too large, or of another kind";
    return NULL;
}

/* Host s is at switch s, by the same port everywhere. */
static const char *hosts_lack(const ws_net *n) {
    u32 port = n->wire.link_in_port[n->wire.inject_link[0]];
    u32 flight = n->wire.flight[n->wire.inject_link[0]];
    u32 flight_back = n->wire.flight[n->wire.eject_link[0]];
    for (EACH(h, n->size.hosts)) {
        u32 in = n->wire.inject_link[h];
        u32 out = n->wire.eject_link[h];
        bool here = n->wire.host_switch[h] == h && n->wire.link_in_port[in] == port &&
                    n->wire.link_out_port[out] == port;
        if (!here || n->wire.flight[in] != flight || n->wire.flight[out] != flight_back)
            return "hosts are not plugged in alike";
        for (VCS_EACH(v, n, in))
            if (n->wire.queue_fast[own_queue(n, v)].up_delay !=
                n->wire.queue_fast[own_queue(n, first_vc(n, n->wire.inject_link[0]))].up_delay)
                return "hosts are not plugged in alike";
    }
    return NULL;
}

/* The place of a move of this port by so many switches; its number if there is none. */
static u32 move_find(const slice_port *port, i32 by) {
    u32 m = 0;
    while (m < port->moves && port->move[m].by != by)
        m++;
    return m;
}

/* What all links between switches say of their ports; false: they are no shifts. */
static const char *ports_find(const ws_net *n, slice_port *port) {
    for (EACH(l, n->size.links)) {
        if (is_injection(n, l) || is_sink(n, l))
            continue;
        slice_port *as = &port[n->wire.link_out_port[l]];
        u32 mate = n->wire.link_mate[l];
        i32 by = (i32)node_to(n, l) - (i32)node_from(n, l);
        u32 q = own_queue(n, first_vc(n, l));
        if (mate == NIL || n->wire.link_out_port[mate] != n->wire.link_in_port[l])
            return "cables lead one way";
        slice_port *far = &port[n->wire.link_in_port[l]];
        u32 signal = n->wire.queue_fast[q].up_delay;
        bool alike = as->moves == 0 ||
                     (as->flight == n->wire.flight[l] && as->far_port == n->wire.link_in_port[l]);
        if (!alike || (far->signal && far->signal != signal))
            return "links of a port differ";
        as->flight = n->wire.flight[l];
        as->far_port = n->wire.link_in_port[l];
        far->signal = signal;
        u32 m = move_find(as, by);
        if (m == SLICE_MOVES)
            return "links are no shifts";
        as->move[m].by = by;
        as->move[m].left = by > 0 ? (u32)by : 0;
        as->move[m].right = by < 0 ? (u32)-by : 0;
        if (m == as->moves)
            as->moves++;
        if (as->move[m].members)
            bit_set(as->move[m].members, node_from(n, l));
        if (node_from(n, l) < 64)
            as->move[m].all |= 1ull << node_from(n, l);
    }
    return NULL;
}

const char *slices_lack(const ws_net *n) {
    slice_port port[SLICE_PORTS];
    memset(port, 0, sizeof port);
    const char *lack = rows_lack(n);
    if (!lack)
        lack = links_lack(n);
    if (!lack)
        lack = hosts_lack(n);
    return lack ? lack : ports_find(n, port);
}

/* ---- tables ---- */

static u32 bits_for(u32 most) {
    u32 bits = 0;
    while (most >> bits)
        bits++;
    return bits;
}

/* So many words of the block; NULL in the first round, which counts. */
static u64 *words_take(u64 **next, size_t count) {
    u64 *taken = *next;
    *next += count;
    return taken;
}

static void slices_take(u64 **slice, u32 count, u64 **next, size_t words) {
    for (EACH(b, count))
        slice[b] = words_take(next, words);
}

/* Places all sets in the block behind `next`; returns its end. */
static u64 *sets_place(struct ws_slices *sl, u64 *next) {
    size_t field = sl->field;
    size_t plane = sl->words;
    (void)words_take(&next, SLICE_SETS * field + 2 * SLICE_LINES * (size_t)sl->line);
    sl->holds = words_take(&next, sl->numbers * field);
    slices_take(sl->arriving, sl->flight_slots, &next, field);
    slices_take(sl->arriving_heads, sl->flight_slots, &next, field);
    slices_take(sl->credits, sl->signal_slots, &next, field);
    sl->host_to_go = words_take(&next, SLICE_BITS * plane);
    slices_take(sl->host_holds, sl->vcs, &next, plane);
    slices_take(sl->host_sent, sl->vcs, &next, plane);
    sl->host_at_head = words_take(&next, plane);
    slices_take(sl->sinking, sl->flight_slots, &next, sl->vcs * plane);
    slices_take(sl->sinking_heads, sl->flight_slots, &next, plane);
    slices_take(sl->sinking_tails, sl->flight_slots, &next, plane);
    sl->touched = words_take(&next, (size_t)sl->flight_slots * sl->vcs * sl->wire_line);
    sl->touched_upper = words_take(&next, (size_t)sl->flight_slots * sl->wire_line);
    return next;
}

void slices_clear(struct ws_slices *sl) {
    u64 *end = sets_place(sl, sl->memory);
    memset(sl->memory, 0, (size_t)(end - sl->memory) * sizeof *end);
    for (EACH(s, sl->switches)) {
        memset(sl->at[s].holds, SLICE_NONE, sizeof sl->at[s].holds);
        memset(sl->at[s].held_by, SLICE_NONE, sizeof sl->at[s].held_by);
    }
    memset(sl->pair_uses, 0, sl->numbers * sl->numbers * sizeof *sl->pair_uses);
    memset(slice_set(sl, SLICE_IDLE), 0xff, sl->field * sizeof(u64));
    for (EACH(vc, sl->vcs))
        memset(slice_set(sl, SLICE_ENDLESS) + plane_at(sl, sl->host_port * sl->vcs + vc), 0xff,
               sl->words * sizeof(u64));
    sl->pair_count = 0;
    sl->go_bits = SLICE_GO_LEAST;
}

static void sizes_find(const ws_net *n, struct ws_slices *sl) {
    u32 most = 1;
    for (EACH(l, n->size.links)) {
        sl->ports =
            sl->ports > n->wire.link_out_port[l] ? sl->ports : n->wire.link_out_port[l] + 1u;
        sl->ports = sl->ports > n->wire.link_in_port[l] ? sl->ports : n->wire.link_in_port[l] + 1u;
    }
    for (EACH(v, n->size.vcs))
        most = n->wire.vc_credits[v] > most ? n->wire.vc_credits[v] : most;
    for (EACH(q, n->wire.source_queue0))
        most = n->wire.queue_room[q] > most ? n->wire.queue_room[q] : most;
    sl->switches = n->size.switches;
    sl->words = bits_words(sl->switches);
    sl->vcs = vcs_all(n);
    sl->numbers = sl->ports * sl->vcs;
    sl->line = (sl->ports * sl->words + CHUNK_WORDS - 1) / CHUNK_WORDS * CHUNK_WORDS;
    sl->field = sl->vcs * sl->line;
    sl->wire_line = sl->line + sl->words;
    for (EACH(number, sl->numbers))
        sl->place[number] = number % sl->vcs * sl->line + number / sl->vcs * sl->words;
    sl->host_port = n->wire.link_in_port[n->wire.inject_link[0]];
    sl->host_flight = n->wire.flight[n->wire.inject_link[0]];
    sl->flight_slots = n->size.flight_slots;
    sl->signal_slots = n->size.signal_slots;
    sl->count_bits = bits_for(most);
}

static void switch_fill(const ws_net *n, struct ws_slices *sl, u32 s) {
    slice_switch *at = &sl->at[s];
    memset(at, 0xff, sizeof *at);
    at->queue0 = first_queue(n, s);
    at->link0 = first_link(n, s);
    at->vc0 = first_vc(n, at->link0);
    at->inputs = (u8)node_inputs(n, s);
    at->outputs = (u8)node_outputs(n, s);
    for (EACH(input, at->inputs)) {
        u32 v = feeding_vc(n, at->queue0 + input);
        u32 port = n->wire.link_in_port[link_of(n, v)];
        u32 number = port * sl->vcs + vc_of_link(n, v);
        at->link_in[port] = link_of(n, v);
        at->input[number] = (u8)input;
        at->number[input] = (u8)number;
    }
    for (EACH(output, at->outputs)) {
        u32 port = n->wire.link_out_port[at->link0 + output];
        at->output[port] = (u8)output;
        at->port[output] = (u8)port;
    }
}

static void tables_fill(ws_net *n, struct ws_slices *sl) {
    for (EACH(s, sl->switches))
        switch_fill(n, sl, s);
    u32 in = n->wire.inject_link[0];
    (void)ports_find(n, sl->port);
    sl->port[sl->host_port].flight = n->wire.flight[n->wire.eject_link[0]];
    sl->port[sl->host_port].signal = n->wire.queue_fast[own_queue(n, first_vc(n, in))].up_delay;
}

static bool slices_tables_make(struct ws_slices *sl) {
    size_t squares = (size_t)sl->numbers * sl->numbers;
    sl->at = calloc(sl->switches, sizeof *sl->at);
    sl->pairs = calloc(squares, sizeof *sl->pairs);
    sl->pair_uses = calloc(squares, sizeof *sl->pair_uses);
    sl->rings = calloc(5 * (size_t)sl->flight_slots + sl->signal_slots, sizeof *sl->rings);
    if (!sl->at || !sl->pairs || !sl->pair_uses || !sl->rings)
        return false;
    u64 ***rings[] = {&sl->arriving, &sl->arriving_heads, &sl->sinking, &sl->sinking_heads,
                      &sl->sinking_tails};
    u64 **next = sl->rings;
    for (EACH(i, sizeof rings / sizeof *rings)) {
        *rings[i] = next;
        next += sl->flight_slots;
    }
    sl->credits = next;
    u64 *none = NULL;
    size_t words = (size_t)((uintptr_t)sets_place(sl, none) / sizeof(u64));
    size_t members = (size_t)sl->ports * SLICE_MOVES * sl->words;
    sl->memory = calloc(words + members, sizeof *sl->memory);
    if (!sl->memory)
        return false;
    for (EACH(port, sl->ports))
        for (EACH(m, SLICE_MOVES))
            sl->port[port].move[m].members =
                sl->memory + words + (size_t)(port * SLICE_MOVES + m) * sl->words;
    return true;
}

void slices_free(ws_net *n) {
    struct ws_slices *sl = n->slices;
    if (!sl)
        return;
    free(sl->at);
    free(sl->pairs);
    free(sl->pair_uses);
    free(sl->rings);
    free(sl->memory);
    free(sl);
    n->slices = NULL;
}

bool slices_make(ws_net *n) {
    n->slices = calloc(1, sizeof *n->slices);
    if (!n->slices)
        return false;
    sizes_find(n, n->slices);
    if (!slices_tables_make(n->slices))
        return false;
    tables_fill(n, n->slices);
    return true;
}
