/* What the MPI library rejects it goes on rejecting as without samebits: the same
 * code, and the same error handler called as often, on the same communicator. Each
 * call of the table is made twice in this one program, past samebits (PMPI) and
 * through it, on communicators whose error handlers differ. */
#include "driver.h"

#include <limits.h>
#include <string.h>

/* Which handler was called, how often, and with what. */
static struct {
    char which;
    int times, class;
    MPI_Comm comm;
} handled;

static int class_of(int code)
{
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    return class;
}

static void note(char which, MPI_Comm comm, int code)
{
    handled.which = which;
    handled.times++;
    handled.class = class_of(code);
    handled.comm = comm;
}

#define HANDLER(name, letter) \
    static void name(MPI_Comm *comm, int *code, ...) { note(letter, *comm, *code); }
HANDLER(of_world, 'w')
HANDLER(of_self, 's')
HANDLER(of_duplicate, 'd')
HANDLER(of_split, 'p')

static void handle(MPI_Comm comm, MPI_Comm_errhandler_function *function)
{
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(function, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

/* Not a root: MPI_Allreduce, MPI_Reduce_scatter with that count for each rank, MPI_Scan,
 * MPI_Exscan or MPI_Reduce_local. */
enum { ALL = INT_MIN, SCATTER, SCAN, EXSCAN, LOCAL, NO_ROOT };

/* For SCATTER: a null array. */
enum { NO_COUNTS = INT_MIN };

struct call {
    const char *name;
    void *send, *recv;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    int root;
    MPI_Comm comm;
};

/* What came of a call. */
struct outcome {
    int class, times, class_handled;
    char which;
    MPI_Comm comm;
    char text[MPI_MAX_ERROR_STRING];
};

static struct outcome outcome(int code)
{
    struct outcome o = {class_of(code), handled.times, handled.class, handled.which, handled.comm, ""};
    int length;
    MPI_Error_string(code, o.text, &length);
    return o;
}

static const int *counts_of(const struct call *c)
{
    static int counts[16];
    for (int i = 0; i < 16; i++)
        counts[i] = c->count;
    return c->count == NO_COUNTS ? NULL : counts;
}

#define CALL(c, P)                                                                                          \
    ((c)->root == ALL ? P##MPI_Allreduce((c)->send, (c)->recv, (c)->count, (c)->type, (c)->op, (c)->comm)   \
         : (c)->root == SCATTER                                                                             \
         ? P##MPI_Reduce_scatter((c)->send, (c)->recv, counts_of(c), (c)->type, (c)->op, (c)->comm)         \
         : (c)->root == SCAN ? P##MPI_Scan((c)->send, (c)->recv, (c)->count, (c)->type, (c)->op, (c)->comm) \
         : (c)->root == EXSCAN                                                                              \
         ? P##MPI_Exscan((c)->send, (c)->recv, (c)->count, (c)->type, (c)->op, (c)->comm)                   \
         : (c)->root == LOCAL                                                                               \
         ? P##MPI_Reduce_local((c)->send, (c)->recv, (c)->count, (c)->type, (c)->op)                        \
         : P##MPI_Reduce((c)->send, (c)->recv, (c)->count, (c)->type, (c)->op, (c)->root, (c)->comm))

static struct outcome past_us(const struct call *c)
{
    memset(&handled, 0, sizeof handled);
    return outcome(CALL(c, P));
}

static struct outcome through_us(const struct call *c)
{
    memset(&handled, 0, sizeof handled);
    return outcome(CALL(c, ));
}

static int is_version(const char *start)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strstr(version, start) != NULL;
}

/* MPICH 4.0.2 and 5.0.2 take a negative count and write wherever they like; 5.0.2
 * crashes on a null datatype too. */
static int crashes(const struct call *call)
{
    return (is_version("MPICH Version:") && call->count < 0) ||
        (is_version("MPICH Version:      5.0.2") && call->type == MPI_DATATYPE_NULL);
}

/* `same_text`: the text of the error, which may name the function that was called
 * and its arguments, is the same too. */
static void compare(const struct call *call, const char *where, int same_text)
{
    if (crashes(call))
        return;
    struct outcome theirs = past_us(call);
    look_at_counters();
    uint64_t calls = intercepted(), evaluated = reproduced();
    struct outcome ours = through_us(call);
    CHECK(ours.class == theirs.class, "%s on %s: error class %d (%s), not %d (%s)", call->name, where,
          ours.class, ours.text, theirs.class, theirs.text);
    CHECK(ours.times == theirs.times && ours.which == theirs.which && ours.comm == theirs.comm &&
              ours.class_handled == theirs.class_handled,
          "%s on %s: handler '%c' %d times with class %d, not '%c' %d times with class %d", call->name, where,
          ours.which, ours.times, ours.class_handled, theirs.which, theirs.times, theirs.class_handled);
    CHECK(!same_text || strcmp(ours.text, theirs.text) == 0, "%s on %s: \"%s\", not \"%s\"", call->name,
          where, ours.text, theirs.text);
    if (with_samebits()) {
        CHECK(intercepted() == calls + 1, "%s on %s: %d calls intercepted", call->name, where,
              (int)(intercepted() - calls));
        CHECK(theirs.class == MPI_SUCCESS || reproduced() == evaluated,
              "%s on %s was rejected, and yet counted as reproduced", call->name, where);
    }
}

/* A fault without its communicator. ALONE: only on communicators of one rank,
 * because the MPI library has crashed otherwise. UNROOTED: on others not in
 * MPI_Reduce, because only the root looks. */
enum where { EVERYWHERE, UNROOTED, ALONE };

struct fault {
    enum where where;
    const char *name;
    void *send, *recv;
    int count;
    MPI_Datatype type;
    MPI_Op op;
};

struct place {
    const char *name;
    MPI_Comm comm;
};

static void compare_on(const struct fault *fault, const struct place *place, int root)
{
    const struct call call = {fault->name, fault->send, fault->recv, fault->count,
                              fault->type, fault->op,   root,        place->comm};
    int ranks;
    MPI_Comm_size(place->comm, &ranks);
    /* Either MPI by itself reads there. */
    int in_place = fault->send == MPI_IN_PLACE || fault->recv == MPI_IN_PLACE;
    int at_null = fault->count > 0 && (!fault->send || !fault->recv);
    if (root == LOCAL && (in_place || at_null))
        return;
    /* The first rank's receive buffer is not significant, and yet MPICH looks at it. */
    if (root == EXSCAN && !fault->recv)
        return;
    if (fault->where == EVERYWHERE || ranks == 1 ||
        (fault->where == UNROOTED && root < NO_ROOT && root != LOCAL))
        compare(&call, place->name, 1);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm duplicate, split, own;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &split);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
    handle(MPI_COMM_WORLD, of_world);
    handle(MPI_COMM_SELF, of_self);
    handle(duplicate, of_duplicate);
    handle(split, of_split);
    handle(own, of_split);
    MPI_Datatype pair, uncommitted, f90;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_contiguous(2, MPI_DOUBLE, &uncommitted);
    MPI_Type_create_f90_real(15, 307, &f90);
    MPI_Op user;
    MPI_Op_create(add, 1, &user);

    static double in[64], out[64], one[64];
    const struct fault faults[] = {
        {EVERYWHERE, "null operator", in, out, 1, MPI_DOUBLE, MPI_OP_NULL},
        {EVERYWHERE, "null operator, no elements", in, out, 0, MPI_DOUBLE, MPI_OP_NULL},
        {EVERYWHERE, "null operator on integers", in, out, 1, MPI_INT, MPI_OP_NULL},
        {EVERYWHERE, "null datatype", in, out, 1, MPI_DATATYPE_NULL, MPI_SUM},
        {EVERYWHERE, "null datatype, user's operator", in, out, 1, MPI_DATATYPE_NULL, user},
        {EVERYWHERE, "uncommitted datatype", in, out, 1, uncommitted, MPI_SUM},
        {EVERYWHERE, "uncommitted datatype, user's operator", in, out, 1, uncommitted, user},
        {EVERYWHERE, "uncommitted datatype, no elements", in, out, 0, uncommitted, user},
        {EVERYWHERE, "SUM on a derived datatype", in, out, 1, pair, MPI_SUM},
        {EVERYWHERE, "BOR on a derived datatype", in, out, 1, pair, MPI_BOR},
        {EVERYWHERE, "BAND on f90 reals", in, out, 1, f90, MPI_BAND},
        {EVERYWHERE, "BAND on doubles", in, out, 1, MPI_DOUBLE, MPI_BAND},
        {EVERYWHERE, "BAND on doubles, no elements", in, out, 0, MPI_DOUBLE, MPI_BAND},
        {EVERYWHERE, "BXOR on long doubles", in, out, 1, MPI_LONG_DOUBLE, MPI_BXOR},
        {EVERYWHERE, "MINLOC on doubles", in, out, 1, MPI_DOUBLE, MPI_MINLOC},
        {EVERYWHERE, "MAX on complex", in, out, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX},
        {EVERYWHERE, "MIN on long complex", in, out, 1, MPI_C_LONG_DOUBLE_COMPLEX, MPI_MIN},
        {EVERYWHERE, "SUM on pairs", in, out, 1, MPI_DOUBLE_INT, MPI_SUM},
        {EVERYWHERE, "PROD on pairs of integers", in, out, 1, MPI_2INT, MPI_PROD},
        {EVERYWHERE, "SUM on characters", in, out, 1, MPI_CHAR, MPI_SUM},
        {EVERYWHERE, "MAX on wide characters", in, out, 1, MPI_WCHAR, MPI_MAX},
        {EVERYWHERE, "SUM on packed data", in, out, 1, MPI_PACKED, MPI_SUM},
        {EVERYWHERE, "SUM on bytes", in, out, 1, MPI_BYTE, MPI_SUM},
        {EVERYWHERE, "REPLACE on doubles", in, out, 1, MPI_DOUBLE, MPI_REPLACE},
        {EVERYWHERE, "NO_OP on doubles", in, out, 1, MPI_DOUBLE, MPI_NO_OP},
        {EVERYWHERE, "NO_OP on a derived datatype", in, out, 1, pair, MPI_NO_OP},
        {EVERYWHERE, "BAND on binary128", in, out, 1, MPI_REAL16, MPI_BAND},
        {EVERYWHERE, "SUM on complex binary128", in, out, 1, MPI_COMPLEX32, MPI_SUM},
        {EVERYWHERE, "PROD on complex binary128", in, out, 1, MPI_COMPLEX32, MPI_PROD},
        {EVERYWHERE, "no elements at null", NULL, NULL, 0, MPI_DOUBLE, MPI_SUM},
        {EVERYWHERE, "no user's elements at null", NULL, NULL, 0, pair, user},
        {ALONE, "negative count", in, out, -1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "negative count, user's operator", in, out, -1, pair, user},
        {UNROOTED, "aliased buffers", in, in, 3, MPI_DOUBLE, MPI_SUM},
        {UNROOTED, "aliased buffers, user's operator", in, in, 3, MPI_DOUBLE, user},
        {UNROOTED, "aliased buffers of integers", in, in, 3, MPI_INT, MPI_SUM},
        {UNROOTED, "aliased buffers of one element", one, one, 1, MPI_DOUBLE, MPI_SUM},
        {UNROOTED, "aliased buffers, no elements", in, in, 0, MPI_DOUBLE, MPI_SUM},
        {ALONE, "received in place", in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "sent and received in place", MPI_IN_PLACE, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "received in place, no elements", in, MPI_IN_PLACE, 0, MPI_DOUBLE, MPI_SUM},
        {ALONE, "two faults: operator and count", in, out, -1, MPI_DOUBLE, MPI_BAND},
        {UNROOTED, "two faults: datatype and buffers", in, in, 3, uncommitted, user},
#ifdef MPICH_VERSION /* Open MPI reads there. */
        {ALONE, "sent from null", NULL, out, 1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "received at null", in, NULL, 1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "in place at null", MPI_IN_PLACE, NULL, 1, MPI_DOUBLE, MPI_SUM},
        {ALONE, "null with a user's operator", NULL, out, 1, MPI_DOUBLE, user},
        {ALONE, "null with a user's datatype", in, NULL, 1, pair, user},
#endif
    };
    const struct place places[] = {{"the world", MPI_COMM_WORLD},
                                   {"itself", MPI_COMM_SELF},
                                   {"a duplicate", duplicate},
                                   {"a split", split},
                                   {"a split of one", own}};
    enum { PLACES = sizeof places / sizeof *places };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (int k = 0; k < PLACES; k++) {
            compare_on(&faults[i], &places[k], ALL);
            compare_on(&faults[i], &places[k], 0);
            compare_on(&faults[i], &places[k], SCATTER);
            compare_on(&faults[i], &places[k], SCAN);
            compare_on(&faults[i], &places[k], EXSCAN);
            compare_on(&faults[i], &places[k], LOCAL);
        }
    /* Roots that are none; there is no intercommunicator here. */
    const int roots[] = {-7, -1, MPI_PROC_NULL, MPI_ROOT, MPI_ANY_SOURCE, MPI_UNDEFINED, INT_MAX};
    for (int k = 0; k < PLACES; k++) {
        int size;
        MPI_Comm_size(places[k].comm, &size);
        const struct fault calls[] = {
            {EVERYWHERE, "wrong root", in, out, 1, MPI_DOUBLE, MPI_SUM},
            {EVERYWHERE, "wrong root, integers", in, out, 1, MPI_INT, MPI_MAX},
            {EVERYWHERE, "wrong root, user's operator", in, out, 1, pair, user},
            {EVERYWHERE, "wrong root, no elements", in, out, 0, MPI_DOUBLE, MPI_SUM}};
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            compare_on(&calls[i], &places[k], size);
            for (size_t j = 0; j < sizeof roots / sizeof *roots; j++)
                compare_on(&calls[i], &places[k], roots[j]);
        }
    }
    const struct call nowhere[] = {
        {"null communicator", in, out, 1, MPI_DOUBLE, MPI_SUM, ALL, MPI_COMM_NULL},
        {"null communicator, root", in, out, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_NULL},
        {"null communicator, integers", in, out, 1, MPI_INT, MPI_SUM, ALL, MPI_COMM_NULL},
        {"null communicator, user's operator", in, out, 1, pair, user, ALL, MPI_COMM_NULL},
        {"null communicator, scatter", in, out, 1, MPI_DOUBLE, MPI_SUM, SCATTER, MPI_COMM_NULL},
        {"null communicator, scan", in, out, 1, MPI_DOUBLE, MPI_SUM, SCAN, MPI_COMM_NULL},
        {"null communicator, exscan", in, out, 1, MPI_DOUBLE, MPI_SUM, EXSCAN, MPI_COMM_NULL},
    };
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        compare(&nowhere[i], "none", 1);
#ifndef MPICH_VERSION /* MPICH crashes by itself. */
    const struct call no_counts = {"no counts", in,      out,     NO_COUNTS,
                                   MPI_DOUBLE,  MPI_SUM, SCATTER, MPI_COMM_WORLD};
    if (!is_version("Intel(R) MPI")) /* nor does it look, whatever its header is */
        compare(&no_counts, "the world", 1);
#endif
#ifdef MPICH_VERSION /* Open MPI crashes by itself. */
    /* What was learnt of the communicator before must not matter. */
    MPI_Comm freed, stale;
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, freed);
    stale = freed;
    MPI_Comm_free(&freed);
    const struct call after[] = {
        {"freed communicator", in, out, 1, MPI_DOUBLE, MPI_SUM, ALL, stale},
        {"freed communicator, root", in, out, 1, MPI_DOUBLE, MPI_SUM, 0, stale},
        {"freed communicator, no elements", in, out, 0, MPI_DOUBLE, MPI_SUM, ALL, stale},
        {"freed communicator, integers", in, out, 1, MPI_INT, MPI_SUM, ALL, stale},
        {"freed communicator, scatter", in, out, 1, MPI_DOUBLE, MPI_SUM, SCATTER, stale},
        {"freed communicator, scan", in, out, 1, MPI_DOUBLE, MPI_SUM, SCAN, stale},
    };
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        compare(&after[i], "a freed one", 0);
#endif

    /* And after all that, calls that are right. */
    for (int k = 0; k < PLACES; k++) {
        int size, own_rank;
        MPI_Comm_size(places[k].comm, &size);
        MPI_Comm_rank(places[k].comm, &own_rank);
        for (int i = 0; i < 8; i++)
            in[i] = own_rank + 1;
        memset(&handled, 0, sizeof handled);
        look_at_counters();
        const struct call right[] = {
            {"a right call", in, out, 8, MPI_DOUBLE, MPI_SUM, ALL, places[k].comm},
            {"a right call of the user's", in, out, 8, MPI_DOUBLE, user, ALL, places[k].comm}};
        for (int i = 0; i < 2; i++) {
            struct outcome o = through_us(&right[i]);
            check_counters(1, 1, right[i].name);
            CHECK(o.class == MPI_SUCCESS && o.times == 0, "%s on %s: %s", right[i].name, places[k].name,
                  o.text);
            CHECK(out[7] == size * (size + 1) / 2, "%s on %s is %g", right[i].name, places[k].name, out[7]);
        }
    }
    MPI_Op_free(&user);
    MPI_Type_free(&pair);
    MPI_Type_free(&uncommitted);
    MPI_Comm_free(&duplicate);
    MPI_Comm_free(&split);
    MPI_Comm_free(&own);
    return finish();
}
