/* themes.c - every theme that is shipped can be read and its inks be told from their ground; wrong lines are named by place;
 * colours reach small palettes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/ink.h"
#include "ui/map/painter.h"
#include "ui/palette.h"
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

/* What may be faint: the ground on which the rest lies, and steps of ramps far from what matters. */
static bool may_be_faint(int role) {
    bool is_far = role > WS_ROLE_HOT4 && role <= WS_ROLE_HOT7;
    bool is_calm = role >= WS_ROLE_CALM0 && role <= WS_ROLE_CALM6;
    bool is_area = (role >= WS_ROLE_GRAPH0 && role <= WS_ROLE_GRAPH5) || role == WS_ROLE_STREET || role == WS_ROLE_CROWD;
    return role == WS_ROLE_RULE || role == WS_ROLE_IDLE || role == WS_ROLE_HEAT0 || role == WS_ROLE_HEAT1 || is_far || is_calm ||
           is_area;
}

static double distance(uint32_t a, uint32_t b) {
    double sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) sum += pow((double)(a >> shift & 255) - (double)(b >> shift & 255), 2);
    return sqrt(sum);
}

/* Steps of a ramp can be told apart, and with 16 colours at least four of them. */
static void test_ramp(const ws_theme *theme, const char *name, ws_role first, int steps) {
    ws_palette *palette = malloc(sizeof *palette);
    double least = 999;
    bool seen[16] = {false};
    int numbers = 0;
    ws_palette_begin(palette, theme, WS_DEPTH_16);
    for (int i = 0; i < steps; i++) {
        uint32_t colour = theme->style[(int)first + i].fg;
        int number = ws_palette_map(palette, colour);
        if (colour == WS_COLOUR_NONE) break;
        if (number >= 0 && !seen[number]) numbers++, seen[number] = true;
        for (int j = 0; j < i; j++) least = fmin(least, distance(colour, theme->style[(int)first + j].fg));
    }
    if (theme->style[first].fg != WS_COLOUR_NONE)
        ok(least >= 14 && numbers >= (steps > 4 ? 4 : 2), "%s: the steps of %s differ (%.0f; %d of 16 colours)", name,
           ws_role_names[first], least, numbers);
    free(palette);
}

static void test_ramps(const ws_theme *theme, const char *name) {
    test_ramp(theme, name, WS_ROLE_HOT0, WS_HOT_STEPS);
    test_ramp(theme, name, WS_ROLE_CALM0, WS_CALM_STEPS);
    test_ramp(theme, name, WS_ROLE_HUE0, WS_HUE_STEPS);
    test_ramp(theme, name, WS_ROLE_GRAPH0, WS_GRAPH_STEPS);
    test_ramp(theme, name, WS_ROLE_FLOW0, WS_FLOW_STEPS);
}

/* A dark tint keeps its hue; a step mixed with the ground becomes plain, then grey. */
static void test_palette(void) {
    ws_theme theme = ws_theme_default();
    ws_palette *palette = malloc(sizeof *palette);
    ws_palette_begin(palette, &theme, WS_DEPTH_256);
    static const struct { uint32_t rgb; int number; } dark[] = {{0xfff6bf, 229}, {0xffd84a, 221}, {0xffa826, 214}, {0xe0404b, 167},
        {0xb02e72, 125}, {0x1e6270, 24}, {0x56b4e9, 74}, {0xa79cf2, 147}};
    for (unsigned i = 0; i < sizeof dark / sizeof *dark; i++)
        ok(ws_palette_map(palette, dark[i].rgb) == dark[i].number, "#%06X is %d of 256 (%d)", dark[i].rgb, dark[i].number,
           ws_palette_map(palette, dark[i].rgb));
    int dim = ws_palette_map(palette, 0x6a3a1d);
    ok(dim < 232, "a dimmed orange does not become a grey (%d)", dim);
    ws_palette_begin(palette, &theme, WS_DEPTH_16);
    ok(ws_palette_map(palette, 0xf9702b) == 9, "16 colours: the table of the ramp");
    ok(ws_palette_map(palette, 0x9b4a23) == 1, "mixed with the ground it is plain (%d)", ws_palette_map(palette, 0x9b4a23));
    ok(ws_palette_map(palette, 0x662f1d) == 8, "and then grey (%d)", ws_palette_map(palette, 0x662f1d));
    ok(ws_palette_map(palette, 0x0d1117) == 0, "the ground is black");
    uint32_t far = theme.style[WS_ROLE_HOT7].fg;
    int faded = ws_palette_map(palette, ws_ink_mix(far, theme.style[WS_ROLE_TEXT].bg, 45));
    ok(ws_palette_map(palette, far) == 8 && faded == 8, "the far end of the ramp is grey, and so is what fades of it (%d)", faded);
    ws_palette_begin(palette, &theme, WS_DEPTH_8);
    ok(ws_palette_map(palette, far) == 1, "8 colours: there is no grey, it is seen all the same");
    free(palette);
}

/* What a worm holds without a flit in it tells whose it is, also in 256 colours. */
static void test_held(const char *name) {
    ws_theme theme;
    ws_error error = {0};
    bool apart = ws_theme_open(&theme, name, &error);
    uint32_t ground = theme.style[WS_ROLE_TEXT].bg;
    int number[8];
    for (int i = 0; i < 8; i++) {
        uint32_t ink = ws_ink_mix(theme.style[WS_ROLE_HUE0 + i].fg, ground, WS_HELD_DIM);
        number[i] = ws_colour_map(ink, WS_DEPTH_256);
        apart = apart && number[i] < 232;
        for (int j = 0; j < i; j++) apart = apart && number[i] != number[j];
    }
    ok(apart, "%s: 256 colours tell apart what worms of eight hues hold", name);
}

static void test_shipped(const char *name) {
    ws_theme theme;
    ws_error error = {0};
    if (!ok(ws_theme_open(&theme, name, &error), "%s can be read %s", name, error.text)) return;
    double worst = 99;
    int worst_role = 0;
    for (int r = 0; r < WS_ROLE_COUNT; r++) {
        const ws_style *s = &theme.style[r];
        if (s->fg == WS_COLOUR_NONE || s->bg == WS_COLOUR_NONE || may_be_faint(r)) continue;
        if (contrast(s->fg, s->bg) < worst) worst = contrast(s->fg, s->bg), worst_role = r;
    }
    ok(worst >= 3.0, "%s: every ink has a contrast of 3 or more (%s %.2f)", name, ws_role_names[worst_role], worst);
    test_ramps(&theme, name);
}

static void test_wrong(const char *text, const char *wanted) {
    ws_theme theme = ws_theme_default(), before = theme;
    ws_error error = {0};
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
    test_palette();
    static const char *const projected[] = {"dark", "light", "projector"};
    for (int i = 0; i < 3; i++) test_held(projected[i]);
    return done();
}
