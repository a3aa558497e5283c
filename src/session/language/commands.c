/* commands.c - what each command does to a draft, and the table of them. A command that fails
 * leaves the draft as it was. */
#include "session/language/commands.h"

#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/language/value.h"

#include <inttypes.h>

/* The usage of the line's command, for errors. */
static const char *usage_of(const ws_line *line) {
    for (size_t i = 0; i < ws_command_count; i++)
        if (text_is(ws_commands[i].name, line->word[0].text))
            return ws_commands[i].usage;
    return "";
}

/* Exactly `count` words behind the command. */
static bool has_words(const ws_line *line, size_t count, ws_error *error) {
    const char *name = line->word[0].text;
    const char *usage = usage_of(line);
    const char *blank = *usage ? " " : "";
    if (line->count > count + 1)
        return ws_fail(error, line, count + 1, "\"%.64s\" is too much; write %s%s%s",
                       line->word[count + 1].text, name, blank, usage);
    if (line->count < count + 1)
        return ws_fail(error, line, line->count, "%s is missing; write %s %s", usage, name, usage);
    return true;
}

char *ws_path_from(const char *directory, const char *path) {
    size_t directory_size = *path == '/' ? 0 : strlen(directory);
    size_t path_size = strlen(path);
    char *full = ws_alloc(directory_size + path_size + 2, 1);
    if (directory_size)
        memcpy(full, directory, directory_size);
    if (directory_size && full[directory_size - 1] != '/')
        full[directory_size++] = '/';
    memcpy(full + directory_size, path, path_size);
    return full;
}

int64_t ws_longest_delay(const ws_def *def, const ws_graph *graph) {
    int64_t host = def->host_link_delay ? def->host_link_delay : def->link_delay;
    int64_t longest = def->link_delay > host ? def->link_delay : host;
    for (int32_t i = 0; graph && i < graph->edges; i++)
        if (graph->edge[i].delay > longest)
            longest = graph->edge[i].delay;
    return longest;
}

/* ---------------------------------------------------------------------------------- texts ---- */

static bool copy_text(const ws_line *line, char text[WS_LINE_MAX + 1], ws_error *error) {
    if (line->count > 2 && !line->word[1].quoted)
        return ws_fail(error, line, 2, "more than one word; put the text in quotes: %s \"...\"",
                       line->word[0].text);
    if (!has_words(line, 1, error))
        return false;
    /* a word is no longer than a line */
    memcpy(text, line->word[1].text, strlen(line->word[1].text) + 1);
    return true;
}

static bool run_title(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return copy_text(line, draft->title, error);
}

static bool set_remark(const ws_line *line, ws_remark remark, ws_draft *draft, ws_error *error) {
    if (!copy_text(line, draft->note, error))
        return false;
    draft->remark = remark;
    return true;
}

static bool run_note(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return set_remark(line, WS_REMARK_NOTE, draft, error);
}

static bool run_ask(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return set_remark(line, WS_REMARK_QUESTION, draft, error);
}

static bool run_answer(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return set_remark(line, WS_REMARK_ANSWER, draft, error);
}

static bool set_file(const ws_line *line, bool machine, ws_draft *draft, ws_error *error) {
    if (!copy_text(line, draft->file, error))
        return false;
    if (!*draft->file)
        return ws_fail(error, line, 1, "the name is empty; write %s %s", line->word[0].text,
                       usage_of(line));
    draft->file_is_machine = machine;
    draft->touched |= WS_TOUCHED_FILE;
    return true;
}

static bool run_machine(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return set_file(line, true, draft, error);
}

static bool run_include(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return set_file(line, false, draft, error);
}

/* -------------------------------------------------------------------------------- numbers ---- */

static bool run_seed(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    return has_words(line, 1, error) &&
           ws_word_number(line, 1, "a seed", 0, INT64_MAX, &draft->def.seed, error);
}

static bool run_warmup(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    int64_t cycles;
    if (!has_words(line, 1, error) ||
        !ws_word_number(line, 1, "a number of cycles", 0, WS_CYCLES_MAX, &cycles, error))
        return false;
    draft->warmup = (uint64_t)cycles;
    return true;
}

