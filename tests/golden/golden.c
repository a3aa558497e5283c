/* golden.c - the digests of shipped scenarios at a fixed cycle. They may move only together with WS_MODEL (see ARCHITECTURE.md).
 * UPDATE=1 build/tests/golden/golden.t rewrites tests/golden/digests.txt. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "tap.h"

#define DIGESTS "tests/golden/digests.txt"

typedef struct golden {
    char scenario[64];
    unsigned cycles;
    uint64_t digest;
} golden;

/* Digest after `cycles` cycles taken in strides of `stride`; 0 if the scenario does not open. */
static uint64_t digest_of(const golden *g, uint64_t stride) {
    ws_error error = {0};
    ws_session *session = ws_session_open(g->scenario, &(ws_options){0}, &error);
    if (!session) {
        note("%s", error.text);
        return 0;
    }
    ws_net *net = ws_session_net(session);
    while (ws_net_cycle(net) < g->cycles && !ws_session_ended(session)) {
        uint64_t left = g->cycles - ws_net_cycle(net);
        ws_session_run(session, left < stride ? left : stride);
    }
    uint64_t digest = ws_net_digest(net);
    ws_session_close(session);
    return digest;
}

static size_t goldens_read(golden *rows, size_t room) {
    FILE *file = fopen(DIGESTS, "r");
    size_t count = 0;
    while (file && count < room &&
           fscanf(file, "%63s %u %" SCNx64, rows[count].scenario, &rows[count].cycles, &rows[count].digest) == 3)
        count++;
    if (file) fclose(file);
    return count;
}

/* The longest: not in the short form. */
static bool is_costly(const golden *g) {
    static const char *const names[] = {"recn/original-64", "recn/uniform-256", "recn/dd-hotspot-64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(g->scenario, names[i]) == 0) return true;
    return false;
}

int main(void) {
    golden rows[64];
    size_t count = goldens_read(rows, 64);
    const char *update = getenv("UPDATE");
    FILE *out = update && *update ? fopen(DIGESTS, "w") : NULL;
    ok(count >= 10, "%zu digests in " DIGESTS, count);
    for (size_t i = 0; i < count; i++) {
        if (!out && !is_whole() && is_costly(&rows[i])) continue;
        bool by_sevens = !is_whole() && i % 2; /* the short form runs each once */
        uint64_t run = digest_of(&rows[i], by_sevens ? 7 : 1000000), strides = is_whole() ? digest_of(&rows[i], 7) : run;
        ok(run == rows[i].digest, "%s after %u cycles: %016" PRIx64 ", golden %016" PRIx64, rows[i].scenario, rows[i].cycles, run,
           rows[i].digest);
        ok(strides == run, "%s: the same in strides of 7 cycles", rows[i].scenario);
        if (out) fprintf(out, "%s %u %016" PRIx64 "\n", rows[i].scenario, rows[i].cycles, run);
    }
    if (out) fclose(out);
    return done();
}
