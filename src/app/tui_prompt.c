/* tui_prompt.c - typing a line of the command language. The text is UTF-8; the cursor always stands between characters. */
#include <stdio.h>
#include <string.h>

#include "app/tui_state.h"

void ws_prompt_open(ws_tui *t, const char *text) {
    ws_prompt *p = &t->prompt;
    p->open = true;
    p->history_place = 0;
    snprintf(p->text, sizeof p->text, "%s%s", text, *text ? " " : "");
    p->length = p->cursor = strlen(p->text);
}

static size_t place_before(const ws_prompt *p, size_t at) {
    if (at == 0) return 0;
    do at--;
    while (at > 0 && (p->text[at] & 0xc0) == 0x80);
    return at;
}

static size_t place_after(const ws_prompt *p, size_t at) {
    if (at < p->length) at++;
    while (at < p->length && (p->text[at] & 0xc0) == 0x80) at++;
    return at;
}

static void text_cut(ws_prompt *p, size_t from, size_t to) {
    memmove(p->text + from, p->text + to, p->length - to + 1);
    p->length -= to - from;
    p->cursor = from;
}

static void text_insert(ws_prompt *p, uint32_t c) {
    char bytes[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (p->length + n >= sizeof p->text) return;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; c >>= 6) bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(lead[n] | c);
    memmove(p->text + p->cursor + n, p->text + p->cursor, p->length - p->cursor + 1);
    memcpy(p->text + p->cursor, bytes, n);
    p->length += n;
    p->cursor += n;
}

static void history_add(ws_prompt *p) {
    if (p->length == 0 || (p->history_count && strcmp(p->history[0], p->text) == 0)) return;
    if (p->history_count < WS_HISTORY_MAX) p->history_count++;
    memmove(p->history[1], p->history[0], (p->history_count - 1) * sizeof p->history[0]);
    memcpy(p->history[0], p->text, sizeof p->text);
}

static void history_go(ws_prompt *p, int by) {
    if ((by < 0 && p->history_place == 0) || (by > 0 && p->history_place == p->history_count)) return;
    p->history_place += (size_t)by;
    snprintf(p->text, sizeof p->text, "%s", p->history_place ? p->history[p->history_place - 1] : "");
    p->length = p->cursor = strlen(p->text);
}

static void line_enter(ws_tui *t) {
    char line[WS_PROMPT_MAX];
    memcpy(line, t->prompt.text, sizeof line);
    history_add(&t->prompt);
    t->prompt.open = false;
    ws_tui_command(t, line);
}

void ws_prompt_key(ws_tui *t, uint32_t key, bool pasted) {
    ws_prompt *p = &t->prompt;
    ws_tui_touch(t);
    if (pasted && key < ' ') key = ' '; /* a pasted end of line must not run the line */
    switch (key) {
    case WS_KEY_ENTER: line_enter(t); return;
    case WS_KEY_ESCAPE:
    case 3: p->open = false; return; /* ^C */
    case WS_KEY_LEFT: p->cursor = place_before(p, p->cursor); return;
    case WS_KEY_RIGHT: p->cursor = place_after(p, p->cursor); return;
    case WS_KEY_HOME:
    case 1: p->cursor = 0; return; /* ^A */
    case WS_KEY_END:
    case 5: p->cursor = p->length; return; /* ^E */
    case WS_KEY_UP: history_go(p, 1); return;
    case WS_KEY_DOWN: history_go(p, -1); return;
    case WS_KEY_BACKSPACE:
        if (p->length == 0) p->open = false;
        text_cut(p, place_before(p, p->cursor), p->cursor);
        return;
    case WS_KEY_DELETE: {
        size_t at = p->cursor;
        text_cut(p, at, place_after(p, at));
        return;
    }
    case 21: text_cut(p, 0, p->cursor); return; /* ^U */
    default:
        if (key >= ' ' && key < WS_KEY_BASE) text_insert(p, key);
    }
}
