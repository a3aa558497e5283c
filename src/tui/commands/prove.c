/* prove.c - whether the network on the screen can deadlock, in one line. */
#include "session/prove.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void prove(ws_tui *t, const char *argument) {
    (void)argument;
    char line[512];
    ws_prove *found = ws_session_prove(t->session);
    ws_prove_tell(found, ws_session_net(t->session), line, sizeof line);
    ws_tui_say(t, false, "%s", line);
    ws_prove_free(found);
}

const ws_screen_command ws_prove_commands[] = {
    {"prove", prove, "", "can this network deadlock? proved from its routing, before it runs"},
    {NULL, NULL, NULL, NULL},
};
