/* param_text.h - the rows of the table of parameters in words, for `wormscope params` and the
 * manual. */
#ifndef WS_PARAM_TEXT_H
#define WS_PARAM_TEXT_H

#include "session/language/params.h"

/* "0 to 64", "0 to 1", "off, on", "by kind" */
void ws_param_range_text(const ws_param *param, char *text, size_t room);
/* How the value number `index` of names[] is written, with what must follow it: "torus R C",
 * "fixed N", "round-robin". */
void ws_param_value_text(const ws_param *param, size_t index, char *text, size_t room);
void ws_param_default_text(const ws_param *param, char *text, size_t room);
const char *ws_param_when(const ws_param *param); /* "live" or "build" */

#endif
