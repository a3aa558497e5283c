/* tui_select.c - which worm is looked at: by turns, by what it waits for, by what happens next. Going back goes along the way one
 * came. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/tui_state.h"
#include "session/marks.h"

#define NEXT_NS 500000000ull /* for so long a search for the next event may take */

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

/* The worm `by` places after the selected one among the blocked ones, or where none is blocked among all; round and round. */
static const ws_frame_worm *worm_after(const ws_tui *t, int by) {
    const ws_frame *f = t->frame;
    uint32_t count = f->blocked_worms ? f->blocked_worms : f->worms;
    for (uint32_t i = 0; i < count; i++) {
        const ws_frame_worm *w = &f->worm[f->blocked_worms ? f->blocked[i] : i];
        uint32_t next = (i + count + (uint32_t)by) % count;
        if (ws_worm_selected(&t->view, w)) return &f->worm[f->blocked_worms ? f->blocked[next] : next];
    }
    if (count == 0) return NULL;
    uint32_t first = by > 0 ? 0 : count - 1;
    return &f->worm[f->blocked_worms ? f->blocked[first] : first];
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

/* What lies over the screen is closed first. */
static void select_none(ws_tui *t) {
    if (ws_tui_trees_seen(t) && !t->view.branch_list) t->view.tree_list = false;
    else if (!t->view.help && !t->view.branch_list) ws_tui_select(t, NULL);
    t->view.help = t->view.branch_list = false;
}

static void select_worm(ws_tui *t, const char *argument) {
    bool next = strcmp(argument, "next") == 0, previous = strcmp(argument, "previous") == 0;
    const ws_frame_worm *worm = next || previous ? worm_after(t, next ? 1 : -1) : NULL;
    if (worm) ws_tui_select(t, worm);
    else if (next || previous) ws_tui_say(t, false, "there is no worm in the network");
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
    else if (ws_tui_trees_seen(t)) ws_tui_tree_look(t);
    else if (t->view.node != WS_NIL) select_waiting(t);
    else select_blocker(t);
}

/* ------------------------------------------------------------------------------------- the next event ---- */

/* What there was before. */
typedef struct before {
    bool *blocked; /* by packet */
    uint64_t kills;
    size_t lines;
    bool deadlock;
} before;

static uint64_t kills_of(const ws_tui *t) { return ws_net_total(ws_session_net(t->session), WS_TOTAL_KILLS); }

static size_t lines_of(const ws_tui *t) {
    size_t count;
    ws_session_journal(t->session, &count);
    return count;
}

/* The first line since that is worth a mark. */
static const char *line_since(const ws_tui *t, size_t lines) {
    size_t count;
    const ws_journal_entry *journal = ws_session_journal(t->session, &count);
    for (size_t i = lines; i < count; i++)
        if (ws_mark_of(journal[i].text) != WS_MARK_NONE) return journal[i].text;
    return NULL;
}

static void before_take(before *b, const ws_tui *t) {
    const ws_frame *f = t->frame;
    memset(b->blocked, 0, f->packets * sizeof *b->blocked);
    for (uint32_t i = 0; i < f->blocked_worms; i++) b->blocked[f->worm[f->blocked[i]].packet] = true;
    b->kills = kills_of(t);
    b->lines = lines_of(t);
    b->deadlock = f->deadlock;
}

/* The newest of those that wait comes last. */
static const ws_frame_worm *worm_stopped(const before *b, const ws_frame *f) {
    for (uint32_t i = f->blocked_worms; i-- > 0;)
        if (!b->blocked[f->worm[f->blocked[i]].packet]) return &f->worm[f->blocked[i]];
    return NULL;
}

/* Says what has happened since, if anything has. */
static bool event_tell(ws_tui *t, const before *b) {
    const ws_frame *f = t->frame;
    char label[256];
    const ws_frame_worm *worm = worm_stopped(b, f);
    const char *line = line_since(t, b->lines);
    if (f->deadlock && !b->deadlock) {
        ws_tui_say(t, false, "a deadlock: %u worms wait for one another in a ring", f->knot_ring);
        ws_tui_select(t, NULL);
    } else if (line) ws_tui_say(t, false, "%s", ws_mark_label(line, label, sizeof label));
    else if (kills_of(t) != b->kills) ws_tui_say(t, false, "a worm is killed: it has waited too long");
    else if (worm) {
        ws_tui_say(t, false, "%s→%s is blocked: %s", ws_node_name(f, f->switches + worm->source),
                   ws_node_name(f, f->switches + worm->dest), ws_wait_reason_names[worm->reason]);
        ws_tui_select(t, worm);
    } else return false;
    return true;
}

static void next(ws_tui *t, const char *argument) {
    (void)argument;
    uint64_t begin = uv_hrtime(), first = ws_tui_cycle(t);
    ws_tui_run(t, false);
    before b = {.blocked = calloc(t->frame->packets, sizeof *b.blocked)};
    if (!b.blocked) abort();
    ws_tui_look(t);
    before_take(&b, t);
    bool found = false;
    while (!found && uv_hrtime() - begin < NEXT_NS && ws_tui_step(t, 1)) {
        ws_tui_look(t);
        found = event_tell(t, &b);
        before_take(&b, t);
    }
    free(b.blocked);
    if (!found && !ws_session_ended(t->session))
        ws_tui_say(t, false, "nothing has happened in %" PRIu64 " cycles; n looks on", ws_tui_cycle(t) - first);
}

const ws_screen_command ws_select_commands[] = {
    {"select", select_worm}, {"follow", follow}, {"look", look}, {"next", next}, {NULL, NULL}};
