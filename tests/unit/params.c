/* params.c - every row of the table of parameters: names, ranges, defaults; and that what is printed can be read again. */
#include "session/language/params.h"
#include "session/language/value.h"
#include "fixture.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static int64_t field_of(const ws_param *param, const ws_def *def) {
    int64_t value;
    memcpy(&value, (const char *)def + param->offset, sizeof value);
    return value;
}

/* Reads `text` as the value of the parameter. */
static bool read_value(const ws_param *param, const char *text, ws_def *def, ws_error *error) {
    static ws_line line;
    ws_reading reading = {.line = &line, .param = param, .delay = 11, .def = *def};
    char whole[WS_LINE_MAX];
    snprintf(whole, sizeof whole, "%s%s", text, param->type == WS_PARAM_TOPOLOGY && strcmp(text, "file") == 0 ? " x.net" : "");
    if (!ws_line_split(&line, (ws_place){NULL, 1, 1}, whole, strlen(whole), error) || !ws_value_read(&reading)) return false;
    *def = reading.def;
    return true;
}

/* Prints, reads into other contents, prints again. */
static bool goes_round(const ws_param *param, const ws_def *def) {
    char before[256], after[256];
    ws_error error = {0};
    ws_def other = ws_def_default();
    ws_param_print(param, def, before, sizeof before);
    bool good = read_value(param, before, &other, &error);
    ws_param_print(param, &other, after, sizeof after);
    if (!good || strcmp(before, after) != 0) note("%s: \"%s\" became \"%s\" (%s)", param->name, before, after, error.text);
    return good && strcmp(before, after) == 0;
}

static bool values_go_round(const ws_param *param) {
    ws_def def = ws_def_default();
    bool good = goes_round(param, &def);
    if (param->type == WS_PARAM_TOPOLOGY || param->type == WS_PARAM_LENGTH) return good;
    const int64_t values[] = {param->min, param->min + 1, (param->min + param->max) / 3, param->max};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i] > param->max) continue;
        memcpy((char *)&def + param->offset, &values[i], sizeof values[i]);
        good &= goes_round(param, &def);
    }
    return good;
}

static bool texts_go_round(const char *name, const char *const *texts) {
    const ws_param *param = ws_param_find(name);
    bool good = true;
    for (; *texts; texts++) {
        ws_def def = ws_def_default();
        ws_error error;
        char after[256];
        bool was_read = read_value(param, *texts, &def, &error);
        ws_param_print(param, &def, after, sizeof after);
        if (!was_read || strcmp(after, *texts) != 0)
            note("%s %s: got %s", name, *texts, was_read ? after : error.text), good = false;
    }
    return good;
}

/* A change that is repeated moves every time until it is at the end of the range. */
static bool never_stuck(const ws_param *param, const char *change) {
    ws_def def = ws_def_default();
    ws_error error;
    for (int i = 0; i < 700000; i++) {
        int64_t before = field_of(param, &def);
        if (!read_value(param, change, &def, &error)) return note("%s %s: %s", param->name, change, error.text), false;
        int64_t after = field_of(param, &def);
        if (after < param->min || after > param->max) return false;
        if (after == before) return after == param->min || after == 1 || after == param->max;
    }
    return false;
}

static void check_row(const ws_param *param) {
    bool compound = param->type == WS_PARAM_TOPOLOGY || param->type == WS_PARAM_LENGTH;
    const ws_def def = ws_def_default();
    char value[256];
    ok(compound || (param->min <= param->def && param->def <= param->max && param->min < param->max), "%s: default in range",
       param->name);
    ok(field_of(param, &def) == param->def, "%s: ws_def_default has the row's default", param->name);
    ok(param->step > 0 && *param->doc && *param->readers, "%s: has a step, a doc and readers", param->name);
    bool has_names = param->type != WS_PARAM_INT && param->type != WS_PARAM_SHARE;
    ok(has_names == (param->name_count > 0), "%s: has names if its values are names", param->name);
    ok(values_go_round(param), "%s: printed values can be read", param->name);
    ws_param_read_by(param, &def); /* asserts that the conditions are well formed */
    ws_param_print(param, &def, value, 3);
    ok(strlen(value) < 3, "%s: printing keeps within the room", param->name);
    if (!has_names) {
        const char *const changes[] = {"*4/5", "*5/4", "*1/1000", "++", "--", param->type == WS_PARAM_SHARE ? "+0.0101" : "+7"};
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
            ok(never_stuck(param, changes[i]), "%s: \"%s\" again and again reaches the end", param->name, changes[i]);
    }
}

