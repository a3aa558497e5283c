/* live.c - what may change while a network runs: the fields that are LIVE in params.def, each with
 * what must be set anew when it does. */
#include "build.h"

#include <string.h>

/* Consequences of a change; the rules of the core are derived anew after each. */
enum {
    REQUESTS = 1,    /* whoever waits for a virtual channel tries again */
    DRAW = 2,        /* every host draws its next message anew */
    LOAD = 4,        /* those do whose load is the common one */
    HOT_SENDERS = 8, /* all do, with traffic hot-senders */
    ORDER = 16,      /* source queues are put in order */
    TIMERS = 32,     /* timers of waiting heads are set anew */
    POLICE = 64,     /* token buckets are brought up to date */
    IS_LIVE = 128
};

typedef struct live_field {
    size_t offset;
    size_t size;
    unsigned effects; /* 0: fixed by the build */
} live_field;

static const live_field fields[] = {
#define BUILD             0
#define LIVE(effects)     (IS_LIVE | effects)
#define ALSO(field, when) {offsetof(ws_def, field), sizeof(((ws_def *)0)->field), when},
#define PARAM(name, unit, type, field, min, max, start, step, when, readers, names, doc)           \
    ALSO(field, when)
#include "wormscope/params.def"
};

/* Copies the live fields of `next`; returns the effects of those that differ. */
static unsigned live_copy(ws_def *def, const ws_def *next) {
    unsigned effects = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const live_field *field = &fields[i];
        u8 *to = (u8 *)def + field->offset;
        const u8 *from = (const u8 *)next + field->offset;
        if (field->effects == 0)
            continue;
        if (memcmp(to, from, field->size) != 0)
            effects |= field->effects;
        memcpy(to, from, field->size);
    }
    return effects;
}

static bool is_bubble(const ws_def *def) {
    return def->grant_room == WS_GRANT_ROOM_BUBBLE;
}

/* Can a network of this build take the change? Another build might. */
static bool build_check(const ws_net *n, const ws_def *def, ws_error *error) {
    if (n->packet_room > 0 && longest_packet(def) > (i64)n->packet_room)
        return fail_with(
            error,
            "with flow-control packet-credit, packets may have at most %u flits: as many "
            "as when the network was built",
            n->packet_room);
    if (n->layout.saqs > 0 && def->saqs > n->layout.saqs)
        return fail_with(
            error,
            "this network was built with room for %u set-aside queues a port; set saqs "
            "before cycle 0",
            n->layout.saqs);
    if (is_bubble(def) != is_bubble(n->def))
        return fail_with(error, "grant-room bubble is fixed by the build, and so is leaving it") ||
               ws_remedy_rebuild(error, "grant-room", "VALUE");
    if (def->traffic == WS_TRAFFIC_EQUAL_DISTANCE && !n->wire.near_count)
        return fail_with(error, "traffic equal-distance needs a table from the build") ||
               ws_remedy_rebuild(error, "traffic", "equal-distance");
    return true;
}

/* Puts the rules into force by which virtual channels are granted. */
static void rules_change(ws_net *n, bool request) {
    bool stored = n->store;
    net_derive(n);
    if (n->model->changed)
        n->model->changed(n);
    for (EACH(l, n->size.links))
        needs_forget(n, l);
    if (stored && !n->store)
        for (EACH(q, n->wire.source_queue0))
            store_release(n, q); /* heads that waited for their tails may go on */
    for (EACH(l, n->size.links))
        if (request && is_requested(n, l))
            link_wake(n, l);
}

/* The hosts whose load or lengths have changed draw their next message anew. */
static void hosts_restart(ws_net *n, bool all, bool common_load) {
    for (EACH(h, n->size.hosts)) {
        bool has_common_load = n->host[h].load < 0;
        if (all || (common_load && has_common_load))
            n->workload->restart(n, h);
    }
}

static bool is_hot(const ws_def *def) {
    return def->traffic == WS_TRAFFIC_HOT_SENDERS;
}

/* Buffers hold more messages if messages are shorter. If the table had no rows for these, hosts
 * would be silent while their links are free. */
static bool messages_check(const ws_net *n, const ws_def *def, ws_error *error) {
    u32 room = n->size.messages;
    u32 rows = messages_needed(n, def);
    if (rows <= room)
        return true;
    return fail_with(
               error,
               "this network was built with room for %u messages, and with messages that short it "
               "can hold %u",
               room, rows) ||
           ws_remedy_rebuild(error, "length", "VALUE") ||
           fail_advise(error, ", or set message-capacity before cycle 0");
}

static bool change_check(const ws_net *n, const ws_def *def, ws_error *error) {
    if (!def_check(def, &n->graph, error))
        return false;
    if (!net_check(n, def, error))
        return false;
    if (!messages_check(n, def, error))
        return false;
    return build_check(n, def, error);
}

bool ws_net_change(ws_net *n, const ws_def *next, ws_error *error) {
    ws_def old = *n->def;
    ws_def def = old;
    assert(is_settled(n));
    unsigned effects = live_copy(&def, next);
    if (memcmp(&def, next, sizeof def) != 0)
        return fail_with(error, "this parameter is fixed by the build of the network");
    if (!change_check(n, &def, error))
        return false;
    *n->def = def;
    rules_change(n, effects & REQUESTS);
    if (effects & ORDER)
        sources_reorder(n, old.alpha > 0);
    if (effects & POLICE)
        police_change(n, (u64)old.police_rate);
    if (effects & TIMERS)
        deadlines_rearm(n);
    bool hot = is_hot(&def) || is_hot(&old);
    bool all = effects & DRAW || (hot && effects & HOT_SENDERS);
    hosts_restart(n, all, effects & LOAD);
    return true;
}

bool ws_net_change_host(ws_net *n, uint32_t h, const ws_host_def *def, ws_error *error) {
    bool known = h < n->size.hosts && def->dest < (i64)n->size.hosts;
    if (!known || def->traffic_class >= WS_CLASSES_MAX)
        return fail_with(error, "unknown host or class; the hosts are 0 to %u", n->size.hosts - 1);
    bool load_changes = n->host[h].load != def->load;
    n->host[h] = *def;
    if (!load_changes)
        return true;
    n->workload->derive(n);
    n->workload->restart(n, h);
    return true;
}
