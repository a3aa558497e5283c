/* recorder.c - writes the recording of a session; recording.h describes its form.
 *
 * The branches are the truth, and only grow; a recording is brought up to date by writing their
 * new lines and checks. So it does not matter when a recording is started, and one place writes. */
#include "session/language/fields.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/session.h"
#include "session/session_state.h"

#include <inttypes.h>
#include <time.h>

enum {
    COLUMNS_MAX = 112,  /* sums in a line; the digest has all of them */
    COLUMNS_LINE = 600, /* bytes of names in a line */
    NAME_BYTES = 400,   /* of a name; each may need two in quotes */
    /* wall time after which what has been run gets a check: killed, no more than a second is
     * lost */
    CHECK_NS = 900000000,
    SUM_DIGITS = 8
};

static uint64_t wall_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* --------------------------------------------------------------------------------- checks ---- */

/* The sums of a state. */
typedef struct state_sums {
    ws_sum *sum;
    size_t count;
    size_t kept; /* of them in a recording */
    uint64_t digest;
} state_sums;

/* Lists the names of the sums, without hashes. Free `sum`. */
static state_sums sums_named(const ws_net *net) {
    state_sums sums = {0};
    sums.count = ws_net_sum_count(net);
    sums.kept = sums.count < COLUMNS_MAX ? sums.count : COLUMNS_MAX;
    sums.sum = ws_alloc(sums.count, sizeof *sums.sum);
    ws_net_sum_names(net, sums.sum);
    return sums;
}

/* Lists the names and hashes of the sums. Free `sum`. */
static state_sums sums_compute(const ws_net *net) {
    state_sums sums = sums_named(net);
    ws_net_sums(net, sums.sum);
    sums.digest = ws_sums_digest(sums.sum, sums.count);
    return sums;
}

/* Has the branch a check of the present state? */
static bool is_checked(const ws_session *s) {
    const ws_branch *branch = session_branch(s);
    if (branch->check_count == 0)
        return false;
    const ws_recorded_check *latest = &branch->checks[branch->check_count - 1];
    bool is_of_now = latest->cycle == session_now(s);
    return is_of_now && latest->typed == s->next_typed;
}

/* Writes the sum in SUM_DIGITS digits, and a zero byte. */
static void sum_print(const ws_sum *sum, char *digits) {
    snprintf(digits, SUM_DIGITS + 1, "%08" PRIx32, (uint32_t)sum->hash);
}

void session_check_here(ws_session *s) {
    if (session_has_future(s) || is_checked(s))
        return;
    const state_sums sums = sums_compute(s->net);
    char *text = ws_alloc(SUM_DIGITS * sums.kept + 1, 1);
    for (size_t i = 0; i < sums.kept; i++)
        sum_print(&sums.sum[i], text + SUM_DIGITS * i);
    ws_recorded_check check = {.cycle = session_now(s)};
    check.digest = sums.digest;
    check.sums = text;
    ws_branch_check(&s->branches, s->branch, check);
    s->next_check = session_branch(s)->check_count;
    free(text);
    free(sums.sum);
    session_record_sync(s);
}

/* "packet" or, of a field, "packet.dest". */
typedef struct sum_name {
    char text[96];
} sum_name;

static sum_name name_of(const ws_sum *sum) {
    sum_name name;
    text_out out = text_begin(name.text, sizeof name.text);
    text_add(&out, "%s", sum->column);
    if (sum->field)
        text_add(&out, ".%s", sum->field);
    return name;
}

/* Returns the place of a column among the sums of the session's recording; SIZE_MAX: it is not
 * among them. */
static size_t sum_place(const ws_session *s, size_t ours, const char *name) {
    const ws_recording *recording = s->recording;
    if (!recording)
        return ours < COLUMNS_MAX ? ours : SIZE_MAX;
    for (size_t i = 0; i < recording->column_count; i++)
        if (text_is(recording->columns[i], name))
            return i;
    return SIZE_MAX;
}

/* Does the sum differ from the check's sum at a place? False where the check has no sum. */
static bool sum_differs(const ws_recorded_check *check, size_t place, const ws_sum *sum) {
    char digits[SUM_DIGITS + 1];
    size_t count = check->sums ? strlen(check->sums) / SUM_DIGITS : 0;
    if (place >= count)
        return false;
    sum_print(sum, digits);
    return memcmp(check->sums + SUM_DIGITS * place, digits, SUM_DIGITS) != 0;
}

