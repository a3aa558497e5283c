/* load.c - see load.h. */
#include "session/load.h"

#include "session/language/network_file.h"
#include "session/language/stage_lines.h"
#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/library/scenarios.h"

#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

enum { DEPTH_MAX = 16, SOURCES_MAX = 256 };

/* The files that are being read: one that is met again includes itself. */
typedef struct chain {
    const struct chain *parent;
    const char *path; /* canonical; NULL of a text that is no file */
    int depth;
} chain;

static bool read_source(ws_script *s, ws_source *source, const chain *above, ws_error *error);

/* ---------------------------------------------------------------------------------- files ---- */

static void script_own(ws_script *s, ws_source *source) {
    s->sources = ws_grow(s->sources, s->source_count, sizeof *s->sources);
    s->sources[s->source_count++] = source;
}

static void script_own_file(ws_script *s, ws_source *source) {
    script_own(s, source);
    s->files = ws_grow(s->files, s->file_count, sizeof *s->files);
    s->files[s->file_count++] = source;
}

/* A copy of the next file of the bundle. */
static ws_source *bundle_next(const ws_script *s, ws_error *error) {
    const ws_bundle *bundle = s->bundle;
    if (s->file_count == bundle->count) {
        fail_with(error, "the recording has no file for this line");
        return NULL;
    }
    const ws_source *file = bundle->files[s->file_count];
    return ws_source_text(file->name, file->directory, file->text, file->length, error);
}

/* ------------------------------------------------------------------------------- includes ---- */

static bool fail_machine(const ws_line *line) {
    ws_scenario_row *rows;
    size_t count = ws_machines_list(&rows);
    const char *const *names = (const char *const *)&rows->name;
    if (count)
        ws_refuse_name(line, 1, "machine", names, count, sizeof *rows);
    else
        ws_refuse(line, 1, "there is no machine \"%.64s\"; no folder scenarios/machines was found",
                  word_at(line, 1));
    ws_scenarios_free(rows, count);
    return false;
}

/* The file of a machine by its name; a name with a slash is none. */
static char *find_machine(const ws_line *line, const char *name) {
    char *path = NULL;
    if (!strchr(name, '/'))
        path = ws_find_data("scenarios/machines", name, ".ws");
    if (!path)
        fail_machine(line);
    return path;
}

/* The file that an include names: next to its file, or among the scenarios. */
static char *find_included(const ws_line *line, const char *name) {
    char *path = ws_path_from(line->place.source->directory, name);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    path = ws_find_scenario(name, line->error);
    if (!path)
        ws_fail_place(line->error, ws_word_place(line, 1));
    return path;
}

/* Is the file being read already? */
static bool is_within(const chain *above, const char *path) {
    if (!path)
        return false;
    for (const chain *c = above; c; c = c->parent)
        if (c->path && text_is(c->path, path))
            return true;
    return false;
}

/* Reads what the line includes. NULL as source: there is an error without place. */
static bool read_included(ws_script *s, const ws_line *line, ws_source *source, const chain *here) {
    if (!source)
        return ws_fail_place(line->error, ws_word_place(line, 1));
    return read_source(s, source, here, line->error);
}

static bool read_include(ws_script *s, const ws_line *line, const chain *above) {
    ws_error *error = line->error;
    chain here = {above, NULL, above->depth + 1};
    if (above->depth == DEPTH_MAX)
        return ws_refuse(line, 0, "files include each other more than %d deep; include fewer",
                         DEPTH_MAX);
    if (s->source_count >= SOURCES_MAX)
        return ws_refuse(line, 0, "more than %d files in all; include fewer", SOURCES_MAX);
    if (s->bundle)
        return read_included(s, line, bundle_next(s, error), &here);
    const char *name = s->draft.file;
    bool is_machine = s->draft.file_is_machine;
    char *path = is_machine ? find_machine(line, name) : find_included(line, name);
    if (!path)
        return false;
    char canonical[PATH_MAX];
    here.path = realpath(path, canonical);
    bool good;
    if (is_within(above, here.path))
        good = ws_refuse(line, 1, "%.200s includes itself; take one of the lines out", path);
    else
        good = read_included(s, line, ws_source_read(path, false, error), &here);
    free(path);
    return good;
}

