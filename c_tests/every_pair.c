/* Every predefined operator on every predefined datatype. What the standard defines
 * gives the oracle's bits, in place and not, at every root, or is passed on where it
 * is associative as it is; what it does not define is rejected as without samebits.
 * Whether this MPI has a pair at all it is asked itself. */
#include "datatypes.h"

#include <stdio.h>

/* The pair that is being tested. */

static struct element element;
static int operator_kind;

/* A duplicate of the world on which errors are returned. */
static MPI_Comm comm;
static int ranks;
static long evaluated, passed_on, rejected, missing;

/* A pair that the standard defines. */
static void check_defined(const char *name, MPI_Datatype type)
{
    const struct operation operation = operation_on(name, type, &element, operator_kind);
    /* One of each kind of numbers that hostile values know, and one element (but
     * MPICH is slow where ranks outnumber cores). */
    check_operation_on(&operation, 13, comm);
    if (ranks < 3)
        check_operation_on(&operation, 1, comm);
    if (is_floating(&element))
        evaluated++;
    else
        passed_on++;
}

/* A pair that this MPI rejects: so do we, as it does. */
static void check_rejected(const char *name, MPI_Datatype type, int code)
{
    static char in[64], out[64];
    int theirs, ours;
    MPI_Error_class(code, &theirs);
    look_at_counters();
    for (int count = 0; count < 2; count++) {
        MPI_Error_class(MPI_Allreduce(in, out, count, type, operators[operator_kind].op, comm), &ours);
        check_counters(1, 0, name);
        CHECK(ours == theirs, "%s, count %d: error class %d, not %d", name, count, ours, theirs);
        MPI_Error_class(MPI_Reduce(in, out, count, type, operators[operator_kind].op, 0, comm), &ours);
        check_counters(1, 0, name);
        CHECK(ours == theirs, "%s, count %d: error class %d, not %d", name, count, ours, theirs);
    }
    rejected++;
}

static void check_datatype(const struct datatype *datatype)
{
    int size = 0;
    if (datatype->type == MPI_DATATYPE_NULL || MPI_Type_size(datatype->type, &size) || size == 0)
        return; /* this MPI has a name for it only */
    element = datatype->element;
    for (operator_kind = 0; operator_kind < OPERATORS; operator_kind++) {
        char name[100];
        snprintf(name, sizeof name, "%s on %s", operators[operator_kind].name, datatype->name);
        double send, recv;
        int code = PMPI_Allreduce(&send, &recv, 0, datatype->type, operators[operator_kind].op, comm);
        int defined = is_defined(&element, operator_kind);
        if (code != MPI_SUCCESS) {
            check_rejected(name, datatype->type, code);
            missing += defined;
        } else if (defined) {
            /* MPICH 4.0 by itself cannot send half floats. */
            if (with_samebits() || element.value != HALF)
                check_defined(name, datatype->type);
        } else {
            /* More than the standard asks for. MPICH 4.0 ends the program where
             * it then comes to an element. */
            look_at_counters();
            CHECK(MPI_Allreduce(&send, &recv, 0, datatype->type, operators[operator_kind].op, comm) ==
                      MPI_SUCCESS,
                  "%s without elements", name);
            check_counters(1, 0, name);
        }
    }
}

/* MPI_Type_create_f90_real and _complex, where this MPI has them so wide. */
static void check_parameterised(int digits, int range, enum number number)
{
    struct datatype datatype = {"", MPI_DATATYPE_NULL, {REAL, number, 0}};
    char name[60];
    datatype.name = name;
    snprintf(name, sizeof name, "f90_real(%d, %d)", digits, range);
    if (MPI_Type_create_f90_real(digits, range, &datatype.type) == MPI_SUCCESS)
        check_datatype(&datatype);
    datatype.type = MPI_DATATYPE_NULL;
    datatype.element.shape = COMPLEX;
    snprintf(name, sizeof name, "f90_complex(%d, %d)", digits, range);
    if (MPI_Type_create_f90_complex(digits, range, &datatype.type) == MPI_SUCCESS)
        check_datatype(&datatype);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (size_t i = 0; i < datatypes_length; i++)
        check_datatype(&datatypes[i]);
    check_parameterised(6, 37, FLOAT);
    check_parameterised(15, 307, DOUBLE);
    check_parameterised(18, 4931, LONG_DOUBLE);
    check_parameterised(33, 4931, BINARY128);
    CHECK(evaluated > 40 && passed_on > 100 && rejected > 100,
          "%ld pairs evaluated, %ld passed on, %ld rejected", evaluated, passed_on, rejected);
    if (rank == 0)
        printf("%ld pairs evaluated, %ld passed on, %ld rejected, of which %ld are the standard's\n",
               evaluated, passed_on, rejected, missing);
    MPI_Comm_free(&comm);
    return finish();
}
