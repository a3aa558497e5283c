/* spacetime.c - see spacetime.h. */
#include "tui/spacetime.h"

#include <string.h>

#include "tui/state.h"
#include "wormscope/memory.h"

enum { FASTEST = 1000 }; /* cycles a second: of a faster run nobody would see one */

/* ---- whose diagram ---- */

/* The worm that is selected; else the first that waits, else any. */
static const ws_frame_worm *worm_shown(const ws_tui *t) {
    const ws_frame *frame = t->frame;
    const ws_frame_worm *selected = ws_frame_worm_of(frame, t->view.selection.worm);
    if (selected)
        return selected;
    if (frame->blocked_worms > 0)
        return &frame->worm[frame->blocked[0]];
    return frame->worms > 0 ? &frame->worm[0] : NULL;
}

static bool is_selected(const ws_tui *t) {
    return t->view.selection.worm != WS_NIL;
}

/* Can the whole worm still be shown? Then it stays, also when it has been delivered. */
static bool is_recent(const ws_tui *t) {
    const ws_tui_spacetime *s = &t->spacetime;
    uint64_t now = ws_tui_cycle(t);
    bool begun = s->subject.entered <= now;
    return s->has_subject && begun && now - s->subject.entered < WS_SPACETIME_CYCLES;
}

/* Another worm is taken when one is selected, or when that of before is long gone. True if it has
 * changed. */
static bool subject_take(ws_tui *t) {
    ws_tui_spacetime *s = &t->spacetime;
    if (is_recent(t) && !is_selected(t))
        return false;
    const ws_frame_worm *worm = worm_shown(t);
    if (!worm)
        return false;
    ws_spacetime_worm subject = ws_spacetime_worm_of(ws_session_net(t->session), worm->packet);
    if (s->has_subject && ws_spacetime_worm_same(&subject, &s->subject))
        return false;
    s->subject = subject;
    s->has_subject = true;
    return true;
}

/* ---- rows of several worms ---- */

/* The packet of the diagram's worm in a frame, WS_NIL. */
static uint32_t subject_packet(const ws_tui *t, const ws_frame *frame) {
    const ws_spacetime_worm *subject = &t->spacetime.subject;
    for (uint32_t i = 0; i < frame->worms; i++) {
        const ws_frame_worm *worm = &frame->worm[i];
        bool entered = worm->entered == subject->entered || subject->entered == UINT64_MAX;
        bool same = worm->source == subject->source && worm->dest == subject->dest;
        if (same && entered && worm->created == subject->created)
            return worm->packet;
    }
    return WS_NIL;
}

/* The rows that a side should have; those of before when its worm has gone, or waits no more. True
 * if they have changed. */
static bool rows_renew(ws_tui *t, ws_spacetime_side *side, const ws_frame *frame) {
    ws_spacetime_rows rows;
    uint32_t packet = subject_packet(t, frame);
    ws_spacetime_kind kind = t->spacetime.kind;
    if (kind == WS_SPACETIME_PATH)
        memset(&rows, 0, sizeof rows);
    else if (packet == WS_NIL || !ws_spacetime_rows_of(frame, packet, kind, &rows))
        return false;
    if (ws_spacetime_rows_same(&rows, &side->rows))
        return false;
    side->rows = rows;
    return true;
}

/* ---- one side ---- */

static void side_free(ws_spacetime_side *side) {
    ws_shadow_free(side->copy);
    free(side->diagram);
    *side = (ws_spacetime_side){0};
}

/* With another branch, or another network under its session, the worms and links of a side are
 * others. True if it is so. */
static bool side_check(ws_spacetime_side *side, const ws_session *session, size_t branch) {
    size_t network = ws_session_wiring(session);
    if (side->network == network && side->branch == branch)
        return false;
    bool other_network = side->network != network;
    side_free(side);
    side->network = network;
    side->branch = branch;
    return other_network;
}

static void sides_check(ws_tui *t) {
    ws_tui_spacetime *s = &t->spacetime;
    if (side_check(&s->side[0], t->session, ws_session_branch_present(t->session)))
        s->has_subject = false;
    if (t->other.shadow)
        side_check(&s->side[1], ws_shadow_session(t->other.shadow),
                   ws_shadow_branch(t->other.shadow));
    t->view.spacetime = s->side[0].diagram;
    t->other.view.spacetime = s->side[1].diagram;
}

/* A copy of the branch as it is: what has been typed since the last one was made is in none. */
static bool side_copy(ws_tui *t, ws_spacetime_side *side, size_t branch) {
    ws_error error;
    size_t lines = ws_session_branch(t->session, branch).lines;
    bool same = side->copy && side->branch == branch && side->lines == lines;
    if (same)
        return true;
    ws_spacetime_side before = *side;
    side_free(side);
    side->rows = before.rows;
    side->network = before.network;
    side->copy = ws_shadow_new(t->session, branch, WS_KEYFRAME_BYTES / 8, &error);
    if (!side->copy)
        return false;
    side->diagram = ws_alloc(1, sizeof *side->diagram);
    side->branch = branch;
    side->lines = lines;
    ws_spacetime_begin(side->diagram, &t->spacetime.subject);
    return true;
}

/* The first cycle to be seen: so that the whole worm is, if that is not too much, and as many as
 * the screen has columns; as many as there can be when somebody scrolls back. */
static uint64_t first_cycle(const ws_tui *t, uint64_t now) {
    uint64_t most = WS_SPACETIME_CYCLES;
    if (t->view.axis.back > 0)
        return now > most ? now - most : 0;
    uint64_t wide = (uint64_t)t->display.canvas.width;
    uint64_t entered = t->spacetime.subject.entered;
    uint64_t first = now > wide ? now - wide : 0;
    if (entered < first)
        first = entered;
    return now - first > most ? now - most : first;
}

