/* emit.c - what a terminal is sent, seen by libvterm: every cell has its sign, its two colours and its attributes, at five depths, whatever
 * the pictures and sizes before it; and the program on a terminal that says what it can. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"
#include "session/text_stream.h"
#include "ui/emit.h"
#include "ui/ink.h"
#include "ui/palette.h"

enum { WIDTH_MOST = 60, HEIGHT_MOST = 20 };

static uint32_t lot(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* ------------------------------------------------------------------------- drawn pictures ---- */

/* A cell as views draw them: of a role, with colours of its own, a half block, or a blank. */
static ws_cell cell_drawn(uint32_t *state, const ws_theme *theme) {
    static const uint32_t glyphs[] = {'a', 'Z', '~', 0xb7, 0x2500, 0x2580, 0x2588, 0x28ff, 0x1f7e8};
    static const uint16_t attrs[] = {0, 0, WS_BOLD, WS_UNDERLINE, WS_REVERSE, WS_BOLD | WS_REVERSE};
    ws_cell cell = {.glyph = ' ', .fg = WS_COLOUR_NONE, .bg = WS_COLOUR_NONE};
    cell.role = (uint16_t)(lot(state) % WS_ROLE_COUNT);
    if (lot(state) % 3)
        cell.glyph = glyphs[lot(state) % 8];
    if (lot(state) % 4 == 0)
        cell.attr = attrs[lot(state) % 6];
    if (lot(state) % 2)
        return (ws_cell){.glyph = 'a' + lot(state) % 3, .role = WS_ROLE_TEXT, .fg = 0xff0000u * (lot(state) % 2), .bg = WS_COLOUR_NONE};
    if (lot(state) % 2)
        cell.fg = theme->style[lot(state) % WS_ROLE_COUNT].fg;
    if (lot(state) % 3 == 0)
        cell.bg = lot(state) & 0xffffff;
    if (lot(state) % 8 == 0)
        cell.fg = cell.bg;
    return cell;
}

/* Most of the picture before stays; runs of blanks come and go, also at the ends of rows. */
static void picture_draw(ws_canvas *canvas, uint32_t *state, const ws_theme *theme) {
    int cells = canvas->width * canvas->height;
    int changes = lot(state) % 5 ? cells / 20 : cells;
    for (int i = 0; i < changes; i++)
        canvas->cell[lot(state) % (uint32_t)cells] = cell_drawn(state, theme);
    for (int i = 0; i < 3; i++) {
        ws_cell blank = cell_drawn(state, theme);
        int y = (int)(lot(state) % (uint32_t)canvas->height);
        blank.glyph = ' ';
        blank.attr = 0;
        for (int x = (int)(lot(state) % (uint32_t)canvas->width); x < canvas->width; x++)
            *ws_canvas_at(canvas, x, y) = blank;
    }
}

typedef struct seen {
    uint32_t glyph;
    int32_t fg, bg;
    bool bold, underline, reverse;
} seen;

static int32_t number_of(VTermColor colour) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&colour) || VTERM_COLOR_IS_DEFAULT_BG(&colour))
        return -1;
    if (VTERM_COLOR_IS_INDEXED(&colour))
        return colour.indexed.idx;
    return colour.rgb.red << 16 | colour.rgb.green << 8 | colour.rgb.blue;
}

static seen seen_at(VTermScreen *screen, int x, int y) {
    VTermScreenCell cell;
    vterm_screen_get_cell(screen, (VTermPos){.row = y, .col = x}, &cell);
    return (seen){.glyph = cell.chars[0] ? cell.chars[0] : ' ',
                  .fg = number_of(cell.fg),
                  .bg = number_of(cell.bg),
                  .bold = cell.attrs.bold,
                  .underline = cell.attrs.underline,
                  .reverse = cell.attrs.reverse};
}

/* What a reader sees is what counts: the sign of a blank has no colour, two equal halves are a ground, and a sign in the colour of its ground
 * is told from it all the same. */