/* Lists the names of the columns whose sums are not those of the check. */
static void columns_compare(const ws_session *s, const ws_recorded_check *check, text_out *list) {
    const state_sums sums = sums_compute(s->net);
    for (size_t i = 0; i < sums.count; i++) {
        const ws_sum *sum = &sums.sum[i];
        const sum_name name = name_of(sum);
        const char *before = list->used ? ", " : "";
        size_t place = sum_place(s, i, name.text);
        if (sum_differs(check, place, sum))
            text_add(list, "%s%s", before, name.text);
    }
    free(sums.sum);
}

/* Compares the state with a digest. False if it is the first of the run that differs: then it is
 * noted, with `held` as the number of the branch's checks that have held. */
static bool digest_holds(ws_session *s, uint64_t expected, size_t held) {
    const ws_branch *branch = session_branch(s);
    ws_divergence *first = &s->divergence;
    uint64_t found = ws_net_digest(s->net);
    if (s->has_diverged || found == expected)
        return true;
    s->has_diverged = true;
    *first = (ws_divergence){.cycle = session_now(s)};
    first->after = held ? branch->checks[held - 1].cycle : 0;
    first->expected = expected;
    first->found = found;
    snprintf(first->branch, sizeof first->branch, "%s", branch->name);
    return false;
}

void session_compare_digest(ws_session *s, uint64_t digest) {
    digest_holds(s, digest, s->next_check);
}

void session_compare(ws_session *s, const ws_recorded_check *check) {
    ws_divergence *first = &s->divergence;
    size_t held = (size_t)(check - session_branch(s)->checks);
    if (digest_holds(s, check->digest, held))
        return;
    first->cycle = check->cycle;
    text_out list = text_begin(first->columns, sizeof first->columns);
    columns_compare(s, check, &list);
}

bool ws_session_diverged(const ws_session *s, ws_divergence *divergence) {
    if (s->has_diverged)
        *divergence = s->divergence;
    return s->has_diverged;
}

/* ----------------------------------------------------------------------------------- head ---- */

/* Writes a text as one quoted word. */
static void put_word(ws_writer *writer, const char *begin, const char *text) {
    char *word = ws_quoted_text(text);
    ws_writer_text(writer, begin, word, strlen(word));
    free(word);
}

/* Writes the name of a scenario or file, cleaned; of a very long name only the end. */
static void put_name(ws_writer *writer, const char *begin, const char *name) {
    size_t size = strlen(name);
    if (size > NAME_BYTES)
        name += size - NAME_BYTES;
    char *clean = ws_clean(text_copy(name));
    put_word(writer, begin, clean);
    free(clean);
}

static void put_file(ws_writer *writer, const ws_source *file) {
    ws_reader reader = {.source = file};
    const char *text;
    size_t length;
    put_name(writer, "file ", file->name);
    while (ws_reader_next(&reader, &text, &length))
        ws_writer_text(writer, "| ", text, length);
}

static void put_options(ws_writer *writer, const ws_options *o) {
    for (size_t i = 0; i < o->set_count; i++)
        put_word(writer, "option set ", o->sets[i]);
    if (o->has_seed)
        ws_writer_line(writer, "option seed %" PRIu64, o->seed);
    if (o->has_cycles)
        ws_writer_line(writer, "option cycles %" PRIu64, o->cycles);
    if (o->has_warmup)
        ws_writer_line(writer, "option warmup %" PRIu64, o->warmup);
}

/* Writes the names of the sums, in lines of bounded length. The names of a recording that was
 * opened stay as they were. */
static void put_columns(ws_writer *writer, const ws_session *s) {
    const ws_recording *recording = s->recording;
    const state_sums sums = sums_named(s->net);
    size_t count = recording ? recording->column_count : sums.kept;
    char line[COLUMNS_LINE + 128];
    text_out out = text_begin(line, sizeof line);
    for (size_t i = 0; i < count; i++) {
        const char *before = out.used ? "," : "";
        if (recording)
            text_add(&out, "%s%s", before, recording->columns[i]);
        else
            text_add(&out, "%s%s", before, name_of(&sums.sum[i]).text);
        if (out.used < COLUMNS_LINE && i + 1 < count)
            continue;
        ws_writer_line(writer, "columns %s", line);
        out = text_begin(line, sizeof line);
    }
    free(sums.sum);
}

