/* moves.c - every parameter does something: for each value (corners.h, each name of an ENUM, each
 * topology) a row of tests/golden/moves.txt names a scenario and a figure of its report that is another
 * than with the value against which it is held: the default, or, where that cannot be built, another.
 *
 *   PARAMETER | VALUE | AGAINST | SCENARIO | CYCLES | SETTINGS | FIGURE
 *
 * SETTINGS are NAME=VALUE (a parameter, or the seed), with `;` between them, and AGAINST may have some behind its value: what cannot be
 * without them. Instead of a figure a row may say `= WHY`: by
 * definition nothing differs, which is checked; or `! WHY`: such a value is refused, in words that name
 * the parameter, which is checked, too.
 *
 * PART=K/N every N-th parameter from the K-th on; without, a third of them, and all in the whole form (WS_WHOLE=1).
 * UPDATE=1 looks for rows that are missing or hold no more, and keeps all others; `?` for a figure is
 * replaced by the first one that differs. */
#include "draw.h"

#include "cli/report.h"

#include <glob.h>
#include <inttypes.h>

enum {
    ROWS_MOST = 4096,
    FIELDS = 7,
    FIELD_ROOM = 200,
    RUNS_MOST = 8192,
    BASES_MOST = 128,
    SETS_MOST = 24,
    NODES_MOST = 600,
    FLITS_MOST = 1000000
};

static const char path[] = "tests/golden/moves.txt";

/* One of each kind. */
static const char *const topologies[] = {
    [WS_TOPOLOGY_LINE] = "line 4",       [WS_TOPOLOGY_MESH] = "mesh 2 3",
    [WS_TOPOLOGY_TORUS] = "torus 3 4",   [WS_TOPOLOGY_RING] = "ring 4",
    [WS_TOPOLOGY_RING1] = "ring1 4",     [WS_TOPOLOGY_SWITCH] = "switch",
    [WS_TOPOLOGY_FILE] = "file scenarios/networks/parking-lot.net",
    [WS_TOPOLOGY_IRREGULAR] = "irregular 8",
    [WS_TOPOLOGY_FEDX] = "fedx 4 4",     [WS_TOPOLOGY_BMIN] = "bmin 16",
    [WS_TOPOLOGY_DRAGONFLY] = "dragonfly 2 1",
};
_Static_assert(sizeof topologies / sizeof *topologies == WS_TOPOLOGY_COUNT, "each topology has a row");

typedef enum field { PARAM, VALUE, AGAINST, SCENARIO, CYCLES, SETTINGS, FIGURE } field;

typedef struct row {
    char field[FIELDS][FIELD_ROOM];
} row;

static row rows[ROWS_MOST];
static size_t row_count;

/* ---- runs ---- */

/* A run that was made, by the text of its scenario, cycles and settings. */
typedef struct made {
    char key[5 * FIELD_ROOM + 5];
    json_t *report; /* NULL: it is refused */
    ws_error error;
} made;

static made runs[RUNS_MOST];
static size_t run_count;

/* What a report says of the scenario or of the build, and not of the run. */
static const char *const identity[] = {
    "version",  "model",  "scenario", "scenario_digest", "topology_digest",          "parameters",
    "seed",     "digest", "cycles",   "cpu_seconds",     "flit_hops_per_cpu_second", "phases",
    "switches", "hosts",  "links",    "hosts_detail", "kernel",
};
static const char *const identity_of_ports[] = {"ports", "queues_per_port", "queues_per_switch",
                                                "memory_flits_per_port", "control_bits_per_port"};

static ws_session *row_open(const row *r, const char *value, ws_error *error) {
    char text[3 * FIELD_ROOM + 3];
    const char *sets[SETS_MOST];
    ws_options options = {.sets = sets,
                          .has_cycles = true,
                          .cycles = strtoull(r->field[CYCLES], NULL, 10),
                          .has_warmup = true,
                          .bound = {.nodes = NODES_MOST, .flits = FLITS_MOST}};
    snprintf(text, sizeof text, "%s;%s=%s", r->field[SETTINGS], r->field[PARAM], value);
    for (char *set = strtok(text, ";"); set && options.set_count < SETS_MOST; set = strtok(NULL, ";"))
        if (sscanf(set, "seed=%" SCNu64, &options.seed) == 1)
            options.has_seed = true;
        else
            sets[options.set_count++] = set;
    return ws_session_open(r->field[SCENARIO], &options, error);
}

