/* pairs.c - the cache of colour pairs: bounded, and within a picture a pair never changes its meaning. */
#include <stdlib.h>

#include "tap.h"
#include "ui/pairs.h"

#define MOST 50

/* What the terminal holds: by pair. */
static int fg_of[MOST + 1], bg_of[MOST + 1];

static void test_few(void) {
    bool fresh;
    ws_pairs *pairs = ws_pairs_new(3);
    int a = ws_pairs_take(pairs, 1, 2, &fresh);
    ok(a == 1 && fresh, "the first pair is 1");
    ok(ws_pairs_take(pairs, 1, 2, &fresh) == a && !fresh, "the same colours have it again");
    int b = ws_pairs_take(pairs, -1, -1, &fresh);
    int c = ws_pairs_take(pairs, 2, 1, &fresh);
    ok(b != a && c != a && b != c, "others have others");
    ok(ws_pairs_take(pairs, 7, 7, &fresh) == 0, "there are no more than there may be");
    ws_pairs_begin(pairs);
    ok(ws_pairs_find(pairs, 2, 1) == c && ws_pairs_find(pairs, 1, 2) == a,
       "in the next picture they are found");
    ok(ws_pairs_take(pairs, 7, 7, &fresh) == b && fresh, "and what it does not use is given away");
    ok(ws_pairs_find(pairs, -1, -1) == 0, "whose colours have none now");
    ok(ws_pairs_take(pairs, 8, 8, &fresh) == 0, "but nothing else");
    ws_pairs_clear(pairs);
    ok(ws_pairs_find(pairs, 7, 7) == 0 && ws_pairs_used(pairs) == 0, "cleared, all are free");
    ws_pairs_free(pairs);
}

/* Pictures of 40 pairs out of 400, each keeping most of the one before. */
static void test_many(void) {
    int colour[40];
    bool fresh, wrong = false, lacking = false, moved = false;
    ws_pairs *pairs = ws_pairs_new(MOST);
    srand(5);
    for (int i = 0; i < 40; i++)
        colour[i] = rand() % 400;
    for (int picture = 0; picture < 2000; picture++) {
        int before[40];
        for (int i = 0; i < 7; i++)
            colour[rand() % 40] = rand() % 400;
        ws_pairs_begin(pairs);
        for (int i = 0; i < 40; i++)
            before[i] = ws_pairs_find(pairs, colour[i] / 20, colour[i] % 20);
        for (int i = 0; i < 40; i++) {
            int pair = ws_pairs_take(pairs, colour[i] / 20, colour[i] % 20, &fresh);
            lacking |= pair == 0;
            moved |= before[i] && pair != before[i];
            if (fresh)
                fg_of[pair] = colour[i] / 20, bg_of[pair] = colour[i] % 20;
        }
        for (int i = 0; i < 40; i++) {
            int pair = ws_pairs_find(pairs, colour[i] / 20, colour[i] % 20);
            wrong |= fg_of[pair] != colour[i] / 20 || bg_of[pair] != colour[i] % 20;
        }
    }
    ok(!lacking, "while a picture needs fewer pairs than there are, none lacks");
    ok(!wrong, "and each has its colours");
    ok(!moved, "and what was on the screen keeps its pair");
    ok(ws_pairs_used(pairs) <= MOST, "the bound is kept");
    ws_pairs_free(pairs);
}

int main(void) {
    test_few();
    test_many();
    return done();
}
