/* emit.h - a canvas as bytes for a terminal: the one place where cells are written.
 *
 * ncurses knows the terminal, sets its modes and reads its keys, but cannot send colours of 24 bits
 * to most of the terminals that show them: it numbers colours, and needs an entry of terminfo in
 * which those numbers are 0xRRGGBB. So cells are written here, by the sequences of ECMA-48, which
 * every terminal of today has; ws_terminal_open refuses others. */
#ifndef WS_EMIT_H
#define WS_EMIT_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

/* What a terminal can do beyond moving its cursor. All zero: the plainest there is. */
typedef struct ws_emit_traits {
    ws_colour_depth depth;
    bool erases;       /* what it erases has the ground that is set (bce) */
    bool scrolls;      /* a sign in its last cell moves all rows (am without xenl) */
    uint16_t unmixed;  /* attributes, WS_BOLD ..., that it cannot show in colours (ncv) */
    bool synchronizes; /* it shows what stands between two marks at once (mode 2026) */
} ws_emit_traits;

typedef struct ws_emitter ws_emitter;

/* Knows nothing of what the terminal shows, and has the built-in theme. Aborts when memory is
 * short. */
ws_emitter *ws_emitter_new(ws_emit_traits traits);
void ws_emitter_free(ws_emitter *emitter);
/* NULL: of a terminal that is not open, which shows no colours. */
ws_emit_traits ws_emitter_traits(const ws_emitter *emitter);
void ws_emitter_synchronize(ws_emitter *emitter, bool synchronizes);
/* Shows so many colours from now on. Forgets. */
void ws_emitter_depth(ws_emitter *emitter, ws_colour_depth depth);
/* Gives roles their colours, as near as the terminal comes; keeps a copy. Forgets. */
void ws_emitter_theme(ws_emitter *emitter, const ws_theme *theme);
/* What is on the terminal is not known any more: after a resize, a suspension, or when another
 * program wrote there. The next picture is whole. */
void ws_emitter_forget(ws_emitter *emitter);
/* Writes what the terminal must be sent to show the canvas: nothing if it does already. */
void ws_emitter_draw(ws_emitter *emitter, const ws_canvas *canvas, FILE *out);
/* The same row by row, for what has no cursor to move: each row ends as plain text. */
void ws_emitter_print(ws_emitter *emitter, const ws_canvas *canvas, FILE *out);

#endif
