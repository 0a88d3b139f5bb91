/* The plug-in for SUNDIALS: vectors whose sums do not depend on the number of ranks. What its files
 * share.
 *
 *     interpose.c   how vectors get there: in front of SUNDIALS's constructors
 *     operations.c  what they do: the table of operations that are replaced
 *     pieces.c      what a vector is made of
 *     words.c       what is said, once, on rank 0
 */
#ifndef SAMEBITS_SUNDIALS_PLUGIN_H
#define SAMEBITS_SUNDIALS_PLUGIN_H

#include <nvector/nvector_manyvector.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_parallel.h>
#include <samebits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sundials/sundials_config.h>

#if !defined(SUNDIALS_VERSION_MAJOR) || SUNDIALS_VERSION_MAJOR < 6
#error "the plug-in needs SUNDIALS 6 or newer"
#endif
#if defined(SUNDIALS_EXTENDED_PRECISION)
#error "this SUNDIALS is built for extended precision; the plug-in takes single and double"
#elif defined(SUNDIALS_SINGLE_PRECISION)
#define SAMEBITS_REAL MPI_FLOAT
#else
#define SAMEBITS_REAL MPI_DOUBLE
#endif

#if !defined(SUN_BIG_REAL) /* its name since SUNDIALS 7 */
#define SUN_BIG_REAL BIG_REAL
#endif

/* Where these are missing (a shell that starts the program), the plug-in must still load. */
#pragma weak samebits_allreduce_dot
#if defined(OPEN_MPI)
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_comm_self
#pragma weak ompi_mpi_double
#pragma weak ompi_mpi_float
#pragma weak ompi_mpi_int64_t
#pragma weak ompi_mpi_op_min
#pragma weak ompi_mpi_op_sum
#endif

/* ---- pieces.c ---- */

/* The elements of up to three vectors of one shape that lie one after another on this rank. */
struct piece {
    const sunrealtype *x, *y, *z;
    size_t n;
};

typedef void visitor(const struct piece *piece, void *state);

/* Visits the pieces of x on this rank, with those of y and z where these are not NULL. */
void each_piece(N_Vector x, N_Vector y, N_Vector z, visitor *visit, void *state);

/* Whether this rank's share of x is one piece, and if so which. */
bool single_piece(N_Vector x, N_Vector y, N_Vector z, struct piece *piece);

/* N_Vector_Parallel, or a vector of several over a communicator (MPIManyVector, MPIPlusX). */
bool is_parallel(N_Vector v);
bool is_many(N_Vector v);
MPI_Comm comm_of(N_Vector v);
sunindextype length_of(N_Vector v);

/* The first part of v whose elements cannot be got at, or NULL. */
N_Vector first_foreign(N_Vector v);
const char *kind_of(N_Vector v);

/* ---- operations.c ---- */

/* Replaces v's operations by ours, or those that were enabled since. */
void take_operations(N_Vector v);
bool has_our_operations(N_Vector v);

/* ---- words.c ---- */

/* Prints "samebits: …" on rank 0, the first time. */
void say_once(bool *said, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the program if a function of samebits failed. */
void must(int error, MPI_Comm comm);

/* Whether the plug-in can work in this process; the first time it says why not. */
bool usable(void);

/* A vector has been seen: without any, something is said when the process ends. */
void seen(void);

#endif
