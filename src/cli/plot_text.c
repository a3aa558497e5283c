/* plot_text.c - see plot_draw.h. */
#include "cli/plot_draw.h"
#include "export/drawing.h"
#include "ui/text.h"

enum { ROWS_LEAST = 4 }; /* of the curves */

void ws_plot_text(const ws_plot *plot, const ws_glyphs *glyphs, int width, int height, bool colours,
                  FILE *out) {
    ws_canvas canvas = {.ascii = glyphs == ws_glyphs_find("ascii")};
    const ws_plot_colours on_white = ws_drawing_curve_colours();
    int rows = height - (*plot->note != '\0');
    ws_canvas_resize(&canvas, width, ws_max(rows, ws_plot_word_rows(plot) + ROWS_LEAST));
    const ws_pen pen = ws_pen_of(&canvas);
    ws_plot_paint(plot, glyphs, &on_white, &pen);
    ws_theme theme = ws_theme_default();
    if (colours)
        ws_ansi_write(out, &canvas, &theme, WS_DEPTH_256);
    else
        ws_text_write(out, &canvas);
    if (*plot->note)
        fprintf(out, "%s\n", plot->note);
    ws_canvas_free(&canvas);
}
