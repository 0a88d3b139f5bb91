/* Calls each complex function as a C program does, on fixed points, and prints a digest of the bits
 * of its results: those of numbers that are special in any way with each other, and random ones.
 */
#define _GNU_SOURCE
#include <complex.h>
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t digest;

static void bytes(const void *from, size_t size)
{
    const unsigned char *byte = from;
    for (size_t index = 0; index < size; index++)
        digest = (digest ^ byte[index]) * UINT64_C(0x100000001b3); /* FNV-1a */
}

static const double special[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.0,
    INFINITY,
    -INFINITY,
    NAN,
    0x1p-1074,
    -0x1.8p-1040,
    0x1p-1022,
    0x1p-600,
    0x1p-301,
    -0x1p-80,
    0x1.8p-30,
    0x1.fffffffffffffp-1,
    0x1.0000000000001p+0,
    0x1.921fb54442d18p+0,
    -0x1.921fb54442d18p+1,
    21.5,
    650.0,
    -709.9,
    745.2,
    1400.0,
    0x1p60,
    -0x1.5p101,
    0x1p250,
    0x1.3p510,
    -0x1.fffffffffffffp+1023,
    0x1.fffffep-1,
    0x1.fffffep127,
    0x1p-149,
    88.8,
    -103.9,
};

#define SPECIAL (sizeof special / sizeof *special)

static uint64_t state;

static double number(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    uint64_t bits = state * UINT64_C(0x2545f4914f6cdd1d), kind = bits >> 52;
    double part = (double)(bits & UINT64_C(0xfffffffffffff)) * 0x1p-52;
    if (kind % 8 == 0) { /* any bits */
        memcpy(&part, &bits, sizeof part);
        return part;
    }
    if (kind % 8 < 4)
        return ldexp(1 + part, (int)(kind >> 3 & 63) - 50) * (kind & 512 ? -1 : 1);
    return (part - 0.5) * (kind % 8 < 6 ? 4 : 60);
}

/* In each rounding mode; to nearest, which is first, with more random points. */
static void each(void (*one)(double complex, double complex))
{
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    digest = UINT64_C(0xcbf29ce484222325);
    state = UINT64_C(0x9e3779b97f4a7c15);
    for (int mode = 0; mode < 4; mode++) {
        fesetround(modes[mode]);
        for (size_t a = 0; a < SPECIAL; a++)
            for (size_t b = 0; b < SPECIAL; b++)
                one(CMPLX(special[a], special[b]), CMPLX(special[(a * 7 + b) % SPECIAL], special[b]));
        for (int count = 0; count < (mode == 0 ? 20000 : 2000); count++) {
            double x = number(), y = number(), u = number(), v = number();
            one(CMPLX(x, y), CMPLX(u, v));
        }
    }
    fesetround(FE_TONEAREST);
}

/* A library in front of libm is what answers, or nothing is tested. */
static void ours(const char *name, void *function)
{
    Dl_info info;
    if (!dladdr(function, &info) || !strstr(info.dli_fname, "samebits_math")) {
        fprintf(stderr, "digest: %s is not libsamebits_math's\n", name);
        exit(1);
    }
}

#define FUNCTION(name, real, result, call)                        \
    static void digest_##name(double complex z, double complex w) \
    {                                                             \
        real complex a = z, b = w;                                \
        (void)b;                                                  \
        result of = call;                                         \
        bytes(&of, sizeof of);                                    \
    }
#define ONE(name)                                   \
    FUNCTION(name, double, double complex, name(a)) \
    FUNCTION(name##f, float, float complex, name##f(a))
#define TWO(name)                                      \
    FUNCTION(name, double, double complex, name(a, b)) \
    FUNCTION(name##f, float, float complex, name##f(a, b))
#define REAL(name)                          \
    FUNCTION(name, double, double, name(a)) \
    FUNCTION(name##f, float, float, name##f(a))
#include "functions.h"
#undef ONE
#undef TWO
#undef REAL

#define LINE(name)                           \
    ours(#name, dlsym(RTLD_DEFAULT, #name)); \
    each(digest_##name);                     \
    printf("%s %016llx\n", #name, (unsigned long long)digest);
#define ONE(name) LINE(name) LINE(name##f)
#define TWO(name) ONE(name)
#define REAL(name) ONE(name)

int main(void)
{
#include "functions.h"
    return 0;
}
