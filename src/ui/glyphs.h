/* glyphs.h - the characters that mean something, in three sets: braille (all of Unicode), block (what consoles have), ASCII.
 *
 * GLYPH(ID, braille, block, ascii, "what it says"). Each set says everything without colour. Directions are in the order east,
 * south, west, north, so that ID + direction finds the others. */
#ifndef WS_GLYPHS_H
#define WS_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

#define WS_GLYPHS(GLYPH)                                                                           \
    GLYPH(HEAD_E, 0x25b6, 0x25ba, '>', "the head of a worm, moving")                               \
    GLYPH(HEAD_S, 0x25bc, 0x25bc, 'v', "")                                                         \
    GLYPH(HEAD_W, 0x25c0, 0x25c4, '<', "")                                                         \
    GLYPH(HEAD_N, 0x25b2, 0x25b2, '^', "")                                                         \
    GLYPH(TAIL_E, 0x257a, 0x25a0, 'o', "its tail")                                                 \
    GLYPH(TAIL_S, 0x257b, 0x25a0, 'o', "")                                                         \
    GLYPH(TAIL_W, 0x2578, 0x25a0, 'o', "")                                                         \
    GLYPH(TAIL_N, 0x2579, 0x25a0, 'o', "")                                                         \
    GLYPH(ONE, 0x25cf, 0x2022, '*', "a worm of one flit")                                          \
    GLYPH(FLITS_H, 0x2501, 0x2550, '=', "flits of a worm on a wire")                               \
    GLYPH(FLITS_V, 0x2503, 0x2551, '|', "")                                                        \
    GLYPH(STILL_H, 0x254d, 0x2500, '-', "wire held by a waiting worm")                             \
    GLYPH(STILL_V, 0x254f, 0x2502, ':', "")                                                        \
    GLYPH(HELD_H, 0x2500, 0x2500, '-', "held by a worm that moves, no flit here")                  \
    GLYPH(HELD_V, 0x2502, 0x2502, ':', "")                                                         \
    GLYPH(IDLE_H, 0x2504, 0x00b7, '.', "idle wire")                                                \
    GLYPH(IDLE_V, 0x2506, 0x00b7, '.', "")                                                         \
    GLYPH(BLOCKED, 0x2716, 0x00d7, 'X', "a waiting head")                                          \
    GLYPH(STOP, 0x2588, 0x2588, '#', "buffer full")                                                \
    GLYPH(LINE_H, 0x2500, 0x2500, '-', "rules and boxes")                                          \
    GLYPH(LINE_V, 0x2502, 0x2502, '|', "")                                                         \
    GLYPH(CORNER_NW, 0x256d, 0x250c, '+', "")                                                      \
    GLYPH(CORNER_NE, 0x256e, 0x2510, '+', "")                                                      \
    GLYPH(CORNER_SW, 0x2570, 0x2514, '+', "")                                                      \
    GLYPH(CORNER_SE, 0x256f, 0x2518, '+', "")                                                      \
    GLYPH(RUN, 0x25b6, 0x25ba, '>', "running")                                                     \
    GLYPH(PAUSE, 0x2016, 0x2551, '|', "paused")                                                    \
    GLYPH(CHANGE, 0x25b2, 0x25b2, '^', "a parameter was changed here")                             \
    GLYPH(CHAIN, 0x2514, 0x2514, '`', "waits for")                                                 \
    GLYPH(BULLET, 0x25cf, 0x2022, '*', "a worm in a list")                                         \
    GLYPH(SWITCH_ONE, 0x25a3, 0x25a0, 'O', "a switch, one cell")                                   \
    GLYPH(MORE, 0x2026, 0x00bb, '~', "more than fits")                                             \
    GLYPH(CURVE, 0x2022, 0x2022, '*', "a curve")                                                   \
    GLYPH(PLACE, 0x25c6, 0x2666, '@', "where we are on the timeline")                              \
    GLYPH(NOTE, 0x25bd, 0x25bc, '!', "a note of the scenario")                                     \
    GLYPH(FORK, 0x2534, 0x2534, 'Y', "a branch leaves here")                                       \
    GLYPH(TICK, 0x252c, 0x252c, '+', "a keyframe")                                                 \
    GLYPH(BREAK, 0x25a0, 0x25a0, 'B', "a breakpoint has stopped the run here")                     \
    GLYPH(ROOT, 0x25c9, '@', '@', "root of a congestion tree")                                     \
    GLYPH(VICTIM, 0x25c7, 0x25ca, '?', "victim: its own path is free")                             \
    GLYPH(VICTIM_COLD, 0x25c6, 0x2666, '!', "victim that never crosses the root")                  \
    GLYPH(SLANT_SE, 0x2198, 0x25bc, 'v', "a cable across a corner, in use")                        \
    GLYPH(SLANT_SW, 0x2199, 0x25bc, 'v', "")                                                       \
    GLYPH(SLANT_NW, 0x2196, 0x25b2, '^', "")                                                       \
    GLYPH(SLANT_NE, 0x2197, 0x25b2, '^', "")                                                       \
    GLYPH(FLIT_H, 0x25a0, 0x25a0, '=', "a flit")                                                   \
    GLYPH(FLIT_V, 0x25a0, 0x25a0, '|', "")                                                         \
    GLYPH(SMALL_H, 0x25aa, 0x2022, '-', "every other flit of a worm that waits")                   \
    GLYPH(SMALL_V, 0x25aa, 0x2022, ':', "")                                                        \
    GLYPH(HOST_ONE, 0x25ab, 0x00b7, 'o', "a host, one cell")                                       \
    GLYPH(GHOST, 0x2022, 0x00b7, '.', "the way that a waiting head wants")                         \
    GLYPH(ROOT_OTHER, 0x25cb, 'o', '%', "root of another congestion tree")                         \
    GLYPH(SAQ, 0x2022, 0x2502, '|', "a set-aside queue in use")                                    \
    GLYPH(HOST_SENDS, 0x25aa, 0x2022, '*', "a host that sends")                                    \
    GLYPH(WANT_E, 0x2192, 0x2192, '}', "the way of what stands")                                   \
    GLYPH(WANT_S, 0x2193, 0x2193, 'Y', "")                                                         \
    GLYPH(WANT_W, 0x2190, 0x2190, '{', "")                                                         \
    GLYPH(WANT_N, 0x2191, 0x2191, 'A', "")                                                         \
    GLYPH(BEHIND_E, 0x25b7, 0x00bb, ')', "a head that waits behind another in one buffer")         \
    GLYPH(BEHIND_S, 0x25bd, 0x2193, 'U', "")                                                       \
    GLYPH(BEHIND_W, 0x25c1, 0x00ab, '(', "")                                                       \
    GLYPH(BEHIND_N, 0x25b3, 0x2191, 'N', "")

