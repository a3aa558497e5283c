/* spacetime_names.c - links and worms of a space-time diagram by name, and their colours. */
#include <stdio.h>

#include "ui/ink.h"
#include "ui/panels/spacetime_sheet.h"

static ws_frame_worm frame_worm_of(const ws_spacetime_worm *worm) {
    return (ws_frame_worm){.source = worm->source,
                           .dest = worm->dest,
                           .created = worm->created,
                           .entered = worm->entered,
                           .traffic_class = worm->traffic_class};
}

uint32_t ws_spacetime_ink(const ws_view *view, const ws_spacetime_worm *worm) {
    ws_frame_worm stranger = frame_worm_of(worm);
    return ws_stranger_ink(view, &stranger);
}

static const char *ends_text(const ws_view *view, uint32_t from, uint32_t to, char *text) {
    const char *form = view->glyphs->ascii ? "%s>%s" : "%s→%s";
    const char *name = ws_node_name(view->frame, from);
    snprintf(text, WS_SPACETIME_NAME, form, name, ws_node_name(view->frame, to));
    return text;
}

const char *ws_spacetime_link_name(const ws_spacetime_sheet *s, uint32_t row, char *text) {
    return ends_text(s->view, s->diagram->from[row], s->diagram->to[row], text);
}

const char *ws_spacetime_worm_name(const ws_spacetime_sheet *s, const ws_spacetime_worm *worm,
                                   char *text) {
    uint32_t switches = s->view->frame->switches;
    return ends_text(s->view, switches + worm->source, switches + worm->dest, text);
}
