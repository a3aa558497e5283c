/* handout_rows.c - see handout_rows.h. */
#include "export/handout_rows.h"

#include <string.h>

#include "session/language/text.h"
#include "ui/text.h"

size_t ws_handout_row(const char *text, int columns) {
    size_t length = strcspn(text, " ");
    while (text[length]) {
        size_t next = length + 1 + strcspn(text + length + 1, " ");
        char *row = ws_copy_text(text, next);
        int wide = ws_text_columns(row);
        free(row);
        if (wide > columns)
            break;
        length = next;
    }
    return length < WS_HANDOUT_ROW ? length : WS_HANDOUT_ROW - 1;
}
