/* map_tags.c - see map_tags.h. */
#include "ui/map/map_tags.h"

#include <ctype.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/why.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* How a word looks beside its sign. */
typedef enum tag_look {
    LOOK_BLOCK, /* the sign is a block: letters in its colour on what is below them */
    LOOK_GROWN, /* as the sign, with its ground */
    LOOK_BESIDE /* in its colour */
} tag_look;

static const struct {
    const char *word;
    tag_look look;
    int apart; /* from letters that are not its own, in cells */
} kinds[WS_TAGS] = {
    [WS_TAG_ROOT] = {"root", LOOK_GROWN, 1},
    [WS_TAG_NAME] = {NULL, LOOK_GROWN, 1}, /* each its own */
    [WS_TAG_FULL] = {"full", LOOK_BLOCK, 2},
    [WS_TAG_WAITS] = {"waits", LOOK_GROWN, 3},
    [WS_TAG_BEHIND] = {"behind", LOOK_GROWN, 3},
    [WS_TAG_MOVES] = {"moves", LOOK_BESIDE, 3},
};

/* ----------------------------------------------------------------------------------- notes ---- */

static void note_put(ws_tags *tags, ws_tag_note note) {
    enum { ROW = 31 };
    bool named = note.kind == WS_TAG_ROOT || note.kind == WS_TAG_NAME;
    uint32_t place = (uint32_t)note.at.x + ROW * (uint32_t)note.at.y;
    if (!tags->open || (!named && place % tags->every != 0))
        return;
    WS_GROW(tags->note, tags->notes);
    tags->note[tags->notes++] = note;
}

void ws_tag_note_put(const ws_view *view, ws_tag_kind kind, ws_rect at, unsigned sign,
                     ws_tag_age age) {
    note_put(view->map.plan->tags, (ws_tag_note){at, age, WS_NIL, (uint8_t)kind, (uint8_t)sign});
}

void ws_tag_name_put(const ws_view *view, ws_rect at, unsigned sign, uint32_t node) {
    note_put(view->map.plan->tags,
             (ws_tag_note){at, ws_tag_since(0), node, WS_TAG_NAME, (uint8_t)sign});
}

/* Of the queues of a switch that a link fills, or of all. */
static uint64_t since_find(const ws_frame *frame, uint32_t sw, uint32_t link) {
    uint64_t oldest = UINT64_MAX;
    for (uint32_t q = frame->queue0[sw]; q < frame->queue0[sw + 1]; q++) {
        const ws_frame_queue *queue = &frame->queue[q];
        bool counts = link == WS_NIL || queue->link == link;
        if (counts && ws_wait_stands(&queue->wait) && queue->since < oldest)
            oldest = queue->since;
    }
    return oldest;
}

static uint64_t link_since(const ws_frame *frame, uint32_t link) {
    if (frame->has_saqs) /* what is in front there changes with every packet */
        return 0;
    return since_find(frame, frame->link[link].to, frame->pool > 0 ? WS_NIL : link);
}

static uint64_t age_of(const ws_frame *frame, const ws_tag_age *age) {
    enum { MILLION = 1000000 };
    uint32_t thing = (uint32_t)age->value;
    switch (age->by) {
    case WS_TAG_LINK: return link_since(frame, thing);
    case WS_TAG_SWITCH: return since_find(frame, thing, WS_NIL);
    case WS_TAG_USE: return UINT64_MAX - (uint64_t)(frame->link[thing].utilisation * MILLION);
    default: return age->value;
    }
}

/* ---------------------------------------------------------------------------------- places ---- */

/* What a word may stand on: nothing, or what is free, or a cable, which is dots. */
typedef enum tag_ground { GROUND_EMPTY, GROUND_FREE, GROUND_CABLE, GROUNDS } tag_ground;

