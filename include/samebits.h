/* samebits: MPI reductions that give the same bits on every run.
 *
 * A program whose MPI_Reduce and MPI_Allreduce are to be reproducible needs nothing of this
 * header: with LD_PRELOAD, or linked in front of the MPI library, samebits needs no change to
 * its source. The functions are for programs that hand over an array, or its elements one by
 * one, in place of sums that each rank has made of its own:
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
 * Made from the source and from samebits.h.in by `make header`; do not edit. */

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

/* ---- What holds for all functions ----
 *
 * Functions of type int return MPI_SUCCESS or an MPI error code. After an error nothing has
 * been stored or changed, and samebits_error_message says what is wrong. MPI_ERR_OTHER is the
 * error where MPI is not initialised or its library is not known to samebits.
 *
 * Errors of all functions over a communicator, which its error handler gets first:
 *
 *   MPI_ERR_BUFFER  a buffer is NULL or MPI_IN_PLACE
 *   MPI_ERR_COUNT   more elements than the arithmetic takes
 *   MPI_ERR_TYPE    the datatype is none, or is not committed
 *   MPI_ERR_OP      the operator is none, or does not fit the datatype
 *   MPI_ERR_COMM    the communicator is none, or is an intercommunicator
 *   MPI_ERR_UNSUPPORTED_OPERATION
 *                   the arithmetic is "native", or samebits does not know the datatype
 *
 * Collective functions are called by all ranks of the communicator, in the same order, with
 * arguments that mean the same but for those that are said to differ. Where one rank finds an
 * error all return it, and none waits. (A rank whose communicator is none or freed cannot tell
 * the others.) Where ranks call differently all return one error, which names what they have
 * called; the next call finds them in step. It is
 *
 *   MPI_ERR_ARG     where they call different functions
 *   MPI_ERR_COUNT   where the number of arrays differs
 *   MPI_ERR_TYPE    where the datatype does
 *   MPI_ERR_OP      where the operator does
 *   MPI_ERR_ROOT    where the root does
 *   MPI_ERR_ARG     where plans or accumulators do
 *
 * and of several the first. User-defined operators are not told from each other, and their
 * datatypes by the size alone.
 *
 * Functions that are not collective call no error handler, unless they say so. */

// Why the last samebits function that failed in this thread did so, as a sentence; empty if
// none has failed. The string is valid until the next one fails in this thread.
//
// Not collective; at any time. No errors.
const char *samebits_error_message(void);

/* ---- Is samebits there, and at work? ---- */

// The version of the library that is loaded, as "major.minor.patch". That of the header is
// SAMEBITS_VERSION_MAJOR, _MINOR and _PATCH. The string is static.
//
// Not collective; at any time, also before MPI_Init. No errors.
const char *samebits_version(void);

// The number of reductions of every kind (MPI_Allreduce, MPI_Iallreduce, MPI_Scan,
// MPI_Accumulate, ...) that this process has called so far and samebits has seen, in C or
// Fortran, each counted once. Zero in a program whose reductions go past samebits.
//
// Not collective; at any time. No errors.
uint64_t samebits_calls_intercepted(void);

// The number of those calls whose result samebits has computed itself. The others were passed
// on to the MPI library: integer, logical and bitwise operators, empty vectors, and what
// SAMEBITS_REPORT lists as not made reproducible.
//
// Not collective; at any time. No errors.
uint64_t samebits_calls_reproduced(void);

/* ---- Reducing a distributed array ---- */

// Reduces an array that is distributed over the ranks of a communicator to one element, which
// all ranks get at result. Rank i holds n consecutive elements at local, in rank order; n may
// be 0.
//
// The bits of the result do not depend on the number of ranks, nor on how the array is cut
// among them. Sums of float and double, real and complex, are exact and rounded once, unless
// SAMEBITS_ARITHMETIC says otherwise; everything else is reduced in a binary tree over all
// elements. User-defined operators need not commute. An array without elements gives the
// operator's identity; a user-defined operator has none.
//
// Collective. May differ between ranks: local, n, result. Errors: those of all functions over
// a communicator; MPI_ERR_COUNT where a user-defined operator has no element to reduce.
int samebits_allreduce_array(const void *local,
                             size_t n,
                             void *result,
                             MPI_Datatype type,
                             MPI_Op op,
                             MPI_Comm comm);

