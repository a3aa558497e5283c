/* confidence.h - what the series of a run says about its means: how sure throughput is, whether the
 * network is saturated, and from which cycle on it has settled.
 *
 * All are read from the windows of the series (metrics.h), which have equal length; those that
 * began before the warm-up are left out. Reading changes nothing. */
#ifndef WS_CONFIDENCE_H
#define WS_CONFIDENCE_H

#include "observe/metrics.h"
#include "observe/statistics/interval.h"

/* Intervals of the flits a host and cycle: accepted, and offered. */
ws_interval ws_accepted_interval(const ws_metrics *metrics);
ws_interval ws_offered_interval(const ws_metrics *metrics);

/* By the drift of the backlog: flits created, refused ones included, less flits delivered. */
ws_saturation ws_saturation_of(const ws_metrics *metrics, const ws_net *net);

/* As ws_metrics_class; a saturated network has no mean latency, so no interval of one is told. */
ws_class_report ws_honest_class(const ws_metrics *metrics, const ws_net *net, size_t index);

/* The cycle from which on message latency has settled, by MSER over the whole series;
 * UINT64_MAX: it has not, as in a saturated network, or the series is too short to tell. */
uint64_t ws_settled_cycle(const ws_metrics *metrics, const ws_net *net);
/* Is the warm-up too short? The latency of what was measured before it settled differs from that
 * after by more than twice the half-width of its interval. */
bool ws_warmup_is_short(const ws_metrics *metrics, const ws_net *net);

#endif
