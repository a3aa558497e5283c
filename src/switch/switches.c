/* switches.c - which switch model a definition describes. */
#include "switch.h"

#include <string.h>

/* Do several queues read one crossbar input? */
static bool shares_inputs(const ws_def *def, u32 hosts) {
    u32 vcs = def->queueing == WS_QUEUEING_VOQ ? hosts : (u32)def->vcs;
    return vcs > 1 && def->crossbar != WS_CROSSBAR_FULL;
}

static const ws_switch *fifo_of(const ws_def *def, u32 hosts) {
    if (def->router_unit == WS_ROUTER_UNIT_HEADER)
        return &switch_header_unit;
    if (def->router_delay == 0 && shares_inputs(def, hosts))
        return &switch_single_stage;
    return &switch_FIFO;
}

static const ws_switch *voq_of(const ws_def *def, u32 hosts) {
    if (!shares_inputs(def, hosts))
        return &switch_voq_full;
    if (def->router_delay == 0)
        return &switch_voq_single_stage;
    return &switch_VOQ;
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

static bool rule_fail(const ws_rule *rule, ws_error *error) {
    while (!rule->words)
        rule++;
    if (*rule->words)
        fail_with(error, "%s", rule->words);
    for (size_t i = 0; i < 2 && rule->remedy[i].parameter; i++)
        ws_remedy(error, rule->remedy[i].parameter, rule->remedy[i].value);
    return false;
}

bool rules_hold(const ws_rule *rules, const ws_check *check) {
    for (; rules->field < sizeof(ws_def); rules++)
        if (!rule_holds(rules, check))
            return rule_fail(rules, check->error);
    return true;
}

/* ---- rows ---- */

#define QUEUEING_ROW(id, name, doc) [WS_QUEUEING_##id] = &switch_##id,
static const ws_switch *const by_queueing[WS_QUEUEING_COUNT] = {WS_QUEUEINGS(QUEUEING_ROW)};

const ws_switch *switch_of(const ws_def *def, u32 hosts) {
    if (def->queueing == WS_QUEUEING_FIFO)
        return fifo_of(def, hosts);
    if (def->queueing == WS_QUEUEING_VOQ)
        return voq_of(def, hosts);
    return by_queueing[def->queueing];
}
