/* mser.c - see interval.h. The sums are taken from the end, so that one pass serves every place. */
#include "observe/statistics/interval.h"

#include <stdbool.h>

size_t ws_mser(const double *point, size_t count) {
    size_t half = count / 2;
    size_t best = count;
    double least = 0;
    double mean = 0;
    double squares = 0;
    if (count < WS_MSER_POINTS)
        return count;
    for (size_t first = count; first-- > 0;) {
        double points = (double)(count - first);
        double deviation = point[first] - mean;
        mean += deviation / points;
        squares += deviation * (point[first] - mean);
        double error = squares / (points * points);
        bool is_least = best == count || error <= least;
        if (first <= half && is_least) {
            best = first;
            least = error;
        }
    }
    return best == half ? count : best;
}
