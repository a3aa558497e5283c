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

/* The files being read. A file that is met again includes itself. */
typedef struct ws_including {
    const struct ws_including *above;
    const char *path; /* canonical; NULL: the text is not a file */
    int depth;
} including;

static bool read_source(ws_script *s, ws_source *source);

/* ---------------------------------------------------------------------------------- files ---- */

static void script_own(ws_script *s, ws_source *source) {
    size_t count = s->source_count;
    WS_GROW(s->sources, count);
    s->sources[count] = source;
    s->source_count++;
}

static void script_own_file(ws_script *s, ws_source *source) {
    size_t count = s->file_count;
    script_own(s, source);
    WS_GROW(s->files, count);
    s->files[count] = source;
    s->file_count++;
}

/* Copies the next file of the bundle. */
static ws_source *bundle_next(const ws_script *s) {
    const ws_bundle *bundle = s->bundle;
    size_t next = s->file_count;
    if (next < bundle->count)
        return ws_source_copy(bundle->files[next], s->error);
    fail_with(s->error, "the recording has no file for this line");
    return NULL;
}

/* Opens the next file of the bundle if there is a bundle, else the file at the path. */
static ws_source *file_next(const ws_script *s, const char *path) {
    return s->bundle ? bundle_next(s) : ws_source_read(path, false, s->error);
}

/* ------------------------------------------------------------------------------- includes ---- */

static bool fail_machine(const ws_line *line) {
    ws_scenario_row *rows;
    size_t count = ws_machines_list(&rows, NULL);
    const char *name = word_at(line, 1);
    if (count)
        ws_refuse_name(line, 1, "machine", ws_scenario_names(rows, count));
    else
        ws_refuse(line, 1, "unknown machine \"%.64s\"; no folder scenarios/machines was found",
                  name);
    ws_scenarios_free(rows, count);
    return false;
}

/* Finds the file of a machine by its name. A name with a slash is not a machine. */
static char *find_machine(const ws_line *line, const char *name) {
    char *path = NULL;
    if (!strchr(name, '/'))
        path = ws_find_data("scenarios/machines", name, ".ws");
    if (!path)
        fail_machine(line);
    return path;
}

/* Puts the place of the name before an error that has none yet. */
static bool fail_include(const ws_line *line) {
    ws_place place = ws_word_place(line, 1);
    return ws_fail_place(line->error, place);
}

/* Finds the file that an include names: beside the file of the line, or among the scenarios. */
static char *find_included(const ws_line *line, const char *name) {
    char *path = ws_path_from(line->place.source->directory, name);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    path = ws_find_scenario(name, line->error);
    if (!path)
        fail_include(line);
    return path;
}

/* Is the file being read already? */
static bool is_being_read(const ws_script *s, const char *path) {
    if (!path)
        return false;
    for (const including *file = s->including; file; file = file->above)
        if (file->path && text_is(file->path, path))
            return true;
    return false;
}

/* Reads the source that a line includes. The source is NULL after an error without a place. `path`
 * is canonical; NULL: the source is not a file. */
static bool read_included(ws_script *s, const ws_line *line, ws_source *source, const char *path) {
    including here = {.above = s->including};
    here.path = path;
    here.depth = here.above->depth + 1;
    if (!source)
        return fail_include(line);
    s->including = &here;
    bool good = read_source(s, source);
    s->including = here.above;
    return good;
}

/* May one more file be read? */
static bool has_file_room(const ws_script *s, const ws_line *line) {
    if (s->including->depth == DEPTH_MAX)
        return ws_refuse(line, 0, "files include each other more than %d deep; include fewer",
                         DEPTH_MAX);
    if (s->source_count < SOURCES_MAX)
        return true;
    return ws_refuse(line, 0, "more than %d files in all; include fewer", SOURCES_MAX);
}

