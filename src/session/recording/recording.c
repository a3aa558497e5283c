/* recording.c - reading a recording. See recording.h for the form.
 *
 * Checksums are checked before anything else, so that what is read is what was written; what the
 * lines say is still checked, since a checksum is no proof of sense. */
#include "session/recording/recording.h"

#include "session/language/text.h"
#include "session/recording/line_checksum.h"

enum { FILES_MAX = 512, COLUMNS_MAX = 4096 };

/* The line at hand, and where it is. */
typedef struct reader {
    ws_recording *recording;
    ws_branches *branches; /* to which lines are added: its own, or those of a session */
    size_t branch;         /* what is added now is of it */
    size_t forks;          /* branches of the recording so far, but for main */
    bool follows;          /* it is read while it is made */
    const char *name;
    const char *text;
    size_t length;
    size_t at; /* byte at which the line begins */
    unsigned line;
    uint32_t chain;
    const ws_line *words; /* of a line that has words */
    const char *begin;    /* of the line's text, without checksum */
    size_t size;
    bool headed;     /* `begin` has been read */
    bool ended;      /* `end` has been read */
    ws_source *file; /* whose lines are being read */
    size_t room;     /* bytes allocated for it */
    size_t shared;   /* lines and checks that branches have from their parents */
    ws_fault *fault;
    ws_error *error;
} reader;

/* The text of a word of the line. */
static const char *word(const reader *d, size_t number) {
    return word_at(d->words, number);
}

static bool fail(reader *d, ws_fault fault, const char *what) {
    *d->fault = fault;
    return fail_with(d->error, "%.200s: line %u, byte %zu: %.200s", d->name, d->line, d->at, what);
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
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (__builtin_mul_overflow(*value, 10u, value))
            return false;
        if (__builtin_add_overflow(*value, digit, value))
            return false;
    }
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

static bool parse_model(reader *d) {
    uint64_t model;
    if (!number_parse(word(d, 1), &model) || model > INT32_MAX)
        return damaged(d, "the model is not a number");
    d->recording->model = (int64_t)model;
    return true;
}

static bool copy_word(const reader *d, char **text) {
    free(*text);
    *text = text_copy(word(d, 1));
    return true;
}

static bool parse_program(reader *d) {
    return copy_word(d, &d->recording->program);
}
static bool parse_scenario(reader *d) {
    return copy_word(d, &d->recording->scenario);
}

static bool parse_set(ws_options *options, const char *set) {
    size_t count = options->set_count++;
    const char **sets = ws_grow((void *)(uintptr_t)options->sets, count, sizeof *sets);
    sets[count] = text_copy(set);
    options->sets = sets;
    return true;
}

static bool parse_option(reader *d) {
    ws_options *options = &d->recording->options;
    const char *what = word(d, 1);
    const char *value = word(d, 2);
    if (text_is(what, "set"))
        return parse_set(options, value);
    if (text_is(what, "seed"))
        return options->has_seed = number_parse(value, &options->seed);
    if (text_is(what, "cycles"))
        return options->has_cycles = number_parse(value, &options->cycles);
    if (text_is(what, "warmup"))
        return options->has_warmup = number_parse(value, &options->warmup);
    return false;
}

static bool parse_file(reader *d) {
    ws_recording *recording = d->recording;
    if (recording->file_count == FILES_MAX)
        return damaged(d, "too many files");
    size_t count = recording->file_count++;
    WS_GROW(recording->files, count);
    d->file = ws_source_text(word(d, 1), "", "", 0, d->error);
    d->room = 0;
    recording->files[count] = d->file;
    return true;
}

/* "| TEXT": one more line of the file. */
static bool append_file_line(reader *d) {
    ws_source *file = d->file;
    if (!file || d->size < 2 || d->begin[1] != ' ')
        return damaged(d, "a line of a file, but of which?");
    size_t size = d->size - 2;
    size_t length = file->length + size + 1;
    if (length > WS_SOURCE_MAX)
        return damaged(d, "a file longer than 1 MiB");
    if (length >= d->room) {
        d->room = 2 * (length + 1);
        file->text = ws_must(realloc(file->text, d->room));
    }
    char *end = file->text + file->length;
    memcpy(end, d->begin + 2, size);
    strcpy(end + size, "\n");
    file->length = length;
    return true;
}

