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
    if (s->file_count < bundle->count) {
        const ws_source *file = bundle->files[s->file_count];
        return ws_source_text(file->name, file->directory, file->text, file->length, error);
    }
    fail_with(error, "the recording has no file for this line");
    return NULL;
}

/* ------------------------------------------------------------------------------- includes ---- */

static bool fail_machine(const ws_line *line, ws_error *error) {
    ws_scenario_row *rows;
    size_t count = ws_machines_list(&rows);
    if (count)
        ws_fail_name(error, line, 1, "machine", (const char *const *)&rows[0].name, count,
                     sizeof *rows);
    else
        ws_fail(error, line, 1,
                "there is no machine \"%.64s\"; no folder scenarios/machines was found",
                line->word[1].text);
    ws_scenarios_free(rows, count);
    return false;
}

/* The file that an include names: next to its file, or among the scenarios. */
static char *find_file(const ws_line *line, const ws_draft *draft, ws_error *error) {
    char *path = NULL;
    if (draft->file_is_machine) {
        if (!strchr(draft->file, '/'))
            path = ws_find_data("scenarios/machines", draft->file, ".ws");
        if (!path)
            fail_machine(line, error);
        return path;
    }
    path = ws_path_from(line->place.source->directory, draft->file);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    path = ws_find_scenario(draft->file, error);
    if (!path) {
        ws_error bare = *error;
        ws_fail(error, line, 1, "%s", bare.text);
    }
    return path;
}

static bool read_include(ws_script *s, const ws_line *line, const chain *above, ws_error *error) {
    if (above->depth == DEPTH_MAX)
        return ws_fail(error, line, 0, "files include each other more than %d deep; include fewer",
                       DEPTH_MAX);
    if (s->source_count >= SOURCES_MAX)
        return ws_fail(error, line, 0, "more than %d files in all; include fewer", SOURCES_MAX);
    ws_place place = line->place;
    place.column = line->word[1].column;
    if (s->bundle) {
        chain inner = {above, NULL, above->depth + 1};
        ws_source *source = bundle_next(s, error);
        return source ? read_source(s, source, &inner, error) : ws_fail_place(error, place);
    }
    char *path = find_file(line, &s->draft, error);
    if (!path)
        return false;
    char canonical[PATH_MAX];
    chain here = {above, realpath(path, canonical), above->depth + 1};
    bool good = true;
    for (const chain *c = above; c && good && here.path; c = c->parent)
        if (c->path && text_is(c->path, here.path))
            good =
                ws_fail(error, line, 1, "%.200s includes itself; take one of the lines out", path);
    if (good) {
        ws_source *source = ws_source_read(path, false, error);
        good = source ? read_source(s, source, &here, error) : ws_fail_place(error, place);
    }
    free(path);
    return good;
}

/* ---------------------------------------------------------------------------------- lines ---- */

static bool check_once(ws_script *s, const ws_command *command, const ws_line *line,
                       ws_error *error) {
    ws_place *at = &s->once_at[command - ws_commands];
    if (at->source == line->place.source)
        return ws_fail(error, line, 0, "%s is on line %u already; keep one of the two",
                       command->name, at->line);
    *at = line->place;
    return true;
}

static void line_keep(ws_timed **lines, size_t *count, const ws_line *line, uint64_t cycle,
                      size_t order) {
    *lines = ws_grow(*lines, *count, sizeof **lines);
    ws_place place = line->place;
    place.column = line->word[0].column;
    (*lines)[(*count)++] =
        (ws_timed){cycle, order, place, ws_copy_text(line->text, line->length), line->length};
}

static void note_place(ws_script *s, const ws_line *line) {
    ws_place place = line->place;
    place.column = line->word[1].column;
    s->set_at[s->draft.param - ws_params] = place;
    if (s->draft.param->offset != offsetof(ws_def, hosts_per_switch))
        return;
    s->hosts_at = text_is(line->word[1].text, "hosts") ? place : (ws_place){0};
}

static bool read_stage(ws_script *s, const ws_line *line, uint64_t cycle, ws_error *error) {
    if (!ws_stage_line_check(line, error))
        return false;
    line_keep(&s->stage, &s->stage_count, line, cycle, s->stage_count);
    return true;
}

/* A line without a time. */
static bool read_setup(ws_script *s, const ws_line *line, const chain *above, ws_error *error) {
    if (ws_stage_line_of(line))
        return read_stage(s, line, 0, error);
    const ws_command *command = ws_command_find(line, false, error);
    if (!command)
        return false;
    if (command->where & WS_COMMAND_ONCE && !check_once(s, command, line, error))
        return false;
    if (command->where & WS_COMMAND_HOSTS)
        return line_keep(&s->waiting, &s->waiting_count, line, 0, s->waiting_count), true;
    s->draft.touched = 0;
    if (!command->run(line, false, &s->draft, error))
        return false;
    if (s->draft.touched & WS_TOUCHED_DEF)
        note_place(s, line);
    return !(s->draft.touched & WS_TOUCHED_FILE) || read_include(s, line, above, error);
}

