/* lesson.c - see lesson.h. */
#include "tui/lesson.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/progress.h"
#include "session/stage.h"
#include "tui/beside.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/run.h"
#include "tui/stage_lines.h"
#include "tui/state.h"

#define PATIENCE_NS 6000000000ull /* a run that is longer than this is shown faster */
#define FASTER_NS   1000000000ull /* twice as fast with each of these */

void ws_tui_lesson_say(ws_tui *t, bool error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->lesson.reply, sizeof t->lesson.reply, format, args);
    va_end(args);
    t->lesson.reply_error = error;
    ws_tui_touch(t);
}

static void reply_clear(ws_tui *t) {
    t->lesson.reply[0] = '\0';
}

static void stuck(ws_tui *t, const ws_error *error) {
    t->lesson.stuck = true;
    ws_tui_run(t, false);
    ws_tui_lesson_say(t, true, "The lesson cannot go on: %s", error->text);
}

/* ---- going on ---- */

static void said_add(ws_tui *t, const char *words) {
    ws_tui_lesson *own = &t->lesson;
    if (own->said_count == WS_SAID_MAX)
        memmove(own->said, own->said + 1, --own->said_count * sizeof *own->said);
    own->said[own->said_count++] = words;
    own->back = 0;
}

static void point(ws_tui *t, int by);

/* A key that was pressed before its question. */
static void early_take(ws_tui *t, ws_lesson_moment moment, uint32_t key) {
    const ws_item *item = ws_play_item(t->lesson.play);
    if (ws_tui_lesson_type(t, moment, item->choices, key))
        return;
    const char *command = ws_tui_lesson_command(moment, key);
    if (!command)
        return;
    if (strcmp(command, "lesson next") == 0)
        point(t, 1);
    if (strcmp(command, "lesson previous") == 0)
        point(t, -1);
    if (strcmp(command, "lesson hint") == 0)
        ws_tui_lesson_hint(t);
}

/* Enters what was typed before the question at hand opened. A repair is made by who sees what may
 * be changed. */
static void catch_up_keys(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    size_t count = own->kept;
    ws_lesson_moment moment = ws_tui_lesson_moment(t);
    own->kept = 0;
    if (count == 0 || moment == WS_MOMENT_DO || !ws_tui_lesson_asks(moment))
        return;
    t->loop.paint(t); /* what is pointed at is what is seen */
    for (size_t i = 0; i < count; i++)
        early_take(t, moment, own->ahead[i]);
}

/* The reader has something to do: nothing runs. */
static void wait_for_reader(ws_tui *t, const ws_item *item) {
    ws_tui_lesson *own = &t->lesson;
    ws_tui_run(t, false);
    own->entry[0] = '\0';
    own->chosen = item->choices;
    if (item->kind == WS_ITEM_PICK)
        ws_view_look(&t->view, (ws_thing){.kind = WS_THING_NONE});
    own->turned = 0;
    said_add(t, item->text ? item->text : "");
    ws_tui_class_lesson(t);
    if (ws_item_is_question(item))
        catch_up_keys(t);
}

static void run_begin(ws_tui *t) {
    t->lesson.pace = t->lesson.shown = t->run.pace.speed;
    t->lesson.begun_ns = ws_now_ns();
    t->run.stale = true;
    ws_tui_run(t, true);
}

/* What needs nobody: false when the lesson cannot go on. */
static bool item_pass(ws_tui *t) {
    ws_error error;
    size_t known = ws_tui_stage_here(t);
    bool good = ws_play_go(t->lesson.play, &error);
    t->run.stale = true;
    ws_tui_stage_show_new(t, known);
    ws_beside_follow(t);
    if (!good)
        stuck(t, &error);
    return good;
}

/* In a class it is the class that answers, and what was issued has a submission. */
static bool keeps_progress(const ws_tui *t) {
    return !t->class.held && !t->lesson.lesson->issued;
}

