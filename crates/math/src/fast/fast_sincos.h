/* sincos by a table and two short series (circle.h). */
#include "circle.h"

static inline int samebits_fast_sincos(double x, double *sine, double *cosine)
{
    samebits_place place;
    return __builtin_expect(samebits_place_of(x, &place), 1) &&
        samebits_circle_rounds(samebits_sine_at(place, 0), SAMEBITS_CIRCLE_BOUND, sine) &
        samebits_circle_rounds(samebits_sine_at(place, 128), SAMEBITS_CIRCLE_BOUND, cosine);
}
