/* page_compress.c - states packed without zstd (src/page/compress.c): whatever goes in comes out, within the bound that it told. */
#define ws_compressor        page_compressor
#define ws_compressor_new    page_compressor_new
#define ws_compressor_free   page_compressor_free
#define ws_compress_bound    page_compress_bound
#define ws_compress          page_compress
#define ws_decompressed_size page_decompressed_size
#define ws_decompress        page_decompress
#include "page/compress.c"

#include "core/base.h"
#include "tap.h"

enum { MOST = 5000 };

/* Bytes of which a share is zero, in runs of any length. */
static void draw(u64 *rng, unsigned char *bytes, size_t size) {
    u32 zeros = rng_below(rng, 101), run = 1 + rng_below(rng, 40);
    for (size_t i = 0; i < size;) {
        bool zero = rng_below(rng, 100) < zeros;
        for (u32 left = 1 + rng_below(rng, run); left > 0 && i < size; left--)
            bytes[i++] = zero ? 0 : (unsigned char)rng_next(rng);
    }
}

int main(void) {
    u64 rng = 5;
    size_t draws = amount(2000, 20000, 200000), wrong = 0, beyond = 0;
    static unsigned char bytes[MOST], back[MOST], packed[2 * MOST];
    ws_compressor *c = ws_compressor_new();
    for (size_t n = 0; n < draws; n++) {
        size_t size = rng_below(&rng, MOST + 1);
        draw(&rng, bytes, size);
        size_t got = ws_compress(c, packed, bytes, size);
        beyond += got > ws_compress_bound(size);
        memset(back, 1, sizeof back);
        wrong += ws_decompressed_size(packed, got) != size;
        ws_decompress(c, back, packed, got);
        wrong += memcmp(bytes, back, size) != 0;
    }
    ok(wrong == 0, "%zu texts of up to %d bytes come out as they went in (%zu do not)", draws, MOST,
       wrong);
    ok(beyond == 0, "none takes more than was foretold (%zu do)", beyond);
    memset(bytes, 0, sizeof bytes);
    ok(ws_compress(c, packed, bytes, MOST) < 8, "zeros take next to nothing");
    ws_compressor_free(c);
    return done();
}
