/* A library in place of MPI, with handles of its own, as Mukautuva and others have: it opens the MPI
 * library whose path is in BEHIND when the program calls MPI_Init.
 *
 *   with -DPROFILING, it has profiling functions, too, and gives the version of the library behind */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>

enum { WORLD = 0x101, DOUBLE = 0x102, SUM = 0x103 };

static void *behind(const char *name)
{
    static void *library;
    if (library == NULL)
        library = dlopen(getenv("BEHIND"), RTLD_LAZY | (getenv("GLOBALLY") ? RTLD_GLOBAL : RTLD_LOCAL));
    void *found = library == NULL ? NULL : dlsym(library, name);
    if (found == NULL)
        abort();
    return found;
}
#define BEHIND(name) ((__typeof__(MPI_##name) *)behind("MPI_" #name))

/* The handles of the library behind: in Open MPI, addresses of its variables. */
#ifdef OMPI_MAJOR_VERSION
#define HANDLE(type, name, variable) ((type)behind(variable))
#else
#define HANDLE(type, name, variable) name
#endif
#define REAL_WORLD HANDLE(MPI_Comm, MPI_COMM_WORLD, "ompi_mpi_comm_world")

int layer_init(int *argc, char ***argv) __asm__("MPI_Init");
int layer_rank(int comm, int *rank) __asm__("MPI_Comm_rank");
int layer_allreduce(const void *send, void *recv, int count, int type, int op,
                    int comm) __asm__("MPI_Allreduce");
int layer_finalize(void) __asm__("MPI_Finalize");

int layer_init(int *argc, char ***argv) { return BEHIND(Init)(argc, argv); }

int layer_rank(int comm, int *rank) { return comm == WORLD ? BEHIND(Comm_rank)(REAL_WORLD, rank) : 1; }

int layer_allreduce(const void *send, void *recv, int count, int type, int op, int comm)
{
    if (type != DOUBLE || op != SUM || comm != WORLD)
        return 1;
    return BEHIND(Allreduce)(send, recv, count, HANDLE(MPI_Datatype, MPI_DOUBLE, "ompi_mpi_double"),
                             HANDLE(MPI_Op, MPI_SUM, "ompi_mpi_op_sum"), REAL_WORLD);
}

int layer_finalize(void) { return BEHIND(Finalize)(); }

#ifdef PROFILING
int layer_version(char *version, int *length) __asm__("PMPI_Get_library_version");
int layer_initialized(int *flag) __asm__("PMPI_Initialized");
int layer_finalized(int *flag) __asm__("PMPI_Finalized");

int layer_version(char *version, int *length) { return BEHIND(Get_library_version)(version, length); }

int layer_initialized(int *flag) { return BEHIND(Initialized)(flag); }

int layer_finalized(int *flag) { return BEHIND(Finalized)(flag); }

#define UNEXPECTED(name)                   \
    int layer_##name(void) __asm__(#name); \
    int layer_##name(void) { abort(); }
UNEXPECTED(PMPI_Allreduce)
UNEXPECTED(PMPI_Reduce)
#include "unexpected.h" /* a line for every other one, see CMakeLists.txt */
#endif
