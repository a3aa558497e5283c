/* Where switches stand in a picture: the same each time, no two on one place, gaps where the family
 * has them; and irregular networks are drawn with fewer crossings and shorter cables than on the
 * grid that their topology gives. */
#include "fixture.h"
#include "ui/map/places.h"

typedef struct drawn {
    ws_graph graph;
    ws_places *places;
} drawn;

static drawn draw_def(const ws_def *def) {
    ws_error error = {0};
    drawn d = {0};
    if (!ws_graph_build(def, &d.graph, &error))
        fixture_stop("the graph cannot be built", &error);
    d.places = ws_places_new(def, &d.graph);
    return d;
}

static drawn draw(int64_t topology, int64_t first, int64_t second, int64_t third) {
    ws_def def = ws_def_default();
    def.topology = topology;
    def.hosts_per_switch = 1;
    memset(def.size, 0, sizeof def.size);
    def.size[0] = first;
    def.size[1] = second;
    def.size[2] = third;
    return draw_def(&def);
}

static void drawn_free(drawn *d) {
    ws_places_free(d->places);
    ws_graph_free(&d->graph);
}

static bool places_differ(const ws_places *p) {
    for (uint32_t s = 0; s < p->switches; s++)
        for (uint32_t i = 0; i < s; i++)
            if (p->at[s].x == p->at[i].x && p->at[s].y == p->at[i].y)
                return false;
    return true;
}

/* All places lie between 0 and the extents, and reach them. */
static bool is_tight(const ws_places *p) {
    ws_spot least = p->at[0];
    ws_spot most = p->at[0];
    for (uint32_t s = 0; s < p->switches; s++) {
        least.x = p->at[s].x < least.x ? p->at[s].x : least.x;
        least.y = p->at[s].y < least.y ? p->at[s].y : least.y;
        most.x = p->at[s].x > most.x ? p->at[s].x : most.x;
        most.y = p->at[s].y > most.y ? p->at[s].y : most.y;
    }
    return least.x == 0 && least.y == 0 && most.x == p->width && most.y == p->height;
}

typedef struct expected {
    const char *name;
    int64_t topology, size[3];
    ws_family family;
} expected;

static const expected networks[] = {
    {"mesh 8 8", WS_TOPOLOGY_MESH, {8, 8}, WS_FAMILY_GRID},
    {"torus 3 3", WS_TOPOLOGY_TORUS, {3, 3}, WS_FAMILY_GRID},
    {"torus 4 4 4", WS_TOPOLOGY_TORUS, {4, 4, 4}, WS_FAMILY_PLANES},
    {"ring 4", WS_TOPOLOGY_RING1, {4}, WS_FAMILY_RING},
    {"ring 5", WS_TOPOLOGY_RING, {5}, WS_FAMILY_RING},
    {"ring 12", WS_TOPOLOGY_RING, {12}, WS_FAMILY_RING},
    {"ring 13", WS_TOPOLOGY_RING, {13}, WS_FAMILY_GRID},
    {"line 8", WS_TOPOLOGY_LINE, {8}, WS_FAMILY_LINE},
    {"switch", WS_TOPOLOGY_SWITCH, {0}, WS_FAMILY_LINE},
    {"fedx 8 8", WS_TOPOLOGY_FEDX, {8, 8}, WS_FAMILY_GRID},
    {"bmin 64", WS_TOPOLOGY_BMIN, {64}, WS_FAMILY_STAGES},
    {"bmin 4", WS_TOPOLOGY_BMIN, {4}, WS_FAMILY_LINE},
    {"dragonfly 4 2", WS_TOPOLOGY_DRAGONFLY, {4, 2}, WS_FAMILY_GROUPS},
    {"irregular 16", WS_TOPOLOGY_IRREGULAR, {16}, WS_FAMILY_IRREGULAR},
    {"irregular 256", WS_TOPOLOGY_IRREGULAR, {256}, WS_FAMILY_IRREGULAR},
};

