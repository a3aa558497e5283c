/* class.c - commands of a class: who is here, questions, seats; of a student: answers, free, back,
 * its own host. */
#include "tui/class.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/run.h"
#include "tui/state.h"

/* ---- the lecturer ---- */

static void who(ws_tui *t, const char *argument) {
    (void)argument;
    t->class.board.address = false;
    ws_overlay_toggle(&t->view, WS_OVERLAY_CLASS);
}

static void names(ws_tui *t, const char *argument) {
    ws_tui_board *board = &t->class.board;
    (void)argument;
    board->names = !board->names;
    t->view.overlay.shown = WS_OVERLAY_CLASS;
    ws_tui_say(t, false, board->names ? "names are shown" : "names are hidden");
}

static void address(ws_tui *t, const char *argument) {
    ws_tui_board *board = &t->class.board;
    bool shown = t->view.overlay.shown == WS_OVERLAY_CLASS && board->address;
    (void)argument;
    board->address = !shown;
    t->view.overlay.shown = shown ? WS_OVERLAY_NONE : WS_OVERLAY_CLASS;
    ws_tui_say(t, false, "wormscope join %s", ws_hosting_address(t->class.hosting));
}

static void seats(ws_tui *t, const char *argument) {
    (void)argument;
    ws_hosting_seats(t->class.hosting, true);
    ws_tui_say(t, false, "each student is a host now");
}

static void unseat(ws_tui *t, const char *argument) {
    (void)argument;
    ws_hosting_seats(t->class.hosting, false);
    ws_tui_say(t, false, "no student is a host now");
}

static void board_command(ws_tui *t, const char *name, const char *argument) {
    ws_error error;
    char line[WS_PROMPT_MAX + 16];
    const char *gap = *argument ? " " : "";
    snprintf(line, sizeof line, "%s%s%s", name, gap, argument);
    if (!ws_hosting_command(t->class.hosting, line, &error))
        ws_tui_say(t, true, "%s", error.text);
}

/* The network stands still, so that all look at the same. */
static void ask(ws_tui *t, const char *argument) {
    if (t->lesson.play) {
        ws_tui_say(t, true, "the lesson asks a question; leave the lesson to ask another");
        return;
    }
    ws_tui_run(t, false);
    t->class.board.answers = false;
    board_command(t, "ask", argument);
}

static void reveal(ws_tui *t, const char *argument) {
    if (ws_tui_class_asks(t))
        ws_tui_lesson_on(t);
    else
        board_command(t, "reveal", argument);
}

static void unask(ws_tui *t, const char *argument) {
    board_command(t, "unask", argument);
}

/* On this screen alone, before it is revealed. */
static void answers(ws_tui *t, const char *argument) {
    ws_tui_board *board = &t->class.board;
    (void)argument;
    board->answers = !board->answers;
}

static void take(ws_tui *t, const char *argument) {
    ws_error error;
    if (ws_hosting_branch_request(t->class.hosting, argument, &error))
        ws_tui_say(t, false, "asked to show what was done there");
    else
        ws_tui_say(t, true, "%s", error.text);
}

typedef struct act {
    const char *name;
    void (*run)(ws_tui *t, const char *argument);
} act;

/* clang-format off */
static const act acts[] = {
    {"who", who},
    {"names", names},
    {"address", address},
    {"ask", ask},
    {"answers", answers},
    {"reveal", reveal},
    {"unask", unask},
    {"take", take},
    {"seats", seats},
    {"unseat", unseat},
};
/* clang-format on */
enum { ACTS = sizeof acts / sizeof *acts };

static void lecturer(ws_tui *t, const char *argument) {
    size_t length = strcspn(argument, " ");
    const char *rest = argument + length;
    rest += strspn(rest, " ");
    if (length == 0) {
        who(t, rest);
        return;
    }
    for (size_t i = 0; i < ACTS; i++) {
        const char *name = acts[i].name;
        bool begins = strncmp(name, argument, length) == 0;
        if (!begins || name[length])
            continue;
        acts[i].run(t, rest);
        return;
    }
    ws_tui_say(
        t, true,
        "`class %s`: expected who, names, address, ask, answers, reveal, unask, take, seats or "
        "unseat",
        argument);
}

/* ---- the student ---- */

static bool begins_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

static bool is_of_seat(const char *line) {
    bool shapes = begins_with(line, "load ") || begins_with(line, "class ");
    return shapes || begins_with(line, "send-to ");
}

/* In millionths; 0: it is no load. */
static int64_t load_of(const char *text) {
    double share = strtod(text, NULL);
    bool good = share > 0 && share <= 1;
    return good ? (int64_t)(share * WS_MILLION + 0.5) : 0;
}

/* `class load 0.4`, `class send-to H3`, `class class high`: about one's own host. */
static bool seat_give(ws_tui *t, const char *argument) {
    char line[256];
    if (!is_of_seat(argument))
        return false;
    snprintf(line, sizeof line, "host SELF %s", argument);
    if (begins_with(argument, "load "))
        t->class.own_load = load_of(argument + strlen("load "));
    ws_follower_seat(t->class.follower, line);
    ws_carrier_poke(t->class.carrier);
    ws_tui_say(t, false, "asked of the lecturer's network: %s", argument);
    return true;
}

/* `class answer b`; without a value, what has been entered. */
static bool answer_give(ws_tui *t, const char *argument) {
    if (!begins_with(argument, "answer"))
        return false;
    const char *value = argument + strlen("answer");
    value += strspn(value, " ");
    ws_tui_answer_give(t, value);
    return true;
}

static void student(ws_tui *t, const char *argument) {
    bool roams = ws_follower_tell(t->class.follower).roaming;
    if (strcmp(argument, "show") == 0) {
        ws_tui_answer_show(t, true);
        return;
    }
    bool free = *argument ? strcmp(argument, "free") == 0 : !roams;
    bool is_known = !*argument || free || strcmp(argument, "follow") == 0;
    if (seat_give(t, argument) || answer_give(t, argument))
        return;
    if (!is_known) {
        ws_tui_say(t, true,
                   "`class %s`: expected answer, show, follow, free, load, send-to or class",
                   argument);
        return;
    }
    ws_tui_class_roam(t, free);
    ws_tui_say(t, false,
               free ? "you look around freely; C goes back to the lecture"
                    : "with the lecture again");
}

static void class(ws_tui *t, const char *argument) {
    if (t->class.hosting)
        lecturer(t, argument);
    else if (t->class.follower)
        student(t, argument);
    else
        ws_tui_say(t, true, "no class is open; `wormscope host` opens one, `join` follows one");
}

const ws_screen_command ws_class_commands[] = {
    {"class", class,
     "who|names|address|ask|answers|reveal|unask|take|seats|unseat|answer|show|follow|free",
     "lecturer: who is here, by name, the address in large letters, a question (`ask choice "
     "\"TEXT\" \"ANSWER\" ...`, `ask number|worm|link|node|lines \"TEXT\"`), how all have "
     "answered, "
     "also for all to see, `take STUDENT` (asks for the branch of a student, and goes there), "
     "seats; "
     "student: `answer VALUE`, `show` (what the lecturer asks for), back to the lecture, or `load "
     "X`, "
     "`send-to HOST`, `class CLASS` for its own host"},
    {NULL, NULL, NULL, NULL},
};
