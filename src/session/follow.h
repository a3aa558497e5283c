/* follow.h - a session that follows a recording while that is being made elsewhere.
 *
 * It takes the lines of the recording as they come. When the head is whole there is a session, at
 * cycle 0, which is played like a recording: its branches are those of the recording, and end
 * where somebody has said that they have been (ws_follow_reach). A line that is typed here begins a
 * branch of its own, "mine-N", wherever it is typed. What lines do is done by the session as ever;
 * digests of the recording are compared on the way (ws_session_diverged). File names in the head
 * are labels: no file is opened. */
#ifndef WS_FOLLOW_H
#define WS_FOLLOW_H

#include "session/session.h"

typedef struct ws_follow ws_follow;

#define WS_FOLLOW_CYCLES 1000000000000 /* of the recording; weeks of computing */
#define WS_FOLLOW_HEAD   (8u << 20)    /* bytes of a head */
#define WS_FOLLOW_BODY   (1u << 28)    /* bytes of all lines behind it */

/* Makes a follower. Options are those of a recording; keyframe_bytes must not be 0. Options and
 * name are copied. */
ws_follow *ws_follow_new(const char *name, const ws_options *options);
/* Closes the session as well. */
void ws_follow_free(ws_follow *follow);

/* Takes the next line of the recording, with its checksum, without its end. False with an error if
 * it cannot follow the lines before: these stay good, but no more lines can come. */
bool ws_follow_line(ws_follow *follow, const char *line, size_t length, ws_error *error);
/* Returns the number of lines so far; and the checksum of the last line, which stands for all
 * lines. */
uint64_t ws_follow_lines(const ws_follow *follow);
uint32_t ws_follow_checksum(const ws_follow *follow);

/* Returns the session; NULL until the head is whole. */
ws_session *ws_follow_session(ws_follow *follow);
/* Finds the number of a branch of the recording in the session. False if no branch has that
 * name. */
bool ws_follow_branch(const ws_follow *follow, const char *name, size_t *branch);
/* Notes that the branch has reached the cycle where the recording is made; so far it may be
 * played. */
void ws_follow_reach(ws_follow *follow, size_t branch, uint64_t cycle);
/* Whoever makes the recording goes on behind the lines that are here, but perhaps not from the
 * place that was told: forgets what was played behind the last line or check of each branch. */
void ws_follow_rejoin(ws_follow *follow);
/* What was done here, on the present branch, since it left the recording. */
typedef struct ws_follow_own {
    const char *branch; /* of the recording, that it left, */
    uint64_t forked;    /* at this cycle */
    uint64_t now;
    const ws_journal_entry *line; /* typed up to now */
    size_t count;
} ws_follow_own;
/* False where the present branch is the recording's. Valid until the session moves. */
bool ws_follow_own_branch(const ws_follow *follow, ws_follow_own *own);
/* Compares the present state with the digest of the recording. */
void ws_follow_compare(ws_follow *follow, uint64_t digest);
/* After a digest that did not agree: replays from the last keyframe that lies no later than the
 * last that agreed, or, when the same digest has differed before, from cycle 0. False if it differs
 * again. */
bool ws_follow_cure(ws_follow *follow);
/* Is there another way to try? If not, this machine computes other states. */
bool ws_follow_cures_left(const ws_follow *follow);

#endif
