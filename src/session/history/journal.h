/* journal.h - lines and the cycles at which they act, in order. */
#ifndef WS_JOURNAL_H
#define WS_JOURNAL_H

#include "session/session.h"

typedef struct ws_journal {
    ws_journal_entry *entries; /* the texts belong to somebody else */
    size_t count;
    uint64_t hash; /* of all entries; nothing while there are none */
} ws_journal;

/* Adds an entry. Cycles never decrease. */
void ws_journal_add(ws_journal *journal, uint64_t cycle, const char *text);
/* Do the same lines act at the same cycles in both? Asked of hashes: as fast for long journals. */
bool ws_journals_alike(const ws_journal *one, const ws_journal *other);
/* Returns the latest entry; NULL if there is none. */
const ws_journal_entry *ws_journal_last(const ws_journal *journal);
/* Returns the number of the first entry at or after the cycle; `count` if there is none. */
size_t ws_journal_find(const ws_journal *journal, uint64_t cycle);
void ws_journal_free(ws_journal *journal);

/* Texts that live until all of them go. */
typedef struct ws_texts {
    char **text;
    size_t count;
} ws_texts;

/* Keeps a terminated copy of `length` bytes, and returns it. */
const char *ws_texts_add(ws_texts *texts, const char *text, size_t length);
void ws_texts_free(ws_texts *texts);

#endif
