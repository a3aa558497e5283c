/* waits.c - see waits.h.
 *
 * Every update asks the switch model for each queue that is not at rest
 * (switch/blockers.h): it moves, or waits with a list of alternatives (edges to
 * the queues it waits for). Orders then spread from the moving queues for which
 * somebody waits backwards along the edges, breadth first. What was not reached
 * is deadlocked: none of its alternatives ends at anything that moves, now or
 * by what is already under way. The knots are the strongly connected components
 * of that remainder which no edge leaves (Tarjan 1972).
 *
 * A head whose timer will kill it blocks nobody for ever: what only such heads
 * can free is found in a second sweep, which begins at them. A queue that has
 * sent all it has of a long worm waits for the queue further back which holds
 * the rest: it is exactly as blocked as that one, so this edge adds nothing to
 * the order. */
#include "observe/waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "switch/blockers.h"
#include "wormscope/memory.h"

const char *const ws_wait_reason_names[] = {
    [WS_WAIT_NOT] = "moving",
    [WS_WAIT_VC] = "VC held",
    [WS_WAIT_GRANT] = "being granted",
    [WS_WAIT_ROOM] = "no room",
    [WS_WAIT_STOP] = "told to stop",
    [WS_WAIT_CROSSBAR] = "crossbar shared",
    [WS_WAIT_FLITS] = "waits for its own flits",
    [WS_WAIT_POOL] = "pool full",
    [WS_WAIT_RULE] = "deadlock rule",
    [WS_WAIT_MESSAGE] = "message waits",
    [WS_WAIT_DEST] = "dest waits",
    [WS_WAIT_LIMIT] = "limit",
    [WS_WAIT_TRANSIT] = "transit first",
    [WS_WAIT_PORT] = "port busy",
    [WS_WAIT_XOFF] = "told Xoff",
    [WS_WAIT_TURN] = "another first",
    [WS_WAIT_READY] = "not ready",
};

#define UNSEEN NIL

/* The edges of a queue that waits: numbers from .. end - 1. */
typedef struct edge_range {
    u32 from;
    u32 end;
} edge_range;

struct ws_waits {
    u32 queues;
    u32 words;            /* of a set of queues */
    ws_blockers blockers; /* the edges: queues waited for, grouped by waiter */
    ws_wait *wait;        /* by queue */
    u32 *active;          /* queues that are not at rest */
    u32 *worms;           /* of each of these: see ws_waits_worms */
    u32 actives;
    u32 *waiting; /* queues that wait; from the end backwards those that move */
    u32 waits;
    u32 movers;
    edge_range *edges; /* by queue that waits */
    u32 *back0;        /* by queue: the first edge that leads to it, NIL */
    u32 *back;         /* by edge: the next one that leads to the same queue, NIL */
    u32 *waiter;       /* by edge */
    size_t back_room;
    u32 *order; /* queues in the order in which they were reached */
    /* set: a queue ahead has sent all it has of its worm. Looked at before what tells which */
    u64 *starves;
    bool starving; /* there is one */
    /* of the component search, by queue or depth */
    u32 *index;
    u32 *low;
    u32 *stack;
    u32 *path;
    u32 *next;
    /* queues on the stack; queues entered so far */
    u32 top;
    u32 serial;
    u32 *deadlocked; /* queues of the knots */
    u32 deadlocked_count;
    bool deadlock;
    bool followed;
};

/* ---- life ---- */

static void *zeroed(size_t count, size_t size) {
    void *block = ws_alloc(count + 2, size);
    return block;
}

ws_waits *ws_waits_new(const ws_net *n) {
    ws_waits *w = zeroed(1, sizeof *w);
    size_t queues = n->size.queues;
    w->queues = n->size.queues;
    w->words = bits_words(w->queues);
    w->wait = zeroed(queues, sizeof *w->wait);
    w->active = zeroed(queues, sizeof(u32));
    w->worms = zeroed(queues, sizeof(u32));
    w->waiting = zeroed(queues, sizeof(u32));
    w->edges = zeroed(queues, sizeof *w->edges);
    w->back0 = zeroed(queues, sizeof(u32));
    w->order = zeroed(queues, sizeof(u32));
    w->starves = zeroed(w->words, sizeof(u64));
    w->index = zeroed(queues, sizeof(u32));
    w->low = zeroed(queues, sizeof(u32));
    w->stack = zeroed(queues, sizeof(u32));
    w->path = zeroed(queues, sizeof(u32));
    w->next = zeroed(queues, sizeof(u32));
    w->deadlocked = zeroed(queues, sizeof(u32));
    blockers_init(&w->blockers, n);
    return w;
}

