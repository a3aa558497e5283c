/* commands.c - the commands: what each does to a draft, and their table. A command that fails
 * leaves the draft as it was. */
#include "session/language/commands.h"

#include "observe/metrics.h"
#include "session/language/fields.h"
#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/language/value.h"

#include <assert.h>
#include <inttypes.h>

static const ws_command *command_named(const char *name) {
    const ws_command *end = ws_commands + ws_command_count;
    for (const ws_command *command = ws_commands; command < end; command++)
        if (text_is(command->name, name))
            return command;
    return NULL;
}

/* Returns the usage of the line's command, for errors. */
static const char *usage_of(const ws_line *line) {
    return command_named(word_at(line, 0))->usage;
}

static const char *blank_before(const char *usage) {
    return *usage ? " " : "";
}

/* Checks that exactly `count` words follow the command. */
static bool has_words(const ws_line *line, size_t count) {
    const char *name = word_at(line, 0);
    const char *usage = usage_of(line);
    size_t expected = count + 1;
    if (line->count > expected)
        return ws_refuse(line, expected, "\"%.64s\" is too much; write %s%s%s",
                         word_at(line, expected), name, blank_before(usage), usage);
    if (line->count < expected)
        return ws_refuse(line, line->count, "%s is missing; write %s %s", usage, name, usage);
    return true;
}

char *ws_path_from(const char *directory, const char *path) {
    bool is_absolute = *path == '/';
    size_t size = strlen(directory);
    if (is_absolute || size == 0)
        return text_copy(path);
    size_t room = size + strlen(path) + 2;
    char *full = ws_alloc(room, 1);
    const char *slash = directory[size - 1] == '/' ? "" : "/";
    snprintf(full, room, "%s%s%s", directory, slash, path);
    return full;
}

/* Returns the longest delay of a link, which the sizing rule of the marks needs. The graph may be
 * NULL. */
static int64_t longest_delay(const ws_def *def, const ws_graph *graph) {
    int64_t longest = def->link_delay;
    if (def->host_link_delay > longest)
        longest = def->host_link_delay;
    if (!graph)
        return longest;
    const ws_edge *end = graph->edge + graph->edges;
    for (const ws_edge *edge = graph->edge; edge < end; edge++)
        if (edge->delay > longest)
            longest = edge->delay;
    return longest;
}

/* ---------------------------------------------------------------------------------- texts ---- */

static bool copy_text(const ws_line *line, char text[WS_LINE_MAX + 1]) {
    if (line->count > 2 && !line->word[1].quoted)
        return ws_refuse(line, 2, "more than one word; put the text in quotes: %s \"...\"",
                         word_at(line, 0));
    if (!has_words(line, 1))
        return false;
    /* a word is no longer than a line */
    strcpy(text, word_at(line, 1));
    return true;
}

static bool run_title(const ws_line *line, ws_draft *draft) {
    return copy_text(line, draft->title);
}

static bool set_remark(const ws_line *line, ws_remark remark, ws_draft *draft) {
    if (!copy_text(line, draft->note))
        return false;
    draft->remark = remark;
    return true;
}

static bool run_note(const ws_line *line, ws_draft *draft) {
    return set_remark(line, WS_REMARK_NOTE, draft);
}

static bool run_ask(const ws_line *line, ws_draft *draft) {
    return set_remark(line, WS_REMARK_QUESTION, draft);
}

static bool run_answer(const ws_line *line, ws_draft *draft) {
    return set_remark(line, WS_REMARK_ANSWER, draft);
}

static bool set_file(const ws_line *line, bool machine, ws_draft *draft) {
    if (!copy_text(line, draft->file))
        return false;
    if (!*draft->file)
        return ws_refuse(line, 1, "the name is empty; write %s %s", word_at(line, 0),
                         usage_of(line));
    draft->file_is_machine = machine;
    draft->touched |= WS_TOUCHED_FILE;
    return true;
}