static void families_are_known(void) {
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        const expected *e = &networks[i];
        drawn d = draw(e->topology, e->size[0], e->size[1], e->size[2]);
        drawn again = draw(e->topology, e->size[0], e->size[1], e->size[2]);
        ok(d.places->family == e->family, "%s is of the family %d", e->name, e->family);
        ok(places_differ(d.places) && is_tight(d.places), "%s: each switch has a place of its own", e->name);
        size_t bytes = d.places->switches * sizeof *d.places->at;
        ok(memcmp(d.places->at, again.places->at, bytes) == 0, "%s: the same places again", e->name);
        drawn_free(&d);
        drawn_free(&again);
    }
}

/* In a ring and in a line each switch is followed by a neighbour. */
static void orders_follow_cables(void) {
    static const int64_t rings[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        drawn d = draw(WS_TOPOLOGY_RING1, rings[i], 0, 0);
        uint32_t follow = 0;
        for (uint32_t at = 0; at < d.places->switches; at++)
            follow += d.places->order[at] == at;
        ok(follow == rings[i] && places_differ(d.places), "a ring of %d runs the way of its cables", (int)rings[i]);
        ws_places_cost cost = ws_places_measure(&d.graph, d.places->at);
        ok(cost.crossings == 0 && cost.passes == 0, "no cable of it crosses another or a switch");
        drawn_free(&d);
    }
    drawn line = draw(WS_TOPOLOGY_LINE, 8, 0, 0);
    ok(line.places->order[0] == 0 && line.places->order[7] == 7 && line.places->height == 0, "a line stands in a row");
    drawn_free(&line);
}

/* Distance of two switches along x, in quarters of a pitch. */
static int32_t across(const ws_places *p, uint32_t one, uint32_t other) { return p->at[other].x - p->at[one].x; }

static void gaps_are_wide(void) {
    drawn cube = draw(WS_TOPOLOGY_TORUS, 4, 4, 4);
    ok(across(cube.places, 0, 3) == 3 * WS_PITCH, "the switches of a plane are a pitch apart");
    ok(across(cube.places, 3, 16) > WS_PITCH, "planes are farther apart");
    drawn_free(&cube);
    drawn fly = draw(WS_TOPOLOGY_DRAGONFLY, 4, 2, 0);
    ok(across(fly.places, 0, 1) == WS_PITCH && across(fly.places, 1, 4) > WS_PITCH,
       "the groups of a dragonfly are farther apart than their switches");
    drawn_free(&fly);
}

/* The networks of now/irregular-N, against the grid of the topology. */
static void irregular_is_better(int64_t switches) {
    ws_def def = ws_def_default();
    def.topology = WS_TOPOLOGY_IRREGULAR;
    def.size[0] = switches;
    def.hosts_per_switch = 4;
    drawn d = draw_def(&def);
    ws_spot *grid = calloc((size_t)switches, sizeof *grid);
    for (int64_t s = 0; s < switches; s++)
        grid[s] = (ws_spot){d.graph.node[s].x * WS_PITCH, d.graph.node[s].y * WS_PITCH};
    ws_places_cost before = ws_places_measure(&d.graph, grid);
    ws_places_cost after = ws_places_measure(&d.graph, d.places->at);
    ok(after.crossings * 10 < before.crossings * 8, "irregular %d: %u crossings, on a grid %u", (int)switches, after.crossings,
       before.crossings);
    ok(after.length < before.length, "irregular %d: cables of length %u, on a grid %u", (int)switches, (unsigned)after.length,
       (unsigned)before.length);
    ok(after.passes * 3 < before.passes, "irregular %d: %u cables over switches, on a grid %u", (int)switches, after.passes,
       before.passes);
    free(grid);
    drawn_free(&d);
}

static void scaling_keeps_apart(void) {
    ok(ws_place_scale(0, 12, 80) == 0 && ws_place_scale(12, 12, 80) == 79, "the first and the last cell of the room are used");
    ok(ws_place_scale(0, 0, 9) == 4, "what has no extent stands in the middle");
}

int main(void) {
    families_are_known();
    orders_follow_cables();
    gaps_are_wide();
    irregular_is_better(16);
    irregular_is_better(32);
    irregular_is_better(64);
    scaling_keeps_apart();
    return done();
}