static void put_head(ws_writer *writer, const ws_session *s, int format) {
    ws_writer_line(writer, WS_RECORDING_FIRST "%d", format);
    ws_writer_line(writer, "model %d", WS_MODEL);
    put_word(writer, "program ", WS_VERSION);
    put_name(writer, "scenario ", s->name);
    put_options(writer, &s->options);
    for (size_t i = 0; i < s->script.file_count; i++)
        put_file(writer, s->script.files[i]);
    put_columns(writer, s);
    ws_writer_line(writer, "begin");
}

/* Returns the form that the first line names. A program that does not know stage lines refuses the
 * newer form. */
static int format_of(const ws_session *s, bool stage) {
    return stage || s->script.stage.count ? WS_RECORDING_STAGED : WS_RECORDING_PLAIN;
}

/* ----------------------------------------------------------------------------------- body ---- */

/* Writes a line with its cycle. `sign` is @ for a line of the branch and ~ for a stage line. */
static void put_stamped(ws_writer *writer, char sign, uint64_t cycle, const char *text) {
    char stamp[32];
    snprintf(stamp, sizeof stamp, "%c%" PRIu64 " ", sign, cycle);
    ws_writer_text(writer, stamp, text, strlen(text));
}

static void put_check(ws_writer *writer, const ws_recorded_check *check) {
    const char *sums = check->sums ? check->sums : "";
    const char *blank = *sums ? " " : "";
    ws_writer_line(writer, "check %" PRIu64 " %016" PRIx64 "%s%s", check->cycle, check->digest,
                   blank, sums);
}

/* Is a check the next of a branch to be written? */
static bool check_is_next(const ws_branch *branch, ws_written written) {
    if (written.checks == branch->check_count)
        return false;
    return branch->checks[written.checks].typed <= written.lines;
}

/* Writes the lines and checks of a branch behind those already written, in the order in which they
 * act. Returns the last cycle. */
static uint64_t put_branch(ws_writer *writer, const ws_branch *branch, ws_written written) {
    const ws_journal *typed = &branch->typed;
    uint64_t cycle = 0;
    for (;;) {
        if (check_is_next(branch, written)) {
            const ws_recorded_check *check = &branch->checks[written.checks++];
            put_check(writer, check);
            cycle = check->cycle;
            continue;
        }
        if (written.lines == typed->count)
            return cycle;
        const ws_journal_entry *entry = &typed->entries[written.lines++];
        cycle = entry->cycle;
        put_stamped(writer, '@', cycle, entry->text);
    }
}

/* Announces a new branch to the recording. The first branch needs no line. */
static void record_fork(ws_session *s, size_t branch) {
    ws_record *record = &s->record;
    const ws_branch *child = &s->branches.branch[branch];
    char name[WS_BRANCH_TOLD];
    char parent[WS_BRANCH_TOLD];
    ws_session_branch_told(branch, name);
    ws_session_branch_told(child->parent, parent);
    WS_GROW(record->written, record->branches++);
    record->written[branch].lines = child->inherited;
    record->written[branch].checks = child->inherited_checks;
    if (branch)
        ws_writer_line(record->writer, "fork %" PRIu64 " %s %s %zu", child->forked, name, parent,
                       child->inherited);
}

/* Makes a branch the one to which the next lines belong. */
static void record_choose(ws_session *s, size_t branch) {
    ws_record *record = &s->record;
    char name[WS_BRANCH_TOLD];
    ws_session_branch_told(branch, name);
    if (branch == record->branches) {
        record_fork(s, branch);
    } else if (branch != record->branch) {
        ws_writer_line(record->writer, "switch %s", name);
    }
    record->branch = branch;
}

static bool branch_has_more(const ws_session *s, size_t branch) {
    const ws_branch *asked = &s->branches.branch[branch];
    const ws_record *record = &s->record;
    if (branch >= record->branches)
        return true;
    const ws_written *written = &record->written[branch];
    if (written->lines < asked->typed.count)
        return true;
    return written->checks < asked->check_count;
}

