/* view.c - what a view takes from its session, besides the frame. */
#include "ui/map/lens.h"
#include "ui/panel.h"
#include "wormscope/memory.h"

#include <stdlib.h>
#include <string.h>

static void light_free(ws_light *light) {
    free(light->worm);
    free(light->heads);
    *light = (ws_light){0};
}

/* Names mean other nodes in another network, or none. */
static void filter_renew(ws_view *v) {
    ws_error error;
    if (!ws_filter_parse(&v->selection.filter, v->frame, v->selection.filter.text, &error))
        v->selection.filter = (ws_filter){0};
}

/* Are nodes, cables and queues the same, by number? A cable may be cut in one of them. */
static bool is_same_network(const ws_frame *one, const ws_frame *other) {
    const ws_graph *here = &one->graph;
    const ws_graph *there = &other->graph;
    if (one->links != other->links || one->queues != other->queues)
        return false;
    if (here->switches != there->switches || here->hosts != there->hosts)
        return false;
    if (here->edges != there->edges)
        return false;
    for (int32_t i = 0; i < here->edges; i++)
        if (here->edge[i].a != there->edge[i].a || here->edge[i].b != there->edge[i].b)
            return false;
    return true;
}

void ws_view_follow(ws_view *v, ws_session *session, ws_frame **frame) {
    if (v->session.networks == ws_session_networks(session))
        return;
    v->session.networks = ws_session_networks(session);
    ws_map_plan_free(v->map.plan);
    ws_frame *before = *frame;
    *frame = ws_frame_new(ws_session_net(session));
    bool same = is_same_network(before, *frame);
    ws_frame_free(before);
    v->frame = *frame;
    v->map.plan = ws_map_plan_new(*frame);
    v->map.ghost.count = 0;
    if (!same)
        ws_view_look(v, (ws_thing){.kind = WS_THING_NONE});
    light_free(&v->selection.light); /* it has room for the network that was */
    filter_renew(v);
}

/* Does the view look at a part of the network, and can do with the worms of that? */
static bool is_part(const ws_view *view, const ws_frame *frame) {
    if (frame->switches < WS_PART_LEAST || view->other)
        return false;
    if (ws_view_shows(view, WS_SHOWS_TREE) || view->selection.filter.count > 0)
        return false;
    return true;
}

/* True: some node has come near. */
static bool near_find(const ws_view *view, const ws_map_window *window, const ws_frame *frame) {
    const ws_view_selection *looked_at = &view->selection;
    uint8_t *near = frame->wants.near;
    uint8_t *seen = ws_map_window_nodes(window);
    bool more = false;
    if (looked_at->node != WS_NIL)
        seen[looked_at->node] = true;
    if (looked_at->link != WS_NIL)
        seen[frame->link[looked_at->link].to] = true;
    if (looked_at->queue != WS_NIL)
        seen[frame->queue[looked_at->queue].node] = true;
    for (uint32_t x = 0; x < frame->switches + frame->hosts; x++) {
        more |= seen[x] && !near[x];
        near[x] = seen[x];
    }
    free(seen);
    return more;
}

/* What the map says of switches that are far: points have a level under every lens. */
static uint8_t far_of(const ws_view *v) {
    const ws_lens_row *lens = ws_lens_of(v);
    if (v->map.plan->altitude == WS_ALTITUDE_TERRAIN)
        return lens->far ? lens->far : WS_FAR_FILLING;
    return lens->node ? lens->far : WS_FAR_NOTHING;
}

bool ws_view_want(const ws_view *v, ws_frame *frame) {
    uint32_t node = v->selection.node;
    bool is_host = node != WS_NIL && node >= frame->switches;
    bool packets = ws_view_shows(v, WS_SHOWS_TREE) || v->selection.filter.count > 0;
    ws_frame_wants wants = frame->wants;
    wants.tree_packets = packets;
    wants.messages_of = is_host ? node - frame->switches : frame->hosts;
    ws_map_window window = ws_map_window_of(v);
    wants.part = !window.all && is_part(v, frame);
    wants.far = far_of(v);
    wants.worm = v->selection.worm;
    wants.inside = window.node;
    bool more = wants.tree_packets && !frame->wants.tree_packets;
    more |= is_host && wants.messages_of != frame->wants.messages_of;
    more |= wants.inside != WS_NIL && wants.inside != frame->wants.inside;
    bool come_near = wants.part && near_find(v, &window, frame);
    if (frame->part)
        more |= !wants.part || come_near || wants.worm != frame->wants.worm;
    if (frame->part)
        more |= wants.far > frame->wants.far;
    frame->wants = wants;
    return more;
}

