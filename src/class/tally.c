/* tally.c - answers of a class, counted: see poll.h. */
#include "class/poll.h"

#include <math.h>
#include <stdlib.h>

#include "session/language/fields.h"
#include "session/language/tell.h"
#include "session/language/text.h"

/* Steps of numbers: these between two that are open at one side. */
enum { INNER = WS_POLL_BARS - 3 };

static void bar_add(ws_poll_bar *bar, const ws_poll_answer *answer) {
    bar->count++;
    bar->right += answer->right;
}

/* A character that is cut in two is cleaned away. */
static void label_set(ws_poll_bar *bar, const char *text) {
    snprintf(bar->label, WS_POLL_LABEL, "%.70s", text);
    ws_clean(bar->label);
}

static void choices_count(const ws_poll *poll, ws_poll_tally *tally) {
    const ws_poll_question *question = &poll->question;
    tally->count = question->choices;
    for (size_t i = 0; i < question->choices; i++) {
        char label[WS_POLL_TEXT + 4];
        int letter = 'a' + (int)i;
        snprintf(label, sizeof label, "%c) %s", letter, question->choice[i]);
        label_set(&tally->bar[i], label);
    }
    for (size_t i = 0; i < poll->count; i++) {
        const ws_poll_answer *answer = &poll->answer[i];
        int place = answer->value[0] - 'a';
        bar_add(&tally->bar[place], answer);
    }
}

/* ---- equal answers ---- */

/* An answer in a list that can be put in order. */
typedef struct ballot {
    const ws_poll_answer *answer;
    double number;
} ballot;

typedef struct ballots {
    ballot *item;
    size_t count;
} ballots;

static int by_number(const void *one, const void *other) {
    const ballot *first = one;
    const ballot *second = other;
    int more = first->number > second->number;
    int less = first->number < second->number;
    return more - less;
}

static int by_value(const void *one, const void *other) {
    const ballot *first = one;
    const ballot *second = other;
    return strcmp(first->answer->value, second->answer->value);
}

static int by_count(const void *one, const void *other) {
    const ws_poll_bar *first = one;
    const ws_poll_bar *second = other;
    int more = first->count > second->count;
    int less = first->count < second->count;
    return less - more;
}

static bool begins_run(const ballots *list, size_t place) {
    const ballot *here = &list->item[place];
    return place == 0 || by_value(here, here - 1) != 0;
}

static size_t runs_of(const ballots *list) {
    size_t runs = 0;
    for (size_t i = 0; i < list->count; i++)
        runs += begins_run(list, i);
    return runs;
}

/* A bar for each run of equal answers. */
static void runs_count(const ballots *list, ws_poll_bar *bar) {
    bar--;
    for (size_t i = 0; i < list->count; i++) {
        const ws_poll_answer *answer = list->item[i].answer;
        if (begins_run(list, i))
            label_set(++bar, answer->value);
        bar_add(bar, answer);
    }
}

/* ---- numbers ---- */

/* 1, 2 or 5 and zeros, no less than a number. */
static double round_up(double least) {
    double unit = pow(10, floor(log10(least)));
    if (unit >= least)
        return unit;
    if (2 * unit >= least)
        return 2 * unit;
    return 5 * unit >= least ? 5 * unit : 10 * unit;
}

typedef struct steps {
    double begin, width;
} steps;

/* Four fifths of the answers lie in the inner steps. */
static steps steps_of(const ballots *list) {
    size_t tenth = list->count / 10;
    double low = list->item[tenth].number;
    double high = list->item[list->count - 1 - tenth].number;
    double range = high - low;
    if (range <= 0)
        range = fabs(low) + 1;
    double width = round_up(range / (INNER - 1));
    double begin = floor(low / width) * width;
    return (steps){begin, width};
}

static void step_label(const steps *s, int place, ws_poll_bar *bar) {
    double from = s->begin + (place - 1) * s->width;
    double to = from + s->width;
    if (place == 0)
        snprintf(bar->label, WS_POLL_LABEL, "below %.6g", to);
    else if (place > INNER)
        snprintf(bar->label, WS_POLL_LABEL, "%.6g and more", from);
    else
        snprintf(bar->label, WS_POLL_LABEL, "%.6g to %.6g", from, to);
}

static int step_place(const steps *s, double number) {
    double place = floor((number - s->begin) / s->width) + 1;
    double most = INNER + 1;
    return (int)fmin(fmax(place, 0), most);
}

static void steps_count(const ballots *list, ws_poll_tally *tally) {
    steps s = steps_of(list);
    tally->count = INNER + 2;
    for (int i = 0; i < INNER + 2; i++)
        step_label(&s, i, &tally->bar[i]);
    for (size_t i = 0; i < list->count; i++) {
        const ballot *each = &list->item[i];
        int place = step_place(&s, each->number);
        bar_add(&tally->bar[place], each->answer);
    }
}

static void numbers_count(const ballots *list, ws_poll_tally *tally) {
    qsort(list->item, list->count, sizeof *list->item, by_number);
    size_t runs = runs_of(list);
    if (runs > WS_POLL_BARS) {
        steps_count(list, tally);
        return;
    }
    tally->count = runs;
    runs_count(list, tally->bar);
}

/* ---- names ---- */

/* All bars from one on become one. */
static void bars_join(ws_poll_bar *bar, size_t count) {
    for (size_t i = 1; i < count; i++) {
        bar->count += bar[i].count;
        bar->right += bar[i].right;
    }
    snprintf(bar->label, WS_POLL_LABEL, "%zu others", count);
}

/* The most frequent, and all others together. */
static void names_count(const ballots *list, ws_poll_tally *tally) {
    qsort(list->item, list->count, sizeof *list->item, by_value);
    size_t runs = runs_of(list);
    ws_poll_bar *bars = ws_alloc(runs, sizeof *bars);
    runs_count(list, bars);
    qsort(bars, runs, sizeof *bars, by_count);
    size_t last = WS_POLL_BARS - 1;
    if (runs > WS_POLL_BARS)
        bars_join(&bars[last], runs - last);
    tally->count = runs < WS_POLL_BARS ? runs : WS_POLL_BARS;
    memcpy(tally->bar, bars, tally->count * sizeof *bars);
    free(bars);
}

void ws_poll_count(const ws_poll *poll, ws_poll_tally *tally) {
    ballots list = {.count = poll->count};
    memset(tally, 0, sizeof *tally);
    if (poll->question.kind == WS_POLL_CHOICE) {
        choices_count(poll, tally);
        return;
    }
    if (poll->count == 0)
        return;
    list.item = ws_alloc(poll->count, sizeof *list.item);
    for (size_t i = 0; i < poll->count; i++) {
        ballot *each = &list.item[i];
        each->answer = &poll->answer[i];
        ws_real_parse(each->answer->value, &each->number);
    }
    if (poll->question.kind == WS_POLL_NUMBER)
        numbers_count(&list, tally);
    else
        names_count(&list, tally);
    free(list.item);
}
