/* newcomer.c - see newcomer.h. An empty file in the state folder says that the user has been
 * here. */
#include "tui/newcomer.h"

#include <stdio.h>
#include <stdlib.h>

#include "session/library/find.h"

bool ws_newcomer(void) {
    char *path = ws_user_path(WS_STATE_DIR, "greeted");
    if (!path || ws_is_file(path)) {
        free(path);
        return false;
    }
    ws_user_folders(path);
    FILE *file = fopen(path, "we");
    free(path);
    if (!file)
        return false;
    fclose(file);
    return true;
}
