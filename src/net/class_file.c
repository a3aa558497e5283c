/* class_file.c - see class_file.h. Lines: `room TOKEN ""`, `token TOKEN "ID"`, `joined ID "NAME"`,
 * `seat HOST "NAME"`. */
#include "net/class_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/language/line.h"
#include "session/language/text.h"

struct ws_class_file {
    char *path;
    int file;
};

static void token_parse(ws_roster *roster, const ws_line *line) {
    const char *token = word_at(line, 1);
    ws_error ignored;
    if (line->count != 3 || !ws_token_good(token, &ignored))
        return;
    if (word_is(line, 0, "room") && !*roster->room)
        snprintf(roster->room, sizeof roster->room, "%s", token);
    for (size_t i = 0; i < roster->count; i++) {
        ws_student *student = &roster->student[i];
        bool is_own = word_is(line, 0, "token") && word_is(line, 2, student->id);
        if (is_own && !*student->token)
            snprintf(student->token, sizeof student->token, "%s", token);
    }
}

static void tokens_read(const char *path, ws_roster *roster) {
    ws_error error;
    const char *text;
    size_t length;
    ws_source *source = ws_source_read(path, false, &error);
    if (!source)
        return;
    ws_reader reader = {.source = source};
    while (ws_reader_next(&reader, &text, &length)) {
        ws_line line;
        ws_place place = {source, reader.line, 1};
        if (ws_line_split(&line, place, text, length, &error))
            token_parse(roster, &line);
    }
    ws_source_free(source);
}

/* It is ours alone, and a file. */
static bool is_private(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    return status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

ws_class_file *ws_class_file_open(const char *journal, ws_roster *roster, ws_error *error) {
    ws_class_file *list = ws_alloc(1, sizeof *list);
    size_t size = strlen(journal) + sizeof ".class";
    list->path = ws_alloc(size, 1);
    snprintf(list->path, size, "%s.class", journal);
    list->file = open(list->path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (list->file < 0)
        fail_with(error, "%.300s: %s", list->path, strerror(errno));
    else if (!is_private(list->file))
        fail_with(error, "%.300s: others can read it; move it, or chmod 600", list->path);
    else {
        tokens_read(list->path, roster);
        return list;
    }
    ws_class_file_close(list);
    return NULL;
}

void ws_class_file_close(ws_class_file *list) {
    if (!list)
        return;
    if (list->file >= 0)
        close(list->file);
    free(list->path);
    free(list);
}

const char *ws_class_file_path(const ws_class_file *list) {
    return list->path;
}

void ws_class_file_add(ws_class_file *list, const char *what, const char *word, const char *name) {
    char line[512];
    char clean[WS_CLASS_NAME];
    if (!list)
        return;
    ws_class_name(clean, name, strlen(name));
    for (char *c = clean; *c; c++)
        if (*c == '\\')
            *c = '/';
    const char *shown = *name ? clean : "";
    int size = snprintf(line, sizeof line, "%s %s \"%s\"\n", what, *word ? word : "-", shown);
    if (write(list->file, line, (size_t)size) != size)
        return; /* a full disk must not end a lecture; the journal says so as well */
}
