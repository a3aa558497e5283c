/* manual.c - `wormscope manual FILE`: a manual page with its tables filled in, for the build. A
 * line of the page that consists of a marker such as @PARAMETERS@ is replaced by mdoc(7) made
 * from the rows which the program itself reads. */
#include "cli/subcommands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "observe/quantities.h"
#include "paper/curves.h"
#include "session/expr/expr_rows.h"
#include "session/language/commands.h"
#include "session/language/stage_lines.h"
#include "tui/commands.h"
#include "ui/filter/filter.h"
#include "ui/focus.h"
#include "ui/keys.h"
#include "ui/map/lens.h"

/* Text in which nothing is a request: backslashes are escaped, and so is a dot or quote at the
 * start of a line. */
static void put_text(const char *text) {
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
    }
}

/* The same as an argument of a macro: in quotes, with quotes inside doubled. */
static void put_argument(const char *text) {
    fputs("\"\\&", stdout); /* so that punctuation is no delimiter */
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
    }
    putchar('"');
}

static void put_flags(const ws_flag *flag) {
    if (!flag || !flag->name)
        return;
    printf(".Pp\n.Bl -tag -width Ds -compact\n");
    for (; flag->name; flag++) {
        printf(".It ");
        if (flag->letter)
            printf("Fl %c , ", flag->letter);
        printf("Fl -%s", flag->name);
        if (flag->value)
            printf(" Ar %s", flag->value);
        printf("\n");
        put_text(flag->doc);
        printf(".\n");
    }
    printf(".El\n");
}

/* A line a command; the first, the screen, needs no name. */
static void put_synopsis(const ws_subcommand *const *subcommands) {
    for (size_t i = 0; subcommands[i]; i++) {
        const ws_subcommand *c = subcommands[i];
        if (c->hidden)
            continue;
        printf(".Nm\n");
        if (i > 0)
            printf(".Cm %s\n", c->name);
        if (*c->operands)
            printf(".Ar "), put_argument(c->operands), printf("\n");
    }
}

static void put_subcommands(const ws_subcommand *const *subcommands) {
    printf(".Bl -tag -width Ds\n");
    for (size_t i = 0; subcommands[i]; i++) {
        const ws_subcommand *c = subcommands[i];
        if (c->hidden)
            continue;
        printf(".It Cm %s", c->name);
        if (*c->operands)
            printf(" Ar "), put_argument(c->operands);
        printf("\n");
        put_text(c->doc);
        printf(".\n");
        put_flags(c->flags);
    }
    printf(".El\n");
}

/* When a command may be given, by the bits of its row. */
static const char *when_of(unsigned where) {
    if (!(where & WS_COMMAND_LIVE))
        return "Before the start only.";
    return where & WS_COMMAND_SETUP ? "Before the start, or with a time." : "With a time only.";
}

static void put_statements(void) {
    printf(".Bl -tag -width Ds\n");
    for (size_t i = 0; i < ws_command_count; i++) {
        const ws_command *c = &ws_commands[i];
        printf(".It Cm %s", c->name);
        if (*c->usage)
            printf(" Ar "), put_argument(c->usage);
        printf("\n");
        put_text(c->doc);
        printf(".\n%s\n", when_of(c->where));
    }
    printf(".El\n");
}

static void put_stage(void) {
    printf(".Bl -tag -width Ds\n");
    for (size_t i = 0; i < ws_stage_line_count; i++) {
        const ws_stage_line *row = &ws_stage_lines[i];
        printf(".It Cm %s Ar ", row->name);
        put_argument(row->usage);
        printf("\n");
        put_text(row->doc);
        printf(".\n");
    }
    printf(".El\n");
}