/* ---------------------------------------------------------------------------------- lines ---- */

/* The command of a line, if it may stand there and has not been given before where once is enough;
 * else NULL with an error. */
static const ws_command *find_command(ws_script *s, const ws_line *line, bool live) {
    const ws_command *command = ws_command_find(line, live);
    if (!command || !(command->where & WS_COMMAND_ONCE))
        return command;
    ws_place *at = &s->once_at[command - ws_commands];
    if (at->source == line->place.source) {
        ws_refuse(line, 0, "%s is on line %u already; keep one of the two", command->name,
                  at->line);
        return NULL;
    }
    *at = line->place;
    return command;
}

/* A copy of a line that was read as number `order`. */
static ws_timed timed_make(const ws_line *line, uint64_t cycle, size_t order) {
    return (ws_timed){
        .cycle = cycle,
        .order = order,
        .place = ws_word_place(line, 0),
        .text = ws_copy_text(line->text, line->length),
        .length = line->length,
    };
}

/* Adds a line to one of the lists of the script. */
static void line_keep(ws_timed **lines, size_t *count, const ws_line *line, uint64_t cycle) {
    size_t order = (*count)++;
    *lines = ws_grow(*lines, order, sizeof **lines);
    (*lines)[order] = timed_make(line, cycle, order);
}

static void note_place(ws_script *s, const ws_line *line) {
    const ws_param *param = s->draft.param;
    ws_place place = ws_word_place(line, 1);
    s->set_at[param - ws_params] = place;
    if (param->offset != offsetof(ws_def, hosts_per_switch))
        return;
    s->hosts_at = word_is(line, 1, "hosts") ? place : (ws_place){0};
}

static bool read_stage(ws_script *s, const ws_line *line, uint64_t cycle) {
    if (!ws_stage_line_check(line, line->error))
        return false;
    line_keep(&s->stage, &s->stage_count, line, cycle);
    return true;
}

/* Reads a line without a time. */
static bool read_setup(ws_script *s, const ws_line *line, const chain *above) {
    if (ws_stage_line_of(line))
        return read_stage(s, line, 0);
    const ws_command *command = find_command(s, line, false);
    if (!command)
        return false;
    if (command->where & WS_COMMAND_HOSTS) {
        line_keep(&s->waiting, &s->waiting_count, line, 0);
        return true;
    }
    if (!ws_command_run(command, line, false, &s->draft))
        return false;
    unsigned touched = s->draft.touched;
    if (touched & WS_TOUCHED_DEF)
        note_place(s, line);
    return !(touched & WS_TOUCHED_FILE) || read_include(s, line, above);
}

static bool is_build_set(const ws_line *line) {
    if (!word_is(line, 0, "set"))
        return false;
    const ws_param *param = ws_param_find(word_at(line, 1));
    return param && !param->live;
}

/* Reads the @CYCLE of a line. */
static bool read_cycle(const ws_line *line, uint64_t *cycle) {
    const char *word = line->word[0].text;
    const char *digits = word + 1;
    size_t size = strlen(digits);
    if (size == 0 || size > 18 || strspn(digits, "0123456789") < size)
        return ws_refuse(line, 0, "\"%.64s\" is no time; write @CYCLE, such as @1500", word);
    *cycle = strtoull(digits, NULL, 10);
    return *cycle <= WS_CYCLES_MAX ||
           ws_refuse(line, 0, "%.64s is out of range; a cycle is at most %lld", digits,
                     (long long)WS_CYCLES_MAX);
}

/* Cuts the line again from its second word on, so that all words have their usual numbers and their
 * own columns. */
