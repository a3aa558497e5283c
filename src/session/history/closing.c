/* closing.c - see history.h. */
#include "session/history/history.h"

#include <assert.h>
#include <string.h>

#include "session/memory.h"
#include "session/session_state.h"

/* ---- looks ---- */

/* Forgets everything about a network that has been rebuilt: the new one is empty. */
static void network_follow(ws_session *s) {
    ws_closing *c = &s->closing;
    if (c->waits && c->networks == s->networks)
        return;
    session_closing_free(s);
    c->networks = s->networks;
    c->waits = ws_waits_new(s->net);
    c->found.dead = 0;
}

static bool is_closed(ws_session *s) {
    ws_waits_update(s->closing.waits, s->net);
    return ws_waits_deadlock(s->closing.waits);
}

/* Saves the state of a network in place of what was saved before, if anything was. */
static void state_save(const ws_net *net, ws_saved_state *saved) {
    saved->size = ws_net_saved_size(net);
    saved->bytes = ws_must(realloc(saved->bytes, saved->size));
    ws_net_save(net, saved->bytes);
}

/* Returns the flits that have left a switch since cycle 0, as a measure of the time that stepping
 * took. */
static uint64_t flits_moved(const ws_session *s) {
    return ws_net_total(s->net, WS_TOTAL_FLIT_HOPS);
}

static void open_keep(ws_session *s) {
    ws_closing *c = &s->closing;
    state_save(s->net, &c->open);
    c->open_cycle = session_now(s);
    c->clear_cycle = c->open_cycle;
    c->open_flits = flits_moved(s);
    c->has_open = true;
    c->is_fresh = false;
}

/* Notes that the network is as it was built. The state can be built once more, so a run without a
 * deadlock copies nothing. */
static void open_keep_fresh(ws_session *s) {
    ws_closing *c = &s->closing;
    c->open_cycle = 0;
    c->clear_cycle = 0;
    c->open_flits = 0;
    c->has_open = true;
    c->is_fresh = true;
}

static void fresh_build(ws_session *s) {
    ws_closing *c = &s->closing;
    const ws_build *build = s->builds[s->build];
    ws_error error;
    ws_net *net = ws_net_build(&build->def, build->graph, s->script.draft.hosts, &error);
    assert(net && ws_net_state_size(net) == ws_net_state_size(s->net));
    state_save(net, &c->open);
    c->is_fresh = false;
    ws_net_free(net);
}

/* Notes a look that found no deadlock. The state is copied only after one flit has moved for each
 * of its bytes, which takes a hundred times as long as the copy. */
static void clear_note(ws_session *s) {
    ws_closing *c = &s->closing;
    uint64_t moved = flits_moved(s) - c->open_flits;
    if (!c->has_open || moved >= ws_net_state_size(s->net))
        open_keep(s);
    c->clear_cycle = session_now(s);
}

/* Notes the deadlock. The network and the waits are in the state in which the ring has just
 * closed. */
static void found_note(ws_session *s) {
    ws_closing *c = &s->closing;
    size_t queues;
    const ws_wait *wait = ws_waits_of(c->waits, &queues);
    c->found.dead = 1;
    c->found.cycle = session_now(s);
    if (c->found.ever)
        return;
    c->found.ever = 1;
    c->found.first = c->found.cycle;
    c->found.queues = c->found.victims = 0;
    for (size_t q = 0; q < queues; q++) {
        c->found.queues += wait[q].order == WS_ORDER_DEADLOCK && wait[q].in_deadlock;
        c->found.victims += wait[q].order == WS_ORDER_DEADLOCK && !wait[q].in_deadlock;
    }
}

/* ---- bisection ---- */

/* Measures the events up to here, before the state is put back. */
static void settle(ws_session *s) {
    size_t count;
    ws_net_events(s->net, &count);
    if (count)
        ws_metrics_feed(s->metrics, s->net);
    ws_net_events_clear(s->net);
}

