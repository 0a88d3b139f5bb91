// C++ exceptions that the user's operator or error handler throws: they reach the
// caller, who finds its floating-point environment as it was and can go on.
#include "driver.h"

#include <cfenv>
#include <stdexcept>
#include <vector>

struct refused : std::runtime_error {
    using runtime_error::runtime_error;
};

static void add_small(void *in, void *inout, int *n, MPI_Datatype *)
{
    const double *x = static_cast<double *>(in);
    double *y = static_cast<double *>(inout);
    for (int i = 0; i < *n; i++) {
        if (x[i] > 1000)
            throw refused("too large");
        y[i] += x[i];
    }
}

static void throws(MPI_Comm *, int *, ...) { throw refused("an MPI error"); }

// Whether the call throws what it has to.
template <typename Call> static bool refuses(Call call)
{
    try {
        call();
    } catch (const refused &) {
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op op;
    MPI_Op_create(add_small, 0, &op);
    MPI_Datatype gaps;
    MPI_Type_create_resized(MPI_DOUBLE, 0, 16, &gaps);
    MPI_Type_commit(&gaps);
    std::vector<double> in(200), out(200, -1);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(throws, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    std::fesetround(FE_UPWARD);
    for (int round = 0; round < 3; round++)
        for (MPI_Datatype type : {MPI_DOUBLE, gaps}) {
            // Every rank folds this short vector, and so the operator throws on
            // every rank, once all have given their contributions.
            in.assign(200, 2000);
            look_at_counters();
            bool refused_sum = refuses(
                [&] { MPI_Allreduce(in.data(), out.data(), 100, type, op, comm); });
            CHECK(refused_sum == (ranks > 1), "the operator's exception");
            check_counters(1, ranks == 1, "an operator that throws");
            bool refused_root = refuses(
                [&] { MPI_Reduce(in.data(), out.data(), 100, type, op, ranks - 1, comm); });
            CHECK(refused_root == (ranks > 1 && rank == ranks - 1), "at the root");
            CHECK(refuses([&] {
                      MPI_Allreduce(in.data(), out.data(), 1, MPI_DOUBLE, MPI_BAND, comm);
                  }),
                  "the error handler's exception");
            CHECK(std::fegetround() == FE_UPWARD, "the rounding mode was changed");

            in.assign(200, rank + 1);
            look_at_counters();
            MPI_Allreduce(in.data(), out.data(), 100, type, op, comm);
            check_counters(1, 1, "the next call");
            CHECK(out[0] == ranks * (ranks + 1) / 2, "its result is %g", out[0]);
        }
    // Of a long vector each rank folds a part; once the ranks share memory, each has the
    // exception of an operator that throws on whatever it is given, and all can go on.
    const int length = 100000;
    std::vector<double> large(length, 2000), small(length, rank + 1), result(length);
    for (int round = 0; with_samebits() && ranks > 1 && round < 20; round++) {
        bool refused_sum = refuses(
            [&] { MPI_Allreduce(large.data(), result.data(), length, MPI_DOUBLE, op, comm); });
        CHECK(refused_sum, "the operator's exception in a long vector");
        MPI_Allreduce(small.data(), result.data(), length, MPI_DOUBLE, op, comm);
        CHECK(result[0] == ranks * (ranks + 1) / 2 && result[length - 1] == result[0],
              "the next long vector's result is %g", result[0]);
    }
    std::fesetround(FE_TONEAREST);
    MPI_Type_free(&gaps);
    MPI_Op_free(&op);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
    return finish();
}
