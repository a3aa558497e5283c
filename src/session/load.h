/* load.h - a scenario, read and checked as a whole: what a session begins with.
 *
 * Order of things: the lines without a time, as they stand (an included file where its line
 * stands); then the overrides of the command line; then the graph; then the `host` lines; then
 * every timed line is tried on a copy, in the order in which it will be applied, so that a mistake
 * in the last line is told before the first cycle. Timed lines are applied by cycle; those of one
 * cycle in the order in which they were read, wherever they stand. `@0 set` of a build parameter
 * counts as a line without a time.
 *
 * Stage lines (language/stage_lines.def) are kept apart: they act on no draft and are never tried;
 * one without a time stands at cycle 0.
 *
 * Bounds: line.h's for lines and files; includes 16 deep, 256 in all. */
#ifndef WS_LOAD_H
#define WS_LOAD_H

#include "session/language/commands.h"
#include "session/session.h"

/* A line that waits for its cycle, or for the hosts to be known. */
typedef struct ws_timed {
    uint64_t cycle;
    size_t order; /* in which it was read */
    ws_place place;
    char *text; /* without @CYCLE; owned */
    size_t length;
} ws_timed;

/* Lines that wait. */
typedef struct ws_timed_lines {
    ws_timed *line;
    size_t count;
} ws_timed_lines;

/* Files that are read instead of files on the disk, in the order in which a scenario asks for them;
 * the first is the scenario itself. A recording carries such a bundle. */
typedef struct ws_bundle {
    ws_source *const *files;
    size_t count;
} ws_bundle;

typedef struct ws_script {
    ws_error *error; /* of the reading or resolving at hand: what is wrong is written there */
    const struct ws_including *including; /* the files being read, while it is being read */
    ws_draft draft;
    ws_graph graph;
    const ws_bundle *bundle; /* NULL = files are read from the disk */
    ws_source **sources;
    size_t source_count;
    /* those sources that are files, in the order in which they were read: the next bundle */
    const ws_source **files;
    size_t file_count;
    ws_timed_lines timed;   /* lines with a time, by cycle */
    ws_timed_lines waiting; /* `host` lines, which wait for the graph */
    ws_timed_lines stage;   /* stage lines, by cycle */
    uint64_t end;           /* UINT64_MAX if none */
    ws_place end_place;
    ws_place *set_at;  /* by parameter: where it was last set */
    ws_place *once_at; /* by command: where it was last given */
    ws_place hosts_at; /* where `hosts` was set by that name */
    ws_error conflict; /* without its place; "" if there is none, or a --set was blamed */
} ws_script;

/* Reads lines and overrides; takes over the source, also on an error. options may be NULL. Free
 * the script in any case. */
bool ws_script_read(ws_script *script, ws_source *source, const ws_options *options,
                    ws_error *error);
/* Reads a script as ws_script_read does, with all files from a bundle, which must stay until the
 * script is resolved. */
bool ws_script_read_bundle(ws_script *script, const ws_bundle *bundle, const ws_options *options,
                           ws_error *error);
/* Makes the graph and the hosts, and tries the timed lines. */
bool ws_script_resolve(ws_script *script, const ws_options *options, ws_error *error);
/* Puts a place before an error of the build: the place of a parameter that the error names,
 * preferably one that --set gave, else the place of the topology. An error that blames no --set is
 * also kept in `conflict`. Returns false. */
bool ws_script_blame(ws_script *script, ws_error *error);
void ws_script_free(ws_script *script);

#endif
