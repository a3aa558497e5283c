/* course_args.c - see course_args.h. */
#include "cli/course_args.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "session/language/tell.h"

enum { KEY_BYTES = 4096 };

static bool fail_file(ws_args *args, const char *path) {
    args->unread = true;
    return ws_args_wrong(args, "%s: %s", path, strerror(errno));
}

bool ws_key_open(ws_args *args, const char *path, ws_course_key *key) {
    ws_error error;
    if (!path)
        return ws_args_wrong(args, "--key FILE is required: the key that `wormscope issue` used");
    ws_source *source = ws_source_read_up_to(path, true, KEY_BYTES, &error);
    if (!source)
        return ws_args_unread(args, error.text);
    bool good = ws_course_key_parse(source->text, key);
    ws_source_free(source);
    if (good)
        return true;
    return ws_args_wrong(args, "%s: not a key: expected a line %s and 32 hexadecimal digits", path,
                         WS_KEY_FIRST);
}

static bool key_write(ws_args *args, int file, const char *path, const ws_course_key *key) {
    char text[WS_KEY_TEXT];
    ws_course_key_print(key, text);
    bool written = dprintf(file, "%s\n", text) > 0;
    if (close(file) != 0 || !written)
        return fail_file(args, path);
    ws_tell(stderr, "wormscope issue: %s is a new key: keep it, marking needs it", path);
    return true;
}

bool ws_key_make(ws_args *args, const char *path, ws_course_key *key) {
    if (!path)
        return ws_args_wrong(args, "--key FILE is required; it is created if missing");
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 && errno == EEXIST)
        return ws_key_open(args, path, key);
    if (file < 0)
        return fail_file(args, path);
    int failed = uv_random(NULL, NULL, key->byte, sizeof key->byte, 0, NULL);
    if (!failed)
        return key_write(args, file, path, key);
    close(file);
    return ws_args_wrong(args, "no random numbers: %s", uv_strerror(failed));
}

bool ws_course_open(ws_args *args, const char *lesson, const ws_course_key *key,
                    ws_opened_course *opened) {
    ws_error error;
    *opened = (ws_opened_course){0};
    char *path = ws_lesson_find(lesson, &error);
    opened->lesson = path ? ws_lesson_read(path, &error) : NULL;
    free(path);
    bool good = opened->lesson != NULL;
    good = good && ws_course_begin(&opened->course, opened->lesson, key, &error);
    return good || ws_args_wrong(args, "%s", error.text);
}

void ws_course_close(ws_opened_course *opened) {
    ws_lesson_free(opened->lesson);
    *opened = (ws_opened_course){0};
}

bool ws_roster_open(ws_args *args, const char *path, ws_enrolled *enrolled) {
    ws_error error;
    *enrolled = (ws_enrolled){0};
    ws_source *source = ws_source_read(path, true, &error);
    if (!source)
        return ws_args_unread(args, error.text);
    bool good = ws_enrolled_read(enrolled, source, &error);
    ws_source_free(source);
    return good || ws_args_wrong(args, "%s", error.text);
}
