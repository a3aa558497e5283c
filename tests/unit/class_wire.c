/* class_wire.c - what a room tells each guest, byte by byte, and what it knows of it, against a
 * model: lines of the journal, board, pulse, ping and farewell, in the room that there is; joining
 * behind lines that one has; pongs, delays and totals; who is late, silent or too loud. All by lot.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "class/room.h"
#include "tap.h"

enum { STUDENTS = 6, LINES = 400, FAR = 1 << 16 };

static uint64_t rng = 11;
static uint32_t wire_below(uint32_t n) {
    rng = rng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng >> 33) % n;
}

/* ---- the model ---- */

typedef struct pupil {
    ws_guest *guest; /* NULL: not here */
    bool joined, over, differs, ping_open, bade;
    size_t told, pinged; /* lines of the journal: told, and told before the latest ping */
    uint64_t pulse, board, entered, heard, filled, pinged_ms, ping;
    uint64_t lines, cycle, bytes, delay;
    double credit;
    char answers[4096];
} pupil;

typedef struct lecture {
    ws_room *room;
    pupil pupil[STUDENTS];
    char *line[LINES]; /* as they are sent */
    uint32_t checksum[LINES];
    size_t lines;
    char pulse[256], board[256], bye[64];
    uint64_t pulses, boards, now, grown;
    ws_room_totals totals;
    unsigned joins, seen;
} lecture;

static char expected[FAR];
static size_t size_expected;
static bool expect(const char *text, size_t space) {
    size_t size = strlen(text);
    if (size_expected + size > space) return false;
    memcpy(expected + size_expected, text, size + 1);
    size_expected += size;
    return true;
}

/* What a guest is to get in so many bytes. */
static void pupil_expects(lecture *l, pupil *p, size_t space) {
    char text[80];
    size_expected = 0, *expected = '\0';
    expect(p->answers, space);
    *p->answers = '\0';
    if (!p->joined || p->over) return;
    while (p->told < l->lines && expect(l->line[p->told], space)) p->told++;
    if (p->told < l->lines) return;
    if (p->board != l->boards && expect(l->board, space)) p->board = l->boards;
    if (p->pulse != l->pulses && expect(l->pulse, space)) p->pulse = l->pulses;
    bool is_new = p->told > p->pinged, is_due = is_new || l->now - p->pinged_ms >= 1000;
    if (is_due && !p->ping_open && space - size_expected >= 4096) {
        p->ping = is_new && p->pinged && l->grown > p->pinged_ms ? l->grown : l->now;
        p->pinged = p->told, p->pinged_ms = l->now, p->ping_open = true;
        snprintf(text, sizeof text, "PING %d\n", (int)p->ping);
        expect(text, space);
    }
    if (!*l->bye || p->bade || space - size_expected < 4096) return;
    snprintf(text, sizeof text, "BYE %s\n", l->bye);
    expect(text, space);
    p->bade = true;
}

static void pupil_owed(pupil *p, const char *format, ...) {
    va_list args;
    size_t used = strlen(p->answers);
    va_start(args, format);
    vsnprintf(p->answers + used, sizeof p->answers - used, format, args);
    va_end(args);
}

static void pupil_denied(lecture *l, pupil *p, const char *why) {
    pupil_owed(p, "DENY %s\n", why);
    p->over = true, l->totals.refused++;
}

/* A line of a guest has come: may it? */
static bool pupil_may_speak(lecture *l, pupil *p) {
    if (p->over) return false;
    p->heard = l->now;
    p->credit += (double)(l->now - p->filled) * 40 / 1000;
    p->filled = l->now;
    if (p->credit > 40) p->credit = 40;
    p->credit -= 1;
    if (p->credit < 0) pupil_denied(l, p, "too many lines: at most 40 a second");
    return !p->over;
}

/* ---- both ---- */

static void pupil_says(lecture *l, pupil *p, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ws_room_hear(l->room, p->guest, text, strlen(text), l->now);
}

static void pupil_seen(void *context, const ws_guest_info *guest) {
    lecture *l = context;
    l->seen += guest->joined && guest->name[0] == 's';
}

/* With lines that it has, or says to have: the checksum stands for all before. */
static void pupil_joins(lecture *l, pupil *p) {
    size_t from = l->lines ? wire_below((uint32_t)l->lines + 1) : 0;
    bool true_sum = wire_below(4) > 0;
    uint32_t sum = from ? l->checksum[from - 1] : 0;
    if (wire_below(8) == 0) from = l->lines + 1;
    pupil_says(l, p, "JOIN 1 - \"s\"\n");
    if (pupil_may_speak(l, p)) pupil_owed(p, "HELLO 1 model " MODEL " room \"a room\"\n");
    pupil_says(l, p, "FROM %d %08x\n", (int)from, true_sum ? sum : ~sum);
    if (!pupil_may_speak(l, p)) return;
    p->told = from && from <= l->lines && true_sum ? from : 0;
    p->joined = true, p->lines = p->told, l->joins++;
    pupil_owed(p, "FROM %d\n", (int)p->told);
}

