/* corners.h - the corners of each parameter, as the language spells them, from params.def alone:
 * both ends of the range and their neighbours, 0, the default and its neighbours, and every name of
 * an ENUM. A corner more stands for all powers of two and their neighbours. Header only. */
#ifndef CORNERS_H
#define CORNERS_H

#include "core/base.h"
#include "session/language/params.h"
#include "session/language/text.h"

#include <stdio.h>
#include <string.h>

#define CORNERS __attribute__((unused)) static

enum {
#define PARAM(...) +1
#define ALSO(...)
    PARAMS =
#include "wormscope/params.def"
#undef ALSO
#undef PARAM
    ,
    CORNERS_MOST = 32,
    VALUE_ROOM = 64
};

typedef struct corner_list {
    size_t count;
    bool has_powers; /* the corner behind the last one is that of powers of two */
    char text[CORNERS_MOST][VALUE_ROOM];
} corner_list;

static corner_list corners[PARAMS];

/* What length and topology have besides their names: the corners of the numbers behind them. */
static const char *const length_corners[] = {
    "exponential 1",     "exponential 2",     "exponential 999",
    "exponential 1000",  "exponential 1001",  "exponential 65535",
    "exponential 65536", "fixed 1",           "fixed 2",
    "fixed 65535",       "fixed 65536",       "mixture 1:1",
    "mixture 65536:1",   "mixture 1-65536:1", "mixture 1:1000000 65536:1",
};

CORNERS int64_t *corner_field(const ws_param *p, ws_def *def) {
    return (int64_t *)(void *)((char *)def + p->offset);
}

/* Writes a value of a parameter that is a number or a name. */
CORNERS void corner_print(const ws_param *p, int64_t value, char text[VALUE_ROOM]) {
    ws_def def = ws_def_default();
    *corner_field(p, &def) = value;
    ws_param_print(p, &def, text, VALUE_ROOM);
}

CORNERS void corner_add(corner_list *list, const char *text) {
    for (size_t i = 0; i < list->count; i++)
        if (text_is(list->text[i], text))
            return;
    assert(list->count < CORNERS_MOST);
    snprintf(list->text[list->count++], VALUE_ROOM, "%s", text);
}

CORNERS void corner_add_number(corner_list *list, const ws_param *p, int64_t value) {
    char text[VALUE_ROOM];
    if (value < p->min || value > p->max)
        return;
    corner_print(p, value, text);
    corner_add(list, text);
}

CORNERS void corners_begin(void) {
    for (size_t i = 0; i < PARAMS; i++) {
        const ws_param *p = &ws_params[i];
        corner_list *list = &corners[i];
        bool is_number = p->type == WS_PARAM_INT || p->type == WS_PARAM_SHARE;
        list->count = 0;
        list->has_powers = is_number && p->max > 8;
        for (int64_t name = 0; p->type == WS_PARAM_ENUM && name < (int64_t)p->name_count; name++)
            corner_add_number(list, p, name);
        for (size_t l = 0; p->type == WS_PARAM_LENGTH &&
                           l < sizeof length_corners / sizeof *length_corners; l++)
            corner_add(list, length_corners[l]);
        if (!is_number)
            continue;
        const int64_t numbers[] = {p->min,     p->min + 1, 0,          p->def - 1, p->def,
                                   p->def + 1, p->max - 1, p->max};
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            corner_add_number(list, p, numbers[j]);
    }
}

CORNERS size_t corner_count(size_t param) {
    return corners[param].count + corners[param].has_powers;
}

/* Is it a power of two from 4 on, or next to one? */
CORNERS bool is_near_power(int64_t value) {
    for (int64_t near = value - 1; near <= value + 1; near++)
        if (near >= 4 && (near & (near - 1)) == 0)
            return true;
    return false;
}

/* Which corner is the value of a definition? corner_count if it is none. */
CORNERS size_t corner_of(size_t param, const ws_def *def) {
    const ws_param *p = &ws_params[param];
    const corner_list *list = &corners[param];
    char text[VALUE_ROOM];
    ws_def copy = *def;
    ws_param_print(p, def, text, sizeof text);
    for (size_t i = 0; i < list->count; i++)
        if (text_is(list->text[i], text))
            return i;
    bool is_power = list->has_powers && is_near_power(*corner_field(p, &copy));
    return list->count + (list->has_powers && !is_power);
}

#endif
