/* plot_file.c - see plot_draw.h. */
#include <string.h>

#include "cli/plot_draw.h"
#include "session/language/text.h"
#include "session/library/whole_file.h"

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
