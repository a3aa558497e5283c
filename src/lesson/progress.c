/* learn_progress.c - see progress.h. The file has a line `answer VALUE` for each, and at the end
 * `done MARKS OF`. A folder that cannot be written keeps nobody from learning. */
#include "lesson/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "session/library/find.h"
#include "wormscope/memory.h"

static char *path_of(const char *lesson) {
    char name[256];
    snprintf(name, sizeof name, "lessons/%.200s", lesson);
    return ws_user_path(WS_STATE_DIR, name);
}

static FILE *file_open(const char *lesson, const char *mode) {
    char *path = path_of(lesson);
    if (!path)
        return NULL;
    if (*mode != 'r')
        ws_user_folders(path);
    FILE *file = fopen(path, mode);
    free(path);
    return file;
}

void ws_progress_read(const char *lesson, ws_progress *progress) {
    char line[1100];
    *progress = (ws_progress){0};
    FILE *file = file_open(lesson, "re");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "done %d %d", &progress->marks, &progress->of) == 2)
            progress->done = true;
        if (strncmp(line, "answer ", 7) != 0)
            continue;
        WS_GROW(progress->answer, progress->count);
        progress->answer[progress->count++] = ws_copy_text(line + 7, strlen(line + 7));
    }
    fclose(file);
}

void ws_progress_clear(const char *lesson) {
    FILE *file = file_open(lesson, "we");
    if (file)
        fclose(file);
}

void ws_progress_answer(const char *lesson, const char *answer) {
    FILE *file = file_open(lesson, "ae");
    if (!file)
        return;
    fprintf(file, "answer %s\n", answer);
    fclose(file);
}

void ws_progress_done(const char *lesson, int marks, int of) {
    FILE *file = file_open(lesson, "ae");
    if (!file)
        return;
    fprintf(file, "done %d %d\n", marks, of);
    fclose(file);
}

void ws_progress_free(ws_progress *progress) {
    for (size_t i = 0; i < progress->count; i++)
        free(progress->answer[i]);
    free(progress->answer);
    *progress = (ws_progress){0};
}

size_t ws_progress_catch_up(const ws_progress *progress, ws_play *play) {
    ws_judgement verdict;
    ws_error error;
    size_t given = 0;
    while (ws_play_item(play)) {
        bool asks = ws_item_is_question(ws_play_item(play));
        bool open = asks && !ws_play_answered(play);
        if (given == progress->count && (open || !asks))
            break;
        bool good = open ? ws_play_answer(play, progress->answer[given++], &verdict, &error)
                         : ws_play_go(play, &error);
        if (!good)
            break;
    }
    return given;
}

static bool is_open(const char *path) {
    ws_error error;
    ws_progress progress;
    ws_lesson *lesson = ws_lesson_read(path, &error);
    if (!lesson)
        return false;
    ws_progress_read(lesson->name, &progress);
    bool open = !progress.done;
    ws_progress_free(&progress);
    ws_lesson_free(lesson);
    return open;
}

char *ws_progress_next(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths);
    size_t next = 0;
    while (next < count && !is_open(paths[next]))
        next++;
    char *found = NULL;
    if (count)
        found = ws_copy_text(paths[next % count], strlen(paths[next % count]));
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
    return found;
}
