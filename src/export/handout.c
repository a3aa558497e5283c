/* handout.c - see handout.h. */
#include "export/handout.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/play.h"
#include "session/language/text.h"
#include "ui/canvas.h"
#include "ui/panel.h"
#include "ui/stage.h"

/* ---- trim ---- */

/* A picture of a map without the empty rows around it. */

static bool is_empty(const ws_canvas *canvas, int row) {
    const ws_cell *cell = ws_canvas_at(canvas, 0, row);
    for (int x = 0; x < canvas->width; x++, cell++)
        if (cell->glyph != ' ' || cell->role != WS_ROLE_TEXT || cell->bg != WS_COLOUR_NONE)
            return false;
    return true;
}

/* From `row` on by steps of `step`: the first row that is empty, or that is not. */
static int row_find(const ws_canvas *canvas, int row, int step, bool empty) {
    while (row >= 0 && row < canvas->height && is_empty(canvas, row) != empty)
        row += step;
    return row;
}

/* Rows `from` to `to` of a picture become those of another from `at` on. */
static void rows_copy(const ws_canvas *picture, int from, int to, ws_canvas *other, int at) {
    if (to < from)
        return;
    size_t cells = (size_t)picture->width * (size_t)(to - from + 1);
    memcpy(ws_canvas_at(other, 0, at), ws_canvas_at(picture, 0, from), cells * sizeof(ws_cell));
}

/* A copy without the rows on top that hold nothing, and with one of those between the map and what
 * stands below it. Free with ws_canvas_free. */
static ws_canvas without_gap(const ws_canvas *canvas) {
    ws_canvas trimmed = {0};
    int first = row_find(canvas, 0, 1, false);
    int last = row_find(canvas, canvas->height - 1, -1, false);
    int gap = row_find(canvas, last, -1, true); /* the lowest empty row between them */
    int map = row_find(canvas, gap, -1, false); /* the last row above it */
    if (gap < first)
        gap = map = first - 1;
    int above = map - first + 1;
    int begin = gap < first ? above : above + 1;
    ws_canvas_resize(&trimmed, canvas->width, begin + last - gap);
    trimmed.ascii = canvas->ascii;
    rows_copy(canvas, first, map, &trimmed, 0);
    rows_copy(canvas, gap + 1, last, &trimmed, begin);
    return trimmed;
}

/* ---- handout ---- */

/* A number that was to be predicted, and how near is right. */
typedef struct truth {
    double number, within;
} truth;

typedef struct writing {
    const ws_handout *handout;
    const ws_handout_form *form;
    ws_handout_sheet sheet;
    ws_play *play;
    ws_stage *stage;
    const ws_step *step; /* whose title has been written */
    ws_canvas before;    /* the latest picture */
    int pictures;
    int questions;
    bool repaired; /* a repair lies behind */
    truth *truth;  /* of the questions behind */
    size_t truths;
} writing;

enum { LINE_ROOM = 2048 };

static void words(const writing *w, ws_words kind, const char *text) {
    if (text && *text)
        w->form->words(&w->sheet, kind, text);
}

/* Words for the teacher: "Hint: ..."; nothing in the handout of a student. */
static void key(const writing *w, const char *head, const char *text) {
    char line[LINE_ROOM];
    if (!w->handout->teacher || !text || !*text)
        return;
    snprintf(line, sizeof line, "%s: %s", head, text);
    words(w, WS_WORDS_KEY, line);
}

/* ---- a question ---- */

static const char *marks_word(int marks) {
    return marks == 1 ? "mark" : "marks";
}

/* Is it the picture that was drawn before? If not, it is kept. */
static bool is_as_before(writing *w, const ws_canvas *canvas) {
    ws_canvas *before = &w->before;
    int cells = canvas->width * canvas->height;
    size_t bytes = (size_t)cells * sizeof *canvas->cell;
    bool same = false;
    if (w->pictures > 0)
        same = memcmp(before->cell, canvas->cell, bytes) == 0;
    else
        ws_canvas_resize(before, canvas->width, canvas->height);
    memcpy(before->cell, canvas->cell, bytes);
    w->pictures += !same;
    return same;
}

