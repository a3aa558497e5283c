/* language.c - the command language and the network file: what is read, and the exact text of every kind of error. */
#include "session/library/find.h"
#include "session/load.h"
#include "session/memory.h"
#include "session/language/network_file.h"
#include "session/library/scenarios.h"
#include "tap.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------------------- reading scripts ---- */

static bool read_text(ws_script *script, const char *text, size_t length, const ws_options *options, ws_error *error) {
    error->text[0] = '\0';
    ws_source *source = ws_source_text("t.ws", NULL, text, length, error);
    if (!source) return *script = (ws_script){0}, false;
    return ws_script_read(script, source, options, error) && ws_script_resolve(script, options, error);
}

typedef struct error_row {
    const char *text, *error;
} error_row;

static void check_errors(const error_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ws_script script;
        ws_error error;
        bool good = read_text(&script, rows[i].text, strlen(rows[i].text), NULL, &error);
        if (!ok(!good && strcmp(error.text, rows[i].error) == 0, "error: %.60s", rows[i].error))
            note("of \"%s\": got \"%s\"", rows[i].text, good ? "no error" : error.text);
        ws_script_free(&script);
    }
}

static const error_row words[] = {
    {"title \"open", "t.ws:1:7: the quote is not closed; write \" at the end of the text"},
    {"\n\n  title \"a\"b", "t.ws:3:12: text behind the quote; put a blank between the words"},
    {"title a\"b", "t.ws:1:8: a quote within a word; quote the whole word"},
    {"title \"\\q\"", "t.ws:1:8: unknown escape; a backslash in quotes stands before one of \" \\ n t"},
    {"seed\a1", "t.ws:1:5: control character 0x07; a line is plain text"},
    {"title \"\x1b[2J\"", "t.ws:1:8: control character 0x1b; a line is plain text"},
    {"title \"\xc3\xa4\xff\"", "t.ws:1:9: byte 0xff is not UTF-8; save the file as UTF-8"},
    {"title \"\xed\xa0\x80\"", "t.ws:1:8: byte 0xed is not UTF-8; save the file as UTF-8"},
    {"title \"\xc3\xa4\" x", "t.ws:1:11: \"x\" is too much; write title \"TEXT\""},
};

