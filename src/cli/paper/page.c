/* page.c - see paper.h. */
#include "cli/paper/paper.h"

#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"
#include "export/escape.h"
#include "ui/panel.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<title>Figures of the papers</title>\n<style>\n"
    "body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; "
    "color: #222; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "td, th { border-top: 1px solid #ddd; padding: 0.4em; text-align: left; "
    "vertical-align: top; }\n"
    "section table { table-layout: fixed; } section th { width: 9%; }\n"
    "section th:nth-child(2) { width: 50%; } section th:nth-child(4) { width: 32%; }\n"
    "figure { margin: 0; } svg { max-width: 100%; height: auto; }\n"
    ".holds { color: #00633f; } .partly { color: #8a5a00; } .differs { color: #a11b1b; }\n"
    "small { color: #555; } span { white-space: nowrap; }\n"
    "@media print { h2 { break-after: avoid; } figure, tr { break-inside: avoid; } "
    "nav { break-after: page; } }\n"
    "</style>\n</head>\n<body>\n";

void ws_page_begin(bool quick, FILE *out) {
    fputs(head, out);
    fputs("<h1>Figures of the papers</h1>\n<p>What is claimed is in the papers; the numbers are "
          "those of the simulations",
          out);
    fputs(quick ? " in their short form" : "", out);
    fputs(". A claim <b class=\"holds\">holds</b>, holds <b class=\"partly\">partly</b>, or "
          "<b class=\"differs\">differs</b>. Bars are 95 % intervals over seeds, where there are "
          "three or more. A number comes of the means over seeds, the range behind it of the runs "
          "of each seed alone. ",
          out);
    fprintf(out, "wormscope %s, model %d.</p>\n", WS_VERSION, WS_MODEL);
}

static void element(const char *tag, const char *text, FILE *out) {
    fprintf(out, "<%s>", tag);
    ws_markup_text(out, text);
    fprintf(out, "</%s>\n", tag);
}

void ws_page_paper(const char *name, const char *title, FILE *out) {
    fprintf(out, "<h2 id=\"");
    ws_markup_text(out, name);
    fprintf(out, "\">");
    ws_markup_text(out, title);
    fprintf(out, "</h2>\n");
}

/* Small text, in a line of its own below other text. */
static void small_text(const char *text, FILE *out) {
    fprintf(out, "<br><small>");
    ws_markup_text(out, text);
    fprintf(out, "</small>");
}

/* The number of a claim, and what was compared. */
static void here_write(const ws_claim_result *result, FILE *out) {
    char value[120];
    ws_markup_text(out, ws_paper_value_text(result, value, sizeof value));
    if (!*result->evidence)
        return;
    if (*value)
        small_text(result->evidence, out);
    else
        element("small", result->evidence, out);
}

static void claim_row(const ws_claim *claim, const ws_claim_result *result, FILE *out) {
    const char *verdict = ws_paper_verdicts[result->verdict];
    fprintf(out, "<tr><td class=\"%s\"><b>%s</b></td><td>", verdict, verdict);
    ws_markup_text(out, claim->sentence);
    small_text(claim->from, out);
    if (claim->because && result->verdict != WS_HOLDS)
        small_text(claim->because, out);
    fprintf(out, "</td><td>");
    ws_markup_text(out, claim->paper ? claim->paper : ws_claim_kinds[claim->kind]);
    fprintf(out, "</td><td>");
    here_write(result, out);
    fprintf(out, "</td></tr>\n");
}

static void effort_write(const char *name, const char *number, FILE *out) {
    char text[32];
    if (!number)
        return;
    bool counts = strspn(number, "0123456789") == strlen(number);
    if (counts)
        number = ws_count_text(strtoull(number, NULL, 10), text, sizeof text);
    fprintf(out, " &middot; <span>%s: ", name);
    ws_markup_text(out, number);
    fprintf(out, "</span>");
}

/* Where it stands in the paper, on what it was run, and how long. */
static void place_write(const ws_paper_shown *shown, FILE *out) {
    const ws_figure *figure = shown->figure;
    const ws_figure_effort *effort = ws_figure_effort_of(figure, shown->quick);
    fprintf(out, "<p>");
    ws_markup_text(out, figure->where);
    fprintf(out, " &middot; <code>");
    ws_markup_text(out, figure->scenario);
    fprintf(out, "</code>");
    effort_write("cycles", effort->cycles, out);
    effort_write("warm-up", effort->warmup, out);
    fprintf(out, " &middot; <span>seeds: %zu</span></p>\n", shown->points->seeds);
}

void ws_page_figure(const ws_paper_shown *shown, FILE *out) {
    const ws_figure *figure = shown->figure;
    ws_plot plot = ws_paper_plot(shown->points);
    fprintf(out, "<section id=\"");
    ws_markup_text(out, figure->name);
    fprintf(out, "\">\n<figure>\n");
    element("h3", figure->title, out);
    place_write(shown, out);
    if (figure->note)
        element("p", figure->note, out);
    ws_plot_svg(&plot, NULL, out);
    fprintf(
        out,
        "</figure>\n<table>\n<thead><tr><th>verdict</th><th>claim</th><th>paper</th><th>here</th></"
        "tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < figure->claims; i++)
        if (ws_paper_asks(shown, i))
            claim_row(&figure->claim[i], &shown->result[i], out);
    fprintf(out, "</tbody></table>\n</section>\n");
    ws_plot_free(&plot);
}

/* "kwan/8", and a link to it. */
static void link_write(const char *name, FILE *out) {
    fprintf(out, "<a href=\"#");
    ws_markup_text(out, name);
    fprintf(out, "\">");
    ws_markup_text(out, name);
    fprintf(out, "</a> ");
}

static void count_row(const ws_page_count *count, FILE *out) {
    fprintf(out, "<tr><td>");
    link_write(count->paper, out);
    fprintf(out, "</td><td>");
    for (size_t i = 0; i < count->figures; i++)
        link_write(count->figure[i], out);
    fprintf(out, "</td>");
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
        fprintf(out, "<td>%zu</td>", count->verdict[v]);
    fprintf(out, "</tr>\n");
}

void ws_page_counts(const ws_page_count *counts, size_t count, FILE *out) {
    size_t sum[WS_PAPER_VERDICTS] = {0};
    fprintf(out, "<nav>\n<table>\n<thead><tr><th>paper</th><th>figures</th>");
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
        fprintf(out, "<th class=\"%s\">%s</th>", ws_paper_verdicts[v], ws_paper_verdicts[v]);
    fprintf(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        count_row(&counts[i], out);
        for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
            sum[v] += counts[i].verdict[v];
    }
    fprintf(out, "<tr><th>all</th><td></td>");
    for (size_t v = 0; v < WS_PAPER_VERDICTS; v++)
        fprintf(out, "<th>%zu</th>", sum[v]);
    fprintf(out, "</tr>\n</tbody></table>\n</nav>\n");
}

void ws_page_end(FILE *out) {
    fprintf(out, "</body>\n</html>\n");
}
