/* Reduces in every way, and prints for each way a digest of what all ranks have got:
 *
 *   digest
 *
 * Whatever lies between the ranks, and whatever processors they have, the lines are the same. Those of direct
 * calls, over vectors whose elements are the same however they are distributed, are the same on any number of
 * ranks, too. */
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include <samebits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "values.h"

#if MPI_VERSION >= 4
#define ALLREDUCE_INIT MPI_Allreduce_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define ALLREDUCE_INIT MPIX_Allreduce_init
#endif

/* Elements of a rank's vector, and of all ranks' together. */
enum { LONG = 40000, N = 6000 };

static int rank, ranks;

static uint64_t step(uint64_t digest, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return digest;
}

static void print_digest(const char *call, const char *what, const void *result, size_t size)
{
    uint64_t mine = step(0xcbf29ce484222325u, result, size), all[64];
    MPI_Gather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        if (strncmp(call, "samebits_", 9) == 0)
            for (int r = 1; r < ranks; r++)
                if (all[r] != mine)
                    printf("%s of %s: ranks 0 and %d differ\n", call, what, r);
        uint64_t digest =
            strncmp(call, "samebits_", 9) == 0 ? mine : step(mine, all, (size_t)ranks * sizeof *all);
        printf("%s of %s: %016llx\n", call, what, (unsigned long long)digest);
    }
}

/* ---- MPI's reductions, of values of all kinds ---- */

static void by_halves(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type; /* neither associative nor commutative */
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = ((double *)in)[i] - ((double *)inout)[i] / 2;
}

