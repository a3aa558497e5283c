/* subject.h - a drawn machine (tests/drawn/draw.h) and what is done to it: two networks of it, one that goes on in segments and in windows,
 * one that goes flit by flit and cycle by cycle; lines drawn from the tables of the language change both. Header only. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "drawn/draw.h"
#include "observe/frame.h"
#include "observe/waits.h"

typedef struct subject {
    ws_net *fast, *slow;
    ws_session *lines; /* understands lines, and never runs: what they change in it is changed in both */
    ws_def built;
    ws_observer *observer; /* of the slow one */
    ws_frame *frame;
    u64 rng;
    u64 cuts;        /* changes of cables so far */
    bool is_uneven;  /* each cable has a length of its own: none is cut, since the lines do not know it */
    bool may_stick;  /* it is, or was, a network in which worms can wait for each other for ever */
    char text[TEXT_ROOM];
    size_t used;
} subject;

/* What the law that is asked says when it is broken; "" while none is. */
static char broken_words[300];

__attribute__((format(printf, 1, 2))) DRAW bool broken(const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (!*broken_words)
        vsnprintf(broken_words, sizeof broken_words, format, args);
    va_end(args);
    return false;
}
#define MUST(good, ...) ((good) || broken(__VA_ARGS__))

DRAW u32 pick(u64 *rng, u32 low, u32 high) {
    return low + rng_below(rng, high - low + 1);
}

/* ---- lines ---- */

/* What the tables rarely come to, since several lines must go together: all kinds of ports, in more than one switch; units and buffers of
 * routers; kills elsewhere than in their own machine. */
static void kinds_draw(drawing *d) {
    static const char *const ports[] = {
        "set topology bmin 16",
        "set topology bmin 16\nset queueing recn-iq",
        "set topology bmin 16\nset queueing recn",
        "set topology bmin 16\nset queueing recn-dd",
        "set topology bmin 16\nset queueing recn-dd\nset saq-order none",
        "set topology bmin 16\nset queueing voqsw",
        "set topology bmin 16\nset queueing voqnet\nset buffer 64\nset voqnet-room 1",
        "set topology mesh 3 3\nset routing updown\nset queueing 1q",
        "set topology irregular 6\nset routing updown\nset queueing 1q",
        "set topology torus 3 3\nset routing updown\nset queueing oq\nset buffer 24",
    };
    static const char *const routers[] = {
        "set flow-control packet-credit\nset length fixed 4\nset buffer 9",
        "set flow-control packet-credit\nset length fixed 9\nset buffer 30\nset vcs 2",
        "set router-unit header\nset router-delay 1\nset lane-delay 0",
        "set router-unit header\nset router-delay 2\nset flow-control credit\nset grant-room fit\nset buffer 12\nset length fixed 6",
        "set router-unit header\nset router-delay 1\nset crossbar full\nset crossbar-delay 1\nset output-buffer 3",
        "set flow-control credit\nset vcs 1\nset buffer 3\nset link-delay 4\nset length fixed 20",
        "set topology torus 3 4\nset routing dor-no-dateline\nset flow-control credit\nset vcs 1\nset grant-room bubble\nset buffer 9\nset length fixed 4",
        "set topology ring 5\nset routing dor-no-dateline\nset flow-control credit\nset vcs 1\nset grant-room bubble\nset buffer 14\nset length fixed 4",
    };
    static const char *const kills[] = {
        "set timeout-policy fixed\nset timeout 12\nset overhead 3",
        "set timeout-policy fixed\nset timeout 30\nset grant-room flit\nset buffer 4",
        "set timeout-policy cep\nset timeout-patience 2",
        "set timeout-policy itow\nset overhead 2\nset length fixed 20",
    };
    bool is_of_ports = d->def->topology == WS_TOPOLOGY_BMIN;
    if (is_of_ports && chance(d->rng, 80))
        text_add(&d->out, "%s\n", ports[below(d->rng, sizeof ports / sizeof *ports)]);
    if (!is_of_ports && chance(d->rng, 50))
        text_add(&d->out, "%s\n", routers[below(d->rng, sizeof routers / sizeof *routers)]);
    if (!is_of_ports && chance(d->rng, 25))
        text_add(&d->out, "%s\n", kills[below(d->rng, sizeof kills / sizeof *kills)]);
}

