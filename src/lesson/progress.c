/* progress.c - see progress.h. The file has a line `lesson CHECKSUM` of the text that was taken, a
 * line `answer VALUE` for each, and at the end `done MARKS OF`. A folder that cannot be written
 * keeps nobody from learning. */
#include "lesson/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "session/language/text.h"
#include "session/library/find.h"
#include "session/recording/line_checksum.h"
#include "wormscope/memory.h"

static unsigned checksum_of(const ws_lesson *lesson) {
    char written[WS_LINE_CHECKSUM_SIZE];
    const ws_source *source = lesson->source;
    uint32_t checksum = 0;
    ws_line_checksum_write(&checksum, source->text, source->length, written);
    return checksum;
}

static FILE *progress_open(const ws_lesson *lesson, const char *mode) {
    char name[256];
    snprintf(name, sizeof name, "lessons/%.200s", lesson->name);
    char *path = ws_user_path(WS_STATE_DIR, name);
    if (!path)
        return NULL;
    if (*mode != 'r')
        ws_user_folders(path);
    FILE *file = fopen(path, mode);
    free(path);
    return file;
}

static void line_copy(const ws_lesson *lesson, const char *line, ws_progress *progress) {
    static const char answer[] = "answer ";
    const size_t length = sizeof answer - 1;
    const char *number = line + strcspn(line, " ");
    uint64_t first, second;
    if (strncmp(line, "lesson ", 7) == 0 && ws_whole_parse(number, 16, &first) > number)
        progress->changed = first != checksum_of(lesson);
    if (strncmp(line, "done ", 5) == 0) {
        const char *behind = ws_whole_parse(number, 10, &first);
        progress->done = ws_whole_parse(behind, 10, &second) > behind;
        progress->marks = (int)first;
        progress->of = (int)second;
    }
    if (strncmp(line, answer, length) != 0)
        return;
    WS_GROW(progress->answer, progress->count);
    progress->answer[progress->count] = text_copy(line + length);
    progress->count++;
}

void ws_progress_read(const ws_lesson *lesson, ws_progress *progress) {
    char line[1100];
    *progress = (ws_progress){0};
    FILE *file = progress_open(lesson, "re");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        line_copy(lesson, line, progress);
    }
    fclose(file);
}

void ws_progress_clear(const ws_lesson *lesson) {
    FILE *file = progress_open(lesson, "we");
    if (file)
        fclose(file);
}

/* Opens the file behind its last line; the first line says of which text it is. */
static FILE *file_end(const ws_lesson *lesson) {
    FILE *file = progress_open(lesson, "ae");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    if (ftell(file) == 0)
        fprintf(file, "lesson %08x\n", checksum_of(lesson));
    return file;
}

void ws_progress_answer(const ws_lesson *lesson, const char *answer) {
    FILE *file = file_end(lesson);
    if (!file)
        return;
    fprintf(file, "answer %s\n", answer);
    fclose(file);
}

void ws_progress_done(const ws_lesson *lesson, int marks) {
    FILE *file = file_end(lesson);
    if (!file)
        return;
    fprintf(file, "done %d %d\n", marks, ws_lesson_shown_marks(lesson));
    fclose(file);
}

void ws_progress_free(ws_progress *progress) {
    for (size_t i = 0; i < progress->count; i++)
        free(progress->answer[i]);
    free(progress->answer);
    *progress = (ws_progress){0};
}

/* Does the next thing: an answer where one is asked for. False where nothing is left to be done. */
static bool step_catch_up(const ws_progress *progress, ws_play *play, size_t *given) {
    ws_judgement verdict;
    ws_error error;
    bool asks = ws_item_is_question(ws_play_item(play));
    bool open = asks && !ws_play_answered(play);
    if (*given == progress->count && (open || !asks))
        return false;
    if (!open)
        return ws_play_go(play, &error);
    const char *answer = progress->answer[*given];
    *given += 1;
    return ws_play_answer(play, answer, &verdict, &error);
}

ws_going_on ws_progress_catch_up(const ws_progress *progress, ws_play *play) {
    size_t given = 0;
    bool on = true;
    while (on && ws_play_item(play))
        on = step_catch_up(progress, play, &given);
    if (given == 0)
        return WS_GOING_NOT;
    return progress->changed ? WS_GOING_CHANGED : WS_GOING_ON;
}

const char *ws_progress_words(ws_going_on goes_on) {
    switch (goes_on) {
    case WS_GOING_NOT: return "";
    case WS_GOING_ON: return "You are back where you stopped. Start over with --again.";
    case WS_GOING_CHANGED: break;
    }
    return "The lesson has changed since you left it; start over with --again.";
}

static bool lesson_is_open(const char *path) {
    ws_error error;
    ws_progress progress;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (!lesson)
        return false;
    ws_progress_read(lesson, &progress);
    bool open = !progress.done;
    ws_progress_free(&progress);
    ws_lesson_free(lesson);
    return open;
}

char *ws_progress_next(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    size_t next = 0;
    while (next < count && !lesson_is_open(paths[next]))
        next++;
    char *found = NULL;
    if (count)
        found = ws_copy_text(paths[next % count], strlen(paths[next % count]));
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
    return found;
}
