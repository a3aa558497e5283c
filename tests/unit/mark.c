/* mark.c - an exercise for thirty students: issued, solved, and tampered with in every way that marking must see. Each gets its verdict and marks,
 * the rest full ones, and the same twice. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mark/course.h"
#include "mark/mark.h"
#include "mark/siphash.h"
#include "session/recording/line_checksum.h"
#include "tap.h"

enum { STUDENTS = 30, TEXT = 1 << 18, FULL = 9 };

static const char lesson[] =
    "lesson \"Exercise\" minutes 5\n| # SECRET of the network\n| machine wormhole-lan\n| set topology file two-hosts.net # SECRET file\n"
    "| set arrivals saturated\n| set length fixed 1000\n| set segment 0\n| host H1 class high send-to HD\n| host H2 class low send-to HD\n| host HD silent\n"
    "| warmup 1000\n| @700 set segment 0\ndraw link-delay 5:15:1\ngoal \"Who gets what?\"\n"
    "step one \"Shares\"\nshow pace 20\nsay \"Two worms.\"\nrun 3000\n"
    "predict number \"H2's share?\" is percent(host(H2).accepted, host(HD).received) at +4000 within 20% mark 2\nreveal\n"
    "explain \"SECRET half each\"\nchoose \"Who waits?\" \"*one at a time\" \"both\" \"none\" mark 1\n"
    "pick worm \"Who holds the link?\" is link(S,HD).holder mark 1\n"
    "step two \"Repair\"\ndo \"H2 gets a fifth at most\" allow segment buffer vcs until percent(host(H2).accepted, host(HD).received) <= 20 "
    "for 2000 within 20000 limit buffer <= 200 tries 3 mark 3\nhint \"Cut.\"\nsolution set segment 100\nexplain \"SECRET one eleventh\"\n"
    "step three \"SECRET step\" hidden\ntest \"SECRET later too\" is percent(host(H2).accepted, host(HD).received) <= 25 at +4000 mark 2\n"
    "teacher \"SECRET note\"\n";

static char dir[] = "/tmp/wormscope-mark-XXXXXX";
static char program[4096];

/* ---- files ---- */

static void path_of(char *path, const char *name) { snprintf(path, 4096, "%s/%s", dir, name); }

static void put(const char *name, const char *text, size_t length) {
    char path[4096];
    path_of(path, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length) exit(1);
    fclose(file);
}

static char *get(const char *name, size_t *length) {
    char path[4096];
    path_of(path, name);
    char *text = calloc(1, TEXT);
    FILE *file = fopen(path, "r");
    *length = file ? fread(text, 1, TEXT - 1, file) : 0;
    if (file) fclose(file);
    return text;
}

