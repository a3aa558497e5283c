/* cli.c - see cli.h. getopt_long does the reading; the words are ours, so that a wrong option
 * gets the nearest right one. */
#include "cli/cli.h"

#include "cli/sweep.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "session/language/suggest.h"
#include "session/language/tell.h"
#include "session/memory.h"

#define FLAGS_MAX 32
#define HELP_FLAG FLAGS_MAX
#define SIDE_MAX  1000 /* cells of a screen */

ws_exit ws_exit_of(ws_fault fault) {
    if (fault == WS_FAULT_NONE)
        return WS_EXIT_OK;
    return fault == WS_FAULT_USAGE ? WS_EXIT_USAGE : WS_EXIT_IO;
}

ws_args ws_args_begin(const ws_subcommand *command, int argc, char **argv) {
    return (ws_args){.command = command, .argc = argc, .argv = argv};
}

bool ws_args_wrong(ws_args *args, const char *format, ...) {
    va_list list;
    char *text = NULL;
    va_start(list, format);
    int length = vasprintf(&text, format, list);
    va_end(list);
    ws_must(length < 0 ? NULL : text);
    ws_tell(stderr, "wormscope %s: %s", args->command->name, text);
    free(text);
    args->failed = true;
    return false;
}

bool ws_args_unread(ws_args *args, const char *what) {
    args->unread = true;
    return ws_args_wrong(args, "%s", what);
}

ws_exit ws_args_exit(const ws_args *args) {
    if (args->helped)
        return WS_EXIT_OK;
    return args->unread ? WS_EXIT_IO : WS_EXIT_USAGE;
}

static size_t flag_count(const ws_subcommand *command) {
    size_t count = 0;
    while (command->flags && command->flags[count].name)
        count++;
    return count;
}

/* getopt has met something that it does not know: `word` is what the user wrote. */
static void wrong_flag(ws_args *args, int code, const char *word) {
    size_t count = flag_count(args->command);
    ws_error near = {0};
    if (code == ':') {
        ws_args_wrong(args, "%s needs a value", word);
        return;
    }
    if (strncmp(word, "--", 2) == 0) {
        if (count)
            ws_suggest_append(&near, word + 2, WS_ROW_NAMES(args->command->flags, count));
        ws_args_wrong(args, "unknown option %s%s", word, near.text);
    } else {
        ws_args_wrong(args, "unknown option -%c; `wormscope help %s` lists the options", optopt,
                      args->command->name);
    }
}

int ws_args_next(ws_args *args) {
    struct option options[FLAGS_MAX + 2] = {0};
    char letters[2 * FLAGS_MAX + 4] = ":h";
    size_t count = flag_count(args->command);
    size_t length = 2;
    for (size_t i = 0; i < count; i++) {
        const ws_flag *flag = &args->command->flags[i];
        options[i] = (struct option){flag->name, flag->value ? required_argument : no_argument,
                                     NULL, 256 + (int)i};
        if (!flag->letter)
            continue;
        letters[length++] = flag->letter;
        if (flag->value)
            letters[length++] = ':';
    }
    options[count] = (struct option){"help", no_argument, NULL, 256 + HELP_FLAG};
    letters[length] = '\0';
    if (!args->started)
        optind = 0; /* glibc: forget an earlier command line */
    opterr = 0;
    int at = args->started ? optind : 1;
    args->started = true;
    int code = getopt_long(args->argc, args->argv, letters, options, NULL);
    args->value = optarg;
    if (code == 'h' || code == 256 + HELP_FLAG) {
        ws_subcommand_usage(args->command, stdout);
        args->helped = true;
        return -1;
    }
    if (code == '?' || code == ':') {
        wrong_flag(args, code, args->argv[optind > at ? optind - 1 : at]);
        return -1;
    }
    if (code == -1) {
        args->operand_count = args->argc - optind;
        args->operands = args->argv + optind;
        return -1;
    }
    int index = code - 256;
    for (size_t i = 0; code < 256 && i < count; i++)
        if (args->command->flags[i].letter == code)
            index = (int)i;
    args->flag = &args->command->flags[index];
    return index;
}

bool ws_args_number(ws_args *args, uint64_t min, uint64_t max, uint64_t *number) {
    char *end;
    errno = 0;
    bool digits = args->value[0] >= '0' && args->value[0] <= '9';
    *number = strtoull(args->value, &end, 10);
    if (digits && !*end && !errno && *number >= min && *number <= max)
        return true;
    return ws_args_wrong(args, "invalid number `%s` for --%s: expected %" PRIu64 " to %" PRIu64,
                         args->value, args->flag->name, min, max);
}

bool ws_args_positive(ws_args *args, double *number) {
    char *end;
    *number = strtod(args->value, &end);
    bool digits = args->value[0] == '.' || (args->value[0] >= '0' && args->value[0] <= '9');
    if (digits && !*end && *number > 0 && isfinite(*number))
        return true;
    return ws_args_wrong(args, "invalid number `%s` for --%s: expected a number above 0",
                         args->value, args->flag->name);
}