static void lesson_over(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    ws_tui_run(t, false);
    if (!own->following && !own->lesson->issued)
        own->following = ws_lesson_following(own->lesson);
    if (keeps_progress(t))
        ws_progress_done(own->lesson, ws_play_marks(own->play));
}

static void advance(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    own->due = false;
    while (!own->stuck) {
        const ws_item *item = ws_play_item(own->play);
        if (!item) {
            lesson_over(t);
            return;
        }
        bool words = item->kind == WS_ITEM_SAY || item->kind == WS_ITEM_EXPLAIN;
        if (words || ws_item_is_question(item)) {
            wait_for_reader(t, item);
            return;
        }
        if (item->kind == WS_ITEM_RUN || item->kind == WS_ITEM_REVEAL) {
            run_begin(t);
            return;
        }
        if (!item_pass(t))
            return;
    }
}

/* ---- running ---- */

/* Long runs are shown faster and faster, unless the reader has chosen a speed. */
static void hurry(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    uint64_t spent = ws_now_ns() - own->begun_ns;
    if (t->run.pace.speed != own->shown || spent < PATIENCE_NS || isinf(own->shown))
        return;
    double faster = own->pace * exp2((double)(spent - PATIENCE_NS) / FASTER_NS);
    if (faster < 1.5 * own->shown)
        return;
    own->shown = t->run.pace.speed = faster;
    ws_tui_run(t, true); /* pictures come as fast as cycles */
}

static uint64_t run_item(ws_tui *t, uint64_t cycles) {
    ws_tui_lesson *own = &t->lesson;
    ws_error error;
    bool done;
    uint64_t before = ws_tui_cycle(t);
    if (!ws_play_run(own->play, cycles, &done, &error)) {
        stuck(t, &error);
    } else if (done) {
        own->due = true;
        t->run.pace.speed = own->pace;
        if (!ws_play_go(own->play, &error))
            stuck(t, &error);
    } else {
        hurry(t);
    }
    t->run.stale = true;
    return ws_tui_cycle(t) - before;
}

static uint64_t guided_run(ws_tui *t, uint64_t cycles) {
    ws_play *play = t->lesson.play;
    const ws_item *item = ws_play_item(play);
    uint64_t now = ws_tui_cycle(t);
    if (!ws_play_is_on_path(play) || (!item && ws_play_is_home(play)))
        return ws_watch_run(t->watch, t->session, cycles);
    if (!ws_play_is_home(play)) {
        uint64_t left = ws_play_home_cycle(play) - now;
        return ws_watch_run(t->watch, t->session, left < cycles ? left : cycles);
    }
    bool runs = item->kind == WS_ITEM_RUN || item->kind == WS_ITEM_REVEAL;
    return runs && !t->lesson.stuck ? run_item(t, cycles) : 0;
}

/* Breakpoints stop the runs of a lesson, too. */
static uint64_t watched_run(void *context, ws_session *session, uint64_t cycles) {
    ws_tui *t = context;
    return ws_watch_run(t->watch, session, cycles);
}

static bool guide_waits(ws_tui *t) {
    const ws_play *play = t->lesson.play;
    if (!ws_play_is_on_path(play) || !ws_play_item(play))
        return false;
    if (ws_item_is_question(ws_play_item(play)) && !ws_play_answered(play))
        ws_tui_say(t, false, "the network stands still until the question is answered");
    else
        ws_tui_say(t, false, "Enter continues the lesson");
    return true;
}

static bool guide_next(ws_tui *t) {
    bool due = t->lesson.due;
    if (due)
        advance(t);
    return due;
}

static const ws_run_guide guide = {guided_run, guide_next, guide_waits};

/* ---- what the reader does ---- */

