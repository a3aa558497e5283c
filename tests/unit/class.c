/* class.c - a class without sockets: host and students exchange bytes in one process. A random lecture and those who follow it, who differ, who
 * lie, who guess tokens; students as hosts of the network. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "class/follower.h"
#include "class/room.h"
#include "observe/trees.h"
#include "session/recording/line_checksum.h"
#include "session/stage.h"
#include "tap.h"

#define SECOND 1000000000ull

typedef struct lecture {
    ws_session *session;
    ws_roster roster;
    ws_room *room;
    uint64_t now; /* ms */
} lecture;

static uint64_t rng = 1;
static uint32_t below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

static void on_journal(void *context, const char *text, size_t length) {
    lecture *l = context;
    ws_room_journal(l->room, text, length, l->now);
}

static lecture *lecture_begin(const char *scenario) {
    lecture *l = calloc(1, sizeof *l);
    ws_error error;
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    l->session = ws_session_open(scenario, &options, &error);
    l->roster.open = true;
    l->now = 1000;
    l->room = ws_room_new("a room", &l->roster);
    if (!l->session || !ws_session_share(l->session, NULL, (ws_listener){on_journal, l}, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    return l;
}

static void lecture_end(lecture *l) {
    ws_session_close(l->session);
    ws_room_free(l->room);
    ws_roster_free(&l->roster);
    free(l);
}

static uint64_t cycle_of(ws_session *s) { return ws_net_cycle(ws_session_net(s)); }

static const char *branch_of(ws_session *s) {
    size_t i = 0;
    while (!ws_session_branch(s, i).present) i++;
    return ws_session_branch(s, i).name;
}

static void pulse(lecture *l) {
    char told[WS_BRANCH_TOLD];
    ws_session_branch_told(ws_session_branch_present(l->session), told);
    ws_pulse p = {.branch = told, .cycle = cycle_of(l->session), .speed = 10, .has_digest = true};
    p.digest = ws_session_digest(l->session);
    ws_room_pulse(l->room, &p);
}

/* Carries bytes both ways, in pieces of any size, until nobody has anything to say. */
static void carry(lecture *l, ws_guest *guest, ws_follower *follower) {
    static char bytes[1 << 16];
    for (bool quiet = false; !quiet;) {
        quiet = true;
        size_t size = ws_room_say(l->room, guest, bytes, sizeof bytes, l->now);
        for (size_t at = 0, piece; at < size; at += piece) {
            piece = 1 + below(5000);
            if (piece > size - at) piece = size - at;
            ws_follower_hear(follower, bytes + at, piece);
            quiet = false;
        }
        size = ws_follower_say(follower, bytes, sizeof bytes);
        if (size) ws_room_hear(l->room, guest, bytes, size, l->now);
        quiet &= size == 0;
    }
    while (ws_follower_work(follower, SECOND)) continue;
    size_t size = ws_follower_say(follower, bytes, sizeof bytes);
    if (size) ws_room_hear(l->room, guest, bytes, size, l->now);
}

static ws_follower *follower_new(const char *name, const char *token) {
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_follower *follower = ws_follower_new(name, token, &options);
    ws_follower_connected(follower);
    return follower;
}

static bool is_same(lecture *l, ws_follower *follower) {
    ws_session *s = ws_follower_session(follower);
    return s && ws_follower_tell(follower).verified && ws_session_digest(s) == ws_session_digest(l->session) &&
           ws_session_branch_find(l->session, branch_of(s)) == ws_session_branch_present(l->session);
}

/* What a lecturer may do: lines, stage lines, there and back, other branches. */
static void lecturer_acts(lecture *l) {
    static const char *const lines[] = {"set load 0.4", "set load 0.1", "set segment 50", "host H2 send-to H5", "lens trees",
                                        "pace 20", "rebuild buffer=70", "note \"here\"", "set load 0.9", "measure"};
    ws_error error;
    switch (below(6)) {
    case 0: ws_session_apply(l->session, lines[below(10)], &error); break;
    case 1: ws_session_seek(l->session, below((uint32_t)cycle_of(l->session) + 1), &error); break;
    case 2: {
        size_t branch = below((uint32_t)ws_session_branch_count(l->session));
        ws_session_branch_switch(l->session, branch, ws_session_branch(l->session, branch).reached, &error);
        break;
    }
    default: ws_session_run(l->session, 1 + below(400)); break;
    }
}

/* A student who looks around: back, on, with lines of one's own. */
static void student_roams(ws_follower *follower) {
    ws_session *s = ws_follower_session(follower);
    ws_error error;
    ws_follower_roam(follower, true);
    ws_session_seek(s, below((uint32_t)cycle_of(s) + 1), &error);
    if (below(2)) ws_session_apply(s, "set load 0.7", &error);
    ws_session_run(s, below(300));
}

static void test_lecture(void) {
    lecture *l = lecture_begin("kwan/torus-3x3");
    ws_follower *follower = follower_new("ann", NULL), *roamer = follower_new("ben", NULL);
    ws_guest *one = ws_room_enter(l->room, "a", NULL, l->now), *two = ws_room_enter(l->room, "b", NULL, l->now);
    unsigned same = 0, rounds = (unsigned)amount(100, 300, 300);
    for (unsigned i = 0; i < rounds; i++) {
        l->now += 100;
        lecturer_acts(l);
        pulse(l);
        carry(l, one, follower);
        same += is_same(l, follower);
        if (below(4) == 0 && ws_follower_session(roamer)) student_roams(roamer);
        carry(l, two, roamer);
        ws_follower_roam(roamer, false);
    }
    ok(same == rounds, "%u of %u times the student was where the lecture was, with its digest (%zu branches, %" PRIu64 " lines)", same, rounds,
       ws_session_branch_count(l->session), ws_room_lines(l->room));
    l->now += 100;
    pulse(l);
    carry(l, two, roamer);
    ok(is_same(l, roamer), "so is one who looked around and made %zu branches",
       ws_session_branch_count(ws_follower_session(roamer)) - ws_session_branch_count(l->session));
    ws_follower *late = follower_new("cy", NULL);
    ws_guest *three = ws_room_enter(l->room, "c", NULL, l->now);
    carry(l, three, late);
    ok(is_same(l, late), "so is one who comes late");
    ws_room_leave(l->room, one);
    lecturer_acts(l);
    ws_session_run(l->session, 100);
    pulse(l);
    ws_follower_connected(follower);
    one = ws_room_enter(l->room, "a", NULL, l->now);
    carry(l, one, follower);
    carry(l, three, late);
    ok(is_same(l, follower) && ws_follower_tell(follower).sessions == 1, "who lost the connection goes on with the same session");
    carry(l, three, late);
    ok(ws_session_stage_count(ws_follower_session(late)) == ws_session_stage_count(l->session), "stage lines have travelled: %zu",
       ws_session_stage_count(l->session));
    ws_follower_free(follower);
    ws_follower_free(roamer);
    ws_follower_free(late);
    lecture_end(l);
}

/* A bit of the student's state falls over. */
static void test_differs(void) {
    lecture *l = lecture_begin("kwan/torus-3x3");
    ws_follower *follower = follower_new("ann", NULL);
    ws_guest *guest = ws_room_enter(l->room, "a", NULL, l->now);
    for (int i = 0; i < 20; i++) {
        l->now += 100;
        ws_session_run(l->session, 200);
        pulse(l);
        carry(l, guest, follower);
    }
    ws_net *net = ws_session_net(ws_follower_session(follower));
    size_t count;
    const ws_column *column = ws_net_columns(net, &count);
    while (strcmp(column->key, "link_flits") != 0) column++;
    ((unsigned char *)(uintptr_t)ws_net_state(net))[column->offset] ^= 1;
    pulse(l);
    carry(l, guest, follower);
    ws_follower_status status = ws_follower_tell(follower);
    ok(is_same(l, follower) && status.cured == 1 && !status.differs, "a bit that fell over is found and cured: %s", status.why);
    ok(ws_room_tell(l->room).differed == 1, "and the lecturer is told");
    ws_pulse lie = {.branch = "main", .cycle = cycle_of(l->session), .speed = 1, .has_digest = true, .digest = 12345};
    ws_room_pulse(l->room, &lie);
    carry(l, guest, follower);
    status = ws_follower_tell(follower);
    ok(status.differs && !status.verified && strstr(status.why, "another state"), "a digest that no replay reaches is said: %s", status.why);
    ws_follower_free(follower);
    lecture_end(l);
}

/* ---- hosts that lie ---- */

/* What a student says of a host that speaks so; "" if all is well. */
static char complaint_text[512];
static const char *complaint(const char *text) {
    ws_follower *follower = follower_new("ann", NULL);
    bool heard = ws_follower_hear(follower, text, strlen(text));
    ws_follower_status status = ws_follower_tell(follower);
    bool is_told = status.broken || status.denied;
    snprintf(complaint_text, sizeof complaint_text, "%s", heard == is_told ? "told and heard do not agree" : status.why);
    ws_follower_free(follower);
    return complaint_text;
}

static void breaks(const char *what, const char *said, const char *text) {
    const char *why = complaint(text);
    ok(*why && strstr(why, said), "%s: %s", what, why);
}

/* What a host really says to somebody who joins. */
static char spoken[1 << 17];
static void speak(void) {
    lecture *l = lecture_begin("kwan/two-hosts");
    ws_guest *guest = ws_room_enter(l->room, "a", NULL, l->now);
    const char *join = "JOIN 1 - \"x\"\nFROM 0 00000000\n";
    ws_error error;
    ws_session_run(l->session, 100);
    ws_session_apply(l->session, "set load 0.2", &error);
    ws_session_apply(l->session, "set load 0.3", &error);
    pulse(l);
    ws_room_hear(l->room, guest, join, strlen(join), l->now);
    spoken[ws_room_say(l->room, guest, spoken, sizeof spoken / 2, l->now)] = '\0';
    lecture_end(l);
}

/* That, and then something else. */
static void lies(const char *what, const char *said, const char *lie) {
    static char text[sizeof spoken + 256];
    snprintf(text, sizeof text, "%s%s\n", spoken, lie);
    breaks(what, said, text);
}

/* That with two neighbouring lines of the journal exchanged, or one left out; each with the number that is expected, or with its own. */
static void disorder(const char *what, const char *said, bool exchanged, bool numbered) {
    static char text[sizeof spoken];
    unsigned long number = 0;
    snprintf(text, sizeof text, "%s", spoken);
    char *first = strstr(text, "\nJ 7 ") + 1, *second = strchr(first, '\n') + 1, *third = strchr(second, '\n') + 1, line[2048];
    snprintf(line, sizeof line, "%.*s", (int)(second - first), first);
    memmove(first, second, exchanged ? (size_t)(third - second) : strlen(second) + 1);
    if (exchanged) memcpy(first + (third - second), line, strlen(line));
    if (!numbered) {
        breaks(what, said, text);
        return;
    }
    static char anew[2 * sizeof spoken];
    size_t used = 0;
    for (char *at = text, *end; (end = strchr(at, '\n')); at = end + 1) {
        char *rest = at;
        bool is_journal = strncmp(at, "J ", 2) == 0;
        if (is_journal) strtoul(at + 2, &rest, 10);
        if (is_journal) used += (size_t)snprintf(anew + used, sizeof anew - used, "J %lu", ++number);
        used += (size_t)snprintf(anew + used, sizeof anew - used, "%.*s\n", (int)(end - rest), rest);
    }
    breaks(what, said, anew);
}

static void test_lies(void) {
    static const struct {
        const char *what, *said, *text;
    } alone[] = {
        {"another version", "version", "HELLO 2 model " MODEL " room \"x\"\n"},
        {"another model", "model 999", "HELLO 1 model 999 room \"x\"\n"},
        {"journal lines without a beginning", "missing", "HELLO 1 model " MODEL " room \"x\"\nJ 1 wormscope-recording 2 #00000000\n"},
        {"lines that nobody asked for", "not asked for", "HELLO 1 model " MODEL " room \"x\"\nFROM 7\n"},
        {"a wrong checksum", "damaged", "HELLO 1 model " MODEL " room \"x\"\nFROM 0\nJ 1 wormscope-recording 2 #00000000\n"},
        {"a pulse before the journal", "before the journal", "HELLO 1 model " MODEL " room \"x\"\nFROM 0\nP 0 main 10 1 1\n"},
        {"no line at all", "not a line of the class", "\x1b[2J\n"},
        {"what a student says", "not a line of the class", "HELLO 1 model " MODEL " room \"x\"\nSEAT host SELF load 1\n"},
    }, after[] = {
        {"a gap", "missing", "J 999 @5 set load 0.1 #00000000"},
        {"a line twice", "twice", "J 3 @5 set load 0.1 #00000000"},
        {"a pulse that counts lines which there are not", "lines of the journal that it counts", "P 99999 main 10 1 1"},
        {"a pulse on no branch", "unknown branch", "P 1 fork-9 10 1 1"},
        {"a pulse on a branch that is a path", "unknown branch", "P 1 ../../etc/passwd 10 1 1"},
        {"a pulse at the end of time", "beyond all cycles", "P 1 main 18446744073709551615 1 1"},
        {"a digest of another place", "another place", "D 77 0123456789abcdef"},
        {"FROM in the middle", "FROM at the wrong place", "FROM 0"},
        {"an answer to choose without a question", "another question", "O 1 a link"},
        {"more answers to choose than there are", "another question", "Q 1 choice 1 x\nO 1 a\nO 1 b"},
        {"a question of no kind", "another question", "Q 1 riddle 0 x"},
        {"a question with a thousand answers", "another question", "Q 1 choice 1000 x"},
        {"a result of another question", "another question", "Q 1 number 0 x\nR 2 0 x"},
        {"bars that nobody has announced", "another question", "Q 1 number 0 x\nR 1 1 x\nB 1 1 0 a\nB 1 1 0 b"},
        {"more right answers than answers", "another question", "Q 1 number 0 x\nR 1 1 x\nB 1 1 2 a"},
    };
    static char longer[WS_CLASS_LINE + 10];
    memset(longer, 'J', sizeof longer - 1);
    breaks("a line that is too long", "too long", longer);
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) breaks(alone[i].what, alone[i].said, alone[i].text);
    speak();
    ok(!*complaint(spoken), "what a host really says is no lie%s", complaint_text);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) lies(after[i].what, after[i].said, after[i].text);
    disorder("lines out of order", "missing", true, false);
    disorder("lines out of order, each with the number that is expected", "damaged, or the one before it is missing", true, true);
    disorder("a line that is left out, and numbers that hide it", "damaged, or the one before it is missing", false, true);
}

