/* compress.c - see compress.h. */
#include "session/history/compress.h"

#include <assert.h>
#include <zstd.h>

#include "session/memory.h"

/* A state is zeros and small numbers: the lowest level packs it to a thirtieth, and higher levels
 * hardly to less. */
enum { LEVEL = 1 };

struct ws_compressor {
    ZSTD_CCtx *packer;
    ZSTD_DCtx *unpacker;
};

ws_compressor *ws_compressor_new(void) {
    ws_compressor *c = ws_alloc(1, sizeof *c);
    c->packer = ws_must(ZSTD_createCCtx());
    c->unpacker = ws_must(ZSTD_createDCtx());
    return c;
}

void ws_compressor_free(ws_compressor *c) {
    ZSTD_freeCCtx(c->packer);
    ZSTD_freeDCtx(c->unpacker);
    free(c);
}

size_t ws_compress_bound(size_t size) {
    return ZSTD_compressBound(size);
}

size_t ws_compress(ws_compressor *c, unsigned char *out, const unsigned char *bytes, size_t size) {
    size_t got = ZSTD_compressCCtx(c->packer, out, ZSTD_compressBound(size), bytes, size, LEVEL);
    if (ZSTD_isError(got))
        ws_no_memory(0); /* compression fails only for lack of memory */
    return got;
}

size_t ws_decompressed_size(const unsigned char *bytes, size_t size) {
    return (size_t)ZSTD_getFrameContentSize(bytes, size);
}

void ws_decompress(ws_compressor *c, unsigned char *out, const unsigned char *bytes, size_t size) {
    size_t room = ws_decompressed_size(bytes, size);
    size_t got = ZSTD_decompressDCtx(c->unpacker, out, room, bytes, size);
    assert(got == room);
    (void)got;
}
