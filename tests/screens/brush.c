/* brush.c - on a terminal: a range of cycles is brushed on the timeline, by keys, by mouse, by a line; the map shows what links carried in it, and
 * the figures are those of the difference of two counts. */
#include "desk.h"
#include "observe/observer.h"
#include "observe/frame.h"
#include "session/session.h"

/* What the link from S0 to S1 carries in these cycles, as the panel says it, counted by a session of our own. */
static void use_text(uint64_t from, uint64_t to, char *text, size_t room) {
    ws_error error;
    uint64_t flits = 0;
    uint32_t link = 0;
    ws_session *session = ws_session_open("cube/mesh-8x8", NULL, &error);
    const ws_net *net = ws_session_net(session);
    ws_frame *frame = ws_frame_new(net);
    const ws_node *node = ws_net_graph(net)->node;
    while (strcmp(node[frame->link[link].from].name, "S0") || strcmp(node[frame->link[link].to].name, "S1")) link++;
    ws_session_run(session, from);
    flits = ws_link_flits(net, link);
    ws_session_run(session, to - from);
    flits = ws_link_flits(net, link) - flits;
    snprintf(text, room, "%.3f flits a cycle", (double)flits / (double)(to - from));
    ws_frame_free(frame);
    ws_session_close(session);
}

static void mouse(desk *d, int button, int column, int row, char end) {
    char text[48];
    snprintf(text, sizeof text, "\033[<%d;%d;%d%c", button, column, row, end);
    type(d, text);
}

static void test_lines(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", NULL};
    desk d;
    desk_open(&d, 140, 40, arguments, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 3000\r");
    must_show(&d, "t=3 000 ");
    type(&d, ":brush 2000 1000\r");
    ok(wait_text(&d, "use in cycles 1 000 to 2 000"), "brush shows the range");
    ok(wait_text(&d, "the map shows the use of links in cycles 1000 to 2000") && shows(&d, "t=3 000 "), "and the session stays where it is");
    char use[64];
    use_text(1000, 2000, use, sizeof use);
    type(&d, ":look S0 S1\r");
    ok(wait_text(&d, use), "the link from S0 to S1 has carried %s", use);
    type(&d, ":brush 5000\r");
    ok(wait_text(&d, "invalid range `5000`: expected two cycles"), "one cycle is no range");
    type(&d, "\033");
    quiet(&d);
    ok(gone(&d, "use in cycles"), "Esc ends it");
    type(&d, "6\r");
    ok(wait_text(&d, "a range begins at cycle 3000"), "Enter in the held timeline begins a range");
    type(&d, "\033[D\033[D");
    quiet(&d);
    type(&d, "\r");
    ok(wait_text(&d, "to 3 000"), "and ends it");
    desk_close(&d);
}

static void test_mouse(void) {
    const char *const arguments[] = {"cube/mesh-8x8", "--paused", NULL};
    desk d;
    desk_open(&d, 140, 40, arguments, NULL);
    must_show(&d, "paused");
    type(&d, ":seek 900\r");
    must_show(&d, "t=900 ");
    mouse(&d, 2, 40, 38, 'M');
    mouse(&d, 34, 60, 38, 'M');
    ok(wait_text(&d, "use in cycles"), "the right button pulls a range on the timeline");
    mouse(&d, 2, 60, 38, 'm');
    ok(wait_text(&d, "the map shows the use of links"), "and the map shows it when it is let go");
    type(&d, "\033:rebuild routing=updown\r");
    must_show(&d, "a new network");
    type(&d, ":step 100\r");
    must_show(&d, "t=1 000 ");
    type(&d, ":cut S0 S1\r");
    must_show(&d, "done: cut");
    type(&d, ":step 100\r");
    must_show(&d, "t=1 100 ");
    quiet(&d);
    type(&d, ":brush 950 1050\r");
    ok(wait_text(&d, "the map shows the use of links"), "a range over a cut is shown");
    type(&d, ":rebuild topology=mesh 4 4\r");
    must_show(&d, "a new network");
    quiet(&d);
    ok(gone(&d, "use in cycles"), "with another network it is gone");
    type(&d, ":step 300\r");
    quiet(&d);
    type(&d, ":brush 1050 1400\r");
    ok(wait_text(&d, "another network was put under the session"), "a range over a rebuild is refused");
    desk_close(&d);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    test_lines();
    test_mouse();
    desk_end();
    return done();
}
