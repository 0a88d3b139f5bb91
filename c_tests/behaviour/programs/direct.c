/* Direct calls of every kind, for the report; prints "done". */
#include <mpi.h>
#include <samebits.h>
#include <stdio.h>

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double x[5] = {1, 2, 3, 4, 5}, results[2];
    int ones[4] = {1, 1, 1, 1}, sum;
    const void *locals[] = {x, x};
    size_t n[] = {5, 2};
    samebits_plan *plan;
    MPI_Op op;
    samebits_allreduce_array(x, 5, results, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    samebits_reduce_array(x, 3, results, MPI_DOUBLE, MPI_PROD, 1, MPI_COMM_WORLD);
    samebits_allreduce_region(x, 2 * rank, 2, results, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    samebits_plan_arrays(2, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan);
    samebits_plan_allreduce(plan, locals, results);
    samebits_plan_allreduce(plan, locals, results);
    samebits_plan_free(&plan);
    MPI_Op_create(add, 1, &op);
    samebits_allreduce_array(ones, 4, &sum, MPI_INT, op, MPI_COMM_WORLD);
    samebits_allreduce_array(ones, 4, &sum, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    if (rank == 0)
        puts("done");
    return 0;
}