/* Recordings whose lines are sealed in order, whatever they say. */
static size_t sealed(char *text, size_t room, const char *const *lines, size_t count) {
    size_t used = (size_t)snprintf(text, room, "HELLO 1 model %d room \"x\"\nFROM 0\n", WS_MODEL);
    uint32_t chain = 0;
    for (size_t i = 0; i < count; i++) {
        char checksum[10];
        ws_line_checksum_write(&chain, lines[i], strlen(lines[i]), checksum);
        used += (size_t)snprintf(text + used, room - used, "J %zu %s%.10s\n", i + 1, lines[i], checksum);
    }
    return used;
}

static ws_follower *told(const char *const *lines, size_t count, bool *heard) {
    static char text[12 << 20];
    ws_follower *follower = follower_new("ann", NULL);
    size_t size = sealed(text, sizeof text, lines, count);
    *heard = ws_follower_hear(follower, text, size);
    return follower;
}

static void head(const char *what, const char *const *lines, size_t count, const char *said) {
    bool heard;
    ws_follower *follower = told(lines, count, &heard);
    ws_follower_status status = ws_follower_tell(follower);
    ok(!heard && status.broken && strstr(status.why, said), "%s: %s", what, status.why);
    ws_follower_free(follower);
}

#define HEAD "wormscope-recording 2", "model " MODEL

