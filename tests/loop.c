/* loop.c - how fast is this processor now? Prints the CPU seconds of a fixed piece of work, which is like that of a simulator: reads and
 * writes all over a table of 16 MB, and jumps that nobody can foresee. tests/contract/short.t holds the time of a test against it. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { CELLS = 1 << 22, TURNS = 3000000 };

static uint32_t cell[CELLS];

int main(void) {
    uint64_t x = 88172645463325252u;
    uint32_t sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        uint32_t *at = &cell[x % CELLS];
        if (*at & 1)
            sum += *at >> 1;
        else
            sum ^= (uint32_t)(x >> 40);
        *at += sum | (uint32_t)(x >> 63);
    }
    double seconds = (double)clock() / CLOCKS_PER_SEC;
    printf("%.3f\n", seconds);
    return sum == 0; /* the sum is asked for, or nothing would be computed */
}
