/* cli.h - commands and their options as rows: parser, usage errors, help and the tables of the
 * manual all read them.
 *
 * A command is one file that ends with its row (ws_subcommand); subcommands.c lists the rows.
 * Words for the user go to standard error and begin with the command's name; data goes to
 * standard output. */
#ifndef WS_CLI_H
#define WS_CLI_H

#include <stdio.h>

#include "session/session.h"
#include "ui/glyphs.h"
#include "ui/theme.h"
#include "wormscope/wormscope.h"

typedef enum ws_exit {
    WS_EXIT_OK = 0,
    WS_EXIT_FAILED = 1,   /* a check of the scenario failed */
    WS_EXIT_USAGE = 2,    /* the command line or the scenario is wrong */
    WS_EXIT_IO = 3,       /* a file could not be read or written */
    WS_EXIT_DEADLOCK = 4, /* a deadlock was found, and asked for */
    WS_EXIT_INTERRUPTED = 130
} ws_exit;

/* Of a scenario or recording that could not be opened. */
ws_exit ws_exit_of(ws_fault fault);

typedef struct ws_flag {
    const char *name;  /* long name, without the dashes */
    char letter;       /* short name; 0 if it has none */
    const char *value; /* placeholder of its value; NULL if it takes none */
    const char *doc;
} ws_flag;

typedef struct ws_subcommand {
    const char *name, *operands, *doc;
    /* ends with a nameless one */
    const ws_flag *flags;
    /* argv[0] is the command's name */
    int (*run)(const struct ws_subcommand *command, int argc, char **argv);
    bool hidden;
} ws_subcommand;

/* The command line being read: for (int f; (f = ws_args_next(&args)) >= 0;) with f the row of
 * the flag. Afterwards `failed` tells whether it was wrong (then it has been said), `helped`
 * whether --help was answered; else the operands are left. */
typedef struct ws_args {
    const ws_subcommand *command;
    int argc;
    char **argv;
    const ws_flag *flag; /* the one just returned */
    const char *value;   /* of it */
    bool failed, helped, started;
    bool unread;       /* it failed by a file that could not be read or written */
    int operand_count; /* once ws_args_next has returned -1 */
    char **operands;
} ws_args;

