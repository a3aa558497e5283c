/* why.c - see why.h. */
#include "ui/map/why.h"

#include <inttypes.h>
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/panel.h"

static const ws_frame_worm *worm_at(const ws_view *view, const ws_why *why, size_t place) {
    return ws_frame_worm_of(view->frame, why->packet[place]);
}

/* The channel of a link that leaves a node and is held by a packet. */
static uint32_t channel_held(const ws_frame *frame, uint32_t node, uint32_t packet) {
    for (uint32_t v = 0; v < frame->vcs; v++) {
        const ws_frame_vc *vc = &frame->vc[v];
        if (vc->packet == packet && frame->link[vc->link].from == node)
            return v;
    }
    return WS_NIL;
}

/* What a waiting head wants: the channel that it holds but may not use, or that which the worm
 * before it holds. */
static uint32_t wanted_by(const ws_frame *frame, const ws_frame_worm *worm) {
    if (!worm || !worm->blocked || worm->head_queue == WS_NIL)
        return WS_NIL;
    uint32_t node = frame->queue[worm->head_queue].node;
    uint32_t own = channel_held(frame, node, worm->packet);
    if (own != WS_NIL || worm->waits_for == WS_NIL)
        return own;
    return channel_held(frame, node, worm->waits_for);
}

ws_why ws_why_of(const ws_view *view) {
    ws_why why = {0};
    const ws_frame *frame = view->frame;
    const ws_frame_worm *worm = ws_frame_worm_of(frame, view->selection.worm);
    if (!worm || !ws_worm_selected(view, worm))
        return why;
    why.count = ws_frame_chain(frame, worm->packet, why.packet, why.reason, WS_CHAIN_MAX);
    size_t last = why.count - 1;
    for (size_t i = 0; i < last && !why.ring; i++) {
        why.ring = why.packet[i] == why.packet[last];
        why.back = i;
    }
    why.count -= why.ring;
    for (size_t i = 0; i < why.count; i++)
        why.wanted[i] = wanted_by(frame, ws_frame_worm_of(frame, why.packet[i]));
    return why;
}

int ws_why_place(const ws_why *why, uint32_t packet) {
    for (size_t i = 0; i < why->count; i++)
        if (why->packet[i] == packet)
            return (int)i;
    return -1;
}

/* Does this one wait? The root moves. */
static bool why_waits(const ws_view *view, const ws_why *why, size_t place) {
    const ws_frame_worm *worm = worm_at(view, why, place);
    return worm && worm->blocked;
}

uint32_t ws_why_depth(const ws_why *why, size_t place) {
    size_t steps = why->count - 1 - place;
    if (why->ring || steps > 0)
        steps++;
    return (uint32_t)steps;
}

static bool is_stuck(const ws_view *view, const ws_why *why, size_t place) {
    const ws_frame_worm *worm = worm_at(view, why, place);
    return worm && worm->in_deadlock;
}

ws_role ws_why_role(const ws_view *view, const ws_why *why, size_t place) {
    if (is_stuck(view, why, place))
        return WS_ROLE_DEADLOCK;
    return ws_hot_role(ws_why_depth(why, place));
}

uint32_t ws_why_ink(const ws_view *view, const ws_why *why, size_t place) {
    if (is_stuck(view, why, place))
        return ws_ink_ground(view, WS_ROLE_DEADLOCK);
    return ws_ink_hot(view, ws_why_depth(why, place));
}

uint32_t ws_why_node(const ws_view *view, const ws_why *why, size_t place) {
    const ws_frame_worm *worm = worm_at(view, why, place);
    if (!worm || !worm->blocked || worm->head_queue == WS_NIL)
        return WS_NIL;
    return view->frame->queue[worm->head_queue].node;
}

void ws_why_badge(const ws_view *view, const ws_pen *pen, int x, int row, size_t place,
                  uint32_t colour) {
    ws_role role = ws_ink_rich(view) ? WS_ROLE_SWITCH : WS_ROLE_SELECTED;
    ws_pen_ink(pen, x, row, '1' + (uint32_t)place, role, ws_ink_on(colour), colour);
}

