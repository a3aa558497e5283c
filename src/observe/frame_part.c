/* frame_part.c - a frame of a part of the network: worms, flits and what lies in queues at the
 * nodes that are near, and what is counted of all.
 *
 * The order of work: queues (counts of all, worms of the near ones), worms that are wanted wherever
 * they lie, links, then the heads of worms that are in the list and stand somewhere else. Packets
 * lie anywhere in their table, and there may be tens of thousands: of those that are not in the
 * list nothing is read. */
#include <string.h>

#include "observe/frame_parts.h"

bool frame_can_part(const ws_net *n) {
    if (n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE)
        return false;
    if (n->total[WS_TOTAL_KILLS] > 0)
        return false;
    return n->flow != WS_FLOW_NACK && !n->ports;
}

void frame_forget_worms(ws_frame *frame) {
    for (EACH(i, frame->worms)) {
        u32 packet = frame->worm[i].packet;
        frame->worm_of[packet] = NIL;
    }
    frame->worms = 0;
}

/* A head that waits in front of a queue, as a row of the heap. */
typedef struct waiting {
    u64 since;
    u32 packet;
    u32 queue;
} waiting;

/* The state of reading a part. */
typedef struct part {
    ws_frame *frame;
    const ws_net *n;
    const ws_observer *observer;
    const ws_wait *wait; /* by queue */
    /* the longest waits so far, as a heap: the shortest of them first */
    waiting longest[WS_FRAME_LONGEST];
    u32 count;
    bool worm_is_here; /* the selected worm is in the network */
} part;

static ws_frame_queue *queue_of(const part *p, u32 q) {
    return &p->frame->queue[q];
}

static u32 node_of_queue(const part *p, u32 q) {
    return p->n->wire.queue_node[q];
}

static u32 front_of_queue(const part *p, u32 q) {
    return p->n->queue[q].front;
}

static u32 packets_of(const part *p, u32 q) {
    return p->n->queue[q].packets;
}

/* Is the head of the packet in front still in queue q? */
static bool is_head_here(const part *p, u32 q) {
    const ws_queue_state *queue = &p->n->queue[q];
    return queue->front != NIL && queue->state != QUEUE_STREAMING;
}

static bool is_near(const part *p, u32 node) {
    const uint8_t *near = p->frame->wants.near;
    return near[node];
}

static const ws_wait *wait_of(const part *p, u32 q) {
    return p->wait + q;
}

/* ---- the longest waits ---- */

static bool is_shorter(const waiting *one, const waiting *other) {
    if (one->since != other->since)
        return one->since > other->since;
    return one->packet > other->packet;
}

static void rows_swap(waiting *one, waiting *other) {
    waiting kept = *one;
    *one = *other;
    *other = kept;
}

static void heap_up(part *p) {
    u32 i = p->count - 1;
    while (i > 0) {
        waiting *row = &p->longest[i];
        i = (i - 1) / 2;
        waiting *parent = &p->longest[i];
        if (!is_shorter(row, parent))
            return;
        rows_swap(row, parent);
    }
}

/* The shorter wait of the two below row i, which has one at least. */
static u32 child_of(part *p, u32 i) {
    u32 left = 2 * i + 1;
    u32 right = left + 1;
    waiting *row = p->longest;
    if (right >= p->count)
        return left;
    return is_shorter(row + right, row + left) ? right : left;
}

static void heap_down(part *p) {
    u32 i = 0;
    while (2 * i + 1 < p->count) {
        u32 child = child_of(p, i);
        waiting *row = &p->longest[i];
        waiting *below = &p->longest[child];
        if (!is_shorter(below, row))
            return;
        rows_swap(row, below);
        i = child;
    }
}

static void longest_add(part *p, const waiting *row) {
    if (p->count < WS_FRAME_LONGEST) {
        p->longest[p->count] = *row;
        p->count++;
        heap_up(p);
        return;
    }
    if (!is_shorter(p->longest, row))
        return;
    p->longest[0] = *row;
    heap_down(p);
}

