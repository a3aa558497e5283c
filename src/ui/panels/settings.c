/* settings.c - the parameters. Beside the map: value, unit and keys of those that can be changed
 * while the network runs, a row each, and how many others this network does not read. Expanded: all
 * of them, with those that the build fixes and a new network can change, and what the chosen one
 * means.
 *
 * The rows beside the map are the live parameters that have keys, in the order of the key table: a
 * parameter joins by being bound. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/language/params.h"
#include "ui/focus.h"
#include "ui/panel.h"

#define VALUE_X      20 /* where values stand, and in a wide panel */
#define VALUE_WIDE_X 22
#define DOC_X        52 /* what a parameter means, in a panel so wide */
#define DOC_ROWS     3  /* below the list: of the chosen one */

/* ---- the rows ---- */

static bool is_read(const ws_view *view, const ws_param *param) {
    return ws_param_read_by(param, &view->frame->def);
}

/* The live parameters that have keys and that this network reads, or does not, in the order of the
 * key table. */
static size_t bound_collect(const ws_view *view, bool read, ws_setting rows[WS_SETTINGS_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < view->keys->count && count < WS_SETTINGS_MAX;
         i = ws_subject_end(view->keys, i)) {
        const ws_param *param = ws_binding_param(&view->keys->binding[i]);
        if (param && param->live && is_read(view, param) == read)
            rows[count++] = (ws_setting){param, i, WS_SETTING_LIVE};
    }
    return count;
}

static ws_setting_group group_of(const ws_view *view, const ws_param *param) {
    if (!is_read(view, param))
        return WS_SETTING_UNREAD;
    return param->live ? WS_SETTING_LIVE : WS_SETTING_BUILD;
}

static size_t binding_of(const ws_keys *keys, const ws_param *param) {
    size_t i = 0;
    while (i < keys->count && ws_binding_param(&keys->binding[i]) != param)
        i++;
    return i;
}

static size_t all_collect(const ws_view *view, ws_setting rows[WS_SETTINGS_MAX]) {
    size_t count = 0;
    for (int group = WS_SETTING_LIVE; group <= WS_SETTING_UNREAD; group++)
        for (size_t i = 0; i < ws_param_count && count < WS_SETTINGS_MAX; i++) {
            const ws_param *param = &ws_params[i];
            if (group_of(view, param) == (ws_setting_group)group)
                rows[count++] =
                    (ws_setting){param, binding_of(view->keys, param), (ws_setting_group)group};
        }
    return count;
}

size_t ws_settings_list(const ws_view *view, ws_setting rows[WS_SETTINGS_MAX]) {
    if (ws_view_expands(view, WS_PANEL_SETTINGS))
        return all_collect(view, rows);
    return bound_collect(view, true, rows);
}

/* ---- one row ---- */

/* A mark that follows the sizing rule shows what the rule gives. */
static void value_print(const ws_view *view, const ws_param *param, char *text, size_t room) {
    uint32_t in_force = strcmp(param->name, "stop-mark") == 0 ? view->frame->stop : view->frame->go;
    bool is_mark = strcmp(param->name, "stop-mark") == 0 || strcmp(param->name, "go-mark") == 0;
    if (is_mark && in_force)
        snprintf(text, room, "%u", in_force);
    else
        ws_param_print(param, &view->frame->def, text, room);
}

/* What it was before it was changed, if it was. */
static int old_draw(const ws_view *view, const ws_pen *pen, int column, int line,
                    const ws_param *param) {
    size_t i = 0;
    while (i < view->session.change_count && view->session.change[i].param != param)
        i++;
    if (i == view->session.change_count)
        return 0;
    int columns = ws_pen_text(pen, column, line, WS_ROLE_FAINT, view->session.change[i].was);
    return columns +
           ws_pen_text(pen, column + columns, line, WS_ROLE_MARK, view->glyphs->ascii ? ">" : "→");
}

