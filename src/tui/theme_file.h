/* theme_file.h - the theme, and the file that it comes from. */
#ifndef WS_TUI_THEME_FILE_H
#define WS_TUI_THEME_FILE_H

#include <limits.h>

#include "tui/tasks.h"
#include "ui/theme.h"

typedef struct ws_tui ws_tui;

typedef struct ws_theme_file {
    ws_theme now;
    char name[PATH_MAX]; /* as it was asked for */
    char path[PATH_MAX]; /* its file, "" if it has none */
    char desk[PATH_MAX]; /* the one before a lecture */
    ws_task settled;
} ws_theme_file;

/* Its file has changed: it is read again when that has settled. */
void ws_tui_theme_changed(ws_tui *tui);
/* By name or file, from now on with all changes of that file. False with an error, and the old
 * theme. */
bool ws_tui_theme(ws_tui *tui, const char *name, ws_error *error);

#endif