static bool run_machine(const ws_line *line, ws_draft *draft) {
    return set_file(line, true, draft);
}

static bool run_include(const ws_line *line, ws_draft *draft) {
    return set_file(line, false, draft);
}

/* -------------------------------------------------------------------------------- numbers ---- */

static bool run_seed(const ws_line *line, ws_draft *draft) {
    static const ws_range seeds = {"a seed", 0, INT64_MAX};
    return has_words(line, 1) && ws_word_number(line, 1, &seeds, &draft->def.seed);
}

static bool run_warmup(const ws_line *line, ws_draft *draft) {
    static const ws_range range = {"a number of cycles", 0, WS_CYCLES_MAX};
    int64_t cycles;
    if (!has_words(line, 1) || !ws_word_number(line, 1, &range, &cycles))
        return false;
    draft->warmup = (uint64_t)cycles;
    return true;
}

static bool run_check(const ws_line *line, ws_draft *draft) {
    if (!has_words(line, 1))
        return false;
    const char *text = word_at(line, 1);
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    if (digits != 16 || strlen(text) != digits)
        return ws_refuse(line, 1, "invalid digest \"%.64s\": expected 16 hexadecimal digits", text);
    ws_whole_parse(text, 16, &draft->check);
    draft->touched |= WS_TOUCHED_CHECK;
    return true;
}

static bool run_end(const ws_line *line, ws_draft *draft) {
    if (!has_words(line, 0))
        return false;
    draft->touched |= WS_TOUCHED_END;
    return true;
}

static bool run_measure(const ws_line *line, ws_draft *draft) {
    if (!has_words(line, 0))
        return false;
    draft->touched |= WS_TOUCHED_MEASURE;
    return true;
}

/* ------------------------------------------------------------------------------------ set ---- */

/* Refuses a name that is no parameter; says so if it names a command. */
static bool fail_parameter(const ws_line *line) {
    const char *name = word_at(line, 1);
    const ws_command *command = command_named(name);
    if (command)
        return ws_refuse(line, 1, "%s is a command and no parameter; write %s %s", name, name,
                         command->usage);
    return ws_refuse_name(line, 1, "parameter", WS_ROW_NAMES(ws_params, ws_param_count));
}

/* Sets a parameter of the draft, whether it is live or not. */
static bool set_apply(const ws_line *line, const ws_param *param, ws_draft *draft) {
    ws_reading reading = {.line = line};
    reading.word = 2;
    reading.param = param;
    reading.def = draft->def;
    reading.delay = longest_delay(&draft->def, draft->graph);
    if (!ws_value_read(&reading))
        return false;
    draft->def = reading.def;
    if (reading.path) {
        const ws_source *source = line->place.source;
        const char *directory = source ? source->directory : "";
        free(draft->network);
        draft->network = ws_path_from(directory, reading.path);
    }
    draft->param = param;
    draft->touched |= WS_TOUCHED_DEF;
    return true;
}

/* Was the line typed while the network runs? Else it stands in a file, behind @CYCLE. */
static bool is_typed(const ws_line *line) {
    return line->place.source == NULL;
}

static bool fail_fixed(const ws_line *line, const ws_param *param) {
    const char * or = is_typed(line) ? "" : ", or set it without @CYCLE";
    ws_refuse(line, 1, "%s is fixed by the build", param->name);
    ws_remedy_rebuild(line->error, param->name, "VALUE");
    return fail_advise(line->error, " for a new network in its place%s", or);
}

static bool run_set(const ws_line *line, ws_draft *draft) {
    const ws_param *param = ws_param_find(word_at(line, 1));
    const char *value = word_at(line, 2);
    if (!param)
        return fail_parameter(line);
    if (!draft->live && ws_value_is_change(value, param))
        return ws_refuse(line, 2,
                         "\"%.64s\" changes a value while the network runs; write the value of %s "
                         "itself, or @CYCLE first",
                         value, param->name);
    if (draft->live && !param->live)
        return fail_fixed(line, param);
    return set_apply(line, param, draft);
}

