/* formats.h - everything that is read from a file or a line, as one table: a function a format that reads
 * a text of any bytes. What must hold: it is understood, or refused in words of one line; no crash, no
 * leak. Used by corpus.c, which reads what is kept, and by libfuzzer/harness.c, which makes more. */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "class/roster.h"
#include "cli/row_list.h"
#include "cli/sweep.h"
#include "fuzz/class_ends.h"
#include "fuzz/small.h"
#include "lesson/lesson.h"
#include "mark/issued.h"
#include "mark/submission.h"
#include "paper/figure.h"
#include "session/expr/expr.h"
#include "session/language/network_file.h"
#include "session/load.h"
#include "session/recording/recording.h"
#include "ui/filter/filter.h"
#include "ui/keys.h"
#include "ui/theme.h"

enum { FORMAT_TEXT_MAX = 1 << 16 };

/* Refused in words: something, terminated, one line. */
static bool format_said(const ws_error *error) {
    const char *end = memchr(error->text, '\0', sizeof error->text);
    return end && end != error->text && !strchr(error->text, '\n');
}

static bool format_scenario(const char *text, size_t length) {
    ws_script script;
    ws_error error = {0};
    ws_source *source = ws_source_text("fuzz.ws", NULL, text, length, &error);
    if (!source)
        return format_said(&error);
    bool good = ws_script_read(&script, source, NULL, &error);
    ws_script_free(&script);
    return good || format_said(&error);
}

static bool format_network(const char *text, size_t length) {
    ws_graph graph;
    ws_error error = {0};
    ws_source *source = ws_source_text("fuzz.net", NULL, text, length, &error);
    if (!source)
        return format_said(&error);
    bool good = ws_network_parse(source, &graph, &error);
    if (good)
        ws_graph_free(&graph);
    ws_source_free(source);
    return good || format_said(&error);
}

static bool format_recording(const char *text, size_t length) {
    ws_fault fault;
    ws_error error = {0};
    ws_recording *recording = ws_recording_parse("fuzz.wsr", text, length, &fault, &error);
    if (!recording)
        return format_said(&error);
    ws_recording_free(recording);
    return true;
}

static bool format_theme(const char *text, size_t length) {
    ws_error error = {0};
    ws_theme theme = ws_theme_default();
    return ws_theme_parse(&theme, "fuzz.theme", text, length, &error) || format_said(&error);
}

static bool format_keys(const char *text, size_t length) {
    static ws_keys start; /* some hundred lines, read once */
    ws_error error = {0};
    if (start.count == 0)
        start = ws_keys_default();
    ws_keys keys = start;
    return ws_keys_parse(&keys, "fuzz.keys", text, length, NULL, &error) || format_said(&error);
}

static bool format_lesson(const char *text, size_t length) {
    ws_error error = {0};
    ws_lesson *lesson = ws_lesson_read_text("fuzz.lesson", NULL, text, length, &error);
    if (!lesson)
        return format_said(&error);
    ws_lesson_free(lesson);
    return true;
}

static bool format_figure(const char *text, size_t length) {
    ws_error error = {0};
    ws_figure *figure = ws_figure_read_text("fuzz.fig", text, length, &error);
    if (!figure)
        return format_said(&error);
    ws_figure_free(figure);
    return true;
}

/* Expressions and filters are lines. */
static size_t format_line(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    return end ? (size_t)(end - text) : length;
}

static bool format_expression(const char *text, size_t length) {
    static ws_expr expr;
    ws_error error = {0};
    ws_place place = {.line = 1, .column = 1};
    return ws_expr_parse(&expr, place, text, format_line(text, length), &error) ||
           format_said(&error);
}

static bool format_roster(const char *text, size_t length) {
    ws_error error = {0};
    ws_roster roster = {0};
    bool good = ws_roster_read(&roster, text, length, &error);
    ws_roster_free(&roster);
    return good || format_said(&error);
}

/* A picture of four worms that wait in a ring, to filter. */
static const ws_frame *format_frame(void) {
    static const char ring[] =
        "machine cube\nset topology ring1 4\nset routing dor-no-dateline\nset vcs 1\nset buffer 4\n"
        "set length fixed 16\nset arrivals saturated\nhost H0 send-to H2\nhost H1 send-to H3\n@400 "
        "end\n";
    static ws_frame *frame;
    static ws_session *session; /* of which the frame is a picture: both stay */
    ws_error error;
    if (frame)
        return frame;
    session =
        ws_session_open_text("ring.ws", ring, sizeof ring - 1, NULL, &(ws_options){0}, &error);
    if (!session) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    ws_session_run(session, 400);
    frame = ws_frame_new(ws_session_net(session));
    ws_observer *observer = ws_observer_new(ws_session_net(session));
    ws_frame_update(frame, ws_session_net(session), ws_session_metrics(session), observer);
    ws_observer_free(observer);
    return frame;
}

static bool format_filter(const char *text, size_t length) {
    char line[256] = "";
    ws_filter filter = {0};
    ws_error error = {0};
    length = format_line(text, length);
    memcpy(line, text, length < sizeof line ? length : sizeof line - 1);
    return ws_filter_parse(&filter, format_frame(), line, &error) || format_said(&error);
}

