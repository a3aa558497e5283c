/* class_file.h - who was in a class: names, tokens, seats, questions and answers, in a file beside
 * the journal that only its owner can read (mode 0600). The journal itself names nobody. */
#ifndef WS_NET_CLASS_FILE_H
#define WS_NET_CLASS_FILE_H

#include "class/poll.h"
#include "class/roster.h"

typedef struct ws_class_file ws_class_file;

/* Opens JOURNAL.class and takes from it the tokens that were given before to this room and to the
 * students of the roster. NULL with an error. */
ws_class_file *ws_class_file_open(const char *journal, ws_roster *roster, ws_error *error);
void ws_class_file_close(ws_class_file *file);
const char *ws_class_file_path(const ws_class_file *file);
/* Adds a line: a word, another, and a name in quotes. `file` may be NULL. */
void ws_class_file_add(ws_class_file *file, const char *what, const char *word, const char *name);
/* The number of the last question that the file had when it was opened; 0: none. */
uint64_t ws_class_file_questions(const ws_class_file *file);
/* A question, the answer of a student (id "": nobody has checked the name), and what was true. */
void ws_class_file_asked(ws_class_file *file, uint64_t number, const ws_poll_question *question);
typedef struct ws_class_answer {
    uint64_t number;
    const char *id, *name, *value;
} ws_class_answer;
void ws_class_file_answered(ws_class_file *file, const ws_class_answer *answer);
void ws_class_file_revealed(ws_class_file *file, uint64_t number, const char *truth);

#endif
