/* suggest.h - "did you mean": the name nearest to an unknown word. */
#ifndef WS_SUGGEST_H
#define WS_SUGGEST_H

#include "wormscope/wormscope.h"

/* Names that stand in memory at equal distances: an array of them, or a field of the rows of a
 * table. */
typedef struct ws_names {
    const char *const *first;
    size_t count;
    size_t stride; /* bytes from one to the next */
} ws_names;

/* The first `count` strings of an array; and the `name` of the first `count` rows of a table. */
#define WS_NAMES(array, count)    ((ws_names){(array), (count), sizeof *(array)})
#define WS_ROW_NAMES(rows, count) ((ws_names){&(rows)->name, (count), sizeof *(rows)})

/* Returns the name nearest to `word` by edit distance; NULL if none is near. */
const char *ws_suggest(const char *word, ws_names names);

/* Appends `; did you mean "NAME"?` to the error or, if none is near, `; one of: A, B, C` (cut where
 * the error is full). */
void ws_suggest_append(ws_error *error, const char *word, ws_names names);

#endif
