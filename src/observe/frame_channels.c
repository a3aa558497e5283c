/* frame_channels.c - virtual channels of a frame, the contents of queues, and the number of each
 * flit within its packet, so that a drawn worm moves by exactly the flits that passed. */
#include "observe/frame_parts.h"
#include "wormscope/memory.h"

static u32 length_of(const ws_net *n, u32 k) {
    return n->packet.length[k];
}

void frame_wire_channels(ws_frame *frame, const ws_net *n) {
    size_t room = n->size.rings;
    room += n->size.queues;
    frame->stretch = ws_alloc(room, sizeof *frame->stretch);
    frame->vcs = n->size.vcs;
    frame->vc = ws_alloc(frame->vcs, sizeof *frame->vc);
    for (EACH(v, frame->vcs)) {
        ws_frame_vc *vc = &frame->vc[v];
        vc->link = link_of(n, v);
    }
}

/* ---- the contents of a queue ---- */

static ws_frame_stretch *stretch_add(ws_frame *frame, u32 packet) {
    ws_frame_stretch *stretch = &frame->stretch[frame->stretches];
    frame->stretches++;
    stretch->packet = packet;
    stretch->first = 0;
    stretch->flits = 0;
    return stretch;
}

static void front_stretch(ws_frame *frame, const ws_net *n, u32 q) {
    const ws_queue_state *state = &n->queue[q];
    ws_frame_stretch *stretch = stretch_add(frame, state->front);
    stretch->flits = state->front_here;
    if (is_source(n, q))
        stretch->flits = state->front_to_go;
    stretch->first = length_of(n, state->front);
    stretch->first -= state->front_to_go;
}

/* Reads the packets behind the front packet: they are whole, except for the last, which may still
 * arrive. */
static void stretches_behind(ws_frame *frame, const ws_net *n, u32 q) {
    const ws_queue_state *state = &n->queue[q];
    ws_frame_stretch *stretch = NULL;
    for (u32 i = 1; i < state->packets; i++) {
        u32 k = packet_at(n, q, i);
        stretch = stretch_add(frame, k);
        stretch->flits = length_of(n, k);
    }
    if (stretch)
        stretch->flits = state->tail_here;
}

void frame_read_stretches(ws_frame *frame, const ws_net *n, u32 q) {
    const ws_queue_state *state = &n->queue[q];
    ws_frame_queue *queue = &frame->queue[q];
    if (q == 0)
        frame->stretches = 0;
    queue->first_stretch = frame->stretches;
    queue->stretches = 0;
    if (state->front == NIL)
        return;
    front_stretch(frame, n, q);
    if (!is_source(n, q))
        stretches_behind(frame, n, q);
    queue->stretches = frame->stretches;
    queue->stretches -= queue->first_stretch;
}

/* ---- virtual channels ---- */

static void vc_clear(ws_frame_vc *vc) {
    vc->packet = NIL;
    vc->sender = NIL;
    vc->queue = NIL;
    vc->sent = 0;
    vc->output = 0;
    vc->waits = 0;
}

/* `to_go` flits of the packet that holds it are not on the wire yet. */
static void vc_hold(ws_frame_vc *vc, const ws_net *n, u32 k, u32 to_go) {
    vc->packet = k;
    vc->sent = length_of(n, k);
    vc->sent -= to_go;
}

/* The packet with flits in the output buffer of v holds v. */
static void vc_read_output(ws_frame_vc *vc, const ws_net *n, u32 v) {
    if (n->layout.output_room == 0)
        return;
    const ws_output_state *output = &n->output_buffer.vc[v];
    vc->output = output->flits;
    if (output->to_go == 0)
        return;
    vc_hold(vc, n, output->packet, output->to_go);
    bool stopped = n->vc[v].credit <= 0;
    vc->waits = vc->output > 0 && stopped;
}

/* The packet in front of queue q holds it. */
static void vc_read_sender(ws_frame_vc *vc, const ws_frame *frame, const ws_net *n, u32 q) {
    const ws_queue_state *state = &n->queue[q];
    const ws_frame_queue *queue = &frame->queue[q];
    if (vc->packet == NIL) {
        vc_hold(vc, n, state->front, state->front_to_go);
        vc->waits = order_blocked(queue->wait.order);
    }
    if (vc->packet == state->front)
        vc->sender = q;
}

static void vc_read(ws_frame *frame, const ws_net *n, u32 v) {
    ws_frame_vc *vc = &frame->vc[v];
    u32 q = holder_of(n, v);
    vc_clear(vc);
    if (!is_sink(n, vc->link))
        vc->queue = n->vc[v].receiver;
    vc_read_output(vc, n, v);
    if (q != NIL && n->queue[q].front != NIL)
        vc_read_sender(vc, frame, n, q);
}

/* ---- numbers of flits ---- */

/* The flit read last, by channel. */
typedef const ws_frame_flit *ws_last_flit;

