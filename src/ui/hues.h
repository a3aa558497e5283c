/* hues.h - the colour of a worm, by a key that the user chooses.
 *
 * Worms of one message, source, destination or class have one colour, whatever network they are
 * seen in: the hues of the theme in the order of the golden ratio, so that neighbours are unlike;
 * hosts and classes beyond eight take other tones. A worm that waits for one of its own colour has another tone of it. Age,
 * order and tree are ramps, or mean nothing for some worms: those are grey.
 *
 * Every colour has a contrast of at least 3:1 against the ground of the theme. */
#ifndef WS_HUES_H
#define WS_HUES_H

#include "observe/frame.h"
#include "ui/roles.h"

typedef struct ws_view ws_view;
typedef struct ws_pen ws_pen;

/* KEY(ID, "name", "what worms of one colour have in common") */
#define WS_COLOUR_KEYS(KEY)                                                                        \
    KEY(MESSAGE, "message", "their message")                                                       \
    KEY(SOURCE, "source", "the host they come from")                                               \
    KEY(DEST, "destination", "the host they go to")                                                \
    KEY(CLASS, "class", "their traffic class")                                                     \
    KEY(AGE, "age", "how long they have been under way")                                           \
    KEY(ORDER, "order", "order of waiting: who moves, who waits for one that moves, ...")          \
    KEY(TREE, "tree", "the root of their congestion tree")

#define WS_COLOUR_ENUM(id, name, doc) WS_COLOUR_##id,
typedef enum ws_colour_key { WS_COLOUR_KEYS(WS_COLOUR_ENUM) WS_COLOUR_COUNT } ws_colour_key;
#undef WS_COLOUR_ENUM

extern const char *const ws_colour_key_names[WS_COLOUR_COUNT];
extern const char *const ws_colour_key_docs[WS_COLOUR_COUNT];

enum { WS_TONES = 3 };

/* A step of a ramp of the theme, in a tone: 0 as it is, 1 nearer to the text, 2 nearer to the
 * ground. */
typedef struct ws_hue {
    uint8_t role; /* ws_role */
    uint8_t tone;
} ws_hue;

/* Colours of all worms of a frame, by place in its worm[]. */
typedef struct ws_hues {
    ws_colour_key key;
    ws_hue *hue; /* owned; NULL before the first ws_hues_find */
    uint8_t *state;
    uint32_t *chain;
    uint32_t room;
} ws_hues;

/* Gives each worm of a frame its hue. Aborts when memory is short. */
void ws_hues_find(ws_hues *hues, const ws_frame *frame);
void ws_hues_free(ws_hues *hues);
/* The hue of one worm by its key alone, whomever it waits for. */
ws_hue ws_hue_of(ws_colour_key key, const ws_frame *frame, const ws_frame_worm *worm);

/* Of a worm of the view's frame: its hue, and its colour as 0xRRGGBB (WS_COLOUR_NONE with a theme
 * without colours). */
ws_hue ws_worm_hue(const ws_view *view, const ws_frame_worm *worm);
uint32_t ws_worm_ink(const ws_view *view, const ws_frame_worm *worm);
/* A letter for its key, where there are no colours. */
char ws_worm_letter(const ws_view *view, const ws_frame_worm *worm);

/* The colour that a worm would have which is none of the frame's: by the key of the view, or by
 * message where that asks what only a worm of the frame has. */
uint32_t ws_stranger_ink(const ws_view *view, const ws_frame_worm *worm);

/* The colour of hue number n of those by the golden ratio: for things that are no worms. */
uint32_t ws_hue_ink(const ws_view *view, uint32_t number);

#endif
