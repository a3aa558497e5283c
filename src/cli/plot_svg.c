/* plot_svg.c - see plot_draw.h. */
#include <math.h>

#include "cli/plot_draw.h"
#include "export/escape.h"

enum { WIDTH = 720, HEIGHT = 440, LEFT = 70, RIGHT = 20, TOP = 40, BOTTOM = 60, LINE = 18 };
enum { MARKS_X = 8, MARKS_Y = 6 };

typedef struct sheet {
    const ws_plot *plot;
    FILE *out;
    double y_top;
} sheet;

static double place_x(const sheet *s, double x) {
    double share = (x - s->plot->x_low) / (s->plot->x_high - s->plot->x_low);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

static double place_y(const sheet *s, double figure) {
    double share = (figure - s->plot->y_low) / (s->y_top - s->plot->y_low);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

static void text_write(const sheet *s, double x, double figure, const char *anchor,
                       const char *text) {
    fprintf(s->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, figure, anchor);
    ws_markup_text(s->out, text);
    fprintf(s->out, "</text>\n");
}

static void line_write(const sheet *s, double x1, double y1, double x2, double y2,
                       const char *colour) {
    fprintf(s->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", x1, y1, x2, y2);
    fprintf(s->out, " stroke=\"%s\"/>\n", colour);
}

static void axes_write(const sheet *s) {
    const ws_plot *plot = s->plot;
    char text[32];
    double right = WIDTH - RIGHT;
    double floor_y = HEIGHT - BOTTOM;
    double step = ws_plot_step(plot->y_low, s->y_top, MARKS_Y);
    for (double figure = plot->y_low; figure <= s->y_top + step / 1000; figure += step) {
        ws_plot_number(figure, step, plot->log_y, text, sizeof text);
        line_write(s, LEFT, place_y(s, figure), right, place_y(s, figure), "#dddddd");
        text_write(s, LEFT - 6, place_y(s, figure) + 4, "end", text);
    }
    step = ws_plot_step(plot->x_low, plot->x_high, MARKS_X);
    double first = ceil(plot->x_low / step - 1e-9) * step;
    for (double x = first; x <= plot->x_high + step / 1000; x += step) {
        ws_plot_number(x, step, plot->log_x, text, sizeof text);
        line_write(s, place_x(s, x), floor_y, place_x(s, x), floor_y + 5, "#444444");
        text_write(s, place_x(s, x), floor_y + LINE + 2, "middle", text);
    }
    line_write(s, LEFT, floor_y, right, floor_y, "#444444");
    line_write(s, LEFT, TOP, LEFT, floor_y, "#444444");
    text_write(s, (LEFT + right) / 2, HEIGHT - BOTTOM / 3, "middle", plot->x_name);
    text_write(s, LEFT, TOP - 20, "start", plot->y_name);
    text_write(s, right, TOP - 20, "end", plot->title);
}

static void interval_write(const sheet *s, const ws_plot_point *point, const char *colour) {
    if (!isfinite(point->low) || !isfinite(point->high))
        return;
    double x = place_x(s, point->x);
    double top = place_y(s, fmin(point->high, s->y_top));
    double bottom = place_y(s, fmax(point->low, s->plot->y_low));
    line_write(s, x, top, x, bottom, colour);
    line_write(s, x - 3, top, x + 3, top, colour);
    line_write(s, x - 3, bottom, x + 3, bottom, colour);
}

static void curve_write(const sheet *s, size_t index) {
    const ws_curve *curve = &s->plot->curve[index];
    char colour[8];
    snprintf(colour, sizeof colour, "#%06x", (unsigned)ws_plot_colour(index));
    fprintf(s->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (size_t i = 0; i < curve->count; i++)
        fprintf(s->out, "%s%.1f,%.1f", i > 0 ? " " : "", place_x(s, curve->point[i].x),
                place_y(s, curve->point[i].figure));
    fprintf(s->out, "\"/>\n");
    for (size_t i = 0; i < curve->count; i++) {
        const ws_plot_point *point = &curve->point[i];
        interval_write(s, point, colour);
        fprintf(s->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                place_x(s, point->x), place_y(s, point->figure), colour);
    }
    if (s->plot->curves < 2)
        return;
    double figure = TOP + 12 + LINE * (double)index;
    line_write(s, LEFT + 12, figure - 4, LEFT + 32, figure - 4, colour);
    text_write(s, LEFT + 38, figure, "start", curve->name);
}

void ws_plot_svg(const ws_plot *plot, FILE *out) {
    sheet s = {.plot = plot, .out = out};
    double step = ws_plot_step(plot->y_low, plot->y_high, MARKS_Y);
    s.y_top = ceil(plot->y_high / step - 1e-9) * step;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", WIDTH,
            HEIGHT);
    fprintf(out, "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", WIDTH,
            HEIGHT);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    axes_write(&s);
    for (size_t i = 0; i < plot->curves; i++)
        curve_write(&s, i);
    fprintf(out, "</svg>\n");
}
