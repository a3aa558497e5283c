/* said.c - lines of a screen against what the view has: the status line is its items in their
 * order, whole, and nothing else; sections of the help stand apart by one row; the line of an A/B
 * comparison; how much stood still, column by column, on the timeline; who has checked the names of
 * a class; which buffers are full. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/map/lens.h"
#include "ui/panel.h"
#include "ui/stage.h"

enum { WIDEST = 240, ITEMS = 24, HELP_ROWS = 120 };

static uint64_t rng = 5;
static uint32_t said_below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

static ws_session *session;
static ws_stage *stage;

static void scene_open(const char *scenario, uint64_t cycle) {
    ws_error error = {0};
    ws_stage_free(stage);
    ws_session_close(session);
    session = ws_session_open(scenario, NULL, &error);
    if (!session) printf("Bail out! %s\n", error.text), exit(1);
    stage = ws_stage_new(session, ws_glyphs_find("ascii"), 160, 50);
    ws_stage_run(stage, cycle);
    ws_stage_draw(stage);
}

/* A panel alone on a canvas of so many cells. */
static void panel_draw_alone(ws_canvas *canvas, int width, int height,
                             void (*panel)(const ws_view *, const ws_pen *)) {
    ws_canvas_resize(canvas, width, height);
    canvas->ascii = true;
    const ws_pen pen = ws_pen_of(canvas);
    panel(&stage->view, &pen);
}

static void canvas_row(const ws_canvas *canvas, int from, int row_at, char *text) {
    int x = from;
    for (; x < canvas->width; x++) {
        uint32_t glyph = ws_canvas_at(canvas, x, row_at)->glyph;
        text[x - from] = glyph > 32 && glyph < 127 ? (char)glyph : ' ';
    }
    text[x - from] = '\0';
}

/* ---- the status line ---- */

typedef struct items {
    char text[ITEMS][80];
    bool may_lack[ITEMS]; /* where there is no room */
    int count;
} items;

__attribute__((format(printf, 3, 4))) static void item_expect(items *i, bool may_lack,
                                                              const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(i->text[i->count], sizeof i->text[0], format, args);
    va_end(args);
    i->may_lack[i->count++] = may_lack;
}

static items items_expected(const ws_view *v, int width) {
    items i = {.count = 0};
    char one[32], two[32];
    const ws_view_session *s = &v->session;
    const ws_frame *shown = v->frame;
    uint32_t worms = shown->moving + shown->stopped;
    bool goes = s->running && s->until <= shown->cycle, paced = !isinf(s->speed);
    if (width >= 100) item_expect(&i, false, "wormscope");
    item_expect(&i, false, "%s", s->name);
    if (s->record.path) item_expect(&i, false, s->record.trouble ? "REC failed" : "*REC");
    item_expect(&i, false, "t=%s", ws_count_text(shown->cycle, one, sizeof one));
    item_expect(&i, false, "%c", (char)v->glyphs->code[s->running ? WS_GLYPH_RUN : WS_GLYPH_PAUSE]);
    if (!s->running) item_expect(&i, false, s->ended ? "ended" : "paused");
    else if (!goes) item_expect(&i, false, "to %s", ws_count_text(s->until, one, sizeof one));
    else if (paced) item_expect(&i, false, "%g/s", s->speed);
    else if (s->rate > 0)
        item_expect(&i, false, "unlimited %s/s", ws_figure_text(s->rate, one, sizeof one));
    else item_expect(&i, false, "unlimited");
    if (shown->deadlock) item_expect(&i, false, "DEADLOCK");
    if (v->selection.filter.count) {
        item_expect(&i, false, "/%s", v->selection.filter.text);
        item_expect(&i, true, "%u of %u, waiting %u", v->selection.light.worms, shown->worms,
                    v->selection.light.blocked);
    } else {
        item_expect(&i, true, "worms %u", worms);
        item_expect(&i, true, "waiting %u (%.0f%%)", shown->stopped,
                    worms ? floor(100.0 * shown->stopped / worms + 0.5) : 0);
    }
    if (v->brush.shown)
        item_expect(&i, true, "use in cycles %s to %s",
                    ws_count_text(v->brush.from, one, sizeof one),
                    ws_count_text(v->brush.to, two, sizeof two));
    if (v->brush.shown && !v->brush.use && v->brush.done)
        item_expect(&i, true, "at %s", ws_count_text(v->brush.done, one, sizeof one));
    double hops = s->speed / shown->hop;
    if (goes && paced && s->rate > 0 && s->rate < 0.8 * s->speed)
        item_expect(&i, true, "reaches %s/s", ws_figure_text(s->rate, one, sizeof one));
    if (goes && paced && width < 110)
        item_expect(&i, true, hops < 10 ? "%.1f hops/s" : "%.0f hops/s", hops);
    if (paced && width >= 110) {
        item_expect(&i, true, hops < 10 ? "%.1f hops/s  %g cycles/s" : "%.0f hops/s  %g cycles/s",
                    hops, s->speed);
        item_expect(&i, true, "colour: %s", ws_colour_key_names[v->map.hues.key]);
    }
    return i;
}

