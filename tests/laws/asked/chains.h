/* chains.h - who waits for whom in a network with one queue an input, found again from who holds and who requests what:
 *
 *   edges    of a head that requests: for each channel that it may have, the queue that holds it, or that in which its room is; none
 *            if one of them is open. Of a worm under way: the queue that has its rest, or the one ahead that is full
 *   order    0 moves; one more than the least order among the edges; of a queue that has sent all it has of a worm, that of the queue
 *            behind, for which it waits. What does not end at one that moves is dead; of that, what a timer kills has order 1, and what
 *            then ends there is not dead either
 *   root     the moving queue at the end
 *   knot     queues that are dead and reach none but those that reach them
 *   victim   one of the first seven packets behind the front of a queue that waits, which would be given a channel were it in front
 *   out      the link by which a worm leaves a switch
 *   lost     flit-cycles of a chain: links that each worm of it holds, times the cycles since when its head waits
 *
 * All of it is worked out by relaxation and closure over all pairs, and is what frame and waits tell. */
#include "core/route_preview.h"
#include "core/segment.h"
#include "ui/map/why.h"
#include "ui/panel.h"

enum { EDGES = 40, QUEUES = 400 };

typedef struct oracle {
    u32 queues, count[QUEUES], edge[QUEUES][EDGES], order[QUEUES], root[QUEUES];
    bool active[QUEUES], starved[QUEUES], final[QUEUES], reach[QUEUES][QUEUES];
} oracle;

/* ---- edges ---- */

static bool is_coming_back(const ws_net *n, u32 v) { /* a credit, or a GO */
    for (u32 i = 0; i < n->size.signal_slots; i++)
        if (bit_get(n->signal_bits + (size_t)i * n->size.vc_words, v)) return true;
    for (EACH(slot, n->size.control_slots))
        for (CONTROLS_EACH(what, n, slot))
            if (what->kind == CONTROL_CREDIT && what->vc == v) return true;
    return false;
}

/* The rule of grant-room, for a packet of so many flits. */
static i32 room_for(const ws_net *n, u32 v, i32 flits, bool enters) {
    if (n->grant_room == WS_GRANT_ROOM_NONE || n->grant_room == WS_GRANT_ROOM_FLIT || n->wire.vc_counted[v] == 0) return 1;
    i32 packets = n->grant_room == WS_GRANT_ROOM_BUBBLE && enters ? 2 : 1;
    i32 room = (i32)(n->flow == WS_FLOW_PACKET_CREDIT ? n->wire.vc_credits[v] : n->wire.queue_room[n->wire.vc_queue[v]]);
    i32 need = n->flow == WS_FLOW_PACKET_CREDIT ? packets : packets * flits;
    return need < room ? need : room;
}

static bool adds_far_end(const ws_net *n, oracle *o, u32 q, u32 v) {
    u32 far = n->vc[v].receiver;
    if (is_coming_back(n, v) || far == NIL || n->queue[far].flits == 0) return false;
    o->edge[q][o->count[q]++] = far;
    return true;
}

static void rest_edge(const ws_net *n, oracle *o, u32 q) {
    u32 up = n->wire.queue_vc[q];
    if (up == NIL || n->vc[up].holder == NIL || settled_on_wire(n, up)) return;
    o->edge[q][o->count[q]++] = n->vc[up].holder;
    o->starved[q] = true;
}

static void request_edges(const ws_net *n, oracle *o, u32 q) {
    for (OPTIONS_EACH(c, n, q))
        for (u32 i = 0; i < 64; i++) {
            u32 v = first_vc(n, n->option_link[c]) + i;
            if (!(n->option_vcs[c] >> i & 1)) continue;
            i32 need = room_for(n, v, length_ahead(n, q), n->option_rule[c] & OPTION_ENTERS);
            if (n->grant_room == WS_GRANT_ROOM_NONE && !is_source(n, q) && !n->layout.heads_compete) need = 0;
            if (n->vc[v].holder != NIL) o->edge[q][o->count[q]++] = n->vc[v].holder;
            else if (n->vc[v].credit >= need || !adds_far_end(n, o, q, v)) {
                o->count[q] = 0;
                return;
            }
        }
}

