/* wired_stages.c - a network of stages as columns: hosts, their cables, a column of switches for
 * each stage, and between two columns every cable as a curve.
 *
 *   H0 -------[S0.0]--.   .--[S1.0]--
 *   H4 -------[S0.1]---`-'---[S1.1]--      a cable ends at its port: ports lie above each other
 *
 * Where there is room, the two directions of a cable lie beside each other at its ends; else they
 * share their dots. */
#include <stdlib.h>

#include "ui/map/wirer.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

enum {
    HOST_CABLE_LEAST = 4, /* cells */
    HOST_CABLE_MOST = 18,
    GAP_LEAST = 7,
    PITCH_MOST = 14,
    NAMED = WS_DOTS_Y, /* dots from one switch to the next, at least, where each has a row */
    ROOMY = 2 * NAMED,
    BOX_MARKS = 2, /* columns of a box beside its name, for set-aside queues */
    WIDE = 70,     /* columns from which on there is room for these, and for names of all hosts */
    CURVE = 1024   /* steps of the curve */
};

typedef struct columns {
    int stages;
    int rows;
    int name;
    int host_name;  /* of the first host of a row */
    int host_names; /* of all of them: "H60-63" */
    int top;   /* dots above the first switch */
    int pitch; /* dots from one switch to the next, at least */
    int last;  /* dots from the first to the last */
    int box_w;
    int gap;   /* cells between two columns */
    int cable; /* cells of a host's cable */
    int first; /* column of the first stage */
} columns;

static columns columns_look(const ws_frame *frame) {
    columns col = {0};
    for (uint32_t s = 0; s < frame->switches; s++) {
        const ws_node *node = &frame->graph.node[s];
        col.stages = ws_max(col.stages, node->x + 1);
        col.rows = ws_max(col.rows, node->y + 1);
        col.name = ws_max(col.name, ws_text_columns(node->name));
    }
    for (uint32_t h = 0; h < frame->hosts; h++)
        col.host_name =
            ws_max(col.host_name, ws_text_columns(frame->graph.node[frame->switches + h].name));
    col.host_names = 2 * col.host_name;
    return col;
}

/* Rows: names need one each; without, up to four switches share a row, a dot each. */
static bool rows_fit(columns *col, int height) {
    int dots = WS_DOTS_Y * height;
    col->top = height > col->rows ? WS_DOTS_Y : 0;
    col->pitch = (dots - col->top) / col->rows;
    col->pitch = ws_min(col->pitch, PITCH_MOST);
    int least = col->pitch < NAMED / 2 ? 1 : NAMED; /* what the last of a column takes */
    col->last = ws_min(dots - col->top - least, PITCH_MOST * (col->rows - 1));
    return col->pitch >= 1;
}

/* The dot row of a switch: they fill the room. */
static int row_scaled(const columns *col, const ws_node *node) {
    if (col->rows < 2)
        return col->top;
    return col->top + node->y * col->last / (col->rows - 1);
}

static bool columns_fit(columns *col, int width) {
    bool named = col->pitch >= NAMED;
    bool wide = width >= WIDE;
    if (wide)
        col->host_name = col->host_names;
    int left = named ? col->host_name + 2 : 0;
    int marks = named && wide ? BOX_MARKS : 0;
    col->box_w = named ? col->name + 3 + marks : 2;
    int spare = width - left - col->stages * col->box_w;
    col->cable = ws_clamp(spare / (col->stages + 1), HOST_CABLE_LEAST, HOST_CABLE_MOST);
    col->gap = (spare - col->cable) / ws_max(col->stages - 1, 1);
    col->first = left + col->cable;
    return col->gap >= GAP_LEAST;
}

static void boxes_put(ws_wired *wired, const ws_frame *frame, const columns *col) {
    for (uint32_t s = 0; s < frame->switches; s++) {
        const ws_node *node = &frame->graph.node[s];
        int x = col->first + node->x * (col->box_w + col->gap);
        int rows = wired->form == WS_FORM_POINT ? WS_DOTS_Y / 2 : WS_DOTS_Y;
        wired->box[s] = (ws_rect){x, row_scaled(col, node) / rows, col->box_w, 1};
    }
}

/* ---- cables ---- */

static int port_at(const ws_frame *frame, uint32_t node, const ws_frame_link *link) {
    const ws_edge *edge = &frame->graph.edge[link->edge];
    return (uint32_t)edge->a == node ? edge->a_port : edge->b_port;
}