static void branches_renew(ws_view *v, const ws_session *session) {
    v->session.branch_count = ws_session_branch_count(session);
    v->session.branch =
        realloc(v->session.branch, v->session.branch_count * sizeof *v->session.branch);
    if (!v->session.branch)
        ws_no_memory(0);
    for (size_t i = 0; i < v->session.branch_count; i++) {
        v->session.branch[i] = ws_session_branch(session, i);
        if (v->session.branch[i].present)
            v->session.branch_now = i;
    }
}

static void histograms_renew(ws_view *v, ws_session *session) {
    const ws_metrics *metrics = ws_session_metrics(session);
    size_t classes = v->frame->classes;
    v->session.histograms = classes < WS_HISTOGRAMS_MAX ? classes : WS_HISTOGRAMS_MAX;
    for (size_t i = 0; i < v->session.histograms; i++)
        v->session.histogram[i] = ws_metrics_histogram(metrics, i, v->measure);
}

void ws_view_renew(ws_view *v, ws_session *session) {
    v->session.note = ws_session_note(session);
    v->session.remark = ws_session_remark(session);
    v->session.journal = ws_session_journal(session, &v->session.journal_count);
    v->session.change = ws_session_changes(session, &v->session.change_count);
    v->session.timeline = ws_session_timeline(session);
    v->session.record = ws_session_record_status(session);
    v->session.ended = ws_session_ended(session);
    if (v->frame->deadlock)
        v->session.deadlock_cycle = ws_session_deadlock(session).cycle;
    branches_renew(v, session);
    histograms_renew(v, session);
    v->session.phase = ws_session_phases(session, &v->session.phases);
}

static void light_room(ws_light *light, const ws_frame *f) {
    if (light->room >= f->worms && light->heads)
        return;
    light->room = f->packets;
    light->worm = realloc(light->worm, light->room * sizeof *light->worm);
    light->heads = realloc(light->heads, (f->switches + 1) * sizeof *light->heads);
    if (!light->worm || !light->heads)
        ws_no_memory(0);
}

/* A/B: worms that are the same in both are of no interest while some differ. */
static bool is_apart(const ws_view *v, uint32_t worm) {
    if (v->beside.worms == 0)
        return true;
    return ws_same_differs(&v->beside.same, v->frame, worm, v->other->frame);
}

void ws_view_share(ws_view *view, const ws_view *with) {
    view->glyphs = with->glyphs;
    view->theme = with->theme;
    view->depth = with->depth;
    view->measure = with->measure;
    view->selection.filter = with->selection.filter;
    view->overlay.layer = with->overlay.layer;
    view->overlay.tree = with->overlay.tree;
    view->map.pan_x = with->map.pan_x;
    view->map.pan_y = with->map.pan_y;
    view->map.hues.key = with->map.hues.key;
}

void ws_view_beside_find(ws_view *v) {
    ws_view_beside *beside = &v->beside;
    beside->worms = beside->links = 0;
    if (!v->other)
        return;
    const ws_frame *other = v->other->frame;
    ws_same_find(&beside->same, v->frame, other);
    for (uint32_t i = 0; i < v->frame->worms; i++)
        beside->worms += ws_same_differs(&beside->same, v->frame, i, other);
    beside->links = ws_links_apart(&beside->same, v->frame, other);
}

void ws_view_light(ws_view *v) {
    const ws_frame *f = v->frame;
    ws_light *light = &v->selection.light;
    light->worms = light->blocked = 0;
    light->is_on = v->selection.filter.count > 0 || v->beside.worms > 0;
    if (!light->is_on)
        return;
    light_room(light, f);
    memset(light->heads, 0, f->switches * sizeof *light->heads);
    for (uint32_t i = 0; i < f->worms; i++) {
        const ws_frame_worm *w = &f->worm[i];
        light->worm[i] = ws_filter_match(&v->selection.filter, f, w) && is_apart(v, i);
        if (!light->worm[i])
            continue;
        light->worms++;
        light->blocked += w->blocked;
        if (w->blocked && !w->behind)
            light->heads[f->queue[w->head_queue].node]++;
    }
}

void ws_view_free(ws_view *v) {
    ws_map_plan_free(v->map.plan);
    free(v->session.branch);
    light_free(&v->selection.light);
    ws_hues_free(&v->map.hues);
    ws_same_free(&v->beside.same);
    v->map.plan = NULL;
    v->session.branch = NULL;
}
