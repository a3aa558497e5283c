/* reel.c - see reel.h. */
#include "export/reel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session/history/history.h"
#include "session/session.h"
#include "session/stage.h"
#include "ui/stage.h"
#include "wormscope/memory.h"

const char *const ws_chapter_names[] = {
    [WS_CHAPTER_NOTE] = "note",     [WS_CHAPTER_QUESTION] = "question",
    [WS_CHAPTER_ANSWER] = "answer", [WS_CHAPTER_CHANGE] = "change",
    [WS_CHAPTER_COMMIT] = "commit",
};

/* ---- at which cycles ---- */

/* Cycles a second where a line says "as fast as possible". */
#define PACE_MAX 20000.0

/* The pace from a cycle on. */
typedef struct tempo {
    uint64_t cycle;
    double pace;
} tempo;

typedef struct filming {
    ws_reel *reel;
    ws_stage *stage;
    const ws_reel_plan *plan;
    const ws_reel_viewer *viewer;
    tempo *tempo; /* by cycle; the first holds from `first` on */
    size_t tempos;
    uint64_t asked; /* the cycle whose stage lines are being asked for */
    size_t marked;  /* lines of the journal that have been looked at */
} filming;

static bool begins(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0)
        return false;
    return line[length] == ' ';
}

static double own_pace(const filming *t) {
    return ws_pace_natural(t->stage->frame->wire);
}

static double pace_of(const filming *t, const char *argument) {
    double pace;
    if (!ws_pace_parse(argument, &pace))
        return own_pace(t);
    return fmin(pace, PACE_MAX);
}

static void tempo_add(filming *t, uint64_t cycle, double pace) {
    WS_GROW(t->tempo, t->tempos);
    tempo *added = &t->tempo[t->tempos];
    added->cycle = cycle;
    added->pace = pace;
    t->tempos++;
}

static void pace_read(void *context, const char *line) {
    filming *t = context;
    if (begins(line, "pace"))
        tempo_add(t, t->asked, pace_of(t, line + strlen("pace ")));
}

static void tempos_find(filming *t) {
    ws_session *session = t->stage->session;
    bool own = t->plan->speed == 0;
    tempo_add(t, 0, own ? own_pace(t) : t->plan->speed);
    while (own && t->asked <= t->plan->last) {
        ws_session_stage_each(session, t->asked, t->asked, pace_read, t);
        t->asked = ws_session_stage_after(session, t->asked);
    }
}

static uint64_t least(uint64_t one, uint64_t other) {
    return one < other ? one : other;
}

/* Where a tempo ends. */
static uint64_t tempo_end(const filming *t, size_t i) {
    uint64_t end = t->plan->last;
    if (i + 1 < t->tempos)
        end = t->tempo[i + 1].cycle;
    return least(end, t->plan->last);
}

static uint64_t tempo_begin(const filming *t, size_t i) {
    uint64_t begin = t->tempo[i].cycle;
    return begin > t->plan->first ? begin : t->plan->first;
}

/* Of the viewer, in a tempo up to a cycle. */
static double tempo_seconds(const filming *t, size_t i, uint64_t cycle) {
    uint64_t begin = tempo_begin(t, i);
    uint64_t end = least(tempo_end(t, i), cycle);
    if (end <= begin)
        return 0;
    return (double)(end - begin) / t->tempo[i].pace;
}

static double seconds_to(const filming *t, uint64_t cycle) {
    double sum = 0;
    for (size_t i = 0; i < t->tempos; i++)
        sum += tempo_seconds(t, i, cycle);
    return sum;
}

static size_t tempo_at(const filming *t, uint64_t now) {
    size_t i = 0;
    while (i + 1 < t->tempos && tempo_end(t, i) <= now)
        i++;
    return i;
}

/* The next picture by pace: whole steps from the begin of a tempo, and its end. */
static uint64_t due_after(const filming *t, uint64_t now) {
    size_t i = tempo_at(t, now);
    uint64_t begin = tempo_begin(t, i);
    double cycles = t->plan->step * t->tempo[i].pace;
    uint64_t step = 1;
    if (cycles > 1)
        step = (uint64_t)llround(cycles);
    uint64_t due = now + step;
    due -= (now - begin) % step;
    return least(due, tempo_end(t, i));
}

/* The next cycle that must have a picture, whatever the pace. */
static uint64_t stop_after(const filming *t, uint64_t now) {
    ws_session *session = t->stage->session;
    const ws_timeline *line = ws_session_timeline(session);
    uint64_t stop = ws_session_remark_ahead(session);
    uint64_t staged = ws_session_stage_ahead(session);
    stop = least(stop, staged);
    for (size_t i = 0; i < line->mark_count; i++) {
        const ws_timeline_mark *mark = &line->marks[i];
        bool ahead = mark->cycle > now;
        if (ahead && ws_mark_of(mark->text) != WS_MARK_NONE)
            stop = least(stop, mark->cycle);
    }
    return stop;
}

/* ---- chapters ---- */

/* Changes of one cycle are one chapter. */
static bool chapter_join(ws_reel *reel, uint64_t cycle, const char *text) {
    if (reel->chapters == 0)
        return false;
    ws_chapter *last = &reel->chapter[reel->chapters - 1];
    if (last->kind != WS_CHAPTER_CHANGE || last->cycle != cycle)
        return false;
    size_t length = strlen(last->text);
    size_t room = length + strlen(text) + 3;
    last->text = ws_resize(last->text, room, 1);
    snprintf(last->text + length, room - length, "; %s", text);
    return true;
}