void ws_why_sample(const ws_view *view, const ws_pen *pen, int apart) {
    for (int i = 0; i < 3; i++)
        ws_why_badge(view, pen, apart * i, 0, (size_t)i, ws_ink_hot(view, 3 - (uint32_t)i));
}

uint32_t ws_why_full_ink(const ws_view *view, const ws_why *why) {
    uint32_t paper = ws_ink_ground(view, WS_ROLE_TEXT);
    int share = ws_why_is_lit(why) ? WS_WHY_FULL : 0;
    return ws_ink_mix(ws_ink_role(view, WS_ROLE_STRONG), paper, share);
}

uint64_t ws_why_lost(const ws_view *view, const ws_why *why) {
    uint64_t lost = 0;
    for (size_t i = 0; i < why->count; i++) {
        const ws_frame_worm *worm = worm_at(view, why, i);
        if (!worm || !worm->blocked || worm->since == UINT64_MAX)
            continue;
        lost += (view->frame->cycle - worm->since) * worm->links_held;
    }
    return lost;
}

/* ---------------------------------------------------------------------------------- words ---- */

enum { WHITE = 25 }; /* percent, in a name: deep colours are dark */

/* Words that go on in the next row where they do not fit. */
typedef struct teller {
    const ws_view *view;
    const ws_why *why;
    const ws_pen *pen;
    size_t told; /* worms that are told one by one, at most */
    int x;
    int row;
} teller;

/* Behind every word there is a column for one. */
static bool is_mark(const char *text) {
    return *text && strchr(",.:", *text) && !text[1];
}

static void say(teller *t, ws_role role, uint32_t ink, const char *text) {
    int columns = ws_text_columns(text);
    int end = t->pen->clip.w - !is_mark(text);
    if (t->x > 1 && t->x + columns > end) {
        t->x = 1;
        t->row++;
    }
    for (; *text; t->x++) {
        uint32_t glyph = ws_text_next(&text);
        if (t->row < t->pen->clip.h)
            ws_pen_ink(t->pen, t->x, t->row, glyph, role, ink, WS_COLOUR_NONE);
    }
}

static void say_words(teller *t, const char *text) {
    for (char word[64]; *text;) {
        size_t length = 0;
        while (text[length] && text[length] != ' ')
            length++;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        say(t, WS_ROLE_TEXT, WS_COLOUR_NONE, word);
        text += length;
        if (*text == ' ') {
            t->x++;
            text++;
        }
    }
}

static const char *arrow_of(const ws_view *view) {
    return view->glyphs->ascii ? ">" : "→";
}

static void say_worm(teller *t, size_t place) {
    char text[96];
    const ws_frame *frame = t->view->frame;
    const ws_frame_worm *worm = worm_at(t->view, t->why, place);
    if (!worm)
        return;
    snprintf(text, sizeof text, "%s%s%s", ws_node_name(frame, frame->switches + worm->source),
             arrow_of(t->view), ws_node_name(frame, frame->switches + worm->dest));
    uint32_t paper = ws_ink_ground(t->view, WS_ROLE_TEXT);
    uint32_t strong = ws_ink_role(t->view, WS_ROLE_STRONG);
    uint32_t ink = ws_ink_mix(ws_why_ink(t->view, t->why, place), strong, WHITE);
    ink = ws_ink_readable(ink, paper);
    say(t, WS_ROLE_STRONG, ink, text);
}

static void say_link(teller *t, uint32_t channel) {
    char text[96];
    const ws_frame *frame = t->view->frame;
    const ws_frame_link *link = &frame->link[frame->vc[channel].link];
    snprintf(text, sizeof text, "%s%s%s", ws_node_name(frame, link->from), arrow_of(t->view),
             ws_node_name(frame, link->to));
    say_words(t, text);
}

/* Why a switch with a pool does not take a packet, and how the one before it is named. */
typedef struct refusal {
    const char *why;
    const char *before;
} refusal;

static const refusal refusals[] = {
    [WS_WAIT_POOL] = {", refused where no buffer is free", ", behind "},
    [WS_WAIT_RULE] = {", refused where few buffers are free", ", behind "},
    [WS_WAIT_MESSAGE] = {", refused as one of its message waits", ": "},
    [WS_WAIT_DEST] = {", refused as one for its host waits", ": "},
    [WS_WAIT_LIMIT] = {", kept back by a limit", ", behind "},
};