static bool parse_columns(reader *d) {
    ws_recording *recording = d->recording;
    const char *at = word(d, 1);
    for (;;) {
        size_t size = strcspn(at, ",");
        size_t count = recording->column_count;
        if (size == 0 || count == COLUMNS_MAX)
            return false;
        WS_GROW(recording->columns, count);
        recording->columns[count] = ws_copy_text(at, size);
        recording->column_count++;
        at += size;
        if (*at++ == '\0')
            return true;
    }
}

static bool parse_begin(reader *d) {
    if (d->recording->file_count == 0)
        return damaged(d, "the session begins, but it has no scenario");
    return d->headed = true;
}

/* ----------------------------------------------------------------------------------- body ---- */

static ws_branch *branch_now(const reader *d) {
    return &d->branches->branch[d->branch];
}

/* A sum of 8 digits for each column. */
static bool sums_are_good(const reader *d, const char *sums) {
    size_t size = 8 * d->recording->column_count;
    return strlen(sums) == size && strspn(sums, "0123456789abcdef") == size;
}

static bool parse_check(reader *d) {
    ws_recording *recording = d->recording;
    ws_recorded_check check = {0};
    if (!cycle_parse(d, word(d, 1), &check.cycle))
        return false;
    if (!hex_parse(word(d, 2), &check.digest))
        return false;
    if (d->words->count > 3)
        check.sums = word(d, 3);
    if (check.sums && !sums_are_good(d, check.sums))
        return false;
    if (check.cycle < branch_now(d)->reached)
        return damaged(d, "the check lies before the line above it");
    ws_branch_check(d->branches, d->branch, check);
    recording->checks++;
    return true;
}

/* Has the branch been at the cycle, with `typed` lines behind it? */
static bool has_been(const ws_branch *branch, uint64_t cycle, uint64_t typed) {
    const ws_journal *lines = &branch->typed;
    if (typed > lines->count || cycle < branch->forked)
        return false;
    return typed == 0 || lines->entries[typed - 1].cycle <= cycle;
}

/* Begins a branch, which must have the next name. Branches made beside the recording have other
 * names. */
static bool fork_begin(reader *d, size_t parent, uint64_t cycle, size_t typed) {
    char name[WS_BRANCH_NAME_MAX];
    snprintf(name, sizeof name, "fork-%zu", ++d->forks);
    if (!text_is(name, word(d, 2)))
        return damaged(d, "the branch is not the next one");
    d->branch = ws_branches_fork(d->branches, parent, cycle, typed);
    ws_branch *branch = branch_now(d);
    memcpy(branch->name, name, sizeof name);
    branch->played = branch->followed = d->follows;
    d->shared += branch->inherited + branch->inherited_checks;
    return d->shared <= WS_RECORDING_SHARED ||
           damaged(d, "the branches share more than 8,388,608 lines and checks");
}

static bool parse_fork(reader *d) {
    const ws_branches *branches = d->branches;
    uint64_t cycle;
    uint64_t typed;
    size_t parent = ws_branches_find(branches, word(d, 3));
    if (!cycle_parse(d, word(d, 1), &cycle))
        return false;
    if (!number_parse(word(d, 4), &typed))
        return false;
    if (parent == branches->count)
        return damaged(d, "the branch leaves an unknown branch");
    if (d->forks + 1 == WS_BRANCHES_MAX)
        return damaged(d, "more than 1,000 branches; a session has no more");
    if (!has_been(&branches->branch[parent], cycle, typed))
        return damaged(d, "the branch leaves its parent where that has not been");
    return fork_begin(d, parent, cycle, (size_t)typed);
}

static bool parse_switch(reader *d) {
    const ws_branches *branches = d->branches;
    size_t branch = ws_branches_find(branches, word(d, 1));
    bool is_there = branch < branches->count;
    if (is_there && d->follows)
        is_there = branches->branch[branch].followed;
    if (!is_there)
        return damaged(d, "unknown branch");
    d->branch = branch;
    return true;
}

