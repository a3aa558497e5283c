/* lesson.c - lessons: what is read and what is refused, and where; a lesson is played with right and wrong answers; and the check finds
 * a broken solution, a wrong answer that is right, a text that does not fit, and a condition that never comes true. */
#include "lesson/check.h"
#include "lesson/examine.h"
#include "lesson/play.h"
#include "session/stage.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* H2 gets no more than a fifth. */
#define REPAIR "do allow segment until percent(host(H2).accepted, host(HD).received) <= 20 for 5000 within 40000"

/* Two hosts and one link: half each; with segments of 100 one eleventh. */
static const char head[] = "lesson \"Sharing\" minutes 5 order 2\n| machine wormhole-lan\n| set topology file two-hosts.net\n"
                           "| set arrivals saturated\n| set length fixed 1000\n| set segment 0\n"
                           "| host H1 class high send-to HD\n| host H2 class low send-to HD\n| host HD silent\n"
                           "| warmup 5000\n";
static const char steps[] =
    "step one \"Shares\"\nshow pace 20; look S\nsay \"Two worms.\"\nrun 12000\n"
    "predict number \"H2's share?\" is percent(host(H2).accepted, host(HD).received) at +10000 within 10% tries 2 mark 2\nreveal\n"
    "choose \"Who waits?\" \"*one at a time\" \"both\" \"none\" mark 1\n"
    "pick worm \"Who holds the link?\" is link(S,HD).holder mark 1\n"
    REPAIR " tries 3 mark 3\n"
    "hint \"Cut.\"\nhint \"Cut into pieces of 100.\"\nsolution set segment 100\nexplain \"One eleventh.\"\n";

static ws_lesson *lesson_of(const char *one, const char *other, ws_error *error) {
    static char text[8192];
    int length = snprintf(text, sizeof text, "%s%s", one, other);
    return ws_lesson_read_text("l.lesson", "scenarios/networks", text, (size_t)length, error);
}

static ws_play *begun(const ws_lesson *lesson, ws_error *error) {
    return lesson ? ws_play_begin(lesson, 0, error) : NULL;
}

static void refused(const char *one, const char *other, const char *why) {
    ws_error error = {0};
    ws_lesson *lesson = lesson_of(one, other, &error);
    ok(!lesson && strcmp(error.text, why) == 0, "%s", error.text);
    ws_lesson_free(lesson);
}

