/* split.c - two branches side by side at the same cycle: A, and B, where the keys act. Under the maps the first difference, the
 * main numbers of both and how far B is from A. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/quantities.h"
#include "observe/statistics/interval.h"
#include "session/history/history.h"
#include "session/language/text.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

/* ---- unlike ---- */

/* A/B: in what two views were made to differ, as each half says it of itself: settings, cables
 * that are cut, and acts. */

#define ITEMS_MAX 32

/* What differs, in words, the settings first. */
typedef struct items {
    size_t count; /* of all, also of those that have no place */
    char text[ITEMS_MAX + 1][96]; /* the last is that of those */
} items;

static char *item_add(items *all) {
    size_t at = all->count++;
    return all->text[at < ITEMS_MAX ? at : ITEMS_MAX];
}

/* ---- settings ---- */

static void settings_find(items *all, const ws_def *mine, const ws_def *its) {
    char here[96], there[96];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        if (!ws_param_read_by(param, mine) && !ws_param_read_by(param, its))
            continue;
        ws_param_print(param, mine, here, sizeof here);
        ws_param_print(param, its, there, sizeof there);
        if (strcmp(here, there) != 0)
            snprintf(item_add(all), sizeof all->text[0], "%s %.60s", param->name, here);
    }
}

/* ---- cables ---- */

/* One link stands for both directions of its cable. */
static bool stands_for_cable(const ws_frame *frame, uint32_t link) {
    for (uint32_t l = 0; l < link; l++)
        if (frame->link[l].edge == frame->link[link].edge)
            return false;
    return true;
}

/* Is a cable between nodes of these names cut? */
static bool is_cut(const ws_frame *frame, const char *from, const char *to) {
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (!link->cut || strcmp(ws_node_name(frame, link->from), from) != 0)
            continue;
        if (strcmp(ws_node_name(frame, link->to), to) == 0)
            return true;
    }
    return false;
}

/* The cables that are cut in one and not in the other. */
static void cables_find(items *all, const ws_frame *one, const ws_frame *other, const char *words) {
    for (uint32_t l = 0; l < one->links; l++) {
        if (!one->link[l].cut || !stands_for_cable(one, l))
            continue;
        const char *from = ws_node_name(one, one->link[l].from);
        const char *to = ws_node_name(one, one->link[l].to);
        if (!is_cut(other, from, to))
            snprintf(item_add(all), sizeof all->text[0], "cable %.24s-%.24s %s", from, to, words);
    }
}

/* ---- acts ---- */

/* Does the line do what shows neither as a setting nor as a cable? */
static bool is_act(const char *line) {
    return strncmp(line, "host ", 5) == 0 || strncmp(line, "send ", 5) == 0;
}

/* The lines behind the first `from`, of cycles to which both have come, that the other has not at the same cycle. */
static void acts_find(items *all, const ws_view *view, const ws_view *other, size_t from) {
    const ws_view_session *mine = &view->session;
    const ws_view_session *its = &other->session;
    for (size_t i = from; i < mine->journal_count; i++) {
        const ws_journal_entry *line = &mine->journal[i];
        if (line->cycle > other->frame->cycle || !is_act(line->text))
            continue;
        size_t k = from;
        while (k < its->journal_count &&
               (its->journal[k].cycle != line->cycle || strcmp(its->journal[k].text, line->text) != 0))
            k++;
        if (k == its->journal_count)
            snprintf(item_add(all), sizeof all->text[0], "%.60s at %" PRIu64, line->text, line->cycle);
    }
}

/* How many lines both have in common before the first that differs. */
static size_t common_lines(const ws_view_session *one, const ws_view_session *other) {
    size_t i = 0;
    while (i < one->journal_count && i < other->journal_count && one->journal[i].cycle == other->journal[i].cycle &&
           strcmp(one->journal[i].text, other->journal[i].text) == 0)
        i++;
    return i;
}

/* ---- words ---- */