static const error_row commands[] = {
    {"sett load 1", "t.ws:1:1: unknown command \"sett\"; did you mean \"set\"?"},
    {"load 1", "t.ws:1:1: load is a parameter; write set load VALUE"},
    {"frobnicate",
     "t.ws:1:1: unknown command \"frobnicate\"; one of: machine, include, title, set, rebuild, seed, host, send, cut, "
     "repair, warmup, note, ask, answer, measure, check, end"},
    {"end", "t.ws:1:1: end needs a time; write @CYCLE end"},
    {"check 0123456789abcdef", "t.ws:1:1: check needs a time; write @CYCLE check DIGEST"},
    {"@5 seed 1", "t.ws:1:4: seed belongs to the build and has no time; write it without @CYCLE"},
    {"@5", "t.ws:1:3: a command is missing; write @CYCLE COMMAND"},
    {"@ 5 end", "t.ws:1:1: invalid time \"@\": expected @CYCLE, such as @1500"},
    {"@5x end", "t.ws:1:1: invalid time \"@5x\": expected @CYCLE, such as @1500"},
    {"@-5 end", "t.ws:1:1: invalid time \"@-5\": expected @CYCLE, such as @1500"},
    {"@99999999999999999999 end", "t.ws:1:1: invalid time \"@99999999999999999999\": expected @CYCLE, such as @1500"},
    {"@999999999999999999 end", "t.ws:1:1: 999999999999999999 is out of range; a cycle is at most 10000000000000"},
    {"@5 @6 end", "t.ws:1:4: two times on one line; write one"},
    {"@5 end now", "t.ws:1:8: \"now\" is too much; write end"},
    {"@5 check 12", "t.ws:1:10: invalid digest \"12\": expected 16 hexadecimal digits"},
    {"@5 check 012345678912345g", "t.ws:1:10: invalid digest \"012345678912345g\": expected 16 hexadecimal digits"},
    {"title", "t.ws:1:6: \"TEXT\" is missing; write title \"TEXT\""},
    {"title two words", "t.ws:1:11: more than one word; put the text in quotes: title \"...\""},
    {"title a\ntitle b", "t.ws:2:1: title is on line 1 already; keep one of the two"},
    {"seed 1\nseed 2", "t.ws:2:1: seed is on line 1 already; keep one of the two"},
    {"@5 end\n@6 end", "t.ws:2:4: end is on line 1 already; keep one of the two"},
    {"@5 end\n@6 note x", "t.ws:2:4: the line comes after the end at cycle 5 (line 1); move one of them"},
    {"seed", "t.ws:1:5: N is missing; write seed N"},
    {"seed -1", "t.ws:1:6: invalid number \"-1\": a seed is a whole number from 0 to 9223372036854775807"},
    {"seed 9223372036854775808", "t.ws:1:6: 9223372036854775808 is out of range; a seed is from 0 to 9223372036854775807"},
    {"warmup 1.5", "t.ws:1:8: invalid number \"1.5\": a number of cycles is a whole number from 0 to 10000000000000"},
    {"machine wormhole-lam", "t.ws:1:9: unknown machine \"wormhole-lam\"; did you mean \"wormhole-lan\"?"},
    {"machine ../kwan/torus-3x3", "t.ws:1:9: unknown machine \"../kwan/torus-3x3\"; one of: cube, fedx, now-vct, "
                                  "now-wormhole, recn, slotted-switch, timeouts, wormhole-lan"},
    {"include kwan/two-host", "t.ws:1:9: unknown scenario \"kwan/two-host\"; did you mean \"kwan/two-hosts\"?"},
    {"include \"\"", "t.ws:1:9: the name is empty; write include PATH"},
    {"include /", "t.ws:1:9: /: is a directory; name a file in it"},
    {"include /dev/zero", "t.ws:1:9: /dev/zero: is a device; only files are read"},
};