/* Names that are paths: of files that are there, and that could be read. */
static void test_paths(void) {
    static const char net[] = "scenarios/networks/two-hosts.net", scenario[] = "scenarios/kwan/torus-3x3.ws";
    char name[128], topology[128], include[128];
    bool heard;
    ok(access(net, R_OK) == 0 && access(scenario, R_OK) == 0, "two files that could be read");
    snprintf(topology, sizeof topology, "| set topology file \"%s\"", net);
    snprintf(include, sizeof include, "| include \"%s\"", scenario);
    const char *const network_of[] = {HEAD, "file \"x\"", topology, "begin"};
    head("a network file that is not in the head is not opened", network_of, 5, "the recording has no file for this line");
    const char *const included[] = {HEAD, "file \"../../x\"", include, "begin"};
    head("nor is an included one", included, 5, "the recording has no file for this line");
    snprintf(name, sizeof name, "file \"%s\"", scenario);
    const char *const label[] = {HEAD, "scenario \"../../etc/passwd\"", name, "| set topology ring 5", "begin"};
    ws_follower *follower = told(label, 6, &heard);
    ws_session *s = ws_follower_session(follower);
    ok(heard && s && ws_net_graph(ws_session_net(s))->switches == 5, "a name is a label: the head's own text is what counts, and not the file of that name");
    if (!s) note("%s", ws_follower_tell(follower).why);
    ws_follower_free(follower);
}

static void test_heads(void) {
    static const char *many[9000];
    static char wide[1011];
    memset(wide, '#', sizeof wide - 1);
    memcpy(wide, "| ", 2);
    many[0] = "wormscope-recording 2", many[1] = "model " MODEL;
    for (size_t i = 2; i < 9000; i++) many[i] = i % 1000 == 2 ? "file \"big\"" : wide;
    head("files of 1 MiB each, until the head is too large", many, 9000, "8 MiB");
    for (size_t i = 3; i < 1100; i++) many[i] = wide;
    head("a file of more than 1 MiB", many, 1100, "1 MiB");
    const char *const empty[] = {HEAD, "begin"};
    head("a head without a scenario", empty, 3, "no scenario");
}

/* A digest in the journal that is none of this network. */
static void test_false_check(void) {
    const char *const lines[] = {HEAD,    "file \"x\"", "| set topology ring 5", "| set load 0.2", "columns now", "begin",
                                 "check 200 0123456789abcdef 01234567"};
    bool heard;
    ws_follower *follower = told(lines, 8, &heard);
    const char *pulse_there = "P 8 main 400 10 0\n";
    heard &= ws_follower_hear(follower, pulse_there, strlen(pulse_there));
    for (int i = 0; i < 100 && ws_follower_work(follower, SECOND); i++) continue;
    ws_follower_status status = ws_follower_tell(follower);
    ok(heard && status.differs && !status.verified && strstr(status.why, "another state than the host from cycle 200"),
       "a false digest in the journal is said, and replaying ends: %s", status.why);
    ws_follower_free(follower);
}

