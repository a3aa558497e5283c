/* cells.c - every cell of every map, as it was: scenario x cycle x size x altitude x lens x
 * {colours, mono, ASCII}, and for some a worm that is looked at, against
 * tests/screens/cells.list. Of a picture its glyphs, colours, attributes and signs count, and
 * what the mouse finds at some cells of the map. Lessons, too: their maps stand beside the longest
 * that they say. The short form takes one scenario in eight, and one lesson, at one size each.
 *
 * A change of pictures that is wanted: look at them, then `WS_WHOLE=1 UPDATE=1 WHY="what is
 * better" build/tests/screens/cells.t` writes the list anew, and in tests/screens/moved.list
 * how many pictures moved, of what, and why. Without a reason nothing is written. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/play.h"
#include "session/library/scenarios.h"
#include "tap.h"
#include "ui/map/altitude.h"
#include "ui/map/lens.h"
#include "ui/panel.h"
#include "ui/stage.h"

enum { SIZES = 4, LOOKS = 3, LENSES = 5, CYCLES = 2, PICTURES = (WS_ALTITUDES + 1) * LENSES * LOOKS, CHOSEN = WS_ALTITUDES + 1, NAME = 80, MOUSE = 60 };

static const int sizes[SIZES][2] = {{80, 24}, {100, 30}, {120, 40}, {200, 60}};
static const uint64_t cycles[CYCLES] = {500, 3000};
static const char *const look_names[LOOKS] = {"colours", "mono", "ascii"};
static ws_theme theme;

/* A row of the list: the pictures of a scenario at a cycle and a size. */
typedef struct row {
    char name[NAME];
    uint16_t hash[PICTURES + CHOSEN];
} row;

static row *known;
static size_t known_count;

/* ---- a picture as a number ---- */

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* The names of signs, in no order: their numbers may change. */
static uint64_t signs_hash(uint64_t signs) {
    uint64_t hash = 0;
    for (unsigned sign = 0; signs; sign++, signs >>= 1) {
        uint64_t name = 0;
        for (const char *at = signs & 1 ? ws_sign_name(sign) : ""; *at; at++) name = mixed(name, (unsigned char)*at);
        hash += name;
    }
    return hash;
}

/* What the mouse finds at some cells; tracks are drawn once more for each. */
static uint64_t mouse_mixed(uint64_t hash, const ws_stage *stage, ws_rect map) {
    for (int i = 0, cells = map.w * map.h; i < MOUSE && cells > 0; i++) {
        int cell = (int)((unsigned)i * 7919u % (unsigned)cells), x = cell % map.w, y = cell / map.w;
        ws_map_thing thing = ws_map_pick(&stage->view, x, y);
        hash = mixed(hash, thing.node);
        hash = mixed(hash, (uint64_t)thing.link << 32 | thing.packet);
    }
    return hash;
}

static uint16_t picture_hash(ws_stage *stage, bool mouse) {
    const ws_canvas *canvas = ws_stage_draw(stage);
    ws_panel_layout layout = ws_layout_make(&stage->view, canvas->width, canvas->height);
    uint64_t hash = 0;
    for (int panel = 0; panel < 2; panel++) {
        ws_rect r = layout.rect[panel ? WS_PANEL_SIGNS : WS_PANEL_MAP];
        for (int y = r.y; y < r.y + r.h; y++)
            for (int x = r.x; x < r.x + r.w; x++) {
                const ws_cell *cell = ws_canvas_at(canvas, x, y);
                hash = mixed(hash, (uint64_t)cell->glyph << 32 | (uint32_t)cell->role << 16 | cell->attr);
                hash = mixed(hash, (uint64_t)cell->fg << 32 | cell->bg);
                hash = mixed(hash, signs_hash(canvas->sign[y * canvas->width + x]));
            }
    }
    if (mouse) hash = mouse_mixed(hash, stage, layout.rect[WS_PANEL_MAP]);
    return (uint16_t)(hash >> 48 ^ hash);
}

/* ---- the pictures of a row ---- */

static void look_set(ws_stage *stage, int look) {
    ws_stage_colour(stage, look ? NULL : &theme, look ? WS_DEPTH_MONO : WS_DEPTH_DIRECT);
    stage->view.glyphs = ws_glyphs_find(look == 2 ? "ascii" : "braille");
    stage->canvas.ascii = look == 2;
}

/* What picture I of a row shows: `place` says it in words. */
static void picture_set(ws_stage *stage, int i) {
    ws_view *view = &stage->view;
    ws_view_look(view, (ws_thing){.kind = WS_THING_NONE});
    view->map.pan_x = view->map.pan_y = 0;
    if (i >= PICTURES) {
        look_set(stage, 0);
        view->map.zoom = i - PICTURES;
        view->overlay.layer = WS_LAYER_WORMS;
        ws_stage_select_blocked(stage);
        return;
    }
    look_set(stage, i % LOOKS);
    view->overlay.layer = (unsigned)(i / LOOKS % LENSES);
    view->map.zoom = i / LOOKS / LENSES;
}

static void place(int i, char *text, size_t size) {
    int zoom = i >= PICTURES ? i - PICTURES : i / LOOKS / LENSES;
    const char *altitude = zoom ? ws_altitudes[zoom - 1].name : "what fits";
    if (i >= PICTURES) snprintf(text, size, "%s, a worm looked at", altitude);
    else snprintf(text, size, "%s, %s, %s", altitude, ws_lenses[i / LOOKS % LENSES].name, look_names[i % LOOKS]);
}

static void row_make(ws_stage *stage, row *r) {
    for (int i = 0; i < PICTURES + CHOSEN; i++) {
        picture_set(stage, i);
        r->hash[i] = picture_hash(stage, i >= PICTURES || i % (LOOKS * LENSES) == 0); /* neither lens nor look matters to it */
    }
}

