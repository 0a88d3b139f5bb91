/* x * y + z, rounded once, without an instruction for it: in the caller's rounding mode, for all
 * arguments, with the flags that an instruction raises. Integers do it, and at the end one addition of
 * the two parts of the result, which rounds. Subnormal numbers count even where the processor takes
 * them for zero.
 */
#ifndef SAMEBITS_MATH_FMA_H
#define SAMEBITS_MATH_FMA_H

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 samebits_wide;

/* A number that is neither zero, infinite nor NaN: significand * 2^exponent. */
typedef struct {
    uint64_t significand; /* 2^52 to 2^53 */
    int exponent;
} samebits_parts;

static inline uint64_t samebits_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double samebits_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline samebits_parts samebits_parts_of(uint64_t bits)
{
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t significand = bits & ((UINT64_C(1) << 52) - 1);
    if (__builtin_expect(exponent == 0, 0)) {
        int shift = __builtin_clzll(significand) - 11;
        return (samebits_parts){significand << shift, -1074 - shift};
    }
    return (samebits_parts){significand | UINT64_C(1) << 52, exponent - 1075};
}

/* x / 2^by, where the lowest bit says whether anything was lost. */
static inline samebits_wide samebits_shifted(samebits_wide x, int by)
{
    if (by > 127)
        return 1;
    return x >> by | ((x & (((samebits_wide)1 << by) - 1)) != 0);
}

/* The rounded value of ±(high + low / 2^53) * 2^exponent, high from 2^52 to 2^53 and low below 2^53,
 * where the result is below 2^-900 or beyond the largest number. */
static __attribute__((noinline, unused)) double samebits_extreme(int negative, uint64_t high, uint64_t low,
                                                                 int exponent)
{
    double sign = negative ? -1.0 : 1.0;
    if (exponent < -1074) { /* subnormal: the integer in units of 2^-1074 is the result's bits */
        int shift = -1074 - exponent;
        samebits_wide all = (samebits_wide)high << 53 | low;
        all = shift > 120 ? 1 : samebits_shifted(all, shift);
        high = (uint64_t)(all >> 53);
        low = (uint64_t)all & ((UINT64_C(1) << 53) - 1);
        double whole = (double)(int64_t)high + 0x1p52;
        double rounded = __builtin_fabs(sign * whole + sign * ((double)(int64_t)low * 0x1p-53));
        uint64_t bits = (uint64_t)(int64_t)(rounded - 0x1p52);
        if (low != 0) {
            volatile double tiny = 0x1p-1022;
            tiny *= tiny; /* underflow */
        }
        return samebits_double(bits | (uint64_t)negative << 63);
    }
    double rounded = sign * (double)(int64_t)high + sign * ((double)(int64_t)low * 0x1p-53);
    /* Exact, or an overflow. */
    if (exponent > 0)
        return rounded * 0x1p500 *
            samebits_double((uint64_t)(1023 + (exponent > 1400 ? 900 : exponent - 500)) << 52);
    return rounded * 0x1p-500 * samebits_double((uint64_t)(1023 + exponent + 500) << 52);
}

/* x, rounded to 26 bits. (An integer operation: whatever the rounding mode, the rest has 26 bits, too.) */
static inline double samebits_upper_half(uint64_t bits)
{
    const uint64_t lower = (UINT64_C(1) << 27) - 1;
    return samebits_double((bits + (lower >> 1) + 1) & ~lower);
}

/* x * y - product, where the product is x * y, rounded in any mode, and nothing underflows: each step is
 * exact. */
static inline double samebits_product_error(uint64_t x, uint64_t y, double product)
{
    double xh = samebits_upper_half(x), yh = samebits_upper_half(y);
    double xl = samebits_double(x) - xh, yl = samebits_double(y) - yh;
    return ((xh * yh - product) + xh * yl + xl * yh) + xl * yl;
}