/* A network that is larger than this machine allows is not built; nor is one that a lecture is rebuilt to. */
static void test_large(void) {
    lecture *l = lecture_begin("kwan/torus-3x3");
    ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES, .bound = {.nodes = 40}};
    ws_follower *small = ws_follower_new("ann", NULL, &options);
    options.bound.nodes = 50;
    ws_follower *enough = ws_follower_new("ben", NULL, &options);
    ws_guest *one = ws_room_enter(l->room, "a", NULL, l->now), *two = ws_room_enter(l->room, "b", NULL, l->now);
    ws_follower_connected(small);
    ws_follower_connected(enough);
    ws_session_run(l->session, 100);
    pulse(l);
    carry(l, one, small);
    carry(l, two, enough);
    ws_follower_status status = ws_follower_tell(small);
    ok(status.denied && status.too_large && !ws_follower_session(small) && strstr(status.why, "45 switches and hosts"), "nothing is built: %s", status.why);
    ok(is_same(l, enough) && !ws_follower_tell(enough).too_large, "one that is small enough is");
    ws_error error;
    ws_session_apply(l->session, "rebuild topology=torus 4 4", &error);
    ws_session_run(l->session, 100);
    pulse(l);
    carry(l, two, enough);
    carry(l, two, enough);
    status = ws_follower_tell(enough);
    ok(status.denied && status.too_large && strstr(status.why, "80 switches and hosts"), "nor is a larger one in its place: %s", status.why);
    ws_follower_free(small);
    ws_follower_free(enough);
    lecture_end(l);
}

/* ---- guests ---- */

static char told_bytes[1 << 16];
static const char *hear(lecture *l, ws_guest *guest, const char *text) {
    ws_room_hear(l->room, guest, text, strlen(text), l->now);
    size_t size = ws_room_say(l->room, guest, told_bytes, sizeof told_bytes - 1, l->now);
    told_bytes[size] = '\0';
    return told_bytes;
}

static void test_tokens(void) {
    lecture *l = lecture_begin("kwan/two-hosts");
    ws_error error;
    const char *csv = "id,name,token\ns1,Ann,aaaaaaaaaaaaaaaaaaaa\ns2,\"Ben \x1b[2J\",bbbbbbbbbbbbbbbbbbbb\n";
    l->roster.open = false;
    ok(ws_roster_read(&l->roster, csv, strlen(csv), &error), "a roster with tokens");
    ws_roster twins = {.open = false};
    const char *same = "id,token\ns1,aaaaaaaaaaaaaaaaaaaa\ns2,aaaaaaaaaaaaaaaaaaaa\n";
    ok(!ws_roster_read(&twins, same, strlen(same), &error) && strstr(error.text, "line 3"), "a token names one student: %s", error.text);
    ws_roster_free(&twins);
    ws_roster sheet = {.open = false};
    const char *marked = "\xef\xbb\xbfid;name\r\ns1;\"Ann; A.\"\r\ns2;Ben\r\n";
    ok(ws_roster_read(&sheet, marked, strlen(marked), &error) && sheet.count == 2 && !strcmp(sheet.student[0].name, "Ann; A."),
       "a byte order mark, and semicolons as of a spreadsheet");
    ws_roster_free(&sheet);
    unsigned told = 0, turned = 0;
    for (int i = 0; i < 1000; i++) {
        ws_guest *guest = ws_room_enter(l->room, "10.0.0.1", NULL, l->now);
        const char *said = hear(l, guest, "JOIN 1 cccccccccccccccccccc \"x\"\n");
        told += strstr(said, "DENY") != NULL;
        turned += ws_guest_is_over(guest);
        ws_room_leave(l->room, guest);
    }
    ok(turned == 1000 && told == WS_ROOM_WRONG, "1,000 wrong tokens from one address: %u in words, all turned away", told);
    ws_guest *ann = ws_room_enter(l->room, "10.0.0.1", NULL, l->now);
    ok(strstr(hear(l, ann, "JOIN 1 aaaaaaaaaaaaaaaaaaaa \"Zoe\"\nFROM 0 00000000\n"), "HELLO 1"), "a right one from there comes in");
    ok(strcmp(ws_guest_tell(ann, l->now).name, "Ann") == 0, "and is who the roster says");
    ws_guest *second = ws_room_enter(l->room, "10.0.0.2", NULL, l->now);
    ok(strstr(hear(l, second, "JOIN 1 aaaaaaaaaaaaaaaaaaaa \"Ann\"\n"), "DENY this token is in use"), "not twice at once");
    ws_room_leave(l->room, ann);
    second = ws_room_enter(l->room, "10.0.0.2", NULL, l->now);
    ok(strstr(hear(l, second, "JOIN 1 aaaaaaaaaaaaaaaaaaaa \"Ann\"\n"), "HELLO 1"), "but when she has gone");
    ws_guest *ben = ws_room_enter(l->room, "10.0.0.3", NULL, l->now);
    hear(l, ben, "JOIN 1 bbbbbbbbbbbbbbbbbbbb \"\"\nFROM 0 00000000\n");
    ok(!strchr(ws_guest_tell(ben, l->now).name, 27), "no control character is left in a name: %s", ws_guest_tell(ben, l->now).name);
    ok(strstr(hear(l, ws_room_enter(l->room, "x", NULL, l->now), "JOIN 1 aaaaaaaaaaaaaaaaaaa \"x\"\n"), "DENY"), "a token that is one shorter");
    lecture_end(l);
}

static void test_rudeness(void) {
    static char big[1 << 20];
    lecture *l = lecture_begin("kwan/two-hosts");
    ws_guest *guest = ws_room_enter(l->room, "a", NULL, l->now);
    memset(big, 'x', sizeof big);
    ws_room_hear(l->room, guest, big, sizeof big, l->now);
    ok(strstr(hear(l, guest, ""), "too long"), "a line of 1 MB is refused");
    guest = ws_room_enter(l->room, "a", NULL, l->now);
    hear(l, guest, "JOIN 1 - \"a\"\nFROM 0 00000000\n");
    const char *said = "";
    for (int i = 0; i < 60 && !strstr(said, "too many"); i++) said = hear(l, guest, "PONG 1 1 1\n");
    ok(strstr(said, "too many lines"), "more than 40 lines a second are refused");
    guest = ws_room_enter(l->room, "a", NULL, l->now);
    ok(strstr(hear(l, guest, "JOIN 1 - \"a\"\nFROM 3 deadbeef\n"), "\nFROM 0\nJ 1 "), "who has lines of another journal begins anew");
    guest = ws_room_enter(l->room, "a", NULL, l->now);
    ok(strstr(hear(l, guest, "SEAT host SELF load 1\n"), "JOIN and FROM come first"), "nobody says anything before JOIN");
    guest = ws_room_enter(l->room, "a", NULL, l->now);
    hear(l, guest, "JOIN 1 - \"still\"\nFROM 0 00000000\n");
    ws_guest *mute = ws_room_enter(l->room, "a", NULL, l->now);
    l->now += WS_ROOM_JOIN_MS + 1;
    ws_room_tick(l->room, l->now);
    ok(ws_guest_is_over(mute) && !ws_guest_is_over(guest), "who says no token in time is sent away");
    l->now += WS_ROOM_SILENT_MS;
    ws_room_tick(l->room, l->now);
    ok(ws_guest_is_over(guest), "who is silent for 30 s is dead");
    unsigned strangers = 0;
    for (int i = 0; i < 2000; i++) strangers += ws_room_enter(l->room, "a", NULL, l->now) != NULL;
    ok(ws_room_count(l->room) <= WS_ROOM_GUESTS + WS_ROOM_STRANGERS, "2,000 strangers at once: %u come in, the rest has to wait", strangers);
    lecture_end(l);
}

