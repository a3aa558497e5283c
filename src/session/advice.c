/* advice.c - see session.h. The checks of a build name the settings that would do (rows
 * of ws_error); whether they do together with all the others, only building says. So what they
 * name is put into one `rebuild` line, which is built and thrown away, until one can be built. A
 * setting that would have to be two things at once ends the search, and so does what leads back to
 * the present network: a circle. */
#include "session/session.h"

#include "session/language/text.h"
#include "session/session_state.h"

#define PAIRS_MAX  8
#define ROUNDS_MAX 4

/* A setting and the value that it is to have. */
typedef struct pair {
    char name[48];
    char value[80];
    bool given; /* by an advice, no longer by the line */
} pair;

typedef struct wish {
    size_t count;
    pair pair[PAIRS_MAX];
} wish;

/* ---- what is asked for ---- */

static pair *pair_of(wish *all, const char *name) {
    for (size_t i = 0; i < all->count; i++)
        if (text_is(all->pair[i].name, name))
            return &all->pair[i];
    return NULL;
}

/* Says that the setting is to have the value. False: an advice has given it one already, or there
 * is no room. */
static bool pair_put(wish *all, const pair *put) {
    pair *had = pair_of(all, put->name);
    if (had && had->given)
        return false;
    if (!had && all->count == PAIRS_MAX)
        return false;
    if (!had)
        had = &all->pair[all->count++];
    *had = *put;
    return true;
}

static pair *pair_new(wish *all) {
    pair *new = &all->pair[all->count];
    all->count++;
    *new = (pair){
        .given = false,
    };
    return new;
}

static void value_add(pair *to, const char *word) {
    text_out out = {
        .text = to->value,
        .room = sizeof to->value,
        .used = strlen(to->value),
    };
    const char *blank = out.used ? " " : "";
    text_add(&out, "%s%s", blank, word);
}

static void name_put(pair *to, const char *name, size_t length) {
    text_out out = text_begin(to->name, sizeof to->name);
    text_add(&out, "%.*s", (int)length, name);
}

/* set NAME VALUE ... */
static void wish_set(wish *all, const ws_line *line) {
    pair *only = pair_new(all);
    const char *name = word_at(line, 1);
    name_put(only, name, strlen(name));
    for (size_t i = 2; i < line->count; i++)
        value_add(only, word_at(line, i));
}

/* rebuild NAME=VALUE ... */
static void wish_rebuild(wish *all, const ws_line *line) {
    pair *last = NULL;
    for (size_t i = 1; i < line->count; i++) {
        const char *word = word_at(line, i);
        const char *is = strchr(word, '=');
        if (is && all->count < PAIRS_MAX) {
            last = pair_new(all);
            name_put(last, word, (size_t)(is - word));
            word = is + 1;
        }
        if (last)
            value_add(last, word);
    }
}

/* The settings that a line asks for; false of lines that ask for none. */
static bool wish_read(wish *all, const ws_line *line) {
    all->count = 0;
    if (word_is(line, 0, "set"))
        wish_set(all, line);
    if (word_is(line, 0, "rebuild"))
        wish_rebuild(all, line);
    return all->count > 0;
}

/* Adds what an error names. False: nothing, or what has been tried. */
static bool advice_add(wish *all, const ws_error *error) {
    bool found = false;
    for (size_t i = 0; i < error->remedies; i++) {
        const ws_remedy_row *row = &error->remedy[i];
        pair put = {
            .given = true,
        };
        if (row->rebuild)
            continue;
        name_put(&put, row->parameter, strlen(row->parameter));
        value_add(&put, row->value);
        if (!pair_put(all, &put))
            return false;
        found = true;
    }
    return found;
}

static void wish_print(const wish *all, char *text, size_t room) {
    text_out out = text_begin(text, room);
    text_add(&out, "rebuild");
    for (size_t i = 0; i < all->count; i++)
        text_add(&out, " %s=%s", all->pair[i].name, all->pair[i].value);
}

/* ---- trying ---- */

static bool can_rebuild(ws_session *s, const char *text, ws_error *error) {
    ws_line line;
    if (!ws_line_typed(&line, text, error))
        return false;
    if (!session_draft_run(s, &line))
        return false;
    if (!session_draft_differs(s, error))
        return false;
    return session_can_rebuild(s, error);
}

/* A line that is put together, and why its first form could not be built. */
typedef struct trial {
    char line[512];
    ws_error first;
} trial;

/* Adds to the wish what is missing until it can be built. */
static bool wish_complete(ws_session *s, wish *all, trial *try) {
    ws_error error;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        wish_print(all, try->line, sizeof try->line);
        if (can_rebuild(s, try->line, &error))
            return true;
        if (round == 0)
            try->first = error;
        if (!advice_add(all, &error))
            return false;
    }
    return false;
}

/* Can the cables be cut behind this line? */
static bool can_cut(ws_session *s, const ws_cabling *cabling, const char *text) {
    ws_error error;
    ws_line line;
    if (!ws_line_typed(&line, text, &error))
        return false;
    if (!session_draft_run(s, &line))
        return false;
    return session_can_cut(s, cabling, &error);
}

/* Puts together the line that builds the first routing which finds its way around the cable. */
static bool around_find(ws_session *s, const ws_line *cut, trial *try) {
    const ws_param *routing = ws_param_find("routing");
    if (!session_draft_run(s, cut))
        return false;
    const ws_cabling cabling = s->next.cabling;
    for (size_t i = 0; i < routing->name_count; i++) {
        text_out out = text_begin(try->line, sizeof try->line);
        text_add(&out, "rebuild routing=%s", routing->names[i]);
        if (can_cut(s, &cabling, try->line))
            return true;
    }
    return false;
}

/* ---- words ---- */

/* Without a line that works: why there is none. */
static bool reasons_tell(const char *reason, ws_error *first, ws_error *error) {
    first->text[first->reason] = '\0';
    if (!*first->text)
        return fail_with(error, "%.300s", reason);
    if (text_is(first->text, reason))
        return fail_with(error, "%.300s", reason);
    return fail_with(error, "%.300s, and there cannot be such a network: %.250s", reason,
                     first->text);
}

static bool cut_advise(ws_session *s, const ws_line *cut, const char *reason, ws_error *error) {
    trial try;
    if (around_find(s, cut, &try))
        return fail_with(error, "%.300s; write %s first", reason, try.line);
    return fail_with(error, "%.300s, and no other routing can take its place here", reason);
}

static bool wish_advise(ws_session *s, wish *all, const char *reason, ws_error *error) {
    trial try;
    fail_with(&try.first, "%s", "");
    if (!wish_complete(s, all, &try))
        return reasons_tell(reason, &try.first, error);
    return fail_with(error, "%.300s; write %s for a new network in its place", reason, try.line);
}

void session_advise(ws_session *s, const ws_line *refused, ws_error *error) {
    wish all;
    ws_error reason = *error;
    if (error->remedies == 0)
        return;
    if (!error->text[error->reason])
        return;
    reason.text[reason.reason] = '\0';
    if (word_is(refused, 0, "cut"))
        cut_advise(s, refused, reason.text, error);
    else if (wish_read(&all, refused))
        wish_advise(s, &all, reason.text, error);
}
