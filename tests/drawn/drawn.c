/* drawn.c - scenarios drawn from the tables of the language (draw.h), and those of corpus/: each goes
 * several ways, which must end in the same digest and the same JSON, but for CPU times; and the laws
 * of conservation hold after every piece.
 *
 *   drawn.t               100 draws of a fixed seed, and the corpus
 *   drawn.t FILE.ws...    these scenarios
 *
 * SEED= another seed, DRAWS= so many, SECONDS= as many as so many CPU seconds hold, PAIRS=1 which pairs
 * of corners have not been met, REFUSALS=1 what was refused, in which words. WS_LONG=1: longer runs.
 * What fails is left as TMPDIR/drawn-SEED-N.ws; tests/drawn/shrink makes it small.
 *
 * A pair of corners of two live parameters has been met when a network ran a cycle with both in force,
 * which reads both. Scenarios run in processes of their own, so that a crash is a failure like any
 * other, and so is a run of more than LIMIT seconds. */
#include "draw.h"

#include "cli/report.h"

#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    AIMS_MOST = 1024,
    REFUSALS_MOST = 2048,
    REASON_ROOM = 1024,
    NODES_MOST = 64 + 256,
    FLITS_MOST = 1000000,
    STATE_MOST = 32 << 20, /* bytes of a network */
    CYCLES_MOST = 20000,
    PIECE = 64,            /* cycles */
    PIECES = 8,
    LIMIT = 60, /* CPU seconds of a scenario */
    BATCH = 50,
    BUILT_LEAST = 30 /* per cent */
};

/* What is known of a pair: can the readers of both hold at once; was it in force; was a draw that began with
 * it refused, or a line of it; and how many began with it. */
enum { POSSIBLE = 1, MET = 2, REFUSED = 4, TRIED = 8, TRIES_MOST = 10 };

typedef struct refusal {
    char text[200];
    char example[300];
    u64 count;
} refusal;

/* What the processes of scenarios leave for the first one. */
typedef struct ledger {
    u64 draws, built, refused, large, failed;
    u64 lines, lines_refused, cycles, hops;
    unsigned char pair[AIMS_MOST][AIMS_MOST];
    refusal refusal[REFUSALS_MOST];
    size_t refusals;
    char reason[REASON_ROOM]; /* why the present scenario fails; "" while it does not */
    u64 ways_rng, ways_work; /* of the present scenario: from here on its ways are chosen */
    bool ways_observed;
    char text[TEXT_ROOM];     /* the present scenario */
} ledger;

static ledger *l;
static aim aims_all[AIMS_MOST];
static size_t aim_count;
static size_t aim_base[PARAMS];

/* ---- pairs ---- */

static unsigned char *pair_of(size_t one, size_t other) {
    return one < other ? &l->pair[one][other] : &l->pair[other][one];
}

static void pairs_begin(void) {
    static bool agreed[PARAMS][PARAMS];
    for (size_t p = 0; p < PARAMS; p++) {
        aim_base[p] = aim_count;
        for (size_t c = 0; ws_params[p].live && c < corner_count(p); c++)
            aims_all[aim_count++] = (aim){p, c};
        assert(aim_count < AIMS_MOST - CORNERS_MOST);
    }
    for (size_t p = 0; p < PARAMS; p++)
        for (size_t o = 0; o < p; o++)
            agreed[p][o] = agreed[o][p] = ws_params[p].live && ws_params[o].live && can_meet(p, o);
    for (size_t i = 0; i < aim_count; i++)
        for (size_t j = 0; j < i; j++) {
            const aim *one = &aims_all[i], *other = &aims_all[j];
            bool possible = agreed[one->param][other->param] && !forbids(one->param, other) &&
                            !forbids(other->param, one) && !forbids(one->param, one) &&
                            !forbids(other->param, other);
            *pair_of(i, j) = possible ? POSSIBLE : 0;
        }
}

