/* class_server.c - the host's sockets in one process: who does not read holds up nobody and costs little, loses pulses and no line of the journal;
 * two hundred who join at once; those who talk nonsense. */
#include "net/hosting.h"
#include "net/server.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINE = 1000, FIRST = 200, LINES = 8000, PULSE_EVERY = 40, CROWD = 200, RUDE = 100 };

static char place[64];
static ws_address address;
static uv_loop_t loop;
static ws_roster roster;
static ws_room *room;
static ws_server *server;

/* Somebody's end of a connection, and what has come there. */
typedef struct peer {
    int file;
    char *text;
    size_t length, space;
    bool closed;
} peer;

static peer peer_open(const char *says) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    peer p = {.file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    snprintf(to.sun_path, sizeof to.sun_path, "%s", address.path);
    if (connect(p.file, (struct sockaddr *)&to, sizeof to) != 0) note("connect: %s", strerror(errno));
    fcntl(p.file, F_SETFL, O_NONBLOCK);
    size_t size = strlen(says);
    if (size && write(p.file, says, size) != (ssize_t)size) note("write: %s", strerror(errno));
    return p;
}

static void peer_read(peer *p) {
    for (;;) {
        if (p->length + 65536 > p->space) p->text = realloc(p->text, p->space = 2 * p->space + 65536 + 1);
        ssize_t got = read(p->file, p->text + p->length, 65536);
        if (got == 0) p->closed = true;
        if (got <= 0) break;
        p->length += (size_t)got;
    }
    if (p->text) p->text[p->length] = '\0';
}

static void peer_close(peer *p) {
    close(p->file);
    free(p->text);
}

static void turn(int times) {
    for (int i = 0; i < times; i++) uv_run(&loop, UV_RUN_NOWAIT);
}

/* Lines `J n` in order from 1, and pulses; -1: one is missing, or in disorder. */
static long journal_count(const peer *p, unsigned *pulses, uint64_t *last_pulse) {
    long count = 0, number;
    *pulses = 0;
    for (const char *at = p->text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        unsigned lines;
        if (sscanf(at, "J %ld ", &number) == 1 && *at == 'J' && number != ++count) return -1;
        if (*at == 'P' && sscanf(at, "P %u main %" SCNu64, &lines, last_pulse) == 2) {
            ++*pulses;
            if (lines > (unsigned)count) return -1; /* a pulse counts lines that have come before it */
        }
    }
    return count;
}

static bool has_all(const peer *p, size_t lines) { return p->length > lines * LINE; }

static ws_guest *guest_called(const char *name) {
    for (size_t i = 0; i < ws_room_count(room); i++)
        if (strcmp(ws_guest_tell(ws_room_guest(room, i), 1).name, name) == 0) return ws_room_guest(room, i);
    return NULL;
}

static void begin(void) {
    ws_error error = {0};
    snprintf(place, sizeof place, "%s/wsXXXXXX", P_tmpdir);
    if (!mkdtemp(place)) exit(1);
    snprintf(address.path, sizeof address.path, "%s/s", place);
    uv_loop_init(&loop);
    roster.open = true;
    room = ws_room_new("a room", &roster);
    server = ws_server_begin(&loop, &address, 0600, (gid_t)-1, room, &error);
    if (!ok(server != NULL, "a class is held %s", error.text)) exit(1);
}

static void end(void) {
    peer waiting = peer_open("JOIN 1 - \"w\"\nFROM 0 00000000\n");
    turn(20);
    ws_server_end(server);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    ws_room_free(room);
    peer_read(&waiting);
    ok(waiting.closed && access(address.path, F_OK) != 0, "at the end all connections are closed, and the socket is gone");
    peer_close(&waiting);
    ok(rmdir(place) == 0, "nothing is left behind");
}

static void lecture_grow(unsigned number) { /* one line more */
    char line[LINE + 1];
    memset(line, 'x', LINE);
    line[LINE - 1] = '\n';
    line[LINE] = '\0';
    ws_room_journal(room, line, LINE, ws_server_time(server));
    if (number % PULSE_EVERY) return;
    ws_room_pulse(room, &(ws_pulse){.branch = "main", .cycle = number, .speed = 10, .running = true});
    ws_server_poke(server);
}

