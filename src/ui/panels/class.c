/* class.c - a class: who is here and who is behind, for the lecturer; how far one is, for a student. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/big.h"
#include "ui/panel.h"

/* ---- address ---- */

/* Where a class is held, in letters that the last row of a room can read. */

#define TOP 3 /* row of the first letter */

typedef struct lines {
    ws_big_size size;
    int width;
    int high; /* rows of a line of letters, with the gap below */
} lines;

/* Signs of a text that stand in one line. */
static size_t line_length(const char *text, const lines *p) {
    size_t length = 0;
    int columns = 0;
    while (text[length]) {
        columns += ws_big_columns(text[length], p->size);
        if (columns > p->width && length)
            break;
        length++;
    }
    return length;
}

static int rows_of(const char *text, const lines *p) {
    int rows = 0;
    while (*text) {
        text += line_length(text, p);
        rows += p->high;
    }
    return rows;
}

/* The largest letters with which all of it fits. Without blocks there are only very large ones. */
static lines lines_plan(const ws_view *view, const ws_pen *pen) {
    lines p = {.size = WS_BIG_WHOLE, .width = pen->clip.w - 2};
    p.high = ws_big_rows(p.size) + 1;
    while (p.size > WS_BIG_PLAIN && TOP + rows_of(view->class.address, &p) > pen->clip.h) {
        p.size--;
        if (view->glyphs->ascii)
            p.size = WS_BIG_PLAIN;
        p.high = ws_big_rows(p.size) + 1;
    }
    return p;
}

static void line_draw(const ws_view *view, const ws_pen *pen, const lines *p, const char *text) {
    int x = 1;
    size_t length = line_length(text, p);
    for (size_t i = 0; i < length; i++) {
        const char sign[2] = {text[i], '\0'};
        ws_big_draw(pen, x, 0, p->size, WS_ROLE_STRONG, view->glyphs->ascii, sign);
        x += ws_big_columns(text[i], p->size);
    }
}

/* The address of a class, large. */
static void ws_address_draw(const ws_view *view, const ws_pen *pen) {
    lines p = lines_plan(view, pen);
    const char *text = view->class.address;
    int row = TOP;
    ws_pen_text(pen, 1, 1, WS_ROLE_TEXT, "wormscope join");
    while (*text && row < pen->clip.h) {
        ws_rect rest = {0, row, pen->clip.w, pen->clip.h - row};
        ws_pen line = ws_pen_sub(pen, rest);
        line_draw(view, &line, &p, text);
        text += line_length(text, &p);
        row += p.high;
    }
}

/* ---- answers ---- */

/* How a class has answered a question: a bar for those who are alike, as long as their share of
 * all answers, with their number, and how many of them are right. */

#define COUNT_WIDTH 23 /* "123 (100 %), 123 right" */
#define BLOCK       0x2588
#define HALF_BLOCK  0x258c

typedef struct bars {
    int label;    /* columns */
    int bar;      /* of all answers */
    uint64_t all; /* answers */
} bars;

static bars bars_plan(const ws_view_lesson *lesson, int width) {
    bars p = {.all = 0};
    for (size_t i = 0; i < lesson->bars; i++) {
        const ws_view_bar *bar = &lesson->bar[i];
        int columns = ws_text_columns(bar->label);
        p.label = ws_max(p.label, columns);
        p.all += bar->count;
    }
    p.label = ws_min(p.label, width / 2);
    p.bar = ws_max(width - p.label - COUNT_WIDTH - 2, 4);
    return p;
}

/* In halves of a cell; who has one answer at least is seen. */
static int bar_halves(const bars *p, uint64_t count) {
    if (count == 0)
        return 0;
    int halves = (int)(2 * count * (uint64_t)p->bar / p->all);
    return ws_max(halves, 1);
}

static int blocks_draw(const ws_view *view, const ws_pen *pen, ws_rect at, ws_role role) {
    bool ascii = view->glyphs->ascii;
    int full = at.w / 2;
    ws_rect whole = {at.x, at.y, full, 1};
    ws_pen_fill(pen, whole, ascii ? '#' : BLOCK, role);
    if (at.w % 2)
        ws_pen_glyph(pen, at.x + full, at.y, ascii ? '-' : HALF_BLOCK, role, 0);
    return at.x + full + at.w % 2;
}

