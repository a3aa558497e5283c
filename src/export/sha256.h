/* sha256.h - the hash by which a page names its own script and style, so that nothing else may run
 * in it (Content-Security-Policy). Source: FIPS 180-4. */
#ifndef WS_SHA256_H
#define WS_SHA256_H

#include <stddef.h>

/* Bytes of so many in base64, with the end of the string. */
#define WS_BASE64_TEXT(size) (((size) + 2) / 3 * 4 + 1)
#define WS_SHA256_TEXT       WS_BASE64_TEXT(32)

/* The bytes in base64, terminated. */
void ws_base64(const unsigned char *bytes, size_t size, char *text);

/* The hash of the bytes in base64, terminated. */
void ws_sha256_base64(const char *bytes, size_t length, char text[WS_SHA256_TEXT]);

#endif
