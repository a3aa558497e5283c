/* no_memory.h - how the program ends where memory runs out (wormscope/memory.h). */
#ifndef WS_NO_MEMORY_H
#define WS_NO_MEMORY_H

/* From now on the program ends in words where memory runs out, also where a library allocates for
 * us. */
void ws_no_memory_prepare(void);

#endif