static const ws_net *net_of(const ws_spacetime_side *side) {
    return ws_session_net(ws_shadow_session(side->copy));
}

static size_t wiring_of(const ws_spacetime_side *side) {
    return ws_session_wiring(ws_shadow_session(side->copy));
}

/* True when the network is still that of the diagram. */
static bool go(ws_spacetime_side *side, uint64_t cycle) {
    ws_shadow_follow(side->copy, cycle, UINT64_MAX);
    return wiring_of(side) == side->wiring;
}

/* The diagram begins with the network that is there at this cycle. */
static void go_anew(ws_spacetime_side *side, uint64_t cycle) {
    go(side, cycle);
    side->wiring = wiring_of(side);
}

/* The session that is on the branch of a side now. */
static ws_session *session_of(ws_tui *t, const ws_spacetime_side *side) {
    bool present = side == &t->spacetime.side[0];
    return present ? t->session : ws_shadow_session(t->other.shadow);
}

/* Of one worm the links are those that it has had; of several, those that they have now. In either
 * case of the network that is there at last. */
static void rows_make(ws_tui *t, ws_spacetime_side *side, uint64_t first, uint64_t now) {
    ws_spacetime *diagram = side->diagram;
    ws_spacetime_begin(diagram, &t->spacetime.subject);
    if (side->rows.kind != WS_SPACETIME_PATH) {
        go_anew(side, now);
        ws_spacetime_record(diagram, net_of(side), &side->rows);
        return;
    }
    go_anew(side, first);
    for (uint64_t cycle = first; cycle <= now; cycle++) {
        if (!go(side, cycle)) {
            go_anew(side, cycle);
            ws_spacetime_begin(diagram, &t->spacetime.subject);
        }
        ws_spacetime_find(diagram, net_of(side));
    }
}

/* All cycles that are shown, by two passes; of those of another network none. */
static void diagram_make(ws_tui *t, ws_spacetime_side *side, uint64_t now) {
    ws_spacetime *diagram = side->diagram;
    uint64_t first = first_cycle(t, now);
    ws_session *of = session_of(t, side);
    ws_shadow_lend(side->copy, of, ws_session_branch_present(of), first);
    rows_make(t, side, first, now);
    go(side, first);
    ws_spacetime_rewind(diagram, first);
    for (uint64_t cycle = first; cycle < now; cycle++) {
        if (go(side, cycle + 1))
            ws_spacetime_see(diagram, net_of(side));
        else
            ws_spacetime_rewind(diagram, cycle + 1);
    }
}

/* On from the last cycle that was seen; a link that comes to it, or another network, needs all of
 * them again. */
static void diagram_follow(ws_tui *t, ws_spacetime_side *side, uint64_t now) {
    ws_spacetime *diagram = side->diagram;
    uint32_t rows = diagram->rows;
    bool same = true;
    while (diagram->end < now && diagram->rows == rows) {
        same = go(side, diagram->end + 1);
        if (!same)
            break;
        ws_spacetime_see(diagram, net_of(side));
        if (side->rows.kind == WS_SPACETIME_PATH)
            ws_spacetime_find(diagram, net_of(side));
    }
    if (diagram->rows != rows || !same)
        diagram_make(t, side, now);
}

static void side_look(ws_tui *t, ws_spacetime_side *side, size_t branch, bool anew) {
    uint64_t now = ws_tui_cycle(t);
    if (!side_copy(t, side, branch))
        return;
    const ws_spacetime *diagram = side->diagram;
    bool near = diagram->end <= now && now - diagram->end < WS_SPACETIME_CYCLES / 4;
    bool made = diagram->rows > 0 && ws_shadow_cycle(side->copy) == diagram->end;
    bool short_of = t->view.axis.back > 0 && diagram->begin > first_cycle(t, now);
    if (anew || !near || !made || short_of)
        diagram_make(t, side, now);
    else
        diagram_follow(t, side, now);
}

/* ---- both ---- */

static bool is_too_fast(const ws_tui *t) {
    return t->view.session.running && (t->run.pace.speed > FASTEST || t->run.until > 0);
}

static void sides_look(ws_tui *t) {
    ws_tui_spacetime *s = &t->spacetime;
    bool anew = subject_take(t);
    if (!s->has_subject)
        return;
    bool changed = rows_renew(t, &s->side[0], t->frame);
    side_look(t, &s->side[0], ws_session_branch_present(t->session), anew || changed);
    t->view.spacetime = s->side[0].diagram;
    if (t->other.shadow && !t->view.other_due) {
        changed = rows_renew(t, &s->side[1], t->other.frame);
        side_look(t, &s->side[1], ws_shadow_branch(t->other.shadow), anew || changed);
        t->other.view.spacetime = s->side[1].diagram;
    }
}

bool ws_tui_spacetime_can(ws_tui *t, ws_spacetime_kind kind) {
    ws_spacetime_rows rows;
    const ws_frame_worm *worm = worm_shown(t);
    if (kind == WS_SPACETIME_PATH)
        return true;
    return worm && ws_spacetime_rows_of(t->frame, worm->packet, kind, &rows);
}

void ws_tui_spacetime_look(ws_tui *t) {
    if (t->view.overlay.shown != WS_OVERLAY_SPACETIME) {
        ws_tui_spacetime_end(t);
        return;
    }
    sides_check(t);
    if (!is_too_fast(t))
        sides_look(t);
}

void ws_tui_spacetime_end(ws_tui *t) {
    ws_tui_spacetime *s = &t->spacetime;
    t->view.spacetime = NULL;
    t->other.view.spacetime = NULL;
    side_free(&s->side[0]);
    side_free(&s->side[1]);
}
