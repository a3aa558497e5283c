/* param_text.c - see param_text.h. */
#include "cli/param_text.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Writes " R C" of a topology of two numbers; those that may be left out stand in brackets. */
static void topology_text(const ws_topology *topology, char *text, size_t room) {
    size_t used = 0;
    for (int i = 0; i < topology->most && used < room; i++) {
        const char *format = i < topology->least ? " %s" : " [%s]";
        used += (size_t)snprintf(text + used, room - used, format, topology->argument[i].letter);
    }
}

void ws_param_value_text(const ws_param *param, size_t index, char *text, size_t room) {
    static const char *const lengths[WS_LENGTH_COUNT] = {[WS_LENGTH_EXPONENTIAL] = " MEAN",
                                                         [WS_LENGTH_FIXED] = " N",
                                                         [WS_LENGTH_MIXTURE] = " LO-HI:WEIGHT..."};
    char follows[64] = "";
    if (param->type == WS_PARAM_LENGTH)
        snprintf(follows, sizeof follows, "%s", lengths[index]);
    else if (param->type == WS_PARAM_TOPOLOGY && index == WS_TOPOLOGY_FILE)
        snprintf(follows, sizeof follows, " PATH");
    else if (param->type == WS_PARAM_TOPOLOGY)
        topology_text(ws_topologies[index], follows, sizeof follows);
    snprintf(text, room, "%s%s", param->names[index], follows);
}

void ws_param_range_text(const ws_param *param, char *text, size_t room) {
    int unit = param->type == WS_PARAM_SHARE ? WS_MILLION : 1;
    *text = '\0';
    if (param->name_count == 0)
        snprintf(text, room, "%" PRId64 " to %" PRId64, param->min / unit, param->max / unit);
    for (size_t i = 0, length = 0; i < param->name_count && length < room; i++) {
        if (i)
            length += (size_t)snprintf(text + length, room - length, ", ");
        if (length < room)
            ws_param_value_text(param, i, text + length, room - length);
        length = strlen(text);
    }
}

void ws_param_default_text(const ws_param *param, char *text, size_t room) {
    ws_def def = ws_def_default();
    if (param->offset != offsetof(ws_def, timeout_cost)) {
        ws_param_print(param, &def, text, room);
        return;
    }
    char itow[32]; /* it is that of the policy in force */
    char cep[32];
    ws_param_print(ws_param_find("itow-cost"), &def, itow, sizeof itow);
    ws_param_print(ws_param_find("cep-cost"), &def, cep, sizeof cep);
    snprintf(text, room, "itow %s, cep %s", itow, cep);
}

const char *ws_param_when(const ws_param *param) {
    return param->live ? "live" : "build";
}
