/* Buffers on a GPU, on some ranks or on all: sent from, received into, in place,
 * with gaps that must keep what is in them; blocking, nonblocking and persistent, within one group and
 * between two. The driver is a stub, TEST_DRIVER,
 * whose memory cannot be touched but by its copies, and which is loaded after the
 * first reduction, or before MPI_Init with TEST_DRIVER_EARLY. With TEST_PIN_ERROR it refuses to
 * pin memory. */
#include "gpu/memory.h"
#include "gpu/shapes.h"
#include "by_request.h"
#include "driver.h"
#include "groups.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are copied at once. */
enum { AT_ONCE = 4 << 20 };

/* Where a buffer may be: the kinds of memory that the driver has, and beside it. */
enum { HOST = KINDS };

static struct stub *gpu;
static int me, ranks;

static void load_driver(void)
{
    const char *path = getenv("TEST_DRIVER");
    void *driver = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    gpu = driver ? dlsym(driver, "stub") : NULL;
    if (gpu && getenv("TEST_PIN_ERROR"))
        gpu->pin_error = atoi(getenv("TEST_PIN_ERROR"));
    if (!gpu) {
        fprintf(stderr, "TEST_DRIVER=%s: %s\n", path ? path : "", dlerror());
        exit(1);
    }
}

/* Bytes before a buffer's address and behind it, up to the first and the last
 * byte of its elements, gaps within them included. */
static void reach(const struct shape *shape, int count, MPI_Aint *before, MPI_Aint *behind)
{
    *before = *behind = 0;
    for (int e = 0; e<count; e += count> 1 ? count - 1 : 1)
        for (int i = 0; i < shape->parts; i++) {
            MPI_Aint at = e * shape->extent + shape->at[i];
            MPI_Aint end = at + (MPI_Aint)shape->length[i];
            *before = -at > *before ? -at : *before;
            *behind = end > *behind ? end : *behind;
        }
    if (shape->type == MPI_DOUBLE_INT) /* padding behind the last one */
        *behind = count * shape->extent;
}

struct buffer {
    int where;
    MPI_Aint before;
    size_t size;
    void *memory;
};

/* A buffer that is just as long as it must be, filled with 0x77 and elements. */
static struct buffer buffer_at(int where, const struct shape *shape, int count, const char *rows)
{
    struct buffer buffer = {.where = where};
    MPI_Aint behind;
    reach(shape, count, &buffer.before, &behind);
    buffer.size = (size_t)(buffer.before + behind);
    if (buffer.size == 0) /* no elements, but an address */
        buffer.size = 1;
    int device = me % DEVICES; /* not always the same */
    char *bytes = malloc(buffer.size);
    memset(bytes, 0x77, buffer.size);
    for (int e = 0; rows && e < count; e++)
        for (int i = 0; i < shape->parts; i++)
            memcpy(part(shape, bytes + buffer.before, e, i),
                   rows + e * data(shape) + (i ? shape->length[0] : 0), shape->length[i]);
    if (where == HOST) {
        buffer.memory = bytes;
    } else {
        buffer.memory = gpu->allocate(where, device, buffer.size);
        gpu->put(buffer.memory, bytes, buffer.size);
        free(bytes);
    }
    return buffer;
}

static void *address(const struct buffer *buffer) { return (char *)buffer->memory + buffer->before; }

/* Frees the buffer and checks that it held these elements, and 0x77 in all gaps. */
static void check_and_free(struct buffer *buffer, const struct shape *shape, int count, const char *rows,
                           const char *way)
{
    struct buffer want = buffer_at(HOST, shape, count, rows);
    unsigned char *got = malloc(buffer->size);
    if (buffer->where == HOST)
        memcpy(got, buffer->memory, buffer->size);
    else
        gpu->get(got, buffer->memory, buffer->size);
    for (size_t byte = 0; memcmp(got, want.memory, buffer->size) != 0; byte++)
        CHECK(got[byte] == ((unsigned char *)want.memory)[byte], "%s: byte %ld is %02x, not %02x", way,
              (long)byte - (long)buffer->before, got[byte], ((unsigned char *)want.memory)[byte]);
    free(got);
    free(want.memory);
    if (buffer->where == HOST)
        free(buffer->memory);
    else
        gpu->free(buffer->memory);
}

