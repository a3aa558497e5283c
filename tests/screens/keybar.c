/* keybar.c - the key bar of 80 columns has at most twelve keys in every scenario, each on German, French and Spanish keyboards without
 * AltGr, and none of them cut off; the table of keys: what is told of a user's own. */
#include <stdlib.h>
#include <string.h>

#include "tui/user_keys.h"
#include "session/library/scenarios.h"
#include "tap.h"
#include "ui/stage.h"

#define MOST 12

/* Characters that one of the three has behind AltGr, or as a dead key. */
static const char behind_altgr[] = "[]{}|@\\~#^`";

/* The keys that stand on the bar: what is written in the role of keys, word by word. */
static int keys_of(const ws_canvas *canvas, int y, char words[][16]) {
    int count = 0, used = 0;
    for (int x = 0; x <= canvas->width; x++) {
        const ws_cell *cell = x < canvas->width ? ws_canvas_at(canvas, x, y) : NULL;
        bool letter = cell && cell->role == WS_ROLE_KEY && cell->glyph != ' ';
        if (letter && used < 15 && count < 40) words[count][used++] = cell->glyph < 0x7f ? (char)cell->glyph : '?';
        if (letter || used == 0) continue;
        words[count++][used] = '\0';
        used = 0;
    }
    return count;
}

static void test_scenario(const char *name) {
    char words[41][16];
    ws_error error = {0};
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", name, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("ascii"), 80, 24);
    int count = keys_of(ws_stage_draw(stage), 23, words);
    int hidden = 0, unbound = 0;
    for (int i = 0; i < count; i++) {
        size_t bound = 0;
        hidden += strlen(words[i]) == 1 && strchr(behind_altgr, *words[i]) != NULL;
        while (bound < stage->keys.count && strcmp(stage->keys.binding[bound].name, words[i]) != 0) bound++;
        unbound += bound == stage->keys.count;
    }
    ok(count >= 6 && count <= MOST && hidden == 0 && unbound == 0, "%s: %d keys on the bar, all within reach", name, count);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* On the widest bar too. */
static void test_wide(void) {
    char words[41][16];
    ws_error error = {0};
    ws_session *session = ws_session_open("kwan/torus-3x3", NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("ascii"), 250, 60);
    int count = keys_of(ws_stage_draw(stage), 59, words), hidden = 0;
    for (int i = 0; i < count; i++) hidden += strlen(words[i]) == 1 && strchr(behind_altgr, *words[i]) != NULL;
    ok(count == MOST && hidden == 0, "a wide bar has %d keys", count);
    stage->view.selection.node = 0;
    memset(words, 0, sizeof words);
    count = keys_of(ws_stage_draw(stage), 59, words);
    ok(count == MOST && strcmp(words[4], ";") == 0, "so has that of a selected switch: %d, with `;`", count);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* ------------------------------------------------------------------------------------------------- own keys ---- */

/* Who has bound these knows what has changed. */
#define KNOWN "bind tab \"p\" panel next\nbind w \"n\" select next\nbind W \"p\" select previous\n"

static void test_own(const char *text, const char *told) {
    char words[1024];
    ws_error error = {0};
    ws_keys keys = ws_keys_default();
    ok(ws_keys_parse(&keys, "keys", text, strlen(text), NULL, &error), "%s", error.text);
    ws_user_keys_tell(&keys, words, sizeof words);
    ok(strcmp(words, told) == 0, "told: `%s`", words);
}

static void test_wrong(const char *text, const char *wanted) {
    ws_error error = {0};
    ws_keys keys = ws_keys_default(), before = keys;
    bool read = ws_keys_parse(&keys, "keys", text, strlen(text), NULL, &error);
    ok(!read && strstr(error.text, wanted), "%s", error.text);
    ok(memcmp(&keys, &before, sizeof keys) == 0, "and nothing is changed");
}

int main(void) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++) test_scenario(rows[i].name);
    ws_scenarios_free(rows, count);
    test_wide();
    test_own("", "");
    test_own("bind f9 \"mine: far\" step 100\n",
             "keys that changed their meaning: tab (panel next, was select next), w (select next, was set timeout *4/5), "
             "W (select previous, was set timeout *5/4); a bind line for a key ends this");
    test_own(KNOWN "bind f9 \"mine: far\" step 100\n", "");
    test_own(KNOWN "bind n \"mine: far\" step 100\n",
             "built-in keys that are yours now: n (next); what no key does any more: next (n)");
    test_own(KNOWN "bind f1 \"mine: far\" step 100\n", "built-in keys that are yours now: f1 (help)");
    test_own("bind tab \"p\" panel next\nbind W \"p\" select previous\n",
             "keys that changed their meaning: w (select next, was set timeout *4/5); a bind line for a key ends this");
    test_wrong("bind f9 \"a\" help\nbind f9 \"b\" quit\n", "keys:2:6: f9 has been bound already, in line 1");
    test_wrong("bind f99 \"a\" help\n", "keys:1:6");
    test_wrong("bind f9 \"a\"\n", "keys:1:12");
    test_wrong("unbind f9\n", "keys:1:1");
    return done();
}
