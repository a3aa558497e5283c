/* svg.c - the export layer: what is escaped, outlines of signs, and a small picture byte for byte.
 * `UPDATE=1 build/tests/unit/svg.t` writes the picture anew: look at it in a browser. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "export/escape.h"
#include "export/html.h"
#include "export/sha256.h"
#include "export/shapes.h"
#include "export/svg.h"
#include "tap.h"

static char *got;
static size_t got_length;

static FILE *memory(void) {
    free(got);
    return open_memstream(&got, &got_length);
}

/* ---- escaping ---- */

static void markup_is(const char *text, const char *expected) {
    FILE *out = memory();
    ws_markup_text(out, text);
    fclose(out);
    ok(strcmp(got, expected) == 0, "markup of `%s`: `%s`", expected, got);
}

static void script_is(const char *text, const char *expected) {
    FILE *out = memory();
    ws_script_string(out, text);
    fclose(out);
    ok(strcmp(got, expected) == 0, "script: %s", got);
}

static void escape_test(void) {
    markup_is("a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;");
    markup_is("</script>]]>", "&lt;/script&gt;]]&gt;");
    markup_is("H1\xe2\x86\x92H2", "H1\xe2\x86\x92H2");
    markup_is("x\x1b[2J\x07y", "x?[2J?y");
    markup_is("\xff\xef\xbf\xbf", "??");         /* no UTF-8, and U+FFFF, which XML may not hold */
    markup_is("a\xe2\x80\xae" "b", "a?b");       /* U+202E shows another order */
    script_is("</script><!--", "\"\\u003c/script\\u003e\\u003c!--\"");
    script_is("a\"\\b'&", "\"a\\u0022\\u005cb\\u0027\\u0026\"");
    script_is("\xe2\x80\xa8\xf0\x9f\x90\x9b", "\"\\u2028\\ud83d\\udc1b\"");
}

/* ---- the hash ---- */

static void hash_is(const char *text, const char *expected) {
    char hash[WS_SHA256_TEXT];
    ws_sha256_base64(text, strlen(text), hash);
    ok(strcmp(hash, expected) == 0, "SHA-256 of %zu bytes: %s", strlen(text), hash);
}

