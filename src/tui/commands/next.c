/* next.c - on to the next event: the network is stepped cycle by cycle, and what has happened
 * since the cycle before is told by the first row of a table that finds something. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/quantities.h"
#include "session/history/history.h"
#include "tui/commands.h"
#include "tui/input.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"
#include "wormscope/memory.h"

#define NEXT_NS 500000000ull /* for so long a search may take */

/* What there was in the cycle before. */
typedef struct before {
    bool *blocked; /* by packet */
    uint32_t packets;
    uint64_t kills;
    size_t lines;
    bool deadlock;
    uint32_t deadlock_worms; /* of the deadlock itself */
    double order;
    uint32_t root[WS_TREES_MAX]; /* of the congestion trees */
    size_t trees;
} before;

static double order_of(const ws_frame *frame) {
    return ws_quantities[WS_QUANTITY_ORDER].of(frame);
}

static size_t lines_of(const ws_tui *t) {
    size_t count;
    ws_session_journal(t->session, &count);
    return count;
}

static void before_take(before *b, const ws_tui *t) {
    const ws_frame *frame = t->frame;
    if (frame->packets != b->packets)
        b->blocked = realloc(b->blocked, frame->packets * sizeof *b->blocked);
    if (!b->blocked)
        ws_no_memory(0);
    b->packets = frame->packets;
    memset(b->blocked, 0, frame->packets * sizeof *b->blocked);
    for (uint32_t i = 0; i < frame->blocked_worms; i++)
        b->blocked[frame->worm[frame->blocked[i]].packet] = true;
    b->kills = frame->kills;
    b->lines = lines_of(t);
    b->deadlock = frame->deadlock;
    b->deadlock_worms = frame->deadlock_worms;
    b->order = order_of(frame);
    b->trees = frame->trees;
    for (size_t i = 0; i < frame->trees; i++)
        b->root[i] = frame->tree[i].root;
}

/* ---- events ---- */

static const char *ends_text(const ws_tui *t, const ws_frame_worm *w, char *text, size_t room) {
    const ws_frame *frame = t->frame;
    snprintf(text, room, "%s→%s", ws_node_name(frame, frame->switches + w->source),
             ws_node_name(frame, frame->switches + w->dest));
    return text;
}

static bool tell_deadlock(ws_tui *t, const before *b) {
    const ws_frame *frame = t->frame;
    if (frame->deadlock == b->deadlock && frame->deadlock_worms == b->deadlock_worms)
        return false;
    if (!frame->deadlock)
        ws_tui_say(t, false, "the deadlock is resolved");
    else if (!b->deadlock)
        ws_tui_say(t, false, "a deadlock, closed in cycle %" PRIu64 ": %u worms in the ring",
                   ws_session_deadlock(t->session).cycle, frame->deadlock_worms);
    else
        ws_tui_say(t, false, "the deadlock changes: %u worms in the ring", frame->deadlock_worms);
    ws_tui_select(t, NULL);
    return true;
}

/* The first line since that is worth a mark. */
static bool tell_mark(ws_tui *t, const before *b) {
    size_t count;
    char label[256];
    const ws_journal_entry *journal = ws_session_journal(t->session, &count);
    for (size_t i = b->lines; i < count; i++) {
        if (ws_mark_of(journal[i].text) == WS_MARK_NONE)
            continue;
        ws_tui_say(t, false, "%s", ws_mark_label(journal[i].text, label, sizeof label));
        return true;
    }
    return false;
}

static const ws_frame_worm *worm_killed(const ws_tui *t) {
    for (uint32_t i = 0; i < t->frame->worms; i++)
        if (t->frame->worm[i].killed)
            return &t->frame->worm[i];
    return NULL;
}

static bool tell_kill(ws_tui *t, const before *b) {
    char ends[2 * WS_NAME_MAX + 8];
    if (t->frame->kills == b->kills)
        return false;
    const ws_frame_worm *w = worm_killed(t);
    ws_tui_say(t, false, "%s is killed: it has waited too long",
               w ? ends_text(t, w, ends, sizeof ends) : "a worm");
    return true;
}

static bool was_root(const before *b, uint32_t root) {
    for (size_t i = 0; i < b->trees; i++)
        if (b->root[i] == root)
            return true;
    return false;
}

