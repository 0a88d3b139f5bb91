/* Distributed arrays: every predefined operator on every predefined datatype that MPI
 * defines it on, from no element on. What is no pair is refused. */
#include "array_driver.h"
#include "datatypes.h"
#include "driver.h"
#include "samebits.h"

#include <stdio.h>
#include <string.h>

static MPI_Comm comm;
static int ranks;
static long reduced, refused, identities;

enum { LONGEST = 150, SIZE = 32 };

/* Without elements the result is what changes nothing. */
static void check_identity(const char *name, const struct datatype *datatype, int op)
{
    _Alignas(32) unsigned char identity[SIZE], element[SIZE], want[SIZE];
    memset(identity, 0, sizeof identity);
    int code = samebits_allreduce_array(NULL, 0, identity, datatype->type, operators[op].op, comm);
    CHECK(code == MPI_SUCCESS, "%s: %s", name, samebits_error_message());
    size_t size = element_size(&datatype->element), data = element_data(&datatype->element);
    memset(want, 0, sizeof want);
    if (op == SUM) /* -0.0 is turned into 0.0 by it */
        CHECK(memcmp(identity, want, data) == 0, "%s: the identity is not zero", name);
    /* A complex product with one may turn the sign of a zero, and an infinity into NaN. */
    int changes = op == SUM || (op == PROD && datatype->element.shape == COMPLEX);
    /* Open MPI 4.1 compares MPI_OFFSET, which has a sign, as if it had none. */
    changes |= datatype->type == MPI_OFFSET;
    for (size_t i = 0; i < 40 && !changes; i++) {
        _Alignas(32) unsigned char two[2 * SIZE] = {0}, got[SIZE] = {0};
        fill_element(&datatype->element, op, element, 0, i);
        reduce_elements(&datatype->element, op, want, element, 1);
        memcpy(two, identity, size);
        memcpy(two + size, element, size);
        reduce_elements(&datatype->element, op, got, two, 2);
        if (op == LAND || op == LOR || op == LXOR) { /* any truth is as true as 1 */
            static const unsigned char no[SIZE];
            int truth = memcmp(want, no, data) != 0;
            memset(want, 0, sizeof want);
            want[0] = (unsigned char)truth;
        }
        CHECK(memcmp(got, want, data) == 0, "%s: the identity changes element %zu", name, i);
    }
    identities++;
}

static void check_pair(const char *name, const struct datatype *datatype, int op)
{
    static _Alignas(32) unsigned char elements[LONGEST * SIZE], expected[SIZE];
    static const size_t lengths[] = {1, 3, 13, LONGEST};
    size_t size = element_size(&datatype->element), data = element_data(&datatype->element);
    CHECK(size <= SIZE, "%s: elements of %zu bytes", name, size);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths - (ranks > 2); l++) {
        /* As the contributions of as many ranks to one place; few places have no NaN. */
        for (size_t place = 0; place < 2; place++) {
            for (size_t i = 0; i < lengths[l]; i++)
                fill_element(&datatype->element, op, elements + i * size, (int)i, 4 * place);
            memset(expected, 0, sizeof expected);
            reduce_elements(&datatype->element, op, expected, elements, (int)lengths[l]);
            const struct array array = {name, datatype->type, operators[op].op, size,
                                        data, lengths[l],     elements,         expected};
            check_array(&array, comm);
        }
    }
    reduced++;
}

static void check_refused(const char *name, const struct datatype *datatype, int op)
{
    _Alignas(32) unsigned char element[SIZE] = {0}, result[SIZE];
    int class, code = samebits_allreduce_array(element, 1, result, datatype->type, operators[op].op, comm);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_OP, "%s: error class %d: %s", name, class, samebits_error_message());
    refused++;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (size_t i = 0; i < datatypes_length; i++) {
        const struct datatype *datatype = &datatypes[i];
        int size = 0;
        if (datatype->type == MPI_DATATYPE_NULL || MPI_Type_size(datatype->type, &size) || size == 0)
            continue;
        for (int op = 0; op < OPERATORS; op++) {
            char name[100];
            snprintf(name, sizeof name, "%s on %s", operators[op].name, datatype->name);
            double send, recv;
            int accepted =
                PMPI_Allreduce(&send, &recv, 0, datatype->type, operators[op].op, comm) == MPI_SUCCESS;
            if (accepted && is_defined(&datatype->element, op)) {
                check_pair(name, datatype, op);
                check_identity(name, datatype, op);
            } else if (!accepted) {
                check_refused(name, datatype, op);
            }
        }
    }
    CHECK(reduced > 150 && identities == reduced && refused > 50, "%ld pairs reduced, %ld refused", reduced,
          refused);
    if (rank == 0)
        printf("%ld pairs reduced, %ld refused\n", reduced, refused);
    MPI_Comm_free(&comm);
    return finish();
}
