/* commands.h - the commands, and what they do to a draft.
 *
 * A command never touches a network: it changes a draft, a plain copy of what can be changed,
 * and says what it changed. The loader keeps the draft of a scenario that is being read; the
 * session makes one of the running network, and commits it. */
#ifndef WS_COMMANDS_H
#define WS_COMMANDS_H

#include "session/language/line.h"
#include "session/language/params.h"
#include "session/session.h"

#define WS_SEND_MAX 1000000 /* flits of a message that is sent by a line */

/* Where a command may stand, and how it is shown; see commands.def. */
enum {
    WS_COMMAND_SETUP = 1,
    WS_COMMAND_LIVE = 2,
    WS_COMMAND_HOSTS = 4,
    WS_COMMAND_ONCE = 8,
    WS_COMMAND_CHANGES = 16,
    WS_COMMAND_REMARKS = 32
};

/* The parts of the draft that a command changed. */
enum {
    WS_TOUCHED_DEF = 1,
    WS_TOUCHED_HOSTS = 2,
    WS_TOUCHED_FILE = 4,
    WS_TOUCHED_CHECK = 8,
    WS_TOUCHED_END = 16,
    WS_TOUCHED_MEASURE = 32,
    WS_TOUCHED_BUILD = 64,
    WS_TOUCHED_SEND = 128,
    WS_TOUCHED_CABLE = 256
};

/* The message of a `send` line. */
typedef struct ws_sending {
    int64_t from; /* host */
    int64_t to;   /* host */
    int64_t flits;
} ws_sending;

/* The cables of a `cut` or `repair` line, between two switches. */
typedef struct ws_cabling {
    int32_t one;
    int32_t other;
    bool cut;
} ws_cabling;

typedef struct ws_draft {
    bool live;        /* the last command runs on a network that is running */
    unsigned touched; /* WS_TOUCHED_*, of the last command */
    ws_def def;
    const ws_param *param; /* TOUCHED_DEF: which one */
    const ws_graph *graph; /* NULL while not known */
    ws_host_def *hosts;    /* one per host of the graph */
    /* network file of `topology file`, found from its directory; owned; NULL if none */
    char *network;
    uint64_t warmup;
    ws_sending sending;         /* TOUCHED_SEND */
    ws_cabling cabling;         /* TOUCHED_CABLE */
    uint64_t check;             /* TOUCHED_CHECK: the expected digest */
    char file[WS_LINE_MAX + 1]; /* TOUCHED_FILE: what to include */
    bool file_is_machine;
    char title[WS_LINE_MAX + 1];
    char note[WS_LINE_MAX + 1];
    ws_remark remark; /* the kind of the note */
} ws_draft;

typedef struct ws_command {
    const char *name;
    const char *usage;
    const char *doc;
    unsigned where; /* WS_COMMAND_* */
    bool (*run)(const ws_line *line, ws_draft *draft);
} ws_command;

extern const ws_command ws_commands[];
extern const size_t ws_command_count;

/* Returns the command that a line (of at least one word) names, if it may stand there; else NULL
 * with an error in that of the line. */
const ws_command *ws_command_find(const ws_line *line, bool live);

/* Runs the command of a line on the draft, and sets what it touched. False with an error in that of
 * the line; the draft is as it was. */
bool ws_command_run(const ws_command *command, const ws_line *line, bool live, ws_draft *draft);

/* Makes the definitions of all hosts of a graph, each an ordinary host. Owned by the caller. */
ws_host_def *ws_ordinary_hosts(const ws_graph *graph);

/* TOUCHED_BUILD: makes the graph of the draft's definition: in `own`, or `file` of the topology
 * `file`. The hosts' rules stay if the hosts are the same. False with an error without place. */
bool ws_draft_regraph(ws_draft *draft, const ws_graph *file, ws_graph *own, ws_error *error);

/* TOUCHED_CABLE: the graph of the draft, with other cables cut, in `own`. False with an error
 * without place, and nothing changed, where there are no such cables. */
bool ws_draft_recable(ws_draft *draft, ws_graph *own, ws_error *error);

/* Returns PATH as named by a file in DIRECTORY ("" = the current directory). Owned by the
 * caller. */
char *ws_path_from(const char *directory, const char *path);

#endif
