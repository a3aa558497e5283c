/* output_pacing.c - no more pictures than the line can carry.
 *
 * What is written goes into buffers of the kernel, of ssh, of the network; on a slow line they
 * fill with pictures that are out of date before they are seen, and the answer to a key waits
 * behind them. So when a picture has taken long to write, the terminal is asked behind each for
 * a sign of life, and the next is drawn when that has come: one picture is under way, and what
 * happens meanwhile is in the next. When the signs come quickly, they are no longer asked for. A
 * terminal that does not answer gets rests instead, several times as long as writing took. */
#include "tui/output_pacing.h"

#include "tui/state.h"

#define MS         1000000ull
#define LONG_NS    (20 * MS)   /* to write a picture: more than a fast line needs */
#define QUICK_NS   (30 * MS)   /* for an answer */
#define QUICK_MANY 30          /* of them in a row: the line is fast */
#define DEAF_NS    (4000 * MS) /* without an answer: there will be none */
#define REST       4           /* times as long as writing took */

uint64_t ws_tui_output_due(ws_tui *t) {
    ws_output_pacing *f = &t->output;
    uint64_t now = uv_hrtime();
    if (f->asked && now - f->since_ns < DEAF_NS)
        return f->since_ns + DEAF_NS;
    if (f->asked)
        f->deaf = true;
    f->asked = false;
    return f->rest_ns > now ? f->rest_ns : 0;
}

void ws_tui_output_drawn(ws_tui *t, uint64_t took_ns) {
    ws_output_pacing *f = &t->output;
    f->slow |= took_ns > LONG_NS;
    f->rest_ns = 0;
    if (!f->slow)
        return;
    f->since_ns = uv_hrtime();
    if (!f->deaf && ws_terminal_ask())
        f->asked = true;
    else
        f->rest_ns = took_ns > LONG_NS ? f->since_ns + REST * took_ns : 0;
}

void ws_tui_output_answered(ws_tui *t) {
    ws_output_pacing *f = &t->output;
    f->asked = f->deaf = false;
    f->prompt = uv_hrtime() - f->since_ns < QUICK_NS ? f->prompt + 1 : 0;
    if (f->prompt == QUICK_MANY) {
        f->slow = false;
        f->prompt = 0;
    }
}