/* Writes the new lines and checks of a branch. */
static void record_branch(ws_session *s, size_t branch) {
    ws_record *record = &s->record;
    const ws_branch *from = &s->branches.branch[branch];
    record_choose(s, branch);
    ws_written *written = &record->written[branch];
    uint64_t cycle = put_branch(record->writer, from, *written);
    written->lines = from->typed.count;
    written->checks = from->check_count;
    if (!ws_writer_trouble(record->writer))
        record->cycle = cycle > from->forked ? cycle : from->forked;
}

/* Changes the recording to the form with stage lines: writes the file again from its first line. A
 * pipe cannot be written again and continues without stage lines. */
static void record_promote(ws_session *s) {
    ws_record *record = &s->record;
    if (record->format == WS_RECORDING_STAGED || s->branches.stage.count == 0)
        return;
    if (!ws_writer_restart(record->writer))
        return;
    record->format = WS_RECORDING_STAGED;
    record->branches = record->branch = record->stage = 0;
    put_head(record->writer, s, record->format);
}

/* Writes the new stage lines, each in its branch. */
static void record_stage(ws_session *s) {
    ws_record *record = &s->record;
    const ws_stage_track *track = &s->branches.stage;
    if (record->format != WS_RECORDING_STAGED)
        return;
    for (; record->stage < track->count; record->stage++) {
        const ws_stage_entry *entry = &track->entries[record->stage];
        record_choose(s, entry->branch);
        put_stamped(record->writer, '~', entry->cycle, entry->text);
    }
}

void session_record_sync(ws_session *s) {
    ws_record *record = &s->record;
    if (!record->writer)
        return;
    record_promote(s);
    for (size_t i = 0; i < s->branches.count; i++)
        if (branch_has_more(s, i))
            record_branch(s, i);
    record_stage(s);
    if (s->branch != record->branch)
        record_choose(s, s->branch);
    ws_writer_commit(record->writer);
}

void ws_session_record_tick(ws_session *s) {
    ws_record *record = &s->record;
    if (!record->writer || wall_ns() - record->checked_ns < CHECK_NS)
        return;
    session_check_here(s);
    record->checked_ns = wall_ns();
}

void ws_session_record_check(ws_session *s) {
    if (s->record.writer)
        session_check_here(s);
}

void session_record_due(ws_session *s) {
    if (!s->record.writer)
        return;
    if (session_now(s) % WS_CHECK_CYCLES == 0)
        session_check_here(s);
    else
        ws_session_record_tick(s);
}

/* --------------------------------------------------------------------- starting, stopping ---- */

static void record_begin(ws_session *s, ws_writer *writer, int format) {
    s->record = (ws_record){.writer = writer};
    s->record.format = format;
    s->record.checked_ns = wall_ns();
}

/* Writes the head and what there is. */
static bool record_start(ws_session *s, ws_error *error) {
    ws_writer *writer = s->record.writer;
    put_head(writer, s, s->record.format);
    session_check_here(s);
    session_record_sync(s);
    if (!ws_writer_trouble(writer))
        return true;
    ws_session_record_stop(s, error);
    return false;
}

bool ws_session_record_start(ws_session *s, const char *path, ws_error *error) {
    if (s->record.writer) {
        return fail_with(error, "a recording is being made already: %.300s",
                         ws_writer_path(s->record.writer));
    }
    ws_writer *writer = ws_writer_open(path, ws_recording_is, error);
    if (!writer)
        return false;
    record_begin(s, writer, format_of(s, s->branches.stage.count > 0));
    return record_start(s, error);
}

bool ws_session_share(ws_session *s, const char *path, ws_listener listener, ws_error *error) {
    if (s->record.writer)
        return fail_with(error, "a recording is being made already");
    ws_writer *writer = path ? ws_writer_open(path, ws_recording_is, error) : ws_writer_memory();
    if (!writer)
        return false;
    ws_writer_share(writer, listener);
    /* what is shared cannot begin anew: its form has room for stage lines */
    record_begin(s, writer, WS_RECORDING_STAGED);
    return record_start(s, error);
}

