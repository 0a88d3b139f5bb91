/* hypotf by one sum and one root in double precision.
 *
 * The squares are exact (48 bits). Their sum and its root have relative errors of at most u each,
 * where u = 2^-53, or 2^-52 in a directed rounding mode. The root halves the first: at most 1.5 u,
 * and a little of second order. An ulp of a double is at least u (nearest) or u/2 (directed) of it,
 * so that is at most 3 ulps. A result that is not within 4 ulps of a float or of the middle of two
 * rounds as the exact one.
 */
static inline int samebits_fast_hypotf(float x, float y, float *result)
{
    double wide = x, high = y;
    double root = __builtin_sqrt(wide * wide + high * high);
    uint64_t bits;
    memcpy(&bits, &root, sizeof bits);
    const uint64_t least = UINT64_C(1023 - 100) << 52, most = UINT64_C(1023 + 127) << 52;
    if (__builtin_expect((bits - least >= most - least) | (((bits + 4) & 0xfffffff) <= 8), 0))
        return 0;
    *result = (float)root;
    return 1;
}
