/* network_file.c - see network_file.h. The lines are first noted down one by one; ports, places
 * and node numbers follow at the end. */
#include "session/language/network_file.h"

#include "session/language/fields.h"
#include "session/language/suggest.h"
#include "session/language/text.h"

#include <inttypes.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    SWITCHES_MAX = 4096,
    HOSTS_MAX = 65536,
    GRID_MAX = 256,
    DELAY_MAX = WS_DELAY_MAX,
    TABLE = 1 << 18,
    NOT_PLACED = -1
};

typedef struct host_row {
    char name[WS_NAME_MAX];
    int32_t at;
    int32_t delay;
} host_row;

/* The network that the lines have described so far. `table` finds a node by its name, with open
 * addressing; a switch is its number + 1, a host the negative of that. */
typedef struct plan {
    ws_fields in; /* the line at hand */
    ws_node *switches;
    host_row *hosts;
    ws_edge *links;
    int32_t switch_count;
    int32_t host_count;
    int32_t link_count;
    int32_t *ports; /* by switch: ports taken */
    int32_t *table;
    unsigned char *occupied; /* grid squares */
} plan;

/* Returns the name of the switch or host that the table has as `entry`. */
static const char *entry_name(const plan *p, int32_t entry) {
    return entry > 0 ? p->switches[entry - 1].name : p->hosts[-entry - 1].name;
}

static int32_t *table_slot(const plan *p, const char *name) {
    size_t i = (size_t)XXH3_64bits(name, strlen(name));
    for (;; i++) {
        int32_t *slot = &p->table[i & (TABLE - 1)];
        if (*slot == 0 || text_is(entry_name(p, *slot), name))
            return slot;
    }
}

/* ------------------------------------------------------------------------ parts of a line ---- */

static bool name_is_good(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_.,:/()+'";
    size_t size = strlen(name);
    if (size == 0 || size >= WS_NAME_MAX || strspn(name, letters) < size)
        return false;
    bool is_number = strspn(name, "0123456789-") == size; /* 7 and 3-5 mean hosts by number */
    bool is_reserved = text_is(name, "all") || text_is(name, "any");
    return !is_number && !is_reserved;
}

/* Copies a name that is new and good into `name`; the line has it in word 1. */
static bool parse_new_name(const plan *p, const char *text, char name[WS_NAME_MAX]) {
    if (!name_is_good(text))
        return ws_refuse(&p->in.line, 1,
                         "\"%.64s\" cannot be a name; write at most %d letters, digits and "
                         "-_.,:/()+' which are neither a "
                         "number nor all nor any",
                         text, WS_NAME_MAX - 1);
    if (*table_slot(p, text))
        return ws_refuse(&p->in.line, 1,
                         "the name \"%s\" is taken; every switch and host has its own", text);
    strcpy(name, text);
    return true;
}

static bool fail_switch(const plan *p, size_t word) {
    const char *name = word_at(&p->in.line, word);
    size_t count = (size_t)p->switch_count;
    const char **names = ws_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = p->switches[i].name;
    const char *near = ws_suggest(name, WS_NAMES(names, count));
    free(names);
    if (near)
        return ws_refuse(&p->in.line, word, "unknown switch \"%.64s\"; did you mean \"%s\"?", name,
                         near);
    return ws_refuse(&p->in.line, word, "unknown switch \"%.64s\"; declare it above: switch %.64s",
                     name, name);
}

/* Reads the name of a switch that is known and has a free port. */
static bool parse_switch(const plan *p, size_t word, int32_t *number) {
    const ws_line *line = &p->in.line;
    if (word >= line->count)
        return ws_refuse(line, word, "the name of a switch is missing");
    const char *name = word_at(line, word);
    int32_t entry = strlen(name) < WS_NAME_MAX ? *table_slot(p, name) : 0;
    if (entry < 0)
        return ws_refuse(line, word, "\"%s\" is a host; name a switch", name);
    if (entry == 0)
        return fail_switch(p, word);
    *number = entry - 1;
    if (p->ports[*number] < WS_PORTS_MAX)
        return true;
    return ws_refuse(line, word, "switch %s has no port left; a switch has %d", name, WS_PORTS_MAX);
}

/* Reads [delay N] [one-way], in any order, from the word to the end of the line. one_way is NULL
 * where it cannot stand. */
