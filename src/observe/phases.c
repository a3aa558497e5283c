/* phases.c - see phases.h. */
#include "observe/phases.h"

#include "core/base.h"
#include "wormscope/memory.h"

#include <stdlib.h>
#include <string.h>

struct ws_phases {
    ws_metrics *metrics; /* of the open phase; NULL of the first, which the run's measure */
    ws_phase *phase;     /* those that have ended; behind them the open one */
    size_t ended;
};

/* ---- one phase ---- */

static void figures_free(ws_phase *phase) {
    free(phase->class);
    phase->class = NULL;
    phase->classes = 0;
}

static void changes_free(ws_phase *phase) {
    for (EACH(i, phase->changes))
        free(phase->change[i]);
    free(phase->change);
}

static void phase_free(ws_phase *phase) {
    changes_free(phase);
    figures_free(phase);
}

static double half_width(ws_interval interval) {
    return ws_interval_half(&interval);
}

static void figures_copy(ws_phase *phase, const ws_metrics *metrics, const ws_net *net) {
    uint64_t now = ws_net_cycle(net);
    uint64_t until = ws_metrics_until(metrics);
    figures_free(phase);
    phase->to = until < now ? until : now;
    phase->since = ws_metrics_since(metrics);
    phase->offered = ws_metrics_offered(metrics, net);
    phase->accepted = ws_metrics_accepted(metrics, net);
    phase->offered_ci95 = half_width(ws_offered_interval(metrics));
    phase->accepted_ci95 = half_width(ws_accepted_interval(metrics));
    phase->saturation = ws_saturation_of(metrics, net);
    phase->unfinished = ws_metrics_unfinished(metrics);
    phase->settled = ws_settled_cycle(metrics, net);
    phase->warmup_short = ws_warmup_is_short(metrics, net);
    phase->classes = ws_metrics_classes(metrics);
    phase->class = ws_alloc(phase->classes, sizeof *phase->class);
    for (EACH(c, phase->classes))
        phase->class[c] = ws_honest_class(metrics, net, c);
}

/* ---- life ---- */

ws_phases *ws_phases_new(void) {
    ws_phases *phases = ws_alloc(1, sizeof *phases);
    phases->phase = ws_alloc(1, sizeof *phases->phase);
    return phases;
}

void ws_phases_free(ws_phases *phases) {
    if (!phases)
        return;
    for (size_t i = 0; i <= phases->ended; i++)
        phase_free(&phases->phase[i]);
    ws_metrics_free(phases->metrics);
    free(phases->phase);
    free(phases);
}

static ws_phase *open_phase(ws_phases *phases) {
    return &phases->phase[phases->ended];
}

static void open_measure(ws_phases *phases, const ws_metrics *run, const ws_net *net) {
    const ws_metrics *metrics = phases->metrics ? phases->metrics : run;
    figures_copy(open_phase(phases), metrics, net);
}

/* ---- changing ---- */

void ws_phases_measure(ws_phases *phases, const ws_metrics *run, const ws_net *net) {
    const ws_metrics *metrics = phases->metrics ? phases->metrics : run;
    if (ws_net_cycle(net) <= open_phase(phases)->from)
        return;
    open_measure(phases, run, net);
    open_phase(phases)->unfinished -= ws_metrics_begun(metrics, net);
}

static void phase_next(ws_phases *phases, uint64_t now) {
    size_t count = ++phases->ended;
    WS_GROW(phases->phase, count);
    phases->phase[count] = (ws_phase){.from = now};
}

void ws_phases_begin(ws_phases *phases, const ws_net *net, uint64_t warmup, const char *line,
                     size_t length) {
    uint64_t now = ws_net_cycle(net);
    if (now > open_phase(phases)->from)
        phase_next(phases, now);
    if (now > 0) {
        ws_metrics_free(phases->metrics);
        phases->metrics = ws_metrics_new(net, warmup > now ? warmup : now);
    }
    ws_phase *phase = open_phase(phases);
    WS_GROW(phase->change, phase->changes);
    phase->change[phase->changes++] = ws_copy_text(line, length);
}

/* ---- keeping ---- */