static __attribute__((unused)) double samebits_fma(double x, double y, double z)
{
    uint64_t bx = samebits_bits(x), by = samebits_bits(y), bz = samebits_bits(z);
    const uint64_t magnitude = ~(UINT64_C(1) << 63), infinite = UINT64_C(0x7ff) << 52;
    uint64_t mx = bx & magnitude, my = by & magnitude, mz = bz & magnitude;
    if (__builtin_expect((mx - 1 >= infinite - 1) | (my - 1 >= infinite - 1) | (mz >= infinite), 0))
        /* Zero, infinite or no number is among them: one rounding is left, or none. */
        return mz >= infinite && mx < infinite && my < infinite ? z + z : x * y + z;
    if (__builtin_expect(mz == 0, 0)) {
        /* (Added to the zero, a result that underflows to zero could lose its sign.) */
        uint64_t tiny = (mx >> 52) + (my >> 52) < 1023 - 900;
        if (!tiny)
            return x * y;
    }
    /* What most calls are for: the error of a product. */
    uint64_t exponents = (mx >> 52) + (my >> 52);
    if (exponents - (2046 - 900) < 1800 && mx >> 52 != 0 && my >> 52 != 0) {
        double rounded = x * y;
        if (rounded == -z) {
            double error = samebits_product_error(bx, by, rounded);
            return error != 0 ? error : rounded + z;
        }
    }
    samebits_parts px = samebits_parts_of(bx), py = samebits_parts_of(by);
    samebits_wide product = (samebits_wide)px.significand * py.significand << 20; /* from 2^124 to 2^126 */
    int exponent = px.exponent + py.exponent - 20;
    uint64_t negative = (bx ^ by) >> 63;
    samebits_wide sum = product;
    if (__builtin_expect(mz != 0, 1)) {
        samebits_parts pz = samebits_parts_of(bz);
        samebits_wide addend = (samebits_wide)pz.significand << 72; /* from 2^124 to 2^125 */
        int distance = exponent - (pz.exponent - 72);
        if (distance >= 0) {
            addend = samebits_shifted(addend, distance);
        } else {
            product = samebits_shifted(product, -distance);
            exponent -= distance;
        }
        if (negative == bz >> 63) {
            sum = product + addend;
        } else if (product > addend) {
            sum = product - addend;
        } else if (product < addend) {
            sum = addend - product;
            negative = bz >> 63;
        } else {
            return z - z; /* zero, with the sign of the rounding mode */
        }
    }
    uint64_t upper = (uint64_t)(sum >> 64);
    int shift = upper != 0 ? __builtin_clzll(upper) : 64 + __builtin_clzll((uint64_t)sum);
    sum <<= shift;
    exponent += 75 - shift; /* of the 53 highest bits */
    uint64_t high = (uint64_t)(sum >> 75);
    uint64_t low = (uint64_t)(sum >> 22) & ((UINT64_C(1) << 53) - 1);
    low |= ((uint64_t)sum & ((UINT64_C(1) << 22) - 1)) != 0;
    if (__builtin_expect((unsigned)(exponent + 950) >= 950 + 970, 0))
        return samebits_extreme((int)negative, high, low, exponent);
    double scale = samebits_double((uint64_t)(1023 + exponent) << 52 | negative << 63);
    return (double)(int64_t)high * scale + (double)(int64_t)low * 0x1p-53 * scale;
}

/* Of floats: the product is exact as a double. The sum is rounded to odd, so that the second rounding
 * sees on which side of a middle it is. */
static inline __attribute__((unused)) float samebits_fmaf(float x, float y, float z)
{
    double product = (double)x * y, addend = z, sum = product + addend;
    double part = sum - product;
    double rest = (product - (sum - part)) + (addend - part);
    uint64_t bits = samebits_bits(sum);
    if (rest != 0 && rest == rest && !(bits & 1))
        bits += (rest < 0) == (sum < 0) ? 1 : -1;
    return (float)samebits_double(bits);
}

#endif
