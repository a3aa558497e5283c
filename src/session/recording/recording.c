/* recording.c - reading a recording. See recording.h for the form.
 *
 * Checksums are checked before anything else, so that what is read is what was written; what the
 * lines say is still checked, since a checksum is no proof of sense. */
#include "session/recording/recording.h"

#include "session/language/text.h"
#include "session/recording/line_checksum.h"

#include <inttypes.h>

enum { FILES_MAX = 512, COLUMNS_MAX = 4096 };

/* The line at hand, and where it is. */
typedef struct reader {
    ws_recording *recording;
    const char *name, *text;
    size_t length, at; /* at: byte at which the line begins */
    unsigned line;
    uint32_t chain;
    const char *begin; /* of the line's text, without checksum */
    size_t size;
    bool headed, ended; /* `begin` and `end` have been read */
    ws_source *file;    /* whose lines are being read */
    size_t room;        /* bytes allocated for it */
    size_t shared;      /* lines and checks that branches have from their parents */
    ws_fault *fault;
    ws_error *error;
} reader;

static bool fail(reader *d, ws_fault fault, const char *what) {
    *d->fault = fault;
    snprintf(d->error->text, sizeof d->error->text, "%.200s: line %u, byte %zu: %.200s", d->name,
             d->line, d->at, what);
    return false;
}

static bool damaged(reader *d, const char *what) {
    return fail(d, WS_FAULT_DAMAGED, what);
}

/* ---------------------------------------------------------------------------------- words ---- */

static bool number_parse(const char *text, uint64_t *value) {
    size_t digits = strspn(text, "0123456789");
    *value = 0;
    if (digits == 0 || text[digits])
        return false;
    for (; *text; text++)
        if (__builtin_mul_overflow(*value, 10u, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*text - '0'), value))
            return false;
    return true;
}

static bool hex_parse(const char *text, uint64_t *value) {
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return false;
    *value = strtoull(text, NULL, 16);
    return true;
}

/* A cycle that a recording can have reached. */
static bool cycle_parse(reader *d, const char *text, uint64_t *cycle) {
    if (!number_parse(text, cycle))
        return false;
    return *cycle <= WS_RECORDING_CYCLES ||
           damaged(d, "the cycle is beyond 1,000,000,000,000, as far as a recording goes");
}

/* ----------------------------------------------------------------------------------- head ---- */

static bool parse_model(reader *d, const ws_line *l) {
    uint64_t model;
    if (!number_parse(l->word[1].text, &model) || model > INT32_MAX)
        return damaged(d, "the model is no number");
    d->recording->model = (int64_t)model;
    return true;
}

static bool copy_word(char **text, const ws_line *l) {
    free(*text);
    *text = text_copy(l->word[1].text);
    return true;
}

static bool parse_program(reader *d, const ws_line *l) {
    return copy_word(&d->recording->program, l);
}
static bool parse_scenario(reader *d, const ws_line *l) {
    return copy_word(&d->recording->scenario, l);
}

