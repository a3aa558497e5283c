/* stage_lines.c - see stage_lines.h. */
#include "tui/stage_lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/language/stage_lines.h"
#include "session/stage.h"
#include "tui/loop.h"
#include "tui/state.h"
#include "ui/map/lens.h"

/* ---- showing ---- */

/* Who has said a speed on the command line, or chosen one by a key, keeps it; a lesson and
 * a lecture have the word where they lead. */
static bool is_overruled(const ws_tui *t, const char *line, size_t length) {
    bool is_pace = length == 4 && memcmp(line, "pace", length) == 0;
    bool is_led = t->lesson.play || t->class.follower;
    bool is_kept = t->run.asked > 0 || (t->run.is_chosen && !is_led);
    return is_pace && is_kept;
}

/* A file that another machine names is never opened. */
static bool is_file(const ws_tui *t, const char *line) {
    return t->class.follower && strncmp(line, "light", 5) == 0 && strchr(line, '/');
}

/* A line for which this screen has no view is passed over. */
static void line_show(void *context, const char *line) {
    ws_tui *t = context;
    size_t length = strcspn(line, " \t");
    const ws_screen_command *row = ws_screen_command_find(t->commands, line, length);
    if (!row || !ws_stage_line_find(line, length) || is_overruled(t, line, length) ||
        is_file(t, line))
        return;
    if (t->run.stale)
        ws_tui_look(t);
    const char *argument = line + length;
    row->run(t, argument + strspn(argument, " \t"));
}

static void seen_take(const ws_tui *t, ws_stage_seen *seen) {
    *seen = (ws_stage_seen){.speed = t->run.pace.speed,
                            .thing = ws_view_thing(&t->view),
                            .zoom = t->view.map.zoom,
                            .layer = (int)t->view.overlay.layer,
                            .colour = (int)t->view.map.hues.key};
    snprintf(seen->filter, sizeof seen->filter, "%s", t->view.selection.filter.text);
    if (t->other.shadow)
        snprintf(seen->beside, sizeof seen->beside, "%s", t->other.name);
}

/* Lines one after the other, from one of them on. */
typedef struct shown {
    ws_tui *tui;
    size_t place, first;
} shown;

static void line_count(void *context, const char *line) {
    shown *s = context;
    if (s->place++ >= s->first && s->tui)
        line_show(s->tui, line);
}

size_t ws_tui_stage_here(ws_tui *t) {
    shown here = {.first = SIZE_MAX};
    ws_session_stage_each(t->session, ws_tui_cycle(t), ws_tui_cycle(t), line_count, &here);
    return here.place;
}

/* What the line itself would say on the message row is not said; a mistake in it is. */
static void lines_show(ws_tui *t, uint64_t first, uint64_t last, size_t known) {
    char before[sizeof t->message];
    bool was_error = t->view.line.message_error;
    shown all = {.tui = t, .first = known};
    memcpy(before, t->message, sizeof before);
    t->view.line.message_error = false;
    ws_session_stage_each(t->session, first, last, line_count, &all);
    if (!t->view.line.message_error) {
        memcpy(t->message, before, sizeof before);
        t->view.line.message_error = was_error;
    }
    seen_take(t, &t->stage);
    ws_tui_touch(t);
}

void ws_tui_stage_show(ws_tui *t, uint64_t first, uint64_t last) {
    if (first == 0 || ws_session_stage_after(t->session, first - 1) <= last)
        lines_show(t, first, last, 0);
}

void ws_tui_stage_show_new(ws_tui *t, size_t known) {
    lines_show(t, ws_tui_cycle(t), ws_tui_cycle(t), known);
}

void ws_tui_stage_travelled(ws_tui *t, uint64_t before, bool other_branch) {
    uint64_t now = ws_tui_cycle(t);
    if (!other_branch && now > before)
        ws_tui_stage_show(t, before + 1, now);
    else if (other_branch || ws_session_stage_ahead(t->session) <= before)
        ws_tui_stage_show(t, 0, now);
}

/* The latest line of this name. */
typedef struct latest {
    const char *name;
    const char *line; /* NULL: none */
} latest;