static void pupil_pongs(lecture *l, pupil *p) {
    uint64_t number = wire_below(4) ? p->ping : l->now - 3 + wire_below(7);
    uint64_t lines = wire_below(4) ? p->told : wire_below((uint32_t)l->lines + 3),
             cycle = wire_below(9999);
    pupil_says(l, p, "PONG %d %d %d\n", (int)number, (int)lines, (int)cycle);
    if (!pupil_may_speak(l, p)) return;
    if (!p->joined) {
        pupil_denied(l, p, "JOIN and FROM come first");
        return;
    }
    p->lines = lines < l->lines ? lines : l->lines, p->cycle = cycle, p->ping_open = false;
    if (number <= l->now && l->now - number > p->delay) p->delay = l->now - number;
    if (p->delay > l->totals.delay_ms) l->totals.delay_ms = p->delay;
}

static void pupil_differs(lecture *l, pupil *p) {
    if (!p->joined) return;
    pupil_says(l, p, "DIFFERS 5\n");
    if (!pupil_may_speak(l, p)) return;
    l->totals.differed += !p->differs;
    p->differs = true;
}

/* What stands once, said once more; or before its time. */
static void pupil_repeats(lecture *l, pupil *p) {
    bool joins = p->joined && wire_below(2);
    pupil_says(l, p, joins ? "JOIN 1 - \"s\"\n" : "FROM 0 00000000\n");
    if (pupil_may_speak(l, p))
        pupil_denied(l, p, joins ? "you have joined already" : "FROM stands once, behind JOIN");
}

/* Some lines at once, of which one may be long; what lacks its end is no line. */
static void journal_grows(lecture *l) {
    static char text[FAR];
    size_t used = 0, count = wire_below(4);
    for (size_t i = 0; i < count && l->lines < LINES; i++) {
        uint32_t sum = wire_below(1u << 31);
        size_t long_by = wire_below(5) ? wire_below(60) : wire_below(3900), begin = used;
        used += (size_t)sprintf(text + used, "@%u set load 0.5%*s#%08x\n", wire_below(1000),
                                (int)long_by, "", sum);
        char *line = l->line[l->lines] = malloc(used - begin + 32);
        sprintf(line, "J %d %.*s", (int)l->lines + 1, (int)(used - begin), text + begin);
        l->checksum[l->lines++] = sum;
    }
    if (wire_below(3) == 0) used += (size_t)sprintf(text + used, "@7 set");
    ws_room_journal(l->room, text, used, l->now);
    l->grown = l->now;
}

static void pulse_tell(lecture *l) {
    ws_pulse p = {.branch = "main",
                  .cycle = wire_below(5000),
                  .speed = 1 + wire_below(9),
                  .running = wire_below(2),
                  .has_digest = wire_below(2),
                  .digest = wire_below(1000)};
    ws_room_pulse(l->room, &p);
    int used = sprintf(l->pulse, "P %d main %d %d %d\n", (int)l->lines, (int)p.cycle, (int)p.speed,
                       p.running);
    if (p.has_digest) sprintf(l->pulse + used, "D %d %016x\n", (int)p.cycle, (unsigned)p.digest);
    l->pulses++;
}

static void words_tell(lecture *l) {
    static const char *const said[] = {"Look at H1.", "-", "Who waits?"};
    uint32_t which = wire_below(3);
    char board[256];
    sprintf(board, "SAY %s\n", said[which]);
    ws_room_words(l->room, which == 1 ? "" : said[which]);
    if (strcmp(board, *l->board ? l->board : "SAY -\n") != 0) strcpy(l->board, board), l->boards++;
}

static void pupil_leaves(lecture *l, pupil *p) {
    ws_room_leave(l->room, p->guest);
    *p = (pupil){.guest = NULL};
    (void)l;
}

static void ticks_on(lecture *l) {
    ws_room_tick(l->room, l->now);
    for (int i = 0; i < STUDENTS; i++) {
        pupil *p = &l->pupil[i];
        bool is_over = p->joined && !p->over
                           ? l->now - p->heard > 30000
                           : l->now - (p->over ? p->heard : p->entered) > (p->over ? 30000 : 5000);
        if (p->guest && is_over) p->over = true, *p->answers = '\0';
    }
}

