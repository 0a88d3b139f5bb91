/* samebits: MPI reductions that give the same bits on every run.
 *
 * A program needs nothing from this header to make its MPI_Reduce and MPI_Allreduce reproducible:
 * preloaded (LD_PRELOAD) or linked in front of the MPI library, samebits works without changes to
 * the source. These functions are for programs that pass whole distributed arrays, or their elements
 * one by one, instead of sums that each rank has computed of its own elements:
 *
 *     #include <samebits.h>
 *     #include <stdio.h>
 *     int main(int argc, char **argv) {
 *         int rank;
 *         double x[] = {0.1, 0.2, 0.3}, sum; // this rank's share of the array
 *         MPI_Init(&argc, &argv);
 *         MPI_Comm_rank(MPI_COMM_WORLD, &rank);
 *         samebits_allreduce_array(x, 3, &sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
 *         printf("rank %d: %a\n", rank, sum);
 *         return MPI_Finalize();
 *     }
 *
 * (examples/c/first.c; how to link: docs/use.md.)
 *
 * Generated from the source and samebits.h.in by `make header`; do not edit. */

#ifndef SAMEBITS_H
#define SAMEBITS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header. */
#define SAMEBITS_VERSION_MAJOR 0
#define SAMEBITS_VERSION_MINOR 1
#define SAMEBITS_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Common to all functions ----
 *
 * Functions of type int return MPI_SUCCESS or an MPI error code. After an error nothing has been
 * stored or changed, and samebits_error_message returns the reason. The error is MPI_ERR_OTHER if
 * MPI is not initialised or samebits does not know the MPI library.
 *
 * Errors of all functions over a communicator, which go to its error handler first:
 *
 *   MPI_ERR_BUFFER  a buffer is NULL or MPI_IN_PLACE
 *   MPI_ERR_COUNT   more elements than the arithmetic takes
 *   MPI_ERR_TYPE    the datatype is invalid or not committed
 *   MPI_ERR_OP      the operator is invalid or not defined on the datatype
 *   MPI_ERR_COMM    the communicator is invalid or an intercommunicator
 *   MPI_ERR_UNSUPPORTED_OPERATION
 *                   the arithmetic is "native", or samebits does not know the datatype
 *
 * Collective functions must be called by all ranks of the communicator in the same order, with
 * equivalent arguments except where the description lets them differ. If one rank finds an error,
 * all ranks return it and none waits, except that a rank whose communicator is invalid or freed
 * cannot inform the others. If the ranks' calls do not match, all ranks return an error that names
 * the calls, and the next call starts afresh. The error is the first of these that applies:
 *
 *   MPI_ERR_ARG     different functions
 *   MPI_ERR_COUNT   different numbers of arrays
 *   MPI_ERR_TYPE    different datatypes
 *   MPI_ERR_OP      different operators
 *   MPI_ERR_ROOT    different roots
 *   MPI_ERR_ARG     different plans or accumulators
 *
 * User-defined operators are not distinguished from one another, and their datatypes only by size.
 *
 * Functions that are not collective call no error handler unless they say so. */

// Returns why the last samebits function that failed in this thread did so, as a sentence, or an
// empty string if none has failed. The string is valid until the next failure in this thread.
//
// Not collective; at any time. No errors.
const char *samebits_error_message(void);

/* ---- Is samebits present and active? ---- */

// Returns the version of the loaded library as "major.minor.patch", a static string. The version
// of the header is SAMEBITS_VERSION_MAJOR, _MINOR and _PATCH.
//
// Not collective; at any time, also before MPI_Init. No errors.
const char *samebits_version(void);

// Returns how many reductions of any kind (MPI_Allreduce, MPI_Iallreduce, MPI_Scan,
// MPI_Accumulate, ...), in C or Fortran, samebits has intercepted in this process so far. A
// persistent one counts each time it is started. Zero if the program's reductions bypass samebits.
//
// Not collective; at any time. No errors.
uint64_t samebits_calls_intercepted(void);

// Returns how many of the intercepted reductions samebits has computed itself. It has passed the
// others on to the MPI library: integer, logical and bitwise operators, empty vectors, and what
// SAMEBITS_REPORT lists as not made reproducible.
//
// Not collective; at any time. No errors.
uint64_t samebits_calls_reproduced(void);

/* ---- Reducing a distributed array ---- */

// Reduces an array that is distributed over the ranks of a communicator to one element, which is
// stored at result on all ranks. Each rank holds n consecutive elements at local, in rank order; n
// may be 0.
//
// The bits of the result depend neither on the number of ranks nor on how the array is
// distributed. Sums of float and double, real and complex, are exact and rounded once, unless
// SAMEBITS_ARITHMETIC says otherwise; everything else is reduced in a binary tree over all
// elements. User-defined operators need not be commutative. The result of an empty array is the
// operator's identity, which a user-defined operator does not have.
//
// Collective. May differ between ranks: local, n, result. Errors: those of all functions over a
// communicator; MPI_ERR_COUNT if the array is empty and the operator user-defined.
int samebits_allreduce_array(const void *local,
                             size_t n,
                             void *result,
                             MPI_Datatype type,
                             MPI_Op op,
                             MPI_Comm comm);

// Like samebits_allreduce_array, with the same bits, but only rank root gets the result.
//
// Collective. May differ between ranks: local, n, result, which is ignored except on the root.
// Errors: those of samebits_allreduce_array, and MPI_ERR_ROOT.
int samebits_reduce_array(const void *local,
                          size_t n,
                          void *result,
                          MPI_Datatype type,
                          MPI_Op op,
                          int root,
                          MPI_Comm comm);

