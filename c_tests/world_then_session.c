/* A session that follows MPI_Finalize: MPI_COMM_SELF is gone, and is not touched
 * where samebits asks the MPI library what it takes. */
#include "driver.h"
#include "session.h"

static void add(void *left, void *right, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((double *)right)[i] += ((double *)left)[i];
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Op op;
    double one = 1, sum = 0;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Finalize();

    MPI_Session session;
    MPI_Comm comm = open_session(&session);
    MPI_Op_create(add, 1, &op);
    look_at_counters();
    int code = MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, op, comm);
    CHECK(code == MPI_SUCCESS && sum == ranks, "error %d, sum %g of %d ranks", code, sum, ranks);
    check_counters(1, 1, "a user's operator in a session");
    MPI_Op_free(&op);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
