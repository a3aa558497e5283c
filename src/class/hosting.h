/* hosting.h - a session that is shown to a class: journal, room, board, seats, and the list of who
 * was there. No socket: who can come in, and by what, is the door's (net/hosting.h). */
#ifndef WS_HOSTING_H
#define WS_HOSTING_H

#include "class/class_file.h"
#include "class/room.h"
#include "session/session.h"

typedef struct ws_hosting ws_hosting;

/* What carries the lines of the room. */
typedef struct ws_hosting_door {
    void *context;
    void (*poke)(void *context);    /* there is something to send */
    uint64_t (*now)(void *context); /* milliseconds, as last seen; and looked at anew */
    uint64_t (*time)(void *context);
    void (*close)(void *context); /* sends no more; who is here is gone */
} ws_hosting_door;

/* The session is the caller's. */
ws_hosting *ws_hosting_new(ws_session *session);
/* Who may come in: to be filled before the door opens. */
ws_roster *ws_hosting_roster(ws_hosting *hosting);
/* Begins the journal, in a file (without .part) or, NULL, in memory; or goes on with journal.part,
 * from which the session was opened. False with an error. */
bool ws_hosting_journal(ws_hosting *hosting, const char *journal, bool resume, ws_error *error);
/* Keeps there who comes and what is answered; the file is the hosting's from now on. */
void ws_hosting_keep(ws_hosting *hosting, ws_class_file *file);
/* Where a student joins, with the token of the room if there is one, and what else is to be known
 * about it, in words. */
void ws_hosting_reached(ws_hosting *hosting, const char *address, const char *hint);
/* From now on students come in. */
void ws_hosting_open(ws_hosting *hosting, ws_hosting_door door);
/* Closes the door, the journal (false with an error if it is not whole) and the list. */
bool ws_hosting_end(ws_hosting *hosting, ws_error *error);

/* The address, with the token of the room if there is one. */
const char *ws_hosting_address(const ws_hosting *hosting);
/* What else is to be known about it, in words; "" if nothing. */
const char *ws_hosting_hint(const ws_hosting *hosting);
/* Does a token say who a student is? */
bool ws_hosting_has_roster(const ws_hosting *hosting);
ws_room *ws_hosting_room(ws_hosting *hosting);
uint64_t ws_hosting_now(const ws_hosting *hosting);

/* Tells where the session is: to be called about ten times a second, and when the lecturer has gone
 * somewhere. Once a second, and where it is paused or over, with the digest. */
void ws_hosting_pulse(ws_hosting *hosting, double speed, bool running);
/* The last pulse: the lecture is over. */
void ws_hosting_bye(ws_hosting *hosting, const char *why);

/* ---- the board ---- */
/* Asks all who are here and will come. */
void ws_hosting_ask(ws_hosting *hosting, const ws_poll_question *question);
/* No more answers: everybody sees how all have answered, and what is true ("": nothing is). */
void ws_hosting_reveal(ws_hosting *hosting, const char *truth);
void ws_hosting_unask(ws_hosting *hosting);
/* Words of the lecture, "" for none. */
void ws_hosting_words(ws_hosting *hosting, const char *words);
/* The same as lines: `ask KIND "TEXT" ["CHOICE"]...`, `reveal ["TRUTH"]`, `unask`. False with an
 * error if it is none of them, or cannot be done. */
bool ws_hosting_command(ws_hosting *hosting, const char *line, ws_error *error);

/* ---- what students have done by themselves ---- */
/* Asks a student, by name, id, seat, or number in the list of those who are here, to show it. False
 * with an error. */
bool ws_hosting_branch_request(ws_hosting *hosting, const char *who, ws_error *error);
typedef enum ws_branch_request {
    WS_BRANCH_REQUEST_NONE,
    WS_BRANCH_REQUEST_SHOWN,
    WS_BRANCH_REQUEST_FAILED
} ws_branch_request;
/* Where something has come it is replayed in the session, which goes there; or `why` says why it is
 * not. */
ws_branch_request ws_hosting_branch_replay(ws_hosting *hosting, ws_error *why);

/* ---- seats ---- */
/* Deals the hosts of the network, or takes them back. */
void ws_hosting_seats(ws_hosting *hosting, bool dealt);
/* Gives the session the lines of seats that are due, if it stands at the end of a live branch; and
 * deals anew where the network has become another. True if a line has acted. */
bool ws_hosting_seats_act(ws_hosting *hosting);

#endif
