/* value.h - the value of a parameter, read from the words of a line. */
#ifndef WS_VALUE_H
#define WS_VALUE_H

#include "session/language/line.h"
#include "session/language/params.h"

/* The value being read. */
typedef struct ws_reading {
    const ws_line *line;
    size_t word; /* the next one */
    const ws_param *param;
    int64_t delay;    /* the longest of a link of the network */
    ws_def def;       /* has the value with which a change begins, and gets the new value */
    const char *path; /* gets the word behind `topology file`; else unchanged */
} ws_reading;

/* Reads the words of the line, to its end, as a value of the parameter. False with an error in that
 * of the line; then nothing can be said about def and path.
 *
 * Besides plain values there are changes of the present one: +10, -10, *4/5, *2, and ++ and -- for
 * one step up or down. They work on numbers (of `length`, on its mean); ++ and -- also go through
 * names, round and round. A change is rounded, stays within the range, and moves by at least one
 * unit (of shares, a thousandth) unless the value is at the end of its range, so that a key pressed
 * again and again never gets stuck. Where 0 is no number, a change begins with the value in force,
 * and ends at 1: a mark by rule changes from that mark, no segments from the mean length. */
bool ws_value_read(ws_reading *reading);

/* Is the word a change of the present value, such as +10? */
bool ws_value_is_change(const char *word, const ws_param *param);

#endif
