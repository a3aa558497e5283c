/* tap.h - the Test Anything Protocol in a page: ok(...) per check, done() at the end. Header only. With TAP_STOP in the environment
 * a program ends at its first failure. */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A number that is a macro, as text; the number of this program's model. */
#define TAP_TEXT_OF(number) #number
#define TAP_TEXT(number)    TAP_TEXT_OF(number)
#define MODEL               TAP_TEXT(WS_MODEL)

static int tap_count, tap_failed;

__attribute__((format(printf, 2, 3), unused)) static bool ok(bool good, const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("%sok %d - ", good ? "" : "not ", ++tap_count);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    if (!good) tap_failed++;
    fflush(stdout);
    if (!good && getenv("TAP_STOP")) exit(1);
    return good;
}

__attribute__((format(printf, 1, 2), unused)) static void note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("# ");
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/* The form of a test: short in `make check`, where none takes two CPU seconds; whole (WS_WHOLE) in `make check-all`; long at night. */
__attribute__((unused)) static bool is_long(void) { return getenv("WS_LONG") != NULL; }
__attribute__((unused)) static bool is_whole(void) { return is_long() || getenv("WS_WHOLE") != NULL; }

/* How much of what is drawn or run a test takes in its form. */
__attribute__((unused)) static uint64_t amount(uint64_t little, uint64_t whole, uint64_t much) {
    return is_long() ? much : is_whole() ? whole : little;
}

/* Is this case of a long list taken? All are but in the short form, which takes one of `every`, counted over the whole program: let `every`
 * have no divisor in common with what the list is made of, so that each of its values comes. */
__attribute__((unused)) static bool takes(unsigned every) {
    static unsigned cases;
    return is_whole() || cases++ % every == 0;
}

/* Is the measured value within `tolerance` of the expected one? The figures are in the line. */
__attribute__((unused)) static bool near_to(double got, double expected, double tolerance, const char *what) {
    return ok(got >= expected - tolerance && got <= expected + tolerance, "%s: %.6g, expected %.6g +- %.3g", what, got, expected,
              tolerance);
}

__attribute__((unused)) static int done(void) {
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
