/* guest.h - what the room keeps of a guest; for the files of the room alone. */
#ifndef WS_CLASS_GUEST_H
#define WS_CLASS_GUEST_H

#include "class/room.h"

enum { ANSWERS = 8192, ADDRESS = 64, ADDRESSES = 256 };

typedef enum guest_state {
    GUEST_STRANGER, /* has not said a token */
    GUEST_JOINED,   /* has not said from where on */
    GUEST_HEARS,
    GUEST_OVER
} guest_state;

struct ws_guest {
    ws_room *room;
    void *owner;
    char address[ADDRESS];
    char name[WS_CLASS_NAME];
    ws_student *student; /* NULL: nobody has checked the name */
    guest_state state;
    uint64_t entered_ms, heard_ms, filled_ms;
    double credit; /* lines that may come now */
    ws_class_input input;
    char answers[ANSWERS]; /* lines that go before everything else */
    size_t answers_length;
    size_t cursor;      /* bytes of the journal that have been sent */
    uint64_t pulse;     /* number of the latest pulse sent */
    uint64_t board;     /* and of the latest board */
    uint64_t pinged_ms; /* when the latest ping was sent, 0: none */
    bool ping_open;     /* that one is not answered yet */
    size_t pinged;      /* bytes of the journal before it */
    bool told_bye;
    uint64_t lines, cycle, bytes, delay_ms;
    bool differs;
    size_t seat;   /* its number, or none */
    uint64_t show; /* number of the request to show its branch; 0: none is open */
    ws_mine *mine; /* what has come of that; owned */
};

typedef struct seat {
    char host[WS_CLASS_WORD];
    char key[WS_CLASS_NAME];  /* whose it is, or was last; "" */
    ws_guest *guest;          /* NULL: not here */
    char line[WS_CLASS_LINE]; /* that waits, "" */
    bool told;                /* that it waits */
    bool given;               /* a line has been given at given_ms */
    uint64_t given_ms;
} seat;

/* The question at hand. */
typedef struct poll {
    uint64_t number; /* of the latest, from 1 */
    bool open;       /* it stands on the board */
    bool revealed;   /* no more answers are taken */
    ws_poll poll;
    char truth[WS_POLL_TEXT];
} poll;

/* Wrong tokens of an address. */
typedef struct source {
    char text[ADDRESS];
    uint64_t since_ms;
    unsigned wrong;
} source;

struct ws_room {
    char name[WS_CLASS_NAME];
    ws_roster *roster;
    char *journal; /* lines `J N ...` ready to be sent */
    size_t length, space;
    size_t *line; /* where line N + 1 begins */
    uint64_t lines;
    uint64_t grown_ms; /* when it last grew */
    char pulse[2 * WS_CLASS_LINE];
    size_t pulse_length;
    uint64_t pulse_number;
    char bye[256];
    char words[WS_POLL_TEXT];
    poll poll;
    char board[2 * WS_CLASS_LINE]; /* lines that say all of it */
    size_t board_length;
    uint64_t board_number; /* 0: nothing has stood on it */
    uint64_t shows;        /* requests to show a branch */
    ws_room_shown *shown;
    void *shown_context;
    ws_room_answered *answered;
    void *answered_context;
    ws_guest **guest;
    size_t count;
    source wrong[ADDRESSES];
    size_t next_wrong;
    seat *seat; /* NULL: none are dealt */
    size_t seats, next_seat;
    ws_room_totals totals;
    ws_room_watch *watch;
    void *context;
};

/* Adds a line that goes before everything else; a guest who does not read them is over. */
void guest_answer(ws_guest *guest, const ws_class_line *line);
void guest_answer_text(ws_guest *guest, ws_class_kind kind, const char *text);

/* Who the guest is, for as long as the room lasts: the student of a roster, else the name. */
const char *guest_key(const ws_guest *guest);

/* ---- polls.c ---- */
void polls_join(ws_guest *guest);
void polls_leave(ws_guest *guest);
void polls_hear(ws_guest *guest, const ws_class_line *line);
size_t polls_say(ws_guest *guest, char *bytes, size_t space);
void polls_free(ws_room *room);

/* ---- shows.c ---- */
void shows_hear(ws_guest *guest, const ws_class_line *line);

/* ---- seats.c ---- */
#define SEAT_NONE ((size_t)-1)
void seats_join(ws_guest *guest);  /* has joined */
void seats_leave(ws_guest *guest); /* is gone */
void seats_hear(ws_guest *guest, const char *text, size_t length);

#endif
