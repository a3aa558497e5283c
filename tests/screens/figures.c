/* Every number on the panels of drawn machines is parsed back out of the cells: it is that of the JSON report of the same cycle, or
 * what one counts in the frame, to the digits that are shown. A number for which there is no rule fails. Status line, numbers (with the
 * table of phases), settings, and a switch or host. */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report.h"
#include "observe/observer.h"
#include "observe/phases.h"
#include "session/language/params.h"
#include "tap.h"
#include "ui/focus.h"
#include "ui/panel.h"
#include "ui/stage.h"

enum { LINE = 256, TOKENS = 24 };

static uint64_t rng = 17;
static uint32_t below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

/* ---- cells ---- */

/* A row of a rectangle, a byte a cell: what is no ASCII is ' ', a plus-minus '~', an arrow '>'. */
static void row_read(const ws_canvas *c, ws_rect r, int y, char *text) {
    int width = r.w < LINE - 1 ? r.w : LINE - 1;
    for (int x = 0; x < width; x++) {
        uint32_t glyph = ws_canvas_at(c, r.x + x, r.y + y)->glyph;
        text[x] = glyph == 0xb1 ? '~' : glyph == 0x2192 ? '>' : glyph >= 32 && glyph < 127 ? (char)glyph : ' ';
    }
    text[width] = '\0';
}

typedef struct token {
    double value, half; /* as it is printed, and half of its last digit */
    int begin, end;     /* columns */
} token;

/* The numbers of a row: with decimals, k, M or G, or blanks between thousands; not those in names, such as S12 or p95. */
static int tokens_read(const char *text, token *t) {
    int count = 0;
    for (int x = 0; text[x] && count < TOKENS;) {
        bool named = x > 0 && (isalnum((unsigned char)text[x - 1]) || strchr("._-#@", text[x - 1]));
        if (!isdigit((unsigned char)text[x]) || named) {
            x++;
            continue;
        }
        char digits[LINE];
        int used = 0, begin = x, decimals = -1;
        for (;; x++) {
            bool thousands = text[x] == ' ' && decimals < 0 && x - begin <= 3 && isdigit((unsigned char)text[x + 1]) &&
                             isdigit((unsigned char)text[x + 2]) && isdigit((unsigned char)text[x + 3]) &&
                             !isdigit((unsigned char)text[x + 4]);
            if (used && thousands) continue;
            if (text[x] == '.' && decimals < 0 && isdigit((unsigned char)text[x + 1])) decimals = 0;
            else if (isdigit((unsigned char)text[x])) decimals += decimals >= 0;
            else break;
            digits[used++] = text[x];
        }
        digits[used] = '\0';
        double unit = text[x] == 'k' ? 1e3 : text[x] == 'M' ? 1e6 : text[x] == 'G' ? 1e9 : 1;
        x += unit > 1;
        t[count++] = (token){atof(digits) * unit, 0.5 * pow(10, -(decimals > 0 ? decimals : 0)) * unit, begin, x};
    }
    return count;
}

/* ---- what they must be ---- */

static uint64_t checked;
static char wrong[400];

static bool is(const token *t, double value, const char *row, const char *what) {
    bool good = fabs(t->value - value) <= t->half * (1 + 1e-9) + 1e-12;
    checked++;
    if (!good && !*wrong) snprintf(wrong, sizeof wrong, "`%.200s`: %s is %.10g", row, what, value);
    return good;
}

static bool none(int count, const char *row) {
    if (count && !*wrong) snprintf(wrong, sizeof wrong, "`%.200s`: a number without a source", row);
    return count == 0;
}

static double number(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

typedef struct scene {
    const ws_frame *f;
    const json_t *report;
    const ws_observer *observer;
    uint64_t since; /* the run is measured from here on: the end of the warm-up, or the latest `measure` */
    double settled; /* of the first phase, which the report does not tell where there are more */
    bool warm;
    int end[3]; /* of the columns p50, p95, p99; 0: not there */
    size_t class_row, phase_row;
} scene;

static double waiting(const scene *s, uint32_t low, uint32_t high) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->f->worms; i++)
        count += s->f->worm[i].blocked && s->f->worm[i].order >= low && s->f->worm[i].order <= high;
    return count;
}