/* NULL: it is not refused. */
static const refusal *refusal_of(const ws_frame_worm *worm) {
    bool known = worm->reason < sizeof refusals / sizeof *refusals;
    const refusal *found = known && !worm->behind ? &refusals[worm->reason] : NULL;
    return found && found->why ? found : NULL;
}

/* Where it waits, and for what. */
static void say_wait(teller *t, size_t place) {
    const ws_frame *frame = t->view->frame;
    const ws_frame_worm *worm = worm_at(t->view, t->why, place);
    uint32_t channel = t->why->wanted[place];
    bool stands = worm->head_queue != WS_NIL;
    const ws_frame_queue *queue = stands ? &frame->queue[worm->head_queue] : NULL;
    bool at_host = queue && queue->node >= frame->switches;
    say_words(t, worm->behind ? " is behind another " : " waits ");
    say_words(t, at_host ? "at its host" : "in ");
    if (queue && !at_host)
        say_words(t, ws_node_name(frame, queue->node));
    if (refusal_of(worm))
        say_words(t, refusal_of(worm)->why);
    if (channel == WS_NIL || refusal_of(worm))
        return;
    bool own = frame->vc[channel].packet == worm->packet;
    say_words(t, own ? ", before " : ": ");
    say_link(t, channel);
    if (own)
        say_words(t, " there is no room");
}

static void say_end(teller *t) {
    char text[48];
    uint64_t lost = ws_why_lost(t->view, t->why);
    if (lost == 0)
        return;
    say_words(t, "  Lost so far: ");
    ws_count_text(lost, text, sizeof text);
    say(t, WS_ROLE_TEXT, WS_COLOUR_NONE, text);
    say_words(t, " flit-cycles");
}

/* Worms from one host to another have one name. */
static bool is_of_same_hosts(const teller *t, size_t place, size_t next) {
    const ws_frame_worm *worm = worm_at(t->view, t->why, place);
    const ws_frame_worm *ahead = worm_at(t->view, t->why, next);
    return worm && ahead && worm->source == ahead->source && worm->dest == ahead->dest;
}

static void say_next(teller *t, size_t place) {
    const ws_frame *frame = t->view->frame;
    const ws_why *why = t->why;
    uint32_t channel = why->wanted[place];
    bool held = channel != WS_NIL && frame->vc[channel].packet != why->packet[place];
    const refusal *refused = refusal_of(worm_at(t->view, why, place));
    const char *words = held ? " is held by " : ", behind ";
    say_words(t, refused ? refused->before : words);
    bool closes = why->ring && place + 1 == why->count;
    size_t next = closes ? why->back : place + 1;
    if (is_of_same_hosts(t, place, next))
        say_words(t, "another ");
    say_worm(t, next);
}

enum { TOLD_MOST = 4 };                 /* worms that are told one by one */
enum { ROWS_LEAST = 3, ROWS_MOST = 4 }; /* rows that it may take on any map, and on a low one */

static void tell(teller *t) {
    const ws_why *why = t->why;
    size_t waiting = why->ring ? why->count : why->count - 1;
    say_worm(t, 0);
    for (size_t i = 0; i < waiting && i < t->told; i++) {
        say_words(t, i ? ", which" : "");
        say_wait(t, i);
        say_next(t, i);
    }
    char text[64];
    if (waiting > t->told) {
        snprintf(text, sizeof text, ", and %zu more,", waiting - t->told);
        say_words(t, text);
        say_words(t, why->ring ? " round to " : " down to ");
        say_worm(t, why->ring ? why->back : why->count - 1);
    }
    if (why->ring) {
        say_words(t, ": a ring; none can move.");
    } else if (why_waits(t->view, why, why->count - 1)) {
        say_words(t, ", which waits, too.");
    } else {
        say_words(t, ", and that one ");
        say(t, WS_ROLE_MOVING, WS_COLOUR_NONE, "moves.");
    }
    say_end(t);
}

static void tell_one(teller *t) {
    say_worm(t, 0);
    say_wait(t, 0);
    say_words(t, ".");
    say_end(t);
}

