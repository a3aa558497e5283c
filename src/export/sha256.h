/* sha256.h - the hash by which a page names its own script and style, so that nothing else may run
 * in it (Content-Security-Policy). Source: FIPS 180-4. */
#ifndef WS_SHA256_H
#define WS_SHA256_H

#include <stddef.h>

#define WS_SHA256_TEXT 45 /* base64, with the end of the string */

/* The hash of the bytes in base64, terminated. */
void ws_sha256_base64(const char *bytes, size_t length, char text[WS_SHA256_TEXT]);

#endif
