/* keys.c - the default key table, and reading of such tables. */
#include "ui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/line.h"
#include "session/language/tell.h"
#include "ui/canvas.h"
#include "ui/map/lens.h"
#include "wormscope/memory.h"

/* Behind it stand the names of lenses. */
static const char lens_key[] = "bind m \"lens: show ";

/* clang-format off */
static const char *const built_in[] = {
    "bind ?         \"help: the held panel and all keys, on or off\" help",
    "bind f1        \"help: the held panel and all keys, on or off\" help",
    "bind space     \"run: start or pause\" run-pause",
    "bind ,         \"step: one cycle back\" back 1",
    "bind .         \"step: one cycle on\" step 1",
    "bind [         \"segment: shorter\" set segment *4/5",
    "bind ]         \"segment: longer\" set segment *5/4",
    "bind x         \"alpha: let length count less\" set alpha -0.1",
    "bind X         \"alpha: more\" set alpha +0.1",
    "bind y         \"limit: lower the buffer limit for injection\" set buffer-limit -1",
    "bind Y         \"limit: raise it\" set buffer-limit +1",
    "bind T         \"policy: next timeout policy\" set timeout-policy ++",
    "bind tab       \"panel: hold the next one\" panel next",
    "bind back-tab  \"panel: hold the one before\" panel previous",
    "bind e         \"panel: expand the held one, or back\" panel expand",
    "bind E         \"panel: next choice of panels\" preset next",
    "bind w         \"worm: select the next that waits\" select next",
    "bind W         \"worm: select the previous\" select previous",
    "bind b         \"why: go to the worm it waits for\" follow",
    "bind enter     \"why: go to the worm it waits for\" follow",
    "bind '         \"root: go to the last of its chain\" select root",
    "bind A         \"what if: fork here, A and B side by side\" split",
    "bind ;         \"act: on what is selected: send, cut, repair, hot spot\" act",
    "bind f2        \"act: on what is selected\" act",
    "bind R         \"rec: record from the start, or stop\" record",
    "bind q         \"quit: leave wormscope\" quit",
    "bind ^c        \"quit: leave wormscope\" quit",
    "bind <         \"speed: slower\" slower",
    "bind >         \"speed: faster\" faster",
    "bind u         \"speed: as fast as possible, and back\" unlimited",
    "bind r         \"rule: next way to cut messages\" set segment-rule ++",
    "bind -         \"load: lower\" set load -0.01",
    "bind +         \"load: raise\" set load +0.01",
    "bind =         \"load: raise\" set load +0.01",
    "bind O         \"cost: let a reset count less\" set timeout-cost -0.5",
    "bind P         \"cost: more\" set timeout-cost +0.5",
    "bind :         \"command: type a line, such as `set load 0.25`\" command",
    "bind /         \"filter: dim all worms but some, such as `waiting to=H3`\" filter",
    "bind c         \"colour: colour worms by something else\" colour next",
    "bind D         \"diagram: the worm in space and time, its chain, a ring\" spacetime next",
    "bind v         \"limit to: lower the buffers for one host\" set buffer-limit-dest -1",
    "bind V         \"limit to: raise them\" set buffer-limit-dest +1",
    "bind i         \"limit on: lower the buffers of passing worms\" set buffer-limit-transit -1",
    "bind I         \"limit on: raise them\" set buffer-limit-transit +1",
    "bind f         \"backpressure: next way to slow sources\" set backpressure ++",
    "bind _         \"queues: fewer set aside at a port\" set saqs -1",
    "bind |         \"queues: more\" set saqs +1",
    "bind &         \"detection: set a queue aside earlier\" set saq-detect -1",
    "bind *         \"detection: later\" set saq-detect +1",
    "bind $         \"Xoff: earlier\" set saq-xoff -1",
    "bind %         \"Xoff: later\" set saq-xoff +1",
    "bind !         \"Xon: later\" set saq-xon -1",
    "bind @         \"Xon: earlier\" set saq-xon +1",
    "bind (         \"stop mark: lower\" set stop-mark -4",
    "bind )         \"stop mark: raise\" set stop-mark +4",
    "bind {         \"go mark: lower\" set go-mark -4",
    "bind }         \"go mark: raise\" set go-mark +4",
    "bind p         \"priority: at the switches, on or off\" set switch-priority ++",
    "bind a         \"arbiter: next rule for who wins an output\" set arbiter ++",
    "bind n         \"next: run to the next event: waiting, order, tree, kill, note\" next",
    "bind N         \"next: pass over mere waiting\" next !waiting",
    "bind S         \"stops: list conditions that stop the run\" breaks",
    "bind s         \"switch: look at the next one\" look next",
    "bind g         \"go: to a cycle\" command seek",
    "bind home      \"time: go to the beginning\" seek start",
    "bind end       \"time: go to the latest cycle\" seek end",
    "bind H         \"leap: back\" leap -1",
    "bind L         \"leap: on\" leap +1",
    "bind page-up   \"mark: go to the one before\" mark previous",
    "bind page-down \"mark: the next (notes, changes, forks)\" mark next",
    "bind G         \"trees: show congestion trees, roots and victims\" trees",
    "bind Q         \"ports: show the queues of a port, and their purpose\" ports",
    "bind F         \"fork: go on live from here\" fork",
    "bind B         \"branches: list, choose, go there\" branches",
    "bind d         \"differ: show where branches differ, or go there\" differ",
    "bind J         \"field: choose the next, for Enter\" field next",
    "bind K         \"field: the one before\" field previous",
    "bind backspace \"select: go back to the one before\" select back",
    "bind esc       \"back: close, let go, take the filter away\" select none",
    "bind z         \"zoom: closer: terrain, streets, worms, one switch\" zoom in",
    "bind Z         \"zoom: farther\" zoom out",
    "bind 0         \"zoom: fit\" zoom fit",
    lens_key,
    "bind 1         \"panels: hold the settings\" panel settings",
    "bind 2         \"panels: figures\" panel numbers",
    "bind 3         \"panels: waits\" panel waits",
    "bind 4         \"panels: latency\" panel latency",
    "bind 5         \"panels: throughput\" panel throughput",
    "bind 6         \"panels: timeline\" panel timeline",
    "bind 7         \"panels: map\" panel map",
    "bind 8         \"panels: distribution of the latency\" panel distribution",
    "bind 9         \"figure: of a paper that this scenario is in\" paper next",
    "bind U         \"measure: next latency: message, network, head, packet\" latency next",
    "bind M         \"lecture: show a large map and captions\" lecture",
    "bind C         \"class: list who is here; student: back to the lecture\" class",
    "bind o         \"open: another scenario or recording\" open",
    "bind left      \"pan: left\" pan left",
    "bind down      \"pan: down\" pan down",
    "bind up        \"pan: up\" pan up",
    "bind right     \"pan: right (also h j k l)\" pan right",
    "bind h         \"pan: left\" pan left",
    "bind j         \"pan: down\" pan down",
    "bind k         \"pan: up\" pan up",
    "bind l         \"pan: right\" pan right",
    "bind t         \"theme: next one\" theme next",
    "bind ^l        \"screen: draw it anew\" redraw",
    "bind ^z        \"screen: suspend\" suspend",
};
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
        if (strcmp(named[i].name, name) == 0)
            return named[i].key;
    if (name[0] == '^' && name[1] >= 'a' && name[1] <= 'z' && name[2] == '\0')
        return (uint32_t)(name[1] - 'a' + 1);
    const char *end = name;
    uint32_t code = ws_text_next(&end);
    return *end == '\0' && code > ' ' ? code : 0;
}