/* Runs the program in the directory; its exit code. What it says is in OUT and ERR there. */
__attribute__((format(printf, 1, 2))) static int run(const char *format, ...) {
    char words[8192], line[16384];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(line, sizeof line, "cd %s && %s %s >OUT 2>ERR", dir, program, words);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- forging: lines without checksums are changed, and sealed anew ---- */

static char *plain_of(const char *name) {
    size_t length;
    char *text = get(name, &length);
    char *plain = calloc(1, TEXT);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        snprintf(plain + strlen(plain), TEXT - strlen(plain), "%.*s\n", (int)strlen(line) - WS_LINE_CHECKSUM_SIZE, line);
    free(text);
    return plain;
}

static void seal(const char *name, char *plain) {
    char *sealed = calloc(1, TEXT);
    uint32_t chain = 0;
    for (char *line = strtok(plain, "\n"); line; line = strtok(NULL, "\n")) {
        char checksum[WS_LINE_CHECKSUM_SIZE + 1] = "";
        ws_line_checksum_write(&chain, line, strlen(line), checksum);
        snprintf(sealed + strlen(sealed), TEXT - strlen(sealed), "%s%s\n", line, checksum);
    }
    put(name, sealed, strlen(sealed));
    free(sealed);
}

/* The first `from` becomes `to`. */
static void forge(const char *name, const char *from, const char *to) {
    char *plain = plain_of(name), *changed = calloc(1, TEXT), *at = strstr(plain, from);
    if (at) snprintf(changed, TEXT, "%.*s%s%s", (int)(at - plain), plain, to, at + strlen(from));
    ok(at != NULL, "%s: a line to forge: %.40s", name, from);
    if (at) seal(name, changed);
    free(plain);
    free(changed);
}

static void forge_letter(const char *name) {
    char from[] = "commit one ?", *plain = plain_of(name);
    for (char letter = 'a'; letter <= 'c'; letter++) {
        char line[32];
        snprintf(line, sizeof line, "commit one %c\n", letter);
        if (strstr(plain, line)) from[11] = letter;
    }
    free(plain);
    char to[sizeof from];
    memcpy(to, from, sizeof from);
    to[11] = from[11] == 'a' ? 'b' : 'a';
    forge(name, from, to);
}

static const char *other_option; /* what stands in that option then */

static void forge_option(const char *name) {
    char *plain = plain_of(name), *at = strstr(plain, "link-delay="), from[64];
    snprintf(from, sizeof from, "%.12s", at ? at : "?");
    free(plain);
    other_option = from[11] == '5' ? "link-delay=6" : "link-delay=5";
    forge(name, from, other_option);
}

/* The digest of the network before the first question. */
static void forge_digest(const char *name) {
    char from[] = "check 3000 ?", *plain = plain_of(name), *at = strstr(plain, "check 3000 ");
    if (at) from[11] = at[11];
    free(plain);
    forge(name, from, from[11] == '0' ? "check 3000 1" : "check 3000 0");
}

static void copy(const char *from, const char *to) {
    size_t length;
    char *text = get(from, &length);
    put(to, text, length);
    free(text);
}

/* ---- what is expected ---- */

static void row_is(const char *table, const char *id, int marks, const char *verdict, const char *why) {
    char begin[64], end[600];
    snprintf(begin, sizeof begin, "\n%s,", id);
    const char *row = strstr(table, begin);
    snprintf(end, sizeof end, "%.*s", row ? (int)strcspn(row + 1, "\n") : 0, row ? row + 1 : "");
    char number[32], word[64];
    snprintf(number, sizeof number, ",%d,%d,", marks, FULL);
    snprintf(word, sizeof word, ",%s,", verdict);
    ok(strstr(end, number) && strstr(end, word) && strstr(end, why), "%s: %d marks, %s: %s", id, marks, verdict, end);
}

static void test_hash(void) {
    unsigned char key[WS_SIPHASH_KEY], text[15];
    for (unsigned char i = 0; i < sizeof key; i++) key[i] = i;
    for (unsigned char i = 0; i < sizeof text; i++) text[i] = i;
    ok(ws_siphash(key, text, sizeof text) == 0xa129ca6149be45e5u, "SipHash-2-4 of the paper's example");
    ok(ws_siphash(key, text, 0) == 0x726fdb47dd0e0e31u && ws_siphash(key, text, 8) == 0x93f5f5799a932462u, "and of 0 and 8 bytes");
}

static void test_ids(void) {
    ok(ws_id_is_good("a") && ws_id_is_good("Ann_2.b-c") && !ws_id_is_good("") && !ws_id_is_good(".a") && !ws_id_is_good("-a") &&
           !ws_id_is_good("a/b") && !ws_id_is_good("a b") && !ws_id_is_good("\xc3\xa9"),
       "ids: letters, digits, dot, dash and underscore; neither dot nor dash first");
    static const char *const bad[][2] = {{"id,name\n../x,A\n", "an id has"},
                                         {"id,name\na,A\nA,B\n", "already"},
                                         {"id,mark\na,A\n", "columns id and name"},
                                         {"id,name\n", "one student at least"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t length;
        put("bad.csv", bad[i][0], strlen(bad[i][0]));
        int code = run("issue x.lesson --roster bad.csv --key bad.key -o bad");
        char *why = get("ERR", &length), path[4096];
        path_of(path, "bad");
        ok(code == 2 && strstr(why, bad[i][1]) && access(path, F_OK) != 0, "nothing is written: %s", why);
        free(why);
    }
}

/* A hidden test is held against the solution before anybody is given the lesson. */
static void test_hidden(void) {
    size_t length;
    char wrong[sizeof lesson + 8];
    const char *at = strstr(lesson, "<= 25");
    snprintf(wrong, sizeof wrong, "%.*s<= 1%s", (int)(at - lesson), lesson, at + 5);
    put("wrong.lesson", wrong, strlen(wrong));
    ok(run("lesson check ./x.lesson --draws 3") == 0, "the lesson is right, hidden test included");
    ok(run("lesson check ./wrong.lesson --draws 3") == 1, "one whose test asks too much is wrong");
    char *why = get("ERR", &length);
    ok(strstr(why, "wrong.lesson:30:1: the test does not hold after the solution"), "and told at its place: %s", why);
    free(why);
}

/* As a spreadsheet of another country writes it. */
static void test_semicolons(void) {
    static const char table[] = "\xef\xbb\xbfname;id\r\n\"Ann; B\";ann\r\n";
    size_t length;
    put("semi.csv", table, sizeof table - 1);
    ok(run("issue x.lesson --roster semi.csv --key key -o semi") == 0, "a roster with semicolons");
    char *text = get("semi/ann.wsl", &length);
    ok(strstr(text, "student ann \"Ann; B\" #") != NULL, "is read");
    free(text);
}

static bool same_text(const char *one, const char *other) {
    return one == other || (one && other && strcmp(one, other) == 0);
}

static bool same_lines(const ws_field_lines *one, const ws_field_lines *other) {
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++) same = same_text(one->line[i], other->line[i]);
    return same;
}

static bool same_question(const ws_item *one, const ws_item *other) {
    bool same = one->kind == other->kind && same_text(one->text, other->text) &&
                same_text(one->what, other->what) && one->cycles == other->cycles &&
                one->hold == other->hold && one->budget == other->budget &&
                one->every == other->every && one->marks == other->marks &&
                one->choices == other->choices &&
                (other->kind == WS_ITEM_RUN || other->kind == WS_ITEM_DO || !other->truth) &&
                !other->admitted && !other->solution.count;
    for (size_t i = 0; same && i < one->choices; i++)
        same = same_text(one->choice[i].text, other->choice[i].text) && !other->choice[i].right;
    return same && same_lines(&one->lines, &other->lines) &&
           same_lines(&one->allow, &other->allow) && same_lines(&one->hints, &other->hints);
}

/* What is said, shown, run and asked: the items of a lesson that its students get, each as it was. False behind the first that is not. */
static bool asks_the_same(const ws_lesson *whole, const ws_lesson *issued) {
    size_t s = 0;
    for (const ws_step *step = whole->step; step < whole->step + whole->steps; step++) {
        size_t i = 0;
        if (step->hidden) continue;
        if (s == issued->steps || !same_text(step->name, issued->step[s].name) ||
            !same_text(step->title, issued->step[s].title))
            return false;
        for (const ws_item *item = step->item; item < step->item + step->items; item++) {
            if (item->kind == WS_ITEM_EXPLAIN || item->kind == WS_ITEM_TEST) continue;
            if (i < issued->step[s].items && same_question(item, &issued->step[s].item[i++]))
                continue;
            note("%s: %s", step->name, item->text ? item->text : "an item without a text");
            return false;
        }
        if (i != issued->step[s++].items) return false;
    }
    return s == issued->steps;
}

static void test_redacted(void) {
    char **paths;
    size_t count = ws_lessons_list(&paths), same = 0, after = 0;
    for (size_t i = 0; i < count; i++) {
        ws_error error = {0};
        static char text[TEXT];
        memset(text, 0, sizeof text);
        ws_lesson *whole = ws_lesson_read(paths[i], &error);
        FILE *out = fmemopen(text, sizeof text, "w");
        if (whole) ws_lesson_write_open(out, whole);
        fclose(out);
        after += strstr(text, " after \"") != NULL;
        ws_lesson *issued = ws_lesson_read_text(paths[i], ".", text, strlen(text), &error);
        bool good = whole && issued && issued->issued && asks_the_same(whole, issued);
        if (!good) note("%s: %s", paths[i], error.text);
        same += good;
        ws_lesson_free(whole), ws_lesson_free(issued), free(paths[i]);
    }
    free(paths);
    ok(same == count && after > 2,
       "%zu lessons as their students get them ask what they ask, %zu of them what lines would do",
       count, after);
}

static void issue(void) {
    static char roster[8192] = "mail,id,name\r\n";
    static const char *const names[] = {"=1+2", "<b>&\\\"x\"\"</b>", "\x1b[2Jgone", "]]></failure>", "@sum", "A, B"};
    for (int i = 1; i <= STUDENTS; i++)
        snprintf(roster + strlen(roster), sizeof roster - strlen(roster), "m,s%02d,\"%s\"\r\n", i, i <= 6 ? names[i - 1] : "Somebody");
    put("class.csv", roster, strlen(roster));
    ok(run("issue x.lesson --roster class.csv --key key -o out") == 0, "thirty students are issued");
    size_t length, other;
    char *one = get("out/s01.wsl", &length), *two = get("out/s02.wsl", &other);
    ok(length > 500 && strstr(one, "H2's share?") && strstr(one, "hint \"Cut.\""), "a file says what is asked, and hints");
    ok(!strstr(one, "SECRET") && !strstr(one, "hidden") && !strstr(one, "solution") && !strstr(one, "*one") && !strstr(one, "link(S") &&
           !strstr(one, dir),
       "and no solution, right choice, truth, explanation, note, hidden step, or place on the disk");
    ok(strcmp(strstr(one, "| option"), strstr(two, "| option")) != 0, "another has other numbers");
    char *key = get("key", &other);
    ok(run("issue x.lesson --roster class.csv --key key -o again") == 0, "issued again");
    char *again = get("again/s01.wsl", &other);
    ok(length == other && memcmp(one, again, length) == 0 && strncmp(key, WS_KEY_FIRST, strlen(WS_KEY_FIRST)) == 0,
       "with the same key it is the same file");
    free(one), free(two), free(again), free(key);
}

static void solve(void) {
    int good = 0;
    for (int i = 1; i <= STUDENTS; i++)
        good += run("solve out/s%02d.wsl --key key --lesson x.lesson -o s%02d.wsr", i, i) == 0;
    size_t length;
    char *why = get("ERR", &length);
    ok(good == STUDENTS, "%d solve it %s", good, why);
    free(why);
    ok(run("solve out/s01.wsl --key key --lesson x.lesson -o nowhere/s01.wsr") == 3 && run("solve none.wsl --key key -o s.wsr") == 3,
       "what cannot be written, or read, is an error of files");
    ok(run("issue x.lesson --roster none.csv --key key -o none") == 3 && run("mark x.lesson s01.wsr --key none") == 3 &&
           run("mark x.lesson s01.wsr --key key --roster none.csv") == 3 && run("solve out/s01.wsl --key none -o s.wsr") == 3 &&
           run("mark x.lesson s01.wsr --key x.lesson") == 2 && run("mark x.lesson s01.wsr") == 2,
       "so are a key and a roster; what is no key is wrong as it is");
    ok(run("issue x.lesson --roster class.csv --key other -o others") == 0 &&
           run("solve others/s01.wsl --key key --lesson x.lesson -o x.wsr") == 1,
       "what another key has issued is not solved with this one");
}

static const char past[] = "fork 3000 fork-1 main 0\ncheck 9000 0123456789abcdef\nswitch main\n~3000 commit one";

static void tamper(void) {
    size_t length;
    char *text = get("s01.wsr", &length);
    put("s01.wsr", text, (size_t)(strstr(text, "commit two") - text) + 4);
    free(text);
    text = get("s02.wsr", &length);
    text[length / 2] ^= 4;
    put("s02.wsr", text, length);
    free(text);
    copy("s05.wsr", "s03.wsr");
    forge_letter("s04.wsr");
    forge("s06.wsr", "model " MODEL "\n", "model 99\n");
    forge("s07.wsr", "fixed 1000", "fixed 900");
    forge_option("s08.wsr");
    forge("s09.wsr", "check 3000", "@2000 set segment 50\ncheck 3000");
    forge("s10.wsr", "commit two set segment 100", "commit two set link-delay 1");
    forge("s11.wsr", "~3000 commit one", past);
    copy("s05.wsr", "s12.wsr");
    forge("s12.wsr", "student s05", "student s12");
    forge("s13.wsr", "commit two", "commit two set segment 900\n~7000 commit two set segment 800\n~7000 commit two set segment 700\n~7000 commit two");
    forge("s14.wsr", "commit two set segment 100", "commit two rebuild buffer=65536 vcs=8");
    forge("s15.wsr", "~0 lesson ", "~0 lesson f");
    forge("s16.wsr", "~3000 commit one", "~2999 commit one");
    forge("s18.wsr", "scenario \"x\"\n", "");
    forge("s19.wsr", "file \"x\"", "option seed 7\nfile \"x\"");
    forge("s20.wsr", "option seed ", "option set \"load=1\"\noption seed ");
    forge("s21.wsr", "columns ", "file \"more\"\n| x\ncolumns ");
    forge("s22.wsr", "file \"two-hosts.net\"", "file \"/etc/passwd\"");
    forge("s23.wsr", "commit two ", "commit two rebuild buffer=400; ");
    forge("s24.wsr", "commit two set segment 100", "commit two rebuild \"topology=file /etc/passwd\"");
    forge("s25.wsr", "commit one", "commit one </failure>]]><b>&'");
    forge("s26.wsr", "check 3000", "@999999999999 set segment 50\nfork 0 fork-1 main 0\ncheck 3000");
    forge("s30.wsr", "~3000 commit one", "fork 3000 fork-1 main 0\n@3000 set segment 0\ncheck 9001 0123456789abcdef\nswitch main\n~3000 commit one");
    forge_digest("s28.wsr");
    forge("s27.wsr", "~3000 commit one", "~999999999999 commit one");
    unlink(strcat(strcpy((char[4096]){0}, dir), "/s17.wsr"));
}

static void verdicts(const char *table) {
    row_is(table, "s01", 4, "incomplete", "cut off");
    row_is(table, "s02", 0, "damaged", "the line is damaged");
    row_is(table, "s03", 0, "not this student's", "made by `s05`");
    row_is(table, "s04", 8, "ok", "");
    row_is(table, "s05", FULL, "ok", "");
    row_is(table, "s06", 0, "other model", "model 99");
    row_is(table, "s07", 0, "not this lesson", "file 1");
    row_is(table, "s08", 0, "not this lesson", other_option);
    row_is(table, "s09", 0, "diverged", "`set segment 50` is not a line of the lesson");
    row_is(table, "s10", 4, "ok", "");
    row_is(table, "s11", FULL, "ok", "");
    row_is(table, "s12", 0, "not this student's", "issued to `s05`");
    row_is(table, "s13", 4, "ok", "no question waits");
    row_is(table, "s14", 4, "ok", "");
    row_is(table, "s15", 0, "not this lesson", "of lesson");
    row_is(table, "s16", 0, "diverged", "cycle 2999");
    row_is(table, "s18", 0, "not this lesson", "scenario");
    row_is(table, "s17", 0, "incomplete", "nothing was handed in");
    row_is(table, "s19", 0, "not this lesson", "option `seed`");
    row_is(table, "s20", 0, "not this lesson", "option `set`");
    row_is(table, "s21", 0, "not this lesson", "4 files; 3 were issued");
    row_is(table, "s22", 0, "not this lesson", "file 3 is not `two-hosts.net`");
    row_is(table, "s23", 4, "ok", "");
    row_is(table, "s24", 4, "ok", "");
    row_is(table, "s25", 7, "ok", "");
    row_is(table, "s26", FULL, "ok", "");
    row_is(table, "s30", FULL, "ok", "");
    row_is(table, "s27", 0, "diverged", "cycle 999999999999");
    row_is(table, "s28", 0, "diverged", "the network at cycle 3000 is not that of the lesson");
    int full = 0;
    for (const char *at = table; (at = strstr(at, ",9,9,4,3,2,ok,")); at++) full++;
    ok(full == STUDENTS - 25, "the rest have full marks: %d", full);
}

static void test_class(void) {
    size_t length;
    issue();
    solve();
    copy("s28.wsr", "kept.wsr");
    tamper();
    ok(run("mark x.lesson s*.wsr --key key --roster class.csv --csv") == 3, "damage is told by the exit code");
    char *table = get("OUT", &length);
    verdicts(table);
    ok(strstr(table, ",'=1+2,") && strstr(table, ",'@sum,") && !strchr(table, '\x1b'), "names stay text in a table");
    ok(run("mark x.lesson s*.wsr --key key --roster class.csv --csv -j1") == 3, "once more, one at a time");
    char *again = get("OUT", &length);
    ok(strcmp(table, again) == 0, "with the same output");
    free(table), free(again);
    run("mark x.lesson s*.wsr --key key --roster class.csv");
    char *text = get("OUT", &length);
    ok(strstr(text, "three              2 of 2 (hidden)") && strstr(text, "three              0 of 2 (hidden)"), "hidden steps are told as hidden");
    ok(strstr(text, "LOOK: predict: right:") && strstr(text, "seen up to cycle 9000 before"), "who looked ahead is flagged");
    ok(strstr(text, "LOOK: predict: right:") && strstr(text, "own had been seen up to cycle 9001 before"), "or on a branch whose lines may change nothing");
    ok(strstr(text, "`link-delay` may not be changed here"), "what may not be changed is refused again");
    ok(strstr(text, "beyond the limit: buffer<=200") && strstr(text, "`topology` may not be changed here"), "a limit holds again, and no file is named");
    ok(strstr(text, "buffers for ") && strstr(text, "flits; at most 4000000 are allowed here"), "a network that is too large is refused before it is built");
    free(text);
    run("mark x.lesson s*.wsr --key key --roster class.csv --junit --similar");
    text = get("OUT", &length);
    ok(strstr(text, "<testsuite name=\"s01\"") && strstr(text, "refused: `&lt;/failure&gt;]]&gt;&lt;b&gt;&amp;&#39; ") && !strstr(text, "<b>") &&
           !strstr(text, "]]>"),
       "JUnit holds no text of strangers as marks");
    free(text);
    text = get("ERR", &length);
    ok(strstr(text, "the same lines: ") && strstr(text, "set segment 100"), "who typed the same is listed");
    free(text);
    ok(run("mark x.lesson s05.wsr --key key --tap") == 0, "0 where all replay");
    text = get("OUT", &length);
    ok(strncmp(text, "ok 1 - s05: ok\n", 15) == 0 && strstr(text, "ok 4 - s05: three, 2 of 2 marks (hidden)\n1..4\n"), "TAP");
    free(text);
    ok(run("mark x.lesson s05.wsr s09.wsr --key key --json") == 1, "1 where one does not");
    ok(run("mark x.lesson s05.wsr out/../s05.wsr --key key") == 2, "nobody hands in twice");
    put("x2.lesson", lesson, sizeof lesson - 2);
    ok(run("mark x2.lesson s05.wsr --key key") == 1, "another lesson, or key, is not this one");
    copy("kept.wsr", "s28.wsr");
}

/* ---- answers by lot, against a model of marking ---- */

typedef struct answer {
    int question; /* whose line it was: 0 to 3 */
    bool right;
} answer;

static const int of_question[] = {2, 1, 1, 3}, tries_of[] = {1, 1, 1, 3};
static bool same_step(int one, int other) { return (one == 3) == (other == 3); }

/* Three questions of one step, a repair with three tries, and a hidden test of the repair. An answer is for the question at hand if it names
 * its step; it diverges if it was given in another cycle, as that to the first question was. No answers left: the replay ends. */
static int marks_of(const answer *a, int answers, bool *diverged) {
    int at = 0, marks = 0;
    for (int q = 0; q < 4; q++) {
        bool right = false, any = false;
        while (at < answers && a[at].question < 3 && q == 3) at++;
        for (int tries = 0; !right && tries < tries_of[q] && at < answers && same_step(a[at].question, q); tries++, at++) {
            *diverged = (a[at].question == 0) != (q == 0) && q < 3;
            if (*diverged) return marks;
            any = true, right = a[at].right && a[at].question == q;
        }
        marks += right ? of_question[q] + 2 * (q == 3) : 0;
        if (!any && at == answers) return marks;
    }
    return marks;
}

static void test_model(void) {
    static const char *const wrong[] = {"0.001", "z", "S HD", "set segment 900"};
    size_t length_kept;
    char *kept = get("s29.wsr", &length_kept), *whole = plain_of("s29.wsr"), *line[4] = {NULL};
    int found = 0, good = 0, runs = getenv("WS_LONG") ? 150 : 15;
    unsigned rng = 29, marked = 0;
    for (char *at = whole; found < 4 && (at = strstr(at, " commit ")); at++) {
        for (line[found] = at; line[found] > whole && line[found][-1] != '\n';) line[found]--;
        found++;
    }
    for (int run_number = 0; found == 4 && run_number < runs; run_number++) {
        answer a[16];
        int answers = 0;
        char *forged = calloc(1, TEXT), number[32];
        const char *from = whole;
        for (int q = 0; q < 4; q++) {
            snprintf(forged + strlen(forged), TEXT - strlen(forged), "%.*s", (int)(line[q] - from), from);
            size_t length = strcspn(line[q], "\n"), head = (size_t)(strstr(line[q], " commit ") - line[q]) + strlen(" commit one ");
            for (rng = rng * 1664525 + 1013904223; rng >> 16 & 3 && answers < 12; rng = rng * 1664525 + 1013904223) {
                bool right = rng >> 20 & 1;
                a[answers++] = (answer){q, right};
                snprintf(forged + strlen(forged), TEXT - strlen(forged), "%.*s%s\n", (int)(right ? length : head), line[q], right ? "" : wrong[q]);
                if (rng >> 22 & 1) break;
            }
            from = line[q] + length + 1;
        }
        snprintf(forged + strlen(forged), TEXT - strlen(forged), "%s", from);
        seal("s29.wsr", forged);
        bool diverged = false;
        int expected = marks_of(a, answers, &diverged);
        run("mark x.lesson s29.wsr --key key --csv");
        char *table = get("OUT", &(size_t){0}), *row = strstr(table, "\ns29,");
        snprintf(number, sizeof number, ",%d,%d,", expected, FULL);
        bool is_so = row && strstr(row, number) && (strstr(row, "diverged") != NULL) == diverged;
        good += is_so, marked += (unsigned)expected;
        if (!is_so) {
            for (int i = 0; i < answers; i++) note("to question %d, %s", a[i].question, a[i].right ? "right" : "wrong");
            note("%s and not %d%s", row ? row + 1 : table, expected, diverged ? ", diverged" : "");
        }
        free(forged), free(table);
    }
    ok(good == runs && marked > 0, "answers by lot: %d of %d have the marks of the model, %u in all", good, runs, marked);
    put("s29.wsr", kept, length_kept);
    free(kept), free(whole);
}

/* A file of the lesson that cannot be read any more is no fault of a submission. */
static void test_unread(void) {
    const ws_course_key key = {{1}};
    ws_course course;
    ws_marks marks;
    ws_error error;
    char path[4096], net[4096];
    path_of(path, "x.lesson");
    path_of(net, "two-hosts.net");
    ws_lesson *opened = ws_lesson_read(path, &error);
    bool good = opened && ws_course_begin(&course, opened, &key, &error);
    size_t length, size;
    char *text = get("s05.wsr", &length), *kept = get("two-hosts.net", &size);
    good = good && unlink(net) == 0 && symlink("two-hosts.net", net) == 0;
    ok(good, "the network of a lesson is a link to itself");
    if (!good) return;
    const ws_mark_work work = {.course = &course, .id = "s05", .text = text, .length = length};
    ws_mark_give(&work, &marks);
    ok(marks.verdict == WS_VERDICT_NOT_MARKED && strstr(marks.reason, "two-hosts.net: Too many levels"), "not marked: %s", marks.reason);
    ws_marks_free(&marks);
    ok(run("mark x.lesson s05.wsr --key key") == 2, "the program does not begin");
    unlink(net);
    put("two-hosts.net", kept, size);
    ws_lesson_free(opened);
    free(text), free(kept);
}

/* What is no file is refused, and never waited for; names of files are no ids by themselves. */
static void test_odd_files(void) {
    static const char make[] = "cd %s && mkfifo pipe.wsr pipe.wsl && ln -s /dev/zero zero.wsr && mkdir folder.wsr && ln -s round.wsr round.wsr && "
                               "truncate -s 17M long.wsr && : >empty.wsr && cp s05.wsr '$(id).wsr' && cp s05.wsr .s05.wsr && cp s05.wsr -- -s05.wsr && mkdir a b && "
                               "cp s05.wsr 'a/Ann Bee_123_assignsubmission_file_x.wsr' && cp s29.wsr b/beeann_LATE_4567_8910_x-1.wsr && "
                               "cp s02.wsr a/x.wsr && cp s02.wsr b/x.wsr";
    static const char *const said[] = {"? pipe,,0,9,0,0,0,damaged,pipe.wsr: is a pipe",   "? zero,,0,9,0,0,0,damaged,zero.wsr: is a device",
                                       "? folder,,0,9,0,0,0,damaged,folder.wsr: is a dir", "? round,,0,9,0,0,0,damaged,round.wsr: ",
                                       "? long,,0,9,0,0,0,damaged,long.wsr: is longer",    "? empty,,0,9,0,0,0,damaged,"};
    char line[8192];
    snprintf(line, sizeof line, make, dir);
    ok(system(line) == 0, "odd files");
    ok(run("mark x.lesson --key key --csv -- pipe.wsr zero.wsr folder.wsr round.wsr long.wsr empty.wsr") == 3, "are marked");
    size_t length;
    char *text = get("OUT", &length);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) ok(strstr(text, said[i]) != NULL, "%s", said[i]);
    free(text);
    static const char *const names[] = {"'$(id).wsr'", ".s05.wsr", "-- -s05.wsr"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "mark x.lesson --key key --csv %s", names[i]);
        ok(run("%s", line) == 0 && strstr(text = get("OUT", &length), "s05,,9,9,4,3,2,ok,"), "a name is no id by itself: %s", names[i]);
        free(text);
    }
    ok(run("mark x.lesson a/*.wsr b/*.wsr --key key --roster class.csv --csv") == 3, "files that a platform has named");
    text = get("OUT", &length);
    ok(strstr(text, ",9,9,4,3,2,ok,") && strstr(text, "\ns29,Somebody,9,9,4,3,2,ok,"), "are marked as what they say they are");
    ok(strstr(text, "\n? x,,0,9,0,0,0,damaged,"), "two of one name that say nothing are two rows of nobody");
    free(text);
    copy("s29.wsr", "old.wsr");
    forge("old.wsr", "~0 rules 2", "~0 pace 4");
    ok(run("mark x.lesson old.wsr --key key --csv") != 2, "a submission that says no rules");
    text = get("OUT", &length);
    ok(strstr(text, "other model,\"it is by rules 1 (wormscope ") && strstr(text, "and this program marks by rules 2: mark it with that version"),
       "is named with the version that marks it");
    free(text);
    ok(run("mark x.lesson s05.wsr a/Ann*.wsr --key key --roster class.csv") == 2, "nobody hands in twice under two names");
    ok(run("learn pipe.wsl --no-screen") == 2, "a pipe is no lesson, and not waited for");
}

