/* run.c - starting, pausing, stepping; speeds. */
#include <math.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

static void run_pause(ws_tui *t, const char *argument) {
    (void)argument;
    if (ws_session_ended(t->session))
        ws_tui_say_ended(t);
    else
        ws_tui_run(t, !t->view.session.running);
}

static void step(ws_tui *t, const char *argument) {
    uint64_t cycles;
    if (!ws_tui_cycles(t, argument, &cycles))
        return;
    ws_tui_run(t, false);
    ws_tui_step(t, cycles);
}

/* A speed of one's own: lines of the scenario do not change it any more. */
static void speed_choose(ws_tui *t, double speed) {
    t->run.is_chosen = true;
    ws_tui_speed(t, speed);
}

static void slower(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, ws_pace_next(t->run.pace.speed, -1));
}
static void faster(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, ws_pace_next(t->run.pace.speed, 1));
}
static void unlimited(ws_tui *t, const char *argument) {
    (void)argument;
    speed_choose(t, isinf(t->run.pace.speed) ? t->run.limited_speed : INFINITY);
}
static void speed(ws_tui *t, const char *argument) {
    double value;
    if (strcmp(argument, "own") == 0)
        ws_tui_speed(t, ws_pace_natural(t->frame->wire));
    else if (ws_pace_parse(argument, &value))
        ws_tui_speed(t, value);
    else
        ws_tui_say(t, true,
                   "invalid speed `%s`: expected a number of cycles per second, max or own",
                   argument);
}

const ws_screen_command ws_run_commands[] = {
    {"run-pause", run_pause, "", "starts or pauses the run"},
    {"step", step, "N", "advances N cycles (default 1)"},
    {"slower", slower, "", "lowers the speed"},
    {"faster", faster, "", "raises the speed"},
    {"unlimited", unlimited, "", "runs as fast as possible, or at the speed of before"},
    {"speed", speed, "N|max|own",
     "runs N cycles a second; own: a flit takes about 1/3 second on a wire"},
    {"pace", speed, "N|max|own", "sets the speed, like `speed`"},
    {NULL, NULL, NULL, NULL},
};
