/* theme.c - reads themes. */
#include "ui/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/line.h"
#include "session/library/find.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

const char *const ws_theme_names[] = {"dark",      "light", "projector", "okabe-ito",
                                      "solarized", "nord",  "mono",      NULL};

#define ROLE_NAME(id, name, fg, bg, attr, doc) name,
const char *const ws_role_names[WS_ROLE_COUNT] = {WS_ROLES(ROLE_NAME)};

#define ROLE_DOC(id, name, fg, bg, attr, doc) doc,
const char *const ws_role_docs[WS_ROLE_COUNT] = {WS_ROLES(ROLE_DOC)};

#define NONE                                    WS_COLOUR_NONE
#define ROLE_STYLE(id, name, fg, bg, attr, doc) {fg, bg, attr},
static const ws_style built_in[WS_ROLE_COUNT] = {WS_ROLES(ROLE_STYLE)};

/* Steps of ramps must differ: where a theme with colours does not name them they are the
 * built-in ones. */
static void ramps_complete(ws_theme *theme) {
    if (theme->style[WS_ROLE_TEXT].bg == NONE)
        return;
    for (int i = WS_ROLE_HOT0; i <= WS_ROLE_CROWD; i++)
        if (theme->style[i].fg == NONE)
            theme->style[i].fg = built_in[i].fg;
}

/* What a role leaves open it takes from `text`. */
static void theme_complete(ws_theme *theme) {
    const ws_style *text = &theme->style[WS_ROLE_TEXT];
    ramps_complete(theme);
    for (int r = 0; r < WS_ROLE_COUNT; r++) {
        if (theme->style[r].fg == NONE)
            theme->style[r].fg = text->fg;
        if (theme->style[r].bg == NONE)
            theme->style[r].bg = text->bg;
    }
}

ws_theme ws_theme_default(void) {
    ws_theme theme = {.title = "built-in dark"};
    memcpy(theme.style, built_in, sizeof built_in);
    theme_complete(&theme);
    return theme;
}

/* ----------------------------------------------------------------------------------------------
 * parsing ---- */

static const struct {
    const char *name;
    uint16_t attr;
} attributes[] = {
    {"bold", WS_BOLD}, {"dim", WS_DIM}, {"underline", WS_UNDERLINE}, {"reverse", WS_REVERSE}};

const char *const ws_depth_names[WS_DEPTHS] = {"mono", "8", "16", "256", "direct"};

bool ws_depth_find(const char *name, ws_colour_depth by_itself, ws_colour_depth *depth) {
    bool is_auto = strcmp(name, "auto") == 0;
    int found = 0;
    while (!is_auto && found < WS_DEPTHS && strcmp(name, ws_depth_names[found]) != 0)
        found++;
    if (found == WS_DEPTHS)
        return false;
    *depth = is_auto ? by_itself : (ws_colour_depth)found;
    return true;
}

const char *ws_style_text(const ws_style *style, char *text, size_t room) {
    size_t used = 0;
    const struct {
        const char *name;
        uint32_t rgb;
    } inks[] = {{"fg", style->fg}, {"bg", style->bg}};
    *text = '\0';
    for (size_t i = 0; i < 2; i++)
        if (inks[i].rgb != NONE && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%s #%06X", used ? " " : "",
                                     inks[i].name, (unsigned)inks[i].rgb);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (style->attr & attributes[i].attr && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%s", used ? " " : "",
                                     attributes[i].name);
    return text;
}

/* In our lines # begins a comment; behind fg and bg it begins a colour. There it is masked
 * before the line is cut into words. */
#define COLOUR_MARK '$'

static void colours_mask(char *row) {
    for (char *at = row; *at; at++) {
        if ((at[0] != 'f' && at[0] != 'b') || at[1] != 'g' || (at[2] != ' ' && at[2] != '\t'))
            continue;
        char *next = at + 2 + strspn(at + 2, " \t");
        if (*next == '#')
            *next = COLOUR_MARK;
    }
}

static bool colour_parse(const ws_line *line, size_t word, uint32_t *rgb, ws_error *error) {
    const char *text = word < line->count ? line->word[word].text : "";
    bool marked = text[0] == COLOUR_MARK;
    if (marked && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6) {
        *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
        return true;
    }
    return ws_fail(error, line, word, "invalid colour `%s%s`: expected #RRGGBB, such as #D55E00",
                   marked ? "#" : "", text + marked);
}

