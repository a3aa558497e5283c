/* session.c - the choke point: lines in time, what is refused, checks, the journal, and that stepping leaves no trace. */
#include "session/session.h"
#include "tap.h"

#include <inttypes.h>
#include <string.h>

static ws_session *open_text(const char *text, ws_error *error) {
    error->text[0] = '\0';
    return ws_session_open_text("t.ws", text, strlen(text), NULL, NULL, error);
}

static int64_t segment_of(ws_session *session) { return ws_net_def(ws_session_net(session))->segment; }

static void check_time(void) {
    ws_error error;
    ws_session *s =
        open_text("title \"in time\"\nset load 0.3\nwarmup 10\n@0 note zero\n@100 set segment 77\n@100 note \"at 100\"\n"
                  "@200 set segment *2\n@300 end",
                  &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ok(ws_session_end(s) == 300 && ws_session_warmup(s) == 10 && !ws_session_ended(s), "knows its end and warm-up");
    ok(strcmp(ws_session_note(s), "zero") == 0, "lines of cycle 0 are applied at once");
    ok(ws_session_run(s, 99) == 99 && segment_of(s) == 250, "nothing before its time");
    ok(ws_session_run(s, 1) == 1 && segment_of(s) == 77 && strcmp(ws_session_note(s), "at 100") == 0,
       "lines of cycle 100 act before it runs");
    ok(ws_session_run(s, 1000) == 200 && ws_session_ended(s) && segment_of(s) == 154, "stops at the end");
    ok(ws_session_run(s, 1000) == 0 && !ws_session_failed(s, &error), "and stays there");
    size_t count;
    const ws_journal_entry *journal = ws_session_journal(s, &count);
    ok(count == 4 && journal[3].cycle == 200 && strcmp(journal[3].text, "set segment *2") == 0, "all is in the journal");
    ws_session_close(s);
}

typedef struct refusal {
    const char *line, *error;
} refusal;

static void check_refusals(void) {
    static const refusal rows[] = {
        {"", "the line is empty; write a command"},
        {"  # nothing", "the line is empty; write a command"},
        {"@5 set load 0.1", "the line takes effect now; leave out @5"},
        {"set sgement 3", "there is no parameter \"sgement\"; did you mean \"segment\"?"},
        {"set buffer 90",
         "buffer is fixed by the build and cannot change while the network runs; set it without @CYCLE, or start again "
         "with --set buffer=VALUE"},
        {"seed 3", "seed belongs to the build and has no time; write it without @CYCLE"},
        {"host H77 silent", "there is no host \"H77\"; did you mean \"H7\"?"},
        {"note two words", "more than one word; put the text in quotes: note \"...\""},
    };
    ws_error error;
    ws_session *s = open_text("set load 0.2", &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ws_session_run(s, 50);
    uint64_t digest = ws_session_digest(s);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool good = ws_session_apply(s, rows[i].line, &error);
        if (!ok(!good && strcmp(error.text, rows[i].error) == 0, "refused: \"%s\"", rows[i].line)) note("got %s", error.text);
    }
    ok(!ws_session_apply(s, "set stop-mark 4000", &error) && *error.text, "marks that could overflow: %s", error.text);
    ok(!ws_session_apply(s, "check 0000000000000000", &error) && strstr(error.text, "differs"), "a digest that is not: %s",
       error.text);
    size_t count;
    ws_session_journal(s, &count);
    ok(count == 0 && ws_session_digest(s) == digest, "nothing has changed, nothing is in the journal");
    ok(ws_session_apply(s, "host 0-3 send-to H9 class high load 0.4 # why not", &error) &&
           ws_session_apply(s, "host all load any", &error),
       "hosts change while it runs");
    ok(ws_session_digest(s) != digest, "which is part of the state");
    ok(ws_session_apply(s, "end", &error) && ws_session_ended(s) && ws_session_end(s) == 50, "end ends it now");
    ws_session_close(s);
}

static void check_failures(void) {
    ws_error error;
    ws_session *s = open_text("set load 0.2\n\n @40 check 0123456789abcdef\n@50 end", &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ok(ws_session_run(s, 100) == 40 && ws_session_ended(s) && ws_session_failed(s, &error), "a wrong check stops the run");
    ok(strncmp(error.text, "t.ws:3:6: the digest at cycle 40 is ", 36) == 0, "and says where: %s", error.text);
    ws_session_close(s);
    s = open_text("set buffer 80\nset stop-mark 79", &error);
    ok(!s && strncmp(error.text, "t.ws:2:5: ", 10) == 0, "an error of the build is placed: %s", error.text);
    ws_session_close(s);
    s = open_text("@20 set stop-mark 4000\n@30 end", &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ok(ws_session_run(s, 100) == 20 && ws_session_failed(s, &error) && strncmp(error.text, "t.ws:1:5: ", 10) == 0,
       "a timed line that the network refuses is placed: %s", error.text);
    ws_session_close(s);
}

/* The same lines in pieces of any size give the same state; and a check of it passes. */
static void check_pieces(void) {
    static const char text[] =
        "set load 0.25\nseed 5\n@70 set segment 33\n@500 set arbiter random\n@900 host all load 0.1\n@2000 end";
    static const uint64_t pieces[] = {1, 7, 333, 100000};
    uint64_t first = 0;
    ws_error error;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        ws_session *s = open_text(text, &error);
        while (s && ws_session_run(s, pieces[i])) continue;
        uint64_t digest = s ? ws_session_digest(s) : 0;
        if (i == 0) first = digest;
        ok(s && digest == first, "pieces of %d cycles: %016" PRIx64, (int)pieces[i], digest);
        ws_session_close(s);
    }
    char checked[512];
    snprintf(checked, sizeof checked, "%.*s@2000 check %016" PRIX64 "\n@2000 end", (int)(sizeof text - 1 - strlen("@2000 end")),
             text, first);
    ws_session *s = open_text(checked, &error);
    while (s && ws_session_run(s, 450)) continue;
    ok(s && !ws_session_failed(s, &error), "the check at the end passes");
    ws_session_close(s);
}

int main(void) {
    check_time();
    check_refusals();
    check_failures();
    check_pieces();
    return done();
}