static void put_expressions(void) {
    printf(".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < ws_expr_row_count; i++) {
        const ws_expr_row *row = &ws_expr_rows[i];
        char names[64];
        ws_expr_usage(row->arguments, names, sizeof names);
        printf(".It Li %s%s%s%s\n", row->subject, names, *row->field ? "." : "", row->field);
        put_text(row->doc);
        printf(".\n");
        if (*row->unit)
            printf(".Pq %s\n", row->unit);
    }
    printf(".El\n.Pp\nIn\n.Ql worms(...) :\n.Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < ws_worm_row_count; i++) {
        printf(".It Li %s\n%s", ws_worm_rows[i].name,
               ws_worm_rows[i].sort == WS_WORM_STATE ? "1 if " : "");
        put_text(ws_worm_rows[i].doc);
        printf(".\n");
    }
    printf(".El\n.Pp\nFunctions:\n.Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < ws_expr_function_count; i++) {
        printf(".It Li %s\n", ws_expr_functions[i].name);
        put_text(ws_expr_functions[i].doc);
        printf(".\n");
    }
    printf(".El\n");
}

/* "(CURVE, CURVE, LOW, HIGH)" for "CCNN". */
static void put_curve_arguments(const char *arguments) {
    const char *separator = "";
    printf(" (");
    for (const char *at = arguments; *at; at++) {
        printf("%s%s", separator, *at == 'C' ? "CURVE" : "X");
        separator = ", ";
    }
    printf(")\n");
}

static void put_curves(void) {
    printf(".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; i < ws_curve_function_count; i++) {
        const ws_curve_function *function = &ws_curve_functions[i];
        printf(".It Li %s", function->name);
        put_curve_arguments(function->arguments);
        put_text(function->doc);
        printf(".\n");
    }
    printf(".El\n");
}

static void put_parameters(void) {
    char text[512];
    printf(".Bl -tag -width Ds\n");
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *p = &ws_params[i];
        printf(".It Cm %s\n", p->name);
        put_text(p->doc);
        ws_param_default_text(p, text, sizeof text);
        printf(".\nDefault: %s%s%s", text, *p->unit ? " " : "", p->unit);
        if (!p->name_count) {
            ws_param_range_text(p, text, sizeof text);
            printf("; range: %s", text);
        }
        printf("; %s.\n",
               p->live ? "may change while the network runs" : "fixed when the network is built");
        if (strcmp(p->readers, "all") != 0)
            printf("Used where\n.Ql %s .\n", p->readers);
    }
    printf(".El\n");
}

static void put_values(void) {
    char text[128];
    for (size_t i = 0; i < ws_param_count; i++) {
        const ws_param *p = &ws_params[i];
        if (!p->name_count)
            continue;
        printf(".Ss Values of %s\n.Bl -tag -width \"minimal-random\" -compact\n", p->name);
        for (size_t v = 0; v < p->name_count; v++) {
            ws_param_value_text(p, v, text, sizeof text);
            printf(".It Cm ");
            put_argument(text);
            printf("\n");
            put_text(p->docs[v]);
            printf("\n");
        }
        printf(".El\n");
    }
}

/* Neighbours of the same meaning are one entry. */
static void put_keys(void) {
    const ws_keys keys = ws_keys_default();
    printf(".Bl -tag -width \"back-tab\" -compact\n");
    for (size_t i = 0; i < keys.count; i++) {
        bool again = i > 0 && strcmp(keys.binding[i].help, keys.binding[i - 1].help) == 0;
        bool more =
            i + 1 < keys.count && strcmp(keys.binding[i].help, keys.binding[i + 1].help) == 0;
        printf("%s", again ? " , " : ".It Ic ");
        put_argument(keys.binding[i].name);
        if (more)
            continue;
        printf("\n");
        put_text(keys.binding[i].help);
        printf("\n");
    }
    printf(".El\n");
}

/* Of what is chosen between, a line holds so many letters: a longer list stands below. */
#define CHOICE_MAX 60

/* "next|previous": the words, with blanks between them. */
static void put_choice(const char *words) {
    printf("The\n.Ar word\nis one of");
    for (size_t length; *words; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        printf("\n.Cm %.*s", (int)length, words);
    }
    printf(" .\n");
}

