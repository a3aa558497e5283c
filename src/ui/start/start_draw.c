/* start_draw.c - the start screen on a canvas: search on top, the list below, and what the chosen one is about at its foot or, where
 * there is room, at its right. */
#include <stdio.h>
#include <string.h>

#include "ui/keycaps.h"
#include "ui/keys.h"
#include "ui/panel.h"
#include "ui/start/start.h"

#define WIDE         140 /* columns from which on the words stand at the right */
#define NAME_LEAST   12
#define NAME_MOST    32
#define WORDS_FOOT   5 /* rows of the words at the foot, their rule included */
#define WIDTH_LEAST  40
#define HEIGHT_LEAST 10
#define CONTROL(c)   ((c) & 0x1f)

/* The screen cut up. */
typedef struct parts {
    ws_rect list, words;
} parts;

static parts parts_of(int width, int height) {
    parts p = {.list = {0, 2, width, ws_max(height - 4, 0)}};
    if (width >= WIDE) {
        p.list.w = width * 6 / 10;
        p.words = (ws_rect){p.list.w + 1, 2, width - p.list.w - 1, p.list.h};
    } else if (height >= 16) {
        p.list.h -= WORDS_FOOT;
        p.words = (ws_rect){0, 2 + p.list.h, width, WORDS_FOOT};
    }
    return p;
}

static const ws_start_entry *found_at(const ws_start *s, size_t i) { return &s->entry[s->found[i]]; }

/* Is there a heading above this one? */
static bool is_first(const ws_start *s, size_t i) { return i == 0 || found_at(s, i)->subject != found_at(s, i - 1)->subject; }

/* The row of the list in which one stands: each has one, and each subject a blank (but the first) and a heading before it. */
static int row_of(const ws_start *s, size_t place) {
    int row = 0;
    for (size_t i = 0; i <= place; i++) row += is_first(s, i) ? i == 0 ? 2 : 3 : 1;
    return row - 1;
}

/* The heading of a chosen one comes with it into view. */
static void scroll(ws_start *s, int rows) {
    if (s->found_count == 0) return;
    int row = row_of(s, s->chosen), first = is_first(s, s->chosen) ? row - 1 : row;
    int last = row_of(s, s->found_count - 1);
    if (first < s->top) s->top = first;
    if (row >= s->top + rows) s->top = row - rows + 1;
    s->top = ws_clamp(s->top, 0, ws_max(last - rows + 1, 0));
}

/* Of a subject: recordings have long names, which shall leave the titles of scenarios their room. */
static int name_width(const ws_start *s, size_t subject) {
    int width = NAME_LEAST;
    for (size_t i = 0; i < s->entries; i++)
        if (s->entry[i].subject == subject) width = ws_max(width, ws_text_columns(s->entry[i].name));
    return ws_min(width, NAME_MOST);
}

/* Text that ends with a sign where it does not fit. */
static void text_cut(const ws_start *s, const ws_pen *pen, int x, int y, int w, ws_role role, const char *text) {
    ws_pen room = ws_pen_sub(pen, (ws_rect){x, y, w, 1});
    if (ws_pen_text(&room, 0, 0, role, text) > w) ws_pen_glyph(&room, w - 1, 0, s->glyphs->code[WS_GLYPH_MORE], WS_ROLE_FAINT, 0);
}

static void entry_draw(const ws_start *s, const ws_pen *pen, int y, size_t place) {
    const ws_start_entry *e = found_at(s, place);
    int w = pen->clip.w, name = ws_min(name_width(s, e->subject), ws_max(w / 2, 0));
    bool chosen = place == s->chosen;
    if (chosen) ws_pen_fill(pen, (ws_rect){1, y, w - 2, 1}, ' ', WS_ROLE_SELECTED);
    if (chosen) ws_pen_glyph(pen, 1, y, s->glyphs->code[WS_GLYPH_RUN], WS_ROLE_SELECTED, 0);
    text_cut(s, pen, 3, y, name, chosen ? WS_ROLE_SELECTED : WS_ROLE_STRONG, e->name);
    text_cut(s, pen, name + 5, y, w - name - 6, chosen ? WS_ROLE_SELECTED : WS_ROLE_TEXT, e->title);
}

