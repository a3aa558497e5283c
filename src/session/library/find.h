/* find.h - where the files that come with the program are: scenarios, machines, themes.
 *
 * Looked for in $WORMSCOPE_DATA alone if that is set; else, in this order: in the checkout at or
 * above the current directory; in ../share/wormscope beside the directory of the program, where
 * `make install` puts them; in the checkout at or above the program; in $XDG_DATA_HOME/wormscope
 * (default ~/.local/share); in the folders wormscope of $XDG_DATA_DIRS (default
 * /usr/local/share:/usr/share). A checkout is known by its scenarios/machines. Nothing of this is
 * fixed when the program is built. */
#ifndef WS_FIND_H
#define WS_FIND_H

#include "wormscope/wormscope.h"

#define WS_DATA_DIRS_MAX 32

/* Does the path name a file? What cannot be looked at, such as a link to itself, is taken for one:
 * whoever opens it is told why that cannot be done. */
bool ws_is_file(const char *path);

/* Lists the folders FOLDER ("scenarios") that exist, best first. Each string is owned by the
 * caller. */
size_t ws_data_dirs(const char *folder, char *dirs[WS_DATA_DIRS_MAX]);

/* Returns the folder of an installed program's files, DIRECTORY/../share/wormscope; "" if the
 * program's place is not known. Owned by the caller. */
char *ws_install_dir(void);

/* Says once, before anything is looked for, where the running program is; a library has no need
 * to. */
void ws_find_program(const char *path);
/* Returns that path; "" if it is not known. Owned by the caller. */
char *ws_program_path(void);

/* Returns FOLDER/NAME+SUFFIX in the first data folder that has it, readable or not; NULL if none
 * has it. Owned by the caller. */
char *ws_find_data(const char *folder, const char *name, const char *suffix);

/* Returns the path of a file of the user: $VARIABLE/wormscope/NAME or, where that variable of XDG
 * is not set, $HOME/FALLBACK/wormscope/NAME; NULL if neither is known. The file need not exist.
 * Owned by the caller. */
char *ws_user_path(const char *variable, const char *fallback, const char *name);
/* Makes the folders above the last name of such a path, for the user alone. A failure shows when
 * the file is opened. */
void ws_user_folders(char *path);
#define WS_CONFIG_DIR "XDG_CONFIG_HOME", ".config"
#define WS_STATE_DIR  "XDG_STATE_HOME", ".local/state"
#define WS_CACHE_DIR  "XDG_CACHE_HOME", ".cache"

#endif
