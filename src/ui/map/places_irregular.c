/* places_irregular.c - networks without an order of their own: cables short and apart.
 *
 * A picture is a lattice of slots, some of them empty, whose odd rows stand half a pitch to the
 * right, so that few cables run along a row of switches. It costs the squares of the lengths of the
 * cables, so much for each crossing, and more for each cable that runs over a switch. From the
 * picture of the topology on, switches move to other slots, or change places; a move that costs
 * more is taken as long as it stays below a threshold, which falls to nothing (Dueck and Scheuer
 * 1990). Networks too large to be drawn cable by cable only have their lengths looked at.
 *
 * Networks read from a file keep the places that the file gives, if these are all different. */
#include "ui/map/families.h"
#include "wormscope/memory.h"

enum {
    LENGTH_PART = 12, /* of the square of a length that is counted */
    CROSSING = 20,
    PASS = 60,
    DRAWN_MOST = 96,        /* switches whose cables are looked at one by one */
    LENGTH_THRESHOLD = 400, /* of the first moves, while lengths alone count */
    LENGTH_MOVES = 2000,    /* for each switch */
    THRESHOLD = 40,         /* of the first moves, with crossings and passes */
    MOVES = 80,
    MOVES_MOST = 400000,
    SWITCHES_DRAWN = 96 /* in all pictures of a small network together */
};

typedef struct cable {
    int32_t from; /* switches */
    int32_t to;
    ws_segment line;
} cable;

typedef struct picture {
    const ws_graph *graph;
    ws_spot *at; /* by switch */
    int32_t cols;
    int32_t rows;
    int32_t *holder; /* by slot: the switch there, -1 */
    int32_t *slot;   /* by switch */
    cable *cable;    /* those between switches */
    int32_t cables;
    int32_t *first; /* by switch: its first place in near[]; two more than there are switches */
    int32_t *near;  /* cables of a switch */
    int64_t *known; /* by switch: its cost, as it was after so many moves */
    uint32_t *known_at;
    uint32_t moved; /* moves taken so far, and 1 */
    bool looks;     /* at crossings and passes */
    uint64_t random;
} picture;

/* Uniform in 0 .. count - 1, from a linear congruential sequence (Knuth). */
static uint32_t random_below(uint64_t *random, uint32_t count) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 32) * count >> 32);
}

/* ---- lattice ---- */

static int32_t slots_of(const picture *pic) {
    return pic->cols * pic->rows;
}

static ws_spot slot_place(const picture *pic, int32_t slot) {
    int32_t row = slot / pic->cols;
    int32_t across = slot % pic->cols * WS_PITCH + row % 2 * (WS_PITCH / 2);
    return (ws_spot){across, row * WS_PITCH};
}

static void switch_put(picture *pic, int32_t s, int32_t slot) {
    pic->holder[slot] = s;
    pic->slot[s] = slot;
    pic->at[s] = slot_place(pic, slot);
}

static void cables_follow(picture *pic, int32_t s) {
    for (int32_t i = pic->first[s]; i < pic->first[s + 1]; i++) {
        cable *moved = &pic->cable[pic->near[i]];
        moved->line = (ws_segment){pic->at[moved->from], pic->at[moved->to]};
    }
}

/* Lets the switches of two slots change places; either may be empty. */
static void slots_swap(picture *pic, int32_t one, int32_t other) {
    int32_t first = pic->holder[one];
    int32_t second = pic->holder[other];
    pic->holder[one] = -1;
    pic->holder[other] = -1;
    if (first >= 0)
        switch_put(pic, first, other);
    if (second >= 0)
        switch_put(pic, second, one);
    if (first >= 0)
        cables_follow(pic, first);
    if (second >= 0)
        cables_follow(pic, second);
}

static void lattice_make(picture *pic) {
    size_t count = (size_t)pic->graph->switches;
    pic->cols = 1;
    while (10 * pic->cols * pic->cols < 13 * pic->graph->switches)
        pic->cols++;
    pic->rows = (5 * pic->graph->switches + 4 * pic->cols - 1) / (4 * pic->cols);
    pic->holder = ws_alloc((size_t)slots_of(pic), sizeof *pic->holder);
    pic->slot = ws_alloc(count, sizeof *pic->slot);
    pic->at = ws_alloc(count, sizeof *pic->at);
    pic->known = ws_alloc(count, sizeof *pic->known);
    pic->known_at = ws_alloc(count, sizeof *pic->known_at);
    pic->moved = 1;
}

