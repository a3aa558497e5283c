/* hosting.c - see hosting.h. */
#include "net/hosting.h"

#include <arpa/inet.h>
#include <grp.h>
#include <unistd.h>

#include "class/class_file.h"
#include "net/private_socket.h"
#include "session/language/line.h"
#include "session/language/text.h"

/* What is being begun. */
typedef struct opening {
    const ws_hosting_wishes *wishes;
    ws_hosting *hosting;
    ws_roster *roster;
    ws_class_file *file; /* NULL: nothing is kept */
    ws_error *error;
} opening;

/* ---- tokens ---- */

static bool token_make(char token[WS_CLASS_WORD], ws_error *error) {
    unsigned char bytes[WS_TOKEN_BYTES];
    int code = uv_random(NULL, NULL, bytes, sizeof bytes, 0, NULL);
    if (code)
        return fail_with(error, "no random numbers for a token: %s", uv_strerror(code));
    ws_token_text(token, bytes);
    return true;
}

static bool roster_read(const opening *o, const char *path) {
    ws_source *source = ws_source_read(path, false, o->error);
    if (!source)
        return false;
    ws_error why;
    bool good = ws_roster_read(o->roster, source->text, source->length, &why);
    ws_source_free(source);
    return good || fail_with(o->error, "%.200s: %s", path, why.text);
}

/* Students who have no token get one; so does the room, where nobody else could come in. */
static bool tokens_give(const opening *o, bool needed) {
    ws_roster *roster = o->roster;
    for (size_t i = 0; i < roster->count; i++) {
        ws_student *student = &roster->student[i];
        if (!*student->token && !token_make(student->token, o->error))
            return false;
        ws_class_file_add(o->file, "token", student->token, student->id);
    }
    if (needed && !roster->count && !*roster->room && !token_make(roster->room, o->error))
        return false;
    if (*roster->room)
        ws_class_file_add(o->file, "room", roster->room, "");
    roster->open = !needed && !roster->count && !*roster->room;
    return true;
}

static bool tokens_begin(opening *o, bool is_tcp) {
    const ws_hosting_wishes *w = o->wishes;
    if (w->token && !ws_token_good(w->token, o->error))
        return false;
    if (w->token)
        snprintf(o->roster->room, sizeof o->roster->room, "%s", w->token);
    if (w->roster && !roster_read(o, w->roster))
        return false;
    if (w->roster && !w->journal)
        return fail_with(o->error,
                         "a roster needs --record FILE: the tokens are kept in FILE.class");
    if (w->journal) {
        o->file = ws_class_file_open(w->journal, o->roster, o->error);
        if (!o->file)
            return false;
        ws_hosting_keep(o->hosting, o->file);
    }
    return tokens_give(o, is_tcp);
}

/* ---- the address ---- */

static bool address_find(ws_address *address, const char *listen, ws_error *error) {
    char folder[80];
    if (listen)
        return ws_address_read(address, listen, error);
    if (!ws_private_directory(folder, error))
        return false;
    *address = (ws_address){.path = ""};
    snprintf(address->path, sizeof address->path, "%s/class-%ld", folder, (long)getpid());
    return true;
}

static bool group_find(const char *name, gid_t *group, ws_error *error) {
    *group = (gid_t)-1;
    if (!name)
        return true;
    const struct group *found = getgrnam(name);
    if (!found)
        return fail_with(error, "unknown group `%.60s`", name);
    *group = found->gr_gid;
    return true;
}

/* Where a student joins, with the token of the room; and what else is to be known about it. */
static void address_tell(const opening *o, const ws_address *address) {
    char text[WS_NET_TEXT], joins[WS_NET_TEXT + WS_CLASS_WORD], hint[512];
    const char *token = o->roster->room;
    ws_address reached = *address; /* 0.0.0.0 is of no use to a student */
    ws_address_reach(&reached);
    ws_address_text(&reached, text);
    snprintf(joins, sizeof joins, "%s%s%s", text, *token ? "#" : "", token);
    text_out out = text_begin(hint, sizeof hint);
    if (o->roster->count)
        text_add(&out, "%zu tokens are in %s; ", o->roster->count, ws_class_file_path(o->file));
    const struct sockaddr_in *four = ws_address_four(&address->tcp);
    if (*address->path)
        text_add(&out, "only this machine, and who may use the socket");
    else if (ws_address_is_here(address))
        text_add(&out, "only this machine; from another one: ssh -L %u:%s THIS-MACHINE",
                 (unsigned)ntohs(four->sin_port), text);
    else
        text_add(&out, "who has a token comes in; nothing is encrypted");
    ws_hosting_reached(o->hosting, joins, hint);
}

/* ---- the door ---- */

static void door_poke(void *server) {
    ws_server_poke(server);
}
static uint64_t door_now(void *server) {
    return ws_server_now(server);
}
static uint64_t door_time(void *server) {
    return ws_server_time(server);
}
static void door_close(void *server) {
    ws_server_end(server);
}

static bool listen_begin(opening *o, uv_loop_t *loop) {
    ws_address address;
    gid_t group;
    mode_t mode = o->wishes->mode;
    if (!address_find(&address, o->wishes->listen, o->error))
        return false;
    if (!group_find(o->wishes->group, &group, o->error))
        return false;
    if (!mode)
        mode = o->wishes->group ? 0660 : 0600;
    if (!tokens_begin(o, !*address.path))
        return false;
    ws_room *room = ws_hosting_room(o->hosting);
    ws_server *server = ws_server_begin(loop, &address, mode, group, room, o->error);
    if (!server)
        return false;
    address_tell(o, &address);
    ws_hosting_open(o->hosting,
                    (ws_hosting_door){server, door_poke, door_now, door_time, door_close});
    return true;
}

ws_hosting *ws_hosting_begin(uv_loop_t *loop, ws_session *session, const ws_hosting_wishes *wishes,
                             ws_error *error) {
    ws_error ignored;
    ws_hosting *h = ws_hosting_new(session);
    opening o = {.wishes = wishes, .hosting = h, .roster = ws_hosting_roster(h), .error = error};
    bool journal = ws_hosting_journal(h, wishes->journal, wishes->resume, error);
    if (journal && listen_begin(&o, loop))
        return h;
    ws_hosting_end(h, &ignored);
    return NULL;
}
