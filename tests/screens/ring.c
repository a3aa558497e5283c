/* ring.c - what is said within a ring: who waits for whom, of every worm, by the frame; at each size in as many words as have room, with a
 * free cell on either side. */
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "tap.h"
#include "ui/panel.h"
#include "ui/stage.h"

enum { TEXT = 512 };

/* A row of the picture; at[i] is the byte of column i. */
typedef struct row {
    char text[TEXT];
    int at[TEXT];
} row;

static void row_read(const ws_canvas *canvas, int y, row *r) {
    int used = 0;
    for (int x = 0; x < canvas->width && x < 120; x++) {
        uint32_t glyph = ws_canvas_at(canvas, x, y)->glyph;
        r->at[x] = used;
        if (glyph < 0x80) r->text[used++] = (char)(glyph ? glyph : ' ');
        else if (glyph == 0x2192) memcpy(r->text + used, "→", 3), used += 3;
        else r->text[used++] = '#';
    }
    r->text[used] = '\0';
}

static int column_of(const row *r, const char *place) {
    int x = 0;
    while (r->at[x] < place - r->text) x++;
    return x;
}

static void name_of(const ws_frame *f, const ws_frame_worm *worm, const char *arrow, char *text) {
    sprintf(text, "%s%s%s", ws_node_name(f, f->switches + worm->source), arrow, ws_node_name(f, f->switches + worm->dest));
}

typedef enum form { NONE, WAITS, BELOW, BESIDE, WORM } form;
static const char *const form_names[] = {"nothing", "\"A waits\"", "a chain, a name a line", "\"A waits for B\"", "\"worm A waits for B\""};

/* How the waiting worm is spoken of; wrong: words that are not true, or touch a cable. */
static form said_of(const ws_stage *stage, const ws_frame_worm *worm, bool *wrong) {
    const ws_frame *f = stage->frame;
    const char *arrow = stage->view.glyphs->ascii ? ">" : "→";
    char name[64], begin[80], other[64];
    row r, next;
    name_of(f, worm, arrow, name);
    name_of(f, ws_frame_worm_of(f, worm->waits_for), arrow, other);
    sprintf(begin, "%s waits", name);
    for (int y = 0; y < stage->canvas.height; y++) {
        row_read(&stage->canvas, y, &r);
        const char *place = strstr(r.text, begin);
        if (!place) continue;
        const char *rest = place + strlen(begin);
        bool worded = place >= r.text + 5 && memcmp(place - 5, "worm ", 5) == 0;
        form found = strncmp(rest, " for", 4) ? WAITS : strncmp(rest, " for  ", 6) == 0 || rest[5] == '#' ? BELOW : worded ? WORM : BESIDE;
        const char *end = rest;
        if (found == BELOW) {
            end = rest + 4;
            row_read(&stage->canvas, y + 1, &next);
            *wrong |= strncmp(next.text + next.at[column_of(&r, place)], other, strlen(other)) != 0;
        } else if (found != WAITS) {
            end = rest + 5 + strlen(other);
            *wrong |= strncmp(rest + 5, other, strlen(other)) != 0;
        }
        const char *start = worded ? place - 5 : place;
        *wrong |= start[-1] != ' ' || *end != ' ';
        return found;
    }
    return NONE;
}

static void test_size(const char *scenario, const char *glyphs, int width, int height, form wanted) {
    ws_error error;
    bool wrong = false, same = true;
    ws_session *session = ws_session_open(scenario, NULL, &error);
    ws_stage *stage = ws_stage_new(session, ws_glyphs_find(glyphs), width, height);
    ws_stage_run(stage, 60);
    ws_stage_draw(stage);
    const ws_frame *f = stage->frame;
    for (uint32_t i = 0; i < f->blocked_worms; i++) {
        const ws_frame_worm *worm = &f->worm[f->blocked[i]];
        same &= said_of(stage, worm, &wrong) == wanted;
    }
    ok(same && !wrong && f->blocked_worms > 3, "%s, %s, %dx%d: %s, of each of %u waiting worms", scenario, glyphs, width, height,
       form_names[wanted], f->blocked_worms);
    ws_stage_free(stage);
    ws_session_close(session);
}

int main(void) {
    test_size("teach/ring-deadlock", "braille", 66, 20, WORM);
    test_size("teach/ring-deadlock", "braille", 76, 24, WAITS);
    test_size("teach/ring-deadlock", "braille", 80, 24, BELOW);
    test_size("teach/ring-deadlock", "block", 84, 24, BELOW);
    test_size("teach/ring-deadlock", "braille", 90, 24, BESIDE);
    test_size("teach/ring-deadlock", "braille", 100, 30, WORM);
    test_size("teach/ring-deadlock", "ascii", 80, 24, BELOW);
    test_size("teach/ring-deadlock", "ascii", 100, 30, WORM);
    test_size("teach/dateline", "braille", 80, 24, WAITS);
    test_size("teach/dateline", "braille", 120, 40, WORM);
    return done();
}