static int attribute_find(const char *name) {
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (strcmp(attributes[i].name, name) == 0)
            return attributes[i].attr;
    return 0;
}

/* Themes of old name the worms' colours worm-0 ...: they are the hues. */
static int role_find(const char *name) {
    char hue[] = "hue-0";
    if (strncmp(name, "worm-", 5) == 0 && name[5] != '\0' && name[6] == '\0') {
        hue[4] = name[5];
        name = hue;
    }
    for (int r = 0; r < WS_ROLE_COUNT; r++)
        if (strcmp(ws_role_names[r], name) == 0)
            return r;
    return -1;
}

static bool style_parse(ws_theme *theme, const ws_line *line, ws_error *error) {
    if (line->count < 2)
        return ws_fail(error, line, 1, "style names no role; write `style ROLE fg #RRGGBB`");
    int role = role_find(line->word[1].text);
    if (role < 0)
        return ws_fail_name(error, line, 1, "style role", WS_NAMES(ws_role_names, WS_ROLE_COUNT));
    ws_style style = {NONE, NONE, 0};
    for (size_t i = 2; i < line->count; i++) {
        const char *word = line->word[i].text;
        int attr = attribute_find(word);
        if (attr)
            style.attr |= (uint16_t)attr;
        else if (strcmp(word, "fg") == 0 || strcmp(word, "bg") == 0) {
            if (!colour_parse(line, ++i, *word == 'f' ? &style.fg : &style.bg, error))
                return false;
        } else
            return ws_fail(
                error, line, i,
                "`%s` is nothing that a style has; write fg, bg, bold, dim, underline or reverse",
                word);
    }
    theme->style[role] = style;
    return true;
}

static bool line_parse(ws_theme *theme, const ws_line *line, ws_error *error) {
    if (line->count == 0)
        return true;
    if (strcmp(line->word[0].text, "style") == 0)
        return style_parse(theme, line, error);
    if (strcmp(line->word[0].text, "title") == 0 && line->count == 2) {
        snprintf(theme->title, sizeof theme->title, "%s", line->word[1].text);
        return true;
    }
    return ws_fail(error, line, 0,
                   "invalid line `%s` in a theme: expected `style ROLE ...` or `title \"...\"`",
                   line->word[0].text);
}

bool ws_theme_parse(ws_theme *theme, const char *name, const char *text, size_t length,
                    ws_error *error) {
    ws_theme read = {.title = ""};
    for (int r = 0; r < WS_ROLE_COUNT; r++)
        read.style[r] = (ws_style){NONE, NONE, 0};
    ws_source *source = ws_source_text(name, NULL, text, length, error);
    if (!source)
        return false;
    ws_reader reader = {.source = source};
    const char *row;
    size_t size;
    ws_line *line = malloc(sizeof *line);
    if (!line)
        ws_no_memory(0);
    bool good = true;
    while (good && ws_reader_next(&reader, &row, &size)) {
        ws_place place = {source, reader.line, 1};
        char *masked = strndup(row, size);
        if (!masked)
            ws_no_memory(0);
        colours_mask(masked);
        good = ws_line_split(line, place, masked, size, error) && line_parse(&read, line, error);
        free(masked);
    }
    free(line);
    ws_source_free(source);
    if (!good)
        return false;
    theme_complete(&read);
    *theme = read;
    return true;
}

/* ----------------------------------------------------------------------------------------------
 * finding ---- */

/* The user's own before those that come with the program. */
char *ws_theme_path(const char *name) {
    char file[256];
    if (strchr(name, '/'))
        return ws_copy_text(name, strlen(name));
    snprintf(file, sizeof file, "themes/%.200s.theme", name);
    char *path = ws_user_path(WS_CONFIG_DIR, file);
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    return ws_find_data("themes", name, ".theme");
}

static bool fail_unknown(const char *name, ws_error *error) {
    char known[256] = "";
    for (size_t i = 0, used = 0; ws_theme_names[i] && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 ws_theme_names[i]);
    snprintf(error->text, sizeof error->text,
             "unknown theme `%.64s`; there are %s; or give a path with a `/`", name, known);
    return false;
}

bool ws_theme_open(ws_theme *theme, const char *name, ws_error *error) {
    char *path = ws_theme_path(name);
    if (!path)
        return fail_unknown(name, error);
    ws_source *source = ws_source_read(path, false, error);
    bool good = source && ws_theme_parse(theme, path, source->text, source->length, error);
    ws_source_free(source);
    free(path);
    return good;
}