static void edges_of(const ws_net *n, oracle *o, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    o->count[q] = 0, o->starved[q] = false;
    o->active[q] = queue->flits > 0 || queue->vc != NIL || queue->state != QUEUE_EMPTY;
    if (queue->state == QUEUE_WAITING) request_edges(n, o, q);
    else if (queue->state == QUEUE_ROUTING && queue->storing) rest_edge(n, o, q);
    else if (queue->state == QUEUE_STARTING || queue->state == QUEUE_STREAMING) {
        if (queue->front_here == 0) rest_edge(n, o, q);
        else if (n->vc[queue->vc].credit <= 0) adds_far_end(n, o, q, queue->vc);
    }
}

/* ---- closure ---- */

/* Orders until nothing becomes less; a queue for whose rest another waits hands on its own. */
static void relax(const ws_net *n, oracle *o) {
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 q = 0; q < o->queues; q++)
            for (u32 i = 0; !o->final[q] && i < o->count[q]; i++) {
                u32 to = o->edge[q][i];
                bool same = o->starved[q] && n->queue[to].vc != NIL && n->vc[n->queue[to].vc].receiver == q;
                u32 order = o->order[to] + !same;
                if (o->order[to] >= WS_ORDER_DEADLOCK || order >= o->order[q]) continue;
                o->order[q] = order, changed = true;
            }
    }
}

static void close_all(const ws_net *n, oracle *o) {
    o->queues = n->size.queues;
    for (u32 q = 0; q < o->queues; q++) edges_of(n, o, q);
    for (u32 q = 0; q < o->queues; q++) o->order[q] = !o->active[q] ? WS_ORDER_NONE : o->count[q] ? WS_ORDER_DEADLOCK : 0;
    memset(o->final, 0, sizeof o->final);
    relax(n, o);
    for (u32 q = 0; q < o->queues; q++) o->final[q] = o->order[q] != WS_ORDER_DEADLOCK;
    for (u32 q = 0; q < o->queues; q++)
        if (o->order[q] == WS_ORDER_DEADLOCK && n->timer.deadline[q]) o->order[q] = 1, o->count[q] = 0;
    relax(n, o);
    memset(o->reach, 0, sizeof o->reach);
    for (u32 q = 0; q < o->queues; q++)
        for (u32 i = 0; i < o->count[q]; i++) o->reach[q][o->edge[q][i]] = true;
}

/* Dead queues alone: who is reached, over any number of edges. */
static void reach_all(oracle *o) {
    for (u32 k = 0; k < o->queues; k++)
        for (u32 q = 0; o->order[k] == WS_ORDER_DEADLOCK && q < o->queues; q++)
            for (u32 to = 0; o->reach[q][k] && to < o->queues; to++) o->reach[q][to] |= o->reach[k][to];
}

static bool is_knot(const oracle *o, u32 q) {
    for (u32 to = 0; to < o->queues; to++)
        if (o->reach[q][to] && !o->reach[to][q]) return false;
    return o->order[q] == WS_ORDER_DEADLOCK;
}

/* ---- packets ---- */

/* Would packet k, were it in front of q, be given a channel? */
static bool could_go(const ws_net *n, u32 q, u32 k) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    const ws_routing *r = n->routing;
    u32 count = (r->all ? r->all : (u32(*)(const ws_net *, u32, u32, ws_route_option *))r->route)(n, q, k, option);
    for (u32 c = 0; c < count; c++)
        for (u32 i = 0; i < 64; i++) {
            u32 v = first_vc(n, option[c].link) + i;
            if (!(option[c].vcs >> i & 1) || n->vc[v].holder != NIL) continue;
            if (n->vc[v].credit >= room_for(n, v, n->packet.length[k], option[c].rule & OPTION_ENTERS)) return true;
        }
    return false;
}

static u32 links_of(const ws_net *n, u32 k) {
    u32 links = 0;
    for (u32 l = 0; l < n->size.links; l++) {
        bool held = false;
        for (VCS_EACH(v, n, l)) held |= n->vc[v].holder != NIL && n->queue[n->vc[v].holder].front == k;
        links += held;
    }
    return links;
}

/* ---- the law ---- */

typedef struct seen {
    u64 cycles, waits, deep, dead, rings, victims, lost, ways;
} seen;


