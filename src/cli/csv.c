/* csv.c - see csv.h. */
#include "cli/csv.h"

#include <stdlib.h>
#include <string.h>

#include "session/memory.h"
#include "session/language/tell.h"

void ws_csv_text(const char *text, FILE *out) {
    char *clean = ws_clean(ws_copy_text(text, strlen(text)));
    bool plain = !strpbrk(clean, ",\"");
    if (!plain) putc('"', out);
    for (const char *at = clean; *at; at++) {
        if (*at == '"') putc('"', out);
        putc(*at, out);
    }
    if (!plain) putc('"', out);
    free(clean);
}
