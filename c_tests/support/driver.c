#define _GNU_SOURCE
#include "driver.h"
#include "by_request.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t counter(void);
static counter *intercepted_counter, *reproduced_counter;
static uint64_t seen_intercepted, seen_reproduced;
static long checks;
static int stays_initialised;
static int world_rank, world_size;
static int mpich_4_0;

/* The forms with large counts, which with samebits are there under every MPI. */
static int (*allreduce_large)(const void *, void *, long long, MPI_Datatype, MPI_Op, MPI_Comm);
static int (*reduce_large)(const void *, void *, long long, MPI_Datatype, MPI_Op, int, MPI_Comm);
static int (*scatter_large)(const void *, void *, const long long *, MPI_Datatype, MPI_Op, MPI_Comm);
static int (*block_large)(const void *, void *, long long, MPI_Datatype, MPI_Op, MPI_Comm);
static int (*scan_large)(const void *, void *, long long, MPI_Datatype, MPI_Op, MPI_Comm);
static int (*exscan_large)(const void *, void *, long long, MPI_Datatype, MPI_Op, MPI_Comm);
static int (*local_large)(const void *, void *, long long, MPI_Datatype, MPI_Op);

void check(int condition, const char *file, int line, const char *format, ...)
{
    checks++;
    if (condition)
        return;
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "FAILED %s:%d: rank %d of %d: %s\n", file, line, world_rank, world_size, text);
#ifdef SMPI_H /* one process, whose status MPI_Abort leaves alone */
    fflush(NULL);
    _exit(1);
#endif
    int initialised;
    MPI_Initialized(&initialised); /* not so where there are sessions only */
    if (initialised)
        MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

void look_for_the_library(void)
{
    /* A function's address as data: POSIX allows it, ISO C does not. */
    *(void **)&intercepted_counter = dlsym(RTLD_DEFAULT, "samebits_calls_intercepted");
    *(void **)&reproduced_counter = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    *(void **)&allreduce_large = dlsym(RTLD_DEFAULT, "MPI_Allreduce_c");
    *(void **)&reduce_large = dlsym(RTLD_DEFAULT, "MPI_Reduce_c");
    *(void **)&scatter_large = dlsym(RTLD_DEFAULT, "MPI_Reduce_scatter_c");
    *(void **)&block_large = dlsym(RTLD_DEFAULT, "MPI_Reduce_scatter_block_c");
    *(void **)&scan_large = dlsym(RTLD_DEFAULT, "MPI_Scan_c");
    *(void **)&exscan_large = dlsym(RTLD_DEFAULT, "MPI_Exscan_c");
    *(void **)&local_large = dlsym(RTLD_DEFAULT, "MPI_Reduce_local_c");
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    mpich_4_0 = strstr(version, "MPICH Version:") && strstr(version, "\t4.0");
    const char *expect = getenv("TEST_EXPECT");
    CHECK(expect != NULL, "TEST_EXPECT is not set; it takes none, preload or link");
    int wanted = strcmp(expect, "none") != 0;
    CHECK(wanted == with_samebits(), "TEST_EXPECT=%s, but samebits is %s", expect,
          with_samebits() ? "here" : "not here");
    CHECK(!with_samebits() || (allreduce_large && reduce_large && scatter_large && block_large &&
                               scan_large && exscan_large && local_large),
          "no functions with large counts");
}

void start(int *argc, char ***argv)
{
    int initialised;
    MPI_Initialized(&initialised);
    if (!initialised)
        MPI_Init(argc, argv);
    started();
}

void started(void)
{
    checks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    look_for_the_library();
}

void stay_initialised(void) { stays_initialised = 1; }

int finish(void)
{
    if (world_rank == 0)
        printf("%ld checks on rank 0 of %d\n", checks, world_size);
    if (!stays_initialised)
        MPI_Finalize();
    return checks > 0 ? 0 : 1;
}

int skip(const char *why)
{
    if (world_rank == 0)
        printf("skipped: %s\n", why);
    if (!stays_initialised)
        MPI_Finalize();
    return 77;
}

int with_samebits(void) { return intercepted_counter && reproduced_counter; }

uint64_t intercepted(void) { return with_samebits() ? intercepted_counter() : 0; }

uint64_t reproduced(void) { return with_samebits() ? reproduced_counter() : 0; }

void look_at_counters(void)
{
    seen_intercepted = intercepted();
    seen_reproduced = reproduced();
}

