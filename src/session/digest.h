/* digest.h - the digest of a state in its parts, so that it can be told which column differs.
 * The digest is the sum of the parts; session.h has ws_net_digest for who wants no more. */
#ifndef WS_DIGEST_H
#define WS_DIGEST_H

#include "wormscope/wormscope.h"

/* One column, or one field of a column whose elements have several; "def" stands for all
 * parameters and the seed. */
typedef struct ws_sum {
    const char *column; /* its key */
    const char *field;  /* its key; NULL if the column has no fields */
    uint64_t hash;      /* 0 if all of it is zero */
} ws_sum;

size_t ws_net_sum_count(const ws_net *net);
/* Their names without the hashes, which are 0. */
void ws_net_sum_names(const ws_net *net, ws_sum *sums);
/* All of them, in the order of the columns; the same for every network of this program. */
void ws_net_sums(const ws_net *net, ws_sum *sums);
uint64_t ws_sums_digest(const ws_sum *sums, size_t count);

#endif
