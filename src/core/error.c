/* error.c - what is wrong and what would mend it: see wormscope/error.h. */
#include "wormscope/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fail_with(ws_error *error, const char *format, ...) {
    if (!error)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    error->reason = (uint16_t)strlen(error->text);
    error->remedies = 0;
    return false;
}

bool fail_advise(ws_error *error, const char *format, ...) {
    if (!error)
        return false;
    size_t used = strlen(error->text);
    va_list args;
    va_start(args, format);
    vsnprintf(error->text + used, sizeof error->text - used, format, args);
    va_end(args);
    return false;
}

static bool row_add(ws_error *error, ws_remedy_row row) {
    if (error && error->remedies < WS_REMEDIES_MAX)
        error->remedy[error->remedies++] = row;
    return false;
}

bool ws_remedy_note(ws_error *error, const char *parameter, const char *value) {
    return row_add(error, (ws_remedy_row){parameter, value, false});
}

bool ws_remedy(ws_error *error, const char *parameter, const char *value) {
    const char *before = error && error->remedies > 0 ? " and " : "; try ";
    fail_advise(error, "%s`set %s %s`", before, parameter, value);
    return ws_remedy_note(error, parameter, value);
}

bool ws_remedy_rebuild(ws_error *error, const char *parameter, const char *value) {
    fail_advise(error, "; write rebuild %s=%s", parameter, value);
    return row_add(error, (ws_remedy_row){parameter, value, true});
}