static bool parse_options(const ws_line *line, size_t word, int32_t *delay, int32_t *one_way) {
    static const char *const names[] = {"delay", "one-way"};
    static const ws_range delays = {"a delay in cycles", 1, DELAY_MAX};
    const size_t options = one_way ? 2 : 1;
    for (; word < line->count; word++) {
        bool is_delay = word_is(line, word, "delay");
        bool is_one_way = one_way && word_is(line, word, "one-way");
        if (!is_delay && !is_one_way)
            return ws_refuse_name(line, word, "option", WS_NAMES(names, options));
        int32_t *option = is_delay ? delay : one_way;
        int64_t value = 1;
        if (*option)
            return ws_refuse(line, word, "\"%s\" says it twice; say it once", word_at(line, word));
        if (is_delay && !ws_word_number(line, ++word, &delays, &value))
            return false;
        *option = (int32_t)value;
    }
    return true;
}

/* ---------------------------------------------------------------------------------- lines ---- */

/* Returns the square of the grid at a place. */
static unsigned char *square_at(const plan *p, int32_t column, int32_t row) {
    return &p->occupied[row * GRID_MAX + column];
}

static bool parse_place(plan *p, ws_node *node) {
    static const char *const names[] = {"at"};
    static const ws_range columns = {"a column", 0, GRID_MAX - 1};
    static const ws_range rows = {"a row", 0, GRID_MAX - 1};
    const ws_line *line = &p->in.line;
    int64_t column;
    int64_t row;
    if (!word_is(line, 2, "at"))
        return ws_refuse_name(line, 2, "option", WS_NAMES(names, 1));
    if (!ws_word_number(line, 3, &columns, &column) || !ws_word_number(line, 4, &rows, &row))
        return false;
    if (line->count > 5)
        return ws_refuse(line, 5, "\"%.64s\" is too much; write switch NAME at X Y",
                         word_at(line, 5));
    node->x = (int32_t)column;
    node->y = (int32_t)row;
    unsigned char *square = square_at(p, node->x, node->y);
    if (*square)
        return ws_refuse(line, 3,
                         "another switch is at %" PRId64 " %" PRId64 " already; move one of them",
                         column, row);
    *square = 1;
    return true;
}

static bool line_switch(plan *p) {
    const ws_line *line = &p->in.line;
    ws_node node = {.x = NOT_PLACED};
    if (line->count < 2)
        return ws_refuse(line, 1, "the name is missing; write switch NAME [at X Y]");
    if (p->switch_count == SWITCHES_MAX)
        return ws_refuse(line, 0, "more than %d switches; no network has as many", SWITCHES_MAX);
    if (!parse_new_name(p, word_at(line, 1), node.name))
        return false;
    if (line->count > 2 && !parse_place(p, &node))
        return false;
    size_t number = (size_t)p->switch_count;
    int32_t *slot = table_slot(p, node.name);
    WS_GROW(p->switches, number);
    WS_GROW(p->ports, number);
    p->switches[number] = node;
    p->ports[number] = 0;
    *slot = ++p->switch_count;
    return true;
}

/* Adds a host at the switch that word `at` names. */
static bool host_add(plan *p, const char *name, size_t at, int32_t delay) {
    host_row row = {.delay = delay};
    if (p->host_count == HOSTS_MAX)
        return ws_refuse(&p->in.line, 0, "more than %d hosts; no network has as many", HOSTS_MAX);
    if (!parse_new_name(p, name, row.name) || !parse_switch(p, at, &row.at))
        return false;
    int32_t *slot = table_slot(p, row.name);
    WS_GROW(p->hosts, (size_t)p->host_count);
    p->hosts[p->host_count++] = row;
    *slot = -p->host_count;
    p->ports[row.at]++;
    return true;
}

static bool line_host(plan *p) {
    const ws_line *line = &p->in.line;
    int32_t delay = 0;
    const char *missing = line->count < 2 ? "the name" : "the switch";
    if (line->count < 3)
        return ws_refuse(line, line->count, "%s is missing; write host NAME SWITCH [delay N]",
                         missing);
    if (!parse_options(line, 3, &delay, NULL))
        return false;
    return host_add(p, word_at(line, 1), 2, delay);
}

static bool line_hosts(plan *p) {
    static const ws_range counts = {"a number of hosts", 1, WS_PORTS_MAX};
    const ws_line *line = &p->in.line;
    int32_t delay = 0;
    int64_t count;
    if (line->count < 4)
        return ws_refuse(line, line->count,
                         "words are missing; write hosts PREFIX COUNT SWITCH [delay N]");
    if (!ws_word_number(line, 2, &counts, &count) || !parse_options(line, 4, &delay, NULL))
        return false;
    const char *prefix = word_at(line, 1);
    for (int64_t i = 0; i < count; i++) {
        char name[WS_LINE_MAX + 8];
        snprintf(name, sizeof name, "%s%" PRId64, prefix, i);
        if (!host_add(p, name, 3, delay))
            return false;
    }
    return true;
}

