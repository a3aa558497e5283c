/* complete.c - see complete.h. All that is offered comes from the tables of commands and
 * parameters. */
#include "session/language/complete.h"
#include "session/language/text.h"

#include "session/language/commands.h"

#include <stdio.h>
#include <string.h>

static size_t word_copy(char *to, const char *from, size_t length) {
    snprintf(to, WS_COMPLETION_TEXT, "%.*s", (int)length, from);
    return length;
}

void ws_completions_begin(ws_completions *c, const char *line, size_t length) {
    c->count = c->total = c->words = 0;
    c->word[0] = '\0';
    for (size_t at = 0;;) {
        while (at < length && line[at] == ' ')
            at++;
        size_t end = at;
        while (end < length && line[end] != ' ')
            end++;
        c->begin = at;
        if (end == length) {
            word_copy(c->word, line + at, end - at);
            return;
        }
        if (c->words < WS_COMPLETION_WORDS)
            word_copy(c->before[c->words], line + at, end - at);
        c->words++;
        at = end;
    }
}

void ws_completions_offer(ws_completions *c, const char *text, const char *doc) {
    if (strncmp(text, c->word, strlen(c->word)) != 0)
        return;
    c->total++;
    if (c->count == WS_COMPLETIONS_MAX)
        return;
    ws_completion *item = &c->item[c->count++];
    snprintf(item->text, sizeof item->text, "%s", text);
    item->doc = doc;
}

void ws_completions_offer_list(ws_completions *c, const char *list) {
    for (char name[WS_COMPLETION_TEXT]; *list;) {
        size_t length = strcspn(list, "|");
        word_copy(name, list, length);
        ws_completions_offer(c, name, "");
        list += length + (list[length] == '|');
    }
}

void ws_completions_offer_nodes(ws_completions *c, const ws_graph *graph, int32_t first,
                                int32_t end) {
    for (int32_t i = first; i < end; i++)
        ws_completions_offer(c, graph->node[i].name, "");
}

const char *ws_completions_common(const ws_completions *c, char *text, size_t room) {
    snprintf(text, room, "%s", c->count ? c->item[0].text : c->word);
    for (size_t i = 1; i < c->count; i++) {
        size_t same = 0;
        while (text[same] && text[same] == c->item[i].text[same])
            same++;
        text[same] = '\0';
    }
    return text;
}

/* ----------------------------------------------------------------------- command language ---- */

static void offer_commands(ws_completions *c) {
    for (size_t i = 0; i < ws_command_count; i++)
        if (ws_commands[i].where & WS_COMMAND_LIVE)
            ws_completions_offer(c, ws_commands[i].name, ws_commands[i].doc);
}

/* Those that can be changed now, and of them first those that this network reads. */
static void offer_params(ws_completions *c, const ws_def *def) {
    for (int read = 1; read >= 0; read--)
        for (size_t i = 0; i < ws_param_count; i++)
            if (ws_params[i].live && ws_param_read_by(&ws_params[i], def) == read)
                ws_completions_offer(c, ws_params[i].name,
                                     read ? ws_params[i].doc : "no effect in this network");
}

static void offer_values(ws_completions *c, const ws_param *param, const ws_def *def) {
    char now[WS_COMPLETION_TEXT];
    for (size_t i = 0; i < param->name_count; i++)
        ws_completions_offer(c, param->names[i], param->docs[i]);
    if (param->type == WS_PARAM_ENUM) {
        ws_completions_offer(c, "++", "the next one");
        ws_completions_offer(c, "--", "the one before");
    } else if (param->type != WS_PARAM_LENGTH) {
        ws_param_print(param, def, now, sizeof now);
        ws_completions_offer(c, now, param->unit);
    }
}

/* NAME= of what can be built, and behind it the whole word with a value. */
static void offer_builds(ws_completions *c) {
    char text[WS_COMPLETION_TEXT];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *p = &ws_params[i];
        size_t length = strlen(p->name);
        snprintf(text, sizeof text, "%s=", p->name);
        if (strncmp(c->word, text, length + 1) != 0)
            ws_completions_offer(c, text, p->doc);
        for (size_t v = 0; v < p->name_count && strncmp(c->word, text, length + 1) == 0; v++) {
            snprintf(text + length + 1, sizeof text - length - 1, "%s", p->names[v]);
            ws_completions_offer(c, text, p->docs[v]);
            text[length + 1] = '\0';
        }
    }
}

static const char *word_before(const ws_completions *c) {
    return c->words <= WS_COMPLETION_WORDS ? c->before[c->words - 1] : "";
}

static void offer_host(ws_completions *c, const ws_graph *graph) {
    const char *before = word_before(c);
    int32_t hosts = graph->switches + graph->hosts;
    if (c->words == 1) {
        ws_completions_offer(c, "all", "all hosts");
        ws_completions_offer_nodes(c, graph, graph->switches, hosts);
    } else if (text_is(before, "send-to")) {
        ws_completions_offer(c, "any", "as the traffic pattern has it");
        ws_completions_offer_nodes(c, graph, graph->switches, hosts);
    } else if (text_is(before, "class"))
        ws_completions_offer_list(c, "high|low|hot|background|any");
    else if (text_is(before, "load"))
        ws_completions_offer_list(c, "any");
    else
        ws_completions_offer_list(c, "send-to|class|load|silent");
}

void ws_complete_statement(ws_completions *c, const ws_def *def, const ws_graph *graph) {
    if (c->words == 0) {
        offer_commands(c);
        return;
    }
    const ws_param *param = c->words == 2 ? ws_param_find(c->before[1]) : NULL;
    if (text_is(c->before[0], "host"))
        offer_host(c, graph);
    else if (text_is(c->before[0], "rebuild"))
        offer_builds(c);
    else if (!text_is(c->before[0], "set"))
        return;
    else if (c->words == 1)
        offer_params(c, def);
    else if (param)
        offer_values(c, param, def);
}