static void line_note(void *context, const char *line) {
    latest *found = context;
    size_t length = strlen(found->name);
    if (strncmp(line, found->name, length) == 0 && line[length] == ' ')
        found->line = line;
}

/* Does the branch that a line names stand beside this one, or none where it names none? */
static bool is_beside(const ws_tui *t, const char *line) {
    const char *name = line + strlen("split ");
    if (!t->other.shadow)
        return strcmp(name, "off") == 0;
    return ws_session_branch_find(t->session, name) == ws_shadow_branch(t->other.shadow);
}

void ws_tui_stage_again(ws_tui *t) {
    static const latest plain[] = {{"lens", "lens worms"},
                                   {"zoom", "zoom fit"},
                                   {"filter", "filter none"},
                                   {"split", "split off"}};
    char before[sizeof t->message];
    bool was_error = t->view.line.message_error;
    memcpy(before, t->message, sizeof before);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        latest found = plain[i];
        ws_session_stage_each(t->session, 0, ws_tui_cycle(t), line_note, &found);
        bool is_split = strcmp(found.name, "split") == 0;
        if (!is_split || !is_beside(t, found.line))
            line_show(t, found.line);
    }
    memcpy(t->message, before, sizeof before);
    t->view.line.message_error = was_error;
}

/* ---- keeping ---- */

static void link_line(const ws_frame *frame, const ws_frame_link *link, char *text, size_t room) {
    const char *from = ws_node_name(frame, link->from);
    const char *to = ws_node_name(frame, link->to);
    snprintf(text, room, "look %s %s", from, to);
}

static void thing_line(const ws_tui *t, ws_thing thing, char *text, size_t room) {
    const ws_frame *frame = t->frame;
    *text = '\0';
    switch (thing.kind) {
    case WS_THING_NONE: snprintf(text, room, "look none"); break;
    case WS_THING_WORM: snprintf(text, room, "select %" PRIu32, thing.id); break;
    case WS_THING_NODE: snprintf(text, room, "look %s", ws_node_name(frame, thing.id)); break;
    case WS_THING_LINK: link_line(frame, &frame->link[thing.id], text, room); break;
    case WS_THING_QUEUE: break; /* a queue has no name */
    }
}

static void keep(ws_tui *t, const char *line) {
    ws_error error;
    if (*line && !ws_session_stage(t->session, line, &error))
        ws_tui_say(t, true, "%s", error.text);
}

static void pace_keep(ws_tui *t, double speed) {
    char line[64] = "pace max";
    if (!isinf(speed))
        snprintf(line, sizeof line, "pace %.12g", speed);
    keep(t, line);
}

static void view_keep(ws_tui *t, const ws_stage_seen *was, const ws_stage_seen *now) {
    char line[320];
    if (now->layer != was->layer) {
        snprintf(line, sizeof line, "lens %s", ws_lenses[now->layer].name);
        keep(t, line);
    }
    if (now->colour != was->colour) {
        snprintf(line, sizeof line, "colour %s", ws_colour_key_names[now->colour]);
        keep(t, line);
    }
    if (now->zoom != was->zoom) {
        snprintf(line, sizeof line, now->zoom ? "zoom %d" : "zoom fit", now->zoom);
        keep(t, line);
    }
    if (!ws_thing_same(now->thing, was->thing)) {
        thing_line(t, now->thing, line, sizeof line);
        keep(t, line);
    }
    if (strcmp(now->filter, was->filter) != 0) {
        snprintf(line, sizeof line, "filter %s", *now->filter ? now->filter : "none");
        keep(t, line);
    }
    if (strcmp(now->beside, was->beside) != 0) {
        snprintf(line, sizeof line, "split %s", *now->beside ? now->beside : "off");
        keep(t, line);
    }
}

void ws_tui_stage_keep(ws_tui *t) {
    ws_stage_seen now;
    if (!t->session || t->prompt.open)
        return;
    seen_take(t, &now);
    bool is_seen = t->view.lecture || t->class.hosting;
    if (is_seen && ws_session_record_status(t->session).on) {
        if (now.speed != t->stage.speed)
            pace_keep(t, now.speed);
        view_keep(t, &t->stage, &now);
    }
    t->stage = now;
}
