/* figure.h - a figure of a paper, read from a file: what is run, what is measured, and what the
 * paper says of it. wormscope-figure(5) describes the form.
 *
 * A figure holds no session and runs nothing. What is claimed is an expression (expr.h) over the
 * points of its curves; what is measured is one over a row of results (`run --json`). */
#ifndef WS_FIGURE_H
#define WS_FIGURE_H

#include "session/language/fields.h"

#define WS_FIGURE_CURVES   16
#define WS_FIGURE_MEASURES 12
#define WS_FIGURE_SETS     12
#define WS_FIGURE_VALUES   64
#define WS_FIGURE_CLAIMS   40
#define WS_CLAIM_LINES     8

/* NAME=VALUE, as --set takes it. */
typedef struct ws_figure_sets {
    const char *set[WS_FIGURE_SETS];
    size_t count;
} ws_figure_sets;

/* Ends included; NAN where there is none. */
typedef struct ws_band {
    double low;
    double high;
} ws_band;

/* A curve: settings of its own, or a formula of x. */
typedef struct ws_figure_curve {
    const char *name;
    const char *label;
    const char *scenario; /* NULL: that of the figure */
    ws_figure_sets sets;
    ws_expr *formula; /* NULL: it is measured */
    size_t measure;   /* which of the measures it shows */
    ws_band within;   /* values of the axis that it has; NAN: all */
    ws_place place;
} ws_figure_curve;

/* A value of an axis: what the parameter is set to, and where it lies along x. */
typedef struct ws_figure_value {
    const char *text;
    double x;
} ws_figure_value;

typedef struct ws_figure_values {
    ws_figure_value at[WS_FIGURE_VALUES];
    size_t count;
} ws_figure_values;

typedef struct ws_figure_axis {
    /* NULL: there is none; "scenario": the values are scenarios; "histogram": they are where the
     * parts of a distribution begin, and nothing is set */
    const char *parameter;
    const char *label;
    ws_figure_values all;
    ws_figure_values quick; /* in the short form; none: all */
} ws_figure_axis;

typedef struct ws_figure_measure {
    const char *name;
    const char *label;
    ws_expr *expr; /* over a row */
} ws_figure_measure;

/* How much is run. What is not said is that of the scenario. */
typedef struct ws_figure_effort {
    const char *cycles; /* as run takes it; NULL: not said */
    const char *warmup;
    size_t seeds; /* 1, 2, ... seeds */
} ws_figure_effort;

typedef enum ws_claim_kind {
    WS_CLAIM_VALUE, /* the paper's text gives a number */
    WS_CLAIM_ORDER, /* what is more, what is less */
    WS_CLAIM_SHAPE, /* rises, falls, has a minimum inside, crosses */
    WS_CLAIM_KINDS
} ws_claim_kind;
extern const char *const ws_claim_kinds[WS_CLAIM_KINDS];

typedef enum ws_paper_verdict {
    WS_HOLDS,
    WS_PARTLY,
    WS_DIFFERS,
    WS_PAPER_VERDICTS
} ws_paper_verdict;
extern const char *const ws_paper_verdicts[WS_PAPER_VERDICTS];

typedef struct ws_conditions {
    ws_expr *expr[WS_CLAIM_LINES];
    size_t count;
} ws_conditions;

typedef struct ws_claim {
    const char *name;
    const char *sentence;
    ws_claim_kind kind;
    ws_place place;
    const char *from;     /* where the paper says so */
    const char *because;  /* why it is not as expected; NULL if it holds */
    const char *paper;    /* the paper's number as it was written; NULL: it gives none */
    ws_expr *value;       /* of a value, and what is shown of other claims; NULL: nothing */
    ws_band band;         /* of a value: it holds within, */
    ws_band near;         /* and holds partly within */
    ws_conditions holds;  /* all of them; of a value also where it holds partly */
    ws_conditions partly; /* of order and shape: where not all of `holds` do */
    ws_paper_verdict expected;
    bool only_full; /* not asked in the short form */
} ws_claim;

typedef struct ws_figure {
    ws_source *source;
    char *name; /* "kwan/8"; owned */
    const char *title;
    const char *where; /* "Figure 8, page 9" */
    const char *scenario;
    const char *note;
    ws_figure_sets sets;
    ws_figure_curve curve[WS_FIGURE_CURVES];
    size_t curves;
    ws_figure_axis axis;
    ws_figure_axis over; /* for each point, runs along another parameter */
    ws_expr *keep;       /* of these the greatest that the curve shows, where this holds; or, */
    size_t limited;      /* one more than a measure: where this first comes to its limit */
    double limit;
    ws_figure_measure measure[WS_FIGURE_MEASURES];
    size_t measures;
    bool log_x; /* drawn so */
    bool log_y;
    const char *replicate; /* a parameter that is the number of the seed; NULL: none */
    size_t along;          /* one more than the measure that lies along x; 0: the axis does */
    ws_figure_effort full;
    ws_figure_effort quick;
    ws_claim claim[WS_FIGURE_CLAIMS];
    size_t claims;
    ws_kept kept;
} ws_figure;

/* Reads one; NULL with "FILE:line:col: what is wrong; what is expected" in error. */
ws_figure *ws_figure_read(const char *path, ws_error *error);
/* The same from text; its name is that of the figure. */
ws_figure *ws_figure_read_text(const char *name, const char *text, size_t length, ws_error *error);
void ws_figure_free(ws_figure *figure);

/* The values that are run in the long or the short form. */
const ws_figure_values *ws_axis_values(const ws_figure_axis *axis, bool quick);
/* Each point shall have so many seeds at least, in both forms. */
void ws_figure_seeds(ws_figure *figure, size_t least);
const ws_figure_effort *ws_figure_effort_of(const ws_figure *figure, bool quick);
/* By name; the number of curves or measures if there is none such. */
size_t ws_figure_curve_find(const ws_figure *figure, const char *name);
size_t ws_figure_measure_find(const ws_figure *figure, const char *name);
/* Has a curve a point there? */
bool ws_curve_has(const ws_figure_curve *curve, double x);
/* Does the axis set nothing? */
bool ws_axis_is_histogram(const ws_figure_axis *axis);
/* Does a curve set the parameter of the axis itself? Then it is the same all along. */
bool ws_curve_is_level(const ws_figure *figure, const ws_figure_curve *curve);
/* Is this the setting ("NAME=VALUE") of a parameter? */
bool ws_setting_is_of(const char *setting, const char *parameter);

#endif
