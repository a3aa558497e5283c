/* matrix.c - see paper.h. */
#include "cli/paper/paper.h"

#include <stdlib.h>

#include "session/language/tell.h"
#include "session/language/text.h"

enum { NAME_WIDTH = 30, CELL_WIDTH = 9, ROW_ROOM = 600 };

static ws_matrix_cell *cell_of(const ws_matrix *matrix, size_t claim, size_t reading) {
    return &matrix->cell[claim * WS_READINGS_MAX + reading];
}

static void row_add(ws_matrix *matrix, const ws_claim *claim, const char *figure) {
    size_t count = matrix->claims++;
    size_t cells = matrix->claims * WS_READINGS_MAX;
    WS_GROW(matrix->claim, count);
    WS_GROW(matrix->figure, count);
    matrix->cell = ws_must(realloc(matrix->cell, cells * sizeof *matrix->cell));
    matrix->claim[count] = claim;
    matrix->figure[count] = figure;
}

void ws_matrix_add(ws_matrix *matrix, const ws_paper_shown *shown, size_t reading, size_t *next) {
    const ws_figure *figure = shown->figure;
    for (size_t i = 0; i < figure->claims; i++) {
        if (!ws_paper_asks(shown, i))
            continue;
        if (*next == matrix->claims)
            row_add(matrix, &figure->claim[i], figure->name);
        *cell_of(matrix, *next, reading) =
            (ws_matrix_cell){!shown->error, shown->result[i].verdict};
        ++*next;
    }
}

void ws_matrix_free(ws_matrix *matrix) {
    free(matrix->claim);
    free(matrix->figure);
    free(matrix->cell);
    *matrix = (ws_matrix){0};
}

static void row_print(const ws_matrix *matrix, size_t claim, FILE *out) {
    char name[120];
    char text[ROW_ROOM];
    text_out row = text_begin(text, sizeof text);
    snprintf(name, sizeof name, "%s %s", matrix->figure[claim], matrix->claim[claim]->name);
    text_add(&row, "%-*.*s", NAME_WIDTH, NAME_WIDTH, name);
    for (size_t k = 0; k < matrix->readings->count; k++) {
        const ws_matrix_cell *cell = cell_of(matrix, claim, k);
        const char *word = cell->is_run ? ws_paper_verdicts[cell->verdict] : "-";
        text_add(&row, " %-*s", CELL_WIDTH, word);
    }
    ws_tell(out, "%s", text);
}

static size_t count_of(const ws_matrix *matrix, size_t reading, ws_paper_verdict verdict) {
    size_t count = 0;
    for (size_t i = 0; i < matrix->claims; i++) {
        const ws_matrix_cell *cell = cell_of(matrix, i, reading);
        count += cell->is_run && cell->verdict == verdict;
    }
    return count;
}

static void sums_print(const ws_matrix *matrix, FILE *out) {
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++) {
        fprintf(out, "%-*s", NAME_WIDTH, ws_paper_verdicts[v]);
        for (size_t k = 0; k < matrix->readings->count; k++)
            fprintf(out, " %-*zu", CELL_WIDTH, count_of(matrix, k, (ws_paper_verdict)v));
        putc('\n', out);
    }
}

void ws_matrix_print(const ws_matrix *matrix, FILE *out) {
    const ws_readings *readings = matrix->readings;
    for (size_t k = 0; k < readings->count; k++)
        ws_tell(out, "%-*s %s", CELL_WIDTH, readings->reading[k].name, readings->reading[k].label);
    fprintf(out, "\n%-*s", NAME_WIDTH, "");
    for (size_t k = 0; k < readings->count; k++)
        fprintf(out, " %-*.*s", CELL_WIDTH, CELL_WIDTH, readings->reading[k].name);
    putc('\n', out);
    for (size_t i = 0; i < matrix->claims; i++)
        row_print(matrix, i, out);
    putc('\n', out);
    sums_print(matrix, out);
}
