/* changes.c - what the parameters were before they were changed: the lines of the journal once
 * more, on a definition instead of a network. See session.h. */
#include "session/history/changes.h"

#include "session/language/text.h"
#include "session/session_state.h"

static ws_change *change_of(ws_changes *c, const ws_param *param) {
    for (size_t i = 0; i < c->count; i++)
        if (c->change[i].param == param)
            return &c->change[i];
    c->change = ws_grow(c->change, c->count, sizeof *c->change);
    c->change[c->count] = (ws_change){.param = param};
    return &c->change[c->count++];
}

/* Whatever the line is: the parameters of which it changes how they are spelt. */
static void line_read(ws_changes *c, ws_draft *draft, const ws_journal_entry *entry) {
    ws_line line;
    ws_error error;
    char was[sizeof((ws_change *)0)->was];
    char is[sizeof was];
    ws_def before = draft->def;
    if (!ws_line_split(&line, (ws_place){NULL, 1, 1}, entry->text, strlen(entry->text), &error) ||
        line.count == 0)
        return;
    const ws_command *command = ws_command_find(&line, true);
    if (!command || !(command->where & WS_COMMAND_CHANGES) || (command->where & WS_COMMAND_HOSTS))
        return;
    if (!ws_command_run(command, &line, true, draft) ||
        memcmp(&before, &draft->def, sizeof before) == 0)
        return;
    for (size_t i = 0; i < ws_param_count; i++) {
        ws_param_print(&ws_params[i], &before, was, sizeof was);
        ws_param_print(&ws_params[i], &draft->def, is, sizeof is);
        if (text_is(was, is))
            continue;
        ws_change *change = change_of(c, &ws_params[i]);
        change->cycle = entry->cycle;
        memcpy(change->was, was, sizeof was);
    }
}

/* The texts of lines live as long as the session, so the same last one in the same place is the
 * same journal but for its middle, which only a journey changes; then the branch or the count
 * differs. */
static bool is_fresh(const ws_changes *c, const ws_session *s) {
    const char *last = s->journal.count ? s->journal.entries[s->journal.count - 1].text : NULL;
    return c->draft && c->lines == s->journal.count && c->last == last && c->branch == s->branch;
}

const ws_change *ws_session_changes(ws_session *s, size_t *count) {
    ws_changes *c = &s->changes;
    if (!is_fresh(c, s)) {
        if (!c->draft)
            c->draft = ws_alloc(1, sizeof *c->draft);
        *c->draft = s->script.draft;
        c->draft->def = s->first;
        c->count = 0;
        for (size_t i = 0; i < s->journal.count; i++)
            line_read(c, c->draft, &s->journal.entries[i]);
        c->lines = s->journal.count;
        c->last = c->lines ? s->journal.entries[c->lines - 1].text : NULL;
        c->branch = s->branch;
    }
    *count = c->count;
    return c->change;
}

void ws_changes_free(ws_changes *c) {
    free(c->change);
    free(c->draft);
    *c = (ws_changes){0};
}
