/* select.c - what is looked at, by turns or by what it waits for; what can be done to it; which
 * worms are of interest. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"
#include "ui/map/altitude.h"
#include "wormscope/memory.h"

/* ---- select ---- */

static const ws_frame_worm *worm_selected(const ws_tui *t) {
    const ws_frame_worm *w = ws_frame_worm_of(t->frame, t->view.selection.worm);
    return w && ws_worm_selected(&t->view, w) ? w : NULL;
}

/* Those among whom one goes round: the blocked ones, or where none is blocked all; with a filter
 * only those that it takes. */
static uint32_t candidates(const ws_tui *t, const ws_frame_worm **list) {
    const ws_frame *frame = t->frame;
    uint32_t found = 0, count = frame->blocked_worms ? frame->blocked_worms : frame->worms;
    for (uint32_t i = 0; i < count; i++) {
        const ws_frame_worm *w = &frame->worm[frame->blocked_worms ? frame->blocked[i] : i];
        if (ws_tui_wanted(t, w))
            list[found++] = w;
    }
    return found;
}

/* The one `by` places after the selected one, round and round; NULL if there is none. */
static const ws_frame_worm *worm_after(const ws_tui *t, int by) {
    const ws_frame_worm **list = calloc(t->frame->worms + 1, sizeof *list);
    if (!list)
        ws_no_memory(0);
    uint32_t count = candidates(t, list), at = 0;
    while (at < count && !ws_worm_selected(&t->view, list[at]))
        at++;
    uint32_t next = by > 0 || count == 0 ? 0 : count - 1;
    if (at < count)
        next = (at + count + (uint32_t)by) % count;
    const ws_frame_worm *worm = count ? list[next] : NULL;
    free(list);
    return worm;
}

/* Without a selected worm, that of the longest wait, whose chain the map then shows; with one, the
 * worm for which it waits. */
static void select_blocker(ws_tui *t) {
    const ws_frame_worm *w = worm_selected(t);
    if (!w && t->frame->blocked_worms) {
        ws_tui_select(t, &t->frame->worm[t->frame->blocked[0]]);
        return;
    }
    const ws_frame_worm *blocker = w ? ws_frame_worm_of(t->frame, w->waits_for) : NULL;
    if (blocker)
        ws_tui_select(t, blocker);
    else
        ws_tui_say(t, false, w ? "this worm waits for no other: the root" : "no worm is waiting");
}

/* The last of the chain: the worm that moves, or any of a ring. */
static void select_root(ws_tui *t) {
    enum { MOST = 1024 };
    uint32_t chain[MOST];
    const ws_frame_worm *worm = worm_selected(t);
    if (!worm && t->frame->blocked_worms)
        worm = &t->frame->worm[t->frame->blocked[0]];
    if (!worm) {
        ws_tui_say(t, false, "no worm is waiting");
        return;
    }
    size_t count = ws_frame_chain(t->frame, worm->packet, chain, NULL, MOST);
    uint32_t last = chain[count - 1];
    const ws_frame_worm *root = ws_frame_worm_of(t->frame, last);
    ws_tui_select(t, root);
    if (root->in_deadlock)
        ws_tui_say(t, false, "a ring has no root: each waits for the next; Backspace goes back");
    else if (count == 1)
        ws_tui_say(t, false, "this worm waits for no other: it is the root itself");
    else
        ws_tui_say(t, false, "the root, %zu worm%s on; Backspace goes back", count - 1,
                   count == 2 ? "" : "s");
}

/* Worms that are gone meanwhile are passed over. */
static void select_back(ws_tui *t) {
    while (t->selection.visited_count) {
        ws_thing thing = t->selection.visited[0];
        memmove(t->selection.visited, t->selection.visited + 1,
                --t->selection.visited_count * sizeof *t->selection.visited);
        if (!ws_thing_is_there(t->frame, thing))
            continue;
        ws_view_look(&t->view, thing);
        ws_map_reveal(&t->view);
        return;
    }
    ws_tui_say(t, false, "nothing was looked at before");
}

