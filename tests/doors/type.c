/* type.c - keys typed on a terminal, and texts that must be seen there.
 * usage: type WIDTH HEIGHT SCENARIO [KEYS TEXT]...    ends with 1 at the first text that is not seen, and shows the screen. In KEYS `\e` is
 * Esc, `\r` Enter and `\t` Tab. */
#include "../screens/desk.h"

static void keys_type(desk *d, const char *keys) {
    char text[512];
    size_t length = 0;
    for (; *keys && length + 1 < sizeof text; keys++) {
        bool escape = *keys == '\\' && keys[1] && strchr("ert", keys[1]);
        keys += escape;
        text[length++] = !escape ? *keys : *keys == 'e' ? '\x1b' : *keys == 't' ? '\t' : '\r';
    }
    text[length] = '\0';
    type(d, text);
}

int main(int argc, char **argv) {
    const char *const arguments[] = {argc > 3 ? argv[3] : "", "--paused", NULL};
    desk d;
    if (argc < 4 || !desk_begin(argv[0])) return 2;
    desk_open(&d, atoi(argv[1]), atoi(argv[2]), arguments, NULL);
    bool good = wait_text(&d, "paused");
    for (int i = 4; good && i + 1 < argc; i += 2) {
        keys_type(&d, argv[i]);
        good = wait_text_for(&d, argv[i + 1], 8000);
        if (!good) printf("# behind %s is not seen: %s\n", argv[i], argv[i + 1]);
    }
    char row[1024];
    for (int y = 0; !good && y < d.height; y++) printf("# %s\n", row_text(&d, y, row));
    desk_close(&d);
    desk_end();
    return !good;
}
