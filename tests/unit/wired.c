/* Networks drawn cable by cable: where cables run, in every room in which they fit, and what is
 * found at a cell. */
#include "fixture.h"
#include "ui/map/wirer.h"
#include "ui/panel.h"

typedef struct picture {
    ws_session *session;
    ws_frame *frame;
    ws_wired *wired;
} picture;

static picture draw(const char *scenario, uint64_t cycle) {
    ws_error error = {0};
    char path[128];
    snprintf(path, sizeof path, "scenarios/%s.ws", scenario);
    picture d = {.session = ws_session_open(path, &(ws_options){0}, &error)};
    if (!d.session)
        fixture_stop(scenario, &error);
    ws_session_observe(d.session);
    ws_session_run(d.session, cycle);
    const ws_net *net = ws_session_net(d.session);
    d.frame = ws_frame_new(net);
    ws_frame_update(d.frame, net, NULL, ws_session_observer(d.session));
    d.wired = ws_wired_new(d.frame, ws_places_new(&d.frame->def, &d.frame->graph));
    return d;
}

static void picture_free(picture *d) {
    ws_places *places = (ws_places *)d->wired->places;
    ws_wired_free(d->wired);
    ws_places_free(places);
    ws_frame_free(d->frame);
    ws_session_close(d->session);
}

static ws_rect grown(ws_rect box, int by) {
    return (ws_rect){box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by};
}

static bool is_in(int x, int row, ws_rect rect) {
    return x >= rect.x && x < rect.x + rect.w && row >= rect.y && row < rect.y + rect.h;
}

/* The cell of a point; of the form POINT rows are half rows. */
static bool is_near(const ws_wired *w, ws_spot at, uint32_t node, uint32_t switches) {
    int across = w->pixels ? 1 : WS_DOTS_X;
    int down = w->pixels ? 2 : WS_DOTS_Y;
    if (node >= switches)
        return true;
    if (w->form == WS_FORM_POINT)
        down = 2;
    return is_in(at.x / across, at.y / down, grown(w->box[node], 1));
}

static void paths_are_whole(const char *name, const picture *d) {
    const ws_wired *w = d->wired;
    int right = w->width * (w->pixels ? 1 : WS_DOTS_X);
    int bottom = w->height * (w->pixels ? 2 : WS_DOTS_Y);
    uint32_t drawn = 0, inner = 0, outside = 0, loose = 0, jumps = 0;
    for (uint32_t l = 0; l < d->frame->links; l++) {
        const ws_frame_link *link = &d->frame->link[l];
        const ws_spot *path = w->point + w->path0[l];
        uint32_t points = w->path0[l + 1] - w->path0[l];
        bool hosts = link->from >= d->frame->switches || link->to >= d->frame->switches;
        inner += !hosts;
        drawn += !hosts && points > 1;
        if (points == 0)
            continue;
        loose += !is_near(w, path[0], link->from, d->frame->switches);
        loose += !is_near(w, path[points - 1], link->to, d->frame->switches);
        for (uint32_t i = 0; i < points; i++) {
            outside += path[i].x < 0 || path[i].y < 0 || path[i].x >= right || path[i].y >= bottom;
            jumps += i > 0 && (abs(path[i].x - path[i - 1].x) > 1 || abs(path[i].y - path[i - 1].y) > 1);
        }
    }
    ok(drawn == inner, "%s at %dx%d: %u of %u cables between switches are drawn", name, w->width, w->height, drawn, inner);
    ok(outside == 0, "%s: no point of a cable lies outside (%u)", name, outside);
    ok(loose == 0, "%s: cables begin and end at their switches (%u do not)", name, loose);
    /* in cubes cables to other planes, and those that close rings, are a stub at either end */
    uint32_t gaps = w->places->family == WS_FAMILY_PLANES ? inner : 0;
    ok(jumps <= gaps, "%s: no cable has a gap (%u)", name, jumps);
}

