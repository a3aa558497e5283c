/* worm_state.c - see worm_state.h. */
#include "ui/panel.h"
#include "ui/worm_state.h"

/* A sign that has no direction is the same in all. */
static const struct {
    const char *word;
    const char *words;
    ws_glyph glyph;
    bool points;
} states[WS_WORM_STATES] = {
    [WS_WORM_MOVES] = {"moves", "moves", WS_GLYPH_HEAD_E, true},
    [WS_WORM_WAITS] = {"waits", "waiting", WS_GLYPH_BLOCKED, false},
    [WS_WORM_BEHIND] = {"behind", "waiting behind", WS_GLYPH_BEHIND_E, true},
};

ws_worm_state ws_worm_state_of(const ws_frame_worm *worm) {
    if (!worm->blocked)
        return WS_WORM_MOVES;
    return worm->behind ? WS_WORM_BEHIND : WS_WORM_WAITS;
}

const char *ws_worm_state_word(ws_worm_state state) {
    return states[state].word;
}

const char *ws_worm_state_words(ws_worm_state state) {
    return states[state].words;
}

ws_glyph ws_worm_state_glyph(ws_worm_state state, int direction) {
    int glyph = (int)states[state].glyph;
    return (ws_glyph)(states[state].points ? glyph + direction : glyph);
}