static json_t *report_of(ws_session *s) {
    while (!ws_session_ended(s))
        ws_session_run(s, UINT64_MAX);
    ws_run run = {.session = s, .deadlock = ws_session_deadlock(s), .histograms = true};
    json_t *report = ws_report_json(&run);
    for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
        json_object_del(report, identity[i]);
    for (size_t i = 0; i < sizeof identity_of_ports / sizeof *identity_of_ports; i++)
        json_object_del(json_object_get(report, "ports"), identity_of_ports[i]);
    json_t *timeouts = json_object_get(report, "timeouts");
    json_object_set(report, "heads", json_object_get(timeouts, "heads")); /* the last: what they would do, not what they did */
    json_object_del(timeouts, "heads");
    return report;
}

/* Forgets all runs, where there is no room for three more. */
static void runs_bound(void) {
    if (run_count + 3 <= RUNS_MOST)
        return;
    while (run_count > 0)
        json_decref(runs[--run_count].report);
}

/* Runs the row's scenario with a value, once. */
static const made *row_run(const row *r, const char *value) {
    char key[sizeof runs->key];
    snprintf(key, sizeof key, "%s|%s|%s|%s=%s", r->field[SCENARIO], r->field[CYCLES], r->field[SETTINGS],
             r->field[PARAM], value);
    for (size_t i = 0; i < run_count; i++)
        if (text_is(runs[i].key, key))
            return &runs[i];
    made *m = &runs[run_count++];
    *m = (made){0};
    snprintf(m->key, sizeof m->key, "%s", key);
    ws_session *s = row_open(r, value, &m->error);
    m->report = s ? report_of(s) : NULL;
    ws_session_close(s);
    return m;
}

/* ---- figures ---- */

/* Writes the path of the first figure that differs. */
static bool figure_find(const json_t *one, const json_t *other, char *at, size_t room) {
    size_t used = strlen(at);
    if (json_equal(one, other))
        return false;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)one, key, value) {
        snprintf(at + used, room - used, "%s%s", used ? "." : "", key);
        if (figure_find(value, json_object_get(other, key), at, room))
            return true;
    }
    for (size_t i = 0; i < json_array_size(one); i++) {
        snprintf(at + used, room - used, ".%zu", i);
        if (figure_find(json_array_get(one, i), json_array_get(other, i), at, room))
            return true;
    }
    at[used] = '\0';
    return true;
}

static const json_t *figure_at(const json_t *report, const char *figure) {
    char text[FIELD_ROOM];
    snprintf(text, sizeof text, "%s", figure);
    for (char *key = strtok(text, "."); key && report; key = strtok(NULL, "."))
        report = json_is_array(report) ? json_array_get(report, strtoull(key, NULL, 10)) : json_object_get(report, key);
    return report;
}

static bool names_parameter(const char *error, const char *name) {
    return strstr(error, name) != NULL;
}

/* Is the value of a row held against the default, or against another since there is no network with that? */
static bool is_against_default(const row *r) {
    char usual[FIELD_ROOM];
    const ws_def plain = ws_def_default();
    ws_param_print(ws_param_find(r->field[PARAM]), &plain, usual, sizeof usual);
    return text_is(r->field[AGAINST], usual) || !row_run(r, usual)->report;
}

