/* theme.c - reads themes, and maps colours to what a terminal has.
 *
 * In 256 colours the nearest of the 6 x 6 x 6 cube and the grey ramp is taken, never one of the first 16: those are the user's
 * own. In 16 and 8 colours hue decides, since distance in RGB makes pale colours white. */
#include "ui/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/library/find.h"
#include "session/language/line.h"
#include "wormscope/memory.h"

const char *const ws_theme_names[] = {"dark", "light", "projector", "okabe-ito", "solarized", "nord", "mono", NULL};

#define ROLE_NAME(id, name, fg, bg, attr, doc) name,
const char *const ws_role_names[WS_ROLE_COUNT] = {WS_ROLES(ROLE_NAME)};

#define ROLE_DOC(id, name, fg, bg, attr, doc) doc,
const char *const ws_role_docs[WS_ROLE_COUNT] = {WS_ROLES(ROLE_DOC)};

#define NONE                                    WS_COLOUR_NONE
#define ROLE_STYLE(id, name, fg, bg, attr, doc) {fg, bg, attr},
static const ws_style built_in[WS_ROLE_COUNT] = {WS_ROLES(ROLE_STYLE)};

/* What a role leaves open it takes from `text`. */
static void theme_complete(ws_theme *theme) {
    const ws_style *text = &theme->style[WS_ROLE_TEXT];
    for (int r = 0; r < WS_ROLE_COUNT; r++) {
        if (theme->style[r].fg == NONE) theme->style[r].fg = text->fg;
        if (theme->style[r].bg == NONE) theme->style[r].bg = text->bg;
    }
}

ws_theme ws_theme_default(void) {
    ws_theme theme = {.title = "built-in dark"};
    memcpy(theme.style, built_in, sizeof built_in);
    theme_complete(&theme);
    return theme;
}

/* ---------------------------------------------------------------------------------------------- parsing ---- */

static const struct {
    const char *name;
    uint16_t attr;
} attributes[] = {{"bold", WS_BOLD}, {"dim", WS_DIM}, {"underline", WS_UNDERLINE}, {"reverse", WS_REVERSE}};

