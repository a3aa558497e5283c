/* send.c - a message that somebody sends by a command, besides the load: may it be? Then it joins a
 * source queue like any other. */
#include "build.h"

static bool hosts_fit(const ws_net *n, u32 from, u32 to, ws_error *error) {
    u32 hosts = n->size.hosts;
    u32 last = hosts - 1;
    if (from >= hosts || to >= hosts)
        return fail_with(error, "unknown host; the hosts are 0 to %u", last);
    return from != to || fail_with(error, "a host cannot send to itself; name another host");
}

/* Where whole packets must fit into a buffer, do those into which the message would be cut? */
static bool length_fits(const ws_net *n, const ws_letter *letter, ws_error *error) {
    i64 packets = packets_per_buffer(n->def);
    i64 buffer = n->def->buffer;
    i64 overhead = n->def->overhead;
    i64 payload = segment_most(n, letter);
    if (payload > letter->length)
        payload = letter->length;
    i64 longest = payload + overhead;
    if (letter->length == 0)
        return fail_with(error, "a message has at least 1 flit");
    if (longest * packets <= buffer)
        return true;
    i64 most = buffer / packets - overhead;
    return fail_with(
        error,
        "a packet of %lld flits does not fit whole into a buffer of %lld; send at most "
        "%lld flits",
        (long long)longest, (long long)buffer, (long long)most);
}

bool ws_net_send(ws_net *n, uint32_t from, uint32_t to, uint32_t flits, ws_error *error) {
    assert(is_settled(n));
    if (!hosts_fit(n, from, to, error))
        return false;
    ws_letter letter = letter_make(n, from, to, flits);
    if (!length_fits(n, &letter, error))
        return false;
    if (n->event_count >= n->event_room)
        return fail_with(error, "what happened before has not been read");
    if (message_send(n, &letter))
        return true;
    return fail_with(error, "the table of messages has no room for one more of this host; wait, or "
                            "begin with a larger message-capacity");
}
