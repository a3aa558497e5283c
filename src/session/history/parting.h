/* parting.h - in which cycle two courses of a network first carry other traffic.
 *
 * Parameters and the random numbers of sources differ as soon as a line has acted; traffic differs
 * when the first message, flit or waiting head is another, which may be much later. Once apart, two
 * courses stay apart: counters of flits and cycles of creation remember. */
#ifndef WS_PARTING_H
#define WS_PARTING_H

#include "session/session.h"

/* Do two networks at the same cycle differ in messages, packets, flits, or in what heads do?
 * Networks of other shapes do. */
bool ws_traffic_differs(const ws_net *one, const ws_net *other);

/* Runs two sessions, which are at the same cycle, on together until their traffic differs: true;
 * false when they have come to `until`. Where what is known of a branch ends, it goes on live. */
bool ws_sessions_part(ws_session *one, ws_session *other, uint64_t until);

#endif
