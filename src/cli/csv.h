/* csv.h - comma-separated values (RFC 4180, with LF). */
#ifndef WS_CSV_H
#define WS_CSV_H

#include <stdio.h>

/* One cell, cleaned (tell.h), in quotes if it needs them. */
void ws_csv_text(const char *text, FILE *out);

#endif