/* Does the row hold? Else `why` says what is. */
static bool row_holds(const row *r, char why[FIELD_ROOM]) {
    runs_bound();
    const made *one = row_run(r, r->field[VALUE]);
    const char *figure = r->field[FIGURE];
    if (*figure == '!') {
        snprintf(why, FIELD_ROOM, "it is %.150s", one->report ? "not refused" : one->error.text);
        return !one->report && names_parameter(one->error.text, r->field[PARAM]);
    }
    const made *other = row_run(r, r->field[AGAINST]);
    snprintf(why, FIELD_ROOM, "it is not held against the default");
    if (!is_against_default(r))
        return false;
    if (!one->report || !other->report) {
        snprintf(why, FIELD_ROOM, "%.190s", one->report ? other->error.text : one->error.text);
        return false;
    }
    snprintf(why, FIELD_ROOM, *figure == '=' ? "something differs" : "%.150s is the same", figure);
    if (*figure == '=')
        return json_equal(one->report, other->report);
    const json_t *here = figure_at(one->report, figure), *there = figure_at(other->report, figure);
    return (here || there) && !json_equal(here, there);
}

/* ---- the table ---- */

static void row_read(char *line) {
    row *r = &rows[row_count++];
    char *at = line;
    assert(row_count < ROWS_MOST);
    for (int i = 0; i < FIELDS; i++) {
        char *end = at + strcspn(at, i < FIGURE ? "|\n" : "\n");
        int size = (int)(end - at);
        while (size > 0 && at[size - 1] == ' ')
            size--;
        snprintf(r->field[i], FIELD_ROOM, "%.*s", size, at);
        at = *end ? end + 1 : end;
        at += strspn(at, " ");
    }
}

static void rows_read(void) {
    char line[FIELDS * FIELD_ROOM];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (*line != '#')
            row_read(line);
    if (in)
        fclose(in);
}

static row *row_find(const char *param, const char *value) {
    for (size_t i = 0; i < row_count; i++)
        if (text_is(rows[i].field[PARAM], param) && text_is(rows[i].field[VALUE], value))
            return &rows[i];
    return NULL;
}

/* The values of a parameter that need a row: all corners but the default. */
static size_t values_of(size_t param, char value[CORNERS_MOST][FIELD_ROOM], char usual[FIELD_ROOM]) {
    const ws_def plain = ws_def_default();
    size_t count = 0;
    ws_param_print(&ws_params[param], &plain, usual, FIELD_ROOM);
    for (size_t i = 0; i < corners[param].count; i++)
        if (!text_is(corners[param].text[i], usual))
            snprintf(value[count++], FIELD_ROOM, "%s", corners[param].text[i]);
    for (size_t i = 0; param == 0 && i < WS_TOPOLOGY_COUNT; i++)
        snprintf(value[count++], FIELD_ROOM, "%s", topologies[i]);
    return count;
}

/* ---- looking for rows ---- */

/* A scenario that may serve, and what a cycle of it costs. */
typedef struct base {
    char name[FIELD_ROOM];
    ws_def def;
    double cost;
} base;

static base bases[BASES_MOST];
static size_t base_count;

static int by_cost(const void *one, const void *other) {
    double difference = ((const base *)one)->cost - ((const base *)other)->cost;
    return (difference > 0) - (difference < 0);
}

static void base_add(const char *name) {
    ws_error ignored;
    ws_session *s = ws_session_open(name, NULL, &ignored);
    if (!s)
        return;
    base *b = &bases[base_count++];
    snprintf(b->name, sizeof b->name, "%s", name);
    b->def = *ws_net_def(ws_session_net(s));
    ws_session_run(s, 1000);
    b->cost = (double)ws_net_totals(ws_session_net(s)).flit_hops + ws_net_graph(ws_session_net(s))->hosts * 100.0;
    ws_session_close(s);
}

static void bases_begin(void) {
    static const char *const patterns[] = {"tests/drawn/corpus/*.ws", "scenarios/*/*.ws"};
    for (int i = 0; i < 2; i++) {
        glob_t found;
        glob(patterns[i], 0, NULL, &found);
        for (size_t j = 0; j < found.gl_pathc; j++) {
            char *name = found.gl_pathv[j];
            bool is_shipped = strncmp(name, "scenarios/", 10) == 0;
            if (strstr(name, "/machines/"))
                continue;
            if (is_shipped)
                *strrchr(name, '.') = '\0';
            base_add(is_shipped ? name + 10 : name);
        }
        globfree(&found);
    }
    qsort(bases, base_count, sizeof *bases, by_cost);
}