/* Reads the file of this path, which is none of those being read. */
static bool read_path(ws_script *s, const ws_line *line, const char *path) {
    char room[PATH_MAX];
    const char *canonical = realpath(path, room);
    if (is_being_read(s, canonical))
        return ws_refuse(line, 1, "%.200s includes itself; take one of the lines out", path);
    ws_source *source = ws_source_read(path, false, s->error);
    return read_included(s, line, source, canonical);
}

static bool read_include(ws_script *s, const ws_line *line) {
    const char *name = s->draft.file;
    if (!has_file_room(s, line))
        return false;
    if (s->bundle)
        return read_included(s, line, bundle_next(s), NULL);
    bool is_machine = s->draft.file_is_machine;
    char *path = is_machine ? find_machine(line, name) : find_included(line, name);
    bool good = path && read_path(s, line, path);
    free(path);
    return good;
}

/* ---------------------------------------------------------------------------------- lines ---- */

/* Returns the command of a line. NULL with an error if the command may not stand there, or may
 * stand only once and has been given before. */
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

/* Copies a line that was read as number `order`. */
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
static void line_keep(ws_timed_lines *lines, const ws_line *line, uint64_t cycle) {
    size_t order = lines->count++;
    WS_GROW(lines->line, order);
    lines->line[order] = timed_make(line, cycle, order);
}

static void note_place(ws_script *s, const ws_line *line) {
    const ws_param *param = s->draft.param;
    ws_place place = ws_word_place(line, 1);
    s->set_at[param - ws_params] = place;
    if (param->offset != offsetof(ws_def, hosts_per_switch))
        return;
    s->hosts_at = (ws_place){0};
    if (word_is(line, 1, "hosts"))
        s->hosts_at = place;
}

static bool read_stage(ws_script *s, const ws_line *line, uint64_t cycle) {
    if (!ws_stage_line_check(line, line->error))
        return false;
    line_keep(&s->stage, line, cycle);
    return true;
}

/* Reads a line without a time. */
static bool read_setup(ws_script *s, const ws_line *line) {
    if (ws_stage_line_of(line))
        return read_stage(s, line, 0);
    const ws_command *command = find_command(s, line, false);
    if (!command)
        return false;
    if (command->where & WS_COMMAND_HOSTS) {
        line_keep(&s->waiting, line, 0);
        return true;
    }
    if (!ws_command_run(command, line, false, &s->draft))
        return false;
    unsigned touched = s->draft.touched;
    if (touched & WS_TOUCHED_DEF)
        note_place(s, line);
    if (touched & WS_TOUCHED_FILE)
        return read_include(s, line);
    return true;
}

static bool is_build_set(const ws_line *line) {
    if (!word_is(line, 0, "set"))
        return false;
    const ws_param *param = ws_param_find(word_at(line, 1));
    return param && !param->live;
}

/* Reads the @CYCLE that a line begins with. */
static bool read_cycle(const ws_line *line, uint64_t *cycle) {
    const char *word = line->word[0].text;
    const char *digits = word + 1;
    size_t size = strlen(digits);
    bool has_letters = strspn(digits, "0123456789") < size;
    if (size == 0 || size > 18 || has_letters)
        return ws_refuse(line, 0, "invalid time \"%.64s\": expected @CYCLE, such as @1500", word);
    *cycle = strtoull(digits, NULL, 10);
    if (*cycle <= WS_CYCLES_MAX)
        return true;
    const long long most = WS_CYCLES_MAX;
    return ws_refuse(line, 0, "%.64s is out of range; a cycle is at most %lld", digits, most);
}

/* Cuts the line again from its second word on: all words get their usual numbers and keep their
 * columns. */
static bool cut_command(const ws_line *whole, ws_line *line) {
    const char *end = whole->text + whole->length;
    const char *time = word_at(whole, 0);
    const char *at = whole->text + strlen(time);
    if (whole->count < 2)
        return ws_refuse(whole, 1, "a command is missing; write @CYCLE COMMAND");
    if (*word_at(whole, 1) == '@')
        return ws_refuse(whole, 1, "two times on one line; write one");
    while (*at == ' ' || *at == '\t')
        at++;
    ws_place place = ws_word_place(whole, 1);
    size_t length = (size_t)(end - at);
    return ws_line_split(line, place, at, length, whole->error);
}