/* What is being typed in its place. */
static int typed_draw(const ws_view *view, const ws_pen *pen, int column, int line) {
    int columns = ws_pen_text(pen, column, line, WS_ROLE_PROMPT, view->focus.typed);
    ws_pen_glyph(pen, column + columns, line, ' ', WS_ROLE_CURSOR, 0);
    return columns + 1;
}

static void setting_draw(const ws_view *view, const ws_pen *pen, int line,
                         const ws_setting *setting, bool chosen) {
    char value[96];
    char keys[24] = "";
    const ws_param *param = setting->param;
    bool unread = setting->group == WS_SETTING_UNREAD;
    int wide = pen->clip.w;
    int column = wide >= 36 ? VALUE_WIDE_X : VALUE_X;
    if (setting->binding < view->keys->count && !view->keyless)
        ws_subject_keys(view->keys, setting->binding, false, keys, sizeof keys);
    if (chosen)
        ws_pen_fill(pen, (ws_rect){0, line, wide, 1}, ' ', WS_ROLE_CHANGED);
    if (!view->keyless)
        ws_pen_print(pen, 0, line, unread ? WS_ROLE_FAINT : WS_ROLE_KEY, "%-3s", keys);
    ws_role role = unread ? WS_ROLE_FAINT : WS_ROLE_TEXT;
    column = ws_max(column,
                    5 + ws_pen_text(pen, 4, line, chosen ? WS_ROLE_SELECTED : role, param->name));
    if (chosen && *view->focus.typed) {
        typed_draw(view, pen, column, line);
        return;
    }
    column += old_draw(view, pen, column, line, param);
    value_print(view, param, value, sizeof value);
    column += 1 + ws_pen_text(pen, column, line, unread ? WS_ROLE_FAINT : WS_ROLE_STRONG, value);
    if (column + ws_text_columns(param->unit) <= wide)
        column += ws_pen_text(pen, column, line, WS_ROLE_FAINT, param->unit);
    if (wide <= DOC_X + 50 || column >= DOC_X)
        return;
    uint32_t more = view->glyphs->code[WS_GLYPH_MORE];
    int end = DOC_X + ws_pen_text(pen, DOC_X, line, WS_ROLE_FAINT, param->doc);
    if (end > wide) /* all of it stands below the list */
        ws_pen_glyph(pen, wide - 1, line, more, WS_ROLE_FAINT, 0);
}

/* ---- beside the map ---- */

/* How many bound parameters this network does not read: their names and keys are in the expanded
 * panel. Nothing if there are none. */
static void unread_draw(const ws_view *view, const ws_pen *pen, int line) {
    ws_setting unread[WS_SETTINGS_MAX];
    size_t count = bound_collect(view, false, unread);
    if (count)
        ws_pen_print(pen, 4, line, WS_ROLE_FAINT, "%zu more have no effect here", count);
}

int ws_settings_rows(const ws_view *view) {
    ws_setting rows[WS_SETTINGS_MAX];
    size_t unread = bound_collect(view, false, rows);
    return 1 + (int)bound_collect(view, true, rows) + (unread > 0);
}

int ws_settings_least(const ws_view *view) {
    ws_setting rows[WS_SETTINGS_MAX];
    return 1 + (int)bound_collect(view, true, rows);
}

int ws_settings_more(const ws_view *view, int rows) {
    ws_setting list[WS_SETTINGS_MAX];
    bool expanded = ws_view_expands(view, WS_PANEL_SETTINGS);
    return expanded ? 0 : (int)bound_collect(view, true, list) - rows;
}

const char *ws_settings_aside(const ws_view *view, int more, char *text, size_t room) {
    char routing[64];
    ws_param_print(ws_param_find("routing"), &view->frame->def, routing, sizeof routing);
    if (more > 0)
        snprintf(text, room, " %s, %d more ", routing, more);
    else
        snprintf(text, room, " routing %s ", routing);
    return text;
}

