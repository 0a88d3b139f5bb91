/* What the files of the plug-in share. The plug-in replaces operations of PETSc's vectors and
 * matrices by ones whose results do not depend on the number of ranks. Their tables are in PETSc's
 * private headers, which its packages install. */
#pragma once

#include <petsc/private/vecimpl.h>
#include <petsc/private/matimpl.h>
#include <samebits.h>

/* Which of samebits' functions are for PETSc's scalars and indices. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#if defined(PETSC_USE_REAL_DOUBLE)
#define SUM_REALS samebits_sum_double
#elif defined(PETSC_USE_REAL_SINGLE)
#define SUM_REALS samebits_sum_float
#else
#error "samebits: PETSc's real numbers have to be double or single (--with-precision)"
#endif
#if defined(PETSC_USE_REAL_DOUBLE) && defined(PETSC_USE_COMPLEX)
#define SUM_COMPLEX samebits_sum_double_complex
#define MULTIPLY_SCALARS multiply_double_complex
#elif defined(PETSC_USE_COMPLEX)
#define SUM_COMPLEX samebits_sum_float_complex
#define MULTIPLY_SCALARS multiply_float_complex
#elif defined(PETSC_USE_REAL_DOUBLE)
#define MULTIPLY_SCALARS multiply_double
#else
#define MULTIPLY_SCALARS multiply_float
#endif
#if defined(PETSC_USE_64BIT_INDICES)
#define MULTIPLY_ROWS JOIN(samebits_csr64_, MULTIPLY_SCALARS)
typedef int64_t RowIndex;
#else
#define MULTIPLY_ROWS JOIN(samebits_csr_, MULTIPLY_SCALARS)
typedef int32_t RowIndex;
#endif

/* Real doubles are multiplied by matrices that are prepared for it. */
#if defined(PETSC_USE_REAL_DOUBLE) && !defined(PETSC_USE_COMPLEX)
#if defined(PETSC_USE_64BIT_INDICES)
#define PREPARE_ROWS samebits_csr64_prepare_double
#else
#define PREPARE_ROWS samebits_csr_prepare_double
#endif
#endif

#define CallSamebits(call)                                                            \
    PetscCheck((call) == MPI_SUCCESS, PETSC_COMM_SELF, PETSC_ERR_LIB, "samebits: %s", \
               samebits_error_message())

/* Summands that are set with ADD_VALUES, and wait for the assembly. */
typedef struct {
    PetscInt row, column;
    PetscScalar value;
} Summand;
typedef struct {
    Summand *at;
    size_t n, room;
} Summands;

PETSC_INTERN PetscErrorCode SummandsAdd(Summands *, PetscInt row, PetscInt column, PetscScalar);
PETSC_INTERN PetscErrorCode SummandsSend(MPI_Comm, PetscLayout, Summands *others, Summands *own);
PETSC_INTERN PetscErrorCode SummandsByRow(const Summands *, PetscInt first, PetscInt rows, size_t **starts,
                                          Summand **sorted);
PETSC_INTERN PetscErrorCode SummandsFree(Summands *);
PETSC_INTERN PetscScalar ExactSum(const PetscScalar *, size_t n);

/* The larger of (value, place) over all ranks: a NaN is the largest, and of equal ones that with
 * the lowest place counts. */
typedef struct {
    double value;
    int64_t place;
} Extreme;
enum { NOWHERE = -1 }; /* the place of no element */
PETSC_INTERN Extreme ExtremeOf(Extreme, Extreme);
PETSC_INTERN PetscErrorCode ExtremeOfAll(Extreme *, MPI_Comm);

/* What belongs to an object of PETSc's, and is freed with it: a copy of that object has its own. */
PETSC_INTERN PetscErrorCode Belonging(PetscObject, size_t bytes, PetscErrorCode (*release)(void *),
                                      PetscBool create, void *pointer_to_pointer);

