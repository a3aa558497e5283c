/* param_text.c - see param_text.h. */
#include "app/param_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *what_follows(const ws_param *param, size_t index) {
    static const char *const sides[] = {"", " N", " R C"};
    static const char *const lengths[WS_LENGTH_COUNT] = {
        [WS_LENGTH_EXPONENTIAL] = " MEAN", [WS_LENGTH_FIXED] = " N", [WS_LENGTH_MIXTURE] = " LO-HI:WEIGHT..."};
    if (param->type == WS_PARAM_LENGTH) return lengths[index];
    if (param->type == WS_PARAM_TOPOLOGY) return index == WS_TOPOLOGY_FILE ? " PATH" : sides[ws_topology_sides((int64_t)index)];
    return "";
}

void ws_param_value_text(const ws_param *param, size_t index, char *text, size_t room) {
    snprintf(text, room, "%s%s", param->names[index], what_follows(param, index));
}

void ws_param_range_text(const ws_param *param, char *text, size_t room) {
    int unit = param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
    *text = '\0';
    if (param->name_count == 0) snprintf(text, room, "%" PRId64 " to %" PRId64, param->min / unit, param->max / unit);
    for (size_t i = 0, length = 0; i < param->name_count && length < room; i++) {
        if (i) length += (size_t)snprintf(text + length, room - length, ", ");
        if (length < room) ws_param_value_text(param, i, text + length, room - length);
        length = strlen(text);
    }
}

void ws_param_default_text(const ws_param *param, char *text, size_t room) {
    ws_def def = ws_def_default();
    ws_param_print(param, &def, text, room);
}

const char *ws_param_when(const ws_param *param) { return param->live ? "live" : "build"; }
