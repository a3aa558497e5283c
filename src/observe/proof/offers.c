/* offers.c - see offers.h. */
#include "observe/proof/offers.h"

#include <stdlib.h>
#include <string.h>

#include "wormscope/memory.h"

void ws_offers_begin(ws_offers *offers, uint32_t vcs) {
    *offers = (ws_offers){.vcs = vcs};
    offers->first = ws_alloc(vcs, sizeof *offers->first);
}

void ws_offers_free(ws_offers *offers) {
    free(offers->row);
    free(offers->vc);
    free(offers->first);
}

static bool is_known(const ws_offers *offers, const ws_offer *what, const uint32_t *vc) {
    uint32_t at = offers->first[what->held];
    size_t size = what->count * sizeof *vc;
    while (at > 0) {
        const ws_offer *row = &offers->row[at - 1];
        const uint32_t *known = offers->vc + row->first;
        bool alike = row->count == what->count;
        if (alike && memcmp(known, vc, size) == 0)
            return true;
        at = row->next;
    }
    return false;
}

static void rows_reserve(ws_offers *offers) {
    if (offers->count < offers->room)
        return;
    offers->room = 2 * offers->room + 64;
    offers->row = ws_resize(offers->row, offers->room, sizeof *offers->row);
}

static void members_reserve(ws_offers *offers, uint32_t count) {
    if (offers->members + count <= offers->members_room)
        return;
    offers->members_room = 2 * offers->members_room + count + 64;
    offers->vc = ws_resize(offers->vc, offers->members_room, sizeof *offers->vc);
}

void ws_offers_add(ws_offers *offers, const ws_offer *what, const uint32_t *vc) {
    if (is_known(offers, what, vc))
        return;
    rows_reserve(offers);
    members_reserve(offers, what->count);
    ws_offer *row = &offers->row[offers->count];
    uint32_t *first = &offers->first[what->held];
    offers->count++;
    *row = *what;
    row->first = offers->members;
    row->next = *first;
    *first = offers->count;
    memcpy(offers->vc + row->first, vc, what->count * sizeof *vc);
    offers->members += what->count;
}

bool ws_offer_is_stuck(const ws_offers *offers, const ws_offer *row, const uint8_t *closed) {
    const uint32_t *vc = offers->vc + row->first;
    const uint32_t *end = vc + row->count;
    for (; vc < end; vc++)
        if (!closed[*vc])
            return false;
    return true;
}

/* Does a packet that waits at the end of virtual channel v request nothing outside the set? */
static bool holds_stuck(const ws_offers *offers, uint32_t v, const uint8_t *closed) {
    uint32_t at = offers->first[v];
    while (at > 0) {
        const ws_offer *row = &offers->row[at - 1];
        if (ws_offer_is_stuck(offers, row, closed))
            return true;
        at = row->next;
    }
    return false;
}

/* Takes the virtual channels out of the set whose packets all have a way out of it. */
static uint32_t leave_out(const ws_offers *offers, uint8_t *closed) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < offers->vcs; v++) {
        bool stays = holds_stuck(offers, v, closed);
        if (stays || !closed[v])
            continue;
        closed[v] = 0;
        count++;
    }
    return count;
}

uint32_t ws_offers_close(const ws_offers *offers, uint8_t *closed) {
    uint32_t count = offers->vcs;
    uint32_t out = 1;
    memset(closed, 1, count);
    while (out > 0) {
        out = leave_out(offers, closed);
        count -= out;
    }
    return count;
}