/* GROUNDS: something that no word covers. */
static tag_ground ground_at(const ws_tags *tags, const ws_pen *pen, int x, int row) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    if (!cell || cell->attr & WS_REVERSE || cell->role == WS_ROLE_SELECTED)
        return GROUNDS;
    uint64_t signs = ws_pen_signs_at(pen, x, row);
    if (signs == 0)
        return cell->glyph == ' ' ? GROUND_EMPTY : GROUNDS;
    if (!(signs & ~tags->over))
        return GROUND_FREE;
    bool dots = cell->glyph > 0x2800 && cell->glyph < 0x2900;
    return dots && !(signs & ~(tags->over | tags->across)) ? GROUND_CABLE : GROUNDS;
}

/* A letter near a word would be read with it. */
static bool is_letter(const ws_pen *pen, int x, int row) {
    const ws_cell *cell = ws_pen_cell(pen, x, row);
    return cell && cell->glyph < 0x80 && isalnum((int)cell->glyph);
}

enum { LEFT_SEVEN_EIGHTHS = 0x2589 };

static bool is_block(const ws_view *view, const ws_cell *cell) {
    return cell->glyph == ws_sign_full(view) || cell->glyph == LEFT_SEVEN_EIGHTHS;
}

/* A cross that touches a word would be taken for what is full, and one more block beside it would
 * make two of the one that it stands for. */
static bool is_alone(const ws_view *view, const ws_pen *pen, ws_rect place, ws_rect sign) {
    uint32_t cross = view->glyphs->code[WS_GLYPH_BLOCKED];
    for (int row = place.y - 1; row <= place.y + 1; row++)
        for (int x = place.x - 1; x <= place.x + place.w; x++) {
            const ws_cell *cell = ws_pen_cell(pen, x, row);
            bool own = !cell || ws_rect_has(sign, x, row);
            if (!own && (cell->glyph == cross || (row == place.y && is_block(view, cell))))
                return false;
        }
    return true;
}

typedef struct search {
    const ws_view *view;
    const ws_tags *tags;
    const ws_pen *pen;
    ws_rect sign;
    int columns; /* of the word */
    int apart;
    bool alone;   /* nothing else of its kind touches it */
    bool corners; /* it may stand across a corner: its colour says whose it is */
    ws_rect place;     /* the best so far, and the worst ground that it has */
    tag_ground ground; /* at first what no place may have */
} search;

/* The worst ground that a word would have there, as far as it is better than the best so far. */
static tag_ground ground_of(const search *s, int x, int row) {
    tag_ground worst = GROUND_EMPTY;
    for (int i = 0; i < s->columns && worst < s->ground; i++) {
        tag_ground ground = ground_at(s->tags, s->pen, x + i, row);
        worst = ground > worst ? ground : worst;
    }
    return worst;
}

/* Does nothing stand so near that it would be read with the word? */
static bool is_apart(const search *s, int x, int row) {
    if (s->alone && !is_alone(s->view, s->pen, (ws_rect){x, row, s->columns, 1}, s->sign))
        return false;
    bool beside = row >= s->sign.y && row < s->sign.y + s->sign.h;
    bool left = beside && x == s->sign.x + s->sign.w;
    bool right = beside && x + s->columns == s->sign.x;
    for (int gap = 1; gap <= s->apart; gap++) {
        if (!left && is_letter(s->pen, x - gap, row))
            return false;
        if (!right && is_letter(s->pen, x + s->columns - 1 + gap, row))
            return false;
    }
    return true;
}

static void place_try(search *s, int x, int row) {
    tag_ground ground = row < s->tags->top ? GROUNDS : ground_of(s, x, row);
    if (ground >= s->ground || !is_apart(s, x, row))
        return;
    s->place = (ws_rect){x, row, s->columns, 1};
    s->ground = ground;
}

/* Beside the sign, then above and below it, at last, if it may, across a corner: the first of those
 * on the best ground. */
