/* network_file.h - the network file: any network of switches, hosts and links.
 *
 *   switch NAME [at X Y]                   a switch, and its place on the drawing grid (else the
 *   next free one)
 *   host NAME SWITCH [delay N]             a host and its cable
 *   hosts PREFIX COUNT SWITCH [delay N]    COUNT hosts PREFIX0, PREFIX1, ... on one switch
 *   link A B [delay N] [one-way]           a cable between two switches
 *
 * Lines of the same form as the command language (line.h). A name is declared before it is used,
 * and once. Ports are numbered per switch: its hosts in order of appearance, then its links. No
 * delay = the definition's link-delay or host-link-delay. */
#ifndef WS_NETWORK_H
#define WS_NETWORK_H

#include "session/language/line.h"

/* Makes the graph of a network file; frees nothing of the source. False with "file:line:col:
 * ...". Free with ws_graph_free. */
bool ws_network_parse(const ws_source *source, ws_graph *graph, ws_error *error);

#endif
