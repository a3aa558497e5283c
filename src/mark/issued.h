/* issued.h - the file that a student gets, NAME.wsl: the lesson without what is right, and the
 * network that the student's draw gives, with all files that it needs.
 *
 * Lines, each with a checksum (line_checksum.h) at its end, which is no cryptography:
 *
 *   wormscope-issued 2
 *   model N
 *   rules N                   play.h
 *   lesson NAME DIGEST        as the course has it
 *   student ID "NAME"
 *   draw N                    decides the order of choices; seed and parameters are in the network
 *   steps
 *   | TEXT                    the lesson as students get it, its lines
 *   network
 *   | TEXT                    a recording at cycle 0, its lines
 *   end */
#ifndef WS_ISSUED_H
#define WS_ISSUED_H

#include "lesson/play.h"
#include "mark/enrolled.h"

#define WS_ISSUED_FIRST  "wormscope-issued "
#define WS_ISSUED_MAX    (8u << 20) /* bytes of the file */
#define WS_ISSUED_LESSON 64         /* bytes of the lesson's name */

typedef struct ws_issued_text {
    char *text;
    size_t length;
} ws_issued_text;

typedef struct ws_issued {
    int64_t model;
    int64_t rules;
    char lesson[WS_ISSUED_LESSON + 1];
    uint64_t digest, draw;
    ws_pupil pupil;
    ws_issued_text steps, network;
} ws_issued;

/* What a student of the course gets. False with an error. Free with ws_issued_free in any case. */
bool ws_issued_make(ws_issued *issued, const ws_course *course, const ws_pupil *pupil,
                    ws_error *error);
/* As text, owned by the caller. */
char *ws_issued_write(const ws_issued *issued, size_t *length);
/* Is this text one? Decided by its first word. */
bool ws_issued_is(const char *text, size_t length);
/* Reads it. False with "NAME: line N: what is wrong" in error. */
bool ws_issued_read(ws_issued *issued, const ws_source *source, ws_error *error);
void ws_issued_free(ws_issued *issued);

/* The lesson that is in it; NULL with an error. */
ws_lesson *ws_issued_lesson(const ws_issued *issued, ws_error *error);
/* Begins to play a lesson, the one that is in it or the teacher's, in the network that is in it;
 * stage lines say whose submission this is. NULL with an error. */
ws_play *ws_issued_play(const ws_issued *issued, const ws_lesson *lesson, ws_error *error);

#endif
