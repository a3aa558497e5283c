/* routings.c - the table of routing algorithms. */
#include "routing.h"

const ws_routing *const ws_routings[WS_ROUTING_COUNT] = {
    [WS_ROUTING_DOR] = &route_dor,
    [WS_ROUTING_DOR_NO_DATELINE] = &route_dor_no_dateline,
    [WS_ROUTING_UPDOWN] = &route_updown,
    [WS_ROUTING_MINIMAL_RANDOM] = &route_minimal_random,
    [WS_ROUTING_MINIMAL_ADAPTIVE] = &route_minimal_adaptive,
    [WS_ROUTING_WEST_FIRST] = &route_west_first,
    [WS_ROUTING_NORTH_LAST] = &route_north_last,
    [WS_ROUTING_NEGATIVE_FIRST] = &route_negative_first,
    [WS_ROUTING_DUATO_ESCAPE] = &route_duato_escape,
    [WS_ROUTING_UD_2Q] = &route_ud,
    [WS_ROUTING_BUD_2VC] = &route_ud,
    [WS_ROUTING_MA_2VC] = &route_ma,
    [WS_ROUTING_BMA_2VC] = &route_ma,
    [WS_ROUTING_BFA_2VC] = &route_fa,
    [WS_ROUTING_FA_2Q] = &route_fa,
    [WS_ROUTING_FEDX_DETERMINISTIC] = &route_first,
    [WS_ROUTING_FEDX_ADAPTIVE] = &route_fedx,
    [WS_ROUTING_SOURCE] = &route_source,
    [WS_ROUTING_DRAGONFLY_MINIMAL] = &route_dragonfly_minimal,
    [WS_ROUTING_DRAGONFLY_VALIANT] = &route_dragonfly_valiant,
};