/* ---- counts ---- */

/* Worms stand behind the head of a queue of this wait. */
static void order_count(ws_frame *frame, const ws_wait *wait, u32 worms) {
    u16 order = frame_order_of(wait, true);
    u32 place = frame_order_place(order);
    frame->by_order[place] += worms;
}

/* A head waits in front of queue q. */
static void head_count(part *p, u32 q) {
    waiting row;
    row.since = p->n->since[q];
    if (p->count == WS_FRAME_LONGEST && row.since > p->longest->since)
        return;
    row.packet = front_of_queue(p, q);
    row.queue = q;
    longest_add(p, &row);
}

/* Worms that wait in queue q (ws_waits_worms): the head in front of it, and those behind. */
static void waits_count(part *p, u32 q, const ws_wait *wait, u32 worms) {
    ws_frame *frame = p->frame;
    u32 behind = worms / 2 - 1;
    if (behind > 0)
        order_count(frame, wait, behind);
    if (worms % 2 == 0)
        return;
    u32 node = node_of_queue(p, q);
    u16 order = frame_order_of(wait, false);
    u32 place = frame_order_place(order);
    frame->by_order[place]++;
    frame_add_head(frame, node, order);
    head_count(p, q);
}

static void waits_count_all(part *p) {
    const ws_waits *waits = ws_observer_waits(p->observer);
    u32 count;
    const u32 *active = ws_waits_active(waits, &count);
    const u32 *worms = ws_waits_worms(waits);
    u32 hosts = p->n->wire.source_queue0;
    for (EACH(i, count)) {
        u32 q = active[i];
        if (q >= hosts)
            return;
        const ws_wait *wait = wait_of(p, q);
        if (!ws_wait_stands(wait))
            continue;
        if (worms[i] > 0)
            waits_count(p, q, wait, worms[i]);
    }
}

static void counts_clear(ws_frame *frame) {
    u32 *heads = frame->heads_blocked;
    size_t switches = frame->switches;
    frame->stopped = 0;
    memset(heads, 0, switches * sizeof *heads);
    u16 *orders = frame->heads_order;
    memset(orders, 0, switches * sizeof *orders);
    memset(frame->by_order, 0, sizeof frame->by_order);
}

static u32 worms_in(const ws_net *n) {
    u64 worms = n->total[WS_TOTAL_PACKETS_INJECTED];
    worms -= n->total[WS_TOTAL_PACKETS_DELIVERED];
    worms -= n->total[WS_TOTAL_PACKETS_LOST];
    return (u32)worms;
}

/* ---- queues ---- */

static void queue_read_far(part *p, u32 q) {
    ws_frame_queue *queue = queue_of(p, q);
    ws_frame *frame = p->frame;
    frame_read_front(frame, p->n, q, wait_of(p, q));
    queue->request = NIL;
    queue->stretches = 0;
    u32 l = queue->link;
    if (l == NIL)
        return;
    ws_frame_link *link = &frame->link[l];
    link->buffered += queue->flits;
    link->stop_sent |= queue->stop_sent;
}

static void queue_read_near(part *p, u32 q) {
    ws_frame *frame = p->frame;
    const ws_net *n = p->n;
    frame_fetch(frame, n, q);
    frame_read_queue(frame, n, q, wait_of(p, q));
    frame_read_stretches(frame, n, q);
    frame_add_queue(frame, q);
}

static void queue_forget(ws_frame_queue *queue) {
    static const ws_wait none = {.order = WS_ORDER_NONE, .blocker = NIL, .root = NIL};
    static const ws_tree_queue nowhere = {.root = NIL, .parent = NIL};
    queue->front = NIL;
    queue->flits = 0;
    queue->since = 0;
    queue->stop_sent = 0;
    queue->head_here = 0;
    queue->wait = none;
    queue->place = nowhere;
    queue->request = NIL;
    queue->stretches = 0;
}