/* -------------------------------------------------------------------------------- rebuild ---- */

/* Does the word begin a NAME=VALUE? */
static bool begins_setting(const ws_line *line, size_t word) {
    return strchr(word_at(line, word), '=');
}

/* Makes a line `set NAME VALUE...` from the words from `first` up to the next NAME=VALUE; each word
 * keeps its column. */
static bool setting_split(const ws_line *line, size_t *first, ws_line *set) {
    char text[2 * WS_LINE_MAX + 8];
    text_out out = text_begin(text, sizeof text);
    text_add(&out, "set ");
    size_t word = *first;
    ws_place place = ws_word_place(line, word);
    place.column -= (unsigned)out.used;
    if (!begins_setting(line, word))
        return ws_refuse(line, word, "\"%.64s\" has no value; write NAME=VALUE",
                         word_at(line, word));
    do
        text_add(&out, "%s ", word_at(line, word++));
    while (word < line->count && !begins_setting(line, word));
    *strchr(text, '=') = ' ';
    *first = word;
    size_t length = out.used < WS_LINE_MAX ? out.used : WS_LINE_MAX;
    return ws_line_split(set, place, text, length, line->error);
}

static bool run_rebuild(const ws_line *line, ws_draft *draft) {
    ws_line set;
    ws_draft next = *draft;
    for (size_t word = 1; word < line->count;) {
        if (!setting_split(line, &word, &set))
            return false;
        if (word_is(&set, 1, "topology") && word_is(&set, 2, "file"))
            return ws_refuse(&set, 2,
                             "a network file is read before cycle 0; start again with --set "
                             "\"topology=file PATH\"");
        const ws_param *param = ws_param_find(word_at(&set, 1));
        if (!param)
            return fail_parameter(&set);
        if (!set_apply(&set, param, &next))
            return false;
    }
    draft->def = next.def;
    draft->touched |= WS_TOUCHED_BUILD;
    return true;
}

/* ----------------------------------------------------------------------------------- host ---- */

static const char *host_name(const ws_graph *graph, int32_t h) {
    assert(h < graph->hosts);
    return graph->node[graph->switches + h].name;
}

static int32_t host_named(const ws_graph *graph, const char *name) {
    for (int32_t h = 0; h < graph->hosts; h++)
        if (text_is(host_name(graph, h), name))
            return h;
    return -1;
}

/* Returns the name of a host, or `all`, nearest to the text; NULL if none is near. */
static const char *suggested_host(const ws_graph *graph, const char *text) {
    size_t count = 0;
    const char **names = ws_alloc((size_t)graph->hosts + 1, sizeof *names);
    for (int32_t h = 0; h < graph->hosts; h++)
        names[count++] = host_name(graph, h);
    names[count++] = "all";
    const char *suggestion = ws_suggest(text, WS_NAMES(names, count));
    free(names);
    return suggestion;
}

static bool fail_host(const ws_line *line, size_t word, const ws_graph *graph) {
    const char *text = word_at(line, word);
    bool is_number = strspn(text, "0123456789-") == strlen(text);
    if (graph->hosts == 0)
        return ws_refuse(line, word,
                         "unknown host \"%.64s\": the network has none; set hosts-per-switch "
                         "above 0",
                         text);
    const char *near = is_number ? NULL : suggested_host(graph, text);
    if (near)
        return ws_refuse(line, word, "unknown host \"%.64s\"; did you mean \"%s\"?", text, near);
    return ws_refuse(line, word,
                     "unknown host \"%.64s\"; write a name, a number from 0 to %" PRId32
                     ", LO-HI or all",
                     text, graph->hosts - 1);
}

/* Reads the number of a host, which must be below `below`. -1 if there is none. Sets *end behind
 * the digits. */