/* ---- seats ---- */

enum { STUDENTS = 21 };

static double accepted(lecture *l, uint64_t cycles) {
    const ws_net *net = ws_session_net(l->session);
    uint64_t before = ws_net_total(net, WS_TOTAL_FLITS_DELIVERED);
    ws_session_run(l->session, cycles);
    uint64_t flits = ws_net_total(ws_session_net(l->session), WS_TOTAL_FLITS_DELIVERED) - before;
    return (double)flits / (double)cycles / ws_net_graph(net)->hosts;
}

/* The largest congestion tree that stands after some cycles. */
static ws_tree largest_tree(lecture *l, uint64_t cycles) {
    const ws_net *net = ws_session_net(l->session);
    ws_waits *waits = ws_waits_new(net);
    ws_trees *trees = ws_trees_new(net, 10);
    ws_tree largest = {.root = 0};
    size_t count;
    for (uint64_t ran = 0; ran < cycles; ran += 10) {
        ws_session_run(l->session, 10);
        ws_waits_update(waits, net);
        ws_trees_sample(trees, net, waits);
        ws_trees_update(trees, net, waits, true);
    }
    const ws_tree *tree = ws_trees_of(trees, &count);
    for (size_t i = 0; i < count; i++)
        if (tree[i].members > largest.members) largest = tree[i];
    ws_trees_free(trees);
    ws_waits_free(waits);
    return largest;
}

static unsigned seats_act(lecture *l, bool open) {
    char line[WS_CLASS_LINE];
    ws_guest *guest;
    ws_error error;
    unsigned acted = 0;
    while (ws_room_seat_line(l->room, open, l->now, line, &guest)) {
        if (ws_session_apply(l->session, line, &error)) acted++;
        else ws_guest_refuse(guest, error.text);
    }
    return acted;
}

static void seats_deal(lecture *l) {
    const ws_graph *graph = ws_net_graph(ws_session_net(l->session));
    const char *names[1024];
    for (int i = 0; i < graph->hosts; i++) names[i] = graph->node[graph->switches + i].name;
    ws_room_seats(l->room, names, (size_t)graph->hosts);
}

static void test_seats(void) {
    lecture *l = lecture_begin("cube/mesh-8x8");
    ws_guest *guest[STUDENTS];
    char text[128];
    for (int i = 0; i < STUDENTS; i++) {
        guest[i] = ws_room_enter(l->room, "a", NULL, l->now);
        snprintf(text, sizeof text, "JOIN 1 - \"s%d\"\nFROM 0 00000000\n", i);
        hear(l, guest[i], text);
    }
    ok(strstr(hear(l, guest[0], "SEAT host SELF load 1\n"), "NO you have no seat"), "no seat before they are dealt");
    seats_deal(l);
    ok(strcmp(ws_guest_tell(guest[20], l->now).seat, "H20") == 0, "seats are dealt in the order of coming");
    ws_session_run(l->session, 4000);
    double before = accepted(l, 10000);
    ws_tree none = largest_tree(l, 1000);
    unsigned acted = 0;
    for (int i = 0; i < STUDENTS; i++) {
        l->now += 600;
        hear(l, guest[i], "SEAT host SELF send-to H27 load 0.9\n");
        acted += seats_act(l, true);
        ws_session_run(l->session, 200);
    }
    double hot = accepted(l, 4000);
    ws_tree grown = largest_tree(l, 1000);
    ok(acted == STUDENTS, "%u students turn their hosts to one", acted);
    for (int i = 0; i < STUDENTS; i++) {
        l->now += 600;
        hear(l, guest[i], "SEAT host SELF send-to any load any\n");
        seats_act(l, true);
    }
    ws_session_run(l->session, 100000);
    double healed = accepted(l, 10000);
    ws_tree gone = largest_tree(l, 1000);
    ok(none.members == 0 && gone.members == 0 && grown.members > 20 && grown.depth > 5 && grown.hosts == STUDENTS,
       "a tree of %u full buffers, %u deep, of %u hosts; none before and after", grown.members, grown.depth, grown.hosts);
    ok(hot < 0.9 * before && healed > 0.95 * before, "the tree grows and heals: accepted %.4f -> %.4f -> %.4f", before, hot, healed);
    /* one line in half a second, the newest counts */
    l->now += 1000;
    hear(l, guest[3], "SEAT host SELF load 0.1\n");
    unsigned first = seats_act(l, true);
    hear(l, guest[3], "SEAT host SELF load 0.2\n");
    hear(l, guest[3], "SEAT host SELF load 0.3\n");
    unsigned second = seats_act(l, true);
    l->now += WS_SEAT_MS;
    unsigned third = seats_act(l, true);
    size_t count;
    const ws_journal_entry *journal = ws_session_journal(l->session, &count);
    ok(first == 1 && second == 0 && third == 1 && strcmp(journal[count - 1].text, "host H3 load 0.3") == 0,
       "two lines a second and seat, and the newest of those that wait: %s", journal[count - 1].text);
    /* not live: it waits, and is told so */
    l->now += 1000;
    hear(l, guest[4], "SEAT host SELF load 0.5\n");
    unsigned waits = seats_act(l, false) + seats_act(l, false);
    bool told = strstr(hear(l, guest[4], ""), "WAIT") != NULL;
    ok(waits == 0 && told && !strstr(hear(l, guest[5], ""), "WAIT"), "where the lecture is not live the line waits, and its student is told");
    ok(seats_act(l, true) == 1, "and acts when it is");
    /* refused, to its student alone */
    hear(l, guest[5], "SEAT host SELF send-to nowhere\n");
    l->now += 1000;
    seats_act(l, true);
    bool refused = strstr(hear(l, guest[5], ""), "NO ") != NULL;
    ok(refused && !strstr(hear(l, guest[6], ""), "NO "), "a line that the network refuses is answered to its student alone");
    static const char *const bad[] = {"SEAT host all load 1\n", "SEAT host SELF silent\n", "SEAT set load 1\n", "SEAT host SELF load 1; quit\n",
                                      "SEAT host SELF load\n", "SEAT host H1 load 1\n", "SEAT host SELF load \"1\"\n", "SEAT host SELF  load 1\n",
                                      "SEAT host SELF load 0.10000000000000000000001\n", "SEAT host SELF load 0 load 0 load 0 load 1\n"};
    unsigned turned = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        l->now += 1000;
        turned += strstr(hear(l, guest[7], bad[i]), "NO ") != NULL && seats_act(l, true) == 0;
    }
    ok(turned == sizeof bad / sizeof *bad, "nothing else passes: %u lines refused", turned);
    ws_room_leave(l->room, guest[20]);
    guest[20] = ws_room_enter(l->room, "a", NULL, l->now);
    hear(l, guest[20], "JOIN 1 - \"s20\"\nFROM 0 00000000\n");
    ok(strcmp(ws_guest_tell(guest[20], l->now).seat, "H20") == 0, "who comes back has the seat again");
    ws_error error;
    ok(ws_session_apply(l->session, "rebuild topology=mesh 2 4", &error), "the network is rebuilt with 8 hosts%s", "");
    seats_deal(l);
    ok(strcmp(ws_guest_tell(guest[7], l->now).seat, "H7") == 0 && !*ws_guest_tell(guest[8], l->now).seat, "seats are dealt anew, as far as there are");
    ws_session_run(l->session, 500);
    size_t length;
    char *saved = ws_session_save_text(l->session, 0, &length);
    const ws_options options = {.keyframe_bytes = WS_KEYFRAME_BYTES};
    ws_session *again = ws_session_open_text("again", saved, length, NULL, &options, &error);
    bool verified = again && ws_session_verify(again, &error) && ws_session_digest(again) == ws_session_digest(l->session);
    ok(verified, "the journal replays to the same digest, %zu bytes", length);
    ok(!strstr(saved, "s20"), "and names nobody");
    free(saved);
    ws_session_close(again);
    lecture_end(l);
}

