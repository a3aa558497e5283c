/* rounds.h - what fuzz tests that go by rounds share: a round is made from its number alone, and a crash tells
 * the number. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz/limit.h"

static unsigned long now_round;

static void on_signal(int number) {
    char said[64];
    int size = snprintf(said, sizeof said, "\n# round %lu\n", now_round);
    if (write(2, said, (size_t)size) != size) _exit(1);
    signal(number, SIG_DFL);
    raise(number);
}

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static uint32_t below(uint64_t *rng, uint32_t n) {
    *rng += 0x9e3779b97f4a7c15u;
    return (uint32_t)(mix(*rng) >> 32) % n;
}

#endif
