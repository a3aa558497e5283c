/* params.c - the table of parameters made from params.def: look-up, defaults, printing, and who
 * reads what. */
#include "session/language/params.h"
#include "session/language/text.h"

#include "session/language/suggest.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Makes two arrays of each list of names: the names that users type, and their meanings. */
#define WS_NO_NAMES(X)
#define NAME_OF(id, name, doc) name,
#define DOC_OF(id, name, doc)  doc,
#define NAMES(LIST)                                                                                \
    static const char *const names_##LIST[] = {LIST(NAME_OF) NULL};                                \
    static const char *const docs_##LIST[] = {LIST(DOC_OF) NULL};
NAMES(WS_NO_NAMES)
NAMES(WS_TOPOLOGIES)
NAMES(WS_FLOWS)
NAMES(WS_ROUTINGS)
NAMES(WS_ROUTE_CHOICES)
NAMES(WS_DATELINES)
NAMES(WS_ARBITERS)
NAMES(WS_QUEUEINGS)
NAMES(WS_SAQ_ORDERS)
NAMES(WS_GRANT_ROOMS)
NAMES(WS_SWITCHINGS)
NAMES(WS_CROSSBARS)
NAMES(WS_MULTIPLEXINGS)
NAMES(WS_ROUTER_UNITS)
NAMES(WS_SELECTIONS)
NAMES(WS_INJECTIONS)
NAMES(WS_TRAFFICS)
NAMES(WS_ARRIVALS)
NAMES(WS_LENGTHS)
NAMES(WS_CLASS_RULES)
NAMES(WS_SEGMENT_RULES)
NAMES(WS_TIMEOUT_POLICIES)
NAMES(WS_WAITING_COUNTS)
NAMES(WS_NEIGHBOURHOODS)
NAMES(WS_HEADER_BITS)
NAMES(WS_BACKPRESSURES)
NAMES(WS_DEADLOCK_RULES)
NAMES(WS_DUPLEXES)
NAMES(WS_EJECT_PRIORITIES)
NAMES(WS_SWITCHES_OFF_ON)

const ws_param ws_params[] = {
#define LIVE(effects) true
#define BUILD         false
#define ALSO(field, WHEN)
#define PARAM(param_name, param_unit, TYPE, field, low, high, start, stride, WHEN, reads, LIST,    \
              line)                                                                                \
    {.name = param_name,                                                                           \
     .unit = param_unit,                                                                           \
     .readers = reads,                                                                             \
     .doc = line,                                                                                  \
     .type = WS_PARAM_##TYPE,                                                                      \
     .live = WHEN,                                                                                 \
     .offset = offsetof(ws_def, field),                                                            \
     .min = low,                                                                                   \
     .max = high,                                                                                  \
     .def = start,                                                                                 \
     .step = stride,                                                                               \
     .names = names_##LIST,                                                                        \
     .docs = docs_##LIST,                                                                          \
     .name_count = sizeof names_##LIST / sizeof *names_##LIST - 1},
#include "wormscope/params.def"
#undef PARAM
#undef ALSO
};
const size_t ws_param_count = sizeof ws_params / sizeof *ws_params;

static int64_t field_of(const ws_param *param, const ws_def *def) {
    int64_t value;
    memcpy(&value, (const char *)def + param->offset, sizeof value);
    return value;
}

ws_def ws_def_default(void) {
    ws_def def = {.size = {3, 3}, .length_mean = 1000, .seed = 1};
    const ws_param *end = ws_params + ws_param_count;
    for (const ws_param *param = ws_params; param < end; param++) {
        char *field = (char *)&def + param->offset;
        memcpy(field, &param->def, sizeof param->def);
    }
    return def;
}

const ws_param *ws_param_find(const char *name) {
    if (text_is(name, "hosts"))
        name = "hosts-per-switch";
    for (size_t i = 0; i < ws_param_count; i++)
        if (text_is(ws_params[i].name, name))
            return &ws_params[i];
    return NULL;
}

/* ------------------------------------------------------------------------------- printing ---- */

static void print_share(int64_t value, char *text, size_t room) {
    int64_t whole = value / WS_MILLION;
    int64_t part = value % WS_MILLION;
    int length = snprintf(text, room, "%" PRId64 ".%06" PRId64, whole, part);
    if (length < 0 || (size_t)length >= room)
        return;
    char *last = text + length - 1;
    while (*last == '0')
        *last-- = '\0';
    if (*last == '.')
        *last = '\0';
}

static const char *name_of(const ws_param *param, int64_t value) {
    return value >= 0 && (size_t)value < param->name_count ? param->names[value] : "?";
}