static bool queues_are(oracle *o, const ws_frame *f, seen *s) {
    bool dead = false;
    for (u32 q = 0; q < o->queues; q++) dead |= o->order[q] == WS_ORDER_DEADLOCK;
    if (dead) reach_all(o);
    if (!MUST(f->deadlock == dead, "deadlock: %d, found %d", f->deadlock, dead)) return false;
    for (u32 q = 0; q < o->queues; q++) {
        const ws_wait *wait = &f->queue[q].wait;
        if (!MUST(wait->order == o->order[q], "order of queue %u: %u, found %u", q, wait->order, o->order[q])) return false;
        if (!MUST(wait->in_deadlock == (dead && is_knot(o, q)), "queue %u in a knot: %d", q, wait->in_deadlock)) return false;
        if (wait->order == 0 && !o->count[q] && !MUST(wait->root == q, "the root of queue %u is itself", q)) return false;
        if (!o->count[q]) continue;
        bool among = false;
        u32 least = WS_ORDER_DEADLOCK;
        for (u32 i = 0; i < o->count[q]; i++) {
            among |= wait->blocker == o->edge[q][i];
            if (o->order[o->edge[q][i]] < least) least = o->order[o->edge[q][i]];
        }
        bool first = o->final[q] && o->order[wait->blocker] < o->order[q]; /* known before timers were asked */
        if (!MUST(among && (first || o->order[wait->blocker] == least), "queue %u waits for %u", q, wait->blocker)) return false;
        u32 root = least == WS_ORDER_DEADLOCK ? NIL : f->queue[wait->blocker].wait.root;
        if (!MUST(wait->root == root, "root of queue %u: %u, found %u", q, wait->root, root)) return false;
        s->waits++, s->deep += o->order[q] > 1, s->dead += o->order[q] == WS_ORDER_DEADLOCK;
    }
    return true;
}

static bool ring_is(const ws_frame *f, seen *s) {
    for (u32 i = 0; i < f->deadlock_ring; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(f, f->deadlock_packet[i]);
        if (!MUST(worm->waits_for == f->deadlock_packet[(i + 1) % f->deadlock_ring], "worm %u of the ring", i)) return false;
    }
    bool on_wire = false; /* it will come behind another worm of the ring, and waits for none as yet */
    for (u32 i = 0; i < f->worms; i++) {
        if (!MUST(!f->worm[i].in_deadlock || f->deadlock, "a worm of no deadlock")) return false;
        on_wire |= f->worm[i].in_deadlock && f->worm[i].head_queue == NIL;
    }
    s->rings += f->deadlock_ring > 0;
    return MUST(!f->deadlock || f->deadlock_ring >= 2 || (f->deadlock_ring == 0 && on_wire), "a ring of %u", f->deadlock_ring);
}

/* The next packet ahead of a worm: along the blockers, from queue to queue, the first in front that is another. */
static u32 ahead_of(const ws_net *n, const ws_frame *f, const ws_frame_worm *worm) {
    u32 q = worm->head_queue;
    if (!worm->behind) q = f->queue[q].wait.blocker;
    for (u32 i = 0; q != NIL && i <= n->size.queues; i++, q = f->queue[q].wait.blocker)
        if (n->queue[q].front != NIL && n->queue[q].front != worm->packet) return n->queue[q].front;
        else if (f->queue[q].wait.order == 0) return NIL;
    return NIL;
}

