/* sum.c, but that it completes requests by MPI's profiling names, as a wrapper of the program's own
 * may; with -DLOOKED_UP it looks these up, so that nobody can see it before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#ifdef LOOKED_UP
#define BY_PMPI(name) ((__typeof__(MPI_##name) *)dlsym(RTLD_DEFAULT, "PMPI_" #name))
#else
#define BY_PMPI(name) PMPI_##name
#endif
#define MPI_Wait(...) BY_PMPI(Wait)(__VA_ARGS__)
#define MPI_Test(...) BY_PMPI(Test)(__VA_ARGS__)
#include "sum.c"
