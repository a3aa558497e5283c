/* frame_inside.c - by which link each worm leaves the switch that is shown from inside. First the
 * link that the routing fixes, then the link that the head in front of a queue requests, then the
 * link that the worm holds: each is surer than the one before. For a packet that has passed the
 * switch only the last is known. */
#include "core/route_preview.h"
#include "observe/frame_parts.h"

static void out_foresee(ws_frame *frame, const ws_net *n, u32 k) {
    u32 node = frame->wants.inside;
    ws_frame_worm *worm = worm_known(frame, k);
    if (!worm)
        return;
    u32 flags = n->packet.flags[k];
    worm->out = packet_next(n, node, k, &flags);
}

/* Reads the worms on their way to the switch. */
static void wire_foresee(ws_frame *frame, const ws_net *n, u32 l) {
    const ws_frame_link *link = &frame->link[l];
    const ws_frame_flit *flit = &frame->flit[link->flit0];
    for (EACH(i, link->delay)) {
        out_foresee(frame, n, flit->packet);
        flit++;
    }
}

static void queue_foresee(ws_frame *frame, const ws_net *n, u32 q) {
    const ws_frame_queue *queue = &frame->queue[q];
    const ws_frame_stretch *stretch = &frame->stretch[queue->first_stretch];
    for (EACH(i, queue->stretches)) {
        out_foresee(frame, n, stretch->packet);
        stretch++;
    }
    ws_frame_worm *front = worm_known(frame, queue->front);
    if (queue->request == NIL)
        return;
    if (front)
        front->out = queue->request;
}

/* A worm that holds a link which leaves the switch goes by that link. */
static void holders_read(ws_frame *frame, u32 l) {
    const ws_frame_link *link = &frame->link[l];
    const ws_frame_vc *vc = &frame->vc[link->vc0];
    for (EACH(i, link->channels)) {
        ws_frame_worm *worm = worm_known(frame, vc->packet);
        vc++;
        if (worm)
            worm->out = l;
    }
}

void frame_read_inside(ws_frame *frame, const ws_net *n) {
    u32 node = frame->wants.inside;
    if (node >= frame->switches)
        return;
    for (EACH(l, frame->links))
        if (frame->link[l].to == node)
            wire_foresee(frame, n, l);
    for (EACH(q, frame->queues))
        if (frame->queue[q].node == node)
            queue_foresee(frame, n, q);
    for (EACH(l, frame->links))
        if (frame->link[l].from == node)
            holders_read(frame, l);
}
