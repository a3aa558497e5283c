/* prompt.c - typing a line: a command, or a filter. The text is UTF-8; the cursor always stands
 * between characters. What may stand in place of the word before the cursor is found anew with
 * every key; Tab puts it there. */
#include "tui/prompt.h"
#include "session/language/tell.h"

#include <stdio.h>
#include <string.h>

#include "tui/loop.h"
#include "tui/state.h"

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

/* ------------------------------------------------------------------------------ completion ---- */

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

/* --------------------------------------------------------------------------------- history ---- */

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

/* ------------------------------------------------------------------------------------ keys ---- */

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
