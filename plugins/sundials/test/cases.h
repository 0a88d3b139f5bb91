/* The elements, the ways to share them out, and the kinds of vectors of operations.c. */
#ifndef SAMEBITS_SUNDIALS_TEST_CASES_H
#define SAMEBITS_SUNDIALS_TEST_CASES_H

#include <math.h>
#include <mpi.h>
#include <nvector/nvector_manyvector.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_mpiplusx.h>
#include <nvector/nvector_openmp.h>
#include <nvector/nvector_parallel.h>
#include <nvector/nvector_serial.h>
#include <stddef.h>
#include <string.h>

enum { MOST = 3000, VECTORS = 3, MANY = 3 };

static int rank, ranks;
static SUNContext context;

/* ---- Elements ---- */

static sunrealtype random_element(void)
{
    static unsigned long long state = 88172645463325252ull;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    double mantissa = (double)(state >> 11) * 0x1p-53;
    return (sunrealtype)ldexp(state & 1 ? mantissa : -mantissa, (int)(state % 61) - 30);
}

/* x, y and z; z is a mask, too. */
struct elements {
    const char *name;
    size_t n;
    void (*spoil)(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n);
};

static void as_they_are(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)x, (void)y, (void)z, (void)n;
}

static void cancel(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)z;
    for (size_t i = 0; i + 1 < n; i += 2)
        x[i + 1] = -x[i], y[i + 1] = y[i];
}

static void nan_first(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)y, (void)z, (void)n;
    x[0] = (sunrealtype)NAN;
}

static void nan_in_the_middle(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)y;
    x[n / 2] = (sunrealtype)NAN;
    z[n / 2] = 0; /* where there is a mask, it does not count */
}

static void infinite(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)z;
    x[n / 3] = (sunrealtype)INFINITY;
    x[n / 2] = -(sunrealtype)INFINITY;
    y[n / 3] = 1, y[n / 2] = -1;
}

static void negative_zeros(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)z;
    for (size_t i = 0; i < n; i++)
        x[i] = i % 3 ? (sunrealtype)0.0 : -(sunrealtype)0.0, y[i] = 1;
}

static void subnormal(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)z;
    for (size_t i = 0; i < n; i++)
        x[i] = (sunrealtype)ldexp(x[i], -1040), y[i] = (sunrealtype)ldexp(y[i], -20);
}

static void large(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)z;
    for (size_t i = 0; i < n; i++)
        x[i] = (sunrealtype)ldexp(i % 2 ? 1.0 : -1.0, 1000),
        y[i] = (sunrealtype)ldexp(1.0, 10 + (int)(i % 2));
}

static void no_denominator(sunrealtype *x, sunrealtype *y, sunrealtype *z, size_t n)
{
    (void)x, (void)z;
    for (size_t i = 0; i < n; i++)
        y[i] = 0;
}

static const struct elements all_elements[] = {
    {"random elements", MOST, as_they_are},
    {"few elements", 3, as_they_are},
    {"one element", 1, as_they_are},
    {"no element", 0, as_they_are},
    {"elements that cancel", 2000, cancel},
    {"a NaN in front", 100, nan_first},
    {"a NaN", 100, nan_in_the_middle},
    {"infinities", 100, infinite},
    {"zeros of both signs", 100, negative_zeros},
    {"subnormal elements", 500, subnormal},
    {"elements whose sums overflow", 100, large},
    {"denominators that are zero", 100, no_denominator},
};

static sunrealtype whole[MANY][VECTORS][MOST];

/* ---- How they are shared out ---- */

static void even(size_t n, size_t *ends)
{
    for (int r = 0; r < ranks; r++)
        ends[r] = n * (size_t)(r + 1) / (size_t)ranks;
}

static void all_on_the_last(size_t n, size_t *ends)
{
    for (int r = 0; r < ranks; r++)
        ends[r] = r == ranks - 1 ? n : 0;
}

static void all_on_the_first(size_t n, size_t *ends)
{
    for (int r = 0; r < ranks; r++)
        ends[r] = n;
}

static void every_other_is_empty(size_t n, size_t *ends)
{
    even(n, ends);
    for (int r = 1; r < ranks - 1; r += 2)
        ends[r] = ends[r - 1];
}

static void uneven(size_t n, size_t *ends)
{
    size_t end = 0;
    for (int r = 0; r < ranks; r++)
        ends[r] = end = r == ranks - 1 ? n : end + (n - end) / 7 + (end < n);
}

static const struct {
    const char *name;
    void (*share)(size_t n, size_t *ends);
} cuts[] = {
    {"evenly", even},
    {"all on the last rank", all_on_the_last},
    {"unevenly", uneven},
    {"all on the first rank", all_on_the_first},
    {"every other rank empty", every_other_is_empty},
};

/* ---- Kinds of vectors ---- */

static N_Vector filled(N_Vector v, const sunrealtype *data, size_t n)
{
    if (!v)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (n)
        memcpy(N_VGetArrayPointer(v), data, n * sizeof *data);
    return v;
}

static N_Vector serial(const sunrealtype *data, size_t n)
{
    return filled(N_VNew_Serial((sunindextype)n, context), data, n);
}

static N_Vector parallel(const sunrealtype *data, size_t n)
{
    long long mine = (long long)n, all;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return filled(N_VNew_Parallel(MPI_COMM_WORLD, (sunindextype)n, (sunindextype)all, context), data, n);
}

static N_Vector fused(const sunrealtype *data, size_t n)
{
    N_Vector v = parallel(data, n);
    N_VEnableFusedOps_Parallel(v, SUNTRUE);
    return v;
}

static N_Vector made_and_cloned(const sunrealtype *data, size_t n)
{
    N_Vector v = fused(data, n), clone = N_VClone(v);
    N_VDestroy(v);
    return filled(clone, data, n);
}

static N_Vector plus_serial(const sunrealtype *data, size_t n)
{
    N_Vector v = N_VMake_MPIPlusX(MPI_COMM_WORLD, serial(data, n), context);
    N_VEnableFusedOps_MPIPlusX(v, SUNTRUE);
    return v;
}

static N_Vector plus_openmp(const sunrealtype *data, size_t n)
{
    return N_VMake_MPIPlusX(MPI_COMM_WORLD, filled(N_VNew_OpenMP((sunindextype)n, 2, context), data, n),
                            context);
}

static N_Vector many(const sunrealtype *data, size_t n)
{
    N_Vector parts[] = {parallel(data, n / 3), serial(data + n / 3, n - n / 3)};
    return N_VMake_MPIManyVector(MPI_COMM_WORLD, 2, parts, context);
}

static N_Vector nested(const sunrealtype *data, size_t n)
{
    N_Vector inner[] = {serial(data, n / 4), serial(data + n / 4, n / 4)};
    N_Vector parts[] = {N_VNew_ManyVector(2, inner, context), parallel(data + 2 * (n / 4), n - 2 * (n / 4))};
    return N_VNew_MPIManyVector(2, parts, context);
}

static const struct {
    const char *name;
    N_Vector (*make)(const sunrealtype *data, size_t n);
} kinds[] = {
    {"Parallel", parallel},
    {"Parallel, fused", fused},
    {"Parallel, a clone", made_and_cloned},
    {"MPIPlusX of Serial", plus_serial},
    {"MPIPlusX of OpenMP", plus_openmp},
    {"MPIManyVector", many},
    {"MPIManyVector of ManyVector", nested},
};

#endif