static void step_to(ws_session *s, uint64_t cycle) {
    while (session_now(s) < cycle) {
        ws_net_step(s->net, cycle - session_now(s));
        ws_net_events_clear(s->net);
    }
}

/* Steps from the open state to a cycle, with no line between them. */
static void replay(ws_session *s, uint64_t cycle) {
    if (s->closing.is_fresh)
        fresh_build(s);
    ws_net_restore(s->net, s->closing.open.bytes);
    step_to(s, cycle);
}

/* Finds the first state with a closed ring, and leaves network and waits in it. The ring is open at
 * clear_cycle and closed at `until`. */
static void bisect(ws_session *s, uint64_t until) {
    if (s->closing.open_cycle < s->closing.clear_cycle) {
        replay(s, s->closing.clear_cycle);
        open_keep(s);
    }
    while (until - s->closing.open_cycle > 1) {
        uint64_t middle = s->closing.open_cycle + (until - s->closing.open_cycle) / 2;
        replay(s, middle);
        if (is_closed(s))
            until = middle;
        else
            open_keep(s);
    }
    replay(s, until);
    is_closed(s);
}

/* ---- for the session ---- */

void session_closing_begin(ws_session *s) {
    ws_closing_found found = s->closing.found;
    network_follow(s);
    s->closing.found = found;
    s->closing.has_open = false;
    if (found.dead)
        return;
    if (session_now(s) == 0)
        open_keep_fresh(s);
    else
        open_keep(s);
}

void session_closing_check(ws_session *s) {
    ws_closing *c = &s->closing;
    network_follow(s);
    if (c->found.dead || (c->has_open && c->clear_cycle == session_now(s)))
        return;
    if (!is_closed(s)) {
        clear_note(s);
        return;
    }
    settle(s);
    ws_saved_state present = {NULL, 0};
    state_save(s->net, &present);
    if (c->has_open)
        bisect(s, session_now(s));
    found_note(s);
    ws_net_restore(s->net, present.bytes);
    free(present.bytes);
}

void session_closing_changed(ws_session *s) {
    network_follow(s);
    if (!is_closed(s)) {
        s->closing.found.dead = 0;
        open_keep(s);
    } else if (!s->closing.found.dead) {
        found_note(s); /* a line has closed the ring */
    }
}

void session_closing_free(ws_session *s) {
    ws_closing *c = &s->closing;
    if (c->waits)
        ws_waits_free(c->waits);
    free(c->open.bytes);
    c->waits = NULL;
    c->open = (ws_saved_state){NULL, 0};
    c->has_open = false;
}

/* ---- for everybody ---- */

ws_deadlock ws_session_deadlock(ws_session *s) {
    session_closing_check(s);
    const ws_closing_found *found = &s->closing.found;
    return (ws_deadlock){.now = found->dead,
                         .cycle = found->cycle,
                         .ever = found->ever,
                         .first = found->first,
                         .ring = (uint32_t)found->queues,
                         .victims = (uint32_t)found->victims};
}

uint64_t ws_session_deadlock_ahead(ws_session *s, uint64_t *until) {
    session_closing_check(s);
    uint64_t now = session_now(s);
    uint64_t last = session_undisturbed(s, *until);
    uint64_t closed = UINT64_MAX;
    if (last > now)
        *until = last;
    if (s->closing.found.dead || last <= now)
        return closed;
    settle(s);
    if (s->closing.open_cycle < now || s->closing.is_fresh)
        open_keep(s);
    step_to(s, last);
    if (!is_closed(s)) {
        ws_net_restore(s->net, s->closing.open.bytes);
        return closed;
    }
    ws_saved_state present = {ws_alloc(s->closing.open.size, 1), s->closing.open.size};
    memcpy(present.bytes, s->closing.open.bytes, present.size);
    bisect(s, last);
    closed = session_now(s);
    ws_net_restore(s->net, present.bytes);
    open_keep(s);
    free(present.bytes);
    return closed;
}
