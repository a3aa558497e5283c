/* script.h - lines that are typed into a session, from a file: `@CYCLE LINE` each. */
#ifndef WS_CLI_SCRIPT_H
#define WS_CLI_SCRIPT_H

#include "session/session.h"

typedef struct ws_script_line {
    uint64_t cycle;
    char *text;
} ws_script_line;

typedef struct ws_script_file {
    ws_script_line *line; /* by cycle; those of one cycle as they stand */
    size_t count, next;
} ws_script_file;

/* False with an error. Blank lines and comments are passed over. */
bool ws_script_file_read(ws_script_file *script, const char *path, ws_error *error);
void ws_script_file_free(ws_script_file *script);
/* The cycle of the next line, UINT64_MAX if there is none. */
uint64_t ws_script_file_next(const ws_script_file *script);
/* The next line, if its cycle has come; NULL. */
const char *ws_script_file_due(ws_script_file *script, uint64_t cycle);
/* Passes over the lines that a session which goes on at this cycle has had. */
void ws_script_file_resume(ws_script_file *script, const ws_session *session, uint64_t cycle);

#endif
