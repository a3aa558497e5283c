/* signs.c - which style of map is drawn, and what its signs have in common. See signs.h. */
#include "ui/map/signs.h"

#include "ui/ink.h"
#include "ui/map/places.h"

const char *ws_sign_name(unsigned sign) {
#define SIGN(id, words, where, listed, ...) #id,
    static const char *const name[] = {
#include "ui/map/signs.def"
    };
#undef SIGN
    return name[sign];
}

static ws_map_style wired_style(const ws_map_plan *plan) {
    switch (plan->places->family) {
    case WS_FAMILY_STAGES: return WS_STYLE_STAGES;
    case WS_FAMILY_RING:
    case WS_FAMILY_LINE: return WS_STYLE_RINGS;
    default: return WS_STYLE_GRAPH;
    }
}

ws_map_style ws_map_style_of(const ws_view *view) {
    const ws_map_plan *plan = view->map.plan;
    switch (plan->altitude) {
#define ALTITUDE(id, name, style, ...)                                                             \
    case WS_ALTITUDE_##id: return style;
#include "ui/map/altitudes.def"
    default: return WS_STYLES;
    }
}

uint32_t ws_sign_full(const ws_view *view) {
    enum { SEVEN_EIGHTHS = 0x2587 }; /* which among worms' colours no filling is */
    bool white = ws_ink_rich(view) && view->glyphs->braille;
    return white ? SEVEN_EIGHTHS : view->glyphs->code[WS_GLYPH_STOP];
}
