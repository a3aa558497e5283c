/* journal.c - see journal.h. */
#include "session/journal.h"

#include "session/memory.h"

#include <assert.h>

void ws_journal_add(ws_journal *journal, uint64_t cycle, const char *text, size_t length) {
    assert(journal->count == 0 || journal->entries[journal->count - 1].cycle <= cycle);
    journal->entries = ws_grow(journal->entries, journal->count, sizeof *journal->entries);
    journal->entries[journal->count++] = (ws_journal_entry){cycle, ws_copy_text(text, length)};
}

void ws_journal_free(ws_journal *journal) {
    for (size_t i = 0; i < journal->count; i++) free((char *)(uintptr_t)journal->entries[i].text);
    free(journal->entries);
    *journal = (ws_journal){0};
}
