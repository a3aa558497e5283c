/* start.c - the list of the start screen: what is in it, the search, the place. See start.h; start_draw.c draws it. */
#include "ui/start/start.h"
#include "wormscope/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void *must(void *memory) {
    if (!memory) ws_no_memory(0);
    return memory;
}

size_t ws_start_subject(ws_start *s, const char *title) {
    s->subject = must(realloc(s->subject, (s->subjects + 1) * sizeof *s->subject));
    s->subject[s->subjects] = must(strdup(title));
    return s->subjects++;
}

void ws_start_add(ws_start *s, size_t subject, const char *name, const char *open, const char *title, const char *words) {
    s->entry = must(realloc(s->entry, (s->entries + 1) * sizeof *s->entry));
    s->found = must(realloc(s->found, (s->entries + 1) * sizeof *s->found));
    s->entry[s->entries++] = (ws_start_entry){.subject = subject,
                                              .name = must(strdup(name)),
                                              .open = must(strdup(open)),
                                              .title = must(strdup(title)),
                                              .words = must(strdup(words))};
}

void ws_start_free(ws_start *s) {
    for (size_t i = 0; i < s->entries; i++) {
        free(s->entry[i].name);
        free(s->entry[i].open);
        free(s->entry[i].title);
        free(s->entry[i].words);
    }
    for (size_t i = 0; i < s->subjects; i++) free(s->subject[i]);
    free(s->subject);
    free(s->entry);
    free(s->found);
    *s = (ws_start){0};
}

/* Letters of ASCII in either case. */
static bool contains(const char *text, const char *word, size_t length) {
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i])) i++;
        if (i == length) return true;
    }
    return length == 0;
}

static bool matches(const ws_start *s, const ws_start_entry *e) {
    for (const char *word = s->search; *(word += strspn(word, " "));) {
        size_t length = strcspn(word, " ");
        if (!contains(e->name, word, length) && !contains(e->title, word, length) && !contains(e->words, word, length) &&
            !contains(s->subject[e->subject], word, length))
            return false;
        word += length;
    }
    return true;
}

/* Is it the name, or the name without its folder? */
static bool is_named(const char *name, const char *search) {
    const char *slash = strrchr(name, '/');
    return strcasecmp(name, search) == 0 || (slash && strcasecmp(slash + 1, search) == 0);
}

/* The first one found that is named so, or whose name has the words itself, so that Enter opens what was meant; else the first one. */
static size_t first_named(const ws_start *s) {
    size_t length = strlen(s->search);
    for (size_t i = 0; length && i < s->found_count; i++)
        if (is_named(s->entry[s->found[i]].name, s->search)) return i;
    for (size_t i = 0; length && i < s->found_count; i++)
        if (contains(s->entry[s->found[i]].name, s->search, length)) return i;
    return 0;
}

void ws_start_search(ws_start *s) {
    s->found_count = 0;
    for (size_t i = 0; i < s->entries; i++)
        if (matches(s, &s->entry[i])) s->found[s->found_count++] = i;
    s->chosen = first_named(s);
    s->top = 0;
}

void ws_start_move(ws_start *s, int by) {
    int last = (int)s->found_count - 1;
    s->chosen = last < 0 ? 0 : (size_t)ws_clamp((int)s->chosen + by, 0, last);
}

const ws_start_entry *ws_start_chosen(const ws_start *s) {
    return s->chosen < s->found_count ? &s->entry[s->found[s->chosen]] : NULL;
}