/* ---- questions ---- */

static uint64_t heard_number;
static char heard_value[WS_POLL_VALUE];
static void on_answered(void *context, const ws_guest_info *guest, const ws_poll_answer *answer) {
    (void)guest;
    heard_number = ws_room_polled(((lecture *)context)->room).number;
    snprintf(heard_value, sizeof heard_value, "%s", answer->value);
}
static bool is_b(void *context, const char *value) {
    ++*(unsigned *)context;
    return strcmp(value, "b") == 0;
}

static ws_poll_question asked(const char *line) {
    ws_poll_question question;
    ws_error error;
    if (!ws_poll_read(&question, line, &error)) note("%s", error.text);
    return question;
}

static bool poll_refused(const char *line, const char *said) {
    ws_poll_question question;
    ws_error error = {0};
    bool refused = !ws_poll_read(&question, line, &error) && strstr(error.text, said);
    if (!refused) note("`%s`: %s", line, error.text);
    return refused;
}

static void test_poll(void) {
    lecture *l = lecture_begin("kwan/two-hosts");
    ws_poll_question question = asked("choice \"Who waits?\" \"H1\" \"H2\" \"nobody\"");
    ws_follower *student[3], *late = follower_new("dan", NULL);
    ws_guest *guest[3];
    static const char *const names[] = {"ann", "ben", "cy"};
    for (int i = 0; i < 3; i++) {
        student[i] = follower_new(names[i], NULL);
        guest[i] = ws_room_enter(l->room, "a", NULL, l->now);
    }
    ws_room_on_answer(l->room, on_answered, l);
    pulse(l);
    for (int i = 0; i < 3; i++) carry(l, guest[i], student[i]);
    ok(!ws_board_is_open(ws_follower_board(student[0])), "no question stands on the board");
    ws_room_words(l->room, "Look at H1.");
    ws_room_ask(l->room, &question);
    for (int i = 0; i < 3; i++) carry(l, guest[i], student[i]);
    const ws_board *board = ws_follower_board(student[0]);
    ok(ws_board_is_open(board) && board->question.choices == 3 && strcmp(board->question.choice[1], "H2") == 0 &&
           strcmp(board->words, "Look at H1.") == 0,
       "a question comes with its answers to choose: %s", board->question.text);
    ws_follower_answer(student[0], "b");
    carry(l, guest[0], student[0]);
    ok(heard_number == 1 && strcmp(heard_value, "b") == 0 && strcmp(board->got, "b") == 0 && !ws_board_is_open(board),
       "an answer counts, and the student is told");
    ok(board->tally.count == 0 && ws_follower_board(student[1])->tally.count == 0, "nobody sees how the others have answered");
    ws_follower_answer(student[0], "c");
    carry(l, guest[0], student[0]);
    ok(ws_room_polled(l->room).poll->count == 1 && strstr(ws_follower_tell(student[0]).why, "already"), "the first answer counts: %s",
       ws_follower_tell(student[0]).why);
    ws_follower_answer(student[1], "z");
    carry(l, guest[1], student[1]);
    ok(ws_room_polled(l->room).poll->count == 1 && ws_board_is_open(ws_follower_board(student[1])), "what is no answer is refused: %s",
       ws_follower_tell(student[1]).why);
    ws_follower_answer(student[1], "b");
    carry(l, guest[1], student[1]);
    /* lost, and come back */
    ws_room_leave(l->room, guest[0]);
    ws_follower_connected(student[0]);
    guest[0] = ws_room_enter(l->room, "a", NULL, l->now);
    carry(l, guest[0], student[0]);
    ok(strcmp(board->got, "b") == 0 && !ws_board_is_open(board), "who comes back is told the answer that was given");
    ws_follower_answer(student[0], "a");
    carry(l, guest[0], student[0]);
    ok(ws_room_polled(l->room).poll->count == 2, "and has no second one");
    /* another of the same name is another student */
    ws_follower *twin = follower_new("ann", NULL);
    ws_guest *double_guest = ws_room_enter(l->room, "b", NULL, l->now);
    carry(l, double_guest, twin);
    ws_follower_answer(twin, "c");
    carry(l, double_guest, twin);
    ok(ws_room_polled(l->room).poll->count == 3, "two students of one name have an answer each");
    unsigned asked_about = 0;
    ws_room_judge(l->room, is_b, &asked_about);
    ws_room_reveal(l->room, "It is H2's turn.");
    carry(l, guest[2], student[2]);
    board = ws_follower_board(student[2]);
    ok(asked_about == 2, "each answer that differs is judged once");
    ok(board->revealed && board->tally.count == 3 && board->tally.bar[1].count == 2 && board->tally.bar[1].right == 2 && board->tally.bar[2].count == 1 &&
           board->tally.bar[2].right == 0 && strcmp(board->truth, "It is H2's turn.") == 0,
       "revealed, all see how many answered what, and what is right: %s", board->truth);
    ws_follower_answer(student[2], "a");
    carry(l, guest[2], student[2]);
    ok(ws_room_polled(l->room).poll->count == 3, "then it is too late: %s", ws_follower_tell(student[2]).why);
    ws_guest *after = ws_room_enter(l->room, "c", NULL, l->now);
    carry(l, after, late);
    ok(ws_follower_board(late)->revealed && ws_follower_board(late)->tally.count == 3, "who comes late sees the same board");
    ws_room_ask(l->room, &question);
    carry(l, guest[2], student[2]);
    ok(ws_board_is_open(board) && board->number == 2 && ws_room_polled(l->room).poll->count == 0, "the same question can be asked again");
    ws_room_unask(l->room);
    ws_room_words(l->room, "");
    carry(l, guest[2], student[2]);
    ok(board->number == 0 && !*board->words, "the board is wiped");
    size_t length;
    char *saved = ws_session_save_text(l->session, 0, &length);
    ok(!strstr(saved, "ann") && !strstr(saved, "Who waits") && !strstr(saved, "commit"), "the recording has neither names nor answers");
    free(saved);
    for (int i = 0; i < 3; i++) ws_follower_free(student[i]);
    ws_follower_free(late);
    ws_follower_free(twin);
    lecture_end(l);
}