/* Takes the items out of the row: nothing is left, and a blank at least stood between two. What may
 * lack does so for want of room. */
static bool items_stand(char *row, const items *i) {
    char *at = row;
    bool lacks = false;
    for (int k = 0; k < i->count; k++) {
        size_t size = strlen(i->text[k]);
        char *found = strstr(at, i->text[k]);
        size_t left = strlen(row) - (size_t)(at - row);
        if (!found && strncmp(i->text[k], "at ", 3) == 0 && lacks)
            continue; /* what it is said of is not there */
        lacks = !found && i->may_lack[k] && left < size + 8 + (size_t)(k > i->count - 3 ? 30 : 0);
        if (lacks) continue;
        if (!found || (found > row && found[-1] != ' ') || (found[size] && found[size] != ' ')) {
            note("`%s` does not stand in `%s`", i->text[k], row);
            return false;
        }
        memset(found, ' ', size);
        at = found + size;
    }
    bool blank = strspn(row, " ") == strlen(row);
    if (!blank) note("more than its items: `%s`", row);
    return blank;
}

static void status_check(void) {
    static const char *const scenarios[] = {"kwan/torus-3x3", "teach/ring-deadlock"};
    static const int widths[] = {80, 99, 100, 109, 110, 160, WIDEST};
    static const double use[4096];
    ws_canvas canvas = {0};
    unsigned lines = 0, right = 0;
    for (int k = 0; k < 2; k++) {
        scene_open(scenarios[k], 900);
        ws_view *v = &stage->view;
        const ws_view before = *v;
        for (int i = 0; i < 1500; i++) {
            char row[WIDEST + 1];
            int width = widths[said_below(7)];
            *v = before;
            v->session.record = (ws_record_status){.path = said_below(3) ? "a.wsr" : NULL,
                                                   .trouble = said_below(2) ? "full" : NULL};
            v->session.running = said_below(3), v->session.ended = said_below(2);
            v->session.speed = said_below(3) ? pow(10, said_below(4)) : INFINITY;
            v->session.rate = said_below(2) ? v->session.speed * 0.1 * said_below(20) : 0;
            if (isinf(v->session.speed)) v->session.rate = said_below(2) * 12345;
            v->session.until = said_below(4) ? 0 : 899 + said_below(200);
            if (said_below(4) == 0)
                strcpy(v->selection.filter.text, "high"), v->selection.filter.count = 1,
                                                          v->selection.light.worms = said_below(20);
            if (said_below(4) == 0)
                v->brush = (ws_view_brush){.shown = true,
                                           .from = said_below(500),
                                           .to = 500 + said_below(400),
                                           .done = said_below(2) * 77,
                                           .use = said_below(2) ? use : NULL};
            panel_draw_alone(&canvas, width, 2, ws_status_draw);
            const items all = items_expected(v, width);
            canvas_row(&canvas, 0, 0, row);
            bool good = items_stand(row, &all);
            canvas_row(&canvas, 0, 1, row);
            right += good && strspn(row, " ") == strlen(row);
            if (right < ++lines) break;
        }
        *v = before;
    }
    ok(right == lines, "%u of %u status lines are their items, whole", right, lines);
    ws_canvas_free(&canvas);
}

/* ---- help ---- */

/* In these columns, groups of rows begin with the titles ("": any), each one blank row below the
 * one before; NULL ends them. */
static bool groups_are(const ws_canvas *canvas, int from, int to, const char *const *titles) {
    char row[WIDEST + 1];
    int blanks = 1;
    for (int at = 1; at < canvas->height; at++) {
        canvas_row(canvas, from, at, row);
        row[to - from] = '\0';
        bool blank = strspn(row, " ") == strlen(row), begins = !blank && blanks;
        if (blank && blanks++ && *titles) return false;
        if (blank) continue;
        if (!*titles) return true;
        blanks = 0;
        if (begins && **titles && strspn(row, " ") > 1) return false;
        if (begins && !strstr(row, *titles++)) return false;
        if (!begins && *titles && **titles && strstr(row, *titles)) return false;
    }
    return !*titles;
}

