/* Real input: the log-likelihoods of the sites of alignments, whose sums by the
 * binary tree Stelz 2022 has published. However they are cut among the ranks, by every
 * distribution, and in whatever way they are reduced, those are the bits.
 *
 * TEST_PSLLH names the folder of the files (tests/data/ has three; the large one is read where
 * it is). A file is a number N and N doubles, little-endian, of 8 bytes each. */
#define _GNU_SOURCE
#include "driver.h"
#include "oracle.h"
#include <samebits.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 3, LARGE = 2 * FILES, ARRAYS = LARGE + 1 };

struct array {
    const char *name;
    uint64_t n, tree, exact; /* its length, and the bits of both sums */
    double *values;
};

/* The published ones, whose exact sums, rounded once, have the same bits; shortened ones behind the
 * first three. */
static struct array arrays[ARRAYS] = {
    {"354", 460, 0xC0B99E673E7E9052, 0xC0B99E673E7E9052, NULL},
    {"multi100", 767, 0xC0DE408235095FA1, 0xC0DE408235095FA1, NULL},
    {"fusob", 1602, 0xC0C37B57721E5D72, 0xC0C37B57721E5D72, NULL},
    [LARGE] = {"dna_rokasD4", 239763, 0xC150F1FDA4A3D14D, 0xC150F1FDA4A3D14D, NULL},
};

static const char *const distributions[] = {"lower", "upper", "power2", "optimized"};

/* Looked up, so that the program starts without the library in front as well. */
static __typeof__(samebits_share) *share;
static __typeof__(samebits_set) *set;
static __typeof__(samebits_allreduce_array) *allreduce_array;
static __typeof__(samebits_allreduce_arrays) *allreduce_arrays;
static __typeof__(samebits_allreduce_region) *allreduce_region;
static __typeof__(samebits_plan_arrays) *plan_arrays;
static __typeof__(samebits_plan_regions) *plan_regions;
static __typeof__(samebits_plan_allreduce) *plan_allreduce;
static __typeof__(samebits_plan_free) *plan_free;

static int rank, ranks;