static bool worms_are(const ws_net *n, const oracle *o, ws_frame *f, seen *s) {
    u32 victims = 0;
    for (u32 i = 0; i < f->worms; i++) {
        const ws_frame_worm *worm = &f->worm[i];
        u64 lost = 0;
        if (!MUST(worm->links_held == links_of(n, worm->packet), "worm %u holds %u links", worm->packet, worm->links_held))
            return false;
        if (!worm->blocked) continue;
        if (!MUST(worm->waits_for == ahead_of(n, f, worm), "worm %u waits for %u", worm->packet, worm->waits_for)) return false;
        if (!worm->behind && !MUST(worm->since == n->since[worm->head_queue], "worm %u waits since", worm->packet)) return false;
        u32 chain[WS_CHAIN_MAX];
        size_t count = ws_frame_chain(f, worm->packet, chain, NULL, WS_CHAIN_MAX);
        bool again = count > 1;
        for (size_t c = 0; again && c + 1 < count; c++) again = chain[c] != chain[count - 1];
        if (count > 1 && !again) count--;
        for (size_t c = 0; c < count; c++) {
            const ws_frame_worm *at = ws_frame_worm_of(f, chain[c]);
            bool front = at->blocked && !at->behind;
            if (front) lost += (n->cycle[0] - n->since[at->head_queue]) * links_of(n, at->packet);
        }
        ws_view view = {.frame = f, .selection = {.worm = worm->packet, .entered = worm->entered}};
        ws_why why = ws_why_of(&view);
        u64 told = ws_why_lost(&view, &why);
        if (why.count && !MUST(told == lost, "worm %u: %llu flit-cycles lost, found %llu", worm->packet, (unsigned long long)told,
                               (unsigned long long)lost))
            return false;
        s->lost += why.count && lost > 0;
    }
    for (u32 q = 0; q < n->wire.source_queue0; q++)
        for (u32 i = 1; i < n->queue[q].packets; i++) {
            u32 k = packet_at(n, q, i);
            bool victim = i <= 7 && o->order[q] >= 1 && o->order[q] != WS_ORDER_NONE && !(n->packet.flags[k] & PACKET_KILLED) &&
                          could_go(n, q, k);
            const ws_frame_worm *worm = ws_frame_worm_of(f, k);
            if (!MUST(worm && (worm->victim != WS_VICTIM_NOT) == victim, "packet %u behind in queue %u: victim %d, found %d", k, q,
                      worm ? worm->victim : -1, victim))
                return false;
            victims += victim;
        }
    s->victims += victims;
    return MUST(f->victims == victims, "%u victims, found %u", f->victims, victims);
}

/* By which link a worm leaves the switch whose inside is looked at: that which it holds, else the first that its head requests, else,
 * where its routing fixes the way, the next. */
static bool inside_is(const ws_net *n, const ws_frame *f, seen *s) {
    u32 x = f->wants.inside;
    for (u32 i = 0; i < f->worms; i++) {
        const ws_frame_worm *worm = &f->worm[i];
        u32 held = NIL, requested = NIL, flags = n->packet.flags[worm->packet], q = worm->head_queue;
        for (u32 l = 0; l < n->size.links; l++)
            for (VCS_EACH(v, n, l))
                if (n->wire.link_from[l] == x && n->vc[v].holder != NIL && n->queue[n->vc[v].holder].front == worm->packet) held = l;
        bool front = q != NIL && !worm->behind && n->wire.queue_node[q] == x;
        if (front && n->queue[q].state == QUEUE_WAITING) requested = n->option_link[first_option(n, q)];
        bool here = q != NIL && n->wire.queue_node[q] == x;
        u32 out = held != NIL ? held : requested != NIL ? requested : here ? packet_next(n, x, worm->packet, &flags) : NIL;
        if (out != NIL && !MUST(worm->out == out, "worm %u leaves switch %u by %u, found %u", worm->packet, x, worm->out, out))
            return false;
        s->ways += out != NIL;
    }
    return true;
}

/* Switches with a queue an input whose heads wait by no rules of their own. */
static bool in_chains(const subject *s) {
    const ws_net *n = s->slow;
    const ws_def *d = n->def;
    return d->queueing == WS_QUEUEING_FIFO && !d->router_unit && d->output_buffer == 0 && d->multiplexing == WS_MULTIPLEXING_FLIT &&
           n->size.queues <= QUEUES && !n->ports && !n->model->idle;
}

static seen chains_seen;

static bool chains_look(subject *s) {
    static oracle o;
    s->frame->wants.inside = below(&s->rng, s->slow->size.switches);
    ws_frame_update(s->frame, s->slow, NULL, s->observer);
    chains_seen.cycles++;
    close_all(s->slow, &o);
    return queues_are(&o, s->frame, &chains_seen) && ring_is(s->frame, &chains_seen) && worms_are(s->slow, &o, s->frame, &chains_seen) &&
           inside_is(s->slow, s->frame, &chains_seen);
}