static void place_find(search *s) {
    const ws_rect *sign = &s->sign;
    int left = sign->x - s->columns;
    int right = sign->x + sign->w;
    int middle = sign->y + (sign->h - 1) / 2;
    int rows[] = {sign->y - 1, sign->y + sign->h};
    place_try(s, right, middle);
    place_try(s, left, middle);
    for (int x = sign->x; x < right; x++)
        for (int i = 0; i < 2; i++)
            place_try(s, x, rows[i]);
    for (int x = sign->x - 1; x >= left + !s->corners; x--)
        for (int i = 0; i < 2; i++)
            place_try(s, x, rows[i]);
    for (int i = 0; s->corners && i < 2; i++)
        place_try(s, right, rows[i]);
}

static bool is_seen(const ws_pen *pen, const ws_tag_note *note) {
    return ws_pen_signs_at(pen, note->at.x, note->at.y) >> note->sign & 1;
}

/* Does the head that waits before it stand on it? */
static bool is_crossed(const ws_view *view, const ws_pen *pen, const ws_tag_note *note) {
    const ws_cell *cell = ws_pen_cell(pen, note->at.x, note->at.y);
    return cell && cell->glyph == view->glyphs->code[WS_GLYPH_BLOCKED];
}

static const char *word_of(const ws_view *view, const ws_tag_note *note) {
    return note->node != WS_NIL ? ws_node_name(view->frame, note->node) : kinds[note->kind].word;
}

/* The least ground on which a word of so many columns could stand beside a sign: every place for it
 * has one of these cells. */
static tag_ground least_ground(const search *s) {
    const ws_rect *sign = &s->sign;
    int middle = sign->y + (sign->h - 1) / 2;
    tag_ground beside = ground_at(s->tags, s->pen, sign->x + sign->w, middle);
    tag_ground least = ground_at(s->tags, s->pen, sign->x - 1, middle);
    least = beside < least ? beside : least;
    for (int x = sign->x - 1; x < sign->x + sign->w + s->columns; x += s->columns)
        for (int i = 0; i < 2; i++) {
            int row = i ? sign->y + sign->h : sign->y - 1;
            tag_ground found = ground_at(s->tags, s->pen, x, row);
            least = found < least ? found : least;
        }
    return least;
}

typedef struct finding {
    ws_tag tag;
    tag_ground ground; /* GROUNDS: there is none */
    uint64_t age;
} finding;

/* While the network runs, the word of what has not stood for a while would jump, and so would that
 * of a worm that moves: a link moves that is used nearly all the time. */
static bool is_steady(const ws_view *view, const ws_tag_note *note, uint64_t since) {
    const double seconds = 2;
    const double always = 0.98;
    if (note->kind == WS_TAG_MOVES && note->age.by == WS_TAG_USE && view->session.running)
        return view->frame->link[note->age.value].utilisation >= always;
    bool stands = note->kind == WS_TAG_WAITS || note->kind == WS_TAG_FULL;
    if (!view->session.running || note->kind == WS_TAG_ROOT || note->kind == WS_TAG_NAME)
        return true;
    return stands && (double)(view->frame->cycle - since) >= seconds * view->session.speed;
}

static void note_try(const ws_view *view, search *s, const ws_tag_note *note, finding *best) {
    const char *word = word_of(view, note);
    s->sign = note->at;
    s->columns = ws_text_columns(word);
    tag_ground least = least_ground(s);
    if (least > best->ground || least == GROUNDS)
        return;
    uint64_t age = age_of(view->frame, &note->age);
    bool older = best->ground < GROUNDS && age < best->age;
    s->ground = older ? best->ground + 1 : best->ground;
    if (least >= s->ground || !is_steady(view, note, age))
        return;
    s->place.w = 0;
    place_find(s);
    if (s->place.w > 0)
        *best = (finding){{s->place, note->at, word}, s->ground, age};
}

