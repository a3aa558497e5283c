/* filter.c - a filter is given, or typed: while it is typed, it is tried. */
#include "tui/filter.h"

#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/prompt.h"
#include "tui/state.h"

static void offer(ws_tui *t, ws_completions *c) {
    ws_filter_complete(c, t->frame);
}

static const ws_prompt_kind typing = {
    .sign = '/',
    .history = WS_HISTORY_FILTERS,
    .enter = ws_tui_filter,
    .offer = offer,
    .typed = ws_tui_filter_try,
    .left = ws_tui_filter_undo,
    .takes_empty = true,
};

static void filter(ws_tui *t, const char *argument) {
    t->selection.filter_before = t->view.selection.filter;
    if (strcmp(argument, "none") == 0)
        ws_tui_filter(t, "");
    else if (*argument)
        ws_tui_filter(t, argument);
    else
        ws_prompt_open(t, &typing, t->view.selection.filter.text);
}

const ws_screen_command ws_filter_commands[] = {
    {"filter", filter, "FILTER|none",
     "dims all worms that a filter does not match, such as `class=high order>2`, `host H3`, "
     "`!moving`"},
    {NULL, NULL, NULL, NULL},
};
