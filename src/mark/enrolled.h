/* enrolled.h - the students of a course, from a file of comma-separated values with a head that
 * names the columns `id` and `name`; other columns are passed over. Semicolons will do where the
 * head has no comma. */
#ifndef WS_ENROLLED_H
#define WS_ENROLLED_H

#include "mark/course.h"

#define WS_ENROLLED_MAX 10000

typedef struct ws_pupil {
    char id[WS_ID_MAX + 1];
    char name[WS_NAME_MOST + 1]; /* cleaned */
} ws_pupil;

typedef struct ws_enrolled {
    ws_pupil *pupil;
    size_t count;
} ws_enrolled;

/* Reads it: all ids are good, and none is there twice, whatever its capitals. False with
 * "FILE:LINE: what is wrong" in error, and nothing read. */
bool ws_enrolled_read(ws_enrolled *enrolled, const ws_source *source, ws_error *error);
void ws_enrolled_free(ws_enrolled *enrolled);
/* NULL if there is none of that id; capitals count. */
const ws_pupil *ws_enrolled_find(const ws_enrolled *enrolled, const char *id);

#endif
