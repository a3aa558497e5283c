/* legend.c - the legend of the map: signs with their words, one after the other. See signs.h. */
#include <stdio.h>
#include <string.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/map/painter.h"
#include "ui/map/router.h"
#include "ui/panel.h"

/* ---- what a picture can have ---- */

/* A sign that cannot be there takes no row; one that comes and goes keeps its place, so that the
 * legend stands still. */

static bool has_behind(const ws_frame *frame) {
    for (uint32_t i = 0; i < frame->worms; i++)
        if (ws_worm_state_of(&frame->worm[i]) == WS_WORM_BEHIND)
            return true;
    return false;
}

static bool has_wraps(const ws_frame *frame) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].wraps)
            return true;
    return false;
}

/* Do the steps of waiting, or of a tree, have colours of their own? */
static bool has_ramp(const ws_view *view, ws_map_style style) {
    const ws_frame *frame = view->frame;
    if (style == WS_STYLE_TERRAIN)
        return true;
    if (!ws_ink_rich(view) || (style == WS_STYLE_STREETS && view->glyphs->ascii))
        return false;
    if (ws_view_shows(view, WS_SHOWS_TREE))
        return true;
    if (style == WS_STYLE_STREETS)
        return !frame->deadlock || frame->stopped > frame->by_order[WS_FRAME_ORDERS - 1];
    return ws_painter_is_traffic(view);
}

/* By the filter, beside the tree that is looked at, or the chain. */
static bool is_dimmed(const ws_view *view, bool on_tracks) {
    return view->selection.filter.count > 0 || (on_tracks && view->selection.worm != WS_NIL) ||
           (ws_view_shows(view, WS_SHOWS_TREE) && view->frame->trees > 1);
}

/* Can a sign be there? The conditions of the rows are about these names. */
static bool is_there(const ws_view *view, unsigned sign) {
    const ws_frame *frame = view->frame;
    const ws_map_plan *plan = view->map.plan;
    ws_shows shows = ws_lens_of(view)->shows;
    ws_map_style style = ws_map_style_of(view);
    bool on_tracks = style == WS_STYLE_TRACKS;
    bool chosen = view->selection.worm != WS_NIL;
    switch (sign) {
#define SIGN(id, words, where, listed, ...)                                                        \
    case WS_SIGN_##id: return listed;
#include "ui/map/signs.def"
#undef SIGN
    default: return true;
    }
}

/* ---- the table ---- */

typedef enum sign_shade {
    SHADE_PLAIN, /* as its role says */
    SHADE_HUE,   /* in the colour of a worm, */
    SHADE_MARCH, /* that moves, */
    SHADE_STAND, /* that waits, */
    SHADE_PALE,
    SHADE_RAMP, /* or of the ramp of waiting */
    SHADE_BRUSH /* whatever draws the map draws it */
} sign_shade;

typedef struct sign_row {
    const char *words; /* "": said by a function; NULL: those of the lens */
    uint64_t where;    /* bits: style x what the lens shows */
    ws_role role;
    sign_shade shade;
    bool same;            /* in every style, */
    const char *cells[3]; /* in braille, blocks, ASCII */
} sign_row;

enum {
    TERRAIN = 1 << WS_STYLE_TERRAIN,
    STREETS = 1 << WS_STYLE_STREETS,
    TRACKS = 1 << WS_STYLE_TRACKS,
    GRAPH = 1 << WS_STYLE_GRAPH,
    STAGES = 1 << WS_STYLE_STAGES,
    RINGS = 1 << WS_STYLE_RINGS,
    WIRED = GRAPH | STAGES | RINGS,
    INSIDE = 1 << WS_STYLE_INSIDE,
    POOLS = 1 << WS_STYLE_POOLS,
    EVERY = (1 << WS_STYLES) - 1,
    WORMS = 1 << WS_SHOWS_WORMS,
    TREES = 1 << WS_SHOWS_TREE,
    PORTS = 1 << WS_SHOWS_PORTS,
    ANY = (1 << WS_SHOWS) - 1
};
_Static_assert(WS_SIGNS <= 64, "signs");
_Static_assert((int)WS_STYLES * (int)WS_SHOWS <= 64, "where they are");

