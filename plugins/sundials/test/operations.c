/* Each operation of a vector against what its elements give on one process: for many ways to share the
 * elements out, kinds of vectors, and elements that are hard to add. Run on 1 to 5 ranks, with the
 * plug-in (no result may differ) and, with the argument "natively", without (some must). */
#include "cases.h"

#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sundials/sundials_math.h>

#if defined(SUNDIALS_SINGLE_PRECISION)
#define EXACT_SUM samebits_sum_float
#define EXACT_DOT samebits_dot_float
#else
#define EXACT_SUM samebits_sum_double
#define EXACT_DOT samebits_dot_double
#endif

static int checks, differing;
static const char *now_elements, *now_kind, *now_cut;

static void compare(const char *operation, sunrealtype got, sunrealtype expected)
{
    checks++;
    if (memcmp(&got, &expected, sizeof got) == 0 || (isnan(expected) && isnan(got)))
        return;
    differing++;
    if (rank == 0 && getenv("TEST_VERBOSE"))
        fprintf(stderr, "%s of %s, %s, %s on %d ranks: %a, and should be %a\n", operation, now_elements,
                now_kind, now_cut, ranks, (double)got, (double)expected);
}

/* ---- What is expected ---- */

static sunrealtype squares(const sunrealtype *x, const sunrealtype *w, const sunrealtype *mask, size_t n)
{
    static sunrealtype product[MOST];
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!mask || mask[i] > 0)
            product[kept++] = x[i] * w[i];
    return EXACT_DOT(product, product, kept);
}

static sunrealtype magnitudes(const sunrealtype *x, size_t n)
{
    static sunrealtype all[MOST];
    for (size_t i = 0; i < n; i++)
        all[i] = SUNRabs(x[i]);
    return EXACT_SUM(all, n);
}

static sunrealtype largest(const sunrealtype *x, size_t n)
{
    sunrealtype found = 0;
    for (size_t i = 0; i < n; i++)
        found = SUNRabs(x[i]) > found ? SUNRabs(x[i]) : found;
    return found;
}

/* A NaN is the least of all, and -0.0 less than +0.0. */
static sunrealtype lesser(sunrealtype a, sunrealtype b)
{
    if (isnan(a) || isnan(b))
        return (sunrealtype)NAN;
    return b < a || (b == a && signbit(b)) ? b : a;
}

static sunrealtype least(const sunrealtype *x, const sunrealtype *denominators, size_t n)
{
    sunrealtype found = BIG_REAL;
    int any = 0;
    for (size_t i = 0; i < n; i++) {
        if (denominators && denominators[i] == 0)
            continue;
        sunrealtype value = denominators ? x[i] / denominators[i] : x[i];
        found = any++ ? lesser(found, value) : value;
    }
    return found;
}

static sunrealtype mean_root(sunrealtype sum, size_t n)
{
    volatile sunrealtype length = (sunrealtype)n;
    return SUNRsqrt(sum / length);
}

/* ---- One set of elements, shared out in one way, in one kind of vectors ---- */

static void check(size_t n, const size_t *ends, N_Vector (*make)(const sunrealtype *, size_t))
{
    size_t begin = rank ? ends[rank - 1] : 0, mine = ends[rank] - begin;
    N_Vector x[MANY], y[MANY], z = make(whole[0][2] + begin, mine);
    sunrealtype results[MANY];
    for (int i = 0; i < MANY; i++) {
        x[i] = make(whole[i][0] + begin, mine);
        y[i] = make(whole[i][1] + begin, mine);
    }
    const sunrealtype *X = whole[0][0], *Y = whole[0][1], *Z = whole[0][2];
    compare("N_VDotProd", N_VDotProd(x[0], y[0]), EXACT_DOT(X, Y, n) + 0);
    compare("N_VWrmsNorm", N_VWrmsNorm(x[0], y[0]), mean_root(squares(X, Y, NULL, n), n));
    compare("N_VWrmsNormMask", N_VWrmsNormMask(x[0], y[0], z), mean_root(squares(X, Y, Z, n), n));
    compare("N_VWL2Norm", N_VWL2Norm(x[0], y[0]), SUNRsqrt(squares(X, Y, NULL, n)));
    compare("N_VL1Norm", N_VL1Norm(x[0]), magnitudes(X, n) + 0);
    compare("N_VMaxNorm", N_VMaxNorm(x[0]), largest(X, n));
    compare("N_VMin", N_VMin(x[0]), least(X, NULL, n));
    compare("N_VMinQuotient", N_VMinQuotient(x[0], y[0]), least(X, Y, n));
    N_VDotProdMulti(MANY, x[0], y, results);
    for (int i = 0; i < MANY; i++)
        compare("N_VDotProdMulti", results[i], EXACT_DOT(X, whole[i][1], n) + 0);
    N_VWrmsNormVectorArray(MANY, x, y, results);
    for (int i = 0; i < MANY; i++)
        compare("N_VWrmsNormVectorArray", results[i],
                mean_root(squares(whole[i][0], whole[i][1], NULL, n), n));
    N_VWrmsNormMaskVectorArray(MANY, x, y, z, results);
    for (int i = 0; i < MANY; i++)
        compare("N_VWrmsNormMaskVectorArray", results[i],
                mean_root(squares(whole[i][0], whole[i][1], Z, n), n));
    /* Their parts are lost: MPIManyVector does not own them. This is a test, and short. */
    for (int i = 0; i < MANY; i++)
        N_VDestroy(x[i]), N_VDestroy(y[i]);
    N_VDestroy(z);
}

