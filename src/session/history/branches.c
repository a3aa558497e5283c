/* branches.c - see history.h. */
#include "session/history/history.h"

#include "session/language/text.h"

#include <assert.h>

static ws_branch *branch_new(ws_branches *branches) {
    size_t number = branches->count++;
    WS_GROW(branches->branch, number);
    ws_branch *branch = &branches->branch[number];
    *branch = (ws_branch){0};
    return branch;
}

void ws_branches_begin(ws_branches *branches) {
    *branches = (ws_branches){0};
    ws_branch *first = branch_new(branches);
    snprintf(first->name, sizeof first->name, "main");
}

void ws_branches_free(ws_branches *branches) {
    for (size_t i = 0; i < branches->count; i++) {
        ws_branch *branch = &branches->branch[i];
        ws_journal_free(&branch->typed);
        free(branch->checks);
    }
    free(branches->branch);
    ws_stage_track_free(&branches->stage);
    ws_texts_free(&branches->texts);
    *branches = (ws_branches){0};
}

static void reach(ws_branch *branch, uint64_t cycle) {
    if (branch->reached < cycle)
        branch->reached = cycle;
}

static void check_add(ws_branch *branch, ws_recorded_check check) {
    size_t count = branch->check_count++;
    WS_GROW(branch->checks, count);
    branch->checks[count] = check;
    reach(branch, check.cycle);
}

/* Gives a branch the first `typed` lines of its parent, and the checks up to where it leaves. */
static void inherit(ws_branch *child, const ws_branch *parent, size_t typed) {
    for (size_t i = 0; i < typed; i++) {
        const ws_journal_entry *line = &parent->typed.entries[i];
        ws_journal_add(&child->typed, line->cycle, line->text);
    }
    for (size_t i = 0; i < parent->check_count; i++) {
        ws_recorded_check check = parent->checks[i];
        if (check.cycle <= child->forked && check.typed <= typed)
            check_add(child, check);
    }
    child->inherited = typed;
    child->inherited_checks = child->check_count;
}

size_t ws_branches_fork(ws_branches *branches, size_t parent, uint64_t cycle, size_t typed) {
    size_t number = branches->count;
    ws_branch *child = branch_new(branches);
    const ws_branch *from = &branches->branch[parent];
    assert(parent < number && typed <= from->typed.count);
    snprintf(child->name, sizeof child->name, "fork-%zu", number);
    child->parent = parent;
    child->forked = child->reached = cycle;
    inherit(child, from, typed);
    return number;
}

void ws_session_branch_told(size_t branch, char name[WS_BRANCH_TOLD]) {
    text_out out = text_begin(name, WS_BRANCH_TOLD);
    if (branch)
        text_add(&out, "fork-%zu", branch);
    else
        text_add(&out, "main");
}

size_t ws_branches_find(const ws_branches *branches, const char *name) {
    for (size_t i = 0; i < branches->count; i++)
        if (text_is(branches->branch[i].name, name))
            return i;
    return branches->count;
}

void ws_branch_add(ws_branches *branches, size_t branch, uint64_t cycle, const char *text,
                   size_t length) {
    ws_branch *to = &branches->branch[branch];
    const char *kept = ws_texts_add(&branches->texts, text, length);
    ws_journal_add(&to->typed, cycle, kept);
    reach(to, cycle);
}

void ws_branch_check(ws_branches *branches, size_t branch, ws_recorded_check check) {
    ws_branch *to = &branches->branch[branch];
    check.typed = to->typed.count;
    if (check.sums)
        check.sums = ws_texts_add(&branches->texts, check.sums, strlen(check.sums));
    check_add(to, check);
}

/* Goes from a branch to its parents, up to `top` or to the first that left its parent before the
 * cycle. */
static size_t ancestor(const ws_branches *branches, size_t branch, size_t top, uint64_t cycle) {
    while (branch > top) {
        const ws_branch *at = &branches->branch[branch];
        if (at->forked < cycle)
            break;
        branch = at->parent;
    }
    return branch;
}

size_t ws_branches_owner(const ws_branches *branches, size_t branch, uint64_t cycle) {
    return ancestor(branches, branch, 0, cycle);
}

bool ws_branches_passes(const ws_branches *branches, size_t branch, size_t place, uint64_t cycle) {
    return ancestor(branches, branch, place, cycle) == place;
}
