/* marks.c - which lines of a journal are marked where time is drawn, and what is written beside the mark. */
#include <string.h>

#include "session/history/history.h"
#include "tap.h"

int main(void) {
    static const struct {
        const char *line;
        ws_mark mark;
        const char *label;
    } rows[] = {
        {"set segment 33", WS_MARK_CHANGE, "set segment 33"},
        {"host H1 silent", WS_MARK_CHANGE, "host H1 silent"},
        {"note \"watch \\\"H1\\\"\"", WS_MARK_NOTE, "watch \"H1\""},
        {"note short", WS_MARK_NOTE, "short"},
        {"note", WS_MARK_NOTE, "note"},
        {"check 9f3a6c01d2b4e5f6", WS_MARK_NONE, "check 9f3a6c01d2b4e5f6"},
        {"end", WS_MARK_NONE, "end"},
        {"settle 3", WS_MARK_NONE, "settle 3"},
        {"", WS_MARK_NONE, ""},
    };
    char label[64], small[6];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ok(ws_mark_of(rows[i].line) == rows[i].mark, "`%s` is what it is", rows[i].line);
        ws_mark_label(rows[i].line, label, sizeof label);
        ok(strcmp(label, rows[i].label) == 0, "and called %s", label);
    }
    ok(strcmp(ws_mark_label("set segment 33", small, sizeof small), "set s") == 0, "a label is cut to the room");
    return done();
}
