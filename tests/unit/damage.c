/* damage.c - a recording cut off at every byte, and with every byte changed: refused in words, or played as far as it is good.
 * Never a crash, never a replay that differs and does not say so. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base.h"
#include "session/stage.h"
#include "session/recording/recording.h"
#include "session/recording/recording_writer.h"
#include "tap.h"

static const char scenario[] = "title \"small\"\nmachine wormhole-lan\nset topology line 2\nset hosts-per-switch 2\n"
                               "set load 0.4\nset length fixed 30\n@200 set segment 20\n@900 end\n";

static void stop(const char *what, const ws_error *error) {
    printf("Bail out! %s: %s\n", what, error->text);
    exit(1);
}

/* A session with lines, a rewind and a fork, as text. */
static char *recording_make(size_t *length) {
    char path[64];
    ws_error error;
    snprintf(path, sizeof path, "/tmp/damage-%d.wsr", (int)getpid());
    ws_session *s = ws_session_open_text("small.ws", scenario, sizeof scenario - 1, NULL,
                                         &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    if (!s || !ws_session_record_start(s, path, &error)) stop("recording", &error);
    ws_session_run(s, 100);
    ws_session_apply(s, "set load 0.2", &error);
    ws_session_run(s, 300);
    ws_session_seek(s, 150, &error);
    ws_session_apply(s, "note \"a fork # with a \\\"quote\\\"\"", &error);
    ws_session_run(s, 100);
    ws_session_stage(s, "pace 4", &error);
    ws_session_apply(s, "host 1 silent", &error);
    ws_session_stage(s, "zoom in", &error);
    ws_session_run(s, 50);
    if (!ws_session_record_stop(s, &error)) stop("recording", &error);
    ws_session_close(s);
    ws_source *source = ws_source_read(path, false, &error);
    if (!source) stop("recording", &error);
    remove(path);
    char *text = source->text;
    *length = source->length;
    source->text = NULL;
    ws_source_free(source);
    return text;
}

typedef struct outcome {
    bool refused, cut; /* cut: played, without its end */
    bool holds;        /* every check that is left, or it was refused in the right way */
    uint64_t end;
} outcome;

static outcome play(const char *text, size_t length) {
    outcome o = {0};
    ws_error error = {0};
    ws_recorded recorded;
    ws_fault fault = WS_FAULT_NONE;
    ws_recording *r = ws_recording_parse("r", text, length, &fault, &error);
    o.refused = r == NULL;
    if (o.refused) {
        o.holds = fault == WS_FAULT_DAMAGED && strstr(error.text, "line ") && strstr(error.text, "byte ");
        return o;
    }
    ws_recording_free(r);
    ws_session *s = ws_session_open_text("r", text, length, NULL, &(ws_options){.keyframe_bytes = WS_KEYFRAME_BYTES}, &error);
    if (!s) return o;
    o.holds = ws_session_recorded(s, &recorded) && ws_session_verify(s, &error);
    o.cut = recorded.cut != NULL;
    o.end = recorded.end;
    ws_session_close(s);
    return o;
}

static void cut_everywhere(const char *text, size_t length) {
    const char *begin = strstr(text, "\nbegin ");
    size_t head = (size_t)(strchr(begin + 1, '\n') + 1 - text), bad = 0, played = 0, whole = 0;
    for (size_t size = 0; size < length; size++) {
        if (!takes(11)) continue;
        whole += size >= head;
        outcome o = play(text, size);
        bool right = o.holds && (size < head ? o.refused : !o.refused && o.cut);
        if (!right && bad++ < 5) note("cut to %zu bytes", size);
        played += !o.refused;
    }
    ok(bad == 0, "cut at %s of %zu bytes: refused while the head is not whole, else played to the last whole line", is_whole() ? "each" : "one in eleven",
       length);
    ok(played == whole, "%zu of them are played", played);
}

/* Changes one byte. It may be the end of the last line, which then is not whole: that is a cut. */
static void change_everywhere(const char *text, size_t length) {
    static const unsigned char flips[] = {0x01, 0x20, 0x80};
    size_t bad = 0, played = 0;
    char *copy = malloc(length);
    if (!copy) return;
    for (size_t i = 0; i < length; i++) {
        for (size_t f = 0; f < sizeof flips; f++) {
            memcpy(copy, text, length);
            copy[i] = (char)(copy[i] ^ flips[f]);
            outcome o = play(copy, length);
            bool right = o.holds && (o.refused || (o.cut && i == length - 1));
            if (!right && bad++ < 5) note("byte %zu changed by %02x", i, flips[f]);
            played += !o.refused;
        }
    }
    free(copy);
    ok(bad == 0, "each byte changed in 3 ways: always found");
    ok(played <= sizeof flips, "and played only without the last line");
}

/* Whole lines that are gone, doubled or exchanged. */
static void shuffle_lines(const char *text, size_t length) {
    size_t bad = 0, lines = 0;
    char *copy = malloc(2 * length);
    if (!copy) return;
    for (const char *at = text; at < text + length;) {
        const char *next = strchr(at, '\n') + 1, *after = next < text + length ? strchr(next, '\n') + 1 : next;
        size_t before = (size_t)(at - text), size = (size_t)(next - at), second = (size_t)(after - next);
        size_t left = length - before - size;
        memcpy(copy, text, before);
        memcpy(copy + before, next, left); /* gone: of the last line, a cut */
        outcome o = play(copy, length - size);
        bad += !o.holds || (!o.refused && left);
        memcpy(copy + before, at, size); /* doubled */
        memcpy(copy + before + size, at, size + left);
        o = play(copy, length + size);
        bad += !o.holds || !o.refused;
        if (second) {
            memcpy(copy + before, next, second); /* exchanged */
            memcpy(copy + before + second, at, size);
            memcpy(copy + before + second + size, after, left - second);
            o = play(copy, length);
            bad += !o.holds || !o.refused;
        }
        at = next;
        lines++;
    }
    free(copy);
    ok(bad == 0, "each of %zu lines gone, doubled, exchanged with the next: found", lines);
}

/* Rightly sealed, and wrong all the same. */
typedef struct nonsense {
    const char *line, *why;
} nonsense;

static void write_nonsense(void) {
    static const nonsense rows[] = {
        {"@5", "no cycle and command"},
        {"@x set load 0.1", "no cycle and command"},
        {"@5000000000000000000000 set load 0.1", "no cycle and command"},
        {"check 5", "not to be understood"},
        {"check 5 0123", "not to be understood"},
        {"check 5 0123456789abcdef 12", "not to be understood"},
        {"fork 5 fork-1 nobody 0", "the branch leaves an unknown branch"},
        {"fork 5 fork-1 main 9", "the branch leaves its parent where that has not been"},
        {"fork 5 fork-7 main 0", "the branch is not the next one"},
        {"switch nobody", "unknown branch"},
        {"set load 0.2", "no line of a recording"},
        {"model " MODEL, "no line of a recording"},
        {"| text", "no line of a recording"},
        {"", "no line of a recording"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ws_error error = {0};
        ws_fault fault;
        size_t length;
        ws_writer *tape = ws_writer_memory();
        ws_writer_line(tape, WS_RECORDING_FIRST "1");
        ws_writer_line(tape, "model %d", WS_MODEL);
        ws_writer_line(tape, "file \"a\"");
        ws_writer_line(tape, "| title \"a\"");
        ws_writer_line(tape, "begin");
        ws_writer_line(tape, "%s", rows[i].line);
        char *text = ws_writer_release(tape, &length);
        ws_recording *r = ws_recording_parse("r", text, length, &fault, &error);
        if (!ok(!r && fault == WS_FAULT_DAMAGED && strstr(error.text, rows[i].why), "\"%s\" is refused", rows[i].line))
            note("%s", error.text);
        ws_recording_free(r);
        free(text);
    }
}

static void put_random(ws_writer *tape, u64 *rng) {
    static const char *const lines[] = {"set load 0.5",
                                        "note \"x\"",
                                        "end",
                                        "measure",
                                        "set buffer 3",
                                        "host 1 silent",
                                        "host 9 silent",
                                        "nonsense",
                                        "set load \"",
                                        "check 0123456789abcdef",
                                        "seed 4",
                                        "include \"/etc/x\"",
                                        "set segment *2",
                                        "machine cube",
                                        "host all load 1"};
    static const char *const names[] = {"main", "fork-1", "fork-2", "fork-3"};
    unsigned cycle = rng_below(rng, 400), kind = rng_below(rng, 8);
    if (kind < 5) ws_writer_line(tape, "@%u %s", cycle, lines[rng_below(rng, sizeof lines / sizeof *lines)]);
    else if (kind < 6) ws_writer_line(tape, "check %u 0123456789abcdef", cycle);
    else if (kind < 7)
        ws_writer_line(tape, "fork %u %s %s %u", cycle, names[1 + rng_below(rng, 3)], names[rng_below(rng, 4)], rng_below(rng, 3));
    else ws_writer_line(tape, "switch %s", names[rng_below(rng, 4)]);
}

/* Rightly sealed lines in any order: refused, or played and travelled in like any other. */
static void random_lines(void) {
    unsigned rounds = (unsigned)amount(2000, 2000, 100000), played = 0;
    for (unsigned round = 0; round < rounds; round++) {
        u64 rng = mix64(round + 1);
        ws_error error;
        size_t length;
        ws_writer *tape = ws_writer_memory();
        ws_writer_line(tape, WS_RECORDING_FIRST "1");
        ws_writer_line(tape, "model %d", WS_MODEL);
        ws_writer_line(tape, "file \"a\"");
        ws_writer_line(tape, "| set topology line 2");
        ws_writer_line(tape, "begin");
        for (unsigned n = 1 + rng_below(&rng, 6); n; n--) put_random(tape, &rng);
        char *text = ws_writer_release(tape, &length);
        const ws_options options = {.keyframe_bytes = 1 << 20, .keyframe_ns = 1};
        ws_session *s = ws_session_open_text("r", text, length, NULL, &options, &error);
        free(text);
        if (!s) continue;
        played++;
        ws_session_verify(s, &error);
        ws_session_branch_switch(s, rng_below(&rng, (u32)ws_session_branch_count(s)), rng_below(&rng, 400), &error);
        ws_session_apply(s, "set load 0.1", &error);
        ws_session_run(s, 50);
        ws_session_timeline(s);
        free(ws_session_save_text(s, 0, &length));
        ws_session_close(s);
    }
    ok(played > rounds / 20, "%u recordings of random lines: no crash, and %u could be played", rounds, played);
}

/* What another program would write. */
static void others(void) {
    ws_error error = {0};
    ws_fault fault;
    size_t length;
    ws_writer *tape = ws_writer_memory();
    ws_writer_line(tape, WS_RECORDING_FIRST "%d", WS_RECORDING_STAGED + 1);
    char *text = ws_writer_release(tape, &length);
    ws_recording *r = ws_recording_parse("r", text, length, &fault, &error);
    ok(!r && fault == WS_FAULT_USAGE && strstr(error.text, "newer"), "a newer form: %s", error.text);
    ws_recording_free(r);
    free(text);
    tape = ws_writer_memory();
    ws_writer_line(tape, WS_RECORDING_FIRST "1");
    ws_writer_line(tape, "model %d", WS_MODEL + 1);
    ws_writer_line(tape, "file \"a\"");
    ws_writer_line(tape, "| machine cube");
    ws_writer_line(tape, "| set topology line 2");
    ws_writer_line(tape, "file \"cube\"");
    ws_writer_line(tape, "| set vcs 1");
    ws_writer_line(tape, "begin");
    ws_writer_line(tape, "end");
    text = ws_writer_release(tape, &length);
    ws_session *s = ws_session_open_text("r", text, length, NULL, NULL, &error);
    ok(!s && strstr(error.text, "model") && !strchr(error.text, '\n'), "another model: %s", error.text);
    ws_session_close(s);
    s = ws_session_open_text("r", text, length, NULL, &(ws_options){.any_model = true}, &error);
    ok(s != NULL, "and played all the same if asked to");
    ws_session_close(s);
    s = ws_session_open_text("r", text, length, NULL, &(ws_options){.any_model = true, .has_seed = true}, &error);
    ok(!s && strstr(error.text, "its own settings"), "settings cannot be changed from outside");
    ws_session_close(s);
    free(text);
}

int main(void) {
    size_t length;
    char *text = recording_make(&length);
    outcome whole = play(text, length);
    ok(whole.holds && !whole.refused && !whole.cut && whole.end == 300, "%zu bytes, played whole", length);
    cut_everywhere(text, length);
    change_everywhere(text, length);
    shuffle_lines(text, length);
    write_nonsense();
    random_lines();
    others();
    free(text);
    return done();
}
