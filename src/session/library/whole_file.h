/* whole_file.h - a file that is made anew, whole or not at all: what is written goes into a file
 * beside it, which takes its place when all is written. Whatever fails before, the file that was
 * there is as it was. Devices and pipes, and files in a folder where none may be made, are written
 * to as they are. */
#ifndef WS_WHOLE_FILE_H
#define WS_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct ws_whole_file {
    FILE *out;                  /* to be written to; NULL while it is not open */
    char *path;                 /* behind symbolic links; owned */
    char *fresh;                /* what is written; NULL: `path` itself; owned */
    struct ws_whole_file *next; /* of those that are open */
} ws_whole_file;

/* Opens a file to be written. False with errno; then there is nothing to close. */
bool ws_whole_open(ws_whole_file *file, const char *path);
/* Closes it and puts it in its place. False with errno if something could not be written: then
 * there is what was there before. */
bool ws_whole_close(ws_whole_file *file);
/* Writes a text as a file. False with errno. */
bool ws_whole_write(const char *path, const char *text, size_t length);
/* What has been written to an open file is on the disk: it is there if the power fails. Disks and
 * devices that know no such thing pass it over; false with errno if it failed. */
bool ws_file_sync(int file);
/* The same of the names in the folder of `path`: behind a rename the file keeps its new name. */
bool ws_folder_sync(const char *path);
/* Removes what has been begun of all that are open: for a program that ends where it stands. */
void ws_whole_abandon(void);

#endif
