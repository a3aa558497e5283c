/* course.h - a lesson that is issued and marked with a key: the digest of the lesson, and the draw
 * of each student.
 *
 * Both are keyed hashes (siphash.h): without the key nobody computes the draw of another student.
 * The seals of files and recordings are checksums, and no cryptography: anybody can write their
 * lines. What counts is that the lines, replayed, reach the goal. */
#ifndef WS_COURSE_H
#define WS_COURSE_H

#include "lesson/lesson.h"
#include "mark/siphash.h"

#define WS_ID_MAX    64  /* bytes of a student's id */
#define WS_NAME_MOST 120 /* and name */
#define WS_KEY_TEXT  64  /* room for a key as text */
#define WS_KEY_FIRST "wormscope-key 1 "

typedef struct ws_course_key {
    unsigned char byte[WS_SIPHASH_KEY];
} ws_course_key;

typedef struct ws_course {
    const ws_lesson *lesson; /* the teacher's */
    ws_course_key key;
    uint64_t digest; /* of the lesson and all files of its network */
} ws_course;

/* A key as a line of text, and from it; false if it is none. */
void ws_course_key_print(const ws_course_key *key, char text[WS_KEY_TEXT]);
bool ws_course_key_parse(const char *text, ws_course_key *key);

/* Opens the network of the lesson for its digest; false with an error. The lesson must outlive the
 * course. */
bool ws_course_begin(ws_course *course, const ws_lesson *lesson, const ws_course_key *key,
                     ws_error *error);
/* The draw of a student: from 1 to INT64_MAX. */
uint64_t ws_course_draw(const ws_course *course, const char *id);

/* Is it an id: 1 to 64 letters, digits, `.`, `_` and `-`, of which the first is neither dot nor
 * dash? It may become the name of a file. */
bool ws_id_is_good(const char *id);
/* The same name of a file where capitals do not count. */
bool ws_id_same(const char *one, const char *other);

#endif
