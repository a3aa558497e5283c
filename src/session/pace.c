/* pace.c - see session.h. */
#include "session/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_NATURAL 4 /* cycles a second: single steps can be seen, and something happens */

/* Of 1 and 10 and the numbers between, the one next to a value in that range. */
static double digit_near(double value) {
    static const double digits[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    enum { DIGITS = sizeof digits / sizeof *digits };
    double best = digits[0];
    for (size_t i = 1; i < DIGITS; i++) {
        double far = fabs(best - value);
        if (fabs(digits[i] - value) < far)
            best = digits[i];
    }
    return best;
}

double ws_pace_natural(uint32_t wire) {
    double speed = 3.0 * wire;
    double unit = 1;
    if (speed < LEAST_NATURAL)
        return LEAST_NATURAL;
    while (speed >= 10 * unit)
        unit *= 10;
    return unit * digit_near(speed / unit);
}

bool ws_pace_parse(const char *text, double *speed) {
    char *end;
    if (strcmp(text, "max") == 0) {
        *speed = INFINITY;
        return true;
    }
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0.1 && value <= 1e9))
        return false;
    *speed = value;
    return true;
}
