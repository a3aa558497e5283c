/* csv.h - comma-separated values (RFC 4180, with LF). */
#ifndef WS_CSV_H
#define WS_CSV_H

#include <stdio.h>

/* One cell, cleaned (tell.h), in quotes if it needs them. In front of a text that a spreadsheet
 * would take for a formula (it begins with = + - @ and is no number) stands an apostrophe. */
void ws_csv_text(const char *text, FILE *out);
/* What such a cell says, without that apostrophe. Points into the cell. */
const char *ws_csv_plain(const char *cell);

#endif
