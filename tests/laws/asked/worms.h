/* worms.h - what is seen of worms, messages and packets from outside:
 *
 *   worms   on every channel of every link the flits of one packet follow each other, head first, tail last, none missing, and no other
 *           packet's between them; counters agree with what was put on the wires; of one multiplexed crossbar input a flit a cycle leaves
 *   once    every message that is created or sent arrives once
 *   order   packets out of order are counted as the events of their pairs tell it; where something keeps order there are none */

/* ---- worms ---- */

static struct {
    u32 *packet; /* by channel: the packet whose worm is on it, NIL between worms */
    u32 *left;   /* by channel: its flits still to come */
    u64 *level;  /* by link into a switch: flits in its buffers, and what comes off the wire in the next cycle */
    u64 counted;
} watch;

static bool is_uncut(const subject *s) {
    return s->cuts == 0;
}
static bool in_worms(const subject *s) {
    return !is_torn(s) && is_uncut(s);
}

static u64 flits_counted(const ws_net *n) {
    return n->total[WS_TOTAL_FLIT_HOPS] + n->total[WS_TOTAL_FLITS_INJECTED];
}

static void levels(const ws_net *n, bool with_arrivals) {
    u32 slot = (u32)n->cycle[0] & (n->size.flight_slots - 1);
    for (EACH(l, n->size.links)) {
        watch.level[l] = 0;
        if (is_sink(n, l))
            continue;
        for (VCS_EACH(v, n, l))
            watch.level[l] += n->queue[n->wire.vc_queue[v]].flits;
        size_t at = (size_t)slot * n->size.link_words;
        if (with_arrivals && bit_get(n->flight_bits + at, l))
            watch.level[l] += flits_of(n->flight[(size_t)slot * n->size.links + l]);
    }
}

static void worms_begin(subject *s) {
    const ws_net *n = s->slow;
    watch.packet = malloc(n->size.vcs * sizeof *watch.packet);
    watch.left = calloc(n->size.vcs, sizeof *watch.left);
    watch.level = calloc(2 * n->size.links, sizeof *watch.level);
    assert(watch.packet && watch.left && watch.level);
    memset(watch.packet, 0xff, n->size.vcs * sizeof *watch.packet);
    watch.counted = flits_counted(n);
    levels(n, true);
}
static void worms_end(void) {
    free(watch.packet), free(watch.left), free(watch.level);
}

static bool flit_see(const ws_net *n, u32 l, u32 flit) {
    u32 v = n->wire.vc0[l] + (flit & FLIT_VC), k = flit >> FLIT_PACKET_SHIFT;
    if (flit & FLIT_HEAD) {
        if (!MUST(watch.packet[v] == NIL, "packet %u begins before %u has ended", k, watch.packet[v]))
            return false;
        watch.packet[v] = k, watch.left[v] = n->packet.length[k];
    }
    if (!MUST(watch.packet[v] == k && watch.left[v] >= flits_of(flit), "a flit of packet %u in worm %u", k, watch.packet[v]))
        return false;
    watch.left[v] -= flits_of(flit);
    if (!MUST((watch.left[v] == 0) == ((flit & FLIT_TAIL) != 0), "the tail of packet %u", k))
        return false;
    if (flit & FLIT_TAIL)
        watch.packet[v] = NIL;
    return true;
}

static bool worms_cycle(subject *s) {
    const ws_net *n = s->slow;
    bool one_by_one = !n->ports && n->def->crossbar == WS_CROSSBAR_MULTIPLEXED && n->def->output_buffer == 0;
    u64 sent = 0;
    for (EACH(l, n->size.links)) {
        u32 slot = (u32)(n->cycle[0] - 1 + n->wire.flight[l]) & (n->size.flight_slots - 1);
        if (!bit_get(n->flight_bits + (size_t)slot * n->size.link_words, l))
            continue;
        u32 flit = n->flight[(size_t)slot * n->size.links + l];
        if (!flit_see(n, l, flit))
            return false;
        sent += flits_of(flit);
    }
    if (!MUST(flits_counted(n) - watch.counted == sent, "%llu flits were sent, and %llu counted", (unsigned long long)sent,
              (unsigned long long)(flits_counted(n) - watch.counted)))
        return false;
    watch.counted = flits_counted(n);
    u64 *before = watch.level + n->size.links;
    memcpy(before, watch.level, n->size.links * sizeof *before);
    levels(n, false);
    for (EACH(l, n->size.links))
        if (one_by_one && !MUST(before[l] - watch.level[l] <= 1, "link %u: its crossbar input gives two flits", l))
            return false;
    levels(n, true);
    return true;
}

/* ---- once ---- */

static struct {
    bool *open; /* by row of the table of messages */
    u32 *number, *left, *due; /* by packet; by pair of hosts, twice */
    u64 disorder, counted;
} book;

static void once_begin(subject *s) {
    book.open = calloc(s->slow->size.messages, 1);
    assert(book.open);
}
static void once_end(void) {
    free(book.open);
}

static bool once_cycle(subject *s) {
    const ws_net *n = s->slow;
    for (size_t i = 0; i < n->event_count; i++) {
        const ws_event *e = &n->events[i];
        bool begins = e->kind == WS_EVENT_MESSAGE_CREATED || e->kind == WS_EVENT_MESSAGE_SENT;
        if (!begins && e->kind != WS_EVENT_MESSAGE_DELIVERED)
            continue;
        if (!MUST(book.open[e->id] != begins, "message %u %s", e->id, begins ? "begins twice" : "arrives, and was not under way"))
            return false;
        book.open[e->id] = begins;
    }
    return true;
}

/* ---- order ---- */

static bool in_order(const subject *s) {
    return s->slow->size.pairs > 0 && is_uncut(s);
}

static void order_begin(subject *s) {
    size_t pairs = (size_t)s->slow->size.hosts * s->slow->size.hosts;
    book.number = calloc(s->slow->size.packets, sizeof(u32));
    book.left = calloc(2 * pairs, sizeof(u32));
    assert(book.number && book.left);
    book.due = book.left + pairs;
    book.disorder = 0, book.counted = s->slow->total[WS_TOTAL_OUT_OF_ORDER];
}
static void order_end(void) {
    free(book.number), free(book.left);
}

static bool order_cycle(subject *s) {
    const ws_net *n = s->slow;
    for (size_t i = 0; i < n->event_count; i++) {
        const ws_event *e = &n->events[i];
        u32 pair = e->source * n->size.hosts + e->dest;
        if (e->kind == WS_EVENT_PACKET_INJECTED)
            book.number[e->id] = book.left[pair]++;
        if (e->kind != WS_EVENT_PACKET_DELIVERED)
            continue;
        u32 number = book.number[e->id];
        book.disorder += number != book.due[pair];
        if (number >= book.due[pair])
            book.due[pair] = number + 1;
    }
    return MUST(n->total[WS_TOTAL_OUT_OF_ORDER] - book.counted == book.disorder, "%llu packets out of order, %llu counted",
                (unsigned long long)book.disorder, (unsigned long long)(n->total[WS_TOTAL_OUT_OF_ORDER] - book.counted));
}
