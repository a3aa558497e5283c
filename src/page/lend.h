/* lend.h - what wasi-libc has not, declared before anything else: see lend.c. */
#ifndef WS_LEND_H
#define WS_LEND_H

#include <sys/types.h>

uid_t geteuid(void);
int flock(int file, int operation);
int fchmod(int file, mode_t mode);
char *realpath(const char *restrict path, char *restrict resolved);

#endif