// As samebits_allreduce_array, with the same bits, but only the rank root gets the result.
//
// Collective. May differ between ranks: local, n, result, which is ignored but on the root.
// Errors: those of samebits_allreduce_array, and MPI_ERR_ROOT.
int samebits_reduce_array(const void *local,
                          size_t n,
                          void *result,
                          MPI_Datatype type,
                          MPI_Op op,
                          int root,
                          MPI_Comm comm);

// Reduces many arrays at once, each to one element: as samebits_allreduce_array for each of
// them, at the latency of one. Of array i this rank holds n[i] elements at locals[i]; the
// results lie one after the other at results.
//
// Collective. May differ between ranks: locals, n, results; not the number of arrays. Errors:
// those of samebits_allreduce_array; MPI_ERR_COUNT where arrays is negative, MPI_ERR_ARG where
// a list is NULL.
int samebits_allreduce_arrays(int arrays,
                              const void *const *locals,
                              const size_t *n,
                              void *results,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// As samebits_allreduce_arrays, with the same bits, but only the rank root gets the results.
//
// Collective. May differ between ranks: locals, n, results, which is ignored but on the root.
// Errors: those of samebits_allreduce_arrays, and MPI_ERR_ROOT.
int samebits_reduce_arrays(int arrays,
                           const void *const *locals,
                           const size_t *n,
                           void *results,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

// As samebits_allreduce_array, for shares that are not in rank order: this rank's n elements
// are those of the array from the index start on. The shares of all ranks tile the array.
// Where n is 0, start is ignored.
//
// Collective. May differ between ranks: local, start, n, result. Errors: those of
// samebits_allreduce_array; MPI_ERR_COUNT where shares overlap or leave a gap.
int samebits_allreduce_region(const void *local,
                              uint64_t start,
                              size_t n,
                              void *result,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// As samebits_allreduce_region, with the same bits, but only the rank root gets the result.
//
// Collective. May differ between ranks: local, start, n, result, which is ignored but on the
// root. Errors: those of samebits_allreduce_region, and MPI_ERR_ROOT.
int samebits_reduce_region(const void *local,
                           uint64_t start,
                           size_t n,
                           void *result,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

/* ---- The same reduction many times: plans ---- */

// A prepared reduction of distributed arrays.
typedef struct samebits_plan samebits_plan;

// Prepares reductions of arrays whose shares stay as they are: n[i] elements of array i on
// this rank, in rank order. A reduction with the plan takes one message less than without.
//
// The communicator, the datatype and the operator must not be freed before the plan. A plan
// serves one thread at a time.
//
// Collective. May differ between ranks: n, plan. Errors: those of samebits_allreduce_arrays;
// MPI_ERR_ARG where plan is NULL.
int samebits_plan_arrays(int arrays,
                         const size_t *n,
                         MPI_Datatype type,
                         MPI_Op op,
                         MPI_Comm comm,
                         struct samebits_plan **plan);

// As samebits_plan_arrays, for shares that are not in rank order: of array i this rank holds
// the n[i] elements from the index starts[i] on. The shares of all ranks tile each array.
//
// Collective. May differ between ranks: starts, n, plan. Errors: those of samebits_plan_arrays;
// MPI_ERR_COUNT where shares overlap or leave a gap.
int samebits_plan_regions(int arrays,
                          const uint64_t *starts,
                          const size_t *n,
                          MPI_Datatype type,
                          MPI_Op op,
                          MPI_Comm comm,
                          struct samebits_plan **plan);

// Reduces the arrays of a plan, of which this rank's shares lie at locals[0], locals[1], ...;
// all ranks get the results, which lie one after the other at results.
//
// Collective over the plan's communicator. May differ between ranks: locals, results. Errors:
// those of all functions over a communicator; MPI_ERR_ARG where ranks reduce by plans for
// other shares, or of another arithmetic or schedule.
//
// A plan that is NULL (MPI_ERR_ARG), or whose communicator was freed (MPI_ERR_COMM), is an
// error on that rank alone, and no error handler is called. The rank does not wait, but it
// cannot tell the others: they wait until it calls something on their communicator.
int samebits_plan_allreduce(struct samebits_plan *plan, const void *const *locals, void *results);

// As samebits_plan_allreduce, with the same bits, but only the rank root gets the results. All
// ranks wait for each other nevertheless, to compare what they have called.
//
// Collective over the plan's communicator. May differ between ranks: locals, results, which is
// ignored but on the root. Errors: those of samebits_plan_allreduce, and MPI_ERR_ROOT.
int samebits_plan_reduce(struct samebits_plan *plan,
                         const void *const *locals,
                         void *results,
                         int root);

// Frees a plan and sets it to NULL. A plan that is NULL is left alone.
//
// Not collective. Errors: MPI_ERR_ARG where the address of the plan is NULL.
int samebits_plan_free(struct samebits_plan **plan);

/* ---- Summands that come one by one: accumulators ----
 *
 * An accumulator serves one thread at a time. */

// A sum to which numbers and products of numbers are added as they come.
typedef struct samebits_accumulator samebits_accumulator;

// Makes an accumulator, the sum of nothing, for elements of a type: float, double or their
// complex types, by their names in C, C++ or Fortran. What is added to it and merged with it
// may come in any order and on any rank: the bits of the sum depend on nothing but the
// multiset of summands.
//
// arithmetic is one of
//
//   "exact"         the sum of the real numbers, and of the real products of numbers,
//                   rounded once; NULL, "" and "auto" mean this one, too
//   "binned:K"      the sum with the bits of ReproBLAS, from K bins, 2 to 4; "binned"
//                   alone takes 3
//   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
//                   "prerounded" alone takes 3
//
// A pre-rounded sum depends on a bound on the number of summands, 1 to 2^48: summands is that
// bound, for all accumulators together that are merged, and the same in all of them. To exceed
// it is the error MPI_ERR_COUNT. The other arithmetics ignore summands.
//
// Not collective; after MPI_Init. Errors: MPI_ERR_ARG where the arithmetic is none of these or
// accumulator is NULL, MPI_ERR_COUNT where summands is out of range, MPI_ERR_TYPE.
int samebits_accumulator_create(const char *arithmetic,
                                uint64_t summands,
                                MPI_Datatype type,
                                struct samebits_accumulator **accumulator);

// Adds one element.
//
// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, MPI_ERR_BUFFER where value is
// NULL, MPI_ERR_COUNT where there would be more summands than the bound.
int samebits_accumulator_add(struct samebits_accumulator *a, const void *value);

// Adds n elements, which lie one after the other at values: the same as to add each of them,
// and faster.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_array(struct samebits_accumulator *a, const void *values, size_t n);

// Adds the products x[i]*y[i] of the n elements of two vectors. "exact" adds the real numbers
// x[i]*y[i], however large or small, and rounds their sum once; the others round each product
// first. A product of complex numbers is four real products, of which two are summands of the
// real part, and two of the imaginary part.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_products(struct samebits_accumulator *a,
                                      const void *x,
                                      const void *y,
                                      size_t n);

// As samebits_accumulator_add_products, with the conjugates of x[i] in place of x[i]; of real
// numbers it is the same.
//
// Not collective. Errors: those of samebits_accumulator_add.
int samebits_accumulator_add_conjugated_products(struct samebits_accumulator *a,
                                                 const void *x,
                                                 const void *y,
                                                 size_t n);

// Adds what another accumulator holds, which stays as it is. Both were created alike: with one
// arithmetic, one bound and elements of one kind.
//
// Not collective. Errors: MPI_ERR_ARG where an accumulator is NULL or they were not created
// alike, MPI_ERR_COUNT where there would be more summands than the bound.
int samebits_accumulator_merge(struct samebits_accumulator *into,
                               const struct samebits_accumulator *other);

// Merges the accumulators of all ranks of a communicator; every rank's becomes the whole. All
// were created alike.
//
// Collective. May differ between ranks: what the accumulators hold. Errors: those of all
// functions over a communicator; MPI_ERR_ARG where the accumulators were not created alike or
// one is NULL, MPI_ERR_COUNT where they have more summands together than the bound. No
// accumulator has changed then.
int samebits_accumulator_allreduce(struct samebits_accumulator *a, MPI_Comm comm);

// As samebits_accumulator_allreduce, but only the accumulator of the rank root becomes the
// whole; the others stay as they are.
//
// Collective. May differ between ranks: what the accumulators hold. Errors: those of
// samebits_accumulator_allreduce, and MPI_ERR_ROOT.
int samebits_accumulator_reduce(struct samebits_accumulator *a, int root, MPI_Comm comm);

// Stores the sum so far, an element, at value. The sum of nothing is +0.0.
//
// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, MPI_ERR_BUFFER where value
// is NULL.
int samebits_accumulator_value(const struct samebits_accumulator *a, void *value);

// Makes an accumulator the sum of nothing again.
//
// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL.
int samebits_accumulator_clear(struct samebits_accumulator *a);

// Frees an accumulator and sets it to NULL. One that is NULL is left alone.
//
// Not collective. Errors: MPI_ERR_ARG where the address of the accumulator is NULL.
int samebits_accumulator_free(struct samebits_accumulator **accumulator);

// The number of bytes that samebits_accumulator_write writes: the same for all accumulators
// that were created alike, whatever they hold.
//
// Not collective. Errors: MPI_ERR_ARG where an argument is NULL.
int samebits_accumulator_size(const struct samebits_accumulator *a, size_t *bytes);

// Writes the accumulator as size bytes, which are as many as samebits_accumulator_size says:
// the same bytes on every machine, and for the same summands in whatever order they came. For
// a file, or for a message of the program's own.
//
// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL or size is another number,
// MPI_ERR_BUFFER where bytes is NULL.
int samebits_accumulator_write(const struct samebits_accumulator *a, void *bytes, size_t size);

// Makes the accumulator hold what was written, in place of what it held. The one that was
// written was created alike.
//
// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, or the bytes are not those
// of one that was created alike; MPI_ERR_BUFFER where bytes is NULL.
int samebits_accumulator_read(struct samebits_accumulator *a, const void *bytes, size_t size);

// Gives out a datatype, of which one element is the bytes that samebits_accumulator_write
// writes, and an operator that merges them: for MPI_Allreduce, MPI_Reduce, MPI_Scan,
// MPI_Iallreduce and so on, as the program likes. The operator commutes, and the result has
// the same bits whatever algorithm the MPI library uses. An operator cannot return an error:
// samebits_accumulator_read says whether ranks have merged accumulators that were not created
// alike, or have more summands together than the bound.
//
// Both handles belong to samebits, serve all accumulators that are created alike, and are
// valid until MPI_Finalize. The program does not free them.
//
// Not collective. Errors: MPI_ERR_ARG where an argument is NULL.
int samebits_accumulator_handles(const struct samebits_accumulator *a,
                                 MPI_Datatype *type,
                                 MPI_Op *op);

/* ---- How far is a sum from the exact one? ---- */

// How far a sum of n doubles may be from the exact one: *bound is never less than the absolute
// error. largest is the largest magnitude among the summands, or anything above it; sum is the
// computed sum, or the exact one, or in magnitude anything above both.
//
// arithmetic is "exact", "tree", "prerounded:K", "prerounded2:K" or "binned:K", as
// SAMEBITS_ARITHMETIC takes them, or NULL or "" for what that variable says. (What
// samebits_set has chosen for a communicator must be named.) n is the number of summands,
// zeros included: the ranks for MPI_Allreduce, the elements of the whole array for
// samebits_allreduce_array, the bound that an accumulator was given. Complex sums are two
// sums, one for each component. A bound beyond the largest double is infinity.
// docs/arithmetics.md has the formulas.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_COUNT where the
// arithmetic does not take so many summands; MPI_ERR_ARG where largest is negative, infinite
// or NaN, sum infinite or NaN, bound NULL, or the arithmetic has no bound ("native").
int samebits_error_bound(const char *arithmetic,
                         uint64_t n,
                         double largest,
                         double sum,
                         double *bound);

// As samebits_error_bound, for sums of floats, the rounding of the result to float included.
//
// Not collective; at any time, also before MPI_Init. Errors: those of samebits_error_bound.
int samebits_error_bound_float(const char *arithmetic,
                               uint64_t n,
                               float largest,
                               float sum,
                               float *bound);

/* ---- Which rank owns which elements? ---- */

// Which of the elements 0 to total-1 of a distributed array one of the ranks should own:
// *count of them, from *start on. The shares of all ranks follow each other in rank order and
// hold every element once; a share may be empty.
//
// distribution is one of
//
//   "upper"            total/ranks each, the last total%ranks ranks own one more
//   "lower"            total/ranks each, the first total%ranks ranks own one more
//   "power2"           the largest power of two up to total/ranks each, the rest to the
//                      last rank; with fewer elements than ranks as "lower"
//   "optimized:ALPHA"  as "upper", but a rank begins earlier, by up to
//                      ALPHA*total/ranks, where that saves messages; ALPHA is a decimal
//                      fraction from 0 to 1, "optimized" alone takes 0.2
//
// or NULL or "" for what the environment variable SAMEBITS_DISTRIBUTION says ("upper" if it is
// not set), which then has to be the same on all ranks.
//
// Not collective: computed from the arguments alone, at any time, also before MPI_Init.
// Errors: MPI_ERR_ARG where an argument or the environment is wrong.
int samebits_share(const char *distribution,
                   uint64_t total,
                   uint64_t ranks,
                   uint64_t rank,
                   uint64_t *start,
                   uint64_t *count);

// How many messages the reduction of a distributed array in its binary tree takes if each
// partial result travels by itself: the number of tree nodes whose children lie on different
// ranks. counts[i] is the number of elements of rank i, in rank order.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG where an argument is
// wrong.
int samebits_message_count(const uint64_t *counts, uint64_t ranks, uint64_t *messages);

// An estimate of the time that such a reduction takes: t_send, the time of one message, for
// each message, and t_add, that of one addition, for each element of the rank that has most of
// them. *score is in the unit of t_send and t_add, which are finite and not negative.
//
// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_ARG where an argument is
// wrong.
int samebits_score(const uint64_t *counts,
                   uint64_t ranks,
                   double t_send,
                   double t_add,
                   double *score);

/* ---- Settings and tuning ---- */

// Chooses how reductions on a communicator are evaluated, intercepted and direct ones, in
// place of what the environment says: name is "arithmetic", "schedule", "threads", "block" or
// "compress", and value is what SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, SAMEBITS_THREADS,
// SAMEBITS_BLOCK or SAMEBITS_COMPRESS take ("auto", "tree", ...). Plans that were made before
// keep what was chosen then; duplicates of the communicator follow the environment again.
//
// Not collective, but all ranks call it alike, between their reductions: the next reduction
// compares what they have chosen, and stops the job if they differ. (Threads may differ.)
// Errors: MPI_ERR_ARG where the name or the value is not accepted, MPI_ERR_COMM; nothing has
// changed then. The communicator's error handler is called before.
int samebits_set(MPI_Comm comm, const char *name, const char *value);

// Measures how long messages, collectives, shared memory and arithmetic take on the machine,
// and has rank 0 write that to a file, a profile. Where SAMEBITS_PROFILE names it, schedules
// are chosen by it; it changes no bit. The ranks should be placed as those of the program to
// be tuned, and nothing else should run. Takes some seconds. A file that is there is replaced,
// if it is a profile.
//
// Collective. May differ between ranks: path, which only rank 0 uses. Errors: those of all
// functions over a communicator; MPI_ERR_ARG where path is NULL or the file cannot be written,
// MPI_ERR_COMM where the communicator has a single rank, MPI_ERR_UNSUPPORTED_OPERATION where
// ranks share a process and time is simulated (SMPI).
int samebits_tune(MPI_Comm comm, const char *path);

// How many seconds the cost model predicts for an MPI_Allreduce of count elements on a
// communicator by a schedule, as SAMEBITS_SCHEDULE names it, or where it is NULL, "" or "auto"
// by the one that is chosen: by the profile that SAMEBITS_PROFILE names, else by defaults.
// *seconds is infinity where the schedule does not take such a reduction.
//
// Not collective. Errors, after the communicator's error handler: MPI_ERR_ARG where the
// schedule is none or seconds is NULL; MPI_ERR_COUNT where count is 0; another one where
// samebits does not evaluate such a reduction.
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
