/* complete.h - what may stand in a line of commands. */
#ifndef WS_TUI_COMPLETE_H
#define WS_TUI_COMPLETE_H

#include "tui/prompt.h"

typedef struct ws_tui ws_tui;

extern const ws_prompt_kind ws_prompt_command;

#endif
