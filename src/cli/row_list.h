/* row_list.h - rows read back from a file of a run or a sweep: JSON objects a line, or CSV with a
 * head. Each row becomes a JSON object; a CSV row has one member a column, numbers as numbers, and
 * none for an empty cell. */
#ifndef WS_ROW_LIST_H
#define WS_ROW_LIST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "wormscope/wormscope.h"

/* ---- row seal ---- */

/* The seal of a row: eight hexadecimal digits as an ordinary last field or column, those of a
 * checksum over what stands before them. It finds accidents and edits, not forgers. */

/* Ends a row in JSON (an object without blanks) or CSV with its seal and the end of the line. Takes
 * over the text; the new one is owned by the caller. */
char *ws_row_seal(bool is_json, char *text, size_t *length);
/* The same of an object, which has no member `seal`. */
char *ws_row_seal_json(const json_t *row, size_t *length);
/* The length of what the seal of a line covers; 0 if it ends in nothing like a seal. The line comes
 * without its end. */
size_t ws_row_sealed(bool is_json, const char *line, size_t length);
/* Is the seal behind the first `sealed` bytes right? */
bool ws_row_seal_fits(bool is_json, const char *line, size_t sealed);

typedef enum ws_seal {
    WS_SEAL_RIGHT,
    WS_SEAL_FREE,  /* none is due: a row of a time series, or a table of others */
    WS_SEAL_NONE,  /* no member or cell `seal`, or an empty one */
    WS_SEAL_WRONG, /* the row was altered, or its text was written anew */
} ws_seal;

/* That of a row that is due one, given as it was parsed and as the text of its line. */
ws_seal ws_row_seal_of(bool is_json, const json_t *row, const char *line, size_t length);

/* Rows without a right seal, of which those of time series and tables of others are none. */
typedef struct ws_seal_count {
    size_t none;
    size_t wrong;
    size_t first; /* the line of the first, from 1 */
} ws_seal_count;

void ws_seal_count_add(ws_seal_count *count, ws_seal seal, size_t line);
enum { WS_SEAL_TEXT = 96 };
/* "2 rows without a seal, 1 altered"; "" if all have theirs. */
void ws_seal_count_text(const ws_seal_count *count, char text[WS_SEAL_TEXT]);
/* Says on standard error that they are left out, if there are any; `hint` follows. */
void ws_seal_count_tell(const ws_seal_count *count, const char *command, const char *path,
                        const char *hint);

/* ---- rows ---- */

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
/* Takes away the ends of an interval over seeds that is none: of a latency of a saturated run,
 * which grows with it, and one that reaches below 0. */
void ws_row_interval(const json_t *row, const char *figure, double *low, double *high);

#endif