static void test_refusals(void) {
    refused("step a \"A\"\n", "", "l.lesson:1:1: the title is missing; expected lesson \"TITLE\" minutes N");
    refused("\nlesson \"T\" order 3\n", "step a \"A\"\n", "l.lesson:2:1: the minutes are missing; expected lesson \"TITLE\" minutes N");
    refused("lesson \"T\" minutes 5\n", "step a \"A\"\n", "l.lesson:1:1: the network is missing; expected uses NAME, or | lines");
    refused(head, "", "l.lesson:1:1: a lesson needs a step; expected step NAME \"TITLE\"");
    refused(head, "say \"x\"\n", "l.lesson:11:1: say stands before the first step");
    refused(head, "step a \"A\"\nsya \"x\"\n", "l.lesson:12:1: unknown keyword \"sya\"; did you mean \"say\"?");
    refused(head, "goal \"a\"\ngoal \"b\"\n", "l.lesson:12:1: this lesson has a goal already; put both in one text");
    refused(head, "teacher \"a\"\nteacher \"b\"\n", "l.lesson:12:1: this lesson has a note for the teacher already; put both in one text");
    refused(head, "step a \"A\"\nsay x\n", "l.lesson:12:5: \"x\" is wrong here; expected a text in quotes");
    refused(head, "step a \"A\"\nrun until\n", "l.lesson:12:10: something is missing; expected an expression, such as order>=2");
    refused(head, "step a \"A\"\nrun until ordre>2 for 10\n", "l.lesson:12:11: unknown quantity \"ordre\"; did you mean \"order\"?");
    refused(head, "step a \"A\"\nrun until order>2 every 12\n", "l.lesson:12:25: invalid step `12`: expected a power of two from 1 to 1024");
    refused(head, "step a \"A\"\nrun until order>2 every\n", "l.lesson:12:24: something is missing; expected a power of two from 1 to 1024");
    refused(head, "step a \"A\"\npick worm \"w\" is order>2\n",
            "l.lesson:12:18: this is a number; expected a worm, link or node, such as chain(longest).root");
    refused(head, "step a \"A\"\nchoose \"q\" \"a\" \"b\"\n", "l.lesson:12:1: a question has 2 to 6 answers, of which one begins with *; here are 2, and 0 with *");
    refused(head, "step a \"A\"\nchoose \"q\" \"*a\" \"b\"\nchoice \"*c\"\n",
            "l.lesson:12:1: a question has 2 to 6 answers, of which one begins with *; here are 3, and 2 with *");
    refused(head, "step a \"A\"\npredict number \"n\" is worms(from = H1 and at = S) within x\n",
            "l.lesson:12:58: \"x\" is wrong here; expected a share, such as 15%");
    refused(head, "step a \"A\"\npredict number \"n\" is 1 within x\n", "l.lesson:12:32: \"x\" is wrong here; expected a share, such as 15%");
    refused(head, "step a \"A\"\npredict number \"n\" is 1 at +-5\nreveal\n", "l.lesson:12:28: \"+-5\" is wrong here; expected +CYCLES, such as +20000");
    refused(head, "step a \"A\"\npredict number \"n\" is 1 at +4294967296\nreveal\n",
            "l.lesson:12:28: +4294967296 is out of range; cycles ahead are at most 10000000");
    refused(head, "step a \"A\"\nrun 10000001\n", "l.lesson:12:5: 10000001 is out of range; a number is from 0 to 10000000");
    refused(head, "step a \"A\"\nhint \"x\"\n", "l.lesson:12:1: a hint must follow the question to which it belongs");
    refused(head, "step a \"A\"\ndo allow segment until order>1\n", "l.lesson:12:1: the solution is missing; expected solution LINE behind it");
    refused(head, "step a \"A\"\nbeside whole\n", "l.lesson:12:8: \"whole\" is wrong here; expected the name of the other branch in quotes, or off");
    refused(head, "step a \"A\"\nshow zoom\n", "l.lesson:12:6: show zoom: in|out|fit|ALTITUDE is missing; write zoom in|out|fit|ALTITUDE");
}

/* What somebody stumbled over who wrote a lesson from the manual. */
static void test_stumbles(void) {
    refused(head, "step a \"A\"\npredict number \"n\" is order at +500\nexplain \"x\"\n",
            "l.lesson:12:1: the prediction is not revealed; expected reveal behind it, before the next question of this step");
    refused(head, "step a \"A\"\npredict number \"n\" is order after \"measure\"\nchoose \"q\" \"*a\" \"b\"\nreveal\n",
            "l.lesson:12:1: the prediction is not revealed; expected reveal behind it, before the next question of this step");
    refused(head, "step a \"A\"\npredict number \"n\" is order at +500\nstep b \"B\"\nreveal\n",
            "l.lesson:12:1: the prediction is not revealed; expected reveal behind it, before the next question of this step");
    refused(head, "step a \"A\"\nsay \"x\"\nreveal\n",
            "l.lesson:13:1: nothing to reveal; expected a question with at or after before it");
    refused(head, "step a \"A\"\npredict number \"n\" is order\n  reveal\n",
            "l.lesson:13:3: nothing to reveal; expected a question with at or after before it");
    refused(head, "step a \"A\"\nrun until order>2 for 600 within 500\n",
            "l.lesson:12:23: the condition must hold for 600 cycles, and has 500 in all; expected within 600 or more");
    refused(head, "step a \"A\"\nrun until order>2 for 200000\n",
            "l.lesson:12:23: the condition must hold for 200000 cycles, and has 100000 in all; expected within 200000 or more");
    refused(head, "step a \"A\"\ndo allow segment within 10 for 20 until order>2\nsolution set segment 9\n",
            "l.lesson:12:32: the condition must hold for 20 cycles, and has 10 in all; expected within 20 or more");
    refused(head, "step a \"A\"\nrun until ring\n", "l.lesson:12:11: \"ring\" needs worms; write worms(ring)");
    refused(head, "step a \"A\"\nrun until from\n", "l.lesson:12:11: \"from\" needs worms; write worms(from = NAME)");
    refused(head, "step a \"A\"\npick worm \"w\" is worms(rnig)\n",
            "l.lesson:12:24: unknown quantity \"rnig\" of worms; did you mean \"ring\"?");
    refused(head, "step a \"A\"\npredict order\n",
            "l.lesson:12:9: \"order\" is wrong here; expected the word number and a question, such as predict number \"How many?\"");
    refused(head, "step a \"A\"\nchoose \"q\" \"*a\" | \"b\"\n",
            "l.lesson:12:17: \"|\" is wrong here; expected the next answer in quotes, without | before it");
    refused(head, "set load 1\n",
            "l.lesson:11:1: set is a command; expected | before a line of the network, or type before a line in a step");
    refused(head, "step a \"A\"\npace 4\n", "l.lesson:12:1: pace is a stage line; expected show before it");
    refused(head, "step a \"A\"\nsay \"x\"\n explain \"y\"\nchoose \"q\" \"*a\" \"b\"\n",
            "l.lesson:13:2: nothing to explain; expected a question or run of this step before it, or say");
    refused(head, "step a \"A\"\nshow pace 4;  zoom\n", "l.lesson:12:15: show zoom: in|out|fit|ALTITUDE is missing; write zoom in|out|fit|ALTITUDE");
}

