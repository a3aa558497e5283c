/* readings.c - see readings.h. */
#include "paper/readings.h"

#include "session/language/params.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <stdlib.h>
#include <string.h>

static const char *keep(ws_readings *readings, const char *text) {
    ws_texts *texts = &readings->texts;
    return ws_texts_add(texts, text, strlen(text));
}

static bool is_setting(const char *word) {
    size_t length = strcspn(word, "=");
    char *name = ws_copy_text(word, length);
    bool known = ws_param_find(name) != NULL;
    free(name);
    return known && word[length] == '=';
}

static bool sets_read(ws_readings *readings, ws_figure_sets *sets, const ws_line *line) {
    for (size_t i = 3; i < line->count; i++) {
        const char *word = word_at(line, i);
        if (!is_setting(word))
            return ws_refuse(line, i, "\"%.64s\" is wrong here; expected NAME=VALUE", word);
        if (sets->count == WS_FIGURE_SETS)
            return ws_refuse(line, i, "at most %d settings", WS_FIGURE_SETS);
        sets->set[sets->count] = keep(readings, word);
        sets->count++;
    }
    return true;
}

static bool reading_line(ws_readings *readings, const ws_line *line) {
    bool good = word_is(line, 0, "reading");
    good &= line->count > 2;
    if (!good)
        return ws_refuse(line, 0, "expected reading NAME \"LABEL\" [NAME=VALUE]...");
    if (readings->count == WS_READINGS_MAX)
        return ws_refuse(line, 0, "at most %d readings", WS_READINGS_MAX);
    ws_paper_reading *reading = &readings->reading[readings->count++];
    *reading = (ws_paper_reading){0};
    reading->name = keep(readings, word_at(line, 1));
    reading->label = keep(readings, word_at(line, 2));
    return sets_read(readings, &reading->sets, line);
}

static bool lines_read(ws_readings *readings, const ws_source *source, ws_error *error) {
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    bool good = true;
    while (good && ws_reader_next(&reader, &text, &length)) {
        const ws_place place = {source, reader.line, 1};
        good = ws_line_split(&line, place, text, length, error);
        if (good && line.count > 0)
            good = reading_line(readings, &line);
    }
    return good;
}

static bool file_read(ws_readings *readings, const char *path, ws_error *error) {
    ws_source *source = ws_source_read(path, false, error);
    bool good = source && lines_read(readings, source, error);
    ws_source_free(source);
    return good;
}

bool ws_readings_read(ws_readings *readings, const char *paper, ws_error *error) {
    char name[200];
    *readings = (ws_readings){0};
    snprintf(name, sizeof name, "%s/readings", paper);
    char *path = ws_find_data("scenarios/papers", name, "");
    if (!path)
        return fail_with(error, "no readings of `%.60s` are known", paper);
    bool good = file_read(readings, path, error);
    free(path);
    return good;
}

bool ws_readings_beside(ws_readings *readings, const char *figure, ws_error *error) {
    char path[1000];
    const char *slash = strrchr(figure, '/');
    int folder = slash ? (int)(slash + 1 - figure) : 0;
    *readings = (ws_readings){0};
    snprintf(path, sizeof path, "%.*sreadings", folder, figure);
    return file_read(readings, path, error);
}

void ws_readings_free(ws_readings *readings) {
    ws_texts_free(&readings->texts);
    *readings = (ws_readings){0};
}