static int64_t digits_parse(const char *text, int64_t below, const char **end) {
    int64_t value = 0;
    size_t digits = strspn(text, "0123456789");
    *end = text + digits;
    for (const char *at = text; at < *end; at++) {
        value = value * 10 + (*at - '0');
        if (value >= below)
            return -1;
    }
    return digits ? value : -1;
}

/* The first and the last of some hosts. */
typedef struct host_range {
    int64_t lo;
    int64_t hi;
} host_range;

/* Reads a name, a number, LO-HI or `all`. */
static bool read_hosts(const ws_line *line, size_t word, const ws_graph *graph, host_range *range) {
    const char *text = word_at(line, word);
    const char *end;
    int64_t host = host_named(graph, text);
    *range = (host_range){host, host};
    if (host >= 0)
        return true;
    if (text_is(text, "all")) {
        *range = (host_range){0, graph->hosts - 1};
        return true;
    }
    range->lo = range->hi = digits_parse(text, graph->hosts, &end);
    if (*end == '-')
        range->hi = digits_parse(end + 1, graph->hosts, &end);
    if (*end == '\0' && range->lo >= 0 && range->hi >= range->lo)
        return true;
    return fail_host(line, word, graph);
}

/* Reads one host by name or number. */
static bool read_host(const ws_line *line, size_t word, const ws_graph *graph, int64_t *host) {
    host_range range;
    if (!read_hosts(line, word, graph, &range))
        return false;
    *host = range.lo;
    return range.lo == range.hi ||
           ws_refuse(line, word, "\"%.64s\" is more than one host; a message goes to one",
                     word_at(line, word));
}

/* The rules of hosts as the clauses of a line change them. */
typedef struct host_line {
    const ws_line *line;
    const ws_draft *draft;
    host_range hosts;
    ws_host_def def;
    unsigned said; /* SAID_* */
} host_line;

enum { SAID_DEST = 1, SAID_CLASS = 2, SAID_LOAD = 4 };

static bool clause_send_to(host_line *h, size_t word) {
    int64_t *dest = &h->def.dest;
    if (word_is(h->line, word, "any")) {
        *dest = -1;
        return true;
    }
    if (!read_host(h->line, word, h->draft->graph, dest))
        return false;
    if (h->hosts.lo == *dest && h->hosts.hi == *dest)
        return ws_refuse(h->line, word, "a host cannot send to itself; name another host, or any");
    return true;
}

static bool clause_class(host_line *h, size_t word) {
    const char *names[WS_CLASSES_MAX + 1];
    int64_t rule = h->draft->def.class_rule;
    size_t count;
    const ws_class *known = ws_classes_of(&h->draft->def, &count);
    if (rule != WS_CLASS_RULE_SOURCE && rule != WS_CLASS_RULE_PRIORITY)
        return ws_refuse(h->line, word - 1,
                         "this network has no classes high and low; set classes priority");
    for (size_t i = 0; i < count; i++)
        names[i] = known[i].name;
    names[count] = "any";
    for (size_t i = 0; i <= count; i++) {
        if (!word_is(h->line, word, names[i]))
            continue;
        h->def.traffic_class = i < count ? (int64_t)i : -1;
        return true;
    }
    return ws_refuse_name(h->line, word, "class", WS_NAMES(names, count + 1));
}

static bool clause_load(host_line *h, size_t word) {
    if (word_is(h->line, word, "any")) {
        h->def.load = -1;
        return true;
    }
    return ws_word_decimal(h->line, word, "load", WS_MILLION, &h->def.load);
}

typedef struct clause {
    const char *name;
    unsigned says;                           /* SAID_* */
    bool (*read)(host_line *h, size_t word); /* NULL: no value follows, the load is 0 */
} clause;
static const clause clauses[] = {
    {"send-to", SAID_DEST, clause_send_to},
    {"class", SAID_CLASS, clause_class},
    {"load", SAID_LOAD, clause_load},
    {"silent", SAID_LOAD, NULL},
};
enum { CLAUSES = sizeof clauses / sizeof *clauses };