static bool row_moves(row *r) {
    char at[FIELD_ROOM] = "";
    runs_bound();
    const made *one = row_run(r, r->field[VALUE]);
    if (!one->report || text_is(r->field[VALUE], r->field[AGAINST]))
        return false;
    const made *other = row_run(r, r->field[AGAINST]);
    if (!other->report || !figure_find(one->report, other->report, at, sizeof at))
        return false;
    snprintf(r->field[FIGURE], FIELD_ROOM, "%s", at);
    return true;
}

/* Settings that make the network read the parameter, where it does not. */
static void settings_make(u64 *rng, size_t param, const ws_def *def, bool more, char text[FIELD_ROOM]) {
    condition list[CONDITIONS_MOST];
    text_out out = text_begin(text, FIELD_ROOM);
    char value[VALUE_ROOM];
    size_t count = conditions_all(param, list);
    for (size_t i = count; i-- > 0;) {
        ws_param_print(&ws_params[list[i].param], def, value, sizeof value);
        for (int tries = 0; !is_listed(&list[i], value) && tries < 200; tries++)
            draw_value(rng, list[i].param, value);
        char printed[VALUE_ROOM];
        ws_param_print(&ws_params[list[i].param], def, printed, sizeof printed);
        if (!text_is(value, printed))
            text_add(&out, "%s%s=%s", out.used ? ";" : "", ws_params[list[i].param].name, value);
    }
    for (u64 i = more ? 1 + below(rng, 3) : 0; i > 0; i--) {
        size_t other = 1 + below(rng, PARAMS - 1);
        if (other == param || (!ws_param_read_by(&ws_params[other], def) && chance(rng, 80)))
            continue;
        draw_value(rng, other, value);
        text_add(&out, "%s%s=%s", out.used ? ";" : "", ws_params[other].name, value);
    }
}

static bool row_try(row *r, size_t param, const base *b, u64 cycles, const char *usual) {
    char own[FIELD_ROOM];
    snprintf(r->field[SCENARIO], FIELD_ROOM, "%s", b->name);
    snprintf(r->field[CYCLES], FIELD_ROOM, "%llu", (unsigned long long)cycles);
    snprintf(r->field[AGAINST], FIELD_ROOM, "%s", usual);
    if (row_moves(r))
        return true;
    ws_param_print(&ws_params[param], &b->def, own, sizeof own);
    if (row_run(r, usual)->report || strncmp(own, "file", 4) == 0)
        return false;
    snprintf(r->field[AGAINST], FIELD_ROOM, "%s", own);
    return row_moves(r);
}

static bool is_within(const base *b, u64 cycles, double work) {
    return b->cost * (double)cycles / 1000 < work;
}

static bool row_search(row *r, size_t param, const char *value, const char *usual) {
    static const u64 ladder[] = {300, 1000, 3000, 10000};
    static const double work[] = {60000, 1000000};
    enum { TRIES_RANDOM = 300 };
    u64 rng = mix64(param);
    snprintf(r->field[PARAM], FIELD_ROOM, "%s", ws_params[param].name);
    snprintf(r->field[VALUE], FIELD_ROOM, "%.*s", FIELD_ROOM - 1, value);
    for (int step = 0; step < 4; step++)
        for (size_t j = 0; j < 4 * base_count; j++) {
            const base *b = &bases[j % base_count];
            u64 cycles = ladder[j / base_count];
            bool makes_settings = step % 2;
            bool is_read = ws_param_read_by(&ws_params[param], &b->def);
            bool is_cheap = b->cost * (double)cycles / 1000 < work[0];
            if (is_read == makes_settings || is_cheap != (step < 2) || !is_within(b, cycles, work[1]))
                continue;
            settings_make(&rng, param, &b->def, false, r->field[SETTINGS]);
            if (row_try(r, param, b, cycles, usual))
                return true;
        }
    for (int i = 0; i < TRIES_RANDOM; i++) {
        const base *b = &bases[below(&rng, base_count)];
        u64 cycles = ladder[below(&rng, 4)];
        if (!is_within(b, cycles, work[i > TRIES_RANDOM / 2]))
            continue;
        settings_make(&rng, param, &b->def, true, r->field[SETTINGS]);
        if (row_try(r, param, b, cycles, usual))
            return true;
    }
    return false;
}

