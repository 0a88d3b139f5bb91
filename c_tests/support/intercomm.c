#include "intercomm.h"
#include "groups.h"

#include <stdlib.h>
#include <string.h>

/* What a rank of a group contributes. */
static void fill(const struct operation *operation, void *element, int of_side, int of, size_t index)
{
    operation->fill(element, of + 40 * of_side, index);
}

static void compare(const struct operation *operation, const char *call, const unsigned char *got,
                    const unsigned char *want, int n, int total)
{
    size_t size = operation->size;
    for (int i = 0; i < n && with_samebits(); i++)
        CHECK(memcmp(got + i * size, want + i * size, operation->significant) == 0,
              "%s, %s between %d and %d ranks, %d elements: element %d is wrong", operation->name, call,
              local, remote, total, i);
    for (size_t i = n * size; i < (total + 1) * size; i++)
        if (got[i] != 0xee)
            CHECK(0, "%s, %s: byte %zu behind the result was written", operation->name, call, i);
}

static void reduce_to(const struct operation *operation, enum way way, int large, int count, int root_side,
                      int root, const unsigned char *send, unsigned char *recv, const unsigned char *want)
{
    const char *call = intercomm_call_name(TO_ROOT, way);
    int bystander = side == root_side && rank != root;
    int says_nothing = bystander && root % 2 == 0; /* what this rank says means nothing */
    size_t bytes = (count + 1) * operation->size;
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;
    look_at_counters();
    int code;
    if (says_nothing)
        code = reduce_intercomm(TO_ROOT, way, large, NULL, NULL, 0, 0, NULL, MPI_INT, MPI_MAX, MPI_PROC_NULL);
    else if (side == root_side) /* where MPICH 4.0 by itself does not take a null contribution */
        code = reduce_intercomm(TO_ROOT, way, large, operation->reproduced ? NULL : send,
                                bystander ? NULL : recv, bytes, count, NULL, type, op,
                                bystander ? MPI_PROC_NULL : MPI_ROOT);
    else
        code = reduce_intercomm(TO_ROOT, way, large, send, NULL, 0, count, NULL, type, op, root);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    int knows = way == BLOCKING || !says_nothing;
    check_counters(calls_by(way), count > 0 && operation->reproduced && knows ? calls_by(way) : 0, call);
    int gets = side == root_side && !bystander;
    compare(operation, call, recv, want, gets ? count : 0, count);
}

/* By every call, in one way. The count is one that both groups can divide evenly, `odd` any. */
static void check_way(const struct operation *operation, enum way way, int large, int odd,
                      const unsigned char *send, unsigned char *recv, const unsigned char *want)
{
    int most = odd * local * remote;
    size_t size = operation->size, bytes = (most + 1) * size;
    int *counts = malloc(local * sizeof *counts);
    for (int r = 0; r < local; r++)
        counts[r] = start_of_block(r + 1, local, odd) - start_of_block(r, local, odd);
    int start = start_of_block(rank, local, odd), own = counts[rank];
    int ours = odd > 0 && operation->reproduced, calls = calls_by(way);
    MPI_Datatype type = operation->type;
    MPI_Op op = operation->op;

    memset(recv, 0xee, bytes);
    look_at_counters();
    const char *call = intercomm_call_name(TO_ALL, way);
    int code = reduce_intercomm(TO_ALL, way, large, send, recv, bytes, odd, NULL, type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(calls, ours ? calls : 0, call);
    compare(operation, call, recv, want, odd, odd);

    memset(recv, 0xee, bytes);
    int block = most / local;
    call = intercomm_call_name(IN_BLOCKS, way);
    code = reduce_intercomm(IN_BLOCKS, way, large, send, recv, bytes, block, NULL, type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(calls, ours ? calls : 0, call);
    compare(operation, call, recv, want + rank * block * size, block, most);

    memset(recv, 0xee, bytes);
    call = intercomm_call_name(IN_SOME_BLOCKS, way);
    code = reduce_intercomm(IN_SOME_BLOCKS, way, large, send, own || !ours ? recv : NULL, bytes, 0, counts,
                            type, op, 0);
    CHECK(code == MPI_SUCCESS, "%s, %s: error %d", operation->name, call, code);
    check_counters(calls, ours ? calls : 0, call);
    compare(operation, call, recv, want + start * size, own, odd);
    /* MPI forbids this, but these libraries take it, and other ranks do not know of it. */
    if (ours && way != PERSISTENT) {
        if (rank == 0)
            memcpy(recv, send, odd * size);
        code = reduce_intercomm(IN_SOME_BLOCKS, way, large, rank == 0 ? recv : send, recv, bytes, 0, counts,
                                type, op, 0);
        CHECK(code == MPI_SUCCESS, "%s, aliased blocks: error %d", operation->name, code);
        check_counters(1, 1, "aliased blocks");
        for (int i = 0; i < own && with_samebits(); i++)
            CHECK(memcmp(recv + i * size, want + (start + i) * size, operation->significant) == 0,
                  "%s, aliased blocks: element %d is wrong", operation->name, i);
    }
    free(counts);
    for (int root_side = 0; root_side < 2; root_side++)
        for (int root = 0; root < (root_side == side ? local : remote); root++) {
            memset(recv, 0xee, bytes);
            reduce_to(operation, way, large, odd, root_side, root, send, recv, want);
        }
}

void check_intercomm(const struct operation *operation, int odd)
{
    int most = odd * local * remote;
    size_t size = operation->size, bytes = (most + 1) * size;
    unsigned char *send = calloc(most + 1, size), *recv = malloc(bytes);
    unsigned char *want = calloc(most + 1, size), *column = calloc(remote, size);
    enum { PERIOD = 8191 };
    for (int i = 0; i < most; i++) {
        if (i >= PERIOD) {
            memcpy(send + i * size, send + (i - PERIOD) * size, size);
            memcpy(want + i * size, want + (i - PERIOD) * size, size);
            continue;
        }
        fill(operation, send + i * size, side, rank, i);
        memset(column, 0, remote * size);
        for (int r = 0; r < remote; r++)
            fill(operation, column + r * size, !side, r, i);
        operation->expect(want + i * size, column, remote);
    }
    check_way(operation, BLOCKING, 0, odd, send, recv, want);
    /* What the MPI libraries' own ones do is not ours to test. */
    if (with_samebits() && operation->reproduced && odd > 0)
        for (int large = 0; large < 2; large++)
            for (enum way way = large ? BLOCKING : NONBLOCKING; way <= PERSISTENT; way++)
                check_way(operation, way, large, odd, send, recv, want);
    free(send);
    free(recv);
    free(want);
    free(column);
}
