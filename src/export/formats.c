/* formats.c - see formats.h. */
#include "export/formats.h"

#include <string.h>

#include "export/html.h"
#include "export/svg.h"
#include "export/table.h"
#include "session/language/text.h"
#include "ui/text.h"

static void text_write(FILE *out, const ws_canvas *canvas, const ws_theme *theme,
                       const char *title) {
    (void)theme;
    (void)title;
    ws_text_write(out, canvas);
}

static const ws_format formats[] = {
    {".svg", true, ws_svg_write}, {".html", true, ws_html_canvas}, {".txt", false, text_write}};

const ws_format *ws_format_find(const char *path) {
    for (size_t i = 0; i < WS_ROWS(formats); i++)
        if (text_ends(path, formats[i].suffix))
            return &formats[i];
    return NULL;
}
