/* text_stream.h - a text in memory that is written as a file is. */
#ifndef WS_TEXT_STREAM_H
#define WS_TEXT_STREAM_H

#include <stdio.h>

/* A stream into memory. When it is closed, `*text` is all that was written, `*length` bytes and a
 * zero behind them, owned by the caller. No memory ends the program: a text is never cut short, as
 * that of open_memstream is, which says so neither when it is asked nor when it is closed. */
FILE *ws_text_stream(char **text, size_t *length);

#endif