static void changes_room(ws_phase *phase, size_t count) {
    changes_free(phase);
    phase->changes = count;
    phase->change = NULL;
    if (count)
        phase->change = ws_alloc(count, sizeof *phase->change);
}

static void change_pack(char **line, ws_pack *pack) {
    size_t length = 0;
    if (pack->mode != WS_PACK_RESTORE)
        length = strlen(*line);
    WS_PACK(pack, length);
    if (pack->mode == WS_PACK_RESTORE)
        *line = ws_alloc(length + 1, 1);
    ws_pack_part(pack, *line, length);
}

/* Names of classes stay where they are while the program runs: their addresses are kept. */
static void figures_pack(ws_phase *phase, ws_pack *pack) {
    size_t classes = phase->classes;
    WS_PACK(pack, classes);
    if (pack->mode == WS_PACK_RESTORE) {
        free(phase->class);
        phase->class = classes ? ws_alloc(classes, sizeof *phase->class) : NULL;
        phase->classes = classes;
    }
    if (classes)
        ws_pack_part(pack, phase->class, classes * sizeof *phase->class);
}

static void phase_pack(ws_phase *phase, ws_pack *pack) {
    size_t changes = phase->changes;
    WS_PACK(pack, phase->from);
    WS_PACK(pack, phase->to);
    WS_PACK(pack, phase->since);
    WS_PACK(pack, phase->offered);
    WS_PACK(pack, phase->accepted);
    WS_PACK(pack, phase->offered_ci95);
    WS_PACK(pack, phase->accepted_ci95);
    WS_PACK(pack, phase->saturation);
    WS_PACK(pack, phase->unfinished);
    WS_PACK(pack, phase->settled);
    WS_PACK(pack, phase->warmup_short);
    figures_pack(phase, pack);
    WS_PACK(pack, changes);
    if (pack->mode == WS_PACK_RESTORE)
        changes_room(phase, changes);
    for (EACH(i, changes))
        change_pack(&phase->change[i], pack);
}

/* As many phases that have ended; those that are new are empty. */
static void phases_resize(ws_phases *phases, size_t ended) {
    while (phases->ended > ended)
        phase_free(&phases->phase[phases->ended--]);
    while (phases->ended < ended)
        phase_next(phases, 0);
}

static void metrics_pack(ws_phases *phases, const ws_net *net, ws_pack *pack) {
    bool own = phases->metrics != NULL;
    WS_PACK(pack, own);
    if (pack->mode == WS_PACK_RESTORE) {
        ws_metrics_free(phases->metrics);
        phases->metrics = own ? ws_metrics_new(net, 0) : NULL;
    }
    if (own)
        ws_metrics_pack(phases->metrics, pack);
}

void ws_phases_pack(ws_phases *phases, const ws_net *net, ws_pack *pack) {
    size_t ended = phases->ended;
    metrics_pack(phases, net, pack);
    WS_PACK(pack, ended);
    if (pack->mode == WS_PACK_RESTORE)
        phases_resize(phases, ended);
    for (size_t i = 0; i <= ended; i++)
        phase_pack(&phases->phase[i], pack);
}

/* ---- feeding ---- */

void ws_phases_feed(ws_phases *phases, const ws_net *net) {
    if (phases->metrics)
        ws_metrics_feed(phases->metrics, net);
}

uint64_t ws_phases_due(const ws_phases *phases) {
    return phases->metrics ? ws_metrics_due(phases->metrics) : UINT64_MAX;
}

uint64_t ws_phases_base_due(const ws_phases *phases) {
    if (!phases->metrics)
        return UINT64_MAX;
    return ws_metrics_base_due(phases->metrics);
}

void ws_phases_reset(ws_phases *phases, const ws_net *net) {
    if (phases->metrics)
        ws_metrics_reset(phases->metrics, net);
}

void ws_phases_close(ws_phases *phases, const ws_net *net) {
    if (phases->metrics)
        ws_metrics_close(phases->metrics, net);
}

const ws_phase *ws_phases_list(ws_phases *phases, const ws_metrics *run, const ws_net *net,
                               size_t *count) {
    open_measure(phases, run, net);
    *count = phases->ended + 1;
    return phases->phase;
}