// Reduces several arrays at once, each to one element as samebits_allreduce_array does, at the
// latency of one reduction. This rank holds n[i] elements of array i at locals[i]; the results are
// stored one after another at results.
//
// Collective. May differ between ranks: locals, n, results, but not the number of arrays. Errors:
// those of samebits_allreduce_array; MPI_ERR_COUNT if arrays is negative, MPI_ERR_ARG if a list is
// NULL.
int samebits_allreduce_arrays(int arrays,
                              const void *const *locals,
                              const size_t *n,
                              void *results,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// Like samebits_allreduce_arrays, with the same bits, but only rank root gets the results.
//
// Collective. May differ between ranks: locals, n, results, which is ignored except on the root.
// Errors: those of samebits_allreduce_arrays, and MPI_ERR_ROOT.
int samebits_reduce_arrays(int arrays,
                           const void *const *locals,
                           const size_t *n,
                           void *results,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

// Like samebits_allreduce_array, for shares that are not in rank order: this rank's n elements are
// those of the array from index start on. The shares of all ranks tile the array. If n is 0, start
// is ignored.
//
// Collective. May differ between ranks: local, start, n, result. Errors: those of
// samebits_allreduce_array; MPI_ERR_COUNT if shares overlap or leave a gap.
int samebits_allreduce_region(const void *local,
                              uint64_t start,
                              size_t n,
                              void *result,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// Like samebits_allreduce_region, with the same bits, but only rank root gets the result.
//
// Collective. May differ between ranks: local, start, n, result, which is ignored except on the
// root. Errors: those of samebits_allreduce_region, and MPI_ERR_ROOT.
int samebits_reduce_region(const void *local,
                           uint64_t start,
                           size_t n,
                           void *result,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

// Like samebits_allreduce_array, with the same bits, for shares that are several runs of indices,
// as in block-cyclic arrays and partitioned meshes: this rank holds the lengths[i] elements of the
// array from index starts[i] on, for each of the pieces. The elements of its pieces lie one piece
// after another at local. The pieces of all ranks tile the array, in any order; each may be empty.
//
// Collective. May differ between ranks: local, pieces, starts, lengths, result. Errors: those of
// samebits_allreduce_array; MPI_ERR_COUNT if pieces is negative, or if pieces overlap or leave a
// gap; MPI_ERR_ARG if a list is NULL.
int samebits_allreduce_pieces(const void *local,
                              int pieces,
                              const uint64_t *starts,
                              const size_t *lengths,
                              void *result,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// Like samebits_allreduce_pieces, with the same bits, but only rank root gets the result.
//
// Collective. May differ between ranks: local, pieces, starts, lengths, result, which is ignored
// except on the root. Errors: those of samebits_allreduce_pieces, and MPI_ERR_ROOT.
int samebits_reduce_pieces(const void *local,
                           int pieces,
                           const uint64_t *starts,
                           const size_t *lengths,
                           void *result,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

/* ---- Plans, for repeated reductions ---- */

// A prepared reduction of distributed arrays.
typedef struct samebits_plan samebits_plan;

// Creates a plan for reductions of arrays whose shares do not change: this rank holds n[i]
// elements of array i, in rank order. A reduction with a plan takes one message less than one
// without.
//
// The communicator, the datatype and the operator must not be freed before the plan. A plan may be
// used by one thread at a time.
//
// Collective. May differ between ranks: n, plan. Errors: those of samebits_allreduce_arrays;
// MPI_ERR_ARG if plan is NULL.
int samebits_plan_arrays(int arrays,
                         const size_t *n,
                         MPI_Datatype type,
                         MPI_Op op,
                         MPI_Comm comm,
                         struct samebits_plan **plan);

// Like samebits_plan_arrays, for shares that are not in rank order: this rank holds the n[i]
// elements of array i from index starts[i] on. The shares of all ranks tile each array.
//
// Collective. May differ between ranks: starts, n, plan. Errors: those of samebits_plan_arrays;
// MPI_ERR_COUNT if shares overlap or leave a gap.
int samebits_plan_regions(int arrays,
                          const uint64_t *starts,
                          const size_t *n,
                          MPI_Datatype type,
                          MPI_Op op,
                          MPI_Comm comm,
                          struct samebits_plan **plan);

// Creates a plan for reductions of one array in pieces, as samebits_allreduce_pieces takes it, whose
// pieces do not change. It is used as one of samebits_plan_arrays is, with one address in locals.
//
// Collective. May differ between ranks: pieces, starts, lengths, plan. Errors: those of
// samebits_allreduce_pieces and samebits_plan_arrays.
int samebits_plan_pieces(int pieces,
                         const uint64_t *starts,
                         const size_t *lengths,
                         MPI_Datatype type,
                         MPI_Op op,
                         MPI_Comm comm,
                         struct samebits_plan **plan);

// Reduces the arrays of a plan, with this rank's shares at locals[0], locals[1], ...; all ranks
// get the results, which are stored one after another at results.
//
// Collective over the plan's communicator. May differ between ranks: locals, results. Errors:
// those of all functions over a communicator; MPI_ERR_ARG if the ranks' plans are for different
// shares, arithmetics or schedules.
//
// If the plan is NULL (MPI_ERR_ARG) or its communicator was freed (MPI_ERR_COMM), only that rank
// returns the error, and no error handler is called. That rank does not wait, but it cannot inform
// the others: they wait until it calls a function on their communicator.
int samebits_plan_allreduce(struct samebits_plan *plan, const void *const *locals, void *results);

// Like samebits_plan_allreduce, with the same bits, but only rank root gets the results. Even so,
// all ranks wait for one another, to compare their calls.
//
// Collective over the plan's communicator. May differ between ranks: locals, results, which is
// ignored except on the root. Errors: those of samebits_plan_allreduce, and MPI_ERR_ROOT.
int samebits_plan_reduce(struct samebits_plan *plan,
                         const void *const *locals,
                         void *results,
                         int root);

// Like samebits_plan_allreduce, for shares that may have changed: this rank now holds n[i] elements
// of array i, in rank order. If no rank's numbers have changed, this takes one exchange, as
// samebits_plan_allreduce does. If any have, all ranks notice it there and prepare anew, which
// takes one exchange more; afterwards the plan is for the new shares.
//
// Collective over the plan's communicator. May differ between ranks: locals, n, results. Errors:
// those of samebits_plan_allreduce and samebits_plan_arrays; MPI_ERR_ARG if the plan is not one of
// samebits_plan_arrays.
int samebits_plan_allreduce_counts(struct samebits_plan *plan,
                                   const void *const *locals,
                                   const size_t *n,
                                   void *results);

// Like samebits_plan_allreduce_counts, with the same bits, but only rank root gets the results.
//
// Collective over the plan's communicator. May differ between ranks: locals, n, results, which is
// ignored except on the root. Errors: those of samebits_plan_allreduce_counts, and MPI_ERR_ROOT.
int samebits_plan_reduce_counts(struct samebits_plan *plan,
                                const void *const *locals,
                                const size_t *n,
                                void *results,
                                int root);

// Frees a plan and sets it to NULL. Does nothing if it is NULL already.
//
// Not collective. Errors: MPI_ERR_ARG if the address of the plan is NULL.
int samebits_plan_free(struct samebits_plan **plan);

/* ---- Accumulators, for summands one by one ----
 *
 * An accumulator may be used by one thread at a time. */

// A sum to which numbers and products of numbers are added one by one.
typedef struct samebits_accumulator samebits_accumulator;

// Creates an empty accumulator for elements of type float, double or their complex types, under
// any of their names in C, C++ or Fortran. Summands may be added and accumulators merged in any
// order and on any rank: the bits of the sum depend only on the multiset of summands.
//
// arithmetic is one of
//
//   "exact"         the sum of the real numbers, and of the real products of numbers,
//                   rounded once; also selected by NULL, "" and "auto"
//   "binned:K"      the sum with the bits of ReproBLAS, with K bins, 2 to 4; "binned"
//                   means "binned:3"
//   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
//                   "prerounded" means "prerounded:3"
//
// A pre-rounded sum depends on a bound on the number of summands, from 1 to 2^48. summands is that
// bound; it covers all accumulators that are merged, and is the same in all of them. Exceeding it
// is the error MPI_ERR_COUNT. The other arithmetics ignore summands.
//
// Not collective; after MPI_Init. Errors: MPI_ERR_ARG if arithmetic is none of these or
// accumulator is NULL, MPI_ERR_COUNT if summands is out of range, MPI_ERR_TYPE.
int samebits_accumulator_create(const char *arithmetic,
                                uint64_t summands,
                                MPI_Datatype type,
                                struct samebits_accumulator **accumulator);

// Adds one element.
//
// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL, MPI_ERR_BUFFER if value is NULL,
// MPI_ERR_COUNT if there would be more summands than the bound.
int samebits_accumulator_add(struct samebits_accumulator *a, const void *value);

// Adds n consecutive elements at values: equivalent to adding them one by one, but faster.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_array(struct samebits_accumulator *a, const void *values, size_t n);

// Adds the products x[i]*y[i] of two vectors of n elements. "exact" adds the real numbers
// x[i]*y[i], however large or small, and rounds their sum once; the other arithmetics round each
// product first. A product of complex numbers consists of four real products: two are summands of
// the real part, and two of the imaginary part.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_products(struct samebits_accumulator *a,
                                      const void *x,
                                      const void *y,
                                      size_t n);

// Like samebits_accumulator_add_products, but with the complex conjugates of x[i]. For real
// elements there is no difference.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_conjugated_products(struct samebits_accumulator *a,
                                                 const void *x,
                                                 const void *y,
                                                 size_t n);

// Adds the contents of another accumulator, which is left unchanged. Both must have been created
// alike: with the same arithmetic, bound and kind of elements.
//
// Not collective. Errors: MPI_ERR_ARG if an accumulator is NULL or they were not created alike,
// MPI_ERR_COUNT if there would be more summands than the bound.
int samebits_accumulator_merge(struct samebits_accumulator *into,
                               const struct samebits_accumulator *other);

// Merges the accumulators of all ranks of a communicator; each rank's accumulator becomes the
// total. All must have been created alike.
//
// Collective. May differ between ranks: the contents of the accumulators. Errors: those of all
// functions over a communicator; MPI_ERR_ARG if the accumulators were not created alike or one is
// NULL, MPI_ERR_COUNT if together they have more summands than the bound. After an error, all
// accumulators are unchanged.
int samebits_accumulator_allreduce(struct samebits_accumulator *a, MPI_Comm comm);

// Like samebits_accumulator_allreduce, but only the accumulator of rank root becomes the total;
// the others are left unchanged.
//
// Collective. May differ between ranks: the contents of the accumulators. Errors: those of
// samebits_accumulator_allreduce, and MPI_ERR_ROOT.
int samebits_accumulator_reduce(struct samebits_accumulator *a, int root, MPI_Comm comm);

// Stores the current sum, one element, at value. The sum of an empty accumulator is +0.0.
//
// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL, MPI_ERR_BUFFER if value is NULL.
int samebits_accumulator_value(const struct samebits_accumulator *a, void *value);

// Makes an accumulator empty again.
//
// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL.
int samebits_accumulator_clear(struct samebits_accumulator *a);

// Frees an accumulator and sets it to NULL. Does nothing if it is NULL already.
//
// Not collective. Errors: MPI_ERR_ARG if the address of the accumulator is NULL.
int samebits_accumulator_free(struct samebits_accumulator **accumulator);

// Stores the number of bytes that samebits_accumulator_write writes. It is the same for all
// accumulators that were created alike, whatever they contain.
//
// Not collective. Errors: MPI_ERR_ARG if an argument is NULL.
int samebits_accumulator_size(const struct samebits_accumulator *a, size_t *bytes);

// Writes an accumulator as size bytes, the number that samebits_accumulator_size stores, for a
// file or for a message of the program's own. The bytes are the same on every machine, and for the
// same summands in any order.
//
// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL or size is a different number,
// MPI_ERR_BUFFER if bytes is NULL.
int samebits_accumulator_write(const struct samebits_accumulator *a, void *bytes, size_t size);

// Replaces the contents of an accumulator by those that were written. The accumulator that was
// written must have been created alike.
//
// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL or the bytes are not those of an
// accumulator that was created alike, MPI_ERR_BUFFER if bytes is NULL.
int samebits_accumulator_read(struct samebits_accumulator *a, const void *bytes, size_t size);

// Stores handles of a datatype, one element of which is the bytes that samebits_accumulator_write
// writes, and of an operator that merges them, for use in MPI_Allreduce, MPI_Reduce, MPI_Scan,
// MPI_Iallreduce and so on. The operator is commutative, and the result has the same bits whatever
// algorithm the MPI library uses. An operator cannot return an error: samebits_accumulator_read
// returns one if the merged accumulators were not created alike, or if together they have more
// summands than the bound.
//
// Both handles belong to samebits, serve all accumulators that are created alike, and are valid
// until MPI_Finalize. The program must not free them.
//
// Not collective. Errors: MPI_ERR_ARG if an argument is NULL.
int samebits_accumulator_handles(const struct samebits_accumulator *a,
                                 MPI_Datatype *type,
                                 MPI_Op *op);

/* ---- Sums over distributed vectors ----
 *
 * Each result is exact, rounded once, and the same on all ranks. This rank holds n elements of each
 * vector; where n is 0, the pointers to vectors may be NULL. Elements are of type float, double or
 * their complex types, under any of their names in C, C++ or Fortran. */

// Computes the dot product of two distributed vectors, the exact sum of x[i] y[i] over all
// elements of all ranks, rounded once. This rank holds n elements of each at x and y; n may be 0,
// and x and y NULL then. The elements are of type float, double or their complex types.
//
// The bits of the result depend neither on the number of ranks nor on how the vectors are
// distributed. Nothing overflows or underflows on the way. A product of complex numbers is the sum
// of its four real products.
//
// Collective. May differ between ranks: x, y, n, result. Errors: those of all functions over a
// communicator.
int samebits_allreduce_dot(const void *x,
                           const void *y,
                           size_t n,
                           void *result,
                           MPI_Datatype type,
                           MPI_Comm comm);

// Starts what samebits_allreduce_dot does, with the same bits: the vectors have been read when it
// returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_dot(const void *x,
                            const void *y,
                            size_t n,
                            void *result,
                            MPI_Datatype type,
                            MPI_Comm comm,
                            MPI_Request *request);

// Like samebits_allreduce_dot, of the complex conjugates of x[i]. For real elements there is no
// difference.
//
// Collective. May differ between ranks: x, y, n, result. Errors: those of all functions over a
// communicator.
int samebits_allreduce_conjugated_dot(const void *x,
                                      const void *y,
                                      size_t n,
                                      void *result,
                                      MPI_Datatype type,
                                      MPI_Comm comm);

// Starts what samebits_allreduce_conjugated_dot does, with the same bits: the vectors have been
// read when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_conjugated_dot(const void *x,
                                       const void *y,
                                       size_t n,
                                       void *result,
                                       MPI_Datatype type,
                                       MPI_Comm comm,
                                       MPI_Request *request);

// Computes the dot products of one distributed vector with k others, in one pass over x and one
// exchange: results[j] is what samebits_allreduce_dot returns for x and ys[j].
//
// Collective. May differ between ranks: x, ys, n, results, but not k. Errors: those of all
// functions over a communicator; MPI_ERR_COUNT if k is negative, MPI_ERR_ARG if ys is NULL.
int samebits_allreduce_dots(int k,
                            const void *x,
                            const void *const *ys,
                            size_t n,
                            void *results,
                            MPI_Datatype type,
                            MPI_Comm comm);

// Starts what samebits_allreduce_dots does, with the same bits: the vectors have been read when it
// returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_dots(int k,
                             const void *x,
                             const void *const *ys,
                             size_t n,
                             void *results,
                             MPI_Datatype type,
                             MPI_Comm comm,
                             MPI_Request *request);

// Like samebits_allreduce_dots, of the complex conjugates of x[i].
//
// Collective. May differ between ranks: x, ys, n, results, but not k. Errors: those of
// samebits_allreduce_dots.
int samebits_allreduce_conjugated_dots(int k,
                                       const void *x,
                                       const void *const *ys,
                                       size_t n,
                                       void *results,
                                       MPI_Datatype type,
                                       MPI_Comm comm);

// Starts what samebits_allreduce_conjugated_dots does, with the same bits: the vectors have been
// read when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_conjugated_dots(int k,
                                        const void *x,
                                        const void *const *ys,
                                        size_t n,
                                        void *results,
                                        MPI_Datatype type,
                                        MPI_Comm comm,
                                        MPI_Request *request);