/* A submission that needs more memory than there is ends its own marking, and nobody else's. */
static void test_alone(void) {
#ifndef __SANITIZE_ADDRESS__ /* which needs more by itself */
    enum { LINES = 800000 };
    char *plain = plain_of("s28.wsr"), *large = calloc(1, TEXT + 32 * LINES), *at = large, checksum[WS_LINE_CHECKSUM_SIZE + 1] = "";
    uint32_t chain = 0;
    for (char *line = strtok(plain, "\n"); line; line = strtok(NULL, "\n")) {
        if (strcmp(line, "end") == 0) break;
        ws_line_checksum_write(&chain, line, strlen(line), checksum);
        at += sprintf(at, "%s%s\n", line, checksum);
    }
    for (int i = 0; i < LINES; i++) {
        ws_line_checksum_write(&chain, "~7000 x", 7, checksum);
        at += sprintf(at, "~7000 x%s\n", checksum);
    }
    put("s28.wsr", large, (size_t)(at - large));
    free(plain), free(large);
    ok(run("mark x.lesson s28.wsr --key key") == 0, "a large submission is marked");
    size_t length;
    char *text = get("OUT", &length);
    ok(strstr(text, "s28                9 of 9  incomplete"), "%.60s", text);
    free(text);
    char *outer = strdup(program);
    snprintf(program, sizeof program, "ulimit -v 80000 && %s", outer);
    ok(run("mark x.lesson s05.wsr s28.wsr s29.wsr --key key --csv -j1") == 3, "where there is no memory for it");
    snprintf(program, sizeof program, "%s", outer);
    free(outer);
    text = get("OUT", &length);
    row_is(text, "s05", FULL, "ok", "");
    row_is(text, "? s28", 0, "damaged", "came to no end");
    row_is(text, "s29", FULL, "ok", "");
    free(text);
#endif
}

