/* hues.c - see hues.h. */
#include "ui/hues.h"

#include <stdlib.h>

#include "ui/ink.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

#define NONE WS_COLOUR_NONE

#define WS_COLOUR_NAME(id, name, doc) name,
#define WS_COLOUR_DOC(id, name, doc)  doc,
const char *const ws_colour_key_names[WS_COLOUR_COUNT] = {WS_COLOUR_KEYS(WS_COLOUR_NAME)};
const char *const ws_colour_key_docs[WS_COLOUR_COUNT] = {WS_COLOUR_KEYS(WS_COLOUR_DOC)};

/* ---- from a number to a hue ---- */

/* 8 and 5 are neighbours among the Fibonacci numbers: steps of 5/8 of the circle are the sequence
 * of the golden ratio, as far as eight hues go. Then the same in the next tone. */
static ws_hue hue_of_number(uint32_t number) {
    uint32_t step = 5 * (number % WS_HUE_STEPS) % WS_HUE_STEPS;
    uint32_t tone = number / WS_HUE_STEPS % WS_TONES;
    return (ws_hue){.role = (uint8_t)(WS_ROLE_HUE0 + step), .tone = (uint8_t)tone};
}

static ws_hue hue_of_role(ws_role role) {
    return (ws_hue){.role = (uint8_t)role};
}

static uint32_t mixed(uint64_t value) {
    value *= 0x9e3779b97f4a7c15u;
    return (uint32_t)(value >> 40);
}

/* ---- keys ---- */

/* A message is known by its source and the cycle of its creation, which are the same on all
 * branches that have it. Messages of one cycle go by source, so that they are unlike. */
static uint32_t message_number(const ws_frame_worm *worm) {
    uint32_t number = worm->source;
    if (worm->created > 0)
        number += mixed(worm->created);
    return number % WS_HUE_STEPS;
}

/* Steps of doubling age: below four hops, below eight, ... */
static ws_hue age_hue(const ws_frame *frame, const ws_frame_worm *worm) {
    uint64_t hops = (frame->cycle - worm->entered) / frame->hop;
    uint32_t step = 0;
    while (step + 1 < WS_GRAPH_STEPS && hops >= 4ull << step)
        step++;
    return hue_of_role((ws_role)(WS_ROLE_GRAPH0 + step));
}

static ws_hue order_hue(const ws_frame_worm *worm) {
    if (!worm->blocked)
        return hue_of_role(WS_ROLE_FLOW2);
    if (worm->order == WS_ORDER_DEADLOCK)
        return hue_of_role(WS_ROLE_HOT4);
    return hue_of_role(ws_hot_role(worm->order));
}

/* By the tree in which its head stands. */
static ws_hue tree_hue(const ws_frame *frame, const ws_frame_worm *worm) {
    if (worm->head_queue == WS_NIL)
        return hue_of_role(WS_ROLE_DIM);
    const ws_tree_queue *place = &frame->queue[worm->head_queue].place;
    if (place->root == WS_NIL || !ws_frame_tree_of(frame, place->root))
        return hue_of_role(WS_ROLE_DIM);
    return hue_of_number(place->root);
}

ws_hue ws_hue_of(ws_colour_key key, const ws_frame *frame, const ws_frame_worm *worm) {
    switch (key) {
    case WS_COLOUR_SOURCE: return hue_of_number(worm->source);
    case WS_COLOUR_DEST: return hue_of_number(worm->dest);
    case WS_COLOUR_CLASS: return hue_of_number(worm->traffic_class);
    case WS_COLOUR_AGE: return age_hue(frame, worm);
    case WS_COLOUR_ORDER: return order_hue(worm);
    case WS_COLOUR_TREE: return tree_hue(frame, worm);
    default: return hue_of_number(message_number(worm));
    }
}

/* ---- who waits for whom ---- */

enum { NEW, ON_CHAIN, DONE };

/* The place of the worm for which another waits, WS_NIL. */
static uint32_t place_ahead(const ws_frame *frame, uint32_t place) {
    const ws_frame_worm *worm = &frame->worm[place];
    if (!worm->blocked || worm->waits_for == WS_NIL)
        return WS_NIL;
    return frame->worm_of[worm->waits_for];
}

static bool is_alike(ws_hue one, ws_hue other) {
    return one.role == other.role && one.tone == other.tone;
}