static const error_row settings[] = {
    {"set sgement 33", "t.ws:1:5: unknown parameter \"sgement\"; did you mean \"segment\"?"},
    {"set seg 33", "t.ws:1:5: unknown parameter \"seg\"; did you mean \"segment\"?"},
    {"set seed 1", "t.ws:1:5: seed is a command and no parameter; write seed N"},
    {"set load 1.5", "t.ws:1:10: invalid value \"1.5\" for load: expected a number from 0 to 1 with at most 6 decimals"},
    {"set load 0.1234567", "t.ws:1:10: invalid value \"0.1234567\" for load: expected a number from 0 to 1 with at most 6 decimals"},
    {"set load 1e-1", "t.ws:1:10: invalid value \"1e-1\" for load: expected a number from 0 to 1 with at most 6 decimals"},
    {"set load", "t.ws:1:9: load is missing; write a number from 0 to 1"},
    {"set load 0.2 0.3", "t.ws:1:14: \"0.3\" is too much; load has its value already"},
    {"set buffer 0", "t.ws:1:12: 0 is out of range; buffer is from 1 to 65536"},
    {"set buffer 80bytes", "t.ws:1:12: invalid number \"80bytes\": buffer is a whole number from 1 to 65536"},
    {"@7 set segment *x", "t.ws:1:16: invalid change \"*x\" of segment: expected +N, -N (N up to 1000000), *N, *N/M, ++ or --"},
    {"@7 set segment *4/0", "t.ws:1:16: invalid change \"*4/0\" of segment: expected +N, -N (N up to 1000000), *N, *N/M, ++ or --"},
    {"@7 set segment +0.5", "t.ws:1:16: invalid change \"+0.5\" of segment: expected +N, -N (N up to 1000000), *N, *N/M, ++ or --"},
    {"@7 set arbiter *2", "t.ws:1:16: arbiter cannot be changed by \"*2\"; write a value"},
    {"set load -0.1",
     "t.ws:1:10: \"-0.1\" changes a value while the network runs; write the value of load itself, or @CYCLE first"},
    {"set load ++", "t.ws:1:10: \"++\" changes a value while the network runs; write the value of load itself, or @CYCLE first"},
    {"set arbiter round-robbin", "t.ws:1:13: unknown arbiter \"round-robbin\"; did you mean \"round-robin\"?"},
    {"set arbiter", "t.ws:1:12: the arbiter is missing; one of: round-robin, fcfs, random, priority"},
    {"set topology taurus 3 3", "t.ws:1:14: unknown topology \"taurus\"; did you mean \"torus\"?"},
    {"set topology torus 3", "t.ws:1:21: torus takes 2 to 6 numbers (rows, columns, planes, side 4, side 5, side 6), got 1"},
    {"set topology torus 3 129", "t.ws:1:22: 129 is out of range; number of columns is from 1 to 128"},
    {"set topology line 3 3", "t.ws:1:21: line takes 1 number (switches), got 2"},
    {"set topology fedx 3 3 3", "t.ws:1:23: fedx takes 2 numbers (rows, columns), got 3"},
    {"set topology switch 3", "t.ws:1:21: switch takes no number, got 1"},
    {"set topology bmin many", "t.ws:1:19: invalid number \"many\": number of hosts is a whole number from 1 to 4096"},
    {"set topology file", "t.ws:1:18: the path of a network file is missing; write file PATH"},
    {"set topology file nowhere.net", "t.ws:1:5: nowhere.net: No such file or directory"},
    {"@7 rebuild topology=++", "t.ws:1:21: topology cannot be changed by \"++\"; write a value"},
    {"set length exponentail 10", "t.ws:1:12: unknown kind of length \"exponentail\"; did you mean \"exponential\"?"},
    {"set length fixed", "t.ws:1:17: number of flits is missing; write a whole number from 1 to 65536"},
    {"set length mixture 5-1:3",
     "t.ws:1:20: invalid part of a mixture \"5-1:3\": expected LO-HI:WEIGHT or N:WEIGHT, lengths from 1 to 65536"},
    {"set length mixture 5", "t.ws:1:20: invalid part of a mixture \"5\": expected LO-HI:WEIGHT or N:WEIGHT, lengths from 1 to 65536"},
    {"set length mixture", "t.ws:1:19: the parts of the mixture are missing; write LO-HI:WEIGHT ..."},
    {"@5 set buffer 90",
     "t.ws:1:8: buffer is fixed by the build; write rebuild buffer=VALUE for a new network in its place, or set it without "
     "@CYCLE"},
    {"@5 set segment x", "t.ws:1:16: invalid number \"x\": segment is a whole number from 0 to 65536"},
    {"set topology torus 3 3\nset hosts 4", "t.ws:2:5: hosts belongs to the topology `switch`; set hosts-per-switch"},
};

static const error_row hosts[] = {
    {"host", "t.ws:1:5: the host is missing; write host WHO [send-to HOST|any] [class CLASS|any] [load X|any] | silent"},
    {"host 3", "t.ws:1:7: what it does is missing; write host WHO [send-to HOST|any] [class CLASS|any] [load X|any] | silent"},
    {"host 36 silent", "t.ws:1:6: unknown host \"36\"; write a name, a number from 0 to 35, LO-HI or all"},
    {"host 5-4 silent", "t.ws:1:6: unknown host \"5-4\"; write a name, a number from 0 to 35, LO-HI or all"},
    {"host 0-36 silent", "t.ws:1:6: unknown host \"0-36\"; write a name, a number from 0 to 35, LO-HI or all"},
    {"host al silent", "t.ws:1:6: unknown host \"al\"; did you mean \"all\"?"},
    {"host 3 silence", "t.ws:1:8: unknown clause \"silence\"; did you mean \"silent\"?"},
    {"set classes source\nhost 3 class low", "t.ws:2:14: unknown class \"low\"; one of: hot, background, any"},
    {"host 3 load",
     "t.ws:1:12: a value for load is missing; write host WHO [send-to HOST|any] [class CLASS|any] [load X|any] | silent"},
    {"host 3 load 2", "t.ws:1:13: invalid value \"2\" for load: expected a number from 0 to 1 with at most 6 decimals"},
    {"host 3 load 1 silent", "t.ws:1:15: \"silent\" says it twice; say it once"},
    {"host 3 class hgih", "t.ws:1:14: unknown class \"hgih\"; did you mean \"high\"?"},
    {"set classes none\nhost 3 class high", "t.ws:2:8: this network has no classes high and low; set classes priority"},
    {"host 3 send-to 3", "t.ws:1:16: a host cannot send to itself; name another host, or any"},
    {"host 3 send-to 4-5", "t.ws:1:16: \"4-5\" is more than one host; a message goes to one"},
    {"@7 host H99 silent", "t.ws:1:9: unknown host \"H99\"; did you mean \"H9\"?"},
};