/* check, end and measure act at once; the others are tried in order. */
static bool acts_at_once(const ws_command *command) {
    unsigned later = WS_COMMAND_SETUP | WS_COMMAND_CHANGES | WS_COMMAND_HOSTS;
    return !(command->where & later);
}

/* Keeps a line until its cycle comes. */
static bool read_later(ws_script *s, const ws_line *line, uint64_t cycle) {
    ws_draft *draft = &s->draft;
    const ws_command *command = find_command(s, line, true);
    if (!command)
        return false;
    draft->touched = 0;
    if (acts_at_once(command) && !ws_command_run(command, line, true, draft))
        return false;
    if (draft->touched & WS_TOUCHED_END)
        s->end = cycle;
    else
        line_keep(&s->timed, line, cycle);
    return true;
}

/* Reads @CYCLE and what follows. */
static bool read_timed(ws_script *s, const ws_line *whole) {
    ws_line line;
    uint64_t cycle = 0;
    if (!read_cycle(whole, &cycle) || !cut_command(whole, &line))
        return false;
    if (ws_stage_line_of(&line))
        return read_stage(s, &line, cycle);
    if (cycle == 0 && is_build_set(&line))
        return read_setup(s, &line);
    if (!read_later(s, &line, cycle))
        return false;
    if (s->draft.touched & WS_TOUCHED_END)
        s->end_place = ws_word_place(whole, 0);
    return true;
}

static bool read_line(ws_script *s, const ws_line *line) {
    if (line->count == 0)
        return true;
    const ws_word *first = &line->word[0];
    bool is_timed = *first->text == '@' && !first->quoted;
    return is_timed ? read_timed(s, line) : read_setup(s, line);
}