/* A draw gives each student a number that the network can have. */
static void draw_refused(const char *line, const char *why) {
    char place[200];
    snprintf(place, sizeof place, "l.lesson:11:%s", why);
    refused(head, line, place);
}

static void test_draws(void) {
    draw_refused("draw length 200:600:100\n", "6: \"length\" is wrong here; expected a parameter that is a number, such as load or length-unit");
    draw_refused("draw seed 1:9:1\n", "6: \"seed\" is wrong here; expected a parameter that is a number, such as load or length-unit");
    draw_refused("draw\n", "5: something is missing; expected a parameter that is a number, such as load or length-unit");
    draw_refused("draw sement 1:9:1\n", "6: unknown parameter \"sement\"; did you mean \"segment\"?");
    draw_refused("draw length-unit 300:700:100\n", "18: length-unit is from 1 to 512");
    draw_refused("draw load 0.5:1.5:0.1\n", "11: load is from 0 to 1");
    draw_refused("draw length-unit 1.5:3:1\n", "18: length-unit is a whole number");
    draw_refused("draw length-unit 300:300:100\n", "18: all students would have the same number; expected two or more");
    draw_refused("draw length-unit 300:350:100\n", "18: all students would have the same number; expected two or more");
    draw_refused("draw length-unit 9:3:1\n", "18: all students would have the same number; expected two or more");
    /* every step of a draw is somebody's, and nothing between two */
    ws_error error = {0};
    ws_lesson *lesson = lesson_of(head, "draw segment 20:100:20\nstep a \"A\"\nrun 10\n", &error);
    unsigned given[6] = {0}, between = lesson == NULL;
    for (uint64_t draw = 0; lesson && draw < 60; draw++) {
        ws_session *session = ws_play_network(lesson, draw, "drawn", &error);
        int64_t segment = session ? ws_net_def(ws_session_net(session))->segment : 1;
        if (segment % 20 == 0 && segment >= 20 && segment <= 100) given[segment / 20]++;
        else between++;
        if (session) ws_session_close(session);
    }
    ok(!between && given[1] && given[2] && given[3] && given[4] && given[5], "sixty students: %u have 20, %u have 100, and none what is between%s",
       given[1], given[5], error.text);
    ws_lesson_free(lesson);
}

static void answer(ws_play *p, const char *value, bool right, bool last, int marks) {
    ws_error error = {0};
    ws_judgement v;
    bool good = ws_play_answer(p, value, &v, &error);
    ok(good && v.right == right && v.last == last && v.marks == marks, "`%s`: %s%s", value, v.truth, error.text);
}

static void go_to_question(ws_play *p) {
    ws_error error = {0};
    while (ws_play_item(p) && !ws_item_is_question(ws_play_item(p)))
        if (!ws_play_go(p, &error)) break;
    if (*error.text) note("%s", error.text);
}

