/* Sums and dot products of local numbers: the typed functions and those by datatype give the
 * oracle's bits, and wrong arguments errors of the right class. */
#include "driver.h"
#include "oracle.h"
#include "samebits.h"

#include <complex.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 150 };

static double doubles[2 * MOST], other_doubles[2 * MOST];
static float floats[2 * MOST], other_floats[2 * MOST];

/* Of all magnitudes, and so that much cancels. */
static double number(int seed, int i, int range)
{
    uint64_t bits = (uint64_t)(2 * (i / 2) + 3 * seed + 1) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 31;
    double x = ldexp(1 + (double)(bits >> 40) / (1 << 24), (int)(bits % (2 * range + 1)) - range);
    return i % 2 ? -x * (1 + (i % 6 == 1) * FLT_EPSILON) : x;
}

static void fill(int seed, int range)
{
    for (int i = 0; i < 2 * MOST; i++) {
        doubles[i] = number(seed, i, range);
        floats[i] = (float)number(seed, i, range < 60 ? range : 60);
        /* Exact products, whose sums the oracle knows. */
        other_doubles[i] = ldexp(1, i % 7 - 3);
        other_floats[i] = (float)other_doubles[i];
    }
}

static void same(const void *got, const void *want, size_t size, const char *what, int n)
{
    CHECK(!memcmp(got, want, size), "%s of %d", what, n);
}

static void by_type(int code, const char *what)
{
    CHECK(code == MPI_SUCCESS, "%s: %s", what, samebits_error_message());
}

static void check_doubles(int n)
{
    double products[2 * MOST], got[2], want[2];
    for (int i = 0; i < 2 * n; i++)
        products[i] = doubles[i] * other_doubles[i];
    want[0] = oracle_sum_double(doubles, n, 1);
    got[0] = samebits_sum_double(doubles, n);
    same(got, want, 8, "samebits_sum_double", n);
    by_type(samebits_sum(doubles, n, got, MPI_DOUBLE), "samebits_sum");
    same(got, want, 8, "samebits_sum of MPI_DOUBLE", n);
    want[0] = oracle_sum_double(products, n, 1);
    got[0] = samebits_dot_double(doubles, other_doubles, n);
    same(got, want, 8, "samebits_dot_double", n);
    by_type(samebits_conjugated_dot(doubles, other_doubles, n, got, MPI_DOUBLE), "samebits_dot");
    same(got, want, 8, "samebits_conjugated_dot of MPI_DOUBLE", n);
    for (int c = 0; c < 2; c++)
        want[c] = oracle_sum_double(doubles + c, n, 2);
    samebits_sum_double_complex(doubles, n, got);
    same(got, want, 16, "samebits_sum_double_complex", n);
    by_type(samebits_sum(doubles, n, got, MPI_C_DOUBLE_COMPLEX), "samebits_sum");
    same(got, want, 16, "samebits_sum of MPI_C_DOUBLE_COMPLEX", n);
}

static void check_floats(int n)
{
    float products[2 * MOST], got[2], want[2];
    for (int i = 0; i < 2 * n; i++)
        products[i] = floats[i] * other_floats[i];
    want[0] = oracle_sum_float(floats, n, 1);
    got[0] = samebits_sum_float(floats, n);
    same(got, want, 4, "samebits_sum_float", n);
    by_type(samebits_sum(floats, n, got, MPI_FLOAT), "samebits_sum");
    same(got, want, 4, "samebits_sum of MPI_FLOAT", n);
    want[0] = oracle_sum_float(products, n, 1);
    got[0] = samebits_dot_float(floats, other_floats, n);
    same(got, want, 4, "samebits_dot_float", n);
    by_type(samebits_dot(floats, other_floats, n, got, MPI_FLOAT), "samebits_dot");
    same(got, want, 4, "samebits_dot of MPI_FLOAT", n);
    for (int c = 0; c < 2; c++)
        want[c] = oracle_sum_float(floats + c, n, 2);
    samebits_sum_float_complex(floats, n, got);
    same(got, want, 8, "samebits_sum_float_complex", n);
}