/* One that begins; the list shows it, if it is open. */
static bool tell_tree(ws_tui *t, const before *b) {
    const ws_frame *frame = t->frame;
    for (size_t i = 0; i < frame->trees; i++) {
        uint32_t root = frame->tree[i].root;
        if (was_root(b, root))
            continue;
        ws_tui_say(t, false, "a congestion tree begins at %s→%s; G shows it",
                   ws_node_name(frame, frame->link[root].from),
                   ws_node_name(frame, frame->link[root].to));
        ws_tui_select(t, NULL);
        t->view.overlay.tree = root;
        return true;
    }
    return false;
}

static bool tell_order(ws_tui *t, const before *b) {
    char ends[2 * WS_NAME_MAX + 8];
    const ws_frame *frame = t->frame;
    double order = order_of(frame);
    if (order <= b->order || order < 2)
        return false; /* the first order is told as a waiting worm */
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *w = &frame->worm[i];
        if (w->order != order || !ws_tui_wanted(t, w))
            continue;
        ws_tui_say(t, false, "the order of blocking rises to %g: %s", order,
                   ends_text(t, w, ends, sizeof ends));
        ws_tui_select(t, w);
        return true;
    }
    return false;
}

/* The newest of those that wait comes last. */
static bool tell_blocked(ws_tui *t, const before *b) {
    char ends[2 * WS_NAME_MAX + 8];
    const ws_frame *frame = t->frame;
    for (uint32_t i = frame->blocked_worms;
         i-- > 0 && frame->packets == b->packets;) { /* a rebuild is told by its line */
        const ws_frame_worm *w = &frame->worm[frame->blocked[i]];
        if (b->blocked[w->packet] || !ws_tui_wanted(t, w))
            continue;
        ws_tui_say(t, false, "%s is waiting: %s", ends_text(t, w, ends, sizeof ends),
                   ws_wait_reason_names[w->reason]);
        ws_tui_select(t, w);
        return true;
    }
    return false;
}

/* The graver first. A breakpoint stops the search by itself. */
static const struct event {
    const char *name;
    bool (*tell)(ws_tui *t, const before *b); /* says it and shows it, if it has happened */
} events[] = {
    {"deadlock", tell_deadlock}, {"mark", tell_mark},   {"kill", tell_kill},
    {"tree", tell_tree},         {"order", tell_order}, {"waiting", tell_blocked},
};
enum { EVENTS = sizeof events / sizeof *events };

/* ---- looking ---- */

/* NAME: only that; !NAME: all but that; `blocked` is an older word for waiting. As a set of bits
 * by row; 0 if there is no such event. */
static unsigned wanted_of(const char *argument) {
    const unsigned all = (1u << EVENTS) - 1;
    bool but = *argument == '!';
    if (!*argument)
        return all;
    if (strcmp(argument + but, "blocked") == 0)
        return wanted_of(but ? "!waiting" : "waiting");
    for (unsigned i = 0; i < EVENTS; i++)
        if (strcmp(events[i].name, argument + but) == 0)
            return but ? all & ~(1u << i) : 1u << i;
    return 0;
}

static bool event_tell(ws_tui *t, const before *b, unsigned wanted) {
    for (unsigned i = 0; i < EVENTS; i++)
        if (wanted >> i & 1 && events[i].tell(t, b))
            return true;
    return false;
}

/* True if it has found something, or the run has stopped by itself: either has been said. */
static bool search(ws_tui *t, unsigned wanted) {
    uint64_t begin = ws_now_ns();
    bool found = false;
    before b = {0};
    ws_tui_look(t);
    before_take(&b, t);
    while (!found && ws_now_ns() - begin < NEXT_NS) {
        if (!ws_tui_step(t, 1))
            found = true;
        ws_tui_look(t);
        if (!found)
            found = event_tell(t, &b, wanted);
        before_take(&b, t);
    }
    free(b.blocked);
    return found;
}

static void next(ws_tui *t, const char *argument) {
    uint64_t first = ws_tui_cycle(t);
    unsigned wanted = wanted_of(argument);
    if (!wanted) {
        ws_tui_say(
            t, true,
            "invalid event `%s`: expected deadlock, mark, kill, tree, order or waiting, or ! and "
            "one of them",
            argument);
        return;
    }
    ws_tui_run(t, false);
    if (search(t, wanted))
        return;
    char count[32];
    ws_tui_say(t, false, "nothing has happened in %s cycles; n looks on",
               ws_count_text(ws_tui_cycle(t) - first, count, sizeof count));
}

const ws_screen_command ws_next_commands[] = {
    {"next", next, "deadlock|mark|kill|tree|order|waiting|!waiting",
     "runs to the next event, the next of one kind, or (!) the next of any other kind"},
    {NULL, NULL, NULL, NULL},
};