/* One does not read at all, one does: 8 MB of journal and 200 pulses. */
static void test_mute(void) {
    peer mute = peer_open("JOIN 1 - \"mute\"\nFROM 0 00000000\n"), awake = peer_open("JOIN 1 - \"awake\"\nFROM 0 00000000\n");
    unsigned pulses, all = (LINES - FIRST) / PULSE_EVERY;
    uint64_t last = 0, most = 0;
    turn(10);
    for (unsigned i = FIRST + 1; i <= LINES; i++) {
        lecture_grow(i);
        if (i % PULSE_EVERY) continue;
        turn(5);
        peer_read(&awake);
        uint64_t held = ws_guest_tell(guest_called("mute"), 1).bytes;
        most = held > most ? held : most;
    }
    for (int i = 0; i < 200 && !has_all(&awake, LINES); i++) {
        turn(5);
        peer_read(&awake);
    }
    long came = journal_count(&awake, &pulses, &last);
    ok(came == LINES && last == LINES && pulses > all / 2, "who reads has %ld lines and %u of %u pulses, while another does not read", came, pulses, all);
    /* what is on its way: at most WS_SERVER_FLIGHT bytes here, the rest in the kernel's buffers */
    ok(most < WS_SERVER_FLIGHT + (1u << 20), "of %u bytes %" PRIu64 " were given to the one who does not", LINES * LINE, most);
    for (int i = 0; i < 2000 && !has_all(&mute, LINES); i++) {
        peer_read(&mute);
        turn(2);
    }
    turn(5);
    peer_read(&mute);
    came = journal_count(&mute, &pulses, &last);
    ok(came == LINES, "when it reads again no line is missing: %ld", came);
    ok(last == LINES && pulses <= all / 4, "of the pulses it had the newest, and did without others: %u of %u", pulses, all);
    peer_close(&mute);
    peer_close(&awake);
    turn(10);
    ok(ws_room_tell(room).joined == 0, "both are gone");
}

static void test_crowd(void) {
    static peer crowd[CROWD];
    unsigned in = 0, whole = 0, pulses;
    uint64_t last;
    for (unsigned i = 1; i <= FIRST; i++) lecture_grow(i);
    for (int i = 0; i < CROWD; i++) {
        char join[64];
        snprintf(join, sizeof join, "JOIN 1 - \"s%d\"\nFROM 0 00000000\n", i);
        crowd[i] = peer_open(join);
    }
    for (int t = 0; t < 3000 && whole < CROWD; t++) {
        turn(1);
        if (t % 20) continue;
        whole = 0;
        for (int i = 0; i < CROWD; i++) {
            peer_read(&crowd[i]);
            whole += has_all(&crowd[i], FIRST) && journal_count(&crowd[i], &pulses, &last) == FIRST;
        }
    }
    for (int i = 0; i < CROWD; i++) in += crowd[i].text && strncmp(crowd[i].text, "HELLO 1 ", 8) == 0;
    ok(in == CROWD && ws_room_tell(room).joined == CROWD, "%d join before the host has looked once: %u are in", CROWD, in);
    ok(whole == CROWD, "and %u have the whole journal", whole);
    for (int i = 0; i < CROWD; i++) peer_close(&crowd[i]);
    turn(50);
    ok(ws_room_count(room) == 0, "all of them hang up at once");
}

static void test_rude(void) {
    static const char *const nonsense[] = {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01\x02", "JOIN 2 - \"x\"\n", "J 1 x\n", "\x1b[2J\n",
                                           "JOIN 1 - \"x\"\nJOIN 1 - \"x\"\n", "FROM 0 00000000\n", "SEAT host SELF load 1\n", "PONG 1 1 1\n", "HELLO 1 model " MODEL " room \"x\"\n"};
    enum { KINDS = sizeof nonsense / sizeof *nonsense };
    static peer rude[RUDE];
    unsigned away = 0, told = 0, escapes = 0;
    peer polite = peer_open("JOIN 1 - \"polite\"\nFROM 0 00000000\n");
    for (int i = 0; i < RUDE; i++) {
        rude[i] = peer_open(nonsense[i % KINDS]);
        shutdown(rude[i].file, i % KINDS == 1 ? SHUT_WR : -1); /* a greeting of TLS is no line, and ends */
    }
    for (int t = 0; t < 500 && away < RUDE; t++) {
        turn(2);
        away = 0;
        for (int i = 0; i < RUDE; i++) {
            peer_read(&rude[i]);
            away += rude[i].closed;
        }
        peer_read(&polite);
    }
    for (int i = 0; i < RUDE; i++) {
        told += rude[i].text && strstr(rude[i].text, "DENY ");
        escapes += rude[i].text && strchr(rude[i].text, 27);
        peer_close(&rude[i]);
    }
    ok(away == RUDE, "%u of %d who talk nonsense are sent away", away, RUDE);
    ok(told == RUDE - RUDE / KINDS && escapes == 0, "%u of them in words, without a sign that could do something", told);
    ok(!polite.closed && ws_room_tell(room).joined == 1, "who is there is not disturbed");
    peer_close(&polite);
    turn(20);
}