// Computes the Euclidean norm of a distributed vector: the square root of the exact sum of
// |x[i]|^2, rounded once. Nothing overflows or underflows on the way. The result is real: a float
// or a double, also of complex elements. An infinity gives infinity, a NaN gives NaN; the norm of
// no element is 0.
//
// Collective. May differ between ranks: x, n, result. Errors: those of all functions over a
// communicator.
int samebits_allreduce_norm2(const void *x,
                             size_t n,
                             void *result,
                             MPI_Datatype type,
                             MPI_Comm comm);

// Starts what samebits_allreduce_norm2 does, with the same bits: the vectors have been read when
// it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_norm2(const void *x,
                              size_t n,
                              void *result,
                              MPI_Datatype type,
                              MPI_Comm comm,
                              MPI_Request *request);

// Computes the exact sum of |x[i]| over a distributed vector, rounded once; of complex elements
// that of |re x[i]| + |im x[i]|. The result is real. An element counts where its byte in mask is
// not 0; if mask is NULL, all elements count.
//
// Collective. May differ between ranks: x, mask, n, result. Errors: those of all functions over a
// communicator.
int samebits_allreduce_sum_abs(const void *x,
                               const unsigned char *mask,
                               size_t n,
                               void *result,
                               MPI_Datatype type,
                               MPI_Comm comm);

