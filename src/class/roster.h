/* roster.h - who may come into a class: one token for the room, or one for each student.
 *
 * The token of the room lets anybody in and names nobody. A token of a roster names its student.
 * Tokens are compared in a time that does not depend on where they differ. */
#ifndef WS_CLASS_ROSTER_H
#define WS_CLASS_ROSTER_H

#include "class/protocol.h"

#define WS_TOKEN_BYTES 16 /* of random numbers in a token that the program makes */
#define WS_TOKEN_LEAST 16 /* characters of a token that somebody chooses */
#define WS_TOKEN_MOST  (WS_CLASS_WORD - 1)
#define WS_ROSTER_MAX  2000

typedef struct ws_student {
    char id[WS_CLASS_NAME], name[WS_CLASS_NAME];
    char token[WS_CLASS_WORD];
    bool here; /* the token is in use */
} ws_student;

typedef struct ws_roster {
    char room[WS_CLASS_WORD]; /* token of the room; "": none */
    bool open;                /* nobody needs a token */
    ws_student *student;
    size_t count;
} ws_roster;

/* Reads a table of students from the text of a CSV file, whose first line names its columns: `id`
 * and `name`, and `token` where they have been given already. False with an error. */
bool ws_roster_read(ws_roster *roster, const char *text, size_t length, ws_error *error);
void ws_roster_free(ws_roster *roster);

/* A token as text, from random bytes. */
void ws_token_text(char token[WS_CLASS_WORD], const unsigned char bytes[WS_TOKEN_BYTES]);
/* May somebody choose this token? */
bool ws_token_good(const char *token, ws_error *error);
bool ws_token_same(const char *one, const char *other);

/* Is the token a right one? *student: whom it names, NULL if nobody. */
bool ws_roster_admits(const ws_roster *roster, const char *token, ws_student **student);

#endif