/* The links that fill the queues of node x. */
static void links_clear(part *p, u32 x) {
    ws_frame *frame = p->frame;
    for (QUEUES_EACH(q, p->n, x)) {
        const ws_frame_queue *queue = queue_of(p, q);
        u32 l = queue->link;
        if (l == NIL)
            continue;
        ws_frame_link *link = &frame->link[l];
        frame_clear_link(link);
    }
}

static void node_forget(part *p, u32 x) {
    links_clear(p, x);
    for (QUEUES_EACH(q, p->n, x)) {
        ws_frame_queue *queue = queue_of(p, q);
        queue_forget(queue);
    }
}

static void node_read_near(part *p, u32 x) {
    links_clear(p, x);
    for (QUEUES_EACH(q, p->n, x))
        queue_read_near(p, q);
}

static void node_read_far(part *p, u32 x) {
    links_clear(p, x);
    for (QUEUES_EACH(q, p->n, x))
        queue_read_far(p, q);
}

/* Makes the queues of node x known. */
static void node_know(part *p, u32 x) {
    uint8_t *known = p->frame->scratch->known;
    if (known[x])
        return;
    known[x] = true;
    node_read_far(p, x);
}

/* Reads the queues of node x, or forgets them. */
static void node_read(part *p, u32 x) {
    struct ws_frame_scratch *scratch = p->frame->scratch;
    bool before = scratch->whole || scratch->known[x];
    bool near = is_near(p, x);
    scratch->known[x] = near;
    if (near)
        node_read_near(p, x);
    else if (before)
        node_forget(p, x);
}

/* A link from a near node tells how full the buffer at its far end is. */
static void nodes_beside(part *p) {
    const ws_net *n = p->n;
    for (EACH(x, n->size.nodes)) {
        if (!is_near(p, x))
            continue;
        for (LINKS_EACH(l, n, x)) {
            u32 to = n->wire.link_to[l];
            node_know(p, to);
        }
    }
}

static void queues_read(part *p) {
    p->frame->stretches = 0;
    for (EACH(x, p->n->size.nodes))
        node_read(p, x);
    nodes_beside(p);
}

/* ---- heads ---- */

static bool is_behind(const part *p, u32 q, u32 k) {
    u32 packets = packets_of(p, q);
    for (u32 i = 1; i < packets; i++) {
        u32 packet = packet_at(p->n, q, i);
        if (packet == k)
            return true;
    }
    return false;
}

/* The queue into which the front of queue q goes, NIL. */
static u32 queue_beyond(const part *p, u32 q) {
    const ws_net *n = p->n;
    u32 v = n->queue[q].vc;
    if (v == NIL)
        return NIL;
    u32 l = link_of(n, v);
    if (is_sink(n, l))
        return NIL;
    return n->vc[v].receiver;
}

/* The queue in which the head of packet k stands, from one on through which the packet goes; NIL
 * where the head is on a wire, or has arrived. */
static u32 head_queue_of(const part *p, u32 q, u32 k) {
    while (q != NIL) {
        if (front_of_queue(p, q) != k)
            break;
        if (is_head_here(p, q))
            return q;
        q = queue_beyond(p, q);
    }
    if (q != NIL && is_behind(p, q, k))
        return q;
    return NIL;
}

static void head_find(part *p, u32 q, u32 k) {
    ws_frame_worm *worm = worm_known(p->frame, k);
    if (!worm || worm->head_queue != NIL)
        return;
    u32 head = head_queue_of(p, q, k);
    if (head == NIL)
        return;
    ws_frame_queue *queue = queue_of(p, head);
    const ws_net *n = p->n;
    node_know(p, queue->node);
    frame_read_head(p->frame, n, head, worm);
    queue->request = frame_request_of(n, head);
}

/* Puts the packet in front of queue q into the list. */
static u32 front_list(part *p, u32 q) {
    u32 k = front_of_queue(p, q);
    if (k == NIL)
        return NIL;
    node_know(p, node_of_queue(p, q));
    (void)worm_touch(p->frame, p->n, k);
    head_find(p, q, k);
    return k;
}