static u64 pairs_count(unsigned mask, unsigned value) {
    u64 count = 0;
    for (size_t i = 0; i < aim_count; i++)
        for (size_t j = 0; j < i; j++)
            count += (*pair_of(i, j) & mask) == value;
    return count;
}

/* Two corners that have not been met; any two if all have. Returns the pair. */
static unsigned char *pair_draw(u64 *rng, aim aims[2]) {
    u64 all = aim_count * aim_count, at = below(rng, all);
    for (u64 step = 0; step < all; step++, at = (at + 1) % all) {
        unsigned char *pair = pair_of(at / aim_count, at % aim_count);
        aims[0] = aims_all[at / aim_count];
        aims[1] = aims_all[at % aim_count];
        bool open = (*pair & POSSIBLE) && !(*pair & MET);
        bool is_usual = step == 0 && (*pair & POSSIBLE) && chance(rng, 50); /* what is left is mostly refused */
        if (!is_usual && (!open || *pair >= TRIES_MOST * TRIED))
            continue;
        if (is_usual && *pair >= TRIES_MOST * TRIED)
            return pair;
        *pair += TRIED;
        return pair;
    }
    return pair_of(at / aim_count, at % aim_count);
}

/* Notes the corners that are in force and read. */
static void pairs_note(const ws_def *def) {
    size_t found[PARAMS], count = 0;
    for (size_t p = 0; p < PARAMS; p++) {
        size_t corner = ws_params[p].live ? corner_of(p, def) : 0;
        if (ws_params[p].live && corner < corner_count(p) && ws_param_read_by(&ws_params[p], def))
            found[count++] = aim_base[p] + corner;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            *pair_of(found[i], found[j]) |= MET;
}

static void pairs_print(void) {
    for (size_t i = 0; i < aim_count; i++)
        for (size_t j = 0; j < i; j++) {
            char one[VALUE_ROOM] = "power", other[VALUE_ROOM] = "power";
            aim a = aims_all[i], b = aims_all[j];
            if ((*pair_of(i, j) & (POSSIBLE | MET)) != POSSIBLE)
                continue;
            if (a.corner < corners[a.param].count)
                snprintf(one, sizeof one, "%s", corners[a.param].text[a.corner]);
            if (b.corner < corners[b.param].count)
                snprintf(other, sizeof other, "%s", corners[b.param].text[b.corner]);
            note("not met: %s %s, %s %s (tried %d times)", ws_params[a.param].name, one,
                 ws_params[b.param].name, other, *pair_of(i, j) / TRIED);
        }
}

/* ---- failures and refusals ---- */

__attribute__((format(printf, 1, 2))) static bool fails(const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (!*l->reason)
        vsnprintf(l->reason, sizeof l->reason, format, args);
    va_end(args);
    return false;
}

/* Counts a refusal by its words: numbers and what is quoted do not tell two apart. */
static void refusal_note(const char *error) {
    char text[sizeof l->refusal->text];
    size_t used = 0, i = 0;
    const char *at = error + strcspn(error, " ");
    for (bool quoted = false; *at && used + 1 < sizeof text; at++) {
        quoted ^= *at == '"';
        bool digit = *at >= '0' && *at <= '9';
        if (!quoted && !(digit && used > 0 && text[used - 1] == '9'))
            text[used++] = digit ? '9' : *at;
    }
    text[used] = '\0';
    while (i < l->refusals && !text_is(l->refusal[i].text, text))
        i++;
    if (i == REFUSALS_MOST)
        return;
    refusal *found = &l->refusal[i];
    if (i == l->refusals) {
        l->refusals++;
        snprintf(found->text, sizeof found->text, "%s", text);
        snprintf(found->example, sizeof found->example, "%.299s", error);
    }
    found->count++;
}

static bool has_word(const char *text, const char *word, size_t size) {
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !(at[-1] == '-' || (at[-1] >= 'a' && at[-1] <= 'z'))) &&
            !(at[size] == '-' || (at[size] >= 'a' && at[size] <= 'z')))
            return true;
    return false;
}

