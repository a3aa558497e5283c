/* host.c - a lecture without a screen: a session at its pace, lines from a script, and a class that
 * follows over sockets. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/paper/paper.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "net/hosting.h"
#include "session/language/line.h"
#include "session/language/tell.h"
#include "session/language/text.h"
#include "session/library/scenarios.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/stage.h"
#include "terminal/event_loop.h"
#include "tui/lesson.h"
#include "tui/pace.h"
#include "terminal/program.h"

/* ---- script ---- */

/* Lines that are typed into a session, from a file: `@CYCLE LINE` each. */

typedef struct script_line {
    uint64_t cycle;
    char *text;
} script_line;

typedef struct script_file {
    script_line *line; /* by cycle; those of one cycle as they stand */
    size_t count, next;
} script_file;

static bool fail_line(ws_error *error, const char *path, unsigned line) {
    return fail_with(error, "%.300s:%u: expected @CYCLE LINE, e.g. @3000 set load 0.4", path, line);
}

static void line_add(script_file *script, uint64_t cycle, const char *text, size_t length) {
    size_t at = script->count;
    WS_GROW(script->line, script->count++);
    for (; at > 0 && script->line[at - 1].cycle > cycle; at--)
        script->line[at] = script->line[at - 1];
    script->line[at] = (script_line){cycle, ws_copy_text(text, length)};
}

static bool line_read(script_file *script, const char *text, size_t length) {
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

/* False with an error. Blank lines and comments are passed over. */
static bool script_file_read(script_file *script, const char *path, ws_error *error) {
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

static void script_file_free(script_file *script) {
    for (size_t i = 0; i < script->count; i++)
        free(script->line[i].text);
    free(script->line);
    *script = (script_file){.count = 0};
}

/* The cycle of the next line, UINT64_MAX if there is none. */
static uint64_t script_file_next(const script_file *script) {
    return script->next < script->count ? script->line[script->next].cycle : UINT64_MAX;
}

/* The next line, if its cycle has come; NULL. */
static const char *script_file_due(script_file *script, uint64_t cycle) {
    if (script_file_next(script) > cycle)
        return NULL;
    return script->line[script->next++].text;
}

/* Has the session got this line at this cycle? */
static bool is_typed(const ws_session *session, const script_line *line) {
    size_t count;
    const ws_journal_entry *entry = ws_session_journal(session, &count);
    for (size_t i = 0; i < count; i++)
        if (entry[i].cycle == line->cycle && text_is(entry[i].text, line->text))
            return true;
    return false;
}

/* Passes over the lines that a session which goes on at this cycle has had. */
static void script_file_resume(script_file *script, const ws_session *session, uint64_t cycle) {
    for (; script->next < script->count; script->next++) {
        const script_line *line = &script->line[script->next];
        if (line->cycle > cycle || (line->cycle == cycle && !is_typed(session, line)))
            return;
    }
}

/* ---- host ---- */

#define USUAL_PACE  500 /* cycles a second */
#define STEP_MS     20
#define PULSE_MS    100
#define SLICE_NS    50000000ull
#define PIECE_NS    8000000ull /* of SLICE_NS */
#define CHUNK_LEAST 16
#define CHUNK_MOST  4096
#define LINGER_MS   10000
#define HOST_SCHEMA "wormscope-host-1"

static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"listen", 'L', "ADDRESS", "unix:PATH or ADDR:PORT; without it, a socket of yours alone"},
    {"no-screen", 'n', NULL, "run the lecture without a screen"},
    {"script", 'S', "FILE",
     "lines that are typed, `@CYCLE LINE` each; also `class ask`, `class reveal`"},
    {"pace", 'p', "N|max", "cycles per second (default: as the scenario says, else 500)"},
    {"record", 'R', "FILE", "keep the journal; FILE.part until it is over"},
    {"token", 'k', "TOKEN", "password of the room; TCP always needs one"},
    {"roster", 'o', "FILE", "students (CSV with id and name): a token for each"},
    {"group", 'G', "NAME", "let this group use the unix socket"},
    {"mode", 'm', "OCTAL", "mode of the unix socket, such as 0660"},
    {"seats", 'e', NULL, "make each student a host of the network"},
    {"linger", 'l', "SECONDS", "serve late students for this long after the end (default 10)"},
    {"json", 0, NULL, "print a JSON object at the end"},
    WS_COLOURS_FLAG,
    {0}};
