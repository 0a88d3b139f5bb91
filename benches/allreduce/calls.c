#define _POSIX_C_SOURCE 200809L
#include "calls.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Open MPI 4 has the persistent ones as an extension. */
#if defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define PERSISTENT_PREFIX "MPIX_"
#define INIT(name) MPIX_##name##_init
#define PMPI_INIT(name) PMPIX_##name##_init
#else
#define PERSISTENT_PREFIX "MPI_"
#define INIT(name) MPI_##name##_init
#define PMPI_INIT(name) PMPI_##name##_init
#endif

static const char *const reductions[] = {
    [ALLREDUCE] = "allreduce",           [REDUCE] = "reduce", [REDUCE_SCATTER_BLOCK] = "reduce_scatter_block",
    [REDUCE_SCATTER] = "reduce_scatter", [SCAN] = "scan",     [EXSCAN] = "exscan"};
enum { REDUCTIONS = sizeof reductions / sizeof *reductions, NAME = 40 };

/* The call's name as an option: MPI's own in lower case. */
static void spell(char name[NAME], struct call call)
{
    snprintf(name, NAME, "%s%s%s", call.completion == NONBLOCKING ? "i" : "", reductions[call.reduction],
             call.completion == PERSISTENT ? "_init" : "");
}

int read_call(struct call *call, const char *name)
{
    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (int completion = BLOCKING; completion <= PERSISTENT; completion++) {
            char spelled[NAME];
            *call = (struct call){reduction, completion};
            spell(spelled, *call);
            if (strcmp(spelled, name) == 0)
                return 1;
        }
    return 0;
}

const char *function_name(struct call call)
{
    static char name[NAME + sizeof PERSISTENT_PREFIX];
    char spelled[NAME];
    spell(spelled, call);
    spelled[0] = toupper(spelled[0]);
    snprintf(name, sizeof name, "%s%s", call.completion == PERSISTENT ? PERSISTENT_PREFIX : "MPI_", spelled);
    return name;
}

/* One reduction's function of the three that differ in how they complete. */
#define CALL(blocking, nonblocking, ...)                                                                \
    switch (call.completion) {                                                                          \
    case BLOCKING: (library == OURS ? MPI_##blocking : PMPI_##blocking)(__VA_ARGS__); break;            \
    case NONBLOCKING: (library == OURS ? MPI_##nonblocking : PMPI_##nonblocking)(__VA_ARGS__, request); \
        break;                                                                                          \
    case PERSISTENT:                                                                                    \
        (library == OURS ? INIT(blocking) : PMPI_INIT(blocking))(__VA_ARGS__, MPI_INFO_NULL, request);  \
    }                                                                                                   \
    break

void make_call(struct call call, int library, struct arguments arguments, MPI_Request *request)
{
    const void *from = arguments.from;
    void *to = arguments.to;
    int count = arguments.count;
    const int *counts = arguments.counts;
    MPI_Datatype datatype = arguments.datatype;
    MPI_Op op = arguments.op;
    MPI_Comm comm = MPI_COMM_WORLD;
    switch (call.reduction) {
    case ALLREDUCE: CALL(Allreduce, Iallreduce, from, to, count, datatype, op, comm);
    case REDUCE: CALL(Reduce, Ireduce, from, to, count, datatype, op, 0, comm);
    case REDUCE_SCATTER_BLOCK:
        CALL(Reduce_scatter_block, Ireduce_scatter_block, from, to, count, datatype, op, comm);
    case REDUCE_SCATTER: CALL(Reduce_scatter, Ireduce_scatter, from, to, counts, datatype, op, comm);
    case SCAN: CALL(Scan, Iscan, from, to, count, datatype, op, comm);
    case EXSCAN: CALL(Exscan, Iexscan, from, to, count, datatype, op, comm);
    }
}

void complete(struct call call, int library, MPI_Request *request)
{
    if (call.completion == PERSISTENT)
        (library == OURS ? MPI_Start : PMPI_Start)(request);
    (library == OURS ? MPI_Wait : PMPI_Wait)(request, MPI_STATUS_IGNORE);
}