static const clause *clause_named(const char *name) {
    for (size_t i = 0; i < CLAUSES; i++)
        if (text_is(clauses[i].name, name))
            return &clauses[i];
    return NULL;
}

static bool read_clause(host_line *h, size_t *word) {
    const ws_line *line = h->line;
    size_t place = (*word)++;
    const clause *found = clause_named(word_at(line, place));
    if (!found)
        return ws_refuse_name(line, place, "clause", WS_ROW_NAMES(clauses, CLAUSES));
    if (h->said & found->says)
        return ws_refuse(line, place, "\"%s\" says it twice; say it once", found->name);
    h->said |= found->says;
    if (!found->read) {
        h->def.load = 0;
        return true;
    }
    size_t value = (*word)++;
    if (value >= line->count)
        return ws_refuse(line, value, "a value for %s is missing; write host %s", found->name,
                         usage_of(line));
    return found->read(h, value);
}

/* Must silent hosts get the load of the network? A destination alone would leave them silent. */
static bool is_to_wake(const host_line *h, const ws_draft *draft) {
    bool gives_dest = h->said & SAID_DEST && h->def.dest >= 0;
    for (int64_t host = h->hosts.lo; host <= h->hosts.hi; host++)
        if (draft->hosts[host].load)
            return false;
    return gives_dest;
}

static void host_write(const host_line *h, ws_draft *draft) {
    bool wakes = is_to_wake(h, draft);
    const ws_host_def *said = &h->def;
    for (int64_t host = h->hosts.lo; host <= h->hosts.hi; host++) {
        ws_host_def *def = &draft->hosts[host];
        /* `host all send-to X` does not change X */
        if (h->said & SAID_DEST && said->dest != host)
            def->dest = said->dest;
        if (h->said & SAID_CLASS)
            def->traffic_class = said->traffic_class;
        if (h->said & SAID_LOAD)
            def->load = said->load;
        else if (wakes)
            def->load = -1;
    }
}

static bool run_host(const ws_line *line, ws_draft *draft) {
    const char *missing = line->count < 2 ? "the host" : "what it does";
    if (line->count < 3)
        return ws_refuse(line, line->count, "%s is missing; write host %s", missing,
                         usage_of(line));
    host_line h = {.line = line, .draft = draft};
    if (!read_hosts(line, 1, draft->graph, &h.hosts))
        return false;
    h.def = draft->hosts[h.hosts.lo];
    for (size_t word = 2; word < line->count;)
        if (!read_clause(&h, &word))
            return false;
    host_write(&h, draft);
    draft->touched |= WS_TOUCHED_HOSTS;
    return true;
}

/* ----------------------------------------------------------------------------------- send ---- */

static bool run_send(const ws_line *line, ws_draft *draft) {
    static const ws_range lengths = {"a number of flits", 1, WS_SEND_MAX};
    const ws_graph *graph = draft->graph;
    ws_sending sending;
    if (!has_words(line, 3))
        return false;
    if (!read_host(line, 1, graph, &sending.from))
        return false;
    if (!read_host(line, 2, graph, &sending.to))
        return false;
    if (sending.from == sending.to)
        return ws_refuse(line, 2, "a host cannot send to itself; name another host");
    if (!ws_word_number(line, 3, &lengths, &sending.flits))
        return false;
    draft->sending = sending;
    draft->touched |= WS_TOUCHED_SEND;
    return true;
}

/* ------------------------------------------------------------------------- cut and repair ---- */

/* Returns the name of a switch nearest to the text; NULL if none is near. */
static const char *suggested_switch(const ws_graph *graph, const char *text) {
    size_t count = (size_t)graph->switches;
    const char **names = ws_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = graph->node[i].name;
    const char *suggestion = ws_suggest(text, WS_NAMES(names, count));
    free(names);
    return suggestion;
}