static bool parse_end(reader *d) {
    return d->ended = true;
}

/* A sign, a cycle and a command, kept as written. The session decides whether the command can be
 * applied. */
typedef struct stamped {
    uint64_t cycle;
    const char *text;
    size_t length;
} stamped;

/* Reports a damaged line if no error has been reported. */
static bool damaged_if_silent(reader *d, const char *what) {
    return d->error->text[0] == '\0' && damaged(d, what);
}

/* Copies some digits of the line, if there are any and there is room. */
static bool copy_digits(const char *from, size_t size, char *digits, size_t room) {
    if (size == 0 || size >= room)
        return false;
    memcpy(digits, from, size);
    digits[size] = '\0';
    return true;
}

static bool parse_stamped(reader *d, stamped *line) {
    char digits[24];
    const char *cycle = d->begin + 1;
    const char *end = d->begin + d->size;
    const char *blank = memchr(d->begin, ' ', d->size);
    if (!blank || !copy_digits(cycle, (size_t)(blank - cycle), digits, sizeof digits))
        return damaged(d, "no cycle and command");
    d->error->text[0] = '\0';
    if (!cycle_parse(d, digits, &line->cycle))
        return damaged_if_silent(d, "no cycle and command");
    const char *text = blank + 1;
    size_t length = (size_t)(end - text);
    if (length == 0 || length > WS_LINE_MAX || memchr(text, '\0', length))
        return damaged(d, "no cycle and command");
    line->text = text;
    line->length = length;
    return true;
}

/* "@CYCLE COMMAND" */
static bool parse_typed(reader *d) {
    stamped line;
    if (!parse_stamped(d, &line))
        return false;
    if (line.cycle < branch_now(d)->reached)
        return damaged(d, "the line lies before the one above it");
    ws_branch_add(d->branches, d->branch, line.cycle, line.text, line.length);
    d->recording->lines++;
    return true;
}

/* Returns the furthest cycle known of the present branch's course. */
static uint64_t furthest_now(const reader *d) {
    const ws_branches *branches = d->branches;
    const ws_journal *now = &branch_now(d)->typed;
    uint64_t furthest = 0;
    for (size_t i = 0; i < branches->count; i++) {
        const ws_branch *branch = &branches->branch[i];
        bool farther = branch->reached > furthest;
        if (farther && ws_journals_alike(&branch->typed, now))
            furthest = branch->reached;
    }
    return furthest;
}

/* Returns how far beyond a cycle a branch with other lines is known, which has left by then. */
static uint64_t beside_now(const reader *d, uint64_t cycle) {
    const ws_branches *branches = d->branches;
    const ws_journal *now = &branch_now(d)->typed;
    uint64_t furthest = cycle;
    for (size_t i = 0; i < branches->count; i++) {
        const ws_branch *branch = &branches->branch[i];
        bool farther = branch->forked <= cycle && branch->reached > furthest;
        if (farther && !ws_journals_alike(&branch->typed, now))
            furthest = branch->reached;
    }
    return furthest > cycle ? furthest : 0;
}

/* "~CYCLE COMMAND" */
static bool parse_staged(reader *d) {
    ws_branches *branches = d->branches;
    stamped line;
    if (d->recording->format < WS_RECORDING_STAGED)
        return damaged(d, "a stage line, which a recording of the first form has not");
    if (!parse_stamped(d, &line))
        return false;
    const char *text = ws_texts_add(&branches->texts, line.text, line.length);
    ws_stage_entry entry = {.cycle = line.cycle, .branch = d->branch, .text = text};
    entry.furthest = furthest_now(d);
    entry.beside = beside_now(d, line.cycle);
    ws_stage_track_add(&branches->stage, entry);
    return true;
}

/* ---------------------------------------------------------------------------------- lines ---- */

typedef struct kind {
    const char *word;
    size_t words;    /* required behind the first */
    size_t optional; /* that may follow them */
    bool head;
    bool (*parse)(reader *d);
} kind;

