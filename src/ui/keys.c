/* keys.c - the default key table, and reading of such tables. */
#include "ui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/line.h"
#include "ui/canvas.h"

/* clang-format off */
const char ws_keys_text[] =
    "bind ?         \"help: all keys, on or off\"                         help\n"
    "bind f1        \"help: all keys, on or off\"                         help\n"
    "bind space     \"run: start or pause\"                               run-pause\n"
    "bind .         \"step: one cycle\"                                   step 1\n"
    "bind n         \"step: a hundred cycles\"                            step 100\n"
    "bind <         \"speed: slower\"                                     slower\n"
    "bind >         \"speed: faster\"                                     faster\n"
    "bind ,         \"speed: slower\"                                     slower\n"
    "bind u         \"speed: as fast as possible, and back\"              unlimited\n"
    "bind [         \"segment: shorter\"                                  set segment *4/5\n"
    "bind ]         \"segment: longer\"                                   set segment *5/4\n"
    "bind r         \"rule: how messages are cut, the next one\"          set segment-rule ++\n"
    "bind -         \"load: less\"                                        set load -0.01\n"
    "bind +         \"load: more\"                                        set load +0.01\n"
    "bind =         \"load: more\"                                        set load +0.01\n"
    "bind (         \"stop mark: lower\"                                  set stop-mark -4\n"
    "bind )         \"stop mark: higher\"                                 set stop-mark +4\n"
    "bind {         \"go mark: lower\"                                    set go-mark -4\n"
    "bind }         \"go mark: higher\"                                   set go-mark +4\n"
    "bind p         \"priority: at the switches, on or off\"              set switch-priority ++\n"
    "bind a         \"arbiter: who wins an output, the next rule\"        set arbiter ++\n"
    "bind :         \"command: type a line, such as `set load 0.25`\"     command\n"
    "bind tab       \"worm: select the next blocked one\"                 select next\n"
    "bind back-tab  \"worm: select the one before\"                       select previous\n"
    "bind b         \"worm: go to the one it waits for\"                  select blocker\n"
    "bind esc       \"worm: select none; close help\"                     select none\n"
    "bind z         \"zoom: closer\"                                      zoom in\n"
    "bind Z         \"zoom: farther\"                                     zoom out\n"
    "bind left      \"pan: the map\"                                      pan left\n"
    "bind right     \"pan: the map\"                                      pan right\n"
    "bind up        \"pan: the map\"                                      pan up\n"
    "bind down      \"pan: the map\"                                      pan down\n"
    "bind h         \"pan: the map\"                                      pan left\n"
    "bind l         \"pan: the map\"                                      pan right\n"
    "bind k         \"pan: the map\"                                      pan up\n"
    "bind j         \"pan: the map\"                                      pan down\n"
    "bind t         \"theme: the next one\"                               theme next\n"
    "bind ^l        \"screen: draw it anew\"                              redraw\n"
    "bind ^z        \"screen: suspend\"                                   suspend\n"
    "bind q         \"quit: leave wormscope\"                             quit\n"
    "bind ^c        \"quit: leave wormscope\"                             quit\n";
/* clang-format on */

#define KEY_NAME(id, name) {name, WS_KEY_##id},
static const struct {
    const char *name;
    uint32_t key;
} named[] = {{"space", ' '},
             {"tab", WS_KEY_TAB},
             {"enter", WS_KEY_ENTER},
             {"esc", WS_KEY_ESCAPE},
             {"backspace", WS_KEY_BACKSPACE},
             WS_KEYS(KEY_NAME)};

/* 0 if it is no key. */
static uint32_t key_of_name(const char *name) {
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].name, name) == 0) return named[i].key;
    if (name[0] == '^' && name[1] >= 'a' && name[1] <= 'z' && name[2] == '\0') return (uint32_t)(name[1] - 'a' + 1);
    const char *end = name;
    uint32_t code = ws_text_next(&end);
    return *end == '\0' && code > ' ' ? code : 0;
}

static void binding_put(ws_keys *keys, const ws_binding *binding) {
    for (size_t i = 0; i < keys->count; i++) {
        if (keys->binding[i].key != binding->key) continue;
        keys->binding[i] = *binding;
        return;
    }
    keys->binding[keys->count++] = *binding;
}