/* A student's own branch, asked for and replayed by the host. */
static ws_mine shown_mine;
static char shown_why[256];
static unsigned shown_count;
static void on_shown(void *context, const ws_guest *guest, const ws_mine *mine, const char *why) {
    (void)context;
    (void)guest;
    shown_count++;
    if (mine) shown_mine = *mine;
    snprintf(shown_why, sizeof shown_why, "%s", why);
}

static const char *show(lecture *l, ws_guest *guest, ws_follower *follower, bool yes) {
    ws_room_show(l->room, guest);
    carry(l, guest, follower);
    ws_follower_show(follower, yes);
    carry(l, guest, follower);
    return shown_why;
}

static bool mine_refused(const char *const *lines, size_t count, const char *said) {
    ws_mine mine;
    ws_error error = {0};
    memset(&mine, 0, sizeof mine);
    for (size_t i = 0; i < count; i++)
        if (!ws_mine_hear(&mine, lines[i], strlen(lines[i]), &error)) break;
    bool refused = *error.text && strstr(error.text, said);
    if (!refused) note("%s ...: %s", lines[0], error.text);
    return refused;
}

static void test_show(void) {
    lecture *l = lecture_begin("kwan/torus-3x3");
    ws_follower *follower = follower_new("ann", NULL);
    ws_guest *guest = ws_room_enter(l->room, "a", NULL, l->now);
    ws_error error;
    ws_room_on_show(l->room, on_shown, l);
    ws_session_run(l->session, 1000);
    pulse(l);
    carry(l, guest, follower);
    ok(strcmp(show(l, guest, follower, true), "nothing is shown") == 0, "who follows has nothing to show");
    ws_session *s = ws_follower_session(follower);
    ws_follower_roam(follower, true);
    ws_session_seek(s, 400, &error);
    ws_session_apply(s, "set load 0.7", &error);
    ws_session_run(s, 300);
    ws_session_apply(s, "host H2 send-to H5", &error);
    ws_session_run(s, 77);
    ws_session_apply(l->session, "set load 0.2", &error); /* meanwhile the lecture goes on */
    ws_session_run(l->session, 100);
    ok(strcmp(show(l, guest, follower, false), "nothing is shown") == 0 && shown_count == 2, "who does not want to need not");
    show(l, guest, follower, true);
    ok(shown_mine.whole && shown_mine.count == 2 && shown_mine.from == 400 && shown_mine.at == 777 && strcmp(shown_mine.branch, "main") == 0,
       "lines are shown, with where they begin and end: %s", shown_mine.line[1].text);
    bool replayed = ws_mine_replay(&shown_mine, l->session, &error); /* begins a branch: names of before are gone */
    ok(replayed && ws_session_digest(l->session) == ws_session_digest(s),
       "replayed by the host they lead to the student's state, on branch %s", branch_of(l->session));
    pulse(l);
    ws_follower_roam(follower, false);
    carry(l, guest, follower);
    ok(is_same(l, follower), "which all see then");
    hear(l, guest, "MINE 99 from main 5\n");
    ok(shown_count == 3, "what nobody has asked for is not heard");
    static const char *const rebuild[] = {"from main 5", "@9 rebuild topology=torus 64 64"}, *const file[] = {"from main 5", "@9 include \"/etc/passwd\""},
                      *const order[] = {"from main 5", "@9 set load 0.1", "@8 set load 0.2"}, *const far[] = {"from main 5", "at 999999999"},
                      *const twice[] = {"from main 5", "from main 6"}, *const early[] = {"@9 set load 1"};
    ok(mine_refused(rebuild, 2, "only set") && mine_refused(file, 2, "only set") && mine_refused(order, 3, "past") &&
           mine_refused(far, 2, "200000") && mine_refused(twice, 2, "once") && mine_refused(early, 1, "first"),
       "nothing is built, no file is named, and it ends");
    static char many[40][40];
    const char *lines[40] = {"from main 5"};
    for (int i = 1; i < 40; i++) {
        snprintf(many[i], sizeof many[i], "@%d set load 0.1", 10 + i);
        lines[i] = many[i];
    }
    ok(mine_refused(lines, 40, "more than 24"), "lines are few");
    size_t present = ws_session_branch_present(l->session);
    uint64_t cycle = cycle_of(l->session);
    ws_mine bad = shown_mine;
    snprintf(bad.line[1].text, sizeof bad.line[1].text, "host H99 load 1");
    ok(!ws_mine_replay(&bad, l->session, &error) && ws_session_branch_present(l->session) == present && cycle_of(l->session) == cycle,
       "what the network refuses leaves the lecture where it was: %s", error.text);
    snprintf(bad.branch, sizeof bad.branch, "fork-9");
    ok(!ws_mine_replay(&bad, l->session, &error), "so does a branch that there is not: %s", error.text);
    ws_follower_free(follower);
    lecture_end(l);
}

