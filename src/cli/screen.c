/* screen.c - the options of the program with a screen, which is what runs where no other command
 * is named. */
#include "cli/paper/paper.h"
#include "cli/subcommands.h"
#include "tui/pace.h"
#include "terminal/program.h"

static const ws_flag flags[] = {
    WS_SCENARIO_FLAGS,
    WS_LOOK_FLAGS,
    {"speed", 'p', "N|max",
     "cycles per second (default: a flit crosses a wire in about 1/3 second)"},
    {"paused", 'P', NULL, "begin paused, at cycle 0"},
    {"lecture", 'l', NULL,
     "begin paused and as a lecture: a large map, captions, questions before answers"},
    WS_COLOURS_FLAG,
    {"no-mouse", 'M', NULL, "leave the mouse to the terminal"},
    {"record", 'R', "FILE", "record the session; FILE.part until it is over"},
    {"force", 'f', NULL, "open a recording of another model, too"},
    {0}};
enum {
    FLAG_SPEED = WS_LOOK_FLAG_END,
    FLAG_PAUSED,
    FLAG_LECTURE,
    FLAG_COLOURS,
    FLAG_NO_MOUSE,
    FLAG_RECORD,
    FLAG_FORCE
};

static void flag_parse(ws_tui_wishes *wishes, ws_options *options, ws_args *args, int flag) {
    switch (flag) {
    case FLAG_SPEED:
        if (!ws_pace_parse(args->value, &wishes->speed))
            ws_args_wrong(args, "invalid speed `%s`: expected cycles per second, or max",
                          args->value);
        break;
    case FLAG_PAUSED: wishes->paused = true; break;
    case FLAG_LECTURE: wishes->lecture = wishes->paused = true; break;
    case FLAG_COLOURS: wishes->colours = ws_colours_parse(args); break;
    case FLAG_NO_MOUSE: wishes->no_mouse = true; break;
    case FLAG_RECORD: wishes->record = args->value; break;
    case FLAG_FORCE: options->any_model = true; break;
    default: break;
    }
}

ws_exit ws_screen_exit(ws_tui_end end, ws_fault fault) {
    switch (end) {
    case WS_TUI_LEFT: return WS_EXIT_OK;
    case WS_TUI_NOT_OPENED: return ws_exit_of(fault);
    case WS_TUI_NO_TERMINAL: return WS_EXIT_USAGE;
    case WS_TUI_NOT_LISTENING:
    case WS_TUI_LOOP_FAILED:
    case WS_TUI_RECORDING_LOST: break;
    }
    return WS_EXIT_IO;
}

static void operands_check(ws_args *args, const ws_tui_wishes *wishes) {
    if (args->failed || args->helped)
        return;
    if (args->operand_count > 1)
        ws_args_wrong(args, "one scenario or recording at most");
    if (wishes->record && args->operand_count == 0)
        ws_args_wrong(args, "--record needs a scenario");
}

static int run_screen(const ws_subcommand *command, int argc, char **argv) {
    ws_tui_wishes wishes = {.papers = &ws_papers_on_screen};
    ws_scenario_args scenario = {0};
    ws_look look = {0};
    ws_args args = ws_args_begin(command, argc, argv);
    for (int flag; (flag = ws_args_next(&args)) >= 0;)
        if (!ws_scenario_args_parse(&scenario, &args, flag) && !ws_look_parse(&look, &args, flag))
            flag_parse(&wishes, &scenario.options, &args, flag);
    operands_check(&args, &wishes);
    int code = args.failed ? WS_EXIT_USAGE : WS_EXIT_OK;
    if (!args.failed && !args.helped) {
        ws_fault fault = WS_FAULT_NONE;
        wishes.options = &scenario.options;
        wishes.theme = look.theme_name;
        wishes.glyphs = look.glyphs;
        wishes.scenario = args.operand_count ? args.operands[0] : NULL;
        ws_tui_end end = ws_tui_main(&wishes, &fault);
        code = ws_screen_exit(end, fault);
    }
    ws_scenario_args_free(&scenario);
    return code;
}

const ws_subcommand ws_subcommand_screen = {
    .name = "screen",
    .operands = "[SCENARIO|RECORDING] [OPTION]...",
    .doc = "Open a scenario or a recording on the screen; without one, choose there",
    .flags = flags,
    .run = run_screen};
