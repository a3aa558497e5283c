/* apart.c - see apart.h. */
#include "ui/apart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/worm_state.h"
#include "wormscope/memory.h"

/* ---- the same worm ---- */

typedef struct worm_key {
    uint64_t created;
    uint64_t entered;
    uint32_t source;
    uint32_t place;
} worm_key;

static int key_compare(const void *one, const void *other) {
    const worm_key *mine = one;
    const worm_key *theirs = other;
    if (mine->entered != theirs->entered)
        return mine->entered < theirs->entered ? -1 : 1;
    if (mine->source != theirs->source)
        return mine->source < theirs->source ? -1 : 1;
    return (mine->created > theirs->created) - (mine->created < theirs->created);
}

static worm_key key_of(const ws_frame *frame, uint32_t place) {
    const ws_frame_worm *worm = &frame->worm[place];
    return (worm_key){worm->created, worm->entered, worm->source, place};
}

void ws_same_find(ws_same *same, const ws_frame *of, const ws_frame *in) {
    worm_key *keys = ws_alloc(in->worms + 1, sizeof *keys);
    for (uint32_t i = 0; i < in->worms; i++)
        keys[i] = key_of(in, i);
    qsort(keys, in->worms, sizeof *keys, key_compare);
    if (same->room < of->worms || !same->place) {
        same->room = of->worms + of->worms / 2 + 1;
        same->place = ws_resize(same->place, same->room, sizeof *same->place);
    }
    for (uint32_t i = 0; i < of->worms; i++) {
        worm_key wanted = key_of(of, i);
        const worm_key *found = bsearch(&wanted, keys, in->worms, sizeof *keys, key_compare);
        same->place[i] = found ? found->place : WS_NIL;
    }
    free(keys);
}

void ws_same_free(ws_same *same) {
    free(same->place);
    *same = (ws_same){0};
}

/* ---- what differs ---- */

static bool has_same_links(const ws_frame *one, const ws_frame *other) {
    bool nodes = one->switches == other->switches && one->hosts == other->hosts;
    return nodes && one->links == other->links;
}

static bool is_same_network(const ws_frame *one, const ws_frame *other) {
    return has_same_links(one, other) && one->queues == other->queues;
}

static bool state_differs(const ws_frame_worm *one, const ws_frame_worm *other) {
    bool head = one->head_queue != other->head_queue || one->blocked != other->blocked;
    bool body = one->links_held != other->links_held || one->killed != other->killed;
    return head || body || one->since != other->since;
}

bool ws_same_differs(const ws_same *same, const ws_frame *of, uint32_t place, const ws_frame *in) {
    uint32_t there = same->place[place];
    if (there == WS_NIL || !is_same_network(of, in))
        return true;
    return state_differs(&of->worm[place], &in->worm[there]);
}

/* Is a packet of one frame the same worm as a packet of the other? */
static bool is_same_packet(const ws_same *same, const ws_frame *of, uint32_t packet,
                           const ws_frame *in, uint32_t other) {
    if (packet == WS_NIL || other == WS_NIL)
        return packet == other;
    uint32_t place = of->worm_of[packet];
    if (place == WS_NIL)
        return in->worm_of[other] == WS_NIL;
    return same->place[place] == in->worm_of[other];
}

static bool flits_differ(const ws_same *same, const ws_frame *of, const ws_frame *in, uint32_t at,
                         uint32_t there) {
    const ws_frame_flit *one = &of->flit[at];
    const ws_frame_flit *other = &in->flit[there];
    bool alike = is_same_packet(same, of, one->packet, in, other->packet);
    return !alike || one->number != other->number;
}

static bool link_differs(const ws_same *same, const ws_frame *of, const ws_frame *in,
                         uint32_t link) {
    const ws_frame_link *one = &of->link[link];
    const ws_frame_link *other = &in->link[link];
    bool leads = one->from == other->from && one->to == other->to;
    if (!leads || one->cut != other->cut || one->delay != other->delay)
        return true;
    if (!is_same_packet(same, of, one->holder, in, other->holder))
        return true;
    for (uint32_t i = 0; i < one->delay; i++)
        if (flits_differ(same, of, in, one->flit0 + i, other->flit0 + i))
            return true;
    return one->buffered != other->buffered;
}

uint32_t ws_links_apart(const ws_same *same, const ws_frame *of, const ws_frame *in) {
    uint32_t count = 0;
    if (!has_same_links(of, in))
        return of->links;
    for (uint32_t i = 0; i < of->links; i++)
        count += link_differs(same, of, in, i);
    return count;
}

void ws_hues_share(ws_hues *hues, const ws_same *same, const ws_hues *from) {
    if (hues->key > WS_COLOUR_CLASS) /* other keys say how a worm does: that may differ */
        return;
    for (uint32_t i = 0; i < same->room && i < hues->room; i++) {
        uint32_t there = same->place[i];
        if (there != WS_NIL && there < from->room)
            hues->hue[i] = from->hue[there];
    }
}

/* ---- in words ---- */

static uint32_t node_of(const ws_frame *frame, const ws_frame_worm *worm) {
    if (worm->head_queue != WS_NIL)
        return frame->queue[worm->head_queue].node;
    return frame->switches + worm->source;
}