static bool line_link(plan *p) {
    const ws_line *line = &p->in.line;
    ws_edge edge = {0};
    if (line->count < 3)
        return ws_refuse(line, line->count,
                         "a switch is missing; write link A B [delay N] [one-way]");
    if (!parse_switch(p, 1, &edge.a) || !parse_switch(p, 2, &edge.b))
        return false;
    if (edge.a == edge.b)
        return ws_refuse(line, 2, "a link from a switch to itself; name two switches");
    if (!parse_options(line, 3, &edge.delay, &edge.one_way))
        return false;
    p->ports[edge.a]++;
    p->ports[edge.b]++;
    WS_GROW(p->links, (size_t)p->link_count);
    p->links[p->link_count++] = edge;
    return true;
}

typedef struct line_kind {
    const char *name;
    bool (*parse)(plan *p);
} line_kind;
static const line_kind kinds[] = {
    {"switch", line_switch},
    {"host", line_host},
    {"hosts", line_hosts},
    {"link", line_link},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool parse_line(ws_fields *in) {
    for (size_t i = 0; i < KINDS; i++)
        if (word_is(&in->line, 0, kinds[i].name))
            return kinds[i].parse(in->whole);
    return ws_refuse_name(&in->line, 0, "line of a network file", WS_ROW_NAMES(kinds, KINDS));
}

/* ---------------------------------------------------------------------------------- graph ---- */

/* Places the switches without a place: they fill a square row by row, around those that have
 * one. */
static void place_switches(plan *p) {
    int32_t side = 1;
    int32_t square = 0;
    while (side * side < p->switch_count)
        side++;
    const ws_node *end = p->switches + p->switch_count;
    for (ws_node *node = p->switches; node < end; node++) {
        if (node->x != NOT_PLACED)
            continue;
        while (*square_at(p, square % side, square / side))
            square++;
        node->x = square % side;
        node->y = square / side;
        *square_at(p, node->x, node->y) = 1;
    }
}

/* Makes the node of a host, at the place of its switch, and the edge between the two. */
static void graph_host(plan *p, ws_graph *graph, int32_t h) {
    const host_row *row = &p->hosts[h];
    int32_t number = graph->switches + h;
    ws_node *node = &graph->node[number];
    *node = p->switches[row->at];
    memcpy(node->name, row->name, sizeof node->name);
    graph->edge[h] = (ws_edge){
        .a = row->at,
        .b = number,
        .a_port = p->ports[row->at]++,
        .delay = row->delay,
    };
}

static void graph_make(plan *p, ws_graph *graph) {
    size_t switches = (size_t)p->switch_count;
    size_t hosts = (size_t)p->host_count;
    size_t links = (size_t)p->link_count;
    *graph = (ws_graph){0};
    graph->switches = p->switch_count;
    graph->hosts = p->host_count;
    graph->edges = p->host_count + p->link_count;
    graph->node = ws_alloc(switches + hosts, sizeof *graph->node);
    graph->edge = ws_alloc(hosts + links, sizeof *graph->edge);
    for (size_t i = 0; i < switches; i++) {
        graph->node[i] = p->switches[i];
        p->ports[i] = 0;
    }
    for (int32_t h = 0; h < p->host_count; h++)
        graph_host(p, graph, h);
    ws_edge *edge = graph->edge + hosts;
    for (size_t i = 0; i < links; i++, edge++) {
        *edge = p->links[i];
        edge->a_port = p->ports[edge->a]++;
        edge->b_port = p->ports[edge->b]++;
    }
}

static bool plan_read(plan *p, const ws_source *source, ws_error *error) {
    p->in.whole = p;
    if (!ws_fields_lines(&p->in, source, parse_line, error))
        return false;
    ws_place end = {source, p->in.line.place.line + 1, 1};
    if (p->switch_count == 0)
        return ws_fail_at(error, end, "the network has no switch; add switch NAME");
    if (p->host_count == 0)
        return ws_fail_at(error, end, "the network has no host; add host NAME SWITCH");
    return true;
}

bool ws_network_parse(const ws_source *source, ws_graph *graph, ws_error *error) {
    plan p = {.table = ws_alloc(TABLE, sizeof *p.table), .occupied = ws_alloc(GRID_MAX, GRID_MAX)};
    bool good = plan_read(&p, source, error);
    if (good) {
        place_switches(&p);
        graph_make(&p, graph);
    }
    free(p.switches);
    free(p.hosts);
    free(p.links);
    free(p.ports);
    free(p.table);
    free(p.occupied);
    return good;
}
