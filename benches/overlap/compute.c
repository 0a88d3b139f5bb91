/* Each step needs the result of the one before, so that no compiler makes them faster, and none
 * needs memory. */
#include "compute.h"

#include "timing.h"

#include <math.h>
#include <stdint.h>

enum { TRIED = 1 << 18, TRIES = 20 };

static volatile uint64_t result = 1;

void compute(long steps)
{
    uint64_t x = result;
    for (long i = 0; i < steps; i++)
        x = x * 0xd1342543de82ef95u + 1;
    result = x;
}

long steps_of(double seconds)
{
    double shortest = INFINITY;
    for (int i = 0; i < TRIES; i++) {
        double begun = now();
        compute(TRIED);
        shortest = fmin(shortest, now() - begun);
    }
    long steps = (long)(seconds / shortest * TRIED);
    return steps < 1 ? 1 : steps;
}