static const json_t *class_at(const scene *s, const json_t *classes, size_t place) {
    void *i = json_object_iter((json_t *)classes);
    while (place-- && i) i = json_object_iter_next((json_t *)classes, i);
    (void)s;
    return json_object_iter_value(i);
}

/* "all   603 ~12.3   92.0  3031  4975" */
static bool class_is(scene *s, const char *row, token *t, int count) {
    const json_t *c = class_at(s, json_object_get(s->report, "classes"), s->class_row++);
    const json_t *latency = json_object_get(c, "message_latency");
    static const char *const names[] = {"p50", "p95", "p99"};
    bool good = true;
    for (int i = 0; i < count; i++) {
        const char *name = i ? NULL : "mean";
        if (t[i].begin > 0 && row[t[i].begin - 1] == '~') name = "ci95";
        for (int p = 0; p < 3 && i; p++)
            if (s->end[p] == t[i].end) name = names[p];
        good &= name ? is(&t[i], number(latency, name), row, name) : none(1, row);
    }
    return good;
}

/* "1 000   0.122    0.117    64.9  4.952    unknown         29  set load 0.3" */
static bool phase_is(scene *s, const char *row, token *t, int count) {
    const json_t *phases = json_object_get(s->report, "phases");
    bool many = json_array_size(phases) > 0;
    const json_t *phase = many ? json_array_get(phases, s->phase_row++) : s->report; /* there is one */
    const json_t *latency = json_object_get(class_at(s, json_object_get(phase, "classes"), 0), "message_latency");
    const struct {
        int end;
        double value;
        const char *name;
    } column[] = {{10, many ? number(phase, "measured_from") : (double)s->since, "since"},
                  {18, number(phase, "offered"), "offered"},
                  {27, number(phase, "accepted"), "accepted"},
                  {35, number(latency, "mean"), "latency"},
                  {42, number(latency, "ci95"), "half"},
                  {64, number(phase, "unfinished"), "under way"}};
    bool good = true;
    int met = 0;
    for (int i = 0; i < count && t[i].begin < 66; i++) {
        size_t c = 0;
        while (c < 6 && column[c].end != t[i].end) c++;
        good &= c < 6 ? is(&t[i], column[c].value, row, column[c].name) : none(1, row);
        met++;
    }
    return good && met >= 1;
}

static const char *after(const char *row, const char *word) {
    const char *at = strstr(row, word);
    return at ? at + strlen(word) : NULL;
}

/* The number that begins behind a word; NULL if there is none. */
static token *behind(token *t, int count, const char *row, const char *word) {
    const char *at = after(row, word);
    for (int i = 0; at && i < count; i++)
        if (t[i].begin == (int)(at - row)) return &t[i];
    return NULL;
}

