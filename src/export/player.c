/* player.c - see player.h. What the page does is in player.js, how it looks in player.css. */
#include "export/player.h"

#include <inttypes.h>

#include "export/escape.h"
#include "export/html.h"

static const char *const style[] = {
#include "export/player_css.inc"
    NULL};

static const char *const script[] = {
#include "export/player_js.inc"
    NULL};

static const char *const body[] = {
#include "export/player_html.inc"
    NULL};

static void cycles_write(const ws_reel *reel, FILE *out) {
    fputs("\"cycles\":[", out);
    for (size_t i = 0; i < reel->pictures; i++)
        fprintf(out, "%s%" PRIu64, i ? "," : "", reel->cycle[i]);
    fputs("],\n", out);
}

static void chapter_write(const ws_chapter *chapter, FILE *out) {
    fprintf(out, "\n{\"picture\":%zu,", chapter->picture);
    fprintf(out, "\"cycle\":%" PRIu64 ",", chapter->cycle);
    fprintf(out, "\"kind\":\"%s\",\"text\":", ws_chapter_names[chapter->kind]);
    ws_script_string(out, chapter->text);
    putc('}', out);
}

static void chapters_write(const ws_reel *reel, FILE *out) {
    fputs("\"chapters\":[", out);
    for (size_t i = 0; i < reel->chapters; i++) {
        fputs(i ? "," : "", out);
        chapter_write(&reel->chapter[i], out);
    }
    fputs("],\n", out);
}

/* The data stand in an element that no browser runs; the script reads it. */
static void data_write(const ws_player *player, FILE *out) {
    fputs("<script type=\"application/json\" id=\"film\">{\n", out);
    ws_film_write(player->reel->film, out);
    cycles_write(player->reel, out);
    chapters_write(player->reel, out);
    fputs("\"title\":", out);
    ws_script_string(out, player->title);
    fputs(",\"source\":", out);
    ws_script_string(out, player->source);
    fputs("}</script>\n", out);
}

void ws_player_write(const ws_player *player, FILE *out) {
    const ws_html_frame page = {player->title, player->theme, style, script, .body = body};
    ws_html_begin(out, &page);
    data_write(player, out);
    ws_html_end(out, &page);
}