static void cables_list(picture *pic) {
    const ws_graph *graph = pic->graph;
    pic->cable = ws_alloc((size_t)graph->edges, sizeof *pic->cable);
    pic->first = ws_alloc((size_t)graph->switches + 2, sizeof *pic->first);
    pic->near = ws_alloc(2 * (size_t)graph->edges, sizeof *pic->near);
    for (int32_t c = 0; c < graph->edges; c++) {
        const ws_edge *edge = &graph->edge[c];
        if (!ws_edge_is_inner(graph, edge))
            continue;
        pic->cable[pic->cables++] = (cable){.from = edge->a, .to = edge->b};
        pic->first[edge->a + 2]++;
        pic->first[edge->b + 2]++;
    }
    for (int32_t s = 0; s < graph->switches; s++)
        pic->first[s + 2] += pic->first[s + 1];
    for (int32_t i = 0; i < pic->cables; i++) {
        pic->near[pic->first[pic->cable[i].from + 1]++] = i;
        pic->near[pic->first[pic->cable[i].to + 1]++] = i;
    }
}

static void picture_make(picture *pic) {
    lattice_make(pic);
    cables_list(pic);
}

static void picture_free(picture *pic) {
    free(pic->at);
    free(pic->holder);
    free(pic->slot);
    free(pic->cable);
    free(pic->first);
    free(pic->near);
    free(pic->known);
    free(pic->known_at);
}

/* ---- cost ---- */

static bool ends_at(const cable *one, int32_t s) {
    return one->from == s || one->to == s;
}

static int64_t passes_cost(const picture *pic, const cable *one) {
    int64_t passes = 0;
    for (int32_t s = 0; s < pic->graph->switches; s++)
        if (ws_segment_passes(&one->line, pic->at[s]))
            passes += !ends_at(one, s);
    return passes * PASS;
}

static int64_t crossings_cost(const picture *pic, const cable *one) {
    int64_t crossings = 0;
    for (int32_t i = 0; i < pic->cables; i++) {
        const cable *other = &pic->cable[i];
        if (ws_segments_cross(&one->line, &other->line))
            crossings += !ends_at(other, one->from) && !ends_at(other, one->to);
    }
    return crossings * CROSSING;
}

/* Of all cables that run over the switch. */
static int64_t under_cost(const picture *pic, int32_t s) {
    int64_t passes = 0;
    for (int32_t i = 0; i < pic->cables; i++)
        if (ws_segment_passes(&pic->cable[i].line, pic->at[s]))
            passes += !ends_at(&pic->cable[i], s);
    return passes * PASS;
}

static int64_t lengths_cost(const picture *pic, int32_t s) {
    int64_t cost = 0;
    for (int32_t i = pic->first[s]; i < pic->first[s + 1]; i++)
        cost += ws_segment_square(&pic->cable[pic->near[i]].line) / LENGTH_PART;
    return cost;
}

/* What a switch costs where it is; once `most` is reached, that it costs so much at least. */
static int64_t switch_cost(const picture *pic, int32_t s, int64_t most) {
    if (s < 0)
        return 0;
    int64_t cost = lengths_cost(pic, s);
    if (!pic->looks)
        return cost;
    int32_t end = pic->first[s + 1];
    for (int32_t i = pic->first[s]; i < end && cost < most; i++) {
        const cable *one = &pic->cable[pic->near[i]];
        cost += crossings_cost(pic, one);
        cost += passes_cost(pic, one);
    }
    return cost < most ? cost + under_cost(pic, s) : cost;
}

/* The same, known as long as nothing has moved. */
static int64_t known_cost(picture *pic, int32_t s) {
    if (s < 0)
        return 0;
    if (pic->known_at[s] != pic->moved) {
        pic->known[s] = switch_cost(pic, s, INT64_MAX);
        pic->known_at[s] = pic->moved;
    }
    return pic->known[s];
}

/* ---- moves ---- */

