/* prove.c - whether the network on the screen can deadlock, in one line; the ring that can close is
 * drawn on the map. */
#include "session/prove.h"
#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/state.h"

static void ghost_add(ws_view_ghost *ghost, const ws_frame *frame, uint32_t channel) {
    if (channel >= frame->vcs || ghost->count == WS_GHOSTS_MAX)
        return;
    ghost->link[ghost->count] = frame->vc[channel].link;
    ghost->count++;
}

/* A ring is shown until the selection is let go, or another network is there. */
static void ring_show(ws_tui *t, const ws_prove *found) {
    uint32_t length = 0;
    ws_view_ghost *ghost = &t->view.map.ghost;
    const ws_dependency *ring = ws_prove_ring(found, &length);
    ghost->count = 0;
    if (found->verdict != WS_VERDICT_DEADLOCK)
        return;
    for (uint32_t i = 0; i < length; i++)
        ghost_add(ghost, t->frame, ring[i].held);
}

static void prove(ws_tui *t, const char *argument) {
    (void)argument;
    char line[512];
    ws_prove *found = ws_session_prove(t->session);
    ws_prove_tell(found, ws_session_net(t->session), line, sizeof line);
    ring_show(t, found);
    ws_tui_say(t, false, "%s", line);
    ws_prove_free(found);
}

const ws_screen_command ws_prove_commands[] = {
    {"prove", prove, "",
     "proves from the routing whether this network can deadlock; the map shows the ring"},
    {NULL, NULL, NULL, NULL},
};
