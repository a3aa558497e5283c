/* class_file.c - see class_file.h. Lines: `room TOKEN ""`, `token TOKEN "ID"`, `joined ID "NAME"`,
 * `seat HOST "NAME"`, `question N KIND "TEXT" "CHOICE"...`, `answer N ID "NAME" "VALUE"`,
 * `revealed N "TRUTH"`. */
#include "class/class_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/language/line.h"
#include "session/language/text.h"

#define FILE_MOST (64u << 20)

struct ws_class_file {
    char *path;
    int file;
    uint64_t questions; /* the highest number of those that it had */
    text_out line;      /* that is being written, in */
    char text[(WS_POLL_CHOICES + 2) * WS_POLL_TEXT];
};

static void token_parse(ws_roster *roster, const ws_line *line) {
    const char *token = word_at(line, 1);
    ws_error ignored;
    if (line->count != 3 || !ws_token_good(token, &ignored))
        return;
    if (word_is(line, 0, "room") && !*roster->room)
        snprintf(roster->room, sizeof roster->room, "%s", token);
    for (size_t i = 0; i < roster->count; i++) {
        ws_student *student = &roster->student[i];
        bool is_own = word_is(line, 0, "token") && word_is(line, 2, student->id);
        if (is_own && !*student->token)
            snprintf(student->token, sizeof student->token, "%s", token);
    }
}

static void question_parse(ws_class_file *list, const ws_line *line) {
    int64_t number;
    const ws_range range = {"a number", 1, INT64_MAX};
    if (!word_is(line, 0, "question") || !ws_word_number(line, 1, &range, &number))
        return;
    if (list->questions < (uint64_t)number)
        list->questions = (uint64_t)number;
}

static void lines_read(ws_class_file *list, ws_roster *roster) {
    ws_error error;
    const char *text;
    size_t length;
    ws_source *source = ws_source_read_up_to(list->path, false, FILE_MOST, &error);
    if (!source)
        return;
    ws_reader reader = {.source = source};
    while (ws_reader_next(&reader, &text, &length)) {
        ws_line line;
        ws_place place = {source, reader.line, 1};
        if (!ws_line_split(&line, place, text, length, &error))
            continue;
        token_parse(roster, &line);
        question_parse(list, &line);
    }
    ws_source_free(source);
}

/* It is ours alone, and a file. */
static bool is_private(int file) {
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    return status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

ws_class_file *ws_class_file_open(const char *journal, ws_roster *roster, ws_error *error) {
    ws_class_file *list = ws_alloc(1, sizeof *list);
    size_t size = strlen(journal) + sizeof ".class";
    list->path = ws_alloc(size, 1);
    snprintf(list->path, size, "%s.class", journal);
    list->file = open(list->path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (list->file < 0)
        fail_with(error, "%.300s: %s", list->path, strerror(errno));
    else if (!is_private(list->file))
        fail_with(error, "%.300s: others can read it; move it, or chmod 600", list->path);
    else {
        lines_read(list, roster);
        return list;
    }
    ws_class_file_close(list);
    return NULL;
}

void ws_class_file_close(ws_class_file *list) {
    if (!list)
        return;
    if (list->file >= 0)
        close(list->file);
    free(list->path);
    free(list);
}

const char *ws_class_file_path(const ws_class_file *list) {
    return list->path;
}

uint64_t ws_class_file_questions(const ws_class_file *list) {
    return list ? list->questions : 0;
}

/* ---- writing ---- */

static void line_begin(ws_class_file *list, const char *what, const char *word) {
    const char *shown = *word ? word : "-";
    list->line = text_begin(list->text, sizeof list->text);
    text_add(&list->line, "%s %s", what, shown);
}

/* Words in quotes, which the language of lines reads again. */
static void quoted_add(ws_class_file *list, const char *text) {
    char clean[WS_POLL_TEXT];
    size_t length = strlen(text);
    ws_poll_words(clean, text, length);
    for (char *c = clean; *c; c++) {
        if (*c == '"')
            *c = '\'';
        if (*c == '\\')
            *c = '/';
    }
    text_add(&list->line, " \"%s\"", clean);
}

/* A full disk must not end a lecture; the journal says so as well. */
static void line_end(ws_class_file *list) {
    text_add(&list->line, "\n");
    ssize_t size = write(list->file, list->text, list->line.used);
    (void)size;
}

static void number_begin(ws_class_file *list, const char *what, uint64_t number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    line_begin(list, what, digits);
}

void ws_class_file_add(ws_class_file *list, const char *what, const char *word, const char *name) {
    if (!list)
        return;
    line_begin(list, what, word);
    quoted_add(list, name);
    line_end(list);
}

void ws_class_file_asked(ws_class_file *list, uint64_t number, const ws_poll_question *question) {
    if (!list)
        return;
    number_begin(list, "question", number);
    text_add(&list->line, " %s", ws_poll_kind_name(question->kind));
    quoted_add(list, question->text);
    for (size_t i = 0; i < question->choices; i++)
        quoted_add(list, question->choice[i]);
    line_end(list);
}

void ws_class_file_answered(ws_class_file *list, const ws_class_answer *answer) {
    if (!list)
        return;
    const char *id = *answer->id ? answer->id : "-";
    number_begin(list, "answer", answer->number);
    text_add(&list->line, " %s", id);
    quoted_add(list, answer->name);
    quoted_add(list, answer->value);
    line_end(list);
}

void ws_class_file_revealed(ws_class_file *list, uint64_t number, const char *truth) {
    if (!list)
        return;
    number_begin(list, "revealed", number);
    quoted_add(list, truth);
    line_end(list);
}
