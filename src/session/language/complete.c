/* complete.c - see complete.h. All completions come from the tables of commands and parameters. */
#include "session/language/complete.h"
#include "session/language/text.h"

#include "session/language/commands.h"

#include <stdio.h>
#include <string.h>

static void word_copy(char *to, const char *from, const char *end) {
    snprintf(to, WS_COMPLETION_TEXT, "%.*s", (int)(end - from), from);
}

void ws_completions_begin(ws_completions *c, const char *line, size_t length) {
    const char *line_end = line + length;
    const char *at = line;
    c->count = c->total = c->words = 0;
    for (;;) {
        while (at < line_end && *at == ' ')
            at++;
        const char *end = memchr(at, ' ', (size_t)(line_end - at));
        c->begin = (size_t)(at - line);
        if (!end) {
            word_copy(c->word, at, line_end);
            return;
        }
        if (c->words < WS_COMPLETION_WORDS)
            word_copy(c->before[c->words], at, end);
        c->words++;
        at = end;
    }
}

void ws_completions_add(ws_completions *c, const char *text, const char *doc) {
    if (strncmp(text, c->word, strlen(c->word)) != 0)
        return;
    c->total++;
    if (c->count == WS_COMPLETIONS_MAX)
        return;
    ws_completion *item = &c->item[c->count++];
    snprintf(item->text, sizeof item->text, "%s", text);
    item->doc = doc;
}

/* Offers each of a list of names, separated by `|`. */
static void list_add(ws_completions *c, const char *list) {
    for (char name[WS_COMPLETION_TEXT]; *list;) {
        size_t length = strcspn(list, "|");
        word_copy(name, list, list + length);
        ws_completions_add(c, name, "");
        list += length + (list[length] == '|');
    }
}

void ws_completions_add_nodes(ws_completions *c, const ws_graph *graph, int32_t first,
                              int32_t end) {
    for (int32_t i = first; i < end; i++)
        ws_completions_add(c, graph->node[i].name, "");
}

const char *ws_completions_common(const ws_completions *c, char *text, size_t room) {
    snprintf(text, room, "%s", c->count ? c->item[0].text : c->word);
    for (size_t i = 1; i < c->count; i++) {
        const char *other = c->item[i].text;
        char *at = text;
        while (*at && *at == *other++)
            at++;
        *at = '\0';
    }
    return text;
}

/* ----------------------------------------------------------------------- command language ---- */

static void add_commands(ws_completions *c) {
    const ws_command *end = ws_commands + ws_command_count;
    for (const ws_command *command = ws_commands; command < end; command++) {
        if (command->where & WS_COMMAND_LIVE)
            ws_completions_add(c, command->name, command->doc);
    }
}

/* Offers the live parameters that this network reads, or those that it does not read. */
static void add_live(ws_completions *c, const ws_def *def, bool read) {
    const ws_param *end = ws_params + ws_param_count;
    for (const ws_param *param = ws_params; param < end; param++) {
        const char *doc = read ? param->doc : "no effect in this network";
        bool is_read = ws_param_read_by(param, def);
        if (param->live && is_read == read)
            ws_completions_add(c, param->name, doc);
    }
}

static void add_params(ws_completions *c, const ws_def *def) {
    add_live(c, def, true);
    add_live(c, def, false);
}

static void add_values(ws_completions *c, const ws_param *param, const ws_def *def) {
    char now[WS_COMPLETION_TEXT];
    for (size_t i = 0; i < param->name_count; i++)
        ws_completions_add(c, param->names[i], param->docs[i]);
    if (param->type == WS_PARAM_ENUM) {
        ws_completions_add(c, "++", "the next one");
        ws_completions_add(c, "--", "the one before");
    } else if (param->type != WS_PARAM_LENGTH) {
        ws_param_print(param, def, now, sizeof now);
        ws_completions_add(c, now, param->unit);
    }
}

/* Offers NAME=; once that is written, offers the whole word with each value. */
static void add_build(ws_completions *c, const ws_param *param) {
    char text[WS_COMPLETION_TEXT];
    snprintf(text, sizeof text, "%s=", param->name);
    if (strncmp(c->word, text, strlen(text)) != 0) {
        ws_completions_add(c, text, param->doc);
        return;
    }
    for (size_t i = 0; i < param->name_count; i++) {
        snprintf(text, sizeof text, "%s=%s", param->name, param->names[i]);
        ws_completions_add(c, text, param->docs[i]);
    }
}

static void add_builds(ws_completions *c) {
    for (size_t i = 0; i < ws_param_count; i++)
        add_build(c, &ws_params[i]);
}

static const char *word_before(const ws_completions *c) {
    return c->words <= WS_COMPLETION_WORDS ? c->before[c->words - 1] : "";
}

static void add_host_names(ws_completions *c, const ws_graph *graph) {
    int32_t first = graph->switches;
    int32_t end = first + graph->hosts;
    ws_completions_add_nodes(c, graph, first, end);
}

static void add_host(ws_completions *c, const ws_graph *graph) {
    const char *before = word_before(c);
    if (c->words == 1) {
        ws_completions_add(c, "all", "all hosts");
        add_host_names(c, graph);
    } else if (text_is(before, "send-to")) {
        ws_completions_add(c, "any", "as the traffic pattern says");
        add_host_names(c, graph);
    } else if (text_is(before, "class"))
        list_add(c, "high|low|hot|background|any");
    else if (text_is(before, "load"))
        list_add(c, "any");
    else
        list_add(c, "send-to|class|load|silent");
}

static void add_send(ws_completions *c, const ws_graph *graph) {
    if (c->words <= 2)
        add_host_names(c, graph);
}

static void add_cable(ws_completions *c, const ws_graph *graph) {
    if (c->words <= 2)
        ws_completions_add_nodes(c, graph, 0, graph->switches);
}

void ws_complete_statement(ws_completions *c, const ws_def *def, const ws_graph *graph) {
    if (c->words == 0) {
        add_commands(c);
        return;
    }
    const ws_param *param = c->words == 2 ? ws_param_find(c->before[1]) : NULL;
    const char *command = c->before[0];
    if (text_is(command, "host"))
        add_host(c, graph);
    else if (text_is(command, "send"))
        add_send(c, graph);
    else if (text_is(command, "cut") || text_is(command, "repair"))
        add_cable(c, graph);
    else if (text_is(command, "rebuild"))
        add_builds(c);
    else if (!text_is(command, "set"))
        return;
    else if (c->words == 1)
        add_params(c, def);
    else if (param)
        add_values(c, param, def);
}
