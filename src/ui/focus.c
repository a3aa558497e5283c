/* focus.c - see focus.h. */
#include "ui/focus.h"
#include "ui/panel.h"

#include <stdio.h>

/* In the order in which Tab goes. */
const ws_focus_row ws_focus_rows[] = {
    {WS_PANEL_SETTINGS, "settings",
     "The parameters of the network. Those of the first group change at once; a change of the "
     "second group builds a new network, in "
     "which the clock goes on. This network does not use the parameters of the last group.",
     "up, down: choose · left, right, wheel: change · digits, enter: a value · e: show all"},
    {WS_PANEL_NUMBERS, "numbers",
     "Offered and accepted load in flits per host and cycle, and latency in cycles by class, with "
     "the half-width of its 95 % "
     "interval. Figures are dim until the warm-up is over and while the interval is wider than a "
     "tenth of the mean. After a change there is the latency since then; expanded, a table of all "
     "stretches between changes.",
     "up, down: scroll · e: expand"},
    {WS_PANEL_WAITS, "waits",
     "The worms that wait, the longest wait first, and below the first the chain of those it waits "
     "for.",
     "up, down: choose another waiting worm · b: go to the worm it waits for · e: expand"},
    {WS_PANEL_INSPECT, "worm",
     "The selected worm: where it lies, how long it has waited, and for whom.",
     "up, down: choose a field · enter: follow it · b: go to the worm it waits for"},
    {WS_PANEL_NODE, "node", "The selected switch or host: its queues, and what waits in them.",
     "up, down: choose a field · enter: follow it"},
    {WS_PANEL_LINK, "link",
     "The selected link: who holds it, what lies on the wire and in the buffer behind it.",
     "up, down: choose a field · enter: follow it"},
    {WS_PANEL_QUEUE, "queue", "The selected queue: the worms in it, and what its head asks for.",
     "up, down: choose a field · enter: follow it"},
    {WS_PANEL_DEADLOCK, "deadlock",
     "The ring of worms that wait for each other. Nothing in it can ever move.", "e: expand"},
    {WS_PANEL_SAQS, "saqs",
     "Set-aside queues: one for each congested link that traffic through this port is heading for.",
     "e: expand"},
    {WS_PANEL_TREES, "trees",
     "Congestion trees: a full link (the root) and the buffers that have filled behind it.",
     "up, down: choose a tree · enter: look at its root"},
    {WS_PANEL_PORT, "port",
     "The queues of one input port, the set-aside ones with the links they are for.",
     "up, down: choose a port · enter: look at its link"},
    {WS_PANEL_SIGNS, "signs", "The signs on the map. Those that the map has none of now are dim.",
     "e: expand"},
    {WS_PANEL_LATENCY, "latency",
     "Mean latency over time, by class. A mark at the foot is a change. The pale part is the 95 % "
     "interval of the latest windows; all is pale, or grey, while the network warms up.",
     "left, right or a click: read the values at a cycle · e: expand"},
    {WS_PANEL_THROUGHPUT, "throughput",
     "Offered and accepted load over time. The pale part is the 95 % interval of the latest "
     "windows; all is pale, or grey, while the network warms up.",
     "left, right or a click: read the values at a cycle · e: expand"},
    {WS_PANEL_DISTRIBUTION, "distribution",
     "How the latency that is shown is distributed: a histogram for each class over one axis, whose steps are equal in the logarithm.",
     "U: another latency"},
    {WS_PANEL_CURVES, "curves",
     "The mean latency of A and B over time, each in a band: the 95 % interval of the latest "
     "windows.",
     "left, right or a click: read the values at a cycle · e: expand"},
    {WS_PANEL_COMPARE, "figures", "The figures of A and B, and how far B is from A.", "e: expand"},
    {WS_PANEL_TIMELINE, "timeline",
     "The time of this branch: the share of waiting worms, changes, notes, forks, keyframes.",
     "left, right: a twentieth back or on · up, down: the mark before, the next · enter: begin a "
     "range, whose traffic the map shows; at its other end again"},
    {WS_PANEL_MAP, "map",
     "The network: worms in their colours, heads as arrows while they move and crosses while they "
     "wait.",
     "arrows: move the map · z, Z: closer, farther · m: another lens · e: the map alone"},
};
const size_t ws_focus_count = sizeof ws_focus_rows / sizeof *ws_focus_rows;

