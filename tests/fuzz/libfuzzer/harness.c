/* harness.c - a format under libFuzzer: the name of the program is that of the format (`make fuzzers` makes a
 * link for each). `make fuzz` runs them all for a chosen time. */
#include "../formats.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static const text_format *chosen;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    const char *slash = strrchr(**argv, '/');
    const char *name = slash ? slash + 1 : **argv;
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0)
            chosen = &formats[i];
    if (chosen)
        return 0;
    fprintf(stderr, "there is no format %s\n", name);
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (!format_reads(chosen, bytes, length)) {
        fprintf(stderr, "refused, but not in words of one line\n");
        abort();
    }
    return 0;
}
