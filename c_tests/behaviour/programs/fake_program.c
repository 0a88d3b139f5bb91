/* A program for the MPI library in fake_mpi.c. Its exit status is the argument; with a second one it
 * calls functions with large counts, which that library does not have, where there are any. */
#include <stdio.h>
#include <stdlib.h>

typedef char handle;
int MPI_Init(int *, char ***);
int MPI_Finalize(void);
int MPI_Allreduce(const void *, void *, int, handle, handle, handle);
int MPI_Reduce(const void *, void *, int, handle, handle, int, handle);
__attribute__((weak)) int MPI_Allreduce_c(const void *, void *, long long, handle, handle, handle);
__attribute__((weak)) int MPI_Reduce_scatter_c(const void *, void *, const long long *, handle, handle,
                                               handle);

int main(int argc, char **argv)
{
    double in[2] = {1.5, 2.5}, out[2] = {0, 0};
    MPI_Init(&argc, &argv);
    int code = MPI_Allreduce(in, out, 2, 'd', '+', 'w');
    printf("code %d, results %g %g\n", code, out[0], out[1]);
    code = MPI_Reduce(in, out, 1, 'd', '+', 3, 'w');
    printf("code %d, results %g %g\n", code, out[0], out[1]);
    if (argc > 2 && MPI_Allreduce_c && MPI_Reduce_scatter_c) {
        const long long counts[2] = {1, 1};
        code = MPI_Allreduce_c(in, out, 2, 'd', '+', 'w');
        printf("code %d\n", code);
        fflush(stdout);
        MPI_Reduce_scatter_c(in, out, counts, 'd', '+', 'w');
    }
    code = MPI_Finalize();
    printf("code %d\n", code);
    return argc > 1 ? atoi(argv[1]) : 0;
}
