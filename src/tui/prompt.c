/* prompt.c - typing a line: a command, or a filter. The text is UTF-8; the cursor always stands
 * between characters. What may stand in place of the word before the cursor is found anew with
 * every key; Tab puts it there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paper/papers.h"
#include "session/language/params.h"
#include "session/language/tell.h"
#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/focus.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"

/* ---- complete ---- */

/* What may stand in the command line: the screen's own commands with their arguments, and behind
 * them what the command language knows. */

/* ---- kinds of arguments ---- */

static void offer_nodes(ws_tui *t, ws_completions *c) {
    const ws_graph *graph = &t->frame->graph;
    ws_completions_add_nodes(c, graph, 0, graph->switches + graph->hosts);
}

static void offer_themes(ws_tui *t, ws_completions *c) {
    (void)t;
    for (size_t i = 0; ws_theme_names[i]; i++)
        ws_completions_add(c, ws_theme_names[i], "");
}

static void offer_lenses(ws_tui *t, ws_completions *c) {
    for (unsigned i = 0; i < ws_lens_count; i++)
        if (!ws_lenses[i].absent || !ws_lenses[i].absent(t->frame))
            ws_completions_add(c, ws_lenses[i].name, ws_lenses[i].doc);
}

static void offer_altitudes(ws_tui *t, ws_completions *c) {
    (void)t;
    for (int i = 0; i < WS_ALTITUDES; i++)
        ws_completions_add(c, ws_altitudes[i].name, "");
}

static void offer_panels(ws_tui *t, ws_completions *c) {
    (void)t;
    for (size_t i = 0; i < ws_focus_count; i++)
        ws_completions_add(c, ws_focus_rows[i].name, "");
}

