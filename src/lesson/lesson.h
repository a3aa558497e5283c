/* lesson.h - a lesson, read from a file: a network, and steps in which something is said, shown,
 * run, asked and repaired. wormscope-lesson(5) describes the form.
 *
 * A lesson holds no session; play.h plays it. What is true in it is an expression (expr.h), never
 * a number that somebody typed. */
#ifndef WS_LESSON_H
#define WS_LESSON_H

#include "session/language/fields.h"

#define WS_LESSON_CHOICES 6
#define WS_LESSON_LINES   WS_LINES_MOST
#define WS_LESSON_LAWS    2
#define WS_LESSON_BUDGET  100000 /* cycles of an `until` that names none */

typedef enum ws_item_kind {
    WS_ITEM_SAY,     /* words */
    WS_ITEM_SHOW,    /* stage lines */
    WS_ITEM_TYPE,    /* lines of the model */
    WS_ITEM_BESIDE,  /* a counter-example: a branch with lines of its own, beside this one */
    WS_ITEM_RUN,     /* so many cycles, or until something holds */
    WS_ITEM_PICK,    /* point at something */
    WS_ITEM_CHOOSE,  /* one of several answers */
    WS_ITEM_PREDICT, /* a number */
    WS_ITEM_REVEAL,  /* runs to what was predicted */
    WS_ITEM_EXPLAIN, /* words, behind an answer */
    WS_ITEM_DO,      /* a repair */
    WS_ITEM_TEST     /* a condition that nobody is asked: of a hidden step */
} ws_item_kind;

typedef struct ws_choice {
    const char *text;
    bool right;
    ws_expr *holds; /* what must be true if it is right, and false if it is wrong; or NULL */
} ws_choice;

/* Where a repair must be judged right, and where wrong: `law EXPR over NAME LOW:HIGH`. */
typedef struct ws_repair_law {
    ws_place place;
    ws_expr *holds; /* NULL: none is said */
    const char *name;
    int64_t low, high;
} ws_repair_law;

typedef struct ws_item {
    ws_item_kind kind;
    ws_place place;
    const char *text;     /* what is said or asked; BESIDE: the name of the branch, NULL: none */
    const char *what;     /* PICK: worm, link or node; PREDICT: number */
    ws_field_lines lines; /* SHOW, TYPE, BESIDE; PREDICT, CHOOSE, TEST: done before the truth */
    ws_expr *truth;       /* PICK, PREDICT, TEST; RUN, DO: until it holds */
    uint64_t cycles;      /* RUN: so many; PREDICT, CHOOSE, TEST: the truth is that so much later */
    uint64_t hold;        /* `until` must have held so long */
    uint64_t budget;      /* at most so many cycles for it */
    uint64_t every;       /* RUN: cycles from look to look; 0: as ws_until has it */
    double within;        /* PREDICT: a share of the truth */
    int marks, tries;     /* of a question */
    ws_choice choice[WS_LESSON_CHOICES];
    size_t choices;
    ws_field_lines allow; /* DO: commands and parameters */
    ws_expr *limit;       /* DO: must hold of the network that was repaired; or NULL */
    ws_field_lines hints, solution;
    ws_expr *admits[WS_LESSON_LINES]; /* PICK, PREDICT: what a careful reader may answer */
    size_t admitted;
    ws_repair_law law[WS_LESSON_LAWS]; /* DO */
    size_t laws;
} ws_item;

typedef struct ws_step {
    const char *name, *title;
    bool hidden; /* tests alone; a student never sees them */
    ws_place place;
    ws_item *item;
    size_t items;
} ws_step;

/* A parameter that is another one for each student: LOW:HIGH:STEP in millionths. */
typedef struct ws_draw {
    ws_place place;
    const char *name;
    int64_t low, high, step;
} ws_draw;

typedef struct ws_lesson {
    ws_source *source;
    const char *name; /* "lessons/sharing": its file in scenarios, without ".lesson" */
    const char *title;
    ws_place head; /* of the line `lesson` */
    int minutes, order;
    int seed;         /* of its network, the same for everybody; 0: another one for each draw */
    const char *uses; /* a scenario, or NULL: `network` is its text */
    char *network;
    size_t network_length;
    ws_field_lines sets; /* NAME=VALUE */
    ws_draw draw[WS_LESSON_LINES];
    size_t draws;
    const char *goal, *teacher;
    ws_step *step;
    size_t steps;
    bool has_repair;
    bool issued; /* without what is right: answers are kept, and not judged */
    int marks;   /* of all questions and tests */
    ws_kept kept;
} ws_lesson;

/* Reads one; NULL with "FILE:line:col: what is wrong; what is expected" in error. */
ws_lesson *ws_lesson_read(const char *path, ws_error *error);
/* The same from text. `directory`: network files are named from there. */
ws_lesson *ws_lesson_read_text(const char *name, const char *directory, const char *text,
                               size_t length, ws_error *error);
void ws_lesson_free(ws_lesson *lesson);
/* Reads one line of a lesson, which is the whole of the fields. */
bool ws_lesson_line(ws_fields *in);
/* Writes what a student gets: without keys, solutions and hidden steps. */
void ws_lesson_write_open(FILE *out, const ws_lesson *lesson);

bool ws_item_is_question(const ws_item *item);
/* Marks of the steps that a student sees. */
int ws_lesson_shown_marks(const ws_lesson *lesson);
/* How many of the first `steps` of them a student sees. */
size_t ws_lesson_shown_steps(const ws_lesson *lesson, size_t steps);

/* The file of a lesson: a path, or a name such as "sharing" or "lessons/sharing". NULL with an
 * error. Owned by the caller. */
char *ws_lesson_find(const char *name, ws_error *error);
/* The paths of all lessons that come with the program, in teaching order. Free each, and the
 * list. */
size_t ws_lessons_list(char ***paths);
/* The path of the lesson behind this one in the course; NULL if it is the last, or not of the
 * course. Owned by the caller. */
char *ws_lesson_following(const ws_lesson *lesson);

#endif
