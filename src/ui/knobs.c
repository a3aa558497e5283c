/* knobs.c - what can be turned while it runs: value, unit and keys of each parameter; at the end, grey, what this network does
 * not read.
 *
 * The rows are the live parameters that have keys, in the order of the key table: a parameter joins by being bound. */
#include <stdio.h>
#include <string.h>

#include "session/params.h"
#include "ui/view.h"

#define KNOBS_MAX 24

typedef struct knob {
    const ws_param *param;
    size_t binding; /* the first of its keys */
} knob;

static size_t knobs_collect(const ws_view *v, knob knobs[KNOBS_MAX]) {
    size_t count = 0;
    for (int read = 1; read >= 0; read--) {
        for (size_t i = 0; i < v->keys->count && count < KNOBS_MAX; i = ws_subject_end(v->keys, i)) {
            const ws_param *param = ws_binding_param(&v->keys->binding[i]);
            if (!param || !param->live || ws_param_read_by(param, &v->frame->def) != read) continue;
            knobs[count++] = (knob){param, i};
        }
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
    while (i < v->change_count && v->change[i].param != param) i++;
    if (i == v->change_count) return 0;
    int columns = ws_pen_text(pen, x, y, WS_ROLE_FAINT, v->change[i].was);
    return columns + ws_pen_text(pen, x + columns, y, WS_ROLE_MARK, v->glyphs->ascii ? ">" : "→");
}

static void knob_draw(const ws_view *v, const ws_pen *pen, int y, const knob *k) {
    char value[64], keys[24];
    const ws_param *param = k->param;
    bool read = ws_param_read_by(param, &v->frame->def);
    ws_subject_keys(v->keys, k->binding, false, keys, sizeof keys);
    int w = pen->clip.w, x = w >= 36 ? 22 : 20;
    ws_pen_print(pen, 0, y, read ? WS_ROLE_KEY : WS_ROLE_FAINT, "%-3s", keys);
    ws_pen_text(pen, 4, y, read ? WS_ROLE_TEXT : WS_ROLE_FAINT, param->name);
    if (!read) {
        ws_pen_text(pen, x, y, WS_ROLE_FAINT, "not read");
        return;
    }
    x += old_draw(v, pen, x, y, param);
    value_print(v, param, value, sizeof value);
    x += 1 + ws_pen_text(pen, x, y, WS_ROLE_STRONG, value);
    if (x + ws_text_columns(param->unit) <= w) ws_pen_text(pen, x, y, WS_ROLE_FAINT, param->unit);
}

void ws_knobs_draw(const ws_view *v, const ws_pen *pen) {
    knob knobs[KNOBS_MAX];
    size_t count = knobs_collect(v, knobs);
    for (size_t i = 0; i < count; i++) knob_draw(v, pen, (int)i, &knobs[i]);
}

int ws_knobs_rows(const ws_view *v) {
    knob knobs[KNOBS_MAX];
    return 1 + (int)knobs_collect(v, knobs);
}
