/* newcomer.h - who starts the program for the first time. */
#ifndef WS_TUI_NEWCOMER_H
#define WS_TUI_NEWCOMER_H

#include <stdbool.h>

/* True once for each user: the second time it is known that they have been here. False also where
 * that cannot be remembered. */
bool ws_newcomer(void);

#endif
