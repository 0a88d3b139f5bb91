/* The reductions that complete by a request: each is ours and does its work, in its form with ints
 * and in the one with large counts, which are there with samebits whether the MPI library has them
 * or not; what the MPI library rejects, it rejects as without samebits; what it forbids on a
 * request; operators, datatypes and communicators that are freed meanwhile. */
#include "by_request.h"
#include "driver.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 3, NO_COUNTS = -1 };
static int ranks, rank;
static double in[64], out[64];

static double sum_to(int last) /* of the ranks' numbers plus one, up to a rank */
{
    return (last + 1) * (last + 2) / 2;
}

static void fill(void)
{
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        in[i] = rank + 1;
        out[i] = -1;
    }
}

static void expect(const char *name, double want, int count)
{
    for (int i = 0; i < count; i++)
        CHECK(out[i] == want, "%s: element %d is %g, not %g", name, i, out[i], want);
    CHECK(out[count] == -1, "%s: something was written behind the result", name);
}

/* The arguments of all collective ones, as far as a function has them. A count
 * comes by its own type: an int or an MPI_Count (a long long in every MPI here). */
#define LARGE long long
struct function {
    const char *name;
    enum { COLLECTIVE, ROOTED, BLOCK, VECTOR } shape;
    enum { ALL, AT_ROOT, SCATTERED, UP_TO_ME, BEFORE_ME } result;
    enum way way;
};
static const struct function functions[] = {
#define COVERED(...) {__VA_ARGS__},
#define UNCOVERED(...)
#define REDUCTION(name, shape, result, way, coverage) coverage(#name, shape, result, way)
#include "reduction_table.h"
};

static void *find(const char *name, const char *suffix)
{
    char full[64];
    strcpy(full, name);
    strcat(full, suffix);
    return dlsym(RTLD_DEFAULT, full);
}

/* Calls a function with counts of type T. */
#define CALL(T, f, count, counts, datatype, op, comm, request)                                               \
    (f->way == NONBLOCKING ? f->shape == VECTOR                                                              \
             ? ((int (*)(void *, void *, const T *, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *))address)( \
                   in, out, counts, datatype, op, comm, request)                                             \
             : f->shape == ROOTED                                                                            \
             ? ((int (*)(void *, void *, T, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request *))address)(    \
                   in, out, count, datatype, op, 0, comm, request)                                           \
             : ((int (*)(void *, void *, T, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *))address)(         \
                   in, out, count, datatype, op, comm, request)                                              \
         : f->shape == VECTOR                                                                                \
         ? ((int (*)(void *, void *, const T *, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,                    \
                     MPI_Request *))address)(in, out, counts, datatype, op, comm, MPI_INFO_NULL, request)    \
         : f->shape == ROOTED                                                                                \
         ? ((int (*)(void *, void *, T, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,                       \
                     MPI_Request *))address)(in, out, count, datatype, op, 0, comm, MPI_INFO_NULL, request)  \
         : ((int (*)(void *, void *, T, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *))address)(   \
               in, out, count, datatype, op, comm, MPI_INFO_NULL, request))

static int call(const struct function *f, int large, LARGE count, MPI_Datatype datatype, MPI_Comm comm,
                MPI_Request *request)
{
    void *address = find(f->name, large ? "_c" : "");
    int all_counts[16], *counts = count == NO_COUNTS ? NULL : all_counts;
    LARGE large_counts[16];
    for (int i = 0; i < 16; i++)
        all_counts[i] = large_counts[i] = count;
    if (large)
        return CALL(LARGE, f, count, large_counts, datatype, MPI_SUM, comm, request);
    return CALL(int, f, (int)count, counts, datatype, MPI_SUM, comm, request);
}

static void check_result(const struct function *f)
{
    if (f->result == AT_ROOT ? rank == 0 : f->result == BEFORE_ME ? rank > 0 : 1) {
        int last = f->result == UP_TO_ME ? rank : f->result == BEFORE_ME ? rank - 1 : ranks - 1;
        expect(f->name, sum_to(last), COUNT);
    }
}

/* Open MPI 4's own names have none. */
static int without_large(const char *name) { return strncmp(name, "MPIX_", 5) == 0; }