/* How many of the items fit, with the words for those that do not; of the first as much as fits. */
static void items_join(const items *all, int columns, char *text, size_t room) {
    size_t used = 0;
    size_t at = 0;
    for (; at < all->count && at < ITEMS_MAX; at++) {
        char more[32] = "";
        size_t left = all->count - at - 1;
        if (left)
            snprintf(more, sizeof more, ", %zu more", left);
        int wanted = (int)used + (at ? 2 : 0) + ws_text_columns(all->text[at]) + (int)strlen(more);
        if (at && wanted > columns)
            break;
        used += (size_t)snprintf(text + used, room - used, "%s%s", at ? ", " : "", all->text[at]);
        if (used >= room)
            return;
    }
    if (at < all->count)
        snprintf(text + used, room - used, ", %zu more", all->count - at);
}

/* The routing stands there if it fits whole. */
static void alike_tell(char *text, size_t room, const ws_def *def, int columns) {
    char routing[64];
    ws_param_print(ws_param_find("routing"), def, routing, sizeof routing);
    snprintf(text, room, "the same settings, routing %s", routing);
    if (ws_text_columns(text) > columns)
        snprintf(text, room, "the same settings");
}

/* Writes what `view` has otherwise than `other`: "routing dor, saqs 4". As many items as fit into so many columns, then how many
 * more there are. If they have been made alike it says so, with the routing of both. Returns text. */
static const char *unlike_text(const ws_view *view, const ws_view *other, int columns, char *text, size_t room) {
    items all = {.count = 0};
    const ws_frame *mine = view->frame;
    const ws_frame *its = other->frame;
    size_t common = common_lines(&view->session, &other->session);
    settings_find(&all, &mine->def, &its->def);
    cables_find(&all, mine, its, "cut");
    cables_find(&all, its, mine, "whole");
    acts_find(&all, view, other, common);
    if (all.count == 0)
        alike_tell(item_add(&all), sizeof all.text[0], &mine->def, columns);
    *text = '\0';
    items_join(&all, columns, text, room);
    return text;
}

/* ---- split ---- */

#define COLUMN_W 62 /* columns of figures with their units, */
#define NARROW_W 45 /* and without */
#define A_X      25 /* right edges of the figures */
#define B_X      34
#define DIFF_X   44
#define UNIT_X   45
#define WIDE     110 /* columns that have room for all words */

/* The most telling first: a small screen has no room for all. */
static const ws_quantity_id shown[] = {
    WS_QUANTITY_LATENCY, WS_QUANTITY_RECENT,   WS_QUANTITY_ACCEPTED,  WS_QUANTITY_BLOCKED,
    WS_QUANTITY_ORDER,   WS_QUANTITY_BACKLOG,  WS_QUANTITY_DELIVERED, WS_QUANTITY_P99,
    WS_QUANTITY_WORMS,   WS_QUANTITY_WAIT,     WS_QUANTITY_VICTIMS,   WS_QUANTITY_HELD,
    WS_QUANTITY_BUFFERS, WS_QUANTITY_DEADLOCK, WS_QUANTITY_KILLS,     WS_QUANTITY_REFUSED,
};
#define SHOWN ((int)(sizeof shown / sizeof *shown))

/* Whose half it is, and in what it was made to differ from the other. */
static void half_draw(const ws_view *v, const ws_view *other, const ws_pen *pen, const char *letter, const char *name) {
    char unlike[512];
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_KEY_LABEL);
    int x = ws_pen_print(pen, 0, 0, WS_ROLE_KEY, " %s ", letter);
    x += 1 + ws_pen_text(pen, x + 1, 0, WS_ROLE_KEY_LABEL, name);
    if (v->frame->deadlock)
        x += 1 + ws_pen_text(pen, x + 1, 0, WS_ROLE_DEADLOCK, " DEADLOCK ");
    x += 2;
    ws_pen_text(pen, x, 0, WS_ROLE_KEY_LABEL, unlike_text(v, other, pen->clip.w - x, unlike, sizeof unlike));
}