/* The oldest sign of a kind that has room for its word. */
static ws_tag tag_find(const ws_view *view, const ws_pen *pen, ws_tag_kind kind) {
    const ws_tags *tags = view->map.plan->tags;
    finding best = {.ground = GROUNDS};
    search s = {.view = view, .tags = tags, .pen = pen, .apart = kinds[kind].apart};
    s.alone = kinds[kind].look == LOOK_BLOCK;
    s.corners = kind < WS_TAG_WAITS;
    for (size_t i = 0; i < tags->notes; i++)
        if (tags->note[i].kind == kind && is_seen(pen, &tags->note[i]) &&
            !(s.alone && is_crossed(view, pen, &tags->note[i])))
            note_try(view, &s, &tags->note[i], &best);
    return best.tag;
}

/* --------------------------------------------------------------------------------- drawing ---- */

static ws_cell letter_of(const ws_view *view, const ws_cell *sign, const ws_cell *under,
                         tag_look look) {
    ws_cell cell = *sign;
    uint32_t own = ws_ink_ground(view, (ws_role)sign->role);
    bool plain = sign->bg == WS_COLOUR_NONE && own == ws_ink_ground(view, WS_ROLE_TEXT);
    if (look == LOOK_BESIDE || plain)
        cell.bg = under->bg;
    if (look != LOOK_BLOCK)
        return cell;
    cell.role = WS_ROLE_STRONG;
    cell.attr = WS_BOLD;
    cell.fg = ws_ink_role(view, WS_ROLE_STRONG);
    cell.bg = under->bg;
    return cell;
}

static void word_draw(const ws_view *view, const ws_pen *pen, const ws_tag *tag, tag_look look) {
    const ws_cell *sign = ws_pen_cell(pen, tag->sign.x, tag->sign.y);
    const char *word = tag->word;
    for (int x = tag->at.x; sign && *word; x++) {
        ws_cell *under = ws_pen_cell(pen, x, tag->at.y);
        ws_cell cell = letter_of(view, sign, under, look);
        ws_pen_ink(pen, x, tag->at.y, ws_text_next(&word), (ws_role)cell.role, cell.fg, cell.bg);
        under->attr = cell.attr;
    }
}

/* Of two full blocks side by side the left one ends before its cell does, or both were one. */
static void blocks_part(const ws_view *view, const ws_pen *pen) {
    const ws_tags *tags = view->map.plan->tags;
    uint32_t block = ws_sign_full(view);
    for (size_t i = 0; ws_ink_rich(view) && i < tags->notes; i++) {
        const ws_tag_note *note = &tags->note[i];
        ws_cell *cell = ws_pen_cell(pen, note->at.x, note->at.y);
        const ws_cell *next = ws_pen_cell(pen, note->at.x + 1, note->at.y);
        bool pair = cell && next && cell->glyph == block;
        if (note->kind == WS_TAG_FULL && pair && next->glyph == block && is_seen(pen, note))
            cell->glyph = LEFT_SEVEN_EIGHTHS;
    }
}

void ws_tags_begin(const ws_view *view) {
    enum { FEWER = 4 }; /* of the largest, of which only a part is seen */
    ws_tags *tags = view->map.plan->tags;
    tags->open = true;
    tags->every = 1 + view->frame->switches / WS_TAGS_ALL;
    if (view->frame->switches >= WS_PART_LEAST)
        tags->every *= FEWER;
    tags->top = 0;
    tags->over = 0;
    tags->across = 0;
    tags->notes = 0;
}

void ws_tags_draw(const ws_view *view, const ws_pen *pen) {
    ws_tags *tags = view->map.plan->tags;
    bool worms = ws_view_shows(view, WS_SHOWS_WORMS);
    bool chained = worms && ws_why_of(view).count > 0; /* its own worms have numbers */
    tags->open = false;
    blocks_part(view, pen);
    for (int kind = 0; kind < WS_TAGS; kind++) {
        ws_tag *tag = &tags->tag[kind];
        bool told = !chained || kind < WS_TAG_WAITS;
        *tag = told ? tag_find(view, pen, (ws_tag_kind)kind) : (ws_tag){.word = ""};
        if (tag->at.w > 0)
            word_draw(view, pen, tag, kinds[kind].look);
    }
}
