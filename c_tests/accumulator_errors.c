/* What is wrong with an accumulator, or with what is done to it, comes back as an error of the
 * right class with a message; over ranks once through the communicator's error handler, on
 * every rank. Nothing has changed then. */
#include "driver.h"
#include "samebits.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int rank, ranks, handled;
static MPI_Comm comm;
static samebits_accumulator *sum;

static void handler(MPI_Comm *where, int *code, ...)
{
    int result;
    (void)code;
    MPI_Comm_compare(*where, comm, &result);
    handled += result == MPI_IDENT;
}

/* The call has returned an error of that class with those words; where it is one over ranks,
 * after the error handler of the communicator. The sum is still 5. */
static void check_code(int code, int class, int over_ranks, const char *words, const char *what)
{
    int seen;
    double value;
    MPI_Error_class(code, &seen);
    CHECK(seen == class, "%s: error class %d, not %d (%s)", what, seen, class, samebits_error_message());
    CHECK(handled == over_ranks, "%s: the error handler was called %d times", what, handled);
    CHECK(strstr(samebits_error_message(), words) != NULL, "%s: the message is \"%s\"", what,
          samebits_error_message());
    handled = 0;
    samebits_accumulator_value(sum, &value);
    CHECK(value == 5, "%s: the sum is %g", what, value);
}

static samebits_accumulator *create(const char *arithmetic, uint64_t summands, MPI_Datatype type)
{
    samebits_accumulator *made = NULL;
    int code = samebits_accumulator_create(arithmetic, summands, type, &made);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    return made;
}

static void check_creation(void)
{
    samebits_accumulator *none = sum;
#define CREATE(arithmetic, summands, type, class, words) \
    check_code(samebits_accumulator_create(arithmetic, summands, type, &none), class, 0, words, arithmetic)
    CREATE("prerounded2", 10, MPI_DOUBLE, MPI_ERR_ARG, "has to know the largest summand");
    CREATE("tree", 0, MPI_DOUBLE, MPI_ERR_ARG, "depend on the order of the summands");
    CREATE("native", 0, MPI_DOUBLE, MPI_ERR_ARG, "native is not accepted");
    CREATE("exakt", 0, MPI_DOUBLE, MPI_ERR_ARG, "arithmetic=exakt is not accepted; it takes auto");
    CREATE("binned:5", 0, MPI_DOUBLE, MPI_ERR_ARG, "arithmetic=binned:5 is not accepted");
    CREATE("prerounded", 0, MPI_DOUBLE, MPI_ERR_COUNT, "from 1 to 2^48");
    CREATE("prerounded", ((uint64_t)1 << 48) + 1, MPI_DOUBLE, MPI_ERR_COUNT, "from 1 to 2^48");
    CREATE("exact", 0, MPI_INT, MPI_ERR_TYPE, "type=MPI_INT is not accepted; it takes float");
    CREATE("exact", 0, MPI_LONG_DOUBLE, MPI_ERR_TYPE, "type=MPI_LONG_DOUBLE is not accepted");
    CREATE("exact", 0, MPI_DOUBLE_INT, MPI_ERR_TYPE, "type=MPI_DOUBLE_INT is not accepted");
    CREATE("exact", 0, MPI_DATATYPE_NULL, MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
    CHECK(none == sum, "a refused creation has stored something");
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_DOUBLE, &two);
    CREATE("exact", 0, two, MPI_ERR_TYPE, "type=a derived datatype is not accepted");
    MPI_Type_free(&two);
    check_code(samebits_accumulator_create("exact", 0, MPI_DOUBLE, NULL), MPI_ERR_ARG, 0,
               "the address for the accumulator is null", "no room");
    check_code(samebits_accumulator_free(NULL), MPI_ERR_ARG, 0, "is null", "no address to free");
    for (int i = 0; i < 3; i++) {
        const char *exact[] = {NULL, "", "auto"};
        samebits_accumulator *made = create(exact[i], 10, MPI_DOUBLE);
        CHECK(samebits_accumulator_merge(made, sum) == MPI_SUCCESS, "%s", samebits_error_message());
        samebits_accumulator_free(&made);
    }
}

