/* A program for the library in translation_layer.c. */
#include <stdio.h>

int MPI_Init(int *, char ***);
int MPI_Comm_rank(int, int *);
int MPI_Allreduce(const void *, void *, int, int, int, int);
int MPI_Finalize(void);

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(0x101, &rank);
    double mine = rank + 1, sum = -1;
    int code = MPI_Allreduce(&mine, &sum, 1, 0x102, 0x103, 0x101);
    printf("rank %d: code %d, sum %g\n", rank, code, sum);
    MPI_Finalize();
    return 0;
}
