/* worm_state.h - does a worm move or wait? Asked here by all that say it, in words, signs or
 * counts: map, legend, inspector, lists, A/B.
 *
 * A worm waits behind another one where its head stands behind another packet in one queue, and
 * that one waits: it asks for nothing yet. A frame counts it as waiting. */
#ifndef WS_WORM_STATE_H
#define WS_WORM_STATE_H

#include "observe/frame.h"
#include "ui/glyphs.h"

typedef enum ws_worm_state {
    WS_WORM_MOVES,
    WS_WORM_WAITS,
    WS_WORM_BEHIND, /* it waits, too */
    WS_WORM_STATES
} ws_worm_state;

ws_worm_state ws_worm_state_of(const ws_frame_worm *worm);
/* "moves", "waits", "behind": the word beside its sign, and in lists. */
const char *ws_worm_state_word(ws_worm_state state);
/* "moves", "waiting", "waiting behind": the begin of a sentence. */
const char *ws_worm_state_words(ws_worm_state state);
/* The sign of its head, whose flits come from the other side than this direction (0 = east). */
ws_glyph ws_worm_state_glyph(ws_worm_state state, int direction);

#endif
