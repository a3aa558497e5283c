/* draw.h - scenarios as text, drawn from the tables of the language: a machine, then lines `set` with
 * values by the TYPE of their parameter, corners first (corners.h); hosts; and lines at cycles, from
 * every row of commands.def that may be LIVE. A row without a drawer does not compile.
 *
 * A draw begins with two corners of two live parameters that have not been in force together: its
 * lines make the network read both. What is drawn need not be a network: a refusal is a result.
 *
 * Bounds on size (drawn.c refuses to build more) and on time, none on values. Header only. */
#ifndef DRAW_H
#define DRAW_H

#include "corners.h"
#include "fixture.h"
#include "session/language/commands.h"

#include <dirent.h>

#define DRAW __attribute__((unused)) static

enum { TEXT_ROOM = 16384, MACHINES_MOST = 32, FITS_MOST = 48, TRIES = 120 };

/* A machine of scenarios/machines, and some topologies on which it can be built as it is. */
typedef struct machine {
    char name[WS_NAME_MAX];
    ws_def def;
    char fits[FITS_MOST][VALUE_ROOM]; /* topologies */
    size_t fit_count;
} machine;

static machine machines[MACHINES_MOST];
static size_t machine_count;

/* One corner of one live parameter. */
typedef struct aim {
    size_t param, corner;
} aim;

typedef struct drawing {
    u64 *rng;
    text_out out;
    u64 cycles;            /* of the run */
    const ws_graph *graph; /* NULL while the network is not built */
    const ws_def *def;     /* in force at the begin */
} drawing;

DRAW u64 below(u64 *rng, u64 bound) {
    return bound ? rng_next(rng) % bound : 0;
}
DRAW bool chance(u64 *rng, u64 percent) {
    return below(rng, 100) < percent;
}
/* From 0 to most, small numbers as often as large ones. */
DRAW u64 any_up_to(u64 *rng, u64 most) {
    unsigned bits = 0;
    while (bits < 63 && most >> bits)
        bits++;
    u64 number = below(rng, 1ull << below(rng, bits + 1));
    return number < most ? number : most;
}

/* ---- values ---- */

DRAW int64_t within(const ws_param *p, int64_t value) {
    if (value < p->min)
        return p->min;
    return value > p->max ? p->max : value;
}

DRAW void draw_power(u64 *rng, const ws_param *p, char text[VALUE_ROOM]) {
    unsigned bits = 2;
    while (1ll << (bits + 1) <= p->max)
        bits++;
    int64_t power = 1ll << (2 + below(rng, bits - 1));
    corner_print(p, within(p, power - 1 + (int64_t)below(rng, 3)), text);
}

/* Writes a topology of a kind; mostly a small one. */
DRAW void draw_topology_of(u64 *rng, size_t kind, char text[VALUE_ROOM]) {
    static const unsigned small[] = {1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 16, 64};
    const ws_topology *row = ws_topologies[kind];
    text_out out = text_begin(text, VALUE_ROOM);
    text_add(&out, "%s", ws_params[0].names[kind]);
    if (kind == WS_TOPOLOGY_FILE) {
        static const char *const files[] = {"two-hosts", "three-hosts", "parking-lot", "mg1"};
        text_add(&out, " scenarios/networks/%s.net", files[below(rng, 4)]);
        return;
    }
    int count = row->least + (int)below(rng, (u64)(row->most - row->least) + 1);
    for (int i = 0; i < count; i++) {
        int64_t most = row->argument[i].max;
        int64_t size = small[below(rng, count == 1 ? 16 + chance(rng, 20) : 8)];
        if (chance(rng, 1))
            size = row->argument[i].min + (int64_t)any_up_to(rng, (u64)most);
        text_add(&out, " %lld", (long long)(size < most ? size : most));
    }
}

DRAW void draw_length(u64 *rng, const ws_param *p, char text[VALUE_ROOM]) {
    text_out out = text_begin(text, VALUE_ROOM);
    size_t kind = below(rng, p->name_count);
    u64 most = (u64)p->max - 1;
    text_add(&out, "%s", p->names[kind]);
    if (kind != WS_LENGTH_MIXTURE) {
        text_add(&out, " %llu", (unsigned long long)(1 + any_up_to(rng, chance(rng, 90) ? 100 : most)));
        return;
    }
    for (u64 i = 1 + below(rng, WS_MIXTURE_MAX); i > 0; i--) {
        u64 low = 1 + any_up_to(rng, chance(rng, 90) ? 60 : most);
        u64 high = low + below(rng, 30);
        text_add(&out, " %llu-%llu:%llu", (unsigned long long)low,
                 (unsigned long long)(high < most ? high : most), (unsigned long long)(1 + below(rng, 9)));
    }
}