static bool boxes_meet(ws_rect a, ws_rect b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* Of points two may share a place, where there are more in a column than it has half rows. */
static void boxes_are_apart(const char *name, const picture *d) {
    uint32_t meet = 0, most = 0;
    bool points = d->wired->form == WS_FORM_POINT;
    for (uint32_t s = 0; s < d->frame->switches; s++) {
        uint32_t here = 0;
        for (uint32_t i = 0; i < s; i++)
            here += boxes_meet(d->wired->box[i], d->wired->box[s]);
        meet += here;
        most = here > most ? here : most;
    }
    ok(points ? most <= 1 : meet == 0, "%s: no two boxes lie over each other%s (%u do)", name, points ? " but for pairs of points" : "", meet);
}

/* What is drawn at a cell is found there. */
static void picks_find(const char *name, const picture *d) {
    ws_map_plan *plan = ws_map_plan_new(d->frame);
    ws_wired *own = plan->wired;
    plan->wired = d->wired;
    ws_view view = {.frame = d->frame};
    view.map.plan = plan;
    const ws_wired *w = d->wired;
    int across = w->pixels ? 1 : WS_DOTS_X;
    int down = w->pixels ? 2 : WS_DOTS_Y;
    uint32_t switches = 0, hosts = 0, shown = 0, links = 0, paths = 0, worms = 0, held = 0;
    for (uint32_t s = 0; s < d->frame->switches; s++) {
        ws_rect box = w->box[s];
        int row = w->form == WS_FORM_POINT ? box.y / 2 : box.y;
        uint32_t found = ws_wired_pick(&view, box.x + box.w / 2, row).node;
        bool shares = w->form == WS_FORM_POINT && found < d->frame->switches;
        switches += found == s || shares;
    }
    for (uint32_t h = 0; h < d->frame->hosts; h++) {
        shown += w->host[h].w > 0;
        hosts += w->host[h].w > 0 && ws_wired_pick(&view, w->host[h].x, w->host[h].y).node == d->frame->switches + h;
    }
    for (uint32_t l = 0; l < d->frame->links; l++) {
        uint32_t points = w->path0[l + 1] - w->path0[l];
        if (points == 0)
            continue;
        ws_spot at = w->point[w->path0[l] + points / 2];
        uint32_t found = ws_wired_pick(&view, at.x / across, at.y / down).link;
        paths++;
        links += found != WS_NIL && d->frame->link[found].state >= d->frame->link[l].state;
        if (d->frame->link[l].state == WS_LINK_IDLE)
            continue;
        held++;
        worms += ws_frame_worm_of(d->frame, ws_wired_pick(&view, at.x / across, at.y / down).packet) != NULL;
    }
    ok(switches == d->frame->switches, "%s: %u of %u switches are found at their boxes", name, switches, d->frame->switches);
    ok(hosts == shown, "%s: %u of %u hosts are found at their signs", name, hosts, shown);
    ok(links == paths, "%s: at %u of %u cables one is found that tells as much", name, links, paths);
    ok(worms == held, "%s: at %u of %u cables in use a worm is found", name, worms, held);
    plan->wired = own;
    ws_map_plan_free(plan);
}

typedef struct room {
    const char *scenario;
    int width, height;
    bool fits;
} room;

/* The rooms of maps on screens of 80x24 to 200x60, with panels and without. */
static const room rooms[] = {
    {"recn/hotspot-64", 48, 17, true},   {"recn/hotspot-64", 79, 28, true},    {"recn/hotspot-64", 90, 34, true},
    {"recn/hotspot-256", 48, 15, false}, {"recn/hotspot-256", 48, 17, true}, {"recn/hotspot-256", 110, 34, true},  {"recn/hotspot-256", 153, 46, true},
    {"now/irregular-16", 48, 17, true},  {"now/irregular-16", 79, 28, true},   {"now/irregular-16", 153, 46, true},
    {"now/irregular-32", 48, 17, true},  {"now/irregular-32", 79, 28, true},   {"now/irregular-64", 79, 28, true},
    {"now/irregular-64", 153, 46, true}, {"dragonfly/72", 48, 17, true},       {"dragonfly/72", 79, 28, true},
    {"cube/torus-4x4x4", 153, 46, true}, {"cube/torus-4x4x4", 48, 17, false},  {"teach/ring-deadlock", 48, 13, true},
    {"teach/ring-deadlock", 79, 28, true}, {"teach/dateline", 48, 17, true},   {"teach/dateline", 153, 46, true},
    {"teach/bubble", 79, 28, true},      {"teach/pipeline", 48, 17, true},     {"teach/pipeline", 153, 46, true},
    {"theory/parking-lot", 56, 20, true}, {"kwan/three-hosts", 48, 13, true},  {"kwan/two-hosts", 48, 13, true},
    {"theory/mg1", 48, 13, true},        {"cube/mesh-8x8", 153, 46, false},
};

/* A plan is made from a frame that has not been updated yet: it must know the topology all the same. */
static void a_new_frame_knows_its_family(void) {
    ws_error error = {0};
    ws_session *session = ws_session_open("scenarios/dragonfly/72.ws", &(ws_options){0}, &error);
    if (!session)
        fixture_stop("dragonfly/72", &error);
    ws_frame *frame = ws_frame_new(ws_session_net(session));
    ws_map_plan *plan = ws_map_plan_new(frame);
    ok(plan->places->family == WS_FAMILY_GROUPS, "a dragonfly is drawn as groups from the first picture on");
    ws_map_plan_free(plan);
    ws_frame_free(frame);
    ws_session_close(session);
}

int main(void) {
    picture d = {0};
    a_new_frame_knows_its_family();
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        const room *r = &rooms[i];
        bool same = i > 0 && strcmp(r->scenario, rooms[i - 1].scenario) == 0;
        if (!same) {
            if (i > 0) picture_free(&d);
            d = draw(r->scenario, amount(500, 2000, 2000));
        }
        bool fits = ws_wired_fit(d.wired, d.frame, r->width, r->height, false);
        ok(fits == r->fits, "%s %s into %dx%d", r->scenario, r->fits ? "fits" : "does not fit", r->width, r->height);
        if (fits) {
            paths_are_whole(r->scenario, &d);
            boxes_are_apart(r->scenario, &d);
            picks_find(r->scenario, &d);
        }
    }
    picture_free(&d);
    return done();
}
