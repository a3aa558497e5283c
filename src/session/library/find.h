/* find.h - where the files that come with the program are: scenarios, machines, themes.
 *
 * Looked for, in this order: in the checkout at or above the current directory; in
 * ../share/wormscope beside the directory of the program, where `make install` puts them; in the
 * checkout at or above the program; in $XDG_DATA_HOME/wormscope (default ~/.local/share); in the
 * folders wormscope of $XDG_DATA_DIRS (default /usr/local/share:/usr/share). A checkout is known
 * by its scenarios/machines. Nothing of this is fixed when the program is built. */
#ifndef WS_FIND_H
#define WS_FIND_H

#include "wormscope/wormscope.h"

#define WS_DATA_DIRS_MAX 32

/* Is there something of this name that can be read as a file? */
bool ws_is_file(const char *path);

/* The folders FOLDER ("scenarios") that exist, best first. Strings owned by the caller (free
 * each). */
size_t ws_data_dirs(const char *folder, char *dirs[WS_DATA_DIRS_MAX]);

/* Where an installed program expects its files: DIRECTORY/../share/wormscope. "" if its place is
 * not known. Owned by the caller. */
char *ws_install_dir(void);

/* The path of the running program; "" if it is not known. Owned by the caller. */
char *ws_program_path(void);

/* FOLDER/NAME+SUFFIX in the first of them that has it; NULL if none has. Owned by the caller. */
char *ws_find_data(const char *folder, const char *name, const char *suffix);

/* A file of the user's own: $VARIABLE/wormscope/NAME, where that variable of XDG is not set
 * $HOME/FALLBACK/wormscope/NAME; NULL if neither is known. It need not exist. Owned by the
 * caller. */
char *ws_user_path(const char *variable, const char *fallback, const char *name);
/* Makes the folders above the last name of such a path, for the user alone. What cannot be made is
 * told by whoever opens the file. */
void ws_user_folders(char *path);
#define WS_CONFIG_DIR "XDG_CONFIG_HOME", ".config"
#define WS_STATE_DIR  "XDG_STATE_HOME", ".local/state"
#define WS_CACHE_DIR  "XDG_CACHE_HOME", ".cache"

#endif
