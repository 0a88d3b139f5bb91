/* MPI_Allreduce three times of a datatype that samebits does not know, which it
 * cannot make reproducible. The argument says how errors are handled: `return`,
 * `handler` (counts them) or `fatal`. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Comm comm;
static MPI_Datatype type;
static int handled; /* errors that the handler saw as they have to be */

static void handler(MPI_Comm *where, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    handled += *where == comm && class == MPI_ERR_UNSUPPORTED_OPERATION;
}

/* Call sites in the report lead here. */
__attribute__((noinline)) static int reduce_unknown(int mine, int *sum)
{
    int code = MPI_Allreduce(&mine, sum, 1, type, MPI_SUM, comm);
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
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_create_f90_integer(9, &type); /* of four bytes */
    MPI_Comm_create_errhandler(handler, &counting);
    if (strcmp(errors, "return") == 0) {
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    } else if (strcmp(errors, "handler") == 0) {
        MPI_Comm_set_errhandler(comm, counting);
    }
    for (int call = 1; call <= 3; call++) {
        int sum = -1, class, code = reduce_unknown(rank + 1, &sum);
        MPI_Error_class(code, &class);
        printf("rank %d, call %d: %s, sum %d\n", rank, call,
               class == MPI_SUCCESS                         ? "success"
                   : class == MPI_ERR_UNSUPPORTED_OPERATION ? "unsupported"
                                                            : "another error",
               sum);
    }
    printf("rank %d: %d errors handled\n", rank, handled);
    MPI_Errhandler_free(&counting);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
