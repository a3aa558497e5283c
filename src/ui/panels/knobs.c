/* knobs.c - what can be turned while it runs: value, unit and keys of each parameter, a row each; at the end, grey and in few
 * rows, the names of those that this network does not read.
 *
 * The rows are the live parameters that have keys, in the order of the key table: a parameter joins by being bound. */
#include <stdio.h>
#include <string.h>

#include "session/language/params.h"
#include "ui/view.h"

#define KNOBS_MAX    32
#define COLUMN_LEAST 31 /* columns of the panel, at least */

typedef struct knob {
    const ws_param *param;
    size_t binding; /* the first of its keys */
} knob;

/* The parameters that have keys and that this network reads, or does not, in the order of the key table. */
static size_t knobs_collect(const ws_view *v, bool read, knob knobs[KNOBS_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < v->keys->count && count < KNOBS_MAX; i = ws_subject_end(v->keys, i)) {
        const ws_param *param = ws_binding_param(&v->keys->binding[i]);
        if (param && param->live && ws_param_read_by(param, &v->frame->def) == read) knobs[count++] = (knob){param, i};
    }
    return count;
}

/* A mark that follows the sizing rule shows what the rule gives. */
static void value_print(const ws_view *v, const ws_param *param, char *text, size_t room) {
    uint32_t in_force = strcmp(param->name, "stop-mark") == 0 ? v->frame->stop : v->frame->go;
    bool is_mark = strcmp(param->name, "stop-mark") == 0 || strcmp(param->name, "go-mark") == 0;
    if (is_mark && in_force) snprintf(text, room, "%u", in_force);
    else ws_param_print(param, &v->frame->def, text, room);
}

/* What it was before it was changed, if it was. */
static int old_draw(const ws_view *v, const ws_pen *pen, int x, int y, const ws_param *param) {
    size_t i = 0;
    while (i < v->session.change_count && v->session.change[i].param != param)
        i++;
    if (i == v->session.change_count)
        return 0;
    int columns = ws_pen_text(pen, x, y, WS_ROLE_FAINT, v->session.change[i].was);
    return columns + ws_pen_text(pen, x + columns, y, WS_ROLE_MARK, v->glyphs->ascii ? ">" : "→");
}

static void knob_draw(const ws_view *v, const ws_pen *pen, int y, const knob *k) {
    char value[64], keys[24];
    const ws_param *param = k->param;
    ws_subject_keys(v->keys, k->binding, false, keys, sizeof keys);
    int w = pen->clip.w, x = w >= 36 ? 22 : 20, name_end;
    ws_pen_print(pen, 0, y, WS_ROLE_KEY, "%-3s", keys);
    name_end = 5 + ws_pen_text(pen, 4, y, WS_ROLE_TEXT, param->name);
    x = ws_max(x, name_end);
    x += old_draw(v, pen, x, y, param);
    value_print(v, param, value, sizeof value);
    x += 1 + ws_pen_text(pen, x, y, WS_ROLE_STRONG, value);
    if (x + ws_text_columns(param->unit) <= w) ws_pen_text(pen, x, y, WS_ROLE_FAINT, param->unit);
}

/* The names of what is not read, line by line in `columns`; drawn from row y on unless pen is NULL. Returns the lines. */
static int unread_flow(const ws_view *v, const ws_pen *pen, int y, int columns) {
    static const char lead[] = "no effect:";
    knob knobs[KNOBS_MAX];
    size_t count = knobs_collect(v, false, knobs);
    int rows = count > 0, x = (int)sizeof lead;
    if (pen && count) ws_pen_text(pen, 0, y, WS_ROLE_FAINT, lead);
    for (size_t i = 0; i < count; i++) {
        int length = ws_text_columns(knobs[i].param->name);
        if (x + length > columns) x = 1, rows++;
        if (pen) ws_pen_text(pen, x, y + rows - 1, WS_ROLE_FAINT, knobs[i].param->name);
        x += length + 1;
    }
    return rows;
}

void ws_knobs_draw(const ws_view *v, const ws_pen *pen) {
    knob knobs[KNOBS_MAX];
    size_t count = knobs_collect(v, true, knobs);
    for (size_t i = 0; i < count; i++) knob_draw(v, pen, (int)i, &knobs[i]);
    unread_flow(v, pen, (int)count, pen->clip.w);
}

int ws_knobs_rows(const ws_view *v) {
    knob knobs[KNOBS_MAX];
    return 1 + (int)knobs_collect(v, true, knobs) + unread_flow(v, NULL, 0, COLUMN_LEAST);
}

int ws_knobs_least(const ws_view *v) {
    knob knobs[KNOBS_MAX];
    return 1 + (int)knobs_collect(v, true, knobs);
}