void ws_split_draw(const ws_view *view, const ws_pen *pen) {
    int half = (pen->clip.w - 1) / 2;
    int rest = pen->clip.w - half - 1;
    ws_pen left = ws_pen_sub(pen, (ws_rect){0, 0, half, 1});
    ws_pen right = ws_pen_sub(pen, (ws_rect){half + 1, 0, rest, 1});
    half_draw(view->other, view, &left, "A", view->other->session.name);
    half_draw(view, view->other, &right, "B", view->session.branch[view->session.branch_now].name);
    for (int y = 0; y < pen->clip.h; y++)
        ws_pen_glyph(pen, half, y, view->glyphs->code[WS_GLYPH_LINE_V], WS_ROLE_RULE, 0);
}

void ws_other_draw(const ws_view *v, const ws_pen *pen) {
    char now[32], due[32];
    const ws_map_plan *theirs = v->other->map.plan;
    ws_map_draw(v->other, pen);
    if (theirs->altitude == v->map.plan->altitude)
        v->map.plan->drawn |= theirs->drawn; /* the signs are those of both */
    if (!v->other_due)
        return;
    ws_pen_print(pen, 1, 0, WS_ROLE_SELECTED, " catching up: cycle %s of %s ",
                 ws_count_text(v->other->frame->cycle, now, sizeof now),
                 ws_count_text(v->other_due, due, sizeof due));
}

/* Worms that differ: those of B, and those that only A has. */
static uint32_t worms_apart(const ws_view *view) {
    const ws_view *other = view->other;
    uint32_t count = view->beside.worms;
    for (uint32_t i = 0; i < other->frame->worms; i++)
        count += other->beside.same.place[i] == WS_NIL;
    return count;
}

static int count_draw(const ws_view *v, const ws_pen *pen) {
    if (v->other_due)
        return 0;
    char text[64];
    if (pen->clip.w < WIDE)
        snprintf(text, sizeof text, " %u links differ ", v->beside.links);
    else
        snprintf(text, sizeof text, " %u worms, %u links differ now ", worms_apart(v),
                 v->beside.links);
    int columns = ws_text_columns(text);
    ws_pen_text(pen, pen->clip.w - columns, 0, WS_ROLE_KEY_LABEL, text);
    return columns;
}

/* Has a branch taken this line, too? */
static bool has_line(const ws_view *view, const ws_journal_entry *line) {
    for (size_t i = 0; i < view->session.journal_count; i++) {
        const ws_journal_entry *entry = &view->session.journal[i];
        if (entry->cycle == line->cycle && strcmp(entry->text, line->text) == 0)
            return true;
    }
    return false;
}

/* The first change since the fork that the other has not taken, up to the first difference; NULL. */
static const char *cause_of(const ws_view *view, const ws_view *other, const ws_view_beside *beside) {
    for (size_t i = 0; i < view->session.journal_count; i++) {
        const ws_journal_entry *entry = &view->session.journal[i];
        bool is_between = entry->cycle >= beside->forked && entry->cycle <= beside->cycle;
        bool is_change = ws_mark_of(entry->text) == WS_MARK_CHANGE;
        if (is_between && is_change && !has_line(other, entry))
            return entry->text;
    }
    return NULL;
}

/* By which line the first difference came. A new network is difference enough: it begins empty. */
static void difference_add(const ws_view *v, text_out *out) {
    const ws_apart *apart = &v->beside.apart;
    const char *letter = "B";
    const char *cause = cause_of(v, v->other, &v->beside);
    if (!cause) {
        cause = cause_of(v->other, v, &v->beside);
        letter = "A";
    }
    if (cause)
        text_add(out, ", by `%s` in %s", cause, letter);
    if (cause && strncmp(cause, "rebuild", strlen("rebuild")) == 0) {
        text_add(out, ", which began empty");
        return;
    }
    if (apart->node != WS_NIL)
        text_add(out, ", %s", ws_node_name(v->other->frame, apart->node));
    text_add(out, ": %s", apart->text);
}