/* The words of the command, joined again. */
static bool command_join(ws_binding *binding, const ws_line *line, ws_error *error) {
    size_t used = 0, room = sizeof binding->command;
    for (size_t i = 3; i < line->count; i++) {
        const char *quote = line->word[i].quoted ? "\"" : "";
        int n = snprintf(binding->command + used, room - used, "%s%s%s%s", i > 3 ? " " : "", quote, line->word[i].text, quote);
        if (n < 0 || (size_t)n >= room - used) return ws_fail(error, line, i, "the command is too long; at most %zu bytes", room - 1);
        used += (size_t)n;
    }
    return true;
}

static bool line_parse(ws_keys *keys, const ws_line *line, ws_error *error) {
    ws_binding binding = {0};
    if (line->count == 0) return true;
    if (strcmp(line->word[0].text, "bind") != 0)
        return ws_fail(error, line, 0, "`%s` is no line of a key table; write `bind KEY \"what it does\" COMMAND`", line->word[0].text);
    if (line->count < 4) return ws_fail(error, line, line->count, "a binding is incomplete; write `bind KEY \"what it does\" COMMAND`");
    binding.key = key_of_name(line->word[1].text);
    if (binding.key == 0)
        return ws_fail(error, line, 1, "`%s` is no key; write a character, ^x, or a name such as space, tab, f1, up",
                       line->word[1].text);
    snprintf(binding.name, sizeof binding.name, "%s", line->word[1].text);
    snprintf(binding.help, sizeof binding.help, "%s", line->word[2].text);
    if (!command_join(&binding, line, error)) return false;
    if (keys->count == WS_BINDINGS_MAX) return ws_fail(error, line, 0, "too many bindings; at most %d", WS_BINDINGS_MAX);
    binding_put(keys, &binding);
    return true;
}

bool ws_keys_parse(ws_keys *keys, const char *name, const char *text, size_t length, ws_error *error) {
    ws_source *source = ws_source_text(name, NULL, text, length, error);
    if (!source) return false;
    ws_reader reader = {.source = source};
    ws_keys *read = malloc(sizeof *read);
    ws_line *line = malloc(sizeof *line);
    if (!read || !line) abort();
    *read = *keys;
    bool good = true;
    const char *row;
    size_t size;
    while (good && ws_reader_next(&reader, &row, &size)) {
        ws_place place = {source, reader.line, 1};
        good = ws_line_split(line, place, row, size, error) && line_parse(read, line, error);
    }
    if (good) *keys = *read;
    free(read);
    free(line);
    ws_source_free(source);
    return good;
}

ws_keys ws_keys_default(void) {
    ws_keys keys = {0};
    ws_error error;
    if (!ws_keys_parse(&keys, "built-in keys", ws_keys_text, strlen(ws_keys_text), &error)) {
        fprintf(stderr, "wormscope: %s\n", error.text);
        abort();
    }
    return keys;
}

const ws_binding *ws_keys_find(const ws_keys *keys, uint32_t key) {
    for (size_t i = 0; i < keys->count; i++)
        if (keys->binding[i].key == key) return &keys->binding[i];
    return NULL;
}

void ws_keys_of_param(const ws_keys *keys, const char *param, char *text, size_t room) {
    size_t used = 0, length = strlen(param);
    text[0] = '\0';
    for (size_t i = 0; i < keys->count; i++) {
        const char *command = keys->binding[i].command;
        if (strncmp(command, "set ", 4) != 0 || strncmp(command + 4, param, length) != 0 || command[4 + length] != ' ') continue;
        if (strcmp(keys->binding[i].name, "=") == 0) continue; /* the + of keyboards where + is shifted */
        int n = snprintf(text + used, room - used, "%s%s", used ? " " : "", keys->binding[i].name);
        if (n < 0 || (size_t)n >= room - used) return;
        used += (size_t)n;
    }
}

size_t ws_binding_subject(const ws_binding *binding) {
    const char *colon = strchr(binding->help, ':');
    return colon ? (size_t)(colon - binding->help) : strlen(binding->help);
}