/* ---- the list ---- */

static const char list_path[] = "tests/screens/cells.list", moved_path[] = "tests/screens/moved.list";

static void list_read(void) {
    FILE *in = fopen(list_path, "r");
    size_t room = 0;
    row r;
    while (in && fscanf(in, "%79s", r.name) == 1) {
        for (int i = 0; i < PICTURES + CHOSEN; i++)
            if (fscanf(in, "%4hx", &r.hash[i]) != 1) r.hash[i] = 0;
        if (known_count == room) known = realloc(known, (room = room ? 2 * room : 64) * sizeof *known);
        known[known_count++] = r;
    }
    if (in) fclose(in);
}

static const row *row_known(const char *name) {
    for (size_t i = 0; i < known_count; i++)
        if (strcmp(known[i].name, name) == 0) return &known[i];
    return NULL;
}

static FILE *list_new;
static int moved_pictures, moved_rows;
static char first_moved[200];

static void row_compare(const row *r) {
    const row *was = row_known(r->name);
    int differ = 0;
    char what[80] = "";
    for (int i = 0; was && i < PICTURES + CHOSEN; i++) {
        if (r->hash[i] == was->hash[i]) continue;
        if (differ++ == 0) place(i, what, sizeof what);
    }
    if (differ) moved_rows++, moved_pictures += differ;
    if (differ && !*first_moved) snprintf(first_moved, sizeof first_moved, "%s %s", r->name, what);
    ok(list_new || (was && !differ), "%s: %d pictures are as they were; %d are not%s%s", r->name, PICTURES + CHOSEN, was ? differ : -1,
       *what ? ", first " : "", what);
    if (!list_new) return;
    fprintf(list_new, "%s ", r->name);
    for (int i = 0; i < PICTURES + CHOSEN; i++) fprintf(list_new, "%04hx", r->hash[i]);
    fprintf(list_new, "\n");
}

/* ---- all ---- */

static void pictures_test(const char *name, ws_stage *stage, bool all, size_t turn) {
    for (int c = 0; c < CYCLES && (all || c == 0); c++) {
        if (!ws_stage_run(stage, cycles[c])) break;
        for (int size = 0; size < SIZES; size++) {
            if (!all && size != (int)(turn % SIZES)) continue;
            row r;
            ws_canvas_resize(&stage->canvas, sizes[size][0], sizes[size][1]);
            snprintf(r.name, sizeof r.name, "%s@%" PRIu64 "/%dx%d", name, cycles[c], sizes[size][0], sizes[size][1]);
            row_make(stage, &r);
            row_compare(&r);
        }
    }
}

static void scenario_test(const char *name, bool all, size_t turn) {
    ws_error error = {0};
    ws_session *session = ws_session_open(name, NULL, &error);
    if (!session) return; /* asks for a file, or is a machine: tests/unit says which open */
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
    pictures_test(name, stage, all, turn);
    ws_stage_free(stage);
    ws_session_close(session);
}

/* What a lesson says longest: its map has the least room. */
static const char *longest_words(const ws_lesson *lesson) {
    const char *longest = "";
    for (size_t s = 0; s < lesson->steps; s++)
        for (size_t i = 0; i < lesson->step[s].items; i++) {
            const ws_item *item = &lesson->step[s].item[i];
            bool says = item->text && item->kind != WS_ITEM_BESIDE;
            if (says && strlen(item->text) > strlen(longest)) longest = item->text;
        }
    return longest;
}

static void lesson_test(const char *path, bool all, size_t turn) {
    ws_error error = {0};
    ws_lesson *lesson = ws_lesson_read(path, &error);
    ws_session *session = lesson ? ws_play_network(lesson, 0, lesson->name, &error) : NULL;
    if (ok(session != NULL, "%s opens: %s", path, session ? "well" : error.text)) {
        ws_stage *stage = ws_stage_new(session, ws_glyphs_find("braille"), 80, 24);
        stage->view.lesson = (ws_view_lesson){.shown = true, .step = lesson->step[0].title, .number = 1,
            .steps = lesson->steps, .words = longest_words(lesson), .reply = "", .entry = ""};
        pictures_test(lesson->name, stage, all, turn);
        ws_stage_free(stage);
        ws_session_close(session);
    }
    if (lesson) ws_lesson_free(lesson);
}

static bool update_begin(const char *why) {
    if (!getenv("UPDATE")) return true;
    if (!ok(is_whole() && why && *why, "a list is written in the whole form, with a reason in WHY")) return false;
    list_new = fopen(list_path, "w");
    return ok(list_new != NULL, "%s is written", list_path);
}

static void update_end(const char *why) {
    if (!list_new) return;
    fclose(list_new);
    FILE *moved = fopen(moved_path, "a");
    if (moved) fprintf(moved, "%d pictures in %d rows, first %s: %s\n", moved_pictures, moved_rows, first_moved, why), fclose(moved);
}

int main(void) {
    const char *why = getenv("WHY");
    theme = ws_theme_default();
    list_read();
    if (!update_begin(why)) return done();
    ws_scenario_row *rows;
    size_t count = ws_scenarios_list(&rows, NULL);
    for (size_t i = 0; i < count; i++)
        if (is_whole() || (i % 8 == 3 && !strstr(rows[i].name, "256"))) scenario_test(rows[i].name, is_whole(), i / 8);
    ws_scenarios_free(rows, count);
    char **paths;
    size_t lessons = ws_lessons_list(&paths);
    for (size_t i = 0; i < lessons; i++) {
        if (is_whole() || i % 8 == 3) lesson_test(paths[i], is_whole(), i / 8);
        free(paths[i]);
    }
    free(paths);
    update_end(why);
    return done();
}