static bool numbers_row_is(scene *s, const char *row, bool table) {
    token t[TOKENS];
    int count = tokens_read(row, t);
    const json_t *phases = json_object_get(s->report, "phases"), *timeouts = json_object_get(s->report, "timeouts");
    token *one, *other;
    if (after(row, "offered ") && !after(row, "since")) {
        one = behind(t, count, row, "offered "), other = behind(t, count, row, "accepted ");
        return !s->warm || ((!one || is(one, number(s->report, "offered"), row, "offered")) &&
                            (!other || is(other, number(s->report, "accepted"), row, "accepted")) &&
                            none(count - (one != NULL) - (other != NULL), row));
    }
    if (after(row, " mean")) {
        static const char *const names[] = {"p50", "p95", "p99"};
        for (int p = 0; p < 3; p++) s->end[p] = after(row, names[p]) ? (int)(after(row, names[p]) - row) : 0;
        s->class_row = 0;
        return none(count, row);
    }
    if ((one = behind(t, count, row, "since "))) {
        const json_t *phase = json_array_get(phases, json_array_size(phases) - 1);
        const json_t *latency = json_object_get(class_at(s, json_object_get(phase, "classes"), 0), "message_latency");
        bool good =
            is(one, number(phase, "measured_from"), row, "since") && (count < 2 || is(&t[1], number(latency, "mean"), row, "mean"));
        return good && (count < 3 || is(&t[2], number(latency, "ci95"), row, "ci95")) && none(count > 3, row);
    }
    if (after(row, "since ")) return s->phase_row = 0, true;
    if (after(row, " moving "))
        return count == 2 && is(&t[0], s->f->worms - waiting(s, 0, UINT32_MAX), row, "moving") &&
               is(&t[1], waiting(s, 0, UINT32_MAX), row, "waiting");
    if (after(row, "in the ring")) {
        uint32_t ring = 0, behind_it = 0;
        for (uint32_t i = 0; i < s->f->worms; i++) {
            ring += s->f->worm[i].in_deadlock;
            behind_it += s->f->worm[i].blocked && s->f->worm[i].order == WS_ORDER_DEADLOCK && !s->f->worm[i].in_deadlock;
        }
        return count == 2 && is(&t[0], ring, row, "in the ring") && is(&t[1], behind_it, row, "behind the ring");
    }
    if (after(row, "4+:")) { /* names end in a colon, so that they count as numbers too: "1:9", or "1st:9" */
        static const uint32_t low[] = {1, 2, 3, 4}, high[] = {1, 2, 3, WS_ORDER_DEADLOCK - 1};
        bool good = true;
        int at = 0;
        for (int i = 0; i < count; i++)
            if (t[i].begin > 0 && row[t[i].begin - 1] == ':' && at < 4)
                good &= is(&t[i], waiting(s, low[at], high[at]), row, "order"), at++;
        return good && at == 4;
    }
    if (after(row, "kills ")) {
        if (!(one = behind(t, count, row, "kills "))) return none(count, row);
        bool share = after(row, "/pkt");
        bool good = is(one, number(timeouts, share ? "kills_per_delivered" : "kills"), row, "kills");
        return good && (count < 2 || is(&t[1], 100 * number(timeouts, "waste_wait"), row, "waste")) &&
               (count < 3 || is(&t[2], 100 * number(timeouts, "waste_kill"), row, "waste"));
    }
    if (after(row, "warming up to ")) return count == 1 && is(&t[0], number(s->report, "warmup"), row, "warm-up");
    if (after(row, "saturated: queues")) return none(count, row);
    if (after(row, "settles at "))
        return count == 1 && is(&t[0], json_array_size(phases) ? s->settled : number(s->report, "settled"), row, "settles at");
    if (after(row, " settl")) {
        const json_t *latency = json_object_get(class_at(s, json_object_get(s->report, "classes"), 0), "message_latency");
        if (count == 2) {
            t[0].half = 0.5, t[0].value -= 0.5; /* rounded up */
            if (!is(&t[0], 100 * number(latency, "ci95") / number(latency, "mean"), row, "half-width")) return false;
        }
        return count >= 1 && is(&t[count - 1], number(latency, "count"), row, "messages");
    }
    if (after(row, " : ")) { /* flits a cycle of each class */
        bool good = true;
        for (int i = 0; i < count && s->warm; i++) {
            const json_t *c = class_at(s, json_object_get(s->report, "classes"), (size_t)i + 1);
            good &= is(&t[i], number(c, "accepted") * s->f->hosts, row, "accepted of a class");
        }
        return good;
    }
    if (s->class_row < s->f->classes) return s->warm ? class_is(s, row, t, count) : (s->class_row++, true);
    return table && count ? phase_is(s, row, t, count) : none(count, row);
}