/* Flits of a packet that have left its sender, up to this place, which is nearer to the sender than
 * any other place of the packet on its channel; 0 if unknown. */
static u32 gone_before(const ws_frame_vc *vc, const ws_net *n, const ws_frame_flit *flit) {
    if (flit->tail)
        return length_of(n, flit->packet);
    if (vc->packet == flit->packet)
        return vc->sent;
    return 0;
}

/* Places are walked from the sender on: flits of a packet count down to its head. */
static void flits_number(ws_frame *frame, const ws_net *n, u32 l) {
    const ws_frame_link *link = &frame->link[l];
    ws_frame_flit *flit = &frame->flit[link->flit0];
    const ws_frame_flit *end = flit + link->delay;
    ws_last_flit last[WS_VCS_MAX] = {NULL};
    for (; flit < end; flit++) {
        if (flit->packet == NIL)
            continue;
        u32 channel = flit->channel;
        const ws_frame_flit *ahead = last[channel];
        const ws_frame_vc *vc = &frame->vc[link->vc0 + channel];
        /* behind a head comes the tail of the same packet, if it takes the wire a second time */
        bool is_next = ahead && ahead->packet == flit->packet && !ahead->head;
        u32 next = is_next ? ahead->number : gone_before(vc, n, flit);
        flit->number = next > flit->flits ? next - flit->flits : 0;
        last[channel] = flit;
    }
}

void frame_read_channels(ws_frame *frame, const ws_net *n, u32 l) {
    for (VCS_EACH(v, n, l))
        vc_read(frame, n, v);
    if (frame->link[l].flits > 0)
        flits_number(frame, n, l);
}

/* ---- the path of a packet ---- */

/* Is a flit of the packet on the wire, on virtual channel v? */
static bool is_on_wire(const ws_frame *frame, u32 v, u32 packet) {
    u32 l = frame->vc[v].link;
    const ws_frame_link *link = &frame->link[l];
    const ws_frame_flit *flit = &frame->flit[link->flit0];
    const ws_frame_flit *end = flit + link->delay;
    for (; flit < end; flit++) {
        u32 channel = link->vc0 + flit->channel;
        if (flit->packet == packet && channel == v)
            return true;
    }
    return false;
}

/* The virtual channels of a packet, in no order. */
typedef struct vc_path {
    const ws_frame *frame;
    size_t count;
    u32 vcs[256];
} vc_path;

static void path_find(vc_path *path, u32 packet) {
    const ws_frame *frame = path->frame;
    size_t room = sizeof path->vcs / sizeof *path->vcs;
    path->count = 0;
    for (EACH(v, frame->vcs)) {
        bool holds = frame->vc[v].packet == packet;
        if (!holds && !is_on_wire(frame, v, packet))
            continue;
        if (path->count == room)
            return;
        path->vcs[path->count] = v;
        path->count++;
    }
}

/* Does the packet come to `to` from virtual channel v: does v feed the queue that sends on `to`? */
static bool leads_to(const ws_frame *frame, u32 v, u32 to) {
    u32 q = frame->vc[to].sender;
    u32 l = frame->vc[v].link;
    if (q == NIL || v == to)
        return false;
    const ws_frame_queue *queue = &frame->queue[q];
    if (queue->link == NIL)
        return queue->node == frame->link[l].to;
    return queue->link == l;
}

/* The place in the path of the virtual channel that leads to v, or NIL. */
static u32 path_before(const vc_path *path, u32 v) {
    for (EACH(i, path->count)) {
        u32 other = path->vcs[i];
        if (leads_to(path->frame, other, v))
            return other;
    }
    return NIL;
}

/* The place in the path of the virtual channel to which v leads, or NIL. */
static u32 path_after(const vc_path *path, u32 v) {
    for (EACH(i, path->count)) {
        u32 other = path->vcs[i];
        if (leads_to(path->frame, v, other))
            return other;
    }
    return NIL;
}

/* The place in the path of the virtual channel from which none leads on: that of the head. */
static u32 path_end(const vc_path *path) {
    u32 v = path->vcs[0];
    for (EACH(i, path->count)) {
        u32 after = path_after(path, v);
        if (after == NIL)
            return v;
        v = after;
    }
    return v;
}

static void reverse(u32 *vcs, size_t count) {
    u32 *end = vcs + count;
    for (u32 *at = vcs; at < end; at++) {
        end--;
        u32 kept = *at;
        *at = *end;
        *end = kept;
    }
}

size_t ws_frame_path(const ws_frame *frame, uint32_t packet, uint32_t *vcs, size_t room) {
    vc_path path = {.frame = frame};
    path_find(&path, packet);
    if (path.count == 0)
        return 0;
    size_t length = 0;
    u32 v = path_end(&path);
    if (room > path.count)
        room = path.count;
    while (v != NIL && length < room) {
        vcs[length] = v;
        length++;
        v = path_before(&path, v);
    }
    reverse(vcs, length);
    return length;
}
