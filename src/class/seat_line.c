/* seat_line.c - see seat_line.h. */
#include "class/seat_line.h"

#include "session/language/text.h"

enum { WORDS_MAX = 8, WORD_MAX = 24 };

typedef struct words {
    char word[WORDS_MAX][WORD_MAX + 1];
    size_t count;
} words;

static bool is_plain(char c) {
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c && strchr("0123456789.-_+", c));
}

/* False: too many words, one that is too long, or a character that stands in none. */
static bool words_read(words *list, const char *text, size_t length) {
    list->count = 0;
    for (size_t i = 0; i < length;) {
        size_t size = 0;
        while (i + size < length && is_plain(text[i + size]))
            size++;
        if (size == 0 || size > WORD_MAX || list->count == WORDS_MAX)
            return false;
        char *word = list->word[list->count++];
        memcpy(word, text + i, size);
        word[size] = '\0';
        i += size;
        if (i < length && text[i++] != ' ')
            return false;
    }
    return true;
}

static bool is_allowed(const char *word) {
    return text_is(word, "load") || text_is(word, "send-to") || text_is(word, "class");
}

static bool refuse(ws_error *error) {
    return fail_with(error, "a seat takes host SELF with load X, send-to HOST or class CLASS");
}

bool ws_seat_line(const char *text, size_t length, const char *host, char line[WS_CLASS_LINE],
                  ws_error *error) {
    words list;
    if (!words_read(&list, text, length) || list.count < 4 || list.count % 2)
        return refuse(error);
    if (!text_is(list.word[0], "host") || !text_is(list.word[1], "SELF"))
        return refuse(error);
    text_out out = text_begin(line, WS_CLASS_LINE);
    text_add(&out, "host %s", host);
    for (size_t i = 2; i < list.count; i += 2) {
        if (!is_allowed(list.word[i]))
            return refuse(error);
        text_add(&out, " %s %s", list.word[i], list.word[i + 1]);
    }
    return true;
}
