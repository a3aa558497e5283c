/* tracks_ink.c - what a flit, a head, a buffer, a free track look like: for the map and its legend.
 */
#include <stdio.h>

#include "ui/ink.h"
#include "ui/map/altitude.h"
#include "ui/map/map_tags.h"
#include "ui/map/tracks_painter.h"
#include "ui/panel.h"

#define NONE WS_COLOUR_NONE

/* Percent of the ground. */
enum { STANDING = 18, FADED = 50, WANTED = 25, HALF_ON = 20, APART = 60, ARROW = 65 };
enum { FREE = 55, FREE_STEP = 19, FREE_MOST = 80 };
/* Where colours do not tell, one of so many flits of a chain is its number. */
enum { NUMBER_EVERY = 4, NUMBER_MOST = 9 };

static uint8_t rank_of(const ws_track_look *look) {
    if (look->unlit || look->dimmed)
        return WS_RANK_DIMMED;
    if (look->place >= 0)
        return WS_RANK_CHAIN;
    if (look->ring)
        return WS_RANK_RING;
    return look->waits ? WS_RANK_WAITS : WS_RANK_MOVES;
}

/* By its place in the chain, or by its key. */
static void colour_find(const ws_track_painter *p, ws_track_look *look, const ws_frame_worm *worm) {
    look->role = (ws_role)ws_worm_hue(p->view, worm).role;
    look->colour = ws_worm_ink(p->view, worm);
    if (look->ring) {
        look->role = WS_ROLE_DEADLOCK;
        look->colour = ws_ink_ground(p->view, WS_ROLE_DEADLOCK);
    } else if (look->behind) { /* steps back */
        uint32_t paper = ws_ink_ground(p->view, WS_ROLE_TEXT);
        look->colour = ws_ink_mix(look->colour, paper, WS_TRACK_BEHIND);
    }
    if (look->unlit) {
        look->role = WS_ROLE_FAINT;
        look->colour = ws_ink_role(p->view, WS_ROLE_FAINT);
    }
    if (look->place >= 0) {
        look->role = ws_why_role(p->view, &p->why, (size_t)look->place);
        look->colour = ws_why_ink(p->view, &p->why, (size_t)look->place);
    }
}

ws_track_look ws_track_look_of(const ws_track_painter *p, const ws_frame_worm *worm) {
    ws_track_look look = {.place = ws_why_place(&p->why, worm->packet)};
    look.packet = worm->packet;
    look.waits = worm->blocked;
    look.unlit = !ws_worm_lit(p->view, worm);
    look.dimmed = p->why.count > 0 && look.place < 0;
    look.ring = worm->in_deadlock && look.place < 0;
    look.behind = worm->blocked && worm->order == WS_ORDER_DEADLOCK && !worm->in_deadlock;
    colour_find(p, &look, worm);
    look.rank = rank_of(&look);
    return look;
}

ws_track_look ws_track_look_halted(const ws_track_painter *p, const ws_frame_worm *worm) {
    ws_track_look look = ws_track_look_of(p, worm);
    look.waits = true;
    look.rank = rank_of(&look);
    return look;
}

ws_mark ws_track_mark(ws_role role, uint8_t rank) {
    ws_mark mark = {.role = role, .rank = rank, .fg = NONE, .bg = NONE};
    mark.packet = WS_NIL;
    mark.link = WS_NIL;
    mark.sign = WS_SIGN_NONE;
    return mark;
}

uint32_t ws_track_ground(const ws_track_painter *p, int x, int row) {
    const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, x, row);
    return cell ? cell->ground : NONE;
}

static unsigned attr_of(const ws_track_painter *p, const ws_track_look *look) {
    if (p->rich)
        return 0;
    if (look->dimmed)
        return WS_DIM;
    return look->place >= 0 || look->ring ? WS_BOLD : 0;
}

static ws_sign sign_of(const ws_track_look *look, bool waits) {
    if (look->unlit || look->dimmed)
        return WS_SIGN_DIM;
    if (look->ring)
        return WS_SIGN_RING;
    return waits ? WS_SIGN_WAITS : WS_SIGN_MOVES;
}

/* Full or small. Where shades cannot tell, every fourth flit of one that moves is small, so that it
 * is seen to move. */
static ws_glyph body_glyph(const ws_track_painter *p, const ws_track_look *look, uint32_t number,
                           bool level) {
    bool small = !p->rich && number % NUMBER_EVERY == NUMBER_EVERY - 1;
    if (look->waits)
        small = number % 2 != 0;
    if (small)
        return level ? WS_GLYPH_SMALL_H : WS_GLYPH_SMALL_V;
    return level ? WS_GLYPH_FLIT_H : WS_GLYPH_FLIT_V;
}