/* One line of 1 MB, as fast as it is taken. */
static void test_long_line(void) {
    static char much[1 << 20];
    size_t taken = 0;
    peer polite = peer_open("JOIN 1 - \"polite\"\nFROM 0 00000000\n"), talker = peer_open("");
    memset(much, 'x', sizeof much);
    signal(SIGPIPE, SIG_IGN);
    for (int t = 0; t < 1000 && !talker.closed; t++) {
        ssize_t wrote = taken < sizeof much ? write(talker.file, much + taken, sizeof much - taken) : 0;
        if (wrote > 0) taken += (size_t)wrote;
        turn(2);
        peer_read(&talker);
        peer_read(&polite);
    }
    ok(talker.closed && strstr(talker.text, "DENY the line is too long"), "a line of 1 MB is refused in words");
    ok(taken < sizeof much, "long before its end: %zu bytes were taken", taken);
    ok(!polite.closed && ws_room_tell(room).joined == 1, "who is there is not disturbed");
    peer_close(&polite);
    peer_close(&talker);
    turn(20);
}

/* Ten thousand connections that say nothing, some hundreds of them at once. */
static void test_flood(void) {
    enum { ALL = 10000, AT_ONCE = 400 };
    static peer flood[AT_ONCE];
    size_t most = 0;
    peer polite = peer_open("JOIN 1 - \"polite\"\nFROM 0 00000000\n"), late;
    turn(10);
    for (int i = 0; i < ALL; i++) {
        peer *next = &flood[i % AT_ONCE];
        if (i >= AT_ONCE) peer_close(next);
        *next = peer_open("");
        turn(1);
        most = ws_room_count(room) > most ? ws_room_count(room) : most;
    }
    late = peer_open("JOIN 1 - \"late\"\nFROM 0 00000000\n");
    for (int t = 0; t < 200 && !guest_called("late"); t++) turn(1);
    peer_read(&polite);
    ok(most > 100 && most <= WS_ROOM_STRANGERS + 2, "of %d connections the room kept %zu at most, %d at once", ALL, most, AT_ONCE);
    ok(!polite.closed && guest_called("polite"), "who was there is not disturbed");
    ok(guest_called("late") != NULL, "and who has something to say comes in");
    for (int i = 0; i < AT_ONCE; i++) peer_close(&flood[i]);
    peer_close(&polite);
    peer_close(&late);
    turn(50);
}

/* ---- who may come, as it is told to the lecturer ---- */

static bool hosting_is(int students, bool tcp, const char *token) {
    char listen[96], list[96], journal[96], text[160];
    ws_error error = {0};
    snprintf(listen, sizeof listen, tcp ? "127.0.0.1:0" : "unix:%s/h", place);
    snprintf(list, sizeof list, "%s/list.csv", place);
    snprintf(journal, sizeof journal, "%s/j.wsr", place);
    FILE *out = fopen(list, "w");
    if (!out) return false;
    fprintf(out, "id,name\n");
    for (int i = 0; i < students; i++) fprintf(out, "s%d,Student %d\n", i, i);
    fclose(out);
    ws_session *session = ws_session_open("kwan/two-hosts", NULL, &error);
    const ws_hosting_wishes wishes = {
        .listen = listen, .journal = journal, .token = token, .roster = students ? list : NULL};
    ws_hosting *h = session ? ws_hosting_begin(&loop, session, &wishes, &error) : NULL;
    bool good = h != NULL;
    if (h) {
        const char *hint = ws_hosting_hint(h), *told = ws_hosting_address(h),
                   *sign = strchr(told, '#');
        snprintf(text, sizeof text, "%d tokens are in %s.class; only this machine", students,
                 journal);
        good &= ws_hosting_has_roster(h) == (students > 0);
        good &= strncmp(hint, students ? text : "only this machine",
                        strlen(students ? text : "only this machine")) == 0;
        good &= (strstr(hint, "ssh -L") != NULL) == tcp && (strncmp(told, "unix:", 5) == 0) == !tcp;
        good &= token ? sign && strcmp(sign + 1, token) == 0 : (sign != NULL) == (tcp && !students);
        if (!good) note("%s %s", told, hint);
        good &= ws_hosting_end(h, &error);
        turn(5);
    }
    if (!good) note("%d students, %s: %s", students, listen, error.text);
    ws_session_close(session);
    unlink(list);
    unlink(journal);
    snprintf(text, sizeof text, "%s.class", journal);
    unlink(text);
    return good;
}

static void test_hosting(void) {
    bool good = true;
    for (int students = 0; students < 4; students++)
        for (int tcp = 0; tcp < 2; tcp++)
            for (int named = 0; named < 2 - (students > 0); named++)
                good &= hosting_is(students, tcp, named ? "abcdefghijklmnopqrst" : NULL);
    ok(good, "with a roster names are those of tokens; without one, who knows the address or its "
             "token comes in: so it is told");
}

int main(void) {
    begin();
    test_hosting();
    test_crowd();
    test_mute();
    test_rude();
    test_long_line();
    test_flood();
    end();
    return done();
}
