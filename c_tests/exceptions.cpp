// C++ exceptions that the user's operator or error handler throws: they reach the
// caller, who finds its floating-point environment as it was and can go on. One that passes while a
// request is completed ends that reduction, and the request is still the program's.
#include "by_request.h"
#include "driver.h"
#include "painted.h"

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

// The ways to complete a request; those that ask do so until it is complete.
static const char *const completions[] = {"Wait",    "Test",     "Waitall",  "Testall",           "Waitany",
                                          "Testany", "Waitsome", "Testsome", "Request_get_status"};
enum { COMPLETIONS = sizeof completions / sizeof *completions };

static void complete_by(int how, MPI_Request *request)
{
    int flag = 0, index, found = 0;
    switch (how) {
    case 0: MPI_Wait(request, MPI_STATUS_IGNORE); return;
    case 1:
        while (!flag)
            MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        return;
    case 2: MPI_Waitall(1, request, MPI_STATUSES_IGNORE); return;
    case 3:
        while (!flag)
            MPI_Testall(1, request, &flag, MPI_STATUSES_IGNORE);
        return;
    case 4: MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE); return;
    case 5:
        while (!flag)
            MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE);
        return;
    case 6: MPI_Waitsome(1, request, &found, &index, MPI_STATUSES_IGNORE); return;
    case 7:
        while (found == 0)
            MPI_Testsome(1, request, &found, &index, MPI_STATUSES_IGNORE);
        return;
    default:
        MPI_Status status; // (with MPI_STATUS_IGNORE Open MPI 4 has no flag)
        while (!flag)
            MPI_Request_get_status(*request, &flag, &status);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

static void fold_right(MPI_Comm comm, MPI_Op op, enum way way)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    double mine = rank + 1, sum = -1;
    MPI_Request request;
    look_at_counters();
    call_by_name(&mine, &sum, 1, nullptr, nullptr, MPI_DOUBLE, op, -1, comm, way, 0, &request);
    if (way == PERSISTENT)
        MPI_Start(&request); // which is what counts
    check_counters(1, 1, "the next call by a request");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(sum == ranks * (ranks + 1) / 2, "the next one by a request: %g", sum);
    if (way == PERSISTENT)
        MPI_Request_free(&request);
}

// `root` as in driver.c. Of a persistent one the next start is right, and it is freed when another
// exception has passed.
static void by_request(MPI_Comm comm, MPI_Op op, int root, enum way way, int how, int length)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    int up_to_me = root == -4;
    bool folds = up_to_me ? rank > 0 : ranks > 1 && (root < 0 || rank == root);
    int in_place = length > 1 && (root < 0 || rank == root);
    std::vector<double> in(length, 2000), out(length, 2000);
    MPI_Request request, other;
    call_by_name(in_place ? MPI_IN_PLACE : in.data(), out.data(), length, nullptr, nullptr, MPI_DOUBLE, op,
                 root, comm, way, 0, &request);
    if (way == PERSISTENT)
        MPI_Start(&request);
    const MPI_Request was = request;
    bool refused = refuses([&] { complete_by(how, &request); });
    CHECK(refused == folds, "the operator's exception in MPI_%s", completions[how]);
    CHECK(std::fegetround() == FE_UPWARD, "the rounding mode was changed");
    if (refused) {
        CHECK(request == was, "after an exception in MPI_%s: another request", completions[how]);
        double mine = 1, sum = -1;
        MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, op, MPI_COMM_SELF, &other);
        CHECK(other != request, "MPI_%s: the request stands for another one", completions[how]);
        MPI_Wait(&other, MPI_STATUS_IGNORE);
        CHECK(sum == 1, "after an exception in MPI_%s: %g", completions[how], sum);
        CHECK(!refuses([&] { complete_by(how, &request); }), "MPI_%s throws again", completions[how]);
    }
    if (way == NONBLOCKING) {
        CHECK(request == MPI_REQUEST_NULL, "after an exception in MPI_%s it is not null", completions[how]);
        return;
    }
    CHECK(request == was, "a persistent request is another one");
    for (int i = 0; i < length; i++)
        in[i] = out[i] = rank + 1;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int last = up_to_me ? rank + 1 : ranks;
    if (root < 0 || rank == root)
        CHECK(out[0] == last * (last + 1) / 2 && out[length - 1] == out[0],
              "started after an exception: %g, %g", out[0], out[length - 1]);
    in.assign(length, 2000);
    out.assign(length, 2000);
    MPI_Start(&request);
    CHECK(refuses([&] { MPI_Wait(&request, MPI_STATUS_IGNORE); }) == folds, "started once more");
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL, "a freed request is not null");
}

