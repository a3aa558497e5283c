/* lesson.h - a lesson on the screen: it runs the network at its pace, says and asks in its panel,
 * and takes answers by keys, by pointing, or by what the student does to the network on a branch
 * of their own.
 *
 * What an answer may need belongs to it in every moment: digits, letters a to f, h, Tab, arrows,
 * Enter, Backspace, space. What is typed before its question is kept until that opens, Enter never.
 * Other keys of the desk go on working, but those that change the network only in a repair.
 * Whoever goes back, or to a branch of their own, is away: the lesson waits where it stands. Esc
 * closes what is uppermost, else comes back; a second Esc closes all and is back, with the
 * lesson's own view. */
#ifndef WS_TUI_LESSON_H
#define WS_TUI_LESSON_H

#include "lesson/play.h"
#include "mark/attempt.h"
#include "ui/view.h"

typedef struct ws_tui ws_tui;

#define WS_SAID_MAX  32
#define WS_AHEAD_MAX 32

typedef struct ws_tui_lesson {
    ws_lesson *lesson;
    ws_play *play;      /* NULL: no lesson is being taken */
    ws_attempt attempt; /* owns both if the lesson was issued: `submission` is set then */
    char *following;    /* behind the end: the path of the next lesson; NULL: none. Owned */
    bool due;           /* a run is over: what comes next has not been begun */
    bool stuck;         /* it cannot go on; `reply` says why */
    char entry[64];     /* a number that is being typed */
    size_t chosen;      /* of CHOOSE */
    size_t turned;      /* of DO: which of the names that are allowed the arrows change */
    uint32_t ahead[WS_AHEAD_MAX]; /* keys that wait for their question */
    size_t kept;                  /* how many */
    bool escaped;                 /* the key before was Esc */
    char reply[WS_PLAY_TEXT * 2];
    bool reply_error;
    const char *said[WS_SAID_MAX]; /* what was said, for reading again */
    size_t said_count, back;       /* back: how many before the last are read now */
    double pace;                   /* of the lesson; runs that take long are shown faster */
    double shown;                  /* the pace that was set so */
    uint64_t begun_ns;             /* of the run at hand */
    char shown_entry[WS_PLAY_TEXT];
    char words[400];
    char label[48];
} ws_tui_lesson;

/* Opens a lesson, by name or file, in place of what is open, where the student has left it; `again`
 * begins it anew. False with an error, and nothing changed. */
bool ws_tui_lesson_open(ws_tui *tui, const char *name, uint64_t draw, bool again, ws_error *error);
/* Is this the file of a lesson, by its ending? */
bool ws_tui_is_lesson(const char *name);
/* The line was none: a branch that has begun for it is left again. */
void ws_tui_lesson_refused(ws_tui *tui);
void ws_tui_lesson_end(ws_tui *tui);
/* A key that belongs to the lesson; false if it does not. */
bool ws_tui_lesson_key(ws_tui *tui, uint32_t key);
/* Esc in a lesson, before whatever else would take it: false if that takes it. Other keys are
 * noted alone. */
bool ws_tui_lesson_escape(ws_tui *tui, uint32_t key);
/* Before a line changes the network: it does so on a branch of the student's own. False with an
 * error if the repair at hand does not allow the line, or none is at hand before the end. */
bool ws_tui_lesson_may(ws_tui *tui, const char *line, ws_error *error);
/* ---- for commands and keys ---- */
void ws_tui_lesson_on(ws_tui *tui);
void ws_tui_lesson_back(ws_tui *tui);
void ws_tui_lesson_hint(ws_tui *tui);
void ws_tui_lesson_home(ws_tui *tui);
void ws_tui_lesson_point_next(ws_tui *tui);
void ws_tui_lesson_point_previous(ws_tui *tui);
void ws_tui_lesson_clear(ws_tui *tui);
void ws_tui_lesson_cut(ws_tui *tui);
void ws_tui_lesson_answer(ws_tui *tui, const char *value);
/* Points at the next thing of a kind (worm, link, node), by 1 or -1, in their order. */
void ws_tui_point(ws_tui *tui, const char *what, int by);
void ws_tui_lesson_say(ws_tui *tui, bool error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- lesson_state.c ---- */
/* The repair that is asked for now; NULL: none. */
const ws_item *ws_tui_lesson_repair(const ws_tui *tui);
/* Is the figure what is asked for now? Of a question about the network as it is, or will be without
 * a change; in a lesson that was issued nobody knows, and each is. */
bool ws_tui_lesson_covers(const ws_tui *tui, const ws_expr *figure);
/* Is something to be pointed at, so that nothing may say what? */
bool ws_tui_lesson_veils(const ws_tui *tui);
/* What of a lesson is at hand, for keys and panel. */
typedef enum ws_lesson_moment {
    WS_MOMENT_WORDS,
    WS_MOMENT_RUNS,
    WS_MOMENT_CHOOSE,
    WS_MOMENT_PREDICT,
    WS_MOMENT_PICK,
    WS_MOMENT_DO,
    WS_MOMENT_CLASS, /* a class is asked */
    WS_MOMENT_ANSWERED,
    WS_MOMENT_AWAY,
    WS_MOMENT_OVER, /* and a lesson follows */
    WS_MOMENT_LAST, /* none does */
    WS_MOMENT_STUCK
} ws_lesson_moment;
ws_lesson_moment ws_tui_lesson_moment(const ws_tui *tui);
/* What is pointed at, if it is of this kind, as an answer; "" if nothing. */
void ws_tui_pointed(const ws_tui *tui, const char *what, char *text, size_t room);
/* What has been entered, as an answer; "" if nothing. */
void ws_tui_lesson_entered(const ws_tui *tui, char *text, size_t room);

/* A letter of so many answers, or a digit, is entered; false if the moment takes none. */
bool ws_tui_lesson_type(ws_tui *tui, ws_lesson_moment moment, size_t choices, uint32_t key);
/* Is a question open that takes an answer? */
bool ws_tui_lesson_asks(ws_lesson_moment moment);

/* ---- lesson_input.c: in a repair ---- */
/* The next name that is allowed, or the one before. */
void ws_tui_lesson_turn_next(ws_tui *tui);
void ws_tui_lesson_turn_previous(ws_tui *tui);
/* Gives it the next value, or the one before; or the number that is typed. */
void ws_tui_lesson_more(ws_tui *tui);
void ws_tui_lesson_less(ws_tui *tui);
void ws_tui_lesson_give(ws_tui *tui);

/* ---- lesson_look.c ---- */
void ws_tui_lesson_look(ws_tui *tui);

/* ---- lesson_keys.c ---- */
/* The characters that an answer takes in a moment, of so many choices, behind what has been
 * entered. */
void ws_tui_lesson_takes(ws_lesson_moment moment, size_t choices, const char *entry,
                         char takes[WS_LESSON_TAKES]);
/* The line that a key says in a moment; NULL: none. */
const char *ws_tui_lesson_command(ws_lesson_moment moment, uint32_t key);
/* Does the key belong to a lesson in every moment of one, whatever it does elsewhere? */
bool ws_tui_lesson_owns(uint32_t key);
/* The keys of a moment; returns how many. */
size_t ws_tui_lesson_keys(ws_lesson_moment moment, ws_lesson_key keys[WS_LESSON_KEYS_MAX]);

#endif
