/* csv.c - see csv.h. */
#include "cli/csv.h"

#include <stdlib.h>
#include <string.h>

#include "session/language/tell.h"
#include "session/memory.h"

/* Would a spreadsheet reckon with it? A number may begin with a sign. */
static bool is_formula(const char *text) {
    char *end;
    if (!*text || !strchr("=+-@", *text) || !text[1])
        return false;
    strtod(text, &end);
    return *end != '\0';
}

void ws_csv_text(const char *text, FILE *out) {
    char *clean = ws_clean(ws_copy_text(text, strlen(text)));
    bool plain = !strpbrk(clean, ",\"");
    if (!plain)
        putc('"', out);
    if (is_formula(clean))
        putc('\'', out);
    for (const char *at = clean; *at; at++) {
        if (*at == '"')
            putc('"', out);
        putc(*at, out);
    }
    if (!plain)
        putc('"', out);
    free(clean);
}

const char *ws_csv_plain(const char *cell) {
    return cell[0] == '\'' && is_formula(cell + 1) ? cell + 1 : cell;
}