/* Would this number have been a right answer? Then a student does not read it further down. */
static bool is_asked(const writing *w, double number) {
    for (size_t i = 0; i < w->truths; i++) {
        const truth *of = &w->truth[i];
        if (fabs(number - of->number) <= of->within * fabs(of->number))
            return !w->handout->teacher;
    }
    return false;
}

/* What a picture shows: its number and cycle, and the figures beside the map of a screen, as far as
 * there is something measured. */
static void picture_title(const writing *w, char *title, size_t room) {
    const ws_figures *figures = &w->stage->figures;
    text_out out = text_begin(title, room);
    uint64_t now = ws_net_cycle(ws_session_net(w->stage->session));
    text_add(&out, "Picture %d: cycle %" PRIu64, w->pictures, now);
    for (size_t i = 0; i < figures->count; i++) {
        char value[32];
        const ws_view_figure *figure = &figures->shown[i];
        if (isnan(figure->value) || is_asked(w, figure->value))
            continue;
        const char *said = ws_figure_said(figure, figure->value, value, sizeof value);
        text_add(&out, "; %s = %s", figure->name, said);
        bool is_number = said == value;
        bool is_named = text_is(figure->unit, figure->name);
        if (is_number && *figure->unit && !is_named)
            text_add(&out, " %s", figure->unit);
    }
}

/* Returns the number of an earlier picture that shows the same; 0: it is drawn, or there is none
 * to be drawn. */
static int picture(writing *w) {
    char title[LINE_ROOM];
    bool shown = w->handout->teacher || !w->repaired;
    if (!shown)
        return 0;
    const ws_canvas *canvas = ws_stage_draw_map(w->stage);
    if (is_as_before(w, canvas))
        return w->pictures;
    picture_title(w, title, sizeof title);
    ws_canvas close = without_gap(canvas);
    w->form->picture(&w->sheet, &close, title);
    ws_canvas_free(&close);
    return 0;
}

static void choices(const writing *w, const ws_item *item) {
    char letter = 'a';
    for (size_t i = 0; i < item->choices; i++) {
        size_t place = ws_play_choice(w->play, i);
        const char *text = item->choice[place].text;
        w->form->choice(&w->sheet, letter, text);
        letter++;
    }
}

/* What may be changed: "You may use: segment, segment-rule." */
static void allowed(const writing *w, const ws_item *item) {
    char text[LINE_ROOM];
    text_out out = text_begin(text, sizeof text);
    const char *before = "You may use: ";
    for (size_t i = 0; i < item->allow.count; i++) {
        text_add(&out, "%s%s", before, item->allow.line[i]);
        before = ", ";
    }
    if (item->allow.count)
        words(w, WS_WORDS_HINT, text);
    w->form->blank(&w->sheet, "I change");
    w->form->blank(&w->sheet, "because");
}

static void pick_blank(const writing *w, const ws_item *item) {
    char text[LINE_ROOM];
    snprintf(text, sizeof text, "This %s (or a mark in the picture)", item->what);
    w->form->blank(&w->sheet, text);
}

static void answer_room(const writing *w, const ws_item *item) {
    switch (item->kind) {
    case WS_ITEM_CHOOSE: choices(w, item); break;
    case WS_ITEM_PICK: pick_blank(w, item); break;
    case WS_ITEM_PREDICT: w->form->blank(&w->sheet, "I expect"); break;
    default: allowed(w, item); break;
    }
}

/* The answer is found by the lesson itself, and given, so that it goes on. */
static bool answer(writing *w, const ws_item *item, ws_error *error) {
    char text[WS_PLAY_TEXT];
    ws_judgement verdict;
    if (!ws_play_solve(w->play, text, sizeof text, error))
        return false;
    key(w, "Answer", text);
    if (item->kind == WS_ITEM_PREDICT) {
        WS_GROW(w->truth, w->truths);
        w->truth[w->truths++] = (truth){strtod(text, NULL), item->within};
    }
    for (size_t i = 0; i < item->hints.count; i++)
        key(w, "Hint", item->hints.line[i]);
    w->repaired |= item->kind == WS_ITEM_DO;
    return ws_play_answer(w->play, text, &verdict, error);
}

