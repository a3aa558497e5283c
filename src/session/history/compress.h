/* compress.h - bytes made small, and read back: by zstd (compress.c), or, where that cannot be
 * had, by leaving out zeros (src/page/compress.c). What one has made only the same can read. */
#ifndef WS_COMPRESS_H
#define WS_COMPRESS_H

#include <stddef.h>

typedef struct ws_compressor ws_compressor;

ws_compressor *ws_compressor_new(void);
void ws_compressor_free(ws_compressor *compressor);

/* How many bytes the result of so many may take at most. */
size_t ws_compress_bound(size_t size);
/* Returns how many bytes it came to. `out` has room for the bound. */
size_t ws_compress(ws_compressor *compressor, unsigned char *out, const unsigned char *bytes,
                   size_t size);
/* How many bytes they were. */
size_t ws_decompressed_size(const unsigned char *bytes, size_t size);
/* `out` has room for that many. */
void ws_decompress(ws_compressor *compressor, unsigned char *out, const unsigned char *bytes,
                   size_t size);

#endif
