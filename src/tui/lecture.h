/* lecture.h - lecture mode. */
#ifndef WS_TUI_LECTURE_H
#define WS_TUI_LECTURE_H

#include "ui/keys.h"

typedef struct ws_tui ws_tui;

void ws_tui_lecture(ws_tui *tui, bool on);
/* A key was pressed that has a binding; shown in lecture mode. */
void ws_tui_pressed(ws_tui *tui, const ws_binding *binding);

#endif
