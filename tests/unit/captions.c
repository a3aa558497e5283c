/* captions.c - questions and answers of the shipped lessons: whoever asks answers later, nothing is said in more words than a
 * small screen has room for, and what is said of a deadlock is so. */
#include <inttypes.h>
#include <string.h>

#include "observe/metrics.h"
#include "observe/waits.h"
#include "session/history/history.h"
#include "session/session.h"
#include "tap.h"

#define LONGEST 228 /* three rows of 76 columns: a caption at 80 x 24 */

typedef struct lesson {
    const char *name;
    uint64_t answer;
    bool deadlock; /* at the answer */
} lesson;

static const lesson lessons[] = {{"teach/pipeline", 150, false},
                                 {"teach/ring-deadlock", 40, true},
                                 {"teach/dateline", 200, false},
                                 {"teach/bubble", 600, false},
                                 {"teach/turn-cycle", 4700, true}};

static bool is_deadlocked(const ws_net *net) {
    ws_waits *waits = ws_waits_new(net);
    ws_waits_update(waits, net);
    bool deadlock = ws_waits_deadlock(waits);
    ws_waits_free(waits);
    return deadlock;
}

static void test_lesson(const lesson *l) {
    ws_error error = {0};
    ws_session *s = ws_session_open(l->name, NULL, &error);
    if (!ok(s != NULL, "opens %s %s", l->name, error.text)) return;
    const ws_net *net = ws_session_net(s);
    ok(ws_session_remark(s) == WS_REMARK_NOTE && *ws_session_note(s), "%s: begins with a note", l->name);
    size_t longest = strlen(ws_session_note(s));
    uint64_t asked = ws_session_remark_ahead(s);
    ws_session_run(s, asked);
    ok(ws_session_remark(s) == WS_REMARK_QUESTION && !is_deadlocked(net), "%s: asks at cycle %" PRIu64, l->name, asked);
    if (strlen(ws_session_note(s)) > longest) longest = strlen(ws_session_note(s));
    uint64_t answered = ws_session_remark_ahead(s);
    ws_session_run(s, answered - asked);
    ok(answered == l->answer && ws_session_remark(s) == WS_REMARK_ANSWER, "%s: answers at cycle %" PRIu64, l->name, answered);
    ok(is_deadlocked(net) == l->deadlock, "%s: then there is %s deadlock", l->name, l->deadlock ? "a" : "no");
    if (strlen(ws_session_note(s)) > longest) longest = strlen(ws_session_note(s));
    ok(longest <= LONGEST, "%s: %zu bytes at most", l->name, longest);
    ws_session_run(s, UINT64_MAX);
    ok(is_deadlocked(net) == l->deadlock, "%s: and at the end", l->name);
    ws_session_close(s);
}

/* How long the first packet of the pipeline takes, as its answer says. */
static void test_pipeline(const char *switching, double wanted) {
    ws_error error;
    const char *const sets[] = {switching};
    const ws_options options = {.sets = sets, .set_count = 1, .has_warmup = true};
    ws_session *s = ws_session_open("teach/pipeline", &options, &error);
    ws_session_run(s, 241);
    ws_summary m = ws_metrics_class(ws_session_metrics(s), ws_session_net(s), 0).latency[WS_LATENCY_MESSAGE];
    ok(m.count == 1 && m.mean == wanted, "%s: %.0f cycles, in words %.0f", switching, m.mean, wanted);
    ws_session_close(s);
}

/* Going back over a question finds the note before it, and its kind. */
static void test_back(void) {
    ws_error error;
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *s = ws_session_open("teach/ring-deadlock", &options, &error);
    ws_session_run(s, 60);
    ok(ws_session_remark(s) == WS_REMARK_ANSWER, "the answer stands");
    ok(ws_session_seek(s, 20, &error) && ws_session_remark(s) == WS_REMARK_QUESTION, "before it the question");
    ok(ws_session_seek(s, 0, &error) && ws_session_remark(s) == WS_REMARK_NOTE, "before that the note");
    ok(ws_mark_of("ask \"x\"") == WS_MARK_NOTE && ws_mark_of("answer \"x\"") == WS_MARK_NOTE, "both are marked on the timeline");
    ok(ws_session_apply(s, "ask \"typed\"", &error) && ws_session_remark(s) == WS_REMARK_QUESTION, "a question can be typed");
    ok(!ws_session_apply(s, "ask two words", &error), "%s", error.text);
    ws_session_close(s);
}

int main(void) {
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++) test_lesson(&lessons[i]);
    test_pipeline("switching=cut-through", 46);
    test_pipeline("switching=store-and-forward", 141);
    test_back();
    return done();
}
