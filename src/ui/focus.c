/* focus.c - see focus.h. */
#include "ui/focus.h"
#include "ui/panel.h"

#include <stdio.h>

#define HELD(id, name, doc, keys) {WS_PANEL_##id, name, doc, keys},
const ws_focus_row ws_focus_rows[] = {
#include "ui/panels.def"
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
    {"order",
     "how far it is to something that moves, in full buffers: 1 waits for what moves, 2 for "
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
