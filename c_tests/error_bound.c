/* How far a sum may be from the exact one: known bounds of each arithmetic, of doubles and of
 * floats, and every error with its message, before MPI_Init and after. */
#define _GNU_SOURCE
#include "driver.h"
#include <samebits.h>

#include <dlfcn.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Looked up, so that the program starts without the library in front as well. */
static __typeof__(samebits_error_bound) *bound_of;
static __typeof__(samebits_error_bound_float) *bound_of_floats;
static __typeof__(samebits_error_message) *error_message;

static void look_up(void)
{
    *(void **)&bound_of = dlsym(RTLD_DEFAULT, "samebits_error_bound");
    *(void **)&bound_of_floats = dlsym(RTLD_DEFAULT, "samebits_error_bound_float");
    *(void **)&error_message = dlsym(RTLD_DEFAULT, "samebits_error_message");
    CHECK(bound_of && bound_of_floats && error_message, "functions are missing");
}

/* The bound is this number, or hardly more. */
static void expect(const char *arithmetic, uint64_t n, double largest, double sum, double expected)
{
    double bound = -1;
    CHECK(bound_of(arithmetic, n, largest, sum, &bound) == MPI_SUCCESS, "%s", error_message());
    CHECK(bound >= expected && bound <= expected * (1 + 1e-9) + 20 * DBL_TRUE_MIN,
          "%s of %lld: %a instead of %a", arithmetic, (long long)n, bound, expected);
}

static void expect_float(const char *arithmetic, uint64_t n, float largest, float sum, double expected)
{
    float bound = -1;
    CHECK(bound_of_floats(arithmetic, n, largest, sum, &bound) == MPI_SUCCESS, "%s", error_message());
    CHECK(bound >= expected && bound <= expected * (1 + 1e-6), "%s of %lld floats: %a, not %a", arithmetic,
          (long long)n, (double)bound, expected);
}

static void known(void)
{
    /* 1000 summands: alpha is 2^10; 1024: 2^11, as 1024 / (1 - 2048 eps) is above 2^10. */
    expect("prerounded:1", 1000, 3, 0, 1000);
    expect("prerounded:1", 1000, 3, -0x1p60, 1000 + 128);
    expect("prerounded2:1", 1000, 0.75, 0, 1000 * 0x1p-43);
    expect("prerounded2:1", 1024, 0.75, 0, 1024 * 0x1p-42);
    expect("prerounded2:1", 1000, 1, 0x1p40, 1000 * 0x1p-43 + 0x1p-12);
    expect("prerounded:2", 1000, 1, 0x1p40, 1000 * 0x1p-43 + 0x1p-12);
    expect("prerounded2:2", 1 << 20, 1, 0, 0x1p20 * (0x1p-63 + 12 * 0x1p-85));
    expect("prerounded:3", 1 << 20, 1, 0, 0x1p20 * (0x1p-63 + 12 * 0x1p-85 + 0x1p-55));
    expect("prerounded", 1000, 1, 1, 1000 * (12 * 0x1p-96 + 0x1p-55 + 0x1p-85) + 0x1p-51);
    expect("prerounded2:4", UINT64_C(1) << 48, 1, 0, 0x1p48 * (12 * 0x1p-57 / 0.75 + 0x1p-13));
    expect("binned:2", 1000, 1, 0x1p60, 1000 * 0x1p-56 + 6 * 128);
    expect("binned", 1000, 1, 0, 1000 * 0x1p-96);
    expect("binned:4", 10, DBL_TRUE_MIN, 0, 10 * 0x1p-1056);
    expect("exact", UINT64_MAX, 1, 1.5, 0x1p-53);
    expect("exact", 2, DBL_MAX, -DBL_MAX, 0x1p970);
    expect("exact", 2, DBL_MIN, DBL_MIN, 0);
    expect("auto", 2, 1, 1.5, 0x1p-53);
    expect("tree", 1024, 3, 0, 10 * 0x1p-53 * 3072);
    expect("tree", 1, 3, 3, 0);
    expect("prerounded:1", 5, DBL_MAX, 0, INFINITY);
    expect("prerounded2:2", 0, 3, 3, 0);
    expect("binned:3", 7, 0, -0.0, 0);
    /* What SAMEBITS_ARITHMETIC says in this test: binned:2. */
    expect(NULL, 1000, 1, 0, 1000 * 0x1p-56);
    expect("", 1000, 1, 0, 1000 * 0x1p-56);

    expect_float("exact", 3, 1, 1.5f, 0x1p-24);
    expect_float("prerounded2:2", 1000, 1, 0x1p40f, 0x1p16);
    expect_float("prerounded:1", 4, 1, 0, 1);
    expect_float("binned:2", 1000, 1, 0, 1000 * 0x1p-15);
    expect_float("tree", 1024, 3, 0, 10 * 0x1p-24 * 3072);
    expect_float("binned:2", 1000, FLT_MAX, FLT_MAX, 1000 * 0x1p102 * (1 + 0x1p-24) + 0x1p104);
    expect_float("prerounded:1", 1 << 20, FLT_MAX, 0, INFINITY);
}

