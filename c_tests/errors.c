/* What the MPI library rejects it goes on rejecting, as without samebits: the
 * same error class, and the communicator's error handler called as often. The
 * comparison is with the PMPI function in this same program. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled++;
}

static int class_of(int code)
{
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    return class;
}

struct call {
    const char *name;
    void *send, *recv;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    int root; /* -1: MPI_Allreduce */
    MPI_Comm comm;
};

static int with_us(const struct call *c)
{
    return c->root == -1 ? MPI_Allreduce(c->send, c->recv, c->count, c->type, c->op, c->comm)
                         : MPI_Reduce(c->send, c->recv, c->count, c->type, c->op, c->root, c->comm);
}

static int without_us(const struct call *c)
{
    return c->root == -1
               ? PMPI_Allreduce(c->send, c->recv, c->count, c->type, c->op, c->comm)
               : PMPI_Reduce(c->send, c->recv, c->count, c->type, c->op, c->root, c->comm);
}

static int is_version(const char *start)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strstr(version, start) != NULL;
}

static int mpich_5_0_2(void) { return is_version("MPICH Version:      5.0.2"); }

/* MPICH 4.0.2 and 5.0.2 take a negative count and write wherever they like; 5.0.2
 * crashes on a null datatype too. */
static int crashes(const struct call *call)
{
    return (is_version("MPICH Version:") && call->count < 0) ||
           (mpich_5_0_2() && call->type == MPI_DATATYPE_NULL);
}

static void compare(const struct call *call)
{
    if (crashes(call))
        return;
    handled = 0;
    int theirs = class_of(without_us(call)), their_handled = handled;
    handled = 0;
    int ours = class_of(with_us(call)), our_handled = handled;
    CHECK(ours == theirs, "%s: error class %d, not %d", call->name, ours, theirs);
    CHECK(our_handled == their_handled, "%s: the handler was called %d times, not %d", call->name,
          our_handled, their_handled);
    check_counters(1, 0, call->name);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler errors;
    /* Where a handler of the program's returns, MPICH 5.0.2 says MPI_SUCCESS. */
    if (mpich_5_0_2())
        errors = MPI_ERRORS_RETURN;
    else
        MPI_Comm_create_errhandler(handler, &errors);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errors);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, errors);
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);

    double in[8] = {0}, out[8] = {0};
    MPI_Comm world = MPI_COMM_WORLD;
    const struct call calls[] = {
        {"null communicator", in, out, 1, MPI_DOUBLE, MPI_SUM, -1, MPI_COMM_NULL},
        {"null communicator, root", in, out, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_NULL},
        {"null operator", in, out, 1, MPI_DOUBLE, MPI_OP_NULL, -1, world},
        {"null datatype", in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, -1, world},
        {"root too large", in, out, 1, MPI_DOUBLE, MPI_SUM, ranks, world},
        {"root negative", in, out, 1, MPI_DOUBLE, MPI_SUM, -7, world},
        {"bitwise on doubles", in, out, 1, MPI_DOUBLE, MPI_BAND, -1, world},
        {"MINLOC on doubles", in, out, 1, MPI_DOUBLE, MPI_MINLOC, -1, world},
        {"MAX on complex", in, out, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, -1, world},
        {"SUM on pairs", in, out, 1, MPI_DOUBLE_INT, MPI_SUM, -1, world},
        {"SUM on characters", in, out, 1, MPI_CHAR, MPI_SUM, 0, world},
        {"SUM on a derived datatype", in, out, 1, pair, MPI_SUM, -1, world},
        {"aliased buffers", in, in, 3, MPI_DOUBLE, MPI_SUM, -1, world},
        {"receive in place", in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, -1, world},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        compare(&calls[i]);
    /* Only the root looks at some of these arguments; so the ranks are alone. */
    const struct call lonely[] = {
        {"negative count", in, out, -1, MPI_DOUBLE, MPI_SUM, -1, MPI_COMM_SELF},
        {"negative count, root", in, out, -1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_SELF},
        {"aliased buffers at the root", in, in, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_SELF},
        {"receive in place at the root", in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, 0,
         MPI_COMM_SELF},
    };
    for (size_t i = 0; i < sizeof lonely / sizeof *lonely; i++)
        compare(&lonely[i]);

    /* And after all that, a call that is right. */
    for (int i = 0; i < 8; i++)
        in[i] = rank + 1;
    CHECK(MPI_Allreduce(in, out, 8, MPI_DOUBLE, MPI_SUM, world) == MPI_SUCCESS, "a right call");
    CHECK(out[7] == ranks * (ranks + 1) / 2, "its result is %g", out[7]);
    check_counters(1, 1, "a right call");
    MPI_Type_free(&pair);
    if (errors != MPI_ERRORS_RETURN)
        MPI_Errhandler_free(&errors);
    return finish();
}