static void test_play(void) {
    ws_error error = {0};
    ws_lesson *lesson = lesson_of(head, steps, &error);
    if (!ok(lesson != NULL, "the lesson is read %s", error.text)) return;
    ok(lesson->marks == 7 && lesson->minutes == 5 && lesson->order == 2 && lesson->has_repair, "with all its marks");
    ws_play *p = ws_play_begin(lesson, 0, &error);
    if (!ok(p != NULL, "it begins %s", error.text)) return;
    go_to_question(p);
    ok(!ws_play_go(p, &error) && strcmp(error.text, "this is a question: answer it first") == 0, "nobody goes past a question");
    ws_judgement v;
    ok(!ws_play_answer(p, "many", &v, &error), "what is no number costs no try: %s", error.text);
    answer(p, "40", false, false, 0);
    answer(p, "51", true, true, 2);
    go_to_question(p);
    ok(!ws_play_answered(p) || ws_play_go(p, &error), "on");
    go_to_question(p);
    char right[64];
    ws_play_solve(p, right, sizeof right, &error);
    char wrong[2] = {right[0] == 'a' ? 'b' : 'a', '\0'};
    answer(p, wrong, false, true, 0);
    ws_play_go(p, &error);
    go_to_question(p);
    ok(!ws_play_answer(p, "H9 HD", &v, &error), "a worm that there is not: %s", error.text);
    ok(!ws_play_typed(p, "1", &error) && strcmp(error.text, "invalid worm `1`: expected its two ends, e.g. H1 H3") == 0 &&
           ws_play_typed(p, "H1 HD", &error),
       "a number that is typed names no worm: %s", error.text);
    ws_play_solve(p, right, sizeof right, &error);
    answer(p, right, true, true, 1);
    ok(!ws_play_answer(p, right, &v, &error) && strcmp(error.text, "the question is answered; Enter continues") == 0, "%s", error.text);
    ws_play_go(p, &error);
    go_to_question(p);
    ok(strcmp(ws_play_hint(p), "Cut.") == 0 && ws_play_hint(p) && !ws_play_hint(p), "hints come one by one");
    ok(!ws_play_answer(p, "set buffer 9", &v, &error) && strstr(error.text, "may not be changed here; allowed: segment"), "%s",
       error.text);
    uint64_t before = ws_net_cycle(ws_session_net(ws_play_session(p)));
    answer(p, "set segment 500", false, false, 0);
    ok(ws_net_cycle(ws_session_net(ws_play_session(p))) == before, "a wrong repair leaves the session where it was");
    answer(p, "set segment 100", true, true, 3);
    while (ws_play_item(p) && ws_play_go(p, &error)) continue;
    ok(!ws_play_item(p) && ws_play_marks(p) == 6, "6 of 7 marks");
    ok(ws_session_stage_count(ws_play_session(p)) == 8 && ws_session_branch_count(ws_play_session(p)) == 1,
       "two views and six answers are stage lines of the session, on one branch");
    ws_play_end(p);
    ws_lesson_free(lesson);
}

/* A repair that is not found is shown: the network goes on as after a right one. */
static void test_last_try(void) {
    ws_error error = {0};
    ws_judgement v;
    ws_lesson *lesson = lesson_of(head,
                                  "step a \"A\"\nrun 9000\n"
                                  REPAIR " tries 2\n"
                                  "solution set segment 100\nsay \"x\"\n",
                                  &error);
    ws_play *found = begun(lesson, &error);
    ws_play *missed = begun(lesson, &error);
    if (!ok(found && missed, "two begin %s", error.text)) return;
    go_to_question(found);
    go_to_question(missed);
    answer(found, "set segment 100", true, true, 1);
    answer(missed, "set segment 500", false, false, 0);
    ok(ws_play_answer(missed, "set segment 400", &v, &error) && v.last && !v.right &&
           strcmp(v.truth, "the goal is not reached: 26.99, where at most 20 is asked; this reaches it, and is typed for you: "
                           "set segment 100") == 0,
       "after the last try: %s", v.truth);
    ok(ws_session_digest(ws_play_session(found)) == ws_session_digest(ws_play_session(missed)) && ws_play_marks(missed) == 0,
       "both stand before the same network, one without marks");
    ok(ws_play_go(missed, &error), "and the lesson goes on %s", error.text);
    ws_play_end(found);
    ws_play_end(missed);
    ws_lesson_free(lesson);
}

