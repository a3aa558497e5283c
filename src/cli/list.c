/* list.c - `wormscope list`: the scenarios that come with the program. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/subcommands.h"
#include "session/language/tell.h"
#include "session/library/find.h"
#include "session/library/scenarios.h"

enum { FLAG_JSON };
static const ws_flag flags[] = {{"json", 0, NULL, "print one JSON object a line"}, {0}};

static void print_json(const ws_scenario_row *row) {
    json_t *object = json_pack("{s:o, s:o, s:o}", "name", ws_json_text(row->name), "title",
                               ws_json_text(row->title), "path", ws_json_text(row->path));
    ws_json_dump(object, stdout);
    json_decref(object);
    putchar('\n');
}

/* There is nothing to list: says where scenarios were expected. */
static void tell_where(void) {
    char *installed = ws_install_dir();
    ws_tell(stderr,
            "wormscope list: no scenarios found; they are expected in %s/scenarios (`make install` "
            "puts them there), or in "
            "wormscope/scenarios in a directory of XDG_DATA_HOME or XDG_DATA_DIRS, or where "
            "WORMSCOPE_DATA says",
            *installed ? installed : "share/wormscope");
    free(installed);
}

static int run_list(const ws_subcommand *command, int argc, char **argv) {
    ws_args args = ws_args_begin(command, argc, argv);
    bool as_json = false;
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        as_json |= flag == FLAG_JSON;
    if (args.operand_count)
        ws_args_wrong(&args, "unexpected argument `%s`", args.operands[0]);
    if (args.failed || args.helped)
        return args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    ws_scenario_row *rows;
    ws_error unread;
    size_t count = ws_scenarios_list(&rows, &unread);
    int width = 0;
    for (size_t i = 0; i < count; i++)
        if ((int)strlen(rows[i].name) > width)
            width = (int)strlen(rows[i].name);
    for (size_t i = 0; i < count; i++) {
        if (as_json)
            print_json(&rows[i]);
        else
            ws_tell(stdout, "%-*s  %s", width, rows[i].name, rows[i].title);
    }
    ws_scenarios_free(rows, count);
    if (*unread.text)
        ws_tell(stderr, "wormscope list: %s", unread.text);
    else if (count == 0)
        tell_where();
    return count && !*unread.text ? WS_EXIT_OK : WS_EXIT_IO;
}

const ws_subcommand ws_subcommand_list = {.name = "list",
                                          .operands = "[--json]",
                                          .doc = "List the scenarios that come with the program",
                                          .flags = flags,
                                          .run = run_list};