static bool cut_command(const ws_line *whole, ws_line *line) {
    const char *end = whole->text + whole->length;
    const char *at = whole->text + strlen(word_at(whole, 0));
    if (whole->count < 2)
        return ws_refuse(whole, 1, "a command is missing; write @CYCLE COMMAND");
    if (*word_at(whole, 1) == '@')
        return ws_refuse(whole, 1, "two times on one line; write one");
    while (*at == ' ' || *at == '\t')
        at++;
    ws_place place = ws_word_place(whole, 1);
    return ws_line_split(line, place, at, (size_t)(end - at), whole->error);
}

/* Reads @CYCLE and what follows. */
static bool read_timed(ws_script *s, const ws_line *whole, const chain *above) {
    ws_line line;
    uint64_t cycle = 0;
    if (!read_cycle(whole, &cycle) || !cut_command(whole, &line))
        return false;
    if (ws_stage_line_of(&line))
        return read_stage(s, &line, cycle);
    if (cycle == 0 && is_build_set(&line))
        return read_setup(s, &line, above);
    const ws_command *command = find_command(s, &line, true);
    if (!command)
        return false;
    s->draft.touched = 0;
    /* check, end, measure: the others are tried in order */
    unsigned later = WS_COMMAND_SETUP | WS_COMMAND_CHANGES | WS_COMMAND_HOSTS;
    bool at_once = !(command->where & later);
    if (at_once && !ws_command_run(command, &line, true, &s->draft))
        return false;
    if (s->draft.touched & WS_TOUCHED_END) {
        s->end = cycle;
        s->end_place = ws_word_place(whole, 0);
    } else {
        line_keep(&s->timed, &s->timed_count, &line, cycle);
    }
    return true;
}

static bool read_source(ws_script *s, ws_source *source, const chain *above, ws_error *error) {
    script_own_file(s, source);
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    while (ws_reader_next(&reader, &text, &length)) {
        ws_place place = {source, reader.line, 1};
        if (!ws_line_split(&line, place, text, length, error))
            return false;
        if (line.count == 0)
            continue;
        const ws_word *first = &line.word[0];
        bool is_timed = *first->text == '@' && !first->quoted;
        if (!(is_timed ? read_timed : read_setup)(s, &line, above))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ overrides ---- */

/* Reads NAME=VALUE as the line `set NAME VALUE`. An error begins with "--set NAME=VALUE". */
static bool read_override(ws_script *s, const char *text, ws_error *error) {
    char buffer[WS_LINE_MAX + 8];
    char name[128];
    ws_line line;
    snprintf(buffer, sizeof buffer, "set %.*s", WS_LINE_MAX, text);
    snprintf(name, sizeof name, "--set %.100s", text);
    ws_source *source = ws_source_text(name, NULL, buffer, strlen(buffer), error);
    script_own(s, source);
    char *equals = strchr(source->text, '=');
    ws_place place = {source, 0, 1};
    if (!equals)
        return ws_fail_at(error, place, "\"%.64s\" has no value; write --set NAME=VALUE", text);
    *equals = ' ';
    return ws_line_split(&line, place, source->text, source->length, error) &&
           read_setup(s, &line, NULL);
}

static bool read_options(ws_script *s, const ws_options *options, ws_error *error) {
    if (!options)
        return true;
    ws_draft *draft = &s->draft;
    for (size_t i = 0; i < options->set_count; i++)
        if (!read_override(s, options->sets[i], error))
            return false;
    if (options->has_seed)
        draft->def.seed = (int64_t)(options->seed & INT64_MAX);
    if (options->has_warmup)
        draft->warmup = options->warmup;
    return true;
}

static int by_cycle(const void *a, const void *b) {
    const ws_timed *first = a;
    const ws_timed *second = b;
    if (first->cycle != second->cycle)
        return first->cycle < second->cycle ? -1 : 1;
    return first->order < second->order ? -1 : 1;
}

static void script_begin(ws_script *s, const ws_bundle *bundle) {
    *s = (ws_script){.draft.def = ws_def_default(), .end = UINT64_MAX, .bundle = bundle};
    s->set_at = ws_alloc(ws_param_count, sizeof *s->set_at);
    s->once_at = ws_alloc(ws_command_count, sizeof *s->once_at);
}

static bool script_read(ws_script *s, ws_source *source, const chain *top,
                        const ws_options *options, ws_error *error) {
    if (!read_source(s, source, top, error) || !read_options(s, options, error))
        return false;
    if (s->timed_count)
        qsort(s->timed, s->timed_count, sizeof *s->timed, by_cycle);
    if (s->stage_count)
        qsort(s->stage, s->stage_count, sizeof *s->stage, by_cycle);
    return true;
}

bool ws_script_read(ws_script *s, ws_source *source, const ws_options *options, ws_error *error) {
    char canonical[PATH_MAX];
    chain top = {NULL, realpath(source->name, canonical), 0};
    script_begin(s, NULL);
    return script_read(s, source, &top, options, error);
}

bool ws_script_read_bundle(ws_script *s, const ws_bundle *bundle, const ws_options *options,
                           ws_error *error) {
    script_begin(s, bundle);
    ws_source *source = bundle_next(s, error);
    return source && script_read(s, source, &(chain){0}, options, error);
}

/* ------------------------------------------------------------------------------ resolving ---- */

/* Can the letter stand in the name of a parameter? */
static bool is_of_name(char letter) {
    return letter == '-' || (letter >= 'a' && letter <= 'z');
}

/* Where `name` is a word of the text, not a part of one; NULL if it is nowhere. */
static const char *word_in(const char *text, const char *name) {
    size_t size = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + size, name)) {
        bool begins = at == text || !is_of_name(at[-1]);
        if (begins && !is_of_name(at[size]))
            return at;
    }
    return NULL;
}

