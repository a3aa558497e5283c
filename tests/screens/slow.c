/* slow.c - over a line of 38,400 bit/s: pictures are dropped, keys never; and how many pictures a fast line gets.
 *
 * The reader of the terminal takes 3840 bytes a second, whatever the program would like to write. What is asserted is counted in bytes
 * of the line, not in seconds of a clock: so much may pass between a key and the picture that shows what it did. */
#include "desk.h"

#define BYTES_A_MS 3.84
#define WARM_UP    30000 /* bytes until the program has found out what line it has */
#define ECHO_BYTES 10000 /* two pictures in colour; the buffers of the kernel alone would hold 12,000 */
#define KEYS       12

typedef struct line {
    desk *d;
    int64_t begin;
    double taken; /* bytes so far */
} line;

/* Takes what the line carries until now, a little at a time. */
static void line_pump(line *l) {
    char bytes[64];
    struct pollfd nothing = {.fd = -1};
    poll(&nothing, 1, 5);
    double room = (double)(now_ms() - l->begin) * BYTES_A_MS - l->taken;
    while (room >= 1) {
        struct pollfd fd = {.fd = l->d->master, .events = POLLIN};
        size_t want = room < sizeof bytes ? (size_t)room : sizeof bytes;
        ssize_t n = poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN) ? read(l->d->master, bytes, want) : 0;
        if (n <= 0) {
            l->taken += room; /* what a line does not carry in time is lost to it */
            return;
        }
        feed(l->d->vt, bytes, (size_t)n);
        l->taken += (double)n;
        room -= (double)n;
    }
    vterm_screen_flush_damage(l->d->screen);
}

/* The bytes that passed until the text was seen; -1: it was not. */
static double line_wait(line *l, const char *text) {
    double before = l->taken;
    for (int64_t end = now_ms() + 4 * PATIENCE_MS; now_ms() < end; line_pump(l))
        if (shows(l->d, text)) return l->taken - before;
    return -1;
}

static long cycle_shown(desk *d) {
    char text[4096], digits[32] = "";
    const char *at = strstr(row_text(d, 0, text), "t=");
    for (at = at ? at + 2 : ""; (*at >= '0' && *at <= '9') || (*at == ' ' && at[1] >= '0' && at[1] <= '9'); at++)
        if (*at != ' ') strncat(digits, at, 1);
    return atol(digits);
}

static void test_slow(void) {
    static const char *const running[] = {"kwan/torus-3x3", "--speed", "500", "--paused", NULL};
    char wanted[64];
    double most = 0;
    int seen = 0, late = 0;
    desk d;
    desk_open(&d, 80, 24, running, NULL);
    type(&d, " ");
    line l = {.d = &d, .begin = now_ms()};
    while (l.taken < WARM_UP && kill(d.child, 0) == 0) line_pump(&l);
    long before = cycle_shown(&d);
    for (int i = 1; i <= KEYS; i++) {
        type(&d, "+");
        snprintf(wanted, sizeof wanted, "load 0.%d → 0.%d", 20 + i - 1, 20 + i);
        if (20 + i - 1 == 20) snprintf(wanted, sizeof wanted, "load 0.2 → 0.21");
        if (20 + i == 30) snprintf(wanted, sizeof wanted, "load 0.29 → 0.3");
        if (20 + i - 1 == 30) snprintf(wanted, sizeof wanted, "load 0.3 → 0.31");
        double bytes = line_wait(&l, wanted);
        seen += bytes >= 0;
        late += bytes > ECHO_BYTES;
        if (bytes > most) most = bytes;
    }
    ok(seen == KEYS, "%d of %d keys are answered", seen, KEYS);
    /* one that the machine wakes late may come behind a picture more; without a brake none would be in time */
    ok(late <= KEYS / 4, "before %d bytes have passed, but %d: at most %.0f", ECHO_BYTES, late, most);
    type(&d, "------------");
    ok(line_wait(&l, "load 0.21 → 0.2 ") >= 0, "keys that come all at once are all heard");
    long after = cycle_shown(&d);
    ok(after > before, "and the network has gone on, from cycle %ld to %ld", before, after);
    type(&d, "q");
    int64_t end = now_ms() + 4 * PATIENCE_MS;
    report r = {0, 0};
    while (r.kind == 0 && now_ms() < end) {
        struct pollfd fd = {.fd = d.reports, .events = POLLIN};
        line_pump(&l);
        if (poll(&fd, 1, 0) > 0 && read(d.reports, &r, sizeof r) != sizeof r) r.kind = '-';
    }
    while (pump(&d, 100)) continue;
    ok(r.kind == 'E' && r.value == 0 && terminal_is_sane(&d), "q ends, with the terminal as it was");
    char byte;
    fcntl(d.master, F_SETFL, O_NONBLOCK);
    ok(read(d.master, &byte, 1) <= 0, "and no answer of it is left over");
    desk_close(&d);
}