/* A viewer goes back, and on a branch of their own; the lesson goes on at home as if nobody had. */
static void test_home(void) {
    ws_error error = {0};
    char lines[200];
    ws_judgement v;
    ws_lesson *lesson = lesson_of(head,
                                  "step a \"A\"\nrun 9000\nbeside \"whole\"\nrun 1000\n"
                                  REPAIR "\n"
                                  "solution set segment 100\nsay \"x\"\n",
                                  &error);
    ws_play *p = begun(lesson, &error);
    if (!ok(p != NULL, "it begins %s", error.text)) return;
    ws_session *s = ws_play_session(p);
    go_to_question(p);
    ok(ws_play_is_home(p) && ws_play_home_cycle(p) == 10000, "home is where the lesson stands");
    ok(ws_session_branch_count(s) == 2 && strcmp(ws_session_branch(s, 1).name, "whole") == 0 && ws_session_branch(s, 0).present &&
           ws_session_stage_count(s) == 1,
       "beside begins a branch, shows it, and stays");
    uint64_t digest = ws_session_digest(s);
    ws_session_seek(s, 3000, &error);
    ok(!ws_play_is_home(p) && ws_play_is_on_path(p), "back is on its way");
    ok(ws_play_return(p, &error) && ws_play_is_home(p) && ws_session_digest(s) == digest, "and home is as it was");
    ws_play_own_lines(p, lines, sizeof lines);
    ok(*lines == '\0' && ws_play_own(p, &error), "a branch of one's own begins with nothing");
    ws_session_apply(s, "set segment 500", &error);
    ws_session_run(s, 700);
    ws_session_apply(s, "set segment *1/5", &error);
    ws_session_apply(s, "host H1 load 1", &error);
    ws_play_own_lines(p, lines, sizeof lines);
    ok(strcmp(lines, "set segment 100; host H1 load 1") == 0, "what was done there is told: %s", lines);
    ok(!ws_play_is_home(p) && !ws_play_is_on_path(p), "it is not on the way of the lesson");
    ok(ws_play_answer(p, "set segment 100", &v, &error) && v.right && ws_play_is_home(p), "an answer is judged at home");
    uint64_t after = ws_session_digest(s);
    ws_play *other = ws_play_begin(lesson, 0, &error);
    go_to_question(other);
    ws_play_answer(other, "set segment 100", &v, &error);
    ok(ws_session_digest(ws_play_session(other)) == after, "and leads where it leads without all that");
    ws_play_end(other);
    ws_play_end(p);
    ws_lesson_free(lesson);
}

/* A class answers, and the lecturer reveals: each answer is judged and costs no try, and the lesson goes on without an answer of its own. */
static bool judged(ws_play *p, const char *value, bool right) {
    ws_error error = {0};
    ws_judgement v;
    ws_session *s = ws_play_session(p);
    uint64_t before = ws_session_digest(s);
    size_t staged = ws_session_stage_count(s);
    int tries = ws_play_tries_left(p);
    bool good = ws_play_judge(p, value, &v, &error) && v.right == right;
    bool untouched = ws_session_digest(s) == before && ws_session_stage_count(s) == staged && ws_play_tries_left(p) == tries;
    return ok(good && untouched && !ws_play_answered(p), "`%s` would be %s, and nothing is changed %s", value, right ? "right" : "wrong", error.text);
}

static bool passed(ws_play *p, const char *truth) {
    ws_error error = {0};
    ws_judgement v;
    memset(&v, 0, sizeof v);
    int marks = ws_play_marks(p);
    bool good = ws_play_pass(p, &v, &error);
    return ok(good && !v.right && strstr(v.truth, truth) && ws_play_answered(p) && ws_play_marks(p) == marks, "revealed, without a mark: %s%s", v.truth,
              error.text);
}

