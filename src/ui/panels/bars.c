/* bars.c - the two lines at the bottom: what the last command did (or the command being typed; else
 * a deadlock, the latest note,
 * the title), and the most useful keys. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ui/focus.h"
#include "ui/map/altitude.h"
#include "ui/view.h"

static void prompt_draw(const ws_view *v, const ws_pen *pen) {
    int w = pen->clip.w, shift = ws_max(v->line.prompt_cursor + 4 - w, 0);
    ws_pen_fill(pen, (ws_rect){0, 0, w, 1}, ' ', WS_ROLE_PROMPT);
    ws_pen inner = ws_pen_sub(pen, (ws_rect){2, 0, ws_max(w - 2, 0), 1});
    ws_pen_glyph(pen, 0, 0, (uint32_t)v->line.prompt_sign, WS_ROLE_PROMPT, 0);
    ws_pen_text(&inner, -shift, 0, WS_ROLE_PROMPT, v->line.prompt);
    const char *rest = v->line.prompt;
    for (int i = 0; i < v->line.prompt_cursor && *rest; i++)
        ws_text_next(&rest);
    uint32_t under = *rest ? ws_text_next(&rest) : ' ';
    ws_pen_glyph(&inner, v->line.prompt_cursor - shift, 0,
                 v->glyphs->ascii ? ws_glyph_fold(under) : under, WS_ROLE_CURSOR, 0);
}

/* What the scenario says; in a lesson on it the lesson has the word. */
static const char *note_of(const ws_view *view) {
    if (view->lesson.shown || !view->session.note)
        return "";
    return view->session.note;
}

/* A note of the scenario is shown beside it: it may say why. */
static void deadlock_draw(const ws_view *v, const ws_pen *pen) {
    char since[32];
    int x = 1 + ws_pen_print(
                    pen, 1, 0, WS_ROLE_DEADLOCK,
                    " Deadlock since cycle %s: %u in the ring, %u behind the ring; none can move ",
                    ws_count_text(v->session.deadlock_cycle, since, sizeof since),
                    v->frame->deadlock_worms, ws_frame_behind_ring(v->frame));
    ws_pen_text(pen, x + 2, 0, WS_ROLE_TEXT, note_of(v));
}

bool ws_message_is_long(const ws_view *v, int width) {
    return !v->line.prompt_open && *v->line.message && 1 + ws_text_columns(v->line.message) > width;
}

/* What a command has said, over two rows if one is too short. */
static void said_draw(const ws_view *v, const ws_pen *pen) {
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, pen->clip.h}, ' ', WS_ROLE_TEXT);
    ws_words_draw(pen, 1, 0, v->line.message_error ? WS_ROLE_ERROR : WS_ROLE_ECHO, v->line.message);
}

/* One row; what does not fit is marked. */
static void message_text(const ws_view *v, const ws_pen *pen, ws_role role, const char *text) {
    int w = pen->clip.w;
    if (1 + ws_pen_text(pen, 1, 0, role, text) > w)
        ws_pen_glyph(pen, w - 1, 0, v->glyphs->code[WS_GLYPH_MORE], WS_ROLE_KEY, 0);
}

/* What is longer than the row is read in lecture mode: how to get there is said. */
static void note_text(const ws_view *v, const ws_pen *pen, ws_role role, const char *text) {
    size_t i = 0;
    message_text(v, pen, role, text);
    while (i < v->keys->count && strcmp(v->keys->binding[i].command, "lecture") != 0)
        i++;
    if (1 + ws_text_columns(text) > pen->clip.w && i < v->keys->count)
        ws_pen_print_right(pen, pen->clip.w, 0, WS_ROLE_KEY, "%s %s: read more ",
                           v->glyphs->ascii ? "..." : "…", v->keys->binding[i].name);
}

static ws_role note_role(const ws_view *v) {
    return v->session.remark == WS_REMARK_QUESTION ? WS_ROLE_STRONG : WS_ROLE_TEXT;
}

void ws_message_draw(const ws_view *v, const ws_pen *pen) {
    if (v->line.prompt_open)
        prompt_draw(v, pen);
    else if (*v->line.message)
        said_draw(v, pen);
    else if (v->focus.held)
        message_text(v, pen, WS_ROLE_FAINT, ws_focus_held(v)->keys);
    else if (v->lecture)
        return; /* the rest stands in the caption */
    else if (v->frame->deadlock && v->session.remark == WS_REMARK_NOTE)
        deadlock_draw(v, pen); /* questions and answers speak of it */
    else if (*note_of(v))
        note_text(v, pen, note_role(v), note_of(v));
    else
        message_text(v, pen, WS_ROLE_FAINT, v->session.title);
}

bool ws_binding_is_useful(const ws_view *v, const ws_binding *binding) {
    const ws_param *param = ws_binding_param(binding);
    return !param || (param->live && ws_param_read_by(param, &v->frame->def));
}

/* The altitude of the map; returns its columns. */
static int altitude_text(const ws_view *v, char *text, size_t size) {
    int altitude = (int)v->map.plan->altitude;
    snprintf(text, size, " %s %s %d of %d ", ws_altitudes[altitude].name,
             v->glyphs->ascii ? ">" : "▸", altitude + 1, WS_ALTITUDES);
    return ws_text_columns(text);
}