// Starts what samebits_allreduce_sum_abs does, with the same bits: the vectors have been read when
// it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_sum_abs(const void *x,
                                const unsigned char *mask,
                                size_t n,
                                void *result,
                                MPI_Datatype type,
                                MPI_Comm comm,
                                MPI_Request *request);

// Computes the exact sum of w[i] x[i] over a distributed vector, rounded once. The weights are of
// type weights: that of the elements, that of their real numbers, or a signed or unsigned integer
// of 4 or 8 bytes (MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_INT64_T, MPI_INTEGER, ...). An element
// counts where its byte in mask is not 0; if mask is NULL, all elements count.
//
// Collective. May differ between ranks: x, w, mask, n, result. Errors: those of all functions over
// a communicator; MPI_ERR_TYPE if weights is another type.
int samebits_allreduce_weighted_sum(const void *x,
                                    const void *w,
                                    MPI_Datatype weights,
                                    const unsigned char *mask,
                                    size_t n,
                                    void *result,
                                    MPI_Datatype type,
                                    MPI_Comm comm);

// Starts what samebits_allreduce_weighted_sum does, with the same bits: the vectors have been read
// when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_weighted_sum(const void *x,
                                     const void *w,
                                     MPI_Datatype weights,
                                     const unsigned char *mask,
                                     size_t n,
                                     void *result,
                                     MPI_Datatype type,
                                     MPI_Comm comm,
                                     MPI_Request *request);

// Computes the exact sum of |x[i] w[i]|^2 over a distributed vector, where each product x[i] w[i]
// is rounded as in a loop, and the sum once. Weights are of the type of the elements; the result
// is real. An element counts where its byte in mask is not 0; if mask is NULL, all elements count.
//
// Collective. May differ between ranks: x, w, mask, n, result. Errors: those of all functions over
// a communicator.
int samebits_allreduce_weighted_squares(const void *x,
                                        const void *w,
                                        const unsigned char *mask,
                                        size_t n,
                                        void *result,
                                        MPI_Datatype type,
                                        MPI_Comm comm);

