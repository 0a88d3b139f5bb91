/* A rank sits in calls that make communicators. */
#include "driver.h"
#include "sitting.h"

static void duplicate(const struct scene *s)
{
    MPI_Comm made;
    MPI_Comm_dup(s->comm, &made);
    MPI_Comm_free(&made);
}

static void split(const struct scene *s)
{
    MPI_Comm made;
    MPI_Comm_split(s->comm, s->rank % 2, s->rank, &made);
    MPI_Comm_free(&made);
}

static void split_by_type(const struct scene *s)
{
    MPI_Comm made;
    MPI_Comm_split_type(s->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Comm_free(&made);
}

static void create(const struct scene *s)
{
    MPI_Comm made;
    MPI_Group group;
    MPI_Comm_group(s->comm, &group);
    MPI_Comm_create(s->comm, group, &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&group);
}

static void create_between(const struct scene *s)
{
    enum { TAG = 5 };
    MPI_Comm half, made;
    MPI_Comm_split(s->comm, s->rank % 2, s->rank, &half);
    MPI_Intercomm_create(half, 0, s->comm, 1 - s->rank % 2, TAG, &made);
    MPI_Comm_free(&made);
    MPI_Comm_free(&half);
}

static void create_ring(const struct scene *s)
{
    MPI_Comm made;
    int whole = 1;
    MPI_Cart_create(s->comm, 1, &s->ranks, &whole, 1, &made);
    MPI_Comm_free(&made);
}

static const struct place places[] = {
    {"MPI_Comm_dup", .together = duplicate},
    {"MPI_Comm_split", .together = split},
    {"MPI_Comm_split_type", .together = split_by_type},
    {"MPI_Comm_create", .together = create},
    {"MPI_Intercomm_create", .together = create_between},
    {"MPI_Cart_create", .together = create_ring},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    sit_in_each(&scene, places, NUMBER_OF(places));
    return close_scene(&scene);
}