/* Complex products, and numbers whose sum is known. */
static void check_values(void)
{
    double complex z[2] = {3 + 4 * I, 1 + 2 * I}, w[2] = {5 - 6 * I, -7 + 8 * I}, dot;
    float complex zf[2] = {3 + 4 * I, 1 + 2 * I}, wf[2] = {5 - 6 * I, -7 + 8 * I}, dotf;
    double complex want = z[0] * w[0] + z[1] * w[1];
    double complex conjugated = conj(z[0]) * w[0] + conj(z[1]) * w[1];
    samebits_dot_double_complex(z, w, 2, &dot);
    CHECK(dot == want, "samebits_dot_double_complex");
    samebits_dot_float_complex(zf, wf, 2, &dotf);
    CHECK(dotf == want, "samebits_dot_float_complex");
    samebits_conjugated_dot_double_complex(z, w, 2, &dot);
    CHECK(dot == conjugated, "samebits_conjugated_dot_double_complex");
    samebits_conjugated_dot_float_complex(zf, wf, 2, &dotf);
    CHECK(dotf == conjugated, "samebits_conjugated_dot_float_complex");
    by_type(samebits_dot(z, w, 2, &dot, MPI_C_DOUBLE_COMPLEX), "samebits_dot");
    CHECK(dot == want, "samebits_dot of MPI_C_DOUBLE_COMPLEX");
    by_type(samebits_conjugated_dot(zf, wf, 2, &dotf, MPI_COMPLEX), "samebits_conjugated_dot");
    CHECK(dotf == conjugated, "samebits_conjugated_dot of MPI_COMPLEX");

    double large[3] = {0x1p1000, 3, -0x1p1000}, factors[3] = {0x1p900, 0.5, 0x1p900};
    CHECK(samebits_dot_double(large, factors, 3) == 1.5, "products that overflow");
    double tie[3] = {1, 0x1p-53, 0x1p-300};
    CHECK(samebits_sum_double(tie, 2) == 1, "a tie");
    CHECK(samebits_sum_double(tie, 3) == 1 + DBL_EPSILON, "more than a tie");
    double value = samebits_sum_double(NULL, 0), minus_zeros[2] = {-0.0, -0.0};
    CHECK(value == 0 && !signbit(value), "the sum of nothing: %a", value);
    value = samebits_sum_double(minus_zeros, 2);
    CHECK(value == 0 && signbit(value), "the sum of -0.0: %a", value);
    /* In place of an element. */
    by_type(samebits_sum(tie, 3, tie + 1, MPI_DOUBLE), "samebits_sum");
    CHECK(tie[1] == 1 + DBL_EPSILON, "in place: %a", tie[1]);
}

static void check_environment(void)
{
    double tie[3] = {1, 0x1p-53, -0x1p-300};
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_UPWARD);
    volatile double upward = samebits_sum_double(tie, 3);
    int raised = fetestexcept(FE_ALL_EXCEPT), mode = fegetround();
    fesetround(FE_TONEAREST);
    volatile double nearest = samebits_sum_double(tie, 3);
    raised |= fetestexcept(FE_ALL_EXCEPT);
    CHECK(upward == 1 && nearest == 1, "rounded to %a and %a", upward, nearest);
    CHECK(mode == FE_UPWARD, "the rounding mode is another one");
    CHECK(!raised, "raised the flags %#x", raised);
}

static void refused(int code, int class, const char *words, const char *what)
{
    int seen;
    MPI_Error_class(code, &seen);
    CHECK(seen == class, "%s: error class %d, not %d", what, seen, class);
    CHECK(strstr(samebits_error_message(), words) != NULL, "%s: the message is \"%s\"", what,
          samebits_error_message());
}

static void check_errors(void)
{
    double x[2] = {1, 2}, kept = 7;
#define REFUSED(call, class, words) refused(call, class, words, #call)
    REFUSED(samebits_sum(NULL, 2, &kept, MPI_DOUBLE), MPI_ERR_BUFFER,
            "samebits_sum: the buffer of the 2 elements is null");
    REFUSED(samebits_sum(x, 2, NULL, MPI_DOUBLE), MPI_ERR_BUFFER, "for the value is null");
    REFUSED(samebits_sum(x, 2, &kept, MPI_INT), MPI_ERR_TYPE, "type=MPI_INT is not accepted");
    REFUSED(samebits_sum(x, 2, &kept, MPI_DATATYPE_NULL), MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
    REFUSED(samebits_dot(NULL, x, 2, &kept, MPI_DOUBLE), MPI_ERR_BUFFER, "2 elements x");
    REFUSED(samebits_dot(x, NULL, 2, &kept, MPI_DOUBLE), MPI_ERR_BUFFER, "2 elements y");
    REFUSED(samebits_conjugated_dot(x, x, 2, NULL, MPI_DOUBLE), MPI_ERR_BUFFER,
            "samebits_conjugated_dot: the address for the value is null");
    CHECK(kept == 7, "a call that fails stores %g", kept);
    by_type(samebits_sum(NULL, 0, &kept, MPI_DOUBLE), "no elements");
    CHECK(kept == 0, "the sum of no elements is %g", kept);
    by_type(samebits_dot(NULL, NULL, 0, &kept, MPI_FLOAT), "no products");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    static const int ranges[] = {0, 2, 30, 100, 300};
    for (int r = 0; r < 5; r++) {
        fill(r, ranges[r]);
        for (int n = 1; n <= MOST; n++) {
            check_doubles(n);
            check_floats(n);
        }
    }
    check_values();
    check_environment();
    check_errors();
    return finish();
}