static void test_class(void) {
    ws_error error = {0};
    char right[64];
    ws_judgement v;
    ws_lesson *lesson = lesson_of(head, steps, &error);
    ws_play *p = begun(lesson, &error);
    ws_play *alone = begun(lesson, &error); /* somebody who answers */
    if (!ok(p && alone, "a lesson is held %s", error.text)) return;
    ok(!ws_play_judge(p, "50", &v, &error) && strcmp(error.text, "no question is open") == 0, "%s", error.text);
    go_to_question(p);
    go_to_question(alone);
    judged(p, "40", false);
    judged(p, "51", true);
    ok(!ws_play_judge(p, "many", &v, &error), "what is no number is not judged: %s", error.text);
    ws_session_seek(ws_play_session(p), 3000, &error);
    ok(ws_play_judge(p, "51", &v, &error) && v.right && ws_play_is_home(p), "who has gone back is brought home, and the same is right");
    passed(p, "the simulation says ");
    answer(alone, "51", true, true, 2);
    go_to_question(p); /* runs what was predicted */
    go_to_question(alone);
    ws_play_go(p, &error);
    ws_play_go(alone, &error);
    go_to_question(p);
    go_to_question(alone);
    ws_play_solve(p, right, sizeof right, &error);
    judged(p, right, true);
    judged(p, right[0] == 'a' ? "b" : "a", false);
    passed(p, "");
    answer(alone, right, true, true, 1);
    ws_play_go(p, &error);
    ws_play_go(alone, &error);
    go_to_question(p);
    go_to_question(alone);
    ws_play_solve(p, right, sizeof right, &error);
    judged(p, right, true);
    judged(p, strcmp(right, "H1 HD") == 0 ? "H2 HD" : "H1 HD", false);
    ok(!ws_play_judge(p, "H9 HD", &v, &error), "a worm that there is not is not judged: %s", error.text);
    passed(p, "H");
    answer(alone, right, true, true, 1);
    ws_play_go(p, &error);
    ws_play_go(alone, &error);
    go_to_question(p);
    go_to_question(alone);
    ok(ws_play_item(p)->kind == WS_ITEM_DO && ws_session_digest(ws_play_session(p)) == ws_session_digest(ws_play_session(alone)),
       "the class stands before the same network as who has answered");
    ok(ws_session_stage_count(ws_play_session(p)) + 3 == ws_session_stage_count(ws_play_session(alone)), "and its recording has no answer");
    ok(!ws_play_judge(p, "set segment 100", &v, &error) && !ws_play_pass(p, &v, &error) && !ws_play_answered(p),
       "a repair is done by the lecturer: it is neither judged nor passed: %s", error.text);
    answer(p, "set segment 100", true, true, 3);
    ws_play_end(p);
    ws_play_end(alone);
    ws_lesson_free(lesson);
}

/* Hidden tests are held against a submission: who takes the lesson neither sees nor passes them. */
static void test_hidden(void) {
    ws_error error = {0};
    ws_judgement v;
    ws_lesson *lesson = lesson_of(head,
                                  "step a \"A\"\nrun 9000\n"
                                  REPAIR "\n"
                                  "solution set segment 100\n"
                                  "step b \"B\" hidden\ntest \"t\" is host(H2).accepted < 0.5 at +100 mark 2\nstep c \"C\"\nsay \"x\"\n",
                                  &error);
    ws_play *p = begun(lesson, &error);
    if (!ok(p != NULL, "it begins %s", error.text)) return;
    ok(lesson->marks == 3 && ws_lesson_shown_marks(lesson) == 1 && ws_play_step_count(p) == 2, "two steps and one mark can be seen");
    go_to_question(p);
    ok(ws_play_answer(p, "set segment 500", &v, &error) && strstr(v.truth, "is typed for you"), "the solution is typed: %s", v.truth);
    while (ws_play_item(p)->kind != WS_ITEM_TEST && ws_play_go(p, &error)) continue;
    ok(ws_play_test(p, &v, &error) && v.right && strstr(v.truth, ", where less than 0.5 is asked"), "the test holds: %s", v.truth);
    ok(ws_play_go(p, &error) && ws_play_marks(p) == 0, "and gives nothing");
    ok(ws_play_step_number(p) == 2 && strcmp(ws_play_step(p)->name, "c") == 0, "the step behind it is the second");
    ws_play_end(p);
    ws_lesson_free(lesson);
}

/* The reader's test: what the words admit is right, and a repair is where its law holds. */
static bool no_worm_shown(void *context, ws_session *session, uint32_t packet, int width, int height) {
    (void)context, (void)session, (void)packet, (void)width, (void)height;
    return false;
}

static ws_examiner examiner;
static size_t untested;

static void read_wrong(const char *tail, const char *why) {
    ws_error error = {0};
    untested = 0;
    examiner.untested = &untested;
    ws_lesson *lesson = lesson_of(head, tail, &error);
    bool good = lesson && ws_lesson_examine(lesson, 1, &examiner, &error);
    ok(lesson && good == (why == NULL) && (good || strstr(error.text, why)), "%s", good ? "right" : error.text);
    ws_lesson_free(lesson);
}