static uint32_t body_sign(const ws_track_painter *p, const ws_track_look *look, uint32_t number,
                          bool level) {
    if (look->unlit)
        return p->code[level ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V];
    bool numbered = !p->rich && p->why.count > 1 && look->place >= 0 && look->place < NUMBER_MOST;
    if (numbered && number % NUMBER_EVERY == 1)
        return (uint32_t)('1' + look->place);
    return p->code[body_glyph(p, look, number, level)];
}

static uint32_t shade_of(const ws_track_painter *p, const ws_track_look *look, uint32_t number,
                         uint32_t ground) {
    uint32_t colour = ws_ink_readable(look->colour, ground);
    if (p->view->depth < WS_DEPTH_256)
        number = number % 2 ? 3 : 0;
    if (look->waits)
        colour = ws_ink_mix(colour, ground, STANDING);
    else
        colour = ws_ink_march(colour, ground, number);
    return look->dimmed ? ws_ink_mix(colour, ground, WS_TRACK_DIMMED) : colour;
}

void ws_track_body(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look,
                   uint32_t number, bool fades) {
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    ws_mark mark = ws_track_mark(look->role, look->rank);
    mark.glyph = body_sign(p, look, number, ws_track_is_level(at.direction));
    mark.fg = shade_of(p, look, number, ground);
    if (fades)
        mark.fg = ws_ink_mix(mark.fg, ground, FADED);
    mark.attr = attr_of(p, look);
    if (!p->rich && !look->waits && !look->dimmed)
        mark.attr |= number % 2 ? 0 : WS_BOLD;
    mark.packet = look->packet;
    if (look->ring && p->rich) { /* white on red, as wherever a deadlock is told */
        mark.bg = ws_ink_mix(mark.fg, ground, number % 2 ? 30 : 0);
        mark.fg = ws_ink_role(p->view, WS_ROLE_DEADLOCK);
    }
    mark.sign = sign_of(look, look->waits);
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
}

/* Does another worm pass where a head waits? */
static bool is_passed(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look) {
    const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at.x, at.y);
    return cell && cell->packet != WS_NIL && cell->packet != look->packet;
}

static bool is_over_full(const ws_track_painter *p, ws_map_cell at) {
    const ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at.x, at.y);
    return cell && cell->sign == WS_SIGN_FULL;
}

/* A cross stands on the colour of its worm where that is looked at; on a darker one where it would
 * be taken for one of a worm that passes. */
static void cross_find(const ws_track_painter *p, const ws_track_look *look, ws_map_cell at,
                       ws_mark *mark) {
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    bool apart = p->rich && !look->ring && is_passed(p, at, look);
    mark->glyph = p->code[WS_GLYPH_BLOCKED];
    if (look->place >= 0) {
        mark->bg = look->colour;
        mark->fg = ws_ink_on(look->colour);
        mark->attr |= p->rich ? 0 : WS_REVERSE;
        return;
    }
    if (apart)
        mark->bg = ground = ws_ink_mix(look->colour, ground, APART);
    if (is_over_full(p, at)) { /* both are said */
        mark->sign = WS_SIGN_FULL;
        mark->bg = ground = ws_sheet_at(&p->sheet, at.x, at.y)->fg;
        mark->attr |= p->rich ? 0 : WS_REVERSE;
    }
    ws_role role = look->ring ? WS_ROLE_DEADLOCK : WS_ROLE_BLOCKED;
    mark->role = role;
    mark->fg = ws_ink_readable(ws_ink_role(p->view, role), ground);
    mark->fg = ws_ink_mix(mark->fg, ground, look->behind ? WS_TRACK_BEHIND : 0);
    if (look->ring)
        mark->bg = look->colour;
}

static void moves_note(const ws_track_painter *p, ws_map_cell at, unsigned sign, uint32_t packet) {
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, packet);
    if (worm && sign == WS_SIGN_MOVES)
        ws_tag_note_put(p->view, WS_TAG_MOVES, (ws_rect){at.x, at.y, 1, 1}, sign,
                        ws_tag_since(worm->entered));
}

