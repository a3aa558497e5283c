/* scenarios.c - walks the data folders for files of the command language. See scenarios.h. */
#include "session/library/scenarios.h"

#include "session/language/line.h"
#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 4, ROWS_MAX = 10000 };

typedef struct listing {
    ws_scenario_row *rows;
    size_t count;
} listing;

/* The text of the first `title` line; a file that is not in order has none. */
static char *title_of(const char *path) {
    ws_error error;
    char *title = NULL;
    ws_source *source = ws_source_read(path, false, &error);
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    while (source && !title && ws_reader_next(&reader, &text, &length)) {
        if (!ws_line_split(&line, (ws_place){source, reader.line, 1}, text, length, &error))
            break;
        if (line.count == 2 && text_is(line.word[0].text, "title"))
            title = text_copy(line.word[1].text);
    }
    ws_source_free(source);
    return title ? title : ws_copy_text("", 0);
}

/* "NAME.ws" -> its length without the ending, else 0. */
static size_t stem(const char *file) {
    size_t size = strlen(file);
    return size > 3 && text_is(file + size - 3, ".ws") ? size - 3 : 0;
}

static void list_file(listing *list, const char *path, const char *name, size_t name_size) {
    for (size_t i = 0; i < list->count; i++)
        if (strlen(list->rows[i].name) == name_size &&
            memcmp(list->rows[i].name, name, name_size) == 0)
            return;
    if (list->count == ROWS_MAX)
        return;
    list->rows = ws_grow(list->rows, list->count, sizeof *list->rows);
    list->rows[list->count++] =
        (ws_scenario_row){ws_copy_text(name, name_size), title_of(path), text_copy(path)};
}

/* All of a folder; `prefix` bytes of the path are not part of the names. */
static void list_folder(listing *list, const char *folder, size_t prefix, int depth) {
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        char *path = ws_alloc(size, 1);
        struct stat status;
        snprintf(path, size, "%s/%s", folder, entry->d_name);
        bool seen = entry->d_name[0] != '.' && stat(path, &status) == 0;
        if (seen && S_ISREG(status.st_mode) && stem(path))
            list_file(list, path, path + prefix, stem(path + prefix));
        if (seen && S_ISDIR(status.st_mode) && depth < DEPTH_MAX &&
            !text_is(path + prefix, "machines"))
            list_folder(list, path, prefix, depth + 1);
        free(path);
    }
    closedir(directory);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const ws_scenario_row *)a)->name, ((const ws_scenario_row *)b)->name);
}

static size_t list_all(const char *folder, ws_scenario_row **rows) {
    char *dirs[WS_DATA_DIRS_MAX];
    size_t dir_count = ws_data_dirs(folder, dirs);
    listing list = {NULL, 0};
    for (size_t i = 0; i < dir_count; i++) {
        list_folder(&list, dirs[i], strlen(dirs[i]) + 1, 0);
        free(dirs[i]);
    }
    if (list.count)
        qsort(list.rows, list.count, sizeof *list.rows, by_name);
    *rows = list.rows;
    return list.count;
}

size_t ws_scenarios_list(ws_scenario_row **rows) {
    return list_all("scenarios", rows);
}

size_t ws_machines_list(ws_scenario_row **rows) {
    return list_all("scenarios/machines", rows);
}

void ws_scenarios_free(ws_scenario_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(rows[i].name);
        free(rows[i].title);
        free(rows[i].path);
    }
    free(rows);
}

/* ---- one of them, by name ---- */

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

__attribute__((format(printf, 2, 3))) static void append(ws_error *error, const char *format, ...) {
    size_t used = strlen(error->text);
    va_list args;
    va_start(args, format);
    vsnprintf(error->text + used, sizeof error->text - used, format, args);
    va_end(args);
}

/* "torus-3x3" without its folder: all scenarios of that name. False if there is none. */
static bool append_namesakes(ws_error *error, const char *name, const ws_scenario_row *rows,
                             size_t count) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const char *base = strrchr(rows[i].name, '/');
        if (!base || !text_is(base + 1, name))
            continue;
        append(error, "%s\"%s\"", found ? ", " : "; did you mean ", rows[i].name);
        found = true;
    }
    if (found)
        append(error, "?");
    return found;
}

static void append_nearest(ws_error *error, const char *name, const ws_scenario_row *rows,
                           size_t count) {
    const char *near =
        count ? ws_suggest(name, (const char *const *)&rows[0].name, count, sizeof *rows) : NULL;
    for (size_t i = 0; i < count && !near; i++) { /* nearly so, without its folder */
        const char *base = strrchr(rows[i].name, '/');
        if (base && ++base && ws_suggest(name, &base, 1, sizeof base))
            near = rows[i].name;
    }
    if (near)
        append(error, "; did you mean \"%s\"?", near);
    else
        append(error, "; `wormscope list` shows those that there are");
}

static void fail_scenario(const char *name, ws_error *error) {
    if (is_directory(name)) {
        fail_with(error, "%.300s: is a directory; name a file in it", name);
        return;
    }
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows);
    fail_with(error, "there is no scenario \"%.200s\"", name);
    if (!append_namesakes(error, name, rows, count))
        append_nearest(error, name, rows, count);
    ws_scenarios_free(rows, count);
}

char *ws_find_scenario(const char *name, ws_error *error) {
    char *found = NULL;
    if (ws_is_file(name))
        found = text_copy(name);
    if (!found && *name)
        found = ws_find_data("scenarios", name, ".ws");
    if (!found && *name)
        found = ws_find_data("scenarios", name, "");
    if (!found)
        fail_scenario(name, error);
    return found;
}