/* clang-format off */
static const kind kinds[] = {
    {"model",    1, 0, true,  parse_model},
    {"program",  1, 0, true,  parse_program},
    {"scenario", 1, 0, true,  parse_scenario},
    {"option",   2, 0, true,  parse_option},
    {"file",     1, 0, true,  parse_file},
    {"columns",  1, 0, true,  parse_columns},
    {"begin",    0, 0, true,  parse_begin},
    {"check",    2, 1, false, parse_check},
    {"fork",     4, 0, false, parse_fork},
    {"switch",   1, 0, false, parse_switch},
    {"end",      0, 0, false, parse_end},
};
/* clang-format on */
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Returns the kind of the present line by its first word; NULL if it cannot stand here. */
static const kind *kind_of(const reader *d) {
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].head != d->headed && word_is(d->words, 0, kinds[i].word))
            return &kinds[i];
    return NULL;
}

static bool parse_words(reader *d) {
    const kind *found = kind_of(d);
    if (!found)
        return damaged(d,
                       d->headed ? "no line of a recording" : "no line of the head of a recording");
    size_t words = d->words->count - 1;
    bool counts = words >= found->words && words <= found->words + found->optional;
    d->error->text[0] = '\0';
    if (counts && found->parse(d))
        return true;
    return damaged_if_silent(d, "not to be understood");
}

static bool parse_line(reader *d) {
    ws_line line;
    ws_error why;
    ws_place place = {NULL, 1, 1};
    char first = d->size ? *d->begin : '\0';
    if (d->ended)
        return damaged(d, "there is more behind the end");
    if (first == '|' && !d->headed)
        return append_file_line(d);
    if (first == '@' && d->headed)
        return parse_typed(d);
    if (first == '~' && d->headed)
        return parse_staged(d);
    d->file = NULL;
    d->words = &line;
    return ws_line_split(&line, place, d->begin, d->size, &why) ? parse_words(d)
                                                                : damaged(d, why.text);
}

/* "wormscope-recording N" */
static bool parse_first(reader *d) {
    char digits[16];
    uint64_t *format = &d->recording->format;
    if (!ws_recording_is(d->begin, d->size))
        return damaged(d, "this is not a recording");
    const char *number = d->begin + strlen(WS_RECORDING_FIRST);
    size_t size = d->size - strlen(WS_RECORDING_FIRST);
    if (!copy_digits(number, size, digits, sizeof digits) || !number_parse(digits, format))
        return damaged(d, "this is not a recording");
    return *format == WS_RECORDING_PLAIN || *format == WS_RECORDING_STAGED ||
           fail(d, WS_FAULT_USAGE, "the recording has a newer form; a newer wormscope reads it");
}

/* Removes the checksum from the present line. False if it is wrong. */
static bool line_is_whole(reader *d) {
    return ws_line_checksum_check(&d->chain, d->begin, &d->size);
}

/* Reads the next line. Returns 1, 0 at the end of the whole lines, or -1 with an error. */
static int next_line(reader *d, size_t *next) {
    d->at = *next;
    size_t left = d->length - d->at;
    if (left == 0)
        return 0;
    d->line++;
    d->begin = d->text + d->at;
    const char *end = memchr(d->begin, '\n', left);
    if (!end)
        return 0;
    d->size = (size_t)(end - d->begin);
    *next = d->at + d->size + 1;
    if (line_is_whole(d))
        return 1;
    damaged(d, d->line == 1 ? "this is not a recording, or its first line is damaged"
                            : "the line is damaged, or the one before it is missing");
    return -1;
}

static bool parse_any(reader *d) {
    return d->line == 1 ? parse_first(d) : parse_line(d);
}

static bool read_lines(reader *d) {
    size_t next = 0;
    int got = next_line(d, &next);
    for (; got > 0; got = next_line(d, &next)) {
        if (!parse_any(d))
            return false;
        if (d->ended)
            continue;
        d->recording->whole = next;
        d->recording->chain = d->chain;
    }
    if (got < 0)
        return false;
    if (!d->headed)
        return damaged(d,
                       "the recording ends before its session begins; nothing in it can be played");
    if (d->ended && d->at < d->length)
        return damaged(d, "there is more behind the end");
    return true;
}

