/* on_screen.h - figures for the program with a screen: those whose rows the user's cache has. */
#ifndef WS_PAPER_ON_SCREEN_H
#define WS_PAPER_ON_SCREEN_H

#include "tui/papers.h"

extern const ws_paper_source ws_papers_on_screen;

#endif