DRAW void draw_any(u64 *rng, const ws_param *p, char text[VALUE_ROOM]) {
    u64 range = (u64)(p->max - p->min);
    int64_t value = p->min + (int64_t)any_up_to(rng, range);
    if (p->type == WS_PARAM_TOPOLOGY)
        draw_topology_of(rng, below(rng, p->name_count), text);
    else if (p->type == WS_PARAM_LENGTH)
        draw_length(rng, p, text);
    else
        corner_print(p, value, text);
}

DRAW void draw_corner(u64 *rng, size_t param, size_t corner, char text[VALUE_ROOM]) {
    const corner_list *list = &corners[param];
    if (corner < list->count)
        snprintf(text, VALUE_ROOM, "%s", list->text[corner]);
    else
        draw_power(rng, &ws_params[param], text);
}

/* A corner in two of three draws, where there are some. */
DRAW void draw_value(u64 *rng, size_t param, char text[VALUE_ROOM]) {
    size_t count = corner_count(param);
    if (count > 0 && below(rng, 3) < 2)
        draw_corner(rng, param, below(rng, count), text);
    else
        draw_any(rng, &ws_params[param], text);
}

/* ---- commands at cycles ---- */

DRAW void draw_cycle(drawing *d) {
    const u64 cycles[] = {0, 1, d->cycles / 2, d->cycles - 1};
    u64 cycle = chance(d->rng, 20) ? cycles[below(d->rng, 4)] : below(d->rng, d->cycles);
    text_add(&d->out, "@%llu ", (unsigned long long)cycle);
}

DRAW void draw_host_name(drawing *d) {
    u64 host = below(d->rng, (u64)d->graph->hosts);
    const char *name = d->graph->node[(u64)d->graph->switches + host].name;
    if (chance(d->rng, 50))
        text_add(&d->out, " %s", name);
    else
        text_add(&d->out, " %llu", (unsigned long long)host);
}

DRAW void draw_set(drawing *d) {
    static const char *const changes[] = {"++", "--", "+1", "-1", "*2", "*1/2", "+100", "*1000000"};
    size_t param = below(d->rng, PARAMS);
    char text[VALUE_ROOM];
    for (int i = 0; i < 20; i++) {
        bool is_good = ws_params[param].live;
        if (is_good && (ws_param_read_by(&ws_params[param], d->def) || chance(d->rng, 5)))
            break;
        param = below(d->rng, PARAMS);
    }
    draw_value(d->rng, param, text);
    if (chance(d->rng, 15))
        snprintf(text, sizeof text, "%s", changes[below(d->rng, 8)]);
    text_add(&d->out, "set %s %s", ws_params[param].name, text);
}

DRAW void draw_rebuild(drawing *d) {
    text_add(&d->out, "rebuild");
    for (u64 i = below(d->rng, 4); i > 0; i--) {
        size_t param = below(d->rng, PARAMS);
        char text[VALUE_ROOM];
        if (chance(d->rng, 20))
            param = 0;
        draw_value(d->rng, param, text);
        text_add(&d->out, " %s=%s", ws_params[param].name, text);
    }
}

DRAW void draw_host(drawing *d) {
    static const char *const classes[] = {"high", "low", "any", "second", "hot", "background"};
    char load[VALUE_ROOM];
    text_add(&d->out, "host");
    u64 who = below(d->rng, 10);
    u64 low = below(d->rng, (u64)d->graph->hosts);
    u64 high = low + below(d->rng, (u64)d->graph->hosts - low);
    if (who == 0)
        text_add(&d->out, " all");
    else if (who < 4)
        text_add(&d->out, " %llu-%llu", (unsigned long long)low, (unsigned long long)high);
    else
        draw_host_name(d);
    u64 what = below(d->rng, 12);
    if (what == 0)
        text_add(&d->out, " silent");
    if (what == 1)
        text_add(&d->out, " load any");
    if (what > 1 && what < 8) {
        draw_value(d->rng, (size_t)(ws_param_find("load") - ws_params), load);
        text_add(&d->out, " load %s", load);
    }
    if (what > 6 && what < 10) {
        text_add(&d->out, " send-to");
        draw_host_name(d);
    }
    bool has_classes = d->def->class_rule != WS_CLASS_RULE_NONE;
    if (what > 9 || (what == 9 && has_classes))
        text_add(&d->out, " class %s", classes[below(d->rng, 6)]);
}