static bool read_source(ws_script *s, ws_source *source) {
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    script_own_file(s, source);
    while (ws_reader_next(&reader, &text, &length)) {
        ws_place place = {source, reader.line, 1};
        if (!ws_line_split(&line, place, text, length, s->error))
            return false;
        if (!read_line(s, &line))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ overrides ---- */

/* Makes NAME=VALUE the source of a line `set NAME VALUE`, named "--set NAME=VALUE". */
static ws_source *override_source(const ws_script *s, const char *text) {
    char line[WS_LINE_MAX + 8];
    char name[128];
    text_out out = text_begin(line, sizeof line);
    text_out named = text_begin(name, sizeof name);
    text_add(&out, "set %.*s", WS_LINE_MAX, text);
    text_add(&named, "--set %.100s", text);
    return ws_source_text(name, NULL, line, out.used, s->error);
}

static bool read_override(ws_script *s, const char *text) {
    ws_line line;
    ws_source *source = override_source(s, text);
    ws_place place = {source, 0, 1};
    script_own(s, source);
    char *equals = strchr(source->text, '=');
    if (!equals)
        return ws_fail_at(s->error, place, "\"%.64s\" has no value; write --set NAME=VALUE", text);
    if (equals == source->text + strlen("set "))
        return ws_fail_at(s->error, place, "the name is missing; write --set NAME=VALUE");
    *equals = ' ';
    if (!ws_line_split(&line, place, source->text, source->length, s->error))
        return false;
    return read_setup(s, &line);
}

static bool read_options(ws_script *s, const ws_options *options) {
    if (!options)
        return true;
    ws_draft *draft = &s->draft;
    for (size_t i = 0; i < options->set_count; i++)
        if (!read_override(s, options->sets[i]))
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

static void script_begin(ws_script *s, ws_error *error) {
    *s = (ws_script){.error = error};
    s->draft.def = ws_def_default();
    s->end = UINT64_MAX;
    s->set_at = ws_alloc(ws_param_count, sizeof *s->set_at);
    s->once_at = ws_alloc(ws_command_count, sizeof *s->once_at);
}

static void lines_sort(ws_timed_lines *lines) {
    if (lines->count)
        qsort(lines->line, lines->count, sizeof *lines->line, by_cycle);
}

/* `path` is the canonical path of the source; NULL: the source is not a file. */
static bool script_read(ws_script *s, ws_source *source, const char *path,
                        const ws_options *options) {
    const including top = {.path = path};
    s->including = &top;
    bool good = read_source(s, source) && read_options(s, options);
    s->including = NULL;
    lines_sort(&s->timed);
    lines_sort(&s->stage);
    return good;
}

bool ws_script_read(ws_script *s, ws_source *source, const ws_options *options, ws_error *error) {
    char room[PATH_MAX];
    const char *canonical = realpath(source->name, room);
    script_begin(s, error);
    return script_read(s, source, canonical, options);
}

bool ws_script_read_bundle(ws_script *s, const ws_bundle *bundle, const ws_options *options,
                           ws_error *error) {
    script_begin(s, error);
    s->bundle = bundle;
    ws_source *source = bundle_next(s);
    return source && script_read(s, source, NULL, options);
}

/* ------------------------------------------------------------------------------ resolving ---- */

/* Does the place lie in a --set? */
static bool is_given(ws_place place) {
    return place.source && place.line == 0;
}

/* The place where the parameter of this name was set; without a source if there is none. */
static ws_place place_of(const ws_script *s, const char *name, size_t length) {
    for (size_t i = 0; i < ws_param_count; i++) {
        const char *param = ws_params[i].name;
        bool is_it = strncmp(param, name, length) == 0;
        if (is_it && param[length] == '\0')
            return s->set_at[i];
    }
    return (ws_place){0};
}

/* Blames a parameter of a --set before a parameter of a file, and among several the first that the
 * error names. */
bool ws_script_blame(ws_script *s, ws_error *error) {
    ws_place best = {s->sources[0], 1, 1};
    bool named = false;
    if (s->set_at[0].source)
        best = s->set_at[0];
    for (const char *at = error->text; *at; at++) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
        ws_place place = place_of(s, at, length);
        bool given = is_given(place);
        at += length > 0 ? length - 1 : 0;
        bool better = given == is_given(best) ? !named : given;
        if (!place.source || !better)
            continue;
        best = place;
        named = true;
    }
    if (!is_given(best))
        s->conflict = *error;
    return ws_fail_place(error, best);
}

/* Reads the graph from the file of `topology file`. */
static bool read_graph(ws_script *s) {
    const char *path = s->draft.network;
    ws_place place = s->set_at[0];
    if (!path)
        return ws_fail_at(s->error, place,
                          "the network file is missing; write set topology file PATH");
    ws_source *source = file_next(s, path);
    if (!source)
        return ws_fail_place(s->error, place);
    script_own_file(s, source);
    return ws_network_parse(source, &s->graph, s->error);
}

static bool make_graph(ws_script *s) {
    const ws_def *def = &s->draft.def;
    ws_place hosts_at = s->hosts_at;
    if (hosts_at.source && def->topology != WS_TOPOLOGY_SWITCH)
        return ws_fail_at(s->error, hosts_at,
                          "hosts belongs to the topology `switch`; set hosts-per-switch");
    if (def->topology == WS_TOPOLOGY_FILE)
        return read_graph(s);
    bool good = ws_graph_build(def, &s->graph, s->error);
    return good || ws_script_blame(s, s->error);
}

/* Runs one line on the draft; `live` as in commands.h. */
static bool timed_try(const ws_timed *timed, bool live, ws_draft *draft, ws_error *error) {
    ws_line line;
    if (!ws_line_split(&line, timed->place, timed->text, timed->length, error))
        return false;
    const ws_command *command = ws_command_find(&line, live);
    return command && ws_command_run(command, &line, live, draft);
}

/* The copy of the draft on which the timed lines are tried. */
typedef struct trial {
    const ws_script *script;
    uint64_t end; /* no line may come after it */
    ws_draft draft;
    ws_graph own; /* of the last `rebuild` */
} trial;

/* Keeps the graph `next` as that of the trial. */
static void graph_adopt(trial *t, const ws_graph *next) {
    ws_graph_free(&t->own);
    t->own = *next;
    if (t->draft.graph == next)
        t->draft.graph = &t->own;
}

/* Makes the graph that a `rebuild` needs. */
static bool try_rebuild(trial *t) {
    const ws_script *script = t->script;
    ws_graph next = {0};
    if (!ws_draft_regraph(&t->draft, &script->graph, &next, script->error))
        return false;
    graph_adopt(t, &next);
    return true;
}

/* Makes the graph that a `cut` or `repair` leaves. */
static bool try_recable(trial *t) {
    ws_graph next = {0};
    if (!ws_draft_recable(&t->draft, &next, t->script->error))
        return false;
    graph_adopt(t, &next);
    return true;
}

/* Makes the graph that the draft needs after a line. */
static bool try_graph(trial *t) {
    unsigned touched = t->draft.touched;
    if (touched & WS_TOUCHED_CABLE)
        return try_recable(t);
    if (touched & WS_TOUCHED_BUILD)
        return try_rebuild(t);
    return true;
}

static bool try_line(trial *t, const ws_timed *timed) {
    const ws_script *script = t->script;
    ws_error *error = script->error;
    unsigned end_line = script->end_place.line;
    if (!timed_try(timed, true, &t->draft, error))
        return false;
    if (timed->cycle > t->end)
        return ws_fail_at(error, timed->place,
                          "the line comes after the end at cycle %" PRIu64
                          " (line %u); move one of them",
                          t->end, end_line);
    return try_graph(t) || ws_fail_place(error, timed->place);
}

static ws_host_def *hosts_copy(const ws_draft *draft) {
    size_t count = (size_t)draft->graph->hosts;
    ws_host_def *hosts = ws_alloc(count, sizeof *hosts);
    if (count)
        memcpy(hosts, draft->hosts, count * sizeof *hosts);
    return hosts;
}

/* Tries all timed lines on a copy. */
static bool try_timed(const ws_script *s, uint64_t end) {
    trial *t = ws_alloc(1, sizeof *t);
    t->script = s;
    t->end = end;
    t->draft = s->draft;
    t->draft.hosts = hosts_copy(&s->draft);
    bool good = true;
    const ws_timed_lines *lines = &s->timed;
    for (size_t i = 0; good && i < lines->count; i++)
        good = try_line(t, &lines->line[i]);
    ws_graph_free(&t->own);
    free(t->draft.hosts);
    free(t);
    return good;
}

/* Runs the host lines, which have waited for the graph. */
static bool waiting_run(ws_script *s) {
    const ws_timed_lines *lines = &s->waiting;
    for (size_t i = 0; i < lines->count; i++)
        if (!timed_try(&lines->line[i], false, &s->draft, s->error))
            return false;
    return true;
}

bool ws_script_resolve(ws_script *s, const ws_options *options, ws_error *error) {
    ws_draft *draft = &s->draft;
    bool has_end = options && options->has_cycles;
    s->error = error;
    if (!make_graph(s))
        return false;
    draft->graph = &s->graph;
    draft->hosts = ws_ordinary_hosts(&s->graph);
    if (!waiting_run(s))
        return false;
    if (!try_timed(s, has_end ? UINT64_MAX : s->end))
        return false;
    if (has_end)
        s->end = options->cycles;
    return true;
}

static void lines_free(ws_timed_lines *lines) {
    for (size_t i = 0; i < lines->count; i++)
        free(lines->line[i].text);
    free(lines->line);
}

void ws_script_free(ws_script *s) {
    for (size_t i = 0; i < s->source_count; i++)
        ws_source_free(s->sources[i]);
    lines_free(&s->timed);
    lines_free(&s->waiting);
    lines_free(&s->stage);
    free(s->sources);
    free(s->files);
    free(s->set_at);
    free(s->once_at);
    free(s->draft.network);
    free(s->draft.hosts);
    ws_graph_free(&s->graph);
    *s = (ws_script){0};
}