// Starts what samebits_allreduce_weighted_squares does, with the same bits: the vectors have been
// read when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_weighted_squares(const void *x,
                                         const void *w,
                                         const unsigned char *mask,
                                         size_t n,
                                         void *result,
                                         MPI_Datatype type,
                                         MPI_Comm comm,
                                         MPI_Request *request);

// Computes the exact sum of (w[i] x[i]) y[i] over distributed vectors, where each product w[i]
// x[i] is rounded as in a loop, and the sum once. Weights are of the type of the elements. A
// product of complex numbers (a + bi)(c + di) is rounded to (ac - bd) + (ad + bc)i, each operation
// once. An element counts where its byte in mask is not 0; if mask is NULL, all elements count.
//
// Collective. May differ between ranks: x, y, w, mask, n, result. Errors: those of all functions
// over a communicator.
int samebits_allreduce_weighted_dot(const void *x,
                                    const void *y,
                                    const void *w,
                                    const unsigned char *mask,
                                    size_t n,
                                    void *result,
                                    MPI_Datatype type,
                                    MPI_Comm comm);

// Starts what samebits_allreduce_weighted_dot does, with the same bits: the vectors have been read
// when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_weighted_dot(const void *x,
                                     const void *y,
                                     const void *w,
                                     const unsigned char *mask,
                                     size_t n,
                                     void *result,
                                     MPI_Datatype type,
                                     MPI_Comm comm,
                                     MPI_Request *request);

// Like samebits_allreduce_weighted_dot, of the complex conjugates of the products w[i] x[i].
//
// Collective. May differ between ranks: x, y, w, mask, n, result. Errors: those of all functions
// over a communicator.
int samebits_allreduce_weighted_conjugated_dot(const void *x,
                                               const void *y,
                                               const void *w,
                                               const unsigned char *mask,
                                               size_t n,
                                               void *result,
                                               MPI_Datatype type,
                                               MPI_Comm comm);

// Starts what samebits_allreduce_weighted_conjugated_dot does, with the same bits: the vectors
// have been read when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_weighted_conjugated_dot(const void *x,
                                                const void *y,
                                                const void *w,
                                                const unsigned char *mask,
                                                size_t n,
                                                void *result,
                                                MPI_Datatype type,
                                                MPI_Comm comm,
                                                MPI_Request *request);

// Computes the mean of a distributed vector: the exact sum divided by the number N of elements
// that count, rounded once. An element counts where its byte in mask is not 0; if mask is NULL,
// all elements count. The mean of no element is NaN.
//
// Collective. May differ between ranks: x, mask, n, result. Errors: those of all functions over a
// communicator.
int samebits_allreduce_mean(const void *x,
                            const unsigned char *mask,
                            size_t n,
                            void *result,
                            MPI_Datatype type,
                            MPI_Comm comm);

// Starts what samebits_allreduce_mean does, with the same bits: the vectors have been read when it
// returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_mean(const void *x,
                             const unsigned char *mask,
                             size_t n,
                             void *result,
                             MPI_Datatype type,
                             MPI_Comm comm,
                             MPI_Request *request);

// Computes the variance of a distributed vector: the sum of |x[i] - mean|^2 over the N elements
// that count, divided by N - ddof, where the mean is not rounded and the result is, once. ddof is
// 0 for the population, 1 for a sample. The result is real. An element counts where its byte in
// mask is not 0; if mask is NULL, all elements count. It is NaN where N - ddof is not positive or
// an element is not finite, and +0.0 of one element with ddof 0.
//
// Collective. May differ between ranks: x, mask, n, result, but not ddof. Errors: those of all
// functions over a communicator.
int samebits_allreduce_variance(const void *x,
                                const unsigned char *mask,
                                size_t n,
                                int ddof,
                                void *result,
                                MPI_Datatype type,
                                MPI_Comm comm);

// Starts what samebits_allreduce_variance does, with the same bits: the vectors have been read
// when it returns, and the result is stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_iallreduce_variance(const void *x,
                                 const unsigned char *mask,
                                 size_t n,
                                 int ddof,
                                 void *result,
                                 MPI_Datatype type,
                                 MPI_Comm comm,
                                 MPI_Request *request);

/* ---- Sets of sums, filled from loops ----
 *
 * A set of k exact sums: created once, filled wherever a program has something to add, finished over
 * a communicator in one exchange, cleared and filled again. There is no plan, and no rank needs to
 * know what the others add.
 *
 * The functions that are not inline may be called by several threads on one set, but those that
 * read, merge from, finish or clear it not while another thread adds to it. The inline functions may
 * be called by one thread at a time; other threads fill sets of their own, and merge them. */

// A set of exact sums that are filled side by side.
typedef struct samebits_sums samebits_sums;

// Creates a set of k sums of elements of type float, double or their complex types, all empty.
// Each is exact, and rounded once at the end: the bits depend on nothing but the multiset of what
// was added on all ranks.
//
// Not collective; after MPI_Init. Errors: MPI_ERR_COUNT if k is negative, MPI_ERR_ARG if sums is
// NULL, MPI_ERR_TYPE.
int samebits_sums_create(int k, MPI_Datatype type, struct samebits_sums **sums);

// Adds one element to sum i.
//
// Not collective. Errors: MPI_ERR_ARG if the set is NULL or has no sum i, MPI_ERR_BUFFER if value
// is NULL.
int samebits_sums_add(struct samebits_sums *sums, int i, const void *value);

// Adds n consecutive elements at x to sum i.
//
// Not collective. Errors: those of samebits_sums_add.
int samebits_sums_add_array(struct samebits_sums *sums, int i, const void *x, size_t n);

// Adds n elements to sum i, of which each lies stride elements behind the one before; stride may be
// negative.
//
// Not collective. Errors: those of samebits_sums_add.
int samebits_sums_add_strided(struct samebits_sums *sums,
                              int i,
                              const void *x,
                              ptrdiff_t stride,
                              size_t n);

// Adds the elements x[indices[j]] for j from 0 to n - 1 to sum i.
//
// Not collective. Errors: those of samebits_sums_add; MPI_ERR_BUFFER if indices is NULL.
int samebits_sums_add_indexed(struct samebits_sums *sums,
                              int i,
                              const void *x,
                              const int64_t *indices,
                              size_t n);