enum {
    FLAG_LISTEN = WS_LOOK_FLAG_END,
    FLAG_NO_SCREEN,
    FLAG_SCRIPT,
    FLAG_PACE,
    FLAG_RECORD,
    FLAG_TOKEN,
    FLAG_ROSTER,
    FLAG_GROUP,
    FLAG_MODE,
    FLAG_SEATS,
    FLAG_LINGER,
    FLAG_JSON,
    FLAG_COLOURS
};

typedef struct wishes {
    ws_scenario_args scenario;
    ws_look look;
    const char *colours;
    ws_hosting_wishes hosting;
    char *journal; /* the name of one that is gone on with; NULL: none is */
    const char *script;
    double pace; /* 0: as the scenario says */
    uint64_t linger_ms;
    bool no_screen, seats, json;
} wishes;

typedef struct lecture {
    const wishes *wishes;
    uv_loop_t loop;
    uv_timer_t step, pulse, linger;
    uv_signal_t interrupt, terminate;
    ws_session *session;
    ws_hosting *hosting;
    script_file script;
    ws_pace pace;
    uint64_t end;
    uint64_t chunk; /* cycles that take some milliseconds */
    bool over, closed, failed;
} lecture;

/* ---- running ---- */

static uint64_t cycle_now(const lecture *l) {
    return ws_net_cycle(ws_session_net(l->session));
}

static bool is_at_end(const lecture *l) {
    return ws_session_ended(l->session) || cycle_now(l) >= l->end;
}

/* `pace N`, `pace max`, `pace own`: without a screen the own pace is the usual one. */
static void stage_hear(void *context, const char *line) {
    lecture *l = context;
    double speed = USUAL_PACE;
    static const char name[] = "pace ";
    if (l->wishes->pace > 0 || strncmp(line, name, sizeof name - 1) != 0)
        return;
    const char *value = line + sizeof name - 1;
    if (strcmp(value, "own") != 0 && !ws_pace_parse(value, &speed))
        return;
    l->pace.speed = speed;
    ws_pace_begin(&l->pace, uv_hrtime());
}

/* `class ask ...` and the like are for the class, all other lines for its network. */
static bool line_type(lecture *l, const char *line, ws_error *error) {
    static const char name[] = "class ";
    size_t length = sizeof name - 1;
    if (strncmp(line, name, length) == 0)
        return ws_hosting_command(l->hosting, line + length, error);
    return ws_session_apply(l->session, line, error);
}

/* The lines that are typed at this cycle. */
static void script_type(lecture *l) {
    const char *line;
    ws_error error;
    while ((line = script_file_due(&l->script, cycle_now(l)))) {
        if (line_type(l, line, &error))
            continue;
        ws_tell(stderr, "wormscope host: @%" PRIu64 " %s: %s", cycle_now(l), line, error.text);
        l->failed = true;
    }
}

/* Runs to the next cycle at which something is typed or staged, at most. */
static uint64_t run_some(lecture *l, uint64_t cycles) {
    uint64_t now = cycle_now(l);
    uint64_t stop = now + cycles;
    uint64_t staged = ws_session_stage_ahead(l->session);
    uint64_t typed = script_file_next(&l->script);
    stop = staged < stop ? staged : stop;
    stop = typed < stop ? typed : stop;
    stop = l->end < stop ? l->end : stop;
    uint64_t ran = ws_session_run(l->session, stop > now ? stop - now : 0);
    ws_session_stage_each(l->session, now + 1, now + ran, stage_hear, l);
    script_type(l);
    return ran;
}

