/* spacetime_story.c - see spacetime_story.h. */
#include "ui/panels/spacetime_story.h"

static const ws_spacetime_worm *holder_at(const ws_spacetime *diagram, uint32_t row,
                                          uint64_t cycle) {
    return ws_spacetime_holder(diagram, ws_spacetime_at(diagram, row, cycle));
}

static bool is_own(const ws_spacetime *diagram, uint32_t row, uint64_t cycle) {
    const ws_spacetime_worm *worm = holder_at(diagram, row, cycle);
    return worm && ws_spacetime_has(diagram, worm);
}

static bool is_anothers(const ws_spacetime *diagram, uint32_t row, uint64_t cycle) {
    const ws_spacetime_worm *worm = holder_at(diagram, row, cycle);
    return worm && !ws_spacetime_has(diagram, worm);
}

/* The links that the worm holds in a cycle in which no flit of it moves; else 0. */
static uint32_t links_standing(const ws_spacetime *diagram, uint64_t cycle) {
    uint32_t held = 0;
    for (uint32_t row = 0; row < diagram->rows; row++) {
        if (!is_own(diagram, row, cycle))
            continue;
        if (ws_spacetime_at(diagram, row, cycle)->moved)
            return 0;
        held++;
    }
    return held;
}

/* The first cycle in which the worm has a row; the end if it has not got it yet. */
static uint64_t cycle_got(const ws_spacetime *diagram, uint32_t row) {
    uint64_t cycle = diagram->begin;
    while (cycle < diagram->end && !is_own(diagram, row, cycle))
        cycle++;
    return cycle;
}

/* The cycle in which its tail goes onto a row; the end if that has not been seen. */
static uint64_t cycle_tail(const ws_spacetime *diagram, uint32_t row) {
    for (uint64_t cycle = diagram->begin; cycle < diagram->end; cycle++) {
        bool own = is_own(diagram, row, cycle);
        if (own && ws_spacetime_at(diagram, row, cycle)->tail)
            return cycle;
    }
    return diagram->end;
}

/* When it is where a row begins: its head, or all of it. */
static uint64_t cycle_came(const ws_spacetime *diagram, uint32_t row, bool whole) {
    uint32_t before = row - 1;
    uint64_t sent = whole ? cycle_tail(diagram, before) : cycle_got(diagram, before);
    return sent + diagram->flight[before];
}

/* The fewest cycles from there until it goes on. Hosts' links are left soonest: the first row
 * counts only where there is no other. */
static uint64_t pace_of(const ws_spacetime *diagram, bool whole) {
    uint64_t least = UINT64_MAX;
    for (uint32_t row = diagram->rows; row-- > 1;) {
        uint64_t came = cycle_came(diagram, row, whole);
        uint64_t got = cycle_got(diagram, row);
        bool counts = row > 1 || least == UINT64_MAX;
        if (counts && got < diagram->end && got >= came && got - came < least)
            least = got - came;
    }
    return least == UINT64_MAX ? 0 : least;
}

/* What the story takes from the wait for one row. */
static void row_tell(const ws_spacetime *diagram, uint32_t row, uint64_t came, uint64_t pace,
                     ws_spacetime_story *story) {
    uint64_t got = cycle_got(diagram, row);
    uint64_t until = UINT64_MAX;
    uint32_t held = 0;
    for (uint64_t cycle = came; cycle < got; cycle++) {
        uint32_t standing = links_standing(diagram, cycle);
        held = standing > held ? standing : held;
        if (!is_anothers(diagram, row, cycle))
            continue;
        until = cycle;
        story->waited += cycle >= came + pace;
    }
    if (until == UINT64_MAX)
        return;
    bool longer = !story->holder || until - came >= story->until - story->came;
    if (!longer)
        return;
    story->holder = holder_at(diagram, row, until);
    story->row = row;
    story->came = came;
    story->until = until;
    story->held = held;
}

ws_spacetime_story ws_spacetime_tell(const ws_spacetime *diagram, bool whole) {
    ws_spacetime_story story = {.stood = 0};
    uint64_t pace = pace_of(diagram, whole);
    for (uint64_t cycle = diagram->begin; cycle < diagram->end; cycle++)
        story.stood += links_standing(diagram, cycle) > 0;
    for (uint32_t row = 1; row < diagram->rows; row++)
        row_tell(diagram, row, cycle_came(diagram, row, whole), pace, &story);
    return story;
}

ws_spacetime_standing ws_spacetime_stand(const ws_spacetime *diagram) {
    ws_spacetime_standing state = {.moved = UINT64_MAX};
    for (uint32_t row = 0; row < diagram->rows; row++)
        state.held += is_own(diagram, row, diagram->end - 1);
    for (uint64_t cycle = diagram->end; cycle-- > diagram->begin && state.moved == UINT64_MAX;)
        for (uint32_t row = 0; row < diagram->rows; row++) {
            bool own = is_own(diagram, row, cycle);
            if (own && ws_spacetime_at(diagram, row, cycle)->moved)
                state.moved = cycle;
        }
    return state;
}
