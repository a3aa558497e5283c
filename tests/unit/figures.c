/* figures.c - a figure of a panel takes five columns at most, whatever it is. */
#include <math.h>
#include <stdlib.h>

#include "tap.h"
#include "ui/view.h"

static void test_columns(void) {
    char text[32];
    int longest = 0;
    bool near = true;
    for (double value = 0.001; value < 9.9e11; value *= 1.0007) {
        char unit = 0;
        double read = 0;
        longest = ws_max(longest, ws_text_columns(ws_figure_text(value, text, sizeof text)));
        sscanf(text, "%lf%c", &read, &unit);
        read *= unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : 1;
        near = near && fabs(read - value) <= (value < 1 ? 0.0005001 : 0.0051 * value);
    }
    ok(longest == 5, "five columns at most: %d", longest);
    ok(near, "and what is read is what was written, to three digits");
    ok(strcmp(ws_figure_text(NAN, text, sizeof text), "-") == 0, "nothing is a dash");
    ok(strcmp(ws_figure_text(238149, text, sizeof text), "238k") == 0, "238 149 is 238k");
}

int main(void) {
    test_columns();
    return done();
}
