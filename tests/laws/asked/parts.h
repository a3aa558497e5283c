/* parts.h - a frame of a part of the network against one of the whole, for random parts:
 *
 *   counts    what is counted is the same: worms that move and wait, by order, heads by switch, the deadlock, the trees
 *   near      queues, links, channels, flits and spans at the near nodes are the same, and so are the worms on them
 *   worms     a worm that is in both lists is the same, wherever its head stands; the longest waits and the chain are in it
 *   far       what is not wanted of the far nodes is as in the whole, or empty; levels and use are as the links of the whole say
 *   back      a whole frame after parts is a whole frame
 *
 * Where packets can be killed or refused a part is the whole. */

typedef struct part_count {
    uint32_t empty, counts, near, worms, missing, longest, chain, back, parts, listed, all, levels, filled;
} part_count;

static ws_frame *whole, *part;

static bool is_near(uint32_t node) { return part->wants.near[node]; }

static void counts_check(part_count *c) {
    bool same = whole->moving == part->moving && whole->stopped == part->stopped && whole->deadlock == part->deadlock &&
                whole->deadlock_worms == part->deadlock_worms && whole->deadlock_ring == part->deadlock_ring && whole->trees == part->trees;
    same &= memcmp(whole->by_order, part->by_order, sizeof whole->by_order) == 0;
    same &= memcmp(whole->heads_blocked, part->heads_blocked, whole->switches * sizeof *whole->heads_blocked) == 0;
    same &= memcmp(whole->heads_order, part->heads_order, whole->switches * sizeof *whole->heads_order) == 0;
    same &= memcmp(whole->deadlock_packet, part->deadlock_packet, whole->deadlock_worms * sizeof *whole->deadlock_packet) == 0;
    for (size_t i = 0; i < whole->trees && same; i++) {
        ws_tree one = whole->tree[i], other = part->tree[i];
        one.leaves = other.leaves; /* which a part does not count */
        same &= memcmp(&one, &other, sizeof one) == 0;
    }
    c->counts += !same;
}

/* Of links held only those that were read are counted. */
static bool worm_equals(const ws_frame_worm *one, const ws_frame_worm *other) {
    return one->packet == other->packet && one->message == other->message && one->source == other->source && one->dest == other->dest &&
           one->length == other->length && one->head_queue == other->head_queue && one->waits_for == other->waits_for &&
           one->created == other->created && one->entered == other->entered && one->since == other->since && one->order == other->order &&
           one->reason == other->reason && one->blocked == other->blocked && one->behind == other->behind &&
           one->in_deadlock == other->in_deadlock && one->traffic_class == other->traffic_class;
}

static void worms_check(part_count *c) {
    c->listed += part->worms, c->all += whole->worms;
    for (uint32_t i = 0; i < part->worms; i++) {
        const ws_frame_worm *worm = ws_frame_worm_of(whole, part->worm[i].packet);
        c->worms += !worm || !worm_equals(worm, &part->worm[i]);
        if (worm && c->worms == 1 && !worm_equals(worm, &part->worm[i]))
            note("packet %u: head %u %u, waits for %u %u, order %u %u, reason %u %u, blocked %u %u, behind %u %u", worm->packet,
                 worm->head_queue, part->worm[i].head_queue, worm->waits_for, part->worm[i].waits_for, worm->order, part->worm[i].order,
                 worm->reason, part->worm[i].reason, worm->blocked, part->worm[i].blocked, worm->behind, part->worm[i].behind);
    }
}

/* Is a packet of the whole also known to the part? */
static bool is_known(uint32_t packet) {
    return packet == WS_NIL || !ws_frame_worm_of(whole, packet) || ws_frame_worm_of(part, packet);
}

static bool stretches_equal(const ws_frame_queue *one, const ws_frame_queue *other) {
    if (one->stretches != other->stretches) return false;
    const ws_frame_stretch *a = whole->stretch + one->first_stretch, *b = part->stretch + other->first_stretch;
    return memcmp(a, b, one->stretches * sizeof *a) == 0;
}