/* What makes networks tight and busy: the tables alone leave most of them as shipped, and idle. A number of what is built is small. */
static void busy_draw(drawing *d) {
    for (u64 i = below(d->rng, 7); i > 0; i--) {
        size_t param = 1 + below(d->rng, PARAMS - 1);
        const ws_param *p = &ws_params[param];
        char value[VALUE_ROOM];
        if (p->live || p->type == WS_PARAM_LENGTH || !ws_param_read_by(p, d->def))
            continue;
        u64 range = p->type == WS_PARAM_ENUM ? p->name_count : chance(d->rng, 70) ? 12 : 60;
        corner_print(p, within(p, p->min + (int64_t)below(d->rng, range)), value);
        setting(d, param, value);
    }
    if (chance(d->rng, 90)) /* a full table is an outcome, too */
        text_add(&d->out, "set message-capacity %u\n", pick(d->rng, 20, 400));
    if (chance(d->rng, 60))
        text_add(&d->out, "set load 0.%02u\n", pick(d->rng, 2, 99));
    if (chance(d->rng, 50))
        text_add(&d->out, "set length fixed %u\n", pick(d->rng, 1, chance(d->rng, 60) ? 12 : 60));
    if (chance(d->rng, 35))
        text_add(&d->out, "set traffic hotspot\nset hotspot-share 0.%02u\n", pick(d->rng, 5, 99));
}

/* Draws a line that may stand at a cycle and changes the network. */
static void line_draw(subject *s, char *text, size_t room) {
    drawing d = {.rng = &s->rng, .out = text_begin(text, room), .cycles = 1};
    d.graph = ws_net_graph(ws_session_net(s->lines));
    d.def = ws_net_def(ws_session_net(s->lines));
    u64 which = below(&s->rng, 10);
    if (which == 0)
        text_add(&d.out, "set load 0.%02u", pick(&s->rng, 0, 99));
    else if (which < 6)
        draw_set(&d);
    else if (which < 8 || d.graph->switches < 2 || s->is_uneven)
        draw_host(&d);
    else
        (chance(&s->rng, 60) ? draw_cut : draw_repair)(&d);
}

static void kept(subject *s, const char *line) {
    int length = snprintf(s->text + s->used, sizeof s->text - s->used, "@%llu %s\n",
                          (unsigned long long)s->slow->cycle[0], line);
    if (s->used + (size_t)length < sizeof s->text)
        s->used += (size_t)length;
}

/* Takes a change back that the networks refuse. */
static void line_undo(subject *s, const char *line, const ws_def *before) {
    char name[WS_NAME_MAX] = "", text[512], value[VALUE_ROOM];
    ws_error error;
    if (sscanf(line, "set %23s", name) == 1) {
        ws_param_print(ws_param_find(name), before, value, sizeof value);
        snprintf(text, sizeof text, "set %s %s", name, value);
    } else {
        bool was_cut = strncmp(line, "cut", 3) == 0;
        snprintf(text, sizeof text, "%s%s", was_cut ? "repair" : "cut", strchr(line, ' '));
    }
    ws_session_apply(s->lines, text, &error);
}

/* The cables of both become those of the line. */
static bool cables_follow(subject *s, const ws_graph *graph, bool *refused) {
    bool same = true;
    ws_error error;
    for (int32_t i = 0; i < graph->edges; i++)
        same &= graph->edge[i].cut == ws_net_graph(s->slow)->edge[i].cut;
    if (same)
        return true;
    ws_net *fast = ws_net_recable(s->fast, &s->built, graph, &error);
    ws_net *slow = ws_net_recable(s->slow, &s->built, graph, &error);
    *refused = !fast;
    if (!fast || !slow) {
        ws_net_free(fast), ws_net_free(slow);
        return MUST(!fast == !slow, "only one of two that are the same can be given other cables");
    }
    ws_net_free(s->fast), ws_net_free(s->slow);
    s->fast = fast, s->slow = slow;
    ws_net_segments(slow, 1);
    s->cuts++;
    return true;
}

/* Changes both by a line. A refusal leaves both as they were: the laws see to it. */
static bool line_follow(subject *s, const char *line) {
    ws_error error;
    ws_def before = *ws_net_def(ws_session_net(s->lines));
    bool refused = false;
    if (!ws_session_apply(s->lines, line, &error))
        return true;
    const ws_net *other = ws_session_net(s->lines);
    const ws_def *def = ws_net_def(other);
    if (memcmp(&before, def, sizeof before) != 0) {
        bool fast = ws_net_change(s->fast, def, &error);
        refused = !fast;
        if (ws_net_change(s->slow, def, &error) != fast)
            return broken("only one of two that are the same can be changed");
    }
    for (u32 h = 0; h < s->slow->size.hosts; h++)
        if (memcmp(&s->slow->host[h], &other->host[h], sizeof *other->host) != 0) {
            bool fast = ws_net_change_host(s->fast, h, &other->host[h], &error);
            if (ws_net_change_host(s->slow, h, &other->host[h], &error) != fast)
                return broken("only one of two hosts that are the same can be changed");
        }
    if (!cables_follow(s, ws_net_graph(other), &refused))
        return false;
    if (refused)
        line_undo(s, line, &before);
    else
        kept(s, line);
    return true;
}

