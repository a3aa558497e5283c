/* subjects.c - see subjects.h. */
#include "session/library/subjects.h"

#include "session/language/line.h"
#include "session/language/text.h"
#include "session/library/find.h"

typedef struct listing {
    ws_subject *subjects;
    size_t count;
} listing;

static void subject_add(listing *list, const char *folder, const char *title) {
    for (size_t i = 0; i < list->count; i++)
        if (text_is(list->subjects[i].folder, folder))
            return;
    WS_GROW(list->subjects, list->count);
    list->subjects[list->count++] = (ws_subject){text_copy(folder), text_copy(title)};
}

static void file_read(listing *list, const char *path) {
    ws_error error;
    ws_line line;
    const char *text;
    size_t length;
    ws_source *source = ws_source_read(path, false, &error);
    ws_reader reader = {.source = source};
    while (source && ws_reader_next(&reader, &text, &length)) {
        if (!ws_line_split(&line, (ws_place){source, reader.line, 1}, text, length, &error) ||
            line.count != 3)
            continue;
        if (text_is(line.word[0].text, "subject"))
            subject_add(list, line.word[1].text, line.word[2].text);
    }
    ws_source_free(source);
}

size_t ws_subjects_list(ws_subject **subjects) {
    char *dirs[WS_DATA_DIRS_MAX];
    char path[4096];
    size_t count = ws_data_dirs("scenarios", dirs);
    listing list = {NULL, 0};
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/subjects", dirs[i]);
        file_read(&list, path);
        free(dirs[i]);
    }
    *subjects = list.subjects;
    return list.count;
}

void ws_subjects_free(ws_subject *subjects, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(subjects[i].folder);
        free(subjects[i].title);
    }
    free(subjects);
}

/* Does a paragraph begin here: "Try: ...", "What you see: ..."? */
static bool is_begin(const char *text, size_t length) {
    const char *colon = memchr(text, ':', length < 24 ? length : 24);
    return colon && text[0] >= 'A' && text[0] <= 'Z';
}

char *ws_scenario_words(const char *path) {
    ws_error error;
    const char *text;
    size_t length;
    size_t used = 0;
    ws_source *source = ws_source_read(path, false, &error);
    ws_reader reader = {.source = source};
    char *words = ws_alloc(source ? source->length + 1 : 1, 1);
    while (source && ws_reader_next(&reader, &text, &length) && length && text[0] == '#') {
        while (length && (*text == '#' || *text == ' '))
            text++, length--;
        if (used)
            words[used++] = is_begin(text, length) ? '\n' : ' ';
        memcpy(words + used, text, length);
        used += length;
    }
    ws_source_free(source);
    return words;
}
