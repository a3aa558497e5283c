/* help.c - all keys with what they do and the line they say, and the signs on the map: both from their tables. */
#include <stdio.h>

#include "ui/focus.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/tracks.h"
#include "ui/map/why.h"
#include "ui/map/wired.h"
#include "ui/panel.h"

static const char *const glyph_docs[] = {
#define GLYPH_DOC(id, braille, block, ascii, doc) doc,
    WS_GLYPHS(GLYPH_DOC)};

/* One sign of the map and what it says. */
static void sign_draw(const ws_pen *pen, int x, int y, uint32_t glyph, ws_role role, const char *what) {
    ws_pen_glyph(pen, x, y, glyph, role, 0);
    ws_pen_text(pen, x + 3, y, WS_ROLE_TEXT, what);
}

/* Those of the map as it is now, each with its words; returns the row below. */
static int map_signs_list(const ws_view *v, const ws_pen *pen) {
    ws_map_plan *plan = v->map.plan;
    const ws_altitude *altitude = &ws_altitudes[plan->altitude];
    const char *lens = ws_lens_of(v)->name;
    ws_pen_print(pen, 1, 0, WS_ROLE_TITLE, "signs of this map: altitude %s, lens %s", altitude->name, lens);
    ws_pen below = ws_pen_shift(pen, 0, 1);
    plan->legend = WS_LEGEND_WHOLE;
    return 1 + ws_sign_legend(v, &below, pen->clip.w);
}

/* In the order of their table; those without words are directions of the one before. Returns the row below. */
static int signs_list(const ws_view *v, const ws_pen *pen, int x, int y) {
    for (int g = 0; g <= WS_GLYPH_BLOCKED; g++) {
        if (!*glyph_docs[g]) continue;
        sign_draw(pen, x, y++, v->glyphs->code[g], g == WS_GLYPH_BLOCKED ? WS_ROLE_BLOCKED : WS_ROLE_HUE0, glyph_docs[g]);
    }
    sign_draw(pen, x, y++, ws_glyph_level(v->glyphs, 3, 8), WS_ROLE_BUFFER, "buffer fill");
    sign_draw(pen, x, y++, ws_glyph_level(v->glyphs, 6, 8), WS_ROLE_STOP,
              "buffer whose sender is stopped");
    sign_draw(pen, x, y++, '2', WS_ROLE_BACKLOG, "messages queued at this host");
    return y;
}

/* The signs that the map has while trees are looked at. */
static int tree_signs_list(const ws_view *v, const ws_pen *pen, int x, int y) {
    ws_pen_text(pen, x, y++, WS_ROLE_TITLE, "signs of congestion trees");
    sign_draw(pen, x, y++, '2', WS_ROLE_HEAT3, "depth: how many full buffers lie between this one and the root");
    for (int g = WS_GLYPH_ROOT; g <= WS_GLYPH_VICTIM_COLD; g++)
        sign_draw(pen, x, y++, v->glyphs->code[g], g == WS_GLYPH_ROOT ? WS_ROLE_BLOCKED : WS_ROLE_STRONG, glyph_docs[g]);
    return y;
}

/* Those of cables used in turns, pools and ports. */
static int other_signs_list(const ws_view *v, const ws_pen *pen, int x, int y) {
    ws_pen_text(pen, x, y++, WS_ROLE_TITLE, "signs of pools, and of ports (Q)");
    sign_draw(pen, x, y++, v->glyphs->code[WS_GLYPH_SLANT_SE], WS_ROLE_HEAT3, glyph_docs[WS_GLYPH_SLANT_SE]);
    sign_draw(pen, x, y++, '7', WS_ROLE_SWITCH, "packets in the pool of a switch");
    sign_draw(pen, x, y++, '2', WS_ROLE_STRONG, "set-aside queues of a port");
    sign_draw(pen, x, y++, v->glyphs->code[WS_GLYPH_BLOCKED], WS_ROLE_BLOCKED, "none of them may send");
    return y;
}

/* Rows of the legend in so many words. */
static int legend_rows(const ws_view *v, int width, ws_legend legend) {
    v->map.plan->legend = legend;
    return ws_sign_legend(v, NULL, width);
}