static bool parse_option(reader *d, const ws_line *l) {
    ws_options *o = &d->recording->options;
    const char *what = l->word[1].text;
    const char *value = l->word[2].text;
    if (text_is(what, "set")) {
        const char **sets = ws_grow((void *)(uintptr_t)o->sets, o->set_count, sizeof *sets);
        sets[o->set_count++] = text_copy(value);
        o->sets = sets;
        return true;
    }
    const struct {
        const char *name;
        bool *has;
        uint64_t *number;
    } numbers[] = {{"seed", &o->has_seed, &o->seed},
                   {"cycles", &o->has_cycles, &o->cycles},
                   {"warmup", &o->has_warmup, &o->warmup}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (text_is(numbers[i].name, what))
            return *numbers[i].has = number_parse(value, numbers[i].number);
    return false;
}

static bool parse_file(reader *d, const ws_line *l) {
    ws_recording *recording = d->recording;
    if (recording->file_count == FILES_MAX)
        return damaged(d, "too many files");
    recording->files = ws_grow(recording->files, recording->file_count, sizeof *recording->files);
    recording->files[recording->file_count++] = d->file =
        ws_source_text(l->word[1].text, "", "", 0, d->error);
    d->room = 0;
    return true;
}

/* "| TEXT": one more line of the file. */
static bool append_file_line(reader *d) {
    ws_source *file = d->file;
    if (!file || d->size < 2 || d->begin[1] != ' ')
        return damaged(d, "a line of a file, but of which?");
    size_t size = d->size - 2;
    if (file->length + size + 1 > WS_SOURCE_MAX)
        return damaged(d, "a file longer than 1 MiB");
    if (file->length + size + 2 > d->room) {
        d->room = 2 * (file->length + size + 2);
        file->text = ws_must(realloc(file->text, d->room));
    }
    memcpy(file->text + file->length, d->begin + 2, size);
    file->length += size;
    file->text[file->length++] = '\n';
    file->text[file->length] = '\0';
    return true;
}

static bool parse_columns(reader *d, const ws_line *l) {
    ws_recording *recording = d->recording;
    for (const char *at = l->word[1].text;; at++) {
        size_t size = strcspn(at, ",");
        if (size == 0 || recording->column_count == COLUMNS_MAX)
            return false;
        recording->columns =
            ws_grow(recording->columns, recording->column_count, sizeof *recording->columns);
        recording->columns[recording->column_count++] = ws_copy_text(at, size);
        at += size;
        if (!*at)
            return true;
    }
}

static bool parse_begin(reader *d, const ws_line *l) {
    (void)l;
    if (d->recording->file_count == 0)
        return damaged(d, "the session begins, but it has no scenario");
    return d->headed = true;
}

/* ----------------------------------------------------------------------------------- body ---- */

static ws_branch *branch_now(const reader *d) {
    return &d->recording->branches.branch[d->recording->branch];
}

static bool parse_check(reader *d, const ws_line *l) {
    uint64_t cycle;
    uint64_t digest;
    const char *sums = l->count > 3 ? l->word[3].text : NULL;
    size_t size = sums ? strlen(sums) : 0;
    if (!cycle_parse(d, l->word[1].text, &cycle) || !hex_parse(l->word[2].text, &digest))
        return false;
    if (sums &&
        (size != 8 * d->recording->column_count || strspn(sums, "0123456789abcdef") != size))
        return false;
    if (cycle < branch_now(d)->reached)
        return damaged(d, "the check lies before the line above it");
    ws_branch_check(&d->recording->branches, d->recording->branch, cycle, digest, sums, size);
    d->recording->checks++;
    return true;
}

static bool parse_fork(reader *d, const ws_line *l) {
    ws_branches *branches = &d->recording->branches;
    uint64_t cycle;
    uint64_t typed;
    size_t parent = ws_branches_find(branches, l->word[3].text);
    if (!cycle_parse(d, l->word[1].text, &cycle) || !number_parse(l->word[4].text, &typed))
        return false;
    if (parent == branches->count)
        return damaged(d, "the branch leaves one that there is not");
    if (branches->count == WS_BRANCHES_MAX)
        return damaged(d, "more than 1,000 branches; a session has no more");
    const ws_journal *lines = &branches->branch[parent].typed;
    if (typed > lines->count || cycle < branches->branch[parent].forked ||
        (typed && lines->entries[typed - 1].cycle > cycle))
        return damaged(d, "the branch leaves its parent where that has not been");
    d->recording->branch = ws_branches_fork(branches, parent, cycle, (size_t)typed);
    d->shared += branch_now(d)->inherited + branch_now(d)->inherited_checks;
    if (d->shared > WS_RECORDING_SHARED)
        return damaged(d, "the branches share more than 8,388,608 lines and checks");
    return text_is(branch_now(d)->name, l->word[2].text) ||
           damaged(d, "the branch is not the next one");
}

static bool parse_switch(reader *d, const ws_line *l) {
    size_t branch = ws_branches_find(&d->recording->branches, l->word[1].text);
    if (branch == d->recording->branches.count)
        return damaged(d, "there is no such branch");
    d->recording->branch = branch;
    return true;
}

static bool parse_end(reader *d, const ws_line *l) {
    (void)l;
    return d->ended = true;
}

/* A sign, a cycle and a command: kept as it stands; whether it can be applied is for the session
 * to say. */
typedef struct stamped {
    uint64_t cycle;
    const char *text;
    size_t length;
} stamped;

static bool parse_stamped(reader *d, stamped *line) {
    char digits[24];
    const char *blank = memchr(d->begin, ' ', d->size);
    size_t size = blank ? (size_t)(blank - d->begin) - 1 : 0;
    if (size == 0 || size >= sizeof digits)
        return damaged(d, "no cycle and command");
    memcpy(digits, d->begin + 1, size);
    digits[size] = '\0';
    size_t left = d->size - size - 2;
    d->error->text[0] = '\0';
    if (!cycle_parse(d, digits, &line->cycle))
        return d->error->text[0] ? false : damaged(d, "no cycle and command");
    if (left == 0 || left > WS_LINE_MAX || memchr(blank, '\0', left + 1))
        return damaged(d, "no cycle and command");
    line->text = blank + 1;
    line->length = left;
    return true;
}

/* "@CYCLE COMMAND" */
static bool parse_typed(reader *d) {
    stamped line;
    if (!parse_stamped(d, &line))
        return false;
    if (line.cycle < branch_now(d)->reached)
        return damaged(d, "the line lies before the one above it");
    ws_branch_add(&d->recording->branches, d->recording->branch, line.cycle, line.text,
                  line.length);
    d->recording->lines++;
    return true;
}

/* "~CYCLE COMMAND" */
static bool parse_staged(reader *d) {
    ws_branches *branches = &d->recording->branches;
    stamped line;
    if (d->recording->format < WS_RECORDING_STAGED)
        return damaged(d, "a stage line, which a recording of the first form has not");
    if (!parse_stamped(d, &line))
        return false;
    const char *text = ws_texts_add(&branches->texts, line.text, line.length);
    ws_stage_track_add(&branches->stage, (ws_stage_entry){line.cycle, d->recording->branch, text});
    return true;
}

/* ---------------------------------------------------------------------------------- lines ---- */

typedef struct kind {
    const char *word;
    size_t words, optional; /* behind the first */
    bool head;
    bool (*take)(reader *d, const ws_line *l);
} kind;

static const kind kinds[] = {
    {"model", 1, 0, true, parse_model},       {"program", 1, 0, true, parse_program},
    {"scenario", 1, 0, true, parse_scenario}, {"option", 2, 0, true, parse_option},
    {"file", 1, 0, true, parse_file},         {"columns", 1, 0, true, parse_columns},
    {"begin", 0, 0, true, parse_begin},       {"check", 2, 1, false, parse_check},
    {"fork", 4, 0, false, parse_fork},        {"switch", 1, 0, false, parse_switch},
    {"end", 0, 0, false, parse_end},
};

static bool parse_line(reader *d) {
    ws_line line;
    ws_error why;
    if (d->ended)
        return damaged(d, "there is more behind the end");
    if (d->size && d->begin[0] == '|' && !d->headed)
        return append_file_line(d);
    if (d->size && d->begin[0] == '@' && d->headed)
        return parse_typed(d);
    if (d->size && d->begin[0] == '~' && d->headed)
        return parse_staged(d);
    d->file = NULL;
    if (!ws_line_split(&line, (ws_place){NULL, 1, 1}, d->begin, d->size, &why))
        return damaged(d, why.text);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && line.count; i++) {
        const kind *k = &kinds[i];
        if (!text_is(k->word, line.word[0].text) || k->head == d->headed)
            continue;
        bool counts = line.count > k->words && line.count <= k->words + k->optional + 1;
        d->error->text[0] = '\0';
        if (counts && k->take(d, &line))
            return true;
        return d->error->text[0] ? false : damaged(d, "not to be understood");
    }
    return damaged(d, d->headed ? "no line of a recording" : "no line of the head of a recording");
}