void ws_waits_free(ws_waits *w) {
    if (!w)
        return;
    blockers_free(&w->blockers);
    free(w->wait);
    free(w->active);
    free(w->worms);
    free(w->waiting);
    free(w->edges);
    free(w->back0);
    free(w->back);
    free(w->waiter);
    free(w->order);
    free(w->starves);
    free(w->index);
    free(w->low);
    free(w->stack);
    free(w->path);
    free(w->next);
    free(w->deadlocked);
    free(w);
}

/* ---- edges ---- */

/* The edges of queue q, which waits: for (EDGES_EACH(i, w, q)). */
#define EDGES_EACH(i, w, q)                                                                        \
    u32 i = (w)->edges[q].from;                                                                    \
    i < (w)->edges[q].end;                                                                         \
    i++
static inline u32 edge_to(const ws_waits *w, u32 edge) {
    return w->blockers.queue[edge];
}
static inline u32 first_blocker(const ws_waits *w, u32 q) {
    return edge_to(w, w->edges[q].from);
}
/* Queue q waits, and nothing that moves has been reached from it. */
static inline bool is_dead(const ws_waits *w, u32 q) {
    return w->wait[q].order == WS_ORDER_DEADLOCK;
}

/* Queue q moves: it is the end of its chain. */
static inline bool is_moving(const ws_waits *w, u32 q) {
    const ws_wait *wait = &w->wait[q];
    return wait->order == 0 && wait->root == q;
}

static void back_reserve(ws_waits *w) {
    if (w->back_room >= w->blockers.room)
        return;
    free(w->back);
    free(w->waiter);
    w->back_room = w->blockers.room;
    w->back = zeroed(w->back_room, sizeof *w->back);
    w->waiter = zeroed(w->back_room, sizeof *w->waiter);
}

/* Of the edges to a queue, the one that is reversed last becomes the first. */
static void edges_reverse_of(ws_waits *w, u32 q) {
    u32 edge = w->edges[q].end;
    while (edge > w->edges[q].from) {
        edge--;
        u32 to = edge_to(w, edge);
        w->waiter[edge] = q;
        w->back[edge] = w->back0[to];
        w->back0[to] = edge;
    }
}

static void reverse_edges(ws_waits *w) {
    back_reserve(w);
    memset(w->back0, 0xff, w->queues * sizeof *w->back0);
    for (u32 i = w->waits; i-- > 0;)
        edges_reverse_of(w, w->waiting[i]);
}

/* ---- orders ---- */

/* The queue that q feeds and that has sent all it has of q's worm: it is as
 * blocked as q. NIL if there is none. */
static u32 starved_by(const ws_waits *w, const ws_net *n, u32 q) {
    if (!w->starving || !bit_get(w->starves, q))
        return NIL;
    u32 v = n->queue[q].vc;
    u32 fed = v == NIL ? NIL : n->vc[v].receiver;
    if (fed == NIL || w->wait[fed].reason != WS_WAIT_FLITS)
        return NIL;
    return first_blocker(w, fed) == q ? fed : NIL;
}

/* The same, or NIL if it has been reached. */
static u32 starved_ahead(const ws_waits *w, const ws_net *n, u32 q) {
    u32 fed = starved_by(w, n, q);
    return fed != NIL && is_dead(w, fed) ? fed : NIL;
}

static void reach_one(ws_waits *w, u32 q, u32 blocker, u16 order, u32 root) {
    ws_wait *wait = &w->wait[q];
    wait->order = order;
    wait->blocker = blocker;
    wait->root = root;
}

/* Queue q has been reached; with the same order and root a starved queue that q feeds is so, and
 * the next that this one feeds. Returns the new count of queues reached. */
static inline u32 reached(ws_waits *w, const ws_net *n, u32 q, u32 count) {
    w->order[count++] = q;
    if (!w->starving)
        return count;
    const ws_wait *end = &w->wait[q];
    u32 fed = starved_ahead(w, n, q);
    while (fed != NIL) {
        reach_one(w, fed, q, end->order, end->root);
        w->order[count++] = fed;
        q = fed;
        fed = starved_ahead(w, n, q);
    }
    return count;
}

/* The order of a queue that waits for one of this order. */
static u16 order_behind(u16 order) {
    return order < WS_ORDER_DEADLOCK - 1 ? order + 1u : order;
}

/* Reaches the queues that wait for `blocker`, which has been reached; returns the new count. */
static u32 spread_from(ws_waits *w, const ws_net *n, u32 blocker, u32 count) {
    const ws_wait *ahead = &w->wait[blocker];
    u16 order = order_behind(ahead->order);
    u32 edge = w->back0[blocker];
    while (edge != NIL) {
        u32 q = w->waiter[edge];
        edge = w->back[edge];
        if (!is_dead(w, q))
            continue;
        reach_one(w, q, blocker, order, ahead->root);
        count = reached(w, n, q, count);
    }
    return count;
}

