/* text.h - what all files of the session do with texts: compare, copy, and say what is wrong. */
#ifndef WS_TEXT_H
#define WS_TEXT_H

#include "session/memory.h"
#include "wormscope/wormscope.h"

#include <stdarg.h>

static inline bool text_is(const char *text, const char *other) {
    return strcmp(text, other) == 0;
}

/* Owned by the caller. */
static inline char *text_copy(const char *text) {
    return ws_copy_text(text, strlen(text));
}

/* An error that has no place in a file. Returns false. */
__attribute__((format(printf, 2, 3))) static inline bool fail_with(ws_error *error,
                                                                   const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

#endif
