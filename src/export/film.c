/* film.c - see film.h. */
#include "export/film.h"

#include <stdlib.h>

#include "export/paint.h"
#include "export/shapes.h"
#include "ui/ink.h"
#include "wormscope/memory.h"

typedef struct kind {
    ws_paint paint;
    uint32_t style;
    uint64_t used;   /* how often it stands in a picture */
    uint32_t number; /* as it is written */
} kind;

/* What a picture changes: a number as film.h says, or a kind as its place in kind[]. */
typedef struct item {
    uint32_t number;
    bool is_kind;
} item;

typedef struct picture {
    item *item;
    size_t items;
} picture;

struct ws_film {
    int width, height;
    const ws_theme *theme;
    kind *kind;
    uint32_t kinds;
    uint32_t *slot; /* hash table of kinds, + 1; 0: free */
    uint32_t slots;
    uint32_t *shown; /* the latest picture, by cell */
    uint32_t *next;  /* the one that is being taken */
    picture *picture;
    size_t pictures;
};

enum {
    SLOTS = 1024, /* at first */
    LONG = 4,     /* from so many cells on, one kind for all takes less */
};

static size_t cells_of(const ws_film *film) {
    return (size_t)film->width * (size_t)film->height;
}

/* ---- kinds ---- */

static bool is_same(const ws_paint *one, const ws_paint *other) {
    bool glyph = one->glyph == other->glyph;
    bool front = one->fg == other->fg;
    bool back = one->bg == other->bg;
    bool bold = one->bold == other->bold;
    bool line = one->underline == other->underline;
    return glyph && front && back && bold && line;
}

static uint32_t hash_of(const ws_paint *paint) {
    uint32_t hash = paint->glyph * 0x9e3779b1u;
    hash = (hash ^ paint->fg) * 0x85ebca6bu;
    hash = (hash ^ paint->bg) * 0xc2b2ae35u;
    hash ^= paint->bold;
    hash ^= (uint32_t)paint->underline << 1;
    return hash ^ hash >> 15;
}

/* The slot of a kind, or the free one where it would stand. */
static uint32_t *slot_of(const ws_film *film, const ws_paint *paint) {
    uint32_t at = hash_of(paint) % film->slots;
    while (film->slot[at]) {
        uint32_t k = film->slot[at] - 1;
        if (is_same(&film->kind[k].paint, paint))
            break;
        at = (at + 1) % film->slots;
    }
    return &film->slot[at];
}

static uint32_t kind_of(ws_film *film, const ws_paint *paint) {
    uint32_t *slot = slot_of(film, paint);
    if (*slot)
        return *slot - 1;
    WS_GROW(film->kind, film->kinds);
    film->kind[film->kinds] = (kind){.paint = *paint};
    film->kinds++;
    *slot = film->kinds;
    if (film->kinds * 2 <= film->slots)
        return film->kinds - 1;
    free(film->slot);
    film->slots *= 4;
    film->slot = ws_alloc(film->slots, sizeof *film->slot);
    for (uint32_t k = 0; k < film->kinds; k++)
        *slot_of(film, &film->kind[k].paint) = k + 1;
    return film->kinds - 1;
}

/* Of a blank only the ground is seen, and of a shade a mixture. */
static ws_paint seen_of(const ws_film *film, const ws_cell *cell) {
    ws_paint paint = ws_paint_of(cell, film->theme);
    int veil = ws_shape_veil(paint.glyph);
    paint.fg = ws_ink_mix(paint.fg, paint.bg, veil);
    if (paint.glyph == ' ' && !paint.underline) {
        paint.fg = ws_paint_ground(film->theme);
        paint.bold = false;
    }
    return paint;
}

ws_film *ws_film_new(int width, int height, const ws_theme *theme) {
    ws_film *film = ws_alloc(1, sizeof *film);
    film->width = width;
    film->height = height;
    film->theme = theme;
    film->slots = SLOTS;
    film->slot = ws_alloc(film->slots, sizeof *film->slot);
    film->shown = ws_alloc(cells_of(film), sizeof *film->shown);
    film->next = ws_alloc(cells_of(film), sizeof *film->next);
    uint32_t ground = ws_paint_ground(theme);
    const ws_paint blank = {.glyph = ' ', .fg = ground, .bg = ground};
    kind_of(film, &blank);
    return film;
}

void ws_film_free(ws_film *film) {
    if (!film)
        return;
    for (size_t i = 0; i < film->pictures; i++)
        free(film->picture[i].item);
    free(film->picture);
    free(film->kind);
    free(film->slot);
    free(film->shown);
    free(film->next);
    free(film);
}

/* ---- pictures ---- */

static void item_add(picture *p, item added) {
    WS_GROW(p->item, p->items);
    p->item[p->items] = added;
    p->items++;
}

static void number_add(picture *p, size_t number) {
    item_add(p, (item){(uint32_t)number, false});
}

static void kind_add(ws_film *film, picture *p, uint32_t k) {
    item_add(p, (item){k, true});
    film->kind[k].used++;
}

/* Cells from `at` on that have all the same kind. */
static size_t same_run(const ws_film *film, size_t at) {
    size_t end = at;
    while (end < cells_of(film) && film->next[end] == film->next[at])
        end++;
    return end - at;
}

/* Changed cells that are no long run. Cells that did not change may be among them. */
static size_t mixed_run(const ws_film *film, size_t at) {
    size_t end = at;
    while (end < cells_of(film) && film->next[end] != film->shown[end]) {
        if (same_run(film, end) >= LONG)
            break;
        end++;
    }
    return end - at;
}

