/* sweep_plan.h - the points of a sweep: what --vary asks for, as a cross product in a canonical
 * order.
 *
 * --vary NAME=ITEM,ITEM,... where an item is a value as the language writes it ("0.2", "fixed
 * 20") or a range of numbers LO:HI:STEP, both ends included. Ranges are computed in decimal, so
 * 0.1:0.3:0.1 is exactly 0.1, 0.2, 0.3. The first --vary changes slowest, replicas fastest. */
#ifndef WS_SWEEP_PLAN_H
#define WS_SWEEP_PLAN_H

#include "wormscope/wormscope.h"

#define WS_AXES_MAX   8
#define WS_POINTS_MAX 1000000

typedef struct ws_axis {
    char *name;
    char **setting; /* "NAME=VALUE", by value */
    size_t count;
} ws_axis;

typedef struct ws_sweep_plan {
    ws_axis axis[WS_AXES_MAX];
    size_t axes;
    uint64_t replicas;
} ws_sweep_plan;

/* Adds the axis "NAME=ITEM,...". The name must be a parameter. */
bool ws_sweep_plan_vary(ws_sweep_plan *plan, const char *text, ws_error *error);
void ws_sweep_plan_free(ws_sweep_plan *plan);

/* replicas included; 0 if there are more than WS_POINTS_MAX */
size_t ws_sweep_plan_points(const ws_sweep_plan *plan);
/* The setting "NAME=VALUE" that point number `point` has on an axis, VALUE alone, and which
 * replica it is. */
const char *ws_sweep_plan_setting(const ws_sweep_plan *plan, size_t point, size_t axis);
const char *ws_sweep_plan_value(const ws_sweep_plan *plan, size_t point, size_t axis);
uint64_t ws_sweep_plan_replica(const ws_sweep_plan *plan, size_t point);

#endif