const char *ws_style_text(const ws_style *style, char *text, size_t room) {
    size_t used = 0;
    const struct {
        const char *name;
        uint32_t rgb;
    } inks[] = {{"fg", style->fg}, {"bg", style->bg}};
    *text = '\0';
    for (size_t i = 0; i < 2; i++)
        if (inks[i].rgb != NONE && used < room)
            used +=
                (size_t)snprintf(text + used, room - used, "%s%s #%06X", used ? " " : "", inks[i].name, (unsigned)inks[i].rgb);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (style->attr & attributes[i].attr && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%s", used ? " " : "", attributes[i].name);
    return text;
}

/* In our lines # begins a comment; behind fg and bg it begins a colour. There it is masked before the line is cut into words. */
#define COLOUR_MARK '$'

static void colours_mask(char *row) {
    for (char *at = row; *at; at++) {
        if ((at[0] != 'f' && at[0] != 'b') || at[1] != 'g' || (at[2] != ' ' && at[2] != '\t')) continue;
        char *next = at + 2 + strspn(at + 2, " \t");
        if (*next == '#') *next = COLOUR_MARK;
    }
}

static bool colour_parse(const ws_line *line, size_t word, uint32_t *rgb, ws_error *error) {
    const char *text = word < line->count ? line->word[word].text : "";
    bool marked = text[0] == COLOUR_MARK;
    if (marked && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6) {
        *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
        return true;
    }
    return ws_fail(error, line, word, "`%s%s` is no colour; write #RRGGBB, such as #D55E00", marked ? "#" : "", text + marked);
}

static int attribute_find(const char *name) {
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (strcmp(attributes[i].name, name) == 0) return attributes[i].attr;
    return 0;
}

static int role_find(const char *name) {
    for (int r = 0; r < WS_ROLE_COUNT; r++)
        if (strcmp(ws_role_names[r], name) == 0) return r;
    return -1;
}

static bool style_parse(ws_theme *theme, const ws_line *line, ws_error *error) {
    if (line->count < 2) return ws_fail(error, line, 1, "style names no role; write `style ROLE fg #RRGGBB`");
    int role = role_find(line->word[1].text);
    if (role < 0) return ws_fail_name(error, line, 1, "style role", ws_role_names, WS_ROLE_COUNT, sizeof *ws_role_names);
    ws_style style = {NONE, NONE, 0};
    for (size_t i = 2; i < line->count; i++) {
        const char *word = line->word[i].text;
        int attr = attribute_find(word);
        if (attr) style.attr |= (uint16_t)attr;
        else if (strcmp(word, "fg") == 0 || strcmp(word, "bg") == 0) {
            if (!colour_parse(line, ++i, *word == 'f' ? &style.fg : &style.bg, error)) return false;
        } else
            return ws_fail(error, line, i, "`%s` is nothing that a style has; write fg, bg, bold, dim, underline or reverse",
                           word);
    }
    theme->style[role] = style;
    return true;
}

static bool line_parse(ws_theme *theme, const ws_line *line, ws_error *error) {
    if (line->count == 0) return true;
    if (strcmp(line->word[0].text, "style") == 0) return style_parse(theme, line, error);
    if (strcmp(line->word[0].text, "title") == 0 && line->count == 2) {
        snprintf(theme->title, sizeof theme->title, "%s", line->word[1].text);
        return true;
    }
    return ws_fail(error, line, 0, "`%s` is no line of a theme; write `style ROLE ...` or `title \"...\"`", line->word[0].text);
}

bool ws_theme_parse(ws_theme *theme, const char *name, const char *text, size_t length, ws_error *error) {
    ws_theme read = {.title = ""};
    for (int r = 0; r < WS_ROLE_COUNT; r++) read.style[r] = (ws_style){NONE, NONE, 0};
    ws_source *source = ws_source_text(name, NULL, text, length, error);
    if (!source) return false;
    ws_reader reader = {.source = source};
    const char *row;
    size_t size;
    ws_line *line = malloc(sizeof *line);
    if (!line) ws_no_memory(0);
    bool good = true;
    while (good && ws_reader_next(&reader, &row, &size)) {
        ws_place place = {source, reader.line, 1};
        char *masked = strndup(row, size);
        if (!masked) ws_no_memory(0);
        colours_mask(masked);
        good = ws_line_split(line, place, masked, size, error) && line_parse(&read, line, error);
        free(masked);
    }
    free(line);
    ws_source_free(source);
    if (!good) return false;
    theme_complete(&read);
    *theme = read;
    return true;
}

/* ---------------------------------------------------------------------------------------------- finding ---- */

/* The user's own before those that come with the program. */
char *ws_theme_path(const char *name) {
    char file[256];
    if (strchr(name, '/')) return ws_copy_text(name, strlen(name));
    snprintf(file, sizeof file, "themes/%.200s.theme", name);
    char *path = ws_user_path(WS_CONFIG_DIR, file);
    if (path && access(path, R_OK) == 0) return path;
    free(path);
    return ws_find_data("themes", name, ".theme");
}

static bool fail_unknown(const char *name, ws_error *error) {
    char known[256] = "";
    for (size_t i = 0, used = 0; ws_theme_names[i] && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", ws_theme_names[i]);
    snprintf(error->text, sizeof error->text, "there is no theme `%.64s`; there are %s; or give a path with a `/`", name, known);
    return false;
}

bool ws_theme_open(ws_theme *theme, const char *name, ws_error *error) {
    char *path = ws_theme_path(name);
    if (!path) return fail_unknown(name, error);
    ws_source *source = ws_source_read(path, false, error);
    bool good = source && ws_theme_parse(theme, path, source->text, source->length, error);
    ws_source_free(source);
    free(path);
    return good;
}

/* ------------------------------------------------------------------------------------------- to terminals ---- */

typedef struct rgb {
    int r, g, b;
} rgb;

static rgb rgb_of(uint32_t c) { return (rgb){(int)(c >> 16 & 255), (int)(c >> 8 & 255), (int)(c & 255)}; }

static int rgb_distance(rgb a, rgb b) {
    int r = a.r - b.r, g = a.g - b.g, d = a.b - b.b;
    return 2 * r * r + 4 * g * g + 3 * d * d; /* the eye's weights, roughly */
}

static int cube_step(int v) { return v < 48 ? 0 : v < 115 ? 1 : (v - 35) / 40; }

static int map_256(rgb c) {
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    int r = cube_step(c.r), g = cube_step(c.g), b = cube_step(c.b);
    rgb cube = {level[r], level[g], level[b]};
    int grey = (c.r + c.g + c.b) / 3;
    int step = grey < 8 ? 0 : grey > 238 ? 23 : (grey - 3) / 10;
    rgb ramp = {8 + 10 * step, 8 + 10 * step, 8 + 10 * step};
    return rgb_distance(c, ramp) < rgb_distance(c, cube) ? 232 + step : 16 + 36 * r + 6 * g + b;
}

/* By hue: a component counts if it is well above the smallest; near-greys go to black or white. */
static int map_8(rgb c) {
    int high = c.r > c.g ? c.r : c.g, low = c.r < c.g ? c.r : c.g;
    if (c.b > high) high = c.b;
    if (c.b < low) low = c.b;
    if (high - low < 48 || high < 64) return high >= 112 ? 7 : 0;
    int middle = (high + low) / 2;
    return (c.r > middle) | (c.g > middle) << 1 | (c.b > middle) << 2;
}

static int map_16(rgb c) {
    int base = map_8(c), high = c.r > c.g ? c.r : c.g;
    if (c.b > high) high = c.b;
    if (base == 0) return high >= 64 ? 8 : 0;
    return base + (high >= 224 ? 8 : 0);
}

int ws_colour_map(uint32_t colour, ws_colour_depth depth) {
    if (colour == NONE) return -1;
    rgb c = rgb_of(colour);
    switch (depth) {
    case WS_DEPTH_DIRECT: return colour < 8 ? 0 : (int)colour; /* numbers below 8 are the palette's */
    case WS_DEPTH_256: return map_256(c);
    case WS_DEPTH_16: return map_16(c);
    case WS_DEPTH_8: return map_8(c);
    case WS_DEPTH_MONO: return -1;
    }
    return -1;
}