/* Is the word in the error, as it stands or, of a number, in quotes? */
static bool is_quoted(const char *error, const char *word) {
    char quoted[520];
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    return strstr(error, *word > '9' ? word : quoted) != NULL;
}

/* Does the error say what it is about: a parameter, or, of other lines, the command or one of its words? */
static bool is_told(const char *error, const char *line) {
    for (size_t i = 0; i < PARAMS; i++)
        if (has_word(error, ws_params[i].name, strlen(ws_params[i].name)))
            return true;
    char copy[512];
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " @\n"); word; word = strtok(NULL, " @\n"))
        if (!text_is(word, "set") && is_quoted(error, word))
            return true;
    return false;
}

/* ---- one scenario ---- */

typedef struct course {
    u64 rng;
    u64 work;   /* flit-hops, at most */
    u64 cycles; /* of the run; 0: not known yet */
    bool observed;
    bool is_file; /* it must be built as it stands */
} course;

static ws_session *course_open(const course *c, const ws_options *more, ws_error *error) {
    ws_options options = more ? *more : (ws_options){0};
    options.phases = true;
    options.bound = (ws_bound){.nodes = NODES_MOST, .flits = FLITS_MOST};
    options.has_cycles = c->cycles > 0;
    options.cycles = c->cycles;
    ws_session *s =
        ws_session_open_text("drawn.ws", l->text, strlen(l->text), NULL, &options, error);
    if (s && c->observed)
        ws_session_observe(s);
    return s;
}

/* The line of the scenario at which an error has its place; NULL if that is in another file. */
static char *line_of(const char *error) {
    unsigned number = 0;
    char *line = l->text;
    if (sscanf(error, "drawn.ws:%u:", &number) != 1 || number == 0)
        return NULL;
    while (line && --number > 0) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return line;
}

/* Does the error begin with FILE:LINE:COLUMN? */
static bool has_place(const char *error) {
    unsigned line, column;
    char file[200];
    return sscanf(error, "%199[^: ]:%u:%u:", file, &line, &column) == 3;
}

/* Puts the right digest into a check that did not hold. */
static bool check_mend(char *line, const char *error) {
    static const char none[] = " check 0000000000000000";
    const char *digest = strstr(error, " is ");
    char *check = strstr(line, none);
    if (!check || check > strchr(line, '\n') || !digest)
        return false;
    memcpy(check + 7, digest + 4, 16);
    return true;
}

/* Takes out the line that was refused. False if that line belongs to the network itself, or the error does
 * not say what and where. */
static bool line_mend(const course *c, const ws_error *error) {
    char *line = line_of(error->text);
    if (line && check_mend(line, error->text))
        return true;
    char *end = line ? strchr(line, '\n') + 1 : NULL;
    char text[512] = "";
    snprintf(text, sizeof text, "%.*s", (int)(end - line), line ? line : "");
    refusal_note(error->text);
    if (!has_place(error->text))
        return fails("an error without a place: %s", error->text);
    if (!is_told(error->text, text))
        return fails("an error that names no parameter: %s", error->text);
    if (c->is_file || !line || !(*line == '@' || strncmp(line, "host ", 5) == 0))
        return false;
    l->lines_refused++;
    memmove(line, end, strlen(end) + 1);
    return true;
}

static u64 now_of(ws_session *s) {
    return ws_net_cycle(ws_session_net(s));
}

static bool is_large(ws_session *s) {
    return ws_net_state_size(ws_session_net(s)) > STATE_MOST;
}

