/* shapes.c - see shapes.h. Sources: the code charts of Unicode, U+2500 to U+259F and U+2800. */
#include "export/shapes.h"

#include "export/table.h"

#include <stddef.h>

enum {
    WIDTH = WS_SHAPE_WIDTH,
    HEIGHT = WS_SHAPE_HEIGHT,
    MIDDLE_X = WIDTH / 2,
    MIDDLE_Y = HEIGHT / 2,
};

typedef struct pen {
    FILE *out; /* or NULL */
    int left, top;
} pen;

typedef struct box {
    int left, top;
    int wide, high;
} box;

static void outline(const pen *p, int left, int top, const char *rest) {
    if (!p->out)
        return;
    left += p->left;
    top += p->top;
    fprintf(p->out, "M%d %d%s", left, top, rest);
}

static void rect(const pen *p, const box *b) {
    char rest[64];
    if (b->wide <= 0 || b->high <= 0)
        return;
    int back = -b->wide;
    snprintf(rest, sizeof rest, "h%dv%dh%dz", b->wide, b->high, back);
    outline(p, b->left, b->top, rest);
}

/* ---- lines: U+2500 to U+257F ---- */

enum {
    UP,
    RIGHT,
    DOWN,
    LEFT,
    ARMS,
};

enum {
    LIGHT = 1,
    HEAVY = 2,
    DOUBLE = 3,
};

enum {
    LINES = 0x2500,
    LINES_END = 0x2580,
};

/* By sign the weights of its four arms: up, right, down, left; 0: none. */
static const char arms[LINES_END - LINES][ARMS + 1] = {
#include "export/lines.def"
};

/* Signs whose line is broken: the first of four or two in a row, and into how many dashes. */
static const struct {
    uint32_t from, to;
    int count;
} dashes[] = {
    {0x2504, 0x2507, 3},
    {0x2508, 0x250b, 4},
    {0x254c, 0x254f, 2},
};

static int dashes_of(uint32_t glyph) {
    for (size_t i = 0; i < WS_ROWS(dashes); i++)
        if (glyph >= dashes[i].from && glyph <= dashes[i].to)
            return dashes[i].count;
    return 0;
}

/* Half of a line's width, and how far from the middle it runs. */
static int half_of(int weight) {
    return weight == HEAVY ? 2 : 1;
}

/* One arm, `off` from the middle. It goes a little beyond the middle, so that corners are full. */
static void arm_line(const pen *p, int arm, int half, int off) {
    int beyond = half + (off ? 3 : 0);
    box b = {.wide = 2 * half, .high = 2 * half};
    b.left = MIDDLE_X + off - half;
    b.top = MIDDLE_Y + off - half;
    if (arm == LEFT || arm == RIGHT) {
        b.left = arm == LEFT ? 0 : MIDDLE_X - beyond;
        b.wide = MIDDLE_X + beyond;
    } else {
        b.top = arm == UP ? 0 : MIDDLE_Y - beyond;
        b.high = MIDDLE_Y + beyond;
    }
    rect(p, &b);
}

static void arm_write(const pen *p, int arm, int weight) {
    int half = half_of(weight);
    if (weight == LIGHT || weight == HEAVY)
        arm_line(p, arm, half, 0);
    if (weight != DOUBLE)
        return;
    arm_line(p, arm, half, -3);
    arm_line(p, arm, half, 3);
}

static void dashed_write(const pen *p, const char *weights, int count) {
    bool across = weights[RIGHT] != '0';
    int weight = weights[across ? RIGHT : UP] - '0';
    int wide = 2 * half_of(weight);
    int pitch = (across ? WIDTH : HEIGHT) / count;
    int dash = pitch - (pitch + 2) / 3;
    int begin = (pitch - dash) / 2;
    for (int i = 0; i < count; i++) {
        box b = {MIDDLE_X - wide / 2, begin, wide, dash};
        if (across)
            b = (box){begin, MIDDLE_Y - wide / 2, dash, wide};
        rect(p, &b);
        begin += pitch;
    }
}

