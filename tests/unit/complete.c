/* complete.c - what is offered behind a line of the command language that is being typed. */
#include <string.h>

#include "session/language/complete.h"
#include "session/session.h"
#include "tap.h"

static ws_session *session;
static ws_completions c;

static const char *offered(const char *line) {
    static char list[4096];
    const ws_net *net = ws_session_net(session);
    ws_completions_begin(&c, line, strlen(line));
    ws_complete_statement(&c, ws_net_def(net), ws_net_graph(net));
    list[0] = '\0';
    for (size_t i = 0; i < c.count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " " : "", c.item[i].text);
    return list;
}

static void test_offers(const char *line, const char *wanted) {
    const char *got = offered(line);
    ok(strcmp(got, wanted) == 0, "`%s`: %s", line, got);
}

static void test_common(const char *line, const char *wanted) {
    char text[64];
    offered(line);
    ws_completions_common(&c, text, sizeof text);
    ok(strcmp(text, wanted) == 0, "`%s` goes on to %s", line, text);
}

int main(void) {
    ws_error error = {0};
    session = ws_session_open("kwan/two-hosts", NULL, &error);
    if (!ok(session != NULL, "opens %s", error.text)) return done();
    test_offers("s", "set send");
    test_offers("warm", "");
    test_offers("set swi", "switching switch-priority");
    test_offers("set switching ", "wormhole cut-through store-and-forward ++ --");
    test_offers("set switching c", "cut-through");
    test_offers("set load ", "1");
    test_offers("set length f", "fixed");
    test_offers("set nothing ", "");
    test_offers("set vcs", "");
    test_offers("host ", "all H1 H2 HD");
    test_offers("host H1 send-to H", "H1 H2 HD");
    test_offers("host H1 c", "class");
    test_offers("host H1 class ", "high low hot background any");
    test_offers("host H1 class high s", "send-to silent");
    test_offers("note ", "");
    test_offers("rebuild ro", "root= router-delay= router-unit= routing= route-choice=");
    test_offers("rebuild vcs=2 switching=c", "switching=cut-through");
    test_common("set segm", "segment");
    test_common("set s", "s");
    test_common("set zzz", "zzz");
    ws_completions_begin(&c, "set load", 3);
    ok(strcmp(c.word, "set") == 0 && c.words == 0 && c.begin == 0, "what stands behind the cursor does not matter");
    ws_completions_begin(&c, "  set  lo", 9);
    ok(strcmp(c.word, "lo") == 0 && c.words == 1 && c.begin == 7, "blanks are free");
    ws_session_close(session);
    return done();
}