/* Runs the scenario without the lines that are refused, and finds out how long it may be. */
static bool course_probe(course *c) {
    ws_error error = {0};
    enum { LINES_MOST = 64 };
    for (int i = 0; i < LINES_MOST; i++) {
        ws_session *s = course_open(c, NULL, &error);
        bool large = s && is_large(s);
        while (s && !large && !ws_session_ended(s)) {
            ws_session_run(s, PIECE);
            large = is_large(s);
            if (ws_net_totals(ws_session_net(s)).flit_hops > c->work || now_of(s) > CYCLES_MOST)
                break;
        }
        bool failed = !s || ws_session_failed(s, &error);
        u64 cycles = s ? now_of(s) : 0;
        ws_session_close(s);
        if (large || (failed && strstr(error.text, "are allowed here"))) {
            l->large++;
            return false;
        }
        if (!failed) {
            c->cycles = cycles;
            return cycles > 0;
        }
        if (!line_mend(c, &error)) {
            l->refused++;
            return c->is_file ? fails("it is refused: %s", error.text) : false;
        }
    }
    return fails("lines are refused without an end: %s", error.text);
}

/* ---- what must be the same ---- */

typedef struct sight {
    u64 digest;
    json_t *report;
} sight;

static sight sight_of(ws_session *s) {
    ws_run run = {.session = s, .deadlock = ws_session_deadlock(s), .histograms = true};
    sight seen = {ws_session_digest(s), ws_report_json(&run)};
    ws_report_untimed(seen.report);
    return seen;
}

/* Writes the path of the first figure in which two reports differ, and both. */
static bool json_differs(const json_t *one, const json_t *other, char *path, size_t room) {
    size_t used = strlen(path);
    if (json_equal(one, other))
        return false;
    if (json_is_object(one) && json_is_object(other)) {
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)(uintptr_t)one, key, value) {
            snprintf(path + used, room - used, ".%s", key);
            if (json_differs(value, json_object_get(other, key), path, room))
                return true;
            path[used] = '\0';
        }
    }
    for (size_t i = 0; json_is_array(one) && json_is_array(other) && i < json_array_size(one); i++) {
        snprintf(path + used, room - used, "[%zu]", i);
        if (json_differs(json_array_get(one, i), json_array_get(other, i), path, room))
            return true;
        path[used] = '\0';
    }
    char *first = json_dumps(one, JSON_ENCODE_ANY), *second = other ? json_dumps(other, JSON_ENCODE_ANY) : NULL;
    snprintf(path + used, room - used, ": %.80s and %.80s", first ? first : "nothing", second ? second : "nothing");
    free(first);
    free(second);
    return true;
}

/* Is the session where the first one was? Closes it. */
static bool is_same(const sight *expected, ws_session *s, const char *way) {
    char path[400] = "";
    sight seen = sight_of(s);
    bool good = seen.digest == expected->digest;
    if (!good)
        fails("%s: the digest differs (cycle %" PRIu64 ")", way, now_of(s));
    if (json_differs(expected->report, seen.report, path, sizeof path))
        good = fails("%s: the report differs: %s", way, path);
    json_decref(seen.report);
    ws_session_close(s);
    return good;
}

static bool is_lawful(ws_session *s, const char *way) {
    ws_error error;
    if (ws_session_failed(s, &error))
        return fails("%s: a line is refused: %s", way, error.text);
    ws_net_settle(ws_session_net(s));
    if (ws_net_check(ws_session_net(s), &error))
        return true;
    return fails("%s: a law is broken (cycle %" PRIu64 "): %s", way, now_of(s), error.text);
}

/* ---- the ways ---- */

static ws_session *way_open(const course *c, const ws_options *options, const char *way) {
    ws_error error;
    ws_session *s = course_open(c, options, &error);
    if (!s)
        fails("%s: it cannot be opened: %s", way, error.text);
    return s;
}

