/* topology.h - graphs that have names. */
#ifndef WS_TOPOLOGY_H
#define WS_TOPOLOGY_H

#include "core/verbs.h"

/* Ports of a mesh or torus switch, counted after its hosts. */
enum { WS_DIR_XP, WS_DIR_XN, WS_DIR_YP, WS_DIR_YN };

/* The random irregular network of a definition. */
bool irregular_build(const ws_def *def, ws_graph *g, ws_error *error);
/* The bidirectional multistage network of a definition. */
bool bmin_build(const ws_def *def, ws_graph *g, ws_error *error);
/* Its stages, of N hosts: log4 N; 0 if N is no power of four. */
u32 bmin_stages(u32 hosts);

#endif
