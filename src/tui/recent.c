/* recent.c - see open.h. The file has one absolute path a line, the latest first. */
#include "tui/open.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "session/language/line.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/memory.h"
#include "session/recording/recording.h"

#define REMEMBERED 20 /* paths in the file */
#define LISTED     40
#define HEAD_LINES 8 /* in which a recording says of what it is */

typedef struct listing {
    ws_recent *rows;
    size_t count;
    time_t *time;
} listing;

/* -----------------------------------------------------------------------------------------------
 * the file ---- */

/* The lines of the file but one. */
static void lines_copy(FILE *out, FILE *in, const char *without) {
    char line[PATH_MAX + 2];
    for (int i = 1; i < REMEMBERED && fgets(line, sizeof line, in);) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, without) == 0)
            continue;
        fprintf(out, "%s\n", line);
        i++;
    }
}

void ws_recent_add(const char *path) {
    char whole[PATH_MAX], next[PATH_MAX + 8];
    char *file = ws_user_path(WS_STATE_DIR, "recent");
    if (!file || !realpath(path, whole) || strchr(whole, '\n')) {
        free(file);
        return;
    }
    ws_user_folders(file);
    snprintf(next, sizeof next, "%s.next", file);
    ws_error error;
    FILE *out = fopen(next, "we"), *in = ws_file_open(file, &error);
    if (out)
        fprintf(out, "%s\n", whole);
    if (out && in)
        lines_copy(out, in, whole);
    if (in)
        fclose(in);
    if (out && fclose(out) == 0)
        rename(next, file);
    free(file);
}

/* -----------------------------------------------------------------------------------------------
 * the list ---- */

/* Is it a recording, and of what? Its first lines tell; the seals at their ends are comments. */
static bool head_read(const char *path, char **scenario) {
    char text[WS_LINE_MAX + 1];
    ws_line line;
    ws_error error;
    FILE *in = ws_file_open(path, &error);
    bool is_one = in && fgets(text, sizeof text, in) && ws_recording_is(text, strlen(text));
    *scenario = ws_copy_text("", 0);
    for (int i = 0; is_one && i < HEAD_LINES && fgets(text, sizeof text, in); i++) {
        if (!ws_line_split(&line, (ws_place){NULL, 1, 1}, text, strcspn(text, "\n"), &error) ||
            line.count != 2)
            continue;
        if (strcmp(line.word[0].text, "scenario") != 0)
            continue;
        free(*scenario);
        *scenario = ws_copy_text(line.word[1].text, strlen(line.word[1].text));
    }
    if (in)
        fclose(in);
    return is_one;
}

/* The title of a scenario, if one of its first lines has it. */
static bool title_read(const char *path, char **title) {
    char text[WS_LINE_MAX + 1];
    ws_line line;
    ws_error error;
    bool found = false;
    FILE *in = ws_file_open(path, &error);
    *title = ws_copy_text("", 0);
    for (int i = 0; in && !found && i < HEAD_LINES && fgets(text, sizeof text, in); i++) {
        bool good =
            ws_line_split(&line, (ws_place){NULL, 1, 1}, text, strcspn(text, "\r\n"), &error);
        found = good && line.count == 2 && strcmp(line.word[0].text, "title") == 0;
        if (!found)
            continue;
        free(*title);
        *title = ws_copy_text(line.word[1].text, strlen(line.word[1].text));
    }
    if (in)
        fclose(in);
    return found;
}

static bool is_listed(const listing *list, const char *path) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->rows[i].path, path) == 0)
            return true;
    return false;
}

static void list_add(listing *list, const char *path) {
    struct stat status;
    struct tm local;
    char *scenario;
    if (list->count == LISTED || is_listed(list, path) || stat(path, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return;
    bool good = text_ends(path, ".ws") ? title_read(path, &scenario) : head_read(path, &scenario);
    if (!good) {
        free(scenario);
        return;
    }
    WS_GROW(list->rows, list->count);
    WS_GROW(list->time, list->count);
    list->time[list->count] = status.st_mtime;
    ws_recent *row = &list->rows[list->count++];
    *row = (ws_recent){.path = ws_copy_text(path, strlen(path)), .scenario = scenario};
    if (localtime_r(&status.st_mtime, &local))
        strftime(row->when, sizeof row->when, "%Y-%m-%d %H:%M", &local);
}

/* Files in the current directory are shown without a path. */
static void list_remembered(listing *list) {
    char line[PATH_MAX + 2], here[PATH_MAX];
    char *file = ws_user_path(WS_STATE_DIR, "recent");
    ws_error error;
    FILE *in = file ? ws_file_open(file, &error) : NULL;
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        bool is_here = size && strncmp(line, here, size) == 0 && line[size] == '/' &&
                       !strchr(line + size + 1, '/');
        list_add(list, is_here ? line + size + 1 : line);
    }
    if (in)
        fclose(in);
    free(file);
}

static void list_here(listing *list) {
    DIR *directory = opendir(".");
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (text_ends(entry->d_name, ".wsr") || text_ends(entry->d_name, ".ws"))
            list_add(list, entry->d_name);
    }
    closedir(directory);
}

/* The latest first. */
static void list_sort(listing *list) {
    for (size_t i = 1; i < list->count; i++) {
        ws_recent row = list->rows[i];
        time_t time = list->time[i];
        size_t j = i;
        for (; j > 0 && list->time[j - 1] < time; j--)
            list->rows[j] = list->rows[j - 1], list->time[j] = list->time[j - 1];
        list->rows[j] = row;
        list->time[j] = time;
    }
}

size_t ws_recent_list(ws_recent **rows) {
    listing list = {NULL, 0, NULL};
    list_remembered(&list);
    list_here(&list);
    list_sort(&list);
    free(list.time);
    *rows = list.rows;
    return list.count;
}

void ws_recent_free(ws_recent *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(rows[i].path);
        free(rows[i].scenario);
    }
    free(rows);
}