static void worm_leave(ws_tui *t) {
    ws_tui_select(t, NULL);
    ws_view_why_end(&t->view);
}

/* What lies over the screen is closed first; where nothing is selected, the filter is taken
 * away. */
static void select_none(ws_tui *t) {
    ws_view *v = &t->view;
    if (v->overlay.shown != WS_OVERLAY_NONE)
        v->overlay.shown = WS_OVERLAY_NONE;
    else if (ws_brush_end(t))
        return;
    else if (v->selection.worm != WS_NIL)
        worm_leave(t);
    else if (ws_view_thing(v).kind != WS_THING_NONE)
        ws_tui_select(t, NULL);
    else if (v->map.ghost.count > 0)
        v->map.ghost.count = 0;
    else if (v->overlay.layer != WS_LAYER_WORMS)
        v->overlay.layer = WS_LAYER_WORMS;
    else
        ws_tui_filter(t, "");
}

static bool is_number(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10;
}

/* The worm of that number, as its panel shows it. */
static void select_number(ws_tui *t, const char *argument) {
    uint32_t packet = (uint32_t)strtoul(argument, NULL, 10);
    const ws_frame_worm *worm = ws_frame_worm_of(t->frame, packet);
    if (worm)
        ws_tui_select(t, worm);
    else
        ws_tui_say(t, true, "no worm %s is under way", argument);
}

/* What is said where a turn finds no worm. */
static const char *none_words(const ws_tui *t) {
    if (t->view.selection.filter.count == 0)
        return "no worm is in the network";
    if (t->frame->blocked_worms)
        return "no waiting worm matches the filter; Esc takes it away";
    return "the filter matches no worm";
}

/* The host of that name; WS_NIL if there is none. */
static uint32_t host_named(const ws_frame *frame, const char *name) {
    for (uint32_t h = 0; h < frame->hosts; h++)
        if (strcmp(ws_node_name(frame, frame->switches + h), name) == 0)
            return h;
    return WS_NIL;
}

/* The worm that a host has sent, or else one that is for it. */
static void select_of_host(ws_tui *t, uint32_t host) {
    const ws_frame *frame = t->frame;
    const ws_frame_worm *found = NULL;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        bool sent = worm->source == host;
        if (sent || (worm->dest == host && !found))
            found = worm;
        if (sent)
            break;
    }
    if (found)
        ws_tui_select(t, found);
    else
        ws_tui_say(t, false, "no worm under way is from or for %s",
                   ws_node_name(frame, frame->switches + host));
}

static void select_worm(ws_tui *t, const char *argument) {
    ws_tui_look_whole(t);
    bool next = strcmp(argument, "next") == 0, previous = strcmp(argument, "previous") == 0;
    const ws_frame_worm *worm = next || previous ? worm_after(t, next ? 1 : -1) : NULL;
    if (worm) {
        ws_tui_select(t, worm);
        ws_tui_say(t, false, "%s; Esc goes back to the settings",
                   worm->blocked ? "b goes to the worm it waits for" : "it moves");
    } else if (next || previous)
        ws_tui_say(t, false, "%s", none_words(t));
    else if (strcmp(argument, "blocker") == 0)
        select_blocker(t);
    else if (strcmp(argument, "root") == 0)
        select_root(t);
    else if (strcmp(argument, "back") == 0)
        select_back(t);
    else if (strcmp(argument, "none") == 0)
        select_none(t);
    else if (is_number(argument))
        select_number(t, argument);
    else if (host_named(t->frame, argument) != WS_NIL)
        select_of_host(t, host_named(t->frame, argument));
    else
        ws_tui_say(t, true,
                   "invalid worm `%s`: expected next, previous, blocker, root, back, none, the "
                   "number of a worm, or a host, e.g. select H3",
                   argument);
}

