/* handout_form.h - in which form a handout is written: a page, or text. */
#ifndef WS_HANDOUT_FORM_H
#define WS_HANDOUT_FORM_H

#include <stdio.h>

#include "ui/canvas.h"
#include "ui/theme.h"

/* What words are. */
typedef enum ws_words {
    WS_WORDS_SAID, /* by the lesson */
    WS_WORDS_QUESTION,
    WS_WORDS_HINT, /* small print below a question */
    WS_WORDS_KEY   /* for the teacher alone */
} ws_words;

typedef struct ws_handout_sheet {
    FILE *out;
    const ws_theme *theme;
} ws_handout_sheet;

/* Each takes texts as they are, and escapes them for its form. */
typedef struct ws_handout_form {
    bool coloured; /* pictures are drawn for the colours of the theme */
    void (*begin)(const ws_handout_sheet *sheet, const char *title, const char *about);
    void (*step)(const ws_handout_sheet *sheet, const char *title);
    void (*words)(const ws_handout_sheet *sheet, ws_words kind, const char *text);
    void (*choice)(const ws_handout_sheet *sheet, char letter, const char *text);
    /* A line to be filled in by hand, behind a few words. */
    void (*blank)(const ws_handout_sheet *sheet, const char *text);
    void (*picture)(const ws_handout_sheet *sheet, const ws_canvas *canvas, const char *title);
    void (*end)(const ws_handout_sheet *sheet);
} ws_handout_form;

extern const ws_handout_form ws_handout_html, ws_handout_text;

#endif
