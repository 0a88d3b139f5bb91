/* Communicators of every kind: the result depends on the order of the ranks in
 * the communicator, and communicators may come and go in any number and order. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

static void fill(void *element, int rank, size_t index) { *(double *)element = hostile_double(rank, index); }

static void multiply(void *result, const void *left, const void *right)
{
    *(double *)result = *(const double *)left * *(const double *)right;
}

static void expect(void *result, const void *contributions, int ranks)
{
    oracle_tree(result, contributions, ranks, sizeof(double), multiply);
    *(double *)result = canonical_double(*(double *)result);
}

/* A product, because its bits depend on the order. */
static const struct operation *product(void)
{
    static struct operation operation = {"product", 0, 0, 8, 8, fill, expect, 1};
    operation.type = MPI_DOUBLE;
    operation.op = MPI_PROD;
    return &operation;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    check_operation_on(product(), 50, MPI_COMM_SELF);

    /* The contributions go by the rank in the communicator, so the oracle is
     * the same in the reversed one. */
    MPI_Comm reversed, halves, duplicate;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    check_operation_on(product(), 50, reversed);
    MPI_Comm_dup(reversed, &duplicate);
    check_operation_on(product(), 50, duplicate);
    MPI_Comm_free(&reversed);
    check_operation_on(product(), 50, duplicate);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &halves);
    check_operation_on(product(), 50, halves);
    MPI_Comm_free(&halves);
    MPI_Comm_free(&duplicate);

    /* A rank that is in none. */
    MPI_Comm others;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, rank, &others);
    if (others != MPI_COMM_NULL) {
        check_operation_on(product(), 50, others);
        MPI_Comm_free(&others);
    }

    /* Many that are used and freed. */
    double one = 1, sum;
    look_at_counters();
    for (int i = 0; i < 300; i++) {
        MPI_Comm brief;
        MPI_Comm_dup(MPI_COMM_WORLD, &brief);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, brief);
        CHECK(sum == ranks, "communicator %d: %d ones give %g", i, ranks, sum);
        MPI_Comm_free(&brief);
    }
    check_counters(300, 300, "many communicators");

    /* Two that the ranks free in opposite orders. (MPI_Comm_free is collective,
     * but an MPI library may let it return before the others call it; MPICH does
     * not promise to, so each rank frees its own two.) */
    MPI_Comm first, second;
    MPI_Comm_dup(MPI_COMM_SELF, &first);
    MPI_Comm_dup(MPI_COMM_SELF, &second);
    check_operation_on(product(), 5, first);
    check_operation_on(product(), 5, second);
    MPI_Comm_free(rank % 2 ? &first : &second);
    MPI_Comm_free(rank % 2 ? &second : &first);

    /* One that is never freed: what we keep of it goes at MPI_Finalize. */
    MPI_Comm left;
    MPI_Comm_dup(MPI_COMM_WORLD, &left);
    check_operation_on(product(), 5, left);
    return finish();
}