static ws_binding *binding_find(ws_keys *keys, uint32_t key) {
    for (size_t i = 0; i < keys->count; i++)
        if (keys->binding[i].key == key)
            return &keys->binding[i];
    return NULL;
}

/* A later text may give a key another meaning; in one text that is a mistake. */
static void binding_put(ws_keys *keys, const ws_binding *binding) {
    ws_binding *old = binding_find(keys, binding->key);
    if (old)
        *old = *binding;
    else
        keys->binding[keys->count++] = *binding;
}

/* The words of the command, joined again. */
static bool command_join(ws_binding *binding, const ws_line *line, ws_error *error) {
    size_t used = 0, room = sizeof binding->command;
    for (size_t i = 3; i < line->count; i++) {
        const char *quote = line->word[i].quoted ? "\"" : "";
        int n = snprintf(binding->command + used, room - used, "%s%s%s%s", i > 3 ? " " : "", quote,
                         line->word[i].text, quote);
        if (n < 0 || (size_t)n >= room - used)
            return ws_fail(error, line, i, "the command is too long; at most %zu bytes", room - 1);
        used += (size_t)n;
    }
    return true;
}

static bool line_parse(ws_keys *keys, const ws_line *line, ws_command_check *check,
                       ws_error *error) {
    ws_binding binding = {.line = line->place.line};
    if (line->count == 0)
        return true;
    if (strcmp(line->word[0].text, "bind") != 0)
        return ws_fail(
            error, line, 0,
            "invalid line `%s` in a key table: expected `bind KEY \"what it does\" COMMAND`",
            line->word[0].text);
    if (line->count < 4)
        return ws_fail(error, line, line->count,
                       "a binding is incomplete; write `bind KEY \"what it does\" COMMAND`");
    binding.key = key_of_name(line->word[1].text);
    if (binding.key == 0)
        return ws_fail(
            error, line, 1,
            "invalid key `%s`: expected a character, ^x, or a name such as space, tab, f1, up",
            line->word[1].text);
    snprintf(binding.name, sizeof binding.name, "%s", line->word[1].text);
    snprintf(binding.help, sizeof binding.help, "%s", line->word[2].text);
    const ws_binding *old = binding_find(keys, binding.key);
    if (old && old->line)
        return ws_fail(error, line, 1, "%s has been bound already, in line %u", binding.name,
                       old->line);
    if (check && !check(line, 3, error))
        return false;
    if (!command_join(&binding, line, error))
        return false;
    if (keys->count == WS_BINDINGS_MAX)
        return ws_fail(error, line, 0, "too many bindings; at most %d", WS_BINDINGS_MAX);
    binding_put(keys, &binding);
    return true;
}

