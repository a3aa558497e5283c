/* palette.c - see palette.h. */
#include "ui/palette.h"
#include "ui/panel.h"

#include <math.h>
#include <stdlib.h>

#define NONE WS_COLOUR_NONE

typedef struct rgb {
    int red;
    int green;
    int blue;
} rgb;

/* Brightness, and what red and blue have beyond it: the hue is the angle between the two. */
typedef struct yuv {
    double light;
    double red;
    double blue;
} yuv;

static rgb rgb_of(uint32_t colour) {
    return (rgb){(int)(colour >> 16 & 255), (int)(colour >> 8 & 255), (int)(colour & 255)};
}

static int greatest(rgb c) {
    int high = c.red > c.green ? c.red : c.green;
    return high > c.blue ? high : c.blue;
}

static int least(rgb c) {
    int low = c.red < c.green ? c.red : c.green;
    return low < c.blue ? low : c.blue;
}

static yuv yuv_of(rgb c) {
    double light = .30 * c.red + .59 * c.green + .11 * c.blue;
    return (yuv){light, c.red - light, c.blue - light};
}

/* ------------------------------------------------------------------------- 256 colours ---- */

static rgb rgb_of_256(int number) {
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    if (number >= 232) {
        int grey = 8 + 10 * (number - 232);
        return (rgb){grey, grey, grey};
    }
    int place = number - 16;
    return (rgb){level[place / 36], level[place / 6 % 6], level[place % 6]};
}

/* A colour with a hue: a dark tint must not become a grey. */
static bool is_tinted(rgb c) {
    int spread = greatest(c) - least(c);
    return spread > 26 && 2 * spread > greatest(c);
}

static double distance_256(yuv one, yuv other, bool tinted) {
    double dy = one.light - other.light;
    double du = one.red - other.red;
    double dv = one.blue - other.blue;
    double distance = 1.6 * dy * dy + du * du + dv * dv;
    if (!tinted)
        return distance;
    double square = (one.red * one.red + one.blue * one.blue);
    square *= (other.red * other.red + other.blue * other.blue);
    double alike = one.red * other.red + one.blue * other.blue;
    double angle = square > 0 ? alike / sqrt(square) : 0;
    return distance + 2200 * (1 - angle); /* the hue counts more than its strength */
}

/* Steps of a ramp that would fall together, and greys that would become tints. */
static const struct {
    uint32_t rgb;
    int number;
} chosen[] = {
    {0x15303d, 235}, {0x1e6270, 24}, {0x2b3642, 237}, {0x6e7b89, 243}, {0x93a1b0, 247},
};

