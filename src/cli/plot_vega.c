/* plot_vega.c - see plot.h. A layer of lines, one of intervals, one of what changed; names of
 * figures have dots, which would be paths there, so that the fields have names of their own. */
#include <math.h>

#include "cli/plot.h"
#include "cli/print.h"
#include "wormscope/memory.h"

#define SCHEMA "https://vega.github.io/schema/vega-lite/v5.json"
enum { WIDTH = 640, HEIGHT = 340 };

static void text_set(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, ws_json_text(text));
}

static json_t *number(double value) {
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *point_json(const ws_curve *curve, const ws_plot_point *point) {
    json_t *o = json_object();
    text_set(o, "curve", curve->name);
    json_object_set_new(o, "x", number(point->x));
    json_object_set_new(o, "y", number(point->figure));
    json_object_set_new(o, "low", number(point->low));
    json_object_set_new(o, "high", number(point->high));
    return o;
}

static json_t *points_json(const ws_plot *plot) {
    json_t *list = json_array();
    for (size_t i = 0; i < plot->curves; i++)
        for (size_t k = 0; k < plot->curve[i].count; k++)
            json_array_append_new(list, point_json(&plot->curve[i], &plot->curve[i].point[k]));
    return json_pack("{s:o}", "values", list);
}

static json_t *marks_json(const ws_plot *plot) {
    char words[512];
    json_t *list = json_array();
    for (size_t i = 0; i < plot->marks; i++) {
        json_t *o = json_object();
        ws_plot_mark_text(plot, i, words, sizeof words);
        json_object_set_new(o, "x", number(plot->mark[i].x));
        text_set(o, "words", words);
        json_array_append_new(list, o);
    }
    return json_pack("{s:o}", "values", list);
}

static json_t *axis_json(const char *field, const char *title) {
    json_t *o = json_pack("{s:s, s:s}", "field", field, "type", "quantitative");
    text_set(o, "title", title);
    return o;
}

static json_t *x_json(const ws_plot *plot) {
    json_t *o = axis_json("x", plot->x_name);
    json_object_set_new(o, "scale", json_pack("{s:b}", "zero", 0));
    return o;
}

static json_t *colour_json(void) {
    return json_pack("{s:s, s:s, s:n, s:n}", "field", "curve", "type", "nominal", "sort", "title");
}

static json_t *lines_json(const ws_plot *plot) {
    return json_pack("{s:{s:s, s:b}, s:{s:o, s:o, s:o}}", "mark", "type", "line", "point", 1,
                     "encoding", "x", x_json(plot), "y", axis_json("y", plot->y_name), "color",
                     colour_json());
}

static json_t *intervals_json(const ws_plot *plot) {
    return json_pack("{s:{s:s, s:b}, s:{s:o, s:o, s:{s:s}, s:o}}", "mark", "type", "errorbar",
                     "ticks", 1, "encoding", "x", x_json(plot), "y", axis_json("low", plot->y_name),
                     "y2", "field", "high", "color", colour_json());
}

static json_t *changes_json(const ws_plot *plot) {
    return json_pack("{s:o, s:{s:s, s:[i, i]}, s:{s:o, s:{s:s}}}", "data", marks_json(plot), "mark",
                     "type", "rule", "strokeDash", 4, 4, "encoding", "x", x_json(plot), "tooltip",
                     "field", "words");
}

/* The note stands below the title: Vega-Lite has no line for it below all. */
static json_t *title_json(const ws_plot *plot) {
    json_t *title = ws_json_text(plot->title);
    if (!*plot->note)
        return title;
    return json_pack("{s:o, s:s}", "text", title, "subtitle", plot->note);
}

void ws_plot_vega(const ws_plot *plot, FILE *out) {
    json_t *layer = json_pack("[o, o]", lines_json(plot), intervals_json(plot));
    if (plot->marks > 0)
        json_array_append_new(layer, changes_json(plot));
    json_t *whole =
        ws_must(json_pack("{s:s, s:i, s:i}", "$schema", SCHEMA, "width", WIDTH, "height", HEIGHT));
    json_object_set_new(whole, "title", title_json(plot));
    json_object_set_new(whole, "data", points_json(plot));
    json_object_set_new(whole, "layer", layer);
    ws_json_dump(whole, out);
    putc('\n', out);
    json_decref(whole);
}
