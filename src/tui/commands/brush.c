/* brush.c - a range of cycles whose traffic the map shows. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tui/brush.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void range_read(ws_tui *t, const char *argument) {
    uint64_t one;
    uint64_t other;
    char rest;
    int found = sscanf(argument, "%" SCNu64 " %" SCNu64 " %c", &one, &other, &rest);
    if (found == 2)
        ws_brush_open(t, one, other);
    else
        ws_tui_say(t, true,
                   "invalid range `%s`: expected two cycles, here or off, e.g. brush 2000 4000",
                   argument);
}

static void brush(ws_tui *t, const char *argument) {
    if (strcmp(argument, "here") == 0)
        ws_brush_mark(t);
    else if (strcmp(argument, "off") == 0)
        ws_brush_end(t);
    else
        range_read(t, argument);
}

const ws_screen_command ws_brush_commands[] = {
    {"brush", brush, "CYCLE CYCLE|here|off",
     "shows on the map how much each link carried in a range of cycles; `here` begins the "
     "range at the present cycle, then ends it"},
    {NULL, NULL, NULL, NULL},
};
