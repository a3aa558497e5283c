/* course.c - the lessons that come with the program. */
#include "lesson/lesson.h"

#include "session/language/suggest.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER "scenarios/lessons"
#define ENDING ".lesson"

typedef struct entry {
    char *path;
    int order;
} entry;

/* One that cannot be read stands last: whoever opens it is told why. */
static int order_of(const char *path) {
    ws_error error;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    int order = lesson ? lesson->order : INT32_MAX;
    ws_lesson_free(lesson);
    return order;
}

static int by_order(const void *a, const void *b) {
    const entry *one = a;
    const entry *other = b;
    if (one->order != other->order)
        return one->order < other->order ? -1 : 1;
    return strcmp(one->path, other->path);
}

/* Adds what a folder has. */
static void folder_read(const char *directory, entry **entries, size_t *count) {
    DIR *folder = opendir(directory);
    if (!folder)
        return;
    for (struct dirent *file; (file = readdir(folder));) {
        if (!text_ends(file->d_name, ENDING))
            continue;
        *entries = ws_grow(*entries, *count, sizeof **entries);
        entry *added = &(*entries)[(*count)++];
        size_t room = strlen(directory) + strlen(file->d_name) + 2;
        added->path = ws_alloc(room, 1);
        snprintf(added->path, room, "%s/%s", directory, file->d_name);
        added->order = order_of(added->path);
    }
    closedir(folder);
}

size_t ws_lessons_list(char ***paths) {
    char *dirs[WS_DATA_DIRS_MAX];
    entry *entries = NULL;
    size_t count = 0;
    size_t found = ws_data_dirs(FOLDER, dirs);
    if (found)
        folder_read(dirs[0], &entries, &count);
    for (size_t i = 0; i < found; i++)
        free(dirs[i]);
    if (count)
        qsort(entries, count, sizeof *entries, by_order);
    *paths = ws_alloc(count, sizeof **paths);
    for (size_t i = 0; i < count; i++)
        (*paths)[i] = entries[i].path;
    free(entries);
    return count;
}

/* Do two paths lead to one file? */
static bool is_same_file(const char *one, const char *other) {
    struct stat first;
    struct stat second;
    if (stat(one, &first) != 0 || stat(other, &second) != 0)
        return false;
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* The number of the lesson among them; `count` if it is one of somebody's own. */
static size_t place_of(const ws_lesson *lesson, char *const *paths, size_t count) {
    size_t place = 0;
    while (place < count && !is_same_file(paths[place], lesson->source->name))
        place++;
    return place;
}

char *ws_lesson_following(const ws_lesson *lesson) {
    char **paths;
    char *found = NULL;
    size_t count = ws_lessons_list(&paths);
    size_t next = place_of(lesson, paths, count) + 1;
    if (next < count && order_of(paths[next]) < INT32_MAX)
        found = text_copy(paths[next]);
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
    return found;
}

char *ws_lesson_find(const char *name, ws_error *error) {
    if (ws_is_file(name))
        return text_copy(name);
    const char *slash = strrchr(name, '/');
    const char *last = slash ? slash + 1 : name;
    char *path = ws_find_data(FOLDER, last, text_ends(last, ENDING) ? "" : ENDING);
    if (!path)
        fail_with(error, "unknown lesson `%.100s`; `wormscope learn --list` lists them", name);
    return path;
}
