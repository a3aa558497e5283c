/* row_list.h - rows read back from a file of a run or a sweep: JSON objects a line, or CSV with a
 * head. Each row becomes a JSON object; a CSV row has one member a column, numbers as numbers, and
 * none for an empty cell. */
#ifndef WS_ROW_LIST_H
#define WS_ROW_LIST_H

#include <jansson.h>

#include "cli/row_seal.h"
#include "wormscope/wormscope.h"

typedef struct ws_row {
    size_t line; /* in its file, from 1 */
    char *text;  /* without its end; owned */
    size_t length;
    json_t *value; /* owned */
    ws_seal seal;
} ws_row;

typedef struct ws_row_list {
    ws_row *row;
    size_t count;
    bool is_json;
    char *head; /* the first line of CSV; NULL of JSON */
} ws_row_list;

/* Adds the rows of a file, or of standard input ("-"); empty lines are none. False with an error
 * "FILE:LINE: ..." where a line is no row, and `*missing` if it could not be read at all. Free the
 * list in any case. */
bool ws_row_list_read(ws_row_list *list, const char *path, bool *missing, ws_error *error);
void ws_row_list_free(ws_row_list *list);
/* The rows that have no right seal. */
ws_seal_count ws_row_list_unsealed(const ws_row_list *list);
/* Leaves these out, and says so on standard error, with a hint behind it. Returns how many. */
size_t ws_row_list_keep_sealed(ws_row_list *list, const char *command, const char *path,
                               const char *hint);
/* What a table or picture of them says of these: "2 rows without a seal: taken (--unsealed)"; false
 * if there are none. */
enum { WS_UNSEALED_NOTE = WS_SEAL_TEXT + 32 };
bool ws_row_list_note(const ws_row_list *list, char note[WS_UNSEALED_NOTE]);
#define WS_UNSEALED_HINT " (--unsealed takes them)"
/* The same with rows that are there again, as where files overlap: a run that counts twice makes
 * intervals too narrow. */
void ws_row_list_drop_twins(ws_row_list *list, const char *command);

/* A row of `series`: a window of cycles. */
bool ws_row_is_series(const json_t *row);
/* The member that a path such as classes.all.message_latency.mean or hosts_detail.H1.offered names;
 * NULL if there is none. In a list a step is a position or the `name` of an element. */
const json_t *ws_row_value(const json_t *row, const char *path);
/* The same by any name that a user would write: a column of CSV, a parameter that varies, a path, a
 * parameter. */
const json_t *ws_row_find(const json_t *row, const char *name);
/* As a number: of a text that is one as well; NAN of anything else. */
double ws_row_number(const json_t *value);

#endif
