/* picture.h - a canvas as text, compared with tests/screens/NAME.txt; UPDATE=1 writes that file anew. Header only. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "ui/text.h"

__attribute__((unused)) static char *picture_read(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    for (int c; in && (c = getc(in)) != EOF;) putc(c, out);
    if (in) fclose(in);
    fclose(out);
    return text;
}

__attribute__((unused)) static void picture_compare(const char *name, const ws_canvas *canvas) {
    char path[256], *got = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&got, &size);
    ws_text_write(out, canvas);
    fclose(out);
    snprintf(path, sizeof path, "tests/screens/%s.txt", name);
    if (getenv("UPDATE") && (out = fopen(path, "w"))) fputs(got, out), fclose(out);
    char *wanted = picture_read(path);
    int line = 1;
    for (size_t i = 0; got[i] && got[i] == wanted[i]; i++) line += got[i] == '\n';
    if (!ok(strcmp(got, wanted) == 0, "%s is as in %s", name, path)) note("first difference in line %d", line);
    free(wanted);
    free(got);
}

#endif