#define OF(styles, lenses, i) ((uint64_t)((styles) >> (i) & 1) * (lenses) << (i) * WS_SHOWS)
#define IN(styles, lenses)                                                                         \
    (OF(styles, lenses, 0) | OF(styles, lenses, 1) | OF(styles, lenses, 2) |                       \
     OF(styles, lenses, 3) | OF(styles, lenses, 4) | OF(styles, lenses, 5) |                       \
     OF(styles, lenses, 6) | OF(styles, lenses, 7))
#define LENS NULL
#define BRUSH                                .shade = SHADE_BRUSH
#define CELLS(role_, shade_, fine, block, ascii)                                                   \
    .role = WS_ROLE_##role_, .shade = SHADE_##shade_, .cells = {fine, block, ascii}
#define SAME(...) CELLS(__VA_ARGS__), .same = true
#define SIGN(id, words_, where_, listed, ...)                                                      \
    [WS_SIGN_##id] = {.words = words_, .where = where_, __VA_ARGS__},
static const sign_row signs[WS_SIGNS] = {
#include "ui/map/signs.def"
};

/* ---- samples ---- */

static uint32_t shade_ink(const ws_view *view, sign_shade shade, uint32_t number) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    uint32_t ink = ws_hue_ink(view, 0);
    enum { PALER = 52 };
    switch (shade) {
    case SHADE_MARCH: return ws_ink_march(ink, paper, number);
    case SHADE_STAND: return ws_ink_stand(ink, paper, number);
    case SHADE_PALE: return ws_ink_mix(ink, paper, PALER);
    default: return ink;
    }
}

/* The cells of a row, all of them in one colour but for a head that waits. */
static void cells_draw(const ws_view *view, const ws_pen *at, const sign_row *row) {
    int set = view->glyphs->ascii ? 2 : !view->glyphs->braille;
    const char *cells = row->cells[set];
    for (int x = 0; *cells; x++) {
        uint32_t glyph = ws_text_next(&cells);
        if (glyph == view->glyphs->code[WS_GLYPH_BLOCKED])
            ws_pen_glyph(at, x, 0, glyph, WS_ROLE_BLOCKED, 0);
        else if (row->shade == SHADE_PLAIN)
            ws_pen_glyph(at, x, 0, glyph, row->role, 0);
        else if (row->shade == SHADE_RAMP)
            ws_pen_glyph(at, x, 0, glyph, ws_hot_role((uint32_t)(4 - x)), 0);
        else
            ws_pen_ink(at, x, 0, glyph, row->role, shade_ink(view, row->shade, (uint32_t)(3 - x)),
                       WS_COLOUR_NONE);
    }
}

/* Those that look the same whatever draws the map; returns their cells, 0: it is none of them. */
static int common_draw(const ws_view *view, const ws_pen *at, unsigned sign) {
    enum { GHOSTS = 4, BADGES = 6, PLUG = 4 };
    bool inside = ws_map_style_of(view) == WS_STYLE_INSIDE;
    if (sign == WS_SIGN_CHAIN && at)
        ws_why_sample(view, at, 2);
    if (sign == WS_SIGN_FULL && inside && at)
        ws_pen_glyph(at, PLUG - 1, 0, ws_sign_full(view), WS_ROLE_STRONG, 0);
    for (int x = 0; sign == WS_SIGN_CLOSES && at && x < GHOSTS; x += x < 2 ? 2 : 1)
        ws_ghost_put(view, at, x, 0, x < GHOSTS - 1 ? WS_GLYPH_GHOST : WS_GLYPH_HEAD_E);
    if (sign == WS_SIGN_CHAIN)
        return BADGES;
    return sign == WS_SIGN_CLOSES ? GHOSTS : sign == WS_SIGN_FULL && inside ? PLUG : 0;
}

/* Draws the sample of a sign; returns how many cells it has. at NULL: only counts. */
static int sample_put(const ws_view *view, const ws_pen *at, unsigned sign) {
    enum { CELLS_MOST = 4 };
    const sign_row *row = &signs[sign];
    const ws_altitude *altitude = &ws_altitudes[view->map.plan->altitude];
    int cells = common_draw(view, at, sign);
    if (cells == 0 && !row->same)
        cells = altitude->sample(view, at, (ws_sign)sign);
    if (cells > 0 || row->shade == SHADE_BRUSH)
        return cells;
    if (at)
        cells_draw(view, at, row);
    return row->same ? ws_text_columns(row->cells[0]) : CELLS_MOST;
}

/* ---- the flow ---- */

