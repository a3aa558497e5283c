/* params.h - the one table of parameters (params.def) and how their values are written and read. */
#ifndef WS_PARAMS_H
#define WS_PARAMS_H

#include "wormscope/wormscope.h"

typedef enum ws_param_type {
    WS_PARAM_INT,      /* a whole number with a unit */
    WS_PARAM_SHARE,    /* a decimal such as 0.25, stored in millionths */
    WS_PARAM_ENUM,     /* one of names[] */
    WS_PARAM_TOPOLOGY, /* "torus 3 3", "line 4", "file PATH" */
    WS_PARAM_LENGTH    /* "exponential 1000", "fixed 20", "mixture 1-5:90 25:10" */
} ws_param_type;

typedef struct ws_param {
    const char *name;
    const char *unit;
    const char *readers; /* the machines that read it */
    const char *doc;
    ws_param_type type;
    bool live;
    size_t offset; /* of the int64_t in ws_def */
    int64_t min;   /* this and the next three in stored units */
    int64_t max;
    int64_t def;
    int64_t step;
    const char *const *names; /* of an enum */
    const char *const *docs;  /* of these names */
    size_t name_count;
} ws_param;

extern const ws_param ws_params[];
extern const size_t ws_param_count;

const ws_param *ws_param_find(const char *name);
/* Writes the value as the language spells it ("0.2", "torus 3 3", "round-robin"). */
void ws_param_print(const ws_param *param, const ws_def *def, char *text, size_t room);
/* Writes the value as ws_param_print does if it is not the default; else "". */
void ws_param_print_changed(const ws_param *param, const ws_def *def, char *text, size_t room);
/* Writes the value that a file must set to have it again; "" if it is the default. Of the cost
 * factors that is timeout-cost where itow and cep have the same; else it is theirs. */
void ws_param_print_saved(const ws_param *param, const ws_def *def, char *text, size_t room);
/* Is it itow-cost or cep-cost? The network itself knows only that of the policy in force. */
bool ws_param_is_of_policy(const ws_param *param);
/* Puts the cost factor of the policy in force into timeout_cost; without such a policy it is that
 * of both, and the default where they differ. */
void ws_def_settle(ws_def *def);
/* Does this definition's machine read the parameter? (to grey out settings) */
bool ws_param_read_by(const ws_param *param, const ws_def *def);
#endif
