/* The direct calls that unlike_calls.c makes, by the variables that it has defined: a row for each,
 * with what has to be the same on all ranks. A function that all ranks call has one at least. */
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

/* The arguments of the sums over vectors. */
#include "vector_sum_table.h"
#define OF_K 2
#define OF_X x
#define OF_Y x
#define OF_YS locals
#define OF_W x
#define OF_WEIGHTS MPI_DOUBLE
#define OF_MASK NULL
#define OF_N 1
#define OF_DDOF 0
#define OF_RESULT results

#define EACH(name, call) \
    static int name(void) { return call; }
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
#define SUM(EACH, name, results_of, add_up, ...) \
    EACH(vectors_##name, samebits_allreduce_##name(__VA_ARGS__, MPI_DOUBLE, comm))
VECTOR_SUMS(SUM, EACH)
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
#define GOOD(make, function, arrays, type, op, root, other, first)                           \
    {                                                                                        \
        make, "samebits_" #function "(", arrays, type, op, root, other, first, NOTHING_WRONG \
    }
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
#define GOOD_SUM(EACH, name, results, add_up, ...) \
    EACH(vectors_##name, allreduce_##name, results, "double", "", -1, 0, add_up),
    VECTOR_SUMS(GOOD_SUM, GOOD) GOOD(dots_3, allreduce_dots, 3, "double", "", -1, 0, 1),
    GOOD(dot_float, allreduce_dot, 1, "float", "", -1, 0, 0),
    GOOD(sample_variance, allreduce_variance, 1, "double", "", -1, 1, 0),
    GOOD(sums_5, sums_allreduce, 5, "double", "", -1, 0, 1),
    GOOD(sums_6, sums_allreduce, 6, "double", "", -1, 0, 1),
    GOOD(tune, tune, 0, "", "", -1, 0, 0),
#define WRONG(make, words, class)              \
    {                                          \
        make, words, 0, "", "", 0, 0, 0, class \
    }
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
