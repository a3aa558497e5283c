/* reel.h - a session played from one cycle to another: its pictures as a film, and its chapters.
 *
 * Pictures are taken at equal times of a viewer who sees the session at its own pace (stage lines
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
    ws_film *film;
    uint64_t *cycle; /* of each picture, growing */
    size_t pictures;
    ws_chapter *chapter; /* in order */
    size_t chapters;
} ws_reel;

/* About so many pictures by pace (2 or more), and those besides, of the stage from `first` to
 * `last`; its session must not be beyond `first`. False if the session ends or fails before `last`;
 * the reel is then what there is. Free it with ws_reel_free. */
bool ws_reel_film(ws_reel *reel, ws_stage *stage, uint64_t first, uint64_t last, size_t pictures);
void ws_reel_free(ws_reel *reel);

#endif
