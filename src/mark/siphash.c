/* siphash.c - see siphash.h. */
#include "mark/siphash.h"

enum { WORDS = 4, WORD = 8, ROUNDS_WORD = 2, ROUNDS_END = 4 };

typedef struct state {
    uint64_t word[WORDS];
} state;

static uint64_t turned(uint64_t word, int bits) {
    return word << bits | word >> (64 - bits);
}

/* The next bytes, the lowest first; at most eight. */
static uint64_t word_read(const unsigned char *at, size_t bytes) {
    uint64_t word = 0;
    for (size_t i = 0; i < bytes; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

/* Adds word `from` to word `to`, and turns and mixes. */
static void half_round(state *s, int to, int from, int bits) {
    uint64_t *word = s->word;
    word[to] += word[from];
    word[from] = turned(word[from], bits);
    word[from] ^= word[to];
}

static void rounds(state *s, int count) {
    for (int i = 0; i < count; i++) {
        half_round(s, 0, 1, 13);
        s->word[0] = turned(s->word[0], 32);
        half_round(s, 2, 3, 16);
        half_round(s, 0, 3, 21);
        half_round(s, 2, 1, 17);
        s->word[2] = turned(s->word[2], 32);
    }
}

static void word_absorb(state *s, uint64_t word) {
    s->word[3] ^= word;
    rounds(s, ROUNDS_WORD);
    s->word[0] ^= word;
}

static state begin(const unsigned char key[WS_SIPHASH_KEY]) {
    uint64_t low = word_read(key, WORD);
    uint64_t high = word_read(key + WORD, WORD);
    state s;
    s.word[0] = low ^ 0x736f6d6570736575u;
    s.word[1] = high ^ 0x646f72616e646f6du;
    s.word[2] = low ^ 0x6c7967656e657261u;
    s.word[3] = high ^ 0x7465646279746573u;
    return s;
}

uint64_t ws_siphash(const unsigned char key[WS_SIPHASH_KEY], const void *text, size_t length) {
    const unsigned char *at = text;
    size_t left = length;
    state s = begin(key);
    for (; left >= WORD; left -= WORD) {
        word_absorb(&s, word_read(at, WORD));
        at += WORD;
    }
    uint64_t last = word_read(at, left);
    word_absorb(&s, last | (uint64_t)length << 56);
    s.word[2] ^= 0xff;
    rounds(&s, ROUNDS_END);
    uint64_t hash = 0;
    for (int i = 0; i < WORDS; i++)
        hash ^= s.word[i];
    return hash;
}
