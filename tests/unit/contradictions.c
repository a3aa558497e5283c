/* contradictions.c - what cannot be combined, in words: each row of tests/golden/contradictions.txt is a machine that can be built, a
 * line after which it cannot, or which it refuses while it runs, and the whole of the error. UPDATE=1 tries each corner of each parameter
 * on each machine below, in its file, live and as a rebuild, and keeps the first row of each sentence; the long form does the same, and
 * holds that no sentence is without its row. */
#include <ctype.h>

#include "../drawn/corners.h"
#include "../fixture.h"

#define TABLE "tests/golden/contradictions.txt"

#define RECN(model) "machine recn;set topology bmin 4;set queueing " model
#define DRAGONFLY   "machine cube;set topology dragonfly 2 1;set vcs 2;set routing dragonfly-minimal"

static const char *const machines[] = {
    "machine cube;set topology mesh 3 3",
    "machine cube;set topology mesh 3 3;set buffer 4;set length fixed 8",
    "machine cube;set topology mesh 3 3;set router-unit header",
    "machine cube;set topology mesh 3 3;set router-unit header;set crossbar full;set output-buffer 4",
    "machine cube;set topology mesh 2 3 2",
    "machine cube;set topology torus 3 3;set vcs 2",
    "machine cube;set topology ring1 4;set vcs 2",
    "machine cube;set topology torus 2 3;set vcs 3;set routing duato-escape;set router-unit header;set buffer 16;set grant-room fit",
    "machine cube;set topology fedx 4 5;set routing updown",
    "machine cube;set topology line 1;set routing updown",
    DRAGONFLY,
    "machine slotted-switch",
    "machine slotted-switch;set queueing voq",
    "machine slotted-switch;set hosts-per-switch 16;set queueing voq",
    "machine fedx;set topology fedx 4 4",
    "machine now-vct;set topology irregular 6",
    "machine now-wormhole;set topology irregular 6",
    "machine timeouts;set topology irregular 6",
    "machine wormhole-lan;set topology torus 2 3",
    "machine cube;set topology line 3;set routing updown;set length fixed 4096;set buffer 8192",
    RECN("1q"),
    RECN("voqsw"),
    RECN("voqnet"),
    RECN("recn-iq"),
    RECN("recn"),
    RECN("recn-dd"),
    RECN("oq"),
    RECN("oq") ";set grant-room none;set switching wormhole",
};

/* Beside the corners of parameters: topologies, and what takes two settings at once. */
static const char *const more[] = {
    "set topology line 1",
    "set topology line 8;set routing dor",
    "set topology ring1 4;set vcs 2;set routing dor;set dateline fixed",
    "set topology ring 5;set routing dor;set vcs 1",
    "set topology mesh 2 3",
    "set topology mesh 1 1",
    "set topology mesh 200 200",
    "set topology mesh 40 40 40",
    "set topology torus 3 3;set routing duato-escape;set vcs 2",
    "set topology switch",
    "set topology fedx 1 4",
    "set topology fedx 3 3",
    "set topology fedx 3 4;set fedx-neighbours brick",
    "set topology fedx 3 4;set fedx-neighbours diagonal",
    "set topology irregular 8",
    "set topology irregular 4;set irregular-degree 8",
    "set topology irregular 5000",
    "set topology dragonfly 4 2",
    "set topology dragonfly 32 32",
    "set topology dragonfly 4 2;set routing dragonfly-valiant;set vcs 2",
    "set topology bmin 16",
    "set topology bmin 5",
    "set topology file",
    "set crossbar full;set output-buffer 4",
    "set router-delay 0;set lane-delay 0",
    "set hosts-per-switch 0;set traffic uniform-self",
    "set hosts-per-switch 1;set topology line 1;set traffic uniform",
    "set router-unit header;set crossbar full;set output-buffer 4;set timeout-policy fixed",
    "set flow-control packet-credit;set length exponential 8",
    "set flow-control packet-credit;set segment-rule adaptive",
    "set overhead 64;set flow-control packet-credit;set buffer 32;set length fixed 1",
    "set stop-mark 10;set go-mark 10",
    "set stop-mark 79;set go-mark 2",
    "set buffer 4;set stop-mark 3;set go-mark 2",
    "set high-share 0.6;set second-share 0.5;set priorities 3;set classes priority",
    "set police-rate 0.1",
    "set traffic hot-senders;set hot-spots 5;set hot-share 0.9",
    "set traffic hotspot;set hotspot-host 4095",
    "set deadlock-rule forward-count;set pool 2",
    "set saq-xon 10;set saq-xoff 10",
    "set length mixture 1:1",
    "cut S0 S1",
    "cut S0.0 S0.1",
    "cut S0.0 S1.0",
};

enum { TEXT_ROOM = 640, ROWS_MOST = 1024 };

typedef struct row {
    char machine[256], form[16], line[160], error[TEXT_ROOM];
} row;

static row rows[ROWS_MOST];
static size_t row_count;

static ws_session *opened(const char *machine, const char *line, ws_error *error) {
    char text[TEXT_ROOM];
    snprintf(text, sizeof text, "%s;%s\n", machine, line);
    for (char *at = text; *at; at++)
        if (*at == ';') *at = '\n';
    return ws_session_open_text("t.ws", text, strlen(text), NULL, &(ws_options){0}, error);
}

