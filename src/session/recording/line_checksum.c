/* line_checksum.c - see line_checksum.h. */
#include "session/recording/line_checksum.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void ws_seal_write(uint32_t *chain, const char *text, size_t length, char seal[WS_SEAL_SIZE]) {
    static const char digits[] = "0123456789abcdef";
    *chain = XXH32(text, length, *chain);
    seal[0] = ' ', seal[1] = '#';
    for (int i = 0; i < 8; i++)
        seal[2 + i] = digits[*chain >> (28 - 4 * i) & 15];
}

bool ws_seal_check(uint32_t *chain, const char *line, size_t *length) {
    char seal[WS_SEAL_SIZE];
    uint32_t next = *chain;
    if (*length < WS_SEAL_SIZE)
        return false;
    size_t text = *length - WS_SEAL_SIZE;
    ws_seal_write(&next, line, text, seal);
    if (memcmp(seal, line + text, WS_SEAL_SIZE) != 0)
        return false;
    *chain = next;
    *length = text;
    return true;
}
