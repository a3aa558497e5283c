/* dependencies.c - see dependencies.h. */
#include "observe/proof/dependencies.h"

#include <stdlib.h>
#include <string.h>

#include "core/network.h"
#include "core/route_preview.h"
#include "core/verbs.h"
#include "wormscope/memory.h"

enum { PROBE = 0, TIES = 4, TABLE_LEAST = 1024 };

/* A packet in front of a queue of a switch: all that its route may depend on. */
typedef struct stand {
    u32 q;
    u32 flags;
    /* the last virtual channel of the escape layer that it took; NIL if none */
    u32 escape;
    u32 source;
    u32 links;
} stand;

/* A dependency in a list by the virtual channel that is held. */
typedef struct link_row {
    ws_dependency what;
    u32 next; /* + 1; 0: none */
} link_row;

typedef struct row_list {
    link_row *row;
    u32 count;
    u32 room;
    u32 *first; /* by virtual channel: row + 1 */
} row_list;

typedef struct walk {
    ws_net *n;
    const ws_routing *routing;
    u32 dest;
    /* all stands met on the way to this destination, in the order of meeting */
    stand *met;
    u32 count;
    u32 room;
    /* where each is in `met`, + 1, by its hash */
    u32 *table;
    u32 slots;
    row_list all;
    row_list escape;
    ws_offers offers;
    u64 trapped;
    u64 detours;
} walk;

/* ---- lists of dependencies ---- */

static void list_begin(row_list *list, u32 vcs) {
    list->first = ws_alloc(vcs, sizeof *list->first);
}

static void list_free(row_list *list) {
    free(list->first);
    free(list->row);
}

/* The dependency of these two virtual channels; NULL if it is not in the list yet. */
static ws_dependency *list_find(row_list *list, u32 held, u32 requested) {
    u32 at = list->first[held];
    while (at > 0) {
        link_row *row = &list->row[at - 1];
        if (row->what.requested == requested)
            return &row->what;
        at = row->next;
    }
    return NULL;
}

static void list_append(row_list *list, const ws_dependency *what) {
    u32 *first = &list->first[what->held];
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        size_t size = list->room * sizeof *list->row;
        list->row = ws_must(realloc(list->row, size));
    }
    link_row *row = &list->row[list->count];
    list->count++;
    row->what = *what;
    row->next = *first;
    *first = list->count;
}

/* Is this packet the better example: has it no choice, or else come from nearer? */
static bool is_plainer(const ws_dependency *one, const ws_dependency *other) {
    if (one->forced != other->forced)
        return one->forced;
    return one->links < other->links;
}

static void list_add(row_list *list, const ws_dependency *what) {
    ws_dependency *known = list_find(list, what->held, what->requested);
    if (!known) {
        list_append(list, what);
        return;
    }
    bool enters = known->enters || what->enters;
    if (is_plainer(what, known))
        *known = *what;
    known->enters = enters;
}

/* The rows, side by side by the virtual channel that is held. */
static ws_dependency_list list_pack(const row_list *list, u32 vcs) {
    ws_dependency_list packed = {.count = list->count};
    packed.row = ws_alloc(list->count, sizeof *packed.row);
    packed.first = ws_alloc(vcs + 1, sizeof *packed.first);
    u32 count = 0;
    for (EACH(v, vcs)) {
        packed.first[v] = count;
        u32 at = list->first[v];
        while (at > 0) {
            const link_row *row = &list->row[at - 1];
            packed.row[count] = row->what;
            count++;
            at = row->next;
        }
    }
    packed.first[vcs] = count;
    return packed;
}

/* ---- stands that have been met ---- */

static bool is_same(const stand *one, const stand *other) {
    if (one->q != other->q || one->flags != other->flags)
        return false;
    return one->escape == other->escape;
}

static u32 slot_of(const walk *w, const stand *at) {
    u64 place = (u64)at->q << 32 | at->flags;
    u64 hash = mix64(place + mix64(at->escape));
    u32 slot = (u32)hash & (w->slots - 1);
    while (w->table[slot] > 0) {
        u32 known = w->table[slot] - 1;
        if (is_same(&w->met[known], at))
            break;
        slot = (slot + 1) & (w->slots - 1);
    }
    return slot;
}

