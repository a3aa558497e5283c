/* prompt.h - typing a line. */
#ifndef WS_TUI_PROMPT_H
#define WS_TUI_PROMPT_H

#include "session/language/complete.h"

typedef struct ws_tui ws_tui;

#define WS_PROMPT_MAX  240
#define WS_HISTORY_MAX 16

enum { WS_HISTORY_COMMANDS, WS_HISTORY_FILTERS, WS_HISTORIES };

/* What is typed in the command line. */
typedef struct ws_prompt_kind {
    char sign;
    int history; /* which lines were entered before */
    void (*enter)(ws_tui *tui, const char *text);
    void (*offer)(ws_tui *tui,
                  ws_completions *completions);   /* what may stand where the line was cut */
    void (*typed)(ws_tui *tui, const char *text); /* with every key; NULL: nothing happens */
    void (*left)(ws_tui *tui);                    /* without Enter; NULL */
    bool takes_empty;                             /* an empty line means something */
} ws_prompt_kind;

/* Lines that were entered. */
typedef struct ws_history {
    char line[WS_HISTORY_MAX][WS_PROMPT_MAX]; /* newest first */
    size_t count;
} ws_history;

typedef struct ws_prompt {
    bool open;
    const ws_prompt_kind *kind; /* NULL: none was open yet */
    char text[WS_PROMPT_MAX];
    size_t length, cursor; /* bytes */
    ws_history history[WS_HISTORIES];
    size_t history_place;       /* 0: the line being typed */
    ws_completions completions; /* for the text up to the cursor */
    bool choosing;              /* Tab goes from one to the next */
    size_t chosen;
} ws_prompt;

/* With a text to go on from. */
void ws_prompt_open(ws_tui *tui, const ws_prompt_kind *kind, const char *text);
/* A key, or a pasted character, while the command line is open. */
void ws_prompt_key(ws_tui *tui, uint32_t key, bool pasted);

#endif
