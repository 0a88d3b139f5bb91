#include "drawn.h"
#include "driver.h"
#include "maps.h"
#include "oracle.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

static void take_larger(void *result, const void *left, const void *right)
{
    double x = *(const double *)left, y = *(const double *)right;
    *(double *)result = x > y ? x : y;
}

void fill_drawn(int kind, void *to, int rank, size_t call, size_t index)
{
    switch (kind) {
    case 0: *(double *)to = hostile_double(rank, call * 977 + index); break;
    case 1: *(float *)to = hostile_float(rank, call * 977 + index); break;
    case 2:
    case 3: *(double *)to = 0.5 + (double)(noise(call, rank, index) >> 11) / (UINT64_C(1) << 53); break;
    default: fill_map(to, call, rank, index);
    }
}

void expect_drawn(int kind, void *result, const void *contributions, int ranks)
{
    switch (kind) {
    case 0: *(double *)result = oracle_sum_double(contributions, ranks, 1); break;
    case 1: *(float *)result = oracle_sum_float(contributions, ranks, 1); break;
    case 2: oracle_tree(result, contributions, ranks, sizeof(double), multiply); break;
    case 3: oracle_tree(result, contributions, ranks, sizeof(double), take_larger); break;
    default: oracle_tree(result, contributions, ranks, sizeof(struct map), compose_maps);
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
    kinds[3] = (struct kind){MPI_DOUBLE, MPI_MAX, sizeof(double)};
    kinds[4] = (struct kind){MPI_2INT, op, sizeof(struct map)};
    return op;
}

struct reduction draw_reduction(uint64_t drawn, const struct kind kinds[KINDS], const struct group *group,
                                int longest)
{
    int kind = drawn % KINDS, form = drawn >> 8 & 7, size = group->ranks;
    uint64_t below = UINT64_C(1) << (1 + (drawn >> 24) % 12), most = longest;
    struct reduction to = {.group = group, .of = &kinds[kind], .kind = kind};
    to.count = 1 + (int)((drawn >> 32) % (below < most ? below : most));
    to.root = form < 3 ? -1 : form < 6 ? -form : (int)((drawn >> 48) % size);
    to.receives = to.root < 0 || to.root == group->rank;
    to.contributors = to.root == -4 ? group->rank + 1 : to.root == -5 ? group->rank : size;
    to.n = to.count;
    for (int r = 0; r < size; r++)
        to.counts[r] = start_of_block(r + 1, size, to.count) - start_of_block(r, size, to.count);
    if (to.root == -3) {
        to.first = start_of_block(group->rank, size, to.count);
        to.n = to.counts[group->rank];
    }
    return to;
}

int may_be_driven(const struct reduction *reduction)
{
    return reduction->kind != KINDS - 1 && reduction->root != -2 && reduction->root != -3;
}

void fill_reduction(const struct reduction *reduction, void *to, long call)
{
    int rank = reduction->group->world[reduction->group->rank];
    for (int i = 0; i < reduction->count; i++)
        fill_drawn(reduction->kind, (char *)to + i * reduction->of->size, rank, call, i);
}

void start_reduction(const struct reduction *reduction, const void *from, void *to, enum way way,
                     MPI_Request *request)
{
    call_by_name(from, to, reduction->count, reduction->root == -3 ? reduction->counts : NULL, NULL,
                 reduction->of->type, reduction->of->op, reduction->root, reduction->group->comm, way, 0,
                 request);
}

int wrong_element(const struct reduction *reduction, const void *result, long call, int looks)
{
    size_t size = reduction->of->size;
    int contributors = reduction->contributors, n = reduction->n;
    if (!reduction->receives || contributors == 0)
        return -1;
    for (int look = 0; look < (n < looks ? n : looks); look++) {
        double column[MOST_RANKS], want;
        int i = n <= looks ? look : look == 0 ? 0 : look == 1 ? n - 1 : (int)(noise(call, look, n) % n);
        for (int r = 0; r < contributors; r++)
            fill_drawn(reduction->kind, (char *)column + r * size, reduction->group->world[r], call,
                       reduction->first + i);
        expect_drawn(reduction->kind, &want, column, contributors);
        if (memcmp((const char *)result + i * size, &want, size) != 0)
            return i;
    }
    return -1;
}
