/* How much stack the functions of samebits.h take, and reductions by each arithmetic and schedule: a
 * first call on a communicator at most 16 KiB more than the MPI library's own reduction there,
 * another one at most 4 KiB. (small_stacks.c: the reductions of MPI.) With TEST_FIGURES in the
 * environment all figures are printed. */
#include "driver.h"
#include "painted.h"
#include "samebits.h"
#include "vector_sum_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_MORE = 16 << 10, LATER_MORE = 4 << 10, MOST = 30000, ROWS = 500, PIECES = 40 };

static int rank, figures, code;
static MPI_Comm comm;
static MPI_Datatype type;
static MPI_Op op;
static const char *arithmetic;

/* What all functions take: n elements of each vector. */
static size_t n;
static const void *x;

static double numbers[2][2 * MOST], other[2 * MOST], results[2 * MOST];
static void *const y = results;
static const void *locals[PIECES];
static size_t lengths[PIECES];
static uint64_t starts[PIECES], one;
static int64_t indices[MOST], pointers64[ROWS + 1], columns64[MOST];
static int32_t pointers[ROWS + 1], columns[MOST], even[ROWS + 1];
static unsigned char mask[MOST];
static unsigned char bytes[1 << 16];
static size_t size;
static samebits_plan *plan, *made;
static samebits_accumulator *sum, *another, *created;
static samebits_sums *sums, *more, *set;
static samebits_matrix *matrix, *prepared;
static MPI_Request request;
static MPI_Datatype bytes_type;
static MPI_Op bytes_op;