static void lecture_over(lecture *l);

/* Students are heard between two pieces, so one of a large network is few cycles. */
static void chunk_renew(lecture *l, uint64_t took_ns) {
    if (took_ns > PIECE_NS && l->chunk > CHUNK_LEAST)
        l->chunk /= 2;
    else if (took_ns < PIECE_NS / 4 && l->chunk < CHUNK_MOST)
        l->chunk *= 2;
}

static void on_step(uv_timer_t *timer) {
    lecture *l = timer->data;
    uint64_t begin = uv_hrtime();
    bool unlimited = isinf(l->pace.speed);
    uint64_t due = unlimited ? UINT64_MAX / 2 : ws_pace_due(&l->pace, begin);
    while (due && !is_at_end(l) && uv_hrtime() - begin < SLICE_NS) {
        uint64_t piece = due < l->chunk ? due : l->chunk;
        uint64_t paced = l->pace.begin_ns;
        uint64_t since = uv_hrtime();
        uint64_t ran = run_some(l, piece);
        chunk_renew(l, uv_hrtime() - since);
        if (l->pace.begin_ns != paced)
            break; /* a stage line has changed the pace */
        if (!unlimited)
            ws_pace_done(&l->pace, ran);
        due -= ran < due ? ran : due;
        if (ran == 0)
            break;
    }
    ws_hosting_seats_act(l->hosting);
    if (is_at_end(l))
        lecture_over(l);
}

static void on_pulse(uv_timer_t *timer) {
    lecture *l = timer->data;
    ws_hosting_pulse(l->hosting, l->over ? 0 : l->pace.speed, !l->over);
}

/* ---- the end ---- */

static void lecture_close(lecture *l) {
    if (l->closed)
        return;
    l->closed = true;
    uv_close((uv_handle_t *)&l->step, NULL);
    uv_close((uv_handle_t *)&l->pulse, NULL);
    uv_close((uv_handle_t *)&l->linger, NULL);
    uv_close((uv_handle_t *)&l->interrupt, NULL);
    uv_close((uv_handle_t *)&l->terminate, NULL);
    uv_stop(&l->loop);
}

static void on_linger(uv_timer_t *timer) {
    lecture_close(timer->data);
}

static void lecture_over(lecture *l) {
    if (l->over)
        return;
    l->over = true;
    uv_timer_stop(&l->step);
    ws_hosting_bye(l->hosting, "the lecture is over");
    uv_timer_start(&l->linger, on_linger, l->wishes->linger_ms, 0);
}

/* A first signal ends the lecture in order; another one at once. */
static void on_signal(uv_signal_t *signal, int number) {
    lecture *l = signal->data;
    (void)number;
    if (l->over)
        lecture_close(l);
    lecture_over(l);
}

/* ---- putting it together ---- */

static void timers_begin(lecture *l) {
    uv_timer_init(&l->loop, &l->step);
    uv_timer_init(&l->loop, &l->pulse);
    uv_timer_init(&l->loop, &l->linger);
    l->step.data = l->pulse.data = l->linger.data = l;
    uv_timer_start(&l->step, on_step, STEP_MS, STEP_MS);
    uv_timer_start(&l->pulse, on_pulse, PULSE_MS, PULSE_MS);
}

static double cpu_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    return seconds + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void print_json(const lecture *l) {
    ws_room_poll poll = ws_room_polled(ws_hosting_room(l->hosting));
    ws_room_totals t = ws_room_tell(ws_hosting_room(l->hosting));
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, ws_session_digest(l->session));
    json_t *object = json_pack(
        "{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "schema", HOST_SCHEMA,
        "cycle", (json_int_t)cycle_now(l), "digest", digest, "lines",
        (json_int_t)ws_room_lines(ws_hosting_room(l->hosting)), "students", (json_int_t)t.most,
        "bytes", (json_int_t)t.bytes, "worst_delay_ms", (json_int_t)t.delay_ms, "wrong_tokens",
        (json_int_t)t.wrong, "refused", (json_int_t)t.refused, "differed", (json_int_t)t.differed,
        "answers", (json_int_t)poll.poll->count, "cpu_seconds", cpu_seconds());
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
    fflush(stdout);
}

