/* driver.c - the tests of a folder as one program, which runs the one by whose name it is called: trace.t runs tests/laws/trace.c, whose
 * `main` is main_of_trace here. The Makefile lists them in tests.inc: PLAIN of those that take no arguments, ASKED of the others. */
#include <stdio.h>
#include <string.h>

#define PLAIN(name) int main_of_##name(void);
#define ASKED(name) int main_of_##name(int argc, char **argv);
#include "tests.inc"
#undef PLAIN
#undef ASKED

static const struct {
    const char *name;
    int (*plain)(void);
    int (*asked)(int, char **);
} tests[] = {
#define PLAIN(name) {#name ".t", main_of_##name, NULL},
#define ASKED(name) {#name ".t", NULL, main_of_##name},
#include "tests.inc"
};

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/');
    const char *name = slash ? slash + 1 : argv[0];
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (strcmp(tests[i].name, name) == 0)
            return tests[i].plain ? tests[i].plain() : tests[i].asked(argc, argv);
    fprintf(stderr, "%s: no test; there are", name);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        fprintf(stderr, " %s", tests[i].name);
    fprintf(stderr, "\n");
    return 2;
}
