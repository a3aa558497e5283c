/* map_tags.h - words on the map: of each kind of sign one tells its own name, as in the figures of
 * a textbook.
 *
 * Whoever draws such a sign notes where it stands. When all is drawn, of each kind the oldest of
 * those that are still seen and have room gets its word in free cells beside it, above or below it.
 * A word covers no worm, name or number; where nothing is empty it may cross a cable. So what has a
 * word is a matter of the frame alone. */
#ifndef WS_MAP_TAGS_H
#define WS_MAP_TAGS_H

#include <stdlib.h>

#include "ui/panel.h"

typedef enum ws_tag_kind {
    WS_TAG_ROOT,
    WS_TAG_NAME, /* of the root, where that does not stand in its box */
    WS_TAG_FULL,
    WS_TAG_WAITS,
    WS_TAG_BEHIND,
    WS_TAG_MOVES,
    WS_TAGS
} ws_tag_kind;

/* By what signs of a kind are compared: the least counts. */
typedef struct ws_tag_age {
    enum {
        WS_TAG_CYCLE,  /* a cycle, given; UINT64_MAX: it stands back */
        WS_TAG_LINK,   /* that since which what is in front waits at the end of a link */
        WS_TAG_SWITCH, /* or in a switch */
        WS_TAG_USE     /* how much a link is used, which is likely to move on */
    } by;
    uint64_t value;
} ws_tag_age;

/* A sign that could have its word. */
typedef struct ws_tag_note {
    ws_rect at; /* its cells, from the corner of the map on */
    ws_tag_age age;
    uint32_t node; /* whose name is the word, of a WS_TAG_NAME */
    uint8_t kind;  /* ws_tag_kind */
    uint8_t sign;  /* of the map, in its first cell */
} ws_tag_note;

typedef struct ws_tag {
    ws_rect at;   /* of the word; w 0: there is none */
    ws_rect sign; /* what it stands for */
    const char *word;
} ws_tag;

typedef struct ws_tags {
    bool open;     /* a map is being drawn, and no legend */
    uint32_t every;  /* of so many places one can have a word */
    int top;         /* the first row that is no heading */
    uint64_t over;   /* signs, as bits, over which a word may stand: of what is free */
    uint64_t across; /* and, where there is no other room, over whose cables */
    ws_tag_note *note;
    size_t notes;
    ws_tag tag[WS_TAGS]; /* of the latest map */
} ws_tags;

/* Notes a sign that is drawn. */
void ws_tag_note_put(const ws_view *view, ws_tag_kind kind, ws_rect at, unsigned sign,
                     ws_tag_age age);
/* Notes a switch whose name stands beside it. */
void ws_tag_name_put(const ws_view *view, ws_rect at, unsigned sign, uint32_t node);
static inline ws_tag_age ws_tag_since(uint64_t cycle) {
    return (ws_tag_age){WS_TAG_CYCLE, cycle};
}
static inline ws_tag_age ws_tag_since_link(uint32_t link) {
    return (ws_tag_age){WS_TAG_LINK, link};
}
static inline ws_tag_age ws_tag_since_switch(uint32_t sw) {
    return (ws_tag_age){WS_TAG_SWITCH, sw};
}
static inline ws_tag_age ws_tag_by_use(uint32_t link) {
    return (ws_tag_age){WS_TAG_USE, link};
}

/* Networks larger than so many switches have signs enough: not every one is asked for room. */
enum { WS_TAGS_ALL = 128 };
/* Before a map is drawn, and after; the pen's origin is its corner. */
void ws_tags_begin(const ws_view *view);
void ws_tags_draw(const ws_view *view, const ws_pen *pen);
static inline void ws_tags_free(ws_tags *tags) {
    free(tags->note);
    free(tags);
}

#endif
