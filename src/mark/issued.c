/* issued.c - see issued.h. */
#include "mark/issued.h"

#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/recording/line_checksum.h"
#include "session/recording/recording.h"
#include "session/recording/recording_writer.h"
#include "session/stage.h"
#include "session/text_stream.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- making ---- */

#define FILE_WORD "file \""
#define TEXT_SIGN "| "

static bool begins(const char *line, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && memcmp(line, word, size) == 0;
}

static bool is_text(const char *line, size_t length) {
    return begins(line, length, TEXT_SIGN);
}

/* A recording is written once more: where files lay on the teacher's disk is nobody's business, and
 * no difference between two disks. Comments are the teacher's own, and go; so do empty lines. */
static void file_line_plain(ws_writer *to, const char *line, size_t length) {
    const char *end = line + length;
    const char *name = line + strlen(FILE_WORD);
    size_t left = (size_t)(end - name);
    const char *slash = memrchr(name, '/', left);
    if (slash)
        name = slash + 1;
    left = (size_t)(end - name);
    ws_writer_text(to, FILE_WORD, name, left);
}

/* A line of a file: what its words were read from. */
static void text_plain(ws_writer *to, const char *text, size_t length) {
    const ws_place place = {NULL, 1, 1};
    ws_line line;
    ws_error ignored;
    if (!ws_line_split(&line, place, text, length, &ignored))
        ws_writer_text(to, TEXT_SIGN, text, length); /* not of our language: as it is */
    else if (line.count)
        ws_writer_text(to, TEXT_SIGN, line.text, line.length);
}

static void line_plain(ws_writer *to, const char *line, size_t length) {
    size_t sign = strlen(TEXT_SIGN);
    if (is_text(line, length))
        text_plain(to, line + sign, length - sign);
    else if (begins(line, length, FILE_WORD))
        file_line_plain(to, line, length);
    else
        ws_writer_text(to, "", line, length);
}

static void network_plain(ws_issued_text *network) {
    const ws_source source = {.text = network->text, .length = network->length};
    ws_reader lines = {.source = &source};
    ws_writer *to = ws_writer_memory();
    const char *line;
    size_t length;
    while (ws_reader_next(&lines, &line, &length))
        line_plain(to, line, length - WS_LINE_CHECKSUM_SIZE);
    free(network->text);
    network->text = ws_writer_release(to, &network->length);
}

static bool network_make(ws_issued *issued, const ws_lesson *lesson, ws_error *error) {
    ws_session *session = ws_play_network(lesson, issued->draw, lesson->name, error);
    if (!session)
        return false;
    issued->network.text = ws_session_save_text(session, 0, &issued->network.length);
    ws_session_close(session);
    network_plain(&issued->network);
    return true;
}

bool ws_issued_make(ws_issued *issued, const ws_course *course, const ws_pupil *pupil,
                    ws_error *error) {
    const ws_lesson *lesson = course->lesson;
    *issued = (ws_issued){0};
    issued->model = WS_MODEL;
    issued->rules = WS_RULES;
    issued->digest = course->digest;
    issued->pupil = *pupil;
    if (!ws_id_is_good(lesson->name))
        return fail_with(error,
                         "invalid name `%.100s` of a lesson: expected "
                         "letters, digits, `.`, `_` and `-`",
                         lesson->name);
    snprintf(issued->lesson, sizeof issued->lesson, "%s", lesson->name);
    issued->draw = ws_course_draw(course, pupil->id);
    FILE *memory = ws_text_stream(&issued->steps.text, &issued->steps.length);
    ws_lesson_write_open(memory, lesson);
    fclose(memory);
    ws_lesson *again = ws_issued_lesson(issued, error);
    ws_lesson_free(again); /* what cannot be read again must not be handed out */
    return again && network_make(issued, lesson, error);
}

void ws_issued_free(ws_issued *issued) {
    free(issued->steps.text);
    free(issued->network.text);
    *issued = (ws_issued){0};
}

/* ---- writing ---- */

static void name_write(ws_writer *writer, const ws_pupil *pupil) {
    char line[3 * WS_NAME_MOST] = "";
    FILE *memory = ws_must(fmemopen(line, sizeof line, "w"));
    fprintf(memory, "student %s ", pupil->id);
    ws_quoted(memory, pupil->name);
    fclose(memory);
    ws_writer_text(writer, "", line, strlen(line));
}

