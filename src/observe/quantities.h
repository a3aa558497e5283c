/* quantities.h - figures of a network and of a run: the rows of quantities.def, and how they are
 * asked. What is new to be known is one row there, and a function if it must be worked out. */
#ifndef WS_QUANTITIES_H
#define WS_QUANTITIES_H

#include "observe/frame.h"

/* ---- numbers of a frame: what breakpoints stop at, and branches are compared by ---- */

typedef enum ws_quantity_id {
#define QUANTITY(id, kind, name, unit, value, doc) WS_QUANTITY_##id,
#include "observe/quantities.def"
    WS_QUANTITY_COUNT
} ws_quantity_id;

typedef struct ws_quantity {
    const char *name;
    const char *unit;
    const char *doc;
    bool measured;
    double (*of)(const ws_frame *frame);
} ws_quantity;

extern const ws_quantity ws_quantities[WS_QUANTITY_COUNT];
/* The quantity of a name, or NULL; `blocked` is an older name of `waiting`. */
const ws_quantity *ws_quantity_find(const char *name);

/* ---- figures of a run, which cli/report.h makes ---- */

typedef enum ws_facts_of {
    WS_FACTS_OF_RUN,
    WS_FACTS_OF_SAID,
    WS_FACTS_OF_PHASE,
    WS_FACTS_OF_CLASS,
    WS_FACTS_OF_LATENCY,
    WS_FACTS_OF_HOST,
    WS_FACTS_OF_HEAD,
    WS_FACTS_OF_POOL,
    WS_FACTS_OF_WINDOW,
    WS_FACTS_OF_WINDOW_CLASS
} ws_facts_of;

typedef struct ws_fact {
    ws_facts_of subject;
    const char *path;
    uint8_t column; /* of `sweep --csv`, or one of these */
} ws_fact;
#define WS_FACT_TIME  UINT8_MAX
#define WS_FACT_PARTS (UINT8_MAX - 1)

extern const ws_fact ws_facts[];
extern const size_t ws_fact_count;
/* Does a member of a row differ from one time to the next? */
bool ws_fact_is_time(const char *path);
/* The row that stands at a place of `sweep --csv`; NULL behind the last. */
const ws_fact *ws_fact_column(ws_facts_of subject, uint8_t column);

extern const char *const ws_facts_said[];
extern const size_t ws_facts_said_count;

typedef enum ws_table {
    WS_TABLE_SUMMED,
    WS_TABLE_SWEEP,
    WS_TABLE_LATENCY,
    WS_TABLE_CLASS,
    WS_TABLE_PHASE,
    WS_TABLE_HOST
} ws_table;

typedef struct ws_table_column {
    ws_table table;
    const char *heading;
    const char *path;
    int width; /* below 0: from the left */
    bool whole;
} ws_table_column;
extern const ws_table_column ws_table_columns[];
extern const size_t ws_table_column_count;

#define WS_FACT_CLASSES "classes"
#define WS_FACT_HOSTS   "hosts_detail"
/* What is drawn unasked, of a run and of a time series. */
#define WS_FACT_LATENCY WS_FACT_CLASSES ".all.message_latency.mean"
#define WS_FACT_SERIES  "accepted"

#endif