/* Tries the row with other seeds: a millionth of a share is seen only where a lot falls into it. */
static bool row_moves_by_seed(row *r) {
    enum { SEEDS = 400 };
    char settings[FIELD_ROOM];
    snprintf(settings, sizeof settings, "%s", r->field[SETTINGS]);
    for (int seed = 1; seed <= SEEDS; seed++) {
        snprintf(r->field[SETTINGS], FIELD_ROOM, "%.170s%sseed=%d", settings, *settings ? ";" : "", seed);
        if (row_moves(r))
            return true;
    }
    snprintf(r->field[SETTINGS], FIELD_ROOM, "%s", settings);
    return false;
}

static void row_print(FILE *out, const row *r) {
    for (int i = 0; i < FIELDS; i++)
        fprintf(out, "%s%s", i ? " | " : "", r->field[i]);
    fprintf(out, "\n");
}

static void update(void) {
    bases_begin();
    FILE *out = fopen("tests/golden/moves.txt.new", "w");
    assert(out);
    fprintf(out, "# Made by UPDATE=1 make test T=drawn/moves, which keeps what holds (tests/drawn/moves.c).\n"
                 "# parameter | value | held against | scenario | cycles | settings | figure that differs\n");
    for (size_t p = 0; p < PARAMS; p++) {
        char value[CORNERS_MOST][FIELD_ROOM], usual[FIELD_ROOM], why[FIELD_ROOM];
        size_t count = values_of(p, value, usual);
        for (size_t i = 0; i < count; i++) {
            static row searched;
            row *kept = row_find(ws_params[p].name, value[i]);
            if (kept && text_is(kept->field[FIGURE], "?") && !row_moves(kept) && !row_moves_by_seed(kept))
                note("%s %s: its row moves nothing", ws_params[p].name, value[i]);
            if (!kept || !row_holds(kept, why))
                kept = row_search(&searched, p, value[i], usual) ? &searched : kept;
            if (kept)
                row_print(out, kept);
            else
                note("nothing moves: %s %s", ws_params[p].name, value[i]);
        }
    }
    fclose(out);
    rename("tests/golden/moves.txt.new", path);
}

/* ---- the test ---- */

static void parameter_moves(size_t param, bool runs_it) {
    char value[CORNERS_MOST][FIELD_ROOM], usual[FIELD_ROOM], why[FIELD_ROOM];
    size_t count = values_of(param, value, usual), bad = 0;
    const char *name = ws_params[param].name;
    for (size_t i = 0; i < count; i++) {
        const row *r = row_find(name, value[i]);
        snprintf(why, sizeof why, "it has no row");
        if (r && (!runs_it || row_holds(r, why)))
            continue;
        note("%s %s: %s", name, value[i], why);
        bad++;
    }
    ok(bad == 0, "%s: %zu values%s", name, count, runs_it ? " move a figure" : " have a row");
}

static bool is_needed(const row *r) {
    char value[CORNERS_MOST][FIELD_ROOM], usual[FIELD_ROOM];
    const ws_param *p = ws_param_find(r->field[PARAM]);
    size_t count = p ? values_of((size_t)(p - ws_params), value, usual) : 0;
    for (size_t i = 0; i < count; i++)
        if (text_is(value[i], r->field[VALUE]))
            return true;
    note("%s %s: there is no such value", r->field[PARAM], r->field[VALUE]);
    return false;
}

int main(void) {
    unsigned parts = is_whole() ? 1 : 3, part = parts;
    const char *asked = getenv("PART");
    if (asked)
        sscanf(asked, "%u/%u", &part, &parts);
    corners_begin();
    rows_read();
    if (getenv("UPDATE")) {
        update();
        row_count = 0;
        rows_read();
    }
    bool needed = true;
    for (size_t i = 0; i < row_count; i++)
        needed &= is_needed(&rows[i]);
    ok(needed, "%zu rows, each of a value that there is", row_count);
    for (size_t p = 0; p < PARAMS; p++)
        parameter_moves(p, p % parts == part % parts);
    return done();
}
