/* complete.h - what may stand at the end of a line that is being typed: names with a word on each.
 *
 * First a line is cut (ws_completions_begin); then whoever knows something offers what could
 * stand in place of its last word; what does not begin like that word is left out. */
#ifndef WS_COMPLETE_H
#define WS_COMPLETE_H

#include "wormscope/wormscope.h"

#define WS_COMPLETIONS_MAX  192
#define WS_COMPLETION_TEXT  64
#define WS_COMPLETION_WORDS 6

typedef struct ws_completion {
    char text[WS_COMPLETION_TEXT];
    const char *doc; /* "" if there is nothing to say */
} ws_completion;

typedef struct ws_completions {
    size_t count; /* kept */
    size_t total; /* offered */
    ws_completion item[WS_COMPLETIONS_MAX];
    /* byte of the line at which the last word begins */
    size_t begin;
    char word[WS_COMPLETION_TEXT];                        /* the last word, "" behind a blank */
    size_t words;                                         /* words before it ... */
    char before[WS_COMPLETION_WORDS][WS_COMPLETION_TEXT]; /* ... of which these are the first */
} ws_completions;

/* Cuts the line up to the cursor, `length` bytes, into words. */
void ws_completions_begin(ws_completions *completions, const char *line, size_t length);
/* Offers a text for the last word. `doc` must live as long as the completions. */
void ws_completions_add(ws_completions *completions, const char *text, const char *doc);
/* Offers the names of nodes from number `first` to before `end`. */
void ws_completions_add_nodes(ws_completions *completions, const ws_graph *graph, int32_t first,
                              int32_t end);
/* Writes the common beginning of all completions; returns text. */
const char *ws_completions_common(const ws_completions *completions, char *text, size_t room);

/* Offers commands that act at once, parameters, values and hosts. */
void ws_complete_statement(ws_completions *completions, const ws_def *def, const ws_graph *graph);

#endif
