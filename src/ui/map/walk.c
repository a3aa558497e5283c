/* walk.c - see walk.h. */
#include "ui/map/walk.h"

#include <stdlib.h>

#include "wormscope/memory.h"

static const int across[] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int down[] = {0, 1, 0, -1, 1, 1, -1, -1};

void ws_walk_past(ws_walker *walker, int direction, int cells) {
    walker->x += across[direction] * cells;
    walker->row += down[direction] * cells;
}

void ws_walk(ws_walker *walker, int direction, int cells) {
    for (int i = 0; i < cells; i++) {
        ws_map_cell cell = {(int16_t)walker->x, (int16_t)walker->row, (uint8_t)direction};
        ws_map_plan_put(walker->plan, walker->count++, cell);
        ws_walk_past(walker, direction, 1);
    }
}

int ws_axis_step(int from, int to, int places, bool wraps) {
    int step = to - from;
    if (abs(step) <= 1)
        return step;
    if (!wraps || abs(step) != places - 1)
        return 2;
    return step > 0 ? -1 : 1;
}

ws_host_place *ws_host_places(const ws_frame *frame) {
    ws_host_place *place = ws_alloc(frame->hosts, sizeof *place);
    int *seen = ws_alloc(frame->switches, sizeof *seen);
    for (uint32_t h = 0; h < frame->hosts; h++) {
        uint32_t s = frame->link[frame->host[h].inject_link].to;
        place[h].place = seen[s];
        seen[s]++;
    }
    for (uint32_t h = 0; h < frame->hosts; h++)
        place[h].hosts = seen[frame->link[frame->host[h].inject_link].to];
    free(seen);
    return place;
}
