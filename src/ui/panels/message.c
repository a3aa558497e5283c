/* message.c - the line above the keys: what the last command did, or the command being typed; else
 * a deadlock, the latest note, the title. */
#include <stdio.h>
#include <string.h>

#include "ui/focus.h"
#include "ui/panel.h"

static void prompt_draw(const ws_view *v, const ws_pen *pen) {
    int w = pen->clip.w, shift = ws_max(v->line.prompt_cursor + 4 - w, 0);
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_PROMPT);
    ws_pen inner = ws_pen_sub(pen, (ws_rect){2, 0, ws_max(w - 2, 0), 1});
    ws_pen_glyph(pen, 0, 0, (uint32_t)v->line.prompt_sign, WS_ROLE_PROMPT, 0);
    ws_pen_text(&inner, -shift, 0, WS_ROLE_PROMPT, v->line.prompt);
    const char *rest = v->line.prompt;
    for (int i = 0; i < v->line.prompt_cursor && *rest; i++)
        ws_text_next(&rest);
    uint32_t under = *rest ? ws_text_next(&rest) : ' ';
    ws_pen_glyph(&inner, v->line.prompt_cursor - shift, 0,
                 v->glyphs->ascii ? ws_glyph_fold(under) : under, WS_ROLE_CURSOR, 0);
}

/* What the scenario says; in a lesson on it the lesson has the word. */
static const char *note_of(const ws_view *view) {
    if (view->lesson.shown || !view->session.note)
        return "";
    return view->session.note;
}

/* A note of the scenario is shown beside it: it may say why. */
static void deadlock_draw(const ws_view *v, const ws_pen *pen) {
    char since[32];
    int x = 1 + ws_pen_print(
                    pen, 1, 0, WS_ROLE_DEADLOCK,
                    " Deadlock since cycle %s: %u in the ring, %u behind the ring; none can move ",
                    ws_count_text(v->session.deadlock_cycle, since, sizeof since),
                    v->frame->deadlock_worms, ws_frame_behind_ring(v->frame));
    ws_cut_draw(v, pen, x + 2, 0, pen->clip.w - x - 2, WS_ROLE_TEXT, note_of(v));
}

bool ws_message_is_long(const ws_view *v, int width) {
    return !v->line.prompt_open && *v->line.message && 1 + ws_text_columns(v->line.message) > width;
}

/* What a command has said, over two rows if one is too short. */
static void said_draw(const ws_view *v, const ws_pen *pen) {
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, pen->clip.h}, ' ', WS_ROLE_TEXT);
    ws_words_draw(pen, 1, 0, v->line.message_error ? WS_ROLE_ERROR : WS_ROLE_ECHO, v->line.message);
}

/* One row; what does not fit is marked. */
static void message_text(const ws_view *v, const ws_pen *pen, ws_role role, const char *text) {
    ws_cut_draw(v, pen, 1, 0, pen->clip.w - 1, role, text);
}

/* What is longer than the row is read in lecture mode: how to get there is said. */
static void note_text(const ws_view *v, const ws_pen *pen, ws_role role, const char *text) {
    char more[64];
    size_t i = 0;
    while (i < v->keys->count && strcmp(v->keys->binding[i].command, "lecture") != 0)
        i++;
    int room = pen->clip.w - 1;
    if (ws_text_columns(text) > room && i < v->keys->count && !v->keyless) {
        snprintf(more, sizeof more, " %s: read more ", v->keys->binding[i].name);
        ws_pen_print_right(pen, pen->clip.w, 0, WS_ROLE_KEY, "%s", more);
        room -= ws_text_columns(more) + 1;
    }
    ws_cut_draw(v, pen, 1, 0, room, role, text);
}

static ws_role note_role(const ws_view *v) {
    return v->session.remark == WS_REMARK_QUESTION ? WS_ROLE_STRONG : WS_ROLE_TEXT;
}

void ws_message_draw(const ws_view *v, const ws_pen *pen) {
    if (v->line.prompt_open)
        prompt_draw(v, pen);
    else if (*v->line.message)
        said_draw(v, pen);
    else if (v->focus.held)
        message_text(v, pen, WS_ROLE_FAINT, ws_focus_held(v)->keys);
    else if (v->lecture)
        return; /* the rest stands in the caption */
    else if (v->frame->deadlock && v->session.remark == WS_REMARK_NOTE)
        deadlock_draw(v, pen); /* questions and answers speak of it */
    else if (*note_of(v))
        note_text(v, pen, note_role(v), note_of(v));
    else
        message_text(v, pen, WS_ROLE_FAINT, v->session.title);
}
