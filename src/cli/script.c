/* script.c - see script.h. */
#include "cli/script.h"

#include "session/language/line.h"
#include "session/language/text.h"

static bool fail_line(ws_error *error, const char *path, unsigned line) {
    return fail_with(error, "%.300s:%u: expected @CYCLE LINE, e.g. @3000 set load 0.4", path, line);
}

static void line_add(ws_script_file *script, uint64_t cycle, const char *text, size_t length) {
    size_t at = script->count;
    WS_GROW(script->line, script->count++);
    for (; at > 0 && script->line[at - 1].cycle > cycle; at--)
        script->line[at] = script->line[at - 1];
    script->line[at] = (ws_script_line){cycle, ws_copy_text(text, length)};
}

static bool line_read(ws_script_file *script, const char *text, size_t length) {
    size_t begin = 0;
    uint64_t cycle = 0;
    while (begin < length && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    if (begin == length || text[begin] == '#')
        return true;
    if (text[begin++] != '@')
        return false;
    size_t digits = begin;
    for (; begin < length && text[begin] >= '0' && text[begin] <= '9'; begin++)
        cycle = cycle * 10 + (uint64_t)(text[begin] - '0');
    bool has_cycle = begin > digits && begin - digits < 19;
    if (!has_cycle || begin + 1 >= length || text[begin] != ' ')
        return false;
    line_add(script, cycle, text + begin + 1, length - begin - 1);
    return true;
}

bool ws_script_file_read(ws_script_file *script, const char *path, ws_error *error) {
    const char *text;
    size_t length;
    ws_source *source = ws_source_read(path, true, error);
    if (!source)
        return false;
    ws_reader reader = {.source = source};
    bool good = true;
    while (good && ws_reader_next(&reader, &text, &length))
        good = line_read(script, text, length) || fail_line(error, path, reader.line);
    ws_source_free(source);
    return good;
}

void ws_script_file_free(ws_script_file *script) {
    for (size_t i = 0; i < script->count; i++)
        free(script->line[i].text);
    free(script->line);
    *script = (ws_script_file){.count = 0};
}

uint64_t ws_script_file_next(const ws_script_file *script) {
    return script->next < script->count ? script->line[script->next].cycle : UINT64_MAX;
}

const char *ws_script_file_due(ws_script_file *script, uint64_t cycle) {
    if (ws_script_file_next(script) > cycle)
        return NULL;
    return script->line[script->next++].text;
}

/* Has the session got this line at this cycle? */
static bool is_typed(const ws_session *session, const ws_script_line *line) {
    size_t count;
    const ws_journal_entry *entry = ws_session_journal(session, &count);
    for (size_t i = 0; i < count; i++)
        if (entry[i].cycle == line->cycle && text_is(entry[i].text, line->text))
            return true;
    return false;
}

void ws_script_file_resume(ws_script_file *script, const ws_session *session, uint64_t cycle) {
    for (; script->next < script->count; script->next++) {
        const ws_script_line *line = &script->line[script->next];
        if (line->cycle > cycle || (line->cycle == cycle && !is_typed(session, line)))
            return;
    }
}
