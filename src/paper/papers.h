/* papers.h - which papers there are, and which figures of them. */
#ifndef WS_PAPERS_H
#define WS_PAPERS_H

#include "wormscope/wormscope.h"

typedef struct ws_paper {
    char *name;  /* "kwan" */
    char *title; /* author, title, year */
    char **path; /* of its figures, by number */
    size_t figures;
} ws_paper;

typedef struct ws_papers {
    ws_paper *paper; /* in the order of the list */
    size_t count;
} ws_papers;

/* Reads scenarios/papers/list, whose lines are `paper NAME "TITLE"`, and looks for the files
 * NAME/NUMBER.fig beside it. False with an error. Free in any case. */
bool ws_papers_list(ws_papers *papers, ws_error *error);
void ws_papers_free(ws_papers *papers);

/* The part of the path behind its folder, without ".fig": "8". Owned by the caller. */
char *ws_figure_number(const char *path);

#endif