void ws_tui_lesson_home(ws_tui *t) {
    ws_error error;
    if (ws_play_is_home(t->lesson.play))
        return;
    ws_tui_run(t, false);
    uint64_t before = ws_tui_cycle(t);
    if (!ws_play_return(t->lesson.play, &error))
        ws_tui_say(t, true, "%s", error.text);
    t->run.stale = true;
    ws_beside_follow(t);
    ws_tui_stage_travelled(t, before, true);
    ws_tui_stage_again(t);
    reply_clear(t);
    const ws_item *item = ws_play_item(t->lesson.play);
    if (item && (item->kind == WS_ITEM_RUN || item->kind == WS_ITEM_REVEAL))
        run_begin(t);
}

static void last_tell(ws_tui *t) {
    if (t->lesson.lesson->issued)
        ws_tui_say(t, false, "that was the last question; press q, and hand in %s",
                   t->lesson.attempt.submission);
    else
        ws_tui_say(t, false, "that was the last lesson; press q to quit");
}

/* Opens the lesson that follows, once this one is over; which frees its path. */
static void lesson_next(ws_tui *t) {
    ws_error error;
    char *path = t->lesson.following;
    t->lesson.following = NULL;
    if (!ws_tui_lesson_open(t, path, 0, false, &error))
        ws_tui_say(t, true, "%s", error.text);
    free(path);
}

/* After a wrong try the network is where it was: who presses the same keys again tries the same. */
static void try_again_tell(ws_tui *t, const ws_judgement *verdict, const char *given) {
    const ws_item *item = ws_play_item(t->lesson.play);
    int left = ws_play_tries_left(t->lesson.play);
    const char *tries = left == 1 ? "try" : "tries";
    if (item->kind == WS_ITEM_DO)
        ws_tui_lesson_say(t, true,
                          "Not yet; %s. %d more %s; press h for a hint. The network is as it was "
                          "before %.200s.",
                          verdict->truth, left, tries, given);
    else
        ws_tui_lesson_say(t, true, "Not yet. %d more %s; press h for a hint.", left, tries);
}

static void verdict_tell(ws_tui *t, const ws_judgement *verdict, const char *given) {
    const char *plural = verdict->marks == 1 ? "" : "s";
    const char *truth = verdict->truth;
    if (verdict->kept)
        ws_tui_lesson_say(t, false, "Saved. It will be marked after you hand in %s.",
                          t->lesson.attempt.submission);
    else if (verdict->right)
        ws_tui_lesson_say(t, false, "Right: %s (%d mark%s).", truth, verdict->marks, plural);
    else if (verdict->last)
        ws_tui_lesson_say(t, true, "Not quite; %s.", truth);
    else
        try_again_tell(t, verdict, given);
}

/* Judging a repair runs a copy for a while: nobody should wonder what goes on. */
static void trial_tell(ws_tui *t, const char *value) {
    ws_tui_lesson_say(t, false, "Trying: %.300s ...", value);
    ws_tui_draw_now(t);
}

void ws_tui_lesson_answer(ws_tui *t, const char *value) {
    ws_judgement verdict;
    ws_error error;
    ws_tui_lesson *own = &t->lesson;
    const ws_item *item = ws_play_item(own->play);
    char given[WS_PLAY_TEXT];
    snprintf(given, sizeof given, "%s", value);
    if (item && item->kind == WS_ITEM_DO)
        trial_tell(t, given);
    size_t branch = ws_tui_branch(t);
    uint64_t before = ws_tui_cycle(t);
    bool good = ws_play_answer(own->play, given, &verdict, &error);
    t->run.stale = true;
    ws_beside_follow(t);
    if (ws_tui_branch(t) != branch)
        ws_tui_stage_travelled(t, before, true);
    if (!good) {
        ws_tui_lesson_say(t, true, "%s", error.text);
        return;
    }
    if (keeps_progress(t))
        ws_progress_answer(own->lesson, given);
    own->entry[0] = '\0';
    verdict_tell(t, &verdict, given);
}

void ws_tui_lesson_hint(ws_tui *t) {
    const char *hint = ws_play_hint(t->lesson.play);
    t->lesson.back = 0;
    if (hint)
        ws_tui_lesson_say(t, false, "Hint: %s", hint);
    else
        ws_tui_lesson_say(t, true, "There are no further hints.");
}