/* How many rows are out of sight above: the chosen one of a panel of few lines is in sight. */
static int scrolled(const ws_view *view, int rows) {
    bool held = ws_view_holds(view, WS_PANEL_SETTINGS);
    return held ? ws_max(view->focus.row + 1 - rows, 0) : 0;
}

/* ---- expanded ---- */

static const char *const group_titles[] = {
    [WS_SETTING_LIVE] = "change while it runs",
    [WS_SETTING_BUILD] = "change by a new network: what is under way is lost",
    [WS_SETTING_UNREAD] = "no effect in this network",
};

/* The row of the panel in which a setting stands, below the titles of the groups. */
static int row_of(const ws_setting *rows, size_t which) {
    int titles = 1;
    for (size_t i = 1; i <= which; i++)
        titles += rows[i].group != rows[i - 1].group;
    return (int)which + titles;
}

static void doc_draw(const ws_view *view, const ws_pen *pen, int line, const ws_param *param) {
    char text[400];
    ws_def def = ws_def_default();
    char usual[96];
    ws_pen_fill(pen, (ws_rect){0, line, pen->clip.w, 1}, view->glyphs->code[WS_GLYPH_LINE_H],
                WS_ROLE_RULE);
    ws_param_print(param, &def, usual, sizeof usual);
    snprintf(text, sizeof text, "%s: %s (default %s)", param->name, param->doc, usual);
    ws_words_draw(pen, 1, line + 1, WS_ROLE_TEXT, text);
}

static void expanded_draw(const ws_view *view, const ws_pen *pen) {
    ws_setting rows[WS_SETTINGS_MAX];
    size_t count = all_collect(view, rows);
    size_t chosen = ws_min(view->focus.row, (int)count - 1);
    int room = ws_max(pen->clip.h - DOC_ROWS, 1);
    int top =
        ws_clamp(row_of(rows, chosen) - room / 2, 0, ws_max(row_of(rows, count - 1) + 1 - room, 0));
    ws_pen list = ws_pen_sub(pen, (ws_rect){0, 0, pen->clip.w, room});
    ws_pen shifted = ws_pen_shift(&list, 0, -top);
    for (size_t i = 0; i < count; i++) {
        int line = row_of(rows, i);
        if (i == 0 || rows[i].group != rows[i - 1].group)
            ws_pen_text(&shifted, 1, line - 1, WS_ROLE_TITLE, group_titles[rows[i].group]);
        setting_draw(view, &shifted, line, &rows[i], i == chosen);
    }
    doc_draw(view, pen, room, rows[chosen].param);
}

void ws_settings_draw(const ws_view *view, const ws_pen *pen) {
    if (ws_view_expands(view, WS_PANEL_SETTINGS)) {
        expanded_draw(view, pen);
        return;
    }
    ws_setting rows[WS_SETTINGS_MAX];
    size_t count = bound_collect(view, true, rows);
    bool held = ws_view_holds(view, WS_PANEL_SETTINGS);
    ws_pen list = ws_pen_shift(pen, 0, -scrolled(view, pen->clip.h));
    for (size_t i = 0; i < count; i++)
        setting_draw(view, &list, (int)i, &rows[i], held && (int)i == view->focus.row);
    unread_draw(view, &list, (int)count);
}

int ws_settings_pick(const ws_view *view, int line, int height) {
    ws_setting rows[WS_SETTINGS_MAX];
    size_t count = ws_settings_list(view, rows);
    if (!ws_view_expands(view, WS_PANEL_SETTINGS)) {
        line += scrolled(view, height);
        return line < (int)count ? line : -1;
    }
    int room = ws_max(height - DOC_ROWS, 1);
    size_t chosen = ws_min(view->focus.row, (int)count - 1);
    int top =
        ws_clamp(row_of(rows, chosen) - room / 2, 0, ws_max(row_of(rows, count - 1) + 1 - room, 0));
    for (size_t i = 0; i < count && line < room; i++)
        if (row_of(rows, i) - top == line)
            return (int)i;
    return -1;
}