static void chapter_add(filming *t, ws_chapter_kind kind, uint64_t cycle, const char *text) {
    ws_reel *reel = t->reel;
    if (kind == WS_CHAPTER_CHANGE && chapter_join(reel, cycle, text))
        return;
    WS_GROW(reel->chapter, reel->chapters);
    ws_chapter *chapter = &reel->chapter[reel->chapters];
    chapter->kind = kind;
    chapter->cycle = cycle;
    chapter->picture = reel->pictures - 1;
    chapter->text = ws_copy_text(text, strlen(text));
    reel->chapters++;
}

static ws_chapter_kind kind_of(const char *line) {
    if (ws_mark_of(line) == WS_MARK_CHANGE)
        return WS_CHAPTER_CHANGE;
    if (begins(line, "ask"))
        return WS_CHAPTER_QUESTION;
    return begins(line, "answer") ? WS_CHAPTER_ANSWER : WS_CHAPTER_NOTE;
}

enum { LABEL_ROOM = 2048 };

static void journal_add(filming *t) {
    char label[LABEL_ROOM];
    size_t count;
    const ws_journal_entry *journal = ws_session_journal(t->stage->session, &count);
    for (; t->marked < count; t->marked++) {
        const ws_journal_entry *entry = &journal[t->marked];
        if (ws_mark_of(entry->text) == WS_MARK_NONE)
            continue;
        ws_mark_label(entry->text, label, sizeof label);
        chapter_add(t, kind_of(entry->text), entry->cycle, label);
    }
}

static void commit_add(void *context, const char *line) {
    filming *t = context;
    if (begins(line, "commit"))
        chapter_add(t, WS_CHAPTER_COMMIT, t->asked, line + strlen("commit "));
}

/* ---- pictures ---- */

static uint64_t cycle_of(const filming *t) {
    return ws_net_cycle(ws_session_net(t->stage->session));
}

/* The last picture stands still. */
static void running_show(filming *t, uint64_t now) {
    ws_view_session *shown = &t->stage->view.session;
    size_t i = tempo_at(t, now);
    shown->running = now < t->plan->last;
    shown->speed = t->tempo[i].pace;
}

/* Lines before the first picture belong to it. False: no more are seen. */
static bool picture_add(filming *t) {
    ws_reel *reel = t->reel;
    ws_session *session = t->stage->session;
    uint64_t now = cycle_of(t);
    uint64_t before = 0;
    if (reel->pictures)
        before = reel->cycle[reel->pictures - 1] + 1;
    WS_GROW(reel->cycle, reel->pictures);
    reel->cycle[reel->pictures] = now;
    reel->pictures++;
    size_t chapter = reel->chapters;
    t->asked = now;
    ws_session_stage_each(session, before, now, commit_add, t);
    journal_add(t);
    if (t->plan->runs)
        running_show(t, now);
    const ws_reel_viewer *viewer = t->viewer;
    const ws_canvas *canvas = ws_stage_draw(t->stage);
    double seconds = seconds_to(t, now);
    return viewer->see(viewer->context, canvas, seconds, chapter);
}

static bool pictures_add(filming *t) {
    bool there = ws_stage_play(t->stage, t->plan->first);
    bool seen = picture_add(t);
    while (there && seen && cycle_of(t) < t->plan->last) {
        uint64_t now = cycle_of(t);
        uint64_t due = due_after(t, now);
        uint64_t stop = stop_after(t, now);
        there = ws_stage_play(t->stage, least(stop, due));
        if (cycle_of(t) > now)
            seen = picture_add(t);
    }
    return there;
}

double ws_reel_seconds(ws_stage *stage, const ws_reel_plan *plan) {
    filming t = {.stage = stage, .plan = plan};
    tempos_find(&t);
    double seconds = seconds_to(&t, plan->last);
    free(t.tempo);
    return seconds;
}

bool ws_reel_play(ws_reel *reel, ws_stage *stage, const ws_reel_plan *plan,
                  const ws_reel_viewer *viewer) {
    filming t = {.reel = reel, .stage = stage, .plan = plan, .viewer = viewer};
    tempos_find(&t);
    bool there = pictures_add(&t);
    free(t.tempo);
    return there;
}

static bool film_see(void *context, const ws_canvas *picture, double seconds, size_t chapter) {
    (void)seconds;
    (void)chapter;
    ws_reel *reel = context;
    ws_film_add(reel->film, picture);
    return true;
}

bool ws_reel_film(ws_reel *reel, ws_stage *stage, uint64_t first, uint64_t last, size_t pictures) {
    ws_reel_plan plan = {.first = first, .last = last};
    const ws_reel_viewer viewer = {film_see, reel};
    const ws_canvas *canvas = &stage->canvas;
    *reel = (ws_reel){0};
    reel->film = ws_film_new(canvas->width, canvas->height, stage->view.theme);
    plan.step = ws_reel_seconds(stage, &plan) / (double)(pictures - 1);
    return ws_reel_play(reel, stage, &plan, &viewer);
}

void ws_reel_free(ws_reel *reel) {
    for (size_t i = 0; i < reel->chapters; i++)
        free(reel->chapter[i].text);
    free(reel->chapter);
    free(reel->cycle);
    ws_film_free(reel->film);
    *reel = (ws_reel){0};
}