void ws_tui_lesson_back(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    if (own->back + 1 < own->said_count)
        own->back++;
    else
        ws_tui_say(t, false, "this is the first page");
    ws_tui_touch(t);
}

/* ---- pointing ---- */

static uint32_t things_count(const ws_tui *t, const char *what) {
    const ws_frame *frame = t->frame;
    if (strcmp(what, "worm") == 0)
        return frame->worms;
    return strcmp(what, "link") == 0 ? frame->links : frame->switches + frame->hosts;
}

static ws_thing thing_at(const ws_tui *t, const char *what, uint32_t place) {
    if (strcmp(what, "worm") == 0)
        return ws_thing_of_worm(&t->frame->worm[place]);
    bool is_link = strcmp(what, "link") == 0;
    return (ws_thing){is_link ? WS_THING_LINK : WS_THING_NODE, place, 0};
}

/* The next thing of the kind that is asked for, in their order. Where it begins says nothing about
 * the answer. */
void ws_tui_point(ws_tui *t, const char *what, int by) {
    uint32_t count = things_count(t, what);
    uint32_t place = 0;
    ws_thing now = ws_view_thing(&t->view);
    if (count == 0)
        return;
    while (place < count && !ws_thing_same(thing_at(t, what, place), now))
        place++;
    if (place == count)
        place = (uint32_t)(ws_tui_cycle(t) % count);
    else
        place = (place + count + (uint32_t)by) % count;
    if (t->lesson.reply_error)
        reply_clear(t);
    ws_tui_inspect(t, thing_at(t, what, place));
}

static void point(ws_tui *t, int by) {
    ws_tui_point(t, ws_play_item(t->lesson.play)->what, by);
}

void ws_tui_lesson_point_next(ws_tui *t) {
    point(t, 1);
}

void ws_tui_lesson_point_previous(ws_tui *t) {
    point(t, -1);
}

/* ---- entering ---- */

void ws_tui_lesson_clear(ws_tui *t) {
    t->lesson.entry[0] = '\0';
    t->lesson.reply[0] = '\0';
}

/* A key that waits, or a digit, is taken off; where there is none, one reads what was said
 * before. */
void ws_tui_lesson_cut(ws_tui *t) {
    size_t length = strlen(t->lesson.entry);
    if (t->lesson.kept)
        t->lesson.kept--;
    else if (length)
        t->lesson.entry[length - 1] = '\0';
    else
        ws_tui_lesson_back(t);
}

/* ---- Enter ---- */

/* Nothing has been entered yet. */
static void ask_again(ws_tui *t, ws_lesson_moment moment) {
    switch (moment) {
    case WS_MOMENT_CHOOSE: ws_tui_lesson_say(t, true, "Press one of the letters."); return;
    case WS_MOMENT_PREDICT: ws_tui_lesson_say(t, true, "Type a number, then Enter."); return;
    case WS_MOMENT_PICK:
        ws_tui_lesson_say(t, true,
                          "Select something first: Tab or click; or type :lesson answer NAMES.");
        return;
    default:
        ws_tui_lesson_say(t, true, "Change a setting first: by its key, or a line behind `:`.");
    }
}

static void answer_entered(ws_tui *t, ws_lesson_moment moment) {
    char value[WS_PLAY_TEXT];
    ws_tui_lesson_entered(t, value, sizeof value);
    if (*value)
        ws_tui_lesson_answer(t, value);
    else
        ask_again(t, moment);
}

/* The class has answered, not the one at this screen. */
static void class_reveal(ws_tui *t) {
    ws_judgement verdict;
    ws_error error;
    if (ws_tui_class_reveal(t, &verdict, &error))
        ws_tui_lesson_say(t, false, "%s", verdict.truth);
    else
        ws_tui_lesson_say(t, true, "%s", error.text);
}