ws_args ws_args_begin(const ws_subcommand *command, int argc, char **argv);
int ws_args_next(ws_args *args);
/* Says what is wrong on standard error and marks the command line as failed. Always false. */
bool ws_args_wrong(ws_args *args, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, of a file that cannot be read or written: `what` names it, and says why. */
bool ws_args_unread(ws_args *args, const char *what);
/* How a command ends whose arguments have failed, or that was asked for help. */
ws_exit ws_args_exit(const ws_args *args);
/* The value of the flag just returned as a whole number. */
bool ws_args_number(ws_args *args, uint64_t min, uint64_t max, uint64_t *number);
/* The same as a number above zero, decimals allowed. */
bool ws_args_positive(ws_args *args, double *number);
/* The same as COLSxROWS. */
bool ws_args_size(ws_args *args, int *width, int *height);
/* True if exactly one operand is left; else says what is missing or too many. */
bool ws_args_one_operand(ws_args *args, const char *what);

/* The flags that change what a scenario says: who opens one has them, in this order, first. */
/* clang-format off */
#define WS_SCENARIO_FLAGS                                                                         \
    {"set", 's', "NAME=VALUE", "set a parameter, after the scenario's own; may be repeated"},     \
    {"seed", 'r', "N", "seed of all random numbers"},                                             \
    {"cycles", 'c', "N", "end after N cycles"},                                                   \
    {"warmup", 'w', "N", "measure from cycle N on; run and sweep: `auto`, where latency settles"}
/* clang-format on */
enum { WS_FLAG_SET, WS_FLAG_SEED, WS_FLAG_CYCLES, WS_FLAG_WARMUP, WS_SCENARIO_FLAG_COUNT };

typedef struct ws_scenario_args {
    ws_options options;
    const char **sets; /* owned; options.sets points here */
    bool warmup_auto;  /* to be found by MSER (observe/statistics/mser.h) */
    const char *until; /* the condition at which a run stops; NULL: none */
} ws_scenario_args;
/* Takes the flag just returned if it is one of WS_SCENARIO_FLAGS; true if it was. */
bool ws_scenario_args_parse(ws_scenario_args *scenario, ws_args *args, int flag);
void ws_scenario_args_free(ws_scenario_args *scenario);

#define WS_DEFAULT_CYCLES 100000 /* of a scenario without an end */
/* Where `run` stops. Before it runs says on standard error what is to be known: that the
 * scenario has no end, or ends before the measurement begins. */
uint64_t ws_run_end(const ws_session *session);
void ws_run_warn(const ws_subcommand *command, const ws_session *session);

/* The flags that say how a screen looks: who draws one has them, in this order, next. */
/* A file of somebody else asks for a network: it is built without asking up to this size. */
static inline ws_bound ws_bound_asked(bool any_size, bool *exceeded) {
    ws_bound bound = {.nodes = 3000, .flits = 20000000};
    if (any_size)
        bound = (ws_bound){0};
    bound.exceeded = exceeded;
    return bound;
}
#define WS_ANY_SIZE_FLAG                                                                           \
    { "any-size", 'l', NULL, "build a network of any size without asking" }
/* What is said behind an error, if a larger one was refused (bound.exceeded); else "". */
static inline const char *ws_any_size_cure(const ws_bound *bound) {
    return bound->exceeded && *bound->exceeded ? "; --any-size builds it" : "";
}

#define WS_LOOK_FLAGS                                                                              \
    {"theme", 't', "NAME",                                                                         \
     "colours: dark, light, projector, okabe-ito, solarized, nord, mono, or a file"},              \
    {                                                                                              \
        "glyphs", 'g', "SET", "signs: braille, block or ascii"                                     \
    }
/* For commands that open the screen. */
#define WS_COLOURS_FLAG                                                                            \
    { "colours", 0, "DEPTH", "colours that the terminal is sent: auto, direct, 256, 16, 8 or mono" }
/* The depth just given; NULL after saying what is wrong with it. */
const char *ws_colours_parse(ws_args *args);

enum { WS_FLAG_THEME = WS_SCENARIO_FLAG_COUNT, WS_FLAG_GLYPHS, WS_LOOK_FLAG_END };

typedef struct ws_look {
    const char *theme_name; /* NULL: not said, and `theme` is the built-in one */
    ws_theme theme;
    const ws_glyphs *glyphs; /* NULL: not said */
} ws_look;
/* Takes the flag just returned if it is one of WS_LOOK_FLAGS; true if it was. */
bool ws_look_parse(ws_look *look, ws_args *args, int flag);

/* Help for one command: its usage, what it does, its flags. */
void ws_subcommand_usage(const ws_subcommand *command, FILE *out);

/* ---- playing ---- */

/* Opening a recording for the commands that take nothing else: replay, diff. */

/* Opens a recording (a path, or "-" for standard input). NULL with the exit code; what is wrong
 * has been said, and how a network beyond options.bound is built. That its end is missing is said
 * too, and no failure. */
ws_session *ws_playing_open(const ws_subcommand *command, const char *file,
                            const ws_options *options, ws_recorded *recorded, ws_exit *code);

/* ---- export ---- */

/* What the commands share that turn a scenario or a recording into something to keep: render,
 * cast, series. */

#define WS_EXPORT_FORCE                                                                            \
    { "force", 0, NULL, "play a recording of another model too" }

/* Opens what the only operand names. NULL with the exit code; what is wrong has been said. */
ws_session *ws_export_open(ws_args *args, const ws_options *options, int *code);
/* Up to which cycle: the one asked for, or that of the end if `given` is false. False, and said,
 * if there is none such. */
bool ws_export_end(ws_args *args, const ws_session *session, bool given, const char *flag,
                   uint64_t *cycle);
/* Returns the exit code of a session that was run to `cycle`; prints the reason if it stopped
 * earlier. */
int ws_export_done(ws_args *args, ws_session *session, uint64_t cycle);
/* Writes the program itself as a page that begins with the session; NULL: with the start screen.
 * Returns an exit code. */
int ws_export_live(ws_args *args, const ws_session *session, const ws_theme *theme,
                   const char *path);

/* ---- no memory ---- */

/* How the program ends where memory runs out (wormscope/memory.h). */

/* From now on the program ends in words where memory runs out, also where a library allocates for
 * us. */
void ws_no_memory_prepare(void);

#endif
