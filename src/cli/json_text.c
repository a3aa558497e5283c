/* json_text.c - see json_text.h. */
#include "cli/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "session/language/tell.h"
#include "session/memory.h"

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
