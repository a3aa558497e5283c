/* slices.h - a second kernel for grids of input-queued switches: one bit of a word is one switch.
 *
 * A set that has one bit a switch is a PLANE: bit s of it is switch s, 64 of them a word. A FIELD
 * has a plane for each queue at the inputs, or for each virtual channel at the outputs, of all
 * switches: number port * vcs + vc. A counter in each of them is a few fields, its SLICES: `here[0]`
 * is bit 0 of how many flits are here, `here[1]` bit 1. A flit more in all members of a set is a
 * carry from slice to slice, for 64 switches at once:
 *
 *     bit 63 ............ 2 1 0       switch 2 has 3 flits in this queue, switch 0 has 1
 *     here[0]  0 1 1 0 ... 1 0 1
 *     here[1]  0 0 1 0 ... 1 0 0      carry = here[b] & set;  here[b] ^= set;  set = carry
 *
 * DENSE, at flit rate: flits, credits, the two stages of arbitration. It costs the same whatever
 * moves. A link is a shift of a plane, a delay a ring of planes.
 *
 * BIT BY BIT, once a packet and hop: a head arrives, requests, is granted, leaves; a tail leaves or
 * is delivered. Those walk the bits of a plane in index order and call the verbs of the core, so
 * all that changes at packet rate is in the columns at every moment. What changes at flit rate is
 * in the slices, and is written into the columns by `slices_show` (show.c), for whoever reads them.
 *
 * ROUND ROBIN IN A BIT. Of two virtual channels of an output, at most two queues take turns. While
 * both hold them a pointer only says which comes first: `upper_next`, set by a flit of the lower
 * channel, cleared by one of the upper. It is worked out when the second one is granted, and the
 * pointer's number when its queue's tail leaves, or for who looks. The same holds for the two
 * queues of a crossbar input.
 *
 * WORDS ON WIRES. Those of heads and tails are put into their column when they leave; those between
 * (`touched`, by slot of the wheel) when their tail leaves, or for who looks.
 *
 * Exact for the same reason as the order of nodes within a phase is free: what one node does is
 * seen by another only in a later phase or cycle. What is not free - events, rows, random draws -
 * goes bit by bit, in index order. */
#ifndef WS_SLICES_H
#define WS_SLICES_H

#include "switch/switch.h"

enum { SLICE_PORTS = 9, SLICE_VCS = 2, SLICE_MOVES = 3, SLICE_BITS = 32, DELAY_MOST = 15 };
enum { SLICE_COUNT_BITS = 8, SLICE_GO_LEAST = 5 };

/* What the dense part computes with at once: two words are a register everywhere, one is plain C. */
#ifndef CHUNK_WORDS
#define CHUNK_WORDS 2
#endif
#if CHUNK_WORDS == 1
typedef u64 chunk;
#else
typedef u64 chunk __attribute__((vector_size(CHUNK_WORDS * sizeof(u64)), may_alias));
#endif

/* The sets of the block, each a field; counters take one for each slice. Behind them lines, and
 * holds. */
enum {
    /* by queue: flits of the front packet here, of the last one here, of the front one to go */
    SLICE_HERE = 0,
    SLICE_TAIL_HERE = SLICE_COUNT_BITS,
    SLICE_TO_GO = 2 * SLICE_COUNT_BITS,
    /* by virtual channel; that of the host port counts the credits of the host itself, since hosts
     * take all that comes: ENDLESS */
    SLICE_CREDIT = SLICE_TO_GO + SLICE_BITS,
    SLICE_ENDLESS = SLICE_CREDIT + SLICE_COUNT_BITS,
    SLICE_IDLE,
    SLICE_SEVERAL, /* by queue: a packet behind the front one */
    SLICE_STARTED, /* may send */
    SLICE_AT_HEAD, /* the head is next to leave */
    /* this cycle */
    SLICE_CAN_LEAVE,
    SLICE_CHANNEL_SENDS,
    SLICE_QUEUE_SENDS,
    SLICE_HEADS,
    SLICE_TAILS,
    SLICE_LOSES,
    SLICE_SETS
};
/* Lines, by port of outputs, then of crossbar inputs: of two channels (queues) the upper goes next,
 * sent last; the pointer is right where it is kept. */
enum { SLICE_UPPER_NEXT, SLICE_UPPER_LAST, SLICE_TURN_KNOWN, SLICE_LINES };