static void lecture_run(lecture *l) {
    timers_begin(l);
    l->end = ws_session_end(l->session);
    if (l->wishes->hosting.resume)
        script_file_resume(&l->script, l->session, cycle_now(l));
    ws_pace_begin(&l->pace, uv_hrtime());
    ws_session_stage_each(l->session, 0, cycle_now(l), stage_hear, l);
    script_type(l);
    ws_hosting_seats(l->hosting, l->wishes->seats);
    uv_run(&l->loop, UV_RUN_DEFAULT);
    if (l->wishes->json)
        print_json(l);
}

/* The address is the first line, for whoever starts us. */
static void address_print(const lecture *l) {
    ws_tell(stdout, "%s", ws_hosting_address(l->hosting));
    fflush(stdout);
    ws_tell(stderr, "wormscope host: %s", ws_hosting_hint(l->hosting));
}

static int lecture_hold(lecture *l) {
    ws_error error = {0};
    l->hosting = ws_hosting_begin(&l->loop, l->session, &l->wishes->hosting, &error);
    if (!l->hosting) {
        ws_tell(stderr, "wormscope host: %s", error.text);
        return WS_EXIT_IO;
    }
    address_print(l);
    lecture_run(l);
    bool whole = ws_hosting_end(l->hosting, &error);
    if (!whole)
        ws_tell(stderr, "wormscope host: %s", error.text);
    ws_error failure;
    bool failed = l->failed || ws_session_failed(l->session, &failure);
    if (failed)
        return WS_EXIT_FAILED;
    return whole ? WS_EXIT_OK : WS_EXIT_IO;
}

/* FILE.part is the unfinished journal FILE. */
static void journal_name(wishes *w, const char *name) {
    static const char ending[] = ".part";
    if (!text_ends(name, ending))
        return;
    w->journal = ws_copy_text(name, strlen(name) - strlen(ending));
    w->hosting.journal = w->journal;
    w->hosting.resume = true;
}

/* It is gone on with, from where it ends. */
static bool resume_begin(ws_session *session, wishes *w, const char *name) {
    ws_recorded recorded;
    ws_error error;
    journal_name(w, name);
    if (!w->hosting.resume || !ws_session_recorded(session, &recorded))
        return true;
    bool there = ws_session_branch_switch(session, recorded.branch, recorded.end, &error);
    if (!there)
        ws_tell(stderr, "wormscope host: %s", error.text);
    return there;
}

static int host_open(wishes *w, const char *name) {
    ws_error error;
    ws_fault fault;
    ws_options options = w->scenario.options;
    options.keyframe_bytes = WS_KEYFRAME_BYTES;
    lecture l = {.wishes = w};
    if (ws_tui_is_lesson(name)) {
        ws_tell(stderr, "wormscope host: a lesson is held on a screen: leave out --no-screen");
        return WS_EXIT_USAGE;
    }
    l.session = ws_session_open_why(name, &options, &fault, &error);
    if (!l.session) {
        ws_tell(stderr, "%s", error.text);
        return ws_exit_of(fault);
    }
    int code = WS_EXIT_USAGE;
    l.interrupt.data = l.terminate.data = &l;
    int failed = ws_uv_open_until(&l.loop, &l.interrupt, &l.terminate, on_signal);
    if (failed) {
        ws_tell(stderr, "wormscope host: cannot wait for students: %s", uv_strerror(failed));
        ws_session_close(l.session);
        return WS_EXIT_IO;
    }
    l.chunk = CHUNK_LEAST;
    l.pace.speed = w->pace > 0 ? w->pace : USUAL_PACE;
    bool read = !w->script || script_file_read(&l.script, w->script, &error);
    if (!read)
        ws_tell(stderr, "wormscope host: %s", error.text);
    else if (resume_begin(l.session, w, name))
        code = lecture_hold(&l);
    ws_uv_close(&l.loop);
    script_file_free(&l.script);
    ws_session_close(l.session);
    return code;
}

