/* scenarios.c - lists the files of the command language in the data folders. See scenarios.h. */
#include "session/library/scenarios.h"

#include "session/language/line.h"
#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 4, ROWS_MAX = 10000 };

typedef struct listing {
    ws_scenario_row *rows;
    size_t count;
    ws_error *unread; /* the first file or folder that could not be read */
} listing;

static bool is_first_unread(const listing *list) {
    return list->unread->text[0] == '\0';
}

static void note_unread(listing *list, const char *path) {
    const char *reason = strerror(errno);
    if (is_first_unread(list))
        fail_with(list->unread, "%.300s: %s", path, reason);
}

/* Returns the text of the first `title` line; "" if the file cannot be read or has none. */
static char *title_of(listing *list, const char *path) {
    ws_error error;
    char *title = NULL;
    ws_source *source = ws_source_read(path, false, &error);
    if (!source && is_first_unread(list))
        *list->unread = error;
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    while (source && !title && ws_reader_next(&reader, &text, &length)) {
        ws_place place = {source, reader.line, 1};
        if (!ws_line_split(&line, place, text, length, &error))
            break;
        if (line.count == 2 && word_is(&line, 0, "title"))
            title = text_copy(word_at(&line, 1));
    }
    ws_source_free(source);
    return title ? title : ws_copy_text("", 0);
}

/* Returns the length of "NAME.ws" without its ending; 0 for other names. */
static size_t stem(const char *file) {
    if (!text_ends(file, ".ws"))
        return 0;
    return strlen(file) - strlen(".ws");
}

static bool is_listed(const listing *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (text_is(list->rows[i].name, name))
            return true;
    return false;
}

static void list_file(listing *list, const char *path, const char *file) {
    char *name = ws_copy_text(file, stem(file));
    if (list->count == ROWS_MAX || is_listed(list, name)) {
        free(name);
        return;
    }
    size_t count = list->count++;
    WS_GROW(list->rows, count);
    ws_scenario_row *row = &list->rows[count];
    row->name = name;
    row->title = title_of(list, path);
    row->path = text_copy(path);
}

static void list_folder(listing *list, const char *folder, size_t prefix, int depth);

/* Lists a file, or the files of a folder. Others are passed over. */
static void list_entry(listing *list, const char *path, size_t prefix, int depth) {
    const char *name = path + prefix;
    struct stat status;
    if (stat(path, &status) != 0) {
        note_unread(list, path);
        return;
    }
    if (S_ISREG(status.st_mode) && stem(path))
        list_file(list, path, name);
    bool is_folder = S_ISDIR(status.st_mode) && !text_is(name, "machines");
    if (is_folder && depth < DEPTH_MAX)
        list_folder(list, path, prefix, depth + 1);
}

/* Returns the next entry of a folder; NULL at its end, and with an errno if there may be more. */
static struct dirent *entry_next(DIR *directory) {
    errno = 0;
    return readdir(directory);
}

/* Lists all files of a folder; the first `prefix` bytes of the path are not part of the names. */
static void list_folder(listing *list, const char *folder, size_t prefix, int depth) {
    DIR *directory = opendir(folder);
    if (!directory) {
        note_unread(list, folder);
        return;
    }
    for (struct dirent *entry; (entry = entry_next(directory));) {
        const char *name = entry->d_name;
        if (*name == '.')
            continue;
        size_t size = strlen(folder) + 1;
        size += strlen(name) + 1;
        char *path = ws_alloc(size, 1);
        snprintf(path, size, "%s/%s", folder, name);
        list_entry(list, path, prefix, depth);
        free(path);
    }
    if (errno)
        note_unread(list, folder);
    closedir(directory);
}

static int by_name(const void *a, const void *b) {
    const ws_scenario_row *first = a;
    const ws_scenario_row *second = b;
    return strcmp(first->name, second->name);
}

static size_t list_all(const char *folder, ws_scenario_row **rows, ws_error *unread) {
    ws_error unasked;
    char *dirs[WS_DATA_DIRS_MAX];
    size_t dir_count = ws_data_dirs(folder, dirs);
    listing list = {0};
    list.unread = unread;
    if (!unread)
        list.unread = &unasked;
    list.unread->text[0] = '\0';
    for (size_t i = 0; i < dir_count; i++) {
        size_t prefix = strlen(dirs[i]) + 1;
        list_folder(&list, dirs[i], prefix, 0);
        free(dirs[i]);
    }
    if (list.count)
        qsort(list.rows, list.count, sizeof *list.rows, by_name);
    *rows = list.rows;
    return list.count;
}

size_t ws_scenarios_list(ws_scenario_row **rows, ws_error *unread) {
    return list_all("scenarios", rows, unread);
}

size_t ws_machines_list(ws_scenario_row **rows, ws_error *unread) {
    return list_all("scenarios/machines", rows, unread);
}

void ws_scenarios_free(ws_scenario_row *rows, size_t count) {
    for (ws_scenario_row *row = rows; row < rows + count; row++) {
        free(row->name);
        free(row->title);
        free(row->path);
    }
    free(rows);
}

/* ---- one of them, by name ---- */

ws_names ws_scenario_names(const ws_scenario_row *rows, size_t count) {
    const char *const *first = (const char *const *)&rows->name;
    return (ws_names){first, count, sizeof *rows};
}

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

/* Appends all scenarios of a name without its folder, such as "torus-3x3". False if there is
 * none. */
static bool append_namesakes(ws_error *error, const char *name, const ws_scenario_row *rows,
                             size_t count) {
    bool found = false;
    for (const ws_scenario_row *row = rows; row < rows + count; row++) {
        const char *slash = strrchr(row->name, '/');
        if (!slash || !text_is(slash + 1, name))
            continue;
        const char *before = found ? ", " : "; did you mean ";
        append(error, "%s\"%s\"", before, row->name);
        found = true;
    }
    if (found)
        append(error, "?");
    return found;
}

/* Returns the name nearest to a wrong name, with or without its folder; NULL if none is near. */
static const char *suggestion(const char *name, const ws_scenario_row *rows, size_t count) {
    if (count == 0)
        return NULL;
    const char *near = ws_suggest(name, ws_scenario_names(rows, count));
    if (near)
        return near;
    for (const ws_scenario_row *row = rows; row < rows + count; row++) {
        const char *slash = strrchr(row->name, '/');
        if (!slash)
            continue;
        const char *base = slash + 1;
        if (ws_suggest(name, WS_NAMES(&base, 1)))
            return row->name;
    }
    return NULL;
}

static void suggestion_append(ws_error *error, const char *name, const ws_scenario_row *rows,
                              size_t count) {
    const char *near = suggestion(name, rows, count);
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
    size_t count = ws_scenarios_list(&rows, NULL);
    fail_with(error, "unknown scenario \"%.200s\"", name);
    if (!append_namesakes(error, name, rows, count))
        suggestion_append(error, name, rows, count);
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