static bool run_check(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    if (!has_words(line, 1, error))
        return false;
    const char *text = line->word[1].text;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdefABCDEF") != 16)
        return ws_fail(error, line, 1, "\"%.64s\" is no digest; write 16 hexadecimal digits", text);
    draft->check = strtoull(text, NULL, 16);
    draft->touched |= WS_TOUCHED_CHECK;
    return true;
}

static bool run_end(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    if (!has_words(line, 0, error))
        return false;
    draft->touched |= WS_TOUCHED_END;
    return true;
}

static bool run_measure(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    if (!has_words(line, 0, error))
        return false;
    draft->touched |= WS_TOUCHED_MEASURE;
    return true;
}

/* ------------------------------------------------------------------------------------ set ---- */

/* Some names belong to commands; say so instead of guessing at a parameter. */
static bool fail_parameter(const ws_line *line, ws_error *error) {
    const char *name = line->count > 1 ? line->word[1].text : "";
    for (size_t i = 0; i < ws_command_count; i++)
        if (*name && text_is(ws_commands[i].name, name))
            return ws_fail(error, line, 1, "%s is a command and no parameter; write %s %s", name,
                           name, ws_commands[i].usage);
    return ws_fail_name(error, line, 1, "parameter", &ws_params[0].name, ws_param_count,
                        sizeof *ws_params);
}

/* Sets a parameter of the draft, whether it is live or not. */
static bool set_apply(const ws_line *line, const ws_param *param, ws_draft *draft,
                      ws_error *error) {
    const char *path = NULL;
    int64_t delay = ws_longest_delay(&draft->def, draft->graph);
    if (!ws_value_read(param, line, 2, delay, &draft->def, &path, error))
        return false;
    if (path) {
        free(draft->network);
        draft->network =
            ws_path_from(line->place.source ? line->place.source->directory : "", path);
    }
    draft->param = param;
    draft->touched |= WS_TOUCHED_DEF;
    return true;
}

static bool run_set(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    const ws_param *param = line->count > 1 ? ws_param_find(line->word[1].text) : NULL;
    if (!param)
        return fail_parameter(line, error);
    if (!live && line->count > 2 && ws_value_is_change(line->word[2].text, param))
        return ws_fail(error, line, 2,
                       "\"%.64s\" changes a value while the network runs; write the value of %s "
                       "itself, or @CYCLE first",
                       line->word[2].text, param->name);
    if (live && !param->live)
        return ws_fail(error, line, 1,
                       "%s is fixed by the build; write rebuild %s=VALUE for a new network in its "
                       "place, or set it without "
                       "@CYCLE",
                       param->name, param->name);
    return set_apply(line, param, draft, error);
}

/* -------------------------------------------------------------------------------- rebuild ---- */

/* The words from `first` on, up to the next that has an =, as the line `set NAME VALUE...`,
 * every word in its column. */
static bool setting_split(const ws_line *line, size_t *first, ws_line *set, ws_error *error) {
    char text[2 * WS_LINE_MAX + 8] = "set ";
    size_t word = *first;
    size_t used = 4;
    if (!strchr(line->word[word].text, '='))
        return ws_fail(error, line, word, "\"%.64s\" has no value; write NAME=VALUE",
                       line->word[word].text);
    do
        used += (size_t)snprintf(text + used, sizeof text - used, "%s ", line->word[word++].text);
    while (word < line->count && !strchr(line->word[word].text, '='));
    *strchr(text, '=') = ' ';
    ws_place place = {line->place.source, line->place.line, line->word[*first].column - 4};
    *first = word;
    return ws_line_split(set, place, text, used < WS_LINE_MAX ? used : WS_LINE_MAX, error);
}

static bool run_rebuild(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    ws_line set;
    ws_draft next = *draft;
    for (size_t word = 1; word < line->count;) {
        if (!setting_split(line, &word, &set, error))
            return false;
        if (set.count > 2 && text_is(set.word[1].text, "topology") &&
            text_is(set.word[2].text, "file"))
            return ws_fail(error, &set, 2,
                           "a network file is read before cycle 0; start again with --set "
                           "\"topology=file PATH\"");
        const ws_param *param = set.count > 1 ? ws_param_find(set.word[1].text) : NULL;
        if (!param)
            return fail_parameter(&set, error);
        if (!set_apply(&set, param, &next, error))
            return false;
    }
    draft->def = next.def;
    draft->touched |= WS_TOUCHED_BUILD;
    return true;
}

/* ----------------------------------------------------------------------------------- host ---- */