void check_counters(int calls, int evaluated, const char *what)
{
    uint64_t now_intercepted = intercepted(), now_reproduced = reproduced();
    if (with_samebits()) {
        CHECK(now_intercepted - seen_intercepted == (uint64_t)calls,
              "%s: %d calls, but %d intercepted", what, calls,
              (int)(now_intercepted - seen_intercepted));
        CHECK(now_reproduced - seen_reproduced == (uint64_t)evaluated,
              "%s: %d calls to be reproduced, but %d were", what, evaluated,
              (int)(now_reproduced - seen_reproduced));
    }
    look_at_counters();
}

static void hex(char *text, const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sprintf(text + 2 * i, "%02x", bytes[n - 1 - i]);
}

/* Compares a result with what was expected, element by element. */
static void compare(const struct operation *operation, const char *way, const unsigned char *got,
                    const unsigned char *want, int count)
{
    if (!with_samebits())
        return; /* any MPI is right, within rounding */
    for (int i = 0; i < count; i++) {
        const unsigned char *g = got + (size_t)i * operation->size;
        const unsigned char *w = want + (size_t)i * operation->size;
        if (memcmp(g, w, operation->significant) != 0) {
            char got_text[100], want_text[100];
            hex(got_text, g, operation->significant);
            hex(want_text, w, operation->significant);
            CHECK(0, "%s, %s: element %d of %d is %s, not %s", operation->name, way, i, count,
                  got_text, want_text);
        }
    }
    checks++;
}

/* Who gets the result, if no root does: all of it every rank, or each its block, where blocks are
 * equal or not, or each the result of the ranks up to itself, or of those before it. */
enum { ALL = -1, BLOCKS = -2, UNEQUAL_BLOCKS = -3, UP_TO_ME = -4, BEFORE_ME = -5 };
static const char *const names[] = {"MPI_Reduce",         "MPI_Allreduce", "MPI_Reduce_scatter_block",
                                    "MPI_Reduce_scatter", "MPI_Scan",      "MPI_Exscan"};

int start_of_block(int rank, int ranks, int count)
{
    if (ranks > 2 && rank == ranks - 1)
        rank--;
    return (int)((long long)count * rank * rank / ((long long)ranks * ranks));
}

static int call_unequal(const void *from, void *to, int count, const struct operation *operation,
                        MPI_Comm comm, int large)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    int *counts = malloc(ranks * sizeof *counts);
    long long *large_counts = malloc(ranks * sizeof *large_counts);
    for (int r = 0; r < ranks; r++)
        large_counts[r] = counts[r] =
            start_of_block(r + 1, ranks, count) - start_of_block(r, ranks, count);
    int code = large ? scatter_large(from, to, large_counts, operation->type, operation->op, comm)
                     : MPI_Reduce_scatter(from, to, counts, operation->type, operation->op, comm);
    free(counts);
    free(large_counts);
    return code;
}

static int call(const void *from, void *to, int count, const struct operation *operation,
                int root, MPI_Comm comm, int large)
{
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;
    if (root == UNEQUAL_BLOCKS)
        return call_unequal(from, to, count, operation, comm, large);
    if (root == BLOCKS)
        return large ? block_large(from, to, count, type, op, comm)
                     : MPI_Reduce_scatter_block(from, to, count, type, op, comm);
    if (root == UP_TO_ME)
        return large ? scan_large(from, to, count, type, op, comm)
                     : MPI_Scan(from, to, count, type, op, comm);
    if (root == BEFORE_ME)
        return large ? exscan_large(from, to, count, type, op, comm)
                     : MPI_Exscan(from, to, count, type, op, comm);
    if (root == ALL)
        return large ? allreduce_large(from, to, count, type, op, comm)
                     : MPI_Allreduce(from, to, count, type, op, comm);
    return large ? reduce_large(from, to, count, type, op, root, comm)
                 : MPI_Reduce(from, to, count, type, op, root, comm);
}

