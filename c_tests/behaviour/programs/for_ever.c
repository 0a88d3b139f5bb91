/* Reduces until something ends it, or a minute has passed: in the way that the argument names, of one number and
 * of many in turn. What it gets is checked.
 *
 *   for_ever KIND FILE
 *
 * allreduce, reduce, scan, reduce_scatter: blocking
 * operator: by an operator of the program's
 * iallreduce, test, several: MPI_Iallreduce, completed by MPI_Wait, by MPI_Test, three by MPI_Waitall
 * persistent: MPI_Allreduce_init once, or nonblocking where the MPI library has none
 * communicators: each on a communicator of its own
 * array, dot, plan, idot: direct calls; without samebits MPI_Allreduce
 * first, finalize: all ranks but the last one begin the first reduction, or end MPI after it; the last one waits
 *
 * The file is made when it has reduced a few times (or the last rank waits). */
#define _GNU_SOURCE
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if MPI_VERSION >= 4
#define ALLREDUCE_INIT MPI_Allreduce_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define ALLREDUCE_INIT MPIX_Allreduce_init
#endif

enum { LONG = 100000, AT_ONCE = 3 };

static int rank, ranks, last;
static double mine[LONG], sum[LONG], sums[AT_ONCE][LONG], ones[LONG];
static MPI_Request request = MPI_REQUEST_NULL;
static MPI_Op add;
static const char *name_of_file;

/* What is found of samebits. */
static void *function(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static void by_hand(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static void allreduce(int n) { MPI_Allreduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void iallreduce(int n)
{
    MPI_Iallreduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent(int n)
{
#ifdef ALLREDUCE_INIT
    if (request == MPI_REQUEST_NULL)
        ALLREDUCE_INIT(mine, sum, LONG, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    (void)n;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
    iallreduce(n);
#endif
}

static void several(int n)
{
    MPI_Request requests[AT_ONCE];
    for (int i = 0; i < AT_ONCE; i++)
        MPI_Iallreduce(mine, sums[i], n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, requests + i);
    MPI_Waitall(AT_ONCE, requests, MPI_STATUSES_IGNORE);
    memcpy(sum, sums[AT_ONCE - 1], (size_t)n * sizeof *sum);
}

static void test(int n)
{
    int done = 0;
    MPI_Iallreduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

static void communicators(int n)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Allreduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Comm_free(&comm);
}

static void reduce(int n)
{
    MPI_Reduce(mine, sum, n, MPI_DOUBLE, MPI_SUM, last, MPI_COMM_WORLD);
    MPI_Bcast(sum, n, MPI_DOUBLE, last, MPI_COMM_WORLD);
}

static void scan(int n)
{
    MPI_Scan(mine, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        sum[i] *= (double)ranks / (rank + 1);
}

/* (As many elements as one rank's block has to have.) */
static void reduce_scatter(int n)
{
    int counts[64] = {0};
    memcpy(sum, mine, (size_t)n * sizeof *sum);
    counts[last] = n;
    MPI_Reduce_scatter(mine, sum, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(sum, n, MPI_DOUBLE, last, MPI_COMM_WORLD);
}

static void by_operator(int n) { MPI_Allreduce(mine, sum, n, MPI_DOUBLE, add, MPI_COMM_WORLD); }

/* Direct calls, of n elements of each rank; their sum goes where those of the others' first ones go. */
static void array(int n)
{
    typedef int call(const void *, size_t, void *, MPI_Datatype, MPI_Op, MPI_Comm);
    call *direct = (call *)function("samebits_allreduce_array");
    allreduce(n);
    if (direct)
        direct(ones, (size_t)n, sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum[0] /= direct ? n : 1;
}

static void dot(int n)
{
    typedef int call(const void *, const void *, size_t, void *, MPI_Datatype, MPI_Comm);
    call *direct = (call *)function("samebits_allreduce_dot");
    allreduce(n);
    if (direct)
        direct(ones, ones, (size_t)n, sum, MPI_DOUBLE, MPI_COMM_WORLD);
    sum[0] /= direct ? n : 1;
}

static void idot(int n)
{
    typedef int call(const void *, const void *, size_t, void *, MPI_Datatype, MPI_Comm, MPI_Request *);
    call *direct = (call *)function("samebits_iallreduce_dot");
    allreduce(n);
    if (direct) {
        direct(ones, ones, (size_t)n, sum, MPI_DOUBLE, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    sum[0] /= direct ? n : 1;
}

static void plan(int n)
{
    typedef int making(int, const size_t *, MPI_Datatype, MPI_Op, MPI_Comm, void **);
    typedef int call(void *, const void *const *, void *);
    static void *made;
    const size_t length = LONG;
    const void *arrays[] = {ones};
    making *make = (making *)function("samebits_plan_arrays");
    call *direct = (call *)function("samebits_plan_allreduce");
    if (make && !made)
        make(1, &length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &made);
    allreduce(n);
    if (made)
        direct(made, arrays, sum);
    sum[0] /= made ? LONG : 1;
}

static void say_that_it_reduces(void)
{
    FILE *file = rank == 0 ? fopen(name_of_file, "w") : NULL;
    if (file)
        fclose(file);
}

/* The last rank does not come, for a minute. */
static void wait_for_ever(void)
{
    say_that_it_reduces();
    if (rank == last)
        sleep(60);
}

static void first(int n)
{
    wait_for_ever();
    allreduce(n);
}

static void finalize(int n)
{
    allreduce(n);
    wait_for_ever();
    MPI_Finalize();
    _exit(0);
}

static const struct {
    const char *name;
    void (*reduce)(int n);
} kinds[] = {
    {"allreduce", allreduce},
    {"reduce", reduce},
    {"scan", scan},
    {"reduce_scatter", reduce_scatter},
    {"operator", by_operator},
    {"iallreduce", iallreduce},
    {"test", test},
    {"several", several},
    {"persistent", persistent},
    {"communicators", communicators},
    {"array", array},
    {"dot", dot},
    {"idot", idot},
    {"plan", plan},
    {"first", first},
    {"finalize", finalize},
};

int main(int argc, char **argv)
{
    const char *name = argc > 2 ? argv[1] : "";
    size_t kind = 0, all = sizeof kinds / sizeof *kinds;
    while (kind < all && strcmp(kinds[kind].name, name) != 0)
        kind++;
    if (kind == all) {
        fprintf(stderr, "for_ever: unknown kind \"%s\", or no file\n", name);
        return 2;
    }
    name_of_file = argv[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Op_create(by_hand, 1, &add);
    last = ranks - 1;
    for (int i = 0; i < LONG; i++) {
        mine[i] = 1 + i % 3;
        ones[i] = 1;
    }
    double begun = MPI_Wtime();
    for (int call = 0; MPI_Wtime() < begun + 60; call++) {
        int n = call % 2 ? LONG : 1;
        memset(sum, 0, sizeof sum);
        kinds[kind].reduce(n);
        if (sum[0] != ranks || (n > 1 && sum[n - 1] != mine[n - 1] * ranks)) {
            fprintf(stderr, "wrong: call %d has %g and %g\n", call, sum[0], sum[n - 1]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        if (call == 3)
            say_that_it_reduces();
    }
    MPI_Finalize();
    return 0;
}