static int64_t host_named(const ws_graph *graph, const char *name) {
    for (int32_t h = 0; h < graph->hosts; h++)
        if (text_is(graph->node[graph->switches + h].name, name))
            return h;
    return -1;
}

static bool fail_host(const ws_line *line, size_t word, const ws_graph *graph, ws_error *error) {
    const char *text = line->word[word].text;
    const char *near = NULL;
    size_t count = (size_t)graph->hosts;
    ws_fail(error, line, word, "there is no host \"%.64s\"", text);
    if (strspn(text, "0123456789-") != strlen(text)) {
        const char **names = ws_alloc(count + 1, sizeof *names);
        for (size_t h = 0; h < count; h++)
            names[h] = graph->node[(size_t)graph->switches + h].name;
        names[count] = "all";
        near = ws_suggest(text, names, count + 1, sizeof *names);
        free(names);
    }
    size_t used = strlen(error->text);
    size_t room = sizeof error->text - used;
    if (near)
        snprintf(error->text + used, room, "; did you mean \"%s\"?", near);
    else
        snprintf(error->text + used, room,
                 "; write a name, a number from 0 to %" PRId32 ", LO-HI or all", graph->hosts - 1);
    return false;
}

/* A number in digits, at most `below` - 1; -1 if it is none. *end is behind it. */
static int64_t digits_parse(const char *text, int64_t below, const char **end) {
    int64_t value = 0;
    size_t digits = strspn(text, "0123456789");
    *end = text + digits;
    for (size_t i = 0; i < digits && value >= 0; i++)
        value = value * 10 + (text[i] - '0') < below ? value * 10 + (text[i] - '0') : -1;
    return digits ? value : -1;
}

/* A name, a number, LO-HI or `all`, as the first and the last host. */
static bool host_range(const ws_line *line, size_t word, const ws_graph *graph, int64_t *lo,
                       int64_t *hi, ws_error *error) {
    const char *text = line->word[word].text;
    const char *end;
    *lo = *hi = host_named(graph, text);
    if (*lo >= 0)
        return true;
    if (text_is(text, "all")) {
        *lo = 0, *hi = graph->hosts - 1;
        return true;
    }
    *lo = *hi = digits_parse(text, graph->hosts, &end);
    if (*end == '-')
        *hi = digits_parse(end + 1, graph->hosts, &end);
    if (*end == '\0' && *lo >= 0 && *hi >= *lo)
        return true;
    return fail_host(line, word, graph, error);
}

/* One host by name or number. */
static bool host_one(const ws_line *line, size_t word, const ws_graph *graph, int64_t *host,
                     ws_error *error) {
    int64_t hi;
    if (!host_range(line, word, graph, host, &hi, error))
        return false;
    return *host == hi ||
           ws_fail(error, line, word, "\"%.64s\" is more than one host; a message goes to one",
                   line->word[word].text);
}

/* What the clauses of a host line say; unchanged where they say nothing. */
typedef struct host_line {
    const ws_line *line;
    const ws_draft *draft;
    int64_t lo, hi;
    ws_host_def def;
    unsigned said; /* bit by clause */
} host_line;

static bool clause_send_to(host_line *h, size_t word, ws_error *error) {
    if (text_is(h->line->word[word].text, "any"))
        return h->def.dest = -1, true;
    if (!host_one(h->line, word, h->draft->graph, &h->def.dest, error))
        return false;
    if (h->lo == h->hi && h->lo == h->def.dest)
        return ws_fail(error, h->line, word,
                       "a host cannot send to itself; name another host, or any");
    return true;
}

static bool clause_class(host_line *h, size_t word, ws_error *error) {
    static const char *const priorities[] = {"high", "low", "any"};
    static const char *const sources[] = {"hot", "background", "any"};
    static const int64_t classes[] = {0, 1, -1};
    bool by_source = h->draft->def.class_rule == WS_CLASS_RULE_SOURCE;
    const char *const *names = by_source ? sources : priorities;
    if (!by_source && h->draft->def.class_rule != WS_CLASS_RULE_PRIORITY)
        return ws_fail(error, h->line, word - 1,
                       "this network has no classes high and low; set classes priority");
    for (size_t i = 0; i < 3; i++)
        if (text_is(names[i], h->line->word[word].text))
            return h->def.traffic_class = classes[i], true;
    return ws_fail_name(error, h->line, word, "class", names, 3, sizeof *names);
}