static void refused(int code, int expected, const char *message)
{
    CHECK(code == expected, "code %d instead of %d for: %s", code, expected, message);
    CHECK(strcmp(error_message(), message) == 0, "\"%s\" instead of \"%s\"", error_message(), message);
}

static void errors(void)
{
    double bound = 7;
    float narrow = 7;
    refused(bound_of("exact", 1, 1, 1, NULL), MPI_ERR_ARG,
            "samebits_error_bound: bound=NULL is not accepted; it takes the address of the "
            "result");
    refused(bound_of("exact", 1, -0.5, 1, &bound), MPI_ERR_ARG,
            "samebits_error_bound: largest=-0.5 is not accepted; it takes a finite number, 0 or more");
    refused(bound_of("tree", 1, NAN, 1, &bound), MPI_ERR_ARG,
            "samebits_error_bound: largest=NaN is not accepted; it takes a finite number, 0 or more");
    refused(bound_of("binned", 1, INFINITY, 1, &bound), MPI_ERR_ARG,
            "samebits_error_bound: largest=inf is not accepted; it takes a finite number, 0 or more");
    refused(bound_of("binned", 1, 1, -INFINITY, &bound), MPI_ERR_ARG,
            "samebits_error_bound: sum=-inf is not accepted; it takes a finite number");
    refused(bound_of("prerounded", (UINT64_C(1) << 48) + 1, 1, 1, &bound), MPI_ERR_COUNT,
            "samebits_error_bound: n=281474976710657 is not accepted; prerounded:3 takes at most "
            "281474976710656 summands");
    refused(bound_of("prerounded2:1", UINT64_MAX, 1, 1, &bound), MPI_ERR_COUNT,
            "samebits_error_bound: n=18446744073709551615 is not accepted; prerounded2:1 takes at "
            "most 281474976710656 summands");
    refused(bound_of("native", 1, 1, 1, &bound), MPI_ERR_ARG,
            "samebits_error_bound: arithmetic=native has no bound: the MPI library's own sums are "
            "added in any order");
    refused(bound_of_floats("exact", 1, 1, NAN, &narrow), MPI_ERR_ARG,
            "samebits_error_bound_float: sum=NaN is not accepted; it takes a finite number");
    static const char *const wrong[] = {"binned:5", "prerounded:0", "exakt", "\xff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(bound_of(wrong[i], 1, 1, 1, &bound) == MPI_ERR_ARG &&
                  strstr(error_message(), " is not accepted") &&
                  strstr(error_message(), "; it takes auto, exact, tree, "),
              "%s: %s", wrong[i], error_message());
    CHECK(bound == 7 && narrow == 7, "a failure stored something");
}

/* Another rounding mode, traps, and flags that are there stay the caller's. */
static void environment(void)
{
    double usual = 0, bound = 0;
    bound_of("prerounded:3", 1000, 0.1, 1e300, &usual);
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_DOWNWARD);
    feenableexcept(FE_INEXACT | FE_INVALID | FE_OVERFLOW);
    int code = bound_of("prerounded:3", 1000, 0.1, 1e300, &bound);
    float narrow = 0;
    int beyond = bound_of_floats("prerounded:1", 1 << 20, FLT_MAX, 0, &narrow) |
        bound_of("prerounded:3", 5, NAN, 1, &usual);
    int flags = fetestexcept(FE_ALL_EXCEPT), mode = fegetround();
    fedisableexcept(FE_ALL_EXCEPT);
    fesetround(FE_TONEAREST);
    CHECK(code == MPI_SUCCESS && beyond == MPI_ERR_ARG, "codes %d and %d", code, beyond);
    CHECK(flags == 0 && mode == FE_DOWNWARD, "flags %d, mode %d", flags, mode);
    CHECK(bound == usual, "%a instead of %a", bound, usual);
}

static void everything(void)
{
    known();
    errors();
    environment();
}

int main(int argc, char **argv)
{
    look_for_the_library();
    look_up();
    everything();
    MPI_Init(&argc, &argv);
    started();
    everything();
    return finish();
}
