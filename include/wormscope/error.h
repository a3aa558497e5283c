/* error.h - what is wrong, in one line that ends with what would be right; settings that would mend it are rows, too. */
#ifndef WS_ERROR_H
#define WS_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define WS_REMEDIES_MAX 4

/* A setting that would help: all of an error are to hold together. Its texts are constants. */
typedef struct ws_remedy_row {
    const char *parameter, *value;
    bool rebuild; /* in place of this network, as `rebuild PARAMETER=VALUE`; `value` may be a word such as VALUE */
} ws_remedy_row;

/* Filled by whoever returns false or NULL; nobody reads one that is not filled. */
typedef struct ws_error {
    char text[512];
    uint16_t reason;   /* bytes of the text that say what is wrong; what follows advises */
    uint16_t remedies; /* rows in use */
    ws_remedy_row remedy[WS_REMEDIES_MAX];
} ws_error;

/* These return false, so that they can be returned, one behind the other by ||. An error that is NULL stays so. */

/* Says what is wrong. */
__attribute__((format(printf, 2, 3))) bool fail_with(ws_error *error, const char *format, ...);
/* Adds words of advice. */
__attribute__((format(printf, 2, 3))) bool fail_advise(ws_error *error, const char *format, ...);
/* Adds a row of which the text speaks already. */
bool ws_remedy_note(ws_error *error, const char *parameter, const char *value);
/* Adds a row, and the words "; try `set PARAMETER VALUE`", or " and `set ...`" behind another. */
bool ws_remedy(ws_error *error, const char *parameter, const char *value);
/* Adds a row, and the words "; write rebuild PARAMETER=VALUE". */
bool ws_remedy_rebuild(ws_error *error, const char *parameter, const char *value);

#endif