static int map_256(rgb c) {
    bool tinted = is_tinted(c);
    yuv wanted = yuv_of(c);
    double nearest = INFINITY;
    int best = 16;
    for (int i = 16; i < 256; i++) {
        rgb there = rgb_of_256(i);
        if (tinted && there.red == there.green && there.green == there.blue)
            continue;
        double distance = distance_256(wanted, yuv_of(there), tinted);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

/* ----------------------------------------------------------------------- 8, 16 colours ---- */

/* By hue: a component counts if it is well above the smallest; near-greys go to black or white,
 * and so do pale colours, whose hue is less than their light. */
static int map_8(rgb c) {
    int high = greatest(c);
    int low = least(c);
    if (high - low < 48 || high < 64 || 3 * low > 2 * high)
        return high >= 112 ? 7 : 0;
    int middle = (high + low) / 2;
    return (c.red > middle) | (c.green > middle) << 1 | (c.blue > middle) << 2;
}

static int map_16(rgb c) {
    int base = map_8(c);
    if (base == 0)
        return greatest(c) >= 64 ? 8 : 0;
    return base + (greatest(c) >= 224 ? 8 : 0);
}

int ws_colour_map(uint32_t colour, ws_colour_depth depth) {
    if (colour == NONE)
        return -1;
    switch (depth) {
    case WS_DEPTH_DIRECT: return (int)colour;
    case WS_DEPTH_256:
        for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
            if (chosen[i].rgb == colour)
                return chosen[i].number;
        return map_256(rgb_of(colour));
    case WS_DEPTH_16: return map_16(rgb_of(colour));
    case WS_DEPTH_8: return map_8(rgb_of(colour));
    case WS_DEPTH_MONO: return -1;
    }
    return -1;
}

/* ------------------------------------------------------------------------------- ramps ---- */

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE, BRIGHT = 8 };

/* The number of a role's colour on a dark ground, and on a light one. */
typedef struct anchor {
    ws_role role;
    uint8_t dark;
    uint8_t light;
} anchor;

static const anchor anchors[] = {
    {WS_ROLE_HOT0, WHITE + BRIGHT, BLACK},
    {WS_ROLE_HOT1, YELLOW + BRIGHT, RED},
    {WS_ROLE_HOT2, YELLOW, RED + BRIGHT},
    {WS_ROLE_HOT3, RED + BRIGHT, RED + BRIGHT},
    {WS_ROLE_HOT4, RED, YELLOW},
    {WS_ROLE_HOT5, RED, YELLOW},
    {WS_ROLE_HOT6, RED, YELLOW + BRIGHT},
    {WS_ROLE_HOT7, BLACK + BRIGHT, WHITE},
    {WS_ROLE_CALM0, BLACK + BRIGHT, WHITE},
    {WS_ROLE_CALM1, BLUE, CYAN + BRIGHT},
    {WS_ROLE_CALM2, BLUE, CYAN + BRIGHT},
    {WS_ROLE_CALM3, BLUE + BRIGHT, CYAN},
    {WS_ROLE_CALM4, CYAN, CYAN},
    {WS_ROLE_CALM5, CYAN, BLUE},
    {WS_ROLE_CALM6, GREEN, BLUE},
    {WS_ROLE_HUE0, CYAN, BLUE},
    {WS_ROLE_HUE1, GREEN, GREEN},
    {WS_ROLE_HUE2, MAGENTA, MAGENTA},
    {WS_ROLE_HUE3, BLUE + BRIGHT, BLUE + BRIGHT},
    {WS_ROLE_HUE4, GREEN + BRIGHT, GREEN + BRIGHT},
    {WS_ROLE_HUE5, CYAN + BRIGHT, CYAN},
    {WS_ROLE_HUE6, WHITE, BLACK + BRIGHT},
    {WS_ROLE_HUE7, WHITE + BRIGHT, MAGENTA + BRIGHT},
    {WS_ROLE_GRAPH0, BLUE, BLUE},
    {WS_ROLE_GRAPH1, CYAN, CYAN},
    {WS_ROLE_GRAPH2, GREEN, GREEN},
    {WS_ROLE_GRAPH3, GREEN + BRIGHT, GREEN + BRIGHT},
    {WS_ROLE_GRAPH4, YELLOW + BRIGHT, YELLOW},
    {WS_ROLE_GRAPH5, YELLOW, RED},
    {WS_ROLE_FLOW0, CYAN + BRIGHT, CYAN},
    {WS_ROLE_FLOW1, CYAN, CYAN + BRIGHT},
    {WS_ROLE_FLOW2, CYAN + BRIGHT, CYAN},
    {WS_ROLE_FLOW3, CYAN, CYAN + BRIGHT},
    {WS_ROLE_STREET, BLACK, WHITE},
    {WS_ROLE_CROWD, RED, YELLOW},
};

static bool is_light(const ws_theme *theme) {
    uint32_t ground = theme->style[WS_ROLE_TEXT].bg;
    return ground != NONE && yuv_of(rgb_of(ground)).light > 127;
}

static int dot(rgb one, rgb other) {
    return one.red * other.red + one.green * other.green + one.blue * other.blue;
}

static rgb minus(rgb one, rgb other) {
    return (rgb){one.red - other.red, one.green - other.green, one.blue - other.blue};
}

/* How much of the ground is in a colour that lies nearest to the line from `pure` to `ground`: 0
 * to 1; *off is the square of how far it lies beside that line. */
static double ground_share(rgb colour, rgb pure, rgb ground, double *off) {
    rgb line = minus(ground, pure);
    rgb away = minus(colour, pure);
    int length = dot(line, line);
    double share = length > 0 ? (double)dot(away, line) / length : 0;
    share = share < 0 ? 0 : share;
    share = share > 1 ? 1 : share;
    double red = away.red - share * line.red;
    double green = away.green - share * line.green;
    double blue = away.blue - share * line.blue;
    *off = red * red + green * green + blue * blue;
    return share;
}

/* The more of the ground, the less of the colour: as it is, plain, grey, the ground itself. */
static int number_mixed(int number, double share, bool light) {
    int ground = light ? WHITE + BRIGHT : BLACK;
    if (share < .2)
        return number;
    if (share < .5 && number == BLACK + BRIGHT)
        return number; /* it has no plain one */
    if (share < .5 && number != WHITE + BRIGHT)
        return number & 7;
    if (share < .5)
        return WHITE;
    return share < .85 ? BLACK + BRIGHT : ground;
}

/* The role's own number if the colour is one of a ramp; else that of the ramp's step with which,
 * and the ground, it can be mixed. -1: with none of them. */
static int map_ramps(const ws_theme *theme, uint32_t colour) {
    enum { OFF_MOST = 300 }; /* the square of what rounding and a second mixing may do */
    bool light = is_light(theme);
    rgb ground = rgb_of(theme->style[WS_ROLE_TEXT].bg);
    double nearest = OFF_MOST;
    int best = -1;
    for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++) {
        const anchor *step = &anchors[i];
        uint32_t pure = theme->style[step->role].fg;
        int number = light ? step->light : step->dark;
        if (pure == colour)
            return number;
        double off;
        double share = ground_share(rgb_of(colour), rgb_of(pure), ground, &off);
        if (off >= nearest)
            continue;
        nearest = off;
        best = number_mixed(number, share, light);
    }
    return best;
}

