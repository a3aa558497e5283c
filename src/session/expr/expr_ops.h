/* expr_ops.h - the operations of the nodes of an expression, for its parser and its evaluation. */
#ifndef WS_EXPR_OPS_H
#define WS_EXPR_OPS_H

enum {
    EXPR_NUMBER,
    EXPR_QUANTITY,
    EXPR_PARAM,
    EXPR_ROW,   /* ws_expr_row */
    EXPR_WORM,  /* ws_worm_row: of the worm at hand */
    EXPR_WORMS, /* those for which `left` holds */
    EXPR_NAMED, /* of a worm: is its end or class (`row`) that which is named? */
    EXPR_FUNCTION,
    EXPR_CALL, /* of a scope: its arguments are name, field, and what stands in brackets */
    EXPR_NEGATIVE,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    /* conditions from here on */
    EXPR_NOT,
    EXPR_AND,
    EXPR_OR,
    EXPR_MORE,
    EXPR_AT_LEAST,
    EXPR_LESS,
    EXPR_AT_MOST,
    EXPR_EQUAL,
    EXPR_OTHER
};

#endif
