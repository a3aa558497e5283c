/* digest.h - the digest of a state in its parts, so that the column that differs can be named. The
 * digest is the sum of the parts; ws_net_digest (session.h) returns the digest alone. */
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
/* Lists the names of the sums; their hashes are 0. */
void ws_net_sum_names(const ws_net *net, ws_sum *sums);
/* Computes all sums, in the order of the columns, which is the same for every network of this
 * program. */
void ws_net_sums(const ws_net *net, ws_sum *sums);
uint64_t ws_sums_digest(const ws_sum *sums, size_t count);

#endif
