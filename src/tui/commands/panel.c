/* panel.c - which panel is held, whether it is expanded, and what stands beside the map. */
#include <string.h>

#include "tui/commands.h"
#include "tui/focus.h"
#include "tui/lecture.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/focus.h"

static void hold(ws_tui *t, const ws_focus_row *row) {
    ws_view_focus *focus = &t->view.focus;
    bool expanded = focus->expanded;
    *focus = (ws_view_focus){.held = row ? (int)row->panel + 1 : 0};
    if (!row)
        return;
    ws_layout layout = ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
    bool is_there = layout.rect[row->panel].w > 0;
    bool can_grow = row->panel != WS_PANEL_TIMELINE;
    focus->expanded = !is_there || (expanded && can_grow);
}

/* Behind the last none is held. What is expanded gives way to the next, also where that has no room
 * beside the map. */
static void step(ws_tui *t, int by) {
    bool expanded = t->view.focus.expanded;
    t->view.focus.expanded = false;
    ws_layout layout = ws_layout_make(&t->view, t->display.canvas.width, t->display.canvas.height);
    const ws_focus_row *row = ws_focus_next(&t->view, &layout, by);
    t->view.focus.expanded =
        expanded && ws_focus_held(&t->view) && ws_focus_held(&t->view)->panel != WS_PANEL_SETTINGS;
    hold(t, row);
}

/* The list of settings is longer when it is expanded: the same one stays chosen. */
static void toggle(ws_tui *t) {
    ws_setting rows[WS_SETTINGS_MAX];
    ws_view_focus *focus = &t->view.focus;
    size_t count = ws_settings_list(&t->view, rows);
    bool has_row = focus->row >= 0 && (size_t)focus->row < count;
    const ws_param *chosen = has_row ? rows[focus->row].param : NULL;
    focus->expanded = !focus->expanded;
    focus->row = 0;
    ws_focus_setting(t, chosen);
}

static void expand(ws_tui *t) {
    ws_view_focus *focus = &t->view.focus;
    const ws_focus_row *held = ws_focus_held(&t->view);
    if (!held)
        ws_tui_say(t, false, "no panel is held; Tab or a click holds one");
    else if (held->panel == WS_PANEL_TIMELINE)
        ws_tui_say(t, false, "the timeline is as wide as the screen already");
    else
        toggle(t);
    focus->top = 0;
}

static void panel(ws_tui *t, const char *argument) {
    if (strcmp(argument, "next") == 0 || strcmp(argument, "previous") == 0) {
        step(t, *argument == 'n' ? 1 : -1);
        return;
    }
    if (strcmp(argument, "expand") == 0) {
        expand(t);
        return;
    }
    if (strcmp(argument, "none") == 0) {
        hold(t, NULL);
        return;
    }
    for (size_t i = 0; i < ws_focus_count; i++) {
        if (strcmp(ws_focus_rows[i].name, argument) != 0)
            continue;
        t->view.focus.expanded = false;
        hold(t, &ws_focus_rows[i]);
        return;
    }
    ws_tui_say(
        t, true,
        "invalid panel `%s`: expected next, previous, expand, none or a name such as settings",
        argument);
}

#define PRESET_NAME(id, name, doc) name,
#define PRESET_DOC(id, name, doc)  doc,
static const char *const preset_names[] = {WS_PRESET_ROWS(PRESET_NAME)};
static const char *const preset_docs[] = {WS_PRESET_ROWS(PRESET_DOC)};

static void preset_take(ws_tui *t, ws_preset chosen) {
    t->view.preset = chosen;
    t->view.focus = (ws_view_focus){0};
    bool teaching = chosen == WS_PRESET_TEACHING;
    if (teaching != t->view.lecture)
        ws_tui_lecture(t, teaching);
    ws_tui_say(t, false, "%s: %s", preset_names[chosen], preset_docs[chosen]);
}

static void preset(ws_tui *t, const char *argument) {
    if (strcmp(argument, "next") == 0) {
        preset_take(t, (ws_preset)((t->view.preset + 1) % WS_PRESETS));
        return;
    }
    for (int i = 0; i < WS_PRESETS; i++) {
        if (strcmp(preset_names[i], argument) != 0)
            continue;
        preset_take(t, (ws_preset)i);
        return;
    }
    ws_tui_say(t, true, "invalid preset `%s`: expected all, map, chains, numbers, teaching or next",
               argument);
}

/* Which latency the figures, the chart and the distribution show. */
static void latency(ws_tui *t, const char *argument) {
    static const char *const kinds[WS_LATENCY_COUNT] = {"message", "network", "head", "packet"};
    static const char *const docs[WS_LATENCY_COUNT] = {
        "from creation to the last flit at the destination",
        "from the first flit in the network to the last at the destination",
        "from the first flit in the network to the head of the last packet at the destination",
        "of a packet, from its injection to its last flit at the destination",
    };
    int kind = strcmp(argument, "next") == 0 ? (int)(t->view.measure + 1) % WS_LATENCY_COUNT : 0;
    while (strcmp(argument, "next") != 0 && kind < WS_LATENCY_COUNT &&
           strcmp(kinds[kind], argument) != 0)
        kind++;
    if (kind == WS_LATENCY_COUNT) {
        ws_tui_say(t, true, "invalid latency `%s`: expected message, network, head, packet or next",
                   argument);
        return;
    }
    t->view.measure = (ws_latency_kind)kind;
    ws_tui_say(t, false, "%s latency: %s, in cycles", kinds[kind], docs[kind]);
}

const ws_screen_command ws_panel_commands[] = {
    {"latency", latency, "message|network|head|packet|next",
     "chooses the latency in figures, chart and distribution"},
    {"panel", panel,
     "next|previous|expand|none|settings|numbers|waits|worm|node|link|queue|deadlock|saqs|trees|"
     "port|signs|latency|throughput|"
     "distribution|timeline|map",
     "holds a panel, so that it gets the arrows; expand: fills the screen with it, or restores "
     "it"},
    {"preset", preset, "all|map|chains|numbers|teaching|next",
     "chooses what stands beside the map"},
    {NULL, NULL, NULL, NULL},
};