static bool is_right(const seen *s, const ws_cell *cell, ws_palette *palette) {
    const ws_style *role = &palette->theme.style[cell->role];
    bool mono = palette->depth == WS_DEPTH_MONO;
    unsigned attr = role->attr | cell->attr;
    if (mono && role->bg != palette->theme.style[WS_ROLE_TEXT].bg)
        attr |= WS_REVERSE;
    int32_t fg = ws_palette_map(palette, cell->fg != WS_COLOUR_NONE ? cell->fg : role->fg);
    int32_t bg = ws_palette_map(palette, cell->bg != WS_COLOUR_NONE ? cell->bg : role->bg);
    if (mono)
        fg = bg = -1;
    bool marked = attr & (WS_UNDERLINE | WS_REVERSE);
    bool unlike = fg != bg || fg < 0 || palette->depth == WS_DEPTH_DIRECT;
    bool is_block = cell->glyph == ' ' || (cell->glyph >= 0x2580 && cell->glyph <= 0x259f);
    bool attrs_right = s->underline == !!(attr & WS_UNDERLINE) && s->reverse == !!(attr & WS_REVERSE);
    if (s->bg != bg || !attrs_right)
        return false;
    if (!unlike && is_block)
        return s->glyph == ' ' || s->fg == fg;
    bool sign_right = s->glyph == cell->glyph;
    if (cell->glyph == ' ' && !marked)
        return sign_right;
    bool colour_right = unlike ? s->fg == fg : s->fg != bg;
    return sign_right && colour_right && s->bold == !!(attr & WS_BOLD);
}

static int cells_wrong(VTermScreen *screen, const ws_canvas *canvas, ws_palette *palette, bool but_last) {
    int wrong = 0;
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            bool last = x == canvas->width - 1 && y == canvas->height - 1;
            seen s = seen_at(screen, x, y);
            wrong += !is_right(&s, ws_canvas_at(canvas, x, y), palette) && !(but_last && last);
        }
    return wrong;
}

/* Writes a picture and shows it; returns its bytes. */
static size_t picture_send(ws_emitter *emitter, const ws_canvas *canvas, VTerm *vt) {
    char *bytes;
    size_t length;
    FILE *out = ws_text_stream(&bytes, &length);
    ws_emitter_draw(emitter, canvas, out);
    fclose(out);
    feed(vt, bytes, length);
    free(bytes);
    return length;
}

static void test_depth(ws_emit_traits traits, int pictures) {
    ws_theme theme = ws_theme_default();
    ws_palette palette;
    ws_canvas canvas = {0};
    uint32_t state = 7u + traits.depth;
    int wrong = 0, again = 0;
    VTerm *vt = vterm_new(HEIGHT_MOST, WIDTH_MOST);
    vterm_set_utf8(vt, 1);
    VTermScreen *screen = vterm_obtain_screen(vt);
    vterm_screen_reset(screen, 1);
    ws_emitter *emitter = ws_emitter_new(traits);
    ws_palette_begin(&palette, &theme, traits.depth);
    ws_canvas_resize(&canvas, WIDTH_MOST, HEIGHT_MOST);
    for (int i = 0; i < pictures; i++) {
        if (lot(&state) % 3 == 0) {
            int width = 1 + (int)(lot(&state) % WIDTH_MOST), height = 1 + (int)(lot(&state) % HEIGHT_MOST);
            vterm_set_size(vt, height, width);
            ws_canvas_resize(&canvas, width, height);
            ws_emitter_forget(emitter);
        }
        picture_draw(&canvas, &state, &theme);
        picture_send(emitter, &canvas, vt);
        wrong += cells_wrong(screen, &canvas, &palette, traits.scrolls);
        again += !traits.scrolls && picture_send(emitter, &canvas, vt) > 0;
    }
    ok(wrong == 0, "%s%s%s: every cell is what was drawn, in %d pictures of many sizes (%d wrong)", ws_depth_names[traits.depth],
       traits.erases ? ", erasing" : "", traits.scrolls ? ", scrolling at its end" : "", pictures, wrong);
    ok(again == 0, "%s: the same picture again sends nothing", ws_depth_names[traits.depth]);
    ws_emitter_free(emitter);
    ws_canvas_free(&canvas);
    vterm_free(vt);
}

