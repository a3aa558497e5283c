/* shadow_branch.h - a second session that follows a first one on another branch, so that both can be seen at
 * the same cycle.
 *
 * A twin is a copy of one branch, played from cycle 0; beyond what is known of the branch it
 * goes on live, as that branch would. It never changes the session it was made of. */
#ifndef WS_TWIN_H
#define WS_TWIN_H

#include "session/session.h"

typedef struct ws_twin ws_twin;

/* Of a branch as it is now, at cycle 0; its own keyframes take at most `keyframe_bytes`. NULL
 * with an error. */
ws_twin *ws_twin_new(ws_session *of, size_t branch, size_t keyframe_bytes, ws_error *error);
void ws_twin_free(ws_twin *twin);

ws_session *ws_twin_session(ws_twin *twin);
size_t ws_twin_branch(const ws_twin *twin); /* in the session it was made of */
uint64_t ws_twin_cycle(const ws_twin *twin);

/* Goes to a cycle; on the way there it runs at most `most` cycles, unless it is the way back,
 * which keyframes make short. True when it is there, or can go no further: it has ended. */
bool ws_twin_follow(ws_twin *twin, uint64_t cycle, uint64_t most);

#endif
