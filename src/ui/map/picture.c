/* picture.c - see picture.h. */
#include "ui/map/picture.h"
#include "ui/panel.h"

static bool is_on_wire(const ws_frame *frame, const ws_frame_vc *vc) {
    const ws_frame_link *link = &frame->link[vc->link];
    for (uint32_t i = 0; link->flits > 0 && i < link->delay; i++)
        if (frame->flit[link->flit0 + i].packet == vc->packet)
            return true;
    return false;
}

ws_worm_here ws_worm_state_at(const ws_frame *frame, const ws_frame_vc *vc) {
    const ws_frame_worm *worm = ws_frame_worm_of(frame, vc->packet);
    if (!worm)
        return WS_HERE_NONE;
    if (worm->in_deadlock)
        return WS_HERE_RING;
    if (worm->blocked)
        return WS_HERE_WAITS;
    if (is_on_wire(frame, vc))
        return WS_HERE_MOVES;
    return vc->sent > 0 ? WS_HERE_HALTS : WS_HERE_CLAIMS;
}

void ws_slots_read(const ws_frame *frame, const ws_frame_vc *vc, ws_slot *slot) {
    const ws_frame_link *link = &frame->link[vc->link];
    uint32_t channel = (uint32_t)(vc - &frame->vc[link->vc0]);
    uint32_t now = vc->sent > 0 ? vc->packet : WS_NIL;
    for (uint32_t i = 0; i < link->delay; i++) {
        const ws_frame_flit *flit = &frame->flit[link->flit0 + i];
        slot[i] = (ws_slot){.packet = now};
        if (flit->packet == WS_NIL || flit->channel != channel)
            continue;
        slot[i] = (ws_slot){flit->packet, flit->number, flit->head, flit->tail, 0};
        now = flit->head ? WS_NIL : flit->packet;
    }
}

static int telling(const ws_slot *one) {
    return one->packet == WS_NIL ? 0 : 1 + one->tail + 2 * one->head;
}

static ws_slot slot_of_many(const ws_slot *slot, uint32_t from, uint32_t end) {
    ws_slot best = {.packet = WS_NIL};
    for (uint32_t i = from; i < end; i++) {
        if (telling(&slot[i]) <= telling(&best))
            continue;
        best = slot[i];
        best.within = (uint8_t)(i - from);
    }
    return best;
}

ws_slot ws_slot_shown(const ws_slot *slot, uint32_t places, uint32_t cells, uint32_t cell) {
    uint32_t from = cell * places / cells;
    if (places >= cells)
        return slot_of_many(slot, from, (cell + 1) * places / cells);
    uint32_t first = (from * cells + places - 1) / places;
    uint32_t end = ((from + 1) * cells + places - 1) / places;
    uint32_t middle = (first + end - 1) / 2;
    ws_slot shown = slot[from];
    bool ahead = shown.head && cell > middle;
    bool behind = shown.tail && cell < middle;
    if (ahead || behind)
        shown.packet = WS_NIL;
    shown.head &= cell == middle;
    return shown;
}

uint32_t ws_slot_nearest(const ws_frame *frame, const ws_frame_link *link, uint32_t cells,
                         uint32_t cell) {
    uint32_t from = (uint32_t)((uint64_t)cell * link->delay / cells);
    uint32_t end = (uint32_t)((uint64_t)(cell + 1) * link->delay / cells);
    for (uint32_t place = end > from ? end : from + 1; place-- > from;)
        if (frame->flit[link->flit0 + place].packet != WS_NIL)
            return place;
    return WS_NIL;
}
