/* recent.h - the latest recordings and scenarios of one's own: those that were made or opened on
 * the screen, and those that lie in the current directory. */
#ifndef WS_RECENT_H
#define WS_RECENT_H

#include <stddef.h>

typedef struct ws_recent {
    char *path;     /* as short as it can be: a name in the current directory, else absolute */
    char *scenario; /* of which it is, "" if the file does not say; of a scenario its title */
    char when[32];  /* it was last written: "2026-11-21 18:55" */
} ws_recent;

/* Remembers a recording or scenario, in $XDG_STATE_HOME/wormscope/recent. What cannot be written
 * is not remembered, and not worth a word. */
void ws_recent_add(const char *path);
/* Those that are still there, the latest first. Free with ws_recent_free. */
size_t ws_recent_list(ws_recent **rows);
void ws_recent_free(ws_recent *rows, size_t count);

#endif
