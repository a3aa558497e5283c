/* corpus.c - all texts in tests/fuzz/corpus, read once more: what a fuzzer has found worth keeping, and what once
 * broke something. A folder a format. */
#include <dirent.h>

#include "fuzz/formats.h"
#include "tap.h"

static bool file_reads(const text_format *of, const char *path) {
    static uint8_t bytes[FORMAT_TEXT_MAX];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return format_reads(of, bytes, length);
}

static void folder_reads(const text_format *of) {
    char folder[128];
    char path[512];
    unsigned read = 0;
    unsigned bad = 0;
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", of->name);
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        read++;
        if (file_reads(of, path))
            continue;
        bad++;
        note("%s: neither understood nor refused in words", path);
    }
    if (directory)
        closedir(directory);
    ok(read > 0 && bad == 0, "%s: %u texts are understood or refused in words", of->name, read);
}

int main(void) {
    for (size_t i = 0; i < FORMATS; i++)
        folder_reads(&formats[i]);
    return done();
}
