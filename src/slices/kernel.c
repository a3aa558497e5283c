/* kernel.c - the row of this kernel: what must be in force, and where it pays. See slices.h. */
#include "slices.h"

static bool slices_may(const ws_net *n) {
    const ws_def *def = n->def;
    bool plain = def->timeout_policy == WS_TIMEOUT_POLICY_NONE && n->control.reserved[0] == 0;
    bool turns = def->arbiter == WS_ARBITER_ROUND_ROBIN && def->switch_priority == 0 &&
                 def->multiplexing == WS_MULTIPLEXING_FLIT;
    bool room = n->grant_room == WS_GRANT_ROOM_NONE || n->grant_room == WS_GRANT_ROOM_FLIT;
    return plain && turns && room && !n->store;
}

/* Where hardly anything moves, where packets are short, and where flits go in long segments the
 * general kernel is faster: flit-hops a cycle and word of switches from which on this one is taken,
 * and below which it is left again (measured on 8x8 to 64x64). */
static u32 slices_pays(const ws_net *n, bool runs) {
    const struct ws_slices *sl = n->slices;
    enum { SHORT = 8, DEEP = 64 };
    i64 mean = n->def->length_mean * n->def->length_unit;
    if (sl->vcs > 1)
        return (runs ? 6 : 9) * sl->words;
    if (n->def->buffer >= DEEP || mean < SHORT)
        return UINT32_MAX;
    return (runs ? 24 : 32) * sl->words;
}

const ws_kernel kernel_slices = {
    .name = "slices",
    .lack = slices_lack,
    .make = slices_make,
    .free = slices_free,
    .may = slices_may,
    .pays = slices_pays,
    .enter = slices_enter,
    .resume = slices_resume,
    .run = slices_run,
    .show = slices_show,
    .delivered = slices_delivered,
};
