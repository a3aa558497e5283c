/* siphash.h - SipHash-2-4 (Aumasson and Bernstein 2012): a keyed hash of 64 bits. Who does not
 * know the key can neither compute the hash of another text nor find the key from hashes. */
#ifndef WS_SIPHASH_H
#define WS_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

#define WS_SIPHASH_KEY 16 /* bytes */

uint64_t ws_siphash(const unsigned char key[WS_SIPHASH_KEY], const void *text, size_t length);

#endif