/* ---- worms that are wanted wherever they lie ---- */

static void deadlock_list(part *p) {
    u32 room = p->frame->queues;
    u32 *queues = p->frame->scratch->deadlock_queue;
    const ws_waits *waits = ws_observer_waits(p->observer);
    u32 count = ws_waits_deadlocked(waits, queues, room);
    for (EACH(i, count))
        (void)front_list(p, queues[i]);
}

static void longest_list(part *p) {
    ws_frame *frame = p->frame;
    frame->blocked_worms = p->count;
    for (EACH(i, p->count)) {
        u32 q = p->longest[i].queue;
        u32 packet = front_list(p, q);
        frame->blocked[i] = frame->worm_of[packet];
    }
    frame_sort_blocked(frame);
}

/* The first queue with another packet in front, from the queue on for which the worm waits. */
static u32 queue_of_other(const part *p, u32 q, u32 packet) {
    for (EACH(i, p->frame->queues)) {
        if (q == NIL)
            return NIL;
        u32 front = front_of_queue(p, q);
        if (front != NIL && front != packet)
            return q;
        const ws_wait *wait = wait_of(p, q);
        if (!order_blocked(wait->order))
            return NIL;
        q = wait->blocker;
    }
    return NIL;
}

/* The queue in front of which the worm ahead in the chain of waits stands, NIL. */
static u32 queue_ahead_of(const part *p, const ws_frame_worm *worm) {
    u32 q = worm->head_queue;
    if (!worm->blocked)
        return NIL;
    if (worm->behind)
        return q;
    q = wait_of(p, q)->blocker;
    return queue_of_other(p, q, worm->packet);
}

/* Marks the node at which a head waits: its outputs tell which link the head requests, and who
 * holds it. */
static void head_link(part *p, const ws_frame_worm *worm) {
    u32 q = worm->head_queue;
    if (q == NIL)
        return;
    u32 node = node_of_queue(p, q);
    p->frame->scratch->linked[node] = true;
}

/* Adds the worms for which a worm waits, one after the other. */
static void chain_list(part *p, u32 packet) {
    const ws_frame_worm *worm = worm_known(p->frame, packet);
    for (u32 i = 0; worm && i < WS_FRAME_LONGEST; i++) {
        head_link(p, worm);
        u32 q = queue_ahead_of(p, worm);
        if (q == NIL)
            return;
        u32 next = front_list(p, q);
        worm = worm_known(p->frame, next);
    }
}

/* ---- the selected worm ---- */

/* Is packet k in front at its host, with no flit sent? */
static bool is_at_host(const ws_net *n, u32 k) {
    u32 m = n->packet.message[k];
    u32 node = n->size.switches;
    node += n->message.source[m];
    u32 first = first_queue(n, node);
    for (EACH(i, n->wire.source_queues)) {
        const ws_queue_state *queue = n->queue + first + i;
        if (queue->front != k)
            continue;
        if (queue->state != QUEUE_STREAMING)
            return true;
    }
    return false;
}

static bool is_in_network(const ws_net *n, u32 k) {
    if (k >= n->used->packets)
        return false;
    if (n->packet.message[k] == NIL)
        return false;
    return !is_at_host(n, k);
}

/* Makes the nodes of all queues that hold flits of packet k near. */
static void near_add(part *p, u32 k) {
    uint8_t *near = p->frame->wants.near;
    for (EACH(q, p->frame->queues)) {
        if (front_of_queue(p, q) != k)
            continue;
        u32 node = node_of_queue(p, q);
        near[node] = true;
    }
}

/* Finds the queue in which the head of packet k stands, near or far. */
static void head_search(part *p, u32 k) {
    ws_frame_worm *worm = worm_touch(p->frame, p->n, k);
    for (EACH(q, p->n->wire.source_queue0)) {
        if (worm->head_queue != NIL)
            return;
        bool here = front_of_queue(p, q) == k;
        here |= is_behind(p, q, k);
        if (here)
            head_find(p, q, k);
    }
}