/* A sequence that is sent by hand: colours only where they change, few cells between changes rather than a jump, an erasure for blanks. */
static void test_bytes(void) {
    ws_theme theme = ws_theme_default();
    ws_canvas canvas = {0};
    char *bytes;
    size_t length;
    for (int i = 0; i < WS_ROLE_COUNT; i++)
        theme.style[i] = (ws_style){.fg = 0x010203, .bg = 0x0d1117};
    ws_emitter *emitter = ws_emitter_new((ws_emit_traits){.depth = WS_DEPTH_DIRECT, .erases = true, .synchronizes = true});
    ws_emitter_theme(emitter, &theme);
    ws_canvas_resize(&canvas, 20, 1);
    const char *const texts[] = {"ab", "aX", "aX  Y", "aX  Y          Z"};
    const char *const wanted[] = {"\033[?2026h\033[1;1H\033[0;38;2;1;2;3;48;2;13;17;23mab\033[K\033[?2026l",
                                  "\033[?2026h\033[1;2HX\033[?2026l", "\033[?2026h\033[1;5HY\033[?2026l",
                                  "\033[?2026h\033[1;16HZ\033[?2026l"};
    for (int i = 0; i < 4; i++) {
        ws_pen pen = ws_pen_of(&canvas);
        ws_canvas_clear(&canvas);
        ws_pen_text(&pen, 0, 0, WS_ROLE_TEXT, texts[i]);
        FILE *out = ws_text_stream(&bytes, &length);
        ws_emitter_draw(emitter, &canvas, out);
        fclose(out);
        ok(strcmp(bytes, wanted[i]) == 0, "what changes is sent, and no more: \"%s\"", texts[i]);
        free(bytes);
    }
    ws_emitter_free(emitter);
    ws_canvas_free(&canvas);
}

/* ---------------------------------------------------------------------------- the program ---- */

/* The ground of a cell of the map. */
static int32_t ground(const char *const *arguments, const char *const *settings) {
    desk d;
    if (!desk_open(&d, 80, 24, arguments, settings))
        return -2;
    must_show(&d, "paused");
    seen s = seen_at(d.screen, 39, 2);
    type(&d, "q");
    must_end(&d);
    desk_close(&d);
    return s.bg;
}

static void test_program(void) {
    static const char *const plain[] = {"kwan/three-hosts", "--paused", NULL};
    static const char *const more[] = {"COLORTERM", "truecolor", NULL};
    static const char *const none[] = {"COLORTERM", "truecolor", "NO_COLOR", "1", NULL};
    static const char *const unset[] = {"COLORTERM", "", NULL};
    static const char *const screen[] = {"COLORTERM", "truecolor", "TERM", "screen-256color", NULL};
    static const char *const fewer[] = {"kwan/three-hosts", "--paused", "--colours", "256", NULL};
    static const char *const direct[] = {"kwan/three-hosts", "--paused", "--colours", "direct", NULL};
    const int32_t dark = 0x0d1117, of_256 = 233;
    ok(ground(plain, more) == dark, "a terminal that says COLORTERM has the ground of the theme, not a grey near it");
    ok(ground(plain, unset) == of_256, "one of 256 colours has one of these");
    ok(ground(plain, screen) == of_256, "COLORTERM is not believed where TERM is screen");
    ok(ground(plain, none) == -1, "NO_COLOR stands above it");
    ok(ground(fewer, more) == of_256, "--colours 256 sends 256");
    ok(ground(direct, unset) == dark, "--colours direct sends 24 bits");
}

static bool told; /* a picture was to be shown at once */

