/* clean.c - what a terminal would obey never leaves for one: the function that cleans text, the one that writes JSON, and the
 * canvas, through which all that the screen shows must go. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/tell.h"
#include "tap.h"
#include "ui/canvas.h"
#include "ui/start/start.h"

/* One of each kind, between letters. */
#define EVIL                                                                                                                     \
    "a\x1b[31mb\x07"                                                                                                             \
    "c\x7f"                                                                                                                      \
    "d\xc2\x9b"                                                                                                                  \
    "e\xe2\x80\xae"                                                                                                              \
    "f\xe2\x81\xa6"                                                                                                              \
    "g\xe2\x80\x8f"                                                                                                              \
    "h\xd8\x9c"                                                                                                                  \
    "i\xff"                                                                                                                      \
    "j\nk"

static bool cleans(const char *text, const char *expected) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    ws_clean(copy);
    if (strcmp(copy, expected) != 0) note("got %s", copy);
    return strcmp(copy, expected) == 0;
}

static void check_clean(void) {
    ok(cleans("", "") && cleans("plain text", "plain text"), "plain text stays");
    ok(cleans("3×3 torus → ⠿ 漢字 é", "3×3 torus → ⠿ 漢字 é"), "so do characters of all lengths");
    ok(cleans(EVIL, "a?[31mb?c?d?e?f?g?h?i?j?k"), "what a terminal obeys becomes a question mark, one for each");
    ok(cleans("a\tb", "a b"), "a tab becomes a blank");
    ok(cleans("\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe2\x80", "???" "??" "????" "??"), "so does every byte that is no UTF-8");
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        bool bidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e || code == 0x200f ||
                    code == 0x61c;
        bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        if (ws_is_obeyed(code) != (bidi || control)) ok(false, "U+%04X", (unsigned)code);
    }
    ok(ws_is_obeyed(0), "all code points have been tried");
}

/* A character that is written is read as the same. */
static void check_written(void) {
    unsigned wrong = 0;
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        char bytes[WS_CHARACTER_ROOM];
        uint32_t read = 0;
        if (code >= 0xd800 && code <= 0xdfff) continue; /* surrogates are no characters */
        size_t size = ws_character_put(code, bytes);
        wrong += strlen(bytes) != size || ws_character(bytes, size, &read) != size || read != code;
    }
    ok(wrong == 0, "every code point is written as it is read: %u are not", wrong);
}

static void check_json(void) {
    char *out = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&out, &length);
    static const char value[] = "a\x1b[31mb\x7f" "c\xc2\x9b" "d\xe2\x80\xae" "e → ⠿";
    json_t *string = json_string(value);
    char *text = json_dumps(string, JSON_ENCODE_ANY);
    ws_tell_json(memory, text);
    fclose(memory);
    bool harmless = true;
    for (const char *at = out; *at;) {
        uint32_t code;
        size_t size = ws_character(at, strlen(at), &code);
        harmless &= size > 0 && !ws_is_obeyed(code);
        at += size ? size : 1;
    }
    ok(harmless, "JSON has nothing that a terminal obeys: %s", out);
    json_t *again = json_loads(out, JSON_DECODE_ANY, NULL);
    ok(again && strcmp(json_string_value(again), value) == 0, "and the same value");
    json_decref(again);
    json_decref(string);
    free(text);
    free(out);
}

static bool canvas_is_clean(const ws_canvas *canvas) {
    bool clean = true;
    for (int i = 0; i < canvas->width * canvas->height; i++) clean &= !ws_is_obeyed(canvas->cell[i].glyph);
    return clean;
}

static void check_screen(void) {
    ws_canvas canvas = {0};
    ws_start start = {.glyphs = ws_glyphs_find("braille"), .message = EVIL};
    ws_canvas_resize(&canvas, 100, 30);
    ws_pen pen = ws_pen_of(&canvas);
    ws_pen_print(&pen, 0, 0, WS_ROLE_TEXT, "%s", EVIL);
    ok(canvas_is_clean(&canvas) && canvas.cell[0].glyph == 'a' && canvas.cell[1].glyph == '?', "a pen writes nothing of it");
    size_t subject = ws_start_subject(&start, EVIL);
    for (int i = 0; i < 5; i++) ws_start_add(&start, subject, EVIL, EVIL, EVIL, EVIL);
    snprintf(start.search, sizeof start.search, "a");
    ws_start_search(&start);
    ws_start_draw(&start, &canvas);
    ok(canvas_is_clean(&canvas), "the start screen shows nothing of it");
    ws_start_free(&start);
    ws_canvas_free(&canvas);
}

int main(void) {
    check_clean();
    check_written();
    check_json();
    check_screen();
    return done();
}
