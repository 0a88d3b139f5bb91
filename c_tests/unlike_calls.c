/* Ranks that call different direct functions, or one function with arguments that have to be the
 * same: all get an error of the same class, in words that name both calls, and are in step
 * again. Every pair of the calls below, by every way in which their messages go. */
#include "driver.h"
#include "samebits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 500, NOTHING_WRONG = -1 };

static int rank, ranks, handled;
static MPI_Comm comm, freed;

/* Shares of up to 500 arrays: this rank's and the values that all of them sum up to. */
static double x[ARRAYS], results[ARRAYS];
static const void *locals[ARRAYS];
static size_t ones[ARRAYS], twos[ARRAYS];
static uint64_t starts[ARRAYS], backward[ARRAYS];

/* What is made anew for each way: with one arithmetic, on one communicator. */
static samebits_plan *two, *two_longer, *two_floats, *three, *turned, *many, *none;
static samebits_accumulator *exact, *binned;
static samebits_sums *five, *six;

static void handler(MPI_Comm *where, int *code, ...)
{
    int result;
    (void)code;
    MPI_Comm_compare(*where, comm, &result);
    handled += result == MPI_IDENT;
}

static int plan_arrays(int arrays)
{
    samebits_plan *plan = NULL;
    int code = samebits_plan_arrays(arrays, ones, MPI_DOUBLE, MPI_SUM, comm, &plan);
    samebits_plan_free(&plan);
    return code;
}

static int plan_regions(int arrays)
{
    samebits_plan *plan = NULL;
    int code = samebits_plan_regions(arrays, starts, ones, MPI_DOUBLE, MPI_SUM, comm, &plan);
    samebits_plan_free(&plan);
    return code;
}

static int plan_pieces(void)
{
    samebits_plan *plan = NULL;
    uint64_t start = rank;
    int code = samebits_plan_pieces(1, &start, ones, MPI_DOUBLE, MPI_SUM, comm, &plan);
    samebits_plan_free(&plan);
    return code;
}

static int pieces(int root)
{
    uint64_t start = rank;
    return root < 0 ? samebits_allreduce_pieces(x, 1, &start, ones, results, MPI_DOUBLE, MPI_SUM, comm)
                    : samebits_reduce_pieces(x, 1, &start, ones, results, MPI_DOUBLE, MPI_SUM, root, comm);
}

#define EACH(name, call)                                                                           \
    static int name(void)                                                                          \
    {                                                                                              \
        return call;                                                                               \
    }