static void check_nulls(void)
{
    double x[2] = {1, 2};
    size_t size;
    char bytes[600];
    MPI_Datatype type;
    MPI_Op op;
    const char *no_sum = "the accumulator is null";
#define NULL_SUM(call) check_code(call, MPI_ERR_ARG, 0, no_sum, #call)
    NULL_SUM(samebits_accumulator_add(NULL, x));
    NULL_SUM(samebits_accumulator_add_array(NULL, x, 2));
    NULL_SUM(samebits_accumulator_add_products(NULL, x, x, 2));
    NULL_SUM(samebits_accumulator_add_conjugated_products(NULL, x, x, 2));
    NULL_SUM(samebits_accumulator_merge(NULL, sum));
    NULL_SUM(samebits_accumulator_clear(NULL));
    NULL_SUM(samebits_accumulator_value(NULL, x));
    NULL_SUM(samebits_accumulator_size(NULL, &size));
    NULL_SUM(samebits_accumulator_write(NULL, bytes, 572));
    NULL_SUM(samebits_accumulator_read(NULL, bytes, 572));
    NULL_SUM(samebits_accumulator_handles(NULL, &type, &op));
#define WRONG(call, class, words) check_code(call, class, 0, words, #call)
    WRONG(samebits_accumulator_add(sum, NULL), MPI_ERR_BUFFER, "the 1 elements is null");
    WRONG(samebits_accumulator_add_array(sum, NULL, 2), MPI_ERR_BUFFER, "the 2 elements is null");
    WRONG(samebits_accumulator_add_products(sum, NULL, x, 2), MPI_ERR_BUFFER, "2 elements x");
    WRONG(samebits_accumulator_add_products(sum, x, NULL, 2), MPI_ERR_BUFFER, "2 elements y");
    WRONG(samebits_accumulator_add_array(sum, x, SIZE_MAX), MPI_ERR_COUNT, "takes at most 2^63");
    WRONG(samebits_accumulator_merge(sum, NULL), MPI_ERR_ARG, "the other accumulator is null");
    WRONG(samebits_accumulator_value(sum, NULL), MPI_ERR_BUFFER, "for the value is null");
    WRONG(samebits_accumulator_size(sum, NULL), MPI_ERR_ARG, "the number of bytes is null");
    WRONG(samebits_accumulator_handles(sum, NULL, &op), MPI_ERR_ARG, "the datatype is null");
    WRONG(samebits_accumulator_handles(sum, &type, NULL), MPI_ERR_ARG, "the operator is null");
    samebits_accumulator_size(sum, &size);
    WRONG(samebits_accumulator_write(sum, NULL, size), MPI_ERR_BUFFER, "the byte buffer is null");
    WRONG(samebits_accumulator_write(sum, bytes, size + 1), MPI_ERR_ARG, "takes 572 bytes");
    WRONG(samebits_accumulator_read(sum, NULL, size), MPI_ERR_BUFFER, "the byte buffer is null");
    samebits_accumulator_write(sum, bytes, size);
    WRONG(samebits_accumulator_read(sum, bytes, size - 1), MPI_ERR_ARG, "571 bytes were passed");
    bytes[0] = 'x';
    WRONG(samebits_accumulator_read(sum, bytes, size), MPI_ERR_ARG, "not those of an accumulator");
    WRONG(samebits_accumulator_read(sum, bytes, 0), MPI_ERR_ARG, "not those of an accumulator");
}

static void check_unlike_and_bounds(void)
{
    double x[4] = {1, 2, 3, 4}, value;
    samebits_accumulator *other = create("binned", 0, MPI_DOUBLE);
    WRONG(samebits_accumulator_merge(sum, other), MPI_ERR_ARG,
          "one is for exact of double, the other for binned:3 of double");
    samebits_accumulator_free(&other);
    samebits_accumulator *bounded = create("prerounded", 3, MPI_DOUBLE);
    WRONG(samebits_accumulator_add_array(bounded, x, 4), MPI_ERR_COUNT,
          "that would make 4 summands; the bound given at its creation is 3");
    samebits_accumulator_add_array(bounded, x, 2);
    WRONG(samebits_accumulator_add_products(bounded, x, x, 2), MPI_ERR_COUNT, "4 summands");
    WRONG(samebits_accumulator_merge(bounded, bounded), MPI_ERR_COUNT, "4 summands");
    samebits_accumulator_value(bounded, &value);
    CHECK(value == 3, "the bounded sum is %g", value);
    samebits_accumulator_free(&bounded);
}

