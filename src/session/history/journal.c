/* journal.c - see history.h. */
#include "session/history/history.h"

#include "session/memory.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const ws_journal_entry *ws_journal_last(const ws_journal *journal) {
    if (journal->count == 0)
        return NULL;
    return &journal->entries[journal->count - 1];
}

/* The text with its cycle, seeded with all lines before it. */
static uint64_t hash_next(const ws_journal *journal, uint64_t cycle, const char *text) {
    uint64_t before = journal->count ? journal->hash : 0;
    uint64_t seed = XXH3_64bits_withSeed(&cycle, sizeof cycle, before);
    return XXH3_64bits_withSeed(text, strlen(text), seed);
}

void ws_journal_add(ws_journal *journal, uint64_t cycle, const char *text) {
    const ws_journal_entry *last = ws_journal_last(journal);
    assert(!last || last->cycle <= cycle);
    (void)last;
    journal->hash = hash_next(journal, cycle, text);
    size_t count = journal->count++;
    WS_GROW(journal->entries, count);
    journal->entries[count] = (ws_journal_entry){cycle, text};
}

bool ws_journals_alike(const ws_journal *one, const ws_journal *other) {
    if (one->count != other->count)
        return false;
    return one->count == 0 || one->hash == other->hash;
}

size_t ws_journal_find(const ws_journal *journal, uint64_t cycle) {
    size_t low = 0;
    size_t high = journal->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (journal->entries[middle].cycle < cycle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void ws_journal_free(ws_journal *journal) {
    free(journal->entries);
    *journal = (ws_journal){0};
}

const char *ws_texts_add(ws_texts *texts, const char *text, size_t length) {
    WS_GROW(texts->text, texts->count);
    return texts->text[texts->count++] = ws_copy_text(text, length);
}

void ws_texts_free(ws_texts *texts) {
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
    *texts = (ws_texts){0};
}
