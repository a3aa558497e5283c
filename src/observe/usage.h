/* usage.h - what the links have done lately, as seen at the latest looks: in demand, sending,
 * refused by what is downstream.
 *
 * The core counts the flits of a link and nothing else; why it did not send is sampled. Each
 * look takes one sample of every link. Looks are taken on the grid of an observer (observer.h),
 * at equal distances, one step apart; the window is the latest 8 of them, but no more than make
 * WS_USAGE_CYCLES, and at least 4. */
#ifndef WS_USAGE_H
#define WS_USAGE_H

#include "observe/pack.h"
#include "observe/waits.h"

#define WS_USAGE_SAMPLES 8
#define WS_USAGE_LEAST   4
#define WS_USAGE_CYCLES  2048
/* What each link has sent is kept, besides, of cycles so far apart, or a step if that is more; back
 * to so many cycles ago, or a step. */
#define WS_USAGE_APART 128
#define WS_USAGE_LONG  1024

typedef struct ws_usage ws_usage;
ws_usage *ws_usage_new(const ws_net *net, uint32_t step);
void ws_usage_free(ws_usage *usage);
/* Forgets all that was seen; what the links have sent counts from now on. */
void ws_usage_begin(ws_usage *usage, const ws_net *net);
/* Takes a sample of all links, later than the sample before. `waits` is of now. */
void ws_usage_sample(ws_usage *usage, const ws_net *net, const ws_waits *waits);
/* Flits that each link had sent since cycle 0 at the latest look. */
const uint64_t *ws_usage_flits(const ws_usage *usage);
/* Measures, saves or restores what was seen. */
void ws_usage_pack(ws_usage *usage, ws_pack *pack);
/* The link has sent at least `permille` of what it can in the latest 4 looks, or 2 if these make
 * 1024 cycles; or, of a link that may be held and send less, in so much of the window a worm with
 * flits here held it or was about to begin. */
bool ws_usage_busy(const ws_usage *usage, uint32_t link, uint32_t permille);
/* Has the link sent at least `permille` of what it can in the latest WS_USAGE_LONG cycles? False
 * while fewer have been seen. */
bool ws_usage_full(const ws_usage *usage, uint32_t link, uint32_t permille);
/* The same of that part of them which begins at cycle `since` or later; true where that is too
 * short to tell, or the link may be held and send less. */
bool ws_usage_full_since(const ws_usage *usage, uint32_t link, uint32_t permille, uint64_t since);
/* Is a link slowed? In more than `permille` of the window it had flits to send, but the queue at
 * its far end refused them and did not move freely; or it has sent much less than it had to: credit
 * comes back slowly. */
bool ws_usage_slowed(const ws_usage *usage, uint32_t link, uint32_t permille);

#endif
