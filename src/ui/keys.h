/* keys.h - which key says which line of the command language.
 *
 * The table is text: lines `bind KEY "subject: what it does" COMMAND ...`. It drives the dispatch, the key bar, the settings' key
 * hints and the help. Successive keys of one subject are shown together. A text that is read
 * later may bind a key anew. */
#ifndef WS_KEYS_H
#define WS_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "session/language/params.h"
#include "wormscope/wormscope.h"

/* KEY(ID, "name in a bind line"): keys that are no characters. Characters are their own code point; ^X is 1 to 26. */
#define WS_KEYS(KEY)                                                                                                             \
    KEY(UP, "up")                                                                                                                \
    KEY(DOWN, "down")                                                                                                            \
    KEY(LEFT, "left") KEY(RIGHT, "right") KEY(HOME, "home") KEY(END, "end") KEY(PAGE_UP, "page-up") KEY(PAGE_DOWN, "page-down")  \
        KEY(INSERT, "insert") KEY(DELETE, "delete") KEY(BACK_TAB, "back-tab") KEY(F1, "f1") KEY(F2, "f2") KEY(F3, "f3")          \
            KEY(F4, "f4") KEY(F5, "f5") KEY(F6, "f6") KEY(F7, "f7") KEY(F8, "f8") KEY(F9, "f9") KEY(F10, "f10") KEY(F11, "f11")  \
                KEY(F12, "f12")

#define WS_KEY_ENUM(id, name) WS_KEY_##id,
enum { WS_KEY_BASE = 0x110000, WS_KEYS(WS_KEY_ENUM) WS_KEY_END_OF_LIST };
#undef WS_KEY_ENUM
enum { WS_KEY_TAB = 9, WS_KEY_ENTER = 13, WS_KEY_ESCAPE = 27, WS_KEY_BACKSPACE = 127 };

#define WS_BINDINGS_MAX 192

typedef struct ws_binding {
    uint32_t key;
    char name[16]; /* as it is written and shown */
    char help[64];
    char command[96];
    unsigned line; /* of the text it came from; 0: built in */
} ws_binding;

typedef struct ws_keys {
    size_t count;
    ws_binding binding[WS_BINDINGS_MAX];
} ws_keys;

/* Is the command that begins at this word one that there is? False with an error at its place. */
struct ws_line;
typedef bool ws_command_check(const struct ws_line *line, size_t word, ws_error *error);

/* The built-in table, without those that set a parameter which there is not. */
ws_keys ws_keys_default(void);
/* Adds the bindings of a text, in place of those that had their keys before. False with file:line:col, and nothing changed, if a
 * line is wrong or binds a key for the second time. The check may be NULL. */
bool ws_keys_parse(ws_keys *keys, const char *name, const char *text, size_t length, ws_command_check *check, ws_error *error);

const ws_binding *ws_keys_find(const ws_keys *keys, uint32_t key);

/* The parameter that a binding sets (`set NAME ...`), NULL if it does something else. */
const ws_param *ws_binding_param(const ws_binding *binding);

/* The length of the subject in a binding's help: what stands before the colon, or all. */
size_t ws_binding_subject(const ws_binding *binding);
/* Successive bindings of one subject, from `first` on: the place behind the last; their keys ("[ ]"; a second key for the same
 * thing only if `all`); what they do ("shorter, longer"). */
size_t ws_subject_end(const ws_keys *keys, size_t first);
void ws_subject_keys(const ws_keys *keys, size_t first, bool all, char *text, size_t room);
void ws_subject_help(const ws_keys *keys, size_t first, char *text, size_t room);

#endif