static size_t run_add(ws_film *film, picture *p, size_t at) {
    size_t same = same_run(film, at);
    if (same >= LONG) {
        number_add(p, same * 2 + 1);
        kind_add(film, p, film->next[at]);
        return same;
    }
    size_t mixed = mixed_run(film, at);
    number_add(p, mixed * 2);
    for (size_t i = 0; i < mixed; i++)
        kind_add(film, p, film->next[at + i]);
    return mixed;
}

static void changes_add(ws_film *film, picture *p) {
    size_t last = 0;
    size_t at = 0;
    while (at < cells_of(film)) {
        if (film->next[at] == film->shown[at]) {
            at++;
            continue;
        }
        number_add(p, at - last);
        at += run_add(film, p, at);
        last = at;
    }
}

void ws_film_add(ws_film *film, const ws_canvas *canvas) {
    for (size_t i = 0; i < cells_of(film); i++) {
        ws_paint paint = seen_of(film, &canvas->cell[i]);
        film->next[i] = kind_of(film, &paint);
    }
    WS_GROW(film->picture, film->pictures);
    picture *p = &film->picture[film->pictures];
    *p = (picture){0};
    film->pictures++;
    changes_add(film, p);
    memcpy(film->shown, film->next, cells_of(film) * sizeof *film->shown);
}

/* ---- writing ---- */

static int more_used(const void *one, const void *other) {
    const kind *first = *(kind *const *)one;
    const kind *second = *(kind *const *)other;
    if (first->used != second->used)
        return first->used < second->used ? 1 : -1;
    return first < second ? -1 : 1;
}

/* Frequent kinds first, but for the blank, which is number 0. Owned by the caller. */
static kind **kinds_sort(const ws_film *film) {
    kind **sorted = ws_alloc(film->kinds, sizeof *sorted);
    for (uint32_t k = 0; k < film->kinds; k++)
        sorted[k] = &film->kind[k];
    qsort(sorted + 1, film->kinds - 1, sizeof *sorted, more_used);
    for (uint32_t k = 0; k < film->kinds; k++)
        sorted[k]->number = k;
    return sorted;
}

typedef struct table {
    kind **sorted;
    uint32_t count;
    FILE *out;
} table;

static bool is_same_style(const ws_paint *one, const ws_paint *other) {
    ws_paint like = *one;
    like.glyph = other->glyph;
    return is_same(&like, other);
}

/* The first kind of the table that has the style of another. */
static uint32_t style_find(const table *t, uint32_t k) {
    const ws_paint *paint = &t->sorted[k]->paint;
    uint32_t like = 0;
    while (!is_same_style(&t->sorted[like]->paint, paint))
        like++;
    return like;
}

static void styles_write(const table *t) {
    uint32_t styles = 0;
    fputs("\"styles\":[", t->out);
    for (uint32_t k = 0; k < t->count; k++) {
        kind *own = t->sorted[k];
        uint32_t like = style_find(t, k);
        own->style = t->sorted[like]->style;
        if (like < k)
            continue;
        own->style = styles;
        const ws_paint *paint = &own->paint;
        int lines = paint->bold + 2 * paint->underline;
        fprintf(t->out, "%s[\"#%06x\",", styles ? "," : "", (unsigned)paint->fg);
        fprintf(t->out, "\"#%06x\",%d]", (unsigned)paint->bg, lines);
        styles++;
    }
    fputs("],\n", t->out);
}

static void kinds_write(const table *t) {
    const char *comma = "";
    fputs("\"kinds\":[", t->out);
    for (uint32_t k = 0; k < t->count; k++) {
        const kind *own = t->sorted[k];
        unsigned glyph = own->paint.glyph;
        unsigned style = own->style;
        fprintf(t->out, "%s%u,%u", comma, glyph, style);
        comma = ",";
    }
    fputs("],\n", t->out);
}

static bool is_first(const table *t, uint32_t k) {
    uint32_t glyph = t->sorted[k]->paint.glyph;
    uint32_t first = 0;
    while (t->sorted[first]->paint.glyph != glyph)
        first++;
    return first == k;
}

static void shapes_write(const table *t) {
    const char *comma = "";
    fputs("\"shapes\":{", t->out);
    for (uint32_t k = 0; k < t->count; k++) {
        uint32_t glyph = t->sorted[k]->paint.glyph;
        bool has_shape = ws_shape_write(NULL, glyph, 0, 0);
        if (!has_shape || !is_first(t, k))
            continue;
        fprintf(t->out, "%s\"%u\":\"", comma, (unsigned)glyph);
        ws_shape_write(t->out, glyph, 0, 0);
        putc('"', t->out);
        comma = ",";
    }
    fputs("},\n", t->out);
}

static void number_write(uint32_t number, FILE *out) {
    static const char sign[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz"
                               "0123456789+-";
    while (number > 31) {
        putc(sign[32 + number % 32], out);
        number /= 32;
    }
    putc(sign[number], out);
}

static void picture_write(const ws_film *film, const picture *p, FILE *out) {
    putc('"', out);
    for (size_t i = 0; i < p->items; i++) {
        const item *change = &p->item[i];
        uint32_t number = change->number;
        if (change->is_kind)
            number = film->kind[number].number;
        number_write(number, out);
    }
    putc('"', out);
}

void ws_film_write(const ws_film *film, FILE *out) {
    const table t = {kinds_sort(film), film->kinds, out};
    fprintf(out, "\"width\":%d,\"height\":%d,\n", film->width, film->height);
    styles_write(&t);
    kinds_write(&t);
    shapes_write(&t);
    fputs("\"pictures\":[", out);
    for (size_t i = 0; i < film->pictures; i++) {
        fputs(i ? ",\n" : "\n", out);
        picture_write(film, &film->picture[i], out);
    }
    fputs("],\n", out);
    free(t.sorted);
}