static void difference_text(const ws_view *v, char *text, size_t room) {
    char cycle[32];
    text_out out = text_begin(text, room);
    const ws_view_beside *beside = &v->beside;
    if (!beside->parted) {
        text_add(&out, "forked at cycle %s; the traffic is still the same",
                 ws_count_text(beside->forked, cycle, sizeof cycle));
        return;
    }
    text_add(&out, "first difference: cycle %s", ws_count_text(beside->cycle, cycle, sizeof cycle));
    difference_add(v, &out);
}

/* The key that goes to the first difference, once there is one. */
static int differ_key_draw(const ws_view *v, const ws_pen *pen) {
    size_t i = 0;
    while (i < v->keys->count && strcmp(v->keys->binding[i].command, "differ") != 0)
        i++;
    if (i == v->keys->count || !v->beside.parted || v->keyless)
        return 0;
    return ws_pen_print(pen, 0, 0, WS_ROLE_KEY, " %s ", v->keys->binding[i].name);
}

/* The first cycle in which the traffic differs, and what of it; else that none does yet. */
void ws_parting_draw(const ws_view *v, const ws_pen *pen) {
    char text[512];
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_KEY_LABEL);
    int room = pen->clip.w - count_draw(v, pen);
    ws_pen left = ws_pen_sub(pen, (ws_rect){0, 0, room, 1});
    difference_text(v, text, sizeof text);
    int begin = 1 + differ_key_draw(v, &left);
    ws_cut_draw(v, &left, begin, 0, room - begin, WS_ROLE_KEY_LABEL, text);
}

/* Counts as what they are, all else as ws_figure_text. */
static const char *number_text(double value, char *text, size_t room) {
    if (value != floor(value) || fabs(value) >= 1e4)
        return ws_figure_text(value, text, room);
    snprintf(text, room, "%.0f", value);
    return text;
}

/* ---- how sure they are ---- */

/* The half-width of the 95 % interval of a figure; NAN where none can be told. */
typedef double half_of(const ws_view *view);

static double latency_half(const ws_view *view) {
    return view->frame->class_report[0].latency[WS_LATENCY_MESSAGE].ci95;
}

/* By the windows since the warm-up. */
static double accepted_half(const ws_view *view) {
    const ws_frame *frame = view->frame;
    double *window = ws_alloc(frame->points + 1, sizeof *window);
    size_t count = 0;
    for (size_t i = 0; i < frame->points; i++)
        if (frame->point[i].cycle > view->session.warmup)
            window[count++] = frame->point[i].accepted;
    ws_interval interval = ws_interval_of(window, count);
    free(window);
    return ws_interval_half(&interval);
}

typedef double window_value(const ws_point *point);

static double latency_window(const ws_point *point) {
    return point->latency[WS_LATENCY_MESSAGE];
}

static double accepted_window(const ws_point *point) {
    return point->accepted;
}

/* A figure that is an estimate: how sure it is, and what windows say of it in the warm-up. */
typedef struct estimate {
    ws_quantity_id id;
    half_of *half;
    window_value *window;
} estimate;
static const estimate estimates[] = {
    {WS_QUANTITY_LATENCY, latency_half, latency_window},
    {WS_QUANTITY_ACCEPTED, accepted_half, accepted_window},
};

/* NULL: it is exact. */
static const estimate *estimate_of(ws_quantity_id id) {
    for (size_t i = 0; i < sizeof estimates / sizeof *estimates; i++)
        if (estimates[i].id == id)
            return &estimates[i];
    return NULL;
}

/* The mean of the windows in which anything was measured; NAN if there is none. */
static double windows_mean(const ws_frame *frame, window_value *value) {
    double count = 0;
    double sum = 0;
    for (size_t i = 0; i < frame->points; i++) {
        double of = value(&frame->point[i]);
        if (isnan(of))
            continue;
        count++;
        sum += of;
    }
    return count > 0 ? sum / count : NAN;
}

