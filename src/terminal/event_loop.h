/* event_loop.h - loops of libuv where there is too little to open one: an error of libuv, 0 if all
 * is well, instead of the end of the program. */
#ifndef WS_EVENT_LOOP_H
#define WS_EVENT_LOOP_H

#include <uv.h>

int ws_uv_open(uv_loop_t *loop);
/* Listens to a signal from now on. */
int ws_uv_signal(uv_loop_t *loop, uv_signal_t *handle, uv_signal_cb told, int number);
/* Opens a loop that listens to SIGINT and SIGTERM; after an error there is none. */
int ws_uv_open_until(uv_loop_t *loop, uv_signal_t *interrupt, uv_signal_t *terminate,
                     uv_signal_cb told);
/* Closes all handles, and then the loop. */
void ws_uv_close(uv_loop_t *loop);

#endif