EACH(array, samebits_allreduce_array(x, 1, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(array_max, samebits_allreduce_array(x, 1, results, MPI_DOUBLE, MPI_MAX, comm))
EACH(array_int, samebits_allreduce_array(x, 1, results, MPI_INT, MPI_SUM, comm))
EACH(array_unsigned, samebits_allreduce_array(x, 1, results, MPI_UNSIGNED, MPI_SUM, comm))
EACH(array_complex, samebits_allreduce_array(x, 1, results, MPI_C_FLOAT_COMPLEX, MPI_SUM, comm))
EACH(array_root_0, samebits_reduce_array(x, 1, results, MPI_DOUBLE, MPI_SUM, 0, comm))
EACH(array_root_1, samebits_reduce_array(x, 1, results, MPI_DOUBLE, MPI_SUM, 1, comm))
EACH(arrays_1, samebits_allreduce_arrays(1, locals, ones, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(arrays_2, samebits_allreduce_arrays(2, locals, ones, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(arrays_500, samebits_allreduce_arrays(500, locals, ones, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(arrays_root_0, samebits_reduce_arrays(2, locals, ones, results, MPI_DOUBLE, MPI_SUM, 0, comm))
EACH(arrays_root_1, samebits_reduce_arrays(2, locals, ones, results, MPI_DOUBLE, MPI_SUM, 1, comm))
EACH(region, samebits_allreduce_region(x, rank, 1, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(region_root_0, samebits_reduce_region(x, rank, 1, results, MPI_DOUBLE, MPI_SUM, 0, comm))
EACH(region_root_1, samebits_reduce_region(x, rank, 1, results, MPI_DOUBLE, MPI_SUM, 1, comm))
EACH(plan_arrays_2, plan_arrays(2))
EACH(plan_arrays_3, plan_arrays(3))
EACH(plan_regions_2, plan_regions(2))
EACH(plan_2, samebits_plan_allreduce(two, locals, results))
EACH(plan_2_longer, samebits_plan_allreduce(two_longer, locals, results))
EACH(plan_2_floats, samebits_plan_allreduce(two_floats, locals, results))
EACH(plan_3, samebits_plan_allreduce(three, locals, results))
EACH(plan_turned, samebits_plan_allreduce(turned, locals, results))
EACH(plan_500, samebits_plan_allreduce(many, locals, results))
EACH(plan_none, samebits_plan_allreduce(none, locals, results))
EACH(plan_root_0, samebits_plan_reduce(two, locals, results, 0))
EACH(plan_root_1, samebits_plan_reduce(two, locals, results, 1))
EACH(plan_counts, samebits_plan_allreduce_counts(two, locals, ones, results))
EACH(plan_counts_root_0, samebits_plan_reduce_counts(two, locals, ones, results, 0))
EACH(plan_counts_root_1, samebits_plan_reduce_counts(two, locals, ones, results, 1))
EACH(pieces_all, pieces(-1))
EACH(pieces_root_0, pieces(0))
EACH(pieces_root_1, pieces(1))
EACH(sum, samebits_accumulator_allreduce(exact, comm))
EACH(sum_binned, samebits_accumulator_allreduce(binned, comm))
EACH(sum_root_0, samebits_accumulator_reduce(exact, 0, comm))
EACH(sum_root_1, samebits_accumulator_reduce(exact, 1, comm))
EACH(dot, samebits_allreduce_dot(x, x, 1, results, MPI_DOUBLE, comm))
EACH(conjugated_dot, samebits_allreduce_conjugated_dot(x, x, 1, results, MPI_DOUBLE, comm))
EACH(dots, samebits_allreduce_dots(2, x, locals, 1, results, MPI_DOUBLE, comm))
EACH(conjugated_dots, samebits_allreduce_conjugated_dots(2, x, locals, 1, results, MPI_DOUBLE, comm))
EACH(norm2, samebits_allreduce_norm2(x, 1, results, MPI_DOUBLE, comm))
EACH(sum_abs, samebits_allreduce_sum_abs(x, NULL, 1, results, MPI_DOUBLE, comm))
EACH(weighted_sum, samebits_allreduce_weighted_sum(x, x, MPI_DOUBLE, NULL, 1, results, MPI_DOUBLE, comm))
EACH(weighted_squares, samebits_allreduce_weighted_squares(x, x, NULL, 1, results, MPI_DOUBLE, comm))
EACH(weighted_dot, samebits_allreduce_weighted_dot(x, x, x, NULL, 1, results, MPI_DOUBLE, comm))
EACH(weighted_conjugated_dot, samebits_allreduce_weighted_conjugated_dot(x, x, x, NULL, 1, results, MPI_DOUBLE, comm))
EACH(mean, samebits_allreduce_mean(x, NULL, 1, results, MPI_DOUBLE, comm))
EACH(variance, samebits_allreduce_variance(x, NULL, 1, 0, results, MPI_DOUBLE, comm))
EACH(dots_3, samebits_allreduce_dots(3, x, locals, 1, results, MPI_DOUBLE, comm))
EACH(dot_float, samebits_allreduce_dot(x, x, 1, results, MPI_FLOAT, comm))
EACH(sample_variance, samebits_allreduce_variance(x, NULL, 1, 1, results, MPI_DOUBLE, comm))
EACH(sums_5, samebits_sums_allreduce(five, results, comm))
EACH(sums_6, samebits_sums_allreduce(six, results, comm))
EACH(tune, samebits_tune(comm, "not-written"))
/* What a rank has wrong by itself, in a call that the others do not make. */
EACH(no_buffer, samebits_allreduce_array(NULL, 1, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(no_list, samebits_allreduce_arrays(2, NULL, ones, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(fewer_than_none, samebits_allreduce_arrays(-2, locals, ones, results, MPI_DOUBLE, MPI_SUM, comm))
EACH(no_type, plan_arrays(-1))
EACH(plan_no_list, samebits_plan_allreduce(two, NULL, results))
EACH(plan_no_root, samebits_plan_reduce(two, locals, results, -3))
EACH(no_sum, samebits_accumulator_allreduce(NULL, comm))
EACH(no_sums, samebits_sums_allreduce(NULL, results, comm))
EACH(no_path, samebits_tune(comm, NULL))

/* A call: the function that it names, what has to be the same on all ranks, what it gives
 * (of the first array), or the class of its own error. */
static const struct call {
    int (*make)(void);
    const char *function;
    int arrays;
    const char *type, *op;
    int root, other;
    double first;
    int wrong;
} calls[] = {
#define GOOD(make, function, arrays, type, op, root, other, first)                                 \
    {make, "samebits_" #function "(", arrays, type, op, root, other, first, NOTHING_WRONG}
    GOOD(array, allreduce_array, 1, "double", "sum", -1, 0, 1),
    GOOD(array_max, allreduce_array, 1, "double", "max", -1, 0, 0),
    GOOD(array_int, allreduce_array, 1, "int", "sum", -1, 0, 0),
    GOOD(array_unsigned, allreduce_array, 1, "unsigned", "sum", -1, 0, 0),
    GOOD(array_complex, allreduce_array, 1, "complex", "sum", -1, 0, 0),
    GOOD(array_root_0, reduce_array, 1, "double", "sum", 0, 0, 1),
    GOOD(array_root_1, reduce_array, 1, "double", "sum", 1, 0, 1),
    GOOD(arrays_1, allreduce_arrays, 1, "double", "sum", -1, 0, 1),
    GOOD(arrays_2, allreduce_arrays, 2, "double", "sum", -1, 0, 1),
    GOOD(arrays_500, allreduce_arrays, 500, "double", "sum", -1, 0, 1),
    GOOD(arrays_root_0, reduce_arrays, 2, "double", "sum", 0, 0, 1),
    GOOD(arrays_root_1, reduce_arrays, 2, "double", "sum", 1, 0, 1),
    GOOD(region, allreduce_region, 1, "double", "sum", -1, 0, 1),
    GOOD(region_root_0, reduce_region, 1, "double", "sum", 0, 0, 1),
    GOOD(region_root_1, reduce_region, 1, "double", "sum", 1, 0, 1),
    GOOD(plan_arrays_2, plan_arrays, 2, "double", "sum", -1, 0, 0),
    GOOD(plan_arrays_3, plan_arrays, 3, "double", "sum", -1, 0, 0),
    GOOD(plan_regions_2, plan_regions, 2, "double", "sum", -1, 0, 0),
    GOOD(plan_2, plan_allreduce, 2, "double", "sum", -1, 0, 1),
    GOOD(plan_2_longer, plan_allreduce, 2, "double", "sum", -1, 1, 0),
    GOOD(plan_2_floats, plan_allreduce, 2, "float", "sum", -1, 0, 0),
    GOOD(plan_3, plan_allreduce, 3, "double", "sum", -1, 0, 1),
    GOOD(plan_turned, plan_allreduce, 2, "double", "sum", -1, 2, 1),
    GOOD(plan_500, plan_allreduce, 500, "double", "sum", -1, 0, 1),
    GOOD(plan_none, plan_allreduce, 0, "double", "sum", -1, 0, 0),
    GOOD(plan_root_0, plan_reduce, 2, "double", "sum", 0, 0, 1),
    GOOD(plan_root_1, plan_reduce, 2, "double", "sum", 1, 0, 1),
    GOOD(plan_counts, plan_allreduce_counts, 2, "double", "sum", -1, 0, 1),
    GOOD(plan_counts_root_0, plan_reduce_counts, 2, "double", "sum", 0, 0, 1),
    GOOD(plan_counts_root_1, plan_reduce_counts, 2, "double", "sum", 1, 0, 1),
    GOOD(pieces_all, allreduce_pieces, 1, "double", "sum", -1, 0, 1),
    GOOD(pieces_root_0, reduce_pieces, 1, "double", "sum", 0, 0, 1),
    GOOD(pieces_root_1, reduce_pieces, 1, "double", "sum", 1, 0, 1),
    GOOD(plan_pieces, plan_pieces, 1, "double", "sum", -1, 0, 0),
    GOOD(sum, accumulator_allreduce, 0, "", "", -1, 0, 0),
    GOOD(sum_binned, accumulator_allreduce, 0, "", "", -1, 1, 0),
    GOOD(sum_root_0, accumulator_reduce, 0, "", "", 0, 0, 0),
    GOOD(sum_root_1, accumulator_reduce, 0, "", "", 1, 0, 0),
    GOOD(dot, allreduce_dot, 1, "double", "", -1, 0, 1),
    GOOD(conjugated_dot, allreduce_conjugated_dot, 1, "double", "", -1, 0, 1),
    GOOD(dots, allreduce_dots, 2, "double", "", -1, 0, 1),
    GOOD(conjugated_dots, allreduce_conjugated_dots, 2, "double", "", -1, 0, 1),
    GOOD(norm2, allreduce_norm2, 1, "double", "", -1, 0, 0),
    GOOD(sum_abs, allreduce_sum_abs, 1, "double", "", -1, 0, 1),
    GOOD(weighted_sum, allreduce_weighted_sum, 1, "double", "", -1, 0, 1),
    GOOD(weighted_squares, allreduce_weighted_squares, 1, "double", "", -1, 0, 1),
    GOOD(weighted_dot, allreduce_weighted_dot, 1, "double", "", -1, 0, 1),
    GOOD(weighted_conjugated_dot, allreduce_weighted_conjugated_dot, 1, "double", "", -1, 0, 1),
    GOOD(mean, allreduce_mean, 1, "double", "", -1, 0, 0),
    GOOD(variance, allreduce_variance, 1, "double", "", -1, 0, 0),
    GOOD(dots_3, allreduce_dots, 3, "double", "", -1, 0, 1),
    GOOD(dot_float, allreduce_dot, 1, "float", "", -1, 0, 0),
    GOOD(sample_variance, allreduce_variance, 1, "double", "", -1, 1, 0),
    GOOD(sums_5, sums_allreduce, 5, "double", "", -1, 0, 1),
    GOOD(sums_6, sums_allreduce, 6, "double", "", -1, 0, 1),
    GOOD(tune, tune, 0, "", "", -1, 0, 0),
#define WRONG(make, words, class) {make, words, 0, "", "", 0, 0, 0, class}
    WRONG(no_buffer, "the buffer of the 1 elements is null", MPI_ERR_BUFFER),
    WRONG(no_list, "the list locals of 2 arrays is null", MPI_ERR_ARG),
    WRONG(fewer_than_none, "the number of arrays is -2", MPI_ERR_COUNT),
    WRONG(no_type, "the number of arrays is -1", MPI_ERR_COUNT),
    WRONG(plan_no_list, "the list locals is null", MPI_ERR_ARG),
    WRONG(plan_no_root, "the root is -3; it has to be a rank", MPI_ERR_ROOT),
    WRONG(no_sum, "the accumulator is null", MPI_ERR_ARG),
    WRONG(no_sums, "the set of sums is null", MPI_ERR_ARG),
    WRONG(no_path, "the path is null", MPI_ERR_ARG),
};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct call *call_of(int (*make)(void))
{
    const struct call *call = calls;
    while (call->make != make)
        call++;
    return call;
}

static int is_wrong(const struct call *call)
{
    return call->wrong != NOTHING_WRONG;
}

/* Whether the call takes seconds, or changes what it is given. */
static int is_costly(const struct call *call)
{
    return call->make == tune || strstr(call->function, "accumulator") != NULL;
}

/* The class of the error where some ranks make one of the calls and some the other. */
static int class_of(const struct call *one, const struct call *other)
{
    if (is_wrong(one) || is_wrong(other))
        return is_wrong(one) ? one->wrong : other->wrong;
    if (strcmp(one->function, other->function) != 0)
        return MPI_ERR_ARG;
    if (one->arrays != other->arrays)
        return MPI_ERR_COUNT;
    if (strcmp(one->type, other->type) != 0)
        return MPI_ERR_TYPE;
    if (strcmp(one->op, other->op) != 0)
        return MPI_ERR_OP;
    return one->root != other->root ? MPI_ERR_ROOT : MPI_ERR_ARG;
}

/* The rank `apart` makes the first call, the others the second one. */
static void check_pair(const struct call *one, const struct call *other, int apart, const char *way)
{
    const struct call *mine = rank == apart ? one : other;
    int class, wanted = class_of(one, other), code = mine->make();
    const char *words = samebits_error_message();
    MPI_Error_class(code, &class);
    CHECK(class == wanted && handled == 1,
          "%s, rank %d calls %s the others %s: error class %d, not %d, and %d calls of the handler "
          "(%s)", way, apart, one->function, other->function, class, wanted, handled, words);
    handled = 0;
    CHECK((is_wrong(other) || strstr(words, one->function)) &&
              (is_wrong(one) || strstr(words, other->function)),
          "%s, rank %d calls %s the others %s: %s", way, apart, one->function, other->function,
          words);
}

/* The call is right on all ranks. */
static void check_good(const struct call *call, const char *after)
{
    results[0] = -1;
    int code = call->make();
    CHECK(code == MPI_SUCCESS && handled == 0, "%s after %s: %s", call->function, after,
          samebits_error_message());
    int receives = call->root < 0 || call->root == rank;
    CHECK(!receives || call->first == 0 || results[0] == ranks, "%s after %s gives %g",
          call->function, after, results[0]);
}

static samebits_plan *planned(int arrays, const size_t *n, const uint64_t *from, MPI_Datatype type)
{
    samebits_plan *plan = NULL;
    int code = from ? samebits_plan_regions(arrays, from, n, type, MPI_SUM, comm, &plan)
                    : samebits_plan_arrays(arrays, n, type, MPI_SUM, comm, &plan);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    return plan;
}

/* All pairs on a communicator of its own, whose messages go that way, each with one rank apart;
 * where it is `brief`, neighbours in the table alone. */
static void check_way(const char *schedule, const char *arithmetic, int brief)
{
    char way[80];
    snprintf(way, sizeof way, "%s, %s", schedule, arithmetic);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler errhandler;
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(comm, errhandler);
    MPI_Errhandler_free(&errhandler);
    samebits_set(comm, "schedule", schedule);
    samebits_set(comm, "arithmetic", arithmetic);
    two = planned(2, ones, NULL, MPI_DOUBLE);
    two_longer = planned(2, twos, NULL, MPI_DOUBLE);
    two_floats = planned(2, ones, NULL, MPI_FLOAT);
    three = planned(3, ones, NULL, MPI_DOUBLE);
    turned = planned(2, ones, backward, MPI_DOUBLE);
    many = planned(ARRAYS, ones, NULL, MPI_DOUBLE);
    none = planned(0, ones, NULL, MPI_DOUBLE);
    int pairs = 0;
    for (int i = 0; i < CALLS; i++)
        for (int j = i + 1; j < CALLS && (!brief || j <= i + 2); j++, pairs++) {
            /* (Of two that are wrong the first rank's error is everybody's.) */
            if (is_wrong(&calls[i]) && is_wrong(&calls[j]))
                continue;
            check_pair(&calls[i], &calls[j], pairs % ranks, way);
            const struct call *good = &calls[(pairs / ranks) % 2 ? i : j];
            good = is_wrong(good) ? &calls[i] : good;
            if (!is_costly(good))
                check_good(good, way);
        }
    samebits_plan **plans[] = {&two, &two_longer, &two_floats, &three, &turned, &many, &none};
    for (int i = 0; i < 7; i++)
        samebits_plan_free(plans[i]);
    MPI_Comm_free(&comm);
}

/* A choice between two calls has no effect on plans that were made before, and none on whether
 * ranks notice that one calls something else. */
static void check_after_a_choice(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler errhandler;
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(comm, errhandler);
    MPI_Errhandler_free(&errhandler);
    two = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "arithmetic", "binned");
    three = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "arithmetic", "tree");
    int code = rank ? array() : plan_2(), class;
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_ARG && handled == 1, "after a choice: %s", samebits_error_message());
    /* Two plans, of two arithmetics. */
    MPI_Error_class(rank ? plan_2() : plan_3(), &class);
    CHECK(class == MPI_ERR_ARG && handled == 2 &&
              strstr(samebits_error_message(), "arithmetic=exact") &&
              strstr(samebits_error_message(), "arithmetic=binned:3"),
          "two arithmetics: %s", samebits_error_message());
    handled = 0;
    check_good(call_of(plan_2), "a choice");
    samebits_plan_free(&two);
    samebits_plan_free(&three);
    /* And two of two schedules, whose messages are not alike. */
    samebits_set(comm, "schedule", "gather");
    two = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "schedule", "native");
    three = planned(2, ones, NULL, MPI_DOUBLE);
    for (int i = 0; i < 2; i++) {
        MPI_Error_class(rank ? plan_2() : samebits_plan_allreduce(three, locals, results), &class);
        CHECK(class == MPI_ERR_ARG && handled == 1 &&
                  strstr(samebits_error_message(), "schedule=gather") &&
                  strstr(samebits_error_message(), "schedule=native"),
              "two schedules: %s", samebits_error_message());
        handled = 0;
        check_good(call_of(plan_2), "two schedules");
    }
    samebits_plan_free(&two);
    samebits_plan_free(&three);
    MPI_Comm_free(&comm);
}

/* A plan of a communicator that was freed has nobody to talk to: an error on that rank, which
 * does not wait. The others wait for it where they are, until it calls what they call. */
static void check_freed(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    samebits_plan *plan;
    samebits_plan_arrays(1, ones, MPI_DOUBLE, MPI_SUM, freed, &plan);
    for (int i = 0; i < 2; i++) {
        int code = samebits_plan_allreduce(plan, locals, results);
        CHECK(code == MPI_SUCCESS && results[0] == ranks, "%s", samebits_error_message());
    }
    MPI_Comm_free(&freed);
    for (int i = 0; i < 2; i++) { /* and where another has its handle */
        int class;
        if (rank == 0 || i == 1) {
            MPI_Error_class(i ? samebits_plan_reduce(plan, locals, results, 0)
                              : samebits_plan_allreduce(plan, locals, results), &class);
            CHECK(class == MPI_ERR_COMM && strstr(samebits_error_message(), "has been freed"),
                  "a plan of a communicator that was freed: class %d, %s", class,
                  samebits_error_message());
        }
        check_good(call_of(array), "a communicator was freed");
        if (i == 0)
            MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    }
    samebits_plan_free(&plan);
#if defined(MPICH_VERSION) && !defined(I_MPI_VERSION) /* others read what is there no more */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm copy = freed;
    int class;
    MPI_Comm_free(&freed);
    MPI_Error_class(samebits_accumulator_allreduce(exact, copy), &class);
    CHECK(class == MPI_ERR_COMM && strstr(samebits_error_message(), "has it been freed?"),
          "a sum over a communicator that was freed: class %d, %s", class,
          samebits_error_message());
#else
    MPI_Comm_free(&freed);
#endif
    check_good(call_of(array), "another was freed");
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ARRAYS; i++) {
        x[i] = 1;
        locals[i] = x;
        ones[i] = 1;
        twos[i] = 2;
        starts[i] = rank;
        backward[i] = ranks - 1 - rank;
    }
    samebits_accumulator_create("exact", 0, MPI_DOUBLE, &exact);
    samebits_accumulator_create("binned:2", 0, MPI_DOUBLE, &binned);
    samebits_sums_create(5, MPI_DOUBLE, &five);
    samebits_sums_create(6, MPI_DOUBLE, &six);
    samebits_sums_add_double(five, 0, 1);
    samebits_sums_add_double(six, 0, 1);
#ifdef OPEN_MPI
    int brief = 0;
#else
    int brief = ranks > 2; /* MPICH's ranks poll without yielding */
#endif
    check_way("auto", "auto", 0);
    check_way("gather", "auto", brief);
    check_way("native", "auto", brief);
    check_way("auto", "tree", 1);
    check_way("auto", "prerounded2", 1);
    check_way("gather", "prerounded2", 1);
    check_way("native", "prerounded2", 1);
    check_after_a_choice();
    check_freed();
    samebits_accumulator_free(&exact);
    samebits_accumulator_free(&binned);
    samebits_sums_free(&five);
    samebits_sums_free(&six);
    return finish();
}
