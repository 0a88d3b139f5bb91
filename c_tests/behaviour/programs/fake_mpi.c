/* An "MPI library" of no known ABI: handles are characters, MPI_Allreduce
 * multiplies by ten, and functions that may not be called before the ABI is known
 * say so if they are. */
#include <stdio.h>
#include <string.h>

typedef char handle;

static int initialised;

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    initialised = 1;
    printf("the fake MPI_Init\n");
    return 0;
}

int PMPI_Finalize(void)
{
    printf("the fake MPI_Finalize\n");
    return 0;
}

int PMPI_Allreduce(const void *send, void *recv, int count, handle type, handle op, handle comm)
{
    printf("the fake MPI_Allreduce: %d %c %c %c\n", count, type, op, comm);
    for (int i = 0; i < count; i++) {
        ((double *)recv)[i] = 10 * ((const double *)send)[i];
    }
    return 7;
}

int PMPI_Reduce(const void *send, void *recv, int count, handle type, handle op, int root, handle comm)
{
    printf("the fake MPI_Reduce: to %d\n", root);
    return PMPI_Allreduce(send, recv, count, type, op, comm) + 1;
}

int PMPI_Initialized(int *flag)
{
    *flag = initialised;
    return 0;
}

int PMPI_Finalized(int *flag)
{
    *flag = 0;
    return 0;
}

int PMPI_Get_library_version(char *text, int *length)
{
    strcpy(text, "Fake MPI 1.0");
    *length = (int)strlen(text);
    return 0;
}

int MPI_Init(int *argc, char ***argv) { return PMPI_Init(argc, argv); }

int MPI_Finalize(void) { return PMPI_Finalize(); }

int MPI_Allreduce(const void *send, void *recv, int count, handle type, handle op, handle comm)
{
    return PMPI_Allreduce(send, recv, count, type, op, comm);
}

int MPI_Reduce(const void *send, void *recv, int count, handle type, handle op, int root, handle comm)
{
    return PMPI_Reduce(send, recv, count, type, op, root, comm);
}

#define UNEXPECTED(name)                           \
    int name(void)                                 \
    {                                              \
        printf("the fake %s was called\n", #name); \
        return 1;                                  \
    }
#include "unexpected.h" /* a line for every other one, see CMakeLists.txt */
