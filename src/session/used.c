/* used.c - see session.h. The line is written in one piece: tests run side by side. */
#include "session/session.h"

#include "session/language/params.h"
#include "session/language/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void value_add(text_out *out, const char *name, char *value) {
    if (*value == '\0')
        return;
    for (char *blank = value; (blank = strchr(blank, ' ')) != NULL;)
        *blank = ',';
    text_add(out, " %s=%s", name, value);
}

static void values_add(text_out *out, const ws_def *def) {
    char value[200];
    for (const ws_param *param = ws_params; param < ws_params + ws_param_count; param++) {
        ws_param_print_changed(param, def, value, sizeof value);
        value_add(out, param->name, value);
    }
}

/* Adds the value of a line `set NAME VALUE`; changes such as ++ have none. */
static void line_add(text_out *out, const char *text) {
    char name[32];
    char value[200];
    if (sscanf(text, "set %31s %199[^\n]", name, value) == 2 && !strchr("+-*", *value))
        value_add(out, name, value);
}

void ws_used_tell(const ws_def *first, const ws_def *last, const ws_journal_entry *line,
                  size_t lines) {
    const char *path = getenv("WS_USED");
    char text[16384];
    if (!path)
        return;
    text_out out = text_begin(text, sizeof text - 1);
    text_add(&out, "%s", program_invocation_name);
    values_add(&out, first);
    for (size_t i = 0; i < lines; i++)
        line_add(&out, line[i].text);
    values_add(&out, last);
    text[out.used++] = '\n';
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0)
        return;
    ssize_t written = write(file, text, out.used);
    (void)written;
    close(file);
}