static void count_draw(const bars *p, const ws_pen *pen, int x, int row, const ws_view_bar *bar) {
    x += ws_pen_print(pen, x, row, WS_ROLE_STRONG, " %" PRIu64, bar->count);
    if (bar->count) {
        uint64_t percent = (200 * bar->count / p->all + 1) / 2;
        x += ws_pen_print(pen, x, row, WS_ROLE_TEXT, " (%" PRIu64 " %%)", percent);
    }
    if (bar->right == 0)
        return;
    if (bar->right == bar->count)
        ws_pen_text(pen, x, row, WS_ROLE_ECHO, " right");
    else
        ws_pen_print(pen, x, row, WS_ROLE_ECHO, ", %" PRIu64 " right", bar->right);
}

int ws_answers_draw(const ws_view *view, const ws_pen *pen, int row) {
    const ws_view_lesson *lesson = &view->lesson;
    bars p = bars_plan(lesson, pen->clip.w);
    for (size_t i = 0; i < lesson->bars; i++, row++) {
        const ws_view_bar *bar = &lesson->bar[i];
        ws_rect room = {0, row, p.label, 1};
        ws_pen label = ws_pen_sub(pen, room);
        ws_role role = bar->right ? WS_ROLE_ECHO : WS_ROLE_BUFFER;
        ws_pen_text(&label, 0, 0, WS_ROLE_TEXT, bar->label);
        ws_rect blocks = {p.label + 1, row, bar_halves(&p, bar->count), 1};
        int x = blocks_draw(view, pen, blocks, role);
        count_draw(&p, pen, x, row, bar);
    }
    return row;
}

/* ---- class ---- */

#define ANSWER_X 24
#define SEAT_X   34
#define BEHIND_X 48
#define DELAY_X  61
#define LATE     2000 /* cycles behind that are told */
#define SILENT   5000 /* milliseconds without a word */

static bool is_behind(const ws_view *v, const ws_class_row *row) {
    double second = v->session.speed > 0 ? v->session.speed : LATE;
    return (double)row->behind > 2 * second || row->silent_ms > SILENT;
}

/* Names are hidden until the lecturer shows them: the screen may be that of the room. */
static void name_draw(const ws_view *v, const ws_pen *pen, int at, const ws_class_row *row) {
    ws_role role = is_behind(v, row) ? WS_ROLE_STRONG : WS_ROLE_TEXT;
    int number = 1 + (int)(row - v->class.row);
    if (v->class.names)
        ws_pen_text(pen, 1, at, role, row->name);
    else
        ws_pen_print(pen, 1, at, role, "student %d", number);
    if (v->class.asked)
        ws_pen_text(pen, ANSWER_X, at, WS_ROLE_ECHO, row->answered ? "answered" : "");
}

static void row_draw(const ws_view *v, const ws_pen *pen, int at, const ws_class_row *row) {
    char count[32];
    ws_role role = is_behind(v, row) ? WS_ROLE_STRONG : WS_ROLE_TEXT;
    name_draw(v, pen, at, row);
    ws_pen_text(pen, SEAT_X, at, WS_ROLE_FAINT, row->seat);
    if (row->silent_ms > SILENT)
        ws_pen_print_right(pen, BEHIND_X + 8, at, role, "silent %" PRIu64 " s",
                           row->silent_ms / 1000);
    else if (row->behind)
        ws_pen_print_right(pen, BEHIND_X + 8, at, role, "%s",
                           ws_count_text(row->behind, count, sizeof count));
    else
        ws_pen_print_right(pen, BEHIND_X + 8, at, role, "live");
    ws_pen_print_right(pen, DELAY_X + 8, at, WS_ROLE_FAINT, "%" PRIu64 " ms", row->delay_ms);
    if (row->differs)
        ws_pen_text(pen, DELAY_X + 10, at, WS_ROLE_DEADLOCK, " differed ");
}

static size_t behind_count(const ws_view *v) {
    size_t count = 0;
    for (size_t i = 0; i < v->class.count; i++)
        count += is_behind(v, &v->class.row[i]);
    return count;
}