static double value_of(const ws_view *view, const ws_quantity *quantity, const estimate *known) {
    double value = quantity->of(view->frame);
    if (isnan(value) && known)
        return windows_mean(view->frame, known->window);
    return value;
}

/* A figure in both halves, and the half-widths of what is known of them. */
typedef struct pair {
    const ws_quantity *quantity;
    double before;
    double after;
    double half; /* of the difference, as if A and B were independent */
    bool estimated;
} pair;

static pair pair_of(const ws_view *view, ws_quantity_id id) {
    const ws_quantity *quantity = &ws_quantities[id];
    const estimate *known = estimate_of(id);
    pair both = {.quantity = quantity, .half = NAN, .estimated = known != NULL};
    both.before = value_of(view->other, quantity, known);
    both.after = value_of(view, quantity, known);
    if (known)
        both.half = hypot(known->half(view->other), known->half(view));
    return both;
}

/* Is the difference larger than its interval, or exact? */
static bool is_told(const pair *both) {
    double difference = both->after - both->before;
    if (isnan(difference) || difference == 0)
        return false;
    return !both->estimated || fabs(difference) > both->half;
}

static void difference_draw(const ws_pen *pen, int left, int row, const pair *both) {
    char text[24];
    double difference = both->after - both->before;
    ws_role role = is_told(both) ? WS_ROLE_MARK : WS_ROLE_FAINT;
    const char *sign = difference > 0 ? "+" : "";
    ws_pen_print_right(pen, left + DIFF_X, row, role, "%s%s", sign,
                       number_text(difference, text, sizeof text));
}

/* Where both are the same, there is nothing to look at. Estimates without an interval are dimmed. */
static void row_draw(const ws_view *view, const ws_pen *pen, int left, int row,
                     ws_quantity_id id) {
    char text[24];
    pair both = pair_of(view, id);
    ws_role role = both.estimated && isnan(both.half) ? WS_ROLE_FAINT : WS_ROLE_STRONG;
    int unit = left + UNIT_X + 1;
    ws_pen_text(pen, left + 1, row, WS_ROLE_TEXT, both.quantity->name);
    ws_pen_print_right(pen, left + A_X, row, role, "%s",
                       number_text(both.before, text, sizeof text));
    ws_pen_print_right(pen, left + B_X, row, role, "%s",
                       number_text(both.after, text, sizeof text));
    difference_draw(pen, left, row, &both);
    if (!isnan(both.half))
        unit += 1 + ws_pen_print(pen, unit, row, WS_ROLE_FAINT, "±%s",
                                 ws_figure_text(both.half, text, sizeof text));
    const char *words = both.quantity->unit;
    if (both.estimated && isnan(both.half))
        words = "unsettled";
    if (unit + ws_text_columns(words) <= left + COLUMN_W)
        ws_pen_text(pen, unit, row, WS_ROLE_FAINT, words);
}

static int columns_of(int width) {
    return ws_clamp(width / COLUMN_W, 1, 2);
}

int ws_compare_width(int screen) {
    if (screen < 120)
        return NARROW_W;
    return screen < 180 ? COLUMN_W : 2 * COLUMN_W;
}

int ws_compare_rows(int width) {
    return 1 + (SHOWN + columns_of(width) - 1) / columns_of(width);
}

void ws_compare_draw(const ws_view *v, const ws_pen *pen) {
    int rows = pen->clip.h - 1, columns = columns_of(pen->clip.w);
    ws_title_draw(v, pen, 0, "figures");
    for (int c = 0; c < columns; c++) {
        ws_pen_print_right(pen, c * COLUMN_W + A_X, 0, WS_ROLE_SERIES1, " A");
        ws_pen_print_right(pen, c * COLUMN_W + B_X, 0, WS_ROLE_SERIES2, " B");
        ws_pen_print_right(pen, c * COLUMN_W + DIFF_X, 0, WS_ROLE_TITLE, " B - A");
        for (int y = 0; y < rows && c * rows + y < SHOWN; y++)
            row_draw(v, pen, c * COLUMN_W, y + 1, shown[c * rows + y]);
    }
}