/* Whether the host must not touch it. */
static int out_of_reach(int where) { return where == ON_DEVICE || where == POOLED; }

struct rows {
    char *own, *want;
};

static struct rows make_rows(const struct shape *shape, int count)
{
    size_t size = data(shape);
    struct rows rows = {malloc(count * size + 1), malloc(count * size + 1)};
    char *column = malloc(ranks * size);
    enum { PERIOD = 8191 }; /* see make_vector in support/driver.c */
    for (int e = 0; e < count; e++) {
        if (e >= PERIOD) {
            memcpy(rows.own + e * size, rows.own + (e - PERIOD) * size, size);
            memcpy(rows.want + e * size, rows.want + (e - PERIOD) * size, size);
            continue;
        }
        for (int r = 0; r < ranks; r++)
            shape->fill(column + r * size, r, e);
        memcpy(rows.own + e * size, column + me * size, size);
        shape->expect(rows.want + e * size, column, ranks);
    }
    free(column);
    return rows;
}

/* In place of a root: all ranks get all, or each its block. */
enum { ALL = -1, BLOCKS = -2 };

/* By a request: starts and completes it, once, so that the copies can be counted. */
static void complete_once(MPI_Request request, enum way way)
{
    const char *how;
    persistent_starts = 1;
    if (way != BLOCKING)
        complete_call(request, way, NULL, 0, NULL, &how);
}

static const char *const ways[] = {"", ", nonblocking", ", persistent"};

/* One reduction, of so many elements or, in blocks, of as many of them as all ranks get. */
static void reduce(const struct shape *shape, int count, const struct rows *rows, enum way by, int root,
                   int in_place, int send_where, int recv_where)
{
    int receives = root < 0 || root == me;
    char way[200];
    snprintf(way, sizeof way, "%s%s, count %d, root %d%s, send buffer of kind %d, receive buffer %d",
             shape->name, ways[by], count, root, in_place ? ", in place" : "", send_where, recv_where);
    in_place = in_place && receives;
    /* What is expected; in place, no block but the first is written. */
    size_t size = data(shape);
    int n = root == BLOCKS ? count / ranks : count;
    count = root == BLOCKS && !in_place ? n : count;
    char *want = malloc(count * size + 1);
    memcpy(want, rows->own, count * size);
    memcpy(want, rows->want + (root == BLOCKS ? me * n * size : 0), n * size);
    struct buffer send = buffer_at(send_where, shape, root == BLOCKS ? n * ranks : count, rows->own);
    struct buffer recv = buffer_at(recv_where, shape, count, in_place ? rows->own : NULL);
    void *from = in_place ? MPI_IN_PLACE : address(&send);
    /* Elsewhere it is not significant, and nobody may ask what it is. */
    void *to = receives ? address(&recv) : (void *)16;
    long to_host = gpu->to_host, to_device = gpu->to_device;
    look_at_counters();
    in_use = shape;
    MPI_Request request = MPI_REQUEST_NULL;
    call_by_name(from, to, n, NULL, NULL, shape->type, shape->op, root, MPI_COMM_WORLD, by, 0, &request);
    complete_once(request, by);
    check_counters(1, n > 0, way);
    int fetched = out_of_reach(in_place ? recv_where : send_where);
    int stored = receives && out_of_reach(recv_where);
    int gaps = (MPI_Aint)data(shape) != shape->extent;
    /* In some schedules the root reads its results back, block by block. */
    int may_read_back = stored && getenv("TEST_READS_BACK") != NULL;
    CHECK((gpu->to_host > to_host) == (n > 0 && (fetched || (stored && gaps))) || may_read_back,
          "%s: %ld copies from the device", way, gpu->to_host - to_host);
    CHECK((gpu->to_device > to_device) == (n > 0 && stored), "%s: %ld copies to the device", way,
          gpu->to_device - to_device);
    if (shape->parts == 1 && !gaps && n > 0 && !may_read_back) {
        /* One copy of the contribution and one of the result, or as many as blocks. */
        long sent = (long)((root == BLOCKS ? n * ranks : n) * size - 1) / AT_ONCE + 1;
        long got = (long)(n * size - 1) / AT_ONCE + 1;
        long copies = gpu->to_host - to_host, bytes = (long)(n * ranks * size);
        /* A result in blocks is read in several places in turn: not more often than 64 KiB at a time would be. */
        if (root == BLOCKS && copies > sent && copies <= bytes / 65536 + 8 * ranks)
            sent = copies;
        CHECK(gpu->to_host - to_host == (fetched ? sent : 0), "%s: %ld copies from the device, not %ld", way,
              gpu->to_host - to_host, fetched ? sent : 0);
        CHECK(gpu->to_device - to_device == (stored ? got : 0), "%s: %ld copies to the device, not %ld", way,
              gpu->to_device - to_device, stored ? got : 0);
    }
    CHECK(gpu->as_left(), "%s: the driver's state was changed", way);
    check_and_free(&send, shape, root == BLOCKS ? n * ranks : count, rows->own, way);
    check_and_free(&recv, shape, count, receives && n > 0 ? want : in_place ? rows->own : NULL, way);
    free(want);
}

