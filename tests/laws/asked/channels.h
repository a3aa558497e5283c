/* channels.h - what a frame says of virtual channels and of what lies in queues:
 *
 *   spans     the flits of the packets in a queue are its level
 *   numbers   a head is flit 0, a tail the last; on a wire and in the queue behind it the flits of a packet follow one another
 *             without a gap, up to those that have passed; a packet that may go anywhere may come a second time
 *   march     from cycle to cycle the flits that passed grow by what the links have sent, no more and no less
 *   path      what a packet holds is one way without a gap
 *
 * Flits of packets that were killed or refused are on no way, and left out. */

enum { PATH = 64 };

typedef struct channel_count {
    uint32_t levels, marks, gaps, march, path;
} channel_count;

static const ws_frame *picture; /* of the subject */

static void levels_check(channel_count *c) {
    for (uint32_t q = 0; q < picture->queues; q++) {
        const ws_frame_queue *queue = &picture->queue[q];
        uint32_t flits = 0;
        for (uint32_t i = 0; i < queue->stretches; i++) flits += picture->stretch[queue->first_stretch + i].flits;
        c->levels += queue->node < picture->switches && flits != queue->flits;
        c->levels += queue->front != WS_NIL && picture->stretch[queue->first_stretch].packet != queue->front;
    }
}

/* The number behind the last flit of a packet that has come into the queue at the end of v, the last time that it came; WS_NIL if it is
 * not there. */
static uint32_t arrived(uint32_t v, uint32_t packet) {
    uint32_t q = picture->vc[v].queue;
    if (q == WS_NIL) return WS_NIL;
    const ws_frame_queue *queue = &picture->queue[q];
    for (uint32_t i = queue->stretches; i-- > 0;) {
        const ws_frame_stretch *stretch = &picture->stretch[queue->first_stretch + i];
        if (stretch->packet == packet) return stretch->first + stretch->flits;
    }
    return WS_NIL;
}

/* Along the wire from the far end on: the flits of one packet on one channel. */
static void wire_check(channel_count *c, uint32_t v) {
    const ws_frame_vc *vc = &picture->vc[v];
    const ws_frame_link *link = &picture->link[vc->link];
    uint32_t packet = WS_NIL, next = 0;
    for (uint32_t i = link->delay; i-- > 0;) {
        const ws_frame_flit *flit = &picture->flit[link->flit0 + i];
        if (flit->packet == WS_NIL || link->vc0 + flit->channel != v) continue;
        const ws_frame_worm *worm = ws_frame_worm_of(picture, flit->packet);
        if (!worm || worm->killed) return;
        c->marks += flit->head && flit->number != 0;
        c->marks += flit->tail && flit->number + flit->flits != worm->length;
        if (flit->packet != packet || flit->head) {
            uint32_t here = flit->head ? WS_NIL : arrived(v, flit->packet);
            c->gaps += here != WS_NIL && here != flit->number;
        } else {
            c->gaps += flit->number != next;
        }
        packet = flit->packet, next = flit->number + flit->flits;
    }
    if (vc->packet == WS_NIL || vc->sent == 0) return;
    if (packet == vc->packet) c->gaps += next != vc->sent;
    else if (arrived(v, vc->packet) != WS_NIL) c->gaps += arrived(v, vc->packet) != vc->sent;
}

static void paths_check(channel_count *c) {
    for (uint32_t i = 0; i < picture->worms; i++) {
        uint32_t vcs[PATH], held = 0, packet = picture->worm[i].packet;
        if (picture->worm[i].killed) continue;
        size_t length = ws_frame_path(picture, packet, vcs, PATH);
        for (size_t p = 0; p < length; p++) {
            held += picture->vc[vcs[p]].packet == packet;
            c->path += p > 0 && picture->link[picture->vc[vcs[p - 1]].link].to != picture->link[picture->vc[vcs[p]].link].from;
        }
        c->path += held != picture->worm[i].links_held && picture->def.output_buffer == 0;
    }
}

/* ---- march ---- */

typedef struct past {
    uint32_t packet, passed, length;
    uint64_t entered;
} past;

static void past_read(past *p) {
    for (uint32_t v = 0; v < picture->vcs; v++) {
        const ws_frame_worm *worm = ws_frame_worm_of(picture, picture->vc[v].packet);
        p[v] = (past){picture->vc[v].packet, picture->vc[v].sent, worm ? worm->length : 0, worm ? worm->entered : 0};
    }
}

/* Flits of a packet that was through in the cycle of its first flit. */
static uint64_t at_once(const ws_frame_link *link, uint32_t v) {
    const ws_frame_flit *flit = &picture->flit[link->flit0];
    return flit->packet != WS_NIL && flit->head && flit->tail && link->vc0 + flit->channel == v ? flit->flits : 0;
}

/* Flits that link l has sent between two looks, by what its virtual channels say. */
static uint64_t marched(uint32_t l, const past *before) {
    const ws_frame_link *link = &picture->link[l];
    uint64_t sent = 0;
    for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++) {
        const ws_frame_vc *vc = &picture->vc[v];
        sent += at_once(link, v);
        if (vc->packet == before[v].packet && vc->sent >= before[v].passed) {
            sent += vc->sent - before[v].passed;
            continue;
        }
        sent += before[v].passed ? before[v].length - before[v].passed : 0;
        sent += vc->packet != WS_NIL ? vc->sent : 0;
    }
    return sent;
}

static void march_check(channel_count *c, const ws_net *n, const past *before, const u64 *sent_before) {
    for (uint32_t l = 0; l < picture->links; l++) {
        uint64_t sent = n->link_flits[l] - sent_before[l];
        c->march += marched(l, before) != sent;
    }
}

static past *passed_before;
static u64 *sent_before, seen_at; /* the cycle of these */

static void channels_begin(subject *s) {
    passed_before = calloc(s->frame->vcs, sizeof *passed_before);
    sent_before = calloc(s->frame->links, sizeof *sent_before);
    assert(passed_before && sent_before);
    seen_at = UINT64_MAX;
}
static void channels_end(void) {
    free(passed_before), free(sent_before);
}

static bool channels_look(subject *s) {
    channel_count c = {0};
    picture = s->frame;
    levels_check(&c);
    for (uint32_t v = 0; v < picture->vcs && picture->pool == 0; v++)
        wire_check(&c, v);
    if (picture->pool == 0 && seen_at + 1 != s->slow->cycle[0]) /* a packet that is refused may have begun two ways */
        paths_check(&c);
    if (seen_at + 1 == s->slow->cycle[0] && !is_torn(s))
        march_check(&c, s->slow, passed_before, sent_before);
    past_read(passed_before);
    memcpy(sent_before, s->slow->link_flits, picture->links * sizeof *sent_before);
    seen_at = s->slow->cycle[0];
    return MUST(c.levels == 0, "the packets in a queue are not what it holds") &&
           MUST(c.marks == 0 && c.gaps == 0, "flits are not numbered from head to tail, or with a gap (%u %u)", c.marks, c.gaps) &&
           MUST(c.march == 0, "what has passed does not grow by what is sent (%u)", c.march) &&
           MUST(c.path == 0, "the path of a packet has a gap (%u)", c.path);
}
