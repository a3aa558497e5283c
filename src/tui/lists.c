/* lists.c - what takes the arrows and Enter while it is shown: the help, and the lists of
 * branches, ports and congestion trees. */
#include "tui/lists.h"

#include <inttypes.h>

#include "tui/acts.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/selection.h"
#include "tui/state.h"
#include "tui/travel.h"

/* ------------------------------------------------------------------------------------ help ---- */

void ws_help_turn(ws_tui *t, int rows) {
    ws_rect help = ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height)
                       .rect[WS_PANEL_HELP];
    ws_help_scroll(&t->view, rows, help.w, help.h);
}

static bool help_seen(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_HELP;
}

/* -------------------------------------------------------------------------------- branches ---- */

static bool branches_seen(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_BRANCHES;
}

static void branch_choose(ws_tui *t, int by) {
    t->view.overlay.branch_chosen = (size_t)ws_clamp((int)t->view.overlay.branch_chosen + by, 0,
                                                     (int)ws_session_branch_count(t->session) - 1);
    *t->difference = '\0';
}

/* The same cycle of the other branch, so that one sees what is different there; where it has not
 * come so far, where the two part. */
static void branch_go(ws_tui *t) {
    size_t to = t->view.overlay.branch_chosen;
    uint64_t now = ws_tui_cycle(t);
    ws_branch_info chosen = ws_session_branch(t->session, to);
    bool known = now <= chosen.reached;
    uint64_t fork = ws_beside_shared_until(t->session, ws_tui_branch(t), to);
    uint64_t cycle = known ? now : fork;
    t->view.overlay.shown = WS_OVERLAY_NONE;
    ws_tui_run(t, false);
    ws_tui_say(t, false, "on the way to cycle %" PRIu64 " of %s ...", cycle, chosen.name);
    ws_tui_draw_now(t);
    ws_tui_branch_switch(t, to, cycle);
    if (known)
        ws_tui_say(t, false, "%s, at the same cycle", chosen.name);
    else
        ws_tui_say(t, false, "%s, where the two part: it has come to cycle %" PRIu64, chosen.name,
                   chosen.reached);
}

/* ----------------------------------------------------------------------------------- ports ---- */

static bool ports_seen(const ws_tui *t) {
    return t->view.overlay.shown != WS_OVERLAY_HELP && ws_ports_rows(&t->view) > 0;
}

/* Of the switch that is selected any, else those that have some. */
static bool is_offered(const ws_view *v, uint32_t port) {
    const ws_port *p = &v->frame->port[port];
    return v->selection.node != WS_NIL ? p->node == v->selection.node : p->used > 0;
}

static void port_choose(ws_tui *t, int by) {
    uint32_t ports = t->frame->ports, port = ws_port_chosen(&t->view);
    for (uint32_t i = 0; i < ports; i++) {
        port = (port + ports + (uint32_t)by) % ports;
        if (!is_offered(&t->view, port))
            continue;
        t->view.overlay.port = port + 1;
        return;
    }
}

static void port_look(ws_tui *t) {
    uint32_t port = ws_port_chosen(&t->view);
    t->view.overlay.port = port + 1;
    ws_tui_inspect(t, (ws_thing){WS_THING_LINK, t->frame->port[port].link, 0});
    ws_tui_say(t, false, "the link that fills the port; Esc goes back to the queues");
}

/* ----------------------------------------------------------------------------------------
 * congestion trees ---- */

static bool trees_seen(const ws_tui *t) {
    return t->view.overlay.layer == WS_LAYER_TREES && t->view.overlay.shown != WS_OVERLAY_HELP &&
           ws_view_thing(&t->view).kind == WS_THING_NONE;
}

static void tree_choose(ws_tui *t, int by) {
    const ws_frame *frame = t->frame;
    for (size_t i = 0; i < frame->trees; i++) {
        if (frame->tree[i].root != ws_tree_chosen(&t->view))
            continue;
        t->view.overlay.tree = frame->tree[(i + frame->trees + (size_t)by) % frame->trees].root;
        return;
    }
}

static void tree_look(ws_tui *t) {
    uint32_t root = ws_tree_chosen(&t->view);
    if (root == WS_NIL) {
        ws_tui_say(t, false, "no congestion tree now");
        return;
    }
    t->view.overlay.tree = root;
    ws_tui_inspect(t, (ws_thing){WS_THING_LINK, root, 0});
    ws_tui_say(t, false, "the root; Esc goes back to the trees");
}

/* ----------------------------------------------------------------------------------- table ---- */

/* What lies above stands first. */
static const struct list {
    bool covers; /* the map, which is not panned then */
    bool (*seen)(const ws_tui *t);
    void (*choose)(ws_tui *t, int by);
    void (*go)(ws_tui *t); /* NULL: Enter is not for it */
} lists[] = {
    {true, help_seen, ws_help_turn, NULL},
    {true, ws_acts_seen, ws_acts_choose, ws_acts_go},
    {true, branches_seen, branch_choose, branch_go},
    {false, ports_seen, port_choose, port_look},
    {false, trees_seen, tree_choose, tree_look},
};
enum { LISTS = sizeof lists / sizeof *lists };

bool ws_lists_move(ws_tui *t, int rows) {
    for (size_t i = 0; i < LISTS; i++) {
        if (!lists[i].seen(t) || (rows == 0 && !lists[i].covers))
            continue;
        lists[i].choose(t, rows);
        return true;
    }
    return false;
}

bool ws_lists_go(ws_tui *t) {
    for (size_t i = 0; i < LISTS; i++) {
        if (!lists[i].go || !lists[i].seen(t))
            continue;
        lists[i].go(t);
        return true;
    }
    return false;
}
