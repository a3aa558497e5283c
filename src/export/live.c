/* live.c - see live.h. What the page does is in src/page. */
#include "export/live.h"

#include "export/escape.h"
#include "export/html.h"

static const char *const style[] = {
#include "export/page_css.inc"
    NULL};

static const char *const script[] = {
#include "export/files_js.inc"
#include "export/page_js.inc"
    NULL};

static const char *const body[] = {
#include "export/page_html.inc"
    NULL};

static void base64_write(FILE *out, const unsigned char *bytes, size_t size) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        putc(letters[group >> 18], out);
        putc(letters[group >> 12 & 63], out);
        putc(left > 1 ? letters[group >> 6 & 63] : '=', out);
        putc(left > 2 ? letters[group & 63] : '=', out);
    }
}

/* Data stand in elements that no browser runs; the script reads them. */
static void data_write(const ws_live *live, FILE *out) {
    fputs("<script type=\"application/json\" id=\"start\">{\"name\":", out);
    ws_script_string(out, live->start);
    fputs("}</script>\n<script type=\"application/json\" id=\"files\">{", out);
    for (size_t i = 0; i < live->files; i++) {
        fputs(i ? ",\n" : "\n", out);
        ws_script_string(out, live->file[i].path);
        putc(':', out);
        ws_script_text(out, live->file[i].text);
    }
    fputs("}</script>\n<script type=\"text/plain\" id=\"module\">", out);
    base64_write(out, live->module, live->module_size);
    fputs("</script>\n", out);
}

void ws_live_write(const ws_live *live, FILE *out) {
    const ws_html_frame page = {live->title, live->theme, style, script, true};
    ws_html_begin(out, &page);
    for (size_t i = 0; body[i]; i++)
        fputs(body[i], out);
    data_write(live, out);
    ws_html_end(out, &page);
}
