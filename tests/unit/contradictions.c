/* contradictions.c - each switch model says itself what it cannot be combined with: a machine that can be built, and lines after which
 * it cannot, with the first words of the reason. */
#include "../fixture.h"

typedef struct contradiction {
    const char *possible, *lines, *reason;
} contradiction;

/* rows and columns, and a third cable at each switch: not for routings that know only the former */
#define FEDX_CUBE    "machine cube\nset topology fedx 4 5\nset routing updown\n"
#define THIRD_CABLES "goes by rows and columns alone, and topology fedx has a third cable at each switch; try `set routing fedx-det"
#define RECN(model) "machine recn\nset queueing " model "\n"

#define SHORT_BUFFER "machine cube\nset topology mesh 3 3\nset buffer 4\nset length fixed 8\n"

static const contradiction rows[] = {
    {"machine cube\nset topology mesh 3 3\nset router-unit header\n", "set router-delay 0\nset lane-delay 0\n",
     "router-unit header needs router-delay 1 or more"},
    {"machine cube\nset topology mesh 3 3\nset router-unit header\n", "set output-buffer 4\n", "output-buffer needs crossbar full"},
    {"machine cube\nset topology mesh 3 3\n", "set crossbar full\nset output-buffer 4\n", "output-buffer needs crossbar full"},
    {"machine cube\nset topology mesh 3 3\n", "set multiplexing packet\n", "multiplexing packet needs the routing unit"},
    {"machine cube\nset topology mesh 3 3\nset buffer 32\n", "set flow-control nack\n", "queueing pool and flow-control nack go together"},
    {SHORT_BUFFER, "set grant-room packet\n", "a buffer of 4 flits has no room for a packet of 8 flits"},
    {SHORT_BUFFER, "set grant-room bubble\n", "a buffer of 4 flits has no room for two packets of 8 flits"},
    {SHORT_BUFFER, "set switching cut-through\n", "a buffer of 4 flits has no room for a packet of 8 flits"},
    {SHORT_BUFFER, "set switching store-and-forward\n", "a buffer of 4 flits has no room for a packet of 8 flits"},
    {SHORT_BUFFER, "set flow-control packet-credit\n", "a buffer of 4 flits has no room for a packet of 8 flits"},
    {"machine slotted-switch\nset queueing voq\n", "set topology mesh 2 2\nset routing dor\n", "queueing voq is for one switch"},
    {"machine slotted-switch\nset queueing voq\n", "set classes priority\n", "queueing voq has one class of traffic"},
    {"machine slotted-switch\nset hosts-per-switch 16\nset queueing voq\n", "set traffic hot-senders\n",
     "queueing voq has no traffic hot-senders"},
    {"machine fedx\nset topology fedx 4 4\n", "set flow-control credit\n", "queueing pool and flow-control nack go together"},
    {"machine fedx\nset topology fedx 4 4\n", "set router-delay 0\n", "queueing pool needs router-delay 1 or more"},
    {"machine fedx\nset topology fedx 4 4\n", "set timeout-policy fixed\n", "with queueing pool packets are refused, not killed"},
    {"machine fedx\nset topology fedx 4 4\n", "set pool 2\n", "with a deadlock-rule, pool must be more than the longest way"},
    {FEDX_CUBE, "set routing dor\nset vcs 2\n", THIRD_CABLES},
    {FEDX_CUBE, "set routing dor-no-dateline\n", THIRD_CABLES},
    {FEDX_CUBE, "set routing west-first\n", THIRD_CABLES},
    {FEDX_CUBE, "set routing north-last\n", THIRD_CABLES},
    {FEDX_CUBE, "set routing negative-first\n", THIRD_CABLES},
    {FEDX_CUBE, "set routing duato-escape\nset vcs 3\n", THIRD_CABLES},
    {RECN("1q"), "set vcs 2\n", "queueing 1q, voqsw, voqnet, recn-iq, recn and recn-dd need flow-control packet-credit"},
    {RECN("1q"), "set arbiter random\n", "queueing 1q, voqsw, voqnet, recn-iq, recn and recn-dd need arbiter round-robin"},
    {RECN("1q"), "set grant-room bubble\n", "queueing 1q, voqsw, voqnet, recn-iq, recn and recn-dd need a routing with one way"},
    {RECN("voqsw"), "set routing updown\n", "queueing voqsw and voqnet choose a queue by the way of a packet"},
    {RECN("voqnet"), "set classes priority\n", "queueing voqnet has a queue for each destination"},
    {RECN("recn-iq"), "set routing updown\n", "queueing recn-iq, recn and recn-dd need fixed ways"},
    {RECN("recn-iq"), "set saq-xon 10\n", "saq-xon 10 must be below saq-xoff 10"},
    {RECN("recn-iq"), "set timeout-policy fixed\n", "queueing 1q, voqsw, voqnet, recn-iq, recn and recn-dd need a routing with one way, no timeouts"},
    {RECN("recn"), "set saq-xon 10\n", "saq-xon 10 must be below saq-xoff 10"},
    {RECN("recn"), "set router-delay 1\n", "queueing recn and recn-dd need router-delay 0 and lane-delay 0"},
    {RECN("oq"), "set router-delay 1\n", "queueing oq needs router-delay 0 and lane-delay 0"},
    {RECN("oq"), "set timeout-policy fixed\n", "queueing oq has no timeouts and no bubble"},
};

/* Opens a session on these lines; its error, empty if it can be built. */
static ws_error outcome(const char *text) {
    ws_error error = {""};
    ws_session *session = ws_session_open_text("t.ws", text, strlen(text), NULL, &(ws_options){0}, &error);
    if (session) ws_session_close(session);
    return error;
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", rows[i].possible, rows[i].lines);
        ws_error before = outcome(rows[i].possible);
        ws_error after = outcome(text);
        bool good = !*before.text && strstr(after.text, rows[i].reason);
        if (!ok(good, "%s", rows[i].reason)) note("before: \"%s\"; after: \"%s\"", before.text, after.text);
    }
    return done();
}