/* Doubles the slots of the hash table. */
static void table_grow(walk *w) {
    u32 slots = 2 * w->slots;
    free(w->table);
    w->slots = slots < TABLE_LEAST ? TABLE_LEAST : slots;
    w->table = ws_alloc(w->slots, sizeof *w->table);
    for (EACH(i, w->count)) {
        u32 slot = slot_of(w, &w->met[i]);
        w->table[slot] = i + 1;
    }
}

static void meet(walk *w, const stand *at) {
    if (2 * (w->count + 1) > w->slots)
        table_grow(w);
    u32 slot = slot_of(w, at);
    if (w->table[slot] > 0)
        return;
    if (w->count == w->room) {
        w->room = 2 * w->room + 64;
        size_t size = w->room * sizeof *w->met;
        w->met = ws_must(realloc(w->met, size));
    }
    w->met[w->count] = *at;
    w->count++;
    w->table[slot] = w->count;
}

static void forget(walk *w) {
    w->count = 0;
    memset(w->table, 0, w->slots * sizeof *w->table);
}

/* ---- the walk ---- */

static u32 held_by(const walk *w, const stand *at) {
    return w->n->wire.queue_vc[at->q];
}

static u32 link_of_vc(const walk *w, u32 v) {
    return w->n->wire.vc_link[v];
}

/* Is the head still on the link from its host? */
static bool is_at_first(const walk *w, const stand *at) {
    u32 l = link_of_vc(w, held_by(w, at));
    u32 x = w->n->wire.link_from[l];
    return x >= w->n->size.switches;
}

/* Is virtual channel v in the escape layer? Virtual channels to hosts always are. */
static bool is_escape(const walk *w, u32 v) {
    const ws_net *n = w->n;
    u32 l = link_of_vc(w, v);
    if (is_sink(n, l))
        return true;
    if (n->wire.link_from[l] >= n->size.switches)
        return false;
    u64 set = w->routing->escape_vcs(n, l);
    return set >> vc_of_link(n, v) & 1;
}

static u32 escape_held(const walk *w, const stand *at) {
    u32 held = held_by(w, at);
    switch (w->routing->escape) {
    case ESCAPE_NONE: return NIL;
    case ESCAPE_WORM: return at->escape;
    case ESCAPE_PACKET: break;
    }
    return is_escape(w, held) ? held : NIL;
}

/* Notes what the packet holds of the escape layer while it requests virtual channel v; returns the
 * last channel of the layer that it will have got. */
static u32 escape_note(walk *w, const ws_dependency *what, const stand *at) {
    u32 held = escape_held(w, at);
    bool stretches = w->routing->escape == ESCAPE_WORM;
    if (w->routing->escape == ESCAPE_NONE)
        return NIL;
    if (!is_escape(w, what->requested))
        return stretches ? held : NIL;
    if (held != NIL) {
        ws_dependency row = *what;
        row.held = held;
        list_add(&w->escape, &row);
    }
    return stretches ? what->requested : NIL;
}

/* The packet of stand `at` takes virtual channel v, and comes to the switch at its end. */
static void step(walk *w, const stand *at, const ws_dependency *what) {
    ws_net *n = w->n;
    u32 v = what->requested;
    list_add(&w->all, what);
    stand next = {
        .q = n->wire.vc_queue[v],
        .escape = escape_note(w, what, at),
        .source = at->source,
        .links = at->links + 1,
    };
    n->packet.flags[PROBE] = at->flags;
    if (n->routing->granted)
        n->routing->granted(n, PROBE, v);
    next.flags = n->packet.flags[PROBE];
    meet(w, &next);
}

/* All virtual channels of one route option. */
static void option_walk(walk *w, const stand *at, const ws_route_option *option, bool forced) {
    ws_dependency what = {
        .held = held_by(w, at),
        .source = at->source,
        .dest = w->dest,
        .links = at->links,
        .forced = forced,
        .enters = (option->rule & OPTION_ENTERS) != 0,
    };
    u32 first = first_vc(w->n, option->link);
    u64 vcs = option->vcs;
    if (is_sink(w->n, option->link))
        return;
    for (BITS_EACH(i, vcs)) {
        what.requested = first + i;
        step(w, at, &what);
    }
}

