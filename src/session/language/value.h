/* value.h - the value of a parameter, read from the words of a line. */
#ifndef WS_VALUE_H
#define WS_VALUE_H

#include "session/language/line.h"
#include "session/language/params.h"

/* Reads the words from `first` on as a value of the parameter, into def; nothing of def changes on
 * an error.
 *
 * Besides plain values there are changes of the present one: +10, -10, *4/5, *2, and ++ and -- for
 * one step up or down. They work on numbers (of `length`, on its mean); ++ and -- also go through
 * names, round and round. A change is rounded, stays within the range, and moves by at least one
 * unit (of shares, a thousandth) unless the value is at the end of its range, so that a key pressed
 * again and again never gets stuck. Where 0 is no number, a change begins with what is in force,
 * and ends at 1: a mark by rule changes from that mark (`delay` is the longest delay of a link of
 * the network), no segments from the mean length.
 *
 * *path is set to the word after `topology file`, else left alone. */
bool ws_value_read(const ws_param *param, const ws_line *line, size_t first, int64_t delay,
                   ws_def *def, const char **path, ws_error *error);

/* Is this word of a line a change of the present value, and no value? */
bool ws_value_is_change(const char *word, const ws_param *param);

#endif
