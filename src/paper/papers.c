/* papers.c - see papers.h. */
#include "paper/papers.h"

#include "session/language/fields.h"
#include "session/language/text.h"
#include "session/library/find.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "scenarios/papers"
#define ENDING ".fig"

static bool is_figure(const char *name) {
    size_t length = strlen(name);
    size_t ending = strlen(ENDING);
    return length > ending && text_is(name + length - ending, ENDING);
}

static char *joined(const char *folder, const char *name) {
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = ws_alloc(room, 1);
    snprintf(path, room, "%s/%s", folder, name);
    return path;
}

char *ws_figure_number(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    if (is_figure(name))
        length -= strlen(ENDING);
    return ws_copy_text(name, length);
}

/* What is no number comes last. */
static uint64_t size_of(const char *number) {
    uint64_t size;
    return ws_whole_parse(number, 10, &size) > number ? size : UINT64_MAX;
}

/* Numbers by size, then names. */
static int by_number(const void *one, const void *other) {
    const char *const *mine = one;
    const char *const *theirs = other;
    char *number = ws_figure_number(*mine);
    char *against = ws_figure_number(*theirs);
    uint64_t size = size_of(number);
    uint64_t other_size = size_of(against);
    int order = strcmp(number, against);
    if (size != other_size)
        order = size > other_size ? 1 : -1;
    free(number);
    free(against);
    return order;
}

static void figures_find(ws_paper *paper, const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (struct dirent *file; (file = readdir(directory));) {
        if (!is_figure(file->d_name))
            continue;
        size_t count = paper->figures++;
        WS_GROW(paper->path, count);
        paper->path[count] = joined(folder, file->d_name);
    }
    closedir(directory);
    if (paper->figures > 0)
        qsort(paper->path, paper->figures, sizeof *paper->path, by_number);
}

static bool paper_line(ws_papers *papers, const ws_line *line, const char *folder) {
    bool good = word_is(line, 0, "paper");
    good &= line->count == 3;
    if (!good)
        return ws_refuse(line, 0, "expected paper NAME \"TITLE\"");
    size_t count = papers->count++;
    WS_GROW(papers->paper, count);
    ws_paper *paper = &papers->paper[count];
    *paper = (ws_paper){0};
    paper->name = text_copy(word_at(line, 1));
    paper->title = text_copy(word_at(line, 2));
    char *path = joined(folder, paper->name);
    figures_find(paper, path);
    free(path);
    return true;
}

static bool list_read(ws_papers *papers, const char *folder, ws_error *error) {
    char *path = joined(folder, "list");
    ws_source *source = ws_source_read(path, false, error);
    ws_reader reader = {.source = source};
    const char *text;
    size_t length;
    ws_line line;
    bool good = source != NULL;
    while (good && ws_reader_next(&reader, &text, &length)) {
        const ws_place place = {source, reader.line, 1};
        good = ws_line_split(&line, place, text, length, error);
        if (good && line.count)
            good = paper_line(papers, &line, folder);
    }
    ws_source_free(source);
    free(path);
    return good;
}

bool ws_papers_list(ws_papers *papers, ws_error *error) {
    char *folders[WS_DATA_DIRS_MAX];
    size_t found = ws_data_dirs(FOLDER, folders);
    bool good = false;
    *papers = (ws_papers){0};
    if (found > 0)
        good = list_read(papers, folders[0], error);
    else
        fail_with(error, "no folder " FOLDER " was found in any of the places for data");
    for (size_t i = 0; i < found; i++)
        free(folders[i]);
    return good;
}

void ws_papers_free(ws_papers *papers) {
    for (size_t i = 0; i < papers->count; i++) {
        ws_paper *paper = &papers->paper[i];
        for (size_t k = 0; k < paper->figures; k++)
            free(paper->path[k]);
        free(paper->path);
        free(paper->name);
        free(paper->title);
    }
    free(papers->paper);
    *papers = (ws_papers){0};
}
