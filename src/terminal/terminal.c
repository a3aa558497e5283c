/* terminal.c - see terminal.h. ncurses sets modes and reads keys; its own screen stays blank, since
 * ui/emit.c writes the cells, and keys are read by a pad, since reading by a window shows it. The
 * SGR mouse and bracketed paste are read here and not by ncurses, whose decoding of the mouse ends
 * at column 222 under tmux and screen. A crash puts the terminal back with one write of a string
 * prepared beforehand, and is then raised again. */
#define NCURSES_WIDECHAR 1
#include "terminal/terminal.h"

#include <errno.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "ui/keys.h"

#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"
#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define PASTE_END "\033[201~"
#define ASK       "\033[5n" /* device status report */
#define ANSWER    "\033[0n"
/* Is mode 2026, pictures shown at once, known? Who knows it says 1 or 2 in the place of N. */
#define ASK_SYNC       "\033[?2026$p"
#define ANSWER_SYNC(N) "\033[?2026;" #N "$y"
#define ESCAPE         27
#define CTRL_C         3
/* How long an answer is waited for at the end, whatever comes instead; and of a terminal that has
 * answered before: then the line is slow. */
#define ANSWER_MS 150
#define SLOW_MS   2000
#define DUE_MS    5000 /* behind a question an answer is looked for, before there will be none */
/* how long an escape may be the begin of a key; the default of a second would stop the loop */
#define ESCAPE_MS 25

enum {
    KEY_MOUSE_SGR = KEY_MAX + 1,
    KEY_PASTE_BEGIN,
    KEY_PASTE_END,
    KEY_ANSWER,
    KEY_SYNC,
    KEY_NO_SYNC
};

static const struct {
    const char *text;
    int key;
} answers[] = {{ANSWER, KEY_ANSWER},          {ANSWER_SYNC(0), KEY_NO_SYNC},
               {ANSWER_SYNC(1), KEY_SYNC},    {ANSWER_SYNC(2), KEY_SYNC},
               {ANSWER_SYNC(3), KEY_NO_SYNC}, {ANSWER_SYNC(4), KEY_NO_SYNC}};
enum { ANSWERS = sizeof answers / sizeof *answers };

static struct {
    WINDOW *input; /* a pad */
    bool open, mouse, xterm_like;
    bool synchronizes;
    bool asked; /* and not yet answered */
    int64_t asked_ms;
    wint_t held[16]; /* what may be the begin of an answer */
    size_t held_length;
    size_t held_out; /* so many at its end are keys, and still to be given */
    bool answered;   /* once at least */
    bool in_paste;
    size_t paste_end; /* characters of PASTE_END that have been read as such */
    bool in_mouse;    /* the report's parameters are being read */
    char report[32];
    size_t report_length;
    struct termios before; /* as we found it */
    char restore[256];     /* what puts the screen back */
    size_t restore_length;
    char crash_stack[1 << 14];
} term;

