/* shadow_branch.h - a second session that follows a first one on another branch, so that both can
 * be seen at the same cycle.
 *
 * A shadow is a copy of one branch, played from cycle 0; beyond what is known of the branch it
 * goes on live, as that branch would. It never changes the session it was made of. */
#ifndef WS_SHADOW_BRANCH_H
#define WS_SHADOW_BRANCH_H

#include "session/session.h"

typedef struct ws_shadow ws_shadow;

/* Makes a shadow of a branch as it is now, at cycle 0; its own keyframes take at most
 * `keyframe_bytes`. NULL with an error. */
ws_shadow *ws_shadow_new(ws_session *of, size_t branch, size_t keyframe_bytes, ws_error *error);
void ws_shadow_free(ws_shadow *shadow);

ws_session *ws_shadow_session(ws_shadow *shadow);
size_t ws_shadow_branch(const ws_shadow *shadow); /* its number in the session it was made of */
uint64_t ws_shadow_cycle(const ws_shadow *shadow);

/* Takes over the last keyframe at or before a cycle that `of`, the session it was made of, has of a
 * branch whose way up to there the shadow shares: the way to that cycle is shorter then. Nothing
 * where that cannot be: without keyframes. */
void ws_shadow_lend(ws_shadow *shadow, ws_session *of, size_t branch, uint64_t cycle);

/* Continues a session that is the copy of a branch live, where the known part of the branch ends.
 * False if it cannot continue. */
bool ws_shadow_go_on(ws_session *session);

/* Goes to a cycle. Forward it runs at most `most` cycles; keyframes make the way back short. True
 * when it is there, or has ended. */
bool ws_shadow_follow(ws_shadow *shadow, uint64_t cycle, uint64_t most);

#endif