/* A student takes it in two sittings. */
static void test_learn(void) {
    size_t length;
    char path[4096];
    put("sitting-1", "\n50\na\nq\n", 8);
    put("sitting-2", "H1 HD\nset load 1\nrebuild buffer=65536 vcs=8\nset segment 900\nset segment 100\n", 77);
    ok(run("learn again/s20.wsl --no-screen <sitting-1") == 0, "a student begins");
    char *text = get("OUT", &length);
    ok(strstr(text, "kept: it is marked when") && strstr(text, "it goes on from here; your answers are in again/s20.wsr") &&
           !strstr(text, "right"),
       "answers are kept, and nobody says whether they are right");
    free(text);
    path_of(path, "again/s20.wsl");
    int lock = open(path, O_RDONLY);
    ok(flock(lock, LOCK_EX) == 0 && run("learn again/s20.wsl --no-screen <sitting-2") == 2, "two programs do not write one submission");
    close(lock);
    ok(run("learn again/s20.wsl --no-screen <sitting-2") == 0, "and goes on another day");
    text = get("OUT", &length);
    ok(strstr(text, "You are back where you stopped") && strstr(text, "`load` may not be changed here") &&
           strstr(text, "at most 4000000 are allowed here") && strstr(text, "no; the goal is not reached: "),
       "a repair says whether it works");
    free(text);
    run("mark x.lesson again/s20.wsr --key key --json");
    text = get("OUT", &length);
    ok(strstr(text, "\"two\":3,\"three\":2}") && strstr(text, "\"verdict\":\"ok\"") && strstr(text, "\"tries\":2"),
       "the second try is right, and all is replayed: %.100s", text);
    ok(strstr(text, "\"lines\":[\"set segment 900\",\"set segment 100\"]") != NULL, "the lines of both tries");
    free(text);
    put("again/s21.wsl", "wormscope-issued 1 #00000000\n", 28);
    ok(run("learn again/s21.wsl --no-screen") == 2, "what is damaged is refused");
}

int main(void) {
    size_t length;
    const char *build = getenv("BUILD");
    char cwd[2048];
    if (!mkdtemp(dir) || !getcwd(cwd, sizeof cwd)) return 1;
    snprintf(program, sizeof program, "%s/%s/wormscope", cwd, build ? build : "build");
    put("x.lesson", lesson, sizeof lesson - 1);
    FILE *net = fopen("scenarios/networks/two-hosts.net", "r");
    char *text = calloc(1, TEXT);
    length = net ? fread(text, 1, TEXT - 1, net) : 0;
    if (net) fclose(net);
    put("two-hosts.net", text, length);
    free(text);
    test_hash();
    test_ids();
    test_redacted();
    test_hidden();
    test_semicolons();
    test_class();
    test_model();
    test_unread();
    test_odd_files();
    test_alone();
    test_learn();
    char line[4200];
    snprintf(line, sizeof line, getenv("KEEP") ? "echo \"# %s\"" : "rm -rf %s", dir);
    return done() || system(line) != 0;
}
