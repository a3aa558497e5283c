/* network_file.c - see network_file.h. The lines are first noted down one by one; ports, places
 * and node numbers follow at the end. */
#include "session/language/network_file.h"

#include "session/language/suggest.h"
#include "session/language/text.h"

#include <inttypes.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    SWITCHES_MAX = 4096,
    HOSTS_MAX = 65536,
    GRID_MAX = 256,
    DELAY_MAX = 64,
    TABLE = 1 << 18,
    NOT_PLACED = -1
};

typedef struct host_row {
    char name[WS_NAME_MAX];
    int32_t at, delay;
} host_row;

/* What the lines have said so far. `table` finds a node by its name: open addressing; a switch
 * is its number + 1, a host the negative of that. */
typedef struct plan {
    ws_node *switches;
    host_row *hosts;
    ws_edge *links;
    int32_t switch_count, host_count, link_count;
    int32_t *ports; /* by switch: ports taken */
    int32_t *table;
    unsigned char *taken; /* grid squares */
} plan;

static int32_t *table_slot(const plan *p, const char *name) {
    size_t i = (size_t)XXH3_64bits(name, strlen(name)) & (TABLE - 1);
    for (; p->table[i]; i = (i + 1) & (TABLE - 1)) {
        int32_t entry = p->table[i];
        if (text_is(entry > 0 ? p->switches[entry - 1].name : p->hosts[-entry - 1].name, name))
            break;
    }
    return &p->table[i];
}

/* ------------------------------------------------------------------------ parts of a line ---- */

static bool name_is_good(const char *name) {
    static const char others[] = "-_.,:/()+'";
    static const char *const reserved[] = {"all", "any"};
    size_t size = strlen(name);
    bool number = strspn(name, "0123456789-") == size; /* 7 and 3-5 mean hosts by number */
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (text_is(name, reserved[i]))
            return false;
    for (size_t i = 0; i < size; i++) {
        bool letter = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') ||
                      (name[i] >= '0' && name[i] <= '9');
        if (!letter && !strchr(others, name[i]))
            return false;
    }
    return size > 0 && size < WS_NAME_MAX && !number;
}

/* A name that is new and good, into `name`. */
static bool parse_new_name(const plan *p, const ws_line *line, size_t word, const char *text,
                           char name[WS_NAME_MAX], ws_error *error) {
    if (!name_is_good(text))
        return ws_fail(error, line, word,
                       "\"%.64s\" cannot be a name; write at most %d letters, digits and "
                       "-_.,:/()+' which are neither a "
                       "number nor all nor any",
                       text, WS_NAME_MAX - 1);
    if (*table_slot(p, text))
        return ws_fail(error, line, word,
                       "the name \"%s\" is taken; every switch and host has its own", text);
    memcpy(name, text, strlen(text) + 1);
    return true;
}

static bool fail_switch(const plan *p, const ws_line *line, size_t word, ws_error *error) {
    const char *name = line->word[word].text;
    size_t count = (size_t)p->switch_count;
    const char **names = ws_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = p->switches[i].name;
    const char *near = ws_suggest(name, names, count, sizeof *names);
    free(names);
    if (near)
        return ws_fail(error, line, word, "there is no switch \"%.64s\" yet; did you mean \"%s\"?",
                       name, near);
    return ws_fail(error, line, word,
                   "there is no switch \"%.64s\" yet; declare it above: switch %.64s", name, name);
}

/* A switch that is known, with a free port. */
static bool parse_switch(const plan *p, const ws_line *line, size_t word, int32_t *number,
                         ws_error *error) {
    if (word >= line->count)
        return ws_fail(error, line, word, "the name of a switch is missing");
    const char *name = line->word[word].text;
    int32_t entry = strlen(name) < WS_NAME_MAX ? *table_slot(p, name) : 0;
    if (entry < 0)
        return ws_fail(error, line, word, "\"%s\" is a host; name a switch", name);
    if (entry == 0)
        return fail_switch(p, line, word, error);
    *number = entry - 1;
    if (p->ports[*number] < WS_PORTS_MAX)
        return true;
    return ws_fail(error, line, word, "switch %s has no port left; a switch has %d", name,
                   WS_PORTS_MAX);
}