bool ws_keys_parse(ws_keys *keys, const char *name, const char *text, size_t length,
                   ws_command_check *check, ws_error *error) {
    ws_source *source = ws_source_text(name, NULL, text, length, error);
    if (!source)
        return false;
    ws_reader reader = {.source = source};
    ws_keys *read = malloc(sizeof *read);
    ws_line *line = malloc(sizeof *line);
    if (!read || !line)
        ws_no_memory(0);
    *read = *keys;
    for (size_t i = 0; i < read->count; i++)
        read->binding[i].line = 0;
    bool good = true;
    const char *row;
    size_t size;
    while (good && ws_reader_next(&reader, &row, &size)) {
        ws_place place = {source, reader.line, 1};
        good = ws_line_split(line, place, row, size, error) && line_parse(read, line, check, error);
    }
    if (good)
        *keys = *read;
    free(read);
    free(line);
    ws_source_free(source);
    return good;
}

/* Keys of parameters that there are not, or not yet, wait until there are. */
static void parameters_filter(ws_keys *keys) {
    size_t count = 0;
    for (size_t i = 0; i < keys->count; i++) {
        const ws_binding *b = &keys->binding[i];
        if (strncmp(b->command, "set ", 4) != 0 || ws_binding_param(b))
            keys->binding[count++] = *b;
    }
    keys->count = count;
}

ws_keys ws_keys_default(void) {
    ws_keys keys = {0};
    ws_error error;
    char text[8192];
    char names[256];
    size_t used = 0;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s\n", built_in[i],
                                 built_in[i] == lens_key ? ws_lens_names(names, sizeof names) : "",
                                 built_in[i] == lens_key ? "\" lens next" : "");
    if (used >= sizeof text || !ws_keys_parse(&keys, "built-in keys", text, used, NULL, &error)) {
        ws_tell(stderr, "wormscope: %s", error.text);
        abort();
    }
    parameters_filter(&keys);
    for (size_t i = 0; i < keys.count; i++)
        keys.binding[i].line = 0;
    return keys;
}

const ws_binding *ws_keys_find(const ws_keys *keys, uint32_t key) {
    return binding_find((ws_keys *)keys, key);
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
        if (strcmp(keys->binding[j].command, keys->binding[i].command) == 0)
            return true;
    return false;
}

void ws_subject_keys(const ws_keys *keys, size_t first, bool all, char *text, size_t room) {
    size_t used = 0, end = ws_subject_end(keys, first);
    text[0] = '\0';
    for (size_t i = first; i < end; i++) {
        if (!all && is_repeat(keys, first, i))
            continue;
        int n = snprintf(text + used, room - used, "%s%s", used ? " " : "", keys->binding[i].name);
        if (n < 0 || (size_t)n >= room - used)
            return;
        used += (size_t)n;
    }
}

void ws_subject_help(const ws_keys *keys, size_t first, char *text, size_t room) {
    size_t used = 0, end = ws_subject_end(keys, first);
    text[0] = '\0';
    for (size_t i = first; i < end; i++) {
        if (is_repeat(keys, first, i))
            continue;
        const char *what = keys->binding[i].help + ws_binding_subject(&keys->binding[i]);
        what += strspn(what, ": ");
        int n = snprintf(text + used, room - used, "%s%s", used ? ", " : "", what);
        if (n < 0 || (size_t)n >= room - used)
            return;
        used += (size_t)n;
    }
}