// Adds the products x[j] y[j] of two vectors of n elements to sum i, as the real numbers that they
// are. A product of complex numbers is the sum of its four real products.
//
// Not collective. Errors: those of samebits_sums_add.
int samebits_sums_add_products(struct samebits_sums *sums,
                               int i,
                               const void *x,
                               const void *y,
                               size_t n);

// Like samebits_sums_add_products, with the complex conjugates of x[j].
//
// Not collective. Errors: those of samebits_sums_add.
int samebits_sums_add_conjugated_products(struct samebits_sums *sums,
                                          int i,
                                          const void *x,
                                          const void *y,
                                          size_t n);

// Adds w[j] x[j] for n elements to sum i, with weights as in samebits_allreduce_weighted_sum.
//
// Not collective. Errors: those of samebits_sums_add; MPI_ERR_TYPE if weights is another type.
int samebits_sums_add_weighted(struct samebits_sums *sums,
                               int i,
                               const void *x,
                               const void *w,
                               MPI_Datatype weights,
                               size_t n);

// Adds the sums of another set of as many sums of the same type, which is left unchanged. Several
// threads that have filled sets of their own may merge these into one at the same time.
//
// Not collective. Errors: MPI_ERR_ARG if a set is NULL or they are of other numbers of sums,
// MPI_ERR_TYPE if they are of other types.
int samebits_sums_merge(struct samebits_sums *into, struct samebits_sums *other);

// Stores the current sum i of this rank, one element, at value. An empty sum is +0.0.
//
// Not collective. Errors: MPI_ERR_ARG if the set is NULL or has no sum i, MPI_ERR_BUFFER if value
// is NULL.
int samebits_sums_value(struct samebits_sums *sums, int i, void *value);

// Stores the sums of a set over all ranks of a communicator, one after another, at results. The
// sets of all ranks are of as many sums, of the same type; they are left unchanged.
//
// Collective. May differ between ranks: what was added to the sets, results. Errors: those of all
// functions over a communicator; MPI_ERR_ARG if a set is NULL, MPI_ERR_COUNT if the sets are of
// different numbers of sums.
int samebits_sums_allreduce(struct samebits_sums *sums, void *results, MPI_Comm comm);

// Starts what samebits_sums_allreduce does, with the same bits: the set may be filled further or
// cleared when it returns, and the results are stored when the request completes.
//
// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
int samebits_sums_iallreduce(struct samebits_sums *sums,
                             void *results,
                             MPI_Comm comm,
                             MPI_Request *request);

// Makes all sums of a set empty again.
//
// Not collective. Errors: MPI_ERR_ARG if the set is NULL.
int samebits_sums_clear(struct samebits_sums *sums);

// Frees a set of sums and sets it to NULL. Does nothing if it is NULL already.
//
// Not collective. Errors: MPI_ERR_ARG if the address of the set is NULL.
int samebits_sums_free(struct samebits_sums **sums);

// Makes room for what the inline functions add to sum i; these call it where there is none.
//
// Not collective. Errors: those of samebits_sums_add.
int samebits_sums_flush(struct samebits_sums *sums, int i, int products);

/* What the inline functions know of a set: where the next numbers of each component of each sum go.
 * Floats wait as doubles, and so do their products, which are exact. */
struct samebits_sums_place {
    double *next, *end;  /* numbers */
    double *x, *x_end, *y; /* factors of products */
};
struct samebits_sums_head {
    struct samebits_sums_place *places;
    size_t components;
};

static inline struct samebits_sums_place *samebits_sums_place_of(samebits_sums *sums, int i)
{
    const struct samebits_sums_head *head = (const struct samebits_sums_head *)(const void *)sums;
    return head->places + (size_t)i * head->components;
}

// Adds a number to sum i, which exists; to its real part, if sums are complex. At most a few
// instructions: the number waits in a buffer.
static inline void samebits_sums_add_double(samebits_sums *sums, int i, double value)
{
    struct samebits_sums_place *place = samebits_sums_place_of(sums, i);
    if (place->next == place->end)
        samebits_sums_flush(sums, i, 0);
    *place->next++ = value;
}

static inline void samebits_sums_add_float(samebits_sums *sums, int i, float value)
{
    samebits_sums_add_double(sums, i, (double)value);
}

// Adds the product x y to sum i, which exists, as the real number that it is; to its real part, if
// sums are complex.
static inline void samebits_sums_add_product_double(samebits_sums *sums, int i, double x, double y)
{
    struct samebits_sums_place *place = samebits_sums_place_of(sums, i);
    if (place->x == place->x_end)
        samebits_sums_flush(sums, i, 1);
    *place->x++ = x;
    *place->y++ = y;
}

static inline void samebits_sums_add_product_float(samebits_sums *sums, int i, float x, float y)
{
    samebits_sums_add_product_double(sums, i, (double)x, (double)y);
}

// Adds a complex number to sum i, which exists, of a set of complex sums.
static inline void samebits_sums_add_complex(samebits_sums *sums, int i, double real, double imaginary)
{
    struct samebits_sums_place *place = samebits_sums_place_of(sums, i);
    if (place->next == place->end || place[1].next == place[1].end)
        samebits_sums_flush(sums, i, 0);
    *place->next++ = real;
    *place[1].next++ = imaginary;
}
/* ---- Sums and dot products of local numbers ----
 *
 * They communicate with no other rank. Functions whose names end in a type need neither MPI nor a
 * datatype, and are for loops that call them often. */

// Returns the sum of n doubles: the exact sum, rounded once, to nearest even. It is the same in
// whatever order they are, in any rounding mode, and on every machine. The sum is NaN, the
// positive quiet one, if a number is NaN or both infinities occur, and -0.0 if all numbers are; of
// no numbers it is +0.0. x may have any alignment, and be NULL if n is 0.
//
// A call takes some 10 ns and less than 1 ns a number (docs/direct.md). It raises no
// floating-point flags.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
double samebits_sum_double(const double *x, size_t n);

// Like samebits_sum_double, for floats: the exact sum is rounded to float, once.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
float samebits_sum_float(const float *x, size_t n);

// Stores the sum of n complex numbers at result: of the real parts and of the imaginary parts,
// each as samebits_sum_double sums them. The numbers and the result are of the type double complex
// of C, std::complex<double> or complex(real64).
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_sum_double_complex(const void *x, size_t n, void *result);

// Like samebits_sum_double_complex, for the type float complex.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_sum_float_complex(const void *x, size_t n, void *result);

