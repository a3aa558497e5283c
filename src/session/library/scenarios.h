/* scenarios.h - the list of scenarios, for `wormscope list` and for suggestions. */
#ifndef WS_SCENARIOS_H
#define WS_SCENARIOS_H

#include "session/language/suggest.h"

typedef struct ws_scenario_row {
    char *name;  /* "kwan/two-hosts" */
    char *title; /* of its `title` line; "" if it has none */
    char *path;
} ws_scenario_row;

/* Lists all scenarios in the data folders (find.h) by name, without machines and network files.
 * Where two folders have the same name, the better folder counts. Free with ws_scenarios_free.
 * `unread` names the first file or folder that could not be read, all others are listed; its text
 * is "" if there is none. NULL for those who need not know. */
size_t ws_scenarios_list(ws_scenario_row **rows, ws_error *unread);
void ws_scenarios_free(ws_scenario_row *rows, size_t count);

/* Returns the names of rows, for suggestions. They last as long as the rows. */
ws_names ws_scenario_names(const ws_scenario_row *rows, size_t count);

/* Lists the machines (`machine NAME`) as ws_scenarios_list lists scenarios. */
size_t ws_machines_list(ws_scenario_row **rows, ws_error *unread);

/* Returns the file of a scenario: a path that exists, else the file of a name with or without
 * ".ws". NULL with an error that suggests a similar name. */
char *ws_find_scenario(const char *name, ws_error *error);

#endif