/* Each question has its line in the report: what it was measured by, or that there was nothing. */
static void hear_report(void *context, const char *line) {
    char *report = context;
    snprintf(report + strlen(report), 600 - strlen(report), "%s\n", line);
}

static void reports(const char *tail, const char *line) {
    char report[600] = "";
    ws_error error = {0};
    const ws_examiner teller = {.context = report, .tell = hear_report};
    ws_lesson *lesson = lesson_of(head, tail, &error);
    ok(lesson && ws_lesson_examine(lesson, 1, &teller, &error) && strstr(report, line),
       "it is reported:%s", line);
    ws_lesson_free(lesson);
}

static void test_reader(void) {
    static const char pick[] = "step a \"A\"\nrun 9000\npick worm \"Who holds the link?\" is link(S,HD).holder\nhint \"x\"\n";
    static const char repair[] = "step a \"A\"\nrun 9000\n" REPAIR "\nsolution set segment 100\n";
    static const char guess[] = "step a \"A\"\nrun 9000\npredict number \"n\" is segment within 10%\n";
    char text[600];
    read_wrong(pick, NULL);
    ok(untested == 1, "the key alone tests nothing");
    examiner.shows = no_worm_shown;
    read_wrong(pick, "the map at 80x24 does not show worm ");
    examiner.shows = NULL;
    snprintf(text, sizeof text, "%sadmits chain(longest).root\n", pick);
    read_wrong(text, NULL);
    ok(untested == 0, "another way to the answer tests it");
    snprintf(text, sizeof text, "%sadmits link(S, HD).holder\n", pick);
    read_wrong(text, "this is the key itself");
    snprintf(text, sizeof text, "%sadmits worms(links >= 0)\n", pick);
    read_wrong(text, "it is judged wrong");
    snprintf(text, sizeof text, "%sadmits worms(from = HD)\n", pick);
    read_wrong(text, "it is judged right");
    /* a switch or a host: each of them is tried, none behind the last */
    static const char point[] =
        "step a \"A\"\npick node \"Who is second?\" is host(H2)\nhint \"x\"\nadmits ";
    snprintf(text, sizeof text, "%s(host(H2))\n", point);
    read_wrong(text, NULL);
    snprintf(text, sizeof text, "%sswitch(S)\n", point);
    read_wrong(text, "the words admit `S`; it is judged wrong");
    snprintf(text, sizeof text, "%shost(HD)\n", point);
    read_wrong(text, "the words do not admit `H2`; it is judged right");
    snprintf(text, sizeof text, "%sadmits 0\nadmits 5\n", guess);
    read_wrong(text, "the words admit `5`; it is judged wrong");
    snprintf(text, sizeof text, "step a \"A\"\npredict number \"n\" is 4 within 60%%\nhint \"x\"\nadmits 4.0 + 0\n");
    read_wrong(text, "the words do not admit `2`; it is judged right");
    snprintf(text, sizeof text, "%slaw saqs >= 4 over saqs 1:8\n", repair);
    read_wrong(text, "law: saqs 5 fulfils `saqs>=4`? yes; judged wrong");
    snprintf(text, sizeof text, "%slaw ceil(1000/segment) >= 5 over segment 220:260\n", repair);
    read_wrong(text, NULL);
    reports(text, "  law: ceil(1000/segment)>=5\n");
    reports(repair, "  not tested by a reader: no law\n");
    snprintf(text, sizeof text, "%slaw segment < 240 over segment 220:260\n", repair);
    read_wrong(text, "law: segment 240 fulfils `segment<240`? no; judged right");
    snprintf(text, sizeof text, "%slaw segment < 240 over segment 220:230\nlaw segment < 255 over segment 245:260\n", repair);
    read_wrong(text, "law: segment 250 fulfils `segment<255`? yes; judged wrong");
    snprintf(text, sizeof text, "%slaw 1 over segment 1:2\nlaw 1 over segment 1:2\nlaw 1 over segment 1:2\n", repair);
    refused(head, text, "l.lesson:17:5: \"1\" is wrong here; expected at most 2 of them");
    read_wrong("step a \"A\"\nrun 9000\npredict number \"n\" is worms at +5000 within 20%\nhint \"x\"\nadmits worms\nreveal\n", NULL);
    refused(head, "step a \"A\"\nsay \"x\"\nadmits 5\n", "l.lesson:13:1: admits must follow a pick or a predict");
    snprintf(text, sizeof text, "%slaw segment<2 over segment 9:3\n", repair);
    refused(head, text, "l.lesson:15:28: \"9:3\" is wrong here; expected LOW:HIGH, such as 1:1000");
}