/* Those that may stand beside the map. */
static void offer_columns(ws_tui *t, ws_completions *c) {
    (void)t;
    for (size_t i = 0; i < WS_PANEL_COUNT; i++)
        if (ws_panels[i].where == WS_PANEL_COLUMN)
            ws_completions_add(c, ws_panels[i].name, "");
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
    {"FIGURE", false, offer_figures},      {"LENS", false, offer_lenses},
    {"ALTITUDE", false, offer_altitudes},  {"PANEL", false, offer_panels},
    {"PANEL...", true, offer_columns},
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
static void offer_set(ws_completions *c, const ws_field_lines *allow, bool live) {
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
static void offer_commands(ws_completions *c, const ws_field_lines *allow) {
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
static void offer_repair(ws_tui *t, ws_completions *c, const ws_field_lines *allow) {
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

/* ---- prompt ---- */

static void offers_renew(ws_tui *t) {
    ws_prompt *p = &t->prompt;
    p->choosing = false;
    ws_completions_begin(&p->completions, p->text, p->cursor);
    p->kind->offer(t, &p->completions);
}

void ws_prompt_open(ws_tui *t, const ws_prompt_kind *kind, const char *text) {
    ws_prompt *p = &t->prompt;
    p->open = true;
    p->kind = kind;
    p->history_place = 0;
    snprintf(p->text, sizeof p->text, "%s%s", text, *text ? " " : "");
    p->length = p->cursor = strlen(p->text);
    offers_renew(t);
}

static size_t place_before(const ws_prompt *p, size_t at) {
    if (at == 0)
        return 0;
    do
        at--;
    while (at > 0 && (p->text[at] & 0xc0) == 0x80);
    return at;
}

static size_t place_after(const ws_prompt *p, size_t at) {
    if (at < p->length)
        at++;
    while (at < p->length && (p->text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

static void text_cut(ws_prompt *p, size_t from, size_t to) {
    memmove(p->text + from, p->text + to, p->length - to + 1);
    p->length -= to - from;
    p->cursor = from;
}

static void text_insert(ws_prompt *p, uint32_t code) {
    char bytes[WS_CHARACTER_ROOM];
    size_t size = ws_character_put(code, bytes);
    char *at = p->text + p->cursor;
    size_t behind = p->length - p->cursor + 1;
    if (p->length + size >= sizeof p->text)
        return;
    memmove(at + size, at, behind);
    memcpy(at, bytes, size);
    p->length += size;
    p->cursor += size;
}

/* ---- completion ---- */

static void word_replace(ws_prompt *p, const char *word) {
    size_t length = strlen(word), begin = p->completions.begin;
    if (begin + length + (p->length - p->cursor) >= sizeof p->text)
        return;
    text_cut(p, begin, p->cursor);
    memmove(p->text + begin + length, p->text + begin, p->length - begin + 1);
    memcpy(p->text + begin, word, length);
    p->length += length;
    p->cursor = begin + length;
}

/* Behind a whole word a blank; not where a value follows at once. */
static void word_finish(ws_tui *t, const char *word) {
    size_t length = strlen(word);
    if (t->prompt.cursor == t->prompt.length && length && !strchr("=<>", word[length - 1]))
        text_insert(&t->prompt, ' ');
    offers_renew(t);
}

/* The place of the completion to choose: from none the first or last, else the next by `by`. */
static size_t next_choice(const ws_prompt *p, size_t count, int by) {
    if (p->choosing)
        return (p->chosen + count + (size_t)by) % count;
    return by > 0 ? 0 : count - 1;
}

/* As much as is certain; where nothing is, one after the other. */
static void complete(ws_tui *t, int by) {
    char common[WS_COMPLETION_TEXT];
    ws_prompt *p = &t->prompt;
    const ws_completions *c = &p->completions;
    if (c->count == 0)
        return;
    ws_completions_common(c, common, sizeof common);
    if (!p->choosing && c->count == 1) {
        word_replace(p, common);
        word_finish(t, common);
    } else if (!p->choosing && strlen(common) > strlen(c->word)) {
        word_replace(p, common);
        offers_renew(t);
    } else {
        p->chosen = next_choice(p, c->count, by);
        p->choosing = true;
        word_replace(p, c->item[p->chosen].text);
    }
}

/* ---- history ---- */

static ws_history *history_of(ws_prompt *p) {
    return &p->history[p->kind->history];
}

static void history_add(ws_prompt *p) {
    ws_history *h = history_of(p);
    if (p->length == 0 || (h->count && strcmp(h->line[0], p->text) == 0))
        return;
    if (h->count < WS_HISTORY_MAX)
        h->count++;
    memmove(h->line[1], h->line[0], (h->count - 1) * sizeof h->line[0]);
    memcpy(h->line[0], p->text, sizeof p->text);
}

static void history_go(ws_prompt *p, int by) {
    const ws_history *h = history_of(p);
    if ((by < 0 && p->history_place == 0) || (by > 0 && p->history_place == h->count))
        return;
    p->history_place += (size_t)by;
    snprintf(p->text, sizeof p->text, "%s", p->history_place ? h->line[p->history_place - 1] : "");
    p->length = p->cursor = strlen(p->text);
}

/* ---- keys ---- */

static void line_enter(ws_tui *t) {
    char line[WS_PROMPT_MAX];
    const ws_prompt_kind *kind = t->prompt.kind;
    while (t->prompt.length && t->prompt.text[t->prompt.length - 1] == ' ')
        t->prompt.text[--t->prompt.length] = '\0';
    memcpy(line, t->prompt.text, sizeof line);
    history_add(&t->prompt);
    t->prompt.open = false;
    if (*line || kind->takes_empty)
        kind->enter(t, line);
}

/* Moves the cursor, or changes the text. */
static void key_edit(ws_prompt *p, uint32_t key) {
    switch (key) {
    case WS_KEY_LEFT: p->cursor = place_before(p, p->cursor); return;
    case WS_KEY_RIGHT: p->cursor = place_after(p, p->cursor); return;
    case WS_KEY_HOME:
    case 1: p->cursor = 0; return; /* ^A */
    case WS_KEY_END:
    case 5: p->cursor = p->length; return; /* ^E */
    case WS_KEY_UP: history_go(p, 1); return;
    case WS_KEY_DOWN: history_go(p, -1); return;
    case WS_KEY_BACKSPACE:
        if (p->length == 0)
            p->open = false;
        text_cut(p, place_before(p, p->cursor), p->cursor);
        return;
    case WS_KEY_DELETE: {
        size_t at = p->cursor;
        text_cut(p, at, place_after(p, at));
        return;
    }
    case 21: text_cut(p, 0, p->cursor); return; /* ^U */
    default:
        if (p->length == 0 && key == (uint32_t)p->kind->sign)
            return; /* the line is open already */
        if (key >= ' ' && key < WS_KEY_BASE)
            text_insert(p, key);
    }
}

static void prompt_leave(ws_tui *t) {
    t->prompt.open = false;
    if (t->prompt.kind->left)
        t->prompt.kind->left(t);
}

void ws_prompt_key(ws_tui *t, uint32_t key, bool pasted) {
    ws_tui_touch(t);
    if (pasted && key < ' ')
        key = ' '; /* a pasted end of line must not run the line */
    switch (key) {
    case WS_KEY_ENTER: line_enter(t); return;
    case WS_KEY_ESCAPE:
    case 3: prompt_leave(t); return; /* ^C */
    case WS_KEY_TAB: complete(t, 1); break;
    case WS_KEY_BACK_TAB: complete(t, -1); break;
    default: key_edit(&t->prompt, key); offers_renew(t);
    }
    if (!t->prompt.open)
        prompt_leave(t);
    else if (t->prompt.kind->typed)
        t->prompt.kind->typed(t, t->prompt.text);
}
