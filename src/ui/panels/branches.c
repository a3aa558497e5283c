/* branches.c - the list of branches: where each left another, how far it goes; one can be chosen to go there. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/view.h"

static void branch_draw(const ws_view *v, const ws_pen *pen, int y, size_t i) {
    char forked[32], reached[32];
    const ws_branch_info *b = &v->session.branch[i];
    bool chosen = i == v->overlay.branch_chosen;
    if (chosen) ws_pen_glyph(pen, 1, y, v->glyphs->code[WS_GLYPH_RUN], WS_ROLE_STRONG, 0);
    ws_pen_text(pen, 3, y, chosen ? WS_ROLE_SELECTED : WS_ROLE_STRONG, b->name);
    ws_pen_print(pen, 16, y, WS_ROLE_TEXT, "to %s, %zu line%s", ws_count_text(b->reached, reached, sizeof reached), b->lines,
                 b->lines == 1 ? "" : "s");
    int x = 42;
    if (i)
        x += ws_pen_print(pen, x, y, WS_ROLE_FAINT, "left %s at %s",
                          v->session.branch[b->parent].name,
                          ws_count_text(b->forked, forked, sizeof forked));
    if (b->present) ws_pen_text(pen, i ? x + 2 : x, y, WS_ROLE_PAST, "you are here");
}

void ws_branches_draw(const ws_view *v, const ws_pen *pen) {
    int room = ws_max(pen->clip.h - 8, 1),
        first = ws_max((int)v->overlay.branch_chosen - room + 1, 0), y = 1;
    for (int i = first; i < (int)v->session.branch_count && i < first + room; i++)
        branch_draw(v, pen, y++, (size_t)i);
    y++;
    if (*v->overlay.difference)
        y = 1 + ws_words_draw(pen, 1, y, WS_ROLE_TEXT, v->overlay.difference);
    if (v->session.branch_count == 1)
        y = 1 + ws_words_draw(pen, 1, y, WS_ROLE_TEXT,
                              "There is one branch. Go back and change something: a new one begins there, and this one is kept.");
    ws_words_draw(pen, 1, y, WS_ROLE_TEXT,
                  "Up and down choose, Enter goes there, A puts it beside the present one, d tells where they differ, :save FILE keeps it.");
}
