/* changes.c - the values of parameters before they were changed: runs the lines of the journal once
 * more, on a definition instead of a network. See session.h. */
#include "session/history/history.h"

#include "session/language/text.h"
#include "session/session_state.h"

static ws_change *change_of(ws_changes *c, const ws_param *param) {
    for (size_t i = 0; i < c->count; i++)
        if (c->change[i].param == param)
            return &c->change[i];
    size_t count = c->count++;
    WS_GROW(c->change, count);
    ws_change *change = &c->change[count];
    *change = (ws_change){.param = param};
    return change;
}

/* Runs a line on the draft. False if the line changes no parameters, or fails. */
static bool line_run(ws_draft *draft, const char *text) {
    ws_line line;
    ws_error error;
    if (!ws_line_typed(&line, text, &error) || line.count == 0)
        return false;
    const ws_command *command = ws_command_find(&line, true);
    if (!command || command->where & WS_COMMAND_HOSTS)
        return false;
    if (!(command->where & WS_COMMAND_CHANGES))
        return false;
    return ws_command_run(command, &line, true, draft);
}

/* Notes the parameters whose printed value the line changes. */
static void line_read(ws_changes *c, ws_draft *draft, const ws_journal_entry *entry) {
    char was[sizeof((ws_change *)0)->was];
    char is[sizeof was];
    ws_def before = draft->def;
    if (!line_run(draft, entry->text))
        return;
    if (memcmp(&before, &draft->def, sizeof before) == 0)
        return;
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        ws_param_print(param, &before, was, sizeof was);
        ws_param_print(param, &draft->def, is, sizeof is);
        if (text_is(was, is))
            continue;
        ws_change *change = change_of(c, param);
        change->cycle = entry->cycle;
        memcpy(change->was, was, sizeof was);
    }
}

/* Returns the text of the last line of the journal; NULL if the journal is empty. */
static const char *last_text(const ws_journal *journal) {
    const ws_journal_entry *last = ws_journal_last(journal);
    return last ? last->text : NULL;
}

/* Is the list made from the present journal? The texts of lines live as long as the session, so a
 * journal with the same last text at the same place is the same. Only travelling changes its
 * middle, and then the branch or the count differs. */
static bool is_fresh(const ws_changes *c, const ws_session *s) {
    const ws_journal *journal = &s->journal;
    bool same_lines = c->lines == journal->count && c->last == last_text(journal);
    return c->draft && same_lines && c->branch == s->branch;
}

static void read_journal(ws_changes *c, const ws_session *s) {
    const ws_journal *journal = &s->journal;
    if (!c->draft)
        c->draft = ws_alloc(1, sizeof *c->draft);
    *c->draft = s->script.draft;
    c->draft->def = s->first;
    c->count = 0;
    for (size_t i = 0; i < journal->count; i++)
        line_read(c, c->draft, &journal->entries[i]);
    c->lines = journal->count;
    c->last = last_text(journal);
    c->branch = s->branch;
}

const ws_change *ws_session_changes(ws_session *s, size_t *count) {
    ws_changes *c = &s->changes;
    if (!is_fresh(c, s))
        read_journal(c, s);
    *count = c->count;
    return c->change;
}

void ws_changes_free(ws_changes *c) {
    free(c->change);
    free(c->draft);
    *c = (ws_changes){0};
}
