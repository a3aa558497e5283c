/* course.c - see course.h. */
#include "mark/course.h"

#include "lesson/play.h"
#include "session/language/text.h"
#include "session/recording/recording.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- keys ---- */

void ws_course_key_print(const ws_course_key *key, char text[WS_KEY_TEXT]) {
    text_out out = text_begin(text, WS_KEY_TEXT);
    text_add(&out, "%s", WS_KEY_FIRST);
    for (size_t i = 0; i < sizeof key->byte; i++)
        text_add(&out, "%02x", key->byte[i]);
}

static int digit_of(char letter) {
    static const char digits[] = "0123456789abcdef";
    const char *found = letter ? strchr(digits, letter) : NULL;
    return found ? (int)(found - digits) : -1;
}

bool ws_course_key_parse(const char *text, ws_course_key *key) {
    size_t first = strlen(WS_KEY_FIRST);
    if (strncmp(text, WS_KEY_FIRST, first) != 0)
        return false;
    const char *at = text + first;
    for (size_t i = 0; i < sizeof key->byte; i++) {
        int high = digit_of(at[0]);
        int low = high < 0 ? -1 : digit_of(at[1]);
        if (low < 0)
            return false;
        key->byte[i] = (unsigned char)(16 * high + low);
        at += 2;
    }
    return at[strspn(at, " \r\n")] == '\0';
}

/* ---- the digest ---- */

/* A hash of hashes: each part counts with its length and place. */
typedef struct digest {
    const ws_course_key *key;
    uint64_t hash;
} digest;

static void part_add(digest *of, const char *text, size_t length) {
    uint64_t part = ws_siphash(of->key->byte, text, length);
    char both[48];
    int size = snprintf(both, sizeof both, "%016" PRIx64 " %016" PRIx64, of->hash, part);
    of->hash = ws_siphash(of->key->byte, both, (size_t)size);
}

static void text_part_add(digest *of, const char *text) {
    part_add(of, text, strlen(text));
}

/* The files of the network, which may be shared with other scenarios. */
static bool network_add(digest *of, const char *text, size_t length, ws_error *error) {
    ws_fault fault;
    ws_recording *recording = ws_recording_parse("network", text, length, &fault, error);
    if (!recording)
        return false;
    for (size_t i = 0; i < recording->file_count; i++) {
        const ws_source *file = recording->files[i];
        part_add(of, file->text, file->length);
    }
    ws_recording_free(recording);
    return true;
}

bool ws_course_begin(ws_course *course, const ws_lesson *lesson, const ws_course_key *key,
                     ws_error *error) {
    *course = (ws_course){.lesson = lesson, .key = *key};
    digest of = {.key = key};
    const ws_source *source = lesson->source;
    size_t length;
    if (lesson->issued)
        return fail_with(error,
                         "%s: expected a lesson of a teacher; this one was issued to a student",
                         source->name);
    ws_session *session = ws_play_network(lesson, 1, lesson->name, error);
    if (!session)
        return false;
    char *text = ws_session_save_text(session, 0, &length);
    ws_session_close(session);
    text_part_add(&of, lesson->name);
    part_add(&of, source->text, source->length);
    bool good = network_add(&of, text, length, error);
    free(text);
    course->digest = of.hash;
    return good;
}

uint64_t ws_course_draw(const ws_course *course, const char *id) {
    char text[WS_ID_MAX + 40];
    int size = snprintf(text, sizeof text, "draw %016" PRIx64 " %s", course->digest, id);
    uint64_t hash = ws_siphash(course->key.byte, text, (size_t)size);
    uint64_t draw = hash & INT64_MAX;
    return draw ? draw : 1;
}

/* ---- ids ---- */

bool ws_id_is_good(const char *id) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t length = strlen(id);
    if (length == 0 || length > WS_ID_MAX)
        return false;
    bool begins = id[0] != '.' && id[0] != '-';
    return begins && strspn(id, letters) == length;
}

static char small(char letter) {
    bool is_capital = letter >= 'A' && letter <= 'Z';
    return is_capital ? (char)(letter - 'A' + 'a') : letter;
}

bool ws_id_same(const char *one, const char *other) {
    for (; small(*one) == small(*other); one++) {
        if (*one == '\0')
            return true;
        other++;
    }
    return false;
}