static void look_up(void)
{
#define LOOK_UP(name)                                         \
    *(void **)&name = dlsym(RTLD_DEFAULT, "samebits_" #name); \
    CHECK(name != NULL, "there is no samebits_" #name)
    LOOK_UP(share);
    LOOK_UP(set);
    LOOK_UP(allreduce_array);
    LOOK_UP(allreduce_arrays);
    LOOK_UP(allreduce_region);
    LOOK_UP(plan_arrays);
    LOOK_UP(plan_regions);
    LOOK_UP(plan_allreduce);
    LOOK_UP(plan_free);
}

static void read_file(const char *folder, struct array *array)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.binpsllh", folder, array->name);
    FILE *file = fopen(path, "rb");
    int optional = array == &arrays[LARGE];
    CHECK(file != NULL || optional, "%s cannot be opened", path);
    if (!file) {
        if (rank == 0 && optional)
            printf("left out: %s is not there\n", path);
        array->n = 0;
        return;
    }
    uint64_t n = 0;
    CHECK(fread(&n, sizeof n, 1, file) == 1 && n == array->n, "%s has a length of %" PRIu64, path, n);
    array->values = malloc(n * sizeof(double));
    CHECK(fread(array->values, sizeof(double), n, file) == n && fgetc(file) == EOF,
          "%s does not hold %" PRIu64 " doubles", path, n);
    fclose(file);
}

static uint64_t bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void add(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left + *(const double *)right;
}

/* The same without so many of the last values that the tree's sum and the exact one
 * differ, as the whole files' do not: what the arithmetics are told apart by. */
static void shorten(struct array *array, const struct array *whole)
{
    *array = *whole;
    do {
        array->n--;
        double tree;
        oracle_tree(&tree, array->values, (int)array->n, sizeof(double), add);
        array->tree = bits(tree);
        array->exact = bits(oracle_sum_double(array->values, (int)array->n, 1));
    } while (array->tree == array->exact && array->n > 1);
    CHECK(array->tree != array->exact, "%s: both sums agree for every length", array->name);
}

/* A rank's share in a buffer of its own, with nothing of its neighbours' beside it. */
static double *cut(const struct array *array, const char *distribution, int of, uint64_t *start,
                   uint64_t *count)
{
    int code = share(distribution, array->n, ranks, of, start, count);
    CHECK(code == MPI_SUCCESS, "%s: error %d of samebits_share", distribution, code);
    double *own = malloc(*count * sizeof *own + 1);
    memcpy(own, array->values + *start, *count * sizeof *own);
    return own;
}

static void is(double sum, const struct array *array, const char *arithmetic, const char *distribution,
               const char *way)
{
    uint64_t expected = strcmp(arithmetic, "tree") == 0 ? array->tree : array->exact;
    CHECK(bits(sum) == expected,
          "%s, %" PRIu64 " elements, %s, %s, %s: %016" PRIX64 " instead of %016" PRIX64, array->name,
          array->n, arithmetic, distribution, way, bits(sum), expected);
}

/* One array: reduced as it is, with shares in reversed rank order, and by plans. */
static void one(const struct array *array, const char *arithmetic, const char *distribution)
{
    uint64_t start, count;
    size_t n;
    double sum = 0, again[2] = {0, 0};
    samebits_plan *plan = NULL;
    double *own = cut(array, distribution, rank, &start, &count);
    int code = allreduce_array(own, count, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "error %d of samebits_allreduce_array", code);
    is(sum, array, arithmetic, distribution, "by array");

    n = count;
    code = plan_arrays(1, &n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan);
    for (int i = 0; i < 2; i++)
        code |= plan_allreduce(plan, (const void *const *)&own, &again[i]);
    code |= plan_free(&plan);
    CHECK(code == MPI_SUCCESS && !plan, "error %d of a plan of arrays", code);
    is(again[0], array, arithmetic, distribution, "by plan");
    is(again[1], array, arithmetic, distribution, "by plan, again");
    free(own);

    own = cut(array, distribution, ranks - 1 - rank, &start, &count);
    code = allreduce_region(own, start, count, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "error %d of samebits_allreduce_region", code);
    is(sum, array, arithmetic, distribution, "by region, reversed");

    n = count;
    code = plan_regions(1, &start, &n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan);
    code |= plan_allreduce(plan, (const void *const *)&own, &again[0]);
    code |= plan_free(&plan);
    CHECK(code == MPI_SUCCESS && !plan, "error %d of a plan of regions", code);
    is(again[0], array, arithmetic, distribution, "by plan of regions, reversed");
    free(own);
}

/* All small files at once. */
static void together(const char *arithmetic, const char *distribution)
{
    double *own[FILES], sums[FILES] = {0};
    size_t n[FILES];
    for (int i = 0; i < FILES; i++) {
        uint64_t start, count;
        own[i] = cut(&arrays[i], distribution, rank, &start, &count);
        n[i] = count;
    }
    int code =
        allreduce_arrays(FILES, (const void *const *)own, n, sums, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "error %d of samebits_allreduce_arrays", code);
    for (int i = 0; i < FILES; i++) {
        is(sums[i], &arrays[i], arithmetic, distribution, "all at once");
        free(own[i]);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *folder = getenv("TEST_PSLLH");
    CHECK(folder != NULL, "TEST_PSLLH is not set");
    look_up();
    for (int i = 0; i < FILES; i++)
        read_file(folder, &arrays[i]);
    read_file(folder, &arrays[LARGE]);
    for (int i = FILES; i < LARGE; i++)
        shorten(&arrays[i], &arrays[i - FILES]);
    int there = arrays[LARGE].n > 0 ? ARRAYS : LARGE;

    static const char *const arithmetics[] = {"tree", "exact"};
    for (int a = 0; a < 2; a++) {
        int code = set(MPI_COMM_WORLD, "arithmetic", arithmetics[a]);
        CHECK(code == MPI_SUCCESS, "error %d of samebits_set", code);
        for (size_t d = 0; d < sizeof distributions / sizeof *distributions; d++) {
            for (int i = 0; i < there; i++)
                one(&arrays[i], arithmetics[a], distributions[d]);
            together(arithmetics[a], distributions[d]);
        }
    }
    for (int i = 0; i < FILES; i++)
        free(arrays[i].values);
    free(arrays[LARGE].values);
    return finish();
}
