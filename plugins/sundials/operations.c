/* The operations that are replaced. Each sum is the exact one over the elements of all ranks, rounded
 * once; what SUNDIALS does before and after it (the product x w, which is rounded; the division by
 * the length, the root) is done as SUNDIALS does it.
 *
 * What stays as it is:
 *  - Operations on elements (N_VLinearSum, N_VScale, N_VLinearCombination, …) and N_VCompare: an
 *    element's result comes of that element's operands alone. The compiler must not contract a*x + b*y
 *    in a part of a loop only: without fused multiply-adds (x86-64 as Debian builds for it) it cannot,
 *    and where it contracts (aarch64) gcc does so in the whole loop.
 *  - N_VMaxNorm: the largest magnitude, a NaN counting as none, is exact in any order, and never -0.0.
 *  - N_VConstrMask and N_VInvTest: whether some element fails a test.
 *  - The local operations (N_VDotProdLocal, …), since a program may want its rank's part. No operation
 *    here, and no integrator, adds these up. */
#include "plugin.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_math.h>

/* ---- Sums ---- */

/* What is summed over the elements of pieces. */
struct summand {
    void (*add)(const struct piece *piece, samebits_sums *sums, int i, MPI_Comm comm);
    int (*reduce)(const struct piece *piece, const unsigned char *mask, sunrealtype *sum, MPI_Comm comm);
};

enum { CHUNK = 1024 }; /* elements that are prepared on the stack */

static void *memory(size_t bytes, MPI_Comm comm)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        static bool said;
        say_once(&said, "cannot allocate %zu bytes", bytes);
        MPI_Abort(comm, 1);
    }
    return memory;
}

/* x y */

static void add_products(const struct piece *p, samebits_sums *sums, int i, MPI_Comm comm)
{
    must(samebits_sums_add_products(sums, i, p->x, p->y, p->n), comm);
}

static int reduce_products(const struct piece *p, const unsigned char *mask, sunrealtype *sum, MPI_Comm comm)
{
    (void)mask;
    return samebits_allreduce_dot(p->x, p->y, p->n, sum, SAMEBITS_REAL, comm);
}

static const struct summand products = {add_products, reduce_products};

/* (x w)^2, of those elements whose z is positive where there is a z. */

static void add_squares(const struct piece *p, samebits_sums *sums, int i, MPI_Comm comm)
{
    sunrealtype products_of[CHUNK];
    for (size_t begin = 0; begin < p->n; begin += CHUNK) {
        size_t n = p->n - begin < CHUNK ? p->n - begin : CHUNK, kept = 0;
        for (size_t j = begin; j < begin + n; j++)
            if (!p->z || p->z[j] > 0)
                products_of[kept++] = p->x[j] * p->y[j];
        must(samebits_sums_add_products(sums, i, products_of, products_of, kept), comm);
    }
}

static int reduce_squares(const struct piece *p, const unsigned char *mask, sunrealtype *sum, MPI_Comm comm)
{
    return samebits_allreduce_weighted_squares(p->x, p->y, mask, p->n, sum, SAMEBITS_REAL, comm);
}

static const struct summand squares = {add_squares, reduce_squares};

/* |x| */

static void add_magnitudes(const struct piece *p, samebits_sums *sums, int i, MPI_Comm comm)
{
    sunrealtype magnitudes_of[CHUNK];
    for (size_t begin = 0; begin < p->n; begin += CHUNK) {
        size_t n = p->n - begin < CHUNK ? p->n - begin : CHUNK;
        for (size_t j = 0; j < n; j++)
            magnitudes_of[j] = SUNRabs(p->x[begin + j]);
        must(samebits_sums_add_array(sums, i, magnitudes_of, n), comm);
    }
}

static int reduce_magnitudes(const struct piece *p, const unsigned char *mask, sunrealtype *sum,
                             MPI_Comm comm)
{
    (void)mask;
    return samebits_allreduce_sum_abs(p->x, NULL, p->n, sum, SAMEBITS_REAL, comm);
}