/* What becomes of the line in this form: in the file, while the network runs, or as a rebuild; the error, empty without one. */
static ws_error outcome(const row *asked) {
    ws_error error = {0};
    bool in_file = text_is(asked->form, "file");
    char line[sizeof asked->line];
    snprintf(line, sizeof line, "%s", asked->line);
    ws_session *session = opened(asked->machine, in_file ? asked->line : "", &error);
    char *rest = in_file ? NULL : line;
    for (char *one = session && rest ? strtok_r(rest, ";", &rest) : NULL; one && !*error.text; one = strtok_r(NULL, ";", &rest))
        ws_session_apply(session, one, &error);
    if (session) ws_session_close(session);
    return error;
}

/* ---- the table ---- */

static void table_read(void) {
    FILE *file = fopen(TABLE, "r");
    char line[sizeof(row)];
    while (file && fgets(line, sizeof line, file)) {
        row *to = &rows[row_count];
        bool is_row = sscanf(line, "%255[^|]| %15[a-z] | %159[^|]| %639[^\n]", to->machine, to->form, to->line, to->error) == 4;
        if (*line != '#' && is_row && row_count < ROWS_MOST) row_count++;
    }
    if (file) fclose(file);
    for (size_t i = 0; i < row_count; i++) {
        rows[i].machine[strlen(rows[i].machine) - 1] = '\0';
        rows[i].line[strlen(rows[i].line) - 1] = '\0';
    }
}

/* The sentence of an error: without its place, and without its numbers. */
static void sentence_of(const char *error, char sentence[TEXT_ROOM]) {
    const char *place = strstr(error, ": ");
    size_t used = 0;
    for (const char *at = strncmp(error, "t.ws:", 5) == 0 && place ? place : error; *at; at++)
        if (!isdigit((unsigned char)*at)) sentence[used++] = *at;
    sentence[used] = '\0';
}

static bool is_known(const char *error) {
    char sentence[TEXT_ROOM], other[TEXT_ROOM];
    sentence_of(error, sentence);
    for (size_t i = 0; i < row_count; i++) {
        sentence_of(rows[i].error, other);
        if (text_is(sentence, other)) return true;
    }
    return false;
}

/* Is it of the build, and not of the language: a value out of range, a name that is unknown? */
static bool is_of_build(const char *error) {
    static const char *const language[] = {"unknown ", "must be between", "must be a", "is missing", "is too", "fixed by the build; write",
                                           "did you mean", "like this already", "out of range", "needs a time"};
    for (size_t i = 0; i < sizeof language / sizeof *language; i++)
        if (strstr(error, language[i])) return false;
    return *error != '\0';
}

static size_t added;

static void try_row(const char *machine, const char *form, const char *line) {
    row *next = &rows[row_count];
    snprintf(next->machine, sizeof next->machine, "%s", machine);
    snprintf(next->form, sizeof next->form, "%s", form);
    snprintf(next->line, sizeof next->line, "%s", line);
    ws_error error = outcome(next);
    snprintf(next->error, sizeof next->error, "%s", error.text);
    if (!is_of_build(error.text) || is_known(error.text) || row_count + 1 == ROWS_MOST) return;
    row_count++;
    added++;
}

static void try_forms(const char *machine, const char *line) {
    char rebuild[160] = "rebuild ";
    try_row(machine, "file", line);
    try_row(machine, "live", line);
    const char *value = strncmp(line, "set ", 4) == 0 && !strchr(line, ';') ? strchr(line + 4, ' ') : NULL;
    if (!value) return;
    snprintf(rebuild, sizeof rebuild, "rebuild %.*s=%s", (int)(value - line - 4), line + 4, value + 1);
    try_row(machine, "live", rebuild);
}

static void try_all(void) {
    corners_begin();
    for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
        for (size_t p = 0; p < PARAMS; p++)
            for (size_t c = 0; c < corners[p].count; c++) {
                char line[160];
                snprintf(line, sizeof line, "set %s %s", ws_params[p].name, corners[p].text[c]);
                try_forms(machines[m], line);
            }
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            try_forms(machines[m], more[i]);
    }
}

static void table_write(void) {
    FILE *file = fopen(TABLE, "w");
    fprintf(file, "# Made by UPDATE=1 make test T=unit/contradictions, which keeps what is there.\n# machine | form | line | error\n");
    for (size_t i = 0; i < row_count; i++)
        fprintf(file, "%s | %s | %s | %s\n", rows[i].machine, rows[i].form, rows[i].line, rows[i].error);
    fclose(file);
}

int main(void) {
    ws_error none = {0};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        ws_session *session = opened(machines[i], "", &none);
        if (!session) ok(false, "%s: %s", machines[i], none.text);
        if (session) ws_session_close(session);
    }
    table_read();
    bool update = getenv("UPDATE");
    if (update || is_long()) try_all();
    if (update) table_write();
    ok(update || added == 0, "no sentence is without its row (%zu are)", added);
    ok(row_count >= 100, "%zu rows in " TABLE, row_count);
    for (size_t i = 0; i < row_count; i++) {
        ws_error error = outcome(&rows[i]);
        if (!ok(text_is(error.text, rows[i].error), "%s: %s", rows[i].form, rows[i].line))
            note("expected \"%s\", and it is \"%s\"", rows[i].error, error.text);
    }
    return done();
}