static void list_draw(const ws_start *s, const ws_pen *pen) {
    ws_pen list = ws_pen_shift(pen, 0, -s->top);
    int y = 0;
    for (size_t i = 0; i < s->found_count; i++, y++) {
        if (is_first(s, i)) {
            y += i > 0;
            ws_pen_text(&list, 1, y++, WS_ROLE_TITLE, s->subject[found_at(s, i)->subject]);
        }
        entry_draw(s, &list, y, i);
    }
    if (s->found_count == 0) ws_pen_text(pen, 3, 1, WS_ROLE_FAINT, "no match; Esc clears the search");
}

/* The length of the first part of a text that fits into so many columns, at a blank if there is one. */
static size_t line_length(const char *text, int columns) {
    size_t best = 0, length = 0;
    const char *at = text;
    for (int x = 0; x < columns && *at && *at != '\n'; x++) {
        ws_text_next(&at);
        length = (size_t)(at - text);
        if (*at == ' ' || *at == '\0' || *at == '\n') best = length;
    }
    return best ? best : length;
}

/* What does not fit ends with a sign. */
static void words_draw(const ws_start *s, const ws_pen *pen, int y) {
    const ws_start_entry *e = ws_start_chosen(s);
    char line[1024];
    if (!e) return;
    const char *at = e->words;
    for (; *at && y < pen->clip.h; y++) {
        size_t length = line_length(at, pen->clip.w - 3);
        if (length == 0 && *at != '\n') return;
        length = length < sizeof line ? length : sizeof line - 1;
        memcpy(line, at, length);
        line[length] = '\0';
        ws_pen_text(pen, 1, y, WS_ROLE_TEXT, line);
        at += length;
        at += *at == ' ' || *at == '\n';
    }
    if (*at)
        ws_pen_glyph(pen, pen->clip.w - 1, pen->clip.h - 1, s->glyphs->code[WS_GLYPH_MORE], WS_ROLE_FAINT, 0);
}

static void about_draw(const ws_start *s, const ws_pen *pen, bool at_right) {
    const ws_start_entry *e = ws_start_chosen(s);
    uint32_t line = s->glyphs->code[WS_GLYPH_LINE_H];
    if (at_right) {
        for (int y = 0; y < pen->clip.h; y++) ws_pen_glyph(pen, 0, y, s->glyphs->code[WS_GLYPH_LINE_V], WS_ROLE_RULE, 0);
    } else ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, line, WS_ROLE_RULE);
    if (!e) return;
    int x = at_right ? 2 : 0;
    ws_pen inner = ws_pen_sub(pen, (ws_rect){x, 0, pen->clip.w - x, pen->clip.h});
    ws_pen_print(&inner, at_right ? 1 : 2, 0, WS_ROLE_TITLE, at_right ? "%s" : " %s ", e->name);
    if (at_right) text_cut(s, &inner, 1, 1, inner.clip.w - 2, WS_ROLE_STRONG, e->title);
    words_draw(s, &inner, at_right ? 3 : 1);
}

static void search_draw(const ws_start *s, const ws_pen *pen) {
    int w = pen->clip.w;
    ws_pen_fill(pen, (ws_rect){0, 1, w, 1}, ' ', WS_ROLE_PROMPT);
    int x = 1 + ws_pen_text(pen, 1, 1, WS_ROLE_PROMPT, "search: ");
    x += ws_pen_text(pen, x, 1, WS_ROLE_PROMPT, s->search);
    ws_pen_glyph(pen, x, 1, ' ', WS_ROLE_CURSOR, 0);
    if (!*s->search) ws_pen_text(pen, x + 2, 1, WS_ROLE_PROMPT, "type to search, such as deadlock");
    ws_pen_print_right(pen, w - 1, 1, WS_ROLE_PROMPT, "%zu of %zu", s->found_count, s->entries);
}

