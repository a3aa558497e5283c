/* fuzz_parser.c - the language under fire: random bytes, random words and mutated scenarios, from text to a network that steps.
 *
 *   fuzz_parser.t [ROUNDS]     or FUZZ_ROUNDS=100000; FUZZ_FROM=N begins with round N, to repeat one that failed
 *
 * Every round is made from its number alone. What must hold: no crash, no hang (a limit), no leak (run it with
 * SAN="-fsanitize=address,undefined"), and each text is either understood or refused in words. */
#include "core/base.h"
#include "session/memory.h"
#include "session/language/network_file.h"
#include "session/language/stage_lines.h"
#include "session/library/scenarios.h"
#include "fuzz/limit.h"
#include "fuzz/small.h"
#include "tap.h"

#include <signal.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 16, SEEDS_MAX = 64, SECONDS_MAX = 20, KINDS = 4 };

typedef struct buffer {
    char text[TEXT_MAX];
    size_t length;
} buffer;

static ws_source *seeds[SEEDS_MAX];
static size_t seed_count;
static unsigned long now_round; /* for the report of a crash */

/* --------------------------------------------------------------------------------------------- reporting ---- */

static void report_round(void) {
    char text[96];
    int length = snprintf(text, sizeof text, "# in round %lu: repeat with FUZZ_FROM=%lu FUZZ_ROUNDS=1\n", now_round, now_round);
    if (write(STDOUT_FILENO, text, (size_t)length) < 0) _exit(99);
}

static void on_signal(int number) {
    report_round();
    signal(number, SIG_DFL);
    raise(number);
}

void __asan_on_error(void); /* called by the sanitizer, if there is one */
void __asan_on_error(void) { report_round(); }

/* ------------------------------------------------------------------------------------------------ texts ---- */

static void put(buffer *b, const char *text, size_t length) {
    if (length > TEXT_MAX - b->length) length = TEXT_MAX - b->length;
    memcpy(b->text + b->length, text, length);
    b->length += length;
}

static void put_text(buffer *b, const char *text) { put(b, text, strlen(text)); }

static const char *any_word(u64 *rng) {
    static const char *const words[] = {"0",     "1",      "4",       "8",     "99999999999999999999",
                                        "0.5",   "-1",     "+3",      "*4/5",  "++",
                                        "--",    "@0",     "@10",     "@",     "\"a b\"",
                                        "\"",    "\\",     "# x",     "all",   "any",
                                        "0-3",   "H1",     "send-to", "class", "high",
                                        "low",   "load",   "silent",  "at",    "delay",
                                        "1-5:3", "9:1",    "one-way", "=",     "\xc3\xa4",
                                        "\xff",  "*1/999", "*0",      "file",  "hosts"};
    u32 kind = rng_below(rng, 5);
    if (kind == 4) return ws_stage_lines[rng_below(rng, (u32)ws_stage_line_count)].name;
    if (kind == 0) return ws_commands[rng_below(rng, (u32)ws_command_count)].name;
    const ws_param *param = &ws_params[rng_below(rng, (u32)ws_param_count)];
    if (kind == 1) return param->name;
    if (kind == 2 && param->name_count) return param->names[rng_below(rng, (u32)param->name_count)];
    return words[rng_below(rng, sizeof words / sizeof *words)];
}

static void put_line(buffer *b, u64 *rng) {
    if (rng_below(rng, 3) == 0) put_text(b, "@");
    if (b->length && b->text[b->length - 1] == '@') put_text(b, "7 ");
    if (rng_below(rng, 2) == 0) put_text(b, "set ");
    for (u32 n = rng_below(rng, 6); n; n--) {
        put_text(b, any_word(rng));
        put_text(b, " ");
    }
    put_text(b, rng_below(rng, 8) ? "\n" : "\r\n");
}

static void make_bytes(buffer *b, u64 *rng) {
    for (u32 n = rng_below(rng, 600); n; n--) {
        char byte = (char)rng_below(rng, rng_below(rng, 2) ? 256 : 128);
        put(b, &byte, 1);
    }
}

static void make_words(buffer *b, u64 *rng) {
    for (u32 n = rng_below(rng, 12); n; n--) put_line(b, rng);
}

/* One small damage. */
static void mutate(buffer *b, u64 *rng) {
    if (b->length == 0) return;
    u32 at = rng_below(rng, (u32)b->length), size = rng_below(rng, 12), rest = (u32)b->length - at;
    if (size > rest) size = rest;
    char *here = b->text + at;
    switch (rng_below(rng, 6)) {
    case 0: *here = (char)rng_below(rng, 256); return;
    case 1: *here ^= (char)(1 << rng_below(rng, 8)); return;
    case 2: /* cut out */
        memmove(here, here + size, rest - size);
        b->length -= size;
        return;
    case 3: /* double */
        if (b->length + size > TEXT_MAX) return;
        memmove(here + size, here, rest);
        b->length += size;
        return;
    case 4: { /* another word in its place */
        const char *word = any_word(rng);
        size_t length = strlen(word);
        memcpy(here, word, length < rest ? length : rest);
        return;
    }
    default: /* another digit, so that numbers change and words do not */
        for (; rest && (*here < '0' || *here > '9'); rest--) here++;
        if (rest) *here = (char)('0' + rng_below(rng, 10));
    }
}

