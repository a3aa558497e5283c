/* tui_select.c - which worm is looked at: by turns, by what it waits for. Going back goes along the way one came. */
#include <stdlib.h>
#include <string.h>

#include "app/tui_state.h"

void ws_tui_select(ws_tui *t, const ws_frame_worm *worm) {
    ws_view *v = &t->view;
    if (v->selected != WS_NIL && !(worm && ws_worm_selected(v, worm))) {
        memmove(t->visited + 1, t->visited, sizeof t->visited - sizeof *t->visited);
        t->visited[0] = (ws_visit){v->selected, v->selected_entered};
        if (t->visited_count < WS_VISITS_MAX) t->visited_count++;
    }
    v->selected = worm ? worm->packet : WS_NIL;
    v->selected_entered = worm ? worm->entered : 0;
    v->node = WS_NIL;
}

static const ws_frame_worm *worm_selected(const ws_tui *t) {
    const ws_frame_worm *w = ws_frame_worm_of(t->frame, t->view.selected);
    return w && ws_worm_selected(&t->view, w) ? w : NULL;
}

/* Those among whom one goes round: the blocked ones, or where none is blocked all; with a filter only those that it takes. */
static uint32_t candidates(const ws_tui *t, const ws_frame_worm **list) {
    const ws_frame *f = t->frame;
    uint32_t found = 0, count = f->blocked_worms ? f->blocked_worms : f->worms;
    for (uint32_t i = 0; i < count; i++) {
        const ws_frame_worm *w = &f->worm[f->blocked_worms ? f->blocked[i] : i];
        if (ws_tui_wanted(t, w)) list[found++] = w;
    }
    return found;
}

/* The one `by` places after the selected one, round and round; NULL if there is none. */
static const ws_frame_worm *worm_after(const ws_tui *t, int by) {
    const ws_frame_worm **list = calloc(t->frame->worms + 1, sizeof *list);
    if (!list) abort();
    uint32_t count = candidates(t, list), at = 0;
    while (at < count && !ws_worm_selected(&t->view, list[at])) at++;
    uint32_t next = at < count ? (at + count + (uint32_t)by) % count : by > 0 || count == 0 ? 0 : count - 1;
    const ws_frame_worm *worm = count ? list[next] : NULL;
    free(list);
    return worm;
}

/* Without a selected worm, that of the longest wait: it is the one whose chain is shown. */
static void select_blocker(ws_tui *t) {
    const ws_frame_worm *w = worm_selected(t);
    if (!w && t->frame->blocked_worms) w = &t->frame->worm[t->frame->blocked[0]];
    const ws_frame_worm *blocker = w ? ws_frame_worm_of(t->frame, w->waits_for) : NULL;
    if (blocker) ws_tui_select(t, blocker);
    else ws_tui_say(t, false, w ? "this worm waits for no other: the root" : "no worm is blocked");
}

/* Those that are gone meanwhile are passed over. */
static void select_back(ws_tui *t) {
    while (t->visited_count) {
        ws_visit visit = t->visited[0];
        memmove(t->visited, t->visited + 1, --t->visited_count * sizeof *t->visited);
        const ws_frame_worm *w = ws_frame_worm_of(t->frame, visit.packet);
        if (!w || w->entered != visit.entered) continue;
        t->view.selected = visit.packet;
        t->view.selected_entered = visit.entered;
        t->view.node = WS_NIL;
        return;
    }
    ws_tui_say(t, false, "no worm was selected before");
}

/* What lies over the screen is closed first; where nothing is selected, the filter is taken away. */
static void select_none(ws_tui *t) {
    ws_view *v = &t->view;
    if (v->help || v->branch_list || v->break_list) v->help = v->branch_list = v->break_list = false;
    else if (v->selected != WS_NIL || v->node != WS_NIL) ws_tui_select(t, NULL);
    else ws_tui_filter(t, "");
}

static void select_worm(ws_tui *t, const char *argument) {
    bool next = strcmp(argument, "next") == 0, previous = strcmp(argument, "previous") == 0;
    const ws_frame_worm *worm = next || previous ? worm_after(t, next ? 1 : -1) : NULL;
    if (worm) ws_tui_select(t, worm);
    else if (next || previous)
        ws_tui_say(t, false, t->view.filter.count ? "the filter takes no worm" : "there is no worm in the network");
    else if (strcmp(argument, "blocker") == 0) select_blocker(t);
    else if (strcmp(argument, "back") == 0) select_back(t);
    else if (strcmp(argument, "none") == 0) select_none(t);
    else ws_tui_say(t, true, "`%s` is nothing to select; write next, previous, blocker, back or none", argument);
}

/* At a switch: the worm that has waited there longest. */
static void select_waiting(ws_tui *t) {
    const ws_frame *f = t->frame;
    uint32_t i = 0;
    while (i < f->blocked_worms && f->queue[f->worm[f->blocked[i]].head_queue].node != t->view.node) i++;
    if (i < f->blocked_worms) ws_tui_select(t, &f->worm[f->blocked[i]]);
    else ws_tui_say(t, false, "no worm is blocked here");
}

/* A switch or host by its name, or the next of the switches. */
static void look(ws_tui *t, const char *argument) {
    const ws_frame *f = t->frame;
    uint32_t node = t->view.node == WS_NIL ? 0 : (t->view.node + 1) % f->switches, count = f->switches + f->hosts;
    if (strcmp(argument, "next") != 0)
        for (node = 0; node < count && strcmp(ws_node_name(f, node), argument) != 0;) node++;
    if (node == count) {
        ws_tui_say(t, true, "there is no switch or host `%s` here; write look NAME or look next", argument);
        return;
    }
    ws_tui_select(t, NULL);
    t->view.node = node;
}

static void follow(ws_tui *t, const char *argument) {
    (void)argument;
    if (t->view.branch_list) ws_tui_branch_go(t);
    else if (t->view.node != WS_NIL) select_waiting(t);
    else select_blocker(t);
}

const ws_screen_command ws_select_commands[] = {
    {"select", select_worm, "next|previous|blocker|back|none", "which worm is looked at"},
    {"follow", follow, "", "from a worm to the one it waits for, from a switch to the worm that has waited there longest"},
    {"look", look, "NODE|next", "shows a switch or host"},
    {NULL, NULL, NULL, NULL},
};
