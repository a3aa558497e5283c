/* learn_page.h - a lesson in words, line by line. */
#ifndef WS_LEARN_PAGE_H
#define WS_LEARN_PAGE_H

#include "cli/cli.h"
#include "lesson/play.h"

typedef struct ws_page {
    ws_play *play;
    const ws_lesson *lesson;
    const char *asked; /* what the lesson was called by who asked for it */
    int width;
    ws_expr figure[8]; /* told with each step */
    char name[8][64];
    size_t figures;
    const char *say; /* what is said, "" */
} ws_page;

/* Prints step and figures, what is said, and the question if one is at hand. */
void ws_page_draw(const ws_page *page);
/* Takes a stage line: figures; others are for a screen. */
void ws_page_show(ws_page *page, const char *line);
/* Words, broken to the width of the page, each row behind `begin`. */
void ws_page_words(const ws_page *page, const char *begin, const char *text);

#endif
