/* html.c - see html.h. */
#include "export/html.h"

#include "export/escape.h"
#include "export/paint.h"
#include "export/sha256.h"
#include "export/svg.h"
#include "export/table.h"
#include "session/text_stream.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the policy names ---- */

void ws_html_colours(FILE *out, const ws_theme *theme) {
    static const struct {
        const char *name;
        ws_role role;
    } colours[] = {
#include "export/page_colours.def"
    };
    for (size_t i = 0; i < WS_ROWS(colours); i++) {
        const ws_cell cell = {.glyph = ' ',
                              .role = (uint16_t)colours[i].role,
                              .fg = WS_COLOUR_NONE,
                              .bg = WS_COLOUR_NONE};
        ws_paint paint = ws_paint_of(&cell, theme);
        fprintf(out, "--%s:#%06x;--%s-ground:#%06x;", colours[i].name, (unsigned)paint.fg,
                colours[i].name, (unsigned)paint.bg);
    }
}

static void html_lines(FILE *out, const char *const *line) {
    for (size_t i = 0; line && line[i]; i++)
        fputs(line[i], out);
}

static char *style_text(const ws_html_frame *page) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    fputs(":root{", memory); /* in front of the style, and hashed with it */
    ws_html_colours(memory, page->theme);
    fputs("}\n", memory);
    html_lines(memory, page->style);
    fclose(memory);
    return text;
}

static char *script_text(const ws_html_frame *page) {
    char *text;
    size_t length;
    FILE *memory = ws_text_stream(&text, &length);
    html_lines(memory, page->script);
    fclose(memory);
    return text;
}

static void hash_write(FILE *out, const char *what, char *text, const char *more) {
    char hash[WS_SHA256_TEXT];
    ws_sha256_base64(text, strlen(text), hash);
    fprintf(out, " %s 'sha256-%s'%s;", what, hash, more);
    free(text);
}

static void policy_write(FILE *out, const ws_html_frame *page) {
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';", out);
    hash_write(out, "style-src", style_text(page), "");
    if (page->script)
        hash_write(out, "script-src", script_text(page), page->module ? " 'wasm-unsafe-eval'" : "");
    fputs(" base-uri 'none'; form-action 'none'\">\n", out);
}

/* ---- the page ---- */

void ws_html_begin(FILE *out, const ws_html_frame *page) {
    char *style = style_text(page);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    policy_write(out, page);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n", out);
    fputs("<meta name=\"generator\" content=\"wormscope " WS_VERSION "\">\n<title>", out);
    ws_markup_text(out, page->title);
    fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
    free(style);
    html_lines(out, page->body);
}

void ws_html_end(FILE *out, const ws_html_frame *page) {
    char *script = page->script ? script_text(page) : NULL;
    if (script)
        fprintf(out, "<script>%s</script>\n", script);
    fputs("</body>\n</html>\n", out);
    free(script);
}

void ws_html_canvas(FILE *out, const ws_canvas *canvas, const ws_theme *theme, const char *title) {
    static const char *const style[] = {
        "body{margin:0;background:var(--text-ground);color:var(--text)}\n", WS_SVG_STYLE "\n",
        "svg{display:block;max-width:100%;height:auto;margin:0 auto}\n", NULL};
    const ws_html_frame page = {title, theme, style, .script = NULL};
    ws_html_begin(out, &page);
    ws_svg_element(out, canvas, theme, title);
    ws_html_end(out, &page);
}
