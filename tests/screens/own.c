/* own.c - what is the user's own, on a terminal: a theme by its file that changes while it is shown, a table of keys; and the
 * commands that show both. */
#include "desk.h"

static char theme_file[128];

static void file_write(const char *path, const char *text) {
    char next[LONG_PATH + 8];
    snprintf(next, sizeof next, "%s.next", path);
    FILE *out = fopen(next, "w");
    fputs(text, out);
    fclose(out);
    rename(next, path); /* as editors do */
}

/* Is there a cell of this ground? Colours by their numbers among the 256. */
static bool has_ground(desk *d, int number) {
    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++) {
            VTermScreenCell cell;
            vterm_screen_get_cell(d->screen, (VTermPos){.row = y, .col = x}, &cell);
            if (VTERM_COLOR_IS_INDEXED(&cell.bg) && cell.bg.indexed.idx == number) return true;
        }
    return false;
}

static bool wait_ground(desk *d, int number) {
    for (int64_t end = now_ms() + PATIENCE_MS; now_ms() < end; pump(d, 20))
        if (has_ground(d, number)) return true;
    return false;
}

enum { RED = 52, BLUE = 17, GREEN = 22, OLIVE = 58 }; /* #5f0000 and so on */

static void test_theme(void) {
    const char *const arguments[] = {"kwan/two-hosts", "--paused", "--theme", theme_file, NULL};
    desk d;
    file_write(theme_file, "style text fg #ffffff bg #5f0000\n");
    desk_open(&d, 80, 24, arguments, NULL);
    ok(wait_text(&d, "paused") && wait_ground(&d, RED), "a theme is read from a file");
    file_write(theme_file, "style text fg #ffffff bg #00005f\n");
    ok(wait_ground(&d, BLUE) && wait_text(&d, "as its file has it now"), "when the file changes, the screen does");
    file_write(theme_file, "style text fg #ffffff bg #005f00\nstyle blokced fg #ffffff\n");
    ok(wait_text(&d, "mine.theme:2:7"), "a mistake in it is answered with its place");
    quiet(&d);
    ok(has_ground(&d, BLUE) && !has_ground(&d, GREEN), "and the old one stays");
    file_write(theme_file, "style text fg #ffffff bg #005f00\n");
    ok(wait_ground(&d, GREEN), "until it is mended");
    long before = cpu_ticks(d.child);
    while (pump(&d, 600)) continue;
    ok(cpu_ticks(d.child) <= before + 1, "to wait for changes takes no processor");
    type(&d, ":theme light\r");
    must_show(&d, "theme light");
    quiet(&d);
    file_write(theme_file, "style text fg #ffffff bg #5f5f00\n");
    quiet(&d);
    ok(!has_ground(&d, OLIVE), "the file of a theme that is no longer shown is not looked at");
    desk_close(&d);
}

static void test_theme_far(void) {
    char file[LONG_PATH] = "";
    const char *const arguments[] = {"kwan/two-hosts", "--paused", "--theme", file, NULL};
    desk d;
    bool made = long_path_make(file, "far.theme");
    ok(made, "folders in each other: a path of %zu characters", strlen(file));
    file_write(file, "style text fg #ffffff bg #5f0000\n");
    desk_open(&d, 80, 24, arguments, NULL);
    ok(wait_text(&d, "paused") && wait_ground(&d, RED), "a theme is read from there");
    file_write(file, "style text fg #ffffff bg #00005f\n");
    ok(wait_ground(&d, BLUE), "and again when its file changes");
    desk_close(&d);
}

static void keys_write(const char *text) {
    char path[160];
    snprintf(path, sizeof path, "%s/wormscope", desk_home);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/wormscope/keys", desk_home);
    file_write(path, text);
}

