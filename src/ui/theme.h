/* theme.h - how each role looks: colours and attributes, from a text file.
 *
 * A theme file has lines `style ROLE [fg #RRGGBB] [bg #RRGGBB] [bold] [dim] [underline]
 * [reverse]`, an optional `title "..."`, blank lines and comments. A role that it does not name
 * looks like `text`, but for the steps of ramps, which are then those of the built-in theme.
 * palette.h maps colours to what the terminal has. */
#ifndef WS_THEME_H
#define WS_THEME_H

#include <stddef.h>
#include <stdint.h>

#include "ui/roles.h"
#include "wormscope/wormscope.h"

typedef struct ws_style {
    uint32_t fg, bg; /* 0xRRGGBB or WS_COLOUR_NONE: the terminal's own */
    uint16_t attr;
} ws_style;

typedef struct ws_theme {
    char title[64];
    ws_style style[WS_ROLE_COUNT];
} ws_theme;

typedef enum ws_colour_depth {
    WS_DEPTH_MONO,
    WS_DEPTH_8,
    WS_DEPTH_16,
    WS_DEPTH_256,
    WS_DEPTH_DIRECT
} ws_colour_depth;
#define WS_DEPTHS (WS_DEPTH_DIRECT + 1)

/* How many colours a terminal shows, by name: "mono", "8", "16", "256", "direct". */
extern const char *const ws_depth_names[WS_DEPTHS];
#define WS_DEPTHS_EXPECTED "auto, direct, 256, 16, 8 or mono"
/* "auto" is `by_itself`; false for an unknown name, and nothing is set. */
bool ws_depth_find(const char *name, ws_colour_depth by_itself, ws_colour_depth *depth);

/* The built-in dark theme. */
ws_theme ws_theme_default(void);
/* Reads a theme from text; false with file:line:col in the error, and the theme untouched. */
bool ws_theme_parse(ws_theme *theme, const char *name, const char *text, size_t length,
                    ws_error *error);
/* By name ("dark": in the user's configuration, else among those that come with the program) or
 * by path (with a '/'). */
bool ws_theme_open(ws_theme *theme, const char *name, ws_error *error);
/* The file that a name or path stands for; NULL if there is none. Owned by the caller. */
char *ws_theme_path(const char *name);
/* Names of the themes that are shipped, NULL-terminated; the order in which the key steps
 * through them. */
extern const char *const ws_theme_names[];

extern const char *const ws_role_names[WS_ROLE_COUNT];
extern const char
    *const ws_role_docs[WS_ROLE_COUNT]; /* "" of those that go on with the one before */

/* "fg #D8DEE6 bg #10141A bold", as a theme file says it; "" for a style of nothing. */
const char *ws_style_text(const ws_style *style, char *text, size_t room);

#endif
