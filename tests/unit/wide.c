/* wide.c - numbers of two words give what the compiler's type of 128 bits gives: on random and on extreme values. */
#define WS_WIDE_TWO_WORDS
#include "core/wide.h"
#include "tap.h"

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 native;

static uint64_t stream = 1;

/* Random bits, often few of them, sometimes all. */
static uint64_t draw(void) {
    stream = stream * 6364136223846793005ull + 1442695040888963407ull;
    uint64_t bits = stream ^ stream >> 29;
    unsigned shift = (unsigned)(stream >> 58);
    if (shift == 63) return UINT64_MAX;
    return bits >> shift;
}

static native of(wide a) { return (native)a.high << 64 | a.low; }

int main(void) {
    enum { ROUNDS = 200000 };
    unsigned wrong[8] = {0};
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t a = draw(), b = draw(), c = draw() | 1;
        wide x = {draw(), a}, y = {i % 2 ? draw() : 0, c};
        unsigned bits = (unsigned)(b % 128);
        wrong[0] += of(wide_mul(a, b)) != (native)a * b;
        wrong[1] += of(wide_scale(x, b)) != of(x) * b;
        wrong[2] += of(wide_add(x, b)) != of(x) + b;
        wrong[3] += of(wide_left(x, bits)) != of(x) << bits;
        wrong[4] += of(wide_right(x, bits)) != of(x) >> bits;
        wrong[5] += wide_less(x, y) != (of(x) < of(y));
        wrong[6] += of(wide_div(x, y)) != of(x) / of(y);
        wrong[7] += wide_low(x) != (uint64_t)of(x);
    }
    static const char *const what[] = {"products", "products of a wide number", "sums", "shifts to the left",
                                       "shifts to the right", "comparisons", "quotients", "low words"};
    for (unsigned i = 0; i < 8; i++) ok(wrong[i] == 0, "%s: %u of %u differ", what[i], wrong[i], ROUNDS);
    return done();
}
#else
int main(void) {
    ok(1, "this machine has no type of 128 bits to compare with # SKIP");
    return done();
}
#endif
