#define _GNU_SOURCE
#include "driver.h"
#include "by_request.h"

#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
            CHECK(0, "%s, %s: element %d of %d is %s, not %s", operation->name, way, i, count, got_text,
                  want_text);
        }
    }
    count_check();
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

/* The lengths of unequal blocks, to be freed. */
struct lengths {
    int *ints;
    long long *large;
};
static struct lengths lengths_of_blocks(int count, MPI_Comm comm)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    struct lengths lengths = {malloc(ranks * sizeof(int)), malloc(ranks * sizeof(long long))};
    for (int r = 0; r < ranks; r++)
        lengths.large[r] = lengths.ints[r] =
            start_of_block(r + 1, ranks, count) - start_of_block(r, ranks, count);
    return lengths;
}

static int call(const void *from, void *to, int count, const struct operation *operation, int root,
                MPI_Comm comm, const struct lengths *lengths)
{
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;
    switch (root) {
    case UNEQUAL_BLOCKS: return MPI_Reduce_scatter(from, to, lengths->ints, type, op, comm);
    case BLOCKS: return MPI_Reduce_scatter_block(from, to, count, type, op, comm);
    case UP_TO_ME: return MPI_Scan(from, to, count, type, op, comm);
    case BEFORE_ME: return MPI_Exscan(from, to, count, type, op, comm);
    case ALL: return MPI_Allreduce(from, to, count, type, op, comm);
    default: return MPI_Reduce(from, to, count, type, op, root, comm);
    }
}

int persistent_starts = 2;

void complete_call(MPI_Request request, enum way way, void *to, size_t bytes, const unsigned char *in_place,
                   const char **how)
{
    static int turn;
    for (int starts = 0; starts < (way == PERSISTENT ? persistent_starts : 1); starts++) {
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
        CHECK(request == (way == PERSISTENT ? was : MPI_REQUEST_NULL), "%s: another request", *how);
    }
    if (way == PERSISTENT) {
        MPI_Request_free(&request);
        CHECK(request == MPI_REQUEST_NULL, "it was freed and is not null");
    }
}

static void reduce_in_way(const struct operation *operation, int count, MPI_Comm comm,
                          const unsigned char *own, const unsigned char *want, int root, int in_place,
                          int large, enum way kind)
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
    snprintf(way, sizeof way, "%s%s%s root %d count %d %s", names[root < 0 ? -root : 0], large ? "_c" : "",
             kinds[kind], root, count, in_place ? "in place" : "");
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
    struct lengths lengths = {NULL, NULL};
    if (root == UNEQUAL_BLOCKS)
        lengths = lengths_of_blocks(count, comm);
    MPI_Request request = MPI_REQUEST_NULL;
    int code = kind == BLOCKING && !large
        ? call(from, to, count, operation, root, comm, &lengths)
        : call_by_name(from, to, count, lengths.ints, lengths.large, operation->type, operation->op, root,
                       comm, kind, large, &request);
    if (code == MPI_SUCCESS && kind != BLOCKING)
        complete_call(request, kind, to, bytes, contribution, &how);
    free(lengths.ints);
    free(lengths.large);
    strcat(way, how);
    CHECK(code == MPI_SUCCESS, "%s: error %d", way, code);
    /* A persistent one counts each time it is started. */
    int calls = kind == PERSISTENT ? persistent_starts : 1;
    check_counters(calls, count > 0 && operation->reproduced ? calls : 0, way);
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
    return !with_samebits() || !operation->reproduced || count == 0 || (root == BLOCKS && count < ranks);
}

static void reduce_once(const struct operation *operation, int count, MPI_Comm comm, const unsigned char *own,
                        const unsigned char *want, int root, int in_place, int large)
{
    reduce_in_way(operation, count, comm, own, want, root, in_place, large, BLOCKING);
    if (operation->without_requests || passes_on(operation, count, root, comm))
        return; /* what the MPI libraries' own ones do is not ours to test */
    const char *partials = getenv("TEST_PARTIALS");
    int prefix = root == UP_TO_ME || root == BEFORE_ME;
    if (partials && (operation->op == MPI_PROD || (prefix && strcmp(partials, "no_prefixes") == 0)))
        return; /* which are left to the MPI library then */
    if (partials && count > 50000 && (in_place || large || (root != ALL && root != UNEQUAL_BLOCKS)))
        return; /* 280 bytes an element: the long ones in two ways only */
    reduce_in_way(operation, count, comm, own, want, root, in_place, large, NONBLOCKING);
    if (has_persistent() && !partials && (large || count % 2 == 1))
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
    int predefined = op == MPI_SUM || op == MPI_PROD || op == MPI_MIN || op == MPI_MAX || op == MPI_MINLOC ||
        op == MPI_MAXLOC;
    unsigned char *in = malloc(bytes + 1), *inout = malloc(bytes + 1);
    memcpy(in, vector->own, bytes);
    memcpy(inout, vector->next, bytes);
    inout[bytes] = 0xee;
    const char *way = large ? "MPI_Reduce_local_c" : "MPI_Reduce_local";
    int (*local_large)(const void *, void *, long long, MPI_Datatype, MPI_Op);
    *(void **)&local_large = dlsym(RTLD_DEFAULT, "MPI_Reduce_local_c");
    CHECK(!large || local_large, "%s is not there", way);
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
        for (int root = 0; root<ranks; root += count> 5000 && ranks > 2 ? ranks - 1 : 1)
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