static void reduce(const char *what, const void *mine, int n, size_t size, MPI_Datatype type, MPI_Op op)
{
    size_t bytes = (size_t)n * size;
    char *got = malloc(bytes);
    int share = n / ranks, *counts = malloc((size_t)ranks * sizeof *counts);
    MPI_Request request;
#define CALL(call, size_of_result, ...)                   \
    do {                                                  \
        memset(got, 0, bytes);                            \
        call(__VA_ARGS__);                                \
        print_digest(#call, what, got, (size_of_result)); \
    } while (0)
#define CALL_AND_WAIT(call, size_of_result, ...)          \
    do {                                                  \
        memset(got, 0, bytes);                            \
        call(__VA_ARGS__, &request);                      \
        MPI_Wait(&request, MPI_STATUS_IGNORE);            \
        print_digest(#call, what, got, (size_of_result)); \
    } while (0)
    for (int r = 0; r < ranks; r++)
        counts[r] = r == ranks - 1 ? n - r * share : share;
    size_t block = (size_t)counts[rank] * size;
    CALL(MPI_Allreduce, bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL(MPI_Reduce, bytes, mine, got, n, type, op, ranks - 1, MPI_COMM_WORLD);
    CALL(MPI_Scan, bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL(MPI_Exscan, rank == 0 ? 0 : bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL(MPI_Reduce_scatter, block, mine, got, counts, type, op, MPI_COMM_WORLD);
    CALL(MPI_Reduce_scatter_block, (size_t)share * size, mine, got, share, type, op, MPI_COMM_WORLD);
    CALL_AND_WAIT(MPI_Iallreduce, bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL_AND_WAIT(MPI_Ireduce, bytes, mine, got, n, type, op, 0, MPI_COMM_WORLD);
    CALL_AND_WAIT(MPI_Iscan, bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL_AND_WAIT(MPI_Iexscan, rank == 0 ? 0 : bytes, mine, got, n, type, op, MPI_COMM_WORLD);
    CALL_AND_WAIT(MPI_Ireduce_scatter, block, mine, got, counts, type, op, MPI_COMM_WORLD);
#ifdef ALLREDUCE_INIT
    memset(got, 0, bytes);
    ALLREDUCE_INIT(mine, got, n, type, op, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int start = 0; start < 2; start++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        print_digest("MPI_Allreduce_init", what, got, bytes);
    }
    MPI_Request_free(&request);
#endif
    free(counts);
    free(got);
}

static void reductions(void)
{
    static double doubles[LONG];
    static float floats[LONG];
    MPI_Op halves;
    MPI_Op_create(by_halves, 0, &halves);
    for (size_t i = 0; i < LONG; i++) {
        doubles[i] = hostile_double(rank, i);
        floats[i] = hostile_float(rank, i);
    }
    int lengths[] = {16, 700, LONG};
    for (int l = 0; l < 3; l++) {
        char what[80];
        int n = lengths[l];
        snprintf(what, sizeof what, "%d MPI_DOUBLE by MPI_SUM", n);
        reduce(what, doubles, n, sizeof *doubles, MPI_DOUBLE, MPI_SUM);
        snprintf(what, sizeof what, "%d MPI_FLOAT by MPI_PROD", n);
        reduce(what, floats, n, sizeof *floats, MPI_FLOAT, MPI_PROD);
        snprintf(what, sizeof what, "%d MPI_DOUBLE by an operator of the program's", n);
        reduce(what, doubles, n, sizeof *doubles, MPI_DOUBLE, halves);
    }
    MPI_Op_free(&halves);
}

/* ---- Direct calls, over vectors that are distributed unevenly ---- */

static void direct(void)
{
    static double x[N], y[N], w[N];
    static float floats[N];
    static unsigned char mask[N];
    for (int i = 0; i < N; i++) {
        x[i] = ((int64_t)noise(1, 0, (size_t)i) >> 11) * 0x1p-40 / (1 + i % 1000 * 1e9);
        y[i] = ((int64_t)noise(2, 0, (size_t)i) >> 11) * 0x1p-40 / (1 + i % 77 * 1e12);
        w[i] = (double)(noise(3, 0, (size_t)i) >> 40);
        floats[i] = (float)x[i];
        mask[i] = i % 3 > 0;
    }
    int from = (int)((int64_t)N * rank * rank / (ranks * ranks));
    size_t n = (size_t)((int64_t)N * (rank + 1) * (rank + 1) / (ranks * ranks) - from);
    double got[3] = {0};
    const void *both[] = {x + from, y + from};
    size_t lengths[] = {n, n};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
#define DIRECT(call, results, ...)                                            \
    do {                                                                      \
        memset(got, 0, sizeof got);                                           \
        samebits_##call(__VA_ARGS__);                                         \
        print_digest("samebits_" #call, "all", got, (results) * sizeof *got); \
    } while (0)
#define DIRECT_AND_WAIT(call, results, ...)                                   \
    do {                                                                      \
        memset(got, 0, sizeof got);                                           \
        samebits_##call(__VA_ARGS__, &request);                               \
        MPI_Wait(&request, MPI_STATUS_IGNORE);                                \
        print_digest("samebits_" #call, "all", got, (results) * sizeof *got); \
    } while (0)
    DIRECT(allreduce_array, 1, x + from, n, got, MPI_DOUBLE, MPI_SUM, comm);
    DIRECT(allreduce_array, 1, floats + from, n, got, MPI_FLOAT, MPI_PROD, comm);
    DIRECT(allreduce_arrays, 2, 2, both, lengths, got, MPI_DOUBLE, MPI_SUM, comm);
    DIRECT(allreduce_region, 1, x + from, (uint64_t)from, n, got, MPI_DOUBLE, MPI_MAX, comm);
    uint64_t starts[] = {(uint64_t)from};
    DIRECT(allreduce_pieces, 1, x + from, 1, starts, &n, got, MPI_DOUBLE, MPI_SUM, comm);
    samebits_plan *plan;
    samebits_plan_arrays(2, lengths, MPI_DOUBLE, MPI_SUM, comm, &plan);
    DIRECT(plan_allreduce, 2, plan, both, got);
    DIRECT(plan_allreduce, 2, plan, both, got);
    samebits_plan_free(&plan);
    DIRECT(allreduce_dot, 1, x + from, y + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_dots, 2, 2, x + from, both, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_norm2, 1, x + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_sum_abs, 1, x + from, mask + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_weighted_sum, 1, x + from, w + from, MPI_DOUBLE, mask + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_weighted_dot, 1, x + from, y + from, w + from, mask + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_mean, 1, x + from, mask + from, n, got, MPI_DOUBLE, comm);
    DIRECT(allreduce_variance, 1, x + from, mask + from, n, 1, got, MPI_DOUBLE, comm);
    DIRECT_AND_WAIT(iallreduce_dot, 1, x + from, y + from, n, got, MPI_DOUBLE, comm);
    DIRECT_AND_WAIT(iallreduce_dots, 2, 2, x + from, both, n, got, MPI_DOUBLE, comm);
    DIRECT_AND_WAIT(iallreduce_norm2, 1, x + from, n, got, MPI_DOUBLE, comm);
    DIRECT_AND_WAIT(iallreduce_variance, 1, x + from, mask + from, n, 0, got, MPI_DOUBLE, comm);
    samebits_sums *sums;
    samebits_sums_create(3, MPI_DOUBLE, &sums);
    samebits_sums_add_array(sums, 0, x + from, n);
    samebits_sums_add_products(sums, 1, x + from, y + from, n);
    for (size_t i = 0; i < n; i++)
        samebits_sums_add_double(sums, 2, y[(size_t)from + i]);
    DIRECT(sums_allreduce, 3, sums, got, comm);
    DIRECT_AND_WAIT(sums_iallreduce, 3, sums, got, comm);
    samebits_sums_free(&sums);
    samebits_accumulator *accumulator;
    samebits_accumulator_create("exact", N, MPI_DOUBLE, &accumulator);
    samebits_accumulator_add_array(accumulator, x + from, n);
    samebits_accumulator_allreduce(accumulator, comm);
    DIRECT(accumulator_value, 1, accumulator, got);
    samebits_accumulator_free(&accumulator);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    reductions();
    direct();
    MPI_Finalize();
    return 0;
}
