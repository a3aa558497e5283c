/* export_live.c - `wormscope export --live`: the program itself as one page (make web). */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "export/live.h"
#include "session/language/line.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/library/whole_file.h"

#define MODULE "web/page.wasm.gz"

enum { FILE_MOST = 64 << 20 };

/* What the page has; paths and texts are owned. */
typedef struct content {
    ws_live_file *file;
    size_t count;
} content;

static void live_add(content *all, const char *path, const char *text, size_t length) {
    WS_GROW(all->file, all->count);
    all->file[all->count++] = (ws_live_file){text_copy(path), ws_copy_text(text, length)};
}

static void live_free(content *all) {
    for (size_t i = 0; i < all->count; i++) {
        free((char *)all->file[i].path);
        free((char *)all->file[i].text);
    }
    free(all->file);
}

static bool live_file(content *all, const char *from, const char *path, ws_error *error) {
    ws_source *source = ws_source_read_up_to(from, false, FILE_MOST, error);
    if (!source)
        return false;
    live_add(all, path, source->text, source->length);
    ws_source_free(source);
    return true;
}

/* All files below a folder, by name; what is hidden is none of them. */
static bool live_folder(content *all, const char *from, const char *path, ws_error *error) {
    struct dirent **entry;
    bool good = true;
    int count = scandir(from, &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char name[1024], inner[1024];
        struct stat status;
        snprintf(name, sizeof name, "%s/%s", from, entry[i]->d_name);
        snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name);
        if (good && *entry[i]->d_name != '.' && stat(name, &status) == 0)
            good = S_ISDIR(status.st_mode) ? live_folder(all, name, inner, error)
                                           : live_file(all, name, inner, error);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return good;
}

/* The best folder of this name that there is. */
static bool live_data(content *all, const char *folder, const char *path, ws_error *error) {
    char *dirs[WS_DATA_DIRS_MAX];
    size_t count = ws_data_dirs(folder, dirs);
    bool good = count == 0 || live_folder(all, dirs[0], path, error);
    for (size_t i = 0; i < count; i++)
        free(dirs[i]);
    return good;
}

/* Where the page has a file: shipped ones where it looks for them, others in the folder of what the
 * user opens. */
static void live_place(const char *name, char *path, size_t room) {
    char *dirs[WS_DATA_DIRS_MAX];
    size_t count = ws_data_dirs("scenarios", dirs);
    *path = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(dirs[i]);
        if (!*path && strncmp(name, dirs[i], length) == 0 && name[length] == '/')
            snprintf(path, room, "/scenarios%s", name + length);
        free(dirs[i]);
    }
    if (*path)
        return;
    while (strncmp(name, "../", 3) == 0 || strncmp(name, "./", 2) == 0 || *name == '/')
        name += strspn(name, "./");
    snprintf(path, room, "/files/%s", name);
}

static bool live_has(const content *all, const char *path) {
    for (size_t i = 0; i < all->count; i++)
        if (text_is(all->file[i].path, path))
            return true;
    return false;
}

/* The files of a scenario, or a recording, which holds its own. The first of them is where the page
 * begins. */
static bool live_session(content *all, const ws_session *session, const char *operand, char *start,
                         size_t room, ws_error *error) {
    const char *name, *text;
    ws_recorded recorded;
    char path[1024];
    static const char shipped[] = "/scenarios/";
    if (ws_session_recorded(session, &recorded)) {
        live_place(operand, start, room);
        return live_file(all, operand, start, error);
    }
    for (size_t i = 0; ws_session_file(session, i, &name, &text); i++) {
        live_place(name, path, sizeof path);
        if (i == 0)
            snprintf(start, room, "%s", path);
        if (!live_has(all, path))
            live_add(all, path, text, strlen(text));
    }
    if (strncmp(start, shipped, strlen(shipped)) == 0)
        snprintf(start, room, "%s", ws_session_name(session));
    return true;
}

/* The module lies beside the program, or among the files that come with it. Owned by the caller;
 * NULL: there is none. */
static ws_source *live_module(void) {
    ws_error error;
    char *program = ws_program_path(), path[1024];
    char *slash = strrchr(program, '/');
    snprintf(path, sizeof path, "%.*s/%s", (int)(slash ? slash - program : 0), program, MODULE);
    free(program);
    char *data = ws_is_file(path) ? text_copy(path) : ws_find_data("web", "page.wasm", ".gz");
    ws_source *source = data ? ws_source_read_up_to(data, false, FILE_MOST, &error) : NULL;
    free(data);
    return source;
}

static bool live_write(ws_args *args, const ws_live *live, const char *path) {
    ws_whole_file file;
    if (!ws_whole_open(&file, path))
        return ws_args_wrong(args, "%s: %s", path, strerror(errno));
    ws_live_write(live, file.out);
    return ws_whole_close(&file) || ws_args_wrong(args, "%s: %s", path, strerror(errno));
}

int ws_export_live(ws_args *args, const ws_session *session, const ws_theme *theme,
                   const char *path) {
    ws_error error;
    content all = {0};
    char start[1024] = "";
    ws_source *module = live_module();
    if (!module) {
        ws_args_wrong(args, "this wormscope has no page: it needs clang, lld and wasi-libc, then "
                            "`make web`");
        return WS_EXIT_USAGE;
    }
    bool good = live_data(&all, "scenarios", "/scenarios", &error) &&
                live_data(&all, "themes", "/themes", &error);
    const char *operand = args->operand_count ? args->operands[0] : "";
    if (good && !session && *operand) {
        live_place(operand, start, sizeof start);
        good = live_has(&all, start) || live_file(&all, operand, start, &error);
    }
    if (good && session)
        good = live_session(&all, session, operand, start, sizeof start, &error);
    const ws_live live = {.title = session ? ws_session_title(session) : "wormscope",
                          .theme = theme,
                          .start = start,
                          .module = (const unsigned char *)module->text,
                          .module_size = module->length,
                          .file = all.file,
                          .files = all.count};
    if (!good)
        ws_args_wrong(args, "%s", error.text);
    good = good && live_write(args, &live, path);
    ws_source_free(module);
    live_free(&all);
    return good ? WS_EXIT_OK : WS_EXIT_IO;
}