static void make_mutant(buffer *b, u64 *rng) {
    const ws_source *source = seeds[rng_below(rng, (u32)seed_count)];
    put(b, source->text, source->length);
    for (u32 n = rng_below(rng, 6); n; n--) mutate(b, rng);
    for (u32 n = rng_below(rng, 3); n; n--) put_line(b, rng);
}

/* ----------------------------------------------------------------------------------------------- a round ---- */

/* Refused in words: something, terminated, one line. */
static bool said(const ws_error *error) {
    const char *end = memchr(error->text, '\0', sizeof error->text);
    return end && end != error->text && !strchr(error->text, '\n');
}

/* Lines into a network that runs. */
static bool drive(ws_session *session, u64 *rng) {
    ws_error error;
    bool good = true;
    for (int i = 0; i < 4 && good; i++) {
        buffer line = {.length = 0};
        error.text[0] = '\0';
        ws_session_run(session, rng_below(rng, 40));
        put_line(&line, rng);
        line.text[line.length - 1] = '\0'; /* the end of the line */
        good = ws_session_apply(session, line.text, &error) || said(&error);
    }
    return good && ws_net_check(ws_session_net(session), &error);
}

static bool try_scenario(const buffer *b, const char *directory, u64 *rng, unsigned long *opened) {
    ws_error error = {0};
    ws_session *session = small_open(b->text, b->length, directory, &error);
    if (!session) return !*error.text || said(&error);
    ++*opened;
    bool good = drive(session, rng);
    ws_session_close(session);
    return good;
}

static bool try_network(const buffer *b) {
    ws_graph graph;
    ws_error error = {0};
    ws_source *source = ws_source_text("fuzz.net", NULL, b->text, b->length, &error);
    if (!source) return said(&error);
    bool good = ws_network_parse(source, &graph, &error);
    if (good) ws_graph_free(&graph);
    ws_source_free(source);
    return good || said(&error);
}

static bool run_round(unsigned long number, unsigned long *opened) {
    static void (*const make[KINDS])(buffer * b, u64 * rng) = {make_bytes, make_words, make_mutant, make_mutant};
    static buffer text;
    u64 rng = mix64(number);
    text.length = 0;
    make[number % KINDS](&text, &rng);
    return try_network(&text) && try_scenario(&text, "scenarios/kwan", &rng, opened);
}

/* --------------------------------------------------------------------------------------------------- all ---- */

static void load_seeds(const char *const *paths) {
    ws_error error;
    for (; *paths && seed_count < SEEDS_MAX; paths++)
        if ((seeds[seed_count] = ws_source_read(*paths, false, &error))) seed_count++;
}

static void load_all_seeds(void) {
    static const char *const networks[] = {"scenarios/networks/two-hosts.net", "scenarios/networks/parking-lot.net", NULL};
    size_t (*const lists[])(ws_scenario_row **, ws_error *) = {ws_scenarios_list, ws_machines_list};
    for (size_t l = 0; l < 2; l++) {
        ws_scenario_row *rows;
        size_t count = lists[l](&rows, NULL);
        for (size_t i = 0; i < count; i++) load_seeds((const char *const[]){rows[i].path, NULL});
        ws_scenarios_free(rows, count);
    }
    load_seeds(networks);
}

static unsigned long number_from(const char *text, unsigned long other) {
    return text && *text ? strtoul(text, NULL, 10) : other;
}

int main(int count, char **arguments) {
    unsigned long rounds = number_from(count > 1 ? arguments[1] : getenv("FUZZ_ROUNDS"), 2000);
    unsigned long from = number_from(getenv("FUZZ_FROM"), 0), opened = 0, bad = 0;
    signal(SIGPROF, on_signal);
    signal(SIGABRT, on_signal);
    load_all_seeds();
    ok(seed_count > 10, "%zu scenarios to mutate", seed_count);
    for (now_round = from; now_round < from + rounds && seed_count; now_round++) {
        seconds_limit(SECONDS_MAX);
        if (run_round(now_round, &opened)) continue;
        if (++bad < 10) note("round %lu: neither understood nor refused in words, or a law broken", now_round);
    }
    seconds_limit(0);
    ok(bad == 0, "%lu texts were understood or refused in words", rounds);
    ok(opened > 0 || rounds < 100, "%lu of them became networks that ran", opened);
    for (size_t i = 0; i < seed_count; i++) ws_source_free(seeds[i]);
    return done();
}