/* At a switch: the worm that has waited there longest. */
static void select_waiting(ws_tui *t) {
    ws_tui_look_whole(t);
    const ws_frame *frame = t->frame;
    uint32_t i = 0;
    while (i < frame->blocked_worms &&
           frame->queue[frame->worm[frame->blocked[i]].head_queue].node != t->view.selection.node)
        i++;
    if (i < frame->blocked_worms)
        ws_tui_select(t, &frame->worm[frame->blocked[i]]);
    else
        ws_tui_say(t, false, "no worm is waiting here");
}

/* A switch or host by its name, the link between two, or the next of the switches. */
static void look(ws_tui *t, const char *argument) {
    ws_error error;
    ws_thing thing = {.kind = WS_THING_NODE};
    uint32_t chosen = t->view.selection.node;
    if (strcmp(argument, "next") == 0)
        thing.id = chosen == WS_NIL ? 0 : (chosen + 1) % t->frame->switches;
    else if (!ws_thing_named(t->frame, argument, &thing, &error)) {
        ws_tui_say(t, true, "%s", error.text);
        return;
    }
    if (thing.kind == WS_THING_NONE)
        ws_tui_select(t, NULL);
    else
        ws_tui_inspect(t, thing);
}

/* To the next row that refers to something: that is what Enter follows. */
static void field(ws_tui *t, const char *argument) {
    bool is_next = strcmp(argument, "next") == 0;
    int by = is_next ? 1 : -1;
    if (!is_next && strcmp(argument, "previous") != 0)
        ws_tui_say(t, true, "invalid field `%s`: expected field next or field previous", argument);
    else if (ws_view_thing(&t->view).kind == WS_THING_NONE)
        ws_tui_say(t, false, "nothing selected: press w or s, or click");
    else
        t->view.selection.field = ws_view_next_field(&t->view, t->view.selection.field, by);
}

static void follow(ws_tui *t, const char *argument) {
    (void)argument;
    ws_thing thing = ws_view_refers(&t->view, t->view.selection.field);
    if (ws_lists_go(t))
        return;
    if (thing.kind != WS_THING_NONE)
        ws_tui_inspect(t, thing);
    else if (t->view.selection.link != WS_NIL || t->view.selection.queue != WS_NIL)
        ws_tui_say(t, false, "J and K choose what to follow");
    else if (t->view.selection.node != WS_NIL)
        select_waiting(t);
    else
        select_blocker(t);
}

/* ---- act ---- */

static void act(ws_tui *t, const char *argument) {
    (void)argument;
    ws_acts_open(t, -1, -1);
}

/* ---- filter ---- */

static void offer(ws_tui *t, ws_completions *c) {
    ws_filter_complete(c, t->frame);
}

static const ws_prompt_kind typing = {
    .sign = '/',
    .history = WS_HISTORY_FILTERS,
    .enter = ws_tui_filter,
    .offer = offer,
    .typed = ws_tui_filter_try,
    .left = ws_tui_filter_undo,
    .takes_empty = true,
};

static void filter(ws_tui *t, const char *argument) {
    t->selection.filter_before = t->view.selection.filter;
    if (strcmp(argument, "none") == 0)
        ws_tui_filter(t, "");
    else if (*argument)
        ws_tui_filter(t, argument);
    else
        ws_prompt_open(t, &typing, t->view.selection.filter.text);
}

const ws_screen_command ws_select_commands[] = {
    {"select", select_worm, "next|previous|blocker|root|back|none|N|HOST",
     "selects a worm, by turns, by its number or by its host; back: what was selected before"},
    {"follow", follow, "",
     "goes to what the chosen field names; else from a worm to the worm it waits for, from a "
     "switch to the worm that has waited there longest"},
    {"look", look, "NODE|NODE NODE|next|none", "shows a switch, a host, or the link between two"},
    {"field", field, "next|previous", "chooses the field that Enter follows"},
    {"act", act, "",
     "opens the menu for the selected switch, host, link or worm: send a worm, make a hot "
     "spot, cut or repair a cable"},
    {"filter", filter, "FILTER|none",
     "dims all worms that a filter does not match, such as `class=high order>2`, `host H3`, "
     "`!moving`"},
    {NULL, NULL, NULL, NULL},
};
