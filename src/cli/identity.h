/* identity.h - what a run was: by what program, of which scenario, on which network, with which
 * parameters. What a row says of itself, so that it can be run again (reproduce.c). */
#ifndef WS_IDENTITY_H
#define WS_IDENTITY_H

#include <jansson.h>

#include "session/language/params.h"
#include "session/session.h"

enum { WS_DIGEST_SIZE = 17 }; /* of a digest as text, terminator included */
void ws_digest_text(uint64_t digest, char text[WS_DIGEST_SIZE]);

/* Of the lines of the scenario and of all that it includes, but for comments: what they say at
 * whatever cycle. */
uint64_t ws_scenario_digest(ws_session *session);
/* Of the graph at cycle 0: names of nodes, cables, ports, delays. */
uint64_t ws_topology_digest(const ws_session *session);

/* Adds to an object: version, model, scenario, scenario_digest, topology_digest, parameters. */
void ws_identity_add(json_t *object, ws_session *session);

enum { WS_VALUE_SIZE = 4200 }; /* of a value as text: a path may be long */
/* What a parameter was at cycle 0, as --set takes it. */
void ws_parameter_text(const ws_session *session, const ws_param *param, char *text, size_t room);

#endif
