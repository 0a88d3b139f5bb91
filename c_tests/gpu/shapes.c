#include "shapes.h"
#include "oracle.h"
#include "values.h"

#include <string.h>

size_t data(const struct shape *shape)
{
    return shape->length[0] + (shape->parts > 1 ? shape->length[1] : 0);
}

void *part(const struct shape *shape, void *buffer, int element, int i)
{
    return (char *)buffer + element * shape->extent + shape->at[i];
}

static void fill_double(void *element, int r, size_t index) { *(double *)element = hostile_double(r, index); }

static void exact_sum(void *result, const void *contributions, int n)
{
    *(double *)result = oracle_sum_double(contributions, n, 1);
}

/* Ties, so that the index counts. */
static void fill_location(void *element, int r, size_t index)
{
    double value = (double)(noise(1, r, index) % 3);
    int place = 100 - r;
    memcpy(element, &value, sizeof value);
    memcpy((char *)element + sizeof value, &place, sizeof place);
}

static void largest(void *result, const void *contributions, int n)
{
    const size_t size = sizeof(double) + sizeof(int);
    double most = -1;
    int place = 0;
    for (int r = n - 1; r >= 0; r--) { /* falling ranks: rising places */
        double value;
        memcpy(&value, (const char *)contributions + r * size, sizeof value);
        if (value > most) {
            most = value;
            memcpy(&place, (const char *)contributions + r * size + sizeof value, sizeof place);
        }
    }
    memcpy(result, &most, sizeof most);
    memcpy((char *)result + sizeof most, &place, sizeof place);
}

static void fill_two(void *element, int r, size_t index)
{
    for (int i = 0; i < 2; i++)
        ((double *)element)[i] = (double)(noise(80 + i, r, index) >> 40) / 3;
}

/* Not commutative. */
static double combine(double x, double y) { return x * 0.5 + y; }

static void combine_two(void *result, const void *left, const void *right)
{
    for (int i = 0; i < 2; i++)
        ((double *)result)[i] = combine(((const double *)left)[i], ((const double *)right)[i]);
}

static void tree_of_two(void *result, const void *contributions, int n)
{
    oracle_tree(result, contributions, n, 2 * sizeof(double), combine_two);
}

const struct shape *in_use;

static void operator_function(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int e = 0; e < *n; e++)
        for (int i = 0; i < 2; i++) {
            double *y = part(in_use, inout, e, i);
            *y = combine(*(double *)part(in_use, in, e, i), *y);
        }
}

struct shape shapes[SHAPES] = {
    {.name = "double",
     .parts = 1,
     .at = {0},
     .length = {8},
     .extent = 8,
     .fill = fill_double,
     .expect = exact_sum},
    {.name = "double and int",
     .parts = 2,
     .at = {0, 8},
     .length = {8, 4},
     .extent = 16,
     .fill = fill_location,
     .expect = largest},
    {.name = "without gaps", .parts = 2, .at = {0, 8}, .length = {8, 8}, .extent = 16},
    {.name = "gaps", .parts = 2, .at = {8, 32}, .length = {8, 8}, .extent = 48},
    {.name = "far apart", .parts = 2, .at = {-16, 800}, .length = {8, 8}, .extent = 824},
    {.name = "backwards", .parts = 2, .at = {0, 16}, .length = {8, 8}, .extent = -32},
    {.name = "interleaved", .parts = 2, .at = {0, 8000}, .length = {8, 8}, .extent = 8},
};

static void make_type(struct shape *shape)
{
    int lengths[] = {1, 1};
    MPI_Datatype bare;
    MPI_Type_create_hindexed(2, lengths, shape->at, MPI_DOUBLE, &bare);
    MPI_Type_create_resized(bare, 0, shape->extent, &shape->type);
    MPI_Type_commit(&shape->type);
    MPI_Type_free(&bare);
    MPI_Op_create(operator_function, 0, &shape->op);
}

void make_types(void)
{
    shapes[0].type = MPI_DOUBLE;
    shapes[0].op = MPI_SUM;
    shapes[1].type = MPI_DOUBLE_INT;
    shapes[1].op = MPI_MAXLOC;
    for (int s = OF_TWO; s < SHAPES; s++) {
        make_type(&shapes[s]);
        shapes[s].fill = fill_two;
        shapes[s].expect = tree_of_two;
    }
}

void free_types(void)
{
    for (int s = OF_TWO; s < SHAPES; s++) {
        MPI_Type_free(&shapes[s].type);
        MPI_Op_free(&shapes[s].op);
    }
}