/* Messages by hand. */
static bool messages_send(subject *s) {
    u32 hosts = s->slow->size.hosts;
    for (u64 i = below(&s->rng, 4); i > 0; i--) {
        u32 from = rng_below(&s->rng, hosts), to = rng_below(&s->rng, hosts), flits = 1 + rng_below(&s->rng, 80);
        if (ws_net_send(s->fast, from, to, flits, NULL) != ws_net_send(s->slow, from, to, flits, NULL))
            return broken("only one of two that are the same takes a message");
    }
    return true;
}

/* A worm that has a whole link to itself keeps others from the channels that would save them. */
DRAW bool may_deadlock(const ws_net *n) {
    if (n->def->multiplexing == WS_MULTIPLEXING_PACKET)
        return true;
    if (n->def->queueing == WS_QUEUEING_POOL)
        return n->def->deadlock_rule == WS_DEADLOCK_RULE_OFF;
    return !n->routing->deadlock_free && n->def->topology != WS_TOPOLOGY_SWITCH;
}

static bool subject_disturb(subject *s) {
    char line[512];
    bool good = true;
    for (u64 i = below(&s->rng, 6); good && i > 0; i--) {
        line_draw(s, line, sizeof line);
        good = line_follow(s, line);
        s->may_stick |= may_deadlock(s->slow) || s->cuts > 0;
    }
    return good && messages_send(s);
}

/* ---- from the begin to the end ---- */

/* The lines of a machine: two corners of live parameters, and what else comes. */
static void text_draw(subject *s) {
    drawing d = {.rng = &s->rng, .out = text_begin(s->text, sizeof s->text), .cycles = 1000};
    const bool later[2] = {chance(&s->rng, 50), chance(&s->rng, 50)};
    aim aims[2];
    for (int i = 0; i < 2; i++) {
        do
            aims[i].param = below(&s->rng, PARAMS);
        while (!ws_params[aims[i].param].live);
        aims[i].corner = below(&s->rng, corner_count(aims[i].param));
    }
    draw_setup(&d, aims, later);
    busy_draw(&d);
    kinds_draw(&d);
    s->used = strlen(s->text);
}

/* Two networks on the graph, whose cables may have lengths of their own; false if it is none then. */
static bool networks_build(subject *s) {
    ws_graph graph = *ws_session_first_graph(s->lines);
    size_t size = (size_t)graph.edges * sizeof *graph.edge;
    ws_edge *edge = malloc(size);
    assert(edge);
    memcpy(edge, graph.edge, size);
    graph.edge = edge;
    u64 most = 1ull << below(&s->rng, 15);
    for (int32_t i = 0; s->is_uneven && i < graph.edges; i++)
        edge[i].delay = 1 + (int32_t)any_up_to(&s->rng, most);
    s->built = *ws_session_first(s->lines);
    s->fast = ws_net_build(&s->built, &graph, NULL, NULL);
    s->slow = ws_net_build(&s->built, &graph, NULL, NULL);
    free(edge);
    return s->fast && s->slow;
}

/* A machine that `is_wanted`; what it cannot be is drawn again. */
static void subject_draw(subject *s, u64 seed, bool (*is_wanted)(const ws_net *n), u64 *impossible) {
    const ws_options options = {.bound = {.nodes = 100, .flits = 1000000}};
    ws_error error;
    *s = (subject){.rng = mix64(seed)};
    for (;; ++*impossible) {
        text_draw(s);
        s->is_uneven = chance(&s->rng, 20);
        s->lines = ws_session_open_text("drawn.ws", s->text, strlen(s->text), NULL, &options, &error);
        const ws_net *n = s->lines ? ws_session_net(s->lines) : NULL;
        bool found = n && is_wanted(n) && ws_net_state_size(n) < 1 << 20 && networks_build(s);
        if (found)
            break;
        ws_net_free(s->fast), ws_net_free(s->slow);
        s->fast = s->slow = NULL;
        ws_session_close(s->lines);
    }
    ws_net_segments(s->slow, 1);
    s->may_stick = may_deadlock(s->slow);
}

/* Who looks at the network that there is now. */
static void subject_watch(subject *s) {
    s->observer = ws_observer_new(s->slow);
    s->frame = ws_frame_new(s->slow);
    ws_observer_begin(s->observer, s->slow);
}
static void subject_unwatch(subject *s) {
    ws_observer_free(s->observer);
    ws_frame_free(s->frame);
}
static void subject_end(subject *s) {
    ws_net_free(s->fast), ws_net_free(s->slow);
    ws_session_close(s->lines);
}

/* ---- what laws ask ---- */

/* Do packets do anything but go on? */
DRAW bool is_torn(const subject *s) {
    const ws_net *n = s->slow;
    bool kills = n->def->timeout_policy != WS_TIMEOUT_POLICY_NONE || n->total[WS_TOTAL_KILLS] > 0;
    return kills || n->def->queueing == WS_QUEUEING_POOL;
}
DRAW bool is_quiet(const ws_net *n) {
    return n->packet.free_count[0] == n->size.packets && n->message.free_count[0] == n->size.messages;
}

#endif