static bool line_write(const pen *p, uint32_t glyph) {
    const char *weights = arms[glyph - LINES];
    int count = dashes_of(glyph);
    bool any = false;
    if (count)
        dashed_write(p, weights, count);
    for (int arm = 0; arm < ARMS; arm++) {
        int weight = weights[arm] - '0';
        any |= weight > 0;
        if (!count)
            arm_write(p, arm, weight);
    }
    return any;
}

/* ---- blocks: U+2580 to U+259F ---- */

enum {
    BLOCKS = 0x2580,
    SHADES = 0x2591,
    QUADRANTS = 0x2596,
    BLOCKS_END = 0x25a0,
};

static const box blocks[QUADRANTS - BLOCKS] = {
#include "export/blocks.def"
};

/* Bits: upper left, upper right, lower left, lower right. */
static const unsigned quadrants[] = {
#include "export/quadrants.def"
};

static bool quadrants_write(const pen *p, unsigned set) {
    for (int i = 0; i < 4; i++) {
        box quarter = {.wide = MIDDLE_X, .high = MIDDLE_Y};
        quarter.left = i % 2 * MIDDLE_X;
        quarter.top = i / 2 * MIDDLE_Y;
        if (set >> i & 1)
            rect(p, &quarter);
    }
    return true;
}

static bool block_write(const pen *p, uint32_t glyph) {
    if (glyph >= QUADRANTS)
        return quadrants_write(p, quadrants[glyph - QUADRANTS]);
    rect(p, &blocks[glyph - BLOCKS]);
    return true;
}

/* ---- braille: U+2800 to U+28FF ---- */

enum {
    BRAILLE = 0x2800,
    BRAILLE_END = 0x2900,
};

static const struct {
    int left;
    int top;
} dots[] = {
#include "export/dots.def"
};

static bool braille_write(const pen *p, uint32_t glyph) {
    static const char *const dot = "a3 3 0 1 0 2 0z"; /* all of a circle but a sixth of a unit */
    uint32_t set = glyph - BRAILLE;
    for (size_t i = 0; i < WS_ROWS(dots); i++)
        if (set >> i & 1)
            outline(p, dots[i].left, dots[i].top, dot);
    return true;
}

/* ---- marks ---- */

static const struct {
    uint32_t glyph;
    int left, top;
    const char *rest;
} marks[] = {
#define MARK(glyph, left, top, rest) {glyph, left, top, rest},
#include "export/marks.def"
};

static bool mark_write(const pen *p, uint32_t glyph) {
    for (size_t i = 0; i < WS_ROWS(marks); i++) {
        if (marks[i].glyph != glyph)
            continue;
        outline(p, marks[i].left, marks[i].top, marks[i].rest);
        return true;
    }
    return false;
}

/* ---- all ---- */

static const struct {
    uint32_t from, end;
    bool (*write)(const pen *p, uint32_t glyph);
} kinds[] = {
    {LINES, LINES_END, line_write},
    {BLOCKS, BLOCKS_END, block_write},
    {BRAILLE, BRAILLE_END, braille_write},
    {0x80, UINT32_MAX, mark_write},
};

bool ws_shape_write(FILE *out, uint32_t glyph, int left, int top) {
    const pen p = {out, left, top};
    for (size_t i = 0; i < WS_ROWS(kinds); i++) {
        if (glyph < kinds[i].from || glyph >= kinds[i].end)
            continue;
        if (kinds[i].write(&p, glyph))
            return true;
    }
    return false;
}

bool ws_shape_is_block(uint32_t glyph) {
    return glyph >= BLOCKS && glyph < BLOCKS_END;
}

int ws_shape_veil(uint32_t glyph) {
    static const int veil[] = {75, 50, 25};
    bool is_shade = glyph >= SHADES && glyph < SHADES + 3;
    return is_shade ? veil[glyph - SHADES] : 0;
}