/* Reads until the program has sent a text, and answers what it asks about pictures shown at once; false if the text does not come. */
static bool sends(int master, const char *wanted, const char *answer) {
    static char bytes[1 << 20];
    size_t length = 0;
    bool answered = false;
    struct pollfd input = {.fd = master, .events = POLLIN};
    while (length + 8192 < sizeof bytes && poll(&input, 1, PATIENCE_MS) > 0) {
        ssize_t got = read(master, bytes + length, 8191);
        if (got <= 0)
            return false;
        length += (size_t)got;
        bytes[length] = '\0';
        told |= strstr(bytes, "\033[?2026h") != NULL;
        if (!answered && strstr(bytes, "\033[?2026$p\033[5n")) {
            answered = write(master, answer, strlen(answer)) > 0;
            length = 0;
        } else if (answered && strstr(bytes, wanted))
            return true;
    }
    return false;
}

/* The first picture may be on its way before the answer is; what runs brings others. */
static bool answered_sends(const char *answer, const char *wanted) {
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int master;
    told = false;
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("COLORTERM", "truecolor", 1);
        setenv("XDG_STATE_HOME", desk_home, 1);
        execl(program, program, "kwan/three-hosts", "--speed", "30", NULL);
        _exit(127);
    }
    bool found = sends(master, wanted, answer);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(master);
    return found;
}

/* A line that cuts an answer in two, with more time between than a lone escape has. Behind the
 * pieces a step: the network stays paused. */
static bool pieces_are_no_keys(void) {
    static const char *const arguments[] = {"kwan/torus-3x3", "--paused", NULL};
    const struct timespec some = {.tv_nsec = 100000000};
    desk d;
    desk_open(&d, 80, 24, arguments, NULL);
    d.deaf = true;
    must_show(&d, "250 flits");
    type(&d, "\033[");
    nanosleep(&some, NULL);
    type(&d, "?2026;2$y\033");
    nanosleep(&some, NULL);
    type(&d, "[0n.");
    bool good = wait_text(&d, "t=1 ") && shows(&d, "250 flits") && shows(&d, "paused");
    type(&d, good ? "q" : "\033\033q");
    must_end(&d);
    desk_close(&d);
    return good;
}

/* For some seconds after the start an answer is due: a machine with much else to do may type later
 * than that. */
static void test_pieces(void) {
    bool good = false;
    for (int i = 0; i < 3 && !good; i++) good = pieces_are_no_keys();
    ok(good, "an answer that comes in pieces is no key");
}

static void test_synchronized(void) {
    const char *const known[] = {"\033[?2026;1$y\033[0n", "\033[?2026;2$y\033[0n"};
    const char *const unknown[] = {"\033[?2026;0$y\033[0n", "\033[?2026;4$y\033[0n", "\033[0n"};
    for (int i = 0; i < 2; i++)
        ok(answered_sends(known[i], "\033[?2026h"), "a terminal that knows how shows pictures at once (answer %d)", i + 1);
    for (int i = 0; i < 3; i++)
        ok(answered_sends(unknown[i], "H\033[") && !told, "one that does not is never told to (%d)", i);
    ok(answered_sends(known[1], "48;2;13;17;23"), "colours are sent in 24 bits");
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

int main(int argc, char **argv) {
    (void)argc;
    setlocale(LC_ALL, "C.UTF-8");
    int pictures = (int)amount(100, 100, 1000);
    test_readable();
    for (int depth = 0; depth < WS_DEPTHS; depth++) {
        test_depth((ws_emit_traits){.depth = (ws_colour_depth)depth}, pictures);
        test_depth((ws_emit_traits){.depth = (ws_colour_depth)depth, .erases = true}, pictures);
    }
    test_depth((ws_emit_traits){.depth = WS_DEPTH_16, .scrolls = true}, pictures);
    test_bytes();
    if (!desk_begin(argv[0]))
        return 1;
    test_program();
    test_synchronized();
    test_pieces();
    desk_end();
    return done();
}