/* Not read, unless the head of a worm stands there. */
static bool is_unread(uint32_t node) { return part->part && !is_near(node); }

static bool is_bare(const ws_frame_queue *queue) {
    return queue->front == WS_NIL && queue->flits == 0 && !queue->head_here && queue->stretches == 0 && !ws_wait_stands(&queue->wait);
}

static bool is_idle(const ws_frame_link *link) {
    return link->buffered == 0 && !link->stop_sent && link->flits == 0 && link->holder == WS_NIL;
}

static void queue_check(part_count *c, uint32_t q) {
    const ws_frame_queue *one = &whole->queue[q], *other = &part->queue[q];
    if (is_unread(one->node) && is_bare(other)) {
        c->empty++;
        return;
    }
    bool same = one->front == other->front && one->flits == other->flits && one->since == other->since &&
                one->head_here == other->head_here && memcmp(&one->wait, &other->wait, sizeof one->wait) == 0;
    if (is_near(one->node)) {
        same &= one->request == other->request && stretches_equal(one, other);
        for (uint32_t i = 0; i < one->stretches; i++) c->missing += !is_known(whole->stretch[one->first_stretch + i].packet);
    }
    c->near += !same;
}

static void link_check(part_count *c, uint32_t l) {
    const ws_frame_link *one = &whole->link[l], *other = &part->link[l];
    bool unread = is_unread(one->from) && is_unread(one->to);
    bool used = other->utilisation == one->utilisation || other->utilisation == 0;
    if (unread && is_idle(other) && used) return;
    /* of one that ends beside what is near only the buffer is known */
    bool same = one->buffered == other->buffered && one->stop_sent == other->stop_sent;
    same &= one->utilisation == other->utilisation || (unread && other->utilisation == 0);
    if (is_near(one->from) || is_near(one->to)) {
        same &= one->flits == other->flits && one->holder == other->holder && one->held == other->held && one->state == other->state &&
                one->output == other->output;
        same &= memcmp(whole->vc + one->vc0, part->vc + one->vc0, one->channels * sizeof *whole->vc) == 0;
        same &= memcmp(whole->flit + one->flit0, part->flit + one->flit0, one->delay * sizeof *whole->flit) == 0;
        for (uint32_t i = 0; i < one->delay; i++) c->missing += !is_known(whole->flit[one->flit0 + i].packet);
        if (is_near(one->to)) same &= one->front_queue == other->front_queue;
    } else if (part->part) {
        /* nothing is said of it, or, at the head of one in the chain, what is so */
        bool read = one->flits == other->flits && one->holder == other->holder;
        read &= memcmp(whole->vc + one->vc0, part->vc + one->vc0, one->channels * sizeof *whole->vc) == 0;
        same &= read || (other->flits == 0 && other->holder == WS_NIL && part->vc[one->vc0].packet == WS_NIL);
    }
    c->near += !same;
}

/* The lowest order of the heads in front at a switch, and the mean filling of the buffers there, from the rows of the whole. */
static void switch_check(part_count *c, uint32_t sw) {
    uint32_t lowest = 0, ends = 0;
    double sum = 0;
    for (uint32_t q = whole->queue0[sw]; q < whole->queue0[sw + 1]; q++) {
        const ws_frame_queue *queue = &whole->queue[q];
        uint32_t order = queue->wait.order > 0 ? queue->wait.order : 1;
        if (queue->head_here && ws_wait_stands(&queue->wait) && (lowest == 0 || order < lowest)) lowest = order;
    }
    for (uint32_t l = 0; l < whole->links; l++) {
        const ws_frame_link *link = &whole->link[l];
        if (link->to != sw) continue;
        sum += link->capacity ? (double)link->buffered / link->capacity : 0;
        ends++;
    }
    bool known = !part->part || part->wants.far >= WS_FAR_FILLING;
    c->levels += whole->heads_order[sw] != lowest;
    c->levels += ends > 0 && whole->filling[sw] != sum / ends;
    c->levels += ends > 0 && known && part->filling[sw] != sum / ends;
    c->filled += sum > 0;
}