/* "word|all words": one of the two. */
static void words_choose(bool brief, const char *words, char *chosen, size_t room) {
    const char *bar = strchr(words, '|');
    int length = bar ? (int)(bar - words) : (int)strlen(words);
    if (bar && !brief)
        snprintf(chosen, room, "%s", bar + 1);
    else
        snprintf(chosen, room, "%.*s", length, words);
}

/* Room that does not hang on the number, so that the legend stands still. */
enum { NUMBER = 4, WORDS = 48 };

/* All that are full in the network. */
static void number_draw(const ws_sign_flow *flow, const ws_pen *at, int x) {
    enum { HERE = 10 };
    const ws_view *view = flow->view;
    unsigned drawn = view->map.plan->full;
    unsigned known = ws_lens_full_count(view->frame);
    unsigned all = known > drawn ? known : drawn;
    if (view->other) /* of two maps */
        return;
    if (all == 0) {
        ws_pen_text(at, x, 0, WS_ROLE_STRONG, ": no");
        return;
    }
    int end = x + ws_pen_print(at, x, 0, WS_ROLE_STRONG, ": %u", all);
    bool wide = at->clip.w - (at->x - at->clip.x) > end + HERE;
    if (known == 0 && wide) /* of a frame that knows but what is seen */
        ws_pen_text(at, end, 0, WS_ROLE_DIM, " here");
}

/* The next sign, `cells` wide, with its words, which are dimmed while the map does not show it.
 * False: nothing is drawn; else *at is a pen whose origin is the place of the sign. */
static bool flow_next(ws_sign_flow *flow, int cells, const char *all, unsigned sign, ws_pen *at) {
    enum { TAB = 15, TAB_SHORT = 5, GAP = 2 };
    const uint64_t steps = WS_SIGN_BIT(RAMP) | WS_SIGN_BIT(WAITS) | WS_SIGN_BIT(MEMBER);
    char words[WORDS];
    ws_map_plan *plan = flow->view->map.plan;
    bool shown = plan->drawn & (sign == WS_SIGN_RAMP ? steps : (uint64_t)1 << sign);
    bool brief = plan->legend != WS_LEGEND_WHOLE;
    bool counted = sign == WS_SIGN_FULL;
    bool told = counted || sign == WS_SIGN_CALM || sign == WS_SIGN_REFUSED;
    bool alone = flow->view->selection.worm != WS_NIL; /* what is not there is not looked for */
    if (plan->legend == WS_LEGEND_SEEN && !shown && (!told || alone))
        return false;
    words_choose(brief, all, words, sizeof words);
    int tab = brief ? TAB_SHORT : TAB;
    int columns = cells + 1 + ws_text_columns(words) + (counted ? NUMBER : 0);
    int x = flow->x ? (flow->x + GAP + tab - 2) / tab * tab + 1 : 1;
    if (x > 1 && x + columns > flow->width) {
        x = 1;
        flow->row++;
    }
    flow->x = x + columns;
    if (!flow->pen)
        return false;
    if (flow->row < flow->pen->clip.h)
        plan->listed |= (uint64_t)1 << sign;
    ws_role role = shown ? WS_ROLE_DIM : WS_ROLE_FAINT;
    if (told)
        role = WS_ROLE_TEXT;
    *at = ws_pen_shift(flow->pen, x, flow->row);
    int end = cells + 1 + ws_pen_text(at, cells + 1, 0, role, words);
    if (counted)
        number_draw(flow, at, end);
    return true;
}

