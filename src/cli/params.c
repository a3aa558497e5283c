/* params.c - `wormscope params`: the table of parameters, or one of them in full. */
#include <inttypes.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/print.h"
#include "cli/subcommands.h"

/* ---- param text ---- */

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

static const char *param_when(const ws_param *param) {
    return param->live ? "live" : "build";
}

/* ---- params ---- */

enum { FLAG_JSON };
static const ws_flag flags[] = {{"json", 0, NULL, "print one JSON object a line"}, {0}};

static void print_json(const ws_param *p) {
    char range[512];
    char start[128];
    ws_param_range_text(p, range, sizeof range);
    ws_param_default_text(p, start, sizeof start);
    json_t *values = json_object();
    for (size_t i = 0; i < p->name_count; i++)
        json_object_set_new(values, p->names[i], json_string(p->docs[i]));
    json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "name", p->name, "unit",
                               p->unit, "range", range, "default", start, "when", param_when(p),
                               "readers", p->readers, "doc", p->doc, "values", values);
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

static void print_row(const ws_param *p) {
    char start[128];
    ws_param_default_text(p, start, sizeof start);
    printf("%-17s %-17s %-6s %s%s%s%s\n", p->name, start, param_when(p), p->doc,
           *p->unit ? " [" : "", p->unit, *p->unit ? "]" : "");
}

static void print_one(const ws_param *p) {
    char text[512];
    printf("%s - %s\n\n", p->name, p->doc);
    ws_param_default_text(p, text, sizeof text);
    printf("  default   %s %s\n", text, p->unit);
    printf("  changes   %s\n",
           p->live ? "while the network runs (live)" : "only before the network is built (build)");
    printf("  used by   %s\n", strcmp(p->readers, "all") == 0 ? "all networks" : p->readers);
    if (!p->name_count) {
        ws_param_range_text(p, text, sizeof text);
        printf("  range     %s\n", text);
    }
    for (size_t i = 0; i < p->name_count; i++) {
        ws_param_value_text(p, i, text, sizeof text);
        printf("  %s %-24s %s\n", i ? "         " : "values   ", text, p->docs[i]);
    }
}

static int params_one(ws_args *args, const char *name, bool as_json) {
    const ws_param *param = ws_param_find(name);
    if (param) {
        if (as_json)
            print_json(param);
        else
            print_one(param);
        return WS_EXIT_OK;
    }
    const char *nearest = ws_suggest(name, WS_ROW_NAMES(ws_params, ws_param_count));
    ws_args_wrong(args, "unknown parameter `%s`; %s%s%s", name,
                  nearest ? "did you mean `" : "`wormscope params` lists them",
                  nearest ? nearest : "", nearest ? "`?" : "");
    return WS_EXIT_USAGE;
}

static int run_params(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    bool as_json = false;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        as_json |= flag == FLAG_JSON;
    if (args.operand_count > 1)
        ws_args_wrong(&args, "unexpected argument `%s`", args.operands[1]);
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (args.operand_count == 1)
        return params_one(&args, args.operands[0], as_json);
    if (!as_json)
        printf("%-17s %-17s %-6s %s\n", "parameter", "default", "when", "what it is");
    for (size_t i = 0; i < ws_param_count; i++) {
        if (as_json)
            print_json(&ws_params[i]);
        else
            print_row(&ws_params[i]);
    }
    return WS_EXIT_OK;
}

const ws_subcommand ws_subcommand_params = {
    .name = "params",
    .operands = "[NAME] [--json]",
    .doc = "List the parameters, or tell all about one: its unit, range, values, and who uses it",
    .flags = flags,
    .run = run_params};
