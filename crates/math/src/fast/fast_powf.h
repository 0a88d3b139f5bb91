/* powf by log2 and exp2 in double precision.
 *
 * With u = 2^-52 (any rounding mode). x = 2^e m, and z = m i - 1 exactly, for an i of at most 13
 * bits; |z| <= 2^-6. log2 x = (e - log2 i) + log2(1 + z), where the last is z s(z): the series
 * leaves out z^9/9, below 2 u of z, and z s(z) has roundings of at most 5 u. Where e - log2 i is 0,
 * so has the logarithm; elsewhere the logarithm is at least 2^-6.5 in size, |z s(z)| is less than
 * twice it, and e - log2 i and the sum add 3 u: at most 17 u, and 18 u with the product by y. So
 * w = y log2 x has an error below 2^-40.9 for |w| < 120: relative to 2^w, 2^-41.4.
 *
 * 2^w = 2^(k/256) (1 + h p(h)), |h| <= 1/512: the series leaves out (h ln 2)^5/5! < 2^-54, and its
 * roundings are below 4u. Together below 2^-41.3, or 2^11.7 ulps of the double. A result that is not
 * within 2^12 ulps of a float or of the middle of two rounds as the exact one.
 */
#include "tables.h"

static inline int samebits_fast_powf(float x, float y, float *result)
{
    uint32_t word, power_word;
    memcpy(&word, &x, sizeof word);
    memcpy(&power_word, &y, sizeof power_word);
    /* x is positive, normal and finite; y is finite. */
    if (__builtin_expect((word - (1u << 23) >= (0xffu << 23) - (1u << 23)) | (power_word << 1 >= 0xffu << 24),
                         0))
        return 0;
    int64_t part = (word >> 17) & 63;
    const double *inverse = samebits_inverses[part];
    int64_t e = (int64_t)(word >> 23) - 127 + (part >= 27);
    word = (word & 0x7fffff) | 0x3f800000;
    float m;
    memcpy(&m, &word, sizeof m);
    double z = (part >= 27 ? 0.5 : 1.0) * m * inverse[0] - 1, z2 = z * z, z4 = z2 * z2;
    double a = SAMEBITS_LOG2_1 + z * SAMEBITS_LOG2_2, b = SAMEBITS_LOG2_3 + z * SAMEBITS_LOG2_4;
    double c = SAMEBITS_LOG2_5 + z * SAMEBITS_LOG2_6, d = SAMEBITS_LOG2_7 + z * SAMEBITS_LOG2_8;
    double w = y * ((e + inverse[1]) + z * ((a + z2 * b) + z4 * (c + z2 * d)));
    if (__builtin_expect(!(__builtin_fabs(w) < 120), 0))
        return 0;
    double steps = __builtin_roundeven(w * 256), h = w - steps * 0x1p-8, h2 = h * h;
    int64_t k = (int64_t)steps;
    double p = SAMEBITS_EXP2_1 + h * SAMEBITS_EXP2_2, q = SAMEBITS_EXP2_3 + h * SAMEBITS_EXP2_4;
    uint64_t bits;
    double power = samebits_powers[k & 255][0];
    memcpy(&bits, &power, sizeof bits);
    bits += (uint64_t)(k >> 8) << 52;
    memcpy(&power, &bits, sizeof power);
    power += power * h * (p + h2 * q);
    memcpy(&bits, &power, sizeof bits);
    if (__builtin_expect(((bits + 0x1000) & 0xfffffff) > 0x2000, 1)) {
        *result = (float)power;
        return 1;
    }
    /* These are often exact, and so are never seen to be clear of the middle. */
    if (y == 2) {
        *result = (float)((double)x * x);
        return 1;
    }
    return 0;
}
