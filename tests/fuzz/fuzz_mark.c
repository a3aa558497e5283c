/* fuzz_mark.c - what students and strangers hand in, under fire: files that were issued (.wsl) and submissions, as bytes at random, damaged, and
 * damaged and sealed anew, so that the damage comes through. Whatever comes, marking ends with a verdict in clean words, marks within bounds,
 * and full marks only for what is the lesson's own.
 *
 * FUZZ_ROUNDS=N rounds (default 500), from FUZZ_FROM on; a round depends on its number alone. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mark/mark.h"
#include "mark/issued.h"
#include "mark/solve.h"
#include "session/recording/line_checksum.h"
#include "fuzz/rounds.h"
#include "tap.h"

enum { TEXT_MAX = 1 << 17, SECONDS_MAX = 60 };

typedef struct text {
    char bytes[TEXT_MAX];
    size_t length;
} text;

static const char lesson_text[] =
    "lesson \"Fuzz\" minutes 1\n| machine wormhole-lan\n| set topology file two-hosts.net\n| set arrivals saturated\n| set length fixed 100\n"
    "| set segment 0\n| host H1 class high send-to HD\n| host H2 class low send-to HD\n| host HD silent\ndraw link-delay 5:15:1\n"
    "step one \"One\"\nsay \"Two worms.\"\nrun 300\n"
    "predict number \"H2's share?\" is percent(host(H2).accepted, host(HD).received) at +100 within 90% mark 2\nreveal\n"
    "choose \"Who waits?\" \"*one at a time\" \"both\" mark 1\npick worm \"Who holds the link?\" is link(S,HD).holder mark 1\n"
    "step two \"Two\"\ndo allow segment buffer vcs until host(HD).received > 0 for 64 within 500 tries 3 mark 3\nsolution set segment 50\n"
    "step three \"Three\" hidden\ntest \"later\" is host(HD).received > 0 at +100 mark 2\n";

static text issued_text, solved_text;
static ws_course course;
static ws_pupil pupil = {.id = "ann", .name = "Ann"};

static void put(text *to, const char *bytes, size_t length) {
    if (length > TEXT_MAX - 1 - to->length) length = TEXT_MAX - 1 - to->length;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    to->bytes[to->length] = '\0';
}

/* ---- damage ---- */

static const char *const words[] = {
    "~300 commit one 50", "~300 commit one a", "~400 commit one H1 HD", "~400 commit two set segment 50", "~400 commit two rebuild buffer=65536 vcs=8",
    "~400 commit two rebuild topology=torus", "~400 commit two set load 0.1; set segment 10", "~400 commit two ;;;", "~400 commit nowhere x",
    "~0 student bob 7", "~0 student ../x 7", "~0 lesson 0123456789abcdef", "@300 set segment 7", "@100 rebuild vcs=4", "@999999999 end",
    "fork 300 fork-1 main 0", "fork 18446744073709551615 fork-1 main 0", "switch main", "switch fork-1", "check 300 0123456789abcdef",
    "check 1000000000000 0123456789abcdef", "model 2", "option seed 1", "option set \"hosts-per-switch=64\"", "file \"../../etc/passwd\"", "| set x",
    "steps", "network", "end", "begin", "| step x \"\x1b[2J\"", "| do allow a until", "| | set topology torus 9 9", "draw 0", "student a/b \"x\"",
    "student ann \"\x1b]0;x\x07\"", "lesson ../x 0123456789abcdef", "=1+2", "]]></script>", "\"", "\\", ""};
enum { WORDS = sizeof words / sizeof *words };

static void damage(text *t, uint64_t *rng) {
    if (t->length == 0) return;
    uint32_t at = below(rng, (uint32_t)t->length), size = below(rng, 60);
    if (size > t->length - at) size = (uint32_t)t->length - at;
    switch (below(rng, 5)) {
    case 0: t->bytes[at] = (char)below(rng, 256); break;
    case 1: t->bytes[at] ^= (char)(1 << below(rng, 8)); break;
    case 2:
        memmove(t->bytes + at, t->bytes + at + size, t->length - at - size);
        t->length -= size;
        break;
    case 3: t->length = at; break;
    default: {
        const char *word = words[below(rng, WORDS)];
        size_t length = strlen(word);
        memcpy(t->bytes + at, word, length < t->length - at ? length : t->length - at);
    }
    }
    t->bytes[t->length] = '\0';
}