/* [delay N] [one-way], in any order, to the end of the line. */
static bool parse_options(const ws_line *line, size_t word, int32_t *delay, int32_t *one_way,
                          ws_error *error) {
    static const char *const names[] = {"delay", "one-way"};
    int64_t value;
    while (word < line->count) {
        const char *text = line->word[word].text;
        if (text_is(text, "delay") && *delay == 0) {
            if (!ws_word_number(line, word + 1, "a delay in cycles", 1, DELAY_MAX, &value, error))
                return false;
            *delay = (int32_t)value;
            word += 2;
        } else if (one_way && text_is(text, "one-way") && *one_way == 0) {
            *one_way = 1;
            word++;
        } else if (text_is(text, "delay") || (one_way && text_is(text, "one-way"))) {
            return ws_fail(error, line, word, "\"%s\" says it twice; say it once", text);
        } else {
            return ws_fail_name(error, line, word, "option", names, one_way ? 2 : 1, sizeof *names);
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------- lines ---- */

static bool parse_place(plan *p, const ws_line *line, ws_node *node, ws_error *error) {
    int64_t column;
    int64_t row;
    if (!text_is(line->word[2].text, "at"))
        return ws_fail_name(error, line, 2, "option", (const char *const[]){"at"}, 1,
                            sizeof(char *));
    if (!ws_word_number(line, 3, "a column", 0, GRID_MAX - 1, &column, error) ||
        !ws_word_number(line, 4, "a row", 0, GRID_MAX - 1, &row, error))
        return false;
    if (line->count > 5)
        return ws_fail(error, line, 5, "\"%.64s\" is too much; write switch NAME at X Y",
                       line->word[5].text);
    int64_t square = row * GRID_MAX + column;
    if (p->taken[square])
        return ws_fail(error, line, 3,
                       "another switch is at %" PRId64 " %" PRId64 " already; move one of them",
                       column, row);
    p->taken[square] = 1;
    node->x = (int32_t)column;
    node->y = (int32_t)row;
    return true;
}

static bool line_switch(plan *p, const ws_line *line, ws_error *error) {
    ws_node node = {.x = NOT_PLACED};
    if (line->count < 2)
        return ws_fail(error, line, 1, "the name is missing; write switch NAME [at X Y]");
    if (p->switch_count == SWITCHES_MAX)
        return ws_fail(error, line, 0, "more than %d switches; no network has as many",
                       SWITCHES_MAX);
    if (!parse_new_name(p, line, 1, line->word[1].text, node.name, error))
        return false;
    if (line->count > 2 && !parse_place(p, line, &node, error))
        return false;
    size_t n = (size_t)p->switch_count;
    p->switches = ws_grow(p->switches, n, sizeof *p->switches);
    p->ports = ws_grow(p->ports, n, sizeof *p->ports);
    int32_t *slot = table_slot(p, node.name);
    p->switches[n] = node, p->ports[n] = 0;
    *slot = ++p->switch_count;
    return true;
}

static bool host_add(plan *p, const ws_line *line, size_t at_word, const char *name, int32_t delay,
                     ws_error *error) {
    host_row row = {.delay = delay};
    if (p->host_count == HOSTS_MAX)
        return ws_fail(error, line, 0, "more than %d hosts; no network has as many", HOSTS_MAX);
    if (!parse_new_name(p, line, 1, name, row.name, error) ||
        !parse_switch(p, line, at_word, &row.at, error))
        return false;
    int32_t *slot = table_slot(p, row.name);
    p->hosts = ws_grow(p->hosts, (size_t)p->host_count, sizeof *p->hosts);
    p->hosts[p->host_count++] = row;
    *slot = -p->host_count;
    p->ports[row.at]++;
    return true;
}

static bool line_host(plan *p, const ws_line *line, ws_error *error) {
    int32_t delay = 0;
    if (line->count < 3)
        return ws_fail(error, line, line->count, "%s is missing; write host NAME SWITCH [delay N]",
                       line->count < 2 ? "the name" : "the switch");
    return parse_options(line, 3, &delay, NULL, error) &&
           host_add(p, line, 2, line->word[1].text, delay, error);
}

static bool line_hosts(plan *p, const ws_line *line, ws_error *error) {
    int32_t delay = 0;
    int64_t count;
    if (line->count < 4)
        return ws_fail(error, line, line->count,
                       "words are missing; write hosts PREFIX COUNT SWITCH [delay N]");
    if (!ws_word_number(line, 2, "a number of hosts", 1, WS_PORTS_MAX, &count, error) ||
        !parse_options(line, 4, &delay, NULL, error))
        return false;
    for (int64_t i = 0; i < count; i++) {
        char name[WS_LINE_MAX + 8];
        snprintf(name, sizeof name, "%s%" PRId64, line->word[1].text, i);
        if (!host_add(p, line, 3, name, delay, error))
            return false;
    }
    return true;
}

static bool line_link(plan *p, const ws_line *line, ws_error *error) {
    ws_edge edge = {0};
    if (line->count < 3)
        return ws_fail(error, line, line->count,
                       "a switch is missing; write link A B [delay N] [one-way]");
    if (!parse_switch(p, line, 1, &edge.a, error) || !parse_switch(p, line, 2, &edge.b, error))
        return false;
    if (edge.a == edge.b)
        return ws_fail(error, line, 2, "a link from a switch to itself; name two switches");
    if (!parse_options(line, 3, &edge.delay, &edge.one_way, error))
        return false;
    p->ports[edge.a]++, p->ports[edge.b]++;
    p->links = ws_grow(p->links, (size_t)p->link_count, sizeof *p->links);
    p->links[p->link_count++] = edge;
    return true;
}

typedef struct line_kind {
    const char *name;
    bool (*take)(plan *p, const ws_line *line, ws_error *error);
} line_kind;
static const line_kind kinds[] = {
    {"switch", line_switch}, {"host", line_host}, {"hosts", line_hosts}, {"link", line_link}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool parse_line(plan *p, const ws_line *line, ws_error *error) {
    if (line->count == 0)
        return true;
    for (size_t i = 0; i < KINDS; i++)
        if (text_is(kinds[i].name, line->word[0].text))
            return kinds[i].take(p, line, error);
    return ws_fail_name(error, line, 0, "line of a network file", &kinds[0].name, KINDS,
                        sizeof *kinds);
}

/* ---------------------------------------------------------------------------------- graph ---- */

/* Switches without a place fill a square, row by row, round those that have one. */
static void place_switches(plan *p) {
    int32_t side = 1;
    int32_t square = 0;
    while (side * side < p->switch_count)
        side++;
    for (int32_t i = 0; i < p->switch_count; i++) {
        ws_node *node = &p->switches[i];
        if (node->x != NOT_PLACED)
            continue;
        while (p->taken[square / side * GRID_MAX + square % side])
            square++;
        node->x = square % side, node->y = square / side;
        p->taken[node->y * GRID_MAX + node->x] = 1;
    }
}

static void graph_make(plan *p, ws_graph *graph) {
    int32_t switches = p->switch_count;
    *graph = (ws_graph){
        .switches = switches, .hosts = p->host_count, .edges = p->host_count + p->link_count};
    graph->node = ws_alloc((size_t)(switches + graph->hosts), sizeof *graph->node);
    graph->edge = ws_alloc((size_t)graph->edges, sizeof *graph->edge);
    memcpy(graph->node, p->switches, (size_t)switches * sizeof *graph->node);
    memset(p->ports, 0, (size_t)switches * sizeof *p->ports);
    for (int32_t h = 0; h < p->host_count; h++) {
        const host_row *row = &p->hosts[h];
        ws_node *node = &graph->node[switches + h];
        *node = (ws_node){.x = graph->node[row->at].x, .y = graph->node[row->at].y};
        memcpy(node->name, row->name, sizeof node->name);
        graph->edge[h] = (ws_edge){
            .a = row->at, .b = switches + h, .a_port = p->ports[row->at]++, .delay = row->delay};
    }
    for (int32_t i = 0; i < p->link_count; i++) {
        ws_edge edge = p->links[i];
        edge.a_port = p->ports[edge.a]++, edge.b_port = p->ports[edge.b]++;
        graph->edge[p->host_count + i] = edge;
    }
}

static void plan_free(plan *p) {
    free(p->switches);
    free(p->hosts);
    free(p->links);
    free(p->ports);
    free(p->table);
    free(p->taken);
}

static bool plan_read(plan *p, const ws_source *source, ws_error *error) {
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    while (ws_reader_next(&reader, &text, &length)) {
        ws_place place = {source, reader.line, 1};
        if (!ws_line_split(&line, place, text, length, error) || !parse_line(p, &line, error))
            return false;
    }
    ws_place end = {source, reader.line + 1, 1};
    if (p->switch_count == 0)
        return ws_fail_at(error, end, "the network has no switch; add switch NAME");
    if (p->host_count == 0)
        return ws_fail_at(error, end, "the network has no host; add host NAME SWITCH");
    return true;
}

bool ws_network_parse(const ws_source *source, ws_graph *graph, ws_error *error) {
    plan p = {.table = ws_alloc(TABLE, sizeof *p.table), .taken = ws_alloc(GRID_MAX, GRID_MAX)};
    bool good = plan_read(&p, source, error);
    if (good) {
        place_switches(&p);
        graph_make(&p, graph);
    }
    plan_free(&p);
    return good;
}