/* A set of switches whose link at a port goes to the switch so many places on. */
typedef struct slice_move {
    i32 by;
    u32 left, right; /* the same as shifts of a word, one of them 0 */
    u64 *members;
    u64 all; /* members of the first word */
} slice_move;

/* What a port of all switches is: the same everywhere. */
typedef struct slice_port {
    slice_move move[SLICE_MOVES];
    u32 moves;    /* of the links that leave by it; 0: nowhere */
    u32 far_port; /* at which they arrive */
    u32 flight;   /* cycles, of what leaves by it */
    u32 signal;   /* of the signals that leave by it, for what has come in there */
} slice_port;

/* A queue that holds a virtual channel, in one switch or more: both by number. */
typedef struct slice_pair {
    const u64 *hold; /* the switches in which it does */
    u32 queue_at;    /* their planes */
    u32 channel_at;
} slice_pair;

/* A switch: where its own are in the core, and who holds what. Inputs and outputs as the core
 * counts them, SLICE_NONE: there is none. */
enum { SLICE_NUMBERS = SLICE_PORTS * SLICE_VCS, SLICE_NONE = 0xff };
typedef struct slice_switch {
    u32 queue0; /* its first queue, link, and virtual channel */
    u32 link0;
    u32 vc0;
    u32 link_in[SLICE_PORTS];
    u8 inputs; /* how many */
    u8 outputs;
    u8 input[SLICE_NUMBERS];  /* by number of a queue */
    u8 number[SLICE_NUMBERS]; /* and back */
    u8 output[SLICE_PORTS];   /* by port */
    u8 port[SLICE_PORTS];     /* and back */
    u8 holds[SLICE_NUMBERS];  /* by number of a queue: of the channel that it holds */
    u8 held_by[SLICE_NUMBERS];
    u8 turn[2][SLICE_PORTS]; /* pointers, where they are known: of outputs, of crossbar inputs */
} slice_switch;

struct ws_slices {
    u32 switches;
    u32 words;   /* of a plane */
    u32 ports;   /* host port included */
    u32 vcs;     /* of each link */
    u32 numbers; /* queues at the inputs of a switch: ports * vcs */
    u32 line;    /* words of the planes of all ports, and of a field: whole chunks */
    u32 field;   /* slice b of a counter begins b fields behind its first */
    u32 host_port;
    u32 host_flight; /* of injection links */
    u32 flight_slots;
    u32 signal_slots;
    u32 count_bits; /* slices of counters of flits and credits */
    u32 go_bits;    /* of flits to go, in use: as the longest packet so far needs */
    slice_port port[SLICE_PORTS];
    u32 place[SLICE_PORTS * SLICE_VCS]; /* by number: its plane in a field */

    slice_switch *at; /* by switch */

    u64 *holds;        /* by channel, a field by queue: the switches in which the queue holds it */
    slice_pair *pairs; /* those that any switch has, where planes have several words */
    u32 pair_count;
    u32 *pair_uses; /* by channel, queue: in how many */

    /* hosts: flits to go; a packet is being sent, its head is next; the channel that is held */
    u64 *host_to_go;
    u64 *host_at_head;
    u64 *host_holds[SLICE_VCS];
    u64 *host_sent[SLICE_VCS]; /* in the last cycle */

    /* rings, by slot: flits, heads among them, that come in; flits, heads, tails that come to
     * hosts; credits */
    u64 **arriving, **arriving_heads, **credits;
    u64 **sinking, **sinking_heads, **sinking_tails;
    /* by slot of the wheel of wires, vc, port (the last: injection links): body flits that went
     * there since the grant; was the upper channel the last? */
    u64 *touched, *touched_upper;
    u32 wire_line; /* words of one vc of a slot of `touched` */

    u64 **rings;
    u64 *memory;
};

/* ---- bits ---- */