typedef struct chains {
    uint32_t outer, inner;
    bool in_network; /* lines of a recording inside the file, with checksums of their own */
} chains;

static void line_put(text *t, chains *c, const char *line, size_t length) {
    char checksum[WS_LINE_CHECKSUM_SIZE];
    static char nested[TEXT_MAX];
    bool is_text = length >= 2 && memcmp(line, "| ", 2) == 0;
    if (c->in_network && is_text && length < TEXT_MAX - 100) {
        size_t size = length > 2 + WS_LINE_CHECKSUM_SIZE ? length - 2 - WS_LINE_CHECKSUM_SIZE : 0;
        memcpy(nested, line, 2 + size);
        ws_line_checksum_write(&c->inner, nested + 2, size, nested + 2 + size);
        line = nested;
        length = 2 + size + WS_LINE_CHECKSUM_SIZE;
    }
    c->in_network = is_text ? c->in_network : length == 7 && memcmp(line, "network", 7) == 0;
    ws_line_checksum_write(&c->outer, line, length, checksum);
    put(t, line, length);
    put(t, checksum, sizeof checksum);
    put(t, "\n", 1);
}

/* Checks by the clock on the wall go, so that a round depends on its number alone: those before an answer stay. */
static void checks_thin(text *t) {
    static text from;
    chains chain = {0};
    from = *t;
    t->length = 0;
    for (const char *at = from.bytes; *at;) {
        size_t whole = strcspn(at, "\n");
        const char *next = at + whole + 1;
        bool is_check = strncmp(at, "check ", 6) == 0 && !(*next == '~' && strstr(next, "commit") < next + strcspn(next, "\n"));
        if (!is_check) line_put(t, &chain, at, whole - WS_LINE_CHECKSUM_SIZE);
        at = next;
    }
}

/* Lines are left out, doubled, changed in a byte or a number, or come in, and all is sealed anew. */
static void forge(text *t, const text *real, uint64_t *rng) {
    uint32_t often = 20 + below(rng, 1000);
    chains chain = {0};
    t->length = 0;
    for (const char *at = real->bytes; *at;) {
        size_t whole = strcspn(at, "\n"), length = whole > WS_LINE_CHECKSUM_SIZE ? whole - WS_LINE_CHECKSUM_SIZE : 0;
        static char line[TEXT_MAX];
        memcpy(line, at, length);
        at += whole + (at[whole] == '\n');
        uint32_t what = below(rng, often);
        if (what == 0) continue;
        if (what == 1) line_put(t, &chain, line, length);
        if (what == 2 && length) line[below(rng, (uint32_t)length)] = (char)(32 + below(rng, 96));
        if (what == 3)
            for (size_t i = 0; i < length; i++)
                if (line[i] >= '0' && line[i] <= '9' && below(rng, 4) == 0) line[i] = (char)('0' + below(rng, 10));
        line_put(t, &chain, line, length);
        if (what == 4) {
            const char *word = words[below(rng, WORDS)];
            line_put(t, &chain, word, strlen(word));
        }
    }
}

static void make(text *t, const text *real, uint64_t *rng) {
    uint32_t kind = below(rng, 8);
    t->length = 0;
    if (kind == 0) {
        for (uint32_t n = below(rng, 500); n; n--) put(t, (char[]){(char)below(rng, 256)}, 1);
    } else if (kind < 3) {
        put(t, real->bytes, real->length);
        for (uint32_t n = 1 + below(rng, 3); n; n--) damage(t, rng);
    } else {
        forge(t, real, rng);
    }
}

/* ---- what comes of it ---- */

static bool is_clean(const char *words_said) {
    for (const char *at = words_said; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127) return false;
    return true;
}

