/* keybar.c - the line at the bottom: the most useful keys, as a list of caps that are drawn and
 * can be pressed with the mouse. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ui/focus.h"
#include "ui/map/altitude.h"
#include "ui/panel.h"

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
    {"end A/B", {"split"}},
    {"command", {"command"}},
    {"quit", {"quit"}},
    {"first difference", {"differ"}},
    {"worm", {"select next"}},
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
static bool is_lessons_own(const ws_view_lesson *lesson, const ws_binding *binding) {
    bool is_character = binding->key < WS_KEY_BACKSPACE;
    if (is_character && strchr(lesson->takes, (int)binding->key))
        return true;
    for (size_t i = 0; i < lesson->keys; i++)
        if (strcasecmp(lesson->key[i].name, binding->name) == 0)
            return true;
    return strcmp(binding->command, "run-pause") == 0 && !lesson->away;
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

/* ---- the caps ---- */

/* What keys mean in a lesson stands before all others. */
static void lesson_caps(const ws_view_lesson *lesson, ws_keycaps *caps) {
    char name[WS_KEYCAP_TEXT];
    char label[WS_KEYCAP_TEXT];
    for (size_t i = 0; i < lesson->keys; i++) {
        const ws_lesson_key *key = &lesson->key[i];
        snprintf(name, sizeof name, " %s ", key->name);
        snprintf(label, sizeof label, "%s ", key->does);
        ws_keycaps_add(caps, key->key, name, label);
    }
}

/* The keys of an item, each a cap; what they do stands behind the last. Nothing of an item that
 * does not fit, or of which a key is the lesson's. Returns false behind the last that fits. */
static bool item_caps(const ws_view *v, const bar_item *item, int width, ws_keycaps *caps) {
    const ws_view_lesson *lesson = &v->lesson;
    char name[WS_KEYCAP_TEXT];
    char label[WS_KEYCAP_TEXT];
    const ws_binding *binding[2] = {NULL};
    size_t count = 0;
    int columns = 2 + ws_text_columns(label_of(v, item));
    for (size_t i = 0; i < 2; i++) {
        const ws_binding *found = binding_of(v->keys, item->lines[i]);
        if (!found)
            continue;
        if (lesson->shown && is_lessons_own(lesson, found))
            return true;
        binding[count++] = found;
        columns += 1 + ws_text_columns(found->name);
    }
    if (count && caps->x + columns > width)
        return false;
    for (size_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count;
        snprintf(name, sizeof name, is_last ? " %s " : " %s", binding[i]->name);
        snprintf(label, sizeof label, "%s ", label_of(v, item));
        ws_keycaps_add(caps, binding[i]->key, name, is_last ? label : "");
    }
    return true;
}

ws_keycaps ws_keybar_caps(const ws_view *v, int width) {
    char text[48];
    ws_keycaps caps = {.count = 0};
    if (v->lesson.shown)
        lesson_caps(&v->lesson, &caps);
    if (v->focus.held) {
        snprintf(text, sizeof text, " %s ", ws_focus_held(v)->name);
        ws_keycaps_add(&caps, 0, text, " ");
    }
    width -= altitude_text(v, text, sizeof text);
    const bar_item *item = bar_of(v);
    while (item->label && item_caps(v, item, width, &caps))
        item++;
    return caps;
}

/* The altitude stands at the right end. */
void ws_keybar_draw(const ws_view *v, const ws_pen *pen) {
    char altitude[48];
    ws_keycaps caps = ws_keybar_caps(v, pen->clip.w);
    int right = pen->clip.w - altitude_text(v, altitude, sizeof altitude);
    ws_pen_fill(pen, (ws_rect){0, 0, pen->clip.w, 1}, ' ', WS_ROLE_KEY_LABEL);
    ws_keycaps_draw(&caps, pen);
    ws_pen_text(pen, ws_max(caps.x, right), 0, WS_ROLE_KEY_LABEL, altitude);
}
