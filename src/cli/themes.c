/* themes.c - `wormscope themes`: all themes at a glance, in their colours on a terminal, else as
 * text. */
#include <dirent.h>
#include <jansson.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/find.h"
#include "session/memory.h"
#include "terminal/terminal.h"
#include "ui/panels/preview.h"
#include "ui/text.h"

#define THEMES_SCHEMA 1
#define NAMES_MAX     64

enum { FLAG_JSON };
static const ws_flag flags[] = {{"json", 0, NULL, "print one JSON object a line"}, {0}};

typedef struct named {
    char *name[NAMES_MAX];
    size_t count;
} named;

static void name_add(named *n, const char *name, size_t length) {
    for (size_t i = 0; i < n->count; i++)
        if (strlen(n->name[i]) == length && memcmp(n->name[i], name, length) == 0)
            return;
    if (n->count < NAMES_MAX)
        n->name[n->count++] = ws_copy_text(name, length);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Those that are shipped, then the user's own. */
static void names_collect(named *n) {
    for (size_t i = 0; ws_theme_names[i]; i++)
        name_add(n, ws_theme_names[i], strlen(ws_theme_names[i]));
    size_t shipped = n->count;
    char *folder = ws_user_path(WS_CONFIG_DIR, "themes");
    DIR *directory = folder ? opendir(folder) : NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (text_ends(entry->d_name, ".theme"))
            name_add(n, entry->d_name, strlen(entry->d_name) - strlen(".theme"));
    }
    if (directory)
        closedir(directory);
    free(folder);
    qsort(n->name + shipped, n->count - shipped, sizeof *n->name, by_name);
}

/* ---- as data ---- */

static void print_text(const ws_theme *theme, const char *name, const char *path) {
    char style[64];
    ws_tell(stdout, "%s - %s (%s)", name, theme->title, path);
    for (int role = 0; role < WS_ROLE_COUNT; role++)
        printf("  %-15s %-36s %s\n", ws_role_names[role],
               ws_style_text(&theme->style[role], style, sizeof style), ws_role_docs[role]);
}

static void colour_set(json_t *role, const char *key, uint32_t rgb) {
    char text[16];
    snprintf(text, sizeof text, "#%06X", (unsigned)rgb);
    json_object_set_new(role, key, rgb == WS_COLOUR_NONE ? json_null() : json_string(text));
}

static void print_json(const ws_theme *theme, const char *name, const char *path) {
    static const struct {
        const char *name;
        unsigned bit;
    } attributes[] = {
        {"bold", WS_BOLD}, {"dim", WS_DIM}, {"underline", WS_UNDERLINE}, {"reverse", WS_REVERSE}};
    json_t *roles = json_object();
    for (int number = 0; number < WS_ROLE_COUNT; number++) {
        json_t *role = json_object();
        colour_set(role, "fg", theme->style[number].fg);
        colour_set(role, "bg", theme->style[number].bg);
        for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
            if (theme->style[number].attr & attributes[i].bit)
                json_object_set_new(role, attributes[i].name, json_true());
        json_object_set_new(roles, ws_role_names[number], role);
    }
    json_t *object =
        json_pack("{s:i, s:o, s:o, s:o, s:o}", "schema", THEMES_SCHEMA, "name", ws_json_text(name),
                  "title", ws_json_text(theme->title), "path", ws_json_text(path), "roles", roles);
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

/* ---- in colour ---- */

static void print_preview(const ws_theme *theme, const char *name) {
    ws_canvas canvas = {0};
    const ws_glyphs *glyphs = ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    ws_canvas_resize(&canvas, WS_PREVIEW_WIDTH, ws_preview_rows() + 1);
    canvas.ascii = glyphs->ascii;
    ws_pen pen = ws_pen_of(&canvas);
    ws_preview_draw(&pen, glyphs, name, theme->title);
    ws_ansi_write(stdout, &canvas, theme, ws_terminal_depth());
    ws_canvas_free(&canvas);
}

/* A name or a file; false after saying what is wrong. */
static bool theme_show(ws_args *args, const char *name, bool as_json) {
    ws_theme theme;
    ws_error error;
    if (!ws_theme_open(&theme, name, &error))
        return ws_args_wrong(args, "%s", error.text);
    char *path = ws_theme_path(name);
    if (as_json)
        print_json(&theme, name, path);
    else if (isatty(STDOUT_FILENO))
        print_preview(&theme, name);
    else
        print_text(&theme, name, path);
    free(path);
    return true;
}

static int run_themes(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    bool as_json = false;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        as_json |= flag == FLAG_JSON;
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    named n = {.count = 0};
    if (args.operand_count == 0)
        names_collect(&n);
    for (size_t i = 0; i < n.count; i++) {
        theme_show(&args, n.name[i], as_json);
        free(n.name[i]);
    }
    for (int i = 0; i < args.operand_count; i++)
        theme_show(&args, args.operands[i], as_json);
    return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
}

const ws_subcommand ws_subcommand_themes = {
    .name = "themes",
    .operands = "[NAME|FILE]... [--json]",
    .doc = "Show all themes, or those named, in their colours; as text if not on a terminal",
    .flags = flags,
    .run = run_themes};
