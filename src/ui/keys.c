/* keys.c - the default key table, and reading of such tables. */
#include "ui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/line.h"
#include "ui/canvas.h"

/* clang-format off */
const char ws_keys_text[] =
    "bind ?         \"help: all keys and signs, on or off\" help\n"
    "bind f1        \"help: all keys and signs, on or off\" help\n"
    "bind q         \"quit: leave wormscope\" quit\n"
    "bind ^c        \"quit: leave wormscope\" quit\n"
    "bind space     \"run: start or pause\" run-pause\n"
    "bind ,         \"step: one cycle back\" back 1\n"
    "bind .         \"step: one on\" step 1\n"
    "bind [         \"segment: shorter\" set segment *4/5\n"
    "bind ]         \"segment: longer\" set segment *5/4\n"
    "bind tab       \"worm: look at the next one that is blocked\" select next\n"
    "bind b         \"why: go to the worm it waits for\" follow\n"
    "bind enter     \"why: go to the worm it waits for\" follow\n"
    "bind R         \"record: this session from its begin, or stop\" record\n"
    "bind <         \"speed: slower\" slower\n"
    "bind >         \"speed: faster\" faster\n"
    "bind r         \"rule: how messages are cut, the next\" set segment-rule ++\n"
    "bind -         \"load: less\" set load -0.01\n"
    "bind +         \"load: more\" set load +0.01\n"
    "bind =         \"load: more\" set load +0.01\n"
    "bind T         \"policy: of timeouts, the next\" set timeout-policy ++\n"
    "bind w         \"timeout: shorter\" set timeout *4/5\n"
    "bind W         \"timeout: longer\" set timeout *5/4\n"
    "bind c         \"cost: a reset counts less\" set timeout-cost -0.5\n"
    "bind C         \"cost: more\" set timeout-cost +0.5\n"
    "bind :         \"command: type a line, such as `set load 0.25`\" command\n"
    "bind u         \"max: as fast as possible, and back\" unlimited\n"
    "bind (         \"stop mark: lower\" set stop-mark -4\n"
    "bind )         \"stop mark: higher\" set stop-mark +4\n"
    "bind {         \"go mark: lower\" set go-mark -4\n"
    "bind }         \"go mark: higher\" set go-mark +4\n"
    "bind p         \"priority: at the switches, on or off\" set switch-priority ++\n"
    "bind a         \"arbiter: who wins an output, the next\" set arbiter ++\n"
    "bind n         \"next: on to the next event: blocked, killed, note\" next\n"
    "bind s         \"switch: look at the next one\" look next\n"
    "bind g         \"go: to a cycle\" command seek\n"
    "bind home      \"time: the begin\" seek start\n"
    "bind end       \"time: the latest\" seek end\n"
    "bind H         \"leap: back\" leap -1\n"
    "bind L         \"leap: on\" leap +1\n"
    "bind page-up   \"mark: the one before\" mark previous\n"
    "bind page-down \"mark: the next (notes, changes, forks)\" mark next\n"
    "bind J         \"trees: of jams: roots, branches, victims\" trees\n"
    "bind F         \"fork: go on live from here\" fork\n"
    "bind B         \"branches: list, choose, go there\" branches\n"
    "bind d         \"differ: where the chosen branch does\" differ\n"
    "bind back-tab  \"select: the previous\" select previous\n"
    "bind backspace \"select: the one before\" select back\n"
    "bind esc       \"select: none\" select none\n"
    "bind z         \"zoom: closer\" zoom in\n"
    "bind Z         \"zoom: farther\" zoom out\n"
    "bind 0         \"zoom: what fits\" zoom fit\n"
    "bind o         \"open: another scenario or recording\" open\n"
    "bind left      \"pan: left\" pan left\n"
    "bind down      \"pan: down\" pan down\n"
    "bind up        \"pan: up\" pan up\n"
    "bind right     \"pan: right (also h j k l)\" pan right\n"
    "bind h         \"pan: left\" pan left\n"
    "bind j         \"pan: down\" pan down\n"
    "bind k         \"pan: up\" pan up\n"
    "bind l         \"pan: right\" pan right\n"
    "bind t         \"theme: the next one\" theme next\n"
    "bind ^l        \"screen: draw it anew\" redraw\n"
    "bind ^z        \"screen: suspend\" suspend\n";
/* clang-format on */

#define KEY_NAME(id, name) {name, WS_KEY_##id},
static const struct {
    const char *name;
    uint32_t key;
} named[] = {
    {"space", ' '},   {"tab", WS_KEY_TAB}, {"enter", WS_KEY_ENTER}, {"esc", WS_KEY_ESCAPE}, {"backspace", WS_KEY_BACKSPACE},
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
        if (n < 0 || (size_t)n >= room - used)
            return ws_fail(error, line, i, "the command is too long; at most %zu bytes", room - 1);
        used += (size_t)n;
    }
    return true;
}

static bool line_parse(ws_keys *keys, const ws_line *line, ws_error *error) {
    ws_binding binding = {0};
    if (line->count == 0) return true;
    if (strcmp(line->word[0].text, "bind") != 0)
        return ws_fail(error, line, 0, "`%s` is no line of a key table; write `bind KEY \"what it does\" COMMAND`",
                       line->word[0].text);
    if (line->count < 4)
        return ws_fail(error, line, line->count, "a binding is incomplete; write `bind KEY \"what it does\" COMMAND`");
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

const ws_param *ws_binding_param(const ws_binding *binding) {
    char name[64];
    return sscanf(binding->command, "set %63s", name) == 1 ? ws_param_find(name) : NULL;
}

size_t ws_binding_subject(const ws_binding *binding) {
    const char *colon = strchr(binding->help, ':');
    return colon ? (size_t)(colon - binding->help) : strlen(binding->help);
}

size_t ws_subject_end(const ws_keys *keys, size_t first) {
    size_t length = ws_binding_subject(&keys->binding[first]), i = first + 1;
    while (i < keys->count && ws_binding_subject(&keys->binding[i]) == length &&
           strncmp(keys->binding[i].help, keys->binding[first].help, length) == 0)
        i++;
    return i;
}

/* A second key for the same thing. */
static bool is_repeat(const ws_keys *keys, size_t first, size_t i) {
    for (size_t j = first; j < i; j++)
        if (strcmp(keys->binding[j].command, keys->binding[i].command) == 0) return true;
    return false;
}

void ws_subject_keys(const ws_keys *keys, size_t first, bool all, char *text, size_t room) {
    size_t used = 0, end = ws_subject_end(keys, first);
    text[0] = '\0';
    for (size_t i = first; i < end; i++) {
        if (!all && is_repeat(keys, first, i)) continue;
        int n = snprintf(text + used, room - used, "%s%s", used ? " " : "", keys->binding[i].name);
        if (n < 0 || (size_t)n >= room - used) return;
        used += (size_t)n;
    }
}

void ws_subject_help(const ws_keys *keys, size_t first, char *text, size_t room) {
    size_t used = 0, end = ws_subject_end(keys, first);
    text[0] = '\0';
    for (size_t i = first; i < end; i++) {
        if (is_repeat(keys, first, i)) continue;
        const char *what = keys->binding[i].help + ws_binding_subject(&keys->binding[i]);
        what += strspn(what, ": ");
        int n = snprintf(text + used, room - used, "%s%s", used ? ", " : "", what);
        if (n < 0 || (size_t)n >= room - used) return;
        used += (size_t)n;
    }
}
