/* glyphs.c - the three sets made from the table, and folding to ASCII. */
#include "ui/glyphs.h"

#include <string.h>
#include <strings.h>

#define CODE_BRAILLE(id, braille, block, ascii, doc) braille,
#define CODE_BLOCK(id, braille, block, ascii, doc)   block,
#define CODE_ASCII(id, braille, block, ascii, doc)   ascii,

const ws_glyphs ws_glyph_sets[] = {
    {.name = "braille",
     .doc = "Unicode with braille dots for curves",
     .code = {WS_GLYPHS(CODE_BRAILLE)},
     .level = {0xb7, 0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587, 0x2588},
     .braille = true},
    {.name = "block",
     .doc = "the characters of consoles: blocks and boxes",
     .code = {WS_GLYPHS(CODE_BLOCK)},
     .level = {0xb7, 0x2591, 0x2591, 0x2584, 0x2584, 0x2584, 0x2593, 0x2588, 0x2588}},
    {.name = "ascii",
     .doc = "ASCII only",
     .code = {WS_GLYPHS(CODE_ASCII)},
     .level = {'.', '_', '_', '-', '-', '=', '=', '#', '#'},
     .ascii = true},
};
const unsigned ws_glyph_set_count = sizeof ws_glyph_sets / sizeof *ws_glyph_sets;

const ws_glyphs *ws_glyphs_find(const char *name) {
    for (unsigned i = 0; i < ws_glyph_set_count; i++)
        if (strcmp(ws_glyph_sets[i].name, name) == 0) return &ws_glyph_sets[i];
    return NULL;
}

const ws_glyphs *ws_glyphs_for(const char *codeset, const char *term) {
    bool unicode = strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
    bool console = term && (strcmp(term, "linux") == 0 || strncmp(term, "linux-", 6) == 0);
    return ws_glyphs_find(!unicode ? "ascii" : console ? "block" : "braille");
}

uint32_t ws_glyph_fold(uint32_t glyph) {
    static const struct {
        uint32_t from;
        char to;
    } fold[] = {{0xa0, ' '},   {0xb1, '~'},    {0xb5, 'u'},    {0xb7, '.'},   {0xd7, 'x'},   {0x2010, '-'}, {0x2013, '-'},
                {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x201c, '"'}, {0x201d, '"'}, {0x2026, '~'}, {0x2190, '<'},
                {0x2191, '^'}, {0x2192, '>'},  {0x2193, 'v'},  {0x221e, '*'}, {0x2264, '<'}, {0x2265, '>'}, {0x23ce, '\\'},
                {0x250a, ':'}, {0x253c, '+'}};
    if (glyph < 0x7f) return glyph;
    for (unsigned i = 0; i < sizeof fold / sizeof *fold; i++)
        if (fold[i].from == glyph) return (uint32_t)fold[i].to;
    for (unsigned i = 0; i < WS_GLYPH_COUNT; i++)
        if (ws_glyph_sets[0].code[i] == glyph || ws_glyph_sets[1].code[i] == glyph) return ws_glyph_sets[2].code[i];
    return '?';
}

uint32_t ws_glyph_level(const ws_glyphs *g, uint32_t part, uint32_t whole) {
    if (part == 0 || whole == 0) return g->level[0];
    uint32_t eighths = (uint32_t)((uint64_t)part * 8 / whole);
    return g->level[eighths < 1 ? 1 : eighths > 8 ? 8 : eighths];
}
