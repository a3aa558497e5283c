/* acts.c - the menu of what can be done to the thing that is selected: see panel.h. */
#include "ui/panel.h"

#include <inttypes.h>
#include <stdio.h>

#include "ui/map/why.h"

typedef struct menu {
    const ws_view *view;
    ws_act *act;
    size_t count;
} menu;

/* Room for one more; where there is none, the last is written over. */
static ws_act *act_add(menu *of) {
    if (of->count < WS_ACTS_MAX)
        of->count++;
    ws_act *act = &of->act[of->count - 1];
    *act = (ws_act){.label = ""};
    return act;
}

static const char *name_of(const menu *of, uint32_t node) {
    return ws_node_name(of->view->frame, node);
}

static bool is_host(const menu *of, uint32_t node) {
    return node >= of->view->frame->switches;
}

/* ---- hosts ---- */

static void send_add(menu *of, uint32_t node) {
    const char *name = name_of(of, node);
    ws_act *act = act_add(of);
    snprintf(act->label, sizeof act->label, "send a worm from %.16s to ...", name);
    snprintf(act->line, sizeof act->line, "send %.31s", name);
    act->asks = true;
}

static bool is_hot_spot(const ws_def *def, uint32_t host) {
    return def->traffic == WS_TRAFFIC_HOTSPOT && def->hotspot_host == (int64_t)host;
}

static void hot_spot_add(menu *of, uint32_t node) {
    const ws_frame *frame = of->view->frame;
    uint32_t host = node - frame->switches;
    const char *name = name_of(of, node);
    ws_act *act = act_add(of);
    if (is_hot_spot(&frame->def, host)) {
        snprintf(act->label, sizeof act->label, "no hot spot: all hosts alike");
        snprintf(act->line, sizeof act->line, "set traffic uniform");
        return;
    }
    double percent = (double)frame->def.hotspot_share / 10000;
    snprintf(act->label, sizeof act->label, "hot spot: %.3g %% of messages to %.16s", percent,
             name);
    snprintf(act->line, sizeof act->line, "set hotspot-host %" PRIu32, host);
    snprintf(act->then, sizeof act->then, "set traffic hotspot");
}

static void host_add(menu *of, uint32_t node) {
    send_add(of, node);
    hot_spot_add(of, node);
}

/* ---- cables ---- */

/* Where no cable can be cut, the menu says so once, in place of all of them. */
static void refusal_add(menu *of) {
    char routing[32];
    for (size_t i = 0; i < of->count; i++)
        if (!*of->act[i].line)
            return;
    ws_param_print(ws_param_find("routing"), &of->view->frame->def, routing, sizeof routing);
    snprintf(act_add(of)->label, sizeof of->act->label, "no cut: %.18s knows no way around one", routing);
}

static void cable_add(menu *of, const ws_frame_link *link) {
    if (!of->view->frame->cuts && !link->cut) {
        refusal_add(of);
        return;
    }
    const char *verb = link->cut ? "repair" : "cut";
    const char *from = name_of(of, link->from);
    const char *to = name_of(of, link->to);
    ws_act *act = act_add(of);
    snprintf(act->label, sizeof act->label, "%s the cable %.16s - %.16s", verb, from, to);
    snprintf(act->line, sizeof act->line, "%s %.31s %.31s", verb, from, to);
}

static void link_add(menu *of, const ws_frame_link *link) {
    if (is_host(of, link->from))
        host_add(of, link->from);
    else if (is_host(of, link->to))
        host_add(of, link->to);
    else
        cable_add(of, link);
}

/* Are there cables to the same switch among the links before this one? */
static bool is_repeated(const ws_frame *frame, uint32_t link) {
    const ws_frame_link *of = &frame->link[link];
    for (uint32_t l = 0; l < link; l++)
        if (frame->link[l].from == of->from && frame->link[l].to == of->to)
            return true;
    return false;
}

static void switch_add(menu *of, uint32_t node) {
    const ws_frame *frame = of->view->frame;
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        bool leaves = link->from == node;
        if (leaves && !is_host(of, link->to) && !is_repeated(frame, l))
            cable_add(of, link);
    }
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (link->from == node && is_host(of, link->to))
            send_add(of, link->to);
    }
}

/* ---- worms ---- */

/* Adds the cable of a link, if it lies between switches. */
static void between_add(menu *of, const ws_frame_link *link) {
    if (!is_host(of, link->from) && !is_host(of, link->to))
        cable_add(of, link);
}