/* "wormscope-recording N" */
static bool parse_first(reader *d) {
    static const char first[] = WS_RECORDING_FIRST;
    char digits[16];
    uint64_t *format = &d->recording->format;
    size_t size = d->size > sizeof first - 1 ? d->size - (sizeof first - 1) : 0;
    if (size == 0 || size >= sizeof digits || memcmp(d->begin, first, sizeof first - 1) != 0)
        return damaged(d, "this is no recording");
    memcpy(digits, d->begin + sizeof first - 1, size);
    digits[size] = '\0';
    if (!number_parse(digits, format))
        return damaged(d, "this is no recording");
    return *format == WS_RECORDING_PLAIN || *format == WS_RECORDING_STAGED ||
           fail(d, WS_FAULT_USAGE, "the recording has a newer form; a newer wormscope reads it");
}

/* The next line: 1, or 0 at the end of what is whole, or -1 with an error. */
static int next_line(reader *d, size_t *next) {
    d->at = *next;
    if (d->at == d->length)
        return 0;
    d->line++;
    d->begin = d->text + d->at;
    const char *end = memchr(d->begin, '\n', d->length - d->at);
    if (!end)
        return 0;
    d->size = (size_t)(end - d->begin);
    *next = d->at + d->size + 1;
    if (ws_line_checksum_check(&d->chain, d->begin, &d->size))
        return 1;
    damaged(d, d->line == 1 ? "this is no recording, or its first line is damaged"
                            : "the line is damaged, or the one before it is missing");
    return -1;
}

