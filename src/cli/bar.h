/* bar.h - a bar on standard error that says how far something is; nothing where that is no
 * terminal. */
#ifndef WS_BAR_H
#define WS_BAR_H

#include <stdbool.h>
#include <stddef.h>

bool ws_bar_wanted(void); /* is standard error a terminal? */
void ws_bar_draw(size_t done, size_t all);
void ws_bar_clear(void); /* before anything else is written */

#endif
