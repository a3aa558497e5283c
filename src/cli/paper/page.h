/* page.h - a report of figures as one page of HTML, without anything from elsewhere. */
#ifndef WS_PAPER_PAGE_H
#define WS_PAPER_PAGE_H

#include "cli/paper/show.h"

/* A page is a head, counts, papers each with their figures, and an end. */
void ws_page_begin(bool quick, FILE *out);
void ws_page_paper(const char *name, const char *title, FILE *out);
void ws_page_figure(const ws_paper_shown *shown, FILE *out);
/* A paper: its figures, and how many of their claims have each verdict. */
typedef struct ws_page_count {
    const char *paper;
    const char **figure; /* their names; owned */
    size_t figures;
    size_t verdict[WS_PAPER_VERDICTS];
} ws_page_count;
void ws_page_counts(const ws_page_count *counts, size_t count, FILE *out);
void ws_page_end(FILE *out);

#endif
