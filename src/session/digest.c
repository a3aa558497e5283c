/* digest.c - 64 bits that say whether two networks are in the same state. See digest.h.
 *
 * Each column (each field, where a column's elements have several) is hashed with XXH3 together
 * with its key, up to its last byte that is not zero, and the hashes are added up; a column of
 * zeros adds nothing. Parameters enter by name and value, those that have their default adding
 * nothing. So a mechanism that a network does not use, and columns or parameters that are added
 * for it later, do not move the digest. Integers are hashed in little-endian order, whatever the
 * order of the machine. */
#include "session/session.h"

#include <stdio.h>
#include <string.h>

#include "session/language/params.h"
#include "session/language/text.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/* Returns the size without the zero bytes at the end. Most of a state is zero, so whole words are
 * skipped. */
static size_t size_used(const unsigned char *bytes, size_t size) {
    uint64_t word = 0;
    while (word == 0 && size >= sizeof word) {
        size -= sizeof word;
        memcpy(&word, bytes + size, sizeof word);
    }
    if (word != 0)
        size += sizeof word;
    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size;
}

static uint64_t bytes_hash(const char *key, const unsigned char *bytes, size_t size) {
    size = size_used(bytes, size);
    if (size == 0)
        return 0;
    uint64_t seed = XXH3_64bits(key, strlen(key));
    return XXH3_64bits_withSeed(bytes, size, seed);
}

/* Reverses the bytes of each integer; an integer has `word` bytes. */
static void words_reverse(unsigned char *bytes, size_t size, size_t word) {
    for (unsigned char *at = bytes; at < bytes + size; at += word) {
        unsigned char *low = at;
        unsigned char *high = at + word - 1;
        while (low < high) {
            unsigned char byte = *low;
            *low++ = *high;
            *high-- = byte;
        }
    }
}

/* Hashes the integers that lie side by side in `scratch`. */
static uint64_t words_hash(const char *key, unsigned char *scratch, size_t size, size_t word) {
    if (big_endian)
        words_reverse(scratch, size, word);
    return bytes_hash(key, scratch, size);
}

/* Hashes one field of all elements, which are gathered side by side. */
static uint64_t field_hash(const ws_net *net, const ws_column *column, const ws_field *field,
                           unsigned char *scratch) {
    const unsigned char *state = ws_net_state(net);
    const unsigned char *from = state + column->offset + field->offset;
    unsigned char *to = scratch;
    size_t size = field->size;
    size_t used = ws_net_column_used(net, column);
    for (size_t i = 0; i < used; i++) {
        memcpy(to, from, size);
        to += size;
        from += column->size;
    }
    return words_hash(field->key, scratch, used * size, size);
}

static uint64_t column_hash(const ws_net *net, const ws_column *column) {
    const unsigned char *bytes = (const unsigned char *)ws_net_state(net) + column->offset;
    size_t size = column->size * column->count;
    if (!big_endian && column->fresh == WS_FRESH_ZERO)
        return bytes_hash(column->key, bytes, ws_net_column_used(net, column) * column->size);
    unsigned char *scratch = ws_must(malloc(size + 1));
    ws_net_column_read(net, column, scratch);
    uint64_t hash = words_hash(column->key, scratch, size, column->word);
    free(scratch);
    return hash;
}

static uint64_t text_hash(const char *name, const char *value) {
    char text[256];
    snprintf(text, sizeof text, "%s=%s", name, value);
    return XXH3_64bits(text, strlen(text));
}

static uint64_t params_hash(const ws_def *def) {
    char value[200];
    uint64_t sum = 0;
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_param_print_changed(param, def, value, sizeof value);
        if (*value && !ws_param_is_of_policy(param))
            sum += text_hash(param->name, value);
    }
    snprintf(value, sizeof value, "%lld", (long long)def->seed);
    return sum + text_hash("seed", value);
}

/* Returns the number of sums of a column. */
static size_t sums_of(const ws_column *column) {
    return column->fields ? column->field_count : 1;
}

static void column_names(const ws_column *column, ws_sum *sum) {
    if (!column->fields) {
        *sum = (ws_sum){.column = column->key};
        return;
    }
    const ws_field *field = column->fields;
    for (size_t i = 0; i < column->field_count; i++, field++)
        sum[i] = (ws_sum){column->key, field->key, 0};
}

static void column_sums(const ws_net *net, const ws_column *column, ws_sum *sum) {
    if (!column->fields) {
        sum->hash = column_hash(net, column);
        return;
    }
    const ws_field *field = column->fields;
    size_t used = ws_net_column_used(net, column);
    unsigned char *scratch = ws_must(malloc(used * column->size + 1));
    for (size_t i = 0; i < column->field_count; i++, field++)
        sum[i].hash = field_hash(net, column, field, scratch);
    free(scratch);
}

size_t ws_net_sum_count(const ws_net *net) {
    size_t count;
    size_t sums = 0;
    const ws_column *columns = ws_net_columns(net, &count);
    for (size_t i = 0; i < count; i++)
        sums += sums_of(&columns[i]);
    return sums;
}

void ws_net_sum_names(const ws_net *net, ws_sum *sums) {
    size_t count;
    const ws_column *columns = ws_net_columns(net, &count);
    for (size_t i = 0; i < count; i++) {
        column_names(&columns[i], sums);
        sums += sums_of(&columns[i]);
    }
}

void ws_net_sums(const ws_net *net, ws_sum *sums) {
    size_t count;
    const ws_column *columns = ws_net_columns(net, &count);
    ws_net_sum_names(net, sums);
    for (size_t i = 0; i < count; i++) {
        const ws_column *column = &columns[i];
        if (text_is(column->key, "def"))
            sums->hash = params_hash(ws_net_def(net));
        else
            column_sums(net, column, sums);
        sums += sums_of(column);
    }
}

uint64_t ws_sums_digest(const ws_sum *sums, size_t count) {
    uint64_t digest = 0;
    for (const ws_sum *sum = sums; sum < sums + count; sum++)
        digest += sum->hash;
    return digest;
}

uint64_t ws_net_digest(const ws_net *net) {
    size_t count = ws_net_sum_count(net);
    ws_sum *sums = ws_alloc(count, sizeof *sums);
    ws_net_sums(net, sums);
    uint64_t digest = ws_sums_digest(sums, count);
    free(sums);
    return digest;
}