/* The same by a request, which may be started twice. */
static int call_by_request(const void *from, void *to, int count, const struct operation *operation,
                           int root, MPI_Comm comm, int large, enum way way, size_t bytes,
                           const unsigned char *in_place, const char **how)
{
    static int turn;
    int ranks, *counts = NULL;
    MPI_Comm_size(comm, &ranks);
    long long *large_counts = NULL;
    if (root == UNEQUAL_BLOCKS) {
        counts = malloc(ranks * sizeof *counts);
        large_counts = malloc(ranks * sizeof *large_counts);
        for (int r = 0; r < ranks; r++)
            large_counts[r] = counts[r] =
                start_of_block(r + 1, ranks, count) - start_of_block(r, ranks, count);
    }
    MPI_Request request;
    int code = start_by_request(from, to, count, counts, large_counts, operation->type,
                                operation->op, root, comm, way, large, &request);
    for (int starts = 0; code == MPI_SUCCESS && starts < (way == PERSISTENT ? 2 : 1); starts++) {
        MPI_Request was = request;
        if (starts > 0 && in_place)
            memcpy(to, in_place, bytes);
        else if (starts > 0 && to)
            memset(to, 0xee, bytes);
        if (way == PERSISTENT && turn % 2)
            MPI_Startall(1, &request);
        else if (way == PERSISTENT)
            MPI_Start(&request);
        *how = complete(&request, turn++);
        if (way == PERSISTENT)
            CHECK(request == was, "%s: the persistent request is gone", *how);
        else
            CHECK(request == MPI_REQUEST_NULL, "%s: the request is not null", *how);
    }
    if (way == PERSISTENT && code == MPI_SUCCESS) {
        MPI_Request_free(&request);
        CHECK(request == MPI_REQUEST_NULL, "it was freed and is not null");
    }
    free(counts);
    free(large_counts);
    return code;
}

static void reduce_in_way(const struct operation *operation, int count, MPI_Comm comm,
                          const unsigned char *own, const unsigned char *want, int root,
                          int in_place, int large, enum way kind)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    size_t bytes = (size_t)count * operation->size;
    unsigned char *send = malloc(bytes + 1), *recv = malloc(bytes + 1);
    memcpy(send, own, bytes);
    memset(recv, 0xee, bytes);
    int receives = root < 0 || rank == root;
    static const char *const kinds[] = {"", " nonblocking", " persistent"};
    const char *how = "";
    char way[150];
    snprintf(way, sizeof way, "%s%s%s root %d count %d %s", names[root < 0 ? -root : 0],
             large ? "_c" : "", kinds[kind], root, count, in_place ? "in place" : "");
    /* What this rank gets: of so many elements, from that one on. */
    int n = count, first = 0;
    if (root == BLOCKS) {
        n = count /= ranks; /* which is what is passed */
        first = rank * n;
    } else if (root == UNEQUAL_BLOCKS) {
        first = start_of_block(rank, ranks, count);
        n = start_of_block(rank + 1, ranks, count) - first;
    }
    if (in_place && receives)
        memcpy(recv, own, bytes);
    /* Before the first rank there is none: its buffer stays as it is. */
    int nobody = root == BEFORE_ME && rank == 0;
    if (nobody)
        n = 0;
    void *from = in_place && receives ? MPI_IN_PLACE : (void *)send;
    /* Elsewhere, and for an empty block, it is not significant. */
#ifdef SMPI_H /* which looks at it all the same */
    int significant = 1;
#else
    int significant = in_place || root != UNEQUAL_BLOCKS || n > 0;
#endif
    void *to = receives && significant ? (void *)recv : NULL;
    const unsigned char *contribution = in_place && receives ? own : NULL;
    int code = kind == BLOCKING ? call(from, to, count, operation, root, comm, large)
                                : call_by_request(from, to, count, operation, root, comm, large, kind,
                                                  bytes, contribution, &how);
    strcat(way, how);
    CHECK(code == MPI_SUCCESS, "%s: error %d", way, code);
    check_counters(1, count > 0 && operation->reproduced, way);
    CHECK(memcmp(send, own, bytes) == 0, "%s: the send buffer was changed", way);
    if (receives)
        compare(operation, way, recv, want + (size_t)first * operation->size, n);
    CHECK(!nobody || !in_place || memcmp(recv, own, bytes) == 0, "%s: its buffer was changed", way);
    for (size_t i = (size_t)n * operation->size; !in_place && i < bytes; i++)
        if (recv[i] != 0xee) {
            CHECK(0, "%s: byte %zu behind the result was written", way, i);
        }
    free(send);
    free(recv);
}

/* Whether a call is left to the MPI library. */
static int passes_on(const struct operation *operation, int count, int root, MPI_Comm comm)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    return !with_samebits() || !operation->reproduced || count == 0 ||
           (root == BLOCKS && count < ranks);
}

