/* poll.h - a question to a class: what is asked, what may be answered, and how answers are
 * counted. Both sides read the same question and the same answers. */
#ifndef WS_CLASS_POLL_H
#define WS_CLASS_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wormscope/wormscope.h"

#define WS_POLL_TEXT    400 /* bytes of words, with the zero byte */
#define WS_POLL_VALUE   200 /* of an answer */
#define WS_POLL_LABEL   80
#define WS_POLL_KEY     64
#define WS_POLL_CHOICES 6
#define WS_POLL_BARS    9
#define WS_POLL_ANSWERS 2000 /* to one question */

/* KIND(ID, name, what the answer is) */
#define WS_POLL_KINDS(KIND)                                                                        \
    KIND(NUMBER, "number", "a number")                                                             \
    KIND(CHOICE, "choice", "the letter of one of the answers")                                     \
    KIND(WORM, "worm", "a worm of the network, by its number")                                     \
    KIND(LINK, "link", "a link of the network, by its two ends")                                   \
    KIND(NODE, "node", "a switch or host of the network")                                          \
    KIND(LINES, "lines", "lines that change the network, with ;")

#define WS_POLL_ENUM(id, name, answer) WS_POLL_##id,
typedef enum ws_poll_kind { WS_POLL_KINDS(WS_POLL_ENUM) WS_POLL_KIND_COUNT } ws_poll_kind;
#undef WS_POLL_ENUM

typedef struct ws_poll_question {
    ws_poll_kind kind;
    char text[WS_POLL_TEXT];
    char choice[WS_POLL_CHOICES][WS_POLL_TEXT];
    size_t choices;
} ws_poll_question;

typedef struct ws_poll_answer {
    char value[WS_POLL_VALUE];
    char key[WS_POLL_KEY]; /* whose it is */
    const void *voter;     /* NULL: not here */
    bool right;            /* once somebody has judged it */
} ws_poll_answer;

/* A question and its answers, in the order of coming. */
typedef struct ws_poll {
    ws_poll_question question;
    ws_poll_answer *answer; /* owned by whoever asks */
    size_t count;
} ws_poll;

/* Answers that are alike. */
typedef struct ws_poll_bar {
    char label[WS_POLL_LABEL];
    uint64_t count, right;
} ws_poll_bar;

typedef struct ws_poll_tally {
    ws_poll_bar bar[WS_POLL_BARS];
    size_t count;
} ws_poll_tally;

const char *ws_poll_kind_name(ws_poll_kind kind);
/* False if there is none of that name. */
bool ws_poll_kind_find(const char *name, ws_poll_kind *kind);

/* Copies words into a text of WS_POLL_TEXT bytes, without what a terminal obeys. */
void ws_poll_words(char words[WS_POLL_TEXT], const char *text, size_t length);
/* Reads `KIND "TEXT" ["CHOICE"]...`, as it is typed. False with an error. */
bool ws_poll_read(ws_poll_question *question, const char *line, ws_error *error);
/* An answer in the one form that is counted. False with an error if it is none. */
bool ws_poll_value(const ws_poll_question *question, const char *text, size_t length,
                   char value[WS_POLL_VALUE], ws_error *error);

/* Counts answers: a bar for each choice; of numbers equal steps, where there are too many; of all
 * others the most frequent first. */
void ws_poll_count(const ws_poll *poll, ws_poll_tally *tally);

#endif