/* Does the place lie in a --set? */
static bool is_given(ws_place place) {
    return place.source && place.line == 0;
}

/* A parameter that --set gave is blamed before one of a file, and of several the first that is
 * named. */
bool ws_script_blame(ws_script *s, ws_error *error) {
    const char *first = NULL;
    ws_place place = {s->sources[0], 1, 1};
    if (s->set_at[0].source)
        place = s->set_at[0];
    for (size_t i = 0; i < ws_param_count; i++) {
        ws_place set_at = s->set_at[i];
        const char *at = word_in(error->text, ws_params[i].name);
        if (!at || !set_at.source)
            continue;
        bool better = !first || at < first;
        if (is_given(set_at) != is_given(place))
            better = is_given(set_at);
        if (!better)
            continue;
        first = at;
        place = set_at;
    }
    if (!is_given(place))
        s->conflict = *error;
    return ws_fail_place(error, place);
}

/* Reads the graph from the file of `topology file`. */
static bool read_graph(ws_script *s, ws_error *error) {
    const char *path = s->draft.network;
    ws_place place = s->set_at[0];
    if (!path)
        return ws_fail_at(error, place,
                          "the network file is missing; write set topology file PATH");
    ws_source *source = s->bundle ? bundle_next(s, error) : ws_source_read(path, false, error);
    if (!source)
        return ws_fail_place(error, place);
    script_own_file(s, source);
    return ws_network_parse(source, &s->graph, error);
}

static bool make_graph(ws_script *s, ws_error *error) {
    const ws_def *def = &s->draft.def;
    if (s->hosts_at.source && def->topology != WS_TOPOLOGY_SWITCH)
        return ws_fail_at(error, s->hosts_at,
                          "hosts belongs to the topology `switch`; set hosts-per-switch");
    if (def->topology == WS_TOPOLOGY_FILE)
        return read_graph(s, error);
    return ws_graph_build(def, &s->graph, error) || ws_script_blame(s, error);
}