/* ---- crash ---- */

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Only functions that are safe in a signal handler. */
static void crash_handle(int number) {
    if (term.open) {
        ssize_t ignored = write(STDOUT_FILENO, term.restore, term.restore_length);
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void crash_catch(void) {
    stack_t stack = {.ss_sp = term.crash_stack, .ss_size = sizeof term.crash_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = crash_handle, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; i++)
        sigaction(crash_signals[i], &action, NULL);
}

static void restore_add(const char *text) {
    size_t length = text && text != (char *)-1 ? strlen(text) : 0;
    if (length == 0 || term.restore_length + length > sizeof term.restore)
        return;
    memcpy(term.restore + term.restore_length, text, length);
    term.restore_length += length;
}

static void restore_prepare(void) {
    term.restore_length = 0;
    if (term.mouse)
        restore_add(MOUSE_OFF);
    if (term.xterm_like)
        restore_add(PASTE_OFF);
    static const char *const names[] = {"sgr0", "cnorm", "rmkx", "rmcup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = tigetstr((char *)names[i]);
        /* no padding: that needs tputs */
        if (text && text != (char *)-1 && !strchr(text, '$'))
            restore_add(text);
    }
    restore_add("\r\n");
}

/* ---- open ---- */

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool ws_terminal_ask(void) {
    if (!term.xterm_like)
        return false;
    term.asked = true;
    term.asked_ms = now_ms();
    fputs(ASK, stdout);
    fflush(stdout);
    return true;
}

/* Answers come in the order of questions: with the sign of life the other is here, or never
 * comes. Whatever a terminal shows in place of an answer, the first picture covers. */
static void modes_on(void) {
    if (term.mouse)
        fputs(MOUSE_ON, stdout);
    if (term.xterm_like)
        fputs(PASTE_ON ASK_SYNC, stdout);
    fflush(stdout);
    term.synchronizes = false;
    (void)ws_terminal_ask();
}

bool ws_terminal_synchronizes(void) {
    return term.synchronizes;
}

void ws_terminal_write(const char *bytes, size_t length) {
    fflush(stdout);
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, length);
        struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
        if (written < 0 && errno == EAGAIN)
            (void)poll(&output, 1, -1);
        else if (written < 0 && errno != EINTR)
            return;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
}

/* Is there something to read before that time? Signals do not make it longer. */
static bool input_by(int64_t end) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = -1;
    for (int64_t now; ready < 0 && (now = now_ms()) < end;) {
        ready = poll(&input, 1, (int)(end - now));
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return ready > 0 && (input.revents & POLLIN);
}

/* Reads until the answer is in, or too late. Keys that are pressed meanwhile are lost, as they
 * always were. */
static void answer_wait(void) {
    char byte, last = 0;
    int64_t end = now_ms() + (term.answered ? SLOW_MS : ANSWER_MS);
    for (; term.asked && input_by(end) && read(STDIN_FILENO, &byte, 1) == 1; last = byte)
        term.asked = !(byte == 'n' && last == '0');
    term.asked = false;
}

static void modes_off(void) {
    fputs("\033[0m", stdout);
    if (term.mouse)
        fputs(MOUSE_OFF, stdout);
    if (term.xterm_like)
        fputs(PASTE_OFF, stdout);
    fflush(stdout);
    answer_wait();
}

static bool refuse(ws_error *error, const char *why) {
    snprintf(error->text, sizeof error->text, "%s; `wormscope run SCENARIO` needs no screen", why);
    return false;
}

static bool terminal_fits(ws_error *error) {
    const char *name = getenv("TERM");
    int found = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return refuse(error, "standard input and output are not a terminal");
    if (!name || !*name)
        return refuse(error, "TERM is not set, so this terminal is not known");
    if (setupterm(NULL, STDOUT_FILENO, &found) != OK || found != 1)
        return refuse(error, "this terminal (TERM) is not known");
    const char *cup = tigetstr((char *)"cup");
    bool can_move = cup && cup != (char *)-1;
    bool as_expected = can_move && strncmp(tiparm(cup, 6, 7), "\033[7;8H", 6) == 0;
    del_curterm(cur_term); /* newterm reads it again for itself */
    if (!can_move)
        return refuse(error, "this terminal cannot move its cursor");
    if (!as_expected)
        return refuse(error, "this terminal (TERM) has other sequences than those of ECMA-48");
    return true;
}

static bool is_named(const char *name, const char *const *kin, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(name, kin[i], strlen(kin[i])) == 0)
            return true;
    return false;
}

/* By terminfo: RGB, of any type, or what tmux has called it before. */
static bool tells_direct(int colours) {
    const char *rgb = tigetstr((char *)"RGB");
    bool has_text = rgb && rgb != (char *)-1;
    bool has_flag = tigetflag((char *)"RGB") > 0 || tigetflag((char *)"Tc") > 0;
    return colours >= 1 << 24 || has_text || has_flag || tigetnum((char *)"RGB") > 0;
}

/* COLORTERM is inherited by programs whose own terminal may know less. */
static bool heeds_colorterm(const char *name) {
    static const char *const poorer[] = {"linux", "screen", "dumb"};
    const char *more = getenv("COLORTERM");
    bool says = more && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0);
    return says && !is_named(name, poorer, sizeof poorer / sizeof *poorer);
}

ws_colour_depth ws_terminal_depth(void) {
    const char *no_color = getenv("NO_COLOR"), *name = getenv("TERM");
    int found;
    if ((no_color && *no_color) || !name || setupterm(NULL, STDOUT_FILENO, &found) != OK)
        return WS_DEPTH_MONO;
    int colours = tigetnum((char *)"colors");
    bool direct = tells_direct(colours);
    del_curterm(cur_term);
    if (direct || heeds_colorterm(name))
        return WS_DEPTH_DIRECT;
    if (colours >= 256)
        return WS_DEPTH_256;
    if (colours >= 16)
        return WS_DEPTH_16;
    return colours >= 8 ? WS_DEPTH_8 : WS_DEPTH_MONO;
}

/* `ncv` has a bit for each attribute, in an order of its own. */
static uint16_t attributes_unmixed(void) {
    static const struct {
        int bit;
        unsigned attribute;
    } rows[] = {{2, WS_UNDERLINE}, {4, WS_REVERSE}, {16, WS_DIM}, {32, WS_BOLD}};
    int without = tigetnum((char *)"ncv");
    unsigned found = 0;
    for (size_t i = 0; without > 0 && i < sizeof rows / sizeof *rows; i++)
        found |= without & rows[i].bit ? rows[i].attribute : 0;
    return (uint16_t)found;
}