static void test_crowd(void) { /* answers are bounded, whoever sends them */
    lecture *l = lecture_begin("kwan/two-hosts");
    ws_poll_question question = asked("number \"How many?\"");
    char text[128];
    ws_room_ask(l->room, &question);
    for (int i = 0; i < WS_POLL_ANSWERS + 100; i++) {
        ws_guest *guest = ws_room_enter(l->room, "a", NULL, l->now);
        snprintf(text, sizeof text, "JOIN 1 - \"s%d\"\nFROM 0 00000000\nA 1 %d\n", i, i);
        ws_room_hear(l->room, guest, text, strlen(text), l->now);
        ws_room_leave(l->room, guest);
    }
    const ws_poll *poll = ws_room_polled(l->room).poll;
    ok(poll->count == WS_POLL_ANSWERS, "%d names that come and go give %zu answers at most", WS_POLL_ANSWERS + 100, poll->count);
    ws_poll_tally tally;
    ws_poll_count(poll, &tally);
    uint64_t sum = 0;
    for (size_t i = 0; i < tally.count; i++) sum += tally.bar[i].count;
    ok(tally.count <= WS_POLL_BARS && sum == poll->count && strcmp(tally.bar[1].label, "0 to 500") == 0, "numbers are counted in %zu steps, %s ...",
       tally.count, tally.bar[1].label);
    lecture_end(l);
}

static size_t counted(const ws_poll_question *question, ws_poll_answer *answers, size_t count, ws_poll_tally *tally) {
    ws_poll poll = {.question = *question, .answer = answers, .count = count};
    ws_poll_count(&poll, tally);
    return tally->count;
}

/* Equal answers, by hand. */
static void test_bars(void) {
    ws_poll_answer answers[40] = {{.right = true}};
    ws_poll_tally tally;
    ws_poll_bar *bars = tally.bar;
    ws_poll_question number = asked("number \"How many?\""), worm = asked("worm \"Which?\"");
    static const char *const few[] = {"3", "-1", "3", "10"};
    for (int i = 0; i < 4; i++) snprintf(answers[i].value, WS_POLL_VALUE, "%s", few[i]);
    size_t count = counted(&number, answers, 4, &tally);
    ok(count == 3 && strcmp(bars[0].label, "-1") == 0 && bars[1].count == 2 && bars[1].right == 1 && strcmp(bars[2].label, "10") == 0,
       "few numbers have a bar each, by size");
    for (int i = 0; i < 40; i++) snprintf(answers[i].value, WS_POLL_VALUE, "%d", i < 39 ? i : 1000000000);
    count = counted(&number, answers, 40, &tally);
    ok(count == 8 && strcmp(bars[0].label, "below 0") == 0 && strcmp(bars[1].label, "0 to 10") == 0 && bars[1].count == 10 &&
           bars[4].count == 9 && bars[7].count == 1,
       "one wild number does not flatten the others: %s has %d", bars[1].label, (int)bars[1].count);
    for (int i = 0; i < 40; i++) snprintf(answers[i].value, WS_POLL_VALUE, "%d", i < 20 ? 7 : i);
    count = counted(&worm, answers, 40, &tally);
    ok(count == WS_POLL_BARS && strcmp(bars[0].label, "7") == 0 && bars[0].count == 20 && strcmp(bars[8].label, "13 others") == 0 &&
           bars[8].count == 13,
       "what is pointed at: the most frequent first, and %s", bars[8].label);
    ok(counted(&worm, answers, 0, &tally) == 0, "no answers, no bars");
    ok(poll_refused("number", "in quotes") && poll_refused("yes \"x\"", "expected number") && poll_refused("choice \"x\" \"y\"", "two to") &&
           poll_refused("number \"x\" \"y\"", "only a `choice`") &&
           poll_refused("choice \"x\" \"1\" \"2\" \"3\" \"4\" \"5\" \"6\" \"7\"", "at most 6") && poll_refused("choice \"x", "quote"),
       "questions that are none are refused in words");
    static const char *const bad[] = {"", "x", "1e400", "nan", "0x10", "1 2", "1e16"};
    char value[WS_POLL_VALUE];
    ws_error error;
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused += !ws_poll_value(&number, bad[i], strlen(bad[i]), value, &error);
    ok(refused == sizeof bad / sizeof *bad && ws_poll_value(&number, "+1.50", 5, value, &error) && strcmp(value, "1.5") == 0,
       "a number is a number: %s", error.text);
    ok(!ws_poll_value(&worm, "a\x1b[2J", 5, value, &error) && !ws_poll_value(&worm, "S0 S1; quit", 11, value, &error) &&
           ws_poll_value(&worm, "S0 S1", 5, value, &error),
       "a name has no sign that could do something");
}

/* ---- lines ---- */

static void test_names(void) {
    static const struct {
        const char *from, *to;
    } names[] = {{"  Ann \t", "Ann"}, {"", "?"}, {"a\"b", "a'b"}, {"\x1b[31mred", "?[31mred"}, {"\xe2\x80\xae" "evil", "?evil"}, {"\xff\xfe", "??"}};
    bool good = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[WS_CLASS_NAME];
        ws_class_name(name, names[i].from, strlen(names[i].from));
        if (strcmp(name, names[i].to) == 0) continue;
        good = false;
        note("`%s` and not `%s`", name, names[i].to);
    }
    ok(good, "names are cleaned");
    ok(ws_token_same("abc", "abc") && !ws_token_same("abc", "abd") && !ws_token_same("abc", "ab") && !ws_token_same("", "a"), "tokens are compared");
}

int main(void) {
    test_names();
    test_lecture();
    test_differs();
    test_lies();
    test_heads();
    test_paths();
    test_false_check();
    test_large();
    test_tokens();
    test_rudeness();
    test_seats();
    test_poll();
    test_show();
    test_crowd();
    test_bars();
    return done();
}
