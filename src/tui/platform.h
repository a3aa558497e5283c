/* platform.h - what is around the program with a screen: a terminal, a page, a test. It gives what
 * the user does, and shows pictures; the rest of the program knows no other outside. */
#ifndef WS_PLATFORM_H
#define WS_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/palette.h"

typedef struct ws_tui ws_tui;

typedef enum ws_input_kind {
    WS_INPUT_NONE,  /* nothing left to read */
    WS_INPUT_KEY,   /* code: a character or WS_KEY_* */
    WS_INPUT_PASTE, /* code: a pasted character; never a key */
    WS_INPUT_MOUSE,
    WS_INPUT_ANSWER /* of a terminal; the program never sees it */
} ws_input_kind;

enum {
    WS_MOUSE_LEFT = 0,
    WS_MOUSE_RIGHT = 2,
    WS_MOUSE_LEFT_MOVED = 32,
    WS_MOUSE_RIGHT_MOVED = 34,
    WS_MOUSE_WHEEL_UP = 64,
    WS_MOUSE_WHEEL_DOWN = 65
};

typedef struct ws_input {
    ws_input_kind kind;
    uint32_t code;
    int button;
    int x;   /* cells from 0 */
    int row; /* cells from 0 */
    bool press;
} ws_input;

/* A row; functions that may be NULL say what that means. */
typedef struct ws_platform {
    /* Shows display.canvas; `forget`: nothing of what was shown is there any more. `due` says when
     * the next picture may be shown, 0 now; NULL: always. */
    void (*show)(ws_tui *tui);
    void (*forget)(ws_tui *tui);
    uint64_t (*due)(ws_tui *tui);
    /* The colours from now on: theme.now, and of what the outside can show display.depth. */
    void (*colours)(ws_tui *tui);
    ws_colour_depth (*depth)(void); /* what it can show by itself */
    void (*size)(int *width, int *height);
    /* The next thing the user did; `waits`: there is more that was not read yet, of which the
     * outside tells again. NULL: never. */
    ws_input (*read)(ws_tui *tui);
    bool (*waits)(ws_tui *tui);
    void (*quit)(ws_tui *tui);
    void (*suspend)(ws_tui *tui); /* NULL: there is no shell behind it */
    void (*watch)(ws_tui *tui);   /* tells when the file theme.path has changed; NULL: never */
} ws_platform;

#endif