/* What is said, with a pen or without. */
static int all_told(teller t) {
    t.x = 1;
    if (t.why->count == 1 && !t.why->ring)
        tell_one(&t);
    else
        tell(&t);
    return t.row + 1;
}

/* The sentence with as many worms as are told in so many rows. */
static teller teller_of(const ws_view *view, const ws_why *why, const ws_pen *pen, int most) {
    teller t = {.view = view, .why = why, .pen = pen, .told = TOLD_MOST};
    while (t.told > 1 && all_told(t) > most)
        t.told--;
    return t;
}

static bool is_said(const ws_view *view, const ws_why *why) {
    return why->count > 0 && why_waits(view, why, 0);
}

int ws_why_rows(const ws_view *view, int width, int most) {
    ws_why why = ws_why_of(view);
    ws_canvas nothing = {0};
    ws_pen nowhere = {.canvas = &nothing, .clip = {0, 0, width, 0}};
    if (!is_said(view, &why) || most < 1)
        return 0;
    return ws_min(all_told(teller_of(view, &why, &nowhere, most)), most);
}

void ws_why_panel_draw(const ws_view *view, const ws_pen *pen) {
    ws_why why = ws_why_of(view);
    if (!is_said(view, &why))
        return;
    ws_pen nowhere = *pen;
    nowhere.clip.h = 0;
    teller t = teller_of(view, &why, &nowhere, pen->clip.h);
    t.pen = pen;
    (void)all_told(t);
}

/* Rows that the sentence may take: those under the map, and a few more. */
static int rows_allowed(const ws_view *view, const ws_pen *pen) {
    const ws_map_plan *plan = view->map.plan;
    int top = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    int below = pen->clip.h - top - plan->height;
    int least = ws_max(pen->clip.h / 5, 2);
    return ws_min(ws_max(least, below), ROWS_MOST);
}

/* What the sentence would hide in these rows: numbers of the chain that are seen there, and boxes
 * of its switches; that of the selected worm counts more than all others. */
static int hidden_in(const ws_view *view, const ws_why *why, const ws_pen *pen, ws_rect rows) {
    const ws_map_plan *plan = view->map.plan;
    int origin = ws_map_origin(plan->area_h, plan->height, view->map.pan_y);
    int count = 0;
    for (size_t i = 0; i < why->count; i++) {
        uint32_t node = ws_why_node(view, why, i);
        if (node >= view->frame->switches)
            continue;
        int row = plan->box[node].y + origin;
        bool hides = row < rows.y + rows.h && row + plan->box[node].h > rows.y;
        int weight = i == 0 ? WS_CHAIN_MAX : 1;
        count += hides ? weight : 0;
    }
    for (int i = 0; i < rows.w * rows.h; i++)
        count += (int)(ws_pen_signs_at(pen, i % rows.w, rows.y + i / rows.w) >> WS_SIGN_CHAIN & 1);
    return count;
}

/* The rows of the sentence: at the bottom, at the top, or wherever it hides least of the chain. */
static ws_rect place_of(const ws_view *view, const ws_pen *pen, const ws_why *why, int rows) {
    int bottom = pen->clip.h - rows;
    ws_rect best = {0, bottom, pen->clip.w, rows};
    int least = hidden_in(view, why, pen, best);
    for (int i = 0; i < bottom && least > 0; i++) {
        ws_rect next = {0, i, pen->clip.w, rows};
        int hidden = hidden_in(view, why, pen, next);
        if (hidden >= least)
            continue;
        best = next;
        least = hidden;
    }
    return best;
}

void ws_why_draw(const ws_view *view, const ws_pen *pen) {
    ws_why why = ws_why_of(view);
    if (!is_said(view, &why) || view->map.plan->said)
        return;
    int allowed = rows_allowed(view, pen);
    int rows = ws_min(ws_why_rows(view, pen->clip.w, allowed), ws_max(allowed, ROWS_LEAST));
    ws_rect place = place_of(view, pen, &why, rows);
    ws_pen inner = ws_pen_sub(pen, place);
    ws_pen_fill(&inner, (ws_rect){0, 0, place.w, rows}, ' ', WS_ROLE_TEXT);
    ws_why_panel_draw(view, &inner);
}
