/* print.h - how subcommands write: values as JSON and comma-separated, and how far something is. */
#ifndef WS_PRINT_H
#define WS_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- json text ---- */

/* JSON as text: how the program writes values, and which strings it puts into them. */

/* One line, as many digits as mean something. */
#define WS_JSON_STYLE (JSON_COMPACT | JSON_REAL_PRECISION(10))
/* Writes `value` without the end of the line; escapes what a terminal would obey. Returns 0, or
 * -1 if there is no value. */
int ws_json_dump(const json_t *value, FILE *out);
/* Returns `text` as a string; if it is no UTF-8, cleaned (tell.h). Owned by the caller. */
json_t *ws_json_text(const char *text);

/* ---- csv ---- */

/* Comma-separated values (RFC 4180, with LF). */

/* One cell, cleaned (tell.h), in quotes if it needs them. In front of a text that a spreadsheet
 * would take for a formula (it begins with = + - @ and is no number) stands an apostrophe. */
void ws_csv_text(const char *text, FILE *out);
/* What such a cell says, without that apostrophe. Points into the cell. */
const char *ws_csv_plain(const char *cell);

/* ---- bar ---- */

/* A bar on standard error that says how far something is; nothing where that is no terminal. */

bool ws_bar_wanted(void); /* is standard error a terminal? */
void ws_bar_draw(size_t done, size_t all);
void ws_bar_clear(void); /* before anything else is written */

#endif