bool ws_args_size(ws_args *args, int *width, int *height) {
    int used = 0;
    bool good = args->value[0] != ' ' &&
                sscanf(args->value, "%4dx%4d%n", width, height, &used) == 2 && !args->value[used];
    if (good && *width > 0 && *height > 0 && *width <= SIDE_MAX && *height <= SIDE_MAX)
        return true;
    return ws_args_wrong(args,
                         "invalid size `%s`: expected COLSxROWS, e.g. 100x30, at most %d each",
                         args->value, SIDE_MAX);
}

bool ws_args_one_operand(ws_args *args, const char *what) {
    if (args->failed || args->helped)
        return false;
    if (args->operand_count == 1)
        return true;
    if (args->operand_count > 1)
        return ws_args_wrong(args, "one %s is enough: unexpected `%s`", what, args->operands[1]);
    return ws_args_wrong(args, "%s %s is required; usage: wormscope %s %s",
                         strchr("aeiou", *what) ? "an" : "a", what, args->command->name,
                         args->command->operands);
}

/* ---- scenario flags ---- */

/* Whoever looks at the whole run can say where it settles. */
static bool knows_auto(ws_args *args) {
    static const char *const commands[] = {"run", WS_WORKER_RUN, "sweep"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(args->command->name, commands[i]) == 0)
            return true;
    ws_args_wrong(
        args, "--warmup auto is for `wormscope run` and `sweep`; here write a number of cycles");
    return true;
}

bool ws_scenario_args_parse(ws_scenario_args *s, ws_args *args, int flag) {
    ws_options *o = &s->options;
    switch (flag) {
    case WS_FLAG_SET:
        WS_GROW(s->sets, o->set_count);
        s->sets[o->set_count++] = args->value;
        o->sets = s->sets;
        return true;
    case WS_FLAG_SEED: o->has_seed = ws_args_number(args, 0, INT64_MAX, &o->seed); return true;
    case WS_FLAG_CYCLES:
        o->has_cycles = ws_args_number(args, 1, WS_CYCLES_MAX, &o->cycles);
        return true;
    case WS_FLAG_WARMUP:
        s->warmup_auto = strcmp(args->value, "auto") == 0;
        if (s->warmup_auto)
            return knows_auto(args);
        o->has_warmup = ws_args_number(args, 0, WS_CYCLES_MAX, &o->warmup);
        return true;
    default: return false;
    }
}

void ws_scenario_args_free(ws_scenario_args *s) {
    free(s->sets);
}

uint64_t ws_run_end(const ws_session *session) {
    uint64_t end = ws_session_end(session);
    return end == UINT64_MAX ? WS_DEFAULT_CYCLES : end;
}

void ws_run_warn(const ws_subcommand *command, const ws_session *session) {
    uint64_t end = ws_run_end(session);
    uint64_t warmup = ws_session_warmup(session);
    if (ws_session_end(session) == UINT64_MAX)
        ws_tell(stderr,
                "wormscope %s: the scenario has no end; running %d cycles (--cycles N for another "
                "number)",
                command->name, WS_DEFAULT_CYCLES);
    if (end <= warmup)
        ws_tell(stderr,
                "wormscope %s: nothing is measured: the run ends at cycle %" PRIu64
                ", the warm-up at cycle %" PRIu64 " (--cycles N, --warmup N)",
                command->name, end, warmup);
}

/* ---- look ---- */

bool ws_look_parse(ws_look *look, ws_args *args, int flag) {
    ws_error error;
    switch (flag) {
    case WS_FLAG_THEME:
        look->theme_name = args->value;
        if (!ws_theme_open(&look->theme, args->value, &error))
            ws_args_wrong(args, "%s", error.text);
        return true;
    case WS_FLAG_GLYPHS:
        look->glyphs = ws_glyphs_find(args->value);
        if (!look->glyphs)
            ws_args_wrong(args, "unknown glyphs `%s`: expected braille, block or ascii",
                          args->value);
        return true;
    default: return false;
    }
}

const char *ws_colours_parse(ws_args *args) {
    ws_colour_depth depth;
    if (ws_depth_find(args->value, WS_DEPTH_MONO, &depth))
        return args->value;
    ws_args_wrong(args, "invalid colours `%s`: expected " WS_DEPTHS_EXPECTED, args->value);
    return NULL;
}

/* ---- help ---- */

static void flag_print(const ws_flag *flag, FILE *out) {
    char text[64];
    snprintf(text, sizeof text, "--%s%s%s", flag->name, flag->value ? " " : "",
             flag->value ? flag->value : "");
    if (flag->letter)
        fprintf(out, "  -%c, %-22s %s\n", flag->letter, text, flag->doc);
    else
        fprintf(out, "      %-22s %s\n", text, flag->doc);
}

void ws_subcommand_usage(const ws_subcommand *command, FILE *out) {
    fprintf(out, "usage: wormscope %s%s%s\n\n%s.\n", command->name, *command->operands ? " " : "",
            command->operands, command->doc);
    if (!flag_count(command))
        return;
    fprintf(out, "\n");
    for (const ws_flag *flag = command->flags; flag->name; flag++)
        flag_print(flag, out);
}
