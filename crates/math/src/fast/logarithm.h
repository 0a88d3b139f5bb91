/* What the logarithms have in common: x = 2^e m, and z = m i - 1 exactly, where i is the inverse of the
 * row of m. |z| < 2^-7.56.
 */
#ifndef SAMEBITS_FAST_LOGARITHM_H
#define SAMEBITS_FAST_LOGARITHM_H

#include "tables.h"

typedef struct {
    double e, z;
    const double *row;
} samebits_reduction;

/* Whether x is positive, normal and finite. */
static inline int samebits_is_positive(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits - (UINT64_C(1) << 52) < UINT64_C(0x7fe) << 52;
}

static inline samebits_reduction samebits_reduce(double x, const double (*rows)[3])
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    uint64_t above = bits - SAMEBITS_FIRST_ROW;
    int64_t e = (int64_t)above >> 52;
    const double *row = rows[above >> 45 & 127];
    bits -= above & ~UINT64_C(0) << 52;
    memcpy(&x, &bits, sizeof x);
    return (samebits_reduction){(double)e, __builtin_fma(x, row[0], -1), row};
}

#endif