/* ---- links ---- */

static void vc_forget(ws_frame_vc *vc) {
    u32 link = vc->link;
    *vc = (ws_frame_vc){.link = link};
    vc->queue = NIL;
    vc->packet = NIL;
    vc->sender = NIL;
}

static void link_forget(ws_frame *frame, ws_frame_link *link) {
    const ws_frame_flit none = {.packet = NIL};
    ws_frame_flit *flit = frame->flit + link->flit0;
    ws_frame_vc *vc = frame->vc + link->vc0;
    link->holder = NIL;
    link->held = 0;
    link->flits = 0;
    link->output = 0;
    link->state = WS_LINK_IDLE;
    link->utilisation = 0;
    for (EACH(i, link->delay))
        flit[i] = none;
    for (EACH(i, link->channels))
        vc_forget(vc + i);
}

/* The holder of a channel may have all its flits elsewhere; not at its host, yet to come. */
static void holders_list(part *p, const ws_frame_link *link) {
    const ws_frame_vc *vc = p->frame->vc + link->vc0;
    for (EACH(i, link->channels)) {
        u32 k = vc[i].packet;
        u32 q = p->n->vc[link->vc0 + i].holder;
        bool is_to_come = q != NIL && is_source(p->n, q) && is_head_here(p, q);
        if (k != NIL && !is_to_come)
            (void)worm_touch(p->frame, p->n, k);
    }
}

/* Holders of links lie anywhere in the list: fetches them some links before they are read, first
 * the queue, then the worm. */
enum { FETCH_HOLDERS = 16, FETCH_WORMS = 8 };

static void holder_fetch(const part *p, u32 v) {
    u32 q = p->n->vc[v].holder;
    if (q == NIL)
        return;
    const ws_frame_queue *queue = queue_of(p, q);
    __builtin_prefetch(queue);
}

static void held_fetch(const part *p, u32 v) {
    u32 q = p->n->vc[v].holder;
    if (q == NIL)
        return;
    const ws_frame_queue *queue = queue_of(p, q);
    const ws_frame_worm *worm = worm_known(p->frame, queue->front);
    if (worm)
        __builtin_prefetch(&worm->links_held);
}

static void links_fetch(const part *p, u32 l) {
    const ws_net *n = p->n;
    if (l + FETCH_HOLDERS >= n->size.links)
        return;
    for (VCS_EACH(v, n, l + FETCH_HOLDERS))
        holder_fetch(p, v);
    for (VCS_EACH(v, n, l + FETCH_WORMS))
        held_fetch(p, v);
}

static void link_read(part *p, u32 l) {
    ws_frame *frame = p->frame;
    const ws_wiring *wire = &p->n->wire;
    struct ws_frame_scratch *scratch = frame->scratch;
    scratch->detail[scratch->details++] = l;
    links_fetch(p, l);
    node_know(p, wire->link_from[l]);
    node_know(p, wire->link_to[l]);
    frame_read_link(frame, p->n, l);
    frame_read_channels(frame, p->n, l);
    holders_list(p, &frame->link[l]);
    frame->link[l].utilisation = ws_observer_use(p->observer, l);
}

/* Reads the links that begin or end at a node whose links are to be read, and forgets others. */
static void links_read(part *p) {
    ws_frame *frame = p->frame;
    struct ws_frame_scratch *scratch = frame->scratch;
    const ws_wiring *wire = &p->n->wire;
    const uint8_t *linked = scratch->linked;
    bool use = frame->wants.far == WS_FAR_USE;
    bool all = scratch->whole || (scratch->use && !use);
    scratch->details = 0;
    for (EACH(l, frame->links)) {
        bool before = all | scratch->detailed[l];
        bool near = linked[wire->link_from[l]] | linked[wire->link_to[l]];
        scratch->detailed[l] = near;
        if (near)
            link_read(p, l);
        else if (before)
            link_forget(frame, &frame->link[l]);
    }
    scratch->whole = false;
    scratch->use = use;
}