DRAW void draw_send(drawing *d) {
    static const unsigned flits[] = {1, 2, 3, 250, 251, 65535, 65536, 65537, 1000000};
    u64 count = chance(d->rng, 15) ? flits[below(d->rng, 9)] : 1 + any_up_to(d->rng, 400);
    text_add(&d->out, "send");
    draw_host_name(d);
    draw_host_name(d);
    text_add(&d->out, " %llu", (unsigned long long)count);
}

/* The ends of a cable between two switches, or, rarely, any two of them. */
DRAW void draw_cable(drawing *d) {
    const ws_graph *graph = d->graph;
    u64 switches = (u64)graph->switches;
    const ws_edge *edge = &graph->edge[below(d->rng, (u64)graph->edges)];
    for (int i = 0; i < 20 && edge->b >= graph->switches; i++)
        edge = &graph->edge[below(d->rng, (u64)graph->edges)];
    bool any = edge->b >= graph->switches || chance(d->rng, 5);
    const ws_node *one = &graph->node[any ? below(d->rng, switches) : (u64)edge->a];
    const ws_node *other = &graph->node[any ? below(d->rng, switches) : (u64)edge->b];
    text_add(&d->out, " %s %s", one->name, other->name);
}
DRAW void draw_cut(drawing *d) {
    text_add(&d->out, "cut");
    draw_cable(d);
}
DRAW void draw_repair(drawing *d) {
    text_add(&d->out, "repair");
    draw_cable(d);
}

DRAW void draw_note(drawing *d) {
    text_add(&d->out, "note \"a remark\"");
}
DRAW void draw_ask(drawing *d) {
    text_add(&d->out, "ask \"and now?\"");
}
DRAW void draw_answer(drawing *d) {
    text_add(&d->out, "answer \"so\"");
}
DRAW void draw_measure(drawing *d) {
    text_add(&d->out, "measure");
}
/* The digest is not known yet: drawn.c mends it, and then it must hold in every way. */
DRAW void draw_check(drawing *d) {
    text_add(&d->out, "check 0000000000000000");
}
DRAW void draw_end(drawing *d) {
    text_add(&d->out, "end");
}

/* Lines that may not stand at a cycle have no drawer; each row of commands.def names one or NULL. */
#define draw_machine NULL
#define draw_include NULL
#define draw_title   NULL
#define draw_seed    NULL
#define draw_warmup  NULL

typedef struct drawer {
    const char *name;
    unsigned where;
    void (*draw)(drawing *d);
} drawer;

static const drawer drawers[] = {
#define SETUP    WS_COMMAND_SETUP
#define LIVE     WS_COMMAND_LIVE
#define HOSTS    WS_COMMAND_HOSTS
#define ONCE     WS_COMMAND_ONCE
#define CHANGES  WS_COMMAND_CHANGES
#define REMARKS  WS_COMMAND_REMARKS
#define COMMAND(word, function, places, usage, doc) {word, places, draw_##function},
#include "session/language/commands.def"
#undef COMMAND
#undef SETUP
#undef LIVE
#undef HOSTS
#undef ONCE
#undef CHANGES
#undef REMARKS
};
enum { DRAWERS = sizeof drawers / sizeof *drawers };

/* A line at a cycle: half of them set a parameter; only the last one, which each run has, ends it. */
DRAW void draw_timed(drawing *d) {
    const drawer *row = &drawers[below(d->rng, DRAWERS)];
    draw_cycle(d);
    while (!row->draw || row->draw == draw_end || (row->draw == draw_rebuild && chance(d->rng, 70)))
        row = &drawers[below(d->rng, DRAWERS)];
    if (chance(d->rng, 50))
        draw_set(d);
    else
        row->draw(d);
    text_add(&d->out, "\n");
}

/* ---- machines ---- */

DRAW int by_name(const void *one, const void *other) {
    return strcmp(((const machine *)one)->name, ((const machine *)other)->name);
}

