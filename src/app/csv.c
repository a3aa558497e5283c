/* csv.c - see csv.h. */
#include "app/csv.h"

#include <string.h>

void ws_csv_text(const char *text, FILE *out) {
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"') putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}
