/* filter.c - filters: what is read, what is refused and how, and whom they take in a ring of four worms known by hand. */
#include <inttypes.h>
#include <string.h>

#include "session/session.h"
#include "tap.h"
#include "ui/filter/filter.h"

/* H0 -> H2, H1 -> H3, H2 -> H0, H3 -> H1, all stuck for ever; the head of each stands one switch before its destination's. */
static const char ring[] =
    "machine cube\nset topology ring1 4\nset routing dor-no-dateline\nset vcs 1\nset buffer 4\n"
    "set classes priority\nset high-share 0\nset length fixed 16\nset arrivals saturated\n"
    "host H0 send-to H2 class high\nhost H1 send-to H3\nhost H2 send-to H0\nhost H3 send-to H1\n@400 end\n";

static ws_frame *frame;

/* The sources of the worms that a filter takes, such as "H0 H2", in the order of hosts; "?" if it is none. */
static const char *taken(const char *text) {
    static char names[64];
    ws_filter filter = {0};
    ws_error error;
    if (!ws_filter_parse(&filter, frame, text, &error)) return note("%s", error.text), "?";
    names[0] = '\0';
    for (uint32_t h = 0; h < frame->hosts; h++)
        for (uint32_t i = 0; i < frame->worms; i++) {
            if (frame->worm[i].source != h || !ws_filter_match(&filter, frame, &frame->worm[i])) continue;
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? " " : "",
                     frame->graph.node[frame->switches + h].name);
        }
    return names;
}

static void test_takes(const char *text, const char *wanted) {
    const char *got = taken(text);
    ok(strcmp(got, wanted) == 0, "`%s` takes %s", text, *got ? got : "none");
}

static void test_refused(const char *text, const char *wanted) {
    ws_filter filter = {.count = 1}, before = filter;
    ws_error error = {0};
    bool read = ws_filter_parse(&filter, frame, text, &error);
    ok(!read && strstr(error.text, wanted), "`%s`: %s", text, error.text);
    ok(memcmp(&filter, &before, sizeof filter) == 0, "and nothing is changed");
}

static const char *offered(const char *text) {
    static char list[2048];
    static ws_completions kept, *c = &kept;
    ws_completions_begin(c, text, strlen(text));
    ws_filter_complete(c, frame);
    list[0] = '\0';
    for (size_t i = 0; i < c->count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " " : "", c->item[i].text);
    return list;
}

static void test_offers(const char *text, const char *wanted) {
    const char *got = offered(text);
    ok(strcmp(got, wanted) == 0, "`%s` may go on as: %s", text, got);
}

/* Anything at all: read or refused, and what is read is read again from its own text. */
static void test_random(void) {
    static const char *const parts[] = {"order", "host", "class", "to",   "blocked",
                                        "!",     " ",    ">",     "=",    "<",
                                        "!=",    ">=",   ",",     "H1",   "S2",
                                        "9",     "-1",   "#",     "high", "\"",
                                        "zz",    "over", "at",    "age",  "99999999999999999999"};
    uint32_t seed = 1;
    size_t good = 0, again = 0;
    for (int i = 0; i < 20000; i++) {
        char text[256] = "";
        ws_filter filter = {0}, other = {0};
        ws_error error;
        for (int n = (int)(seed >> 8) % 12; n >= 0; n--) {
            seed = seed * 1664525u + 1013904223u;
            strcat(text, parts[(seed >> 16) % (sizeof parts / sizeof *parts)]);
        }
        if (!ws_filter_parse(&filter, frame, text, &error)) continue;
        good++;
        for (uint32_t w = 0; w < frame->worms; w++) ws_filter_match(&filter, frame, &frame->worm[w]);
        again += ws_filter_parse(&other, frame, filter.text, &error) && other.count == filter.count;
    }
    ok(good > 500 && again == good, "of 20000 texts at random %zu are filters, and are again", good);
}

int main(void) {
    ws_error error = {0};
    ws_session *s = ws_session_open_text("ring", ring, strlen(ring), NULL, NULL, &error);
    if (!ok(s != NULL, "opens %s", error.text)) return done();
    ws_session_run(s, 100);
    frame = ws_frame_new(ws_session_net(s));
    ws_observer *observer = ws_observer_new(ws_session_net(s));
    ws_frame_update(frame, ws_session_net(s), ws_session_metrics(s), observer);
    test_takes("", "H0 H1 H2 H3");
    test_takes("waiting", "H0 H1 H2 H3");
    test_takes("blocked", "H0 H1 H2 H3");
    test_takes("ring", "H0 H1 H2 H3");
    test_takes("behind-ring", "");
    test_takes("moving", "");
    test_takes("!moving", "H0 H1 H2 H3");
    test_takes("dead knot", "H0 H1 H2 H3");
    test_takes("class=high", "H0");
    test_takes("class!=high", "H1 H2 H3");
    test_takes("from H3", "H3");
    test_takes("from=H3", "H3");
    test_takes("to=H3", "H1");
    test_takes("dest=H0,H1", "H2 H3");
    test_takes("host H0", "H0 H2");
    test_takes("!host=H0", "H1 H3");
    test_takes("host H0 from H2", "H2");
    test_takes("at S1", "H0");
    test_takes("over S0", "H0 H3");
    test_takes("length>15", "H0 H1 H2 H3");
    test_takes("length > 16", "");
    test_takes("length >=16 length<= 16", "H0 H1 H2 H3");
    test_takes("wait>50", "H0 H1 H2 H3");
    test_takes("links=2", "H0 H1 H2 H3");
    test_takes("killed", "");
    test_takes("retries=0", "H0 H1 H2 H3");
    test_takes("H3", "H1 H3");
    test_takes("h3", "H1 H3");
    test_takes("s1", "H0");
    test_takes("!H3", "H0 H2");
    test_refused("xyzzy", "expected a field, or part of the name");
    test_refused("blokced", "did you mean \"blocked\"?");
    test_refused("ordr>2", "did you mean \"order\"?");
    test_refused("order>x", "invalid value \"x\" for order");
    test_refused("order>-1", "invalid value \"-1\" for order");
    test_refused("order", "a value for order is missing");
    test_refused("order>", "a value for order is missing");
    test_refused("order!2", "compares nothing");
    test_refused("host=H9", "unknown host \"H9\"");
    test_refused("at H1", "unknown switch \"H1\"");
    test_refused("class=hihg", "did you mean \"high\"?");
    test_refused("class>high", "class has no order");
    test_refused("blocked=1", "blocked takes no value");
    test_refused("!", "stands alone");
    test_refused("to=H0,H1,H2,H3,H0,H1,H2,H3,H0", "at most 8 values");
    test_refused("H1 H1 H1 H1 H1 H1 H1 H1 H1", "at most 8 conditions");
    test_refused("order>99999999999999999999", "invalid value");
    test_random();
    test_offers("b", "blocked behind behind-ring");
    test_offers("blocked or", "order>");
    test_offers("class=", "class=high class=low");
    test_offers("to=H", "to=H0 to=H1 to=H2 to=H3");
    test_offers("at=", "at=S0 at=S1 at=S2 at=S3");
    ws_observer_free(observer);
    ws_frame_free(frame);
    ws_session_close(s);
    return done();
}