DRAW bool is_buildable(const char *name, const char *topology) {
    char text[256];
    ws_error ignored;
    const ws_options options = {.bound = {.nodes = 320, .flits = 1000000}};
    int length = snprintf(text, sizeof text, "machine %s\nset topology %s\n", name, topology);
    ws_session *s = ws_session_open_text("t", text, (size_t)length, NULL, &options, &ignored);
    ws_session_close(s);
    return s != NULL;
}

/* Finds the machines, and topologies for each. */
DRAW void machines_begin(void) {
    DIR *folder = opendir("scenarios/machines");
    u64 rng = 1;
    assert(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *dot = strrchr(entry->d_name, '.');
        if (!dot || !text_is(dot, ".ws"))
            continue;
        machine *m = &machines[machine_count++];
        snprintf(m->name, sizeof m->name, "%.*s", (int)(dot - entry->d_name), entry->d_name);
    }
    closedir(folder);
    qsort(machines, machine_count, sizeof *machines, by_name);
    for (machine *m = machines; m < machines + machine_count; m++) {
        m->def = fixture_machine(m->name);
        for (int i = 0; i < TRIES && m->fit_count < FITS_MOST; i++) {
            char *text = m->fits[m->fit_count];
            draw_topology_of(&rng, (size_t)i % ws_params[0].name_count, text);
            m->fit_count += is_buildable(m->name, text);
        }
    }
}

/* ---- readers ---- */

/* One condition NAME=LIST or NAME!=LIST of a parameter's readers. */
typedef struct condition {
    size_t param;
    bool differs;
    char list[128]; /* between commas, with one at both ends */
} condition;
enum { CONDITIONS_MOST = 8 };

DRAW size_t conditions_of(const ws_param *p, condition list[CONDITIONS_MOST]) {
    size_t count = 0;
    if (text_is(p->readers, "all"))
        return 0;
    for (const char *at = p->readers; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        size_t name = strcspn(at, "!=");
        condition *c = &list[count++];
        char text[WS_NAME_MAX];
        assert(count <= CONDITIONS_MOST);
        snprintf(text, sizeof text, "%.*s", (int)name, at);
        c->param = (size_t)(ws_param_find(text) - ws_params);
        c->differs = at[name] == '!';
        size_t skip = name + 1 + c->differs;
        snprintf(c->list, sizeof c->list, ",%.*s,", (int)(size - skip), at + skip);
        at += size;
    }
    return count;
}

DRAW bool is_listed(const condition *c, const char *value) {
    char item[VALUE_ROOM];
    snprintf(item, sizeof item, ",%.*s,", (int)strcspn(value, " "), value);
    return (strstr(c->list, item) != NULL) != c->differs;
}

/* Can both conditions hold at once? Only lists of one parameter contradict each other. */
DRAW bool agree(const condition *one, const condition *other) {
    const ws_param *p = &ws_params[one->param];
    if (one->param != other->param || p->name_count == 0)
        return true;
    for (size_t i = 0; i < p->name_count; i++)
        if (is_listed(one, p->names[i]) && is_listed(other, p->names[i]))
            return true;
    return false;
}

/* Conditions of what the conditions read, too: police-burst needs police-rate, which needs a queueing. */
DRAW size_t conditions_all(size_t param, condition list[CONDITIONS_MOST]) {
    size_t count = conditions_of(&ws_params[param], list);
    for (size_t i = 0; i < count; i++) {
        condition more[CONDITIONS_MOST];
        size_t further = conditions_of(&ws_params[list[i].param], more);
        for (size_t j = 0; j < further && count < CONDITIONS_MOST; j++)
            list[count++] = more[j];
    }
    return count;
}

DRAW bool can_meet(size_t one, size_t other) {
    condition a[CONDITIONS_MOST], b[CONDITIONS_MOST];
    size_t count_a = conditions_all(one, a), count_b = conditions_all(other, b);
    for (size_t i = 0; i < count_a; i++)
        for (size_t j = 0; j < count_b; j++)
            if (!agree(&a[i], &b[j]))
                return false;
    return true;
}

