/* picture.c - the screen as it is, as a picture in a file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "export/formats.h"
#include "session/library/whole_file.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

/* In all the colours of the theme, whatever this terminal has. */
static void picture_write(ws_tui *t, const ws_format *format, FILE *out) {
    ws_colour_depth depth = t->view.depth;
    t->view.depth = WS_DEPTH_DIRECT;
    t->loop.paint(t);
    format->write(out, &t->display.canvas, &t->theme.now, t->view.session.name);
    t->view.depth = depth;
}

static void picture(ws_tui *t, const char *argument) {
    const ws_format *format = ws_format_find(argument);
    if (!format) {
        ws_tui_say(t, true, "`%s` names no picture; write a name that ends in %s", argument,
                   WS_FORMAT_SUFFIXES);
        return;
    }
    ws_whole_file file;
    bool written = ws_whole_open(&file, argument);
    if (written) {
        picture_write(t, format, file.out);
        written = ws_whole_close(&file);
    }
    if (written)
        ws_tui_say(t, false, "the picture is in %s", argument);
    else
        ws_tui_say(t, true, "%s: %s", argument, strerror(errno));
}

const ws_screen_command ws_picture_commands[] = {
    {"picture", picture, "FILE", "writes the screen to FILE: .svg, .html or .txt"},
    {NULL, NULL, NULL, NULL},
};
