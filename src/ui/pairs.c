/* pairs.c - a hash from two colours to a number, with chains by number; what is given away is
 * looked for round the numbers, so that each has its turn. */
#include "ui/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "wormscope/memory.h"

#define BUCKETS 4096

typedef struct pair {
    int fg;
    int bg;
    uint32_t picture; /* that used it last */
    uint16_t next;    /* in its bucket, 0: none */
} pair;

struct ws_pairs {
    int most;
    int used; /* numbers 1 to `used` have been given */
    int hand; /* where the search for a free one goes on */
    uint32_t picture;
    uint16_t first[BUCKETS];
    pair *pair; /* by number */
};

ws_pairs *ws_pairs_new(int most) {
    ws_pairs *p = calloc(1, sizeof *p);
    if (!p)
        ws_no_memory(0);
    p->most = most;
    p->pair = calloc((size_t)most + 1, sizeof *p->pair);
    if (!p->pair)
        ws_no_memory(0);
    ws_pairs_clear(p);
    return p;
}

void ws_pairs_free(ws_pairs *p) {
    if (!p)
        return;
    free(p->pair);
    free(p);
}

void ws_pairs_clear(ws_pairs *p) {
    memset(p->first, 0, sizeof p->first);
    p->used = 0;
    p->hand = 0;
    p->picture = 1;
}

void ws_pairs_begin(ws_pairs *p) {
    p->picture++;
}

static uint16_t *bucket_of(ws_pairs *p, int fg, int bg) {
    uint32_t hash = ((uint32_t)fg * 2654435761u) ^ ((uint32_t)bg * 2246822519u);
    return &p->first[(hash ^ hash >> 15) % BUCKETS];
}

int ws_pairs_find(ws_pairs *p, int fg, int bg) {
    for (int i = *bucket_of(p, fg, bg); i; i = p->pair[i].next) {
        if (p->pair[i].fg != fg || p->pair[i].bg != bg)
            continue;
        p->pair[i].picture = p->picture;
        return i;
    }
    return 0;
}

static void bucket_leave(ws_pairs *p, int number) {
    uint16_t *at = bucket_of(p, p->pair[number].fg, p->pair[number].bg);
    while (*at != number)
        at = &p->pair[*at].next;
    *at = p->pair[number].next;
}

/* A number that nobody has, or that the picture does not use; 0 if there is none. */
static int number_free(ws_pairs *p) {
    if (p->used < p->most)
        return ++p->used;
    for (int i = 0; i < p->most; i++) {
        p->hand = p->hand % p->most + 1;
        if (p->pair[p->hand].picture == p->picture)
            continue;
        bucket_leave(p, p->hand);
        return p->hand;
    }
    return 0;
}

int ws_pairs_take(ws_pairs *p, int fg, int bg, bool *fresh) {
    *fresh = false;
    int number = ws_pairs_find(p, fg, bg);
    if (number)
        return number;
    number = number_free(p);
    if (!number)
        return 0;
    uint16_t *first = bucket_of(p, fg, bg);
    p->pair[number] = (pair){.fg = fg, .bg = bg, .picture = p->picture, .next = *first};
    *first = (uint16_t)number;
    *fresh = true;
    return number;
}

int ws_pairs_used(const ws_pairs *p) {
    return p->used;
}
