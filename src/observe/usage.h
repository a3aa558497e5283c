/* usage.h - what the links have done lately, as seen at the latest looks: in demand, sending, refused by what is downstream.
 *
 * The core counts the flits of a link and nothing else; why it did not send is sampled. Each look takes one sample of every link;
 * the window is the latest 16 to 31 looks, or as many as there are since one that came much later than was usual: what was before such a
 * leap in time says nothing about now. */
#ifndef WS_USAGE_H
#define WS_USAGE_H

#include "observe/waits.h"

typedef struct ws_usage ws_usage;
ws_usage *ws_usage_new(const ws_net *net);
void ws_usage_free(ws_usage *usage);
/* Takes a look, if the network has gone on since the last one; forgets all that was seen if it has gone back. `waits` is of now. */
void ws_usage_update(ws_usage *usage, const ws_net *net, const ws_waits *waits);
/* Looks taken since the begin, or since it was last gone back; that of now is a new one? */
uint64_t ws_usage_looks(const ws_usage *usage, bool *is_new);
/* In at least `permille` of the window a worm with flits here held the link or was about to begin. */
bool ws_usage_busy(const ws_usage *usage, uint32_t link, uint32_t permille);
/* In more than `permille` of the window it had flits to send, but the queue at its far end refused them and did not move freely; or
 * it has sent much less than it had to: credit comes back slowly. */
bool ws_usage_slowed(const ws_usage *usage, uint32_t link, uint32_t permille);

#endif
