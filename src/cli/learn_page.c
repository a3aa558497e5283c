/* learn_page.c - see learn_page.h. */
#include "cli/learn_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/check.h"
#include "lesson/look.h"
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

/* ---- the picture ---- */

static void figure_text(const ws_page *page, const ws_expr *expr, char *text, size_t room) {
    ws_look_value value;
    ws_error error;
    *text = '\0';
    if (!ws_look_now(ws_play_session(page->play), expr, &value, &error))
        return;
    snprintf(text, room, "%s %.3g", expr->text, value.number);
    ws_look_free(&value);
}

/* The row above the words: the step, and the figures that the lesson names. */
static void title_draw(const ws_page *page) {
    char row[400];
    const ws_step *step = ws_play_step(page->play);
    size_t used = 0;
    if (!step)
        return;
    used += (size_t)snprintf(row, sizeof row, "── %zu of %zu: %s", ws_play_step_number(page->play),
                             page->lesson->steps, step->title);
    for (size_t i = 0; i < page->figures && used < sizeof row; i++) {
        char figure[WS_EXPR_TEXT + 32];
        figure_text(page, &page->figure[i], figure, sizeof figure);
        used += (size_t)snprintf(row + used, sizeof row - used, "  %s", figure);
    }
    ws_tell(stdout, "%s", row);
}

static void picture_draw(ws_page *page) {
    ws_canvas canvas = *ws_stage_draw(page->stage);
    canvas.height--; /* the keys in the last row are not those of a lesson */
    fputs("\033[H\033[2J", stdout);
    if (page->colour)
        ws_ansi_write(stdout, &canvas, &page->look.theme, page->stage->view.depth);
    else
        ws_text_write(stdout, &canvas);
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

void ws_page_draw(ws_page *page) {
    if (page->screen)
        picture_draw(page);
    title_draw(page);
    if (*page->say)
        ws_page_words(page, "", page->say);
    question_draw(page);
    fflush(stdout);
}

/* ---- stage lines ---- */

static void pace(ws_page *page, const char *argument) {
    page->pace = strtod(argument, NULL);
}

static uint32_t node_named(const ws_frame *frame, const char *name) {
    for (uint32_t i = 0; i < frame->switches + frame->hosts; i++)
        if (strcmp(frame->graph.node[i].name, name) == 0)
            return i;
    return WS_NIL;
}

static uint32_t link_between(const ws_frame *frame, uint32_t from, uint32_t to) {
    for (uint32_t l = 0; l < frame->links; l++)
        if (frame->link[l].from == from && frame->link[l].to == to)
            return l;
    return WS_NIL;
}

static void look(ws_page *page, const char *argument) {
    char from[64] = "";
    char to[64] = "";
    const ws_frame *frame = page->stage->frame;
    ws_thing thing = {WS_THING_NONE, WS_NIL, 0};
    int words = sscanf(argument, "%63s %63s", from, to);
    uint32_t node = node_named(frame, from);
    if (node != WS_NIL && words == 1)
        thing = (ws_thing){WS_THING_NODE, node, 0};
    if (node != WS_NIL && words == 2)
        thing = (ws_thing){WS_THING_LINK, link_between(frame, node, node_named(frame, to)), 0};
    if (thing.id == WS_NIL)
        thing.kind = WS_THING_NONE;
    ws_view_look(&page->stage->view, thing);
}

static void select_worm(ws_page *page, const char *argument) {
    ws_stage_draw(page->stage);
    if (strcmp(argument, "none") == 0)
        look(page, "none");
    else
        ws_stage_select_blocked(page->stage);
}

static void lens(ws_page *page, const char *argument) {
    bool trees = strncmp(argument, "tree", 4) == 0;
    page->stage->view.overlay.layer = trees ? WS_LAYER_TREES : WS_LAYER_WORMS;
}

/* Each word is an expression; one that is none is left out. */
static void figures(ws_page *page, const char *argument) {
    ws_error error;
    const ws_place place = {NULL, 1, 1};
    page->figures = 0;
    while (*argument && page->figures < 8) {
        size_t length = strcspn(argument, " ");
        ws_expr *expr = &page->figure[page->figures];
        page->figures += ws_expr_parse(expr, place, argument, length, &error);
        argument += length;
        argument += strspn(argument, " ");
    }
}

static const struct {
    const char *name;
    void (*show)(ws_page *page, const char *argument);
} views[] = {
    {"pace", pace}, {"look", look}, {"select", select_worm}, {"lens", lens}, {"figures", figures},
};

void ws_page_show(ws_page *page, const char *line) {
    size_t length = strcspn(line, " ");
    const char *argument = line + length;
    argument += strspn(argument, " ");
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strlen(views[i].name) == length && strncmp(views[i].name, line, length) == 0)
            views[i].show(page, argument);
}
