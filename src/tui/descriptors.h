/* descriptors.h - file descriptors, of which there may be too few. */
#ifndef WS_DESCRIPTORS_H
#define WS_DESCRIPTORS_H

#include <stdbool.h>

/* What an event loop of libuv holds, and a little for the first handles. Where it lacks them
 * libuv ends the program instead of returning an error, so this is asked before. */
#define WS_LOOP_DESCRIPTORS 8

/* Can so many more be opened now, in this process? */
bool ws_descriptors_free(int wanted);

#endif