static u32 offers_of(const walk *w, const stand *at, ws_route_option *option) {
    w->n->packet.flags[PROBE] = at->flags;
    return packet_offers(w->n, at->q, PROBE, option);
}

/* Are all options of one link? */
static bool is_forced(const ws_route_option *option, u32 count) {
    for (EACH(c, count))
        if (option[c].link != option[0].link)
            return false;
    return count > 0;
}

static bool has_escape(const walk *w, const ws_route_option *option, u32 count) {
    for (EACH(c, count)) {
        u32 first = first_vc(w->n, option[c].link);
        u64 vcs = option[c].vcs;
        for (BITS_EACH(i, vcs))
            if (is_escape(w, first + i))
                return true;
    }
    return false;
}

/* Does link l lead no nearer to the destination? */
static bool is_detour(const walk *w, u32 l) {
    const ws_wiring *wire = &w->n->wire;
    u32 last = wire->host_switch[w->dest];
    if (is_sink(w->n, l))
        return false;
    u32 before = route_length(w->n, wire->link_from[l], last);
    u32 after = route_length(w->n, wire->link_to[l], last);
    return after >= before;
}

/* Notes what the packet chooses from; at its last switch it need not choose. */
static void offer_note(walk *w, const stand *at, const ws_route_option *option, u32 count) {
    u32 vc[WS_ROUTE_OPTIONS_MAX * WS_VCS_MAX];
    ws_offer what = {.held = held_by(w, at), .source = at->source, .dest = w->dest};
    for (EACH(c, count)) {
        u32 first = first_vc(w->n, option[c].link);
        u64 vcs = option[c].vcs;
        if (is_sink(w->n, option[c].link))
            return;
        w->detours += is_detour(w, option[c].link);
        for (BITS_EACH(i, vcs))
            vc[what.count++] = first + i;
    }
    ws_offers_add(&w->offers, &what, vc);
}

static void stand_walk(walk *w, const stand *at) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    u32 count = offers_of(w, at, option);
    bool forced = is_forced(option, count);
    bool needs = w->routing->escape != ESCAPE_NONE && !is_at_first(w, at);
    if (needs && !has_escape(w, option, count))
        w->trapped++;
    offer_note(w, at, option, count);
    for (EACH(c, count))
        option_walk(w, at, &option[c], forced);
}

/* The packets of a host begin, with every header that they may have. */
static void host_begin(walk *w, u32 source) {
    const ws_net *n = w->n;
    u32 l = n->wire.inject_link[source];
    u32 lots = w->routing->lots ? PACKET_LOT_MASK + 1 : 1;
    u32 stride = lots / n->size.switches;
    if (stride == 0)
        stride = 1;
    u32 given = n->def->header_bit == WS_HEADER_BIT_DETERMINISTIC ? PACKET_FIRST : 0;
    stand at = {.escape = NIL, .source = source};
    for (VCS_EACH(v, n, l)) {
        at.q = n->wire.vc_queue[v];
        for (u32 lot = 0; lot < lots; lot += stride) {
            for (EACH(tie, TIES)) {
                at.flags = given | tie | lot << PACKET_LOT_SHIFT;
                meet(w, &at);
            }
        }
    }
}

static void dest_begin(walk *w, u32 dest) {
    forget(w);
    w->dest = dest;
    w->n->packet.dest[PROBE] = dest;
}

static void walk_on(walk *w) {
    for (u32 i = 0; i < w->count; i++) {
        stand at = w->met[i];
        stand_walk(w, &at);
    }
}

static void walk_begin(walk *w, ws_net *n) {
    *w = (walk){.n = n, .routing = n->routing};
    table_grow(w);
    list_begin(&w->all, n->size.vcs);
    list_begin(&w->escape, n->size.vcs);
    ws_offers_begin(&w->offers, n->size.vcs);
}

