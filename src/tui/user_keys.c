/* user_keys.c - see user_keys.h. */
#include "tui/user_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/line.h"
#include "session/library/find.h"
#include "tui/state.h"

bool ws_user_keys_read_file(ws_keys *keys, const char *path, ws_error *error) {
    *keys = ws_keys_default();
    ws_source *source = ws_source_read(path, false, error);
    bool good = source && ws_keys_parse(keys, path, source->text, source->length,
                                        ws_tui_command_check, error);
    ws_source_free(source);
    return good;
}

bool ws_user_keys_read(ws_keys *keys, ws_error *error) {
    char *path = ws_user_path(WS_CONFIG_DIR, "keys");
    *keys = ws_keys_default();
    bool good = !path || access(path, F_OK) != 0 || ws_user_keys_read_file(keys, path, error);
    free(path);
    return good;
}

/* ------------------------------------------------------------------------------------------------
 * conflicts ---- */

typedef struct words {
    char *text;
    size_t room, used, count;
} words;

static void words_add(words *w, const char *first, const char *next, const char *key,
                      const char *what) {
    if (w->used + 1 >= w->room)
        return;
    int n = snprintf(w->text + w->used, w->room - w->used, "%s%s (%s)", w->count++ ? next : first,
                     key, what);
    w->used += n > 0 ? (size_t)n : 0;
}

static bool has_key(const ws_keys *keys, const char *command) {
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->binding[i].command, command) == 0)
            return true;
    return false;
}

/* What keys did in earlier versions. */
typedef struct earlier_key {
    const char *key;
    const char *command;
} earlier_key;
static const earlier_key earlier[] = {
    {"tab", "select next"},
    {"w", "set timeout *4/5"},
    {"W", "set timeout *5/4"},
};

static bool is_own(const ws_binding *binding) {
    return binding->line > 0;
}

static bool has_own(const ws_keys *keys) {
    for (size_t i = 0; i < keys->count; i++)
        if (is_own(&keys->binding[i]))
            return true;
    return false;
}

static const ws_binding *binding_named(const ws_keys *keys, const char *name) {
    for (size_t i = 0; i < keys->count; i++)
        if (strcmp(keys->binding[i].name, name) == 0)
            return &keys->binding[i];
    return NULL;
}

/* Whoever has keys of their own knows the built-in ones of some version: tells which of those mean
 * something else now, apart from those that are bound anew. */
static void changes_tell(const ws_keys *keys, words *w) {
    if (!has_own(keys))
        return;
    w->count = 0;
    for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++) {
        const ws_binding *now = binding_named(keys, earlier[i].key);
        char what[224];
        if (!now || is_own(now))
            continue;
        snprintf(what, sizeof what, "%s, was %s", now->command, earlier[i].command);
        const char *first =
            w->used ? "; keys that changed their meaning: " : "keys that changed their meaning: ";
        words_add(w, first, ", ", now->name, what);
    }
    if (w->count && w->used < w->room)
        snprintf(w->text + w->used, w->room - w->used, "; a bind line for a key ends this");
}

const char *ws_user_keys_tell(const ws_keys *keys, char *text, size_t room) {
    ws_keys built_in = ws_keys_default();
    words w = {.text = text, .room = room};
    *text = '\0';
    for (size_t i = 0; i < built_in.count; i++) {
        const ws_binding *was = &built_in.binding[i], *is = ws_keys_find(keys, was->key);
        if (strcmp(was->command, is->command) != 0)
            words_add(&w, "built-in keys that are yours now: ", ", ", was->name, was->command);
    }
    w.count = 0;
    for (size_t i = 0; i < built_in.count; i++) {
        const ws_binding *was = &built_in.binding[i];
        if (!has_key(keys, was->command))
            words_add(&w, "; what no key does any more: ", ", ", was->command, was->name);
    }
    changes_tell(keys, &w);
    return text;
}
