/* branches.c - see branches.h. */
#include "session/history/branches.h"

#include "session/language/text.h"

#include <assert.h>

static ws_branch *branch_new(ws_branches *branches) {
    branches->branch = ws_grow(branches->branch, branches->count, sizeof *branches->branch);
    ws_branch *branch = &branches->branch[branches->count++];
    *branch = (ws_branch){0};
    return branch;
}

void ws_branches_begin(ws_branches *branches) {
    *branches = (ws_branches){0};
    snprintf(branch_new(branches)->name, WS_BRANCH_NAME_MAX, "main");
}

void ws_branches_free(ws_branches *branches) {
    for (size_t i = 0; i < branches->count; i++) {
        ws_journal_free(&branches->branch[i].typed);
        free(branches->branch[i].checks);
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

static void check_add(ws_branch *branch, ws_check check) {
    branch->checks = ws_grow(branch->checks, branch->check_count, sizeof *branch->checks);
    branch->checks[branch->check_count++] = check;
    reach(branch, check.cycle);
}

size_t ws_branches_fork(ws_branches *branches, size_t parent, uint64_t cycle, size_t typed) {
    ws_branch *child = branch_new(branches);
    const ws_branch *from = &branches->branch[parent];
    assert(parent + 1 < branches->count && typed <= from->typed.count);
    snprintf(child->name, sizeof child->name, "fork-%zu", branches->count - 1);
    child->parent = parent;
    child->forked = child->reached = cycle;
    child->inherited = typed;
    for (size_t i = 0; i < typed; i++)
        ws_journal_add(&child->typed, from->typed.entries[i].cycle, from->typed.entries[i].text);
    for (size_t i = 0; i < from->check_count; i++)
        if (from->checks[i].cycle <= cycle && from->checks[i].typed <= typed)
            check_add(child, from->checks[i]);
    child->inherited_checks = child->check_count;
    return branches->count - 1;
}

size_t ws_branches_find(const ws_branches *branches, const char *name) {
    size_t i = 0;
    while (i < branches->count && !text_is(branches->branch[i].name, name))
        i++;
    return i;
}

void ws_branch_add(ws_branches *branches, size_t branch, uint64_t cycle, const char *text,
                   size_t length) {
    ws_journal_add(&branches->branch[branch].typed, cycle,
                   ws_texts_add(&branches->texts, text, length));
    reach(&branches->branch[branch], cycle);
}

void ws_branch_check(ws_branches *branches, size_t branch, uint64_t cycle, uint64_t digest,
                     const char *sums, size_t length) {
    ws_branch *of = &branches->branch[branch];
    const char *kept = sums ? ws_texts_add(&branches->texts, sums, length) : NULL;
    check_add(of, (ws_check){cycle, of->typed.count, digest, kept});
}

size_t ws_branches_owner(const ws_branches *branches, size_t branch, uint64_t cycle) {
    while (branch && cycle <= branches->branch[branch].forked)
        branch = branches->branch[branch].parent;
    return branch;
}

bool ws_branches_passes(const ws_branches *branches, size_t branch, size_t place, uint64_t cycle) {
    while (branch > place && cycle <= branches->branch[branch].forked)
        branch = branches->branch[branch].parent;
    return branch == place;
}