static void walk_end(walk *w) {
    list_free(&w->all);
    list_free(&w->escape);
    ws_offers_free(&w->offers);
    free(w->met);
    free(w->table);
}

/* Does an earlier host stand for this one? */
static bool is_stood_for(const ws_net *n, u32 h) {
    const u32 *switch_of = n->wire.host_switch;
    if (h == 0 || n->wire.routes)
        return false;
    return switch_of[h] == switch_of[h - 1];
}

ws_dependencies *ws_dependencies_find(ws_net *n) {
    walk w;
    u32 hosts = n->size.hosts;
    u32 vcs = n->size.vcs;
    walk_begin(&w, n);
    for (EACH(dest, hosts)) {
        if (is_stood_for(n, dest))
            continue;
        dest_begin(&w, dest);
        for (EACH(source, hosts))
            host_begin(&w, source);
        walk_on(&w);
    }
    ws_dependencies *found = ws_alloc(1, sizeof *found);
    found->vcs = vcs;
    found->all = list_pack(&w.all, vcs);
    found->escape = list_pack(&w.escape, vcs);
    found->trapped = w.trapped;
    found->detours = w.detours;
    found->offers = w.offers;
    w.offers = (ws_offers){0};
    walk_end(&w);
    return found;
}

static void packed_free(ws_dependency_list *list) {
    free(list->row);
    free(list->first);
}

void ws_dependencies_free(ws_dependencies *found) {
    if (!found)
        return;
    packed_free(&found->all);
    packed_free(&found->escape);
    ws_offers_free(&found->offers);
    free(found);
}

void ws_channel_name(const ws_net *n, uint32_t vc, char *text, size_t room) {
    u32 l = n->wire.vc_link[vc];
    u32 number = vc_of_link(n, vc);
    const ws_node *node = n->graph.node;
    const char *from = node[n->wire.link_from[l]].name;
    const char *to = node[n->wire.link_to[l]].name;
    if (vcs_of(n, l) > 1)
        snprintf(text, room, "%s→%s channel %u", from, to, number);
    else
        snprintf(text, room, "%s→%s", from, to);
}

/* ---- feeders ---- */

/* Does the packet hold a virtual channel of link `held`, and then request `requested` alone? */
static bool feeds(const walk *w, const stand *at, u32 held, u32 requested) {
    ws_route_option option[WS_ROUTE_OPTIONS_MAX];
    if (link_of_vc(w, held_by(w, at)) != held)
        return false;
    u32 count = offers_of(w, at, option);
    return is_forced(option, count) && option[0].link == requested;
}

/* The fewest links from `source` to where one of its packets feeds the dependency; NIL if none
 * does. */
static u32 feeding_links(walk *w, u32 source, u32 held, u32 requested) {
    u32 links = NIL;
    forget(w);
    host_begin(w, source);
    walk_on(w);
    for (EACH(i, w->count)) {
        const stand *at = &w->met[i];
        if (feeds(w, at, held, requested) && at->links < links)
            links = at->links;
    }
    return links;
}

/* Puts a feeder among the known ones, the nearest first. */
static void feeder_put(ws_feeder *feeder, u32 known, const ws_feeder *one) {
    u32 at = known;
    while (at > 0 && feeder[at - 1].links > one->links) {
        feeder[at] = feeder[at - 1];
        at--;
    }
    feeder[at] = *one;
}

u32 ws_feeders_find(ws_net *n, const ws_dependency *what, ws_feeder *feeder, u32 room) {
    walk w;
    u32 held = n->wire.vc_link[what->held];
    u32 requested = n->wire.vc_link[what->requested];
    u32 count = 0;
    walk_begin(&w, n);
    dest_begin(&w, what->dest);
    for (EACH(source, n->size.hosts)) {
        u32 links = feeding_links(&w, source, held, requested);
        if (links == NIL || source == what->dest)
            continue;
        ws_feeder one = {source, links};
        if (count < room) {
            feeder_put(feeder, count, &one);
            count++;
        }
    }
    walk_end(&w);
    return count;
}
