/* Whether functions raise a trap in a program that has enabled traps, where they should raise no flag:
 *
 *     traps SHAPE:TYPE:NAME < ARGUMENTS
 *
 * SHAPE is one, two, sincos, sign, complex, complex2 or real (of a complex number), or vector, for which
 * NAME is that of the form for several numbers, and the scalar function says what is right. TYPE is double
 * or float. ARGUMENTS are pairs of 64-bit words, the bits of numbers of the type.
 *
 * Prints a line for each rounding mode: the mode, the calls, those that are killed by a trap for invalid,
 * division by zero or overflow without a reason, those that are by one for underflow, and the first
 * arguments of the former. */
#define _GNU_SOURCE
#include <complex.h>
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES 16
#define TRAPS (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW)

static uint64_t arguments[LANES][2];
static void *function, *scalar;
static const char *shape;
static int is_float, lanes, pairs;
static char letter;
static volatile double sink;
static volatile int is_ordinary;
static sigjmp_buf before;

static double real(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float single(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static int is_finite(uint64_t bits)
{
    return is_float ? (bits >> 23 & 0xff) != 0xff : (bits >> 52 & 0x7ff) != 0x7ff;
}

/* Neither infinite nor the largest number, which an overflow gives in some rounding modes. */
static int is_within(uint64_t bits)
{
    return is_finite(is_float ? (bits & 0x7fffffff) + 1 : (bits & ~(UINT64_C(1) << 63)) + 1);
}

static void scalars(void *function, const char *shape, uint64_t x, uint64_t y)
{
    int sign;
    if (strcmp(shape, "one") == 0) {
        sink = is_float ? ((float (*)(float))function)(single(x)) : ((double (*)(double))function)(real(x));
    } else if (strcmp(shape, "two") == 0) {
        sink = is_float ? ((float (*)(float, float))function)(single(x), single(y))
                        : ((double (*)(double, double))function)(real(x), real(y));
    } else if (strcmp(shape, "sign") == 0) {
        sink = is_float ? ((float (*)(float, int *))function)(single(x), &sign)
                        : ((double (*)(double, int *))function)(real(x), &sign);
    } else if (is_float) {
        float first, second;
        ((void (*)(float, float *, float *))function)(single(x), &first, &second);
    } else {
        double first, second;
        ((void (*)(double, double *, double *))function)(real(x), &first, &second);
    }
}

static void complexes(void)
{
    const uint64_t(*a)[2] = arguments;
    double complex z = 0;
    float complex f = 0;
    if (is_float) {
        float complex first = CMPLXF(single(a[0][0]), single(a[0][1]));
        if (strcmp(shape, "complex") == 0)
            f = ((float complex (*)(float complex))function)(first);
        else if (strcmp(shape, "real") == 0)
            f = ((float (*)(float complex))function)(first);
        else
            f = ((float complex (*)(float complex, float complex))function)(
                first, CMPLXF(single(a[1][0]), single(a[1][1])));
        uint32_t bits[2];
        memcpy(bits, &f, sizeof bits);
        is_ordinary = is_within(bits[0]) && is_within(bits[1]);
    } else {
        double complex first = CMPLX(real(a[0][0]), real(a[0][1]));
        if (strcmp(shape, "complex") == 0)
            z = ((double complex (*)(double complex))function)(first);
        else if (strcmp(shape, "real") == 0)
            z = ((double (*)(double complex))function)(first);
        else
            z = ((double complex (*)(double complex, double complex))function)(
                first, CMPLX(real(a[1][0]), real(a[1][1])));
        uint64_t bits[2];
        memcpy(bits, &z, sizeof bits);
        is_ordinary = is_within(bits[0]) && is_within(bits[1]);
    }
}

#if defined(__x86_64__)
#define VECTOR(letter, instructions, type, lanes, get)                                                     \
    __attribute__((target(instructions), noinline)) static void letter##_##type(void)                      \
    {                                                                                                      \
        typedef type vector __attribute__((vector_size(sizeof(type) * lanes)));                            \
        vector x, y;                                                                                       \
        for (int lane = 0; lane < lanes; lane++) {                                                         \
            x[lane] = get(arguments[lane][0]);                                                             \
            y[lane] = get(arguments[lane][1]);                                                             \
        }                                                                                                  \
        vector z = pairs ? ((vector(*)(vector, vector))function)(x, y) : ((vector(*)(vector))function)(x); \
        sink = z[0];                                                                                       \
    }
VECTOR(b, "sse4.1", double, 2, real)
VECTOR(b, "sse4.1", float, 4, single)
VECTOR(d, "avx2", double, 4, real)
VECTOR(d, "avx2", float, 8, single)
VECTOR(e, "avx512f", double, 8, real)
VECTOR(e, "avx512f", float, 16, single)

static void vectors(void)
{
    void (*const all[3][2])(void) = {{b_double, b_float}, {d_double, d_float}, {e_double, e_float}};
    all[letter == 'b' ? 0 : letter == 'd' ? 1 : 2][is_float]();
}
#else
static void vectors(void) {}
#endif

static void call(void)
{
    if (lanes != 0)
        vectors();
    else if (strncmp(shape, "complex", 7) == 0 || strcmp(shape, "real") == 0)
        complexes();
    else
        scalars(function, shape, arguments[0][0], arguments[0][1]);
}

static void trapped(int signal)
{
    (void)signal;
    siglongjmp(before, 1);
}

/* Whether a call traps, where it may not. */
static int traps(int which, int mode)
{
    if (sigsetjmp(before, 1) != 0) {
        fesetenv(FE_DFL_ENV);
        return 1;
    }
    fesetenv(FE_DFL_ENV);
    fesetround(mode);
    feenableexcept(which);
    call();
    fesetenv(FE_DFL_ENV);
    return 0;
}

/* The flags that are right: those of the scalar functions, and those that a complex function raises,
 * other than for results of finite numbers that are no overflow's. */
static int reasons(int mode, int taken)
{
    int are_finite = 1;
    fesetround(mode);
    feclearexcept(FE_ALL_EXCEPT);
    if (lanes != 0)
        for (int lane = 0; lane < lanes; lane++)
            scalars(scalar, pairs ? "two" : "one", arguments[lane][0], arguments[lane][1]);
    else
        call();
    int flags = fetestexcept(FE_ALL_EXCEPT);
    fesetenv(FE_DFL_ENV);
    if (strncmp(shape, "complex", 7) != 0)
        return flags;
    for (int index = 0; index < taken; index++)
        are_finite &= is_finite(arguments[index][0]) && is_finite(arguments[index][1]);
    return are_finite && is_ordinary ? flags & ~TRAPS : flags;
}

int main(int argc, char **argv)
{
    static char kind[16], type[16], name[64];
    static uint64_t all[400000][2];
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    if (argc != 2 || sscanf(argv[1], "%15[^:]:%15[^:]:%63s", kind, type, name) != 3) {
        fprintf(stderr, "traps: the argument is not SHAPE:TYPE:NAME\n");
        return 2;
    }
    size_t count = fread(all, sizeof *all, sizeof all / sizeof *all, stdin);
    shape = kind;
    is_float = strcmp(type, "float") == 0;
    int taken = strcmp(shape, "complex2") == 0 ? 2 : 1;
    if (strcmp(shape, "vector") == 0) { /* _ZGVdN4vv_powf */
        char arguments_of[8];
        static char scalar_name[64];
        if (sscanf(name, "_ZGV%cN%d%7[v]_%63s", &letter, &lanes, arguments_of, scalar_name) != 4)
            return 2;
        pairs = arguments_of[1] != 0;
        taken = lanes;
        scalar = dlsym(RTLD_DEFAULT, scalar_name);
        if (getenv("TRAPS_LIBRARY") != NULL)
            function = dlsym(dlopen(getenv("TRAPS_LIBRARY"), RTLD_NOW), name);
    }
    if (function == NULL)
        function = dlsym(RTLD_DEFAULT, name);
    if (function == NULL || (lanes != 0 && scalar == NULL)) {
        fprintf(stderr, "traps: there is no %s\n", name);
        return 2;
    }
    sink = cos((double)argc); /* so that libm is linked, whatever the linker drops */
    signal(SIGFPE, trapped);
    for (int mode = 0; mode < 4; mode++) {
        long calls = 0, killed = 0, underflows = 0;
        uint64_t first[2] = {0, 0};
        for (size_t index = 0; index + (size_t)taken <= count; index += (size_t)taken) {
            memcpy(arguments, all[index], (size_t)taken * sizeof *all);
            int flags = reasons(modes[mode], taken);
            calls++;
            if (!(flags & TRAPS) && traps(TRAPS, modes[mode]) && killed++ == 0)
                memcpy(first, arguments[0], sizeof first);
            underflows += !(flags & (TRAPS | FE_UNDERFLOW)) && traps(FE_UNDERFLOW, modes[mode]);
        }
        printf("%d %ld %ld %ld %llx %llx\n", mode, calls, killed, underflows, (unsigned long long)first[0],
               (unsigned long long)first[1]);
    }
    return 0;
}