static const struct summand magnitudes = {add_magnitudes, reduce_magnitudes};

struct filling {
    const struct summand *summand;
    samebits_sums *sums;
    int i;
    MPI_Comm comm;
};

static void fill(const struct piece *piece, void *state)
{
    const struct filling *filling = state;
    filling->summand->add(piece, filling->sums, filling->i, filling->comm);
}

/* k sums over vectors x[i], y[i] and z, in one exchange. */
static void sums_of(const struct summand *summand, int k, N_Vector *x, N_Vector *y, N_Vector z,
                    sunrealtype *sums)
{
    MPI_Comm comm = comm_of(x[0]);
    struct filling filling = {summand, NULL, 0, comm};
    must(samebits_sums_create(k, SAMEBITS_REAL, &filling.sums), comm);
    for (; filling.i < k; filling.i++)
        each_piece(x[filling.i], y ? y[filling.i] : NULL, z, fill, &filling);
    must(samebits_sums_allreduce(filling.sums, sums, comm), comm);
    must(samebits_sums_free(&filling.sums), comm);
    for (int i = 0; i < k; i++)
        sums[i] += 0; /* SUNDIALS begins at +0.0, so that no sum is -0.0 */
}

static sunrealtype sum_of(const struct summand *summand, N_Vector x, N_Vector y, N_Vector z)
{
    struct piece piece;
    sunrealtype sum;
    if (!single_piece(x, y, z, &piece)) {
        sums_of(summand, 1, &x, y ? &y : NULL, z, &sum);
        return sum;
    }
    MPI_Comm comm = comm_of(x);
    unsigned char few[CHUNK], *mask = NULL;
    if (z) {
        mask = piece.n <= CHUNK ? few : memory(piece.n, comm);
        for (size_t j = 0; j < piece.n; j++)
            mask[j] = piece.z[j] > 0;
    }
    must(summand->reduce(&piece, mask, &sum, comm), comm);
    if (mask != few)
        free(mask);
    return sum + 0;
}

static sunrealtype root_mean(sunrealtype sum, N_Vector x)
{
    return SUNRsqrt(sum / (sunrealtype)length_of(x));
}

static sunrealtype dot(N_Vector x, N_Vector y) { return sum_of(&products, x, y, NULL); }

static sunrealtype wrms_norm(N_Vector x, N_Vector w) { return root_mean(sum_of(&squares, x, w, NULL), x); }

static sunrealtype wrms_norm_mask(N_Vector x, N_Vector w, N_Vector id)
{
    return root_mean(sum_of(&squares, x, w, id), x);
}

static sunrealtype wl2_norm(N_Vector x, N_Vector w) { return SUNRsqrt(sum_of(&squares, x, w, NULL)); }

static sunrealtype l1_norm(N_Vector x) { return sum_of(&magnitudes, x, NULL, NULL); }

/* ---- Several sums in one exchange ---- */

/* What SUNDIALS returns where there is no vector. */
static int of_none(N_Vector *x) { return x && x[0] && is_many(x[0]) ? 0 : -1; }

static int dots(int k, N_Vector x, N_Vector *ys, sunrealtype *results)
{
    enum { FEW = 32 };
    struct piece piece;
    const void *few[FEW], **data = few;
    if (k < 1)
        return of_none(&x);
    MPI_Comm comm = comm_of(x);
    if (!single_piece(x, NULL, NULL, &piece)) {
        N_Vector *same = memory((size_t)k * sizeof *same, comm);
        for (int i = 0; i < k; i++)
            same[i] = x;
        sums_of(&products, k, same, ys, NULL, results);
        free(same);
        return 0;
    }
    if (k > FEW)
        data = memory((size_t)k * sizeof *data, comm);
    for (int i = 0; i < k; i++) {
        struct piece other;
        single_piece(ys[i], NULL, NULL, &other);
        data[i] = other.x;
    }
    must(samebits_allreduce_dots(k, piece.x, data, piece.n, results, SAMEBITS_REAL, comm), comm);
    for (int i = 0; i < k; i++)
        results[i] += 0;
    if (data != few)
        free(data);
    return 0;
}