static void help_check(void) {
    static const char *const narrow[] = {"signs of this map",
                                         "",
                                         "signs of all maps",
                                         "signs of congestion trees",
                                         "signs of pools",
                                         "glossary",
                                         NULL};
    static const char *const left[] = {"signs of this map", "", "glossary", NULL};
    static const char *const right[] = {"signs of all maps", "signs of congestion trees",
                                        "signs of pools", NULL};
    ws_canvas canvas = {0};
    scene_open("kwan/torus-3x3", 900);
    for (int width = 90; width <= WIDEST; width += 10) {
        panel_draw_alone(&canvas, width, HELP_ROWS, ws_help_draw);
        bool good = width < 140
                        ? groups_are(&canvas, 0, width, narrow)
                        : groups_are(&canvas, 0, 92, left) && groups_are(&canvas, 92, width, right);
        ok(good, "help, %d columns: its groups stand in their order, one row apart", width);
    }
    ws_canvas_free(&canvas);
}

/* ---- A/B ---- */

static void parting_check(void) {
    ws_error error = {0};
    ws_canvas canvas = {0};
    scene_open("kwan/torus-3x3", 900);
    ws_view other = stage->view;
    ws_view *v = &stage->view;
    ws_same same = {.place = calloc(v->frame->worms + 1, sizeof(uint32_t))};
    unsigned right = 0, lines = 0;
    for (int i = 0; i < 600; i++, lines++) {
        char row[WIDEST + 1], text[80], count[32];
        int width = 45 + (int)said_below(100);
        uint32_t only = 0, cycle = said_below(800);
        for (uint32_t w = 0; w < v->frame->worms; w++) {
            same.place[w] = said_below(3) ? w : WS_NIL;
            only += same.place[w] == WS_NIL;
        }
        other.beside = (ws_view_beside){.same = same};
        v->other = &other, v->keyless = true;
        v->beside =
            (ws_view_beside){.worms = said_below(9), .links = said_below(99), .forked = cycle};
        v->other_due = said_below(3) ? 0 : 1000;
        panel_draw_alone(&canvas, width, 1, ws_parting_draw);
        canvas_row(&canvas, 0, 0, row);
        if (width < 110) snprintf(text, sizeof text, " %u links differ ", v->beside.links);
        else
            snprintf(text, sizeof text, " %u worms, %u links differ now ", v->beside.worms + only,
                     v->beside.links);
        char *end = row + width - strlen(text);
        bool counted = strcmp(end, text) == 0;
        if (counted) *end = '\0';
        /* the sentence, whole or so many words of it as there is room for */
        char whole[WIDEST + 1];
        int length =
            snprintf(whole, sizeof whole, " forked at cycle %s; the traffic is still the same",
                     ws_count_text(cycle, count, sizeof count));
        int room = (int)strlen(row), cut = room - 1;
        while (length > room && whole[cut] != ' ') cut--;
        if (length > room) strcpy(whole + cut, "~");
        bool good = counted == !v->other_due && strncmp(row, whole, strlen(whole)) == 0 &&
                    strspn(row + strlen(whole), " ") == strlen(row + strlen(whole));
        if (!good) note("%d: `%s`, %s", width, row, v->other_due ? "on its way" : text);
        right += good;
    }
    v->other = NULL, v->other_due = 0;
    ok(right == lines,
       "A/B: %u of %u lines say what differs, and since when; on the way no count, in its place "
       "the sentence%s",
       right, lines, error.text);
    free(same.place);
    ws_canvas_free(&canvas);
}

/* ---- the timeline ---- */

static void timeline_check(void) {
    enum { POINTS = 40, WIDTH = 90 };
    static ws_point point[POINTS];
    ws_canvas canvas = {0};
    scene_open("kwan/torus-3x3", 900);
    ws_view *v = &stage->view;
    const ws_glyphs *glyphs = ws_glyphs_find("braille");
    ws_branch_info branch = {.name = "main", .present = true};
    unsigned right = 0, columns = 0;
    for (int i = 0; i < 60; i++) {
        uint64_t now = 100 + said_below(900);
        ws_timeline timeline = {.now = now, .reached = now, .end = 1000};
        uint64_t cycle = 0;
        size_t points = 0;
        for (; points < POINTS && (cycle += 1 + said_below(60)) <= now; points++)
            point[points] = (ws_point){
                .cycle = cycle,
                .blocked = said_below(3) ? said_below(9) / 8.0 + ((int)said_below(5) - 2) * 0.0003
                                         : said_below(20) / 10000.0};
        ws_frame frame = *v->frame;
        ws_view view = *v;
        frame.point = point, frame.points = points;
        view.frame = &frame, view.glyphs = glyphs, view.session.timeline = &timeline,
        view.session.branch = &branch, view.session.branch_count = 1;
        ws_canvas_resize(&canvas, WIDTH, 1);
        const ws_pen pen = ws_pen_of(&canvas);
        ws_timeline_draw(&view, &pen);
        int begin = 2 + 4, w = WIDTH - begin - (int)strlen("1 000") - 2,
            last = (int)((double)now / 1000 * (w - 1));
        for (int x = 0; x < w; x++, columns++) {
            double most = 0, from = 1000.0 * x / (w - 1), to = 1000.0 * (x + 1) / (w - 1),
                   before = 0;
            for (size_t p = 0; p < points; before = (double)point[p++].cycle)
                if ((double)point[p].cycle > from && before < to && point[p].blocked > most)
                    most = point[p].blocked;
            uint32_t thousandths = (uint32_t)lround(1000 * most),
                     glyph = ws_canvas_at(&canvas, begin + x, 0)->glyph;
            uint32_t expected = x > last      ? glyphs->code[WS_GLYPH_IDLE_H]
                                : thousandths ? ws_glyph_level(glyphs, thousandths, 1000)
                                              : glyphs->code[WS_GLYPH_FLITS_H];
            bool good = x == last ? glyph == glyphs->code[WS_GLYPH_PLACE] : glyph == expected;
            if (!good && right == columns)
                note("column %d of %d: %x, and not %x of %g", x, last, glyph, expected, most);
            right += good;
        }
    }
    ok(right == columns, "timeline: %u of %u columns are as high as what stood still in them",
       right, columns);
    ws_canvas_free(&canvas);
}

