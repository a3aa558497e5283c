/* roles.h - what a cell means, not how it looks: one row per style role.
 *
 * ROLE(ID, "name in a theme file", foreground, background, attributes, "what it is"). Colours
 * are 0xRRGGBB; NONE means that of the role `text`. The colours here are the built-in dark
 * theme, in force when no theme file can be read. Shape always says the same as colour. */
#ifndef WS_ROLES_H
#define WS_ROLES_H

#define WS_COLOUR_NONE 0xffffffffu

enum { WS_BOLD = 1, WS_DIM = 2, WS_UNDERLINE = 4, WS_REVERSE = 8 };

#define WS_ROLES(ROLE) \
    ROLE(TEXT, "text", 0xc9d3dd, 0x0d1117, 0, "plain text, and the background of everything") \
    ROLE(FAINT, "faint", 0x6e7b89, NONE, 0, "units, hints, what is not in use") \
    ROLE(STRONG, "strong", 0xffffff, NONE, WS_BOLD, "figures that matter") \
    ROLE(TITLE, "title", 0xa9bfe6, NONE, WS_BOLD, "titles of panels") \
    ROLE(RULE, "rule", 0x2b3642, NONE, 0, "lines between panels") \
    ROLE(STATUS, "status", 0xc9d3dd, 0x1b2430, 0, "status line") \
    ROLE(STATUS_NAME, "status-name", 0xffffff, 0x34465c, WS_BOLD, \
         "name of the scenario in the status line") \
    ROLE(KEY, "key", 0xffffff, 0x34465c, WS_BOLD, "a key in the key bar and in help") \
    ROLE(KEY_LABEL, "key-label", 0xaebccb, 0x1b2430, 0, "what a key does") \
    ROLE(SWITCH, "switch", 0xe8edf2, 0x243040, WS_BOLD, "a switch") \
    ROLE(SWITCH_BLOCKED, "switch-blocked", 0xffffff, 0x8a3a00, WS_BOLD, \
         "a switch with blocked heads") \
    ROLE(HOST, "host", 0x93a1b0, NONE, 0, "a host") \
    ROLE(BACKLOG, "backlog", 0xe6c84f, NONE, 0, "messages waiting at a host") \
    ROLE(IDLE, "idle", 0x46525f, NONE, 0, "a link with nothing on it") \
    ROLE(BLOCKED, "blocked", 0xff8a2a, NONE, WS_BOLD, "a blocked head; counts of blocked worms") \
    ROLE(MOVING, "moving", 0x4cdfa0, NONE, 0, "counts of worms that move") \
    ROLE(STOP, "stop", 0xff7a1a, NONE, 0, "a buffer that has told its sender to stop") \
    ROLE(BUFFER, "buffer", 0x8fa3b8, NONE, 0, "buffer fill") \
    ROLE(DEADLOCK, "deadlock", 0xffffff, 0xd21f3c, WS_BOLD, "a proved deadlock") \
    ROLE(SELECTED, "selected", 0x10141a, 0xf0e442, WS_BOLD, "the selected worm") \
    ROLE(CHANGED, "changed", 0xfff3a0, 0x4a4400, 0, "what changed in this step") \
    ROLE(HEAT0, "heat-0", 0x46525f, NONE, 0, "use of a link, from none") \
    ROLE(HEAT1, "heat-1", 0x3e6fa3, NONE, 0, "") \
    ROLE(HEAT2, "heat-2", 0x2aa198, NONE, 0, "") \
    ROLE(HEAT3, "heat-3", 0x7fc34a, NONE, 0, "") \
    ROLE(HEAT4, "heat-4", 0xffd500, NONE, 0, "... to full") \
    ROLE(SERIES0, "series-0", 0x9fb4c8, NONE, 0, "first curve: all, offered") \
    ROLE(SERIES1, "series-1", 0x56b4e9, NONE, 0, "second curve: the highest class, accepted") \
    ROLE(SERIES2, "series-2", 0xe69f00, NONE, 0, "third curve") \
    ROLE(SERIES3, "series-3", 0x00c08b, NONE, 0, "fourth curve") \
    ROLE(SERIES4, "series-4", 0xcc79a7, NONE, 0, "fifth curve") \
    ROLE(MARK, "mark", 0xf0e442, NONE, 0, "where a parameter was changed") \
    ROLE(PAST, "past", 0x56b4e9, NONE, 0, "the part of the timeline that lies behind") \
    ROLE(PLACE, "place", 0xf0e442, NONE, WS_BOLD, "where we are on the timeline") \
    ROLE(RECORD, "record", 0xffffff, 0xb00020, WS_BOLD, "a recording is being made") \
    ROLE(ECHO, "echo", 0x3ddc97, NONE, 0, "what a command has done") \
    ROLE(ERROR, "error", 0xff8a80, NONE, WS_BOLD, "what is wrong") \
    ROLE(PROMPT, "prompt", 0xffffff, 0x263040, 0, "the command line") \
    ROLE(HOT0, "hot-0", 0xfff6bf, NONE, 0, "waiting: the root, or who waits for one that moves") \
    ROLE(HOT1, "hot-1", 0xffd84a, NONE, 0, "") \
    ROLE(HOT2, "hot-2", 0xffa826, NONE, 0, "") \
    ROLE(HOT3, "hot-3", 0xf9702b, NONE, 0, "") \
    ROLE(HOT4, "hot-4", 0xcc5a2a, NONE, 0, "") \
    ROLE(HOT5, "hot-5", 0xa04a32, NONE, 0, "") \
    ROLE(HOT6, "hot-6", 0x7e4238, NONE, 0, "") \
    ROLE(HOT7, "hot-7", 0x62393b, NONE, 0, "... who waits farthest from it") \
    ROLE(CALM0, "calm-0", 0x131d27, NONE, 0, "filling of a buffer, use of a link, from none") \
    ROLE(CALM1, "calm-1", 0x15303d, NONE, 0, "") \
    ROLE(CALM2, "calm-2", 0x184756, NONE, 0, "") \
    ROLE(CALM3, "calm-3", 0x1e6270, NONE, 0, "") \
    ROLE(CALM4, "calm-4", 0x2b8281, NONE, 0, "") \
    ROLE(CALM5, "calm-5", 0x4aa68c, NONE, 0, "") \
    ROLE(CALM6, "calm-6", 0x83cc98, NONE, 0, "... to full") \
    ROLE(HUE0, "hue-0", 0x56b4e9, NONE, 0, "worms, by a key") \
    ROLE(HUE1, "hue-1", 0x35cc93, NONE, 0, "") \
    ROLE(HUE2, "hue-2", 0xde86c6, NONE, 0, "") \
    ROLE(HUE3, "hue-3", 0xa79cf2, NONE, 0, "") \
    ROLE(HUE4, "hue-4", 0xa9d35b, NONE, 0, "") \
    ROLE(HUE5, "hue-5", 0x43d3d6, NONE, 0, "") \
    ROLE(HUE6, "hue-6", 0xc9b18f, NONE, 0, "") \
    ROLE(HUE7, "hue-7", 0x7191f7, NONE, 0, "") \
    ROLE(GRAPH0, "graph-0", 0x1b4f72, NONE, 0, "height of a filled curve, from low") \
    ROLE(GRAPH1, "graph-1", 0x1f7a8c, NONE, 0, "") \
    ROLE(GRAPH2, "graph-2", 0x2fa88a, NONE, 0, "") \
    ROLE(GRAPH3, "graph-3", 0x8ccb5e, NONE, 0, "") \
    ROLE(GRAPH4, "graph-4", 0xf2d74e, NONE, 0, "") \
    ROLE(GRAPH5, "graph-5", 0xff9a3c, NONE, 0, "... to high") \
    ROLE(FLOW0, "flow-0", 0x8ff0f0, NONE, 0, "flits that move, in four shades") \
    ROLE(FLOW1, "flow-1", 0x62c8c4, NONE, 0, "") \
    ROLE(FLOW2, "flow-2", 0x429a94, NONE, 0, "") \
    ROLE(FLOW3, "flow-3", 0x2c726a, NONE, 0, "") \
    ROLE(STREET, "street", 0x1c252f, NONE, 0, "a link with nothing on it, seen from above") \
    ROLE(CROWD, "crowd", 0xc2560e, NONE, 0, "the ground of a switch at which three heads wait") \
    ROLE(DIM, "dim", 0x93a1b0, NONE, 0, "what a sign means, and other plain words") \
    ROLE(CURSOR, "cursor", 0x10141a, 0xf0e442, 0, "the place in the command line")

#define WS_ROLE_ENUM(id, name, fg, bg, attr, doc) WS_ROLE_##id,
typedef enum ws_role { WS_ROLES(WS_ROLE_ENUM) WS_ROLE_COUNT } ws_role;
#undef WS_ROLE_ENUM

/* Steps of the ramps, whose roles follow one another from step 0 on. */
#define WS_HOT_STEPS    8
#define WS_CALM_STEPS   7
#define WS_HUE_STEPS    8
#define WS_GRAPH_STEPS  6
#define WS_FLOW_STEPS   4
#define WS_HEAT_STEPS 5

#endif