#define WS_GLYPH_ENUM(id, braille, block, ascii, doc) WS_GLYPH_##id,
typedef enum ws_glyph { WS_GLYPHS(WS_GLYPH_ENUM) WS_GLYPH_COUNT } ws_glyph;
#undef WS_GLYPH_ENUM

typedef struct ws_glyphs {
    const char *name;
    const char *doc;
    uint32_t code[WS_GLYPH_COUNT];
    uint32_t level[9]; /* filling from empty to full, in eighths */
    bool braille;      /* curves are drawn as braille dots, else as bars of `level` */
    bool ascii;        /* nothing but ASCII may be drawn */
} ws_glyphs;

extern const ws_glyphs ws_glyph_sets[];
extern const unsigned ws_glyph_set_count;

/* By name, NULL if there is none. */
const ws_glyphs *ws_glyphs_find(const char *name);
/* What this terminal can show: by the character set of the locale and TERM. */
const ws_glyphs *ws_glyphs_for(const char *codeset, const char *term);

/* The nearest ASCII character. */
uint32_t ws_glyph_fold(uint32_t glyph);

/* The glyph for a filling of `part` out of `whole`; anything above nothing shows. */
uint32_t ws_glyph_level(const ws_glyphs *glyphs, uint32_t part, uint32_t whole);

#endif
