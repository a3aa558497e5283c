/* suggest.c - suggests a name for a wrong one by edit distance with swaps (optimal string
 * alignment). */
#include "session/language/suggest.h"

#include "session/language/text.h"

#include <string.h>

enum { LENGTH_MAX = 48 };

static size_t least(size_t one, size_t other) {
    return one < other ? one : other;
}

/* Are two letters of the word swapped in the name? */
static bool is_swap(const char *word, const char *name) {
    return word[0] == name[1] && word[1] == name[0];
}

/* Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn the
 * word into the name; both have at most LENGTH_MAX bytes. */
static size_t edit_distance(const char *word, size_t word_size, const char *name,
                            size_t name_size) {
    size_t row[3][LENGTH_MAX + 1]; /* the current row and the two before it */
    size_t *before = row[0];
    size_t *last = row[1];
    size_t *now = row[2];
    for (size_t j = 0; j <= name_size; j++)
        last[j] = j;
    for (size_t i = 1; i <= word_size; i++) {
        now[0] = i;
        for (size_t j = 1; j <= name_size; j++) {
            bool differs = word[i - 1] != name[j - 1];
            size_t edited = least(last[j], now[j - 1]) + 1;
            size_t replaced = last[j - 1] + differs;
            now[j] = least(edited, replaced);
            if (i > 1 && j > 1 && is_swap(word + i - 2, name + j - 2))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[name_size];
}

static const char *name_at(ws_names names, size_t i) {
    const char *row = (const char *)names.first + i * names.stride;
    const char *name;
    memcpy(&name, row, sizeof name);
    return name;
}

const char *ws_suggest(const char *word, ws_names names) {
    size_t size = strlen(word);
    size_t best = SIZE_MAX;
    const char *suggestion = NULL;
    if (size == 0 || size > LENGTH_MAX)
        return NULL;
    for (size_t i = 0; i < names.count; i++) {
        const char *name = name_at(names, i);
        size_t name_size = strlen(name);
        if (name_size > LENGTH_MAX)
            continue;
        size_t distance = edit_distance(word, size, name, name_size);
        /* Two wrong letters in six are a slip, more make another word. The beginning of a longer
         * name also counts. */
        bool near = distance <= 1 + size / 5 && distance < size;
        if (!near && size >= 3 && strncmp(word, name, size) == 0) {
            near = true;
            distance = size / 5 + name_size; /* the shortest first */
        }
        if (near && distance < best) {
            best = distance;
            suggestion = name;
        }
    }
    return suggestion;
}

void ws_suggest_append(ws_error *error, const char *word, ws_names names) {
    const char *suggestion = ws_suggest(word, names);
    const size_t room = sizeof error->text;
    text_out out = {error->text, room, strlen(error->text)};
    if (suggestion) {
        text_add(&out, "; did you mean \"%s\"?", suggestion);
        return;
    }
    const char *before = names.count == 1 ? "; the only one is " : "; one of: ";
    for (size_t i = 0; i < names.count; i++) {
        const char *name = name_at(names, i);
        if (out.used + strlen(name) + 16 > room) {
            text_add(&out, ", ...");
            return;
        }
        text_add(&out, "%s%s", before, name);
        before = ", ";
    }
}
