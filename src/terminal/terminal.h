/* terminal.h - the terminal itself: opened, read, suspended, resized, and always given back as it
 * was.
 *
 * There is one terminal in a process, so this module keeps its state to itself. The order that
 * ncurses and libuv ask for: the signal handlers of the event loop first, then ws_terminal_open,
 * then the poll on standard input followed by ws_terminal_make_blocking (the poll makes standard
 * input, and with it standard output, non-blocking; ncurses would spin). */
#ifndef WS_TERMINAL_H
#define WS_TERMINAL_H

#include "tui/platform.h"
#include "ui/emit.h"
#include "wormscope/wormscope.h"

/* How many colours standard output can show, without opening anything: by NO_COLOR, COLORTERM
 * and TERM. */
ws_colour_depth ws_terminal_depth(void);
/* What the terminal that is open can do with pictures, in so many colours. */
ws_emit_traits ws_terminal_traits(ws_colour_depth depth);
/* Has it answered that it shows at once what stands between two marks? */
bool ws_terminal_synchronizes(void);
/* Sends it a picture. What it does not take is lost: the next input tells that it is gone. */
void ws_terminal_write(const char *bytes, size_t length);

/* False, with a hint to the commands that need no screen, when this is no terminal or one
 * that does not move its cursor by ECMA-48. */
bool ws_terminal_open(bool mouse, ws_error *error);
/* Restores the terminal; harmless when it is not open. */
void ws_terminal_close(void);
void ws_terminal_make_blocking(void);

/* Asks the terminal for a sign of life, which comes (as WS_INPUT_ANSWER) when it has shown all
 * that was written before. False if this is none that is known to answer. What is unanswered
 * when the terminal is given back is waited for, so that it is not taken for typing: 0.15 s in
 * all, or 2 s where the terminal has answered before. */
bool ws_terminal_ask(void);

/* The next thing the user did; call until WS_INPUT_NONE. */
ws_input ws_terminal_read(void);

/* The size now; tells ncurses if it has changed. */
void ws_terminal_size(int *width, int *height);

/* Gives the terminal back and stops the process group as ^Z does; returns when continued, with
 * the screen taken again. */
void ws_terminal_suspend(void);
/* Takes the screen again after another program has used the terminal. */
void ws_terminal_retake(void);

#endif