/* Is it the colour or the ground of a role that belongs to no ramp? */
static bool is_plain(const ws_theme *theme, uint32_t colour) {
    for (int i = 0; i < WS_ROLE_COUNT; i++) {
        if (i >= WS_ROLE_HOT0 && i <= WS_ROLE_CROWD)
            continue;
        if (theme->style[i].fg == colour || theme->style[i].bg == colour)
            return true;
    }
    return false;
}

static int colour_find(const ws_palette *palette, uint32_t colour) {
    bool small = palette->depth == WS_DEPTH_16 || palette->depth == WS_DEPTH_8;
    if (!small || palette->theme.style[WS_ROLE_TEXT].bg == NONE)
        return ws_colour_map(colour, palette->depth);
    int number = is_plain(&palette->theme, colour) ? -1 : map_ramps(&palette->theme, colour);
    if (number < 0)
        return ws_colour_map(colour, palette->depth);
    if (palette->depth != WS_DEPTH_8)
        return number;
    bool dark = !is_light(&palette->theme);
    if (dark && colour == palette->theme.style[WS_ROLE_HOT7].fg)
        return RED; /* there is no grey */
    bool unseen = dark && (number & 7) == BLUE;
    return unseen ? WHITE : number & 7; /* the blue of eight is hardly seen on black */
}

void ws_palette_begin(ws_palette *palette, const ws_theme *theme, ws_colour_depth depth) {
    palette->theme = *theme;
    palette->depth = depth;
    for (size_t i = 0; i < WS_PALETTE_CACHE; i++)
        palette->known[i].rgb = NONE;
}

int ws_palette_map(ws_palette *palette, uint32_t colour) {
    if (colour == NONE || palette->depth == WS_DEPTH_DIRECT)
        return ws_colour_map(colour, palette->depth);
    size_t place = (colour * 2654435761u) >> 22; /* ten bits */
    if (palette->known[place].rgb != colour) {
        palette->known[place].rgb = colour;
        palette->known[place].number = colour_find(palette, colour);
    }
    return palette->known[place].number;
}