/* What keys mean in a lesson stands before all others; returns the column behind. */
static int lesson_keys_draw(const ws_view *v, const ws_pen *pen) {
    int x = 0;
    for (size_t i = 0; i < v->lesson.keys; i++) {
        const ws_lesson_key *key = &v->lesson.key[i];
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY, " %s ", key->name);
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY_LABEL, "%s ", key->does);
    }
    return x;
}

/* What stands on the bar: the first key of each line. At most twelve keys; each is on German,
 * French and Spanish keyboards without
 * AltGr (tests/screens/keybar.c). The rest is in the help. */
typedef struct bar_item {
    const char *label;
    const char *lines[2];
} bar_item;

static const bar_item bar_desk[] = {
    {"help", {"help"}},        {"run", {"run-pause"}},    {"step", {"back 1", "step 1"}},
    {"panel", {"panel next"}}, {"worm", {"select next"}}, {"why", {"follow"}},
    {"fork", {"split"}},       {"quit", {"quit"}},        {"zoom", {"zoom in"}},
    {"command", {"command"}},  {"lens", {"lens next"}},   {NULL, {NULL}},
};
/* While a thing is selected. */
static const bar_item bar_selected[] = {
    {"help", {"help"}},       {"run", {"run-pause"}},    {"step", {"back 1", "step 1"}},
    {"act", {"act"}},         {"worm", {"select next"}}, {"why", {"follow"}},
    {"fork", {"split"}},      {"quit", {"quit"}},        {"zoom", {"zoom in"}},
    {"command", {"command"}}, {"let go", {"select none"}}, {NULL, {NULL}},
};
static const bar_item bar_beside[] = {
    {"help", {"help"}},
    {"run both", {"run-pause"}},
    {"step", {"back 1", "step 1"}},
    {"first difference", {"differ"}},
    {"end A/B", {"split"}},
    {"worm", {"select next"}},
    {"command", {"command"}},
    {NULL, {NULL}},
};
static const bar_item bar_held[] = {
    {"help", {"help"}},
    {"next panel", {"panel next"}},
    {"expand", {"panel expand"}},
    {"leave", {"select none"}},
    {NULL, {NULL}},
};

static const ws_binding *binding_of(const ws_keys *keys, const char *line) {
    for (size_t i = 0; line && i < keys->count; i++)
        if (strcmp(keys->binding[i].command, line) == 0)
            return &keys->binding[i];
    return NULL;
}

/* In a lesson some keys mean something else, or are named by the lesson itself. */
static bool is_lessons_own(const ws_view *v, const bar_item *item) {
    const ws_binding *binding = binding_of(v->keys, item->lines[0]);
    bool runs = strcmp(item->lines[0], "run-pause") == 0;
    if (!v->lesson.shown || !binding)
        return false;
    for (size_t i = 0; i < v->lesson.keys; i++)
        if (strcasecmp(v->lesson.key[i].name, binding->name) == 0)
            return true;
    return runs && !v->lesson.away;
}

static int item_text(const ws_view *v, const bar_item *item, char *text, size_t room) {
    size_t used = 0;
    for (size_t i = 0; i < 2; i++) {
        const ws_binding *binding = binding_of(v->keys, item->lines[i]);
        if (binding && used < room)
            used += (size_t)snprintf(text + used, room - used, " %s", binding->name);
    }
    if (used && used < room)
        snprintf(text + used, room - used, " ");
    return used ? ws_text_columns(text) : 0;
}

/* What the key does now: while it runs, it pauses. */
static const char *label_of(const ws_view *v, const bar_item *item) {
    bool runs = strcmp(item->lines[0], "run-pause") == 0;
    if (!runs || !v->session.running)
        return item->label;
    return v->other ? "pause both" : "pause";
}

static const bar_item *bar_of(const ws_view *v) {
    if (v->focus.held)
        return bar_held;
    if (v->other)
        return bar_beside;
    return ws_view_thing(v).kind == WS_THING_NONE ? bar_desk : bar_selected;
}

/* What the arrows do in the held panel stands first in its words. */
static int held_draw(const ws_view *v, const ws_pen *pen, int x) {
    const ws_focus_row *held = ws_focus_held(v);
    x += ws_pen_print(pen, x, 0, WS_ROLE_KEY, " %s ", held->name);
    return x;
}

/* The altitude stands at the right end, two blanks after the last key. */
void ws_keybar_draw(const ws_view *v, const ws_pen *pen) {
    char altitude[48];
    char keys[48];
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_KEY_LABEL);
    int x = v->lesson.shown ? lesson_keys_draw(v, pen) : 0;
    int w = pen->clip.w - altitude_text(v, altitude, sizeof altitude);
    if (v->focus.held)
        x = held_draw(v, pen, x) + 1;
    for (const bar_item *item = bar_of(v); item->label; item++) {
        int columns = item_text(v, item, keys, sizeof keys);
        if (columns == 0 || is_lessons_own(v, item))
            continue;
        const char *label = label_of(v, item);
        if (x + columns + ws_text_columns(label) + 1 > w)
            break;
        x += ws_pen_text(pen, x, 0, WS_ROLE_KEY, keys);
        x += ws_pen_print(pen, x, 0, WS_ROLE_KEY_LABEL, "%s ", label);
    }
    ws_pen_text(pen, x > w ? x : w, 0, WS_ROLE_KEY_LABEL, altitude);
}