void ws_track_head(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look, bool waits,
                   uint32_t within) {
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    ws_mark mark = ws_track_mark(look->role, WS_RANK_HEAD);
    mark.glyph = p->code[(look->waits ? WS_GLYPH_WANT_E : WS_GLYPH_HEAD_E) + at.direction];
    mark.fg = ws_ink_readable(look->colour, ground);
    mark.fg = ws_ink_mix(mark.fg, ground, within % 2 ? HALF_ON : 0);
    mark.attr = within % 2 ? 0 : WS_BOLD;
    mark.sign = sign_of(look, waits || look->waits);
    if (waits)
        cross_find(p, look, at, &mark);
    else if (look->ring)
        mark.fg = ws_ink_role(p->view, WS_ROLE_DEADLOCK), mark.bg = look->colour;
    if (look->place >= 0)
        mark.rank = WS_RANK_CHAIN_HEAD;
    if (look->dimmed)
        mark.fg = ws_ink_mix(mark.fg, ground, WS_TRACK_DIMMED);
    if (look->unlit) {
        mark.role = WS_ROLE_FAINT;
        mark.fg = look->colour;
        mark.bg = NONE;
        mark.rank = WS_RANK_DIMMED;
    }
    mark.attr |= attr_of(p, look);
    mark.packet = look->packet;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
    const ws_frame_worm *worm = ws_frame_worm_of(p->frame, look->packet);
    if (worm && waits && mark.rank != WS_RANK_DIMMED)
        ws_tag_note_put(p->view, WS_TAG_WAITS, (ws_rect){at.x, at.y, 1, 1}, mark.sign,
                        ws_tag_since(look->behind ? UINT64_MAX : worm->since));
    else if (mark.rank != WS_RANK_DIMMED)
        moves_note(p, at, mark.sign, look->packet);
}

void ws_track_full(const ws_track_painter *p, ws_map_cell at, uint32_t link, int paler) {
    ws_mark mark = ws_track_mark(WS_ROLE_STRONG, WS_RANK_FULL);
    ws_sheet_cell *cell = ws_sheet_at(&p->sheet, at.x, at.y);
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    mark.glyph = ws_sign_full(p->view);
    if (p->rich)
        mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_STRONG), ground, paler);
    mark.packet = cell ? cell->packet : WS_NIL; /* whoever fills it */
    mark.link = link;
    mark.sign = WS_SIGN_FULL;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
    p->view->map.plan->full++;
    ws_tag_age since = paler ? ws_tag_since(UINT64_MAX) : ws_tag_since_link(link);
    ws_tag_note_put(p->view, WS_TAG_FULL, (ws_rect){at.x, at.y, 1, 1}, mark.sign, since);
}

void ws_track_way(const ws_track_painter *p, ws_map_cell at, uint32_t link) {
    ws_mark mark = ws_track_mark(WS_ROLE_FLOW0, WS_RANK_HEAD);
    mark.glyph = p->code[WS_GLYPH_HEAD_E + at.direction];
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_STRONG),
                         ws_ink_role(p->view, WS_ROLE_FLOW0), ARROW);
    mark.link = link;
    mark.sign = WS_SIGN_MOVES;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
    ws_tag_note_put(p->view, WS_TAG_MOVES, (ws_rect){at.x, at.y, 1, 1}, mark.sign,
                    ws_tag_by_use(link));
}

void ws_track_buffer(const ws_track_painter *p, ws_map_cell at, const ws_track_look *look,
                     uint32_t level, uint32_t capacity) {
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    int eighths = ws_min((int)((uint64_t)level * 8 / (capacity ? capacity : 1)), 8);
    ws_mark mark = ws_track_mark(WS_ROLE_BUFFER, (uint8_t)(WS_RANK_BUFFER + eighths));
    mark.glyph = ws_glyph_level(p->view->glyphs, level, capacity);
    mark.fg = ws_ink_role(p->view, WS_ROLE_BUFFER);
    if (look) {
        mark.role = look->role;
        mark.fg = ws_ink_mix(look->colour, ground, look->dimmed ? WS_TRACK_DIMMED : 0);
        mark.attr = attr_of(p, look);
        mark.packet = look->packet;
    }
    if (look && look->place >= 0)
        mark.rank = WS_RANK_CHAIN;
    if (p->rich && eighths == 8) { /* in many fonts a full block leaves a line unpainted */
        mark.glyph = ' ';
        mark.bg = mark.fg;
    }
    mark.sign = WS_SIGN_BUFFER;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
}

