/* handout_html.c - a handout as a page, to be read or printed. */
#include "export/escape.h"
#include "export/handout_form.h"
#include "export/html.h"
#include "export/svg.h"

static const char *const style[] = {
#include "export/handout_css.inc"
    WS_SVG_STYLE "\n", NULL};

static ws_html_frame frame_of(const ws_handout_sheet *sheet, const char *title) {
    return (ws_html_frame){title, sheet->theme, style, .script = NULL};
}

static void element_write(FILE *out, const char *name, const char *kind, const char *text) {
    fprintf(out, "<%s class=\"%s\">", name, kind);
    ws_markup_text(out, text);
    fprintf(out, "</%s>\n", name);
}

static void begin(const ws_handout_sheet *sheet, const char *title, const char *about) {
    const ws_html_frame frame = frame_of(sheet, title);
    ws_html_begin(sheet->out, &frame);
    element_write(sheet->out, "h1", "title", title);
    element_write(sheet->out, "p", "about", about);
    fputs("<p class=\"blank\"><span>Name</span><i></i><span>Date</span><i></i></p>\n", sheet->out);
}

static void step(const ws_handout_sheet *sheet, const char *title) {
    element_write(sheet->out, "h2", "step", title);
}

static void words(const ws_handout_sheet *sheet, ws_words kind, const char *text) {
    static const char *const names[] = {"said", "question", "hint", "key"};
    element_write(sheet->out, "p", names[kind], text);
}

static void choice(const ws_handout_sheet *sheet, char letter, const char *text) {
    fprintf(sheet->out, "<p class=\"choice\"><b>%c</b><span class=\"box\"></span><span>", letter);
    ws_markup_text(sheet->out, text);
    fputs("</span></p>\n", sheet->out);
}

static void blank(const ws_handout_sheet *sheet, const char *text) {
    fputs("<p class=\"blank\"><span>", sheet->out);
    ws_markup_text(sheet->out, text);
    fputs("</span><i></i></p>\n", sheet->out);
}

static void picture(const ws_handout_sheet *sheet, const ws_canvas *canvas, const char *title) {
    fputs("<figure>\n", sheet->out);
    ws_svg_element(sheet->out, canvas, sheet->theme, title);
    element_write(sheet->out, "figcaption", "caption", title);
    fputs("</figure>\n", sheet->out);
}

static void end(const ws_handout_sheet *sheet) {
    const ws_html_frame frame = frame_of(sheet, "");
    ws_html_end(sheet->out, &frame);
}

const ws_handout_form ws_handout_html = {
    .coloured = true,
    .begin = begin,
    .step = step,
    .words = words,
    .choice = choice,
    .blank = blank,
    .picture = picture,
    .end = end,
};
