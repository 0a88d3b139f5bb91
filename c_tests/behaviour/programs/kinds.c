/* Reductions of many kinds, each a known number of times on known lengths.
 * The arguments say which:
 *
 *   world     on MPI_COMM_WORLD, what is evaluated and what is passed on
 *   others    on MPI_COMM_WORLD, MPI_Reduce_scatter, MPI_Scan, MPI_Exscan; MPI_Reduce_local
 *   persistent  on MPI_COMM_WORLD, persistent ones: started by themselves and together, passed on,
 *             never started
 *   long      on MPI_COMM_WORLD, long vectors
 *   self      on MPI_COMM_SELF, once on every rank
 *   split     behind MPI_Comm_split, rank 0 alone and all others together
 *   reversed  on all ranks in reverse order
 *   lives     on three communicators of all ranks, each freed before the next is made: a long
 *             vector on the first, short ones on the others
 *   credit    on many such communicators, short vectors only */
#define _GNU_SOURCE
#include <complex.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 200000 }; /* doubles: beyond what is gathered, and worth shared memory */

static double in[LONG], out[LONG]; /* zeros are a valid value of every type */
static int rank, size;

static void first(void *left, void *right, int *count, MPI_Datatype *type)
{
    int bytes;
    MPI_Type_size(*type, &bytes);
    memcpy(right, left, (size_t)*count * (size_t)bytes);
}

static void all(int times, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    for (int i = 0; i < times; i++) {
        MPI_Allreduce(in, out, count, type, op, comm);
    }
}

static void one(int times, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    for (int i = 0; i < times; i++) {
        MPI_Reduce(in, out, count, type, op, root, comm);
    }
}

static void world(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Op op;
    MPI_Op_create(first, 0, &op);
    MPI_Datatype pair, decimal;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_create_f90_real(15, MPI_UNDEFINED, &decimal);

    all(3, 100, MPI_DOUBLE, MPI_SUM, comm);
    all(1, LONG, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, out, 7, MPI_DOUBLE, MPI_SUM, comm);
    one(2, 10, MPI_FLOAT, MPI_PROD, size - 1, comm);
    one(1, 10, MPI_FLOAT, MPI_PROD, 0, comm);
    all(1, 3, MPI_C_DOUBLE_COMPLEX, MPI_SUM, comm);
    all(1, 4, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
    all(1, 5, MPI_LONG_DOUBLE, MPI_MIN, comm);
    all(1, 6, decimal, MPI_SUM, comm);
    all(2, 9, MPI_DOUBLE, op, comm);
    one(1, 8, pair, op, 0, comm);
    all(2, 11, MPI_INT, op, comm);

    all(2, 5, MPI_INT, MPI_SUM, comm);
    one(1, 6, MPI_UNSIGNED_CHAR, MPI_BOR, 0, comm);
    all(2, 0, MPI_DOUBLE, MPI_SUM, comm);

    /* The MPI library takes none of these: nothing was reduced. */
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    all(1, 1, MPI_DOUBLE, MPI_OP_NULL, comm);
    all(1, 1, MPI_DOUBLE, MPI_BAND, comm);
    one(1, 1, MPI_DOUBLE, MPI_SUM, size, comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);

    MPI_Type_free(&pair);
    MPI_Op_free(&op);
}

static void others(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int counts[64];
    for (int r = 0; r < size; r++)
        counts[r] = r + 1;
    MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Scan(in, out, 10, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Exscan(in, out, 11, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Reduce_local(in, out, 4, MPI_DOUBLE, MPI_SUM);
}

/* A persistent sum on all ranks: by the names of Open MPI 4, where the MPI library has no others. */
static MPI_Request prepare(int count, MPI_Datatype type)
{
    int (*init)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *);
    const char *name = "MPI_Allreduce_init";
    if (!dlsym(RTLD_DEFAULT, "PMPI_Allreduce_init"))
        name = "MPIX_Allreduce_init";
    *(void **)&init = dlsym(RTLD_DEFAULT, name);
    MPI_Request request;
    init(in, out + count, count, type, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    return request;
}

static void persistent(void)
{
    MPI_Request all[] = {prepare(5, MPI_DOUBLE), prepare(2, MPI_INT), prepare(7, MPI_FLOAT),
                         prepare(9, MPI_C_DOUBLE_COMPLEX)};
    for (int i = 0; i < 3; i++) {
        MPI_Start(&all[0]);
        MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++) { /* the last one never */
        MPI_Startall(3, all);
        MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
    }
    MPI_Start(&all[1]);
    MPI_Wait(&all[1], MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&all[i]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; i++) {
        MPI_Comm comm;
        if (strcmp(argv[i], "world") == 0) {
            world();
        } else if (strcmp(argv[i], "others") == 0) {
            others();
        } else if (strcmp(argv[i], "persistent") == 0) {
            persistent();
        } else if (strcmp(argv[i], "long") == 0) {
            all(20, LONG, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        } else if (strcmp(argv[i], "self") == 0) {
            all(1, 13, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
        } else if (strcmp(argv[i], "split") == 0) {
            MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &comm);
            all(2, rank > 0 ? 20 : 21, MPI_DOUBLE, MPI_SUM, comm);
            MPI_Comm_free(&comm);
        } else if (strcmp(argv[i], "reversed") == 0) {
            MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
            one(2, 30, MPI_FLOAT, MPI_SUM, 1, comm);
            MPI_Comm_free(&comm);
        } else if (strcmp(argv[i], "lives") == 0 || strcmp(argv[i], "credit") == 0) {
            int is_long = argv[i][0] == 'l', lives = is_long ? 3 : 400;
            for (int life = 0; life < lives; life++) {
                MPI_Comm_dup(MPI_COMM_WORLD, &comm);
                all(is_long ? 2 : 5, is_long && life == 0 ? LONG : 40, MPI_DOUBLE, MPI_SUM, comm);
                MPI_Comm_free(&comm);
            }
        } else {
            fprintf(stderr, "kinds: what is \"%s\"?\n", argv[i]);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (rank == 0) {
        fputs("done\n", stdout); /* MPICH unbuffers stdout; puts would write twice */
    }
    MPI_Finalize();
    return 0;
}
