/* classes.c - see metrics.h. */
#include "observe/metrics.h"

static const ws_class three[] = {
    {"high", 1},
    {"middle", 2},
    {"low", 4},
    {0},
};
static const ws_class four[] = {
    {"high", 1}, {"second", 2}, {"third", 4}, {"low", 8}, {0},
};

/* The classes by their number. */
static const ws_class *const priorities[WS_CLASSES_MAX + 1] = {
    [3] = three,
    [4] = four,
};

const ws_class *ws_classes_of(const ws_def *def, size_t *count) {
    static const ws_class classes[WS_CLASS_RULE_COUNT][WS_CLASSES_MAX + 1] = {
        [WS_CLASS_RULE_NONE] = {{"all", 1}},
        [WS_CLASS_RULE_PRIORITY] = {{"high", 1}, {"low", 2}},
        [WS_CLASS_RULE_LENGTH] = {{"short", 1}, {"long", 2}},
        [WS_CLASS_RULE_LENGTH_SOURCE] = {{"short", 1 | 2},
                                         {"long", 4 | 8},
                                         {"hot", 1 | 4},
                                         {"independent", 2 | 8}},
        [WS_CLASS_RULE_SOURCE] = {{"hot", 1}, {"background", 2}},
    };
    const ws_class *row = classes[def->class_rule];
    if (def->class_rule == WS_CLASS_RULE_PRIORITY && def->priorities > 2)
        row = priorities[def->priorities];
    size_t reported = 0;
    while (row[reported].name)
        reported++;
    *count = reported;
    return row;
}