/* One letter in two cells, so that the last row of a room can read it. */
static void address_draw(const ws_view *v, const ws_pen *pen, int at) {
    int width = ws_text_columns(v->class.address);
    bool is_wide = 2 * (width + 15) < pen->clip.w;
    char cell[2] = "";
    int x = 1 + ws_pen_text(pen, 1, at, WS_ROLE_TEXT, "wormscope join ");
    for (const char *c = v->class.address; *c; c++) {
        cell[0] = *c;
        ws_pen_text(pen, x, at, WS_ROLE_STATUS_NAME, cell);
        x += is_wide ? 2 : 1;
    }
}

/* Those who are behind stand first. */
static int rows_draw(const ws_view *v, const ws_pen *pen, int at, bool behind) {
    for (size_t i = 0; i < v->class.count && at < pen->clip.h - 1; i++)
        if (is_behind(v, &v->class.row[i]) == behind)
            row_draw(v, pen, at++, &v->class.row[i]);
    return at;
}

/* Who is who: as far as tokens say it. */
static void names_tell(const ws_view *v, const ws_pen *pen) {
    const char *text = "names are hidden: :class names";
    if (v->class.names && v->class.checked)
        text = "each name is that of a token";
    else if (v->class.names)
        text = "nobody has checked these names";
    ws_pen_print_right(pen, pen->clip.w - 1, 3, WS_ROLE_FAINT, "%s", text);
}

void ws_class_draw(const ws_view *v, const ws_pen *pen) {
    if (v->class.address_large) {
        ws_address_draw(v, pen);
        return;
    }
    address_draw(v, pen, 1);
    ws_pen_text(pen, 1, 2, WS_ROLE_FAINT, v->class.hint);
    ws_pen_print(pen, 1, 3, WS_ROLE_STRONG, "%zu here, %zu behind", v->class.count,
                 behind_count(v));
    names_tell(v, pen);
    if (v->class.wrong)
        ws_pen_print(pen, ANSWER_X, 3, WS_ROLE_FAINT, "%" PRIu64 " wrong tokens", v->class.wrong);
    ws_pen_text(pen, 1, 5, WS_ROLE_FAINT, "name");
    ws_pen_text(pen, SEAT_X, 5, WS_ROLE_FAINT, v->class.seats ? "host" : "");
    ws_pen_print_right(pen, BEHIND_X + 8, 5, WS_ROLE_FAINT, "cycles behind");
    ws_pen_print_right(pen, DELAY_X + 8, 5, WS_ROLE_FAINT, "delay");
    int at = rows_draw(v, pen, 6, true);
    rows_draw(v, pen, at, false);
}

/* ` ● live `, ` ○ 2 400 behind `, ` ○ free: C goes back `. */
int ws_class_status_draw(const ws_view *v, const ws_pen *pen, int x) {
    char count[32];
    char text[64];
    const ws_view_class *class = &v->class;
    bool is_live = class->arrived && !class->roaming;
    const char *sign = is_live ? "●" : "○";
    if (v->glyphs->ascii)
        sign = is_live ? "*" : "o";
    if (class->kind == WS_CLASS_NONE)
        return x;
    if (class->kind == WS_CLASS_LECTURER && class->asked)
        snprintf(text, sizeof text, "class %zu, %zu answered", class->count, class->answers);
    else if (class->kind == WS_CLASS_LECTURER)
        snprintf(text, sizeof text, "class %zu", class->count);
    else if (class->differs)
        snprintf(text, sizeof text, "%s differs", sign);
    else if (class->roaming)
        snprintf(text, sizeof text, "%s free: C goes back", sign);
    else if (class->over && class->arrived)
        snprintf(text, sizeof text, "%s the lecture is over", sign);
    else if (class->lost && !class->over)
        snprintf(text, sizeof text, "%s no host", sign);
    else if (is_live)
        snprintf(text, sizeof text, "%s live", sign);
    else if (class->behind == 0)
        snprintf(text, sizeof text, "%s on the way", sign);
    else
        snprintf(text, sizeof text, "%s %s behind", sign,
                 ws_count_text(class->behind, count, sizeof count));
    x += ws_pen_print(pen, x, 0, WS_ROLE_STATUS_NAME, " %s ", text);
    if (class->kind == WS_CLASS_STUDENT && class->seat && *class->seat)
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY, " you are %s ", class->seat);
    return x;
}