static bool is_build_set(const ws_line *line) {
    const ws_param *param = line->count > 1 && text_is(line->word[0].text, "set")
                                ? ws_param_find(line->word[1].text)
                                : NULL;
    return param && !param->live;
}

/* @CYCLE and what follows. */
static bool read_timed(ws_script *s, const ws_line *whole, const chain *above, ws_error *error) {
    ws_line line;
    const char *digits = whole->word[0].text + 1;
    const ws_place place = {whole->place.source, whole->place.line, whole->word[0].column};
    if (strspn(digits, "0123456789") != strlen(digits) || strlen(digits) == 0 ||
        strlen(digits) > 18)
        return ws_fail_at(error, place, "\"%.64s\" is no time; write @CYCLE, such as @1500",
                          whole->word[0].text);
    uint64_t cycle = strtoull(digits, NULL, 10);
    if (cycle > WS_CYCLES_MAX)
        return ws_fail_at(error, place, "%.64s is out of range; a cycle is at most %lld", digits,
                          (long long)WS_CYCLES_MAX);
    if (whole->count < 2)
        return ws_fail(error, whole, 1, "a command is missing; write @CYCLE COMMAND");
    if (whole->word[1].text[0] == '@')
        return ws_fail(error, whole, 1, "two times on one line; write one");
    /* The line is cut again from its second word on, so that all words have their usual numbers
     * and their own columns. */
    size_t skip = strlen(whole->word[0].text);
    while (whole->text[skip] == ' ' || whole->text[skip] == '\t')
        skip++;
    ws_place behind = {place.source, place.line, whole->word[1].column};
    if (!ws_line_split(&line, behind, whole->text + skip, whole->length - skip, error))
        return false;
    if (ws_stage_line_of(&line))
        return read_stage(s, &line, cycle, error);
    if (cycle == 0 && is_build_set(&line))
        return read_setup(s, &line, above, error);
    const ws_command *command = ws_command_find(&line, true, error);
    if (!command)
        return false;
    if (command->where & WS_COMMAND_ONCE && !check_once(s, command, &line, error))
        return false;
    s->draft.touched = 0;
    bool at_once =
        /* check, end, measure: others are tried in order */
        !(command->where & (WS_COMMAND_SETUP | WS_COMMAND_CHANGES));
    if (at_once && !command->run(&line, true, &s->draft, error))
        return false;
    if (s->draft.touched & WS_TOUCHED_END)
        s->end = cycle, s->end_place = place;
    else
        line_keep(&s->timed, &s->timed_count, &line, cycle, s->timed_count);
    return true;
}