/* "- +  load            0.12 flits/host/cycle": the value as JSON has it, as far as the panel reaches. */
static bool settings_row_is(const scene *s, const char *row) {
    const json_t *parameters = json_object_get(s->report, "parameters"), *value;
    const char *name;
    char shown[LINE];
    if (sscanf(row, " %*d more") == 0 && after(row, " more have no effect")) return true;
    json_object_foreach((json_t *)parameters, name, value) {
        char word[64];
        snprintf(word, sizeof word, " %s ", name);
        const char *at = after(row, word);
        if (!at || at - row < 8 || at - row > 24) continue;
        at += strspn(at, " ");
        /* a value that has been changed: as it was, and as it is now, which the report does not tell */
        char now[64];
        const char *arrow = strchr(at, '>');
        if (arrow) ws_param_print(ws_param_find(name), &s->f->def, now, sizeof now);
        snprintf(shown, sizeof shown, "%s", arrow ? arrow + 1 : at);
        const char *expected = arrow ? now : json_string_value(value);
        size_t length = strcspn(shown, " "), full = strlen(expected);
        bool good = length > 0 && (strncmp(shown, expected, length < full ? length : full) == 0);
        checked++;
        if (!good && !*wrong) snprintf(wrong, sizeof wrong, "`%s`: %s is %s", row, name, expected);
        return good;
    }
    return true;
}

/* The link between two nodes by name; NULL: there are none or several. */
static const ws_frame_link *link_of_names(const ws_frame *f, uint32_t node, const char *name, bool to) {
    const ws_frame_link *found = NULL;
    for (uint32_t l = 0; l < f->links; l++) {
        const ws_frame_link *link = &f->link[l];
        uint32_t other = to ? link->to : link->from, own = to ? link->from : link->to;
        if (own != node || strcmp(f->graph.node[other].name, name) != 0) continue;
        if (found) return NULL;
        found = link;
    }
    return found;
}

/* "from S1    8/8  ...", "to S1   0.48 ...", "3 messages to send", "S1  2 waiting" */
static bool node_row_is(const scene *s, const char *row, uint32_t node) {
    token t[TOKENS];
    char name[WS_NAME_MAX];
    int count = tokens_read(row, t);
    if (sscanf(row, " from %15s", name) == 1 && count >= 2) {
        const ws_frame_link *l = link_of_names(s->f, node, name, false);
        uint32_t flits = 0, link = l ? (uint32_t)(l - s->f->link) : 0;
        for (uint32_t q = 0; q < s->f->queues && l; q++)
            if (s->f->queue[q].link == link) flits += s->f->queue[q].flits;
        return !l || is(&t[0], flits, row, "flits in the buffer");
    }
    if (sscanf(row, " to %15s", name) == 1 && count >= 1 && !after(row, "packets")) {
        const ws_frame_link *l = link_of_names(s->f, node, name, true);
        return !l || is(&t[0], ws_observer_use(s->observer, (uint32_t)(l - s->f->link)), row, "use");
    }
    if (after(row, " messages to send")) {
        return count == 1 && is(&t[0], s->f->host[node - s->f->switches].waiting_all, row, "messages");
    }
    if (after(row, " waiting") && count == 1) {
        uint32_t heads = 0;
        for (uint32_t i = 0; i < s->f->worms; i++) {
            const ws_frame_worm *w = &s->f->worm[i];
            heads += w->blocked && !w->behind && s->f->queue[w->head_queue].node == node;
        }
        return is(&t[0], heads, row, "heads that wait");
    }
    return true;
}

static bool status_is(const scene *s, const char *row) {
    token t[TOKENS];
    int count = tokens_read(row, t);
    token *cycle = behind(t, count, row, "t="), *worms = behind(t, count, row, "worms "), *wait = behind(t, count, row, "waiting ");
    double all = s->f->worms, some = waiting(s, 0, UINT32_MAX);
    bool good = cycle && is(cycle, number(s->report, "cycles"), row, "the cycle") && (!worms || is(worms, all, row, "worms")) &&
                (!wait || is(wait, some, row, "waiting"));
    return good && (!wait || wait == t + count - 1 || is(wait + 1, all > 0 ? 100 * some / all : 0, row, "a share"));
}

/* ---- machines ---- */

static const char *const scenarios[] = {"kwan/torus-3x3",      "kwan/two-hosts",  "teach/congestion-tree",
                                        "teach/ring-deadlock", "cube/mesh-8x8",   "recn/hotspot-64",
                                        "timeouts/torus-3x3",  "fedx/mixture-80", "now/irregular-16"};