const ws_focus_row *ws_focus_held(const ws_view *view) {
    for (size_t i = 0; i < ws_focus_count; i++)
        if (ws_view_holds(view, ws_focus_rows[i].panel))
            return &ws_focus_rows[i];
    return NULL;
}

/* These two can be held also where there is no room for them: then they are expanded. */
static bool is_there(const ws_panel_layout *layout, ws_panel_id panel) {
    if (panel == WS_PANEL_DISTRIBUTION)
        return true;
    return panel == WS_PANEL_SETTINGS || (layout->rect[panel].w > 0 && layout->rect[panel].h > 0);
}

const ws_focus_row *ws_focus_next(const ws_view *view, const ws_panel_layout *layout, int by) {
    const ws_focus_row *held = ws_focus_held(view);
    int at = held ? (int)(held - ws_focus_rows) : -1;
    if (!held && by < 0)
        at = (int)ws_focus_count;
    for (at += by; at >= 0 && at < (int)ws_focus_count; at += by)
        if (is_there(layout, ws_focus_rows[at].panel))
            return &ws_focus_rows[at];
    return NULL;
}

void ws_focus_mark(const ws_view *view, const ws_pen *pen, ws_rect rect) {
    ws_pen title = ws_pen_sub(pen, (ws_rect){rect.x, rect.y, rect.w, 1});
    const ws_focus_row *held = ws_focus_held(view);
    for (int x = 0; x < rect.w; x++) {
        ws_cell *cell = ws_pen_cell(&title, x, 0);
        if (cell && (cell->role == WS_ROLE_RULE || cell->role == WS_ROLE_TITLE))
            cell->role = cell->role == WS_ROLE_RULE ? WS_ROLE_MARK : WS_ROLE_SELECTED;
    }
    if (held && held->panel == WS_PANEL_MAP)
        ws_pen_text(&title, 0, 0, WS_ROLE_SELECTED, " map ");
    else
        ws_pen_glyph(&title, 0, 0, view->glyphs->code[WS_GLYPH_RUN], WS_ROLE_MARK, 0);
}

/* ---- words ---- */

static const struct {
    const char *term;
    const char *meaning;
} glossary[] = {
    {"worm", "a packet in the network: its flits follow the head, link by link, and hold every "
             "link they lie on"},
    {"flit", "the unit that crosses a link in one cycle"},
    {"head, tail", "the first flit, which is routed, and the last, which sets links free"},
    {"message, segment", "what a host has to send; a piece it is cut into, sent as one packet"},
    {"virtual channel",
     "VC: one of several buffers that share a link, so that worms can pass each other"},
    {"STOP, GO", "signals of a buffer to its sender: hold on, go on"},
    {"waits", "the head cannot go on: another worm holds the link, or there is no room ahead"},
    {"order", "how far it is to something that moves, in full buffers: 1 waits for what moves, 2 for "
              "a buffer of order 1, and so on; a long worm fills several"},
    {"VC held", "all virtual channels that the head may take are held by other worms"},
    {"victim", "a worm held up behind another although its own path is free; a cold victim does "
               "not even cross the root"},
    {"congestion tree", "a full link, the root, and the buffers that fill behind it"},
    {"SAQ", "set-aside queue: takes the packets that head for one congested link out of the way of "
            "others"},
    {"Xoff, Xon", "a set-aside queue tells its sender to hold on, to go on"},
    {"deadlock", "a ring of worms that wait for each other: none can ever move"},
    {"offered, accepted", "flits that hosts create, and flits that arrive, per host and cycle"},
    {"backlog", "messages that wait at their hosts"},
    {"saturated", "more is offered than accepted: the backlog grows without limit"},
    {"warm-up", "cycles before measurement begins"},
    {"settling", "too little is measured yet for a figure with an interval"},
};

int ws_focus_help(const ws_view *view, const ws_pen *pen) {
    const ws_focus_row *held = ws_focus_held(view);
    int line = 0;
    if (held) {
        line = ws_words_draw(pen, 1, line, WS_ROLE_TEXT, held->what) + 1;
        line = ws_words_draw(pen, 1, line, WS_ROLE_STRONG, held->keys) + 1;
    }
    ws_pen_text(pen, 1, line++, WS_ROLE_TITLE, "glossary");
    for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++) {
        ws_pen_text(pen, 1, line, WS_ROLE_STRONG, glossary[i].term);
        line = ws_words_draw(pen, 20, line, WS_ROLE_TEXT, glossary[i].meaning);
    }
    return line;
}