// Returns the dot product of two vectors of n doubles: the exact sum of the real numbers
// x[i]*y[i], however large or small these are, rounded once, to nearest even. Otherwise like
// samebits_sum_double; 0 times infinity is NaN, and the sign of a product that is zero follows
// from its factors.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
double samebits_dot_double(const double *x, const double *y, size_t n);

// Like samebits_dot_double, for floats: the exact sum is rounded to float, once.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
float samebits_dot_float(const float *x, const float *y, size_t n);

// Stores the sum of the products x[i]*y[i] of n complex numbers at result. Each product is four
// real products, of which two are summands of the real part and two of the imaginary part; each
// part is summed exactly and rounded once.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_dot_double_complex(const void *x, const void *y, size_t n, void *result);

// Like samebits_dot_double_complex, for the type float complex.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_dot_float_complex(const void *x, const void *y, size_t n, void *result);

// Like samebits_dot_double_complex, with the complex conjugates of x[i].
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_conjugated_dot_double_complex(const void *x, const void *y, size_t n, void *result);

// Like samebits_conjugated_dot_double_complex, for the type float complex.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_conjugated_dot_float_complex(const void *x, const void *y, size_t n, void *result);

// Stores the sum of n elements at x, one element, at result: the exact sum, rounded once, as an
// accumulator of "exact" gives it. type is float, double or one of their complex types, under any
// of their names in C, C++ or Fortran. result may be the address of one of the elements.
//
// The functions samebits_sum_double and so on do the same faster, as they look up no datatype.
//
// Not collective; after MPI_Init. Errors: MPI_ERR_TYPE, MPI_ERR_BUFFER if result is NULL or x is
// NULL and n is not 0.
int samebits_sum(const void *x, size_t n, void *result, MPI_Datatype type);

// Stores the dot product of two vectors of n elements, the sum of x[i]*y[i], at result: the exact
// sum of real products, rounded once, as samebits_accumulator_add_products describes it. Otherwise
// like samebits_sum.
//
// Not collective; after MPI_Init. Errors: MPI_ERR_TYPE, MPI_ERR_BUFFER if result is NULL, or x or y
// is NULL and n is not 0.
int samebits_dot(const void *x, const void *y, size_t n, void *result, MPI_Datatype type);

// Like samebits_dot, but with the complex conjugates of x[i]. For real elements there is no
// difference.
//
// Not collective; after MPI_Init. Errors: those of samebits_dot.
int samebits_conjugated_dot(const void *x,
                            const void *y,
                            size_t n,
                            void *result,
                            MPI_Datatype type);

/* ---- Sparse matrices times vectors ---- */

// Multiplies a sparse matrix of doubles in compressed rows (CSR) by the vector x: y[i] becomes the
// exact sum of the real numbers values[k]*x[columns[k]] over k from row_pointers[i] to
// row_pointers[i+1]-1, rounded once, to nearest even, for each i below rows. So it does not depend
// on the order of a row's entries, nor on how columns are numbered or distributed. For each row it
// is what samebits_dot_double returns.
//
// row_pointers has rows+1 elements, and columns count from 0; several entries of a row may have
// the same column. y must not overlap the other arrays. Local: of a distributed vector x holds the
// elements of other ranks that the rows need, too.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr_multiply_double(size_t rows,
                                  const int32_t *row_pointers,
                                  const int32_t *columns,
                                  const double *values,
                                  const double *x,
                                  double *y);

// Like samebits_csr_multiply_double, for floats: each sum is rounded to float, once.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr_multiply_float(size_t rows,
                                 const int32_t *row_pointers,
                                 const int32_t *columns,
                                 const float *values,
                                 const float *x,
                                 float *y);

// Like samebits_csr_multiply_double, for the type double complex of C, std::complex<double> or
// complex(real64). Each row is what samebits_dot_double_complex stores.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr_multiply_double_complex(size_t rows,
                                          const int32_t *row_pointers,
                                          const int32_t *columns,
                                          const void *values,
                                          const void *x,
                                          void *y);

// Like samebits_csr_multiply_double_complex, for the type float complex.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr_multiply_float_complex(size_t rows,
                                         const int32_t *row_pointers,
                                         const int32_t *columns,
                                         const void *values,
                                         const void *x,
                                         void *y);

// Like samebits_csr_multiply_double, with row pointers and columns of 64 bits.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr64_multiply_double(size_t rows,
                                    const int64_t *row_pointers,
                                    const int64_t *columns,
                                    const double *values,
                                    const double *x,
                                    double *y);

// Like samebits_csr_multiply_float, with row pointers and columns of 64 bits.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr64_multiply_float(size_t rows,
                                   const int64_t *row_pointers,
                                   const int64_t *columns,
                                   const float *values,
                                   const float *x,
                                   float *y);

// Like samebits_csr_multiply_double_complex, with row pointers and columns of 64 bits.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr64_multiply_double_complex(size_t rows,
                                            const int64_t *row_pointers,
                                            const int64_t *columns,
                                            const void *values,
                                            const void *x,
                                            void *y);

// Like samebits_csr_multiply_float_complex, with row pointers and columns of 64 bits.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
void samebits_csr64_multiply_float_complex(size_t rows,
                                           const int64_t *row_pointers,
                                           const int64_t *columns,
                                           const void *values,
                                           const void *x,
                                           void *y);

// A sparse matrix that is stored once more, for many products with vectors.
typedef struct samebits_matrix samebits_matrix;

// Stores a matrix of doubles in compressed rows once more, in an order in which its products with
// vectors take less time if its entries lie on diagonals, as those of stencils do. The preparation
// takes as long as ten or twenty products, and 12 to 20 bytes for each entry.
//
// The arguments are those of samebits_csr_multiply_double; they are copied. Returns NULL where that
// would gain nothing, because rows side by side differ much in length, and where a column is not below
// 2^31 - 1, or memory is refused: then samebits_csr_multiply_double remains. samebits_matrix_free frees
// it.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
struct samebits_matrix *samebits_csr_prepare_double(size_t rows,
                                                    const int32_t *row_pointers,
                                                    const int32_t *columns,
                                                    const double *values);

// Like samebits_csr_prepare_double, with row pointers and columns of 64 bits.
//
// Not collective; at any time, also before MPI_Init, in any thread. No errors.
struct samebits_matrix *samebits_csr64_prepare_double(size_t rows,
                                                      const int64_t *row_pointers,
                                                      const int64_t *columns,
                                                      const double *values);

// Gives a prepared matrix other values, for the same entries: values[k] where the matrix was prepared with
// columns[k].
//
// Not collective; at any time, by one thread at a time. No errors.
void samebits_matrix_set_values_double(struct samebits_matrix *matrix,
                                       const double *values);

