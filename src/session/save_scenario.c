/* save_scenario.c - see session.h. The settings are those of cycle 0; later changes stand as
 * lines, so that the run is the same from its first cycle on. */
#include "session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/history/history.h"
#include "session/language/fields.h"
#include "session/language/text.h"
#include "session/session_state.h"
#include "session/text_stream.h"

#define SUFFIX  ".ws"
#define NETWORK ".net"

/* ---- the text ---- */

/* Writes the parameters that differ from their defaults, and always the topology. */
static void settings_put(FILE *out, const ws_def *def, const char *network) {
    char value[160];
    bool from_file = def->topology == WS_TOPOLOGY_FILE;
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        bool is_topology = param->type == WS_PARAM_TOPOLOGY;
        if (is_topology)
            ws_param_print(param, def, value, sizeof value);
        else
            ws_param_print_saved(param, def, value, sizeof value);
        if (is_topology && from_file)
            fprintf(out, "set topology file %s\n", network);
        else if (*value)
            fprintf(out, "set %s %s\n", param->name, value);
    }
}

static bool begins_with(const char *text, const char *word) {
    size_t length = strcspn(text, " ");
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

static const char *const remarks[] = {
    [WS_REMARK_NOTE] = "note",
    [WS_REMARK_QUESTION] = "ask",
    [WS_REMARK_ANSWER] = "answer",
};
enum { REMARKS = sizeof remarks / sizeof *remarks };

static bool is_remark(const char *text) {
    for (size_t i = 0; i < REMARKS; i++)
        if (begins_with(text, remarks[i]))
            return true;
    return false;
}

/* Writes the note with which the scenario begins, unless another note has replaced it. */
static void remark_put(FILE *out, const ws_session *s) {
    const ws_draft *draft = &s->script.draft;
    for (size_t i = 0; i < s->journal.count; i++)
        if (is_remark(s->journal.entries[i].text))
            return;
    if (!*draft->note)
        return;
    fprintf(out, "%s ", remarks[draft->remark]);
    ws_quoted(out, draft->note);
    fputc('\n', out);
}

static void hosts_put(FILE *out, const ws_script *script) {
    const ws_timed_lines *waiting = &script->waiting;
    for (size_t i = 0; i < waiting->count; i++)
        fprintf(out, "%s\n", waiting->line[i].text);
}

static void line_put(FILE *out, uint64_t cycle, const char *text) {
    if (!begins_with(text, "end"))
        fprintf(out, "@%" PRIu64 " %s\n", cycle, text);
}

/* Writes the lines of the scenario and of the branch, in the order in which they act. */
static void lines_put(FILE *out, const ws_script *script, const ws_branch *branch) {
    const ws_timed_lines *timed = &script->timed;
    const ws_journal *typed = &branch->typed;
    ws_lines_ahead course = ws_lines_ahead_of(timed, timed->count, typed, typed->count);
    ws_timeline_mark line;
    while (ws_lines_ahead_next(&course, &line))
        line_put(out, line.cycle, line.text);
}

static void stage_put(FILE *out, const ws_script *script) {
    const ws_timed_lines *stage = &script->stage;
    for (size_t i = 0; i < stage->count; i++)
        line_put(out, stage->line[i].cycle, stage->line[i].text);
}

/* Returns the cycle of a typed `end` of the branch, else the end of the scenario. */
static uint64_t end_of(const ws_session *s, const ws_branch *branch) {
    const ws_journal *typed = &branch->typed;
    const ws_journal_entry *entry = typed->entries;
    for (size_t i = 0; i < typed->count; i++, entry++)
        if (begins_with(entry->text, "end"))
            return entry->cycle;
    return s->script.end;
}

/* A branch, and how its scenario names the network file. */
typedef struct saving {
    const ws_session *session;
    const ws_branch *branch;
    const char *network;
    const char *title;
} saving;

static void scenario_put(FILE *out, const saving *of) {
    const ws_session *s = of->session;
    const ws_branch *saved = of->branch;
    const ws_script *script = &s->script;
    uint64_t end = end_of(s, saved);
    fprintf(out, "# Saved from %s, branch %s, at cycle %" PRIu64 ".\n", s->name, saved->name,
            saved->reached);
    fputs("title ", out);
    const char *title = of->title;
    if (!title)
        title = script->draft.title;
    ws_quoted(out, title);
    fputc('\n', out);
    settings_put(out, &s->first, of->network);
    fprintf(out, "seed %" PRId64 "\n", s->first.seed);
    hosts_put(out, script);
    fprintf(out, "warmup %" PRIu64 "\n", script->draft.warmup);
    remark_put(out, s);
    stage_put(out, script);
    lines_put(out, script, saved);
    if (end < WS_CYCLES_MAX)
        fprintf(out, "@%" PRIu64 " end\n", end);
}

/* Returns the text of the scenario, with only the name of a network file. Owned by the caller. */
static char *scenario_text(const ws_session *session, size_t branch, const char *network,
                           const char *title) {
    char *text = NULL;
    size_t size;
    const saving of = {
        .session = session,
        .branch = &session->branches.branch[branch],
        .network = network,
        .title = title,
    };
    FILE *out = ws_text_stream(&text, &size);
    scenario_put(out, &of);
    fclose(out);
    return text;
}

/* ---- files ---- */

/* Writes a text without zero bytes to a new file. */
static bool file_write(const char *path, const char *text, ws_error *error) {
    const int new_file = O_WRONLY | O_CREAT | O_EXCL;
    int file = open(path, new_file | O_CLOEXEC, 0666);
    if (file < 0)
        return fail_with(error, "%.300s: %s", path, strerror(errno));
    FILE *out = ws_must(fdopen(file, "w"));
    bool written = fputs(text, out) >= 0;
    bool closed = fclose(out) == 0;
    if (written && closed)
        return true;
    return fail_with(error, "%.300s: %s", path, strerror(errno));
}

/* The network file is the last that a scenario reads. */
static bool network_write(const ws_session *s, const char *path, ws_error *error) {
    const ws_script *script = &s->script;
    const ws_source *network = script->files[script->file_count - 1];
    return file_write(path, network->text, error);
}

bool ws_session_save_scenario(const ws_session *s, size_t branch, const char *path,
                              const char *title, ws_error *error) {
    char network[512];
    size_t length = strlen(path);
    size_t stem = length - strlen(SUFFIX);
    bool is_named = length > strlen(SUFFIX) && text_is(path + stem, SUFFIX);
    if (!is_named || length + sizeof NETWORK > sizeof network)
        return fail_with(error, "invalid name `%.200s`: expected NAME.ws, e.g. mine.ws", path);
    snprintf(network, sizeof network, "%.*s" NETWORK, (int)stem, path);
    bool has_file = s->first.topology == WS_TOPOLOGY_FILE;
    if (has_file && !network_write(s, network, error))
        return false;
    const char *slash = strrchr(network, '/');
    const char *name = slash ? slash + 1 : network;
    char *text = scenario_text(s, branch, name, title);
    bool good = file_write(path, text, error);
    free(text);
    return good;
}
