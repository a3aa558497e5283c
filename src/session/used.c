/* used.c - see used.h. The line is written in one piece: tests run side by side. */
#include "session/used.h"

#include "session/language/params.h"
#include "session/language/text.h"

#include <errno.h>
#include <fcntl.h>
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

/* Adds the values from which parameters were changed. */
static void changes_add(text_out *out, ws_session *session) {
    size_t count;
    const ws_change *change = ws_session_changes(session, &count);
    for (size_t i = 0; i < count; i++) {
        char was[sizeof change->was];
        strcpy(was, change[i].was);
        value_add(out, change[i].param->name, was);
    }
}

void session_used(ws_session *session) {
    const char *path = getenv("WS_USED");
    char line[16384];
    if (!path || !ws_session_net(session))
        return;
    text_out out = text_begin(line, sizeof line - 1);
    text_add(&out, "%s", program_invocation_name);
    values_add(&out, ws_session_first(session));
    changes_add(&out, session);
    values_add(&out, ws_net_def(ws_session_net(session)));
    line[out.used++] = '\n';
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0)
        return;
    ssize_t written = write(file, line, out.used);
    (void)written;
    close(file);
}
