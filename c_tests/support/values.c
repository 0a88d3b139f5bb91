#include "values.h"

#include <float.h>
#include <math.h>
#include <string.h>

uint64_t noise(uint64_t seed, int rank, size_t index)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15u + (uint64_t)rank * 0xbf58476d1ce4e5b9u + index;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* In [1, 2), all fraction bits random. */
static long double unit(int rank, size_t index)
{
    return 1.0L + (long double)(noise(1, rank, index) >> 1) / 9223372036854775808.0L;
}

/* What the formats differ in. */
struct range {
    long double largest, least, epsilon;
    int exponents;
};

static long double hostile(int rank, size_t index, const struct range *range)
{
    long double value = unit(rank, index);
    long double sign = noise(2, rank, index) & 1 ? -1 : 1;
    int pair = rank / 2;
    switch (index % 13) {
    default: /* tame */ return sign * value;
    case 3: /* exponents all over the format */
        return sign *
            ldexpl(value, (int)(noise(3, rank, index) % (unsigned)range->exponents) - range->exponents / 2);
    case 4: /* pairs cancel; an odd last rank leaves something small */
        value = rank % 2 ? -unit(pair * 2, index) : value;
        return ldexpl(value, pair % 3 * 20);
    case 5: /* ties: one, and halves of its last place */ return rank == 0 ? 1.0L : sign * range->epsilon / 2;
    case 6: /* ties that something tiny decides */
        return rank == 0 ? 1.0L : rank == 1 ? range->epsilon / 2 : sign * range->least;
    case 7: /* subnormals */ return sign * range->least * (long double)(noise(4, rank, index) % 1000);
    case 8: /* partial sums overflow, the whole may not */ return rank % 2 ? -range->largest : range->largest;
    case 9: /* zeros, of one sign or of both */
        return index % 2 || (noise(5, rank, index) & 1) ? -0.0L : 0.0L;
    case 10: /* an infinity on some ranks */
        return noise(6, rank, index) % 3 ? value : noise(7, 0, index) & 1 ? INFINITY : -INFINITY;
    case 11: /* infinities of both signs, NaNs, on some ranks */
        if (noise(8, rank, index) % 4 == 0)
            return sign * INFINITY;
        return noise(9, rank, index) % 4 == 0 ? sign * (long double)NAN : value;
    }
}

double hostile_double(int rank, size_t index)
{
    static const struct range range = {DBL_MAX, DBL_TRUE_MIN, DBL_EPSILON, 2000};
    double value = (double)hostile(rank, index, &range);
    if (isnan(value)) { /* a payload that must not survive */
        uint64_t bits = 0xfff8000000000000u | (noise(10, rank, index) >> 20);
        memcpy(&value, &bits, 8);
    }
    return value;
}

float hostile_float(int rank, size_t index)
{
    static const struct range range = {FLT_MAX, FLT_TRUE_MIN, FLT_EPSILON, 240};
    float value = (float)hostile(rank, index, &range);
    if (isnan(value)) {
        uint32_t bits = 0xffc00000u | (uint32_t)(noise(10, rank, index) >> 50);
        memcpy(&value, &bits, 4);
    }
    return value;
}

long double hostile_long_double(int rank, size_t index)
{
    static const struct range range = {LDBL_MAX, LDBL_TRUE_MIN, LDBL_EPSILON, 32000};
    return hostile(rank, index, &range);
}
