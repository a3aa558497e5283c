/* settings.c - on a terminal: every parameter can be changed with Tab, arrows and digits alone. A walk goes through all rows of the
 * settings in networks of all kinds, and changes each there and back. */
#include "desk.h"

#include "session/language/params.h"

#define ROWS_MAX 128

/* Networks in which, together, every parameter can be changed. */
static const char *const networks[] = {"kwan/torus-3x3", "cube/mesh-8x8", "recn/hotspot-64", "now/irregular-16"};
static bool changed[ROWS_MAX];
static char refusal[ROWS_MAX][200];

static size_t number_of(const char *name) {
    size_t i = 0;
    while (i < ws_param_count && strcmp(ws_params[i].name, name) != 0) i++;
    return i;
}

/* The parameter that is chosen: its name begins the words below the list. */
static bool chosen(desk *d, char *name) {
    char row[4096];
    *name = '\0';
    for (int y = d->height - 10; y < d->height - 3; y++) {
        const char *text = row_text(d, y, row);
        if (strncmp(text, "──────────", 30) != 0) continue;
        return sscanf(row_text(d, y + 1, row), " %63[^:]:", name) == 1;
    }
    return false;
}

/* The two rows in which the screen answers. */
static void answer(desk *d, char *text) {
    char row[4096], more[4096];
    row_text(d, d->height - 3, more);
    row_text(d, d->height - 2, row);
    snprintf(text, 200, "%.90s %.90s", strstr(more, "main") || strstr(more, "fork") ? "" : more, row);
}

static bool is_changed(const char *text, const char *name) {
    char wanted[100], built[100];
    snprintf(wanted, sizeof wanted, "%s ", name);
    snprintf(built, sizeof built, "rebuild %s=", name);
    return (strstr(text, wanted) && strstr(text, "→")) || (strstr(text, "a new network") && strstr(text, built));
}

static void turn(desk *d, const char *name) {
    static const char *const keys[] = {"\033[C", "\033[D"};
    char text[200];
    size_t number = number_of(name);
    for (int i = 0; i < 2 && !changed[number]; i++) {
        type(d, keys[i]);
        for (bool over = false; !over && !changed[number];) {
            over = rests(d);
            answer(d, text);
            changed[number] = is_changed(text, name);
        }
        if (!changed[number]) memcpy(refusal[number], text, sizeof text);
        if (changed[number]) type(d, keys[1 - i]); /* and back */
    }
}

/* One row down; false at the end of the list. */
static bool down(desk *d, char *name) {
    char before[64];
    snprintf(before, sizeof before, "%s", name);
    type(d, "\033[B");
    for (bool over = false; !over;) {
        over = rests(d);
        if (chosen(d, name) && number_of(name) < ws_param_count && strcmp(name, before) != 0) return true;
    }
    return false;
}

static void walk(const char *network) {
    const char *const arguments[] = {network, "--paused", NULL};
    char name[64] = "";
    int rows = 1;
    desk d;
    desk_open(&d, 120, 50, arguments, NULL);
    must_show(&d, "paused");
    type(&d, "\t");
    must_show(&d, "▶ settings");
    for (int i = 0; i < 40 && !chosen(&d, name); i++) type(&d, "\033[B"), quiet(&d);
    for (int i = 0; i < 50; i++) type(&d, "\033[A");
    quiet(&d);
    chosen(&d, name);
    do
        if (!changed[number_of(name)]) turn(&d, name);
    while (down(&d, name) && rows++ < ROWS_MAX);
    ok(rows == (int)ws_param_count, "%s: %d of %zu parameters are in the list", network, rows, ws_param_count);
    desk_close(&d);
}

/* Digits type a value; of a topology Tab goes to its next number. */
static void test_digits(void) {
    const char *const arguments[] = {"kwan/torus-3x3", "--paused", NULL};
    desk d;
    desk_open(&d, 120, 50, arguments, NULL);
    must_show(&d, "paused");
    type(&d, "\t");
    quiet(&d);
    type(&d, "170\033[B");
    ok(wait_text(&d, "segment 250 → 170"), "digits type a value, an arrow sets it");
    type(&d, "e");
    quiet(&d);
    char name[64] = "";
    for (int i = 0; i < ROWS_MAX && strcmp(name, "topology") != 0; i++) {
        type(&d, "\033[B");
        quiet(&d);
        chosen(&d, name);
    }
    type(&d, "4\t5\r");
    ok(wait_text(&d, "a new network: rebuild topology=torus 4 5"), "of a topology Tab goes on to the next number");
    type(&d, "\033\033");
    must_show(&d, "numbers");
    quiet(&d);
    /* the wheel over the first setting */
    char row[4096];
    int y = 0;
    while (y < d.height && !strstr(row_text(&d, y, row), "segment ")) y++;
    char wheel[32];
    snprintf(wheel, sizeof wheel, "\033[<64;%d;%dM", 100, y + 1);
    type(&d, wheel);
    ok(wait_text(&d, "segment 170 → 180"), "the wheel raises what is under it");
    desk_close(&d);
}

/* Arrows move a cursor over the charts, which reads their values. */
static void test_cursor(void) {
    const char *const arguments[] = {"kwan/torus-3x3", "--paused", NULL};
    desk d;
    desk_open(&d, 120, 40, arguments, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 30000\r");
    must_show(&d, "t=30 000");
    type(&d, "4\033[D");
    ok(wait_text(&d, " cycle 29 9"), "the newest values are read");
    type(&d, "\033[D\033[D\033[D\033[D\033[D\033[D\033[D\033[D\033[D\033[D");
    ok(gone(&d, " cycle 29 ") && wait_text(&d, " cycle 2"), "and earlier ones");
    type(&d, "\033");
    quiet(&d);
    ok(gone(&d, " cycle 2"), "Esc lets the chart go");
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    size_t count = 0;
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) walk(networks[i]);
    for (size_t i = 0; i < ws_param_count; i++) {
        count += changed[i];
        ok(changed[i], "%s can be changed %s", ws_params[i].name, changed[i] ? "" : refusal[i]);
    }
    ok(count == ws_param_count, "%zu of %zu", count, ws_param_count);
    test_digits();
    test_cursor();
    desk_end();
    return done();
}
