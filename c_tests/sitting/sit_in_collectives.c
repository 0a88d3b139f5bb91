/* A rank sits in collective calls, reductions of samebits' own in shared memory among them. */
#include "by_request.h"
#include "driver.h"
#include "sitting.h"

enum { FEW = 10, LONG = 1 << 20, MOST = 64, WARM = 100, SUMMANDS = 4096 };
static int numbers[LONG], gathered[MOST];
static double summands[SUMMANDS], sums[SUMMANDS];
static MPI_Comm ring;

static void barrier(const struct scene *s) { MPI_Barrier(s->comm); }

static void broadcast(const struct scene *s) { MPI_Bcast(numbers, FEW, MPI_INT, s->releaser, s->comm); }

static void broadcast_long(const struct scene *s) { MPI_Bcast(numbers, LONG, MPI_INT, s->releaser, s->comm); }

static void gather(const struct scene *s)
{
    MPI_Gather(numbers, 1, MPI_INT, gathered, 1, MPI_INT, s->sitter, s->comm);
}

static void scatter(const struct scene *s)
{
    MPI_Scatter(gathered, 1, MPI_INT, numbers, 1, MPI_INT, s->releaser, s->comm);
}

static void gather_to_all(const struct scene *s)
{
    MPI_Allgather(numbers, 1, MPI_INT, gathered, 1, MPI_INT, s->comm);
}

static void exchange_all(const struct scene *s)
{
    MPI_Alltoall(numbers, 1, MPI_INT, gathered, 1, MPI_INT, s->comm);
}

static void wait_for_barrier(const struct scene *s)
{
    MPI_Request request;
    MPI_Ibarrier(s->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void gather_from_neighbours(const struct scene *s)
{
    (void)s;
    MPI_Neighbor_allgather(numbers, 1, MPI_INT, gathered, 1, MPI_INT, ring);
}

static void reduce_to_sitter(const struct scene *s)
{
    MPI_Reduce(summands, sums, 1, MPI_DOUBLE, MPI_SUM, s->sitter, s->comm);
}

static void reduce_to_all(const struct scene *s)
{
    MPI_Allreduce(summands, sums, 1, MPI_DOUBLE, MPI_SUM, s->comm);
}

static void reduce_long(const struct scene *s)
{
    MPI_Allreduce(summands, sums, SUMMANDS, MPI_DOUBLE, MPI_SUM, s->comm);
}

/* Beside the one that is under way already. */
static void reduce_by_request(const struct scene *s)
{
    MPI_Request request;
    MPI_Iallreduce(summands, sums, 1, MPI_DOUBLE, MPI_SUM, s->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void scan(const struct scene *s) { MPI_Scan(summands, sums, 1, MPI_DOUBLE, MPI_SUM, s->comm); }

static void reduce_numbers(const struct scene *s)
{
    MPI_Allreduce(numbers, gathered, 1, MPI_INT, MPI_SUM, s->comm);
}

static const struct place places[] = {
    {"MPI_Barrier", .together = barrier},
    {"MPI_Bcast", .together = broadcast},
    {"MPI_Bcast of a long message", .together = broadcast_long},
    {"MPI_Gather", .together = gather},
    {"MPI_Scatter", .together = scatter},
    {"MPI_Allgather", .together = gather_to_all},
    {"MPI_Alltoall", .together = exchange_all},
    {"MPI_Ibarrier", .together = wait_for_barrier},
    {"MPI_Neighbor_allgather", .together = gather_from_neighbours},
    {"MPI_Reduce", .together = reduce_to_sitter, .reductions = 1},
    {"MPI_Allreduce", .together = reduce_to_all, .reductions = 1},
    {"MPI_Allreduce of a long vector", .together = reduce_long, .reductions = 1},
    {"MPI_Allreduce of integers", .together = reduce_numbers, .reductions = 1, .passed_on = 1},
    {"MPI_Iallreduce", .together = reduce_by_request, .reductions = 1},
    {"MPI_Scan", .together = scan, .reductions = 1},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    int whole = 1;
    CHECK(scene.ranks <= MOST, "%d ranks", scene.ranks);
    MPI_Cart_create(scene.comm, 1, &scene.ranks, &whole, 0, &ring);
    for (int i = 0; i < WARM; i++) /* they earn shared memory */
        reduce_long(&scene);
    sit_in_each(&scene, places, NUMBER_OF(places));
    MPI_Comm_free(&ring);
    return close_scene(&scene);
}