/* What belongs to a matrix of ours. */
typedef struct {
    PetscObjectState pattern; /* changes on all ranks, or on none; so does data */
    const void *data;
    PetscObjectState matrix, own, others; /* of the matrix and its two blocks, on this rank */
} Version;
/* This rank's rows once more, for repeated products: or NULL. */
typedef struct {
    samebits_matrix *matrix;
    Version version;
    const RowIndex *columns; /* of the rows that it is of, and where those end */
    RowIndex end;
    PetscInt products, before; /* with these values, and with those before */
    PetscBool stale;           /* its values are older ones */
    PetscBool refused;         /* it would gain nothing, or there is no memory */
} Prepared;
typedef PetscErrorCode SetValues(Mat, PetscInt, const PetscInt[], PetscInt, const PetscInt[],
                                 const PetscScalar[], InsertMode);
typedef struct {
    Summands own, others; /* wait for the assembly */
    SetValues *collect;   /* PETSc's, while entries are collected in a table */
    PetscErrorCode (*begin_collected)(Mat, MatAssemblyType), (*copy_collected)(Mat, Mat);
    PetscBool by_column; /* MAT_ROW_ORIENTED is off */
    PetscBool only_own;  /* MAT_IGNORE_OFF_PROC_ENTRIES is on */
    PetscBool lent;      /* if it is sequential, its arrays may be the program's */
    /* This rank's rows of a parallel matrix, whose columns are positions in `x`: the rank's own
     * elements of a vector, then those of others. */
    Version version;
    RowIndex *starts, *columns;
    PetscScalar *values;
    Vec x;
    VecScatter fetch;
    Mat transpose;
    Version transposed;
    Prepared prepared;
} MatrixState;
PETSC_INTERN PetscErrorCode StateOfMatrix(Mat, MatrixState **);
PETSC_INTERN PetscErrorCode FreeRows(MatrixState *);

/* What has changed in a matrix since a version, which becomes the current one. */
enum { NOTHING, VALUES, PATTERN };
PETSC_INTERN PetscErrorCode Changes(Mat A, Mat own, Mat others, Version *, int *what);

/* This rank's rows, in one piece. */
typedef struct {
    PetscInt rows;
    const RowIndex *starts, *columns;
    const PetscScalar *values;
    Mat lent_by; /* a sequential matrix whose arrays these are, or NULL */
} Rows;
PETSC_INTERN PetscErrorCode MultiplyRows(const Rows *, Prepared *, int changed, const PetscScalar *x,
                                         PetscScalar *y);

/* The operations, by file. */
PETSC_INTERN void UseReductions(VecOps);
PETSC_INTERN void UseElements(VecOps);
PETSC_INTERN void UseVectorAssembly(VecOps);
PETSC_INTERN PetscErrorCode VectorsOfOurs(void);
PETSC_INTERN PetscErrorCode MatricesOfOurs(void);
#define VECTORS_HAVE_ERROR_NORMS PETSC_VERSION_GE(3, 20, 0)
PETSC_INTERN PetscErrorCode ErrorNorms(Vec u, Vec y, Vec e, NormType, PetscReal atol, Vec vatol,
                                       PetscReal rtol, Vec vrtol, PetscReal ignored, PetscReal *, PetscInt *,
                                       PetscReal *, PetscInt *, PetscReal *, PetscInt *);
PETSC_INTERN PetscErrorCode StepsOfOurs(void);
PETSC_INTERN PetscErrorCode NameWhatDepends(void);
PETSC_INTERN PetscErrorCode Say(MPI_Comm, PetscBool *said, const char *what, const char *why,
                                const char *instead);
PETSC_INTERN const struct _VecOps *NativeVec(Vec); /* PETSc's operations */
PETSC_INTERN PetscScalar zero_by_zero;             /* by VecPointwiseDivide: 0 or 1 */
PETSC_INTERN const struct _MatOps *NativeMat(Mat);
PETSC_INTERN void UseProducts(struct _MatOps *, PetscBool parallel);
PETSC_INTERN void UseMatrixAssembly(struct _MatOps *);
