/* colours.c - cells with colours of their own on a terminal of 256 and of 8 colours, seen by libvterm: every cell has its two colours,
 * through pictures that change a little each time, and through one that needs more pairs than there are. */
#define NCURSES_WIDECHAR 1
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vterm.h>

#include <ncurses.h>
#undef OK

#include "feed.h"
#include "tap.h"
#include "ui/curses.h"
#include "ui/ink.h"
#include "ui/palette.h"

#define WIDTH  200
#define HEIGHT 60
#define CELLS  (WIDTH * HEIGHT)

enum { FEW, RAMPS, MANY, TOO_MANY, NOTHING, KINDS };

static uint32_t lot(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* The same pictures in both processes. Each keeps most of the one before. */
static void picture_make(ws_canvas *canvas, int kind, uint32_t *state) {
    static const int changes[KINDS] = {CELLS / 20, CELLS / 4, CELLS / 3, CELLS, 0};
    ws_theme theme = ws_theme_default();
    if (kind == NOTHING)
        ws_canvas_clear(canvas);
    for (int i = 0; i < changes[kind]; i++) {
        ws_cell *cell = &canvas->cell[kind == TOO_MANY ? (uint32_t)i : lot(state) % CELLS];
        *cell = (ws_cell){
            .glyph = 0x2580, .role = WS_ROLE_TEXT, .fg = WS_COLOUR_NONE, .bg = WS_COLOUR_NONE};
        if (kind == FEW)
            cell->glyph = 'a' + lot(state) % 26,
            cell->role = (uint16_t)(lot(state) % WS_ROLE_COUNT);
        if (kind == RAMPS) {
            cell->fg = theme.style[WS_ROLE_HOT0 + lot(state) % 33].fg;
            cell->bg = theme.style[WS_ROLE_HOT0 + lot(state) % 33].fg;
        }
        if (kind == MANY) {
            uint32_t pick = lot(state) % 2000;
            cell->fg = 0x08203f * (pick % 27 + 1) & 0xffffff;
            cell->bg = 0x3f1905 * (pick / 27 + 1) & 0xffffff;
        }
        if (kind == TOO_MANY) {
            cell->fg = lot(state) & 0xffffff;
            cell->bg = lot(state) & 0xffffff;
        }
    }
}

/* Draws what is asked for, and rings the bell behind each picture: whoever hears it has read the picture. */
static void child_draw(int commands) {
    ws_canvas canvas = {0};
    ws_theme theme = ws_theme_default();
    uint32_t state = 1;
    char kind;
    setlocale(LC_ALL, "C.UTF-8");
    newterm(NULL, stdout, stdin);
    ws_curses *curses = ws_curses_new(true);
    ws_curses_theme(curses, &theme);
    ws_canvas_resize(&canvas, WIDTH, HEIGHT);
    while (read(commands, &kind, 1) == 1) {
        picture_make(&canvas, kind - '0', &state);
        ws_curses_draw(curses, &canvas);
        if (write(STDOUT_FILENO, "\a", 1) != 1)
            break;
    }
    _exit(0);
}

typedef struct terminal {
    int master, commands;
    bool bell;
    pid_t child;
    VTerm *vt;
    VTermScreen *screen;
} terminal;

static int bell_rung(void *t) {
    ((terminal *)t)->bell = true;
    return 1;
}

static void terminal_open(terminal *t, const char *name) {
    struct winsize size = {.ws_row = HEIGHT, .ws_col = WIDTH};
    static const VTermScreenCallbacks callbacks = {.bell = bell_rung};
    int pipes[2];
    if (pipe(pipes) != 0)
        exit(2);
    t->child = forkpty(&t->master, NULL, NULL, &size);
    if (t->child == 0) {
        close(pipes[1]);
        setenv("TERM", name, 1);
        child_draw(pipes[0]);
    }
    close(pipes[0]);
    t->commands = pipes[1];
    t->vt = vterm_new(HEIGHT, WIDTH);
    vterm_set_utf8(t->vt, 1);
    t->screen = vterm_obtain_screen(t->vt);
    vterm_screen_set_callbacks(t->screen, &callbacks, t);
    vterm_screen_enable_altscreen(t->screen, 1);
    vterm_screen_reset(t->screen, 1);
}

static void terminal_close(terminal *t) {
    close(t->commands);
    close(t->master);
    waitpid(t->child, NULL, 0);
    vterm_free(t->vt);
}

/* What comes until the bell behind the picture, however slow the machine. */
static void terminal_read(terminal *t) {
    enum { LONG = 60000 };
    char bytes[8192];
    struct pollfd input = {.fd = t->master, .events = POLLIN};
    for (t->bell = false; !t->bell && poll(&input, 1, LONG) > 0;) {
        ssize_t got = read(t->master, bytes, sizeof bytes);
        if (got <= 0)
            return;
        feed(t->vt, bytes, (size_t)got);
    }
}

static int number_of(VTermColor colour) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&colour) || VTERM_COLOR_IS_DEFAULT_BG(&colour))
        return -1;
    return VTERM_COLOR_IS_INDEXED(&colour) ? colour.indexed.idx : -2;
}

