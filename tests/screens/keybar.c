/* keybar.c - the keys of the main parameters are on the key bar of 80 columns in every scenario whose network reads them; and the
 * table of keys: what is told of a user's own. */
#include <stdlib.h>
#include <string.h>

#include "tui/user_keys.h"
#include "session/library/scenarios.h"
#include "tap.h"
#include "ui/stage.h"

/* Where a parameter does not exist (yet), there is nothing to show. */
static const char *const main_params[] = {"segment", "alpha", "buffer-limit", "timeout-policy", NULL};

static char *row_text(const ws_canvas *canvas, int y, char *text) {
    int used = 0;
    for (int x = 0; x < canvas->width; x++) {
        uint32_t glyph = ws_canvas_at(canvas, x, y)->glyph;
        text[used++] = glyph < 0x7f ? (char)glyph : '?';
    }
    text[used] = '\0';
    return text;
}

/* The key of the first binding that sets it, as the bar shows it: " [ ". */
static bool key_shown(const ws_keys *keys, const ws_param *param, const char *bar) {
    for (size_t i = 0; i < keys->count; i++) {
        char key[40];
        if (ws_binding_param(&keys->binding[i]) != param) continue;
        snprintf(key, sizeof key, " %s ", keys->binding[i].name);
        return strstr(bar, key) != NULL;
    }
    return false;
}

static void test_scenario(const char *name) {
    char bar[256];
    ws_error error = {""};
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!ok(session != NULL, "%s opens %s", name, error.text)) return;
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("ascii"), 80, 24);
    row_text(ws_stage_draw(stage), 23, bar);
    for (size_t i = 0; main_params[i]; i++) {
        const ws_param *param = ws_param_find(main_params[i]);
        if (!param || !param->live) continue;
        bool read = ws_param_read_by(param, &stage->frame->def);
        ok(key_shown(&stage->keys, param, bar) == read, "%s: keys of %s are %s the bar", name, param->name,
           read ? "on" : "not on");
    }
    ws_stage_free(stage);
    ws_session_close(session);
}

/* ------------------------------------------------------------------------------------------------- own keys ---- */

static void test_own(const char *text, const char *told) {
    char words[1024];
    ws_error error = {""};
    ws_keys keys = ws_keys_default();
    ok(ws_keys_parse(&keys, "keys", text, strlen(text), NULL, &error), "%s", error.text);
    ws_user_keys_tell(&keys, words, sizeof words);
    ok(strcmp(words, told) == 0, "told: `%s`", words);
}

static void test_wrong(const char *text, const char *wanted) {
    ws_error error = {""};
    ws_keys keys = ws_keys_default(), before = keys;
    bool read = ws_keys_parse(&keys, "keys", text, strlen(text), NULL, &error);
    ok(!read && strstr(error.text, wanted), "%s", error.text);
    ok(memcmp(&keys, &before, sizeof keys) == 0, "and nothing is changed");
}

int main(void) {
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows);
    for (size_t i = 0; i < count; i++) test_scenario(rows[i].name);
    ws_scenarios_free(rows, count);
    test_own("", "");
    test_own("bind f9 \"mine: far\" step 100\n", "");
    test_own("bind n \"mine: far\" step 100\n",
             "built-in keys that are yours now: n (next); what no key does any more: next (n)");
    test_own("bind f1 \"mine: far\" step 100\n", "built-in keys that are yours now: f1 (help)");
    test_wrong("bind f9 \"a\" help\nbind f9 \"b\" quit\n", "keys:2:6: f9 has been bound already, in line 1");
    test_wrong("bind f99 \"a\" help\n", "keys:1:6");
    test_wrong("bind f9 \"a\"\n", "keys:1:12");
    test_wrong("unbind f9\n", "keys:1:1");
    return done();
}