/* The steps of the ramp of waiting, from the root on, each with what it stands for in it. */
static void ramp_list(ws_sign_flow *flow, const char *end) {
    static const char *const each[] = {" 0", " 1", " 2", " 3", " 4", " 5", " 6", " 7+"};
    enum { ROOT = 5, STEP = 3, NARROW = 2, LAST = 3 };
    ws_pen at;
    const ws_view *view = flow->view;
    const char *const *own = ws_altitudes[view->map.plan->altitude].steps;
    int first = ws_jam_root(view) == WS_NIL; /* what is not there is not looked for */
    int root = first ? 0 : ROOT;
    int all = root + (WS_HOT_STEPS - 2) * STEP + LAST;
    char words[WORDS];
    int narrow = root + (WS_HOT_STEPS - 2) * NARROW + LAST;
    words_choose(view->map.plan->legend != WS_LEGEND_WHOLE, end, words, sizeof words);
    if (1 + narrow + 1 + ws_text_columns(words) > flow->width)
        words_choose(true, end, words, sizeof words);
    bool fits = 1 + all + 1 + ws_text_columns(words) <= flow->width;
    int step = fits ? STEP : NARROW;
    if (!flow_next(flow, root + (WS_HOT_STEPS - 2) * step + LAST, words, WS_SIGN_RAMP, &at))
        return;
    for (int i = first, x = 0; i < WS_HOT_STEPS; i++) {
        ws_role role = ws_hot_role((uint32_t)i);
        uint32_t colour = ws_ink_role(view, role);
        const char *text = i > 0 ? (own ? own : each)[i] : " root";
        int cells = i + 1 < WS_HOT_STEPS ? step : LAST;
        for (int next = x + (i > 0 ? cells : ROOT); x < next; x++) {
            uint32_t glyph = *text ? ws_text_next(&text) : ' ';
            ws_pen_ink(&at, x, 0, glyph, role, ws_ink_on(colour), colour);
        }
    }
}

/* Says that no jam has a root, or that it is a ring: in the place of its sign. */
static void calm_say(ws_sign_flow *flow) {
    enum { NO = 8 }; /* letters before the answer */
    ws_pen at;
    bool ring = flow->view->frame->deadlock; /* whose worms wait for one another */
    const char *words = ring ? "jam root: ring" : "jam root: no";
    if (flow_next(flow, -1, words, WS_SIGN_CALM, &at))
        ws_pen_text(&at, NO, 0, WS_ROLE_STRONG, words + NO);
}

/* Says how many wait by a rule, where switches have pools. */
static void refused_say(ws_sign_flow *flow) {
    char words[WORDS];
    const ws_frame *frame = flow->view->frame;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        bool by_rule = worm->reason == WS_WAIT_LIMIT || worm->reason == WS_WAIT_RULE;
        by_rule |= worm->reason == WS_WAIT_MESSAGE || worm->reason == WS_WAIT_DEST;
        refused += worm->blocked && by_rule;
    }
    bool brief = flow->view->map.plan->legend != WS_LEGEND_WHOLE;
    const char *by = brief ? "" : " by a rule";
    snprintf(words, sizeof words, "refused%s: %u", by, (unsigned)refused);
    ws_pen at;
    (void)flow_next(flow, -1, words, WS_SIGN_REFUSED, &at);
}

static void sign_list(ws_sign_flow *flow, unsigned sign) {
    const ws_view *view = flow->view;
    const ws_lens_row *lens = ws_lens_of(view);
    const char *words = signs[sign].words ? signs[sign].words : lens->legend;
    int cells = sample_put(view, NULL, sign);
    ws_pen at;
    if (sign == WS_SIGN_LEVEL && lens->shows != WS_SHOWS_LEVELS)
        words = ws_lens_filling.legend; /* of points */
    if (sign == WS_SIGN_CALM)
        calm_say(flow);
    else if (sign == WS_SIGN_REFUSED)
        refused_say(flow);
    else if (sign == WS_SIGN_RAMP && cells == 0)
        ramp_list(flow, words);
    else if (flow_next(flow, cells, words, sign, &at))
        (void)sample_put(view, &at, sign);
}

int ws_sign_legend(const ws_view *view, const ws_pen *pen, int width) {
    enum { NARROW = 60 };
    ws_sign_flow flow = {.view = view, .pen = pen, .width = width};
    const ws_altitude *altitude = &ws_altitudes[view->map.plan->altitude];
    int bit = (int)ws_map_style_of(view) * WS_SHOWS + (int)ws_lens_of(view)->shows;
    bool steps = signs[WS_SIGN_RAMP].where >> bit & 1;
    bool tally = steps && altitude->tally;
    bool tall =
        tally && width < NARROW && (!pen || view->map.plan->legend == WS_LEGEND_WHOLE);
    if (tall)
        altitude->tally(&flow, true);
    for (unsigned sign = 0; sign < WS_SIGNS; sign++) {
        const sign_row *row = &signs[sign];
        bool is_here = row->where >> bit & 1 && !(tall && sign == WS_SIGN_RAMP);
        if (is_here && is_there(view, sign))
            sign_list(&flow, sign);
    }
    if (tally && !tall)
        altitude->tally(&flow, false);
    return flow.row + (flow.x > 0);
}
