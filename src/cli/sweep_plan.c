/* sweep_plan.c - see sweep.h. */
#include "cli/sweep.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/params.h"
#include "session/language/suggest.h"
#include "session/memory.h"

#define RANGE_MAX    100000 /* values of one range */
#define DECIMALS_MAX 9

/* A decimal number, value * 10^-decimals. */
typedef struct decimal {
    int64_t value;
    int decimals;
} decimal;

/* Reads all of text[0 .. length). */
static bool decimal_read(const char *text, size_t length, decimal *d) {
    bool minus = length && text[0] == '-', point = false;
    size_t digits = 0;
    *d = (decimal){0};
    for (size_t i = minus; i < length; i++) {
        if (text[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (!isdigit((unsigned char)text[i]) || ++digits > 15 ||
            (point && d->decimals == DECIMALS_MAX))
            return false;
        d->value = d->value * 10 + (text[i] - '0');
        d->decimals += point;
    }
    if (minus)
        d->value = -d->value;
    return digits > 0;
}

static bool decimal_scale(decimal *d, int decimals) {
    for (; d->decimals < decimals; d->decimals++)
        if (__builtin_mul_overflow(d->value, 10, &d->value))
            return false;
    return true;
}

static void decimal_print(decimal d, char text[64]) {
    int64_t unit = 1;
    for (int i = 0; i < d.decimals; i++)
        unit *= 10;
    int64_t size = d.value < 0 ? -d.value : d.value;
    int length = snprintf(text, 32, "%s%" PRId64, d.value < 0 ? "-" : "", size / unit);
    if (d.decimals)
        snprintf(text + length, 32, ".%0*" PRId64, d.decimals, size % unit);
}

static void value_add(ws_axis *axis, const char *value, size_t length) {
    size_t name = strlen(axis->name);
    char *setting = ws_alloc(name + 1 + length + 1, 1);
    memcpy(setting, axis->name, name);
    setting[name] = '=';
    memcpy(setting + name + 1, value, length);
    WS_GROW(axis->setting, axis->count);
    axis->setting[axis->count++] = setting;
}

static bool error_is(ws_error *error, const char *what, const char *item, size_t length) {
    snprintf(error->text, sizeof error->text, "--vary: %s in `%.*s`", what, (int)length, item);
    return false;
}

/* True if the item has the shape of a range; then its three numbers. */
static bool range_read(const char *item, size_t length, decimal part[3]) {
    const char *at = item, *end = item + length;
    for (int i = 0; i < 3; i++) {
        const char *colon = memchr(at, ':', (size_t)(end - at));
        const char *stop = i < 2 ? colon : end;
        if (!stop || (i == 2 && colon) || !decimal_read(at, (size_t)(stop - at), &part[i]))
            return false;
        at = stop + 1;
    }
    return true;
}

static bool range_add(ws_axis *axis, decimal part[3], const char *item, size_t length,
                      ws_error *error) {
    int decimals = 0;
    for (int i = 0; i < 3; i++)
        if (part[i].decimals > decimals)
            decimals = part[i].decimals;
    for (int i = 0; i < 3; i++)
        if (!decimal_scale(&part[i], decimals))
            return error_is(error, "a number is too large", item, length);
    if (part[2].value <= 0)
        return error_is(error, "the step of LO:HI:STEP must be above 0", item, length);
    if (part[1].value < part[0].value)
        return error_is(error, "LO is above HI", item, length);
    if ((part[1].value - part[0].value) / part[2].value >= RANGE_MAX)
        return error_is(error, "there are too many values", item, length);
    for (decimal d = part[0]; d.value <= part[1].value; d.value += part[2].value) {
        char text[64];
        decimal_print(d, text);
        value_add(axis, text, strlen(text));
    }
    return true;
}

static bool item_add(ws_axis *axis, const char *item, size_t length, ws_error *error) {
    while (length && item[0] == ' ')
        item++, length--;
    while (length && item[length - 1] == ' ')
        length--;
    decimal part[3];
    if (!length)
        return error_is(error, "a value is missing", axis->name, strlen(axis->name));
    if (range_read(item, length, part))
        return range_add(axis, part, item, length, error);
    if (isdigit((unsigned char)item[0]) && memchr(item, ':', length))
        return error_is(error, "LO:HI:STEP, such as 0.1:0.5:0.05, is expected", item, length);
    value_add(axis, item, length);
    return true;
}

static int setting_order(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* A value that is there twice would be run twice with the same seeds, and counted as runs of their
 * own. */
static bool values_differ(const ws_axis *axis, ws_error *error) {
    bool differ = true;
    char **setting = ws_alloc(axis->count, sizeof *setting);
    memcpy(setting, axis->setting, axis->count * sizeof *setting);
    qsort(setting, axis->count, sizeof *setting, setting_order);
    for (size_t i = 1; i < axis->count && differ; i++)
        if (strcmp(setting[i], setting[i - 1]) == 0)
            differ = error_is(error, "a value is there twice", setting[i], strlen(setting[i]));
    free(setting);
    return differ;
}

static bool name_is_known(const char *name, ws_error *error) {
    if (ws_param_find(name))
        return true;
    const char *nearest = ws_suggest(name, WS_ROW_NAMES(ws_params, ws_param_count));
    snprintf(error->text, sizeof error->text, "--vary: unknown parameter `%.64s`; %s%s%s", name,
             nearest ? "did you mean `" : "`wormscope params` lists them", nearest ? nearest : "",
             nearest ? "`?" : "");
    return false;
}

bool ws_sweep_plan_vary(ws_sweep_plan *plan, const char *text, ws_error *error) {
    const char *equals = strchr(text, '=');
    if (!equals)
        return error_is(error, "`=` is missing: NAME=a,b,c or NAME=LO:HI:STEP", text, strlen(text));
    if (plan->axes == WS_AXES_MAX)
        return error_is(error, "more than 8 axes", text, strlen(text));
    ws_axis *axis = &plan->axis[plan->axes++];
    axis->name = ws_copy_text(text, (size_t)(equals - text));
    if (!name_is_known(axis->name, error))
        return false;
    for (size_t i = 0; i + 1 < plan->axes; i++)
        if (strcmp(plan->axis[i].name, axis->name) == 0)
            return error_is(error, "this parameter varies already", text, strlen(text));
    for (const char *item = equals + 1, *next; item; item = next) {
        const char *comma = strchr(item, ',');
        next = comma ? comma + 1 : NULL;
        if (!item_add(axis, item, comma ? (size_t)(comma - item) : strlen(item), error))
            return false;
    }
    return values_differ(axis, error);
}

void ws_sweep_plan_free(ws_sweep_plan *plan) {
    for (size_t axis = 0; axis < plan->axes; axis++) {
        for (size_t i = 0; i < plan->axis[axis].count; i++)
            free(plan->axis[axis].setting[i]);
        free(plan->axis[axis].setting);
        free(plan->axis[axis].name);
    }
    *plan = (ws_sweep_plan){0};
}

size_t ws_sweep_plan_points(const ws_sweep_plan *plan) {
    size_t points = plan->replicas;
    for (size_t axis = 0; axis < plan->axes; axis++)
        if (__builtin_mul_overflow(points, plan->axis[axis].count, &points))
            return 0;
    return points <= WS_POINTS_MAX ? points : 0;
}

const char *ws_sweep_plan_setting(const ws_sweep_plan *plan, size_t point, size_t axis) {
    point /= plan->replicas;
    for (size_t of = plan->axes - 1; of > axis; of--)
        point /= plan->axis[of].count;
    return plan->axis[axis].setting[point % plan->axis[axis].count];
}

const char *ws_sweep_plan_value(const ws_sweep_plan *plan, size_t point, size_t axis) {
    return ws_sweep_plan_setting(plan, point, axis) + strlen(plan->axis[axis].name) + 1;
}

uint64_t ws_sweep_plan_replica(const ws_sweep_plan *plan, size_t point) {
    return point % plan->replicas;
}
