/* board.c - see board.h. */
#include "class/board.h"

#include "session/language/tell.h"
#include "session/language/text.h"

bool ws_board_is_open(const ws_board *board) {
    bool is_whole = board->question.choices == board->choices;
    bool is_asked = board->number && is_whole && !board->revealed;
    return is_asked && board->got_number != board->number;
}

static bool is_this(const ws_board *board, const ws_class_line *line) {
    return board->number && line->number == board->number;
}

static void words_copy(char words[WS_POLL_TEXT], const ws_class_line *line) {
    ws_poll_words(words, line->text, line->length);
    if (text_is(words, "-"))
        words[0] = '\0';
}

static bool question_hear(ws_board *board, const ws_class_line *line) {
    ws_poll_question *question = &board->question;
    if (line->number == 0 || line->version > WS_POLL_CHOICES)
        return false;
    memset(question, 0, sizeof *question);
    board->number = line->number;
    board->choices = (size_t)line->version;
    board->revealed = false;
    board->tally.count = 0;
    words_copy(question->text, line);
    return ws_poll_kind_find(line->word, &question->kind);
}

static bool choice_hear(ws_board *board, const ws_class_line *line) {
    ws_poll_question *question = &board->question;
    if (!is_this(board, line) || question->choices == board->choices)
        return false;
    words_copy(question->choice[question->choices++], line);
    return true;
}

static bool reveal_hear(ws_board *board, const ws_class_line *line) {
    if (!is_this(board, line) || line->version > WS_POLL_BARS)
        return false;
    board->revealed = true;
    board->tally.count = 0;
    board->bars = (size_t)line->version;
    words_copy(board->truth, line);
    return true;
}

static bool bar_hear(ws_board *board, const ws_class_line *line) {
    ws_poll_tally *tally = &board->tally;
    char label[WS_POLL_TEXT];
    bool is_due = board->revealed && tally->count < board->bars;
    if (!is_this(board, line) || !is_due)
        return false;
    ws_poll_bar *bar = &tally->bar[tally->count++];
    words_copy(label, line);
    snprintf(bar->label, WS_POLL_LABEL, "%.70s", label);
    ws_clean(bar->label);
    bar->count = line->version;
    bar->right = line->cycle;
    return bar->right <= bar->count && bar->count <= WS_POLL_ANSWERS;
}

static bool got_hear(ws_board *board, const ws_class_line *line) {
    char got[WS_POLL_TEXT];
    words_copy(got, line);
    board->got_number = line->number;
    snprintf(board->got, WS_POLL_VALUE, "%.190s", got);
    ws_clean(board->got);
    return true;
}

bool ws_board_hear(ws_board *board, const ws_class_line *line) {
    switch (line->kind) {
    case WS_CLASS_SAY: words_copy(board->words, line); return true;
    case WS_CLASS_QUESTION: return question_hear(board, line);
    case WS_CLASS_CHOICE: return choice_hear(board, line);
    case WS_CLASS_REVEAL: return reveal_hear(board, line);
    case WS_CLASS_BAR: return bar_hear(board, line);
    case WS_CLASS_GOT: return got_hear(board, line);
    case WS_CLASS_END: board->number = 0; return true;
    default: return false;
    }
}
