/* join.c - follows a class without a screen, to its end, and compares its state with the host's. */
#include <inttypes.h>
#include <jansson.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "cli/paper/paper.h"
#include "cli/print.h"
#include "cli/subcommands.h"
#include "net/client.h"
#include "session/language/tell.h"
#include "terminal/event_loop.h"
#include "terminal/program.h"

#define WORK_NS     20000000ull
#define PATIENCE_MS 30000
#define JOIN_SCHEMA "wormscope-join-1"

static const ws_flag flags[] = {
    {"as", 'a', "NAME", "the name that the lecturer sees"},
    {"no-screen", 'n', NULL, "follow to the end, and print one JSON object"},
    {"token", 'k', "TOKEN", "your token, unless the address contains it"},
    {"answer", 'A', "VALUE", "the answer to every question, without a screen"},
    {"patience", 'P', "SECONDS", "give up after this long without a connection (default 30)"},
    WS_ANY_SIZE_FLAG,
    {"theme", 't', "NAME", "colours: a theme by its name, or a file"},
    {"glyphs", 'g', "SET", "signs: braille, block or ascii"},
    WS_COLOURS_FLAG,
    {0}};
enum {
    FLAG_AS,
    FLAG_NO_SCREEN,
    FLAG_TOKEN,
    FLAG_ANSWER,
    FLAG_PATIENCE,
    FLAG_ANY_SIZE,
    FLAG_THEME,
    FLAG_GLYPHS,
    FLAG_COLOURS
};

typedef struct wishes {
    const char *as, *token, *answer;
    uint64_t patience_ms;
    ws_bound bound; /* of networks that are built unasked */
    bool no_screen;
    ws_look look;
    const char *colours;
} wishes;

typedef struct attendance {
    uv_loop_t loop;
    uv_idle_t idle;
    uv_signal_t interrupt, terminate;
    ws_follower *follower;
    ws_carrier *client;
    const char *answer; /* to every question; NULL: none */
    uint64_t answered;  /* number of the latest */
    unsigned cured;
    bool closed, told_differs;
    int code; /* of the program, when it is closed */
} attendance;

/* What became of it; nothing that comes later counts. */
static int report(attendance *a) {
    ws_follower_status status = ws_follower_tell(a->follower);
    ws_session *session = ws_follower_session(a->follower);
    ws_carrier_status line = a->client->tell(a->client);
    char digest[20] = "";
    uint64_t cycle = 0;
    if (session) {
        cycle = ws_net_cycle(ws_session_net(session));
        snprintf(digest, sizeof digest, "%016" PRIx64, ws_session_digest(session));
    }
    const ws_board *board = ws_follower_board(a->follower);
    uint64_t revealed = 0; /* answers that were seen */
    for (size_t i = 0; board->number && i < board->tally.count; i++)
        revealed += board->tally.bar[i].count;
    bool verified = status.over && status.arrived && status.verified;
    json_t *object =
        json_pack("{s:s, s:s, s:I, s:s, s:I, s:b, s:I, s:I, s:s, s:s, s:I}", "schema", JOIN_SCHEMA,
                  "branch", status.branch, "cycle", (json_int_t)cycle, "digest", digest, "lines",
                  (json_int_t)status.lines, "verified", verified, "bytes", (json_int_t)line.bytes,
                  "cured", (json_int_t)status.cured, "seat", status.seat, "answer", board->got,
                  "revealed", (json_int_t)revealed);
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
    if (verified)
        return WS_EXIT_OK;
    const char *why = *status.why ? status.why : line.why;
    const ws_bound bound = {.exceeded = &status.too_large};
    const char *cure = ws_any_size_cure(&bound);
    if (!*why)
        why = "the lecture was left before its end";
    ws_tell(stderr, "wormscope join: %s%s", why, cure);
    return status.over ? WS_EXIT_FAILED : WS_EXIT_IO;
}

static void attendance_close(attendance *a) {
    if (a->closed)
        return;
    a->closed = true;
    a->code = report(a);
    a->client->end(a->client);
    uv_close((uv_handle_t *)&a->idle, NULL);
    uv_close((uv_handle_t *)&a->interrupt, NULL);
    uv_close((uv_handle_t *)&a->terminate, NULL);
}

static void tell_changes(attendance *a, const ws_follower_status *status) {
    bool is_new = status->differs && !a->told_differs;
    if (status->cured != a->cured || is_new)
        ws_tell(stderr, "wormscope join: %s", status->why);
    a->cured = status->cured;
    a->told_differs = status->differs;
}

/* Over: where the lecture ended, with its digest compared; or nothing more will come. */
static void end_look(attendance *a, bool working) {
    ws_follower_status status = ws_follower_tell(a->follower);
    ws_carrier_status line = a->client->tell(a->client);
    tell_changes(a, &status);
    bool awaits = status.arrived && !status.verified && !status.differs; /* a digest */
    bool done = status.over && !working && !awaits;
    if (done || line.given_up)
        attendance_close(a);
}

