/* follower.h - the student's side of a class, without a socket: the lecture as a session of its
 * own.
 *
 * What the host says is taken line by line; the session goes where the lecture is, in slices, or
 * stays free for the student to look around. Digests are compared; where one differs this is
 * said, and cured by replaying (session/follow.h). Nothing that the host says opens a file or runs
 * anything but lines of the recording. */
#ifndef WS_CLASS_FOLLOWER_H
#define WS_CLASS_FOLLOWER_H

#include "class/board.h"
#include "class/mine.h"
#include "class/protocol.h"
#include "session/session.h"

typedef struct ws_follower ws_follower;

/* Options of the session: keyframe_bytes must not be 0; a bound is that of this machine. The name
 * is that of the student. `token` may be NULL. All are copied. */
ws_follower *ws_follower_new(const char *name, const char *token, const ws_options *options);
void ws_follower_free(ws_follower *follower);

/* There is a connection, again or for the first time. */
void ws_follower_connected(ws_follower *follower);
/* Bytes from the host. False: hang up; the status says why. */
bool ws_follower_hear(ws_follower *follower, const char *bytes, size_t length);
/* Bytes for the host; 0: none. `space` is at least WS_CLASS_LINE. */
size_t ws_follower_say(ws_follower *follower, char *bytes, size_t space);
/* Goes towards the lecture for about so long; true if it is not there yet. */
bool ws_follower_work(ws_follower *follower, uint64_t budget_ns);

/* NULL until the head of the journal has come. Another one after a restart: see `sessions`. */
ws_session *ws_follower_session(ws_follower *follower);
/* Looks around freely, or goes with the lecture. */
void ws_follower_roam(ws_follower *follower, bool free);
/* Keeps the one session: a host that begins another lecture is left. */
void ws_follower_stay(ws_follower *follower);
/* A line about the student's own host, `host SELF ...`. */
void ws_follower_seat(ws_follower *follower, const char *line);

/* The answer to the question on the board. */
void ws_follower_answer(ws_follower *follower, const char *value);
/* What was done on a branch of one's own, to be shown. False with an error. */
bool ws_follower_mine(const ws_follower *follower, ws_mine *mine, ws_error *error);
/* The answer to a lecturer who asks for it: yes, if there is something to show. */
void ws_follower_show(ws_follower *follower, bool yes);
const ws_board *ws_follower_board(const ws_follower *follower);

typedef struct ws_follower_status {
    bool joined;             /* the host has let us in */
    bool denied;             /* for good; `why` says why */
    bool over;               /* the host has said goodbye */
    bool too_large;          /* the network is beyond the bound: denied, and nothing was built */
    bool broken;             /* what the host said cannot be; it is not asked again */
    bool arrived;            /* where the lecture is */
    bool show_asked;         /* the lecturer asks for the student's branch */
    bool roaming;            /* looks around freely */
    bool verified;           /* the latest digest was compared where the lecture is, and is equal */
    bool differs;            /* a digest differed, and no replay has cured it */
    unsigned cured;          /* digests that differed and agreed after a replay */
    unsigned words;          /* how often the host has said something to this student: `why` */
    unsigned sessions;       /* how many sessions there have been */
    uint64_t lines;          /* of the journal */
    uint64_t cycle;          /* where the lecture is */
    uint64_t behind;         /* cycles, of the branch of the lecture */
    double speed;            /* of the lecture */
    bool running;            /* it runs */
    const char *branch;      /* of the lecture */
    const char *room, *seat; /* "" while not known */
    const char *why;         /* the latest words of the host, or what is wrong with it */
} ws_follower_status;
ws_follower_status ws_follower_tell(ws_follower *follower);

/* ---- what carries the lines ---- */

typedef struct ws_carrier_status {
    bool connected;
    bool given_up;
    const char *why; /* the latest reason for being without a connection, "" */
    uint64_t bytes;  /* that have come */
} ws_carrier_status;

/* A socket (net/client.h), or whatever else brings lines from a host. */
typedef struct ws_carrier ws_carrier;
struct ws_carrier {
    void (*poke)(ws_carrier *carrier); /* sends what the follower has to say */
    void (*end)(ws_carrier *carrier);
    ws_carrier_status (*tell)(const ws_carrier *carrier);
};
static inline void ws_carrier_poke(ws_carrier *carrier) {
    carrier->poke(carrier);
}

#endif
