/* lesson_look.c - what the panel of a lesson shows. */
#include <stdio.h>

#include "session/language/text.h"
#include "tui/lesson.h"
#include "tui/state.h"

/* The keys that change a parameter: " (_ |)"; nothing if there are none. Those that belong to the
 * lesson change nothing. */
static void keys_add(const ws_keys *keys, const char *name, text_out *out) {
    const char *before = " (";
    for (size_t i = 0; i < keys->count; i++) {
        const ws_param *param = ws_binding_param(&keys->binding[i]);
        bool is_taken = ws_tui_lesson_owns(keys->binding[i].key);
        if (!param || is_taken || !text_is(param->name, name))
            continue;
        text_add(out, "%s%s", before, keys->binding[i].name);
        before = " ";
    }
    if (text_is(before, " "))
        text_add(out, ")");
}

/* What a repair may change: ">saqs (_ |), queueing". */
static void allowed_look(const ws_tui *t, const ws_item *item, char *text, size_t room) {
    text_out out = text_begin(text, room);
    for (size_t i = 0; i < item->allow.count; i++) {
        text_add(&out, "%s", i ? ", " : "");
        text_add(&out, "%s%s", i == t->lesson.turned ? ">" : "", item->allow.line[i]);
        keys_add(&t->keys, item->allow.line[i], &out);
    }
}

/* How near is near enough: the teacher of a lesson that was issued keeps it. */
static void near_look(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    double near = 100 * ws_play_item(own->play)->within;
    if (own->lesson->issued)
        return;
    snprintf(own->label, sizeof own->label, "your answer (within %.3g%% counts):", near);
    t->view.lesson.label = own->label;
}

static const char *turned_name(const ws_tui *t) {
    return ws_play_item(t->lesson.play)->allow.line[t->lesson.turned];
}

/* What was typed before its question. */
static void kept_look(ws_tui *t) {
    ws_tui_lesson *own = &t->lesson;
    text_out out = text_begin(own->shown_entry, sizeof own->shown_entry);
    for (size_t i = 0; i < own->kept; i++) {
        uint32_t key = own->ahead[i];
        if (key > ' ' && key < WS_KEY_BACKSPACE)
            text_add(&out, "%c", (int)key);
        else
            text_add(&out, "%s", key == WS_KEY_TAB ? "Tab " : ". ");
    }
    t->view.lesson.label = "kept:";
    t->view.lesson.entry = own->shown_entry;
}

/* Names for the reader, where an answer is a number. */
static void entry_look(ws_tui *t, ws_lesson_moment moment) {
    ws_tui_lesson *own = &t->lesson;
    ws_view_lesson *view = &t->view.lesson;
    static const char *const labels[] = {[WS_MOMENT_PREDICT] = "your number:",
                                         [WS_MOMENT_PICK] = "selected:",
                                         [WS_MOMENT_DO] = "your changes:"};
    view->label = moment <= WS_MOMENT_DO ? labels[moment] : NULL;
    if (moment == WS_MOMENT_PREDICT)
        near_look(t);
    ws_tui_lesson_entered(t, own->shown_entry, sizeof own->shown_entry);
    if (moment == WS_MOMENT_PICK && *own->shown_entry)
        ws_thing_name(&t->view, ws_view_thing(&t->view), own->shown_entry, sizeof own->shown_entry);
    if (moment == WS_MOMENT_DO && *own->entry) {
        snprintf(own->label, sizeof own->label, "%s:", turned_name(t));
        view->label = own->label;
        snprintf(own->shown_entry, sizeof own->shown_entry, "%s", own->entry);
    } else if (moment == WS_MOMENT_DO && !*own->shown_entry) {
        view->label = "you may change:";
        allowed_look(t, ws_play_item(own->play), own->shown_entry, sizeof own->shown_entry);
    }
    view->entry = own->shown_entry;
}

static void answers_look(ws_tui *t, const ws_item *item) {
    ws_view_lesson *view = &t->view.lesson;
    view->answers = item->choices;
    view->chosen = t->lesson.chosen;
    for (size_t i = 0; i < item->choices; i++)
        view->answer[i] = item->choice[ws_play_choice(t->lesson.play, i)].text;
}

static void run_look(ws_tui *t) {
    ws_view_lesson *view = &t->view.lesson;
    ws_play_progress progress = ws_play_run_progress(t->lesson.play);
    view->run = progress.cycles;
    view->most = progress.most;
    view->until = progress.until;
}

static void over_text(const ws_tui *t, char *text, size_t room) {
    const ws_tui_lesson *own = &t->lesson;
    if (own->lesson->issued)
        snprintf(text, room,
                 "That was the last question. Your answers are in %s; press q and hand it in.",
                 own->attempt.submission);
    else
        snprintf(text, room,
                 "Done: %d of %d marks. Keep exploring, or press Enter for the next lesson.",
                 ws_play_marks(own->play), ws_lesson_shown_marks(own->lesson));
}

static const char *words_of(ws_tui *t, ws_lesson_moment moment) {
    ws_tui_lesson *own = &t->lesson;
    const ws_item *item = ws_play_item(own->play);
    if (own->back)
        return own->said[own->said_count - 1 - own->back];
    if (moment == WS_MOMENT_OVER || moment == WS_MOMENT_LAST) {
        over_text(t, own->words, sizeof own->words);
        return own->words;
    }
    if (moment == WS_MOMENT_AWAY)
        return "You have left the lesson's place in time. Look around; Esc brings you back.";
    if (item && item->text && item->kind != WS_ITEM_BESIDE)
        return item->text;
    return own->said_count ? own->said[own->said_count - 1] : "";
}

/* What was said before the words that are shown. */
static void earlier_look(ws_tui *t) {
    const ws_tui_lesson *own = &t->lesson;
    ws_view_lesson *view = &t->view.lesson;
    size_t count = own->said_count - own->back;
    bool is_shown = count > 0 && own->said[count - 1] == view->words;
    view->earlier = own->said;
    view->earlier_count = is_shown ? count - 1 : count;
}

void ws_tui_lesson_look(ws_tui *t) {
    const ws_play *play = t->lesson.play;
    ws_view_lesson *view = &t->view.lesson;
    *view = (ws_view_lesson){.shown = play != NULL};
    if (!play)
        return;
    ws_lesson_moment moment = ws_tui_lesson_moment(t);
    const ws_item *item = ws_play_item(play);
    const ws_step *step = ws_play_step(play);
    view->steps = ws_play_step_count(play);
    view->number = step ? ws_play_step_number(play) : view->steps;
    view->step = step ? step->title : "the end";
    view->marks = ws_play_marks(play);
    view->of = ws_lesson_shown_marks(t->lesson.lesson);
    if (t->lesson.lesson->issued)
        view->note = "your teacher marks it";
    view->words = words_of(t, moment);
    earlier_look(t);
    view->reply = t->lesson.reply;
    view->reply_error = t->lesson.reply_error;
    view->away = moment == WS_MOMENT_AWAY;
    view->veils = ws_tui_lesson_veils(t);
    view->keys = ws_tui_lesson_keys(moment, view->key);
    ws_tui_lesson_takes(moment, item ? item->choices : 0, t->lesson.entry, view->takes);
    if (moment == WS_MOMENT_RUNS)
        run_look(t);
    if (t->lesson.kept) {
        kept_look(t);
        return;
    }
    if (!item || t->lesson.back || view->away)
        return;
    view->asks = ws_item_is_question(item);
    if (view->asks)
        answers_look(t, item);
    entry_look(t, moment);
}