static const char *const lines[] = {"set load 0.05",      "set load 0.2", "set load 0.6",     "set load 0.02",     "set length fixed 7",
                                    "set arbiter random", "measure",      "host H1 load 0.5", "set high-share 0.5"};
static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {160, 50}, {200, 60}};

static bool panel_is(scene *s, ws_stage *stage, ws_panel_id panel, uint32_t node, const int *size, bool expanded) {
    char row[LINE];
    ws_canvas_resize(&stage->canvas, size[0], size[1]);
    stage->view.focus = (ws_view_focus){.held = (int)panel + 1, .expanded = expanded};
    stage->view.selection.node = node;
    ws_stage_draw(stage);
    const ws_canvas *c = ws_stage_draw(stage);
    ws_panel_layout layout = ws_layout_make(&stage->view, size[0], size[1]);
    ws_rect r = layout.rect[panel];
    s->f = stage->frame, s->class_row = s->phase_row = SIZE_MAX;
    row_read(c, layout.rect[WS_PANEL_STATUS], 0, row);
    bool good = status_is(s, row);
    for (int y = 1; good && y < r.h && r.w > 0; y++) { /* its first row is its title */
        row_read(c, r, y, row);
        if (panel == WS_PANEL_NUMBERS) good = numbers_row_is(s, row, expanded);
        if (panel == WS_PANEL_SETTINGS) good = settings_row_is(s, row);
        if (panel == WS_PANEL_NODE) good = node_row_is(s, row, node);
    }
    return good;
}

static void machine_is(const char *name) {
    ws_error error = {0};
    const ws_options options = {.phases = true, .has_warmup = true, .warmup = below(3) * 500, .has_cycles = true, .cycles = 100000};
    ws_session *session = ws_session_open(name, &options, &error);
    if (!session) {
        ok(false, "%s: %s", name, error.text);
        return;
    }
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find(below(2) ? "braille" : "ascii"), 80, 24);
    bool good = true;
    uint64_t cycle = 0, before = checked, since = options.warmup;
    *wrong = '\0';
    for (int look = 0; good && look < 4; look++) {
        cycle += 100 + below(1500);
        if (!ws_stage_run(stage, cycle)) break;
        const char *line = lines[below(sizeof lines / sizeof *lines)];
        if (below(2) && ws_session_apply(session, line, &error) && strcmp(line, "measure") == 0) since = cycle;
        cycle += 1 + below(500);
        if (!ws_stage_run(stage, cycle)) break;
        ws_run run = {.session = session, .deadlock = ws_session_deadlock(session)};
        json_t *report = ws_report_json(&run);
        size_t phases;
        double settled = (double)ws_session_phases(session, &phases)->settled;
        scene s = {.report = report,
                   .since = since,
                   .settled = settled,
                   .observer = ws_session_observer(session),
                   .warm = cycle > number(report, "warmup")};
        const int *size = sizes[below(5)];
        uint32_t node = below(stage->frame->switches + stage->frame->hosts);
        for (int expanded = 0; good && expanded < 2; expanded++)
            good = panel_is(&s, stage, WS_PANEL_NUMBERS, WS_NIL, size, expanded) &&
                   panel_is(&s, stage, WS_PANEL_SETTINGS, WS_NIL, size, expanded) &&
                   panel_is(&s, stage, WS_PANEL_NODE, node, size, expanded);
        json_decref(report);
    }
    ok(good, "%s, up to cycle %llu: %llu numbers are those of the report%s%s", name, (unsigned long long)cycle,
       (unsigned long long)(checked - before), *wrong ? ": " : "", wrong);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    uint32_t runs = getenv("WS_LONG") ? 300 : 18;
    for (uint32_t i = 0; i < runs; i++) machine_is(scenarios[i % (sizeof scenarios / sizeof *scenarios)]);
    ok(checked > 40 * runs, "%llu numbers in all", (unsigned long long)checked);
    return done();
}