static void test_keys(void) {
    static const char *const torus[] = {"kwan/torus-3x3", "--paused", NULL};
    desk d;
    keys_write("# mine\nbind f9 \"mine: a hundred cycles\" step 100\nbind n \"mine: ten cycles\" step 10\n");
    desk_open(&d, 80, 24, torus, NULL);
    ok(wait_text(&d, "yours now: n (next)"), "built-in keys that are replaced are named");
    type(&d, "\033[20~");
    ok(wait_text(&d, "t=100 "), "keys of one's own work");
    type(&d, "n");
    ok(wait_text(&d, "t=110 "), "those that replace one too");
    type(&d, "?\033[6~\033[6~\033[6~\033[6~\033[6~\033[6~");
    ok(wait_text(&d, "a hundred cycles"), "and are in the help");
    desk_close(&d);
    keys_write("bind f9 \"mine\" stepp 100\n");
    desk_open(&d, 80, 24, torus, NULL);
    ok(wait_text(&d, "wormscope/keys:1:16:"), "a mistake is answered with its place");
    type(&d, "n");
    ok(wait_either(&d, "is waiting", "nothing has happened"), "and the built-in keys are in force");
    desk_close(&d);
    keys_write("");
}

/* ------------------------------------------------------------------------------------------------- commands ---- */

/* The output of a command line behind the program's name, and its exit code. */
static int run(const char *arguments, char *out, size_t room) {
    char command[1024];
    snprintf(command, sizeof command, "XDG_CONFIG_HOME=%s '%s' %s 2>&1", desk_home, program, arguments);
    FILE *in = popen(command, "r");
    size_t used = fread(out, 1, room - 1, in);
    out[used] = '\0';
    int status = pclose(in);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_commands(void) {
    static char out[1 << 16];
    char arguments[256];
    ok(run("themes", out, sizeof out) == 0 && strstr(out, "okabe-ito - ") && strstr(out, "a proved deadlock"),
       "not on a terminal, themes are text: names, roles, what they are");
    ok(!strchr(out, '\033'), "without escape sequences");
    ok(run("themes nord --json", out, sizeof out) == 0 && strncmp(out, "{\"schema\":1,\"name\":\"nord\"", 25) == 0, "or JSON");
    file_write(theme_file, "style text fg red\n");
    snprintf(arguments, sizeof arguments, "themes %s", theme_file);
    ok(run(arguments, out, sizeof out) == 2 && strstr(out, "mine.theme:1:15"), "a wrong one is refused with 2: %.60s", out);
    ok(run("keys", out, sizeof out) == 0 && strstr(out, "bind [ "), "keys prints the table");
    keys_write(out);
    static char again[1 << 16];
    ok(run("keys", again, sizeof again) == 0 && strcmp(out, again) == 0, "which can be read again, and says the same");
    keys_write("bind q \"mine\" nothing\n");
    ok(run("keys", out, sizeof out) == 2 && strstr(out, "keys:1:15"), "a wrong one is refused with 2: %.60s", out);
    keys_write("");
}

static void test_preview(const char *term, const char *more, const char *wanted, const char *unwanted) {
    char bytes[1 << 16];
    size_t used = 0;
    int master;
    pid_t child = forkpty(&master, NULL, NULL, NULL);
    if (child == 0) {
        setenv("TERM", term, 1);
        setenv("COLORTERM", more, 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        unsetenv("NO_COLOR");
        execl(program, program, "themes", "dark", (char *)NULL);
        _exit(127);
    }
    for (ssize_t n = 1; n > 0 && used<sizeof bytes - 1; used += n> 0 ? (size_t)n : 0)
        n = read(master, bytes + used, sizeof bytes - 1 - used);
    bytes[used] = '\0';
    waitpid(child, NULL, 0);
    close(master);
    ok(strstr(bytes, "hue-0") && strstr(bytes, wanted) && !strstr(bytes, unwanted), "a preview on %s %s has %s", term, more,
       wanted + (*wanted == 27));
}

int main(int argc, char **argv) {
    (void)argc;
    if (!desk_begin(argv[0])) return 1;
    snprintf(theme_file, sizeof theme_file, "%s/mine.theme", desk_home);
    test_theme();
    test_theme_far();
    test_keys();
    test_commands();
    test_preview("xterm-256color", "", "38;5;", "38;2;");
    test_preview("xterm-256color", "truecolor", "38;2;", "38;5;");
    test_preview("linux", "", "\033[0;37", "38;");
    test_preview("vt100", "", "\033[1m", ";3");
    desk_end();
    return done();
}
