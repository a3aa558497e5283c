/* asciicast.h - writes asciicast files, version 2: what a terminal is sent, with times, one JSON
 * value a line.
 *
 * The first picture is written whole, of each later one what has changed. Lines are written
 * whole: when the disk is full, what does not fit is cut off again, and what is there still
 * plays. */
#ifndef WS_ASCIICAST_H
#define WS_ASCIICAST_H

#include <stdio.h>

#include "ui/emit.h"

typedef struct ws_asciicast {
    FILE *out;
    ws_emitter *emitter;
    int height; /* rows */
    bool begun; /* a picture has been written */
    long good;  /* bytes known to be written, up to the end of a line; -1 of what is no file */
    /* errno of the first line that could not be written; nothing is written after it */
    int error;
} ws_asciicast;

/* Writes the head. `seconds` is how long it will last; out is used until
 * ws_asciicast_end. */
ws_asciicast ws_asciicast_begin(FILE *out, const ws_theme *theme, int width, int height,
                                double seconds, const char *title);
/* A picture of the size given, and a marker: at a time not before that of the last. */
void ws_asciicast_picture(ws_asciicast *cast, double seconds, const ws_canvas *canvas);
void ws_asciicast_marker(ws_asciicast *cast, double seconds, const char *label);
/* Leaves the terminal with its cursor, in the last row. The errno of what could not be written,
 * 0 if all could. Does not close the file. */
int ws_asciicast_end(ws_asciicast *cast, double seconds);

#endif
