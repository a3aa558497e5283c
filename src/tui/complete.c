/* complete.c - what may stand in the command line: the screen's own commands with their
 * arguments, and behind them what the command language knows. */
#include "tui/complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paper/papers.h"
#include "session/language/params.h"
#include "tui/commands.h"
#include "tui/state.h"

/* --------------------------------------------------------------------------------- kinds of
 * arguments ---- */

static void offer_nodes(ws_tui *t, ws_completions *c) {
    const ws_graph *graph = &t->frame->graph;
    ws_completions_add_nodes(c, graph, 0, graph->switches + graph->hosts);
}

static void offer_themes(ws_tui *t, ws_completions *c) {
    (void)t;
    for (size_t i = 0; ws_theme_names[i]; i++)
        ws_completions_add(c, ws_theme_names[i], "");
}

static void offer_conditions(ws_tui *t, ws_completions *c) {
    (void)t;
    for (size_t i = 0; i < WS_QUANTITY_COUNT && c->words == 1; i++)
        ws_completions_add(c, ws_quantities[i].name, ws_quantities[i].doc);
    for (size_t i = 0; i < ws_compare_count && c->words == 2; i++)
        ws_completions_add(c, ws_compares[i].name, ws_compares[i].doc);
}

static void offer_breaks(ws_tui *t, ws_completions *c) {
    size_t count;
    char number[16];
    const ws_break *breaks = ws_watch_breaks(t->watch, &count);
    for (size_t i = 0; i < count; i++) {
        snprintf(number, sizeof number, "%u", breaks[i].number);
        ws_completions_add(c, number, breaks[i].text);
    }
}

static void offer_branches(ws_tui *t, ws_completions *c) {
    for (size_t i = 0; i < ws_session_branch_count(t->session); i++)
        ws_completions_add(c, ws_session_branch(t->session, i).name, "");
}

static void offer_filter(ws_tui *t, ws_completions *c) {
    ws_filter_complete(c, t->frame);
}

static void offer_figures(ws_tui *t, ws_completions *c) {
    char name[WS_COMPLETION_TEXT];
    ws_papers papers;
    ws_error error;
    (void)t;
    bool good = ws_papers_list(&papers, &error);
    for (size_t i = 0; good && i < papers.count; i++)
        for (size_t k = 0; k < papers.paper[i].figures; k++) {
            char *number = ws_figure_number(papers.paper[i].path[k]);
            snprintf(name, sizeof name, "%.20s/%.40s", papers.paper[i].name, number);
            ws_completions_add(c, name, "");
            free(number);
        }
    ws_papers_free(&papers);
}

static const struct {
    const char *name;
    bool many; /* more than one word */
    void (*offer)(ws_tui *t, ws_completions *c);
} kinds[] = {
    {"NODE", false, offer_nodes},          {"THEME", false, offer_themes},
    {"CONDITION", true, offer_conditions}, {"BREAK", false, offer_breaks},
    {"FILTER", true, offer_filter},        {"BRANCH", false, offer_branches},
    {"FIGURE", false, offer_figures},
};

/* ------------------------------------------------------------------------------------------------
 * lines ---- */

/* One of the words of a list of arguments: what is written in small letters is meant as it is. */
static void offer_argument(ws_tui *t, ws_completions *c, const char *word, size_t length) {
    char name[WS_COMPLETION_TEXT];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0 && (c->words == 1 || kinds[i].many))
            kinds[i].offer(t, c);
    if (c->words == 1 && strpbrk(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL)
        ws_completions_add(c, name, "");
}

static void offer_arguments(ws_tui *t, ws_completions *c, const ws_screen_command *command) {
    for (const char *word = command->argument; *word;) {
        size_t length = strcspn(word, "|");
        offer_argument(t, c, word, length);
        word += length + (word[length] == '|');
    }
}

static void offer_statement(ws_tui *t, ws_completions *c) {
    const ws_net *net = ws_session_net(t->session);
    ws_complete_statement(c, ws_net_def(net), ws_net_graph(net));
}

/* ---- a repair ---- */

/* Names that a command of this name may set. */
static void offer_set(ws_completions *c, const ws_item_lines *allow, bool live) {
    for (size_t i = 0; i < allow->count; i++) {
        const ws_param *param = ws_param_find(allow->line[i]);
        char text[WS_COMPLETION_TEXT];
        if (!param || param->live != live)
            continue;
        snprintf(text, sizeof text, live ? "%s" : "%s=", param->name);
        ws_completions_add(c, text, param->doc);
    }
}

/* The commands for what may be changed, each once. */
static void offer_commands(ws_completions *c, const ws_item_lines *allow) {
    bool sets[2] = {false, false};
    for (size_t i = 0; i < allow->count; i++) {
        const ws_param *param = ws_param_find(allow->line[i]);
        if (param)
            sets[param->live] = true;
        else
            ws_completions_add(c, allow->line[i], "");
    }
    if (sets[true])
        ws_completions_add(c, "set", "");
    if (sets[false])
        ws_completions_add(c, "rebuild", "");
}

/* What the repair at hand allows, and nothing else. */
static void offer_repair(ws_tui *t, ws_completions *c, const ws_item_lines *allow) {
    if (c->words == 0)
        offer_commands(c, allow);
    else if (strcmp(c->before[0], "rebuild") == 0)
        offer_set(c, allow, false);
    else if (c->words == 1 && strcmp(c->before[0], "set") == 0)
        offer_set(c, allow, true);
    else
        offer_statement(t, c);
}

static void offer_line(ws_tui *t, ws_completions *c) {
    const ws_item *repair = ws_tui_lesson_repair(t);
    if (repair)
        offer_repair(t, c, &repair->allow);
    else
        offer_statement(t, c);
    for (const ws_screen_command *const *table = t->commands; *table; table++)
        for (const ws_screen_command *command = *table; command->name; command++) {
            if (c->words == 0)
                ws_completions_add(c, command->name, command->doc);
            else if (strcmp(c->before[0], command->name) == 0)
                offer_arguments(t, c, command);
        }
}

const ws_prompt_kind ws_prompt_command = {
    .sign = ':',
    .history = WS_HISTORY_COMMANDS,
    .enter = ws_tui_command,
    .offer = offer_line,
};
