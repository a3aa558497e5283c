/* user_keys.h - the user's own keys: $XDG_CONFIG_HOME/wormscope/keys, lines as in the built-in
 * table. */
#ifndef WS_USER_KEYS_H
#define WS_USER_KEYS_H

#include "ui/keys.h"

/* The built-in keys with those of the file over them. A file that is not there changes nothing.
 * False with file:line:col, and the built-in keys alone, if it is wrong. */
bool ws_user_keys_read(ws_keys *keys, ws_error *error);
/* The same of a file by its path, which must be there. */
bool ws_user_keys_read_file(ws_keys *keys, const char *path, ws_error *error);

/* In one line what has become of the built-in keys: which ones do something else now, and what
 * no key does any more. "" if all do what they did. */
const char *ws_user_keys_tell(const ws_keys *keys, char *text, size_t room);

#endif
