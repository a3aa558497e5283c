/* learn_page.c - see learn_page.h. */
#include "cli/learn_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/check.h"
#include "lesson/probe.h"
#include "session/language/tell.h"
#include "ui/text.h"

/* ---- words ---- */

/* Columns of a word. */
static int columns_of(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static void put_row(const char *text, size_t length, const char *begin) {
    char row[512];
    snprintf(row, sizeof row, "%s%.*s", begin, (int)length, text);
    ws_tell(stdout, "%s", row);
}

void ws_page_words(const ws_page *page, const char *begin, const char *text) {
    char blank[16] = "";
    int width = page->width - 2 - (int)strlen(begin);
    snprintf(blank, sizeof blank, "%*s", (int)strlen(begin), "");
    while (*text) {
        size_t end = 0;
        size_t at = 0;
        while (text[at]) {
            at += strcspn(text + at, " ");
            if (end && columns_of(text, at) > width)
                break;
            end = at;
            at += text[at] == ' ';
        }
        put_row(text, end, begin);
        text += end;
        text += strspn(text, " ");
        begin = blank;
    }
}

/* ---- step and question ---- */

static void figure_text(const ws_page *page, size_t i, char *text, size_t room) {
    const ws_expr *expr = &page->figure[i];
    ws_probe_value value;
    ws_error error;
    *text = '\0';
    if (!ws_probe_now(ws_play_session(page->play), expr, &value, &error))
        return;
    if (isnan(value.number))
        snprintf(text, room, "%s -", page->name[i]);
    else
        snprintf(text, room, "%s %.3g", page->name[i], value.number);
    ws_probe_free(&value);
}

/* The row above the words: the step, and the figures that the lesson names. */
static void title_draw(const ws_page *page) {
    char row[400];
    const ws_step *step = ws_play_step(page->play);
    size_t used = 0;
    if (!step)
        return;
    used += (size_t)snprintf(row, sizeof row, "── %zu of %zu: %s", ws_play_step_number(page->play),
                             ws_play_step_count(page->play), step->title);
    for (size_t i = 0; i < page->figures && used < sizeof row; i++) {
        char figure[WS_EXPR_TEXT + 32];
        figure_text(page, i, figure, sizeof figure);
        used += (size_t)snprintf(row + used, sizeof row - used, "  %s", figure);
    }
    ws_tell(stdout, "%s", row);
}

static void question_draw(const ws_page *page) {
    const ws_item *item = ws_play_item(page->play);
    if (!item || !ws_item_is_question(item))
        return;
    if (item->text)
        ws_page_words(page, "", item->text);
    for (size_t i = 0; i < item->choices; i++) {
        char letter[8];
        size_t choice = ws_play_choice(page->play, i);
        snprintf(letter, sizeof letter, "%c) ", (int)('a' + i));
        ws_page_words(page, letter, item->choice[choice].text);
    }
}

void ws_page_draw(const ws_page *page) {
    title_draw(page);
    if (*page->say)
        ws_page_words(page, "", page->say);
    question_draw(page);
    fflush(stdout);
}

/* Each word is an expression; one that is none is left out. */
static void figures(ws_page *page, const char *argument) {
    ws_error error;
    page->figures = 0;
    while (*argument && page->figures < 8) {
        size_t length = strcspn(argument, " ");
        size_t i = page->figures;
        ws_expr *expr = &page->figure[i];
        page->figures +=
            ws_figure_parse(expr, page->name[i], sizeof page->name[i], argument, length, &error);
        argument += length;
        argument += strspn(argument, " ");
    }
}

void ws_page_show(ws_page *page, const char *line) {
    static const char name[] = "figures ";
    if (strncmp(line, name, sizeof name - 1) == 0)
        figures(page, line + sizeof name - 1);
}