static int wrms_norms_mask(int k, N_Vector *x, N_Vector *w, N_Vector id, sunrealtype *norms)
{
    if (k < 1)
        return of_none(x);
    sums_of(&squares, k, x, w, id, norms);
    for (int i = 0; i < k; i++)
        norms[i] = root_mean(norms[i], x[i]);
    return 0;
}

static int wrms_norms(int k, N_Vector *x, N_Vector *w, sunrealtype *norms)
{
    return wrms_norms_mask(k, x, w, NULL, norms);
}

/* ---- Minima ----
 *
 * SUNDIALS's loop keeps a NaN where it comes first on a rank and passes over it elsewhere, and keeps
 * that zero of -0.0 and +0.0 that comes first. Here a NaN is less than everything, and -0.0 less than
 * +0.0; the keys are integers that are ordered so, of which every MPI library finds the minimum. */

static const int64_t nan_key = INT64_MIN, no_key = INT64_MAX;

static int64_t key_of(double value)
{
    int64_t bits;
    if (isnan(value))
        return nan_key;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

static double value_of(int64_t key)
{
    double value;
    int64_t bits = key < 0 ? key ^ INT64_MAX : key;
    if (key == nan_key)
        return (double)NAN;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void least(const struct piece *p, void *state)
{
    int64_t *found = state;
    for (size_t j = 0; j < p->n; j++) {
        int64_t key = key_of((double)p->x[j]);
        *found = key < *found ? key : *found;
    }
}

static void least_quotient(const struct piece *p, void *state)
{
    int64_t *found = state;
    for (size_t j = 0; j < p->n; j++) {
        if (p->y[j] == 0)
            continue;
        int64_t key = key_of((double)(p->x[j] / p->y[j]));
        *found = key < *found ? key : *found;
    }
}

static sunrealtype minimum(visitor *visit, N_Vector x, N_Vector y)
{
    int64_t key = no_key;
    MPI_Comm comm = comm_of(x);
    each_piece(x, y, NULL, visit, &key);
    must(MPI_Allreduce(MPI_IN_PLACE, &key, 1, MPI_INT64_T, MPI_MIN, comm), comm);
    return key == no_key ? SUN_BIG_REAL : (sunrealtype)value_of(key);
}

static sunrealtype min(N_Vector x) { return minimum(least, x, NULL); }

static sunrealtype min_quotient(N_Vector num, N_Vector denom) { return minimum(least_quotient, num, denom); }

/* ---- The table ---- */

#define OPERATIONS(ROW)                    \
    ROW(nvdotprod, dot)                    \
    ROW(nvwrmsnorm, wrms_norm)             \
    ROW(nvwrmsnormmask, wrms_norm_mask)    \
    ROW(nvwl2norm, wl2_norm)               \
    ROW(nvl1norm, l1_norm)                 \
    ROW(nvmin, min)                        \
    ROW(nvminquotient, min_quotient)       \
    ROW(nvdotprodmulti, dots)              \
    ROW(nvwrmsnormvectorarray, wrms_norms) \
    ROW(nvwrmsnormmaskvectorarray, wrms_norms_mask)

void take_operations(N_Vector v)
{
    /* What is not enabled stays so: SUNDIALS then calls the others one by one. */
#define TAKE(slot, ours) \
    if (v->ops->slot)    \
        v->ops->slot = ours;
    OPERATIONS(TAKE)
#undef TAKE
    /* It would add up what the ranks have rounded. Without it KINSOL calls nvdotprodmulti. */
    v->ops->nvdotprodmultiallreduce = NULL;
}

bool has_our_operations(N_Vector v)
{
    bool found = false;
#define FIND(slot, ours) found = found || v->ops->slot == ours;
    OPERATIONS(FIND)
#undef FIND
    return found;
}