/* ---- with a screen ---- */

static bool screen_needs_none(const wishes *w) {
    return !w->script && !w->json;
}

/* A lesson by its file, or by a name that no scenario has. */
static char *lesson_find(const char *name) {
    ws_error ignored;
    if (ws_tui_is_lesson(name))
        return ws_lesson_find(name, &ignored);
    char *scenario = ws_find_scenario(name, &ignored);
    free(scenario);
    return scenario ? NULL : ws_lesson_find(name, &ignored);
}

static int host_screen(wishes *w, const char *name) {
    ws_fault fault = WS_FAULT_NONE;
    if (!screen_needs_none(w)) {
        ws_tell(stderr, "wormscope host: --script and --json need --no-screen");
        return WS_EXIT_USAGE;
    }
    journal_name(w, name);
    char *lesson = lesson_find(name);
    const ws_tui_wishes screen = {.options = &w->scenario.options,
                                  .scenario = name,
                                  .lesson = lesson,
                                  .speed = w->pace,
                                  .theme = w->look.theme_name,
                                  .glyphs = w->look.glyphs,
                                  .colours = w->colours,
                                  .host = &w->hosting,
                                  .seats = w->seats,
                                  .papers = &ws_papers_on_screen};
    ws_tui_end end = ws_tui_main(&screen, &fault);
    free(lesson);
    return ws_screen_exit(end, fault);
}

/* ---- options ---- */

static void mode_parse(wishes *w, ws_args *args) {
    char *end;
    unsigned long mode = strtoul(args->value, &end, 8);
    if (*end || mode > 0777 || !(mode & 0200))
        ws_args_wrong(args, "invalid mode `%s`: expected an octal number, e.g. 0660", args->value);
    w->hosting.mode = (mode_t)mode;
}

static void flag_parse(wishes *w, ws_args *args, int flag) {
    uint64_t seconds;
    switch (flag) {
    case FLAG_LISTEN: w->hosting.listen = args->value; break;
    case FLAG_NO_SCREEN: w->no_screen = true; break;
    case FLAG_SCRIPT: w->script = args->value; break;
    case FLAG_RECORD: w->hosting.journal = args->value; break;
    case FLAG_TOKEN: w->hosting.token = args->value; break;
    case FLAG_ROSTER: w->hosting.roster = args->value; break;
    case FLAG_GROUP: w->hosting.group = args->value; break;
    case FLAG_MODE: mode_parse(w, args); break;
    case FLAG_SEATS: w->seats = true; break;
    case FLAG_JSON: w->json = true; break;
    case FLAG_COLOURS: w->colours = ws_colours_parse(args); break;
    case FLAG_LINGER:
        if (ws_args_number(args, 0, 86400, &seconds))
            w->linger_ms = seconds * 1000;
        break;
    case FLAG_PACE:
        if (!ws_pace_parse(args->value, &w->pace))
            ws_args_wrong(args, "invalid pace `%s`: expected cycles per second, or max",
                          args->value);
        break;
    default: break;
    }
}

static int run_host(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {.linger_ms = LINGER_MS};
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&w.scenario, &args, flag) &&
            !ws_look_parse(&w.look, &args, flag))
            flag_parse(&w, &args, flag);
    bool good = ws_args_one_operand(&args, "scenario or recording");
    int code = args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (good && w.no_screen)
        code = host_open(&w, args.operands[0]);
    else if (good)
        code = host_screen(&w, args.operands[0]);
    ws_scenario_args_free(&w.scenario);
    free(w.journal);
    return code;
}

const ws_subcommand ws_subcommand_host = {
    .name = "host",
    .operands = "SCENARIO|LESSON|RECORDING [OPTION]...",
    .doc = "Hold a class: students follow this session on screens of their own",
    .flags = flags,
    .run = run_host};
