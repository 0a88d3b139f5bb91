/* Arrays in pieces: block-cyclic, dealt anyhow, of other blocks on every rank; by a call, by a
 * plan, at every root, with sums and an operator that does not commute; and plans whose numbers
 * of elements change. The bits are those of one rank alone over all elements. */
#include "driver.h"
#include "oracle.h"
#include "samebits.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

enum { MOST = 5000 };

static double elements[MOST], local[MOST];
static uint64_t starts[MOST];
static size_t lengths[MOST];
static int pieces;

/* Deals blocks to the ranks: round-robin, or by a hash; the last piece comes first. */
static void deal(size_t total, size_t block, int anyhow)
{
    size_t held = 0;
    pieces = 0;
    for (size_t i = (total + block - 1) / block; i-- > 0;) {
        int owner = anyhow ? (int)(noise(17, anyhow, i) % (uint64_t)ranks) : (int)(i % ranks);
        if (owner != rank)
            continue;
        size_t start = i * block, n = total - start < block ? total - start : block;
        starts[pieces] = start;
        lengths[pieces++] = n;
        memcpy(local + held, elements + start, n * sizeof *local);
        held += n;
    }
}

/* Keeps its left operand's first digit: associative, and not commutative. */
static void first(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = ((double *)in)[i];
}

static void check_result(double expected, MPI_Op op, const char *what)
{
    double result = -1;
    int again;
    for (again = 0; again < 3; again++) {
        result = -1;
        int code = samebits_allreduce_pieces(local, pieces, starts, lengths, &result, MPI_DOUBLE, op,
                                             MPI_COMM_WORLD);
        CHECK(code == MPI_SUCCESS && memcmp(&result, &expected, sizeof result) == 0,
              "%s, time %d: %a, not %a (%s)", what, again, result, expected, samebits_error_message());
    }
    samebits_plan *plan;
    CHECK(samebits_plan_pieces(pieces, starts, lengths, MPI_DOUBLE, op, MPI_COMM_WORLD, &plan) == MPI_SUCCESS,
          "%s", samebits_error_message());
    const void *locals = local;
    for (int root = 0; root < ranks; root++) {
        result = -1;
        samebits_reduce_pieces(local, pieces, starts, lengths, &result, MPI_DOUBLE, op, root, MPI_COMM_WORLD);
        CHECK(result == (rank == root ? expected : -1), "%s to root %d: %a", what, root, result);
        result = -1;
        samebits_plan_reduce(plan, &locals, &result, root);
        CHECK(result == (rank == root ? expected : -1), "%s to root %d by plan: %a", what, root, result);
    }
    samebits_plan_allreduce(plan, &locals, &result);
    CHECK(result == expected, "%s by plan: %a, not %a", what, result, expected);
    int class;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    size_t n = 1;
    MPI_Error_class(samebits_plan_allreduce_counts(plan, &locals, &n, &result), &class);
    CHECK(class == MPI_ERR_ARG && strstr(samebits_error_message(), "samebits_plan_arrays"),
          "counts of pieces: %s", samebits_error_message());
    samebits_plan_free(&plan);
}

static double by_tree(const double *x, size_t n)
{
    if (n == 1)
        return x[0];
    size_t half = 1;
    while (2 * half < n)
        half *= 2;
    return by_tree(x, half) + by_tree(x + half, n - half);
}

static void check_pieces(const char *arithmetic)
{
    static const size_t totals[] = {1, 7, 64, 1000, 4999}, blocks[] = {1, 8, 13, 64};
    MPI_Op op;
    MPI_Op_create(first, 0, &op);
    samebits_set(MPI_COMM_WORLD, "arithmetic", arithmetic);
    for (int i = 0; i < 20; i++) {
        size_t total = totals[i % 5];
        char what[80];
        for (size_t j = 0; j < total; j++)
            elements[j] = (double)(int64_t)noise(18, i, j) * 0x1p-50;
        deal(total, blocks[i % 4], i % 3);
        snprintf(what, sizeof what, "%s, %zu elements in blocks of %zu", arithmetic, total, blocks[i % 4]);
        check_result(strcmp(arithmetic, "tree") == 0 ? by_tree(elements, total)
                                                     : oracle_sum_double(elements, (int)total, 1),
                     MPI_SUM, what);
        check_result(elements[0], op, "the first element");
    }
    MPI_Op_free(&op);
}

/* Numbers of elements that change on one rank, on all, or not at all. */
static void check_counts(void)
{
    size_t n[2] = {3, 0}, begin, total;
    samebits_plan *plan;
    samebits_plan_arrays(2, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &plan);
    for (int round = 0; round < 12; round++) {
        int changed = round % 4 == 1 ? rank == ranks - 1 : round % 4 == 2;
        if (changed)
            n[0] = 1 + noise(19, round, rank) % 20, n[1] = round;
        begin = 0, total = 0;
        uint64_t own[2] = {n[0], n[1]}, all[2 * 64];
        PMPI_Allgather(own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, MPI_COMM_WORLD);
        for (int i = 0; i < ranks; i++) {
            begin += i < rank ? all[2 * i] : 0;
            total += all[2 * i];
        }
        for (size_t j = 0; j < total; j++)
            elements[j] = (double)(int64_t)noise(20, round, j) * 0x1p-50;
        const void *locals[2] = {elements + begin, elements};
        double results[2] = {-1, -1}, expected = oracle_sum_double(elements, (int)total, 1);
        int code = round % 3 == 2 ? samebits_plan_reduce_counts(plan, locals, n, results, round % ranks)
                                  : samebits_plan_allreduce_counts(plan, locals, n, results);
        CHECK(code == MPI_SUCCESS &&
                  (results[0] == expected || (round % 3 == 2 && rank != round % ranks && results[0] == -1)),
              "round %d: %a, not %a (%s)", round, results[0], expected, samebits_error_message());
        results[0] = -1;
        samebits_plan_allreduce(plan, locals, results);
        CHECK(results[0] == expected, "round %d, the same plan: %a, not %a", round, results[0], expected);
    }
    samebits_plan_free(&plan);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check_pieces("tree");
    check_pieces("exact");
    check_counts();
    return finish();
}