/* --------------------------------------------------------------------------------------- what is understood ---- */

static void check_forms(void) {
    static const char text[] =
        "\xef\xbb\xbf# a byte-order mark, CR LF, blanks, no end of line\r\n"
        "\ttitle\t\"a \\\"b\\\" \\\\ \xc3\xa4\" # behind\r\n"
        "set load 0.123456\r\nseed 7\r\nwarmup 100\r\n"
        "set segment 250\r\n"
        "host 0-3 send-to H9 class high load 0.5\r\nhost H5 silent\r\nhost all send-to 8\r\n"
        "@9 note last\r\n@3 note first\r\n@9 set load 0.3\r\n@0 set buffer 100\r\n@0 set load 0.25\r\n@9 end";
    ws_script s;
    ws_error error;
    if (!ok(read_text(&s, text, sizeof text - 1, NULL, &error), "a scenario with all forms is read")) note("%s", error.text);
    ok(strcmp(s.draft.title, "a \"b\" \\ \xc3\xa4") == 0, "title with escapes: %s", s.draft.title);
    ok(s.draft.def.load == 123456 && s.draft.def.seed == 7 && s.draft.warmup == 100 && s.end == 9, "load, seed, warmup, end");
    ok(s.draft.def.segment == 250, "a plain value: %d", (int)s.draft.def.segment);
    ok(s.draft.def.buffer == 100, "@0 set of a build parameter acts before the build");
    ok(s.draft.hosts[0].dest == 8 && s.draft.hosts[0].traffic_class == 0 && s.draft.hosts[0].load == 500000, "a range of hosts");
    ok(s.draft.hosts[5].load == 0 && s.draft.hosts[5].dest == 8 && s.draft.hosts[8].dest == -1, "all, but not to itself");
    ok(s.timed.count == 4 && s.timed.line[0].cycle == 0 && s.timed.line[1].cycle == 3 && strncmp(s.timed.line[2].text, "note last", 9) == 0 &&
           strncmp(s.timed.line[3].text, "set load 0.3", s.timed.line[3].length) == 0,
       "timed lines are sorted by cycle, and stay in order within a cycle");
    ws_script_free(&s);
}

static void check_priorities(void) {
    static const char text[] = "set topology torus 2 2\nset priorities 3\nhost H1 class middle\nhost H2 class low\nhost H3 class any\n@9 end";
    ws_script s;
    ws_error error;
    if (!ok(read_text(&s, text, sizeof text - 1, NULL, &error), "classes of three priorities are read")) note("%s", error.text);
    const ws_host_def *host = s.draft.hosts;
    ok(host[1].traffic_class == 1 && host[2].traffic_class == 2 && host[3].traffic_class == -1, "middle and low, and any of them");
    ws_script_free(&s);
}

