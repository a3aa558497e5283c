/* channels.c - what a frame says of virtual channels and of what lies in queues, in every scenario that comes with the program:
 *
 *   spans     the flits of the packets in a queue are its level
 *   numbers   a head is flit 0, a tail the last; on a wire and in the queue behind it the flits of a packet follow one another
 *             without a gap, up to those that have passed
 *   march     from cycle to cycle the flits that passed grow by what the links have sent, no more and no less
 *   path      what a packet holds is one way without a gap
 *
 * Flits of packets that were killed or refused are on no way, and left out. CHANNELS=NAME tries only the scenarios whose names
 * contain it. */
#include <inttypes.h>

#include "fixture.h"
#include "observe/frame.h"
#include "session/library/scenarios.h"

enum { WORK = 2500000, MOST = 8000, STEPS = 60, PATH = 64 };

typedef struct count {
    uint32_t levels, marks, gaps, march, path;
    uint64_t stretches, flits, moved, ways;
} count;

static ws_session *s;
static ws_frame *f;

static void look(void) { ws_frame_update(f, ws_session_net(s), NULL, ws_session_observer(s)); }

/* Does anything happen to packets here but that they go on? */
static bool is_torn(const ws_net *n) { return n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE || f->pool > 0; }

static void levels_check(count *c) {
    for (uint32_t q = 0; q < f->queues; q++) {
        const ws_frame_queue *queue = &f->queue[q];
        uint32_t flits = 0;
        for (uint32_t i = 0; i < queue->stretches; i++) flits += f->stretch[queue->first_stretch + i].flits;
        c->stretches += queue->stretches;
        c->levels += queue->node < f->switches && flits != queue->flits;
        c->levels += queue->front != WS_NIL && f->stretch[queue->first_stretch].packet != queue->front;
    }
}

/* The number behind the last flit of a packet that has come into the queue at the end of v; WS_NIL if it is not there. */
static uint32_t arrived(uint32_t v, uint32_t packet) {
    uint32_t q = f->vc[v].queue;
    if (q == WS_NIL) return WS_NIL;
    const ws_frame_queue *queue = &f->queue[q];
    for (uint32_t i = 0; i < queue->stretches; i++) {
        const ws_frame_stretch *stretch = &f->stretch[queue->first_stretch + i];
        if (stretch->packet == packet) return stretch->first + stretch->flits;
    }
    return WS_NIL;
}

/* Along the wire from the far end on: the flits of one packet on one channel. */
static void wire_check(count *c, uint32_t v) {
    const ws_frame_vc *vc = &f->vc[v];
    const ws_frame_link *link = &f->link[vc->link];
    uint32_t packet = WS_NIL, next = 0;
    for (uint32_t i = link->delay; i-- > 0;) {
        const ws_frame_flit *flit = &f->flit[link->flit0 + i];
        if (flit->packet == WS_NIL || link->vc0 + flit->channel != v) continue;
        const ws_frame_worm *worm = ws_frame_worm_of(f, flit->packet);
        if (!worm || worm->killed) return;
        c->flits++;
        c->marks += flit->head && flit->number != 0;
        c->marks += flit->tail && flit->number + flit->flits != worm->length;
        if (flit->packet != packet) {
            uint32_t here = arrived(v, flit->packet);
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

static void paths_check(count *c) {
    for (uint32_t i = 0; i < f->worms; i++) {
        uint32_t vcs[PATH], held = 0, packet = f->worm[i].packet;
        if (f->worm[i].killed) continue;
        size_t length = ws_frame_path(f, packet, vcs, PATH);
        for (size_t p = 0; p < length; p++) {
            held += f->vc[vcs[p]].packet == packet;
            c->path += p > 0 && f->link[f->vc[vcs[p - 1]].link].to != f->link[f->vc[vcs[p]].link].from;
        }
        c->path += held != f->worm[i].links_held && f->def.output_buffer == 0;
        c->ways += length > 1;
    }
}

/* ---- march ---- */

typedef struct past {
    uint32_t packet, passed, length;
    uint64_t entered;
} past;

static void past_read(past *p) {
    for (uint32_t v = 0; v < f->vcs; v++) {
        const ws_frame_worm *worm = ws_frame_worm_of(f, f->vc[v].packet);
        p[v] = (past){f->vc[v].packet, f->vc[v].sent, worm ? worm->length : 0, worm ? worm->entered : 0};
    }
}

/* Flits of a packet that was through in the cycle of its first flit. */
static uint64_t at_once(const ws_frame_link *link, uint32_t v) {
    const ws_frame_flit *flit = &f->flit[link->flit0];
    return flit->packet != WS_NIL && flit->head && flit->tail && link->vc0 + flit->channel == v ? flit->flits : 0;
}

/* Flits that link l has sent between two looks, by what its virtual channels say. */
static uint64_t marched(uint32_t l, const past *before) {
    const ws_frame_link *link = &f->link[l];
    uint64_t sent = 0;
    for (uint32_t v = link->vc0; v < link->vc0 + link->channels; v++) {
        const ws_frame_vc *vc = &f->vc[v];
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

static void march_check(count *c, const past *before, const u64 *sent_before) {
    const ws_net *n = ws_session_net(s);
    for (uint32_t l = 0; l < f->links; l++) {
        uint64_t sent = n->link_flits[l] - sent_before[l];
        c->march += marched(l, before) != sent;
        c->moved += sent;
    }
}

static void cycles(count *c) {
    const ws_net *n = ws_session_net(s);
    past *before = malloc(f->vcs * sizeof *before);
    u64 *sent = malloc(f->links * sizeof *sent);
    bool torn = is_torn(n);
    for (int i = 0; i < STEPS; i++) {
        levels_check(c);
        for (uint32_t v = 0; v < f->vcs && f->pool == 0; v++) wire_check(c, v);
        if (i % 20 == 0 && f->vcs < 4000) paths_check(c);
        past_read(before);
        memcpy(sent, n->link_flits, f->links * sizeof *sent);
        ws_session_run(s, 1);
        look();
        if (!torn) march_check(c, before, sent);
    }
    free(before);
    free(sent);
}

static void scenario(const char *name) {
    ws_error error = {0};
    count c = {0};
    s = ws_session_open(name, NULL, &error);
    if (!s) fixture_stop(name, &error);
    ws_session_observe(s);
    const ws_net *n = ws_session_net(s);
    uint64_t reach = WORK / (n->size.queues + n->size.links);
    ws_session_run(s, reach < MOST ? reach : MOST);
    f = ws_frame_new(n);
    look();
    cycles(&c);
    ok(c.levels == 0, "%s: the packets in a queue are what it holds (%" PRIu64 " of them)", name, c.stretches);
    ok(c.marks == 0 && c.gaps == 0, "%s: flits are numbered from head to tail, without a gap (%u %u, %" PRIu64 ")", name, c.marks,
       c.gaps, c.flits);
    ok(c.march == 0, "%s: what has passed grows by what is sent (%u wrong, %" PRIu64 " flits)", name, c.march, c.moved);
    ok(c.path == 0, "%s: the path of a packet has no gap (%u, %" PRIu64 ")", name, c.path, c.ways);
    ws_frame_free(f);
    ws_session_close(s);
}

int main(void) {
    ws_scenario_row *rows;
    size_t rows_count = ws_scenarios_list(&rows, NULL);
    const char *only = getenv("CHANNELS");
    for (size_t i = 0; i < rows_count; i++)
        if (!only || strstr(rows[i].name, only)) scenario(rows[i].name);
    ws_scenarios_free(rows, rows_count);
    return done();
}