/* Rows are read from a file: one in memory. */
static bool format_rows(const char *text, size_t length) {
    char path[64];
    ws_row_list list = {0};
    ws_error error = {0};
    bool missing = false;
    int file = memfd_create("rows", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || write(file, text, length) != (ssize_t)length)
        abort();
    bool good = ws_row_list_read(&list, path, &missing, &error);
    ws_row_list_free(&list);
    close(file);
    return good || format_said(&error);
}

/* How the rows begin that are in the corpus: a sweep of two points. */
static ws_rows format_swept(bool is_json) {
    static const ws_sweep_plan plan = {.axis = {{.name = "load"}}, .axes = 1, .replicas = 1};
    return (ws_rows){
        .plan = &plan,
        .format = is_json ? WS_ROWS_JSON : WS_ROWS_CSV,
        .points = 2,
        .fingerprint = is_json ? 0xdc5345ba88dad8beu : 0x0bdaa67e4cc9e66cu,
        .class = {"high", "low"},
        .classes = 2,
    };
}

/* A file with which a sweep goes on: what it took is whole and in order the next time, and what it refused is as it was. */
static bool format_sweep(const char *text, size_t length) {
    char path[] = "/dev/shm/sweep-XXXXXX";
    ws_error error = {0};
    ws_sweep_fault fault;
    struct stat status;
    ws_rows rows = format_swept(length > 0 && *text == '{');
    int file = mkstemp(path);
    if (file < 0 || write(file, text, length) != (ssize_t)length)
        abort();
    close(file);
    ws_rows_choose(&rows, NULL);
    ws_sweep_file *first = ws_sweep_file_open(&rows, path, rows.points, &fault, &error);
    bool good = first ? ws_sweep_file_close(first, &error) : format_said(&error);
    if (!first)
        good &= stat(path, &status) == 0 && status.st_size == (off_t)length;
    ws_sweep_file *next =
        first ? ws_sweep_file_open(&rows, path, rows.points, &fault, &error) : NULL;
    if (first)
        good &= next && ws_sweep_file_altered(next) == 0;
    if (next)
        good &= ws_sweep_file_close(next, &error);
    unlink(path);
    ws_rows_free(&rows);
    return good;
}

/* A file that was issued, and the lesson in it. */
static bool format_issued(const char *text, size_t length) {
    ws_issued issued;
    ws_error error = {0};
    ws_source *source = ws_source_text("fuzz.wsl", NULL, text, length, &error);
    if (!source)
        return format_said(&error);
    bool good = ws_issued_read(&issued, source, &error);
    ws_source_free(source);
    if (!good)
        return format_said(&error);
    ws_lesson *lesson = ws_issued_lesson(&issued, &error);
    bool said = lesson || format_said(&error);
    ws_lesson_free(lesson);
    ws_issued_free(&issued);
    return said;
}

static bool format_students(const char *text, size_t length) {
    ws_enrolled enrolled;
    ws_error error = {0};
    ws_source *source = ws_source_text("fuzz.csv", NULL, text, length, &error);
    if (!source)
        return format_said(&error);
    bool good = ws_enrolled_read(&enrolled, source, &error);
    ws_source_free(source);
    if (good)
        ws_enrolled_free(&enrolled);
    return good || format_said(&error);
}

static bool format_submission(const char *text, size_t length) {
    ws_submission submission;
    ws_error error = {0};
    const ws_handed_in file = {"fuzz.wsr", text, length};
    bool good = ws_submission_read(&submission, &file, &error);
    ws_submission_free(&submission);
    return good || format_said(&error);
}

/* A scenario as a network that runs: small ones, for some cycles. */
static bool format_session(const char *text, size_t length) {
    ws_error error = {0};
    ws_session *session = small_open(text, length, NULL, &error);
    if (!session)
        return !*error.text || format_said(&error);
    ws_session_run(session, 200);
    bool good = ws_net_check(ws_session_net(session), &error);
    ws_session_close(session);
    return good;
}

/* What the host of a class says to a student, and a student to the host. */
static bool format_lecture(const char *text, size_t length) {
    u64 rng = length;
    unsigned long sessions = 0;
    return student_stays(text, length, &rng, &sessions);
}

static bool format_answers(const char *text, size_t length) {
    u64 rng = length;
    return host_stays(text, length, &rng);
}

typedef struct text_format {
    const char *name;
    bool (*reads)(const char *text, size_t length);
} text_format;
static const text_format formats[] = {
    {"scenario", format_scenario},   {"network", format_network},
    {"recording", format_recording}, {"theme", format_theme},
    {"keys", format_keys},           {"lesson", format_lesson},
    {"figure", format_figure},       {"expression", format_expression},
    {"roster", format_roster},       {"filter", format_filter},
    {"rows", format_rows},           {"issued", format_issued},
    {"students", format_students},   {"submission", format_submission},
    {"session", format_session},     {"lecture", format_lecture},
    {"answers", format_answers},     {"sweep", format_sweep},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* The bytes as a text that ends, as a file is read: what comes behind a zero is not seen by all. */
__attribute__((unused)) static bool format_reads(const text_format *of, const uint8_t *bytes,
                                                 size_t length) {
    if (length > FORMAT_TEXT_MAX)
        length = FORMAT_TEXT_MAX;
    char *text = malloc(length + 1);
    if (!text)
        abort();
    if (length > 0)
        memcpy(text, bytes, length);
    text[length] = '\0';
    bool good = of->reads(text, length);
    free(text);
    return good;
}

#endif