static bool read_source(ws_script *s, ws_source *source, const chain *above, ws_error *error) {
    script_own_file(s, source);
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    while (ws_reader_next(&reader, &text, &length)) {
        if (!ws_line_split(&line, (ws_place){source, reader.line, 1}, text, length, error))
            return false;
        if (line.count == 0)
            continue;
        bool timed = line.word[0].text[0] == '@' && !line.word[0].quoted;
        if (!(timed ? read_timed : read_setup)(s, &line, above, error))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ overrides ---- */

/* NAME=VALUE as the line `set NAME VALUE`. What is wrong with it begins with "--set NAME=VALUE". */
static bool read_override(ws_script *s, const char *text, ws_error *error) {
    static const char set[] = "set ";
    char buffer[WS_LINE_MAX + 8];
    char name[128];
    ws_line line;
    int size = snprintf(buffer, sizeof buffer, "%s%.*s", set, WS_LINE_MAX, text);
    snprintf(name, sizeof name, "--set %.100s", text);
    ws_source *source = ws_source_text(name, NULL, buffer, (size_t)size, error);
    script_own(s, source);
    char *equals = strchr(source->text, '=');
    ws_place place = {source, 0, 1};
    if (!equals)
        return ws_fail_at(error, place, "\"%.64s\" has no value; write --set NAME=VALUE", text);
    *equals = ' ';
    return ws_line_split(&line, place, source->text, source->length, error) &&
           read_setup(s, &line, NULL, error);
}

static bool read_options(ws_script *s, const ws_options *options, ws_error *error) {
    if (!options)
        return true;
    for (size_t i = 0; i < options->set_count; i++)
        if (!read_override(s, options->sets[i], error))
            return false;
    if (options->has_seed)
        s->draft.def.seed = (int64_t)(options->seed & INT64_MAX);
    if (options->has_warmup)
        s->draft.warmup = options->warmup;
    return true;
}

static int by_cycle(const void *a, const void *b) {
    const ws_timed *first = a;
    const ws_timed *second = b;
    if (first->cycle != second->cycle)
        return first->cycle < second->cycle ? -1 : 1;
    return first->order < second->order ? -1 : first->order > second->order;
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

/* Is `name` a word of the text, not a part of one? */
static const char *word_in(const char *text, const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";
    size_t size = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += size) {
        bool begins = at == text || !strchr(letters, at[-1]);
        if (begins && (at[size] == '\0' || !strchr(letters, at[size])))
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
    bool given = is_given(place);
    for (size_t i = 0; i < ws_param_count; i++) {
        const char *at = s->set_at[i].source ? word_in(error->text, ws_params[i].name) : NULL;
        bool better = is_given(s->set_at[i]) != given ? !given : !first || at < first;
        if (at && better)
            first = at, place = s->set_at[i], given = is_given(place);
    }
    if (!given)
        s->conflict = *error;
    return ws_fail_place(error, place);
}

static bool make_graph(ws_script *s, ws_error *error) {
    if (s->hosts_at.source && s->draft.def.topology != WS_TOPOLOGY_SWITCH)
        return ws_fail_at(error, s->hosts_at,
                          "hosts belongs to the topology `switch`; set hosts-per-switch");
    if (s->draft.def.topology != WS_TOPOLOGY_FILE)
        return ws_graph_build(&s->draft.def, &s->graph, error) || ws_script_blame(s, error);
    if (!s->draft.network)
        return ws_fail_at(error, s->set_at[0],
                          "the network file is missing; write set topology file PATH");
    ws_source *source =
        s->bundle ? bundle_next(s, error) : ws_source_read(s->draft.network, false, error);
    if (!source)
        return ws_fail_place(error, s->set_at[0]);
    script_own_file(s, source);
    return ws_network_parse(source, &s->graph, error);
}

bool ws_timed_try(const ws_timed *timed, bool live, ws_draft *draft, ws_error *error) {
    ws_line line;
    if (!ws_line_split(&line, timed->place, timed->text, timed->length, error))
        return false;
    const ws_command *command = ws_command_find(&line, live, error);
    draft->touched = 0;
    return command && command->run(&line, live, draft, error);
}

/* One of them; a `rebuild` leaves its graph in *own. */
static bool try_one(const ws_script *s, const ws_timed *timed, bool own_end, ws_draft *draft,
                    ws_graph *own, ws_error *error) {
    ws_graph next = {0};
    if (!ws_timed_try(timed, true, draft, error))
        return false;
    if (own_end && timed->cycle > s->end)
        return ws_fail_at(error, timed->place,
                          "the line comes after the end at cycle %" PRIu64
                          " (line %u); move one of them",
                          s->end, s->end_place.line);
    if (!(draft->touched & WS_TOUCHED_BUILD))
        return true;
    if (!ws_draft_regraph(draft, &s->graph, &next, error))
        return ws_fail_place(error, timed->place);
    ws_graph_free(own);
    *own = next;
    if (draft->graph == &next)
        draft->graph = own;
    return true;
}

/* Tries all timed lines on a copy. */
static bool try_timed(const ws_script *s, bool own_end, ws_error *error) {
    size_t hosts = (size_t)s->graph.hosts;
    ws_graph own = {0};
    ws_draft *draft = ws_alloc(1, sizeof *draft);
    *draft = s->draft;
    draft->hosts = ws_alloc(hosts, sizeof *draft->hosts);
    if (hosts)
        memcpy(draft->hosts, s->draft.hosts, hosts * sizeof *draft->hosts);
    bool good = true;
    for (size_t i = 0; i < s->timed_count && good; i++)
        good = try_one(s, &s->timed[i], own_end, draft, &own, error);
    ws_graph_free(&own);
    free(draft->hosts);
    free(draft);
    return good;
}

bool ws_script_resolve(ws_script *s, const ws_options *options, ws_error *error) {
    static const ws_host_def ordinary = WS_HOST_DEF_DEFAULT;
    if (!make_graph(s, error))
        return false;
    s->draft.graph = &s->graph;
    s->draft.hosts = ws_alloc((size_t)s->graph.hosts, sizeof *s->draft.hosts);
    for (int32_t h = 0; h < s->graph.hosts; h++)
        s->draft.hosts[h] = ordinary;
    for (size_t i = 0; i < s->waiting_count; i++)
        if (!ws_timed_try(&s->waiting[i], false, &s->draft, error))
            return false;
    bool own_end = !(options && options->has_cycles);
    if (!try_timed(s, own_end, error))
        return false;
    if (!own_end)
        s->end = options->cycles;
    return true;
}

void ws_script_free(ws_script *s) {
    for (size_t i = 0; i < s->source_count; i++)
        ws_source_free(s->sources[i]);
    for (size_t i = 0; i < s->timed_count; i++)
        free(s->timed[i].text);
    for (size_t i = 0; i < s->waiting_count; i++)
        free(s->waiting[i].text);
    for (size_t i = 0; i < s->stage_count; i++)
        free(s->stage[i].text);
    free(s->stage);
    free(s->sources);
    free(s->files);
    free(s->timed);
    free(s->waiting);
    free(s->set_at);
    free(s->once_at);
    free(s->draft.network);
    free(s->draft.hosts);
    ws_graph_free(&s->graph);
    *s = (ws_script){0};
}
