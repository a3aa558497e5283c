/* text.h - helpers for texts: compare, copy, put together, report an error. */
#ifndef WS_TEXT_H
#define WS_TEXT_H

#include "session/memory.h"
#include "wormscope/wormscope.h"

#include <stdarg.h>

static inline bool text_is(const char *text, const char *other) {
    return strcmp(text, other) == 0;
}

/* Is the text longer than this ending, and ends with it? So are files told by their names. */
static inline bool text_ends(const char *text, const char *end) {
    size_t size = strlen(text);
    size_t length = strlen(end);
    if (size <= length)
        return false;
    return text_is(text + size - length, end);
}

/* Copies a text. Owned by the caller. */
static inline char *text_copy(const char *text) {
    return ws_copy_text(text, strlen(text));
}

/* A text that is put together piece by piece. It is cut where the room ends, and always
 * terminated. */
typedef struct text_out {
    char *text;
    size_t room;
    size_t used;
} text_out;

static inline text_out text_begin(char *text, size_t room) {
    text[0] = '\0';
    return (text_out){text, room, 0};
}

__attribute__((format(printf, 2, 3))) static inline void text_add(text_out *out, const char *format,
                                                                  ...) {
    size_t left = out->room - out->used;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(out->text + out->used, left, format, args);
    va_end(args);
    if (size > 0)
        out->used += (size_t)size < left ? (size_t)size : left - 1;
}

/* Adds a number with four digits, or as a whole one if it has more before the point. */
static inline void text_add_number(text_out *out, double number) {
    bool large = (number > 9999 && number < 1e9) || (number < -9999 && number > -1e9);
    text_add(out, large ? "%.0f" : "%.4g", number);
}

#endif
