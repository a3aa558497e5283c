/* live.c - see live.h. What the page does is in src/page. */
#include "export/live.h"

#include "export/escape.h"
#include "export/html.h"
#include "export/sha256.h"
#include "wormscope/memory.h"

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
    char *module = ws_alloc(WS_BASE64_TEXT(live->module_size), 1);
    ws_base64(live->module, live->module_size, module);
    fputs(module, out);
    free(module);
    fputs("</script>\n", out);
}

void ws_live_write(const ws_live *live, FILE *out) {
    const ws_html_frame page = {live->title, live->theme,  style,
                                script,      .body = body, .module = true};
    ws_html_begin(out, &page);
    data_write(live, out);
    ws_html_end(out, &page);
}
