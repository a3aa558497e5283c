/* learn_page.h - the page of a lesson: the picture of the network, and the words below it. */
#ifndef WS_LEARN_PAGE_H
#define WS_LEARN_PAGE_H

#include "cli/cli.h"
#include "lesson/play.h"
#include "ui/stage.h"

typedef struct ws_page {
    ws_play *play;
    const ws_lesson *lesson;
    ws_stage *stage;
    ws_look look;
    int width, height; /* of the whole page */
    bool screen;       /* the picture is drawn; else words alone are printed */
    bool colour;
    double pace;       /* cycles a second that runs are shown at; 0: at once */
    ws_expr figure[8]; /* shown above the words */
    size_t figures;
    const char *say; /* what is said, "" */
    bool keeps;      /* the next words stay beside those that are there */
} ws_page;

/* Draws the picture and what is said; the question and its answers if one is at hand. */
void ws_page_draw(ws_page *page);
/* Takes a stage line: pace, look, select, lens, zoom, figures; others are passed over. */
void ws_page_show(ws_page *page, const char *line);
/* Words, broken to the width of the page, each row behind `begin`. */
void ws_page_words(const ws_page *page, const char *begin, const char *text);

#endif
