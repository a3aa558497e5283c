/* error.c - errors of the core, in words. */
#include "verbs.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(ws_error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (error)
        vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}