/* In random pieces, with seeks back and forward, some in the kernel of slices where it does not pay. */
static ws_session *go_pieces(course *c) {
    static const size_t budgets[] = {1, 30000, 1 << 24};
    const ws_options options = {.keyframe_bytes = budgets[below(&c->rng, 3)],
                                .keyframe_ns = 1 + below(&c->rng, 3) * 100000};
    ws_error error;
    bool good = true;
    ws_session *s = way_open(c, &options, "pieces");
    for (int i = 0; s && good && i < PIECES; i++) {
        u64 reached = ws_session_timeline(s)->reached;
        ws_net_kernel(ws_session_net(s), chance(&c->rng, 50) ? WS_KERNEL_OTHER : WS_KERNEL_AUTO);
        if (chance(&c->rng, 50))
            ws_session_run(s, 1 + any_up_to(&c->rng, c->cycles));
        else if (chance(&c->rng, 70))
            good = ws_session_seek(s, below(&c->rng, reached + 1), &error);
        else
            good = now_of(s) == 0 || ws_session_step_back(s, &error);
        if (!good)
            fails("pieces: it goes nowhere: %s", error.text);
        good = good && is_lawful(s, "pieces");
    }
    if (s && good && !ws_session_seek(s, c->cycles, &error))
        good = fails("pieces: it comes to no end: %s", error.text);
    if (s && good && is_lawful(s, "pieces"))
        return s;
    ws_session_close(s);
    return NULL;
}

/* Cycle by cycle, and flit by flit. Which pairs are in force is noted on the way. */
static ws_session *go_steps(course *c) {
    ws_session *s = way_open(c, NULL, "steps");
    ws_def def = {0};
    u64 networks = UINT64_MAX;
    u64 checks = 1 + c->cycles / PIECES;
    while (s && !ws_session_ended(s)) {
        ws_net *net = ws_session_net(s);
        if (networks != ws_session_networks(s))
            ws_net_segments(net, 1);
        networks = ws_session_networks(s);
        bool changed = memcmp(&def, ws_net_def(net), sizeof def) != 0;
        def = *ws_net_def(net);
        ws_session_run(s, 1);
        if (changed)
            pairs_note(&def);
        if (now_of(s) % checks == 0 && !is_lawful(s, "steps"))
            break;
    }
    if (s && !*l->reason && is_lawful(s, "steps"))
        return s;
    ws_session_close(s);
    return NULL;
}

/* The text of a session that is as far, opened and played. */
static ws_session *go_saved(const course *c, ws_session *played) {
    ws_error error;
    size_t length;
    const ws_options options = {.phases = true, .keyframe_bytes = 1 << 20};
    char *text = ws_session_save_text(played, ws_session_branch_present(played), &length);
    ws_session *s = ws_session_open_text("drawn.wsr", text, length, NULL, &options, &error);
    free(text);
    if (!s) {
        fails("saved: it cannot be opened: %s", error.text);
        return NULL;
    }
    if (c->observed)
        ws_session_observe(s);
    if (!ws_session_verify(s, &error))
        fails("saved: it does not hold: %s", error.text);
    else if (now_of(s) != c->cycles)
        fails("saved: it ends at cycle %" PRIu64 " and not at %" PRIu64, now_of(s), c->cycles);
    else if (is_lawful(s, "saved"))
        return s;
    ws_session_close(s);
    return NULL;
}

static void course_go(course *c) {
    l->ways_rng = c->rng;
    l->ways_work = c->work;
    l->ways_observed = c->observed;
    if (!course_probe(c))
        return;
    l->built++;
    ws_session *straight = way_open(c, NULL, "straight");
    if (!straight)
        return;
    ws_session_run(straight, c->cycles);
    if (!is_lawful(straight, "straight"))
        return;
    const sight expected = sight_of(straight);
    ws_totals totals = ws_net_totals(ws_session_net(straight));
    size_t lines;
    ws_session_journal(straight, &lines);
    l->cycles += c->cycles;
    l->hops += totals.flit_hops;
    l->lines += lines;
    ws_session *pieces = go_pieces(c);
    ws_session *saved = pieces ? go_saved(c, pieces) : NULL;
    ws_session *steps = saved ? go_steps(c) : NULL;
    if (pieces)
        is_same(&expected, pieces, "pieces");
    if (saved)
        is_same(&expected, saved, "saved");
    if (steps)
        is_same(&expected, steps, "steps");
    json_decref(expected.report);
    ws_session_close(straight);
}

/* ---- in a process of its own ---- */

