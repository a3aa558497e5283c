/* hops.c - see hops.h. */
#include "ui/hops.h"

#include <stdlib.h>

#include "wormscope/memory.h"

bool ws_is_cut(const ws_frame *frame) {
    for (uint32_t i = 0; i < frame->links; i++)
        if (frame->link[i].cut)
            return true;
    return false;
}

/* The switch of a host; a switch is its own. */
static uint32_t switch_of(const ws_frame *frame, uint32_t node) {
    if (node < frame->switches)
        return node;
    for (uint32_t i = 0; i < frame->links; i++)
        if (frame->link[i].from == node)
            return frame->link[i].to;
    return WS_NIL;
}

/* Gives all switches next to those `hops` away their distance + 1. Returns how many are new. */
static uint32_t widen(const ws_frame *frame, uint32_t *distance, uint32_t hops, bool intact) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->links; i++) {
        const ws_frame_link *link = &frame->link[i];
        bool between = link->from < frame->switches && link->to < frame->switches;
        if (!between || (link->cut && !intact))
            continue;
        if (distance[link->from] != hops + 1 || distance[link->to] > 0)
            continue;
        distance[link->to] = hops + 2;
        count++;
    }
    return count;
}

uint32_t ws_hops_between(const ws_frame *frame, uint32_t from, uint32_t to, bool intact) {
    uint32_t first = switch_of(frame, from);
    uint32_t last = switch_of(frame, to);
    if (first == WS_NIL || last == WS_NIL)
        return WS_NIL;
    uint32_t *distance = ws_alloc(frame->switches, sizeof *distance); /* + 1; 0: not reached */
    uint32_t hops = 0;
    distance[first] = 1;
    while (distance[last] == 0 && widen(frame, distance, hops, intact) > 0)
        hops++;
    uint32_t found = distance[last] > 0 ? distance[last] - 1 : WS_NIL;
    free(distance);
    return found;
}
