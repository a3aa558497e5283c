/* classes.h - the classes of messages that are reported apart: each a set of traffic classes. */
#ifndef WS_CLASSES_H
#define WS_CLASSES_H

#include <stddef.h>
#include <stdint.h>

#include "wormscope/wormscope.h"

/* A class as it is reported: all messages whose traffic class in the core is in the set. Two may
 * overlap: a message can be long and hot. */
typedef struct ws_class {
    const char *name;
    uint32_t set; /* bit by traffic class */
} ws_class;
/* The reported classes of a definition, 1 to WS_CLASSES_MAX of them; the one class of `classes
 * none` is "all". */
const ws_class *ws_classes_of(const ws_def *def, size_t *count);

#endif
