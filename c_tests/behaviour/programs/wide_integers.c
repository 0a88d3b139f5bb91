/* Calls MPI's Fortran procedures as a program does whose INTEGERs have eight bytes (wide_layer.c), by the
 * names of mpif.h and of mpi_f08, and MPI_Allreduce in C. Prints on rank 0 how many reductions of each
 * were samebits'. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int64_t integer;

void mpi_init_(integer *ierror);
void mpi_finalize_(integer *ierror);
#define REDUCTIONS(binding)                                                                         \
    void mpi_allreduce_##binding(const void *, void *, integer *, integer *, integer *, integer *,  \
                                 integer *);                                                        \
    void mpi_iallreduce_##binding(const void *, void *, integer *, integer *, integer *, integer *, \
                                  integer *, integer *);                                            \
    void mpi_waitall_##binding(integer *, integer *, integer *, integer *);
REDUCTIONS()
REDUCTIONS(f08_)

static const integer GARBAGE = -INT64_C(0x123456789abcdef);
static int rank, failures;

static void right(int condition, const char *what)
{
    if (!condition) {
        failures++;
        printf("FAILED on rank %d: %s\n", rank, what);
    }
}

static unsigned long long reproduced(void)
{
    unsigned long long (*read)(void);
    *(void **)&read = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    return read ? read() : 0;
}

#define REDUCE(binding)                                                                                 \
    do {                                                                                                \
        integer ierror = GARBAGE, requests[3] = {GARBAGE, GARBAGE, null}, places = 3, status[18];       \
        double results[3] = {-1, -1, -1};                                                               \
        mpi_allreduce_##binding(&mine, &results[0], &one, &datatype, &op, &comm, &ierror);              \
        right(ierror == MPI_SUCCESS, "the error code of mpi_allreduce_" #binding);                      \
        for (int i = 0; i < 2; i++) {                                                                   \
            ierror = GARBAGE;                                                                           \
            mpi_iallreduce_##binding(&mine, &results[1 + i], &one, &datatype, &op, &comm, &requests[i], \
                                     &ierror);                                                          \
            right(ierror == MPI_SUCCESS, "the error code of mpi_iallreduce_" #binding);                 \
        }                                                                                               \
        ierror = GARBAGE;                                                                               \
        mpi_waitall_##binding(&places, requests, status, &ierror);                                      \
        right(ierror == MPI_SUCCESS, "the error code of mpi_waitall_" #binding);                        \
        for (int i = 0; i < 3; i++) {                                                                   \
            right(requests[i] == null, "a request after mpi_waitall_" #binding);                        \
            right(results[i] == 3, "a sum by " #binding);                                               \
        }                                                                                               \
    } while (0)

int main(void)
{
    integer ierror = GARBAGE, one = 1;
    double mine, sum;

    mpi_init_(&ierror);
    right(ierror == MPI_SUCCESS, "the error code of mpi_init_");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank + 1;
    integer datatype = MPI_Type_c2f(MPI_DOUBLE), op = MPI_Op_c2f(MPI_SUM),
            comm = MPI_Comm_c2f(MPI_COMM_WORLD), null = MPI_Request_c2f(MPI_REQUEST_NULL);
    unsigned long long counts[4];
    counts[0] = reproduced();
    REDUCE();
    counts[1] = reproduced();
    REDUCE(f08_);
    counts[2] = reproduced();
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    right(sum == 3, "a sum in C");
    counts[3] = reproduced();
    if (rank == 0)
        printf("mpif.h %llu, mpi_f08 %llu, C %llu\n", counts[1] - counts[0], counts[2] - counts[1],
               counts[3] - counts[2]);
    ierror = GARBAGE;
    mpi_finalize_(&ierror);
    right(ierror == MPI_SUCCESS, "the error code of mpi_finalize_");
    return failures != 0;
}