/* Is the condition about this parameter, and does the corner contradict it? */
DRAW bool forbids(size_t one, const aim *other) {
    condition list[CONDITIONS_MOST];
    size_t count = conditions_all(one, list);
    if (other->corner >= corners[other->param].count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (list[i].param == other->param && !is_listed(&list[i], corners[other->param].text[other->corner]))
            return true;
    return false;
}

/* ---- a scenario ---- */

DRAW size_t unread_by(const ws_def *def, const aim aims[2]) {
    return (size_t)!ws_param_read_by(&ws_params[aims[0].param], def) +
           (size_t)!ws_param_read_by(&ws_params[aims[1].param], def);
}

/* A machine that reads as many of the two parameters as any does. */
DRAW const machine *machine_for(u64 *rng, const aim aims[2]) {
    const machine *best = &machines[below(rng, machine_count)];
    for (size_t i = 0; i < 3 * machine_count; i++) {
        const machine *m = &machines[below(rng, machine_count)];
        if (unread_by(&m->def, aims) < unread_by(&best->def, aims))
            best = m;
    }
    return best;
}

DRAW void setting(drawing *d, size_t param, const char *value) {
    text_add(&d->out, "set %s %s\n", ws_params[param].name, value);
}

/* Makes the conditions of a parameter hold that do not in the machine. */
DRAW void conditions_draw(drawing *d, size_t param) {
    condition list[CONDITIONS_MOST];
    size_t count = conditions_all(param, list);
    for (size_t i = count; i-- > 0;) {
        const condition *c = &list[i];
        char value[VALUE_ROOM];
        ws_param_print(&ws_params[c->param], d->def, value, sizeof value);
        bool holds = is_listed(c, value);
        for (int tries = 0; !holds && tries < 200; tries++) {
            if (c->param == 0)
                draw_topology_of(d->rng, below(d->rng, ws_params[0].name_count), value);
            else
                draw_value(d->rng, c->param, value);
            if (!is_listed(c, value))
                continue;
            setting(d, c->param, value);
            break;
        }
    }
}

DRAW void settings_draw(drawing *d) {
    char value[VALUE_ROOM];
    for (u64 i = below(d->rng, 6); i > 0; i--) {
        size_t param = 1 + below(d->rng, PARAMS - 1);
        const ws_param *p = &ws_params[param];
        if (!p->live && chance(d->rng, 60))
            continue;
        if (!ws_param_read_by(p, d->def) && chance(d->rng, 90))
            continue;
        draw_value(d->rng, param, value);
        setting(d, param, value);
    }
}

DRAW void begin_draw(drawing *d) {
    static const char *const seeds[] = {"0", "1", "9223372036854775807"};
    if (chance(d->rng, 20))
        text_add(&d->out, "seed %s\n", seeds[below(d->rng, 3)]);
    else
        text_add(&d->out, "seed %llu\n", (unsigned long long)below(d->rng, 1000000));
    if (chance(d->rng, 70))
        text_add(&d->out, "warmup %llu\n", (unsigned long long)below(d->rng, d->cycles + 2));
}

/* Lines without a cycle. Of the two corners some come later: `later` says which. */
DRAW void draw_setup(drawing *d, const aim aims[2], const bool later[2]) {
    const machine *m = machine_for(d->rng, aims);
    char value[VALUE_ROOM];
    d->def = &m->def;
    text_add(&d->out, "machine %s\n", m->name);
    draw_topology_of(d->rng, below(d->rng, ws_params[0].name_count), value);
    bool fits = m->fit_count > 0 && chance(d->rng, 90);
    setting(d, 0, fits ? m->fits[below(d->rng, m->fit_count)] : value);
    settings_draw(d);
    for (int i = 0; i < 2; i++)
        conditions_draw(d, aims[i].param);
    for (int i = 0; i < 2; i++) {
        if (later[i])
            continue;
        draw_corner(d->rng, aims[i].param, aims[i].corner, value);
        setting(d, aims[i].param, value);
    }
    begin_draw(d);
}

/* Lines for the hosts of a network, and lines at cycles; those that set the corners that come later, too. */
DRAW void draw_course(drawing *d, const aim aims[2], const bool later[2]) {
    char value[VALUE_ROOM];
    for (u64 i = below(d->rng, 4); i > 1; i--) {
        draw_host(d);
        text_add(&d->out, "\n");
    }
    for (int i = 0; i < 2; i++) {
        if (!later[i])
            continue;
        draw_corner(d->rng, aims[i].param, aims[i].corner, value);
        text_add(&d->out, "@%llu ", (unsigned long long)below(d->rng, 1 + d->cycles / 2));
        setting(d, aims[i].param, value);
    }
    for (u64 i = any_up_to(d->rng, chance(d->rng, 20) ? 60 : 12); i > 0; i--)
        draw_timed(d);
}

#endif