static void check_shape(const struct shape *shape, int count)
{
    static const int kinds[][2] = {{ON_DEVICE, ON_DEVICE}, {ON_DEVICE, HOST},     {HOST, ON_DEVICE},
                                   {POOLED, POOLED},       {MANAGED, REGISTERED}, {HOST, HOST}};
    struct rows rows = make_rows(shape, count);
    enum way last = count == 3 ? PERSISTENT : BLOCKING; /* (on three ranks at most) */
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int which = 0; which < 3; which++) { /* the first rank, the last, all */
            int on = which == 2 || me == (which ? ranks - 1 : 0);
            int send = on ? kinds[k][0] : HOST, recv = on ? kinds[k][1] : HOST;
            for (int root = BLOCKS; root < ranks; root++)
                for (int in_place = 0; in_place < 2; in_place++)
                    for (enum way way = BLOCKING; way <= last; way++)
                        reduce(shape, count, &rows, way, root, in_place, send, recv);
        }
    free(rows.own);
    free(rows.want);
}

/* Several blocks: what lies on the host at one time is bounded. */
static void check_blocks(const struct shape *shape, int count)
{
    struct rows rows = make_rows(shape, count);
    gpu->longest = 0;
    for (int root = BLOCKS; root < 1; root++)
        for (int in_place = 0; in_place < 2; in_place++)
            reduce(shape, count, &rows, BLOCKING, root, in_place, ON_DEVICE, ON_DEVICE);
    CHECK(gpu->longest <= AT_ONCE, "%s: %zu bytes were copied at once", shape->name, gpu->longest);
    CHECK(gpu->longest < (size_t)(count * shape->extent), "%s: it was one block", shape->name);
    free(rows.own);
    free(rows.want);
}

/* Between two groups, the first rank and the others: each gets what the other one has. */
static void reduce_shape_intercomm(const struct shape *shape, int count, enum intercomm_call which,
                                   enum way by, int root_side, int root, int send_where, int recv_where)
{
    char way[200];
    snprintf(way, sizeof way, "%s between two groups, %s, root %d of %d, buffers of kinds %d and %d",
             shape->name, intercomm_call_name(which, by), root, root_side, send_where, recv_where);
    size_t size = data(shape);
    int rooted = which == TO_ROOT, here = rooted && side == root_side, is_root = here && rank == root;
    int n = which == IN_BLOCKS ? count / local : count, first = which == IN_BLOCKS ? rank * n : 0;
    char *own = malloc(count * size), *want = malloc(count * size), *column = malloc(remote * size);
    for (int e = 0; e < count; e++) {
        for (int r = 0; r < remote; r++)
            shape->fill(column + r * size, side == 0 ? 1 + r : r, e);
        shape->expect(want + e * size, column, remote);
        shape->fill(own + e * size, me, e);
    }
    struct buffer send = buffer_at(send_where, shape, count, own);
    struct buffer recv = buffer_at(recv_where, shape, n, NULL);
    int gets = rooted ? is_root : 1;
    long to_host = gpu->to_host, to_device = gpu->to_device;
    in_use = shape;
    look_at_counters();
    MPI_Request request = MPI_REQUEST_NULL;
    /* Elsewhere it is not significant, and nobody may ask what it is. */
    call_intercomm(which, here ? (void *)16 : address(&send), gets ? address(&recv) : (void *)16, n, NULL,
                   NULL, shape->type, shape->op,
                   !here         ? root
                       : is_root ? MPI_ROOT
                                 : MPI_PROC_NULL,
                   comm, by, 0, &request);
    complete_once(request, by);
    check_counters(1, 1, way);
    CHECK((gpu->to_device > to_device) == (gets && out_of_reach(recv_where)), "%s: %ld copies to the device",
          way, gpu->to_device - to_device);
    CHECK(gpu->to_host > to_host || here || !out_of_reach(send_where), "%s: no copies to the host", way);
    CHECK(gpu->as_left(), "%s: the driver's state was changed", way);
    check_and_free(&send, shape, count, own, way);
    check_and_free(&recv, shape, n, gets ? want + first * size : NULL, way);
    free(own);
    free(want);
    free(column);
}