/* What the table says may change while a network runs is what the network takes: another value of a parameter that is fixed by the build is
 * refused as that, whatever else may be wrong with it; one that is live is refused for its contradictions alone. */
static void check_live(void) {
    ws_def def = ws_def_default();
    ws_net *n = fixture_net(&def, NULL);
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_def next = *n->def;
        ws_error error = {0};
        int64_t other = field_of(param, &next) == param->max ? param->min : param->max;
        memcpy((char *)&next + param->offset, &other, sizeof other);
        bool taken = ws_net_change(n, &next, &error);
        bool fixed = strcmp(error.text, "this parameter is fixed by the build of the network") == 0;
        ok(param->live ? taken || !fixed : !taken && fixed, "%s %s while a network runs: %s", param->name,
           param->live ? "may change" : "is fixed", taken ? "taken" : error.text);
        if (taken && !ws_net_change(n, &def, &error)) ok(false, "%s goes back: %s", param->name, error.text);
    }
    ws_net_free(n);
}

static void check_names(void) {
    bool unique = true, found = true, fields = true;
    for (size_t i = 0; i < ws_param_count; i++) {
        found &= ws_param_find(ws_params[i].name) == &ws_params[i];
        for (size_t j = 0; j < i; j++) {
            unique &= strcmp(ws_params[i].name, ws_params[j].name) != 0;
            fields &= ws_params[i].offset != ws_params[j].offset;
        }
    }
    ok(unique, "names are unique");
    ok(fields, "no two rows set the same field");
    ok(found, "every name is found");
    ok(ws_param_find("hosts") == ws_param_find("hosts-per-switch"), "hosts is another name of hosts-per-switch");
    ok(!ws_param_find("") && !ws_param_find("loa"), "other names are not found");
}

static void check_readers(void) {
    ws_def def = ws_def_default();
    ok(ws_param_read_by(ws_param_find("stop-mark"), &def), "the LAN reads stop-mark");
    ok(!ws_param_read_by(ws_param_find("credit-delay"), &def), "the LAN does not read credit-delay");
    ok(ws_param_read_by(ws_param_find("alpha"), &def), "messages of several packets: alpha is read");
    int64_t rule = def.segment_rule;
    def.segment_rule = WS_SEGMENT_RULE_NONE;
    ok(!ws_param_read_by(ws_param_find("alpha"), &def), "every message is one packet: alpha cannot matter");
    def.segment_rule = rule;
    ok(!ws_param_read_by(ws_param_find("dateline"), &def), "up/down routing does not read dateline");
    def.routing = WS_ROUTING_DOR;
    ok(ws_param_read_by(ws_param_find("dateline"), &def), "dimension order on a torus does");
    def.topology = WS_TOPOLOGY_MESH;
    ok(!ws_param_read_by(ws_param_find("dateline"), &def), "but not on a mesh");
}

static void check_changes(void) {
    ws_error error;
    ws_def def = ws_def_default();
    ok(read_value(ws_param_find("stop-mark"), "+4", &def, &error) && def.stop_mark == 60,
       "a mark by rule changes from the mark in force");
    ok(read_value(ws_param_find("length"), "*2", &def, &error) && def.length_mean == 2000, "a change of length changes its mean");
    ok(read_value(ws_param_find("arbiter"), "--", &def, &error) && def.arbiter == WS_ARBITER_PRIORITY, "names go round");
    def.segment = 0;
    ok(read_value(ws_param_find("segment"), "*1/2", &def, &error) && def.segment == 1000,
       "unsegmented changes from the mean length");
    def.segment = 250;
    ok(read_value(ws_param_find("segment"), "*4/5", &def, &error) && def.segment == 200, "250 *4/5 is 200");
    ok(read_value(ws_param_find("segment"), "*4/3", &def, &error) && def.segment == 267, "200 *4/3 is rounded to 267");
    ok(read_value(ws_param_find("load"), "+0.05", &def, &error) && def.load == 250000, "a share is changed by a decimal");
    ok(read_value(ws_param_find("load"), "0.1", &def, &error) && def.load == 100000, "0.1 is exact");
}

int main(void) {
    static const char *const topologies[] = {"line 4", "mesh 8 8", "torus 3 5", "ring 7", "ring1 4", "switch", "file", NULL};
    static const char *const lengths[] = {"exponential 1000", "fixed 20", "mixture 1-5:90 25:10", "mixture 7:1", NULL};
    check_names();
    check_live();
    for (size_t i = 0; i < ws_param_count; i++) check_row(&ws_params[i]);
    ok(texts_go_round("topology", topologies), "every topology can be printed and read");
    ok(texts_go_round("length", lengths), "every length can be printed and read");
    check_readers();
    check_changes();
    return done();
}
