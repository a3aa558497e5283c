/* fuzz_class.c - both ends of the class protocol under fire: bytes at random, lines of the protocol with wrong fields, and real conversations with
 * small damages, towards the room and towards a student. Whatever comes, both stay in order: what cannot be is refused in words, and what a
 * student has taken is a session whose conservation laws hold.
 *
 * FUZZ_ROUNDS=N rounds (default 2,000), from FUZZ_FROM on; a round depends on its number alone. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/class_ends.h"
#include "fuzz/rounds.h"
#include "tap.h"

enum { TEXT_MAX = 1 << 17, SECONDS_MAX = 30 };

typedef struct text {
    char bytes[TEXT_MAX];
    size_t length;
} text;

static text to_student, to_host; /* real conversations */

static void put(text *to, const char *bytes, size_t length) {
    if (length > TEXT_MAX - to->length) length = TEXT_MAX - to->length;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

/* ---- what comes ---- */

static const char *const words[] = {"HELLO 1 model " MODEL " room \"x\"\n", "DENY no\n", "FROM 0\n", "FROM 3 00000000\n", "J 1 wormscope-recording 2\n",
                                    "J 4 @5 set load 1 #00000000\n", "P 1 main 10 1 1\n", "P 9 fork-1 99999 max 0\n", "D 10 0123456789abcdef\n",
                                    "PING 18446744073709551615\n", "SEATED H1\n", "SEATED -\n", "WAIT x\n", "NO \x1b[2J\n", "BYE\n", "BYE x\n",
                                    "JOIN 1 - \"x\"\n", "JOIN 1 - \"\x1b]0;x\x07\"\n", "PONG 1 2 3\n", "PONG 99999999999999999999 2 3\n", "DIFFERS 7\n",
                                    "SEAT host SELF load 0.5\n", "SEAT host SELF send-to H3 load\n", "SEAT \n", "SAY x\n", "SAY -\n", "Q 1 choice 2 Who?\n",
                                    "O 1 H1\n", "O 1 H2\n", "Q 2 number 0 \x1b[2J\n", "R 1 2 so\n", "R 2 9 -\n", "B 1 3 1 a) H1\n", "B 2 2000 0 x\n",
                                    "B 1 18446744073709551615 0 x\n", "END 1\n", "GOT 1 a\n", "A 1 a\n", "A 1 b\n", "A 2 1e308\n", "A 1 \n",
                                    "SHOW 1\n", "MINE 1 from main 10\n", "MINE 2 set load 1\n", "MINE 3 at 99999999999999\n", "\n", " ", "\"", "P -1 main 1e999 nan 2\n"};

static void damage(text *t, uint64_t *rng) {
    if (t->length == 0) return;
    uint32_t at = below(rng, (uint32_t)t->length), size = below(rng, 40);
    if (size > t->length - at) size = (uint32_t)t->length - at;
    switch (below(rng, 5)) {
    case 0: t->bytes[at] = (char)below(rng, 256); break;
    case 1: t->bytes[at] ^= (char)(1 << below(rng, 8)); break;
    case 2:
        memmove(t->bytes + at, t->bytes + at + size, t->length - at - size);
        t->length -= size;
        break;
    case 3: t->length = at; break;
    default: {
        const char *word = words[below(rng, sizeof words / sizeof *words)];
        size_t length = strlen(word);
        memcpy(t->bytes + at, word, length < t->length - at ? length : t->length - at);
    }
    }
}

static void make(text *t, const text *real, uint64_t *rng) {
    t->length = 0;
    uint32_t kind = below(rng, 4);
    if (kind >= 2) {
        put(t, real->bytes, real->length);
        for (uint32_t n = below(rng, 3); n; n--) damage(t, rng);
    }
    for (uint32_t n = kind == 0 ? below(rng, 500) : 0; n; n--) {
        char byte = (char)below(rng, 256);
        put(t, &byte, 1);
    }
    for (uint32_t n = kind == 1 ? below(rng, 30) : below(rng, 4); n; n--) {
        const char *word = words[below(rng, sizeof words / sizeof *words)];
        put(t, word, strlen(word));
    }
}

/* ---- real conversations, to be damaged ---- */

static void on_journal(void *context, const char *bytes, size_t length) { ws_room_journal(context, bytes, length, 1); }

static void converse(void) {
    static const char join[] = "JOIN 1 - \"ann\"\nFROM 0 00000000\nPONG 5 3 100\nSEAT host SELF load 0.5\nA 1 a\nPONG 9 4 200\n";
    const ws_options options = {.keyframe_bytes = 1 << 20};
    ws_roster roster = {.open = true};
    ws_room *room = ws_room_new("room", &roster);
    ws_error error;
    ws_session *s = ws_session_open("kwan/two-hosts", &options, &error);
    if (!s || !ws_session_share(s, NULL, (ws_listener){on_journal, room}, &error)) return;
    ws_guest *guest = ws_room_enter(room, "a", NULL, 1);
    put(&to_host, join, sizeof join - 1);
    ws_room_hear(room, guest, join, sizeof join - 1, 1);
    static const char *const lines[] = {"set load 0.3", "lens trees", "host H1 send-to H0", "note \"x\"", "rebuild buffer=90"};
    for (size_t i = 0; i < 5; i++) {
        static char bytes[1 << 16];
        ws_session_apply(s, lines[i], &error);
        ws_session_run(s, 50);
        if (i == 2) ws_session_seek(s, 20, &error);
        ws_poll_question question;
        if (i == 1 && ws_poll_read(&question, "choice \"Who?\" \"H1\" \"H2\"", &error)) ws_room_ask(room, &question);
        if (i == 3) ws_room_reveal(room, "H1 it is");
        size_t branch = 0;
        while (!ws_session_branch(s, branch).present) branch++;
        ws_pulse pulse = {.branch = ws_session_branch(s, branch).name, .cycle = ws_net_cycle(ws_session_net(s)), .speed = 1,
                          .has_digest = true, .digest = ws_session_digest(s)};
        ws_room_pulse(room, &pulse);
        put(&to_student, bytes, ws_room_say(room, guest, bytes, sizeof bytes, 1 + i));
    }
    ws_session_close(s);
    ws_room_free(room);
}

static unsigned long number_from(const char *word, unsigned long other) { return word && *word ? strtoul(word, NULL, 10) : other; }

int main(int count, char **arguments) {
    unsigned long rounds = number_from(count > 1 ? arguments[1] : getenv("FUZZ_ROUNDS"), 2000);
    unsigned long from = number_from(getenv("FUZZ_FROM"), 0), sessions = 0, bad = 0;
    static text t;
    signal(SIGPROF, on_signal);
    signal(SIGABRT, on_signal);
    converse();
    ok(to_student.length > 1000 && to_host.length > 50, "conversations of %zu and %zu bytes to damage", to_student.length, to_host.length);
    for (now_round = from; now_round < from + rounds; now_round++) {
        uint64_t rng = mix(now_round + 1);
        seconds_limit(SECONDS_MAX);
        make(&t, &to_student, &rng);
        bool good = student_stays(t.bytes, t.length, &rng, &sessions);
        make(&t, &to_host, &rng);
        good &= host_stays(t.bytes, t.length, &rng);
        if (!good && ++bad < 10) note("round %lu", now_round);
    }
    seconds_limit(0);
    ok(bad == 0, "%lu rounds: both ends stay in order", rounds);
    ok(sessions > 0 || rounds < 100, "%lu of them became a session", sessions);
    return done();
}