/* Gives a worm a tone unlike that of the one ahead, and of one behind. */
static void tone_choose(ws_hues *hues, uint32_t place, uint32_t ahead, uint32_t behind) {
    ws_hue *hue = &hues->hue[place];
    for (int i = 0; i < WS_TONES; i++) {
        bool clashes = is_alike(*hue, hues->hue[ahead]);
        if (behind != WS_NIL)
            clashes |= is_alike(*hue, hues->hue[behind]);
        if (!clashes)
            return;
        hue->tone = (uint8_t)((hue->tone + 1) % WS_TONES);
    }
}

/* From a worm on to one that is done, waits for none, or closes a ring; then back. Who closes a
 * ring has the last of it behind, and is given its tone when that has got its own. */
static void chain_walk(ws_hues *hues, const ws_frame *frame, uint32_t place) {
    uint32_t count = 0;
    while (place != WS_NIL && hues->state[place] == NEW) {
        hues->state[place] = ON_CHAIN;
        hues->chain[count] = place;
        count++;
        place = place_ahead(frame, place);
    }
    uint32_t closing = WS_NIL;
    if (place != WS_NIL && hues->state[place] == ON_CHAIN)
        closing = place;
    uint32_t last = count > 0 ? hues->chain[count - 1] : WS_NIL;
    while (count > 0) {
        count--;
        uint32_t one = hues->chain[count];
        uint32_t ahead = place_ahead(frame, one);
        if (ahead != WS_NIL && ahead != one)
            tone_choose(hues, one, ahead, one == closing && one != last ? last : WS_NIL);
        hues->state[one] = DONE;
    }
}

static void hues_reserve(ws_hues *hues, uint32_t room) {
    if (room <= hues->room)
        return;
    hues->room = room;
    hues->hue = ws_resize(hues->hue, room, sizeof *hues->hue);
    hues->state = ws_resize(hues->state, room, sizeof *hues->state);
    hues->chain = ws_resize(hues->chain, room, sizeof *hues->chain);
}

void ws_hues_find(ws_hues *hues, const ws_frame *frame) {
    hues_reserve(hues, frame->worms);
    for (uint32_t i = 0; i < frame->worms; i++) {
        hues->hue[i] = ws_hue_of(hues->key, frame, &frame->worm[i]);
        hues->state[i] = NEW;
    }
    for (uint32_t i = 0; i < frame->worms; i++)
        chain_walk(hues, frame, i);
}

void ws_hues_free(ws_hues *hues) {
    free(hues->hue);
    free(hues->state);
    free(hues->chain);
    *hues = (ws_hues){.key = hues->key};
}

/* ---- of a view ---- */

ws_hue ws_worm_hue(const ws_view *view, const ws_frame_worm *worm) {
    const ws_hues *hues = &view->map.hues;
    size_t place = (size_t)(worm - view->frame->worm);
    if (place < hues->room && place < view->frame->worms)
        return hues->hue[place];
    return ws_hue_of(hues->key, view->frame, worm);
}

enum { TOWARDS_TEXT = 38, TOWARDS_GROUND = 34 };

/* The colour of a hue: in every tone far enough from the ground. */
static uint32_t hue_ink(const ws_view *view, ws_hue hue) {
    uint32_t colour = ws_ink_role(view, (ws_role)hue.role);
    uint32_t ground = ws_ink_ground(view, WS_ROLE_TEXT);
    if (colour == NONE || ground == NONE)
        return NONE;
    colour = ws_ink_readable(colour, ground);
    if (hue.tone == 1)
        return ws_ink_mix(colour, ws_ink_on(ground), TOWARDS_TEXT);
    if (hue.tone == 2)
        return ws_ink_readable(ws_ink_mix(colour, ground, TOWARDS_GROUND), ground);
    return colour;
}

uint32_t ws_worm_ink(const ws_view *view, const ws_frame_worm *worm) {
    return hue_ink(view, ws_worm_hue(view, worm));
}

uint32_t ws_stranger_ink(const ws_view *view, const ws_frame_worm *worm) {
    ws_colour_key key = view->map.hues.key;
    if (key > WS_COLOUR_CLASS)
        key = WS_COLOUR_MESSAGE;
    return hue_ink(view, ws_hue_of(key, view->frame, worm));
}

uint32_t ws_hue_ink(const ws_view *view, uint32_t number) {
    return hue_ink(view, hue_of_number(number));
}

char ws_worm_letter(const ws_view *view, const ws_frame_worm *worm) {
    ws_hue hue = ws_worm_hue(view, worm);
    uint32_t step = hue.role - (uint32_t)WS_ROLE_HUE0;
    if (step >= WS_HUE_STEPS)
        return '*';
    return (char)('a' + hue.tone * WS_HUE_STEPS + step);
}