static void check_bounds(void) {
    ws_script s;
    ws_error error;
    char line[WS_LINE_MAX + 16];
    memset(line, 'x', sizeof line);
    ok(!read_text(&s, "seed\0 1", 7, NULL, &error) &&
           strcmp(error.text, "t.ws:1:5: control character 0x00; a line is plain text") == 0,
       "a NUL is told");
    ws_script_free(&s);
    ok(!read_text(&s, line, sizeof line, NULL, &error) &&
           strcmp(error.text, "t.ws:1:1: the line has 1040 bytes; a line has at most 1024") == 0,
       "a long line is told");
    ws_script_free(&s);
    for (size_t i = 1; i < sizeof line; i += 2) line[i] = ' ';
    ok(!read_text(&s, line, 1000, NULL, &error) &&
           strcmp(error.text, "t.ws:1:81: more than 40 words; no line needs as many") == 0,
       "many words are told");
    ws_script_free(&s);
    char *big = ws_alloc(WS_SOURCE_MAX + 1, 1);
    ok(!read_text(&s, big, WS_SOURCE_MAX + 1, NULL, &error) &&
           strcmp(error.text, "t.ws: is longer than 1 MiB; no scenario is") == 0,
       "a long text is told");
    free(big);
    ok(read_text(&s, "", 0, NULL, &error), "no line at all is the defaults");
    ws_script_free(&s);
}

static void check_overrides(void) {
    ws_script s;
    ws_error error;
    static const char text[] = "set topology switch\nset hosts 4\nset load 0.1\n@10 end\n@5 set load 0.2";
    ws_options options = {.sets = (const char *const[]){"hosts=8", "load=0.75", "length=fixed 20"},
                          .set_count = 3,
                          .has_seed = true,
                          .seed = 99,
                          .has_warmup = true,
                          .warmup = 3,
                          .has_cycles = true,
                          .cycles = 77};
    ok(read_text(&s, text, sizeof text - 1, &options, &error), "overrides are read");
    ok(s.graph.hosts == 8 && s.draft.def.load == 750000 && s.draft.def.length_mean == 20, "overrides win over the scenario");
    ok(s.draft.def.seed == 99 && s.draft.warmup == 3 && s.end == 77, "seed, warmup and cycles as well");
    ws_script_free(&s);
    const error_row rows[] = {
        {"sgement=3", "--set sgement=3: unknown parameter \"sgement\"; did you mean \"segment\"?"},
        {"segment", "--set segment: \"segment\" has no value; write --set NAME=VALUE"},
        {"segment=x", "--set segment=x: invalid number \"x\": segment is a whole number from 0 to 65536"},
        {"=3", "--set =3: the name is missing; write --set NAME=VALUE"},
        {"", "--set : \"\" has no value; write --set NAME=VALUE"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        options = (ws_options){.sets = (const char *const[]){"load=1", rows[i].text}, .set_count = 2};
        bool good = read_text(&s, "", 0, &options, &error);
        if (!ok(!good && strncmp(error.text, rows[i].error, strlen(rows[i].error)) == 0, "error: %s", rows[i].error))
            note("got %s", error.text);
        ws_script_free(&s);
    }
}

/* ------------------------------------------------------------------------------------------------- files ---- */

static char folder[64];

static void write_file(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) perror(path), exit(99);
}

/* Reads a file of the folder; errors lose the folder's name. */
static bool read_name(ws_script *script, const char *name, ws_error *error) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ws_source *source = ws_source_read(path, false, error);
    if (!source) exit(99);
    bool good = ws_script_read(script, source, NULL, error) && ws_script_resolve(script, NULL, error);
    for (char *at; !good && (at = strstr(error->text, folder));)
        memmove(at, at + strlen(folder) + 1, strlen(at + strlen(folder)));
    return good;
}

