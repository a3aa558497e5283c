/* find.c - see find.h. */
#include "session/library/find.h"

#include "session/language/text.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

bool ws_is_file(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0)
        return !S_ISDIR(status.st_mode);
    if (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG)
        return true;
    return lstat(path, &status) == 0;
}

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static char *joined(const char *folder, const char *name, const char *suffix) {
    size_t size = strlen(folder) + strlen(name) + strlen(suffix) + 3;
    char *path = ws_alloc(size, 1);
    snprintf(path, size, "%s%s%s%s%s", folder,
             *folder && folder[strlen(folder) - 1] != '/' ? "/" : "", name, *suffix ? "/" : "",
             suffix);
    return path;
}

/* Cuts `directory` back to the checkout at or above it. False if there is none. */
static bool climb_to_checkout(char *directory) {
    for (;;) {
        char *machines = joined(directory, "scenarios", "machines");
        bool found = is_directory(machines);
        free(machines);
        if (found)
            return true;
        char *slash = strrchr(directory, '/');
        if (!slash || directory[1] == '\0')
            return false;
        slash[slash == directory] = '\0';
    }
}

/* Adds FOLDER of `base` if it exists, is not in the list yet, and the list has room. */
static size_t add_dir(char *dirs[WS_DATA_DIRS_MAX], size_t count, const char *base,
                      const char *folder) {
    if (count == WS_DATA_DIRS_MAX)
        return count;
    char *path = joined(base, folder, "");
    bool known = !is_directory(path);
    for (size_t i = 0; i < count; i++)
        known |= text_is(dirs[i], path);
    if (!known)
        return dirs[count] = path, count + 1;
    free(path);
    return count;
}

/* Adds the folder of the checkout around the current directory by its short path: "scenarios", not
 * "/home/.../scenarios". */
static size_t add_current(char *dirs[WS_DATA_DIRS_MAX], const char *folder) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return 0;
    size_t size = strlen(here);
    if (!climb_to_checkout(here))
        return 0;
    return add_dir(dirs, 0, strlen(here) == size ? "" : here, folder);
}

static char program[PATH_MAX];

void ws_find_program(const char *path) {
    snprintf(program, sizeof program, "%s", path);
}

char *ws_program_path(void) {
    return ws_copy_text(program, strlen(program));
}

/* Cuts off the last name of a path; false if there is none. */
static bool cut_name(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

char *ws_install_dir(void) {
    char *path = ws_program_path();
    bool known = cut_name(path) && cut_name(path);
    const char *prefix = *path ? path : "/";
    char *share = known ? joined(prefix, "share/wormscope", "") : ws_copy_text("", 0);
    free(path);
    return share;
}

static size_t add_installed(char *dirs[WS_DATA_DIRS_MAX], size_t count, const char *folder) {
    char *share = ws_install_dir();
    if (*share)
        count = add_dir(dirs, count, share, folder);
    free(share);
    return count;
}

static size_t add_program(char *dirs[WS_DATA_DIRS_MAX], size_t count, const char *folder) {
    char current[PATH_MAX];
    char *here = ws_program_path();
    bool found = *here == '/' && climb_to_checkout(here);
    /* by its short name */
    bool known = found && getcwd(current, sizeof current) && text_is(current, here);
    if (found && !known)
        count = add_dir(dirs, count, here, folder);
    free(here);
    return count;
}

char *ws_user_path(const char *variable, const char *fallback, const char *name) {
    const char *base = getenv(variable);
    const char *home = getenv("HOME");
    bool is_set = base && *base;
    if (!is_set && !(home && *home))
        return NULL;
    size_t size =
        strlen(is_set ? base : home) + strlen(fallback) + strlen(name) + sizeof "//wormscope/";
    char *path = ws_alloc(size, 1);
    if (is_set)
        snprintf(path, size, "%s/wormscope/%s", base, name);
    else
        snprintf(path, size, "%s/%s/wormscope/%s", home, fallback, name);
    return path;
}

static size_t add_user(char *dirs[WS_DATA_DIRS_MAX], size_t count, const char *folder) {
    char *base = ws_user_path("XDG_DATA_HOME", ".local/share", "");
    if (base)
        base[strlen(base) - 1] = '\0';
    if (base)
        count = add_dir(dirs, count, base, folder);
    free(base);
    return count;
}

/* Adds wormscope/FOLDER of each directory in a list with colons. Relative directories do not
 * count. */
static size_t add_system(char *dirs[WS_DATA_DIRS_MAX], size_t count, const char *folder) {
    const char *list = getenv("XDG_DATA_DIRS");
    if (!list || !*list)
        list = "/usr/local/share:/usr/share";
    for (size_t size; *list; list += size + (list[size] == ':')) {
        size = strcspn(list, ":");
        if (*list != '/')
            continue;
        char *parent = ws_copy_text(list, size);
        char *base = joined(parent, "wormscope", "");
        count = add_dir(dirs, count, base, folder);
        free(base);
        free(parent);
    }
    return count;
}

size_t ws_data_dirs(const char *folder, char *dirs[WS_DATA_DIRS_MAX]) {
    const char *chosen = getenv("WORMSCOPE_DATA");
    if (chosen && *chosen)
        return add_dir(dirs, 0, chosen, folder);
    size_t count = add_current(dirs, folder);
    count = add_installed(dirs, count, folder);
    count = add_program(dirs, count, folder);
    count = add_user(dirs, count, folder);
    return add_system(dirs, count, folder);
}

/* Has somebody meant it as a file? A name with an ending is no folder's. */
static bool is_meant(const char *path, const char *suffix) {
    return ws_is_file(path) || (*suffix && is_directory(path));
}

char *ws_find_data(const char *folder, const char *name, const char *suffix) {
    char *dirs[WS_DATA_DIRS_MAX];
    char *found = NULL;
    size_t count = ws_data_dirs(folder, dirs);
    for (size_t i = 0; i < count; i++) {
        if (!found) {
            size_t size = strlen(dirs[i]) + strlen(name) + strlen(suffix) + 2;
            found = ws_alloc(size, 1);
            snprintf(found, size, "%s/%s%s", dirs[i], name, suffix);
            if (!is_meant(found, suffix))
                free(found), found = NULL;
        }
        free(dirs[i]);
    }
    return found;
}

void ws_user_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}