static void try(const struct function *f, int large)
{
    if (!find(f->name, large ? "_c" : ""))
        return; /* without samebits, in an MPI that does not have it */
    char internal[64] = "P";
    strcat(internal, f->name);
    int served = find(internal, "") != NULL;
    MPI_Request request;
    fill();
    int code = call(f, large, COUNT, MPI_DOUBLE, MPI_COMM_WORLD, &request);
    int started = f->way == PERSISTENT ? 0 : 1; /* it counts each time it is started */
    check_counters(started, started, f->name);
    if (!served && !with_samebits()) {
        int class;
        MPI_Error_class(code, &class);
        CHECK(class == MPI_ERR_UNSUPPORTED_OPERATION, "%s: error class %d", f->name, class);
        return;
    }
    CHECK(code == MPI_SUCCESS, "%s%s: error %d", f->name, large ? "_c" : "", code);
    if (f->way == PERSISTENT) {
        MPI_Start(&request);
        check_counters(1, 1, f->name);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_result(f);
    if (f->way == PERSISTENT)
        MPI_Request_free(&request);
}

/* A count that no int holds, where the MPI library has nothing else. */
static void try_too_many(const struct function *f)
{
    char internal[64] = "P";
    strcat(internal, f->name);
    if (!with_samebits() || find(internal, "_c") || !find(internal, "") || without_large(f->name))
        return;
    MPI_Request request;
    int class;
    look_at_counters();
    int code = call(f, 1, (LARGE)INT_MAX + 1, MPI_BYTE, MPI_COMM_WORLD, &request);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_COUNT, "%s_c, too many: error class %d", f->name, class);
    check_counters(1, 0, f->name);
}

#ifndef SMPI_H
static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled++;
}

/* What the MPI library rejects: the same error class as past samebits (PMPI), and
 * the error handler called as often. */
static void try_wrong(const struct function *f, const char *what, int null_counts, MPI_Comm comm)
{
    char internal[64] = "P";
    strcat(internal, f->name);
    struct function past_us = *f;
    past_us.name = internal;
    if (!find(internal, "") || (null_counts && f->shape != VECTOR))
        return;
    MPI_Request request;
    int classes[2], times[2];
    for (int ours = 0; ours < 2; ours++) {
        handled = 0;
        int code = call(ours ? f : &past_us, 0, null_counts ? NO_COUNTS : COUNT, MPI_DOUBLE, comm, &request);
        MPI_Error_class(code, &classes[ours]);
        times[ours] = handled;
    }
    CHECK(classes[0] == classes[1], "%s, %s: error class %d, not %d", f->name, what, classes[1], classes[0]);
    CHECK(times[0] == times[1], "%s, %s: the handler was called %d times, not %d", f->name, what, times[1],
          times[0]);
}

static void try_all_wrong(void)
{
    MPI_Errhandler counting;
    MPI_Comm_create_errhandler(handler, &counting);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, counting);
    MPI_Comm freed;
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    MPI_Comm stale = freed;
    MPI_Comm_free(&freed);
    (void)stale;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i].way == BLOCKING)
            continue;
        try_wrong(&functions[i], "null communicator", 0, MPI_COMM_NULL);
#ifdef OMPI_MAJOR_VERSION /* MPICH crashes by itself */
        try_wrong(&functions[i], "null counts", 1, MPI_COMM_WORLD);
#elif MPICH_NUMVERSION < 50000000 /* MPICH 5.0 returns success, Open MPI crashes */
        try_wrong(&functions[i], "freed communicator", 0, stale);
#endif
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&counting);
    look_at_counters();
}
#endif

/* The same of the reductions that are made reproducible, on what is passed on. */
static void try_too_many_integers(void)
{
    int (*allreduce)(const void *, void *, LARGE, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*reduce)(const void *, void *, LARGE, MPI_Datatype, MPI_Op, int, MPI_Comm);
    *(void **)&allreduce = find("MPI_Allreduce", "_c");
    *(void **)&reduce = find("MPI_Reduce", "_c");
    if (!with_samebits() || find("PMPI_Allreduce", "_c"))
        return;
    int class;
    look_at_counters();
    int code = allreduce(in, out, (LARGE)1 << 32, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_COUNT, "MPI_Allreduce_c, too many: error class %d", class);
    code = reduce(in, out, (LARGE)1 << 32, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_COUNT, "MPI_Reduce_c, too many: error class %d", class);
    check_counters(2, 0, "too many integers");
}

