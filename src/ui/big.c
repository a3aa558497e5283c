/* big.c - see big.h. */
#include "ui/big.h"

#include <string.h>

#define PIXELS_WIDE 3
#define PIXELS_HIGH 5
#define UPPER_HALF  0x2580
#define LOWER_HALF  0x2584
#define FULL        0x2588

#define SIGN(name, wide, a, b, c, d, e) {name, wide, {a, b, c, d, e}},
static const struct sign {
    char name;
    uint8_t wide;
    uint8_t row[PIXELS_HIGH];
} signs[] = {
#include "ui/big_signs.def"
};
#undef SIGN
enum { SIGNS = sizeof signs / sizeof *signs };

static const struct sign *sign_of(char name) {
    for (size_t i = 0; i < SIGNS; i++)
        if (signs[i].name == name)
            return &signs[i];
    return NULL;
}

static int scale_of(ws_big_size size) {
    return size == WS_BIG_WHOLE ? 2 : 1;
}

/* Columns of a text, with a gap behind each sign. */
static int columns_of(const char *text, ws_big_size size) {
    int columns = 0;
    for (; *text; text++) {
        const struct sign *sign = sign_of(*text);
        columns += sign ? sign->wide * scale_of(size) + 1 : 0;
    }
    return columns;
}

int ws_big_rows(ws_big_size size) {
    static const int rows[] = {1, WS_BIG_ROWS, PIXELS_HIGH};
    return rows[size];
}

int ws_big_columns(char name, ws_big_size size) {
    const struct sign *sign = sign_of(name);
    int wide = sign ? sign->wide : 0;
    return size == WS_BIG_PLAIN ? 2 : wide * scale_of(size) + 1;
}

ws_big_size ws_big_fit(const char *text, int columns, int rows) {
    ws_big_size size = WS_BIG_WHOLE;
    while (size > WS_BIG_PLAIN && (columns_of(text, size) > columns || ws_big_rows(size) > rows))
        size--;
    return size;
}

static bool is_lit(const struct sign *sign, int x, int pixel) {
    return pixel < PIXELS_HIGH && (sign->row[pixel] >> (PIXELS_WIDE - 1 - x) & 1);
}

/* Two pixels, one above the other. */
static uint32_t half_glyph(bool upper, bool lower) {
    if (upper && lower)
        return FULL;
    return upper ? UPPER_HALF : LOWER_HALF;
}

/* Without blocks, three rows are the seven segments: `_` and `|`; of letters there is one. */
static uint32_t segment_glyph(const struct sign *sign, int x, int row) {
    bool is_digit = sign->name >= '0' && sign->name <= '9';
    if (!is_digit && sign->name != '-')
        return row == 2 && x == 0 ? (uint32_t)sign->name : ' ';
    if (x == 1)
        return is_lit(sign, 1, 2 * row) ? '_' : ' ';
    bool is_side = row > 0 && is_lit(sign, x, 2 * row - 1);
    return is_side ? '|' : ' ';
}

static void half_draw(const ws_pen *pen, int x, int top, const struct sign *sign, ws_role role,
                      bool ascii) {
    for (int row = 0; row < WS_BIG_ROWS; row++) {
        for (int i = 0; i < sign->wide; i++) {
            bool upper = is_lit(sign, i, 2 * row);
            bool lower = is_lit(sign, i, 2 * row + 1);
            if (ascii)
                ws_pen_glyph(pen, x + i, top + row, segment_glyph(sign, i, row), role, 0);
            else if (upper || lower)
                ws_pen_glyph(pen, x + i, top + row, half_glyph(upper, lower), role, 0);
        }
    }
}

static void whole_draw(const ws_pen *pen, int x, int top, const struct sign *sign, ws_role role,
                       bool ascii) {
    for (int row = 0; row < PIXELS_HIGH; row++)
        for (int i = 0; i < sign->wide; i++)
            if (is_lit(sign, i, row))
                ws_pen_fill(pen, (ws_rect){x + 2 * i, top + row, 2, 1}, ascii ? '#' : FULL, role);
}

void ws_big_draw(const ws_pen *pen, int x, int top, ws_big_size size, ws_role role, bool ascii,
                 const char *text) {
    if (size == WS_BIG_PLAIN) {
        ws_pen_text(pen, x, top, role, text);
        return;
    }
    for (; *text; text++) {
        const struct sign *sign = sign_of(*text);
        if (!sign)
            continue;
        if (size == WS_BIG_HALF)
            half_draw(pen, x, top, sign, role, ascii);
        else
            whole_draw(pen, x, top, sign, role, ascii);
        x += sign->wide * scale_of(size) + 1;
    }
}
