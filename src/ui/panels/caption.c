/* caption.c - lecture mode: what a scenario says to a room, in large type as far as a terminal has any: questions before answers;
 * and the keys as they are pressed, so that everybody knows what has been done. */
#include <inttypes.h>
#include <stdio.h>

#include "ui/view.h"

#define LINE_MOST 100 /* columns of a line that is read easily */

static const char *const heads[] = {
    [WS_REMARK_NOTE] = "What you see", [WS_REMARK_QUESTION] = "question", [WS_REMARK_ANSWER] = "answer"};

/* What is said where the scenario says nothing. */
static void deadlock_draw(const ws_view *v, const ws_pen *pen) {
    const ws_frame *f = v->frame;
    char since[32];
    ws_pen_print(pen, 0, 0, WS_ROLE_DEADLOCK,
                 " Deadlock since cycle %s: %" PRIu32 " worms in the ring, %" PRIu32
                 " behind the ring. ",
                 ws_count_text(v->session.deadlock_cycle, since, sizeof since), f->deadlock_worms,
                 ws_frame_behind_ring(f));
}

void ws_caption_draw(const ws_view *v, const ws_pen *pen) {
    bool said = v->session.note && *v->session.note;
    int w = ws_min(pen->clip.w - 4, LINE_MOST), x = (pen->clip.w - w) / 2;
    ws_title_draw(v, pen, 0, said ? heads[v->session.remark] : "");
    ws_pen inner = ws_pen_sub(pen, (ws_rect){x, 1, w, ws_max(pen->clip.h - 1, 0)});
    if (said) {
        int y = ws_words_draw(&inner, 0, inner.clip.h > 4, WS_ROLE_STRONG, v->session.note);
        if (v->session.remark == WS_REMARK_QUESTION && !v->session.running && y < inner.clip.h)
            ws_pen_text(&inner, 0, inner.clip.h - 1, WS_ROLE_FAINT, "What do you think? space continues and shows it.");
    } else if (v->frame->deadlock) deadlock_draw(v, &inner);
    else
        ws_words_draw(&inner, 0, inner.clip.h > 4, WS_ROLE_STRONG, v->session.title);
}

void ws_pressed_draw(const ws_view *v, const ws_pen *pen) {
    int x = 0, w = pen->clip.w;
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_KEY_LABEL);
    for (int i = 0; i < WS_PRESSED_MAX && v->pressed[i]; i++) {
        const ws_binding *b = v->pressed[i];
        int need = ws_text_columns(b->name) + ws_text_columns(b->help) + 5;
        if (i > 0 && x + need > w) return;
        x += ws_pen_print(pen, x, 0, i ? WS_ROLE_KEY_LABEL : WS_ROLE_KEY, " %s ", b->name);
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY_LABEL, " %s  ", b->help);
    }
    static const char leave[] = " M: exit lecture ";
    if (x == 0)
        ws_pen_text(pen, 1, 0, WS_ROLE_KEY_LABEL, "space runs, and stops where there is something to read; M exits the lecture");
    else if (x + (int)sizeof leave <= w) ws_pen_print_right(pen, w, 0, WS_ROLE_KEY_LABEL, "%s", leave);
}