static inline u32 plane_at(const struct ws_slices *sl, u32 number) {
    return sl->place[number];
}
static inline u64 *slice_set(const struct ws_slices *sl, u32 set) {
    return sl->memory + (size_t)set * sl->field;
}
static inline u64 *slice_line(const struct ws_slices *sl, bool in, u32 set) {
    return slice_set(sl, SLICE_SETS) + (in * SLICE_LINES + set) * sl->line;
}
/* One counter of `bits` slices that are `apart` words apart. */
static inline void number_put(u64 *slice, u32 apart, u32 bits, u32 s, u32 number) {
    u64 bit = 1ull << (s & 63);
    slice += s >> 6;
    for (u32 b = 0; b < bits; b++, slice += apart, number >>= 1)
        *slice = (*slice & ~bit) | (-(u64)(number & 1) & bit);
}
static inline u32 number_get(const u64 *slice, u32 apart, u32 bits, u32 s) {
    u32 number = 0;
    slice += s >> 6;
    for (u32 b = 0; b < bits; b++, slice += apart)
        number |= (u32)(*slice >> (s & 63) & 1) << b;
    return number;
}
/* A packet of so many flits is to be counted down: as many slices as it needs. */
static inline void go_bits_grow(struct ws_slices *sl, u32 length) {
    while ((u64)length >> sl->go_bits)
        sl->go_bits++;
}
/* Numbers are port * vcs + vc, with one or two virtual channels. */
static inline u32 number_port(const struct ws_slices *sl, u32 number) {
    return number >> (sl->vcs - 1);
}
static inline u32 number_vc(const struct ws_slices *sl, u32 number) {
    return number & (sl->vcs - 1);
}
/* The queue, and the virtual channel, of a number at switch s; NIL: there is none. */
static inline u32 slice_queue(const struct ws_slices *sl, u32 number, u32 s) {
    u32 input = sl->at[s].input[number];
    return input == SLICE_NONE ? NIL : sl->at[s].queue0 + input;
}
static inline u32 slice_vc(const struct ws_slices *sl, u32 number, u32 s) {
    u32 output = sl->at[s].output[number_port(sl, number)];
    return output == SLICE_NONE ? NIL : sl->at[s].vc0 + output * sl->vcs + number_vc(sl, number);
}
/* The number of queue q at its switch s; that of virtual channel v of an output. */
static inline u32 queue_number(const struct ws_slices *sl, u32 q, u32 s) {
    return sl->at[s].number[q - sl->at[s].queue0];
}
static inline u32 vc_number(const ws_net *n, const struct ws_slices *sl, u32 v) {
    return n->wire.link_out_port[link_of(n, v)] * sl->vcs + vc_of_link(n, v);
}
/* Walks the members of a plane in index order: for (PLANE_EACH(s, sl, plane)). The plane may change
 * meanwhile, but for the members behind. */
#define PLANE_EACH(s, sl, plane)                                                                   \
    u32 s##_w = 0, s##_words = (sl)->words;                                                        \
    s##_w < s##_words; s##_w++)                            \
        for (u64 s##_rest = (plane)[s##_w]; s##_rest; s##_rest &= s##_rest - 1)                    \
            for (u32 s = s##_w * 64 + bit_first(s##_rest), s##_once = 1; s##_once; s##_once = 0

/* ---- the parts ---- */

/* packets.c: once a packet and hop; `whole`: the head is the tail, too */
void slice_timed(ws_net *n, u32 q);
void slice_head_arrives(ws_net *n, u32 number, u32 s);
void slice_delivers(ws_net *n, u32 s);
void slice_allocate(ws_net *n, u32 x);
void slice_head_leaves(ws_net *n, u32 number, u32 s, bool whole);
void slice_tail_leaves(ws_net *n, u32 number, u32 s);
void slice_host_head(ws_net *n, u32 s, bool whole);
void slice_host_tail(ws_net *n, u32 s);
/* A queue holds a channel of switch s from now on. */
void pair_hold(struct ws_slices *sl, u32 queue, u32 channel, u32 s);
/* Of the two channels of an output (`in`: queues of a crossbar input) that are both held: is the
 * upper next? And its pointer, as a number. */
void turn_order(struct ws_slices *sl, bool in, u32 port, u32 s);
void turn_write(struct ws_slices *sl, bool in, u32 port, u32 s);
/* The words between head and tail of the packet that uses vc `vc` of link l, plane `at` of
 * `touched`. */
void words_write(ws_net *n, u32 l, u32 vc, u32 at, u32 s, u32 k);

/* dense.c */
void slices_run(ws_net *n, u64 end);
/* show.c */
bool slices_enter(ws_net *n);
void slices_resume(ws_net *n);
void slices_show(ws_net *n);
void slices_delivered(const ws_net *n, u64 by_class[WS_CLASSES_MAX]);

/* suits.c: what this machine lacks for this kernel, in words, NULL: nothing; its tables; all sets as
 * of an empty network. */
const char *slices_lack(const ws_net *n);
bool slices_make(ws_net *n);
void slices_free(ws_net *n);
void slices_clear(struct ws_slices *sl);
/* kernel.c */
extern const ws_kernel kernel_slices;

#endif
