/* filter_table.h - what the files of a filter share: filter_fields.c (the table), filter_read.c (text to filter), filter.c (whom it
 * takes, and what may be typed). */
#ifndef WS_FILTER_TABLE_H
#define WS_FILTER_TABLE_H

#include "ui/filter/filter.h"

typedef enum ws_filter_kind { FILTER_STATE, FILTER_NUMBER, FILTER_CLASS, FILTER_HOST, FILTER_SWITCH } ws_filter_kind;

struct ws_filter_field {
    const char *name, *doc;
    ws_filter_kind kind;
    uint64_t (*value)(const ws_frame *f, const ws_frame_worm *w); /* of STATE and NUMBER */
    bool (*touches)(const ws_frame *f, const ws_frame_worm *w,
                    uint32_t node); /* of the others: has it to do with a class or a node?; of CLASS, a class of class_of */
};

extern const ws_filter_field ws_filter_fields[];
extern const size_t ws_filter_field_count;

/* The longer of two that begin alike stands first. */
enum { FILTER_AT_LEAST, FILTER_AT_MOST, FILTER_OTHER, FILTER_MORE, FILTER_LESS, FILTER_SAME, FILTER_COMPARES };
#define FILTER_SIGNS "<>=!"

/* The nodes that a field may name: from *first to before *end. */
static inline void filter_nodes(const ws_filter_field *field, const ws_frame *f, uint32_t *first, uint32_t *end) {
    bool is_switch = field->kind == FILTER_SWITCH;
    *first = is_switch ? 0 : f->switches;
    *end = is_switch ? f->switches : f->switches + f->hosts;
}

/* The node at which the head of a worm stands, WS_NIL; and whether a name has a part. */
uint32_t filter_head_node(const ws_frame *frame, const ws_frame_worm *worm);
bool filter_has_part(const char *name, const char *part);

#endif
