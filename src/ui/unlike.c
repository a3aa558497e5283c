/* unlike.c - see unlike.h. Settings are compared as they are in force, so that it does not matter by which lines they came there;
 * acts, which leave no setting behind, by their lines. */
#include "ui/unlike.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ITEMS_MAX 32

/* What differs, in words, the settings first. */
typedef struct items {
    size_t count; /* of all, also of those that have no place */
    char text[ITEMS_MAX + 1][96]; /* the last is that of those */
} items;

static char *item_add(items *all) {
    size_t at = all->count++;
    return all->text[at < ITEMS_MAX ? at : ITEMS_MAX];
}

/* ---- settings ---- */

static void settings_find(items *all, const ws_def *mine, const ws_def *its) {
    char here[96], there[96];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *param = &ws_params[i];
        if (!ws_param_read_by(param, mine) && !ws_param_read_by(param, its))
            continue;
        ws_param_print(param, mine, here, sizeof here);
        ws_param_print(param, its, there, sizeof there);
        if (strcmp(here, there) != 0)
            snprintf(item_add(all), sizeof all->text[0], "%s %.60s", param->name, here);
    }
}

/* ---- cables ---- */

/* One link stands for both directions of its cable. */
static bool stands_for_cable(const ws_frame *frame, uint32_t link) {
    for (uint32_t l = 0; l < link; l++)
        if (frame->link[l].edge == frame->link[link].edge)
            return false;
    return true;
}

/* Is a cable between nodes of these names cut? */
static bool is_cut(const ws_frame *frame, const char *from, const char *to) {
    for (uint32_t l = 0; l < frame->links; l++) {
        const ws_frame_link *link = &frame->link[l];
        if (!link->cut || strcmp(ws_node_name(frame, link->from), from) != 0)
            continue;
        if (strcmp(ws_node_name(frame, link->to), to) == 0)
            return true;
    }
    return false;
}

/* The cables that are cut in one and not in the other. */
static void cables_find(items *all, const ws_frame *one, const ws_frame *other, const char *words) {
    for (uint32_t l = 0; l < one->links; l++) {
        if (!one->link[l].cut || !stands_for_cable(one, l))
            continue;
        const char *from = ws_node_name(one, one->link[l].from);
        const char *to = ws_node_name(one, one->link[l].to);
        if (!is_cut(other, from, to))
            snprintf(item_add(all), sizeof all->text[0], "cable %.24s-%.24s %s", from, to, words);
    }
}

/* ---- acts ---- */

/* Does the line do what shows neither as a setting nor as a cable? */
static bool is_act(const char *line) {
    return strncmp(line, "host ", 5) == 0 || strncmp(line, "send ", 5) == 0;
}

/* The lines behind the first `from`, of cycles to which both have come, that the other has not at the same cycle. */
static void acts_find(items *all, const ws_view *view, const ws_view *other, size_t from) {
    const ws_view_session *mine = &view->session;
    const ws_view_session *its = &other->session;
    for (size_t i = from; i < mine->journal_count; i++) {
        const ws_journal_entry *line = &mine->journal[i];
        if (line->cycle > other->frame->cycle || !is_act(line->text))
            continue;
        size_t k = from;
        while (k < its->journal_count &&
               (its->journal[k].cycle != line->cycle || strcmp(its->journal[k].text, line->text) != 0))
            k++;
        if (k == its->journal_count)
            snprintf(item_add(all), sizeof all->text[0], "%.60s at %" PRIu64, line->text, line->cycle);
    }
}

/* How many lines both have in common before the first that differs. */
static size_t common_lines(const ws_view_session *one, const ws_view_session *other) {
    size_t i = 0;
    while (i < one->journal_count && i < other->journal_count && one->journal[i].cycle == other->journal[i].cycle &&
           strcmp(one->journal[i].text, other->journal[i].text) == 0)
        i++;
    return i;
}

/* ---- words ---- */

/* How many of the items fit, with the words for those that do not; of the first as much as fits. */
static void items_join(const items *all, int columns, char *text, size_t room) {
    size_t used = 0;
    size_t at = 0;
    for (; at < all->count && at < ITEMS_MAX; at++) {
        char more[32] = "";
        size_t left = all->count - at - 1;
        if (left)
            snprintf(more, sizeof more, ", %zu more", left);
        int wanted = (int)used + (at ? 2 : 0) + ws_text_columns(all->text[at]) + (int)strlen(more);
        if (at && wanted > columns)
            break;
        used += (size_t)snprintf(text + used, room - used, "%s%s", at ? ", " : "", all->text[at]);
        if (used >= room)
            return;
    }
    if (at < all->count)
        snprintf(text + used, room - used, ", %zu more", all->count - at);
}

/* The routing stands there if it fits whole. */
static void alike_tell(char *text, size_t room, const ws_def *def, int columns) {
    char routing[64];
    ws_param_print(ws_param_find("routing"), def, routing, sizeof routing);
    snprintf(text, room, "the same settings, routing %s", routing);
    if (ws_text_columns(text) > columns)
        snprintf(text, room, "the same settings");
}

const char *ws_unlike_text(const ws_view *view, const ws_view *other, int columns, char *text, size_t room) {
    items all = {.count = 0};
    const ws_frame *mine = view->frame;
    const ws_frame *its = other->frame;
    size_t common = common_lines(&view->session, &other->session);
    settings_find(&all, &mine->def, &its->def);
    cables_find(&all, mine, its, "cut");
    cables_find(&all, its, mine, "whole");
    acts_find(&all, view, other, common);
    if (all.count == 0)
        alike_tell(item_add(&all), sizeof all.text[0], &mine->def, columns);
    *text = '\0';
    items_join(&all, columns, text, room);
    return text;
}
