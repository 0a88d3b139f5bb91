/* The log-likelihood of an alignment whose equal sites are stored once, with a weight: how
 * often each occurs. It is the sum of the weights times the log-likelihoods of the sites,
 * and a search for the branch length at which it is largest compares such sums. The exact
 * ones are the same on any number of ranks and in any distribution of the sites, and the
 * search takes the same path.
 *
 * Each argument is a partition of the sites: blocks, cyclic or random. Those after
 * --native are summed with a loop and MPI_Allreduce instead.
 *
 *     mpicc -I ../../include weighted_sites.c ../../build/libsamebits.so -lm -o weighted_sites
 *     for n in 1 2 3; do LD_LIBRARY_PATH=../../build mpiexec -n $n ./weighted_sites blocks random --native blocks random; done */
#include <math.h>
#include <mpi.h>
#include <samebits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 4801, CATEGORIES = 4, STEPS = 60 };

/* This rank's sites: their numbers, how often they occur, and their log-likelihoods. */
struct share {
    size_t n;
    int native, *sites, *weights;
    double *values;
};

static int rank, ranks;

static void *allocate(size_t n, size_t size)
{
    void *memory = calloc(n > 0 ? n : 1, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* A number that looks random, and depends on nothing but the argument. */
static uint64_t mixed(int site)
{
    uint64_t bits = ((uint64_t)site + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
    return bits ^ bits >> 32;
}

static int owner(const char *partition, int site)
{
    if (strcmp(partition, "cyclic") == 0)
        return site % ranks;
    if (strcmp(partition, "random") == 0)
        return (int)(mixed(site) % (uint64_t)ranks);
    return (int)((int64_t)site * ranks / SITES);
}

/* The alignment, here by a rule instead of from a file: most sites occur once or twice. */
static int weight(int site)
{
    int drawn = (int)(mixed(site) >> 20 & 63);
    return drawn == 0 ? 900 + site % 100 : 1 + drawn % 3;
}

/* The log-likelihood of a site of two sequences under the model of Jukes and Cantor
 * (1969), with rates in four categories, and a rate of its own for each site. */
static double site_likelihood(int site, double length)
{
    static const double rates[CATEGORIES] = {0.137, 0.477, 1.0, 2.386};
    uint64_t drawn = mixed(site) >> 8;
    double own = 0.5 + (double)(drawn >> 12 & 1023) / 1024, likelihood = 0;
    int is_alike = drawn % 10 < 7;
    for (int i = 0; i < CATEGORIES; i++) {
        double unchanged = exp(-4.0 / 3.0 * rates[i] * own * length);
        likelihood += 0.25 * (is_alike ? 0.25 + 0.75 * unchanged : 0.25 - 0.25 * unchanged);
    }
    return log(0.25 * likelihood);
}

static struct share distribute(const char *partition, int native)
{
    struct share share = {0, native, allocate(SITES, sizeof(int)), allocate(SITES, sizeof(int)),
                          allocate(SITES, sizeof(double))};
    for (int site = 0; site < SITES; site++)
        if (owner(partition, site) == rank) {
            share.sites[share.n] = site;
            share.weights[share.n++] = weight(site);
        }
    return share;
}

/* A product w[i] x[i] of the exact sum is not rounded either. */
static double log_likelihood(struct share *share, double length)
{
    double own = 0, sum;
    for (size_t i = 0; i < share->n; i++)
        share->values[i] = site_likelihood(share->sites[i], length);
    if (!share->native) {
        samebits_allreduce_weighted_sum(share->values, share->weights, MPI_INT, NULL, share->n,
                                        &sum, MPI_DOUBLE, MPI_COMM_WORLD);
        return sum;
    }
    for (size_t i = 0; i < share->n; i++)
        own += share->weights[i] * share->values[i];
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Golden-section search. Near the maximum the sums differ in their last digits only, and
 * these decide where it ends. */
static double best_length(struct share *share, double *best)
{
    const double ratio = (sqrt(5.0) - 1) / 2;
    double low = 0.001, high = 2;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = log_likelihood(share, left), at_right = log_likelihood(share, right);
    for (int step = 0; step < STEPS; step++) {
        if (at_left > at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - ratio * (high - low);
            at_left = log_likelihood(share, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + ratio * (high - low);
            at_right = log_likelihood(share, right);
        }
    }
    *best = at_left;
    return left;
}

int main(int argc, char **argv)
{
    int native = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--native") == 0) {
            native = 1;
            continue;
        }
        struct share share = distribute(argv[i], native);
        double best, length = best_length(&share, &best);
        if (rank == 0)
            printf("%s %s: length %a %.6g, log-likelihood %a %.9g\n",
                   native ? "native" : "exact", argv[i], length, length, best, best);
        free(share.sites);
        free(share.weights);
        free(share.values);
    }
    MPI_Finalize();
    return 0;
}