// First contributions come as messages, and later in memory that the ranks share.
static void by_requests(MPI_Op op)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int round = 0; round < 2; round++) {
        for (int how = 0; how < COMPLETIONS; how++)
            for (enum way way : {NONBLOCKING, PERSISTENT})
                for (int root : {-1, -4, 0}) {
                    by_request(comm, op, root, way, how, 1);
                    by_request(comm, op, root, way, how, 300);
                    fold_right(comm, op, way);
                }
        by_request(comm, op, -1, NONBLOCKING, 0, 200000);
        for (int i = 0; i < 400; i++)
            fold_right(comm, op, NONBLOCKING);
    }
    MPI_Comm_free(&comm);
}

static int rank, ranks;
static MPI_Comm comm; // whose error handler throws
static MPI_Op op;
static MPI_Datatype gaps;

// Every rank folds a short vector.
static void short_vectors()
{
    std::vector<double> in(200), out(200, -1);
    for (int round = 0; round < 3; round++)
        for (MPI_Datatype type : {MPI_DOUBLE, gaps}) {
            // So the operator throws on every rank, once all have given their contributions.
            in.assign(200, 2000);
            look_at_counters();
            bool refused_sum = refuses([&] { MPI_Allreduce(in.data(), out.data(), 100, type, op, comm); });
            CHECK(refused_sum == (ranks > 1), "the operator's exception");
            check_counters(1, ranks == 1, "an operator that throws");
            bool refused_root =
                refuses([&] { MPI_Reduce(in.data(), out.data(), 100, type, op, ranks - 1, comm); });
            CHECK(refused_root == (ranks > 1 && rank == ranks - 1), "at the root");
            CHECK(refuses([&] { MPI_Allreduce(in.data(), out.data(), 1, MPI_DOUBLE, MPI_BAND, comm); }),
                  "the error handler's exception");
            CHECK(std::fegetround() == FE_UPWARD, "the rounding mode was changed");

            in.assign(200, rank + 1);
            look_at_counters();
            MPI_Allreduce(in.data(), out.data(), 100, type, op, comm);
            check_counters(1, 1, "the next call");
            CHECK(out[0] == ranks * (ranks + 1) / 2, "its result is %g", out[0]);
        }
}

// What samebits does on a stack of its own, since there is little on a fiber's.
static void on_a_fiber()
{
    short_vectors();
    if (with_samebits())
        for (enum way way : {NONBLOCKING, PERSISTENT})
            for (int how = 0; how < COMPLETIONS; how++)
                by_request(comm, op, -1, way, how, 300);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op_create(add_small, 0, &op);
    MPI_Type_create_resized(MPI_DOUBLE, 0, 16, &gaps);
    MPI_Type_commit(&gaps);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(throws, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    std::fesetround(FE_UPWARD);
    painted(on_a_fiber);
    short_vectors();
    // Of a long vector each rank folds a part; once the ranks share memory, each has the
    // exception of an operator that throws on whatever it is given, and all can go on.
    const int length = 100000;
    std::vector<double> large(length, 2000), small(length, rank + 1), result(length);
    for (int round = 0; with_samebits() && ranks > 1 && round < 20; round++) {
        bool refused_sum =
            refuses([&] { MPI_Allreduce(large.data(), result.data(), length, MPI_DOUBLE, op, comm); });
        CHECK(refused_sum, "the operator's exception in a long vector");
        MPI_Allreduce(small.data(), result.data(), length, MPI_DOUBLE, op, comm);
        CHECK(result[0] == ranks * (ranks + 1) / 2 && result[length - 1] == result[0],
              "the next long vector's result is %g", result[0]);
    }
    if (with_samebits())
        by_requests(op);
    std::fesetround(FE_TONEAREST);
    MPI_Type_free(&gaps);
    MPI_Op_free(&op);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
    return finish();
}
