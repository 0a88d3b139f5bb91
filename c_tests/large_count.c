/* More elements than an int counts: MPI_Allreduce_c and MPI_Reduce_c in place on
 * 2^31 + 3 floats, 8.6 GB a rank. Run by `make test-large` alone. */
#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT (((size_t)1 << 31) + 3)

static float contribution(int rank, size_t index)
{
    /* Numbers of both signs whose sums round. */
    uint32_t bits = (uint32_t)(index * 2654435761u) ^ (uint32_t)(index >> 32) ^ (rank ? 0x9e3779b9u : 0);
    return (float)(int32_t)bits * (rank ? 1.0f : 0x1p-11f);
}

static void fill(float *buffer, int rank)
{
    for (size_t i = 0; i < COUNT; i++)
        buffer[i] = contribution(rank, i);
}

static void check_sums(const float *buffer, const char *what)
{
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < COUNT; i++) {
        /* Of two floats a double holds enough for the sum to be rounded once. */
        float want = (float)((double)contribution(0, i) + (double)contribution(1, i));
        if (buffer[i] != want && wrong++ == 0)
            first = i;
    }
    CHECK(wrong == 0, "%s: %zu sums are wrong, the first at %zu", what, wrong, first);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks == 2, "%d ranks, not 2", ranks);
    float *buffer = malloc(COUNT * sizeof *buffer);
    CHECK(buffer != NULL, "no memory for %zu floats", COUNT);

    /* An MPI library may have neither; with samebits both are there. */
    int (*allreduce)(const void *, void *, long long, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*reduce)(const void *, void *, long long, MPI_Datatype, MPI_Op, int, MPI_Comm);
    *(void **)&allreduce = dlsym(RTLD_DEFAULT, "MPI_Allreduce_c");
    *(void **)&reduce = dlsym(RTLD_DEFAULT, "MPI_Reduce_c");
    CHECK(allreduce && reduce, "the functions with large counts are not there");

    look_at_counters();
    fill(buffer, rank);
    int code = allreduce(MPI_IN_PLACE, buffer, COUNT, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "MPI_Allreduce_c: error %d", code);
    check_counters(1, 1, "MPI_Allreduce_c");
    check_sums(buffer, "MPI_Allreduce_c");

    fill(buffer, rank);
    code = reduce(rank == 1 ? MPI_IN_PLACE : buffer, buffer, COUNT, MPI_FLOAT, MPI_SUM, 1, MPI_COMM_WORLD);
    CHECK(code == MPI_SUCCESS, "MPI_Reduce_c: error %d", code);
    check_counters(1, 1, "MPI_Reduce_c");
    if (rank == 1)
        check_sums(buffer, "MPI_Reduce_c");
    free(buffer);
    return finish();
}