static void item_over(ws_tui *t) {
    const ws_item *item = ws_play_item(t->lesson.play);
    reply_clear(t);
    if (item->kind == WS_ITEM_PICK)
        ws_view_look(&t->view, (ws_thing){.kind = WS_THING_NONE});
    if (item_pass(t))
        advance(t);
}

void ws_tui_lesson_on(ws_tui *t) {
    ws_lesson_moment moment = ws_tui_lesson_moment(t);
    ws_tui_touch(t);
    if (t->lesson.back) {
        t->lesson.back--;
        return;
    }
    switch (moment) {
    case WS_MOMENT_WORDS:
    case WS_MOMENT_ANSWERED: item_over(t); return;
    case WS_MOMENT_RUNS:
        t->run.pace.speed = INFINITY;
        ws_tui_run(t, true);
        return;
    case WS_MOMENT_AWAY: ws_tui_lesson_home(t); return;
    case WS_MOMENT_OVER: lesson_next(t); return;
    case WS_MOMENT_LAST: last_tell(t); return;
    case WS_MOMENT_STUCK: return;
    case WS_MOMENT_CLASS: class_reveal(t); return;
    default: answer_entered(t, moment);
    }
}

/* ---- begin and end ---- */

static void lesson_show(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    const ws_runner runner = {watched_run, t};
    ws_play_runner(own->play, runner);
    t->run.guide = &guide;
    ws_tui_show(t, ws_play_session(own->play), NULL);
    t->view.session.name = own->lesson->title;
    ws_tui_run(t, false);
}

static void begun_tell(ws_tui *t, ws_going_on goes_on) {
    const ws_lesson *lesson = t->lesson.lesson;
    if (goes_on)
        ws_tui_say(t, false, "%s", ws_progress_words(goes_on));
    else if (lesson->goal)
        ws_tui_say(t, false, "%d minutes. %s", lesson->minutes, lesson->goal);
}

/* Answers that were given before, unless the lesson is begun anew. */
static ws_going_on catch_up(ws_play *play, const ws_lesson *lesson, bool again) {
    ws_progress progress;
    ws_progress_read(lesson, &progress);
    if (again || progress.done)
        ws_progress_clear(lesson);
    ws_going_on goes_on = WS_GOING_NOT;
    if (!again && !progress.done)
        goes_on = ws_progress_catch_up(&progress, play);
    ws_progress_free(&progress);
    return goes_on;
}

/* What a student was given: it is recorded as it is taken. */
static bool issued_open(ws_tui *t, const char *path, bool again, ws_error *error) {
    ws_attempt attempt;
    if (!ws_attempt_open(&attempt, path, again, error))
        return false;
    ws_tui_close(t);
    t->lesson = (ws_tui_lesson){.lesson = attempt.lesson, .play = attempt.play, .attempt = attempt};
    lesson_show(t);
    ws_tui_record_begin(t);
    begun_tell(t, attempt.goes_on ? WS_GOING_ON : WS_GOING_NOT);
    advance(t);
    return true;
}

bool ws_tui_lesson_open(ws_tui *t, const char *name, uint64_t draw, bool again, ws_error *error) {
    if (ws_attempt_is_at(name))
        return issued_open(t, name, again, error);
    char *path = ws_lesson_find(name, error);
    ws_lesson *lesson = path ? ws_lesson_read(path, error) : NULL;
    free(path);
    ws_play *play = lesson ? ws_play_begin(lesson, draw, error) : NULL;
    if (!play) {
        ws_lesson_free(lesson);
        return false;
    }
    ws_going_on goes_on = WS_GOING_NOT;
    if (!t->class.held)
        goes_on = catch_up(play, lesson, again);
    ws_tui_close(t);
    t->lesson = (ws_tui_lesson){.lesson = lesson, .play = play};
    lesson_show(t);
    begun_tell(t, goes_on);
    advance(t);
    return true;
}