/* ---- a class ---- */

static void names_check(void) {
    static const ws_class_row rows[] = {{.name = "Ann", .id = "", .seat = ""}};
    static const char *const words[] = {"names are hidden", "each name is that of a token",
                                        "nobody has checked these names"};
    ws_canvas canvas = {0};
    scene_open("kwan/two-hosts", 10);
    for (int i = 0; i < 4; i++) {
        char row[WIDEST + 1];
        bool names = i & 1, checked = i & 2, told[3] = {false};
        stage->view.class = (ws_view_class){.kind = WS_CLASS_LECTURER,
                                            .address = "unix:/s",
                                            .hint = "",
                                            .row = rows,
                                            .count = 1,
                                            .names = names,
                                            .checked = checked,
                                            .seat = ""};
        panel_draw_alone(&canvas, 100, 12, ws_class_draw);
        for (int at = 0; at < 12; at++) {
            canvas_row(&canvas, 0, at, row);
            for (int w = 0; w < 3; w++) told[w] |= strstr(row, words[w]) != NULL;
        }
        int is = !names ? 0 : checked ? 1 : 2;
        ok(told[is] && told[0] + told[1] + told[2] == 1, "a class: %s", words[is]);
    }
    ws_canvas_free(&canvas);
}

/* ---- full buffers ---- */

/* Flits against capacity in whole numbers: seven eighths of a memory that queues share, all of a
 * queue or of a pool. */
static bool buffer_is_full(const ws_frame *shown, uint32_t l) {
    const ws_frame_link *link = &shown->link[l];
    uint32_t taken = 0;
    bool full = false;
    if (link->to >= shown->switches) return false;
    for (uint32_t slot = 0; slot < shown->pool; slot++)
        taken += shown->buffer[(size_t)link->to * shown->pool + slot].packet != WS_NIL;
    if (shown->pool) return taken == shown->pool;
    if (shown->has_saqs) return link->capacity && link->buffered >= (7 * link->capacity + 7) / 8;
    for (uint32_t q = 0; q < shown->queues; q++) {
        const ws_frame_queue *queue = &shown->queue[q];
        if (queue->link != l || queue->node != link->to || !queue->capacity) continue;
        full |=
            queue->flits >= (queue->stop_sent ? (7 * queue->capacity + 7) / 8 : queue->capacity);
    }
    return full;
}

static void full_check(void) {
    static const struct {
        const char *scenario;
        uint64_t cycles;
    } machines[] = {{"recn/hotspot-64", 20000},
                    {"kwan/torus-3x3", 6000},
                    {"timeouts/torus-3x3", 6000},
                    {"now/irregular-16", 6000},
                    {"fedx/mixture-80", 20000}};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        ws_error error;
        unsigned looked = 0, right = 0, full = 0;
        scene_open(machines[i].scenario, 1);
        ws_session_apply(session, "set load 0.95", &error);
        for (uint64_t cycle = 500; cycle < machines[i].cycles; cycle += 500) {
            ws_stage_run(stage, cycle);
            ws_stage_draw(stage);
            const ws_frame *shown = stage->frame;
            for (uint32_t l = 0; l < shown->links; l++, looked++) {
                full += buffer_is_full(shown, l);
                right += ws_lens_is_full(shown, l) == buffer_is_full(shown, l);
            }
        }
        ok(right == looked && full, "%s: %u of %u buffers are full, and said to be so",
           machines[i].scenario, full, looked);
    }
}

int main(void) {
    status_check();
    help_check();
    parting_check();
    timeline_check();
    names_check();
    full_check();
    ws_stage_free(stage);
    ws_session_close(session);
    return done();
}
