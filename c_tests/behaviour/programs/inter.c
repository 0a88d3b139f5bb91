/* MPI_Allreduce three times between two groups of ranks, rank 0 and the others:
 * what cannot be made reproducible. The argument says how errors are handled:
 * `return`, `handler` (counts them) or `fatal`. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Comm between;
static int handled; /* errors that the handler saw as they have to be */

static void handler(MPI_Comm *comm, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    handled += *comm == between && class == MPI_ERR_UNSUPPORTED_OPERATION;
}

static void make_groups(int rank)
{
    MPI_Comm group;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &between);
    MPI_Comm_free(&group);
}

/* Call sites in the report lead here. */
__attribute__((noinline)) static int reduce_between(double mine, double *sum)
{
    int code = MPI_Allreduce(&mine, sum, 1, MPI_DOUBLE, MPI_SUM, between);
    return code;
}

int main(int argc, char **argv)
{
    const char *errors = argc > 1 ? argv[1] : "fatal";
    MPI_Errhandler counting;
    int rank;
    setvbuf(stdout, NULL, _IOLBF, 1024);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_groups(rank);
    MPI_Comm_create_errhandler(handler, &counting);
    if (strcmp(errors, "return") == 0) {
        MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    } else if (strcmp(errors, "handler") == 0) {
        MPI_Comm_set_errhandler(between, counting);
    }
    for (int call = 1; call <= 3; call++) {
        double sum = -1;
        int class, code = reduce_between(rank + 1, &sum);
        MPI_Error_class(code, &class);
        printf("rank %d, call %d: %s, sum %g\n", rank, call,
               class == MPI_SUCCESS                     ? "success"
               : class == MPI_ERR_UNSUPPORTED_OPERATION ? "unsupported"
                                                        : "another error",
               sum);
    }
    printf("rank %d: %d errors handled\n", rank, handled);
    MPI_Errhandler_free(&counting);
    MPI_Comm_free(&between);
    MPI_Finalize();
    return 0;
}
