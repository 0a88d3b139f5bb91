/* What is wrong with a direct call comes back as an error of the right class, once
 * through the communicator's error handler, with a message, on every rank that can know
 * of it, and nobody waits: the next call works. */
#include "driver.h"
#include "samebits.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int rank, ranks, handled;
static MPI_Comm comm;

static void handler(MPI_Comm *where, int *code, ...)
{
    int result;
    (void)code;
    MPI_Comm_compare(*where, comm, &result);
    handled += result == MPI_IDENT;
}

static double x[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, result;

/* A good call, after whatever went before. */
static void check_good(const char *after)
{
    size_t n = rank == 0 ? 10 : 0;
    result = 0;
    int code = samebits_allreduce_array(n ? x : NULL, n, &result, MPI_DOUBLE, MPI_SUM, comm);
    CHECK(code == MPI_SUCCESS && result == 55, "after %s: %d, %g", after, code, result);
}

/* Checks a call that has returned `code`: an error of that class on this rank, or none. */
static void check_code(int code, int class, const char *words, const char *what)
{
    int seen;
    MPI_Error_class(code, &seen);
    CHECK(seen == class, "%s: error class %d, not %d (%s)", what, seen, class, samebits_error_message());
    CHECK(handled == (class != MPI_SUCCESS), "%s: the error handler was called %d times", what, handled);
    if (class != MPI_SUCCESS)
        CHECK(strstr(samebits_error_message(), words) != NULL, "%s: the message is \"%s\"", what,
              samebits_error_message());
    handled = 0;
    check_good(what);
}

/* On one rank alone: the others know of it too, and who it was. */
static void check_one_rank(void)
{
    int wrong = ranks - 1, here = rank == wrong;
    char elsewhere[40];
    snprintf(elsewhere, sizeof elsewhere, "rank %d cannot take part", wrong);
#define WORDS(words) (here ? words : elsewhere)

    check_code(samebits_allreduce_array(here ? NULL : x, 2, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_BUFFER, WORDS("the buffer of the 2 elements is null"), "a null buffer");
    check_code(samebits_allreduce_array(here ? MPI_IN_PLACE : x, 2, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_BUFFER, WORDS("MPI_IN_PLACE"), "MPI_IN_PLACE");
    check_code(samebits_allreduce_array(x, 2, here ? NULL : &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_BUFFER, WORDS("the result is null"), "no room for the result");
    check_code(samebits_allreduce_array(x, 2, here ? MPI_IN_PLACE : &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_BUFFER, WORDS("the result is MPI_IN_PLACE"), "MPI_IN_PLACE for the result");
    check_code(samebits_allreduce_array(x, 2, &result, here ? MPI_DATATYPE_NULL : MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_TYPE, WORDS("MPI_DATATYPE_NULL"), "a null datatype on one rank");
    check_code(samebits_reduce_array(x, 2, &result, MPI_DOUBLE, MPI_SUM, here ? ranks : 0, comm),
               MPI_ERR_ROOT, WORDS("it has to be a rank, from 0 to"), "another root");
    /* A null buffer is nothing wrong where there is no element, nor the result's where
     * there is none. */
    check_code(samebits_reduce_array(here ? NULL : x, here ? 0 : 2, rank ? NULL : &result, MPI_DOUBLE,
                                     MPI_SUM, 0, comm),
               MPI_SUCCESS, "", "null buffers that nobody needs");
    if (ranks == 1)
        return;
    check_code(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, here ? MPI_PROD : MPI_SUM, comm),
               MPI_ERR_OP, "called samebits_allreduce_array(type=MPI_DOUBLE, op=MPI_PROD); ",
               "another operator");
    check_code(samebits_allreduce_array(x, 2, &result, here ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_TYPE, "called samebits_allreduce_array(type=MPI_FLOAT, op=MPI_SUM); ",
               "another datatype");
}

static void nothing(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)n, (void)type;
}

/* On all ranks. */
static void check_all_ranks(void)
{
    MPI_Datatype uncommitted;
    MPI_Type_contiguous(2, MPI_DOUBLE, &uncommitted);
    check_code(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_OP_NULL, comm), MPI_ERR_OP,
               "MPI_OP_NULL", "a null operator");
    check_code(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_BAND, comm), MPI_ERR_OP,
               "samebits_allreduce_array: ", "bits of doubles");
    check_code(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_REPLACE, comm), MPI_ERR_OP, "",
               "MPI_REPLACE");
    check_code(samebits_allreduce_array(x, 2, &result, uncommitted, MPI_SUM, comm), MPI_ERR_TYPE, "",
               "a derived datatype with MPI_SUM");
    check_code(samebits_reduce_array(x, 2, &result, MPI_DOUBLE, MPI_SUM, -1, comm), MPI_ERR_ROOT,
               "the root is -1", "a negative root");
    check_code(samebits_allreduce_array(x, rank ? 0 : SIZE_MAX, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_COUNT, "more than 2^63 elements", "too many elements");
    check_code(samebits_set(comm, "arithmetic", "exakt"), MPI_ERR_ARG,
               "arithmetic=exakt is not accepted (did you mean exact?); it takes auto, exact, tree, "
               "prerounded, prerounded2, binned, native or prerounded:K or prerounded2:K with K from 1 to "
               "4, or binned:K with K from 2 to 4",
               "an unknown arithmetic");
    check_code(samebits_set(comm, "arithmetic", "binned:5"), MPI_ERR_ARG,
               "arithmetic=binned:5 is not accepted", "too many bins");
    const char *const limited[] = {"prerounded:1", "prerounded2"};
    for (int i = 0; i < 2; i++) {
        samebits_set(comm, "arithmetic", limited[i]);
        size_t many = rank ? 0 : ((size_t)1 << 48) + 1;
        int code = samebits_allreduce_array(x, many, &result, MPI_DOUBLE, MPI_SUM, comm);
        samebits_set(comm, "arithmetic", "auto");
        check_code(code, MPI_ERR_COUNT, "takes at most 281474976710656", "2^48 + 1 summands");
    }
    check_code(samebits_set(comm, "report", "1"), MPI_ERR_ARG, "report cannot be set", "an unknown choice");
    check_code(samebits_set(comm, NULL, "1"), MPI_ERR_ARG, "the name is null", "no name");
    samebits_set(comm, "arithmetic", "native");
    int code = samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_SUM, comm);
    samebits_set(comm, "arithmetic", "auto");
    check_code(code, MPI_ERR_UNSUPPORTED_OPERATION,
               "arithmetic=native is not accepted for arrays, which take any "
               "other; native is a loop and MPI_Allreduce in the program itself",
               "the arithmetic native");
    MPI_Type_free(&uncommitted);

    MPI_Datatype nothing_at_all;
    MPI_Op op;
    MPI_Type_contiguous(0, MPI_DOUBLE, &nothing_at_all);
    MPI_Type_commit(&nothing_at_all);
    MPI_Op_create(nothing, 1, &op);
    check_code(samebits_allreduce_array(x, 2, &result, nothing_at_all, op, comm), MPI_ERR_TYPE,
               "a datatype without data", "a datatype without data");
    MPI_Op_free(&op);
    MPI_Type_free(&nothing_at_all);
}

static void check_regions(void)
{
    size_t n = 2;
    /* A hole before the last rank's share, or before the only one. */
    check_code(
        samebits_allreduce_region(x, 2 * rank + (rank == ranks - 1), n, &result, MPI_DOUBLE, MPI_SUM, comm),
        MPI_ERR_COUNT, "no rank holds element", "a gap");
    check_code(samebits_allreduce_region(x, 3 * rank + 4, n, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_COUNT, "no rank holds elements 0 to 3", "a gap at the start");
    if (ranks > 1)
        check_code(samebits_allreduce_region(x, rank, n, &result, MPI_DOUBLE, MPI_SUM, comm), MPI_ERR_COUNT,
                   "ranks 0 and 1 both hold element 1", "an overlap");
    check_code(samebits_allreduce_region(x, UINT64_MAX, rank == 0, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_COUNT, "no rank holds elements 0 to", "an index that is too large");
}

static void check_pieces(void)
{
    uint64_t first = 2 * rank + 1, same[2] = {0, 0};
    size_t n = 2, none_and_one[2] = {rank == 0, rank == 0};
    check_code(samebits_allreduce_pieces(x, 1, &first, &n, &result, MPI_DOUBLE, MPI_SUM, comm), MPI_ERR_COUNT,
               "no rank holds element 0", "pieces with a gap");
    check_code(samebits_allreduce_pieces(x, 2, same, none_and_one, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_COUNT, "rank 0 holds element 0 twice", "pieces that overlap");
    check_code(samebits_allreduce_pieces(x, -1, &first, &n, &result, MPI_DOUBLE, MPI_SUM, comm),
               MPI_ERR_COUNT, "the number of pieces is -1", "fewer pieces than none");
    check_code(samebits_allreduce_pieces(x, 2, NULL, &n, &result, MPI_DOUBLE, MPI_SUM, comm), MPI_ERR_ARG,
               "the list starts of 2 pieces is null", "no list of pieces");
}

static void check_lists_and_plans(void)
{
    const void *locals[2] = {x, x};
    size_t n[2] = {2, 3};
    double results[2];
    samebits_plan *plan = NULL;
    MPI_Op op;
    MPI_Op_create(nothing, 1, &op);
    check_code(samebits_allreduce_array(NULL, 0, &result, MPI_DOUBLE, op, comm), MPI_ERR_COUNT,
               "no rank holds an element", "an operator without an identity");
    check_code(samebits_allreduce_arrays(-1, locals, n, results, MPI_DOUBLE, MPI_SUM, comm), MPI_ERR_COUNT,
               "the number of arrays is -1", "fewer arrays than none");
    check_code(samebits_allreduce_arrays(2, NULL, n, results, MPI_DOUBLE, MPI_SUM, comm), MPI_ERR_ARG,
               "the list locals of 2 arrays is null", "no list of arrays");
    check_code(samebits_plan_arrays(2, NULL, MPI_DOUBLE, MPI_SUM, comm, &plan), MPI_ERR_ARG,
               "the list n of 2 arrays is null", "a plan without lengths");
    check_code(samebits_plan_arrays(2, n, MPI_DOUBLE, MPI_SUM, comm, rank ? &plan : NULL), MPI_ERR_ARG,
               rank ? "rank 0 cannot" : "for the plan is null", "no room for the plan");
    CHECK(plan == NULL, "a plan was made on one rank only");
    samebits_plan_arrays(2, n, MPI_DOUBLE, MPI_SUM, comm, &plan);
    int wrong = rank == ranks - 1;
    char elsewhere[40];
    snprintf(elsewhere, sizeof elsewhere, "rank %d cannot take part", ranks - 1);
    if (wrong)
        locals[1] = NULL;
    check_code(samebits_plan_allreduce(plan, locals, results), MPI_ERR_BUFFER,
               wrong ? "the buffer of the 3 elements of array 1 is null" : elsewhere,
               "a null buffer in a plan");
    check_code(samebits_plan_reduce(plan, wrong ? NULL : locals, results, 0), MPI_ERR_ARG,
               wrong ? "the list locals is null" : elsewhere, "no list for a plan");
    check_code(samebits_plan_reduce(plan, locals, results, ranks), MPI_ERR_ROOT, "the root is",
               "a root that is no rank");
    samebits_plan_free(&plan);
    MPI_Op_free(&op);
    /* There is no communicator whose handler could be called. */
    int class;
    MPI_Error_class(samebits_plan_allreduce(NULL, locals, results), &class);
    CHECK(class == MPI_ERR_ARG && handled == 0, "a null plan: error class %d", class);
    MPI_Error_class(samebits_plan_free(NULL), &class);
    CHECK(class == MPI_ERR_ARG && handled == 0, "no plan to free: error class %d", class);
}

/* An operator that fails where MPI_Reduce_local calls it is the user's affair; a
 * communicator that is none, or has two groups, is not. */
static void check_communicators(void)
{
    int class;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Error_class(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_SUM, MPI_COMM_NULL), &class);
    CHECK(class == MPI_ERR_COMM, "MPI_COMM_NULL: error class %d", class);
    if (ranks == 1)
        return;
#ifndef SMPI_H /* SimGrid's SMPI has no intercommunicators */
    MPI_Comm half, inter;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0, 7, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Error_class(samebits_allreduce_array(x, 2, &result, MPI_DOUBLE, MPI_SUM, inter), &class);
    CHECK(class == MPI_ERR_COMM, "an intercommunicator: error class %d", class);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
#endif
}

int main(int argc, char **argv)
{
    int class, before = samebits_allreduce_array(x, 1, &result, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(before != MPI_SUCCESS && strstr(samebits_error_message(), "MPI is not initialised"),
          "before MPI_Init: %d, %s", before, samebits_error_message());
    start(&argc, &argv);
    MPI_Error_class(before, &class);
    CHECK(class == MPI_ERR_OTHER, "before MPI_Init: error class %d", class);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler errhandler;
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(comm, errhandler);
    MPI_Errhandler_free(&errhandler);
    check_good("nothing");
    check_one_rank();
    check_all_ranks();
    check_regions();
    check_pieces();
    check_lists_and_plans();
    check_communicators();
    MPI_Comm_free(&comm);
    return finish();
}