static bool clause_load(host_line *h, size_t word, ws_error *error) {
    if (text_is(h->line->word[word].text, "any"))
        return h->def.load = -1, true;
    return ws_word_decimal(h->line, word, "load", WS_MILLION, &h->def.load, error);
}

typedef struct clause {
    const char *name;
    bool (*read)(host_line *h, size_t word, ws_error *error);
} clause;
static const clause clauses[] = {
    {"send-to", clause_send_to}, {"class", clause_class}, {"load", clause_load}, {"silent", NULL}};
enum { CLAUSES = sizeof clauses / sizeof *clauses, LOAD = 2, SILENT = 3 };

static bool read_clause(host_line *h, size_t *word, ws_error *error) {
    const ws_line *line = h->line;
    size_t i = 0;
    while (i < CLAUSES && !text_is(clauses[i].name, line->word[*word].text))
        i++;
    if (i == CLAUSES)
        return ws_fail_name(error, line, *word, "clause", &clauses[0].name, CLAUSES,
                            sizeof *clauses);
    unsigned bit = 1u << (i == SILENT ? LOAD : i); /* silence is a load of 0 */
    if (h->said & bit)
        return ws_fail(error, line, *word, "\"%s\" says it twice; say it once", clauses[i].name);
    h->said |= bit;
    if (i == SILENT)
        return h->def.load = 0, ++*word, true;
    if (*word + 1 >= line->count)
        return ws_fail(error, line, *word + 1, "a value for %s is missing; write host %s",
                       clauses[i].name, usage_of(line));
    if (!clauses[i].read(h, *word + 1, error))
        return false;
    *word += 2;
    return true;
}

/* A line that gives a destination, and no load, to hosts that are all silent would send nothing:
 * the load of the network applies. */
static bool is_to_wake(const host_line *h, const ws_draft *draft) {
    int64_t host = h->lo;
    while (host <= h->hi && draft->hosts[host].load == 0)
        host++;
    return host > h->hi && (h->said & 1) && h->def.dest >= 0;
}

static void host_write(const host_line *h, ws_draft *draft) {
    bool wakes = is_to_wake(h, draft);
    for (int64_t host = h->lo; host <= h->hi; host++) {
        ws_host_def *def = &draft->hosts[host];
        /* `host all send-to X` leaves X alone */
        if (h->said & 1 && h->def.dest != host)
            def->dest = h->def.dest;
        if (h->said & 2)
            def->traffic_class = h->def.traffic_class;
        if (h->said & 4)
            def->load = h->def.load;
        else if (wakes)
            def->load = -1;
    }
}

static bool run_host(const ws_line *line, bool live, ws_draft *draft, ws_error *error) {
    (void)live;
    if (line->count < 3)
        return ws_fail(error, line, line->count, "%s is missing; write host %s",
                       line->count < 2 ? "the host" : "what it does", usage_of(line));
    host_line h = {.line = line, .draft = draft};
    if (!host_range(line, 1, draft->graph, &h.lo, &h.hi, error))
        return false;
    h.def = draft->hosts[h.lo];
    for (size_t word = 2; word < line->count;)
        if (!read_clause(&h, &word, error))
            return false;
    host_write(&h, draft);
    draft->touched |= WS_TOUCHED_HOSTS;
    return true;
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

const ws_command *ws_command_find(const ws_line *line, bool live, ws_error *error) {
    const char *name = line->word[0].text;
    for (size_t i = 0; i < ws_command_count; i++) {
        const ws_command *command = &ws_commands[i];
        if (!text_is(command->name, name))
            continue;
        if (command->where & (live ? LIVE : SETUP))
            return command;
        if (live)
            ws_fail(error, line, 0,
                    "%s belongs to the build and has no time; write it without @CYCLE", name);
        else
            ws_fail(error, line, 0, "%s needs a time; write @CYCLE %s%s%s", name, name,
                    *command->usage ? " " : "", command->usage);
        return NULL;
    }
    if (ws_param_find(name))
        ws_fail(error, line, 0, "%s is a parameter; write set %s VALUE", name, name);
    else
        ws_fail_name(error, line, 0, "command", &ws_commands[0].name, ws_command_count,
                     sizeof *ws_commands);
    return NULL;
}