static void use_check(part_count *c) {
    if (part->part && part->wants.far < WS_FAR_USE) return;
    for (uint32_t l = 0; l < whole->links; l++) c->levels += whole->link[l].utilisation != part->link[l].utilisation;
}

static void longest_check(part_count *c) {
    uint32_t most = whole->blocked_worms;
    if (part->part && most > WS_FRAME_LONGEST) most = WS_FRAME_LONGEST;
    c->longest += part->blocked_worms != most;
    for (uint32_t i = 0; i < most && i < part->blocked_worms; i++)
        c->longest += whole->worm[whole->blocked[i]].packet != part->worm[part->blocked[i]].packet;
}

static void chain_check(part_count *c) {
    uint32_t one[64], other[64];
    if (!ws_frame_worm_of(whole, part->wants.worm)) {
        c->chain += ws_frame_worm_of(part, part->wants.worm) != NULL;
        return;
    }
    size_t length = ws_frame_chain(whole, part->wants.worm, one, NULL, 64);
    c->chain += ws_frame_chain(part, part->wants.worm, other, NULL, 64) != length || memcmp(one, other, length * sizeof *one) != 0;
}

/* A run of nodes, and a packet that may or may not be there. */
static void part_choose(subject *s) {
    uint32_t nodes = whole->switches + whole->hosts;
    uint32_t first = pick(&s->rng, 0, nodes - 1), size = pick(&s->rng, 0, nodes / 2);
    for (uint32_t x = 0; x < nodes; x++)
        part->wants.near[x] = (x + nodes - first) % nodes < size;
    part->wants.part = chance(&s->rng, 88);
    part->wants.far = (uint8_t)pick(&s->rng, 0, WS_FAR_USE);
    part->wants.worm = WS_NIL;
    if (whole->worms > 0)
        part->wants.worm = whole->worm[pick(&s->rng, 0, whole->worms - 1)].packet;
}

static void back_check(part_count *c, subject *s) {
    part->wants.part = false;
    ws_frame_update(part, s->slow, NULL, s->observer);
    bool same = part->worms == whole->worms && !part->part;
    for (uint32_t i = 0; i < whole->worms && same; i++) same &= memcmp(&whole->worm[i], &part->worm[i], sizeof *whole->worm) == 0;
    same &= memcmp(whole->vc, part->vc, whole->vcs * sizeof *whole->vc) == 0;
    same &= memcmp(whole->queue, part->queue, whole->queues * sizeof *whole->queue) == 0;
    c->back += !same;
}

static void parts_begin(subject *s) {
    whole = ws_frame_new(s->slow);
    part = ws_frame_new(s->slow);
    whole->wants.tree_packets = part->wants.tree_packets = false;
}
static void parts_end(void) {
    ws_frame_free(whole);
    ws_frame_free(part);
}

static bool parts_look(subject *s) {
    part_count c = {0};
    if (chance(&s->rng, 75))
        return true;
    ws_frame_update(whole, s->slow, NULL, s->observer);
    part_choose(s);
    ws_frame_update(part, s->slow, NULL, s->observer);
    counts_check(&c);
    worms_check(&c);
    for (EACH(q, whole->queues))
        queue_check(&c, q);
    for (EACH(l, whole->links))
        link_check(&c, l);
    for (EACH(x, whole->switches))
        switch_check(&c, x);
    use_check(&c);
    longest_check(&c);
    chain_check(&c);
    if (chance(&s->rng, 20))
        back_check(&c, s);
    return MUST(c.counts == 0, "counts of a part") && MUST(c.near == 0 && c.missing == 0, "what is near: %u differ, %u worms are missing", c.near, c.missing) &&
           MUST(c.worms == 0, "%u worms of a part are others", c.worms) && MUST(c.levels == 0, "filling, use and orders of switches: %u", c.levels) &&
           MUST(c.longest == 0 && c.chain == 0, "the longest waits, the chain: %u, %u", c.longest, c.chain) &&
           MUST(c.back == 0, "a whole frame after a part is not whole");
}
