/* loop.c - how slow is this processor now? Prints the CPU seconds of a fixed piece of work over those of a quiet AMD EPYC of 2.6 GHz: 1 is as
 * fast. The work is like a simulator's, reads and writes all over a table and jumps that nobody can foresee; it is done once in a table of
 * 16 MB and once in one of 16 KB, and what is slower counts. tests/contract/short.t holds the time of a test against it. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { CELLS = 1 << 22, NEAR_CELLS = 1 << 12, TURNS = 3000000 };

static const double far_seconds = 0.055, near_seconds = 0.021;
static uint32_t cell[CELLS];
static uint32_t sum; /* is asked for in the end, or nothing would be computed */

static double seconds_of(uint32_t cells) {
    clock_t begun = clock();
    uint64_t x = 88172645463325252u;
    for (int turn = 0; turn < TURNS; turn++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        uint32_t *at = &cell[x % cells];
        if (*at & 1)
            sum += *at >> 1;
        else
            sum ^= (uint32_t)(x >> 40);
        *at += sum | (uint32_t)(x >> 63);
    }
    return (double)(clock() - begun) / CLOCKS_PER_SEC;
}

int main(void) {
    double far = seconds_of(CELLS) / far_seconds, near = seconds_of(NEAR_CELLS) / near_seconds;
    printf("%.3f\n", far > near ? far : near);
    return sum == 0;
}