/* Draws the setup, builds its network, and draws the rest for that. */
static void scenario_draw(course *c, const aim aims[2]) {
    static const unsigned lengths[] = {40, 200, 600};
    bool is_long = getenv("WS_LONG") != NULL;
    drawing d = {.rng = &c->rng, .out = text_begin(l->text, sizeof l->text)};
    d.cycles = 1 + below(&c->rng, lengths[below(&c->rng, 3)] * (is_long ? 5u : 1u));
    c->work = 1000 + any_up_to(&c->rng, is_long ? 199000 : 9000);
    c->observed = chance(&c->rng, 30);
    const bool later[2] = {chance(&c->rng, 40), chance(&c->rng, 40)};
    ws_error error;
    draw_setup(&d, aims, later);
    ws_session *s = course_open(c, NULL, &error);
    if (s && !is_large(s)) {
        d.graph = ws_net_graph(ws_session_net(s));
        d.def = ws_net_def(ws_session_net(s));
        draw_course(&d, aims, later);
    }
    ws_session_close(s);
    text_add(&d.out, "@%" PRIu64 " end\n", d.cycles);
}

/* CPU seconds from now; what a network gives back serves the next one. */
static void limits_set(void) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = LIMIT}, NULL);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

/* Plays in a process of its own; true if nothing is wrong. */
static bool goes_well(void (*play)(void *), void *context) {
    int status = 0;
    *l->reason = '\0';
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        play(context);
        fflush(NULL);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        fails("signal %d", WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        fails("exit status %d", WEXITSTATUS(status));
    return !*l->reason;
}

/* ---- many ---- */

static u64 number_of(const char *name, u64 otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static double cpu_seconds(void) {
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    struct timeval sum[] = {own.ru_utime, own.ru_stime, children.ru_utime, children.ru_stime};
    double seconds = 0;
    for (int i = 0; i < 4; i++)
        seconds += (double)sum[i].tv_sec + (double)sum[i].tv_usec / 1e6;
    return seconds;
}

/* Which pieces, and how far: the first line of a scenario that failed. */
#define WAYS "# ways %" PRIx64 " work %" PRIu64 " observed %d\n"

static void failure_keep(u64 seed, u64 number) {
    char path[300];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.200s/drawn-%" PRIu64 "-%" PRIu64 ".ws", folder ? folder : "/tmp", seed, number);
    FILE *out = fopen(path, "w");
    if (out) {
        fprintf(out, WAYS, l->ways_rng, l->ways_work, (int)l->ways_observed);
        fputs(l->text, out);
        fclose(out);
    }
    note("%s", l->reason);
    note("tests/drawn/shrink %s", path);
}

static void pairs_tell(void) {
    u64 possible = pairs_count(POSSIBLE, POSSIBLE), met = pairs_count(POSSIBLE | MET, POSSIBLE | MET);
    u64 refused = pairs_count(POSSIBLE | MET | REFUSED, POSSIBLE | REFUSED);
    note("%" PRIu64 " of %" PRIu64 " pairs of corners have been met, %" PRIu64 " only refused", met, possible, refused);
    if (number_of("PAIRS", 0) > 1)
        pairs_print();
}

static void refusals_tell(void) {
    for (size_t i = 0; i < l->refusals; i++)
        note("%" PRIu64 " times: %s", l->refusal[i].count, l->refusal[i].example);
}

/* The next scenario: it begins with two corners that have not been met. */
static void draw_play(u64 seed) {
    aim aims[2];
    course c = {.rng = mix64(mix64(seed) + l->draws)};
    u64 refused = l->refused + l->lines_refused;
    l->draws++;
    *l->text = '\0';
    limits_set();
    unsigned char *pair = pair_draw(&c.rng, aims);
    scenario_draw(&c, aims);
    course_go(&c);
    if (l->refused + l->lines_refused > refused)
        *pair |= REFUSED;
}

/* Some scenarios one after the other, up to one that fails: a process for each would cost more than it runs. */
typedef struct batch {
    u64 seed;
    u64 most; /* draws */
} batch;

static void batch_play(void *context) {
    const batch *b = context;
    for (int i = 0; i < BATCH && l->draws < b->most && !*l->reason; i++)
        draw_play(b->seed);
}

static void draws(void) {
    enum { DRAWS_USUAL = 100, FAILURES_TOLD = 20 };
    double seconds = (double)number_of("SECONDS", 0);
    batch b = {.seed = number_of("SEED", 1), .most = number_of("DRAWS", seconds > 0 ? UINT64_MAX : DRAWS_USUAL)};
    while (l->draws < b.most && (seconds == 0 || cpu_seconds() < seconds)) {
        if (goes_well(batch_play, &b))
            continue;
        l->failed++;
        if (l->failed <= FAILURES_TOLD)
            failure_keep(b.seed, l->draws - 1);
    }
    u64 sized = l->draws - l->large;
    ok(l->failed == 0,
       "%" PRIu64 " scenarios drawn (SEED=%" PRIu64 "), %" PRIu64 " too large, %" PRIu64 " built: %" PRIu64 " cycles, %" PRIu64
       " flit-hops, %" PRIu64 " lines at cycles, %" PRIu64 " refused: the same each way, and lawful (%" PRIu64 " are not)",
       l->draws, b.seed, l->large, l->built, l->cycles, l->hops, l->lines, l->lines_refused, l->failed);
    ok(100 * l->built >= BUILT_LEAST * sized, "%" PRIu64 " %% of them are built; %" PRIu64 " are refused, in %zu ways",
       sized ? 100 * l->built / sized : 0, l->refused, l->refusals);
    if (getenv("PAIRS"))
        pairs_tell();
    if (getenv("REFUSALS"))
        refusals_tell();
}

static bool file_read(const char *path) {
    FILE *in = fopen(path, "r");
    size_t size = in ? fread(l->text, 1, sizeof l->text - 1, in) : 0;
    l->text[size] = '\0';
    if (in)
        fclose(in);
    return size > 0;
}

/* Lines but comments. */
static size_t lines_of(const char *text) {
    size_t count = 0;
    for (const char *at = text; *at; at++)
        count += (at == text || at[-1] == '\n') && *at != '#' && *at != '\n';
    return count;
}

static void file_go(void *context) {
    limits_set();
    course_go(context);
}

static void file_plays(const char *path) {
    course c = {.rng = mix64(1), .work = UINT64_MAX, .is_file = true};
    bool good = file_read(path);
    int observed = -1;
    sscanf(l->text, "# ways %" SCNx64 " work %" SCNu64 " observed %d", &c.rng, &c.work, &observed);
    for (int i = 0; good && i < 2; i++) {
        c.observed = i;
        good = (observed >= 0 && observed != i) || goes_well(file_go, &c);
    }
    ok(good, "%s%s%s", path, *l->reason ? ": " : "", l->reason);
}

static void corpus(void) {
    enum { CORPUS_LINES = 12 };
    bool small = true;
    struct dirent **entry;
    int count = scandir("tests/drawn/corpus", &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[300];
        snprintf(path, sizeof path, "tests/drawn/corpus/%s", entry[i]->d_name);
        if (text_ends(path, ".ws")) {
            file_plays(path);
            small &= lines_of(l->text) <= CORPUS_LINES;
        }
        free(entry[i]);
    }
    free(entry);
    ok(small, "none of the corpus has more than %d lines: tests/drawn/shrink makes them small", CORPUS_LINES);
}

int main(int argc, char **argv) {
    l = mmap(NULL, sizeof *l, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(l != MAP_FAILED);
    corners_begin();
    for (int i = 1; i < argc; i++)
        file_plays(argv[i]);
    if (argc > 1)
        return done();
    machines_begin();
    pairs_begin();
    bool have_all = true;
    for (size_t i = 0; i < DRAWERS; i++)
        have_all &= !(drawers[i].where & WS_COMMAND_LIVE) || drawers[i].draw != NULL;
    ok(have_all, "each line that may stand at a cycle has a drawer");
    corpus();
    draws();
    return done();
}
