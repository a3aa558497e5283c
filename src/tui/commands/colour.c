/* colour.c - by what worms have their colours. */
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static int key_find(const char *name) {
    for (int key = 0; key < WS_COLOUR_COUNT; key++)
        if (strcmp(ws_colour_key_names[key], name) == 0)
            return key;
    return -1;
}

static void colour(ws_tui *t, const char *argument) {
    ws_colour_key *shown = &t->view.map.hues.key;
    int key = key_find(argument);
    if (strcmp(argument, "next") == 0)
        key = (*shown + 1) % WS_COLOUR_COUNT;
    if (key < 0) {
        ws_tui_say(t, true,
                   "worms have no colour by `%s`; write message, source, destination, "
                   "class, age, order, tree or next",
                   argument);
        return;
    }
    *shown = (ws_colour_key)key;
    ws_tui_say(t, false, "worms of one colour have in common: %s", ws_colour_key_docs[key]);
}

const ws_screen_command ws_colour_commands[] = {
    {"colour", colour, "message|source|destination|class|age|order|tree|next",
     "colours worms by this key"},
    {NULL, NULL, NULL, NULL},
};
