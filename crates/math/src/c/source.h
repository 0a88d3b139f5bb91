/* What the sources find in place of some functions of the C library. Included before each of them.
 */
#ifndef SAMEBITS_MATH_SOURCE_H
#define SAMEBITS_MATH_SOURCE_H

#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Three sources print and leave the process where they meet a case that they cannot decide. (None is
 * known; with subnormal numbers flushed, atan2 believed that it met one.) Here they go on, with the
 * approximation that they have, whose relative error is below 2^-180. */
#define printf(...) ((void)0)

#ifdef SAMEBITS_MATH_POW
/* In the function that has x^y in qZ, and its sign in s. */
#define exit(status) return (qZ.sgn = s == -1.0, qint_tod(&qZ))
#else
/* In the function that rounds; the rounding follows. */
#define exit(status) ((void)0)
#endif

/* atan2 computes its hard cases between these two; there subnormal numbers count. (The second one
 * restores the modes.) */
static inline int samebits_hold(fenv_t *environment)
{
    int failed = feholdexcept(environment);
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~0x8040u);
#elif defined(__aarch64__)
    __builtin_aarch64_set_fpcr(__builtin_aarch64_get_fpcr() & ~(1u << 24));
#endif
    return failed;
}
#define feholdexcept samebits_hold

/* One flag, by an operation that raises it: the C library's function takes a hundred cycles, and sets
 * the flag in a unit that nothing here computes with. */
static inline void samebits_raise(int flag)
{
    volatile double one = 1.0, other = flag == FE_UNDERFLOW ? 0x1p-1022 : flag == FE_INEXACT ? 0x1p-60 : 0.0;
    if (flag == FE_INEXACT)
        one = one + other;
    else if (flag == FE_UNDERFLOW)
        one = other * other;
    else if (flag == FE_DIVBYZERO)
        one = one / other;
    else
        one = other / other; /* invalid */
}
#define feraiseexcept samebits_raise

/* asinpi computes with integers, and has this where it is to raise inexact all the same. */
#define CORE_MATH_CHECK_INEXACT

/* The C library's sets errno. */
static inline double samebits_power_of_two(int exponent)
{ /* from -1022 to 1023 */
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static inline double samebits_ldexp(double x, int exponent)
{ /* x from 1/2 to 4, or no loss; |exponent| < 2000 */
    int first = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
    return x * samebits_power_of_two(first) * samebits_power_of_two(exponent - first);
}
#define __builtin_ldexp samebits_ldexp

#endif
