#include "drawn.h"
#include "maps.h"
#include "oracle.h"
#include "values.h"

#include <stdlib.h>

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

void fill_drawn(int kind, void *to, int rank, size_t call, size_t index)
{
    switch (kind) {
    case 0:
        *(double *)to = hostile_double(rank, call * 977 + index);
        break;
    case 1:
        *(float *)to = hostile_float(rank, call * 977 + index);
        break;
    case 2:
        *(double *)to = 0.5 + (double)(noise(call, rank, index) >> 11) / (UINT64_C(1) << 53);
        break;
    default:
        fill_map(to, call, rank, index);
    }
}

void expect_drawn(int kind, void *result, const void *contributions, int ranks)
{
    switch (kind) {
    case 0:
        *(double *)result = oracle_sum_double(contributions, ranks, 1);
        break;
    case 1:
        *(float *)result = oracle_sum_float(contributions, ranks, 1);
        break;
    case 2:
        oracle_tree(result, contributions, ranks, sizeof(double), multiply);
        break;
    default:
        oracle_tree(result, contributions, ranks, sizeof(struct map), compose_maps);
    }
}

struct group group_of(MPI_Comm comm)
{
    struct group group = {.comm = comm};
    int own;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Comm_rank(comm, &group.rank);
    MPI_Comm_size(comm, &group.ranks);
    MPI_Allgather(&own, 1, MPI_INT, group.world, 1, MPI_INT, comm);
    return group;
}

long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

MPI_Op make_kinds(struct kind kinds[KINDS])
{
    MPI_Op op;
    MPI_Op_create(map_operator, 0, &op);
    kinds[0] = (struct kind){MPI_DOUBLE, MPI_SUM, sizeof(double)};
    kinds[1] = (struct kind){MPI_FLOAT, MPI_SUM, sizeof(float)};
    kinds[2] = (struct kind){MPI_DOUBLE, MPI_PROD, sizeof(double)};
    kinds[3] = (struct kind){MPI_2INT, op, sizeof(struct map)};
    return op;
}