static void section_write(ws_writer *writer, const char *name, const ws_issued_text *section) {
    const char *at = section->text;
    const char *end = at + section->length;
    ws_writer_line(writer, "%s", name);
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end : end) - at);
        ws_writer_text(writer, TEXT_SIGN, at, length);
        at += length + 1;
    }
}

char *ws_issued_write(const ws_issued *issued, size_t *length) {
    ws_writer *writer = ws_writer_memory();
    ws_writer_line(writer, WS_ISSUED_FIRST "2");
    ws_writer_line(writer, "model %" PRId64, issued->model);
    ws_writer_line(writer, "rules %" PRId64, issued->rules);
    ws_writer_line(writer, "lesson %s %016" PRIx64, issued->lesson, issued->digest);
    name_write(writer, &issued->pupil);
    ws_writer_line(writer, "draw %" PRIu64, issued->draw);
    section_write(writer, "steps", &issued->steps);
    section_write(writer, "network", &issued->network);
    ws_writer_line(writer, "end");
    return ws_writer_release(writer, length);
}

/* ---- reading ---- */

typedef struct reading {
    ws_issued *issued;
    const ws_source *source;
    unsigned number; /* of the line at hand */
    uint32_t chain;
    ws_line line; /* of words */
    const char *text;
    size_t length;
    ws_issued_text *section; /* whose lines come; NULL: none */
    size_t room;             /* bytes that it has */
    unsigned seen;           /* rows of the table, a bit each */
    ws_error *error;
} reading;

static bool damaged(const reading *r, const char *what) {
    return fail_with(r->error, "%.200s: line %u: %s", r->source->name, r->number, what);
}

static bool first_read(reading *r) {
    if (word_is(&r->line, 1, "1"))
        return damaged(r, "it was issued by rules 1: take it with that version");
    return word_is(&r->line, 1, "2") ||
           damaged(r, "the file has a newer form; a newer wormscope reads it");
}

static bool number_read(const reading *r, size_t word, int64_t *number) {
    const ws_range range = {"a number", 0, INT64_MAX};
    if (ws_word_number(&r->line, word, &range, number))
        return true;
    return damaged(r, "expected a number here");
}

static bool issued_lesson_read(reading *r) {
    const char *name = word_at(&r->line, 1);
    const char *digits = word_at(&r->line, 2);
    if (!ws_id_is_good(name))
        return false;
    if (strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16)
        return false;
    snprintf(r->issued->lesson, sizeof r->issued->lesson, "%s", name);
    ws_whole_parse(digits, 16, &r->issued->digest);
    return true;
}

static bool issued_student_read(reading *r) {
    ws_pupil *pupil = &r->issued->pupil;
    const char *id = word_at(&r->line, 1);
    const char *name = word_at(&r->line, 2);
    if (!ws_id_is_good(id) || strlen(name) > WS_NAME_MOST)
        return false;
    snprintf(pupil->id, sizeof pupil->id, "%s", id);
    snprintf(pupil->name, sizeof pupil->name, "%s", name);
    ws_clean(pupil->name);
    return true;
}

static bool draw_read(reading *r) {
    int64_t draw;
    if (!number_read(r, 1, &draw) || draw == 0)
        return false;
    r->issued->draw = (uint64_t)draw;
    return true;
}

/* In this order, each once. Without a function the word begins a section, or a number is behind
 * it. */