/* From the queues order[from] .. order[count-1] backwards along the edges;
 * returns the new count. */
static u32 spread(ws_waits *w, const ws_net *n, u32 from, u32 count) {
    for (u32 i = from; i < count; i++)
        count = spread_from(w, n, w->order[i], count);
    return count;
}

static void spread_orders(ws_waits *w, const ws_net *n) {
    u32 count = 0;
    u32 ends = 0; /* queues that move, and for which somebody waits */
    const u32 *mover = w->waiting + w->queues;
    for (EACH(i, w->movers)) {
        u32 q = *--mover;
        if (w->back0[q] == NIL || !is_moving(w, q))
            continue;
        ends++;
        count = reached(w, n, q, count);
    }
    u32 all = ends + w->waits;
    u32 reached = spread(w, n, 0, count);
    w->deadlock = false;
    if (reached == all)
        return;
    count = reached;
    for (EACH(i, w->waits)) {
        u32 q = w->waiting[i];
        if (!is_dead(w, q) || n->timer.deadline[q] == 0)
            continue;
        reach_one(w, q, first_blocker(w, q), 1, q);
        w->order[count++] = q;
    }
    w->deadlock = spread(w, n, reached, count) < all;
}

/* ---- knots ---- */

/* Is the component just completed (stack[from] .. stack[top-1]) one that no
 * edge leaves? Its members have `low` set to this mark. */
static bool is_closed(const ws_waits *w, u32 from, u32 mark) {
    for (u32 i = from; i < w->top; i++) {
        u32 q = w->stack[i];
        for (EDGES_EACH(j, w, q))
            if (w->low[edge_to(w, j)] != mark)
                return false;
    }
    return true;
}

static void deadlock_add(ws_waits *w, u32 q) {
    w->wait[q].in_deadlock = 1;
    w->deadlocked[w->deadlocked_count++] = q;
}

/* The component from this place of the stack on is a knot. */
static void deadlock_note(ws_waits *w, u32 from) {
    for (u32 i = from; i < w->top; i++)
        deadlock_add(w, w->stack[i]);
}

/* Queue q and the queues above it on the stack are a component. */
static void component_close(ws_waits *w, u32 q) {
    u32 from = w->top;
    u32 mark = UINT32_MAX - 1 - w->index[q]; /* unlike any index: this component is closed */
    u32 member;
    do {
        member = w->stack[--from];
        w->low[member] = mark;
    } while (member != q);
    if (is_closed(w, from, mark))
        deadlock_note(w, from);
    w->top = from;
}

static void queue_enter(ws_waits *w, u32 q) {
    w->index[q] = w->serial;
    w->low[q] = w->serial;
    w->next[q] = w->edges[q].from;
    w->stack[w->top++] = q;
    w->serial++;
}

/* Queue q waits for a queue that reaches as low as `low`. The mark of a closed component is larger
 * than any index. */
static void lower(ws_waits *w, u32 q, u32 low) {
    if (low < w->low[q])
        w->low[q] = low;
}

/* Follows the edges of q to the next queue that is not seen yet; NIL if there is none. */
static u32 unseen_ahead(ws_waits *w, u32 q) {
    while (w->next[q] < w->edges[q].end) {
        u32 to = edge_to(w, w->next[q]++);
        if (w->index[to] == UNSEEN)
            return to;
        lower(w, q, w->low[to]);
    }
    return NIL;
}

/* Depth first from q over the deadlocked queues, without recursion: path[]
 * leads here from q, next[] is the edge to try. */
static void components_from(ws_waits *w, u32 q) {
    u32 depth = 0;
    w->top = 0;
    w->path[0] = q;
    queue_enter(w, q);
    for (;;) {
        q = w->path[depth];
        u32 to = unseen_ahead(w, q);
        if (to != NIL) {
            w->path[++depth] = to;
            queue_enter(w, to);
            continue;
        }
        if (w->low[q] == w->index[q])
            component_close(w, q);
        if (depth == 0)
            return;
        depth--;
        lower(w, w->path[depth], w->low[q]);
    }
}

static void find_deadlocks(ws_waits *w) {
    w->serial = 0;
    for (EACH(i, w->waits)) {
        u32 q = w->waiting[i];
        assert(w->wait[first_blocker(w, q)].order !=
               WS_ORDER_NONE); /* nobody waits for a queue at rest */
        w->index[q] = UNSEEN;
        w->low[q] = UNSEEN;
    }
    for (EACH(i, w->waits)) {
        u32 q = w->waiting[i];
        if (is_dead(w, q) && w->index[q] == UNSEEN)
            components_from(w, q);
    }
    for (EACH(i, w->waits)) {
        u32 q = w->waiting[i];
        if (is_dead(w, q))
            w->wait[q].blocker = first_blocker(w, q);
    }
}