/* `OPENING` questions are asked before the first picture: what the terminal can do. One more can only be of a picture that took long,
 * which on a busy machine may be the first. */
enum { LEAVE_MS = 1500, LEAVE_TRIES = 3, OPENING = 2 };

/* A terminal that never answers, and a program that waits for it: asked, since pictures took long to write. For how many milliseconds
 * it is there after q; -1: it was not asked, or did not end well. */
static int64_t deaf_leave(bool keys) {
    static const char *const running[] = {"kwan/torus-3x3", "--speed", "max", NULL};
    struct pollfd nothing = {.fd = -1};
    desk d;
    desk_open(&d, 200, 60, running, NULL);
    d.deaf = true;
    must_show(&d, "unlimited");
    for (int64_t end = now_ms() + PATIENCE_MS; d.asked <= OPENING && now_ms() < end; pump(&d, 50)) {
        poll(&nothing, 1, 100); /* meanwhile nobody reads, and the program waits with its picture */
        for (int64_t some = now_ms() + 100; now_ms() < some;) pump(&d, 5);
    }
    bool good = d.asked > OPENING;
    type(&d, "q");
    int64_t begin = now_ms();
    report r = {0, 0};
    while (r.kind == 0 && now_ms() - begin < PATIENCE_MS) {
        if (keys && d.master >= 0) type(&d, "x");
        r = report_wait(&d, 20);
    }
    good &= r.kind == 'E' && r.value == 0;
    int64_t took = now_ms() - begin;
    desk_close(&d);
    return good ? took : -1;
}

/* Leaving has one deadline, of 0.15 seconds; the bound is below what one wait of before took (2 seconds), and one of a few tries must
 * keep it: a busy machine may stand still for longer, but not each time. */
static void test_deaf(bool keys) {
    int64_t took = LEAVE_MS;
    for (int i = 0; i < LEAVE_TRIES && took >= LEAVE_MS; i++) took = deaf_leave(keys);
    ok(took >= 0, "a terminal that reads slowly is asked for a sign of life, and q leaves though it does not answer%s",
       keys ? ", while keys are pressed" : "");
    ok(took < LEAVE_MS, "without waiting for long");
    note("%d ms", (int)took);
}

/* Keys that come faster than they are done, as of one that is held: there are pictures on the way, and all keys are done. */
static void test_held(void) {
    enum { STEPS = 100, AT = 300000 };
    char steps[STEPS + 1] = "";
    static const char *const loaded[] = {"kwan/torus-3x3", "--set", "load=0.3", "--paused", NULL};
    int between = 0;
    long last = AT;
    desk d;
    desk_open(&d, 80, 24, loaded, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 300000\r");
    must_show(&d, "t=300 000");
    quiet(&d);
    memset(steps, ',', STEPS);
    type(&d, steps);
    for (int64_t end = now_ms() + 4 * PATIENCE_MS; last > AT - STEPS && now_ms() < end; pump(&d, 5)) {
        long now = cycle_shown(&d);
        between += now < last && now > AT - STEPS;
        last = now;
    }
    ok(last == AT - STEPS, "%d steps back that are typed at once lead to cycle %d", STEPS, AT - STEPS);
    ok(between > 0, "with %d pictures on the way", between);
    desk_close(&d);
}

/* Pictures are counted by the cycles that they show: at these speeds none is shown twice. An upper bound, so a machine that is
 * busy does no harm. */
static void test_frames(const char *speed, const char *says) {
    const char *const running[] = {"kwan/torus-3x3", "--speed", speed, NULL};
    desk d;
    long shown = -1;
    int frames = 0;
    desk_open(&d, 80, 24, running, NULL);
    must_show(&d, says);
    int64_t begin = now_ms(), end = begin + 3000;
    while (now_ms() < end) {
        pump(&d, 2);
        long now = cycle_shown(&d);
        frames += now != shown;
        shown = now;
    }
    double seconds = (double)(now_ms() - begin) / 1000;
    ok(frames > 1 && frames <= 31 * seconds + 1, "speed %s: %.1f pictures a second, at most 30", speed,
       frames / seconds);
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_held();
    test_slow();
    test_deaf(false);
    test_deaf(true);
    test_frames("20000", "20000/s");
    test_frames("max", "unlimited");
    desk_end();
    return done();
}
