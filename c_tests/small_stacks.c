/* How much stack reductions take, which threads and fibers with small ones have to have: the first
 * one on a communicator at most 16 KiB more than the MPI library's own, later ones at most 4 KiB.
 * Each call is made by the library's own function, too, with the same arguments on a communicator
 * of its own. With TEST_FIGURES in the environment all figures are printed. */
#include "by_request.h"
#include "driver.h"
#include "maps.h"
#include "painted.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_MORE = 16 << 10, LATER_MORE = 4 << 10, MOST = 40000 };

/* Who gets what, by the roots of driver.c. */
enum { AT_ROOT = 0, ALL = -1, BLOCKS = -2, UNEQUAL_BLOCKS = -3, LAST = -5 };

static int rank, ranks, figures;
static double from[2 * MOST], to[2 * MOST];

/* What is called. */
static struct {
    void *function;
    int root, large, count;
    enum way way;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Comm comm;
    int (*start)(MPI_Request *), (*wait)(MPI_Request *, MPI_Status *), (*free)(MPI_Request *);
    int code;
} now;

static void call(void)
{
    int counts[16];
    long long large_counts[16];
    for (int i = 0; i < 16; i++)
        large_counts[i] = counts[i] = now.count;
    MPI_Request request = MPI_REQUEST_NULL;
    now.code = call_at(now.function, now.root == AT_ROOT, from, to, now.count,
                       now.root == UNEQUAL_BLOCKS ? counts : NULL, large_counts, now.type, now.op, now.root,
                       now.comm, now.way, now.large, &request);
    if (now.way == BLOCKING || now.code != MPI_SUCCESS)
        return;
    if (now.way == PERSISTENT)
        now.start(&request);
    now.wait(&request, MPI_STATUS_IGNORE);
    if (now.way == PERSISTENT)
        now.free(&request);
}

struct depths {
    size_t first, later;
};

/* Of a first call and some later ones, on a new communicator. */
static struct depths depths(void *function, int ours, int later)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &now.comm);
    now.function = function;
    /* (Looked up: samebits leaves requests to the MPI library in a program that calls PMPI_Wait.) */
    now.start = (int (*)(MPI_Request *))dlsym(RTLD_DEFAULT, ours ? "MPI_Start" : "PMPI_Start");
    now.wait = (int (*)(MPI_Request *, MPI_Status *))dlsym(RTLD_DEFAULT, ours ? "MPI_Wait" : "PMPI_Wait");
    now.free = (int (*)(MPI_Request *))dlsym(RTLD_DEFAULT, ours ? "MPI_Request_free" : "PMPI_Request_free");
    struct depths depths = {painted(call), 0};
    for (int i = 0; i < later; i++) {
        size_t depth = painted(call);
        depths.later = depth > depths.later ? depth : depths.later;
    }
    MPI_Comm_free(&now.comm);
    return depths;
}

/* The MPI library's own function; of a reduction that is left to it, by the same name. */
static void *own(const char *name, int left)
{
    char full[80];
    snprintf(full, sizeof full, "P%s", name);
    void *function = dlsym(RTLD_DEFAULT, full);
    if (function || left)
        return function;
    snprintf(full, sizeof full, "PMPIX_%s", name + strlen("MPI_"));
    return dlsym(RTLD_DEFAULT, full);
}

static void compare(const char *name, const char *what, const char *which, size_t mine, size_t theirs,
                    size_t more)
{
    if (figures && rank == 0)
        printf("%s, %s, %d elements: %s %zu, %zu by itself\n", name, what, now.count, which, mine, theirs);
    CHECK(figures || mine <= theirs + more,
          "%s, %s, %d elements: a %s call takes %zu bytes of stack, the MPI library's own %zu", name, what,
          now.count, which, mine, theirs);
}

static void check_call(int root, enum way way, int large, const char *what, int count, int later)
{
    char name[64];
    strcpy(name, intercomm_call_name(-root, way));
    if (large)
        strcat(name, "_c");
    void *function = dlsym(RTLD_DEFAULT, name), *native = own(name, now.type == MPI_INT);
    if (!function || !native || (root == UNEQUAL_BLOCKS && count * ranks > MOST))
        return; /* a function that this MPI lacks has nothing to be compared with */
    now.root = root;
    now.way = way;
    now.large = large;
    now.count = count;
    struct depths theirs = depths(native, 0, later);
    CHECK(now.code == MPI_SUCCESS, "P%s, %s, %d elements: error %d", name, what, count, now.code);
    struct depths mine = depths(function, 1, later);
    CHECK(now.code == MPI_SUCCESS, "%s, %s, %d elements: error %d", name, what, count, now.code);
    compare(name, what, "first", mine.first, theirs.first, FIRST_MORE);
    compare(name, what, "later", mine.later, theirs.later, LATER_MORE);
}

/* Some by so many calls that the communicator gets memory that its ranks share. */
static void check_calls(const char *what, MPI_Datatype type, MPI_Op op, int many)
{
    static const int counts[] = {1, 37, 1000, MOST / 4};
    now.type = type;
    now.op = op;
    for (int i = 0; i < 4; i++)
        for (int root = AT_ROOT; root >= LAST; root--)
            for (enum way way = BLOCKING; way <= PERSISTENT; way++)
                for (int large = 0; large < 2; large++)
                    if (!large || i == 0)
                        check_call(root, way, large, what, counts[i],
                                   many && i == 1 && root == ALL ? 400 : 4);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    figures = getenv("TEST_FIGURES") != NULL;
    if (!with_samebits() || ranks != 2)
        return skip("what is looked at does not depend on the number of ranks");
    MPI_Op compose;
    MPI_Op_create(map_operator, 0, &compose);
    check_calls("sum of doubles", MPI_DOUBLE, MPI_SUM, 1);
    check_calls("sum of floats", MPI_FLOAT, MPI_SUM, 0);
    check_calls("sum of complex", MPI_C_DOUBLE_COMPLEX, MPI_SUM, 0);
    check_calls("product of complex", MPI_C_DOUBLE_COMPLEX, MPI_PROD, 0);
    check_calls("maximum of doubles", MPI_DOUBLE, MPI_MAX, 0);
    check_calls("maximum and place", MPI_DOUBLE_INT, MPI_MAXLOC, 0);
    check_calls("sum of long doubles", MPI_LONG_DOUBLE, MPI_SUM, 0);
    check_calls("sum of ints", MPI_INT, MPI_SUM, 0);
    check_calls("maps", MPI_2INT, compose, 0);
    MPI_Op_free(&compose);
    return finish();
}
