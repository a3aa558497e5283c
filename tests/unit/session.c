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

/* Of several --set the one that contradicts the scenario is named, wherever it stands. */
static void check_blame(void) {
    static const char *const all[] = {"load=0.1", "segment=0", "topology=ring 5", "link-delay=2"};
    bool good = true;
    for (int turn = 0; turn < 4; turn++) {
        const char *sets[4];
        ws_error error = {0};
        for (int i = 0; i < 4; i++) sets[i] = all[(turn + i) % 4];
        const ws_options options = {.sets = sets, .set_count = 4};
        ws_session *s = ws_session_open("cube/mesh-8x8", &options, &error);
        good &= !s && strncmp(error.text, "--set topology=ring 5: routing dor on a ring", 44) == 0;
        if (!good) note("%s", error.text);
        ws_session_close(s);
    }
    ok(good, "of four --set the one that is wrong is named, wherever it stands");
}

typedef struct refusal {
    const char *line, *error;
} refusal;

static void check_refusals(void) {
    static const refusal rows[] = {
        {"", "the line is empty; write a command"},
        {"  # nothing", "the line is empty; write a command"},
        {"@5 set load 0.1", "the line takes effect now; leave out @5"},
        {"set sgement 3", "unknown parameter \"sgement\"; did you mean \"segment\"?"},
        {"set buffer 90",
         "buffer is fixed by the build; write rebuild buffer=90 for a new network in its place"},
        {"rebuild bufer=9", "unknown parameter \"bufer\"; did you mean \"buffer\"?"},
        {"rebuild buffer 9", "\"buffer\" has no value; write NAME=VALUE"},
        {"rebuild buffer=90 vcs=20", "20 is out of range; vcs is from 1 to 8"},
        {"rebuild topology=file x.net", "a network file is read before cycle 0; start again with --set \"topology=file PATH\""},
        {"rebuild topology=line 1 hosts-per-switch=0", "the network has no hosts; write rebuild topology=line 1 hosts-per-switch=1 traffic=uniform-self for a new network in its place"},
        {"seed 3", "seed belongs to the build; a network that runs cannot take it"},
        {"host H77 silent", "unknown host \"H77\"; did you mean \"H7\"?"},
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

static uint64_t total(ws_session *s, ws_total which) { return ws_net_total(ws_session_net(s), which); }

/* Another network in the midst of a run: the clock goes on, nothing of the old one is left but its counters. */
static void check_rebuild(void) {
    ws_error error;
    ws_session *s = open_text("set load 0.4\nset topology mesh 2 2\nhost H5 load 0.1\n@900 rebuild buffer=120 topology=mesh 2 2 "
                              "root=3 # same hosts\n@1500 rebuild topology=ring 5\n@2000 end",
                              &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ws_session_run(s, 899);
    ws_net *before = ws_session_net(s);
    ok(total(s, WS_TOTAL_MESSAGES_DROPPED) == 0 && ws_net_def(before)->buffer == 80, "before the rebuild");
    ws_session_run(s, 1);
    ws_net *net = ws_session_net(s);
    uint64_t dropped = total(s, WS_TOTAL_MESSAGES_DROPPED);
    ok(ws_session_networks(s) == 1 && ws_net_cycle(net) == 900 && ws_net_def(net)->buffer == 120 && ws_net_def(net)->root == 3,
       "the clock goes on in a network of other parameters");
    ok(dropped > 0 && total(s, WS_TOTAL_MESSAGES_CREATED) == total(s, WS_TOTAL_MESSAGES_DELIVERED) + dropped,
       "%" PRIu64 " messages that were under way are counted as dropped", dropped);
    ok(ws_session_run(s, 599) == 599 && ws_net_check(net, &error), "the laws of conservation hold in it");
    ok(ws_session_apply(s, "host 5 load any", &error) && ws_session_run(s, 1) == 1 &&
           ws_net_graph(ws_session_net(s))->hosts == 20 && ws_session_networks(s) == 2,
       "a second one has other hosts");
    ok(total(s, WS_TOTAL_MESSAGES_DROPPED) > dropped && ws_net_check(ws_session_net(s), &error), "what is dropped adds up");
    uint64_t digest = ws_session_digest(s);
    ok(!ws_session_apply(s, "rebuild buffer=12 load=0.1", &error) && strstr(error.text, "buffer") &&
           ws_session_digest(s) == digest && ws_session_networks(s) == 2,
       "one that cannot be built leaves all as it is: %s", error.text);
    ok(ws_session_apply(s, "host H19 silent", &error) && ws_session_apply(s, "rebuild", &error) && ws_session_networks(s) == 3,
       "with nothing changed: the same network, empty");
    ok(ws_session_run(s, 1000) == 500 && !ws_session_failed(s, &error), "and the run goes on to its end");
    ws_session_close(s);
    s = open_text("@50 rebuild topology=switch hosts=3\n@60 host H3 silent", &error);
    ok(!s && strcmp(error.text, "t.ws:2:10: unknown host \"H3\"; did you mean \"H0\"?") == 0,
       "lines behind a rebuild are tried with its hosts: %s", error.text);
    ws_session_close(s);
    s = open_text("@50 rebuild topology=torus 129 2", &error);
    ok(!s && strncmp(error.text, "t.ws:1:28: ", 11) == 0, "a mistake in it is placed: %s", error.text);
    ws_session_close(s);
}

/* Rules for hosts stay if the hosts do. */
static void check_rebuild_hosts(void) {
    ws_error error;
    ws_session *s = open_text("set load 0\nset length fixed 20\nset topology line 2\nhost H1 load 0.5", &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ws_session_run(s, 500);
    ok(ws_session_apply(s, "rebuild vcs=2 topology=line 4 hosts-per-switch=2", &error) && ws_session_run(s, 2000) == 2000 &&
           total(s, WS_TOTAL_FLITS_INJECTED) > 500,
       "eight hosts of the same names: the rule for H1 is in force");
    ok(ws_session_apply(s, "rebuild topology=line 3", &error), "six hosts: %s", error.text);
    uint64_t created = total(s, WS_TOTAL_MESSAGES_CREATED);
    ok(ws_session_run(s, 2000) == 2000 && total(s, WS_TOTAL_MESSAGES_CREATED) == created, "it is forgotten");
    ws_session_close(s);
}

/* Changes of a value, one after the other, where something is in force that they can change. */
static void check_changes(void) {
    static const char *const changes[] = {"set segment *4/5", "set segment +10", "set segment -5", "set segment ++"};
    ws_error error;
    ws_session *s = open_text("set topology line 2\nset segment 250\n@5 set segment *4/5", &error);
    if (!ok(s != NULL, "opens: %s", error.text)) return;
    ws_session_run(s, 5);
    for (size_t i = 1; i < 4; i++) ws_session_apply(s, changes[i], &error);
    ok(ws_net_def(ws_session_net(s))->segment == 215, "changes behind @CYCLE and typed: 250, then %d",
       (int)ws_net_def(ws_session_net(s))->segment);
    ok(ws_session_apply(s, "rebuild buffer=+20", &error) && ws_net_def(ws_session_net(s))->buffer == 100, "and of a rebuild");
    ws_session_close(s);
    for (size_t i = 0; i < 4; i++) ok(!open_text(changes[i], &error), "before the run: %s", error.text);
}

/* Silent hosts that are told whom to send to do send. */
static void check_silence(void) {
    static const char *const wake[] = {"host H0 send-to H3", "host 0-1 send-to H3", "host H0 load any"};
    static const char *const leave[] = {"host H0 send-to H3 load 0", "host H0 send-to any", "host all send-to H3 silent"};
    ws_error error;
    char text[160];
    for (size_t i = 0; i < 6; i++) {
        const char *line = i < 3 ? wake[i] : leave[i - 3];
        snprintf(text, sizeof text,
                 "set topology line 4\nset hosts-per-switch 1\nset load 0.2\nset length fixed 9\nhost all silent\n%s", line);
        ws_session *s = open_text(text, &error);
        if (!ok(s != NULL, "opens: %s", error.text)) return;
        ws_session_run(s, 2000);
        ok((total(s, WS_TOTAL_MESSAGES_DELIVERED) > 20) == (i < 3), "silent hosts, then `%s`: %s", line,
           i < 3 ? "sends" : "silence");
        ws_session_close(s);
    }
}

int main(void) {
    check_changes();
    check_silence();
    check_time();
    check_blame();
    check_refusals();
    check_failures();
    check_pieces();
    check_rebuild();
    check_rebuild_hosts();
    return done();
}
