/* classes.c - see classes.h. */
#include "observe/classes.h"

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
    size_t reported = 0;
    while (row[reported].name)
        reported++;
    *count = reported;
    return row;
}
