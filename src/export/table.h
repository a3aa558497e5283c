/* table.h - how many rows a table has. */
#ifndef WS_EXPORT_TABLE_H
#define WS_EXPORT_TABLE_H

#define WS_ROWS(table) (sizeof(table) / sizeof *(table))

#endif
