#include "sums.h"
#include "level_oracle.h"
#include "oracle.h"
#include "values.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

static void fill_double(void *element, int rank, size_t index)
{
    *(double *)element = hostile_double(rank, index);
}

static void fill_float(void *element, int rank, size_t index)
{
    *(float *)element = hostile_float(rank, index);
}

static void fill_double_complex(void *element, int rank, size_t index)
{
    ((double *)element)[0] = hostile_double(rank, index);
    ((double *)element)[1] = hostile_double(rank, index + 5);
}

static void fill_float_complex(void *element, int rank, size_t index)
{
    ((float *)element)[0] = hostile_float(rank, index);
    ((float *)element)[1] = hostile_float(rank, index + 5);
}

static void exact_double(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_sum_double(contributions, ranks, 1);
}

static void exact_float(void *result, const void *contributions, int ranks)
{
    *(float *)result = oracle_sum_float(contributions, ranks, 1);
}

static void exact_double_complex(void *result, const void *contributions, int ranks)
{
    for (int i = 0; i < 2; i++)
        ((double *)result)[i] = oracle_sum_double((const double *)contributions + i, ranks, 2);
}

static void exact_float_complex(void *result, const void *contributions, int ranks)
{
    for (int i = 0; i < 2; i++)
        ((float *)result)[i] = oracle_sum_float((const float *)contributions + i, ranks, 2);
}

static void add_double(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left + *(const double *)right;
}

static void add_float(void *result, const void *left, const void *right)
{
    *(float *)result = *(const float *)left + *(const float *)right;
}

static void tree_double(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(double), add_double);
    *(double *)result = canonical_double(*(double *)result);
}

static void tree_float(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(float), add_float);
    *(float *)result = canonical_float(*(float *)result);
}

static void tree_double_complex(void *result, const void *contributions, int ranks)
{
    double *component = malloc(ranks * sizeof *component);
    for (int i = 0; i < 2; i++) {
        for (int r = 0; r < ranks; r++)
            component[r] = ((const double *)contributions)[2 * r + i];
        tree_double((double *)result + i, component, ranks);
    }
    free(component);
}

static void tree_float_complex(void *result, const void *contributions, int ranks)
{
    float *component = malloc(ranks * sizeof *component);
    for (int i = 0; i < 2; i++) {
        for (int r = 0; r < ranks; r++)
            component[r] = ((const float *)contributions)[2 * r + i];
        tree_float((float *)result + i, component, ranks);
    }
    free(component);
}

/* By levels, as many as the arithmetic names. */
static const char *by;

static void levels_double(void *result, const void *contributions, int ranks)
{
    *(double *)result = oracle_levels_double(by, contributions, ranks, 1, ranks);
}

static void levels_float(void *result, const void *contributions, int ranks)
{
    *(float *)result = oracle_levels_float(by, contributions, ranks, 1, ranks);
}

static void levels_double_complex(void *result, const void *contributions, int ranks)
{
    const double *first = contributions;
    for (int i = 0; i < 2; i++)
        ((double *)result)[i] = oracle_levels_double(by, first + i, ranks, 2, ranks);
}

static void levels_float_complex(void *result, const void *contributions, int ranks)
{
    const float *first = contributions;
    for (int i = 0; i < 2; i++)
        ((float *)result)[i] = oracle_levels_float(by, first + i, ranks, 2, ranks);
}

void make_sums(struct operation sums[SUMS], const char *arithmetic)
{
    int tree = strcmp(arithmetic, "tree") == 0, levels = strchr(arithmetic, ':') != NULL;
    const struct operation all[SUMS] = {
        {"double", MPI_DOUBLE, MPI_SUM, sizeof(double), sizeof(double), fill_double,
         tree         ? tree_double
             : levels ? levels_double
                      : exact_double,
         1},
        {"float", MPI_FLOAT, MPI_SUM, sizeof(float), sizeof(float), fill_float,
         tree         ? tree_float
             : levels ? levels_float
                      : exact_float,
         1},
        {"double complex", MPI_C_DOUBLE_COMPLEX, MPI_SUM, sizeof(double complex), sizeof(double complex),
         fill_double_complex,
         tree         ? tree_double_complex
             : levels ? levels_double_complex
                      : exact_double_complex,
         1},
        {"float complex", MPI_C_FLOAT_COMPLEX, MPI_SUM, sizeof(float complex), sizeof(float complex),
         fill_float_complex,
         tree         ? tree_float_complex
             : levels ? levels_float_complex
                      : exact_float_complex,
         1},
    };
    memcpy(sums, all, sizeof all);
    for (int i = 0; i < SUMS; i++) {
        sums[i].by_levels = levels;
        if (strcmp(arithmetic, "native") == 0) { /* seen, passed on: nothing can be said of the bits */
            sums[i].reproduced = 0;
            sums[i].significant = 0;
        }
    }
    by = arithmetic;
}
