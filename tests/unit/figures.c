/* figures.c - a figure of a panel takes five columns at most, whatever it is; a text that is too long is cut between words. */
#include <math.h>
#include <stdlib.h>

#include "tap.h"
#include "ui/panel.h"
#include "ui/text.h"

static void test_columns(void) {
    char text[32];
    int longest = 0;
    bool near = true;
    for (double value = 0.001; value < 9.9e11; value *= 1.0007) {
        char unit = 0;
        double read = 0;
        longest = ws_max(longest, ws_text_columns(ws_figure_text(value, text, sizeof text)));
        sscanf(text, "%lf%c", &read, &unit);
        read *= unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : 1;
        near = near && fabs(read - value) <= (value < 1 ? 0.0005001 : 0.0051 * value);
    }
    ok(longest == 5, "five columns at most: %d", longest);
    ok(near, "and what is read is what was written, to three digits");
    ok(strcmp(ws_figure_text(NAN, text, sizeof text), "-") == 0, "nothing is a dash");
    ok(strcmp(ws_figure_text(238149, text, sizeof text), "238k") == 0, "238 149 is 238k");
}

/* A text in so many columns of a row of 60; what is in the row, without blanks at its end. */
static const char *cut(const char *text, int columns, int *end) {
    static char row[256];
    ws_canvas canvas = {0};
    ws_view view = {.glyphs = ws_glyphs_find("braille")};
    ws_canvas_resize(&canvas, 60, 1);
    ws_pen pen = ws_pen_of(&canvas);
    *end = ws_cut_draw(&view, &pen, 0, 0, columns, WS_ROLE_TEXT, text);
    FILE *out = fmemopen(row, sizeof row, "w");
    ws_text_write(out, &canvas);
    fclose(out);
    row[strcspn(row, "\n")] = '\0';
    ws_canvas_free(&canvas);
    return row;
}

/* At every width: what is shown begins the text, and ends with a word and the sign. */
static void test_cut(const char *text, int least) {
    int end, whole = ws_text_columns(text);
    bool words = true, fits = true;
    for (int columns = 1; columns < whole; columns++) {
        const char *shown = cut(text, columns, &end);
        const char *sign = strstr(shown, "…");
        size_t length = sign ? (size_t)(sign - shown) : 0;
        fits &= sign && sign[3] == '\0' && end <= columns && strncmp(shown, text, length) == 0;
        words &= columns < least || text[length] == ' ';
    }
    ok(fits && strcmp(cut(text, whole, &end), text) == 0 && end == whole, "\"%s\" is cut where it does not fit, and a sign says so", text);
    ok(words, "between words, from %d columns on", least);
}

int main(void) {
    test_columns();
    int end;
    test_cut("Every worm waits for the next one", 6);
    test_cut("independent", 99);
    test_cut("links S0→S1 and S1→S2 are held", 6);
    test_cut("tab: a panel · z, Z: closer, farther · e: all", 13);
    ok(strcmp(cut("tab: a panel · z, Z: closer, farther · e: all", 44, &end), "tab: a panel · z, Z: closer, farther…") == 0,
       "a list is cut between its parts");
    ok(strcmp(cut("independent", 8, &end), "indepen…") == 0, "a word that is too long alone, where the room ends");
    ok(*cut("independent", 0, &end) == '\0' && end == 0, "without room there is nothing");
    return done();
}
