/* begin.c - what every program with a screen begins with, whatever its platform: see state.h. */
#include "tui/commands.h"
#include "tui/state.h"

void ws_tui_begin(ws_tui *t, const ws_platform *platform, const ws_options *options) {
    t->platform = platform;
    t->loop.tasks.context = t;
    t->loop.paint = ws_tui_paint;
    t->commands = ws_command_tables;
    t->options = *options;
    t->options.phases = true;
    if (t->options.has_cycles)
        return;
    t->options.has_cycles = true; /* a screen has no end of its own: the user has */
    t->options.cycles = UINT64_MAX - 1;
}

void ws_tui_seen(ws_tui *t, const ws_glyphs *glyphs, ws_colour_depth depth) {
    t->display.open = true;
    t->display.glyphs = t->view.glyphs = t->start.screen.glyphs = glyphs;
    t->display.depth = t->view.depth = depth;
    t->view.theme = &t->theme.now;
}
