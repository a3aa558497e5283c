/* pack.h - one walk over a structure measures, saves or restores it, so that the three cannot come
 * apart. A structure that must be kept has one function, which names each of its parts once. */
#ifndef WS_PACK_H
#define WS_PACK_H

#include <stddef.h>
#include <string.h>

typedef enum ws_pack_mode { WS_PACK_MEASURE, WS_PACK_SAVE, WS_PACK_RESTORE } ws_pack_mode;

typedef struct ws_pack {
    ws_pack_mode mode;
    unsigned char *bytes; /* NULL when measuring; only read when restoring */
    size_t size;          /* walked so far */
} ws_pack;

/* The next part: `size` bytes without pointers or padding that matters. */
static inline void ws_pack_part(ws_pack *pack, void *part, size_t size) {
    if (size && pack->mode == WS_PACK_SAVE)
        memcpy(pack->bytes + pack->size, part, size);
    if (size && pack->mode == WS_PACK_RESTORE)
        memcpy(part, pack->bytes + pack->size, size);
    pack->size += size;
}

/* The next part is a field, or an array of fixed length. */
#define WS_PACK(pack, field) ws_pack_part(pack, &(field), sizeof(field))

#endif
