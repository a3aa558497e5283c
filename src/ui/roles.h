/* roles.h - what a cell means, not how it looks: one row per style role.
 *
 * ROLE(ID, "name in a theme file", foreground, background, attributes, "what it is"). Colours are 0xRRGGBB; NONE means that of
 * the role `text`. The colours here are the built-in dark theme, in force when no theme file can be read. The worm colours are
 * those of Okabe and Ito, made for all kinds of colour vision; shape always says the same as colour. */
#ifndef WS_ROLES_H
#define WS_ROLES_H

#define WS_COLOUR_NONE 0xffffffffu

enum { WS_BOLD = 1, WS_DIM = 2, WS_UNDERLINE = 4, WS_REVERSE = 8 };

#define WS_ROLES(ROLE)                                                                                  \
    ROLE(TEXT, "text", 0xd8dee6, 0x10141a, 0, "plain text, and the background of everything")           \
    ROLE(FAINT, "faint", 0x7b8794, NONE, 0, "units, hints, what is not in use")                         \
    ROLE(STRONG, "strong", 0xffffff, NONE, WS_BOLD, "figures that matter")                              \
    ROLE(TITLE, "title", 0x9fb4c8, NONE, WS_BOLD, "titles of panels")                                   \
    ROLE(RULE, "rule", 0x3a4450, NONE, 0, "lines between panels")                                       \
    ROLE(STATUS, "status", 0xd8dee6, 0x263040, 0, "status line")                                        \
    ROLE(STATUS_NAME, "status-name", 0xffffff, 0x3b4a60, WS_BOLD, "name of the scenario in the status line") \
    ROLE(KEY, "key", 0xffffff, 0x3b4a60, WS_BOLD, "a key in the key bar and in help")                   \
    ROLE(KEY_LABEL, "key-label", 0xaebccb, 0x1b222c, 0, "what a key does")                              \
    ROLE(SWITCH, "switch", 0xe8edf2, 0x2c3a4c, WS_BOLD, "a switch")                                     \
    ROLE(SWITCH_BLOCKED, "switch-blocked", 0xffffff, 0x8a3a00, WS_BOLD, "a switch with blocked heads")  \
    ROLE(HOST, "host", 0x93a1b0, NONE, 0, "a host")                                                     \
    ROLE(BACKLOG, "backlog", 0xe6c84f, NONE, 0, "messages waiting at a host")                           \
    ROLE(IDLE, "idle", 0x46525f, NONE, 0, "a link with nothing on it")                                  \
    ROLE(BLOCKED, "blocked", 0xff7a1a, NONE, WS_BOLD, "a blocked head; counts of blocked worms")        \
    ROLE(MOVING, "moving", 0x3ddc97, NONE, 0, "counts of worms that move")                              \
    ROLE(STOP, "stop", 0xff7a1a, NONE, 0, "a buffer that has told its sender to stop")                  \
    ROLE(BUFFER, "buffer", 0x8fa3b8, NONE, 0, "filling of a buffer")                                    \
    ROLE(DEADLOCK, "deadlock", 0xffffff, 0xb00020, WS_BOLD, "a proved deadlock")                        \
    ROLE(SELECTED, "selected", 0x10141a, 0xf0e442, WS_BOLD, "the selected worm")                        \
    ROLE(CHANGED, "changed", 0xfff3a0, 0x4a4400, 0, "what changed in this step")                        \
    ROLE(WORM0, "worm-0", 0x56b4e9, NONE, 0, "worms, by turns")                                         \
    ROLE(WORM1, "worm-1", 0xe69f00, NONE, 0, "")                                                        \
    ROLE(WORM2, "worm-2", 0x00c08b, NONE, 0, "")                                                        \
    ROLE(WORM3, "worm-3", 0xf0e442, NONE, 0, "")                                                        \
    ROLE(WORM4, "worm-4", 0x4f8fd9, NONE, 0, "")                                                        \
    ROLE(WORM5, "worm-5", 0xcc79a7, NONE, 0, "")                                                        \
    ROLE(WORM6, "worm-6", 0xb39ddb, NONE, 0, "")                                                        \
    ROLE(HEAT0, "heat-0", 0x46525f, NONE, 0, "use of a link, from none")                                \
    ROLE(HEAT1, "heat-1", 0x3e6fa3, NONE, 0, "")                                                        \
    ROLE(HEAT2, "heat-2", 0x2aa198, NONE, 0, "")                                                        \
    ROLE(HEAT3, "heat-3", 0x7fc34a, NONE, 0, "")                                                        \
    ROLE(HEAT4, "heat-4", 0xffd500, NONE, 0, "... to full")                                             \
    ROLE(SERIES0, "series-0", 0x9fb4c8, NONE, 0, "first curve: all, offered")                           \
    ROLE(SERIES1, "series-1", 0x56b4e9, NONE, 0, "second curve: the highest class, accepted")           \
    ROLE(SERIES2, "series-2", 0xe69f00, NONE, 0, "third curve")                                         \
    ROLE(SERIES3, "series-3", 0x00c08b, NONE, 0, "fourth curve")                                        \
    ROLE(SERIES4, "series-4", 0xcc79a7, NONE, 0, "fifth curve")                                         \
    ROLE(MARK, "mark", 0xf0e442, NONE, 0, "where a parameter was changed")                              \
    ROLE(PAST, "past", 0x56b4e9, NONE, 0, "the part of the timeline that lies behind")                  \
    ROLE(PLACE, "place", 0xf0e442, NONE, WS_BOLD, "where we are on the timeline")                       \
    ROLE(RECORD, "record", 0xffffff, 0xb00020, WS_BOLD, "a recording is being made")                    \
    ROLE(ECHO, "echo", 0x3ddc97, NONE, 0, "what a command has done")                                    \
    ROLE(ERROR, "error", 0xff8a80, NONE, WS_BOLD, "what is wrong")                                      \
    ROLE(PROMPT, "prompt", 0xffffff, 0x263040, 0, "the command line")                                   \
    ROLE(CURSOR, "cursor", 0x10141a, 0xf0e442, 0, "the place in the command line")

#define WS_ROLE_ENUM(id, name, fg, bg, attr, doc) WS_ROLE_##id,
typedef enum ws_role { WS_ROLES(WS_ROLE_ENUM) WS_ROLE_COUNT } ws_role;
#undef WS_ROLE_ENUM

#define WS_WORM_COLOURS 7
#define WS_HEAT_STEPS 5

#endif