ws_emit_traits ws_terminal_traits(ws_colour_depth depth) {
    return (ws_emit_traits){.depth = depth,
                            .erases = tigetflag((char *)"bce") > 0,
                            .scrolls =
                                tigetflag((char *)"am") > 0 && tigetflag((char *)"xenl") <= 0,
                            .unmixed = attributes_unmixed(),
                            .synchronizes = term.synchronizes};
}

/* Terminals that know the modes of xterm have its mouse string or are of its kin by name. */
static bool is_xterm_like(void) {
    static const char *const kin[] = {"xterm", "tmux", "screen", "rxvt",    "alacritty", "foot",
                                      "kitty", "st",   "vte",    "konsole", "gnome"};
    return is_named(getenv("TERM"), kin, sizeof kin / sizeof *kin);
}

/* Terminals do not all heed the mode in which they would send what terminfo says. */
static void keys_define(void) {
    static const struct {
        const char *text;
        int key;
    } more[] = {{"\033[A", KEY_UP},    {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT},
                {"\033[D", KEY_LEFT},  {"\033[H", KEY_HOME}, {"\033[F", KEY_END},
                {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        define_key(more[i].text, more[i].key);
}

static void screen_modes(void) {
    raw();
    noecho();
    nonl();
    curs_set(0);
    keypad(term.input, TRUE);
    nodelay(term.input, TRUE);
    refresh();
    keys_define();
    define_key("\033[<", KEY_MOUSE_SGR);
    for (size_t i = 0; i < ANSWERS; i++)
        define_key(answers[i].text, answers[i].key);
    define_key("\033[200~", KEY_PASTE_BEGIN);
    define_key(PASTE_END, KEY_PASTE_END);
}

bool ws_terminal_open(bool mouse, ws_error *error) {
    if (!terminal_fits(error))
        return false;
    tcgetattr(STDIN_FILENO, &term.before);
    term.xterm_like = is_xterm_like();
    term.mouse = mouse && term.xterm_like;
    set_escdelay(ESCAPE_MS);
    if (!newterm(NULL, stdout, stdin) || !(term.input = newpad(1, 1)))
        return refuse(error, "the screen could not be opened");
    screen_modes();
    restore_prepare();
    crash_catch();
    modes_on();
    term.open = true;
    return true;
}

/* Its memory goes with the program: delscreen asks for more, and crashes where there is none. */
void ws_terminal_close(void) {
    if (!term.open)
        return;
    term.open = false;
    modes_off();
    endwin();
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
}

void ws_terminal_make_blocking(void) {
    int off = 0;
    ioctl(STDIN_FILENO, FIONBIO, &off);
}

void ws_terminal_size(int *width, int *height) {
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    *width = COLS;
    *height = LINES;
}

void ws_terminal_retake(void) {
    reset_prog_mode();
    curs_set(0);
    modes_on();
    clearok(curscr, TRUE);
    refresh();
}

static void paste_set(bool begins) {
    term.in_paste = begins;
    term.paste_end = 0;
}

/* The group, as the terminal would: `make run` stops with us. In an orphaned group nothing
 * happens, which is right, since nobody could wake us. */
void ws_terminal_suspend(void) {
    modes_off();
    endwin();
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    struct sigaction before, standard = {.sa_handler = SIG_DFL};
    sigemptyset(&standard.sa_mask);
    sigaction(SIGTSTP, &standard, &before);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
    paste_set(false); /* the system may have thrown away the rest of it */
    term.in_mouse = false;
    ws_terminal_retake();
}

/* ---- input ---- */

static const struct {
    int curses;
    uint32_t key;
} key_map[] = {
    {KEY_UP, WS_KEY_UP},
    {KEY_DOWN, WS_KEY_DOWN},
    {KEY_LEFT, WS_KEY_LEFT},
    {KEY_RIGHT, WS_KEY_RIGHT},
    {KEY_HOME, WS_KEY_HOME},
    {KEY_END, WS_KEY_END},
    {KEY_PPAGE, WS_KEY_PAGE_UP},
    {KEY_NPAGE, WS_KEY_PAGE_DOWN},
    {KEY_IC, WS_KEY_INSERT},
    {KEY_DC, WS_KEY_DELETE},
    {KEY_BTAB, WS_KEY_BACK_TAB},
    {KEY_ENTER, WS_KEY_ENTER},
    {KEY_BACKSPACE, WS_KEY_BACKSPACE},
};

/* 0: a key that nobody has asked for. */
static uint32_t function_key(int code) {
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return (uint32_t)(WS_KEY_F1 + (code - KEY_F(1)));
    for (size_t i = 0; i < sizeof key_map / sizeof *key_map; i++)
        if (key_map[i].curses == code)
            return key_map[i].key;
    return 0;
}

static uint32_t character_key(wint_t c) {
    if (c == '\r' || c == '\n')
        return WS_KEY_ENTER;
    if (c == 8)
        return WS_KEY_BACKSPACE;
    return (uint32_t)c;
}

/* One character of a mouse report "button;column;rowM". True when it is whole, or broken (button
 * -1). */
static bool mouse_take(wint_t c, ws_input *input) {
    bool ends = c == 'M' || c == 'm';
    bool is_part = c == ';' || (c >= '0' && c <= '9');
    if (!ends && is_part && term.report_length + 1 < sizeof term.report) {
        term.report[term.report_length++] = (char)c;
        return false;
    }
    term.report[term.report_length] = '\0';
    term.in_mouse = false;
    *input = (ws_input){.kind = WS_INPUT_MOUSE, .button = -1, .press = c == 'M'};
    int button;
    int column;
    int row;
    if (!ends || sscanf(term.report, "%d;%d;%d", &button, &column, &row) != 3)
        return true;
    input->button = button;
    input->x = column - 1;
    input->row = row - 1;
    return true;
}

/* A character within a paste; true if it is none of the text. The end of a paste may come slowly:
 * ncurses takes its escape for a key then. And it may never come: ^C is a key in any case. */
static bool paste_ends(wint_t c) {
    static const char end[] = PASTE_END;
    bool goes_on = c == (wint_t)end[term.paste_end];
    term.paste_end = goes_on ? term.paste_end + 1 : c == (wint_t)end[0];
    if (c == CTRL_C || end[term.paste_end] == '\0')
        paste_set(false);
    return c != CTRL_C && (term.paste_end > 0 || !term.in_paste);
}

/* Is what is held the begin of this answer? */
static bool is_begin_of(const char *answer) {
    for (size_t i = 0; i < term.held_length; i++)
        if (term.held[i] != (wint_t)answer[i])
            return false;
    return true;
}

/* An answer may come in pieces, each of which ncurses takes for keys. So while one is due, what can
 * be the begin of one is held; if it is none, `held_out` of it are keys. False: not held. */
static bool answer_hold(wint_t c, int *key) {
    bool due = term.asked && now_ms() - term.asked_ms < DUE_MS;
    if (term.held_length == 0 && !(due && c == ESCAPE))
        return false;
    term.held[term.held_length++] = c;
    for (size_t i = 0; i < ANSWERS; i++) {
        if (!is_begin_of(answers[i].text))
            continue;
        if (answers[i].text[term.held_length] == '\0') {
            *key = answers[i].key;
            term.held_length = 0;
        }
        return true;
    }
    term.held_out = --term.held_length;
    unget_wch((wchar_t)c);
    return true;
}

/* A key that was held, in its turn. */
static ws_input held_give(void) {
    wint_t c = term.held[term.held_length - term.held_out];
    if (--term.held_out == 0)
        term.held_length = 0;
    return (ws_input){.kind = WS_INPUT_KEY, .code = character_key(c)};
}

/* What ncurses has read becomes an input; false: nothing yet. */
static bool input_take(int status, wint_t c, ws_input *input) {
    if (status == KEY_CODE_YES) {
        switch ((int)c) {
        case KEY_MOUSE_SGR: term.in_mouse = true, term.report_length = 0; return false;
        case KEY_PASTE_BEGIN: paste_set(true); return false;
        case KEY_PASTE_END: paste_set(false); return false;
        case KEY_SYNC: term.synchronizes = true; return false;
        case KEY_NO_SYNC: return false;
        case KEY_ANSWER:
            term.asked = false;
            term.answered = true;
            *input = (ws_input){.kind = WS_INPUT_ANSWER};
            return true;
        default:
            *input = (ws_input){.kind = WS_INPUT_KEY, .code = function_key((int)c)};
            return input->code != 0;
        }
    }
    if (term.in_mouse)
        return mouse_take(c, input);
    if (term.in_paste && paste_ends(c))
        return false;
    *input = term.in_paste ? (ws_input){.kind = WS_INPUT_PASTE, .code = (uint32_t)c}
                           : (ws_input){.kind = WS_INPUT_KEY, .code = character_key(c)};
    return true;
}

ws_input ws_terminal_read(void) {
    wint_t c;
    int status;
    ws_input input;
    while (term.held_out == 0 && (status = wget_wch(term.input, &c)) != ERR) {
        int key = 0;
        if (status == KEY_CODE_YES && term.held_length) {
            term.held_out = term.held_length; /* they came before it */
            ungetch((int)c);
        } else if (status == KEY_CODE_YES || !answer_hold(c, &key)) {
            if (input_take(status, c, &input))
                return input;
        } else if (key && input_take(KEY_CODE_YES, (wint_t)key, &input))
            return input;
    }
    return term.held_out ? held_give() : (ws_input){.kind = WS_INPUT_NONE};
}