/* On one rank, the others know of it too, and who it was. */
static void check_ranks(void)
{
    int here = rank == ranks - 1;
    double one = 1, value;
    char elsewhere[40];
    snprintf(elsewhere, sizeof elsewhere, "rank %d cannot take part", ranks - 1);
#define OVER_RANKS(call, class, words) check_code(call, class, 1, words, #call)
    OVER_RANKS(samebits_accumulator_allreduce(here ? NULL : sum, comm), MPI_ERR_ARG,
               here ? "the accumulator is null" : elsewhere);
    OVER_RANKS(samebits_accumulator_reduce(here ? NULL : sum, 0, comm), MPI_ERR_ARG,
               here ? "the accumulator is null" : elsewhere);
    OVER_RANKS(samebits_accumulator_reduce(sum, ranks, comm), MPI_ERR_ROOT, "it has to be a rank");
    OVER_RANKS(samebits_accumulator_reduce(sum, here ? -1 : 0, comm), MPI_ERR_ROOT,
               here ? "the root is -1" : elsewhere);
    samebits_accumulator *bounded = create("prerounded:2", 2 * ranks - 1, MPI_DOUBLE);
    for (int i = 0; i < 2 && 2 * ranks - 1 > i; i++)
        samebits_accumulator_add(bounded, &one);
    char words[60];
    snprintf(words, sizeof words, "that would make %d summands", 2 * ranks);
    if (ranks > 1) {
        OVER_RANKS(samebits_accumulator_allreduce(bounded, comm), MPI_ERR_COUNT, words);
        OVER_RANKS(samebits_accumulator_reduce(bounded, 0, comm), MPI_ERR_COUNT, words);
        samebits_accumulator_value(bounded, &value);
        CHECK(value == 2, "the bounded sum is %g", value);
        /* The program's own collective has no such check; reading the result does. */
        char mine[100], merged[100];
        size_t size;
        MPI_Datatype type;
        MPI_Op op;
        samebits_accumulator_size(bounded, &size);
        samebits_accumulator_write(bounded, mine, size);
        samebits_accumulator_handles(bounded, &type, &op);
        MPI_Allreduce(mine, merged, 1, type, op, comm);
        WRONG(samebits_accumulator_read(bounded, merged, size), MPI_ERR_COUNT, words);
        samebits_accumulator *unlike = here ? create("prerounded:2", 7 * ranks, MPI_DOUBLE) : sum;
        if (here)
            samebits_accumulator_write(unlike, mine, size);
        MPI_Allreduce(mine, merged, 1, type, op, comm);
        WRONG(samebits_accumulator_read(bounded, merged, size), MPI_ERR_ARG, "differ");
        char pair[150];
        snprintf(pair, sizeof pair,
                 "rank %d called samebits_accumulator_allreduce(sum=prerounded:2 of double with at "
                 "most %d summands); ",
                 ranks - 1, 7 * ranks);
        OVER_RANKS(samebits_accumulator_allreduce(unlike, comm), MPI_ERR_ARG, pair);
        if (here)
            samebits_accumulator_free(&unlike);
        snprintf(pair, sizeof pair,
                 "rank %d called samebits_accumulator_reduce(sum=exact of double, root=1); ", ranks - 1);
        OVER_RANKS(samebits_accumulator_reduce(sum, here, comm), MPI_ERR_ROOT, pair);
    }
    samebits_accumulator_free(&bounded);

    int class;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Error_class(samebits_accumulator_allreduce(sum, MPI_COMM_NULL), &class);
    CHECK(class == MPI_ERR_COMM, "MPI_COMM_NULL: error class %d", class);
    CHECK(samebits_accumulator_allreduce(sum, comm) == MPI_SUCCESS, "%s", samebits_error_message());
    samebits_accumulator_value(sum, &value);
    CHECK(value == 5 * ranks, "the sum of all ranks is %g", value);
}

int main(int argc, char **argv)
{
    double five = 5;
    int class, before = samebits_accumulator_create("exact", 0, MPI_DOUBLE, &sum);
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
    sum = create("exact", 0, MPI_DOUBLE);
    samebits_accumulator_add(sum, &five);
    check_creation();
    check_nulls();
    check_unlike_and_bounds();
    check_ranks();
    samebits_accumulator_free(&sum);
    MPI_Comm_free(&comm);
    return finish();
}