/* What can be typed on the screen besides the language. */
static void put_screen(void) {
    const ws_screen_command *c;
    printf(".Bl -tag -width Ds -compact\n");
    for (size_t i = 0; (c = ws_tui_command_at(i)); i++) {
        bool is_long = strlen(c->argument) > CHOICE_MAX;
        printf(".It Ic %s", c->name);
        if (*c->argument)
            printf(" Ar ");
        if (*c->argument)
            put_argument(is_long ? "word" : c->argument);
        printf("\n");
        put_text(c->doc);
        printf(".\n");
        if (is_long)
            put_choice(c->argument);
    }
    printf(".El\n");
}

static void put_filters(void) {
    printf(".Bl -tag -width \"retries\" -compact\n");
    for (size_t i = 0; ws_filter_field_name(i); i++) {
        printf(".It Ic %s\n", ws_filter_field_name(i));
        put_text(ws_filter_field_doc(i));
        printf("\n");
    }
    printf(".El\n");
}

static void put_panels(void) {
    printf(".Bl -tag -width \"distribution\" -compact\n");
    for (size_t i = 0; i < ws_focus_count; i++) {
        char sentence[256]; /* the first */
        const char *what = ws_focus_rows[i].what;
        const char *end = strstr(what, ". ");
        snprintf(sentence, sizeof sentence, "%.*s",
                 end ? (int)(end + 1 - what) : (int)strlen(what), what);
        printf(".It Ic %s\n", ws_focus_rows[i].name);
        put_text(sentence);
        printf("\n");
    }
    printf(".El\n");
}

static void put_lenses(void) {
    printf(".Bl -tag -width \"buffers\" -compact\n");
    for (unsigned i = 0; i < ws_lens_count; i++) {
        printf(".It Ic %s\n", ws_lenses[i].name);
        put_text(ws_lenses[i].doc);
        printf("\n");
    }
    printf(".El\n");
}

static void put_quantities(void) {
    printf(".Bl -tag -width \"recent-latency\" -compact\n");
    for (size_t i = 0; i < WS_QUANTITY_COUNT; i++) {
        const ws_quantity *q = &ws_quantities[i];
        printf(".It Ic %s\n", q->name);
        put_text(q->doc);
        if (strncmp(q->doc, q->unit, strlen(q->unit)) != 0)
            printf(", in %s", q->unit);
        printf("\n");
    }
    printf(".El\n");
}

static const struct {
    const char *marker;
    void (*put)(void);
} tables[] = {
    {"@KEYS@\n", put_keys},
    {"@STATEMENTS@\n", put_statements},
    {"@PARAMETERS@\n", put_parameters},
    {"@VALUES@\n", put_values},
    {"@SCREEN@\n", put_screen},
    {"@FILTERS@\n", put_filters},
    {"@LENSES@\n", put_lenses},
    {"@PANELS@\n", put_panels},
    {"@QUANTITIES@\n", put_quantities},
    {"@STAGE@\n", put_stage},
    {"@EXPRESSIONS@\n", put_expressions},
    {"@CURVES@\n", put_curves},
};

static void put_line(const char *line, const ws_subcommand *const *subcommands) {
    if (strcmp(line, "@SYNOPSIS@\n") == 0) {
        put_synopsis(subcommands);
        return;
    }
    if (strcmp(line, "@COMMANDS@\n") == 0) {
        put_subcommands(subcommands);
        return;
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(line, tables[i].marker) != 0)
            continue;
        tables[i].put();
        return;
    }
    fputs(line, stdout);
}

int ws_manual(const ws_subcommand *command, const ws_subcommand *const *subcommands, int argc,
              char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    while (ws_args_next(&args) >= 0)
        continue;
    if (!ws_args_one_operand(&args, "page"))
        return args.helped ? WS_EXIT_OK : WS_EXIT_USAGE;
    ws_error error;
    FILE *page = ws_file_open(args.operands[0], &error);
    if (!page) {
        ws_args_wrong(&args, "%s", error.text);
        return WS_EXIT_IO;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, page) > 0)
        put_line(line, subcommands);
    bool whole = feof(page); /* without memory a line ends before the file does */
    free(line);
    fclose(page);
    if (!whole)
        ws_args_wrong(&args, "%.400s: %s", args.operands[0], strerror(errno));
    return whole ? WS_EXIT_OK : WS_EXIT_IO;
}
