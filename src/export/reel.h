/* reel.h - a session played from one cycle to another: its pictures, and its chapters.
 *
 * Pictures are made at equal times of a viewer who sees the session at its own pace (stage lines
 * `pace`), and besides at every cycle with a note, a question, a change or a line that changes what
 * is seen: each of these has a picture that shows it. */
#ifndef WS_REEL_H
#define WS_REEL_H

#include "export/film.h"
#include "ui/stage.h"

typedef enum ws_chapter_kind {
    WS_CHAPTER_NOTE,
    WS_CHAPTER_QUESTION,
    WS_CHAPTER_ANSWER,
    WS_CHAPTER_CHANGE,
    WS_CHAPTER_COMMIT, /* an answer of the viewer to a question of a lesson */
} ws_chapter_kind;

extern const char *const ws_chapter_names[];

typedef struct ws_chapter {
    ws_chapter_kind kind;
    uint64_t cycle;
    size_t picture; /* that shows it */
    char *text;     /* owned */
} ws_chapter;

typedef struct ws_reel {
    ws_film *film;   /* NULL: the pictures went elsewhere */
    uint64_t *cycle; /* of each picture, growing */
    size_t pictures;
    ws_chapter *chapter; /* in order */
    size_t chapters;
} ws_reel;

/* What is played. */
typedef struct ws_reel_plan {
    uint64_t first, last; /* cycles */
    double speed;         /* cycles a second all along; 0: the session's own pace */
    double step;          /* seconds of the viewer between two pictures; above 0 */
    bool runs;            /* pictures but the last show a network at work */
} ws_reel_plan;

/* Who is given each picture, when the viewer sees it, and, in the reel from `chapter` on, the
 * chapters that it shows. False: no more. */
typedef struct ws_reel_viewer {
    bool (*see)(void *context, const ws_canvas *picture, double seconds, size_t chapter);
    void *context;
} ws_reel_viewer;

/* How long it is played. */
double ws_reel_seconds(ws_stage *stage, const ws_reel_plan *plan);
/* Plays the stage, whose session must not be beyond the first cycle. False if the session ends or
 * fails before the last; the reel is then what there is. Free it with ws_reel_free. */
bool ws_reel_play(ws_reel *reel, ws_stage *stage, const ws_reel_plan *plan,
                  const ws_reel_viewer *viewer);
/* The same into a film of about so many pictures (2 or more), and those besides. */
bool ws_reel_film(ws_reel *reel, ws_stage *stage, uint64_t first, uint64_t last, size_t pictures);
void ws_reel_free(ws_reel *reel);

#endif
