/* fields.h - the columns whose elements have several parts: a table F(row, type, name, "key",
 * "one line") and the struct `row` made from it. Digests and recordings know a field by its key,
 * which never changes; the name may. */
#ifndef WS_FIELDS_H
#define WS_FIELDS_H

#include "base.h"

#define FIELD_MEMBER(row, type, name, id, doc) type name;

/* What a queue holds and what its head is doing: half a cache line, so that a flit touches one
 * line. */
/* clang-format off */
#define QUEUE_FIELDS(F, row) \
    F(row, u32, front, "front", \
      "packet whose flits are in front, NIL if none") \
    F(row, u32, front_here, "avail", \
      "flits of the front packet that are here") \
    F(row, u32, front_to_go, "left", \
      "flits of the front packet that have not left this queue") \
    F(row, u32, tail_here, "got", \
      "flits of the last packet that have arrived, unless it is also the front one") \
    F(row, u32, flits, "level", \
      "flits in the queue") \
    F(row, u32, vc, "lane", \
      "output virtual channel held by the front packet, NIL if none") \
    F(row, u16, packets, "spans", \
      "packets in the ring") \
    F(row, u16, ring_head, "ring_head", \
      "place of the front packet in the ring") \
    F(row, u8, state, "state", \
      "QUEUE_*: what the head is doing") \
    F(row, u8, stop_sent, "told", \
      "1: STOP was the last that upstream was told") \
    F(row, u16, storing, "storing", \
      "1: the head waits for its tail (store-and-forward)")
/* clang-format on */
typedef struct ws_queue_state {
    QUEUE_FIELDS(FIELD_MEMBER, ws_queue_state)
} ws_queue_state;

/* A virtual channel as its sender sees it: a quarter of a cache line. */
/* clang-format off */
#define VC_FIELDS(F, row) \
    F(row, i32, credit, "credit", \
      "flits the sender may send; with STOP/GO 1 = GO, 0 = STOP") \
    F(row, u32, holder, "holder", \
      "queue that holds the virtual channel, NIL if idle") \
    F(row, u32, receiver, "rx", \
      "queue at the far end which takes the flits of the packet now arriving") \
    F(row, u16, turn, "turn", \
      "round-robin pointer of the virtual channel's arbitration, an input") \
    F(row, u16, need, "need", \
      "while idle: credit below which none of those that wait for the link can use it, as far " \
      "as is known")
/* clang-format on */
typedef struct ws_vc_state {
    VC_FIELDS(FIELD_MEMBER, ws_vc_state)
} ws_vc_state;

/* The output buffer of a virtual channel. */
/* clang-format off */
#define OUTPUT_FIELDS(F, row) \
    F(row, u32, flits, "level", \
      "flits in it") \
    F(row, u32, to_go, "left", \
      "flits of its packet that are not yet on the link") \
    F(row, u32, packet, "packet", \
      "the packet that took the virtual channel last")
/* clang-format on */
typedef struct ws_output_state {
    OUTPUT_FIELDS(FIELD_MEMBER, ws_output_state)
} ws_output_state;

/* What travels back, apart from single credits and marks. */
/* clang-format off */
#define CONTROL_FIELDS(F, row) \
    F(row, u64, due, "due", \
      "cycle in which it arrives") \
    F(row, u32, vc, "lane", \
      "virtual channel whose sender it is for") \
    F(row, u32, packet, "packet", \
      "packet it speaks of") \
    F(row, u32, count, "count", \
      "credits") \
    F(row, u32, next, "next", \
      "next of the slot, or of the free rows, + 1") \
    F(row, u32, kind, "kind", \
      "CONTROL_*") \
    F(row, u32, spare, "spare", \
      "always 0")
/* clang-format on */
typedef struct ws_control {
    CONTROL_FIELDS(FIELD_MEMBER, ws_control)
} ws_control;

/* A CAM line: a set-aside queue beside the queue itself. */
/* clang-format off */
#define SAQ_FIELDS(F, row) \
    F(row, u64, born, "born", \
      "cycle in which it was allocated") \
    F(row, u64, died, "died", \
      "cycle in which it was freed") \
    F(row, u64, idle_from, "idle_from", \
      "cycle since which it has been idle: empty, and nothing expected; 0 = it is not") \
    F(row, u32, path, "path", \
      "output ports of the switches on the way to the congested point, the nearest lowest; " \
      "kept when it is freed") \
    F(row, u32, root, "root", \
      "link at the end of the path: the congested output") \
    F(row, u8, hops, "turns", \
      "how many of them; kept when it is freed") \
    F(row, u8, blocked, "blocked", \
      "1: downstream has said Xoff") \
    F(row, u8, xoff_sent, "told", \
      "1: Xoff was the last that upstream was told") \
    F(row, u8, used, "used", \
      "1: a packet has been in it") \
    F(row, u16, pending, "pending", \
      "packets of its flows that stand in set-aside queues of shorter paths: it is not ready " \
      "to be entered but from there") \
    F(row, u8, cause, "cause", \
      "WS_SAQ_*: what it was allocated for") \
    F(row, u8, timer, "timer", \
      "control messages to itself that are under way: 1 = when new, 2 = when used, as a set")
/* clang-format on */
typedef struct ws_saq_state {
    SAQ_FIELDS(FIELD_MEMBER, ws_saq_state)
} ws_saq_state;

#endif
