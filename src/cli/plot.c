/* plot.c - `wormscope plot`: a curve of what runs and sweeps measured, on the terminal or as a
 * file. */
#include "cli/plot.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/subcommands.h"
#include "export/drawing.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"
#include "ui/text.h"

/* ---- plot text ---- */

enum { ROWS_LEAST = 4 }; /* of the curves */

/* Curves in braille (or what the glyphs have), axes, marks, a legend; with `colours` as escape
 * sequences. At least 30 x 10 cells. */
static void plot_text(const ws_plot *plot, const ws_glyphs *glyphs, int width, int height,
                      bool colours, FILE *out) {
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

/* ---- plot file ---- */

static void svg(const ws_plot *plot, const ws_theme *theme, const char *path, FILE *out) {
    (void)path;
    ws_plot_svg(plot, theme, out);
}

static void gnuplot(const ws_plot *plot, const ws_theme *theme, const char *path, FILE *out) {
    (void)theme;
    ws_plot_gnuplot(plot, path, out);
}

static void vega(const ws_plot *plot, const ws_theme *theme, const char *path, FILE *out) {
    (void)theme;
    (void)path;
    ws_plot_vega(plot, out);
}

typedef struct form {
    const char *ending;
    void (*write)(const ws_plot *plot, const ws_theme *theme, const char *path, FILE *out);
} form;
static const form forms[] = {{".svg", svg}, {".gp", gnuplot}, {".vl.json", vega}};

static const form *form_of(const char *path) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_ends(path, forms[i].ending))
            return &forms[i];
    return NULL;
}

bool ws_plot_file_named(const char *path) {
    return form_of(path) != NULL;
}

bool ws_plot_file(const ws_plot *plot, const ws_theme *theme, const char *path) {
    ws_whole_file file;
    if (!ws_whole_open(&file, path))
        return false;
    form_of(path)->write(plot, theme, path, file.out);
    return ws_whole_close(&file);
}

/* ---- plot ---- */

enum { FLAG_X, FLAG_Y, FLAG_BY, FLAG_OUTPUT, FLAG_SIZE, FLAG_GLYPHS, FLAG_THEME, FLAG_UNSEALED };
static const ws_flag flags[] = {
    {"x", 'x', "NAME", "what x is (default: the first number that varies)"},
    {"y", 'y', "PATH[,PATH]...", "what to draw (default " WS_FACT_LATENCY ")"},
    {"by", 'b', "NAME", "one curve for each value of NAME (default: of all else that varies)"},
    {"output", 'o', "FILE",
     "write a picture, FILE.svg, or what draws one: FILE.gp for gnuplot, FILE.vl.json for "
     "Vega-Lite"},
    {"size", 0, "COLSxROWS", "size of the text (default: the terminal, else 100x30)"},
    {"glyphs", 'g', "SET", "signs: braille, block or ascii"},
    {"theme", 't', "NAME", "colours of the picture (default: black on white)"},
    {"unsealed", 0, NULL, "take rows without a right seal, too, and say so in the last line"},
    {0},
};

typedef struct wishes {
    ws_plot_wish what;
    const char *output;
    const ws_glyphs *glyphs;
    int width;
    int height;
    bool has_theme;
    bool unsealed;
    ws_theme theme;
} wishes;

static bool file_write(const ws_plot *plot, const wishes *w) {
    bool good = ws_plot_file(plot, w->has_theme ? &w->theme : NULL, w->output);
    if (!good)
        ws_tell(stderr, "wormscope plot: %s: %s", w->output, strerror(errno));
    return good;
}

void ws_plot_show(const ws_plot *plot, const ws_glyphs *wished, int width, int height) {
    struct winsize size;
    bool terminal = isatty(STDOUT_FILENO) != 0;
    bool known = terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    if (width == 0) {
        width = known ? size.ws_col : 100;
        height = known ? size.ws_row - 1 : 30;
    }
    const ws_glyphs *glyphs = wished;
    if (!glyphs && terminal)
        glyphs = ws_glyphs_for(nl_langinfo(CODESET), getenv("TERM"));
    if (!glyphs)
        glyphs = ws_glyphs_find("braille");
    plot_text(plot, glyphs, width < 30 ? 30 : width, height < 10 ? 10 : height, terminal, stdout);
}

static int rows_plot(const ws_row_list *rows, const wishes *w) {
    ws_error error;
    ws_plot plot = {0};
    int code = WS_EXIT_OK;
    ws_row_list_note(rows, plot.note);
    if (!ws_plot_make(&plot, rows, &w->what, &error)) {
        ws_tell(stderr, "wormscope plot: %s", error.text);
        code = WS_EXIT_USAGE;
    } else if (!w->output)
        ws_plot_show(&plot, w->glyphs, w->width, w->height);
    else if (!file_write(&plot, w))
        code = WS_EXIT_IO;
    ws_plot_free(&plot);
    return code;
}

static int file_plot(const char *path, const wishes *w) {
    ws_error error;
    bool missing;
    ws_row_list rows = {0};
    int code = WS_EXIT_USAGE;
    if (ws_row_list_read(&rows, path, &missing, &error)) {
        size_t left_out =
            w->unsealed ? 0 : ws_row_list_keep_sealed(&rows, "plot", path, WS_UNSEALED_HINT);
        ws_row_list_drop_twins(&rows, "plot");
        bool none = left_out > 0 && rows.count == 0;
        code = none ? WS_EXIT_FAILED : rows_plot(&rows, w);
    } else {
        ws_tell(stderr, "wormscope plot: %s", error.text);
        code = missing ? WS_EXIT_IO : WS_EXIT_USAGE;
    }
    ws_row_list_free(&rows);
    return code;
}

static void theme_take(wishes *w, ws_args *args) {
    ws_error error;
    w->has_theme = ws_theme_open(&w->theme, args->value, &error);
    if (!w->has_theme)
        ws_args_wrong(args, "%s", error.text);
}

static void flag_parse(wishes *w, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_X: w->what.x = args->value; break;
    case FLAG_Y: w->what.figure = args->value; break;
    case FLAG_BY: w->what.by = args->value; break;
    case FLAG_OUTPUT: w->output = args->value; break;
    case FLAG_THEME: theme_take(w, args); break;
    case FLAG_UNSEALED: w->unsealed = true; break;
    case FLAG_SIZE: ws_args_size(args, &w->width, &w->height); break;
    case FLAG_GLYPHS:
        w->glyphs = ws_glyphs_find(args->value);
        if (!w->glyphs)
            ws_args_wrong(args, "unknown glyphs `%s`: expected braille, block or ascii",
                          args->value);
        break;
    default: break;
    }
}

static int run_plot(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {0};
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_parse(&w, &args, flag);
    if (w.output && !ws_plot_file_named(w.output))
        ws_args_wrong(&args, "-o `%s`: expected a name that ends in " WS_PLOT_ENDINGS, w.output);
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (ws_args_one_operand(&args, "file of rows"))
        code = file_plot(args.operands[0], &w);
    return code;
}

const ws_subcommand ws_subcommand_plot = {
    .name = "plot",
    .operands = "FILE|- [OPTION]...",
    .doc = "Draw what runs and sweeps measured: curves on the terminal, SVG, gnuplot, Vega-Lite",
    .flags = flags,
    .run = run_plot};
