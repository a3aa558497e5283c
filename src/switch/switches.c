/* switches.c - which switch model a definition describes. */
#include "switch.h"

#include <string.h>

/* Do several queues read one crossbar input? */
static bool shares_inputs(const ws_def *def, u32 hosts) {
    u32 vcs = def->queueing == WS_QUEUEING_VOQ ? hosts : (u32)def->vcs;
    return vcs > 1 && def->crossbar != WS_CROSSBAR_FULL;
}

/* ---- rules ---- */

static bool is_within(const ws_def *def, size_t field, i64 least, i64 most) {
    i64 value;
    memcpy(&value, (const u8 *)def + field, sizeof value);
    return least <= value && value <= most;
}

static bool rule_holds(const ws_rule *rule, const ws_check *check) {
    const ws_def *def = check->def;
    if (rule->only && !is_within(def, rule->where, rule->from, rule->to))
        return true;
    if (rule->holds)
        return rule->holds(check);
    return is_within(def, rule->field, rule->least, rule->most) != rule->outside;
}

bool rules_hold(const ws_rule *rule, const ws_check *check) {
    size_t end = sizeof(ws_def);
    while (rule->field < end && rule_holds(rule, check))
        rule++;
    if (rule->field == end)
        return true;
    while (!rule->words)
        rule++;
    if (*rule->words)
        fail_with(check->error, "%s", rule->words);
    for (size_t i = 0; i < 2 && rule->remedy[i].parameter; i++)
        ws_remedy(check->error, rule->remedy[i].parameter, rule->remedy[i].value);
    return false;
}

/* ---- rows ---- */

#define QUEUEING_ROW(id, name, doc) [WS_QUEUEING_##id] = &switch_##id,
static const ws_switch *const by_queueing[WS_QUEUEING_COUNT] = {WS_QUEUEINGS(QUEUEING_ROW)};

const ws_switch *switch_of(const ws_def *def, u32 hosts) {
    bool shares = shares_inputs(def, hosts);
    bool is_fifo = def->queueing == WS_QUEUEING_FIFO;
    bool is_voq = def->queueing == WS_QUEUEING_VOQ;
    if (is_fifo && def->router_unit == WS_ROUTER_UNIT_HEADER)
        return &switch_header_unit;
    if (is_voq && !shares)
        return &switch_voq_full;
    if (is_fifo && shares && def->router_delay == 0)
        return &switch_single_stage;
    if (is_voq && def->router_delay == 0)
        return &switch_voq_single_stage;
    return by_queueing[def->queueing];
}