/* ---- the update ---- */

static bool at_rest(const ws_net *n, u32 q) {
    const ws_queue_state *queue = &n->queue[q];
    if (queue->flits > 0 || queue->vc != NIL)
        return false;
    return queue->state == QUEUE_EMPTY;
}

static void rest_note(ws_waits *w, u32 q) {
    static const ws_wait none = {
        .order = WS_ORDER_NONE,
        .blocker = NIL,
        .root = NIL,
    };
    ws_wait *wait = &w->wait[q];
    if (wait->order != WS_ORDER_NONE)
        *wait = none;
}

/* Queue q waits for the queues at the ends of these edges. */
static void waiting_note(ws_waits *w, u32 q, edge_range edges, ws_wait_reason reason) {
    w->edges[q] = edges;
    w->waiting[w->waits] = q;
    w->waits++;
    if (reason != WS_WAIT_FLITS)
        return;
    u32 behind = first_blocker(w, q);
    bit_set(w->starves, behind);
    w->starving = true;
}

static void mover_note(ws_waits *w, u32 q) {
    w->movers++;
    w->waiting[w->queues - w->movers] = q;
}

static u32 worms_in(const ws_queue_state *queue) {
    if (queue->front == NIL)
        return 0;
    bool head = queue->state != QUEUE_STREAMING;
    return 2 * queue->packets + head;
}

/* Reads of queue q, which is not at rest, for whom it waits. */
static void edges_find(ws_waits *w, u32 q) {
    ws_blockers *blockers = &w->blockers;
    edge_range edges;
    edges.from = (u32)blockers->count;
    ws_wait_reason reason = blockers_of(blockers, q);
    edges.end = (u32)blockers->count;
    bool waits = edges.from < edges.end;
    w->wait[q] = (ws_wait){
        .order = waits ? WS_ORDER_DEADLOCK : 0,
        .reason = (u8)reason,
        .blocker = NIL,
        .root = waits ? NIL : q,
    };
    w->active[w->actives] = q;
    w->worms[w->actives] = worms_in(&blockers->n->queue[q]);
    w->actives++;
    if (waits)
        waiting_note(w, q, edges, reason);
    else
        mover_note(w, q);
}

void ws_waits_read(ws_waits *w, const ws_net *n) {
    assert(w->queues == n->size.queues);
    blockers_begin(&w->blockers, n);
    if (w->starving)
        memset(w->starves, 0, w->words * sizeof *w->starves);
    w->starving = false;
    w->actives = 0;
    w->waits = 0;
    w->movers = 0;
    w->followed = false;
    for (EACH(q, w->queues)) {
        if (at_rest(n, q))
            rest_note(w, q);
        else
            edges_find(w, q);
    }
}

void ws_waits_follow(ws_waits *w, const ws_net *n) {
    if (w->followed)
        return;
    w->followed = true;
    w->deadlocked_count = 0;
    reverse_edges(w);
    spread_orders(w, n);
    if (w->deadlock)
        find_deadlocks(w);
}

void ws_waits_update(ws_waits *w, const ws_net *n) {
    ws_waits_read(w, n);
    ws_waits_follow(w, n);
}

bool ws_waits_stands(const ws_waits *w, const ws_net *n, uint32_t q) {
    if (w->wait[q].reason != WS_WAIT_FLITS)
        return ws_wait_stands(&w->wait[q]);
    while (w->wait[q].reason == WS_WAIT_FLITS) {
        u32 behind = first_blocker(w, q);
        if (starved_by(w, n, behind) != q)
            return true;
        q = behind;
    }
    return w->wait[q].order != 0;
}

uint32_t ws_waits_behind(const ws_waits *w, uint32_t q) {
    return w->back0[q];
}

uint32_t ws_waits_next_behind(const ws_waits *w, uint32_t edge) {
    return w->back[edge];
}

uint32_t ws_waits_waiter(const ws_waits *w, uint32_t edge) {
    return w->waiter[edge];
}

const uint32_t *ws_waits_active(const ws_waits *w, uint32_t *count) {
    *count = w->actives;
    return w->active;
}

const uint32_t *ws_waits_worms(const ws_waits *w) {
    return w->worms;
}

const ws_wait *ws_waits_of(const ws_waits *w, size_t *queues) {
    if (queues)
        *queues = w->queues;
    return w->wait;
}

bool ws_waits_deadlock(const ws_waits *w) {
    return w->deadlock;
}

uint32_t ws_waits_deadlocked(const ws_waits *w, uint32_t *queues, uint32_t room) {
    for (u32 i = 0; i < w->deadlocked_count && i < room; i++)
        queues[i] = w->deadlocked[i];
    return w->deadlocked_count;
}
