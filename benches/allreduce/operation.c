/* The user's operators are vector sums as users write them: a loop over the elements. */
#include "operation.h"
#include "values.h"

/* Numbers in an element of the derived datatype. */
enum { CONTIGUOUS = 2 };

static void add_doubles(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    (void)datatype;
    const double *x = in;
    double *y = inout;
    for (int i = 0; i < *n; i++)
        y[i] = x[i] + y[i];
}

static void add_floats(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    (void)datatype;
    const float *x = in;
    float *y = inout;
    for (int i = 0; i < *n; i++)
        y[i] = x[i] + y[i];
}

static void add_contiguous(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    int numbers = CONTIGUOUS * *n;
    add_doubles(in, inout, &numbers, datatype);
}

struct operation make_operation(const struct options *options)
{
    const struct {
        const char *name;
        MPI_Datatype datatype;
        size_t element;
        int is_float;
        MPI_User_function *add;
    } datatypes[] =
        {
            [DOUBLE] = {"MPI_DOUBLE", MPI_DOUBLE, sizeof(double), 0, add_doubles},
            [FLOAT] = {"MPI_FLOAT", MPI_FLOAT, sizeof(float), 1, add_floats},
            [PAIR] = {"two contiguous MPI_DOUBLE", MPI_DATATYPE_NULL, CONTIGUOUS * sizeof(double), 0,
                      add_contiguous},
        },
      *chosen = &datatypes[options->datatype];
    struct operation operation = {
        .datatype_name = chosen->name,
        .operator_name = options->is_user ? "a user's commutative operator" : "MPI_SUM",
        .datatype = chosen->datatype,
        .op = MPI_SUM,
        .element = chosen->element,
        .is_float = chosen->is_float,
        .is_user = options->is_user,
    };
    if (options->datatype == PAIR) {
        MPI_Type_contiguous(CONTIGUOUS, MPI_DOUBLE, &operation.datatype);
        MPI_Type_commit(&operation.datatype);
    }
    if (options->is_user)
        MPI_Op_create(chosen->add, 1, &operation.op);
    return operation;
}

void free_operation(struct operation *operation)
{
    if (operation->is_user)
        MPI_Op_free(&operation->op);
    if (operation->element == CONTIGUOUS * sizeof(double))
        MPI_Type_free(&operation->datatype);
}

static size_t numbers_in(const struct operation *operation, size_t bytes)
{
    return bytes / (operation->is_float ? sizeof(float) : sizeof(double));
}

int is_right(const struct operation *operation, const void *result, size_t bytes, int ranks, uint64_t number,
             size_t stride, size_t *wrong)
{
    return (operation->is_user ? is_tree_sum : is_exact_sum)(
        result, numbers_in(operation, bytes), operation->is_float, ranks, number, stride, wrong);
}

int is_near(const struct operation *operation, const void *result, size_t bytes, int ranks, uint64_t number,
            size_t stride, size_t *wrong)
{
    return is_near_sum(result, numbers_in(operation, bytes), operation->is_float, ranks, number, stride,
                       wrong);
}