/* The check says why, and where. */
static void wrong(const char *tail, const char *why) {
    ws_error error = {0};
    ws_lesson *lesson = lesson_of(head, tail, &error);
    bool fits = lesson && ws_lesson_fits(lesson, &error);
    bool good = fits && ws_lesson_check(lesson, 1, NULL, &error);
    ok(lesson && !good && strstr(error.text, why), "%s", error.text);
    ws_lesson_free(lesson);
}

static void test_check(void) {
    ws_error error = {0};
    ws_lesson *lesson = lesson_of(head, steps, &error);
    bool good = lesson && ws_lesson_fits(lesson, &error);
    for (uint64_t draw = 0; draw < 3 && good; draw++) good = ws_lesson_check(lesson, draw, NULL, &error);
    ok(good, "a right lesson is right %s", error.text);
    ws_lesson_free(lesson);
    wrong("step a \"A\"\nrun 100\ndo allow segment until host(H2).accepted < 0.1 for 5000 within 20000\nsolution set segment 500\n",
          "l.lesson:13:1: the solution `set segment 500` is judged wrong");
    wrong("step a \"A\"\nrun 100\ndo allow segment until host(H2).accepted > 0.1 for 5000 within 20000\nsolution set segment 500\n",
          "l.lesson:13:1: the goal is reached without any repair");
    wrong("step a \"A\"\nrun 9000\nchoose \"q\" \"*a\"\nchoice \"b\" is host(HD).received > 0.5\n",
          "l.lesson:14:15: a wrong answer is right: \"b\"");
    wrong("step a \"A\"\nrun 9000\nchoose \"q\"\nchoice \"*b\" is host(HD).received < 0.5\nchoice \"a\"\n",
          "l.lesson:14:16: the right answer is wrong: \"b\"");
    wrong("step a \"A\"\nrun until order>=7 within 1000\n", "l.lesson:12:11: `order>=7` did not come true within 1000 cycles (at last 1, where at least 7 is asked)");
    wrong("step a \"A\"\nrun until order>=1 for 1000 within 1000\n", "l.lesson:12:11: `order>=1` did not hold for 1000 cycles within 1000 cycles");
    wrong("step a \"A\"\ntype set buffer 9\n",
          "l.lesson:12:1: buffer is fixed by the build, and there cannot be such a network: stop-mark 1 with buffer 9 could overflow: "
          "21 flits still arrive after STOP; the buffer must be at least 22");
    wrong("step a \"A\"\ntype seed 9\n", "l.lesson:12:1: seed belongs to the build; a network that runs cannot take it");
    wrong("step a \"A\"\nrun 10\npick worm \"w\" is chain(longest).root\n", "l.lesson:13:1: nothing to point at");
    wrong("step a \"A\"\nrun 10\npredict number \"n\" is host(H7).accepted\n", "l.lesson:13:23: unknown host \"H7\"");
    wrong("step a \"A\"\ntype set segmnt 3\n", "unknown parameter \"segmnt\"");
    wrong("draw link-delay 1:3:1\ndraw load 0.1:0.5:0.1\nstep a \"A\"\nrun 10\n",
          "l.lesson:12:6: this network does not use load, so all students would have the same; it is used where arrivals!=saturated");
    wrong("step a \"A\"\nrun 9000\nstep b \"B\" hidden\ntest \"t\" is host(H2).accepted > 0.9 at +100\n",
          "l.lesson:14:1: the test does not hold after the solution: host(H2).accepted>0.9 (0.");
    char text[700] = "step a \"A\"\nsay \"";
    for (int i = 0; i < 100; i++) strcat(text, "words ");
    strcat(text, "\"\n");
    wrong(text, "l.lesson:12:1: the text takes 8 rows at 80x24; expected at most 6");
}

int main(void) {
    test_reader();
    test_refusals();
    test_stumbles();
    test_draws();
    test_play();
    test_last_try();
    test_home();
    test_class();
    test_hidden();
    test_check();
    return done();
}
