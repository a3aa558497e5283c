/* lists.c - what takes the arrows and Enter while it is shown: the help, and the lists of
 * branches, ports and congestion trees. */
#include <inttypes.h>
#include <stdio.h>

#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"
#include "ui/map/lens.h"
#include "ui/panel.h"

/* ---- acts ---- */

static ws_panel_layout layout_of(const ws_tui *t) {
    return ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
}

/* The link at a cell of the screen, + 1; 0: none is there. */
static uint32_t link_at(const ws_tui *t, int column, int row) {
    ws_rect map = layout_of(t).rect[WS_PANEL_MAP];
    if (!ws_rect_has(map, column, row))
        return 0;
    return ws_map_pick(&t->view, column - map.x, row - map.y).link + 1;
}

/* Is it open? */
static bool acts_seen(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_ACTS;
}

void ws_acts_open(ws_tui *t, int column, int row) {
    ws_act act[WS_ACTS_MAX];
    ws_view_overlay *overlay = &t->view.overlay;
    if (acts_seen(t)) {
        overlay->shown = WS_OVERLAY_NONE;
        return;
    }
    overlay->act_link = link_at(t, column, row);
    if (ws_acts_list(&t->view, act) == 0) {
        ws_tui_say(t, false, "nothing selected: press w or s, or click, then act");
        return;
    }
    overlay->shown = WS_OVERLAY_ACTS;
    overlay->act_chosen = 0;
    overlay->act_x = column;
    overlay->act_y = row;
    ws_tui_say(
        t, false,
        "up and down choose, Enter does it, Esc closes; the line that it types is on the right");
}

/* Moves the choice. */
static void acts_choose(ws_tui *t, int by) {
    ws_act act[WS_ACTS_MAX];
    int count = (int)ws_acts_list(&t->view, act);
    int chosen = (int)t->view.overlay.act_chosen + by;
    t->view.overlay.act_chosen = (size_t)ws_clamp(chosen, 0, ws_max(count - 1, 0));
}

/* The command line, with what is known of the line. */
static void line_ask(ws_tui *t, const char *line) {
    char command[96];
    snprintf(command, sizeof command, "command %s", line);
    ws_tui_command(t, command);
}

/* Does what is chosen, line by line, as if it had been typed; what is incomplete opens the command
 * line. The menu closes. */
static void acts_go(ws_tui *t) {
    ws_act act[WS_ACTS_MAX];
    size_t count = ws_acts_list(&t->view, act);
    size_t chosen = t->view.overlay.act_chosen;
    t->view.overlay.shown = WS_OVERLAY_NONE;
    if (chosen >= count)
        return;
    const ws_act *done = &act[chosen];
    if (!*done->line) {
        ws_tui_say(t, false, "%s", done->label);
        return;
    }
    if (done->asks) {
        line_ask(t, done->line);
        return;
    }
    ws_tui_command(t, done->line);
    if (*done->then && !t->view.line.message_error)
        ws_tui_command(t, done->then);
}

bool ws_acts_click(ws_tui *t, int column, int row) {
    if (!acts_seen(t))
        return false;
    ws_rect rect = layout_of(t).rect[WS_PANEL_ACTS];
    int chosen = row - rect.y - 1;
    bool hit = ws_rect_has(rect, column, row) && chosen >= 0;
    t->view.overlay.act_chosen = (size_t)ws_max(chosen, 0);
    if (hit)
        acts_go(t);
    else
        t->view.overlay.shown = WS_OVERLAY_NONE;
    ws_tui_touch(t);
    return true;
}

void ws_acts_name(ws_tui *t, int column, int row) {
    ws_rect map = layout_of(t).rect[WS_PANEL_MAP];
    if (!ws_rect_has(map, column, row))
        return;
    uint32_t node = ws_map_pick(&t->view, column - map.x, row - map.y).node;
    if (node == WS_NIL)
        return;
    const char *name = ws_node_name(t->frame, node);
    while (*name)
        ws_prompt_key(t, (unsigned char)*name++, true);
    ws_prompt_key(t, ' ', true);
}

/* ---- lists ---- */

/* ---- help ---- */

void ws_help_turn(ws_tui *t, int rows) {
    ws_rect help = ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height)
                       .rect[WS_PANEL_HELP];
    ws_help_scroll(&t->view, rows, help.w, help.h);
}

static bool help_seen(const ws_tui *t) {
    return t->view.overlay.shown == WS_OVERLAY_HELP;
}

/* ---- branches ---- */

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

/* ---- ports ---- */

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
    return ws_view_shows(&t->view, WS_SHOWS_TREE) && t->view.overlay.shown != WS_OVERLAY_HELP &&
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

/* ---- table ---- */

/* What lies above stands first. */
static const struct list {
    bool covers; /* the map, which is not panned then */
    bool (*seen)(const ws_tui *t);
    void (*choose)(ws_tui *t, int by);
    void (*go)(ws_tui *t); /* NULL: Enter is not for it */
} lists[] = {
    {true, help_seen, ws_help_turn, NULL},           {true, acts_seen, acts_choose, acts_go},
    {true, branches_seen, branch_choose, branch_go}, {false, ports_seen, port_choose, port_look},
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