static void check_includes(void) {
    ws_script s;
    ws_error error;
    write_file("a.ws", "title outer\ninclude b.ws\nset load 0.5\n@20 end");
    write_file("b.ws", "title inner\nset load 0.1\nset segment 77\n@10 end");
    ok(!read_name(&s, "a.ws", &error) || (s.draft.def.load == 500000 && s.draft.def.segment == 77 && s.end == 20),
       "an included file acts where it stands; the file that includes it wins");
    ok(strcmp(s.draft.title, "inner") == 0, "unless it spoke before");
    ws_script_free(&s);
    write_file("c.ws", "seed 1\n\n include d.ws");
    write_file("d.ws", "include c.ws");
    ok(!read_name(&s, "c.ws", &error) && strcmp(error.text, "d.ws:1:9: c.ws includes itself; take one of the lines out") == 0,
       "a circle of includes: %s", error.text);
    ws_script_free(&s);
    for (int i = 0; i < 18; i++) {
        char name[16], text[32];
        snprintf(name, sizeof name, "n%d.ws", i);
        snprintf(text, sizeof text, "include n%d.ws", i + 1);
        write_file(name, text);
    }
    ok(!read_name(&s, "n0.ws", &error) &&
           strcmp(error.text, "n16.ws:1:1: files include each other more than 16 deep; include fewer") == 0,
       "deep includes: %s", error.text);
    ws_script_free(&s);
    write_file("wide1.ws",
               "include wide2.ws\ninclude wide2.ws\ninclude wide2.ws\ninclude wide2.ws\ninclude wide2.ws\ninclude wide2.ws");
    write_file("wide2.ws",
               "include wide3.ws\ninclude wide3.ws\ninclude wide3.ws\ninclude wide3.ws\ninclude wide3.ws\ninclude wide3.ws");
    write_file("wide3.ws", "include b.ws\ninclude b.ws\ninclude b.ws\ninclude b.ws\ninclude b.ws\ninclude b.ws");
    ok(!read_name(&s, "wide1.ws", &error) && strstr(error.text, "more than 256 files in all; include fewer"), "many includes: %s",
       error.text);
    ws_script_free(&s);
    write_file("e.ws", "include f.ws");
    write_file("f.ws", "set load 2");
    ok(!read_name(&s, "e.ws", &error) && strncmp(error.text, "f.ws:1:10: ", 11) == 0,
       "an error is placed in the included file: %s", error.text);
    ws_script_free(&s);
}

static void check_network(void) {
    ws_script s;
    ws_error error;
    write_file("net.ws", "set topology file x.net\nhost B silent");
    write_file("x.net", "# two and one\nswitch S1 at 3 1\nswitch S2\nlink S1 S2 delay 5 one-way\nlink S2 S1\nhost A S2 delay "
                        "2\nhosts h 2 S2\nhost B S1\n");
    if (!ok(read_name(&s, "net.ws", &error), "a network file is read")) note("%s", error.text);
    const ws_graph *g = &s.graph;
    ok(g->switches == 2 && g->hosts == 4 && g->edges == 6 && g->rows == 0, "counts");
    ok(strcmp(g->node[2].name, "A") == 0 && strcmp(g->node[4].name, "h1") == 0 && g->node[0].x == 3 && g->node[0].y == 1,
       "names and places");
    ok(g->node[1].x == 0 && g->node[1].y == 0 && g->node[5].x == 3, "free places; hosts sit with their switch");
    ok(g->edge[0].a == 1 && g->edge[0].b == 2 && g->edge[0].a_port == 0 && g->edge[0].delay == 2,
       "a host's cable begins at the switch");
    ok(g->edge[4].one_way && g->edge[4].delay == 5 && g->edge[4].a_port == 1 && g->edge[4].b_port == 3,
       "links follow the hosts' ports");
    ok(!g->edge[5].one_way && g->edge[5].a_port == 4 && g->edge[5].b_port == 2, "in order of appearance");
    ok(s.draft.hosts[3].load == 0, "hosts are known by their names");
    ws_script_free(&s);
    static const error_row rows[] = {
        {"", "x.net:1:1: the network has no switch; add switch NAME"},
        {"switch S", "x.net:2:1: the network has no host; add host NAME SWITCH"},
        {"swich S", "x.net:1:1: unknown line of a network file \"swich\"; did you mean \"switch\"?"},
        {"switch", "x.net:1:7: the name is missing; write switch NAME [at X Y]"},
        {"switch 12", "x.net:1:8: \"12\" cannot be a name; write at most 23 letters, digits and -_.,:/()+' which are neither a "
                      "number nor all nor any"},
        {"switch S\nhost S S", "x.net:2:6: the name \"S\" is taken; every switch and host has its own"},
        {"switch S\nhost A T1", "x.net:2:8: unknown switch \"T1\"; declare it above: switch T1"},
        {"switch West\nhost A Wset", "x.net:2:8: unknown switch \"Wset\"; did you mean \"West\"?"},
        {"switch S\nhost A S\nlink S A", "x.net:3:8: \"A\" is a host; name a switch"},
        {"switch S\nhost A S\nlink S S", "x.net:3:8: a link from a switch to itself; name two switches"},
        {"switch S\nhost A S dealy 3", "x.net:2:10: unknown option \"dealy\"; did you mean \"delay\"?"},
        {"switch S\nhost A S delay 0", "x.net:2:16: 0 is out of range; a delay in cycles is from 1 to 20000"},
        {"switch S\nhost A S delay 1 delay 2", "x.net:2:18: \"delay\" says it twice; say it once"},
        {"switch S at 1 1\nswitch T at 1 1", "x.net:2:13: another switch is at 1 1 already; move one of them"},
        {"switch S\nhosts h 64 S\nhost x S", "x.net:3:8: switch S has no port left; a switch has 64"},
        {"switch S\nhosts averyveryverylongname 64 S", "x.net:2:7: \"averyveryverylongname10\" cannot be"},
    };
    for (size_t i = 0; i + 1 < sizeof rows / sizeof *rows; i++) {
        write_file("x.net", rows[i].text);
        bool good = read_name(&s, "net.ws", &error);
        if (!ok(!good && strcmp(error.text, rows[i].error) == 0, "error: %s", rows[i].error)) note("got %s", error.text);
        ws_script_free(&s);
    }
}

