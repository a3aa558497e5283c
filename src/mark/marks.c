/* marks.c - see marks.h. */
#include "mark/marks.h"

#include "session/language/tell.h"
#include "session/language/text.h"

#include <stdlib.h>

const char *ws_verdict_name(ws_verdict verdict) {
    static const char *const names[WS_VERDICTS] = {
        [WS_VERDICT_OK] = "ok",
        [WS_VERDICT_INCOMPLETE] = "incomplete",
        [WS_VERDICT_DIVERGED] = "diverged",
        [WS_VERDICT_NOT_STUDENT] = "not this student's",
        [WS_VERDICT_NOT_LESSON] = "not this lesson",
        [WS_VERDICT_OTHER_MODEL] = "other model",
        [WS_VERDICT_DAMAGED] = "damaged",
        [WS_VERDICT_NOT_MARKED] = "not marked",
    };
    return names[verdict];
}

void marks_say(ws_marks *marks, ws_verdict verdict, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(marks->reason, sizeof marks->reason, format, args);
    va_end(args);
    ws_clean(marks->reason);
    marks->verdict = verdict;
}

void marks_line(ws_marks *marks, const char *text) {
    WS_GROW(marks->line, marks->lines);
    marks->line[marks->lines] = ws_clean(text_copy(text));
    marks->lines++;
}

void ws_marks_free(ws_marks *marks) {
    for (size_t i = 0; i < marks->lines; i++)
        free(marks->line[i]);
    free(marks->line);
    free(marks->row);
    *marks = (ws_marks){0};
}
