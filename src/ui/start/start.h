/* start.h - the start screen: scenarios by subject and the latest recordings, with a search.
 *
 * A list of what can be opened, which of it the search lets through, and a place in it. Pure: who fills it and opens things is
 * the program (tui/start_screen.c). */
#ifndef WS_START_H
#define WS_START_H

#include <stddef.h>

#include "ui/canvas.h"
#include "ui/glyphs.h"

#define WS_SEARCH_MAX 64

/* Something to open. All strings are owned. */
typedef struct ws_start_entry {
    size_t subject;
    char *name;  /* what is shown, and searched */
    char *open;  /* what is opened: a name or a path */
    char *title; /* in one line */
    char *words; /* more of it; paragraphs end with a new line */
} ws_start_entry;

typedef struct ws_start {
    char **subject; /* titles, owned; the list is in their order */
    size_t subjects;
    ws_start_entry *entry; /* by subject */
    size_t entries;
    size_t *found; /* numbers of the entries that the search lets through */
    size_t found_count;
    size_t chosen;  /* place in found */
    int top;        /* first row shown of the list */
    char search[WS_SEARCH_MAX];
    bool has_session; /* there is something to go back to */
    const char *message;
    bool message_error;
    const ws_glyphs *glyphs;
} ws_start;

size_t ws_start_subject(ws_start *start, const char *title); /* a new one; its number */
/* Entries of a subject must be added one after the other. Copies. */
void ws_start_add(ws_start *start, size_t subject, const char *name, const char *open, const char *title, const char *words);
void ws_start_free(ws_start *start);

/* To be called after entries or the search have changed: all words of the search must occur in an entry or its subject. */
void ws_start_search(ws_start *start);
/* Chooses another one, not beyond the ends. */
void ws_start_move(ws_start *start, int by);
/* NULL if nothing is found. */
const ws_start_entry *ws_start_chosen(const ws_start *start);

/* Draws it over the whole canvas; moves `top` so that the chosen one is seen. */
void ws_start_draw(ws_start *start, ws_canvas *canvas);
/* The place in `found` of what is drawn at a row of the screen, WS_START_NONE if there is none. */
#define WS_START_NONE ((size_t)-1)
size_t ws_start_pick(const ws_start *start, int width, int height, int x, int y);
/* The key at a column of the bottom line, 0: none. */
uint32_t ws_start_key_pick(const ws_start *start, int width, int x);
/* Rows by which page-up and page-down move. */
int ws_start_page(int width, int height);

#endif
