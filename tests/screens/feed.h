/* feed.h - what a program writes, to libvterm. Header only. */
#ifndef FEED_H
#define FEED_H

#include <vterm.h>

/* Byte by byte: where a write to libvterm 0.1.4 begins in the midst of a character and goes on behind it, cells come out wrong. */
static inline void feed(VTerm *vt, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) vterm_input_write(vt, bytes + i, 1);
}

#endif
