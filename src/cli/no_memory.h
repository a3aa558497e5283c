/* no_memory.h - what happens where memory runs out; ws_no_memory is declared in
 * wormscope/memory.h. */
#ifndef WS_NO_MEMORY_H
#define WS_NO_MEMORY_H

/* From now on the libraries that allocate for us end in the same way. */
void ws_no_memory_prepare(void);

#endif