/* ------------------------------------------------------------------------------------------- the scenarios ---- */

static void check_scenarios(void) {
    ws_scenario_row *rows;
    ws_error error;
    size_t count = ws_scenarios_list(&rows, NULL), found = 0;
    static const char *const names[] = {"kwan/two-hosts",   "kwan/three-hosts", "kwan/torus-3x3", "kwan/torus-3x3-stream",
                                        "kwan/torus-5x5",   "cube/mesh-8x8",    "cube/torus-8x8", "cube/torus-16x16",
                                        "cube/torus-32x32", "theory/switch",    "theory/mg1",     "theory/parking-lot"};
    enum { NAMES = sizeof names / sizeof *names };
    for (size_t i = 0; i < count; i++) {
        ws_script s;
        ws_source *source = ws_source_read(rows[i].path, false, &error);
        bool good = source && ws_script_read(&s, source, NULL, &error) && ws_script_resolve(&s, NULL, &error);
        if (!ok(good && *rows[i].title && strcmp(rows[i].title, s.draft.title) == 0, "%s: %s", rows[i].name, rows[i].title))
            note("%s", error.text);
        ok(s.end != UINT64_MAX && s.draft.warmup < s.end, "%s: ends, after its warm-up", rows[i].name);
        for (size_t j = 0; j < NAMES; j++) found += strcmp(names[j], rows[i].name) == 0;
        ws_script_free(&s);
        char *path = ws_find_scenario(rows[i].name, &error);
        ok(path && strcmp(path, rows[i].path) == 0, "%s: is found by its name", rows[i].name);
        free(path);
    }
    ok(found == NAMES, "all %d are there", NAMES);
    ws_scenarios_free(rows, count);
    ok(!ws_find_scenario("kwan/tow-hosts", &error) &&
           strcmp(error.text, "unknown scenario \"kwan/tow-hosts\"; did you mean \"kwan/two-hosts\"?") == 0,
       "a wrong name: %s", error.text);
    ok(!ws_find_scenario("two-hosts", &error) &&
           strcmp(error.text, "unknown scenario \"two-hosts\"; did you mean \"kwan/two-hosts\"?") == 0,
       "a name without its folder: %s", error.text);
}

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) note("%s is left behind", folder);
}

int main(void) {
    snprintf(folder, sizeof folder, "/tmp/wormscope-language-XXXXXX");
    if (!mkdtemp(folder)) return perror(folder), 99;
#define CHECK(rows) check_errors(rows, sizeof rows / sizeof *rows)
    CHECK(words);
    CHECK(commands);
    CHECK(settings);
    CHECK(hosts);
    check_forms();
    check_priorities();
    check_bounds();
    check_overrides();
    check_includes();
    check_network();
    check_scenarios();
    remove_folder();
    return done();
}
