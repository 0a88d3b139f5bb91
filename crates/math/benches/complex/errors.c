/* The largest errors of the complex functions, ours beside the C library's, by MPC: a CSV table of
 * function, part, glibc's largest error in ulps, ours, and the point at which ours is largest.
 *
 *     errors LIBRARY [POINTS [FUNCTION]]
 *
 * Ends with 1 if an error of ours is larger than the C library's.
 */
#include <complex.h>
#include <dlfcn.h>
#include <math.h>
#include <mpc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS 160

typedef double complex one_double(double complex);
typedef float complex one_float(float complex);
typedef double complex two_double(double complex, double complex);
typedef float complex two_float(float complex, float complex);
typedef int exact_one(mpc_ptr, mpc_srcptr, mpc_rnd_t);

static const struct {
    const char *name;
    exact_one *exact; /* or null: pow */
} functions[] = {
    {"cacos", mpc_acos}, {"cacosh", mpc_acosh}, {"casin", mpc_asin},   {"casinh", mpc_asinh},
    {"catan", mpc_atan}, {"catanh", mpc_atanh}, {"ccos", mpc_cos},     {"ccosh", mpc_cosh},
    {"cexp", mpc_exp},   {"clog", mpc_log},     {"clog10", mpc_log10}, {"cpow", NULL},
    {"csin", mpc_sin},   {"csinh", mpc_sinh},   {"csqrt", mpc_sqrt},   {"ctan", mpc_tan},
    {"ctanh", mpc_tanh},
};

static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t bits(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

static double part(void) { return (double)(bits() >> 11) * 0x1p-53; }

static double sign(void) { return bits() >> 63 ? -1 : 1; }

static double scales(double least, double greatest)
{
    return sign() * exp2(least + part() * (greatest - least));
}

/* A point of one of several kinds: anywhere, and where functions are hard. */
static double complex point(int single)
{
    double small = single ? -20 : -45;
    double angle;
    switch (bits() >> 32 & 7) {
    case 0: return CMPLX(scales(-60, 9), scales(-60, 9));
    case 1: return CMPLX(scales(-30, 9), scales(-30, 9));
    case 2: return CMPLX(sign() * part() * 4, sign() * part() * 4);
    case 3: /* the unit circle, which logarithms are 0 on */
        angle = part() * 6.283185307179586;
        return (1 + scales(small, -3)) * CMPLX(cos(angle), sin(angle));
    case 4: /* the branch points 1, -1, i and -i */
        angle = 1 + scales(small, -1);
        return bits() >> 63 ? CMPLX(sign() * angle, scales(small, -1))
                            : CMPLX(scales(small, -1), sign() * angle);
    case 5: /* branch cuts */
        return bits() >> 63 ? CMPLX(scales(-3, 5), scales(small, -10))
                            : CMPLX(scales(small, -10), scales(-3, 5));
    case 6: /* zeros and poles of the periodic functions */
        angle = ((double)(bits() >> 32 & 31) - 16) * 1.5707963267948966 * (1 + scales(small, -8));
        return bits() >> 63 ? CMPLX(angle, scales(-20, 2)) : CMPLX(scales(-20, 2), angle);
    default: return CMPLX(sign() * part() * 30, sign() * part() * 30);
    }
}

/* The error in ulps of the exact number; what is beyond all numbers counts as none. */
static double error(double result, mpfr_srcptr exact, int single)
{
    mpfr_t difference;
    double ulps;
    if (!mpfr_number_p(exact))
        return 0;
    if (!mpfr_zero_p(exact) && mpfr_get_exp(exact) > (single ? 127 : 1023))
        return 0;
    if (result != result || result - result != 0)
        return 1e300;
    long ulp = mpfr_zero_p(exact) ? -100000 : mpfr_get_exp(exact) - (single ? 24 : 53);
    long least = single ? -149 : -1074;
    if (ulp < least)
        ulp = least;
    mpfr_init2(difference, 200);
    mpfr_set_d(difference, result, MPFR_RNDN);
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -ulp, MPFR_RNDN);
    ulps = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return ulps;
}

static double complex call(void *function, int two, int single, double complex z, double complex w)
{
    if (two)
        return single ? (double complex)((two_float *)function)((float complex)z, (float complex)w)
                      : ((two_double *)function)(z, w);
    return single ? (double complex)((one_float *)function)((float complex)z) : ((one_double *)function)(z);
}

static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);
    if (!function) {
        fprintf(stderr, "errors: %s\n", dlerror());
        exit(2);
    }
    return function;
}

int main(int argc, char **argv)
{
    long points = argc > 2 ? atol(argv[2]) : 100000;
    int worse = 0, known = 0;
    if (argc < 2 || points < 1) {
        fprintf(stderr, "errors: takes the library and a number of points from 1\n");
        return 2;
    }
    void *ours = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *theirs = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!ours || !theirs) {
        fprintf(stderr, "errors: %s\n", dlerror());
        return 2;
    }
    mpc_t z, w, exact;
    mpc_init2(z, 53);
    mpc_init2(w, 53);
    mpc_init2(exact, BITS);
    printf("function,part,glibc,ours,ours is largest at\n");
    for (size_t row = 0; row < sizeof functions / sizeof *functions; row++) {
        for (int single = 0; single < 2; single++) {
            char name[16];
            snprintf(name, sizeof name, "%s%s", functions[row].name, single ? "f" : "");
            if (argc > 3 && strcmp(argv[3], name) != 0)
                continue;
            known = 1;
            int two = !functions[row].exact;
            void *own = find(ours, name), *other = find(theirs, name);
            double most[2][2] = {{0}};
            double complex at[2] = {0}, power[2] = {0};
            for (long count = 0; count < points; count++) {
                double complex x = point(single), y = two ? CMPLX(scales(-4, 4), scales(-4, 4)) : 0;
                if (two)
                    x = CMPLX(scales(-8, 8), scales(-8, 8));
                if (single) {
                    x = (float complex)x;
                    y = (float complex)y;
                }
                mpc_set_d_d(z, creal(x), cimag(x), MPC_RNDNN);
                mpc_set_d_d(w, creal(y), cimag(y), MPC_RNDNN);
                if (two)
                    mpc_pow(exact, z, w, MPC_RNDNN);
                else
                    functions[row].exact(exact, z, MPC_RNDNN);
                for (int which = 0; which < 2; which++) {
                    double complex result = call(which ? own : other, two, single, x, y);
                    double now[2] = {error(creal(result), mpc_realref(exact), single),
                                     error(cimag(result), mpc_imagref(exact), single)};
                    for (int half = 0; half < 2; half++) {
                        if (now[half] > most[which][half]) {
                            most[which][half] = now[half];
                            if (which)
                                at[half] = x, power[half] = y;
                        }
                    }
                }
            }
            for (int half = 0; half < 2; half++) {
                printf("%s,%s,%.3g,%.3g,%a %a", name, half ? "imaginary" : "real", most[0][half],
                       most[1][half], creal(at[half]), cimag(at[half]));
                if (two)
                    printf(" to the %a %a", creal(power[half]), cimag(power[half]));
                printf("\n");
                fflush(stdout);
                worse |= most[1][half] > most[0][half];
            }
        }
    }
    mpc_clear(z);
    mpc_clear(w);
    mpc_clear(exact);
    if (!known) {
        fprintf(stderr, "errors: %s is no complex function in the table\n", argv[3]);
        return 2;
    }
    return worse;
}