static void answer_give(attendance *a) {
    const ws_board *board = ws_follower_board(a->follower);
    if (!a->answer || !ws_board_is_open(board) || a->answered == board->number)
        return;
    a->answered = board->number;
    ws_follower_answer(a->follower, a->answer);
}

static void on_idle(uv_idle_t *idle) {
    attendance *a = idle->data;
    bool working = ws_follower_work(a->follower, WORK_NS);
    answer_give(a);
    ws_carrier_poke(a->client);
    if (!working)
        uv_idle_stop(idle);
    end_look(a, working);
}

static void on_change(void *context) {
    attendance *a = context;
    if (!a->closed)
        uv_idle_start(&a->idle, on_idle);
}

static void on_signal(uv_signal_t *signal, int number) {
    (void)number;
    attendance_close(signal->data);
}

static const char *own_name(const wishes *w) {
    if (w->as)
        return w->as;
    const struct passwd *user = getpwuid(getuid());
    return user ? user->pw_name : "?";
}

static int follow(const wishes *w, const ws_address *address) {
    attendance a = {.answer = w->answer};
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES, .bound = w->bound};
    const char *token = w->token ? w->token : address->token;
    const ws_client_wishes line = {
        .patience_ms = w->patience_ms, .changed = on_change, .context = &a};
    a.idle.data = a.interrupt.data = a.terminate.data = &a;
    int failed = ws_uv_open_until(&a.loop, &a.interrupt, &a.terminate, on_signal);
    if (failed) {
        ws_tell(stderr, "wormscope join: cannot wait for a host: %s", uv_strerror(failed));
        return WS_EXIT_IO;
    }
    uv_idle_init(&a.loop, &a.idle);
    a.follower = ws_follower_new(own_name(w), *token ? token : NULL, &options);
    a.client = ws_client_begin(&a.loop, address, a.follower, &line);
    while (!a.closed)
        uv_run(&a.loop, UV_RUN_ONCE);
    ws_uv_close(&a.loop);
    ws_follower_free(a.follower);
    return a.code;
}

static int screen_open(const wishes *w, const ws_address *address, bool *too_large) {
    const ws_options options = {
        .keyframe_bytes = WS_KEYFRAME_BYTES, .phases = true, .bound = w->bound};
    const char *token = w->token ? w->token : address->token;
    const ws_join_wishes join = {
        .address = address,
        .name = own_name(w),
        .token = *token ? token : NULL,
        .too_large = too_large,
    };
    const ws_tui_wishes screen = {
        .options = &options,
        .theme = w->look.theme_name,
        .glyphs = w->look.glyphs,
        .colours = w->colours,
        .paused = true,
        .join = &join,
        .papers = &ws_papers_on_screen,
    };
    ws_fault fault = WS_FAULT_NONE;
    return ws_screen_exit(ws_tui_main(&screen, &fault), fault);
}

/* Somebody else's network may be larger than this machine likes. */
static bool wants_large(void) {
    char answer[16] = "";
    if (!isatty(STDIN_FILENO))
        return false;
    ws_tell(stderr, "Build it all the same? It may take much memory and time. (y or n)");
    if (!fgets(answer, sizeof answer, stdin))
        return false;
    return answer[0] == 'y' || answer[0] == 'Y';
}

static int follow_screen(wishes *w, const ws_address *address) {
    bool too_large = false;
    int code = screen_open(w, address, &too_large);
    if (!too_large || !wants_large())
        return code;
    w->bound.nodes = 0;
    w->bound.flits = 0;
    return screen_open(w, address, &too_large);
}

static void flag_parse(wishes *w, ws_args *args, int flag) {
    uint64_t seconds;
    switch (flag) {
    case FLAG_AS: w->as = args->value; break;
    case FLAG_NO_SCREEN: w->no_screen = true; break;
    case FLAG_TOKEN: w->token = args->value; break;
    case FLAG_ANSWER: w->answer = args->value; break;
    case FLAG_PATIENCE:
        if (ws_args_number(args, 0, 86400, &seconds))
            w->patience_ms = seconds * 1000;
        break;
    case FLAG_ANY_SIZE: w->bound = (ws_bound){.nodes = 0}; break;
    case FLAG_THEME: ws_look_parse(&w->look, args, WS_FLAG_THEME); break;
    case FLAG_GLYPHS: ws_look_parse(&w->look, args, WS_FLAG_GLYPHS); break;
    case FLAG_COLOURS: w->colours = ws_colours_parse(args); break;
    default: break;
    }
}

static int run_join(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    wishes w = {.patience_ms = PATIENCE_MS, .bound = ws_bound_asked(false, NULL)};
    ws_address address;
    ws_error error;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        flag_parse(&w, &args, flag);
    bool good = ws_args_one_operand(&args, "address");
    if (good && !ws_address_read(&address, args.operands[0], &error))
        good = ws_args_wrong(&args, "%s", error.text);
    if (!good)
        return args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    if (w.no_screen)
        return follow(&w, &address);
    return follow_screen(&w, &address);
}

const ws_subcommand ws_subcommand_join = {.name = "join",
                                          .operands = "ADDRESS [OPTION]...",
                                          .doc = "Follow a class",
                                          .flags = flags,
                                          .run = run_join};