static int mapped(ws_palette *palette, uint32_t own, uint32_t of_role, int bits) {
    uint32_t kept = 0xffu << bits & 0xff, mask = kept << 16 | kept << 8 | kept;
    return ws_palette_map(palette, own == WS_COLOUR_NONE ? of_role : own & mask);
}

/* Cells that do not have their colours, if each channel has lost so many bits. */
static int cells_wrong(terminal *t, const ws_canvas *canvas, ws_palette *palette, int bits) {
    int wrong = 0;
    for (int i = 0; i < CELLS; i++) {
        const ws_cell *cell = &canvas->cell[i];
        const ws_style *style = &palette->theme.style[cell->role];
        VTermScreenCell shown;
        vterm_screen_get_cell(t->screen, (VTermPos){.row = i / WIDTH, .col = i % WIDTH}, &shown);
        int fg = mapped(palette, cell->fg, style->fg, bits),
            bg = mapped(palette, cell->bg, style->bg, bits);
        uint32_t glyph = shown.chars[0] ? shown.chars[0] : ' ';
        bool same_fg = number_of(shown.fg) == fg || glyph == ' ' || fg == bg;
        bool same_glyph =
            glyph == cell->glyph || (glyph == ' ' && fg == bg); /* two equal halves are a ground */
        wrong += !same_glyph || !same_fg || number_of(shown.bg) != bg;
    }
    return wrong;
}

static void test_terminal(const char *name, ws_colour_depth depth, const char *order,
                          bool overflows) {
    terminal t;
    ws_canvas canvas = {0};
    ws_palette *palette = malloc(sizeof *palette);
    ws_theme theme = ws_theme_default();
    uint32_t state = 1;
    ws_palette_begin(palette, &theme, depth);
    ws_canvas_resize(&canvas, WIDTH, HEIGHT);
    terminal_open(&t, name);
    for (const char *kind = order; *kind; kind++) {
        picture_make(&canvas, *kind - '0', &state);
        if (write(t.commands, kind, 1) != 1)
            break;
        terminal_read(&t);
        int wrong = cells_wrong(&t, &canvas, palette, 0), bits = 0;
        if (*kind - '0' != TOO_MANY || !overflows) {
            ok(wrong == 0, "%s: every cell has its colours (picture %c, %d wrong)", name, *kind,
               wrong);
            continue;
        }
        while (wrong && bits < 8)
            wrong = cells_wrong(&t, &canvas, palette, ++bits);
        ok(wrong == 0 && bits > 0 && bits < 8,
           "%s: too many pairs: all colours a little coarser (%d bits, %d wrong)", name, bits,
           wrong);
    }
    terminal_close(&t);
    ws_canvas_free(&canvas);
    free(palette);
}

/* Number 16 and on of 256 colours: six levels of each light, then greys. */
static uint32_t colour_of(int number) {
    static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};
    uint32_t grey = 8 + 10 * (uint32_t)(number - 232), place = (uint32_t)number - 16;
    if (number >= 232)
        return grey << 16 | grey << 8 | grey;
    return level[place / 36] << 16 | level[place / 6 % 6] << 8 | level[place % 6];
}

/* Hues of worms stay readable where colours are few: with 256 also those beside a chain that is lit; with 16 and 8 none is the dark blue. */
static void test_readable(void) {
    enum { BESIDE_CHAIN = 40, BLUE = 4 };
    ws_theme theme = ws_theme_default();
    ws_palette palette;
    uint32_t paper = theme.style[WS_ROLE_TEXT].bg, least = UINT32_MAX;
    ws_palette_begin(&palette, &theme, WS_DEPTH_256);
    for (int i = 0; i < 2 * WS_HUE_STEPS; i++) {
        uint32_t hue = ws_ink_mix(theme.style[WS_ROLE_HUE0 + i / 2].fg, paper, i % 2 ? BESIDE_CHAIN : 0);
        uint32_t contrast = ws_ink_contrast(colour_of(ws_palette_map(&palette, hue)), paper);
        least = contrast < least ? contrast : least;
    }
    ok(least >= 300, "256 colours: the hue that is least seen has a contrast of %u hundredths", least);
    for (int depth = 8; depth <= 16; depth += 8) {
        int dark = 0;
        ws_palette_begin(&palette, &theme, depth == 8 ? WS_DEPTH_8 : WS_DEPTH_16);
        for (int i = 0; i < WS_HUE_STEPS; i++) {
            int number = ws_palette_map(&palette, theme.style[WS_ROLE_HUE0 + i].fg);
            dark += number == 0 || number == BLUE || number == 8;
        }
        int title = ws_palette_map(&palette, theme.style[WS_ROLE_TITLE].fg);
        ok(dark == 0 && title == 7 + (depth == 16) * 8, "%d colours: no hue is dark (%d are), and titles are white (%d)", depth, dark, title);
    }
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    test_readable();
    test_terminal("xterm-256color", WS_DEPTH_256, "011122223422210", true);
    test_terminal("linux", WS_DEPTH_8, "01110", false);
    return done();
}
