/* state.h - the state of the program with a screen: a part for each file that has one, and the
 * session that they share. */
#ifndef WS_TUI_STATE_H
#define WS_TUI_STATE_H

#include "session/watch.h"
#include "tui/beside.h"
#include "tui/brush.h"
#include "tui/class.h"
#include "tui/commands.h"
#include "tui/input.h"
#include "tui/lesson.h"
#include "tui/loop.h"
#include "tui/open.h"
#include "tui/papers.h"
#include "tui/run.h"
#include "tui/spacetime.h"
#include "tui/stage_lines.h"
#include "tui/start_screen.h"
#include "tui/theme_file.h"
#include "ui/panel.h"

/* What pictures are drawn with. */
typedef struct ws_display {
    const ws_glyphs *glyphs;
    ws_canvas canvas;
    ws_colour_depth depth;
    bool open; /* somebody sees them */
} ws_display;

struct ws_tui {
    const ws_platform *platform;
    ws_loop loop;
    ws_display display;
    ws_theme_file theme;
    ws_keys keys;
    const ws_screen_command *const *commands; /* ws_command_tables */
    ws_prompt prompt;
    ws_mouse mouse;
    ws_start_screen start;

    ws_options options; /* of all sessions */
    ws_session
        *session; /* NULL: only the start screen is there; then frame, watch and view are not */
    ws_frame *frame;
    ws_view view;
    ws_watch *watch;
    ws_running run;
    ws_beside other;
    ws_tui_spacetime spacetime;
    ws_tui_papers papers;
    ws_tui_brush brush;
    ws_selection selection;
    ws_saved saved;
    ws_tui_recorder recorder;
    ws_stage_seen stage;
    ws_tui_class class;
    ws_figures figures;
    ws_tui_lesson lesson;
    bool lecture; /* sessions begin as lectures */
    char message[640];
    char difference[800]; /* between two branches */
};

/* Before all else; the state is zeroed. Sessions get these options, and end when the user ends
 * them, unless the options say when. */
void ws_tui_begin(ws_tui *tui, const ws_platform *platform, const ws_options *options);
/* From now on somebody sees the pictures: with these signs, in so many colours. */
void ws_tui_seen(ws_tui *tui, const ws_glyphs *glyphs, ws_colour_depth depth);

static inline uint64_t ws_tui_cycle(const ws_tui *tui) {
    return ws_net_cycle(ws_session_net(tui->session));
}

#endif
