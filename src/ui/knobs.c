/* knobs.c - what can be turned while it runs: value, unit and keys of each parameter; grey what this network does not read.
 *
 * The rows are the live parameters that have keys, in the order of the key table: a parameter joins by being bound. */
#include <stdio.h>
#include <string.h>

#include "session/params.h"
#include "ui/view.h"

#define KNOBS_MAX 24

/* The parameter that a binding sets, NULL if it does something else. */
static const ws_param *binding_param(const ws_binding *binding) {
    char name[64];
    return sscanf(binding->command, "set %63s", name) == 1 ? ws_param_find(name) : NULL;
}

static size_t knobs_collect(const ws_view *v, const ws_param *knob[KNOBS_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < v->keys->count && count < KNOBS_MAX; i++) {
        const ws_param *param = binding_param(&v->keys->binding[i]);
        bool known = param == NULL || !param->live;
        for (size_t j = 0; j < count; j++) known |= knob[j] == param;
        if (!known) knob[count++] = param;
    }
    return count;
}

/* A mark that follows the sizing rule shows what the rule gives. */
static void value_print(const ws_view *v, const ws_param *param, char *text, size_t room) {
    uint32_t in_force = strcmp(param->name, "stop-mark") == 0 ? v->frame->stop : v->frame->go;
    bool is_mark = strcmp(param->name, "stop-mark") == 0 || strcmp(param->name, "go-mark") == 0;
    if (is_mark && in_force)
        snprintf(text, room, "%u", in_force);
    else
        ws_param_print(param, &v->frame->def, text, room);
}

static void knob_draw(const ws_view *v, const ws_pen *pen, int y, const ws_param *param) {
    char value[64], keys[24];
    bool read = ws_param_read_by(param, &v->frame->def);
    value_print(v, param, value, sizeof value);
    ws_keys_of_param(v->keys, param->name, keys, sizeof keys);
    ws_pen_print(pen, 1, y, WS_ROLE_KEY, "%-3s", keys);
    ws_pen_text(pen, 5, y, read ? WS_ROLE_TEXT : WS_ROLE_FAINT, param->name);
    int x = 21;
    if (!read)
        ws_pen_text(pen, x, y, WS_ROLE_FAINT, "not read");
    else {
        x += ws_pen_text(pen, x, y, WS_ROLE_STRONG, value);
        if (strlen(param->unit) <= 8) ws_pen_text(pen, x + 1, y, WS_ROLE_FAINT, param->unit);
    }
}

void ws_knobs_draw(const ws_view *v, const ws_pen *pen) {
    const ws_param *knob[KNOBS_MAX];
    size_t count = knobs_collect(v, knob);
    for (size_t i = 0; i < count; i++) knob_draw(v, pen, (int)i, knob[i]);
}

int ws_knobs_rows(const ws_view *v) {
    const ws_param *knob[KNOBS_MAX];
    return 1 + (int)knobs_collect(v, knob);
}