/* By switch: its ports on the left, and on the right, as sets. */
static uint64_t *ports_list(const ws_frame *frame) {
    uint64_t *ports = ws_alloc(2 * (size_t)frame->switches, sizeof *ports);
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (ws_is_host(frame, link->from))
            continue;
        bool up = !ws_is_host(frame, link->to) &&
                  frame->graph.node[link->to].x > frame->graph.node[link->from].x;
        ports[2 * link->from + up] |= 1ull << port_at(frame, link->from, link);
    }
    return ports;
}

typedef struct shuttle {
    ws_wirer wirer;
    const columns *col;
    uint64_t *ports;
} shuttle;

/* The dot row at which a cable ends at a box: its port's place among those of the side. */
static int row_at(const shuttle *sh, uint32_t node, bool right, const ws_frame_link *link) {
    const ws_wired *wired = sh->wirer.wired;
    uint64_t ports = sh->ports[2 * node + right];
    int port = port_at(sh->wirer.frame, node, link);
    int place = __builtin_popcountll(ports & ((1ull << port) - 1));
    int count = __builtin_popcountll(ports);
    int middle = wired->box[node].y * WS_DOTS_Y + WS_DOTS_Y / 2;
    if (wired->form == WS_FORM_POINT)
        middle = row_scaled(sh->col, &sh->wirer.frame->graph.node[node]);
    int room = ws_min(sh->col->pitch, 8); /* dot rows that belong to a box */
    if (count * 2 <= room) {
        bool up = link->from == node ? right : !right;
        return middle - count + 2 * place + !up;
    }
    return middle - ws_min(count, room) / 2 + place * ws_min(count, room) / count;
}

/* An S from left to right, level at both ends. */
static void curve_put(ws_wirer *wirer, ws_spot from, ws_spot to) {
    int across = to.x - from.x;
    int steps = abs(across);
    for (int i = 0; i <= steps; i++) {
        int64_t part = (int64_t)i * CURVE / steps;
        int64_t ease = part * part * (3 * CURVE - 2 * part) / CURVE / CURVE;
        int row = from.y + (int)(((to.y - from.y) * ease + CURVE / 2) / CURVE);
        ws_wire_to(wirer, from.x + across * i / steps, row);
    }
}

/* Beside the left or the right side of a box. */
static ws_spot end_of(const shuttle *sh, uint32_t node, bool right, const ws_frame_link *link) {
    const ws_rect *box = &sh->wirer.wired->box[node];
    int x = right ? (box->x + box->w) * WS_DOTS_X : box->x * WS_DOTS_X - 1;
    return (ws_spot){x, row_at(sh, node, right, link)};
}

static void path_put(shuttle *sh, const ws_frame_link *link) {
    const ws_frame *frame = sh->wirer.frame;
    bool out = ws_is_host(frame, link->to);
    sh->wirer.begun = false;
    if (out || ws_is_host(frame, link->from)) {
        uint32_t s = out ? link->from : link->to;
        ws_spot at = end_of(sh, s, false, link);
        int far = (sh->col->first - sh->col->cable) * WS_DOTS_X;
        ws_wire_to(&sh->wirer, out ? at.x : far, at.y);
        ws_wire_to(&sh->wirer, out ? far : at.x, at.y);
        return;
    }
    bool up = frame->graph.node[link->to].x > frame->graph.node[link->from].x;
    ws_spot from = end_of(sh, link->from, up, link);
    ws_spot to = end_of(sh, link->to, !up, link);
    curve_put(&sh->wirer, from, to);
}

/* ---- hosts ---- */

/* Names stand in the row of their cables. */
static void hosts_put(ws_wired *wired, const ws_frame *frame, const columns *col) {
    ws_host_place *place = ws_host_places(frame);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t s = frame->link[frame->host[h].inject_link].to;
        wired->host[h] = (ws_rect){0, 0, 0, 0};
        if (wired->form != WS_FORM_POINT && place[h].place == 0)
            wired->host[h] = (ws_rect){1, wired->box[s].y, col->host_name, 1};
    }
    free(place);
}

bool ws_wired_stages(ws_wired *wired, const ws_frame *frame) {
    columns col = columns_look(frame);
    if (!rows_fit(&col, wired->height) || !columns_fit(&col, wired->width))
        return false;
    wired->form = col.pitch >= NAMED ? WS_FORM_NAME : WS_FORM_POINT;
    wired->crowded = col.pitch < ROOMY || col.gap < 2 * GAP_LEAST;
    boxes_put(wired, frame, &col);
    hosts_put(wired, frame, &col);
    shuttle sh = {.wirer = {.wired = wired, .frame = frame}, .col = &col};
    sh.ports = ports_list(frame);
    for (uint32_t l = 0; l < frame->links; l++) {
        wired->path0[l] = wired->points;
        path_put(&sh, &frame->link[l]);
    }
    wired->path0[frame->links] = wired->points;
    free(sh.ports);
    return true;
}