static const char *name_of(const ws_frame *frame, uint32_t node) {
    return frame->graph.node[node].name;
}

static const char *doing(const ws_frame_worm *worm) {
    if (worm->killed)
        return "is killed";
    return ws_worm_state_of(worm) == WS_WORM_MOVES ? "moves" : "waits";
}

typedef struct worm_name {
    char text[2 * WS_NAME_MAX + 8];
} worm_name;

static worm_name worm_name_of(const ws_frame *frame, const ws_frame_worm *worm) {
    worm_name name;
    const char *from = name_of(frame, frame->switches + worm->source);
    const char *to = name_of(frame, frame->switches + worm->dest);
    snprintf(name.text, sizeof name.text, "%s→%s", from, to);
    return name;
}

/* A worm that only one of the two has. */
static bool tell_alone(ws_apart *apart, const ws_frame *of, const ws_same *same, const char *letter,
                       const char *other) {
    for (uint32_t i = 0; i < of->worms; i++) {
        const ws_frame_worm *worm = &of->worm[i];
        if (same->place[i] != WS_NIL)
            continue;
        apart->node = node_of(of, worm);
        snprintf(apart->text, sizeof apart->text, "%s %s in %s, is not in %s",
                 worm_name_of(of, worm).text, doing(worm), letter, other);
        return true;
    }
    return false;
}

static bool tell_state(ws_apart *apart, const ws_frame *before, const ws_same *same,
                       const ws_frame *after) {
    for (uint32_t i = 0; i < before->worms; i++) {
        const ws_frame_worm *mine = &before->worm[i];
        if (same->place[i] == WS_NIL || !ws_same_differs(same, before, i, after))
            continue;
        const ws_frame_worm *theirs = &after->worm[same->place[i]];
        bool alike = strcmp(doing(mine), doing(theirs)) == 0;
        apart->node = node_of(before, mine);
        if (alike)
            snprintf(apart->text, sizeof apart->text, "%s is elsewhere in B",
                     worm_name_of(before, mine).text);
        else
            snprintf(apart->text, sizeof apart->text, "%s %s in A, %s in B",
                     worm_name_of(before, mine).text, doing(mine), doing(theirs));
        return true;
    }
    return false;
}

static bool tell_host(ws_apart *apart, const ws_frame *before, const ws_frame *after) {
    for (uint32_t h = 0; h < before->hosts; h++) {
        uint32_t mine = before->host[h].waiting_all;
        uint32_t theirs = after->host[h].waiting_all;
        if (mine == theirs)
            continue;
        apart->node = before->switches + h;
        snprintf(apart->text, sizeof apart->text, "messages queued: %u in A, %u in B", mine,
                 theirs);
        return true;
    }
    return false;
}

static bool tell_link(ws_apart *apart, const ws_frame *before, const ws_same *same,
                      const ws_frame *after) {
    for (uint32_t i = 0; i < before->links; i++) {
        if (!link_differs(same, before, after, i))
            continue;
        apart->node = before->link[i].from;
        snprintf(apart->text, sizeof apart->text, "the flits on %s→%s differ",
                 name_of(before, before->link[i].from), name_of(before, before->link[i].to));
        return true;
    }
    return false;
}

static uint32_t flits_in(const ws_frame *frame, uint32_t queue) {
    const ws_frame_queue *held = &frame->queue[queue];
    uint32_t flits = 0;
    for (uint32_t i = 0; i < held->stretches; i++)
        flits += frame->stretch[held->first_stretch + i].flits;
    return flits;
}

static bool tell_queue(ws_apart *apart, const ws_frame *before, const ws_frame *after) {
    for (uint32_t i = 0; i < before->queues; i++) {
        const ws_frame_queue *mine = &before->queue[i];
        uint32_t flits = flits_in(before, i);
        uint32_t theirs = flits_in(after, i);
        if (flits == theirs && mine->flits == after->queue[i].flits)
            continue;
        apart->node = mine->node;
        const char *what =
            mine->node < before->switches ? "flits in a buffer" : "flits still to send";
        snprintf(apart->text, sizeof apart->text, "%s: %u in A, %u in B", what,
                 flits ? flits : mine->flits, theirs ? theirs : after->queue[i].flits);
        return true;
    }
    return false;
}

ws_apart ws_apart_tell(const ws_frame *before, const ws_frame *after) {
    ws_apart apart = {.node = WS_NIL, .text = "the networks differ"};
    ws_same there = {0};
    ws_same back = {0};
    if (!is_same_network(before, after))
        return apart;
    ws_same_find(&there, before, after);
    ws_same_find(&back, after, before);
    snprintf(apart.text, sizeof apart.text, "the state of a switch or host differs");
    bool told =
        tell_alone(&apart, before, &there, "A", "B") || tell_alone(&apart, after, &back, "B", "A");
    told = told || tell_state(&apart, before, &there, after);
    told = told || tell_host(&apart, before, after);
    told = told || tell_link(&apart, before, &there, after);
    if (!told)
        tell_queue(&apart, before, after);
    ws_same_free(&there);
    ws_same_free(&back);
    return apart;
}
