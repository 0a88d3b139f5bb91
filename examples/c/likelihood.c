/* The log-likelihood of an alignment of sequences: a sum over its sites, for each of
 * several partitions, and the search for the branch length at which it is largest. Such
 * a search compares sums: where the last digit of one depends on the number of ranks,
 * it may go another way and end elsewhere.
 *
 * All partitions are reduced in one call; in the loop, whose shares stay as they are,
 * with a plan, which takes one message less each time.
 *
 *     mpicc -I ../../include likelihood.c ../../build/libsamebits.so -lm -o likelihood
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./likelihood; done */
#include <math.h>
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTITIONS = 3, STEPS = 40 };

static const uint64_t sites[PARTITIONS] = {460, 1602, 20011};
static const double rates[PARTITIONS] = {0.7, 1.0, 1.9};

/* This rank's sites of a partition, and their log-likelihoods. */
struct share {
    uint64_t start;
    size_t n;
    double *values;
};

/* Two sequences under the model of Jukes and Cantor (1969): whether the nucleotides of a
 * site are alike, here by a rule instead of from a file. */
static double site_likelihood(int partition, uint64_t site, double length)
{
    double unchanged = exp(-4.0 / 3.0 * rates[partition] * length);
    int alike = (site * 2654435761u >> 7) % 10 < 7;
    return log(0.25 * (alike ? 0.25 + 0.75 * unchanged : 0.25 - 0.25 * unchanged));
}

static void evaluate(struct share shares[PARTITIONS], double length)
{
    for (int p = 0; p < PARTITIONS; p++)
        for (size_t i = 0; i < shares[p].n; i++)
            shares[p].values[i] = site_likelihood(p, shares[p].start + i, length);
}

/* A sum of the results, which are the same on all ranks, in an order that is too. */
static double total(const double sums[PARTITIONS])
{
    double all = 0;
    for (int p = 0; p < PARTITIONS; p++)
        all += sums[p];
    return all;
}

static double with_plan(samebits_plan *plan, const void *const *locals,
                        struct share shares[PARTITIONS], double length)
{
    double sums[PARTITIONS];
    evaluate(shares, length);
    samebits_plan_allreduce(plan, locals, sums);
    return total(sums);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    struct share shares[PARTITIONS];
    const void *locals[PARTITIONS];
    size_t n[PARTITIONS];
    for (int p = 0; p < PARTITIONS; p++) {
        uint64_t count;
        if (samebits_share("upper", sites[p], ranks, rank, &shares[p].start, &count) != MPI_SUCCESS)
            MPI_Abort(MPI_COMM_WORLD, 1);
        shares[p].n = n[p] = (size_t)count;
        locals[p] = shares[p].values = malloc((n[p] + 1) * sizeof(double));
        if (!locals[p])
            MPI_Abort(MPI_COMM_WORLD, 1);
    }

    /* Once: all partitions in one call. */
    double sums[PARTITIONS];
    evaluate(shares, 0.1);
    samebits_allreduce_arrays(PARTITIONS, locals, n, sums, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int p = 0; p < PARTITIONS && rank == 0; p++)
        printf("partition %d %a %.9g\n", p, sums[p], sums[p]);

    /* Again and again: a golden-section search between two branch lengths. */
    samebits_plan *plan;
    samebits_plan_arrays(PARTITIONS, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan);
    const double ratio = (sqrt(5.0) - 1) / 2;
    double low = 0.001, high = 2;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = with_plan(plan, locals, shares, left);
    double at_right = with_plan(plan, locals, shares, right);
    for (int step = 0; step < STEPS; step++) {
        if (at_left > at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - ratio * (high - low);
            at_left = with_plan(plan, locals, shares, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + ratio * (high - low);
            at_right = with_plan(plan, locals, shares, right);
        }
    }
    samebits_plan_free(&plan);

    if (rank == 0) {
        printf("length %a %.9g\n", left, left);
        printf("likelihood %a %.9g\n", at_left, at_left);
    }
    for (int p = 0; p < PARTITIONS; p++)
        free(shares[p].values);
    MPI_Finalize();
    return 0;
}