static void left_operand(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, *n * 2 * sizeof(double));
}

static void right_operand(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

/* What a reduction under way uses is freed, and its handle perhaps reused at once. */
static void free_meanwhile(int persistent)
{
    MPI_Datatype pairs;
    MPI_Op first, last;
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Op_create(left_operand, 0, &first);
    fill();
    look_at_counters();
    if (persistent) {
        int (*prepare)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *);
        *(void **)&prepare = find("MPI_Allreduce_init", "");
        prepare(in, out, 1, pairs, first, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    } else {
        MPI_Iallreduce(in, out, 1, pairs, first, comm, &request);
    }
    check_counters(1, 1, "an operator that is freed");
    MPI_Op_free(&first);
    MPI_Type_free(&pairs);
#ifndef OMPI_MAJOR_VERSION /* whose own nonblocking collectives crash then, if they have several rounds */
    MPI_Comm_free(&comm);
#endif
    CHECK(first == MPI_OP_NULL && pairs == MPI_DATATYPE_NULL, "a handle is not null");
    MPI_Op_create(right_operand, 0, &last);
    MPI_Type_contiguous(2, MPI_FLOAT, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect("an operator that was freed", 1, 2);
    if (persistent)
        MPI_Request_free(&request);
    MPI_Type_free(&pairs);
    MPI_Op_free(&last);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

/* What MPI forbids on a request that is under way is answered as the library does, and nothing is
 * lost. */
static void forbidden(void)
{
    int (*past_us)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);
    *(void **)&past_us = find("PMPI_Iallreduce", "");
    for (int what = 0; what < 2; what++) {
        int classes[2];
        for (int ours = 0; ours < 2; ours++) {
            MPI_Request request;
            fill();
            if (ours)
                MPI_Iallreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
            else
                past_us(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
            int code = what ? MPI_Cancel(&request) : MPI_Request_free(&request);
            MPI_Error_class(code, &classes[ours]);
            if (request != MPI_REQUEST_NULL)
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            if (ours && code != MPI_SUCCESS)
                expect("a request that was not freed", sum_to(ranks - 1), COUNT);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        CHECK(classes[0] == classes[1], "%s: error class %d, not %d", what ? "cancel" : "free", classes[1],
              classes[0]);
    }
    /* An active persistent one: its handle becomes null, and the others get their result. */
    if (!has_persistent() || !with_samebits())
        return;
    int (*prepare)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request *);
    *(void **)&prepare = find("MPI_Allreduce_init", "");
    MPI_Request request;
    fill();
    prepare(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    CHECK(MPI_Start(&request) != MPI_SUCCESS, "an active request is started again");
    if (rank == 0)
        MPI_Request_free(&request);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank != 0) {
        expect("the others' result", sum_to(ranks - 1), COUNT);
        MPI_Request_free(&request);
    }
    CHECK(request == MPI_REQUEST_NULL, "a freed request is not null");
    /* Of a communicator that is gone, unless the MPI library keeps it for the request. */
    MPI_Comm comm;
    int class;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    prepare(in, out, COUNT, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Error_class(MPI_Start(&request), &class);
    CHECK(class == MPI_ERR_COMM || class == MPI_SUCCESS, "started on a freed communicator: error class %d",
          class);
    if (class == MPI_SUCCESS) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect("on a freed communicator", sum_to(ranks - 1), COUNT);
    }
    MPI_Request_free(&request);
    /* Inactive: complete at once, and stays. */
    prepare(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Request was = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == was, "an inactive request is gone");
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i].way == BLOCKING)
            continue;
        for (int large = 0; large < 2 && (large == 0 || !without_large(functions[i].name)); large++) {
            CHECK(!with_samebits() || find(functions[i].name, large ? "_c" : ""), "%s is not there",
                  functions[i].name);
            look_at_counters();
            try(&functions[i], large);
        }
        try_too_many(&functions[i]);
    }
    try_too_many_integers();
#ifndef SMPI_H /* whose PMPI functions call no error handler */
    try_all_wrong();
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    free_meanwhile(0);
    if (has_persistent())
        free_meanwhile(1);
    if (ranks > 1) /* of one rank nothing is under way */
        forbidden();
#endif
    return finish();
}
