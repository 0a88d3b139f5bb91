/* Measures how far the fast paths of doubles (src/fast/) are from the exact results before they round,
 * as a part of the bound that they claim: `bounds COUNT` prints, for each function, the largest part
 * in each rounding mode, and how many of the estimates could not be rounded. MPFR has the exact results.
 */
#include "fast.h"

#include <fenv.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

/* What the fast paths would round: here it is noted down, and taken for settled. */
static samebits_estimate seen[2];
static int count_seen, undecided;

static inline int note(samebits_estimate estimate, double *result)
{
    double other;
    undecided += !samebits_rounds_alike(estimate, &other);
    seen[count_seen++] = estimate;
    *result = estimate.high;
    return 1;
}
#define samebits_rounds_alike(estimate, result) note(estimate, result)

#include "fast_acosh.h"
#include "fast_asinh.h"
#include "fast_cos.h"
#include "fast_cosh.h"
#include "fast_erfc.h"
#include "fast_exp.h"
#include "fast_exp2.h"
#include "fast_hypot.h"
#include "fast_lgamma.h"
#include "fast_log.h"
#include "fast_log1p.h"
#include "fast_log2.h"
#include "fast_pow.h"
#include "fast_sin.h"
#include "fast_tan.h"
#include "fast_tanh.h"

typedef int fast_one(double, double *);
typedef int fast_two(double, double, double *);
typedef int exact_one(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
typedef int exact_two(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* Arguments are of both signs, or positive; of the magnitudes 2^least to 2^most. */
static const struct {
    const char *name;
    fast_one *one;
    exact_one *exact_one;
    fast_two *two;
    exact_two *exact_two;
    int negative, least, most, least_second, most_second;
} FUNCTIONS[] = {
#define ONE(name, negative, least, most)                                                  \
    {                                                                                     \
#name, samebits_fast_##name, mpfr_##name, NULL, NULL, negative, least, most, 0, 0 \
    }
#define mpfr_lgamma mpfr_lngamma /* (without the sign) */
#define TWO(name, negative, least, most, least_second, most_second)                                \
    {                                                                                              \
#name, NULL, NULL, samebits_fast_##name, mpfr_##name, negative, least, most, least_second, \
            most_second                                                                            \
    }
    ONE(acosh, 0, 0, 8),         ONE(asinh, 1, -4, 8),
    ONE(cos, 1, -20, 14),        ONE(cosh, 1, -20, 9),
    ONE(erfc, 1, -30, 4),        ONE(exp, 1, -60, 9),
    ONE(exp2, 1, -60, 9),        TWO(hypot, 1, -50, 50, -50, 50),
    ONE(lgamma, 0, -30, 40),     ONE(log, 0, -1022, 1023),
    ONE(log1p, 1, -20, 50),      ONE(log2, 0, -1022, 1023),
    TWO(pow, 0, -40, 40, -6, 6), ONE(sin, 1, -30, 14),
    ONE(tan, 1, -30, 14),        ONE(tanh, 1, -2, 4),
};

static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t random_bits(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Some are spread evenly by their magnitudes, some evenly, some are near one, some next to the edges of a
 * table's rows. */
static double random_number(int negative, int least, int most)
{
    uint64_t bits = random_bits();
    double part = (double)(random_bits() >> 11) * 0x1p-53, x;
    switch (bits % 5) {
    case 0: x = __builtin_ldexp(1 + part, least + (int)((bits >> 8) % (uint64_t)(most - least))); break;
    case 1: x = 1 + __builtin_ldexp(part - 0.5, -(int)((bits >> 8) % 12)); break;
    case 2: x = part * (most < 6 ? __builtin_ldexp(1, most) : 64); break;
    case 3: x = __builtin_ldexp(1 + part, (int)((bits >> 8) % 8) - 4); break;
    default:
        x = (double)(1 + (bits >> 8) % 2048) * 0x1p-7;
        uint64_t next;
        memcpy(&next, &x, sizeof x);
        next += (bits >> 32) % 9 - 4;
        memcpy(&x, &next, sizeof x);
    }
    return negative && bits >> 63 ? -x : x;
}

int main(int count, char **arguments)
{
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    long tries = count == 2 ? atol(arguments[1]) : 0;
    if (tries <= 0)
        return fprintf(stderr, "bounds: takes a number of arguments\n"), 2;
    mpfr_t x, y, exact, part;
    mpfr_inits2(53, x, y, (mpfr_ptr)0);
    mpfr_inits2(200, exact, part, (mpfr_ptr)0);
    for (size_t f = 0; f < sizeof FUNCTIONS / sizeof *FUNCTIONS; f++) {
        double largest[4] = {0, 0, 0, 0};
        /* What erfc lacks to 2 is tiny. */
        mpfr_set_prec(exact, FUNCTIONS[f].exact_one == mpfr_erfc ? 600 : 200);
        mpfr_set_prec(part, mpfr_get_prec(exact));
        long settled = 0, wrong = 0;
        undecided = 0;
        for (long n = 0; n < tries; n++) {
            double a = random_number(FUNCTIONS[f].negative, FUNCTIONS[f].least, FUNCTIONS[f].most);
            double b = FUNCTIONS[f].two == NULL
                ? 0
                : random_number(1, FUNCTIONS[f].least_second, FUNCTIONS[f].most_second);
            double result;
            count_seen = 0;
            fesetround(modes[n % 4]);
            int taken =
                FUNCTIONS[f].two == NULL ? FUNCTIONS[f].one(a, &result) : FUNCTIONS[f].two(a, b, &result);
            fesetround(FE_TONEAREST);
            if (!taken || count_seen != 1)
                continue;
            settled++;
            if (result == 0) { /* is left to the function */
                double other;
                if ((samebits_rounds_alike)(seen[0], &other))
                    printf("%s(%a, %a), mode %ld: zero is settled\n", FUNCTIONS[f].name, a, b, n % 4);
                continue;
            }
            mpfr_set_d(x, a, MPFR_RNDN);
            mpfr_set_d(y, b, MPFR_RNDN);
            if (FUNCTIONS[f].two == NULL)
                FUNCTIONS[f].exact_one(exact, x, MPFR_RNDN);
            else
                FUNCTIONS[f].exact_two(exact, x, y, MPFR_RNDN);
            /* The exponent that the result got after it was rounded. */
            mpfr_mul_d(exact, exact, seen[0].high / result, MPFR_RNDN);
            mpfr_sub_d(part, exact, seen[0].high, MPFR_RNDN);
            mpfr_sub_d(part, part, seen[0].low, MPFR_RNDN);
            mpfr_div_d(part, part, seen[0].bound, MPFR_RNDN);
            double size = __builtin_fabs(mpfr_get_d(part, MPFR_RNDN));
            if (!(size <= largest[n % 4]))
                largest[n % 4] = size;
            if (!(size <= 1) && wrong++ < 3)
                printf("%s(%a, %a), mode %ld: %a + %a, bound %a\n", FUNCTIONS[f].name, a, b, n % 4,
                       seen[0].high, seen[0].low, seen[0].bound);
        }
        printf("%s %ld %.6f %.4f %.4f %.4f %.4f\n", FUNCTIONS[f].name, settled,
               (double)undecided / (double)settled, largest[0], largest[1], largest[2], largest[3]);
    }
    mpfr_clears(x, y, exact, part, (mpfr_ptr)0);
    return 0;
}