/* How much the links are used, near and far. */
static void use_read(part *p) {
    ws_frame_link *link = p->frame->link;
    for (EACH(l, p->frame->links))
        link[l].utilisation = ws_observer_use(p->observer, l);
}

/* ---- heads of worms in the list that stand at nodes which are not near ---- */

/* Finds the heads of worms that hold a channel of link l and have their heads further on. */
static void heads_find_before(part *p, const ws_frame_link *link) {
    const ws_frame_vc *vc = p->frame->vc + link->vc0;
    for (EACH(i, link->channels)) {
        u32 v = link->vc0 + i;
        u32 q = vc[i].sender;
        if (q == NIL)
            q = p->n->vc[v].receiver;
        u32 k = vc[i].packet;
        head_find(p, q, k);
    }
}

/* Finds heads on a wire: they come into the queues that take the flits of the wire. */
static void heads_find_beyond(part *p, const ws_frame_link *link) {
    const ws_frame_flit *flit = p->frame->flit + link->flit0;
    const ws_vc_state *vc = p->n->vc + link->vc0;
    for (EACH(i, link->delay)) {
        u32 channel = flit[i].channel;
        u32 far = vc[channel].receiver;
        head_find(p, far, flit[i].packet);
    }
}

static void heads_find(part *p) {
    ws_frame *frame = p->frame;
    for (EACH(x, p->n->size.nodes)) {
        if (!is_near(p, x))
            continue;
        for (QUEUES_EACH(q, p->n, x)) {
            u32 front = front_of_queue(p, q);
            head_find(p, q, front);
        }
    }
    const struct ws_frame_scratch *scratch = frame->scratch;
    for (EACH(i, scratch->details)) {
        u32 l = scratch->detail[i];
        const ws_frame_link *link = &frame->link[l];
        heads_find_before(p, link);
        bool sink = is_sink(p->n, l);
        if (!sink && link->flits > 0)
            heads_find_beyond(p, link);
    }
}

/* ---- all ---- */

static void selected_list(part *p) {
    u32 packet = p->frame->wants.worm;
    if (!p->worm_is_here)
        return;
    head_search(p, packet);
    chain_list(p, packet);
}

/* The longest wait, whose chain stands below it. */
static void first_list(part *p) {
    const ws_frame *frame = p->frame;
    if (frame->blocked_worms == 0)
        return;
    u32 place = frame->blocked[0];
    u32 packet = frame->worm[place].packet;
    chain_list(p, packet);
}

static void waits_read(part *p) {
    ws_frame *frame = p->frame;
    for (EACH(i, frame->worms)) {
        ws_frame_worm *worm = &frame->worm[i];
        if (worm->blocked)
            frame_read_wait(worm, p->n, p->wait);
    }
}

static void linked_set(part *p) {
    uint8_t *linked = p->frame->scratch->linked;
    const uint8_t *near = p->frame->wants.near;
    size_t nodes = p->n->size.nodes;
    memcpy(linked, near, nodes * sizeof *linked);
}

void frame_read_part(ws_frame *frame, const ws_net *n, const ws_observer *observer) {
    const ws_waits *waits = ws_observer_waits(observer);
    part p = {.frame = frame};
    p.n = n;
    p.observer = observer;
    p.wait = ws_waits_of(waits, NULL);
    u32 worm = frame->wants.worm;
    p.worm_is_here = is_in_network(n, worm);
    counts_clear(frame);
    if (p.worm_is_here)
        near_add(&p, worm);
    queues_read(&p);
    waits_count_all(&p);
    for (EACH(i, WS_FRAME_ORDERS))
        frame->stopped += frame->by_order[i];
    frame->moving = worms_in(n);
    frame->moving -= frame->stopped;
    if (frame->deadlock)
        deadlock_list(&p);
    longest_list(&p);
    linked_set(&p);
    selected_list(&p);
    links_read(&p);
    if (frame->wants.far == WS_FAR_USE)
        use_read(&p);
    heads_find(&p);
    first_list(&p);
    waits_read(&p);
}