/* Sets the fields that are known when all lines have been read. */
static void finish(const reader *d) {
    ws_recording *recording = d->recording;
    ws_branches *branches = &recording->branches;
    bool is_cut_within = d->at < d->length;
    for (size_t i = 0; i < branches->count; i++)
        branches->branch[i].played = true;
    recording->branch = d->branch;
    recording->end = branch_now(d)->reached;
    recording->branch_count = branches->count;
    recording->complete = d->ended;
    if (!d->ended)
        snprintf(recording->cut, sizeof recording->cut,
                 "its end is missing: cut off behind byte %zu (line %u)", d->at,
                 d->line - is_cut_within);
}

bool ws_recording_is(const char *text, size_t length) {
    size_t size = strlen(WS_RECORDING_FIRST);
    return length >= size && memcmp(text, WS_RECORDING_FIRST, size) == 0;
}

ws_recording *ws_recording_parse(const char *name, const char *text, size_t length, ws_fault *fault,
                                 ws_error *error) {
    ws_recording *recording = ws_alloc(1, sizeof *recording);
    ws_branches_begin(&recording->branches);
    reader d = {.recording = recording,
                .branches = &recording->branches,
                .name = name,
                .text = text,
                .length = length,
                .fault = fault,
                .error = error};
    error->text[0] = '\0';
    if (read_lines(&d)) {
        finish(&d);
        return recording;
    }
    ws_recording_free(recording);
    return NULL;
}

ws_recording *ws_recording_read(const char *path, ws_fault *fault, ws_error *error) {
    *fault = WS_FAULT_IO;
    ws_source *source = ws_source_read_up_to(path, true, WS_RECORDING_MAX, error);
    if (!source)
        return NULL;
    ws_recording *recording = ws_recording_parse(path, source->text, source->length, fault, error);
    ws_source_free(source);
    return recording;
}

/* ------------------------------------------------------------------ while it is being made ---- */

struct ws_recording_lines {
    reader reader;
    char *name;
    ws_recording *own; /* until it is taken */
    bool broken;
};

ws_recording_lines *ws_recording_lines_new(const char *name) {
    ws_recording_lines *lines = ws_alloc(1, sizeof *lines);
    ws_recording *recording = ws_alloc(1, sizeof *recording);
    ws_branches_begin(&recording->branches);
    recording->branches.branch[0].followed = true;
    lines->name = text_copy(name);
    lines->own = recording;
    lines->reader = (reader){.recording = recording,
                             .branches = &recording->branches,
                             .name = lines->name,
                             .follows = true};
    return lines;
}

void ws_recording_lines_free(ws_recording_lines *lines) {
    if (!lines)
        return;
    ws_recording_free(lines->own);
    free(lines->name);
    free(lines);
}

static bool line_consume(reader *d) {
    if (!line_is_whole(d))
        return damaged(d, "the line is damaged, or the one before it is missing");
    return parse_any(d);
}

bool ws_recording_lines_add(ws_recording_lines *lines, const char *line, size_t length,
                            ws_error *error) {
    reader *d = &lines->reader;
    ws_fault fault;
    if (lines->broken)
        return fail_with(error, "%s: a line before was damaged", lines->name);
    d->fault = &fault;
    d->error = error;
    d->begin = line;
    d->size = length;
    d->line++;
    error->text[0] = '\0';
    lines->broken = !line_consume(d);
    d->at += length + 1;
    return !lines->broken;
}

uint32_t ws_recording_lines_chain(const ws_recording_lines *lines) {
    return lines->reader.chain;
}

bool ws_recording_lines_begun(const ws_recording_lines *lines) {
    return lines->reader.headed;
}

ws_recording *ws_recording_lines_release(ws_recording_lines *lines) {
    ws_recording *recording = lines->own;
    ws_error ignored;
    ws_fault fault;
    lines->reader.error = &ignored;
    lines->reader.fault = &fault;
    finish(&lines->reader);
    lines->own = NULL;
    return recording;
}

void ws_recording_lines_into(ws_recording_lines *lines, ws_branches *branches) {
    lines->reader.branches = branches;
}

size_t ws_recording_lines_branch(const ws_recording_lines *lines) {
    return lines->reader.branch;
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
