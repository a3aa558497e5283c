/* subjects.h - the subjects (folders) of scenarios, and the words at the head of a scenario's
 * file. */
#ifndef WS_SUBJECTS_H
#define WS_SUBJECTS_H

#include <stddef.h>

typedef struct ws_subject {
    char *folder; /* "kwan"; a scenario "kwan/two-hosts" belongs to it */
    char *title;
} ws_subject;

/* Reads the files `scenarios/subjects` of all data folders (find.h), with lines `subject FOLDER
 * "TITLE"`. The first line of a folder counts; lines that cannot be read are passed over. Free with
 * ws_subjects_free. */
size_t ws_subjects_list(ws_subject **subjects);
void ws_subjects_free(ws_subject *subjects, size_t count);

/* Returns the comment with which a scenario begins: its lines without their #, joined by a blank,
 * or by a new line where a word with a colon ("Try:") begins a line. "" if there is none. Owned by
 * the caller. */
char *ws_scenario_words(const char *path);

#endif
