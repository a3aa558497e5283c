/* board.h - what stands on the board of a class, as a student has it: the lecturer's words, a
 * question, the student's own answer, and what all have answered once that is revealed. */
#ifndef WS_CLASS_BOARD_H
#define WS_CLASS_BOARD_H

#include "class/poll.h"
#include "class/protocol.h"

typedef struct ws_board {
    char words[WS_POLL_TEXT]; /* "": none */
    uint64_t number;          /* of the question; 0: there is none */
    ws_poll_question question;
    size_t choices;      /* how many it will have */
    uint64_t got_number; /* the question that the student has answered, */
    char got[WS_POLL_VALUE];
    bool revealed;
    char truth[WS_POLL_TEXT];
    ws_poll_tally tally; /* bars that have come, */
    size_t bars;         /* of so many */
} ws_board;

/* Is the question whole, and not yet answered or revealed? */
bool ws_board_is_open(const ws_board *board);
/* Takes a line of the host. False if it cannot stand here. */
bool ws_board_hear(ws_board *board, const ws_class_line *line);

#endif