static void status_draw(const ws_pen *pen) {
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_STATUS);
    int x = ws_pen_text(pen, 0, 0, WS_ROLE_STATUS_NAME, " wormscope ");
    ws_pen_text(pen, x + 1, 0, WS_ROLE_STATUS, "Watch wormhole networks at work: choose a scenario");
}

/* What Esc does now; NULL: nothing. */
static const char *escape_label(const ws_start *s) { return *s->search ? "clear" : s->has_session ? "back" : NULL; }

/* As many as there is room for. */
static ws_keycaps caps_of(const ws_start *s, int width) {
    const struct {
        uint32_t key;
        const char *name;
        const char *label;
    } keys[] = {{WS_KEY_ENTER, "enter", "open"},  {0, "up down", "choose"},
                {0, "letters", "search"},         {WS_KEY_ESCAPE, "esc", escape_label(s)},
                {CONTROL('c'), "^c", "quit"},        {CONTROL('t'), "^t", "theme"}};
    char name[32];
    char label[32];
    ws_keycaps caps = {.count = 0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!keys[i].label)
            continue;
        snprintf(name, sizeof name, " %s ", keys[i].name);
        snprintf(label, sizeof label, "%s ", keys[i].label);
        if (caps.x + ws_text_columns(name) + ws_text_columns(label) > width)
            break;
        ws_keycaps_add(&caps, keys[i].key, name, label);
    }
    return caps;
}

static void bars_draw(const ws_start *s, const ws_pen *pen, int height) {
    ws_keycaps caps = caps_of(s, pen->clip.w);
    ws_role role = s->message_error ? WS_ROLE_ERROR : WS_ROLE_ECHO;
    if (s->message)
        ws_pen_text(pen, 1, height - 2, role, s->message);
    ws_pen bar = ws_pen_sub(pen, (ws_rect){0, height - 1, pen->clip.w, 1});
    ws_pen_fill(&bar, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_KEY_LABEL);
    ws_keycaps_draw(&caps, &bar);
}

uint32_t ws_start_key_pick(const ws_start *s, int width, int x) {
    ws_keycaps caps = caps_of(s, width);
    return ws_keycaps_pick(&caps, x);
}

void ws_start_draw(ws_start *s, ws_canvas *canvas) {
    ws_canvas_clear(canvas);
    canvas->ascii = s->glyphs->ascii;
    ws_pen pen = ws_pen_of(canvas);
    if (canvas->width < WIDTH_LEAST || canvas->height < HEIGHT_LEAST) {
        ws_pen_text(&pen, 0, 0, WS_ROLE_STRONG, "too small");
        ws_pen_text(&pen, 0, 1, WS_ROLE_FAINT, "^c quits");
        return;
    }
    parts p = parts_of(canvas->width, canvas->height);
    scroll(s, p.list.h);
    status_draw(&pen);
    search_draw(s, &pen);
    ws_pen list = ws_pen_sub(&pen, p.list), words = ws_pen_sub(&pen, p.words);
    list_draw(s, &list);
    if (p.words.h > 0) about_draw(s, &words, canvas->width >= WIDE);
    bars_draw(s, &pen, canvas->height);
}

size_t ws_start_pick(const ws_start *s, int width, int height, int x, int y) {
    parts p = parts_of(width, height);
    if (x < p.list.x || x >= p.list.x + p.list.w || y < p.list.y || y >= p.list.y + p.list.h) return WS_START_NONE;
    for (size_t i = 0; i < s->found_count; i++)
        if (row_of(s, i) - s->top == y - p.list.y) return i;
    return WS_START_NONE;
}

int ws_start_page(int width, int height) { return ws_max(parts_of(width, height).list.h - 3, 1); }