static void check_intercomm_shape(const struct shape *shape)
{
    static const int kinds[][2] = {{ON_DEVICE, ON_DEVICE}, {ON_DEVICE, HOST}, {HOST, ON_DEVICE}};
    const int count = 3 * local * remote;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int which = 0; which < 3; which++) { /* one group, the last rank, all */
            int on = which == 2 || (which == 1 ? me == ranks - 1 : side == 0);
            int send = on ? kinds[k][0] : HOST, recv = on ? kinds[k][1] : HOST;
            for (enum way way = BLOCKING; way <= PERSISTENT; way++) {
                reduce_shape_intercomm(shape, count, TO_ALL, way, 0, 0, send, recv);
                reduce_shape_intercomm(shape, count, IN_BLOCKS, way, 0, 0, send, recv);
                reduce_shape_intercomm(shape, count, TO_ROOT, way, 0, 0, send, recv);
                reduce_shape_intercomm(shape, count, TO_ROOT, way, 1, ranks - 2, send, recv);
            }
        }
}

/* A datatype of absolute addresses, at MPI_BOTTOM. */
static void check_absolute(const struct shape *shape)
{
    const int count = 20;
    struct rows rows = make_rows(shape, count);
    struct buffer buffer = buffer_at(me == 0 ? ON_DEVICE : HOST, shape, count, rows.own);
    MPI_Aint place;
    MPI_Get_address(address(&buffer), &place);
    MPI_Datatype bare, type;
    int one = 1;
    MPI_Type_create_hindexed(1, &one, &place, shape->type, &bare);
    MPI_Type_create_resized(bare, 0, shape->extent, &type);
    MPI_Type_commit(&type);
    /* The operator gets the elements as the datatype says: relative to 0. */
    struct shape absolute = *shape;
    for (int i = 0; i < shape->parts; i++)
        absolute.at[i] += place;
    in_use = &absolute;
    look_at_counters();
    MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, count, type, shape->op, MPI_COMM_WORLD);
    check_counters(1, 1, "absolute addresses");
    check_and_free(&buffer, shape, count, rows.want, "absolute addresses");
    MPI_Type_free(&bare);
    MPI_Type_free(&type);
    free(rows.own);
    free(rows.want);
}

int main(int argc, char **argv)
{
    int early = getenv("TEST_DRIVER_EARLY") != NULL;
    if (early)
        load_driver();
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    /* Not on the stack, which is known to be the host's without a look. */
    static double one = 1, sum;
    look_at_counters();
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check_counters(1, 1, "before the driver is loaded");
    CHECK(sum == ranks, "%d ones are %g", ranks, sum);
    if (!early)
        load_driver();
    make_types();
    for (int s = 0; s < SHAPES; s++) {
        static const int counts[] = {0, 1, 3, 100};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            check_shape(&shapes[s], counts[i]);
    }
    check_blocks(&shapes[0], 1200001);
    check_blocks(&shapes[1], 100001);
    check_blocks(&shapes[3], 100001);
    check_absolute(&shapes[3]);
    if (ranks > 1) {
        make_groups(1, 0);
        for (int s = 0; s < SHAPES; s++)
            check_intercomm_shape(&shapes[s]);
        MPI_Comm_free(&comm);
    }
    /* Pinned memory is kept and used again. */
    CHECK(gpu->pin_error ? gpu->pinned == 0 : gpu->pinned > 0 && gpu->pinned <= 24,
          "%ld pieces of memory were pinned", gpu->pinned);
    free_types();
    return finish();
}
