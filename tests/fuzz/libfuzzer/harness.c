/* harness.c - a format under libFuzzer: the name of the program is that of the format (`make fuzzers` makes a
 * link for each). `make fuzz` runs them all for a chosen time. */
#include "../formats.h"

#include "cli/row_list.h"
#include "session/recording/line_checksum.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed);

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

/* ---- checksums: a text that was changed is sealed again, or nothing behind the first line would ever be read ---- */

static const char *line_end(const char *line, const char *end) {
    const char *found = memchr(line, '\n', (size_t)(end - line));
    return found ? found : end;
}

/* A line with its checksum, in the place of one that it has. */
static void line_seal(FILE *out, uint32_t *chain, const char *line, size_t size) {
    char checksum[WS_LINE_CHECKSUM_SIZE];
    if (size >= sizeof checksum && memcmp(line + size - sizeof checksum, " #", 2) == 0)
        size -= sizeof checksum;
    ws_line_checksum_write(chain, line, size, checksum);
    fwrite(line, 1, size, out);
    fwrite(checksum, 1, sizeof checksum, out);
}

/* The checksums at the ends of lines, each of which goes on from that before it. */
static void lines_seal(FILE *out, const char *line, const char *end) {
    uint32_t chain = 0;
    for (const char *stop; line < end; line = stop + 1) {
        stop = line_end(line, end);
        line_seal(out, &chain, line, (size_t)(stop - line));
        putc('\n', out);
    }
}

/* In a class, those of the journal's lines alone, each behind its number: `J 7 set load 0.5 #xxxxxxxx`. */
static void lecture_seal(FILE *out, const char *line, const char *end) {
    uint32_t chain = 0;
    for (const char *stop; line < end; line = stop + 1) {
        stop = line_end(line, end);
        const char *text = memchr(line, ' ', (size_t)(stop - line));
        text = text && *line == 'J' ? memchr(text + 1, ' ', (size_t)(stop - text - 1)) : NULL;
        fwrite(line, 1, (size_t)((text ? text + 1 : stop) - line), out);
        if (text)
            line_seal(out, &chain, text + 1, (size_t)(stop - text - 1));
        putc('\n', out);
    }
}

/* Rows have one each, for itself. */
static void rows_seal(FILE *out, const char *line, const char *end) {
    for (const char *stop; line < end; line = stop + 1) {
        stop = line_end(line, end);
        bool is_json = *line == '{';
        size_t size = ws_row_sealed(is_json, line, (size_t)(stop - line));
        size_t length = size + is_json;
        if (size == 0) {
            fwrite(line, 1, (size_t)(stop - line), out);
            putc('\n', out);
            continue;
        }
        char *row = calloc(length + 1, 1);
        memcpy(row, line, size);
        if (is_json)
            row[size] = '}';
        row = ws_row_seal(is_json, row, &length);
        fwrite(row, 1, length, out);
        free(row);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed) {
    static const struct {
        const char *format;
        void (*seal)(FILE *out, const char *line, const char *end);
    } sealed[] = {
        {"recording", lines_seal}, {"submission", lines_seal}, {"issued", lines_seal}, {"rows", rows_seal},
        {"sweep", rows_seal}, {"lecture", lecture_seal}};
    length = LLVMFuzzerMutate(bytes, length, most);
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++) {
        char *text = NULL;
        size_t size = 0;
        if (strcmp(sealed[i].format, chosen->name) != 0 || seed % 8 == 0) /* a broken seal is tried, too */
            continue;
        FILE *out = open_memstream(&text, &size);
        sealed[i].seal(out, (const char *)bytes, (const char *)bytes + length);
        fclose(out);
        if (size <= most) {
            memcpy(bytes, text, size);
            length = size;
        }
        free(text);
    }
    return length;
}
