/* sum.c, but that it calls MPI by its profiling names, as a wrapper of the program's own may. */
#include <mpi.h>
#define MPI_Init PMPI_Init
#define MPI_Init_thread PMPI_Init_thread
#define MPI_Comm_rank PMPI_Comm_rank
#define MPI_Allreduce PMPI_Allreduce
#define MPI_Reduce PMPI_Reduce
#define MPI_Finalize PMPI_Finalize
#include "sum.c"