static bool read_lines(reader *d) {
    size_t next = 0;
    int got;
    while ((got = next_line(d, &next)) > 0)
        if (!(d->line == 1 ? parse_first(d) : parse_line(d)))
            return false;
    if (got < 0)
        return false;
    if (!d->headed)
        return damaged(d,
                       "the recording ends before its session begins; nothing in it can be played");
    if (d->ended && d->at < d->length)
        return damaged(d, "there is more behind the end");
    d->recording->complete = d->ended;
    for (size_t i = 0; i < d->recording->branches.count; i++)
        d->recording->branches.branch[i].played = true;
    d->recording->end = branch_now(d)->reached;
    d->recording->branch_count = d->recording->branches.count;
    if (!d->ended)
        snprintf(d->recording->cut, sizeof d->recording->cut,
                 "its end is missing: cut off behind byte %zu (line %u)", d->at,
                 d->line - (d->at < d->length));
    return true;
}

bool ws_recording_is(const char *text, size_t length) {
    static const char first[] = WS_RECORDING_FIRST;
    return length >= sizeof first - 1 && memcmp(text, first, sizeof first - 1) == 0;
}

ws_recording *ws_recording_parse(const char *name, const char *text, size_t length, ws_fault *fault,
                                 ws_error *error) {
    ws_recording *recording = ws_alloc(1, sizeof *recording);
    ws_branches_begin(&recording->branches);
    reader d = {.recording = recording,
                .name = name,
                .text = text,
                .length = length,
                .fault = fault,
                .error = error};
    error->text[0] = '\0';
    if (read_lines(&d))
        return recording;
    ws_recording_free(recording);
    return NULL;
}

ws_recording *ws_recording_read(const char *path, ws_fault *fault, ws_error *error) {
    *fault = WS_FAULT_IO;
    ws_source *source = ws_source_read_up_to(path, true, WS_RECORDING_MAX, error);
    ws_recording *recording =
        source ? ws_recording_parse(path, source->text, source->length, fault, error) : NULL;
    ws_source_free(source);
    return recording;
}

void ws_recording_free(ws_recording *recording) {
    if (!recording)
        return;
    for (size_t i = 0; i < recording->file_count; i++)
        ws_source_free(recording->files[i]);
    for (size_t i = 0; i < recording->column_count; i++)
        free(recording->columns[i]);
    ws_options_free(&recording->options);
    ws_branches_free(&recording->branches);
    free(recording->files);
    free(recording->columns);
    free(recording->program);
    free(recording->scenario);
    free(recording);
}

void ws_options_copy(ws_options *to, const ws_options *from) {
    *to = from ? *from : (ws_options){0};
    char **sets = ws_alloc(to->set_count, sizeof *sets);
    for (size_t i = 0; i < to->set_count; i++)
        sets[i] = text_copy(from->sets[i]);
    to->sets = (const char *const *)sets;
}

void ws_options_free(ws_options *options) {
    for (size_t i = 0; i < options->set_count; i++)
        free((char *)(uintptr_t)options->sets[i]);
    free((void *)(uintptr_t)options->sets);
    *options = (ws_options){0};
}
