/* claims.h - does a claim hold of what was measured? */
#ifndef WS_CLAIMS_H
#define WS_CLAIMS_H

#include "paper/curves.h"

typedef struct ws_claim_result {
    ws_paper_verdict verdict;
    double value; /* of the means over the seeds; NAN if the claim shows none */
    double low;   /* the least and the most of single seeds */
    double high;
    char evidence[200]; /* what the conditions compare, in numbers */
} ws_claim_result;

ws_claim_result ws_claim_judge(const ws_claim *claim, const ws_points *points);
/* Is a verdict worse than what is expected? */
bool ws_claim_is_worse(const ws_claim *claim, const ws_claim_result *result);

#endif
