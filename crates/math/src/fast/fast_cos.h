/* cos by a table and two short series (circle.h). */
#include "circle.h"

static inline int samebits_fast_cos(double x, double *result)
{
    samebits_place place;
    return __builtin_expect(samebits_place_of(x, &place), 1) &&
        samebits_circle_rounds(samebits_sine_at(place, 128), SAMEBITS_CIRCLE_BOUND, result);
}