static void reduce_once(const struct operation *operation, int count, MPI_Comm comm,
                        const unsigned char *own, const unsigned char *want, int root,
                        int in_place, int large)
{
    reduce_in_way(operation, count, comm, own, want, root, in_place, large, BLOCKING);
    if (passes_on(operation, count, root, comm))
        return; /* what the MPI libraries' own ones do is not ours to test */
    reduce_in_way(operation, count, comm, own, want, root, in_place, large, NONBLOCKING);
    if (has_persistent() && (large || count % 2 == 1))
        reduce_in_way(operation, count, comm, own, want, root, in_place, large, PERSISTENT);
}

/* MPICH 4.0.2's own MPI_Reduce crashes where a root other than 0 reduces more
 * than 2 KiB in place, and its MPI_Reduce_scatter where it reduces 512 KiB in place
 * and a block overlaps its result. */
static int crashes_by_itself(const struct operation *operation, int count, int root, int in_place)
{
    int ours = with_samebits() && operation->reproduced;
    size_t bytes = count * operation->size;
    return mpich_4_0 && !ours && in_place &&
           ((root > 0 && bytes > 2048) || (root == UNEQUAL_BLOCKS && bytes >= 512 << 10));
}

struct vector {
    const struct operation *operation;
    int count;
    MPI_Comm comm;
    unsigned char *own, *want, *up_to_me, *before_me;
    unsigned char *next, *pair; /* the next rank's contribution, and what this one's and that give */
};

struct vector *make_vector(const struct operation *operation, int count, MPI_Comm comm)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    size_t size = operation->size;
    unsigned char *own = calloc(count + 1, size), *want = calloc(count + 1, size);
    unsigned char *up_to_me = calloc(count + 1, size), *before_me = calloc(count + 1, size);
    unsigned char *next = calloc(count + 1, size), *pair = calloc(count + 1, size);
    unsigned char *column = calloc(ranks, size), *two = calloc(2, size);
    /* The oracle needs the default environment, and -ffast-math starts a program
     * in another one. */
    fenv_t outside;
    fegetenv(&outside);
    fesetenv(FE_DFL_ENV);
    /* Contributions repeat, because the oracle is slow: after a prime number of elements, so
     * that no block that is in another's place goes unseen. */
    enum { PERIOD = 8191 };
    for (int i = 0; i < count; i++) {
        if (i >= PERIOD) {
            memcpy(own + i * size, own + (i - PERIOD) * size, size);
            memcpy(want + i * size, want + (i - PERIOD) * size, size);
            memcpy(up_to_me + i * size, up_to_me + (i - PERIOD) * size, size);
            memcpy(before_me + i * size, before_me + (i - PERIOD) * size, size);
            memcpy(next + i * size, next + (i - PERIOD) * size, size);
            memcpy(pair + i * size, pair + (i - PERIOD) * size, size);
            continue;
        }
        memset(column, 0, ranks * size);
        for (int r = 0; r < ranks; r++)
            operation->fill(column + r * size, r, i);
        memcpy(own + i * size, column + rank * size, size);
        memcpy(next + i * size, column + (rank + 1) % ranks * size, size);
        if (!with_samebits() || !operation->expect)
            continue;
        operation->expect(want + i * size, column, ranks);
        operation->expect(up_to_me + i * size, column, rank + 1);
        if (rank > 0)
            operation->expect(before_me + i * size, column, rank);
        memcpy(two, own + i * size, size);
        memcpy(two + size, next + i * size, size);
        operation->expect(pair + i * size, two, 2);
    }
    fesetenv(&outside);
    free(column);
    free(two);
    if (!operation->expect) { /* what the MPI library says is right */
        PMPI_Allreduce(own, want, count, operation->type, operation->op, comm);
        PMPI_Scan(own, up_to_me, count, operation->type, operation->op, comm);
        PMPI_Exscan(own, before_me, count, operation->type, operation->op, comm);
        memcpy(pair, next, count * size);
        PMPI_Reduce_local(own, pair, count, operation->type, operation->op);
    }
    struct vector *vector = malloc(sizeof *vector);
    *vector = (struct vector){operation, count, comm, own, want, up_to_me, before_me, next, pair};
    return vector;
}

