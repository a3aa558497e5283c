/* line_checksum.c - see line_checksum.h. */
#include "session/recording/line_checksum.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void ws_line_checksum_write(uint32_t *chain, const char *text, size_t length,
                            char checksum[WS_LINE_CHECKSUM_SIZE]) {
    static const char digits[] = "0123456789abcdef";
    *chain = XXH32(text, length, *chain);
    checksum[0] = ' ', checksum[1] = '#';
    for (int i = 0; i < 8; i++)
        checksum[2 + i] = digits[*chain >> (28 - 4 * i) & 15];
}

bool ws_line_checksum_check(uint32_t *chain, const char *line, size_t *length) {
    char checksum[WS_LINE_CHECKSUM_SIZE];
    uint32_t next = *chain;
    if (*length < WS_LINE_CHECKSUM_SIZE)
        return false;
    size_t text = *length - WS_LINE_CHECKSUM_SIZE;
    ws_line_checksum_write(&next, line, text, checksum);
    if (memcmp(checksum, line + text, WS_LINE_CHECKSUM_SIZE) != 0)
        return false;
    *chain = next;
    *length = text;
    return true;
}