static bool pupil_told(lecture *l, pupil *p) {
    static char told[FAR];
    size_t space = 8192 + wire_below(4096);
    if (wire_below(3) == 0) { /* just room for a ping, or just none */
        pupil before = *p;
        pupil_expects(l, &before, FAR - 1);
        char *ping = strstr(expected, before.ping_open && !p->ping_open ? "PING " : "BYE ");
        size_t rest = ping ? (size_t)(ping - expected) : 0;
        if (rest >= 4096) space = rest + 4095 + wire_below(3);
    }
    pupil_expects(l, p, space);
    size_t size = ws_room_say(l->room, p->guest, told, space, l->now);
    p->bytes += size, l->totals.bytes += size;
    bool good = size == size_expected && memcmp(told, expected, size) == 0;
    told[size] = '\0';
    if (!good)
        note("told %zu bytes, and not %zu, in %zu: `%.300s`, and not `%.300s`", size, size_expected,
             space, told, expected);
    return good;
}

static bool pupil_is(const lecture *l, const pupil *p) {
    ws_guest_info info = ws_guest_tell(p->guest, l->now);
    bool good = info.joined == (p->joined && !p->over) && info.lines == p->lines &&
                info.cycle == p->cycle && info.bytes == p->bytes && info.delay_ms == p->delay &&
                info.silent_ms == l->now - p->heard && info.differs == p->differs;
    if (!good)
        note("lines %d %d cycle %d %d delay %d %d joined %d", (int)info.lines, (int)p->lines,
             (int)info.cycle, (int)p->cycle, (int)info.delay_ms, (int)p->delay, info.joined);
    return good && ws_guest_is_over(p->guest) == (p->over && !*p->answers);
}

static bool lecture_is(lecture *l) {
    size_t joined = 0;
    bool good = true;
    for (int i = 0; i < STUDENTS; i++) {
        if (!l->pupil[i].guest) continue;
        joined += l->pupil[i].joined && !l->pupil[i].over;
        good &= pupil_is(l, &l->pupil[i]);
    }
    if (joined > l->totals.most) l->totals.most = joined;
    ws_room_totals totals = ws_room_tell(l->room);
    return good && totals.joined == joined && totals.most == l->totals.most &&
           totals.bytes == l->totals.bytes && totals.delay_ms == l->totals.delay_ms &&
           totals.refused == l->totals.refused && totals.differed == l->totals.differed &&
           l->seen == l->joins && ws_room_lines(l->room) == l->lines;
}

static bool wire_step(lecture *l) {
    pupil *p = &l->pupil[wire_below(STUDENTS)];
    l->now += wire_below(4)    ? wire_below(40)
              : wire_below(40) ? 200 * wire_below(6)
                               : 6000 * wire_below(7);
    uint32_t act = wire_below(32);
    if (act < 6) journal_grows(l);
    else if (act < 9) pulse_tell(l);
    else if (act == 9) words_tell(l);
    else if (act == 10) ticks_on(l);
    else if (act == 11 && wire_below(40) == 0) {
        sprintf(l->bye, "over, %d", (int)wire_below(9));
        ws_room_bye(l->room, l->bye);
    } else if (!p->guest) {
        *p = (pupil){.guest = ws_room_enter(l->room, "a", NULL, l->now),
                     .entered = l->now,
                     .heard = l->now,
                     .filled = l->now,
                     .credit = 40};
        if (wire_below(8)) pupil_joins(l, p);
    } else if (act == 12 || p->over) {
        if (p->over && wire_below(2)) return pupil_told(l, p);
        pupil_leaves(l, p);
    } else if (act == 13) pupil_differs(l, p);
    else if (act == 14 && wire_below(4) == 0) pupil_repeats(l, p);
    else if (act == 14)
        for (int i = (int)wire_below(60); i > 0; i--) pupil_pongs(l, p);
    else if (act < 20) pupil_pongs(l, p);
    else return pupil_told(l, p);
    return true;
}

int main(void) {
    unsigned lectures = (unsigned)amount(60, 60, 1000), steps = 1000;
    for (unsigned i = 0; i < lectures; i++) {
        ws_roster roster = {.open = true};
        static lecture l;
        l = (lecture){.room = ws_room_new("a room", &roster), .now = 1000};
        ws_room_on_join(l.room, pupil_seen, &l);
        unsigned right = 0;
        while (right < steps && wire_step(&l) && lecture_is(&l)) right++;
        if (right < steps || i == lectures - 1)
            ok(right == steps, "lecture %u: told as the model has it, after %u steps of %u", i,
               right, steps);
        if (right < steps) break;
        ws_room_free(l.room);
        for (size_t k = 0; k < l.lines; k++) free(l.line[k]);
        ws_roster_free(&roster);
    }
    return done();
}
