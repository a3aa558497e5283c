/* stage.c - see stage.h. */
#include "session/stage.h"

#include <string.h>

#include "session/language/stage_lines.h"
#include "session/language/text.h"
#include "session/session_state.h"

bool ws_session_stage(ws_session *s, const char *text, ws_error *error) {
    ws_line line;
    if (!ws_line_typed(&line, text, error))
        return false;
    if (line.count == 0)
        return ws_refuse(&line, 0, "the line is empty; write a stage line");
    if (!ws_stage_line_check(&line, error))
        return false;
    const char *kept = ws_texts_add(&s->branches.texts, line.text, line.length);
    ws_stage_entry entry = {.cycle = session_now(s), .branch = s->branch, .text = kept};
    ws_stage_track_add(&s->branches.stage, entry);
    session_record_sync(s);
    return true;
}

/* Does the present branch pass the branch and cycle of the line? */
static bool is_on_path(const ws_session *s, const ws_stage_entry *entry) {
    return ws_branches_passes(&s->branches, s->branch, entry->branch, entry->cycle);
}

static uint64_t timed_after(const ws_session *s, uint64_t cycle) {
    const ws_timed_lines *stage = &s->script.stage;
    for (size_t i = 0; i < stage->count; i++)
        if (stage->line[i].cycle > cycle)
            return stage->line[i].cycle;
    return UINT64_MAX;
}

uint64_t ws_session_stage_after(const ws_session *s, uint64_t cycle) {
    const ws_stage_track *track = &s->branches.stage;
    uint64_t found = timed_after(s, cycle);
    for (size_t i = 0; i < track->count; i++) {
        const ws_stage_entry *entry = &track->entries[i];
        bool is_sooner = entry->cycle > cycle && entry->cycle < found;
        if (is_sooner && is_on_path(s, entry))
            found = entry->cycle;
    }
    return found;
}

uint64_t ws_session_stage_ahead(const ws_session *s) {
    return ws_session_stage_after(s, session_now(s));
}

typedef struct showing {
    const ws_session *session;
    void (*show)(void *context, const char *line);
    void *context;
} showing;

static void cycle_show(const showing *to, uint64_t cycle) {
    const ws_session *s = to->session;
    const ws_stage_track *track = &s->branches.stage;
    const ws_timed_lines *stage = &s->script.stage;
    for (size_t i = 0; i < stage->count; i++)
        if (stage->line[i].cycle == cycle)
            to->show(to->context, stage->line[i].text);
    for (size_t i = 0; i < track->count; i++) {
        const ws_stage_entry *entry = &track->entries[i];
        if (entry->cycle == cycle && is_on_path(s, entry))
            to->show(to->context, entry->text);
    }
}

void ws_session_stage_each(const ws_session *s, uint64_t first, uint64_t last,
                           void (*show)(void *context, const char *line), void *context) {
    const showing to = {s, show, context};
    if (first > last)
        return;
    cycle_show(&to, first);
    for (;;) {
        first = ws_session_stage_after(s, first);
        if (first > last || first == UINT64_MAX)
            return;
        cycle_show(&to, first);
    }
}

static bool is_begin(const char *text) {
    size_t length = strcspn(text, " \t#");
    return length == 5 && memcmp(text, "begin", length) == 0;
}

uint64_t ws_session_stage_begin(const ws_session *s) {
    const ws_timed_lines *stage = &s->script.stage;
    for (size_t i = 0; i < stage->count; i++)
        if (is_begin(stage->line[i].text))
            return stage->line[i].cycle;
    return 0;
}

size_t ws_session_stage_count(const ws_session *s) {
    return s->branches.stage.count;
}
