/* MPI_SUM on a datatype of the program's own, which MPI does not define: says
 * which error comes back, and from whom. */
#include <mpi.h>
#include <stdio.h>

static void show(const char *call, int code)
{
    int class, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    printf("%s: %s: %s\n", call, class == MPI_ERR_OP ? "MPI_ERR_OP" : "not MPI_ERR_OP", text);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    int rank;
    double in[2] = {1, 2}, out[2] = {-1, -1};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int all = MPI_Allreduce(in, out, 1, pair, MPI_SUM, MPI_COMM_WORLD);
    int one = MPI_Reduce(in, out, 1, pair, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        show("MPI_Allreduce", all);
        show("MPI_Reduce", one);
        printf("result %g %g\n", out[0], out[1]);
    }
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