/* A slot beside a random neighbour of the switch, or any slot. */
static int32_t slot_draw(picture *pic, int32_t s) {
    uint32_t cables = (uint32_t)(pic->first[s + 1] - pic->first[s]);
    uint32_t drawn = random_below(&pic->random, cables + 1);
    if (drawn == cables)
        return (int32_t)random_below(&pic->random, (uint32_t)slots_of(pic));
    const cable *one = &pic->cable[pic->near[pic->first[s] + (int32_t)drawn]];
    int32_t beside = pic->slot[one->from == s ? one->to : one->from];
    int32_t row = beside / pic->cols + (int32_t)random_below(&pic->random, 3) - 1;
    int32_t col = beside % pic->cols + (int32_t)random_below(&pic->random, 3) - 1;
    if (row < 0 || col < 0 || row >= pic->rows || col >= pic->cols)
        return beside;
    return row * pic->cols + col;
}

static void move_try(picture *pic, int64_t threshold) {
    int32_t s = (int32_t)random_below(&pic->random, (uint32_t)pic->graph->switches);
    int32_t from = pic->slot[s];
    int32_t to = slot_draw(pic, s);
    int32_t other = pic->holder[to];
    if (from == to)
        return;
    int64_t most = known_cost(pic, s) + known_cost(pic, other) + threshold;
    slots_swap(pic, from, to);
    int64_t cost = switch_cost(pic, s, most);
    if (cost < most)
        cost += switch_cost(pic, other, most - cost);
    if (cost < most)
        pic->moved++;
    else
        slots_swap(pic, from, to);
}

static void picture_improve(picture *pic, int64_t threshold, int32_t moves_per_switch) {
    int32_t moves = moves_per_switch * pic->graph->switches;
    if (moves > MOVES_MOST)
        moves = MOVES_MOST;
    pic->moved++;
    for (int32_t i = 0; i < moves; i++)
        move_try(pic, threshold - threshold * i / moves * 5 / 4);
}

/* ---- places ---- */

static bool are_together(const ws_node *one, const ws_node *other) {
    return one->x == other->x && one->y == other->y;
}

static bool places_differ(const ws_graph *graph) {
    for (int32_t s = 0; s < graph->switches; s++)
        for (int32_t i = 0; i < s; i++)
            if (are_together(&graph->node[i], &graph->node[s]))
                return false;
    return true;
}

static void places_keep(const ws_graph *graph, ws_places *places) {
    for (int32_t s = 0; s < graph->switches; s++) {
        const ws_node *node = &graph->node[s];
        places->at[s] = (ws_spot){node->x * WS_PITCH, node->y * WS_PITCH};
    }
}

/* Finds a picture; returns what it costs. */
static int64_t picture_find(picture *pic) {
    int32_t count = pic->graph->switches;
    int64_t cost = 0;
    for (int32_t slot = 0; slot < slots_of(pic); slot++)
        pic->holder[slot] = -1;
    for (int32_t s = 0; s < count; s++)
        switch_put(pic, s, (int32_t)((int64_t)s * slots_of(pic) / count));
    for (int32_t s = 0; s < count; s++)
        cables_follow(pic, s);
    pic->looks = false;
    picture_improve(pic, LENGTH_THRESHOLD, LENGTH_MOVES);
    pic->looks = count <= DRAWN_MOST;
    if (pic->looks)
        picture_improve(pic, THRESHOLD, MOVES);
    for (int32_t s = 0; s < count; s++)
        cost += switch_cost(pic, s, INT64_MAX);
    return cost;
}

/* Small networks are drawn several times, and the best picture is taken. */
static void places_find(const ws_graph *graph, ws_places *places) {
    picture pic = {.graph = graph};
    int64_t best = INT64_MAX;
    pic.random = (uint64_t)graph->switches;
    picture_make(&pic);
    for (int32_t i = 0; i == 0 || i < SWITCHES_DRAWN / graph->switches; i++) {
        int64_t cost = picture_find(&pic);
        if (cost < best)
            memcpy(places->at, pic.at, (size_t)graph->switches * sizeof *pic.at);
        if (cost < best)
            best = cost;
    }
    picture_free(&pic);
}

static bool irregular_suits(const ws_def *def, const ws_graph *graph) {
    (void)def;
    (void)graph;
    return true;
}

static void irregular_place(const ws_def *def, const ws_graph *graph, ws_places *places) {
    bool given = def->topology == WS_TOPOLOGY_FILE && places_differ(graph);
    if (given)
        places_keep(graph, places);
    else
        places_find(graph, places);
}

const ws_family_row ws_family_irregular = {.suits = irregular_suits, .place = irregular_place};