/* The first three are those of FIPS 180-4 and its examples; the others lie around the ends of blocks. */
static void hash_test(void) {
    char text[121] = "";
    hash_is("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    hash_is("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    hash_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
    memset(text, 'a', 64);
    hash_is(text, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=");
    memset(text, 'a', 120);
    hash_is(text, "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw=");
}

/* ---- outlines ---- */

typedef struct walk {
    double x, y, start_x, start_y;
    double low_x, high_x, low_y, high_y;
} walk;

static void walk_to(walk *w, double x, double y) {
    w->x = x;
    w->y = y;
    w->low_x = x < w->low_x ? x : w->low_x;
    w->high_x = x > w->high_x ? x : w->high_x;
    w->low_y = y < w->low_y ? y : w->low_y;
    w->high_y = y > w->high_y ? y : w->high_y;
}

/* One command with its numbers, relative but for M; false if it is none that outlines use. */
static bool walk_command(walk *w, char command, const double *n, int count) {
    if (command == 'M' || command == 'm') {
        walk_to(w, n[0] + (command == 'm' ? w->start_x : 0), n[1] + (command == 'm' ? w->start_y : 0));
        w->start_x = w->x;
        w->start_y = w->y;
        return count == 2;
    }
    int each = command == 'l' ? 2 : command == 'a' ? 7 : 1;
    for (int i = 0; i + each <= count; i += each) {
        double dx = command == 'h' ? n[i] : command == 'l' ? n[i] : command == 'a' ? n[i + 5] : 0;
        double dy = command == 'v' ? n[i] : command == 'l' ? n[i + 1] : command == 'a' ? n[i + 6] : 0;
        walk_to(w, w->x + dx, w->y + dy);
    }
    return strchr("hvla", command) && count % each == 0 && count > 0;
}

/* Goes along a path; false if it is not well formed. */
static bool path_walk(const char *path, walk *w) {
    *w = (walk){.low_x = 1e9, .low_y = 1e9, .high_x = -1e9, .high_y = -1e9};
    bool good = true;
    while (*path && good) {
        double numbers[32];
        int count = 0;
        char command = *path++;
        while (*path && !isalpha((unsigned char)*path) && count < 32) {
            char *end;
            numbers[count++] = strtod(path, &end);
            if (end == path) return false;
            path = end;
            path += *path == ' ';
        }
        good = command == 'z' ? count == 0 : walk_command(w, command, numbers, count);
    }
    return good;
}

static void outlines_test(void) {
    int outlines = 0;
    bool formed = true;
    bool inside = true;
    for (uint32_t glyph = 0; glyph < 0x2a00; glyph++) {
        FILE *out = memory();
        bool drawn = ws_shape_write(out, glyph, 32, 64);
        fclose(out);
        walk w;
        outlines += drawn;
        if (!drawn && got_length) formed = false;
        if (!drawn || !got_length) continue;
        if (!path_walk(got, &w)) {
            note("U+%04X: %s", (unsigned)glyph, got);
            formed = false;
        }
        bool fits = w.low_x >= 32 && w.high_x <= 48 && w.low_y >= 64 && w.high_y <= 96;
        if (!fits) note("U+%04X leaves its cell: %s", (unsigned)glyph, got);
        inside &= fits;
    }
    ok(outlines == 128 + 32 + 256 + 23, "%d signs have an outline: all lines, blocks and braille, and 23 marks", outlines);
    ok(formed, "each is a path");
    ok(inside, "and lies in its cell");
    bool letters = false;
    for (uint32_t glyph = 0; glyph < 0x80; glyph++) letters |= ws_shape_write(NULL, glyph, 0, 0);
    ok(!letters && !ws_shape_write(NULL, 0x2192, 0, 0), "letters and arrows are left to a font");
}

static void path_is(uint32_t glyph, const char *expected) {
    FILE *out = memory();
    ws_shape_write(out, glyph, 0, 0);
    fclose(out);
    ok(strcmp(got, expected) == 0, "U+%04X: %s", (unsigned)glyph, got);
}

static void joints_test(void) {
    path_is(0x2588, "M0 0h16v32h-16z");
    path_is(0x2580, "M0 0h16v16h-16z");
    path_is(0x2584, "M0 16h16v16h-16z");
    path_is(0x259a, "M0 0h8v16h-8zM8 16h8v16h-8z");
    path_is(0x2500, "M7 15h9v2h-9zM0 15h9v2h-9z");
    path_is(0x2503, "M6 0h4v18h-4zM6 14h4v18h-4z");
    path_is(0x2801, "M3 1a3 3 0 1 0 2 0z");
}

/* ---- a picture ---- */

static void canvas_draw(ws_canvas *canvas) {
    ws_canvas_resize(canvas, 24, 6);
    ws_pen pen = ws_pen_of(canvas);
    ws_pen_text(&pen, 0, 0, WS_ROLE_STATUS_NAME, " <script>&\"'\" ");
    ws_pen_text(&pen, 1, 1, WS_ROLE_TEXT, "H1\xe2\x86\x92H2  waits");
    ws_pen_glyph(&pen, 22, 1, 0x2716, WS_ROLE_BLOCKED, WS_UNDERLINE);
    for (int x = 0; x < 12; x++)
        ws_pen_ink(&pen, x, 2, 0x2584, WS_ROLE_TEXT, x % 2 ? 0xff8800 : 0x0088ff, 0x202020);
    ws_pen_text(&pen, 0, 3, WS_ROLE_RULE, "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90\xe2\x95\xad\xe2\x95\xae\xe2\xa3\x80\xe2\xa0\xa4");
    ws_pen_glyph(&pen, 10, 3, 'R', WS_ROLE_TEXT, WS_REVERSE);
    ws_pen_glyph(&pen, 11, 3, 'D', WS_ROLE_TEXT, WS_DIM);
    ws_pen_glyph(&pen, 12, 3, 'B', WS_ROLE_TEXT, WS_BOLD);
    ws_pen_text(&pen, 2, 5, WS_ROLE_FAINT, "wide: \xe4\xb8\xad"); /* no sign of one column */
}

static char *file_read(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    if (in) {
        if (fread(text, 1, (1 << 16) - 1, in) == 0) *text = '\0';
        fclose(in);
    }
    return text;
}

static void picture_test(void) {
    static const char golden[] = "tests/unit/svg-golden.svg";
    ws_canvas canvas = {0};
    ws_theme theme = ws_theme_default();
    canvas_draw(&canvas);
    FILE *out = memory();
    ws_svg_write(out, &canvas, &theme, "a <small> picture & \"more\"");
    fclose(out);
    if (getenv("UPDATE")) {
        FILE *file = fopen(golden, "w");
        if (file) {
            fputs(got, file);
            fclose(file);
        }
    }
    char *expected = file_read(golden);
    ok(strcmp(got, expected) == 0, "the picture is that of %s", golden);
    ok(strstr(got, "&lt;script&gt;&amp;&quot;&#39;&quot;</tspan>"), "signs of markup in cells are escaped");
    ok(strstr(got, "<title>a &lt;small&gt; picture &amp; &quot;more&quot;</title>"), "and in the title");
    ok(strstr(got, "  wide: ?</tspan>"), "a sign two columns wide is a question mark, as on the screen");
    ok(strstr(got, "M352 60h16v2h-16z"), "an underline is a line");
    free(expected);
    out = memory();
    ws_theme mono = theme;
    for (int i = 0; i < WS_ROLE_COUNT; i++) mono.style[i] = (ws_style){WS_COLOUR_NONE, WS_COLOUR_NONE, 0};
    ws_html_canvas(out, &canvas, &mono, "</title><script>alert(1)</script>");
    fclose(out);
    ok(strstr(got, "fill=\"#ffffff\"/>") && strstr(got, "fill=\"#000000\""), "a theme without colours is black on white");
    ok(!strstr(got, "<script"), "no element of a title's gets into a page");
    ok(strstr(got, "content=\"default-src 'none'; style-src 'sha256-"), "a page lets nothing in from outside");
    ws_canvas_free(&canvas);
}

int main(void) {
    escape_test();
    hash_test();
    outlines_test();
    joints_test();
    picture_test();
    free(got);
    return done();
}
