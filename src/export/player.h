/* player.h - a reel as one page that plays it: no network, no library, no file beside it. */
#ifndef WS_PLAYER_H
#define WS_PLAYER_H

#include <stdio.h>

#include "export/reel.h"

typedef struct ws_player {
    const ws_reel *reel;
    const ws_theme *theme;
    const char *title;  /* of the session */
    const char *source; /* the scenario, and what else tells where the pictures come from */
} ws_player;

/* Writes the page. All texts are escaped; the same reel gives the same bytes. */
void ws_player_write(const ws_player *player, FILE *out);

#endif