/* Notes that all lines and checks are written already. */
static void written_fill(ws_session *s, size_t branch) {
    ws_record *record = &s->record;
    for (size_t i = 0; i < s->branches.count; i++) {
        const ws_branch *of = &s->branches.branch[i];
        WS_GROW(record->written, i);
        record->written[i].lines = of->typed.count;
        record->written[i].checks = of->check_count;
    }
    record->branches = s->branches.count;
    record->branch = branch;
    record->stage = s->branches.stage.count;
}

bool ws_session_share_resume(ws_session *s, const char *path, ws_listener listener,
                             ws_error *error) {
    const ws_recording *from = s->recording;
    if (!from || from->format != WS_RECORDING_STAGED)
        return fail_with(error, "%.300s: expected the journal of a class", path);
    if (s->branches.count != from->branch_count || from->model != WS_MODEL)
        return fail_with(error, "%.300s: cannot be continued from here", path);
    ws_writer *writer = ws_writer_resume(path, from->whole, from->chain, error);
    if (!writer)
        return false;
    ws_writer_share(writer, listener);
    record_begin(s, writer, WS_RECORDING_STAGED);
    written_fill(s, from->branch);
    session_check_here(s);
    session_record_sync(s);
    return true;
}

bool ws_session_record_stop(ws_session *s, ws_error *error) {
    if (!s->record.writer)
        return true;
    session_check_here(s);
    ws_writer_line(s->record.writer, "end");
    bool good = ws_writer_close(s->record.writer, error);
    free(s->record.written);
    s->record = (ws_record){0};
    return good;
}

void ws_session_record_drop(ws_session *s) {
    if (s->record.writer)
        ws_writer_drop(s->record.writer);
    free(s->record.written);
    s->record = (ws_record){0};
}

void session_record_free(ws_session *s) {
    ws_error ignored;
    if (s->net)
        ws_session_record_stop(s, &ignored);
}

ws_record_status ws_session_record_status(const ws_session *s) {
    const ws_writer *writer = s->record.writer;
    if (!writer)
        return (ws_record_status){0};
    const char *trouble = ws_writer_trouble(writer);
    return (ws_record_status){.on = !trouble,
                              .path = ws_writer_path(writer),
                              .trouble = trouble,
                              .bytes = ws_writer_bytes(writer),
                              .cycle = s->record.cycle};
}

/* ------------------------------------------------------------------- one branch by itself ---- */

/* Writes the stage lines on the way of a branch; returns their number. NULL as writer: counts them
 * only. */
static size_t put_stage(ws_writer *writer, const ws_session *s, size_t branch) {
    const ws_stage_track *track = &s->branches.stage;
    size_t count = 0;
    for (size_t i = 0; i < track->count; i++) {
        const ws_stage_entry *entry = &track->entries[i];
        if (!ws_branches_passes(&s->branches, branch, entry->branch, entry->cycle))
            continue;
        count++;
        if (writer)
            put_stamped(writer, '~', entry->cycle, entry->text);
    }
    return count;
}

static void put_all(ws_writer *writer, ws_session *s, size_t branch) {
    if (branch == s->branch)
        session_check_here(s);
    bool has_stage = put_stage(NULL, s, branch) > 0;
    put_head(writer, s, format_of(s, has_stage));
    put_branch(writer, &s->branches.branch[branch], (ws_written){0});
    put_stage(writer, s, branch);
    ws_writer_line(writer, "end");
}

char *ws_session_save_text(ws_session *s, size_t branch, size_t *length) {
    ws_writer *writer = ws_writer_memory();
    put_all(writer, s, branch);
    return ws_writer_release(writer, length);
}

bool ws_session_save(ws_session *s, size_t branch, const char *path, ws_error *error) {
    ws_writer *writer = ws_writer_open(path, ws_recording_is, error);
    if (!writer)
        return false;
    put_all(writer, s, branch);
    return ws_writer_close(writer, error);
}

/* -------------------------------------------------------------------------------- playing ---- */

bool ws_session_recorded(const ws_session *s, ws_recorded *recorded) {
    const ws_recording *recording = s->recording;
    if (!recording)
        return false;
    *recorded = (ws_recorded){.model = recording->model,
                              .program = recording->program ? recording->program : "",
                              .end = recording->end,
                              .lines = recording->lines,
                              .checks = recording->checks,
                              .branches = recording->branch_count,
                              .branch = recording->branch,
                              .whole = recording->whole,
                              .cut = recording->complete ? NULL : recording->cut};
    return true;
}
