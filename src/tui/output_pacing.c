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
    ws_output_pacing *pacing = &t->output;
    uint64_t now = uv_hrtime();
    if (pacing->asked && now - pacing->since_ns < DEAF_NS)
        return pacing->since_ns + DEAF_NS;
    if (pacing->asked)
        pacing->deaf = true;
    pacing->asked = false;
    return pacing->rest_ns > now ? pacing->rest_ns : 0;
}

void ws_tui_output_drawn(ws_tui *t, uint64_t took_ns) {
    ws_output_pacing *pacing = &t->output;
    pacing->slow |= took_ns > LONG_NS;
    pacing->rest_ns = 0;
    if (!pacing->slow)
        return;
    pacing->since_ns = uv_hrtime();
    if (!pacing->deaf && ws_terminal_ask())
        pacing->asked = true;
    else
        pacing->rest_ns = took_ns > LONG_NS ? pacing->since_ns + REST * took_ns : 0;
}

void ws_tui_output_answered(ws_tui *t) {
    ws_output_pacing *pacing = &t->output;
    pacing->asked = pacing->deaf = false;
    pacing->prompt = uv_hrtime() - pacing->since_ns < QUICK_NS ? pacing->prompt + 1 : 0;
    if (pacing->prompt == QUICK_MANY) {
        pacing->slow = false;
        pacing->prompt = 0;
    }
}