static void print_sizes(const ws_def *def, text_out *out) {
    int count = ws_topology_given(def);
    for (int i = 0; i < count; i++)
        text_add(out, " %" PRId64, def->size[i]);
}

static void print_lengths(const ws_def *def, text_out *out) {
    if (def->length != WS_LENGTH_MIXTURE) {
        text_add(out, " %" PRId64, def->length_mean);
        return;
    }
    for (int64_t i = 0; i < def->mixture_count; i++) {
        int64_t lo = def->mixture_lo[i];
        int64_t hi = def->mixture_hi[i];
        text_add(out, " %" PRId64, lo);
        if (hi != lo)
            text_add(out, "-%" PRId64, hi);
        text_add(out, ":%" PRId64, def->mixture_weight[i]);
    }
}

void ws_param_print(const ws_param *param, const ws_def *def, char *text, size_t room) {
    text_out out = text_begin(text, room);
    int64_t value = field_of(param, def);
    switch (param->type) {
    case WS_PARAM_INT: text_add(&out, "%" PRId64, value); return;
    case WS_PARAM_SHARE: print_share(value, text, room); return;
    default: text_add(&out, "%s", name_of(param, value));
    }
    if (param->type == WS_PARAM_TOPOLOGY)
        print_sizes(def, &out);
    if (param->type == WS_PARAM_LENGTH)
        print_lengths(def, &out);
}

void ws_param_print_changed(const ws_param *param, const ws_def *def, char *text, size_t room) {
    const ws_def plain = ws_def_default();
    char usual[200];
    ws_param_print(param, &plain, usual, sizeof usual);
    ws_param_print(param, def, text, room);
    if (text_is(text, usual))
        *text = '\0';
}

/* ---------------------------------------------------------------- factors of the policies ---- */

bool ws_param_is_of_policy(const ws_param *param) {
    bool is_itow = param->offset == offsetof(ws_def, itow_cost);
    return is_itow || param->offset == offsetof(ws_def, cep_cost);
}

static bool is_one_cost(const ws_def *def) {
    return def->itow_cost == def->cep_cost;
}

void ws_def_settle(ws_def *def) {
    if (def->timeout_policy == WS_TIMEOUT_POLICY_CEP)
        def->timeout_cost = def->cep_cost;
    else if (def->timeout_policy == WS_TIMEOUT_POLICY_ITOW || is_one_cost(def))
        def->timeout_cost = def->itow_cost;
    else
        def->timeout_cost = ws_param_find("timeout-cost")->def;
}

void ws_param_print_saved(const ws_param *param, const ws_def *def, char *text, size_t room) {
    bool one = is_one_cost(def);
    if (param->offset == offsetof(ws_def, timeout_cost))
        ws_param_print(param, def, text, one ? room : 1);
    else if (one && ws_param_is_of_policy(param))
        *text = '\0';
    else
        ws_param_print_changed(param, def, text, room);
}

/* ------------------------------------------------------------------------- who reads what ---- */

/* Is `value` (its first word: "torus 3 3" is a torus) among the words of a list separated by
 * commas? */
static bool list_has(const char *list, size_t length, const char *value) {
    size_t size = strcspn(value, " ");
    const char *end = list + length;
    for (const char *item = list; item < end;) {
        const char *comma = memchr(item, ',', (size_t)(end - item));
        const char *item_end = comma ? comma : end;
        bool same_size = (size_t)(item_end - item) == size;
        if (same_size && memcmp(item, value, size) == 0)
            return true;
        item = item_end + 1;
    }
    return false;
}

/* One condition NAME=LIST or NAME!=LIST of `length` bytes. */
static bool condition_holds(const char *text, size_t length, const ws_def *def) {
    size_t name_size = strcspn(text, "!=");
    bool differs = text[name_size] == '!';
    size_t sign_size = differs ? 2 : 1;
    size_t list = name_size + sign_size;
    char name[WS_NAME_MAX];
    char value[64];
    assert(list < length && name_size < sizeof name);
    snprintf(name, sizeof name, "%.*s", (int)name_size, text);
    const ws_param *param = ws_param_find(name);
    assert(param);
    ws_param_print(param, def, value, sizeof value);
    return list_has(text + list, length - list, value) != differs;
}

bool ws_param_read_by(const ws_param *param, const ws_def *def) {
    if (text_is(param->readers, "all"))
        return true;
    for (const char *text = param->readers; *text;) {
        size_t length = strcspn(text, " ");
        if (!condition_holds(text, length, def))
            return false;
        text += length + strspn(text + length, " ");
    }
    return true;
}