static bool question(writing *w, const ws_item *item, ws_error *error) {
    char line[LINE_ROOM];
    w->questions++;
    int earlier = picture(w);
    text_out out = text_begin(line, sizeof line);
    text_add(&out, "%d. %s", w->questions, item->text);
    text_add(&out, " (%d %s)", item->marks, marks_word(item->marks));
    words(w, WS_WORDS_QUESTION, line);
    out = text_begin(line, sizeof line);
    text_add(&out, "See picture %d.", earlier);
    if (earlier)
        words(w, WS_WORDS_HINT, line);
    answer_room(w, item);
    return answer(w, item, error);
}

/* ---- the lesson ---- */

static void step_title(writing *w) {
    const ws_step *step = ws_play_step(w->play);
    char title[LINE_ROOM];
    if (step == w->step)
        return;
    w->step = step;
    if (step->hidden)
        snprintf(title, sizeof title, "%s", step->title);
    else
        snprintf(title, sizeof title, "%zu. %s", ws_play_step_number(w->play), step->title);
    w->form->step(&w->sheet, title);
}

static void lines_show(const writing *w, const ws_field_lines *lines) {
    ws_error error;
    for (size_t i = 0; i < lines->count; i++)
        ws_stage_show(w->stage, lines->line[i], &error);
}

/* An explanation says what is right, and stands behind an answer: it is for the teacher. */
static bool item_write(writing *w, const ws_item *item, ws_error *error) {
    bool hidden = ws_play_step(w->play)->hidden;
    if (hidden && !w->handout->teacher)
        return true;
    step_title(w);
    if (item->kind == WS_ITEM_TEST)
        key(w, "Test", item->text);
    if (item->kind == WS_ITEM_SAY)
        words(w, WS_WORDS_SAID, item->text);
    if (item->kind == WS_ITEM_EXPLAIN)
        key(w, "Explanation", item->text);
    if (item->kind == WS_ITEM_SHOW)
        lines_show(w, &item->lines);
    return !ws_item_is_question(item) || question(w, item, error);
}

static bool items_write(writing *w, ws_error *error) {
    const ws_item *item = ws_play_item(w->play);
    while (item) {
        if (!item_write(w, item, error))
            return false;
        if (!ws_play_go(w->play, error))
            return false;
        item = ws_play_item(w->play);
    }
    return true;
}

static void head_write(const writing *w) {
    const ws_lesson *lesson = w->handout->lesson;
    char about[LINE_ROOM];
    text_out out = text_begin(about, sizeof about);
    int marks = w->handout->teacher ? lesson->marks : ws_lesson_shown_marks(lesson);
    if (lesson->goal)
        text_add(&out, "%s ", lesson->goal);
    text_add(&out, "(%d minutes, ", lesson->minutes);
    text_add(&out, "%d %s)", marks, marks_word(marks));
    w->form->begin(&w->sheet, lesson->title, about);
    key(w, "Note", lesson->teacher);
}

static void stage_begin(writing *w) {
    const ws_handout *handout = w->handout;
    ws_session *session = ws_play_session(w->play);
    w->stage = ws_stage_new(session, handout->glyphs, handout->width, handout->height);
    w->stage->view.session.name = handout->lesson->title;
    if (handout->form->coloured)
        ws_stage_colour(w->stage, handout->theme, WS_DEPTH_DIRECT);
}

bool ws_handout_write(const ws_handout *handout, FILE *out, ws_error *error) {
    writing w = {.handout = handout};
    w.form = handout->form;
    w.sheet.out = out;
    w.sheet.theme = handout->theme;
    w.play = ws_play_begin(handout->lesson, handout->draw, error);
    if (!w.play)
        return false;
    stage_begin(&w);
    head_write(&w);
    bool good = items_write(&w, error);
    w.form->end(&w.sheet);
    ws_stage_free(w.stage);
    ws_canvas_free(&w.before);
    free(w.truth);
    ws_play_end(w.play);
    return good;
}
