/* compress.c - see session/history/compress.h: without zstd, of which there is no package for
 * wasm. A state is mostly zeros: runs of them are counted, and what lies between is kept.
 *
 *   size, then again and again: zeros, bytes that are none, these bytes; numbers in 7 bits a byte */
#include "session/history/compress.h"

#include <string.h>

#include "session/memory.h"

enum { RUN_LEAST = 8 }; /* zeros that are worth a count */

struct ws_compressor {
    char unused;
};

ws_compressor *ws_compressor_new(void) {
    return ws_alloc(1, sizeof(ws_compressor));
}
void ws_compressor_free(ws_compressor *c) {
    free(c);
}

size_t ws_compress_bound(size_t size) {
    return size + size / RUN_LEAST + 32;
}

static unsigned char *varint_put(unsigned char *out, size_t number) {
    for (; number >= 128; number >>= 7)
        *out++ = (unsigned char)(number | 128);
    *out++ = (unsigned char)number;
    return out;
}

static const unsigned char *varint_get(const unsigned char *at, size_t *number) {
    *number = 0;
    for (unsigned shift = 0;; shift += 7) {
        *number |= (size_t)(*at & 127) << shift;
        if (*at++ < 128)
            return at;
    }
}

static size_t zeros_at(const unsigned char *at, const unsigned char *end) {
    const unsigned char *begin = at;
    while (at < end && *at == 0)
        at++;
    return (size_t)(at - begin);
}

size_t ws_compress(ws_compressor *c, unsigned char *out, const unsigned char *bytes, size_t size) {
    (void)c;
    const unsigned char *end = bytes + size;
    unsigned char *begin = out;
    out = varint_put(out, size);
    while (bytes < end) {
        size_t zeros = zeros_at(bytes, end);
        const unsigned char *kept = bytes + zeros;
        for (bytes = kept; bytes < end;) {
            size_t run = zeros_at(bytes, end);
            if (run >= RUN_LEAST || bytes + run == end)
                break;
            bytes += run ? run : 1;
        }
        out = varint_put(varint_put(out, zeros), (size_t)(bytes - kept));
        memcpy(out, kept, (size_t)(bytes - kept));
        out += bytes - kept;
    }
    return (size_t)(out - begin);
}

size_t ws_decompressed_size(const unsigned char *bytes, size_t size) {
    size_t number;
    (void)size;
    varint_get(bytes, &number);
    return number;
}

void ws_decompress(ws_compressor *c, unsigned char *out, const unsigned char *bytes, size_t size) {
    (void)c;
    const unsigned char *end = bytes + size;
    size_t number;
    for (bytes = varint_get(bytes, &number); bytes < end; bytes += number) {
        bytes = varint_get(bytes, &number);
        memset(out, 0, number);
        out += number;
        bytes = varint_get(bytes, &number);
        memcpy(out, bytes, number);
        out += number;
    }
}
