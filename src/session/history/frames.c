/* frames.c - keyframes of a session: what they hold, and when one is laid. They are kept in
 * keyframes.c. */
#include "session/session_state.h"

static bool is_on_path(const void *context, size_t owner, uint64_t cycle) {
    const ws_session *s = context;
    return ws_branches_owner(&s->branches, s->branch, cycle) == owner;
}

bool session_has_frame(const ws_session *s, const ws_keyframe *frame) {
    return is_on_path(s, frame->owner, frame->cycle);
}

const ws_keyframe *session_frame_find(const ws_session *s, uint64_t cycle) {
    const ws_keyframe_path path = {is_on_path, s};
    return ws_keyframes_find(s->keyframes, cycle, &path);
}

/* Packs the observer. A frame that was laid before there was an observer has none: the observer
 * then begins there. */
static void observer_pack(ws_session *s, ws_pack *pack) {
    bool observed = s->observer != NULL;
    ws_pack_part(pack, &observed, sizeof observed);
    if (s->observer && observed)
        ws_observer_pack(s->observer, pack);
    else if (s->observer)
        ws_observer_begin(s->observer, s->net);
}

void session_frame_pack(ws_session *s, ws_pack *pack) {
    ws_draft *draft = &s->script.draft;
    size_t hosts = (size_t)draft->graph->hosts;
    size_t state = ws_net_saved_size(s->net);
    if (pack->mode == WS_PACK_SAVE)
        ws_net_save(s->net, pack->bytes + pack->size);
    if (pack->mode == WS_PACK_RESTORE)
        state = ws_net_restore(s->net, pack->bytes + pack->size);
    pack->size += state;
    ws_metrics_pack(s->metrics, pack);
    observer_pack(s, pack);
    ws_pack_part(pack, draft->hosts, hosts * sizeof *draft->hosts);
    ws_pack_part(pack, draft->note, sizeof draft->note);
    ws_pack_part(pack, &draft->remark, sizeof draft->remark);
    ws_pack_part(pack, &s->closing.found, sizeof s->closing.found);
    if (s->phases) /* last: a session without phases reads the frame of one that has some */
        ws_phases_pack(s->phases, s->net, pack);
}

static void frame_lay(ws_session *s, uint64_t now) {
    uint64_t begin = ws_keyframes_clock();
    session_closing_check(s);
    ws_pack measured = {.mode = WS_PACK_MEASURE};
    session_frame_pack(s, &measured);
    ws_pack pack = {.mode = WS_PACK_SAVE};
    pack.bytes = ws_keyframes_room(s->keyframes, measured.size);
    session_frame_pack(s, &pack);
    ws_keyframe frame = {.cycle = now};
    frame.cost_ns = s->cost_ns;
    frame.owner = ws_branches_owner(&s->branches, s->branch, now);
    frame.build = s->build;
    const ws_keyframe_path path = {is_on_path, s};
    ws_keyframes_add(s->keyframes, frame, &path);
    ws_keyframes_laid_in(s->keyframes, ws_keyframes_clock() - begin);
}

/* Returns the CPU time that it took to come here from a keyframe, in nanoseconds. */
static uint64_t cost_since(const ws_session *s, const ws_keyframe *frame) {
    if (s->cost_ns < frame->cost_ns)
        return 0;
    return s->cost_ns - frame->cost_ns;
}

/* Has a line of the present cycle acted? A keyframe is a state before any has. */
static bool is_touched(const ws_session *s) {
    const ws_journal_entry *last = ws_journal_last(&s->journal);
    return last && last->cycle == session_now(s);
}

void session_frame_here(ws_session *s) {
    uint64_t now = session_now(s);
    if (!s->keyframes || is_touched(s))
        return;
    const ws_keyframe *latest = session_frame_find(s, now);
    if (!latest || latest->cycle < now)
        frame_lay(s, now);
}

void session_arrive(ws_session *s) {
    uint64_t now = session_now(s);
    ws_branch *branch = session_branch(s);
    if (branch->reached < now)
        branch->reached = now;
    if (!s->keyframes)
        return;
    const ws_keyframe *latest = session_frame_find(s, now);
    if (latest && latest->cycle == now)
        return;
    if (!latest || ws_keyframes_due(s->keyframes, cost_since(s, latest)))
        frame_lay(s, now);
}