/* MPI_Reduce_local, where the MPI library applies an operator of the program's own. */
static void reduce_locally(const struct vector *vector, int large)
{
    const struct operation *operation = vector->operation;
    MPI_Op op = operation->op;
    int count = vector->count;
    size_t bytes = (size_t)count * operation->size;
    int predefined = op == MPI_SUM || op == MPI_PROD || op == MPI_MIN || op == MPI_MAX ||
                     op == MPI_MINLOC || op == MPI_MAXLOC;
    unsigned char *in = malloc(bytes + 1), *inout = malloc(bytes + 1);
    memcpy(in, vector->own, bytes);
    memcpy(inout, vector->next, bytes);
    inout[bytes] = 0xee;
    const char *way = large ? "MPI_Reduce_local_c" : "MPI_Reduce_local";
    int code = large ? local_large(in, inout, count, operation->type, op)
                     : MPI_Reduce_local(in, inout, count, operation->type, op);
    CHECK(code == MPI_SUCCESS, "%s: error %d", way, code);
    check_counters(1, count > 0 && operation->reproduced && predefined, way);
    CHECK(memcmp(in, vector->own, bytes) == 0, "%s: the first buffer was changed", way);
    CHECK(inout[bytes] == 0xee, "%s: a byte behind the result was written", way);
    if (!operation->by_levels)
        compare(operation, way, inout, vector->pair, count);
    free(in);
    free(inout);
}

void check_vector(const struct vector *vector)
{
    const struct operation *operation = vector->operation;
    const unsigned char *own = vector->own, *want = vector->want;
    int ranks, count = vector->count;
    MPI_Comm comm = vector->comm;
    MPI_Comm_size(comm, &ranks);
    look_at_counters();
    reduce_locally(vector, 0);
    if (with_samebits())
        reduce_locally(vector, 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        reduce_once(operation, count, comm, own, want, ALL, in_place, 0);
        reduce_once(operation, count, comm, own, want, BLOCKS, in_place, 0);
        if (!crashes_by_itself(operation, count, UNEQUAL_BLOCKS, in_place))
            reduce_once(operation, count, comm, own, want, UNEQUAL_BLOCKS, in_place, 0);
        int prefixes = !operation->without_prefixes;
        if (prefixes) {
            reduce_once(operation, count, comm, own, vector->up_to_me, UP_TO_ME, in_place, 0);
            reduce_once(operation, count, comm, own, vector->before_me, BEFORE_ME, in_place, 0);
        }
        /* Every root for short vectors; for long ones the first and the last. */
        for (int root = 0; root < ranks; root += count > 5000 && ranks > 2 ? ranks - 1 : 1)
            if (!crashes_by_itself(operation, count, root, in_place))
                reduce_once(operation, count, comm, own, want, root, in_place, 0);
        int last = ranks - 1;
        if (with_samebits() && !crashes_by_itself(operation, count, last, in_place)) {
            reduce_once(operation, count, comm, own, want, ALL, in_place, 1);
            reduce_once(operation, count, comm, own, want, BLOCKS, in_place, 1);
            if (!crashes_by_itself(operation, count, UNEQUAL_BLOCKS, in_place))
                reduce_once(operation, count, comm, own, want, UNEQUAL_BLOCKS, in_place, 1);
            reduce_once(operation, count, comm, own, want, last, in_place, 1);
            if (prefixes) {
                reduce_once(operation, count, comm, own, vector->up_to_me, UP_TO_ME, in_place, 1);
                reduce_once(operation, count, comm, own, vector->before_me, BEFORE_ME, in_place, 1);
            }
        }
    }
}

void free_vector(struct vector *vector)
{
    free(vector->own);
    free(vector->want);
    free(vector->up_to_me);
    free(vector->before_me);
    free(vector->next);
    free(vector->pair);
    free(vector);
}

void check_operation_on(const struct operation *operation, int count, MPI_Comm comm)
{
    struct vector *vector = make_vector(operation, count, comm);
    check_vector(vector);
    free_vector(vector);
}

void check_operation(const struct operation *operation)
{
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    static const int counts[] = {0, 1, 2, 3, 13, 100, 1025};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        check_operation_on(operation, counts[i], MPI_COMM_WORLD);
    /* Where `auto` goes from gather to slices, and `exchange` from whole vectors to
     * halves: p times the bytes is 64 KiB. */
    int change = 65536 / (ranks * (int)operation->size);
    for (int count = change; count <= change + 1; count++)
        check_operation_on(operation, count, MPI_COMM_WORLD);
}
