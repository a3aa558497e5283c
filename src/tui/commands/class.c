/* class.c - commands of a class: who is here, seats; of a student: free, back, its own host. */
#include "tui/class.h"

#include <stdio.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void lecturer(ws_tui *t, const char *argument) {
    if (!*argument || strcmp(argument, "who") == 0) {
        ws_overlay_toggle(&t->view, WS_OVERLAY_CLASS);
    } else if (strcmp(argument, "seats") == 0 || strcmp(argument, "unseat") == 0) {
        bool dealt = *argument == 's';
        ws_hosting_seats(t->class.hosting, dealt);
        ws_tui_say(t, false, dealt ? "each student is a host now" : "no student is a host now");
    } else if (strcmp(argument, "address") == 0) {
        ws_tui_say(t, false, "wormscope join %s", ws_hosting_address(t->class.hosting));
    } else {
        ws_tui_say(t, true, "`class %s`: expected who, seats, unseat or address", argument);
    }
}

/* `class load 0.4`, `class send-to H3`, `class class high`: about one's own host. */
static bool seat_give(ws_tui *t, const char *argument) {
    static const char *const words[] = {"load ", "send-to ", "class "};
    char line[256];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(argument, words[i], strlen(words[i])) != 0)
            continue;
        snprintf(line, sizeof line, "host SELF %s", argument);
        ws_follower_seat(t->class.follower, line);
        ws_client_poke(t->class.client);
        ws_tui_say(t, false, "asked of the lecturer's network: %s", argument);
        return true;
    }
    return false;
}

static void student(ws_tui *t, const char *argument) {
    bool roams = ws_follower_tell(t->class.follower).roaming;
    bool free = *argument ? strcmp(argument, "free") == 0 : !roams;
    bool is_known = !*argument || free || strcmp(argument, "follow") == 0;
    if (seat_give(t, argument))
        return;
    if (!is_known) {
        ws_tui_say(t, true, "`class %s`: expected follow, free, load, send-to or class", argument);
        return;
    }
    ws_tui_class_roam(t, free);
    ws_tui_say(t, false,
               free ? "you look around freely; C goes back to the lecture"
                    : "with the lecture again");
}

static void class(ws_tui *t, const char *argument) {
    if (t->class.hosting)
        lecturer(t, argument);
    else if (t->class.follower)
        student(t, argument);
    else
        ws_tui_say(t, true, "this is no class; `wormscope host` holds one, `join` follows one");
}

const ws_screen_command ws_class_commands[] = {
    {"class", class, "who|seats|unseat|address|follow|free",
     "who is here, and seats; of a student: back to the lecture, or `load X`, `send-to HOST`, "
     "`class CLASS` for its own host"},
    {NULL, NULL, NULL, NULL},
};
