/* bars.c - the two lines at the bottom: what the last command did (or the command being typed), and the most useful keys. */
#include <stdio.h>
#include <string.h>

#include "ui/view.h"

static void prompt_draw(const ws_view *v, const ws_pen *pen) {
    int w = pen->clip.w, shift = ws_max(v->prompt_cursor + 4 - w, 0);
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_PROMPT);
    ws_pen inner = ws_pen_sub(pen, (ws_rect){2, 0, ws_max(w - 2, 0), 1});
    ws_pen_text(pen, 0, 0, WS_ROLE_PROMPT, ":");
    ws_pen_text(&inner, -shift, 0, WS_ROLE_PROMPT, v->prompt);
    const char *rest = v->prompt;
    for (int i = 0; i < v->prompt_cursor && *rest; i++) ws_text_next(&rest);
    uint32_t under = *rest ? ws_text_next(&rest) : ' ';
    ws_pen_glyph(&inner, v->prompt_cursor - shift, 0, v->glyphs->ascii ? ws_glyph_fold(under) : under, WS_ROLE_CURSOR, 0);
}

void ws_message_draw(const ws_view *v, const ws_pen *pen) {
    if (v->prompt_open)
        prompt_draw(v, pen);
    else if (*v->message)
        ws_pen_text(pen, 1, 0, v->message_error ? WS_ROLE_ERROR : WS_ROLE_ECHO, v->message);
    else if (v->note && *v->note)
        ws_pen_text(pen, 1, 0, WS_ROLE_TEXT, v->note);
}

/* Keys of one subject stand together: "[ ] segment". Returns the binding after the last of the subject. */
static size_t subject_end(const ws_keys *keys, size_t first) {
    size_t length = ws_binding_subject(&keys->binding[first]), i = first + 1;
    while (i < keys->count && ws_binding_subject(&keys->binding[i]) == length &&
           strncmp(keys->binding[i].help, keys->binding[first].help, length) == 0)
        i++;
    return i;
}

/* A key is shown once for each thing that it does; a second key for the same is left to the help. */
static bool is_repeat(const ws_keys *keys, size_t first, size_t i) {
    for (size_t j = first; j < i; j++)
        if (strcmp(keys->binding[j].command, keys->binding[i].command) == 0) return true;
    return false;
}

void ws_keybar_draw(const ws_view *v, const ws_pen *pen) {
    int x = 0, w = pen->clip.w;
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_KEY_LABEL);
    for (size_t first = 0, end; first < v->keys->count; first = end) {
        const ws_binding *binding = &v->keys->binding[first];
        int subject = (int)ws_binding_subject(binding);
        char keys[64] = "";
        end = subject_end(v->keys, first);
        for (size_t i = first; i < end && strlen(keys) < 32; i++)
            if (!is_repeat(v->keys, first, i))
                snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%s", *keys ? " " : "", v->keys->binding[i].name);
        int need = ws_text_columns(keys) + subject + 3;
        if (x + need > w) return;
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY, " %s ", keys);
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY_LABEL, "%.*s ", subject, binding->help);
    }
}
