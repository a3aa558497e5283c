/* ink.c - see ink.h. */
#include "ui/ink.h"
#include "ui/panel.h"

#define NONE WS_COLOUR_NONE

bool ws_ink_rich(const ws_view *view) {
    bool coloured = view->theme && view->theme->style[WS_ROLE_TEXT].bg != NONE;
    return coloured && view->depth >= WS_DEPTH_16;
}

uint32_t ws_ink_role(const ws_view *view, ws_role role) {
    return view->theme ? view->theme->style[role].fg : NONE;
}

uint32_t ws_ink_ground(const ws_view *view, ws_role role) {
    return view->theme ? view->theme->style[role].bg : NONE;
}

static uint32_t channel_mix(uint32_t colour, uint32_t ground, int percent, int shift) {
    uint32_t front = colour >> shift & 255;
    uint32_t back = ground >> shift & 255;
    uint32_t share = (uint32_t)percent;
    return (front * (100 - share) + back * share + 50) / 100 << shift;
}

uint32_t ws_ink_mix(uint32_t colour, uint32_t ground, int percent) {
    if (colour == NONE || ground == NONE)
        return colour;
    uint32_t red = channel_mix(colour, ground, percent, 16);
    uint32_t green = channel_mix(colour, ground, percent, 8);
    return red | green | channel_mix(colour, ground, percent, 0);
}

uint32_t ws_ink_on(uint32_t ground) {
    if (ground == NONE)
        return NONE;
    uint32_t light = 30 * (ground >> 16 & 255) + 59 * (ground >> 8 & 255) + 11 * (ground & 255);
    return light > 100 * 140 ? 0x0d1117 : 0xffffff;
}

/* The light of a channel: a fifth of its cube and four of its square are near enough to what
 * screens do. */
static uint64_t channel_light(uint32_t colour, int shift) {
    uint64_t value = colour >> shift & 255;
    return value * value * (4 * 255 + value);
}

/* Relative luminance, white being 50,000 * 255 * 255 * 255. */
static uint64_t luminance(uint32_t colour) {
    uint64_t red = channel_light(colour, 16);
    uint64_t green = channel_light(colour, 8);
    uint64_t blue = channel_light(colour, 0);
    return 2126 * red + 7152 * green + 722 * blue;
}

uint32_t ws_ink_contrast(uint32_t one, uint32_t other) {
    const uint64_t flare = 2500ull * 255 * 255 * 255; /* a twentieth of white */
    uint64_t light = luminance(one) + flare;
    uint64_t dark = luminance(other) + flare;
    if (light >= dark)
        return (uint32_t)(100 * light / dark);
    return (uint32_t)(100 * dark / light);
}

enum { READABLE = 320 }; /* 3:1, and what the reckoning may be off */

uint32_t ws_ink_readable(uint32_t colour, uint32_t ground) {
    if (colour == NONE || ground == NONE)
        return colour;
    uint32_t better = colour;
    for (int share = 5; share <= 100; share += 5) {
        if (ws_ink_contrast(better, ground) >= READABLE)
            return better;
        better = ws_ink_mix(colour, ws_ink_on(ground), share);
    }
    return better;
}

uint32_t ws_ink_alarm(const ws_view *view, uint32_t ground) {
    if (view->depth < WS_DEPTH_256)
        return ws_ink_on(ground);
    return ws_ink_readable(ws_ink_role(view, WS_ROLE_BLOCKED), ground);
}

ws_role ws_hot_role(uint32_t depth) {
    uint32_t step = depth < WS_HOT_STEPS ? depth : WS_HOT_STEPS - 1;
    return (ws_role)(WS_ROLE_HOT0 + step);
}

uint32_t ws_ink_hot(const ws_view *view, uint32_t depth) {
    return ws_ink_role(view, ws_hot_role(depth));
}

ws_role ws_calm_role(uint32_t part, uint32_t whole) {
    if (part == 0 || whole == 0)
        return WS_ROLE_CALM0;
    uint64_t step = 1 + (uint64_t)(part - 1) * (WS_CALM_STEPS - 1) / whole;
    return (ws_role)(WS_ROLE_CALM0 + (step < WS_CALM_STEPS ? step : WS_CALM_STEPS - 1));
}

uint32_t ws_ink_calm(const ws_view *view, uint32_t part, uint32_t whole) {
    return ws_ink_role(view, ws_calm_role(part, whole));
}

uint32_t ws_ink_march(uint32_t colour, uint32_t ground, uint64_t flit) {
    static const int share[] = {0, 12, 28, 45};
    return ws_ink_mix(colour, ground, share[flit % 4]);
}

uint32_t ws_ink_stand(uint32_t colour, uint32_t ground, uint64_t flit) {
    return ws_ink_mix(colour, ground, flit % 2 ? 30 : 0);
}
