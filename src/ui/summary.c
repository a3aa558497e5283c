/* summary.c - the picture in words, for whoever cannot see it: see view.h. */
#include <inttypes.h>

#include "session/language/text.h"
#include "ui/view.h"

void ws_view_summary(const ws_view *v, char *text, size_t room) {
    const ws_frame *f = v->frame;
    text_out out = text_begin(text, room);
    text_add(&out, "Cycle %" PRIu64 ", %s. ", f->cycle, v->session.running ? "running" : "paused");
    text_add(&out, "%" PRIu32 " worm%s, ", f->worms, f->worms == 1 ? "" : "s");
    text_add(&out, f->stopped == 1 ? "%" PRIu32 " waits" : "%" PRIu32 " wait", f->stopped);
    if (f->blocked_worms > 0) {
        const ws_frame_worm *longest = &f->worm[f->blocked[0]];
        text_add(&out, ", the longest for %" PRIu64 " cycles", f->cycle - longest->since);
    }
    if (f->trees > 0)
        text_add(&out, ". %zu congestion tree%s", f->trees, f->trees == 1 ? "" : "s");
    if (f->deadlock)
        text_add(&out, ". Deadlock of %" PRIu32 " worms.", f->deadlock_worms);
    else
        text_add(&out, ". No deadlock.");
}