bool ws_timed_try(const ws_timed *timed, bool live, ws_draft *draft, ws_error *error) {
    ws_line line;
    if (!ws_line_split(&line, timed->place, timed->text, timed->length, error))
        return false;
    const ws_command *command = ws_command_find(&line, live);
    return command && ws_command_run(command, &line, live, draft);
}

/* The copy on which the timed lines are tried. */
typedef struct trial {
    const ws_script *script;
    uint64_t end; /* no line may come after it */
    ws_draft draft;
    ws_graph own; /* of the last `rebuild` */
} trial;

/* Makes the graph that a `rebuild` needs. */
static bool try_rebuild(trial *t, ws_error *error) {
    ws_graph next = {0};
    if (!ws_draft_regraph(&t->draft, &t->script->graph, &next, error))
        return false;
    ws_graph_free(&t->own);
    t->own = next;
    if (t->draft.graph == &next)
        t->draft.graph = &t->own;
    return true;
}

/* Makes the graph that a `cut` or `repair` leaves. */
static bool try_recable(trial *t, ws_error *error) {
    ws_graph next = {0};
    if (!ws_draft_recable(&t->draft, &next, error))
        return false;
    ws_graph_free(&t->own);
    t->own = next;
    t->draft.graph = &t->own;
    return true;
}

static bool try_line(trial *t, const ws_timed *timed, ws_error *error) {
    if (!ws_timed_try(timed, true, &t->draft, error))
        return false;
    if (timed->cycle > t->end)
        return ws_fail_at(error, timed->place,
                          "the line comes after the end at cycle %" PRIu64
                          " (line %u); move one of them",
                          t->end, t->script->end_place.line);
    if (t->draft.touched & WS_TOUCHED_CABLE)
        return try_recable(t, error) || ws_fail_place(error, timed->place);
    if (!(t->draft.touched & WS_TOUCHED_BUILD))
        return true;
    return try_rebuild(t, error) || ws_fail_place(error, timed->place);
}

/* Tries all timed lines on a copy. */
static bool try_timed(const ws_script *s, uint64_t end, ws_error *error) {
    size_t hosts = (size_t)s->graph.hosts;
    trial *t = ws_alloc(1, sizeof *t);
    ws_draft *draft = &t->draft;
    t->script = s;
    t->end = end;
    *draft = s->draft;
    draft->hosts = ws_alloc(hosts, sizeof *draft->hosts);
    if (hosts)
        memcpy(draft->hosts, s->draft.hosts, hosts * sizeof *draft->hosts);
    bool good = true;
    for (size_t i = 0; i < s->timed_count && good; i++)
        good = try_line(t, &s->timed[i], error);
    ws_graph_free(&t->own);
    free(draft->hosts);
    free(t);
    return good;
}

bool ws_script_resolve(ws_script *s, const ws_options *options, ws_error *error) {
    ws_draft *draft = &s->draft;
    if (!make_graph(s, error))
        return false;
    draft->graph = &s->graph;
    draft->hosts = ws_ordinary_hosts(&s->graph);
    for (size_t i = 0; i < s->waiting_count; i++)
        if (!ws_timed_try(&s->waiting[i], false, draft, error))
            return false;
    bool has_end = options && options->has_cycles;
    if (!try_timed(s, has_end ? UINT64_MAX : s->end, error))
        return false;
    if (has_end)
        s->end = options->cycles;
    return true;
}

static void lines_free(ws_timed *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(lines[i].text);
    free(lines);
}

void ws_script_free(ws_script *s) {
    for (size_t i = 0; i < s->source_count; i++)
        ws_source_free(s->sources[i]);
    lines_free(s->timed, s->timed_count);
    lines_free(s->waiting, s->waiting_count);
    lines_free(s->stage, s->stage_count);
    free(s->sources);
    free(s->files);
    free(s->set_at);
    free(s->once_at);
    free(s->draft.network);
    free(s->draft.hosts);
    ws_graph_free(&s->graph);
    *s = (ws_script){0};
}
