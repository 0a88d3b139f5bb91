/* The shortest program that hands over a distributed array: each rank has three elements of
 * it. All ranks print the same bits, and would however the array was cut.
 *
 *     mpicc -I ../../include first.c ../../build/libsamebits.so -o first
 *     LD_LIBRARY_PATH=../../build mpiexec -n 2 ./first */
#include <samebits.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank;
    double x[] = {0.1, 0.2, 0.3}, sum; /* this rank's share of the array */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    samebits_allreduce_array(x, 3, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: %a\n", rank, sum);
    return MPI_Finalize();
}
