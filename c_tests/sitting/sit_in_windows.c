/* A rank sits in one-sided calls. */
#include "driver.h"
#include "sitting.h"

enum { ELEMENTS = 4096 };
static MPI_Win window;
static double *memory;

static void make(const struct scene *s)
{
    static double own[ELEMENTS];
    MPI_Win made;
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, s->comm, &made);
    MPI_Win_free(&made);
}

static void allocate(const struct scene *s)
{
    MPI_Win made;
    void *at;
    MPI_Win_allocate(ELEMENTS, 1, MPI_INFO_NULL, s->comm, &at, &made);
    MPI_Win_free(&made);
}

static void fence(const struct scene *s)
{
    double value = s->rank;
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, (s->rank + 1) % s->ranks, s->rank, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
}

static void put(int rank)
{
    double value = rank;
    MPI_Put(&value, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, window);
    MPI_Win_flush(rank, window);
}
static void take_lock(const struct scene *s)
{
    if (s->rank != s->releaser)
        return;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, s->releaser, 0, window);
    put(s->releaser);
}
static void wait_for_lock(const struct scene *s)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, s->releaser, 0, window);
    put(s->releaser);
    MPI_Win_unlock(s->releaser, window);
}
static void unlock(const struct scene *s) { MPI_Win_unlock(s->releaser, window); }

static MPI_Group only(int rank, MPI_Comm comm)
{
    MPI_Group all, one;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, 1, &rank, &one);
    MPI_Group_free(&all);
    return one;
}
static void access_to(int rank, MPI_Comm comm)
{
    static const double value = 1;
    MPI_Group target = only(rank, comm);
    MPI_Win_start(target, 0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, window);
    MPI_Win_complete(window);
    MPI_Group_free(&target);
}
static void expose_to(int rank, MPI_Comm comm)
{
    MPI_Group origin = only(rank, comm);
    MPI_Win_post(origin, 0, window);
    MPI_Win_wait(window);
    MPI_Group_free(&origin);
}
static void access_to_releaser(const struct scene *s) { access_to(s->releaser, s->comm); }
static void access_to_sitter(const struct scene *s) { access_to(s->sitter, s->comm); }
static void expose_to_releaser(const struct scene *s) { expose_to(s->releaser, s->comm); }
static void expose_to_sitter(const struct scene *s) { expose_to(s->sitter, s->comm); }

static const struct place places[] = {
    {"MPI_Win_create", .together = make},
    {"MPI_Win_allocate", .together = allocate},
    {"MPI_Win_fence", .together = fence},
    {"MPI_Win_lock", wait_for_lock, unlock, .prepare = take_lock, .stalls_mpich = 1},
    {"MPI_Win_start", access_to_releaser, expose_to_sitter, .stalls_mpich = 1},
    {"MPI_Win_wait", expose_to_releaser, access_to_sitter, .stalls_mpich = 1},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    MPI_Win_allocate(ELEMENTS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, scene.comm, &memory, &window);
    sit_in_each(&scene, places, NUMBER_OF(places));
    MPI_Win_free(&window);
    return close_scene(&scene);
}