static const struct row {
    const char *word;
    size_t words; /* behind the first */
    bool (*read)(reading *r);
    size_t at; /* where it goes in ws_issued; 0: nowhere */
} rows[] = {
    /* clang-format off */
    {"wormscope-issued", 1, first_read, 0},
    {"model", 1, NULL, offsetof(ws_issued, model)},
    {"rules", 1, NULL, offsetof(ws_issued, rules)},
    {"lesson", 2, issued_lesson_read, 0},
    {"student", 2, issued_student_read, 0},
    {"draw", 1, draw_read, 0},
    {"steps", 0, NULL, offsetof(ws_issued, steps)},
    {"network", 0, NULL, offsetof(ws_issued, network)},
    {"end", 0, NULL, 0},
    /* clang-format on */
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Is the line at hand the one that the row expects? */
static bool row_fits(reading *r, const struct row *row) {
    const ws_place place = {NULL, 1, 1};
    const ws_line *line = &r->line;
    ws_error why;
    if (!ws_line_split(&r->line, place, r->text, r->length, &why))
        return false;
    if (line->count != row->words + 1)
        return false;
    if (!word_is(line, 0, row->word))
        return false;
    if (row->read)
        return row->read(r);
    char *at = (char *)r->issued + row->at;
    if (row->words)
        return number_read(r, 1, (int64_t *)(void *)at);
    r->section = row->at ? (ws_issued_text *)(void *)at : NULL;
    r->room = 0;
    return true;
}

static bool issued_words_read(reading *r) {
    char text[64];
    r->section = NULL;
    if (r->seen == ROWS)
        return damaged(r, "there is more behind the end");
    const struct row *row = &rows[r->seen];
    r->error->text[0] = '\0';
    if (row_fits(r, row)) {
        r->seen++;
        return true;
    }
    if (*r->error->text)
        return false;
    snprintf(text, sizeof text, "expected a line `%s`", row->word);
    return damaged(r, text);
}

/* `| TEXT` */
static bool issued_text_read(reading *r) {
    ws_issued_text *to = r->section;
    size_t length = r->length - 2;
    size_t needed = to->length + length + 2;
    if (needed > r->room) {
        r->room = 2 * needed;
        to->text = ws_must(realloc(to->text, r->room));
    }
    memcpy(to->text + to->length, r->text + 2, length);
    to->length += length + 1;
    to->text[to->length - 1] = '\n';
    to->text[to->length] = '\0';
    return true;
}

static bool issued_line_read(reading *r) {
    if (!ws_line_checksum_check(&r->chain, r->text, &r->length))
        return damaged(r, "the line is damaged, or the one before it is missing");
    if (r->section && is_text(r->text, r->length))
        return issued_text_read(r);
    return issued_words_read(r);
}

static bool issued_lines_read(reading *r) {
    ws_reader lines = {.source = r->source};
    while (ws_reader_next(&lines, &r->text, &r->length)) {
        r->number++;
        if (!issued_line_read(r))
            return false;
    }
    const ws_issued *issued = r->issued;
    bool whole = issued->steps.length && issued->network.length;
    return (r->seen == ROWS && whole) || damaged(r, "its end is missing");
}

bool ws_issued_is(const char *text, size_t length) {
    return begins(text, length, WS_ISSUED_FIRST);
}

bool ws_issued_read(ws_issued *issued, const ws_source *source, ws_error *error) {
    reading *r = ws_alloc(1, sizeof *r);
    *issued = (ws_issued){0};
    r->issued = issued;
    r->source = source;
    r->error = error;
    bool good = issued_lines_read(r);
    free(r);
    if (!good)
        ws_issued_free(issued);
    return good;
}

/* ---- playing ---- */

ws_lesson *ws_issued_lesson(const ws_issued *issued, ws_error *error) {
    char name[WS_ISSUED_LESSON + 16];
    snprintf(name, sizeof name, "%s.lesson", issued->lesson);
    const ws_issued_text *steps = &issued->steps;
    ws_lesson *lesson = ws_lesson_read_text(name, NULL, steps->text, steps->length, error);
    if (!lesson || lesson->issued)
        return lesson;
    ws_lesson_free(lesson);
    fail_with(error, "%s: it has the right answers, so it was not issued", name);
    return NULL;
}

static bool head_stage(const ws_issued *issued, ws_session *session, ws_error *error) {
    char line[WS_ID_MAX + 64];
    snprintf(line, sizeof line, "student %s %" PRIu64, issued->pupil.id, issued->draw);
    if (!ws_session_stage(session, line, error))
        return false;
    snprintf(line, sizeof line, "rules %d", WS_RULES);
    if (!ws_session_stage(session, line, error))
        return false;
    snprintf(line, sizeof line, "lesson %016" PRIx64, issued->digest);
    return ws_session_stage(session, line, error);
}

ws_play *ws_issued_play(const ws_issued *issued, const ws_lesson *lesson, ws_error *error) {
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES / 4};
    const ws_issued_text *network = &issued->network;
    if (!ws_recording_is(network->text, network->length)) {
        fail_with(error, "%s: expected a network in it", issued->lesson);
        return NULL;
    }
    ws_session *session =
        ws_session_open_text(issued->lesson, network->text, network->length, NULL, &options, error);
    if (!session)
        return NULL;
    if (ws_session_fork(session) && head_stage(issued, session, error))
        return ws_play_begin_in(lesson, issued->draw, session);
    ws_session_close(session);
    return NULL;
}