static void wait_for(int started)
{
    code = started;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* A function of samebits.h in each of these. */
#define LIST_OVER_RANKS(EACH)                                                                          \
    EACH(samebits_allreduce_array(x, n, y, type, MPI_SUM, comm))                                       \
    EACH(samebits_reduce_array(x, n, y, type, MPI_SUM, 0, comm))                                       \
    EACH(samebits_allreduce_arrays(PIECES, locals, lengths, y, type, MPI_SUM, comm))                   \
    EACH(samebits_reduce_arrays(PIECES, locals, lengths, y, type, MPI_SUM, 0, comm))                   \
    EACH(samebits_allreduce_region(x, rank *n, n, y, type, MPI_SUM, comm))                             \
    EACH(samebits_reduce_region(x, rank *n, n, y, type, MPI_SUM, 0, comm))                             \
    EACH(samebits_allreduce_pieces(x, PIECES, starts, lengths, y, type, MPI_SUM, comm))                \
    EACH(samebits_reduce_pieces(x, PIECES, starts, lengths, y, type, MPI_SUM, 0, comm))                \
    EACH(samebits_plan_arrays(PIECES, lengths, type, MPI_SUM, comm, &made); samebits_plan_free(&made)) \
    EACH(samebits_plan_regions(1, &one, &n, type, MPI_SUM, comm, &made); samebits_plan_free(&made))    \
    EACH(samebits_plan_pieces(PIECES, starts, lengths, type, MPI_SUM, comm, &made);                    \
         samebits_plan_free(&made))                                                                    \
    EACH(samebits_plan_allreduce(plan, locals, y))                                                     \
    EACH(samebits_plan_reduce(plan, locals, y, 0))                                                     \
    EACH(samebits_plan_allreduce_counts(plan, locals, lengths, y))                                     \
    EACH(samebits_plan_reduce_counts(plan, locals, lengths, y, 0))                                     \
    EACH(samebits_accumulator_allreduce(sum, comm))                                                    \
    EACH(samebits_accumulator_reduce(sum, 0, comm))                                                    \
    EACH(MPI_Allreduce(bytes, results, 1, bytes_type, bytes_op, comm))

#define OF_K 3
#define OF_X x
#define OF_Y other
#define OF_YS locals
#define OF_W other
#define OF_WEIGHTS type
#define OF_MASK mask
#define OF_N n
#define OF_DDOF 1
#define OF_RESULT y
#define BLOCKING(EACH, name, results, add_up, ...) EACH(samebits_allreduce_##name(__VA_ARGS__, type, comm))
#define NONBLOCKING(EACH, name, results, add_up, ...) \
    EACH(wait_for(samebits_iallreduce_##name(__VA_ARGS__, type, comm, &request)))
#define LIST_OF_VECTORS(EACH)                    \
    VECTOR_SUMS(BLOCKING, EACH)                  \
    VECTOR_SUMS(NONBLOCKING, EACH)               \
    EACH(samebits_sums_allreduce(sums, y, comm)) \
    EACH(wait_for(samebits_sums_iallreduce(sums, y, comm, &request)))

#define LIST_ALONE(EACH)                                                                                     \
    EACH(samebits_accumulator_create(arithmetic, 1000, type, &created); samebits_accumulator_free(&created)) \
    EACH(samebits_accumulator_add(sum, x))                                                                   \
    EACH(samebits_accumulator_add_array(sum, x, n))                                                          \
    EACH(samebits_accumulator_add_products(sum, x, other, n))                                                \
    EACH(samebits_accumulator_add_conjugated_products(sum, x, other, n))                                     \
    EACH(samebits_accumulator_merge(sum, another))                                                           \
    EACH(samebits_accumulator_value(sum, y))                                                                 \
    EACH(samebits_accumulator_size(sum, &size))                                                              \
    EACH(samebits_accumulator_write(sum, bytes, size))                                                       \
    EACH(samebits_accumulator_read(another, bytes, size))                                                    \
    EACH(samebits_accumulator_handles(sum, &bytes_type, &bytes_op))                                          \
    EACH(samebits_accumulator_clear(another))                                                                \
    EACH(samebits_sums_create(5, type, &set); samebits_sums_free(&set))                                      \
    EACH(samebits_sums_add(sums, 1, x))                                                                      \
    EACH(samebits_sums_add_array(sums, 1, x, n))                                                             \
    EACH(samebits_sums_add_strided(sums, 2, x, 2, n / 2))                                                    \
    EACH(samebits_sums_add_indexed(sums, 2, x, indices, n))                                                  \
    EACH(samebits_sums_add_products(sums, 3, x, other, n))                                                   \
    EACH(samebits_sums_add_conjugated_products(sums, 3, x, other, n))                                        \
    EACH(samebits_sums_add_weighted(sums, 4, x, other, type, n))                                             \
    EACH(for (size_t i = 0; i < n; i++) samebits_sums_add_double(sums, 0, numbers[0][i]);                    \
         samebits_sums_flush(sums, 0, 0))                                                                    \
    EACH(for (size_t i = 0; i < n; i++) samebits_sums_add_product_double(sums, 0, numbers[0][i], 3);         \
         samebits_sums_flush(sums, 0, 1))                                                                    \
    EACH(samebits_sums_merge(sums, more))                                                                    \
    EACH(samebits_sums_value(sums, 1, y))                                                                    \
    EACH(samebits_sums_clear(more))                                                                          \
    EACH(samebits_sum(x, n, y, type))                                                                        \
    EACH(samebits_dot(x, other, n, y, type))                                                                 \
    EACH(samebits_conjugated_dot(x, other, n, y, type))

#define LIST_BY_TYPE(EACH)                                                                                \
    EACH(samebits_sum_double(x, n))                                                                       \
    EACH(samebits_sum_float(x, n))                                                                        \
    EACH(samebits_sum_double_complex(x, n, y))                                                            \
    EACH(samebits_sum_float_complex(x, n, y))                                                             \
    EACH(samebits_dot_double(x, other, n))                                                                \
    EACH(samebits_dot_float(x, (float *)other, n))                                                        \
    EACH(samebits_dot_double_complex(x, other, n, y))                                                     \
    EACH(samebits_dot_float_complex(x, other, n, y))                                                      \
    EACH(samebits_conjugated_dot_double_complex(x, other, n, y))                                          \
    EACH(samebits_conjugated_dot_float_complex(x, other, n, y))                                           \
    EACH(samebits_csr_multiply_double(ROWS, pointers, columns, x, other, y))                              \
    EACH(samebits_csr_multiply_float(ROWS, pointers, columns, x, (float *)other, y))                      \
    EACH(samebits_csr_multiply_double_complex(ROWS, pointers, columns, x, other, y))                      \
    EACH(samebits_csr_multiply_float_complex(ROWS, pointers, columns, x, other, y))                       \
    EACH(samebits_csr64_multiply_double(ROWS, pointers64, columns64, x, other, y))                        \
    EACH(samebits_csr64_multiply_float(ROWS, pointers64, columns64, x, (float *)other, y))                \
    EACH(samebits_csr64_multiply_double_complex(ROWS, pointers64, columns64, x, other, y))                \
    EACH(samebits_csr64_multiply_float_complex(ROWS, pointers64, columns64, x, other, y))                 \
    EACH(prepared = samebits_csr_prepare_double(ROWS, even, columns, x); samebits_matrix_free(&prepared)) \
    EACH(prepared = samebits_csr64_prepare_double(ROWS, pointers64, columns64, x);                        \
         samebits_matrix_free(&prepared))                                                                 \
    EACH(samebits_matrix_set_values_double(matrix, x))                                                    \
    EACH(samebits_matrix_multiply_double(matrix, other, y))                                               \
    EACH(code = samebits_error_bound(arithmetic, n, 1, 1, y))                                             \
    EACH(code = samebits_error_bound_float(arithmetic, n, 1, 1, y))                                       \
    EACH(code = samebits_share("optimized", n, 7, 3, starts, &one))                                       \
    EACH(code = samebits_message_count(starts, PIECES, &one))                                             \
    EACH(code = samebits_score(starts, PIECES, 1, 1, y))                                                  \
    EACH(code = samebits_set(comm, "threads", "1"))                                                       \
    EACH(code = samebits_predict("auto", n, type, MPI_SUM, comm, y))                                      \
    EACH(samebits_version())                                                                              \
    EACH(samebits_error_message())                                                                        \
    EACH(samebits_calls_intercepted())                                                                    \
    EACH(samebits_calls_reproduced())

#define LIST_OF_MPI(EACH)                                                     \
    EACH(MPI_Allreduce(x, y, (int)n, type, op, comm))                         \
    EACH(MPI_Reduce(x, y, (int)n, type, op, 0, comm))                         \
    EACH(MPI_Reduce_scatter_block(x, y, (int)n, type, op, comm))              \
    EACH(MPI_Scan(x, y, (int)n, type, op, comm))                              \
    EACH(MPI_Iallreduce(x, y, (int)n, type, op, comm, &request); wait_for(0)) \
    EACH(MPI_Reduce_local(x, y, (int)n, type, op))

/* The lists as functions, of which `row` is the number. */
static int row;
#define AS_CASE(...)         \
    case __COUNTER__ - BASE: \
        __VA_ARGS__;         \
        break;
#define AS_TEXT(...) #__VA_ARGS__,
#define FUNCTIONS(name, LIST)            \
    static void name(void)               \
    {                                    \
        enum { BASE = __COUNTER__ + 1 }; \
        switch (row) {                   \
            LIST(AS_CASE)                \
        }                                \
    }                                    \
    static const char *const name##_texts[] = {LIST(AS_TEXT)};
#define LENGTH(name) (int)(sizeof name##_texts / sizeof *name##_texts)
FUNCTIONS(over_ranks, LIST_OVER_RANKS)
FUNCTIONS(of_vectors, LIST_OF_VECTORS)
FUNCTIONS(alone, LIST_ALONE)
FUNCTIONS(by_type, LIST_BY_TYPE)
FUNCTIONS(of_mpi, LIST_OF_MPI)

/* --- what they are compared with --- */

static void native(void) { PMPI_Allreduce(x, y, (int)n, MPI_DOUBLE, MPI_SUM, comm); }

static struct {
    size_t first, later;
} theirs;

static void look_at_native(void)
{
    n = 1;
    x = numbers[0];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    painted(native); /* which looks up symbols */
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    theirs.first = theirs.later = painted(native);
    for (int i = 0; i < 5; i++) {
        size_t depth = painted(native);
        theirs.later = depth > theirs.later ? depth : theirs.later;
    }
    MPI_Comm_free(&comm);
}

static void compare(const char *what, const char *which, size_t depth, size_t native, size_t more)
{
    if (figures && rank == 0)
        printf("%s %s of %zu%s: %zu, %ld more (%zu)\n", what, which, n, x == numbers[0] ? "" : " hostile",
               depth, (long)depth - (long)native, more);
    CHECK(figures || depth <= native + more,
          "%s: a %s call with %zu elements takes %zu bytes of stack, the MPI library's own %zu", what, which,
          n, depth, native);
}

/* --- arguments --- */

static MPI_Datatype types[4];
static const char *const type_names[] = {"double", "float", "complex double", "complex float"};

/* Numbers of one magnitude, and of all. */
static void fill(MPI_Datatype of)
{
    type = of;
    int is_float = type == types[1] || type == types[3];
    for (int hostile = 0; hostile < 2; hostile++)
        for (int i = 0; i < 2 * MOST; i++) {
            int range = is_float ? 120 : 1000;
            double number = 1 + (i * 37 % 101) / 128.0 + rank;
            number = ldexp(i % 2 ? -number : number, hostile ? i * 7919 % (2 * range) - range : 0);
            if (is_float) {
                ((float *)numbers[hostile])[i] = (float)number;
                ((float *)other)[i] = (float)(i % 5 - 1.75);
            } else {
                numbers[hostile][i] = number;
                other[i] = i % 5 - 1.75;
            }
        }
}

/* So many elements of each vector. */
static void arrange(size_t count, int hostile)
{
    n = count;
    x = numbers[hostile];
    for (int i = 0; i < PIECES; i++) {
        lengths[i] = n * (i + 1) / PIECES - n * i / PIECES;
        starts[i] = rank * n + n * i / PIECES;
        locals[i] = x;
    }
    one = rank * n;
}

static void make_matrix(void)
{
    for (int i = 0; i < ROWS; i++) {
        pointers[i + 1] = pointers[i] + (i == 7 ? 9000 : i % 40);
        even[i + 1] = 5 * (i + 1);
    }
    for (int i = 0; i < MOST; i++)
        columns64[i] = columns[i] = i % ROWS;
    for (int i = 0; i <= ROWS; i++)
        pointers64[i] = pointers[i];
    for (int i = 0; i < MOST; i++) {
        indices[i] = (i * 31) % MOST;
        mask[i] = i % 3 != 0;
    }
    matrix = samebits_csr_prepare_double(ROWS, even, columns, other);
    CHECK(matrix != NULL, "no matrix was prepared");
}

/* --- the functions --- */

/* A first call, and some later ones, of each function of a list, on a communicator for each. */
static void check_list(const char *how, void (*make)(void), const char *const *texts, int length,
                       const char *schedule)
{
    for (row = 0; row < length; row++) {
        char what[400];
        snprintf(what, sizeof what, "%s %s", how, texts[row]);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        if (schedule)
            samebits_set(comm, "schedule", schedule);
        samebits_set(comm, "arithmetic", arithmetic);
        if (strstr(texts[row], "accumulator")) { /* their counts grow with every sum over ranks */
            samebits_accumulator_clear(sum);
            samebits_accumulator_add(sum, other);
        }
        if (strstr(texts[row], "plan"))
            samebits_plan_arrays(PIECES, lengths, type, MPI_SUM, comm, &plan);
        compare(what, "first", painted(make), theirs.first, FIRST_MORE);
        size_t later = 0;
        for (int i = 0; i < 3; i++) {
            size_t depth = painted(make);
            later = depth > later ? depth : later;
        }
        compare(what, "later", later, theirs.later, LATER_MORE);
        samebits_plan_free(&plan);
        MPI_Comm_free(&comm);
    }
}
#define CHECK_LIST(how, name, schedule) check_list(how, name, name##_texts, LENGTH(name), schedule)

static const size_t counts[] = {3, 1000, MOST / 2};

static void check_sums(const char *of, const char *by)
{
    char how[100];
    snprintf(how, sizeof how, "%s, %s:", by, of);
    arithmetic = by;
    int accumulates = strcmp(by, "tree") && strncmp(by, "prerounded2", 11);
    samebits_accumulator_create(accumulates ? by : "exact", 1 << 30, type, &sum);
    samebits_accumulator_create(accumulates ? by : "exact", 1 << 30, type, &another);
    samebits_sums_create(5, type, &sums);
    samebits_sums_create(5, type, &more);
    int is_exact = strcmp(by, "exact") == 0;
    for (int i = 0; i < 4; i++) {
        arrange(counts[i / 2 + i % 2], i % 2);
        if (accumulates)
            CHECK_LIST(how, alone, NULL);
        else
            samebits_accumulator_handles(sum, &bytes_type, &bytes_op);
        CHECK_LIST(how, over_ranks, NULL);
        if (is_exact)
            CHECK_LIST(how, of_vectors, NULL);
    }
    samebits_accumulator_free(&sum);
    samebits_accumulator_free(&another);
    samebits_sums_free(&sums);
    samebits_sums_free(&more);
}

static void check_schedules(const char *of, const char *by)
{
    static const char *const schedules[] = {
#define SCHEDULE(name, messages) #name,
#include "schedule_table.h"
    };
    arithmetic = by;
    for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++)
        for (int i = 0; i < 2; i++) {
            char how[100];
            snprintf(how, sizeof how, "%s, %s, %s:", schedules[s], by, of);
            arrange(counts[2 * i] / 4 + 1, i);
            CHECK_LIST(how, of_mpi, schedules[s]);
        }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    figures = getenv("TEST_FIGURES") != NULL;
    types[0] = MPI_DOUBLE;
    types[1] = MPI_FLOAT;
    types[2] = MPI_C_DOUBLE_COMPLEX;
    types[3] = MPI_C_FLOAT_COMPLEX;
    make_matrix();
    look_at_native();
    op = MPI_SUM;
    static const char *const arithmetics[] = {"exact", "tree", "prerounded:3", "prerounded2:3", "binned:3"};
    for (int t = 0; t < 4; t++) {
        fill(types[t]);
        /* (Of each format of numbers, and of real and complex ones.) */
        for (int a = 0; a < (t == 0 || t == 3 ? 5 : 1); a++)
            check_sums(type_names[t], arithmetics[a]);
        for (int a = 0; t == 0 && a < 5; a++)
            check_schedules(type_names[t], arithmetics[a]);
        for (int i = 0; t < 2 && i < 6; i++) {
            arrange(counts[i / 2], i % 2);
            arithmetic = "binned:3";
            CHECK_LIST("binned:3", by_type, NULL);
        }
    }
    samebits_matrix_free(&matrix);
    return finish();
}