/* The track of every next channel is darker. */
void ws_track_free(const ws_track_painter *p, ws_map_cell at, int track, uint32_t link,
                   bool fades) {
    uint32_t ground = ws_ink_ground(p->view, WS_ROLE_TEXT);
    int share = ws_min(FREE + FREE_STEP * track, FREE_MOST);
    ws_mark mark = ws_track_mark(WS_ROLE_IDLE, WS_RANK_FREE);
    bool level = ws_track_is_level(at.direction);
    mark.glyph = p->code[level ? WS_GLYPH_IDLE_H : WS_GLYPH_IDLE_V];
    mark.fg = ws_ink_mix(ws_ink_role(p->view, WS_ROLE_IDLE), ground, share);
    if (fades)
        mark.fg = ws_ink_mix(mark.fg, ground, FADED);
    mark.link = link;
    mark.sign = WS_SIGN_TRACK;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
}

void ws_track_ghost(const ws_track_painter *p, ws_map_cell at, uint32_t depth, uint32_t link) {
    uint32_t ground = ws_track_ground(p, at.x, at.y);
    ws_mark mark = ws_track_mark(ws_hot_role(depth), WS_RANK_GHOST);
    mark.glyph = p->code[WS_GLYPH_GHOST];
    mark.fg = ws_ink_mix(ws_ink_hot(p->view, depth), ground, WANTED);
    mark.link = link;
    mark.sign = WS_SIGN_WANTS;
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
}

void ws_track_badge(const ws_track_painter *p, int x, int row, size_t place, uint32_t colour,
                    bool narrow) {
    char text[16];
    ws_mark mark = ws_track_mark(WS_ROLE_STRONG, WS_RANK_BADGE);
    mark.bg = colour;
    mark.fg = ws_ink_on(mark.bg);
    mark.attr = WS_BOLD | (p->rich ? 0 : WS_REVERSE);
    if (place < p->why.count)
        mark.packet = p->why.packet[place];
    snprintf(text, sizeof text, narrow ? "%zu" : " %zu ", place + 1);
    mark.sign = WS_SIGN_CHAIN;
    ws_sheet_text(&p->sheet, x - !narrow, row, &mark, text);
}

/* ---------------------------------------------------------------------------------- lenses ---- */

static uint32_t digit(uint32_t number) {
    return number > 9 ? '+' : '0' + number;
}

static void member_find(const ws_track_painter *p, ws_mark *mark, ws_lens_value value, bool level,
                        bool last) {
    mark->role = ws_hot_role(value.step);
    mark->fg = ws_ink_hot(p->view, value.step);
    mark->glyph = p->code[level ? WS_GLYPH_FLIT_H : WS_GLYPH_FLIT_V];
    if (last || !p->rich)
        mark->glyph = digit(value.step);
    mark->sign = WS_SIGN_MEMBER;
}

static void level_find(const ws_track_painter *p, ws_mark *mark, ws_lens_value value) {
    mark->role = (ws_role)(WS_ROLE_CALM0 + value.step);
    mark->fg = ws_ink_role(p->view, mark->role);
    mark->glyph = ws_glyph_level(p->view->glyphs, value.step, WS_CALM_STEPS - 1);
    mark->sign = WS_SIGN_LEVEL;
}

static void saqs_find(const ws_track_painter *p, ws_mark *mark, ws_lens_value value, bool level,
                      bool last) {
    mark->role = WS_ROLE_STRONG;
    mark->fg = ws_ink_hot(p->view, value.step < 4 ? 5u - value.step : 1);
    mark->glyph = last ? digit(value.step) : p->code[level ? WS_GLYPH_FLIT_H : WS_GLYPH_FLIT_V];
    mark->sign = WS_SIGN_SAQS;
}

void ws_track_value(const ws_track_painter *p, ws_map_cell at, ws_lens_value value, uint32_t link,
                    bool last) {
    bool level = ws_track_is_level(at.direction);
    ws_mark mark = ws_track_mark(WS_ROLE_IDLE, WS_RANK_MOVES);
    mark.link = link;
    switch ((ws_seen)value.seen) {
    case WS_SEEN_LEVEL: level_find(p, &mark, value); break;
    case WS_SEEN_SAQS: saqs_find(p, &mark, value, level, last); break;
    case WS_SEEN_MEMBER: member_find(p, &mark, value, level, last); break;
    case WS_SEEN_ROOT:
        member_find(p, &mark, (ws_lens_value){WS_SEEN_ROOT, 0}, level, last);
        mark.sign = WS_SIGN_ROOT;
        break;
    default: return;
    }
    ws_sheet_put(&p->sheet, at.x, at.y, &mark);
}