void ws_signs_draw(const ws_view *v, const ws_pen *pen) {
    ws_legend legend = WS_LEGEND_WHOLE;
    while (legend < WS_LEGEND_SEEN && legend_rows(v, pen->clip.w, legend) > pen->clip.h)
        legend++;
    v->map.plan->legend = legend;
    int rows = ws_sign_legend(v, pen, pen->clip.w);
    if (!v->other)
        ws_jam_list(v, pen, rows);
}

int ws_signs_height(const ws_view *v, int width) {
    return 1 + legend_rows(v, width, WS_LEGEND_WHOLE);
}

#define SUBJECT_X 21 /* columns where the subject of a key stands, and what it does */
#define WHAT_X    35
#define SIGNS_X   92  /* where the signs stand beside the keys */
#define WIDE      140 /* columns from which on they do */

/* A subject: its keys, its name, what they do; in as many rows as that takes. Keys that do nothing in this network are dimmed. */
static int keys_draw(const ws_view *v, const ws_pen *pen, int y) {
    char keys[64], what[256];
    for (size_t i = 0; i < v->keys->count; i = ws_subject_end(v->keys, i)) {
        const ws_binding *first = &v->keys->binding[i];
        bool useful = ws_binding_is_useful(v, first);
        ws_subject_keys(v->keys, i, false, keys, sizeof keys);
        ws_subject_help(v->keys, i, what, sizeof what);
        ws_pen_print(pen, 1, y, useful ? WS_ROLE_KEY : WS_ROLE_FAINT, " %s ", keys);
        ws_pen_print(pen, 1 + SUBJECT_X, y, useful ? WS_ROLE_STRONG : WS_ROLE_FAINT, "%.*s", (int)ws_binding_subject(first),
                     first->help);
        y = ws_words_draw(pen, WHAT_X, y, useful ? WS_ROLE_TEXT : WS_ROLE_FAINT, what);
    }
    return y;
}

/* All of it; returns the rows that it takes. */
static int help_list(const ws_view *v, const ws_pen *pen) {
    if (ws_focus_held(v)) return ws_focus_help(v, pen);
    bool wide = pen->clip.w >= WIDE;
    ws_pen left = *pen;
    if (wide) left.clip.w = SIGNS_X - 1;
    ws_pen keys = ws_pen_shift(&left, 0, map_signs_list(v, &left) + 1);
    int y = keys_draw(v, &keys, 0) + keys.y - left.y;
    int signs_x = wide ? SIGNS_X : 1, signs_y = wide ? 0 : y + 1;
    ws_pen_text(pen, signs_x, signs_y, WS_ROLE_TITLE, "signs of all maps");
    int trees_y = signs_list(v, pen, signs_x, signs_y + 1);
    int others_y = tree_signs_list(v, pen, signs_x, trees_y + 1);
    int end = ws_max(y, other_signs_list(v, pen, signs_x, others_y + 1));
    ws_pen words = ws_pen_shift(pen, 0, end + 1);
    return end + 1 + ws_focus_help(v, &words);
}

void ws_help_scroll(ws_view *v, int by, int width, int height) {
    ws_canvas nothing = {0};
    ws_pen nowhere = {.canvas = &nothing, .clip = {0, 0, width, 0}};
    v->overlay.help_top =
        ws_clamp(v->overlay.help_top + by, 0, ws_max(help_list(v, &nowhere) - (height - 1), 0));
}

void ws_help_draw(const ws_view *v, const ws_pen *pen) {
    const ws_focus_row *held = ws_focus_held(v);
    ws_title_draw(v, pen, 0, held ? held->name : "keys");
    ws_pen_print_right(pen, pen->clip.w - 1, 0, WS_ROLE_FAINT, held ? " up, down: scroll · ?: close " : " dim: no effect here · up, down: scroll · ?: close ");
    ws_pen list = ws_pen_sub(pen, (ws_rect){0, 1, pen->clip.w, ws_max(pen->clip.h - 1, 0)});
    ws_pen scrolled = ws_pen_shift(&list, 0, -v->overlay.help_top);
    help_list(v, &scrolled);
}