/* The link that the head waits for; WS_NIL: none. */
static uint32_t link_wanted(const menu *of) {
    ws_why why = ws_why_of(of->view);
    if (why.count == 0 || why.wanted[0] == WS_NIL)
        return WS_NIL;
    return of->view->frame->vc[why.wanted[0]].link;
}

/* The cable under the pointer, where the menu was opened by the mouse; the cable that the head waits
 * for; and those that the worm holds. */
static void cables_add(menu *of, const ws_frame_worm *worm) {
    const ws_frame *frame = of->view->frame;
    uint32_t pointed = of->view->overlay.act_link - 1;
    uint32_t wanted = link_wanted(of);
    if (pointed < frame->links)
        between_add(of, &frame->link[pointed]);
    if (wanted != WS_NIL && wanted != pointed)
        between_add(of, &frame->link[wanted]);
    for (uint32_t v = 0; v < frame->vcs && of->count < WS_ACTS_MAX; v++) {
        uint32_t link = frame->vc[v].link;
        bool held = frame->vc[v].packet == worm->packet;
        if (held && link != wanted && link != pointed)
            between_add(of, &frame->link[link]);
    }
}

static void worm_add(menu *of, const ws_frame_worm *worm) {
    const ws_frame *frame = of->view->frame;
    uint32_t from = frame->switches + worm->source;
    uint32_t to = frame->switches + worm->dest;
    ws_act *act = act_add(of);
    snprintf(act->label, sizeof act->label, "send another one like it");
    snprintf(act->line, sizeof act->line, "send %.24s %.24s %" PRIu32, name_of(of, from),
             name_of(of, to), worm->length);
    send_add(of, from);
    hot_spot_add(of, to);
    cables_add(of, worm);
}

size_t ws_acts_list(const ws_view *view, ws_act act[WS_ACTS_MAX]) {
    const ws_frame *frame = view->frame;
    const ws_view_selection *selection = &view->selection;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, selection->worm);
    uint32_t node = selection->node;
    menu of = {.view = view, .act = act};
    if (selection->link != WS_NIL)
        link_add(&of, &frame->link[selection->link]);
    else if (node != WS_NIL && is_host(&of, node))
        host_add(&of, node);
    else if (node != WS_NIL)
        switch_add(&of, node);
    else if (selection->queue != WS_NIL)
        switch_add(&of, frame->queue[selection->queue].node);
    else if (worm)
        worm_add(&of, worm);
    return of.count;
}

/* ---- the panel ---- */

#define LABEL_X 2
#define GAP     2
#define TITLE   20 /* columns that the title needs */

static int label_columns(const ws_act *act, size_t count) {
    int columns = 0;
    for (size_t i = 0; i < count; i++)
        columns = ws_max(columns, ws_text_columns(act[i].label));
    return columns;
}

/* The lines of an act, as they will stand in the journal. */
static void lines_text(const ws_act *act, char *text, size_t room) {
    const char *more = act->asks ? " ..." : "";
    const char *and = *act->then ? "; " : "";
    snprintf(text, room, "%s%s%s%s", act->line, more, and, act->then);
}

int ws_acts_width(const ws_view *view) {
    ws_act act[WS_ACTS_MAX];
    size_t count = ws_acts_list(view, act);
    int lines = 0;
    for (size_t i = 0; i < count; i++) {
        char text[176];
        lines_text(&act[i], text, sizeof text);
        lines = ws_max(lines, ws_text_columns(text));
    }
    return ws_max(TITLE, LABEL_X + label_columns(act, count) + GAP + lines + 1);
}

int ws_acts_height(const ws_view *view) {
    ws_act act[WS_ACTS_MAX];
    return (int)ws_acts_list(view, act) + 1;
}

void ws_acts_draw(const ws_view *view, const ws_pen *pen) {
    ws_act act[WS_ACTS_MAX];
    size_t count = ws_acts_list(view, act);
    size_t chosen = view->overlay.act_chosen;
    int line_x = LABEL_X + label_columns(act, count) + GAP;
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, pen->clip.h}, ' ', WS_ROLE_STATUS);
    for (size_t i = 0; i < count; i++) {
        char text[176];
        ws_role role = i == chosen ? WS_ROLE_SELECTED : WS_ROLE_STATUS_NAME;
        int row = (int)i;
        lines_text(&act[i], text, sizeof text);
        if (i == chosen)
            ws_pen_glyph(pen, 0, row, view->glyphs->code[WS_GLYPH_RUN], WS_ROLE_STATUS_NAME, 0);
        ws_pen_text(pen, LABEL_X, row, role, act[i].label);
        ws_pen_text(pen, line_x, row, WS_ROLE_STATUS, text);
    }
}
