/* print.c - see print.h. */
#include "cli/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/language/tell.h"
#include "session/memory.h"

/* ---- csv ---- */

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

/* ---- bar ---- */

enum { WIDTH = 40 };

bool ws_bar_wanted(void) {
    return isatty(STDERR_FILENO) != 0;
}

void ws_bar_draw(size_t done, size_t all) {
    size_t full = all > 0 ? done * WIDTH / all : WIDTH;
    fprintf(stderr, "\r[%.*s%*s] %zu of %zu", (int)full, "########################################",
            (int)(WIDTH - full), "", done, all);
    fflush(stderr);
}

void ws_bar_clear(void) {
    fprintf(stderr, "\r\033[K");
}

/* ---- print ---- */

int ws_json_dump(const json_t *value, FILE *out) {
    if (!value)
        return -1;
    char *text = ws_must(json_dumps(value, WS_JSON_STYLE));
    ws_tell_json(out, text);
    free(text);
    return 0;
}

json_t *ws_json_text(const char *text) {
    json_t *string = json_string(text);
    if (string)
        return string;
    char *clean = ws_clean(ws_copy_text(text, strlen(text)));
    string = json_string(clean);
    free(clean);
    return string;
}