static bool is_host(const ws_graph *graph, const char *text) {
    int32_t end = graph->switches + graph->hosts;
    for (int32_t i = graph->switches; i < end; i++)
        if (text_is(graph->node[i].name, text))
            return true;
    return false;
}

static bool read_switch(const ws_line *line, size_t word, const ws_graph *graph, int32_t *found) {
    const char *text = word_at(line, word);
    for (int32_t i = 0; i < graph->switches; i++) {
        *found = i;
        if (text_is(graph->node[i].name, text))
            return true;
    }
    if (is_host(graph, text))
        return ws_refuse(line, word, "%.64s is a host; write two switches, such as %s", text,
                         graph->node[0].name);
    const char *near = suggested_switch(graph, text);
    if (near)
        return ws_refuse(line, word, "unknown switch \"%.64s\"; did you mean \"%s\"?", text, near);
    return ws_refuse(line, word, "unknown switch \"%.64s\"; write a name such as %s", text,
                     graph->node[0].name);
}

static bool run_cabling(const ws_line *line, bool cut, ws_draft *draft) {
    const ws_graph *graph = draft->graph;
    ws_cabling cabling = {.cut = cut};
    if (!has_words(line, 2))
        return false;
    if (!read_switch(line, 1, graph, &cabling.one))
        return false;
    if (!read_switch(line, 2, graph, &cabling.other))
        return false;
    draft->cabling = cabling;
    draft->touched |= WS_TOUCHED_CABLE;
    return true;
}

static bool run_cut(const ws_line *line, ws_draft *draft) {
    return run_cabling(line, true, draft);
}

static bool run_repair(const ws_line *line, ws_draft *draft) {
    return run_cabling(line, false, draft);
}

/* ---------------------------------------------------------------------------------- table ---- */

#define SETUP   WS_COMMAND_SETUP
#define LIVE    WS_COMMAND_LIVE
#define HOSTS   WS_COMMAND_HOSTS
#define ONCE    WS_COMMAND_ONCE
#define CHANGES WS_COMMAND_CHANGES
#define REMARKS WS_COMMAND_REMARKS
const ws_command ws_commands[] = {
#define COMMAND(word, function, places, words, line)                                               \
    {.name = word, .usage = words, .doc = line, .where = places, .run = run_##function},
#include "session/language/commands.def"
#undef COMMAND
};
const size_t ws_command_count = sizeof ws_commands / sizeof *ws_commands;

/* Says why the first word of the line is no command. */
static bool fail_command(const ws_line *line) {
    const char *name = word_at(line, 0);
    if (ws_param_find(name))
        return ws_refuse(line, 0, "%s is a parameter; write set %s VALUE", name, name);
    return ws_refuse_name(line, 0, "command", WS_ROW_NAMES(ws_commands, ws_command_count));
}

/* Says why the command cannot stand where it does. */
static bool fail_time(const ws_line *line, bool live, const ws_command *command) {
    const char *name = command->name;
    const char *usage = command->usage;
    if (live && is_typed(line))
        return ws_refuse(line, 0, "%s belongs to the build; a network that runs cannot take it",
                         name);
    if (live)
        return ws_refuse(line, 0,
                         "%s belongs to the build and has no time; write it without @CYCLE", name);
    return ws_refuse(line, 0, "%s needs a time; write @CYCLE %s%s%s", name, name,
                     blank_before(usage), usage);
}

const ws_command *ws_command_find(const ws_line *line, bool live) {
    const ws_command *command = command_named(word_at(line, 0));
    unsigned here = live ? LIVE : SETUP;
    if (!command) {
        fail_command(line);
        return NULL;
    }
    if (command->where & here)
        return command;
    fail_time(line, live, command);
    return NULL;
}

bool ws_command_run(const ws_command *command, const ws_line *line, bool live, ws_draft *draft) {
    draft->touched = 0;
    draft->live = live;
    return command->run(line, draft);
}
