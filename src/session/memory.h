/* memory.h - allocation for the session, which has no use for a half-loaded scenario: no memory
 * ends the program. */
#include "wormscope/memory.h"
