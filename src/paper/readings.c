/* readings.c - see readings.h. */
#include "paper/readings.h"

#include "session/language/params.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <stdlib.h>
#include <string.h>

static bool reading_line(ws_fields *in) {
    ws_readings *readings = in->whole;
    const ws_line *line = &in->line;
    if (!word_is(line, 0, "reading") || line->count < 3)
        return ws_refuse(line, 0, "expected reading NAME \"LABEL\" [NAME=VALUE]...");
    if (readings->count == WS_READINGS_MAX)
        return ws_refuse(line, 0, "at most %d readings", WS_READINGS_MAX);
    ws_paper_reading *reading = &readings->reading[readings->count++];
    *reading = (ws_paper_reading){.name = ws_keep(in, word_at(line, 1)),
                                  .label = ws_keep(in, word_at(line, 2))};
    for (in->word = 3; more(in); in->word++) {
        const char *word = text_now(in);
        size_t length = strcspn(word, "=");
        char *name = ws_copy_text(word, length);
        bool known = word[length] == '=' && ws_param_find(name);
        free(name);
        if (!known)
            return ws_refuse_now(in, "NAME=VALUE");
        if (reading->sets.count == WS_FIGURE_SETS)
            return ws_refuse(line, in->word, "at most %d settings", WS_FIGURE_SETS);
        reading->sets.set[reading->sets.count++] = ws_keep(in, word);
    }
    return true;
}

static bool file_read(ws_readings *readings, const char *path, ws_error *error) {
    ws_source *source = ws_source_read(path, false, error);
    ws_fields in = {.whole = readings, .kept = &readings->kept};
    bool good = source && ws_fields_lines(&in, source, reading_line, error);
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
    ws_kept_free(&readings->kept);
    *readings = (ws_readings){0};
}