/* ---- Operations on elements: their bits do not depend on where a share begins ---- */

enum { ELEMENTWISE = 7 };

static void operate(int which, N_Vector x, N_Vector y, N_Vector z)
{
    sunrealtype factors[] = {(sunrealtype)0.1, (sunrealtype)-0.7, (sunrealtype)1.3};
    N_Vector three[] = {x, y, z}, from[] = {y, z}, to[] = {z, z};
    switch (which) {
    case 0: N_VLinearSum(factors[0], x, factors[1], y, z); break;
    case 1: N_VLinearSum(1, x, factors[1], y, z); break;
    case 2: N_VLinearSum(factors[0], x, 1, z, z); break;
    case 3: N_VDiv(x, y, z); break;
    case 4: N_VProd(x, y, z); break;
    case 5: N_VLinearCombination(3, factors, three, z); break;
    default: N_VScaleAddMulti(2, factors, x, from, to);
    }
}

static void check_elements(size_t n, const size_t *ends)
{
    static const char *const names[ELEMENTWISE] = {
        "N_VLinearSum", "N_VLinearSum, 1",      "N_VLinearSum, axpy", "N_VDiv",
        "N_VProd",      "N_VLinearCombination", "N_VScaleAddMulti"};
    size_t begin = rank ? ends[rank - 1] : 0, mine = ends[rank] - begin;
    for (int which = 0; which < ELEMENTWISE; which++) {
        N_Vector part[VECTORS], all[VECTORS];
        for (int v = 0; v < VECTORS; v++) {
            part[v] = fused(whole[0][v] + begin, mine);
            all[v] = filled(N_VNew_Parallel(MPI_COMM_SELF, (sunindextype)n, (sunindextype)n, context),
                            whole[0][v], n);
            N_VEnableFusedOps_Parallel(all[v], SUNTRUE);
        }
        operate(which, part[0], part[1], part[2]);
        operate(which, all[0], all[1], all[2]);
        for (size_t j = 0; j < mine; j++)
            compare(names[which], N_VGetArrayPointer(part[2])[j], N_VGetArrayPointer(all[2])[begin + j]);
        for (int v = 0; v < VECTORS; v++)
            N_VDestroy(part[v]), N_VDestroy(all[v]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    SUNContext_Create(&comm, &context);
    size_t ends[64];
    int natively = argc > 1 && strcmp(argv[1], "natively") == 0;
    for (size_t e = 0; e < sizeof all_elements / sizeof *all_elements; e++) {
        size_t n = all_elements[e].n;
        now_elements = all_elements[e].name;
        for (int i = 0; i < MANY; i++) {
            for (int v = 0; v < VECTORS; v++)
                for (size_t j = 0; j < n; j++)
                    whole[i][v][j] = random_element();
            all_elements[e].spoil(whole[i][0], whole[i][1], whole[i][2], n);
        }
        for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) {
            if (natively && (c > 0 || n < 100))
                continue; /* N_VMin_Serial reads where there is no element */
            now_cut = cuts[c].name;
            cuts[c].share(n, ends);
            now_kind = "elements";
            check_elements(n, ends);
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                now_kind = kinds[k].name;
                check(n, ends, kinds[k].make);
            }
        }
    }
    SUNContext_Free(&context);
    if (rank == 0)
        printf("%d ranks: %d results, of which %d differ\n", ranks, checks, differing);
    MPI_Finalize();
    return natively ? differing == 0 : differing != 0;
}