static bool try_submission(const text *t, unsigned long *replayed) {
    const ws_mark_work work = {.course = &course, .id = pupil.id, .text = t->bytes, .length = t->length};
    ws_marks marks;
    ws_mark_give(&work, &marks);
    int sum = 0;
    bool good = marks.of == course.lesson->marks && marks.verdict < WS_VERDICTS && is_clean(marks.reason) && is_clean(marks.note);
    good &= marks.verdict == WS_VERDICT_OK || *marks.reason;
    for (size_t i = 0; i < marks.rows; i++) {
        const ws_mark_row *row = &marks.row[i];
        sum += row->marks;
        good &= row->marks >= 0 && row->marks <= row->item->marks && row->tries <= row->item->tries && is_clean(row->why);
    }
    good &= sum == marks.marks;
    for (size_t i = 0; i < marks.lines; i++) good &= is_clean(marks.line[i]);
    *replayed += marks.verdict <= WS_VERDICT_DIVERGED;
    ws_marks_free(&marks);
    return good;
}

static bool try_issued(const text *t, uint64_t *rng, unsigned long *opened) {
    ws_issued issued;
    ws_error error = {0};
    ws_source *source = ws_source_text("ann.wsl", NULL, t->bytes, t->length, &error);
    if (!ws_issued_read(&issued, source, &error)) {
        ws_source_free(source);
        return *error.text != '\0';
    }
    bool good = ws_id_is_good(issued.pupil.id) && ws_id_is_good(issued.lesson) && is_clean(issued.pupil.name);
    ws_lesson *lesson = ws_issued_lesson(&issued, &error);
    good &= lesson ? lesson->issued : *error.text != '\0';
    ws_play *play = lesson && below(rng, 4) == 0 ? ws_issued_play(&issued, lesson, &error) : NULL;
    if (play) {
        good &= ws_net_check(ws_session_net(ws_play_session(play)), &error);
        ++*opened;
    }
    ws_play_end(play);
    ws_lesson_free(lesson);
    ws_issued_free(&issued);
    ws_source_free(source);
    return good;
}

/* ---- what is damaged ---- */

static bool prepare(void) {
    static ws_course_key key;
    static char path[] = "/tmp/wormscope-fuzz-XXXXXX";
    bool lost;
    ws_error error = {0};
    ws_issued issued;
    size_t length;
    ws_lesson *lesson = ws_lesson_read_text("fuzz.lesson", "scenarios/networks", lesson_text, sizeof lesson_text - 1, &error);
    bool good = lesson && ws_course_begin(&course, lesson, &key, &error) && ws_issued_make(&issued, &course, &pupil, &error);
    if (!good) return ok(false, "%s", error.text);
    char *text_of = ws_issued_write(&issued, &length);
    put(&issued_text, text_of, length);
    free(text_of);
    int file = mkstemp(path);
    good = file >= 0 && ws_solve(&course, &issued, path, &lost, &error);
    ws_source *solved = good ? ws_source_read(path, false, &error) : NULL;
    if (solved) put(&solved_text, solved->text, solved->length);
    checks_thin(&solved_text);
    ws_source_free(solved);
    ws_issued_free(&issued);
    close(file);
    unlink(path);
    return ok(solved != NULL, "a file that was issued, of %zu bytes, and its submission, of %zu, to damage %s", issued_text.length,
              solved_text.length, error.text);
}

static unsigned long number_from(const char *word, unsigned long other) { return word && *word ? strtoul(word, NULL, 10) : other; }

int main(int count, char **arguments) {
    unsigned long rounds = number_from(count > 1 ? arguments[1] : getenv("FUZZ_ROUNDS"), 500);
    unsigned long from = number_from(getenv("FUZZ_FROM"), 0), replayed = 0, opened = 0, whole = 0, bad = 0;
    static text t;
    signal(SIGPROF, on_signal);
    signal(SIGABRT, on_signal);
    if (!prepare()) return done();
    ok(try_submission(&solved_text, &whole) && whole == 1, "the submission itself is replayed");
    for (now_round = from; now_round < from + rounds; now_round++) {
        uint64_t rng = mix(now_round + 1);
        seconds_limit(SECONDS_MAX);
        make(&t, &issued_text, &rng);
        bool good = try_issued(&t, &rng, &opened);
        make(&t, &solved_text, &rng);
        good &= try_submission(&t, &replayed);
        if (!good && ++bad < 10) note("round %lu", now_round);
    }
    seconds_limit(0);
    ok(bad == 0, "%lu rounds: %lu networks opened, %lu submissions replayed", rounds, opened, replayed);
    ok(opened > rounds / 200 && replayed > rounds / 50, "the damage comes through");
    ws_lesson_free((ws_lesson *)(uintptr_t)course.lesson);
    return done();
}