// Multiplies a prepared matrix by the vector x. y becomes, to the bit, what
// samebits_csr_multiply_double would write.
//
// Not collective; at any time, in any thread. No errors.
void samebits_matrix_multiply_double(const struct samebits_matrix *matrix,
                                     const double *x,
                                     double *y);

// Frees a prepared matrix and sets it to NULL. Does nothing if it is NULL already.
//
// Not collective; at any time. No errors.
void samebits_matrix_free(struct samebits_matrix **matrix);

/* ---- Error bounds of sums ---- */

// Bounds the absolute error of a sum of n doubles: *bound is never less than the distance from the
// exact sum. largest is the largest magnitude of any summand, or more; sum is the computed sum, or
// the exact one, or a number whose magnitude is at least that of both.
//
// arithmetic is "exact", "tree", "prerounded:K", "prerounded2:K" or "binned:K", as in
// SAMEBITS_ARITHMETIC, or NULL or "" for the value of that variable; a choice that samebits_set
// has made for a communicator must be named. n is the number of summands, including zeros: the
// ranks for MPI_Allreduce, the elements of the whole array for samebits_allreduce_array, the bound
// that an accumulator was created with. A complex sum counts as two sums, one for each component.
// A bound beyond the largest double is infinity. docs/arithmetics.md has the formulas.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_COUNT if the arithmetic does
// not take so many summands; MPI_ERR_ARG if largest is negative, infinite or NaN, sum is infinite
// or NaN, bound is NULL, or the arithmetic has no bound ("native").
int samebits_error_bound(const char *arithmetic,
                         uint64_t n,
                         double largest,
                         double sum,
                         double *bound);

// Like samebits_error_bound, for sums of floats, including the rounding of the result to float.
//
// Not collective; at any time, also before MPI_Init. Errors: those of samebits_error_bound.
int samebits_error_bound_float(const char *arithmetic,
                               uint64_t n,
                               float largest,
                               float sum,
                               float *bound);

/* ---- Distributing an array over ranks ---- */

// Computes which of the elements 0 to total-1 of a distributed array one of the ranks should own:
// *count elements from *start on. The shares of all ranks follow one another in rank order and
// contain every element once; a share may be empty.
//
// distribution is one of
//
//   "upper"            total/ranks each, the last total%ranks ranks own one more
//   "lower"            total/ranks each, the first total%ranks ranks own one more
//   "power2"           the largest power of two up to total/ranks each, the rest to the
//                      last rank; with fewer elements than ranks like "lower"
//   "optimized:ALPHA"  like "upper", but a rank may begin earlier, by up to
//                      ALPHA*total/ranks, if that saves messages; ALPHA is a decimal
//                      fraction from 0 to 1, "optimized" means "optimized:0.2"
//
// or NULL or "" for the value of the environment variable SAMEBITS_DISTRIBUTION ("upper" if
// unset), which must then be the same on all ranks.
//
// Not collective: computed from the arguments alone, at any time, also before MPI_Init.
// Errors: MPI_ERR_ARG if an argument or the environment is wrong.
int samebits_share(const char *distribution,
                   uint64_t total,
                   uint64_t ranks,
                   uint64_t rank,
                   uint64_t *start,
                   uint64_t *count);

// Counts the messages that the reduction of a distributed array in its binary tree takes if each
// partial result is sent by itself: the tree nodes whose children lie on different ranks.
// counts[i] is the number of elements of rank i, in rank order.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG if an argument is wrong.
int samebits_message_count(const uint64_t *counts, uint64_t ranks, uint64_t *messages);

// Estimates the time of such a reduction: t_send for each message, plus t_add for each element of
// the rank that owns the most. *score is in the unit of t_send and t_add, the times of one message
// and one addition, which must be finite and not negative.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG if an argument is wrong.
int samebits_score(const uint64_t *counts,
                   uint64_t ranks,
                   double t_send,
                   double t_add,
                   double *score);

/* ---- Settings and tuning ---- */

// Sets how reductions on a communicator are evaluated, intercepted and direct ones alike,
// overriding the environment: name is "arithmetic", "schedule", "threads", "block", "compress"
// or "stores", and value is any value of SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, SAMEBITS_THREADS,
// SAMEBITS_BLOCK, SAMEBITS_COMPRESS or SAMEBITS_STORES ("auto", "tree", ...). Existing plans keep the settings they
// were made with; duplicates of the communicator follow the environment again.
//
// Not collective, but all ranks must call it alike, between their reductions: the next reduction
// compares the ranks' settings, except threads and stores, and stops the job if they differ. Errors:
// MPI_ERR_ARG if the name or the value is not accepted, MPI_ERR_COMM; the settings are then
// unchanged. Errors go to the communicator's error handler first.
int samebits_set(MPI_Comm comm,
                 const char *name,
                 const char *value);

// Measures how long messages, collectives, shared memory and arithmetic take on the machine, and
// has rank 0 write the results to a file, a profile. Programs that name it in SAMEBITS_PROFILE
// choose schedules by it; it changes no bits. The ranks should be placed like those of the program
// to be tuned, and nothing else should run. Takes some seconds. An existing file is replaced if it
// is a profile.
//
// Collective. May differ between ranks: path, which only rank 0 uses. Errors: those of all
// functions over a communicator; MPI_ERR_ARG if path is NULL or the file cannot be written,
// MPI_ERR_COMM if the communicator has a single rank, MPI_ERR_UNSUPPORTED_OPERATION if ranks share
// a process and time is simulated (SMPI).
int samebits_tune(MPI_Comm comm, const char *path);

// Predicts by the cost model how many seconds an MPI_Allreduce of count elements takes on a
// communicator with a schedule, named as in SAMEBITS_SCHEDULE, or with the schedule that samebits
// would choose if the name is NULL, "" or "auto". The model uses the profile that SAMEBITS_PROFILE
// names, or defaults. *seconds is infinity if the schedule does not take such a reduction.
//
// Not collective. Errors, after the communicator's error handler: MPI_ERR_ARG if there is no such
// schedule or seconds is NULL; MPI_ERR_COUNT if count is 0; another one if samebits does not
// evaluate such a reduction.
int samebits_predict(const char *schedule,
                     size_t count,
                     MPI_Datatype datatype,
                     MPI_Op op,
                     MPI_Comm comm,
                     double *seconds);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SAMEBITS_H */
