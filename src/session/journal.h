/* journal.h - what was applied to a network, and when: with the scenario, enough to do it all again. */
#ifndef WS_JOURNAL_H
#define WS_JOURNAL_H

#include "session/session.h"

typedef struct ws_journal {
    ws_journal_entry *entries;
    size_t count;
} ws_journal;

/* Appends a copy of `length` bytes of text. Cycles never decrease. */
void ws_journal_add(ws_journal *journal, uint64_t cycle, const char *text, size_t length);
void ws_journal_free(ws_journal *journal);

#endif
