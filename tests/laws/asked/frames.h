/* frames.h - the picture of a network: every flit that is under way is seen once, in a buffer or on a wire; no buffer holds more than it can;
 * the lines of ports agree with their queues; every worm moves or is blocked; and no deadlock is claimed where none can be. */

static uint64_t flits_seen(const ws_frame *f) {
    uint64_t flits = 0;
    for (uint32_t l = 0; l < f->links; l++) flits += f->link[l].flits + f->link[l].buffered;
    for (uint32_t i = 0; i < f->switches * f->pool; i++) flits += f->queue[f->buffer[i].queue].flits;
    for (uint32_t q = 0; q < f->queues && f->pool == 0; q++) /* of output ports */
        if (f->queue[q].link == WS_NIL && f->queue[q].node < f->switches) flits += f->queue[q].flits;
    return flits;
}

static bool is_overfull(const ws_frame *f) {
    for (uint32_t l = 0; l < f->links; l++)
        if (f->link[l].buffered > f->link[l].capacity) return true;
    for (uint32_t p = 0; p < f->ports; p++)
        if (f->port[p].packets > f->port[p].room) return true;
    return false;
}

/* The lines of a port that are in use hold what is not in its cold queue. */
static bool lines_agree(const ws_frame *f) {
    uint32_t valid = 0, blocked = 0;
    for (uint32_t p = 0; p < f->ports && f->cam_lines > 0; p++) {
        uint32_t packets = f->port[p].cold_packets, used = 0;
        for (uint32_t i = 0; i < f->cam_lines; i++) {
            const ws_cam_line *saq = &f->cam[p * f->cam_lines + i];
            if (!saq->valid && saq->packets > 0) return false;
            packets += saq->packets, used += saq->valid, blocked += saq->blocked;
        }
        if (packets != f->port[p].packets || used != f->port[p].used) return false;
        valid += used;
    }
    return valid == f->saq_census.active && blocked == f->saq_census.blocked;
}

static bool frames_look(subject *s) {
    const ws_frame *f = s->frame;
    const u64 *total = s->slow->total;
    u64 under_way = total[WS_TOTAL_FLITS_INJECTED] - total[WS_TOTAL_FLITS_DELIVERED];
    bool all_seen = total[WS_TOTAL_KILLS] == 0 && s->slow->def->output_buffer == 0 && s->cuts == 0;
    return MUST(!all_seen || flits_seen(f) == under_way, "of %llu flits under way %llu are in the picture",
                (unsigned long long)under_way, (unsigned long long)flits_seen(f)) &&
           MUST(!is_overfull(f), "a buffer in the picture is overfull") && MUST(lines_agree(f), "the lines of a port in the picture") &&
           MUST(f->moving + f->stopped == f->worms, "%u worms move, %u are blocked, of %u", f->moving, f->stopped, f->worms) &&
           MUST(!f->deadlock || s->may_stick, "a deadlock is claimed where none can be");
}

/* Every set-aside queue in use is listed once: at the end of a link, or at the output that feeds one. */
static bool has_saqs(const subject *s) {
    return s->slow->size.saq_ports > 0;
}
static bool saqs_look(subject *s) {
    const ws_net *n = s->slow;
    ws_saq saqs[128];
    u32 count = 0, outputs = 0;
    for (EACH(l, n->size.links)) {
        u32 here = ws_saqs_of(n, l, saqs, 128);
        for (u32 i = 0; i < here; i++)
            outputs += saqs[i].output;
        count += here;
    }
    ws_saq_census census = ws_saqs_count(n);
    return MUST(outputs == census.outputs && count == census.active, "%u set-aside queues are listed, of %u", count, census.active);
}
