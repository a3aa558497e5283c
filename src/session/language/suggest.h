/* suggest.h - "did you mean": the name nearest to a word that is none. Also declared in params.h
 * for those who have names. */
#ifndef WS_SUGGEST_H
#define WS_SUGGEST_H

#include "session/language/params.h"

/* Appends `; did you mean "NAME"?` or, if none is near, `; one of: A, B, C` (cut at the room) to
 * text. */
void ws_suggest_append(char *text, size_t room, const char *word, const char *const *names,
                       size_t count, size_t stride);

#endif
