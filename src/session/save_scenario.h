/* save_scenario.h - a branch as a scenario of its own: settings, network and all lines, the
 * scenario's and the typed ones, each at its cycle.
 *
 * Run to the same cycle, the scenario has the same digest as the branch. It includes no file but
 * its network file, if it has one. */
#ifndef WS_SAVE_SCENARIO_H
#define WS_SAVE_SCENARIO_H

#include "session/session.h"

/* Writes the scenario to `path`, which ends with ".ws" and must not exist yet; a network file goes
 * beside it, as NAME.net. `title` NULL: that of the session. False with an error if that cannot
 * be. */
bool ws_session_save_scenario(const ws_session *session, size_t branch, const char *path,
                              const char *title, ws_error *error);

#endif
