/* themes.c - every theme that is shipped can be read and its inks be told from their ground; wrong lines are named by place;
 * colours reach small palettes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/theme.h"

static double linear(uint32_t channel) {
    double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}
static double luminance(uint32_t c) {
    return 0.2126 * linear(c >> 16 & 255) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255);
}
static double contrast(uint32_t a, uint32_t b) {
    double x = luminance(a), y = luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* What may be faint: the ground on which the rest lies. */
static bool may_be_faint(int role) {
    return role == WS_ROLE_RULE || role == WS_ROLE_IDLE || role == WS_ROLE_HEAT0 || role == WS_ROLE_HEAT1;
}

static void test_shipped(const char *name) {
    ws_theme theme;
    ws_error error = {""};
    if (!ok(ws_theme_open(&theme, name, &error), "%s can be read %s", name, error.text)) return;
    double worst = 99;
    int worst_role = 0;
    for (int r = 0; r < WS_ROLE_COUNT; r++) {
        const ws_style *s = &theme.style[r];
        if (s->fg == WS_COLOUR_NONE || s->bg == WS_COLOUR_NONE || may_be_faint(r)) continue;
        if (contrast(s->fg, s->bg) < worst) worst = contrast(s->fg, s->bg), worst_role = r;
    }
    ok(worst >= 3.0, "%s: every ink has a contrast of 3 or more (%s %.2f)", name, ws_role_names[worst_role], worst);
}

static void test_wrong(const char *text, const char *wanted) {
    ws_theme theme = ws_theme_default(), before = theme;
    ws_error error = {""};
    bool read = ws_theme_parse(&theme, "my.theme", text, strlen(text), &error);
    ok(!read && strstr(error.text, wanted), "%s", error.text);
    ok(memcmp(&theme, &before, sizeof theme) == 0, "and nothing is changed");
}

int main(void) {
    ws_theme theme;
    ws_error error;
    for (size_t i = 0; ws_theme_names[i]; i++) test_shipped(ws_theme_names[i]);
    ok(!ws_theme_open(&theme, "drak", &error) && strstr(error.text, "dark"), "%s", error.text);
    test_wrong("style blocked fg red\n", "my.theme:1:18");
    test_wrong("\nstyle blokced fg #D55E00\n", "my.theme:2:7");
    test_wrong("style blocked fg #D55E0 # short\n", "`#D55E0`");
    test_wrong("style blocked fg #D55E00 blink\n", "my.theme:1:26");
    test_wrong("style text fg\n", "my.theme:1:14");
    test_wrong("color blocked\n", "my.theme:1:1");
    const char good[] = "# mine\ntitle \"Mine\"\nstyle text fg #ffffff bg #000000 # white\nstyle blocked fg #d55e00 bold\n";
    ok(ws_theme_parse(&theme, "my.theme", good, strlen(good), &error), "a right one is read");
    ok(theme.style[WS_ROLE_BLOCKED].fg == 0xd55e00 && theme.style[WS_ROLE_BLOCKED].attr == WS_BOLD, "with its colours");
    ok(theme.style[WS_ROLE_IDLE].fg == 0xffffff && theme.style[WS_ROLE_IDLE].bg == 0, "roles left out look like text");
    ok(ws_colour_map(0xd55e00, WS_DEPTH_DIRECT) == 0xd55e00, "direct colour is the colour");
    ok(ws_colour_map(0xd55e00, WS_DEPTH_256) == 166, "256 colours: the cube");
    ok(ws_colour_map(0x101010, WS_DEPTH_256) == 233, "256 colours: the greys");
    ok(ws_colour_map(0xd55e00, WS_DEPTH_8) == 1, "8 colours: the hue");
    ok(ws_colour_map(0x56b4e9, WS_DEPTH_8) == 6, "8 colours: sky blue is cyan");
    ok(ws_colour_map(0xffffff, WS_DEPTH_MONO) == -1, "none: the terminal's own");
    return done();
}
