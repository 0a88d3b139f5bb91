/* samebits: MPI reductions that give the same bits on every run.
 *
 * A program needs this header only if it asks the library something; with
 * LD_PRELOAD, or linked in front of the MPI library, samebits needs no change to
 * the program's source.
 *
 * Made from the source by `make header`; do not edit. */

#ifndef SAMEBITS_H
#define SAMEBITS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

// A sum to which numbers and products of numbers are added as they come.
typedef struct samebits_accumulator samebits_accumulator;

// A prepared reduction of distributed arrays.
typedef struct samebits_plan samebits_plan;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, as "major.minor.patch". The string is static.
const char *samebits_version(void);

// The number of reductions of every kind (MPI_Allreduce, MPI_Iallreduce,
// MPI_Scan, MPI_Accumulate, ...) that this process has asked for so far and
// samebits saw, in C or Fortran, each counted once. Zero in a program whose
// reductions go past samebits.
uint64_t samebits_calls_intercepted(void);

// The number of those calls whose result samebits evaluated itself. The others
// were passed on to the MPI library: integer, logical and bitwise operators,
// empty vectors, and what SAMEBITS_REPORT lists as not made reproducible.
uint64_t samebits_calls_reproduced(void);

// Makes an accumulator, the sum of nothing, for elements of a type: float, double or their
// complex types, by C's, C++'s or Fortran's name. What is added to it and merged with it
// may come in any order and on any rank: the bits of the sum depend on nothing but the
// multiset of summands.
//
// arithmetic is one of
//
//   "exact"         the sum of the real numbers, and of the real products of numbers,
//                   rounded once; NULL, "" and "auto" are this one, too
//   "binned:K"      the sum with the bits of ReproBLAS, from K bins, 2 to 4; "binned"
//                   alone takes 3
//   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
//                   "prerounded" alone takes 3
//
// Pre-rounded sums depend on a bound on the number of summands, 1 to 2^48: summands is that
// bound, for all accumulators together that are merged, and the same in all of them. To
// exceed it is the error MPI_ERR_COUNT. The others do not look at summands.
//
// Accumulators may be made after MPI_Init. None of the functions without a communicator is
// collective, and none of those calls an error handler: they return MPI_SUCCESS, or an
// error code after which nothing has changed; samebits_error_message says what is wrong. An
// accumulator serves one thread at a time.
int samebits_accumulator_create(const char *arithmetic,
                                uint64_t summands,
                                MPI_Datatype type,
                                struct samebits_accumulator **accumulator);

// Frees an accumulator and sets it to NULL. One that is NULL is left alone.
int samebits_accumulator_free(struct samebits_accumulator **accumulator);

// Adds one element.
int samebits_accumulator_add(struct samebits_accumulator *a, const void *value);

// Adds n elements, which lie one after the other at values: the same as to add each of
// them, and faster.
int samebits_accumulator_add_array(struct samebits_accumulator *a, const void *values, size_t n);

// Adds the products x[i]*y[i] of the n elements of two vectors. "exact" adds the real
// numbers x[i]*y[i], however large or small, and rounds their sum once; the others round
// each product first. A product of complex numbers is four real products, of which two are
// summands of the real part, and two of the imaginary part.
int samebits_accumulator_add_products(struct samebits_accumulator *a,
                                      const void *x,
                                      const void *y,
                                      size_t n);

// Likewise the products of the conjugates of x[i] with y[i]; of real numbers, the same as
// samebits_accumulator_add_products.
int samebits_accumulator_add_conjugated_products(struct samebits_accumulator *a,
                                                 const void *x,
                                                 const void *y,
                                                 size_t n);

// Adds what another accumulator holds, which stays as it is. Both were created alike: with
// one arithmetic, one bound and elements of one kind; else it is the error MPI_ERR_ARG.
int samebits_accumulator_merge(struct samebits_accumulator *into,
                               const struct samebits_accumulator *other);

// Makes an accumulator the sum of nothing again.
int samebits_accumulator_clear(struct samebits_accumulator *a);

// Stores the sum so far, an element, at value. The sum of nothing is +0.0.
int samebits_accumulator_value(const struct samebits_accumulator *a, void *value);

// The number of bytes as which samebits_accumulator_write writes the accumulator: the same
// for all that were created alike, whatever they hold.
int samebits_accumulator_size(const struct samebits_accumulator *a, size_t *bytes);

// Writes the accumulator as size bytes, which are those of samebits_accumulator_size: the
// same bytes on every machine, and for the same summands in whatever order they came. For a
// file, or for a message of the program's own.
int samebits_accumulator_write(const struct samebits_accumulator *a, void *bytes, size_t size);

// Makes the accumulator hold what was written, in place of what it held. The one that was
// written was created alike, and the bytes are as they were written; else it is the error
// MPI_ERR_ARG.
int samebits_accumulator_read(struct samebits_accumulator *a, const void *bytes, size_t size);

// Gives out a datatype, one element of which are the bytes that samebits_accumulator_write
// writes, and an operator that merges them: for MPI_Allreduce, MPI_Reduce, MPI_Scan,
// MPI_Iallreduce and so on, as the program likes. The operator commutes, and the result has
// the same bits however the MPI library goes about it. samebits_accumulator_read says
// whether ranks have merged accumulators that were not created alike, or have more summands
// together than were allowed.
//
// Both handles belong to samebits, serve all accumulators that are created alike, and are
// valid until MPI_Finalize. The program does not free them.
int samebits_accumulator_handles(const struct samebits_accumulator *a,
                                 MPI_Datatype *type,
                                 MPI_Op *op);

// Merges the accumulators of all ranks of a communicator; every rank's becomes the whole.
// All were created alike (else MPI_ERR_ARG), and together have no more summands than the
// bound allows (else MPI_ERR_COUNT): all ranks return the error, after the communicator's
// error handler has got it, and no accumulator has changed. Collective; errors as of
// samebits_allreduce_array. Where comm was freed it is MPI_ERR_COMM on that rank alone, as
// far as the MPI library notices.
int samebits_accumulator_allreduce(struct samebits_accumulator *a, MPI_Comm comm);

// Likewise, but that only the accumulator of the rank root becomes the whole; those of the
// others stay as they are.
int samebits_accumulator_reduce(struct samebits_accumulator *a, int root, MPI_Comm comm);

// Reduces an array that is distributed over the ranks of a communicator to one
// element, which all ranks get. Rank i holds n consecutive elements, at local, in rank
// order; n may be 0, and need not be the same on all ranks. There is room for the
// element at result, which may not be MPI_IN_PLACE.
//
// The bits of the result do not depend on the number of ranks, nor on how the array is
// cut among them. Sums of float and double, real and complex, are exact and rounded
// once, or with SAMEBITS_ARITHMETIC=tree reduced like everything else: in a binary tree
// over all elements. User-defined operators need not commute.
//
// Without any element the result is the operator's identity; a user-defined operator
// has none: MPI_ERR_COUNT.
//
// Collective. Returns MPI_SUCCESS, or an error code after the communicator's error
// handler has got it; samebits_error_message says what is wrong. A rank that cannot take
// part makes the call fail on all ranks.
//
// All ranks call the same of those functions that take a communicator or a plan, with
// arguments that mean the same. Where they do not, all return one error, which names what
// they have called, and none waits; the next call finds them in step. It is
//
//   MPI_ERR_ARG    where they call different functions
//   MPI_ERR_COUNT  where the number of arrays differs
//   MPI_ERR_TYPE   where the datatype does
//   MPI_ERR_OP     where the operator does
//   MPI_ERR_ROOT   where the root does
//   MPI_ERR_ARG    where plans are for other shares, of another arithmetic or schedule, or
//                  accumulators were not created alike
//
// and of several the first. User-defined operators are not told from each other, and the
// datatypes that come with them by their sizes alone. A rank that has no communicator, or
// no plan, has nobody to talk to: see samebits_plan_allreduce.
int samebits_allreduce_array(const void *local,
                             size_t n,
                             void *result,
                             MPI_Datatype type,
                             MPI_Op op,
                             MPI_Comm comm);

// Likewise, but that only the rank root gets the result; result is not looked at on the
// others. The bits are those of samebits_allreduce_array.
int samebits_reduce_array(const void *local,
                          size_t n,
                          void *result,
                          MPI_Datatype type,
                          MPI_Op op,
                          int root,
                          MPI_Comm comm);

// Reduces many arrays at once, each to one element: as samebits_allreduce_array for each
// of them, at the latency of one. Of array i this rank holds n[i] elements at locals[i];
// the results lie one after the other at results. The number of arrays is the same on
// all ranks.
int samebits_allreduce_arrays(int arrays,
                              const void *const *locals,
                              const size_t *n,
                              void *results,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// Likewise, but that only the rank root gets the results.
int samebits_reduce_arrays(int arrays,
                           const void *const *locals,
                           const size_t *n,
                           void *results,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

// As samebits_allreduce_array, for shares that are not in rank order: this rank's n
// elements are those of the array from the index start on. All ranks' shares together
// tile the array: a gap or an overlap is the error MPI_ERR_COUNT. Where n is 0, start
// may be anything.
int samebits_allreduce_region(const void *local,
                              uint64_t start,
                              size_t n,
                              void *result,
                              MPI_Datatype type,
                              MPI_Op op,
                              MPI_Comm comm);

// Likewise, but that only the rank root gets the result.
int samebits_reduce_region(const void *local,
                           uint64_t start,
                           size_t n,
                           void *result,
                           MPI_Datatype type,
                           MPI_Op op,
                           int root,
                           MPI_Comm comm);

// How far a sum of n doubles may be from the exact one: *bound is never less than the
// absolute error. largest is the largest magnitude among the summands, or anything above
// it; sum is the computed sum, or the exact one, or in magnitude anything above both. Where the
// sum is an infinity or NaN, there is no error to speak of.
//
// arithmetic is "exact", "tree", "prerounded:K", "prerounded2:K" or "binned:K", as
// SAMEBITS_ARITHMETIC takes them, or NULL or "" for what that variable says. (What
// samebits_set has chosen for a communicator must be named.) n is the number of numbers
// that are added, zeros included: the ranks for MPI_Allreduce, the elements of the
// whole array for samebits_allreduce_array; where a number of summands was given
// beforehand, that one. Complex sums are two sums, one for each component.
//
// docs/arithmetics.md has the formulas, and says what they are worth. A bound that is
// beyond the largest double is infinity.
//
// May be called at any time, also before MPI_Init. Returns MPI_SUCCESS; MPI_ERR_COUNT
// where the arithmetic does not take so many summands; MPI_ERR_ARG where another
// argument is wrong: largest is negative, infinite or NaN, sum infinite or NaN, or there is
// no bound ("native"). Nothing is stored then, and samebits_error_message says what it is.
// No error handler is called.
int samebits_error_bound(const char *arithmetic,
                         uint64_t n,
                         double largest,
                         double sum,
                         double *bound);

// Likewise for sums of floats, the rounding of the result to float included.
int samebits_error_bound_float(const char *arithmetic,
                               uint64_t n,
                               float largest,
                               float sum,
                               float *bound);

// Which of the elements 0 to total-1 of a distributed array the given one of so many
// ranks should own: those from *start on, *count of them. The shares of all ranks
// follow each other in rank order and hold every element once; a share may be empty.
// No rank's share is looked at to find another's, and neither is MPI: all of this may
// be called at any time, also before MPI_Init.
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
// or NULL or "" for what the environment variable SAMEBITS_DISTRIBUTION says ("upper"
// if nothing), which then has to say the same on all ranks.
//
// Returns MPI_SUCCESS, or MPI_ERR_ARG where an argument or the environment is wrong;
// nothing is stored then, and samebits_error_message says what it is. No error handler
// is called. All this holds for the next two functions as well.
int samebits_share(const char *distribution,
                   uint64_t total,
                   uint64_t ranks,
                   uint64_t rank,
                   uint64_t *start,
                   uint64_t *count);

// How many messages the reduction of a distributed array in its binary tree costs if
// each partial result travels by itself: the number of tree nodes whose children lie on
// different ranks. counts[i] is the number of elements of rank i, in rank order.
int samebits_message_count(const uint64_t *counts, uint64_t ranks, uint64_t *messages);

// An estimate of the time that such a reduction takes: t_send for each message and t_add
// for each element of the rank that has most of them. In the unit of t_send, the time of
// one message, and t_add, that of one addition; both finite and not negative.
int samebits_score(const uint64_t *counts,
                   uint64_t ranks,
                   double t_send,
                   double t_add,
                   double *score);

// Why the last samebits function that failed in this thread did so, as a sentence;
// empty if none has. The string is valid until the next one fails in this thread.
const char *samebits_error_message(void);

// Prepares reductions of arrays whose shares stay as they are: n[i] elements of array i
// on this rank, in rank order. The plan goes to plan; a reduction with it takes one
// message less than without. Collective; errors as of samebits_allreduce_array.
//
// The communicator, the datatype and the operator must not be freed before the plan.
// A plan serves one thread at a time.
int samebits_plan_arrays(int arrays,
                         const size_t *n,
                         MPI_Datatype type,
                         MPI_Op op,
                         MPI_Comm comm,
                         struct samebits_plan **plan);

// Likewise for shares that are not in rank order: of array i this rank holds the n[i]
// elements from the index starts[i] on. All ranks' shares tile each array.
int samebits_plan_regions(int arrays,
                          const uint64_t *starts,
                          const size_t *n,
                          MPI_Datatype type,
                          MPI_Op op,
                          MPI_Comm comm,
                          struct samebits_plan **plan);

// Reduces the arrays of a plan, of which this rank's shares lie at locals[0],
// locals[1], ...; all ranks get the results, which lie one after the other at results.
// Collective; errors as of samebits_allreduce_array, where a rank reduces by a plan for
// other shares, too.
//
// A plan that is NULL (MPI_ERR_ARG), or whose communicator was freed (MPI_ERR_COMM), is an
// error on that rank alone, which no error handler gets: the rank does not wait, but it can
// tell nobody. Ranks that call something on another communicator wait for it there, until it
// calls something there, too.
int samebits_plan_allreduce(struct samebits_plan *plan, const void *const *locals, void *results);

// Likewise, but that only the rank root gets the results. All ranks wait for each other all
// the same, to know whether they have called alike.
int samebits_plan_reduce(struct samebits_plan *plan,
                         const void *const *locals,
                         void *results,
                         int root);

// Frees a plan and sets it to NULL. Not collective. A plan that is NULL is left alone.
int samebits_plan_free(struct samebits_plan **plan);

// Chooses how reductions on a communicator are evaluated, those that are intercepted and
// direct ones alike, in place of what the environment says: name is "arithmetic",
// "schedule", "threads", "block" or "compress", value what SAMEBITS_ARITHMETIC,
// SAMEBITS_SCHEDULE, SAMEBITS_THREADS, SAMEBITS_BLOCK or SAMEBITS_COMPRESS take ("auto", "tree", ...). Plans that were made
// before keep to what was chosen then; duplicates of the communicator follow the
// environment again.
//
// To be called alike by all ranks, between their reductions: at the next one they
// compare what they have chosen, and stop the job if they differ. What is not accepted
// is the error MPI_ERR_ARG, and changes nothing.
int samebits_set(MPI_Comm comm,
                 const char *name,
                 const char *value);

// Measures how long messages, collectives, shared memory and arithmetic take on the machine
// that the ranks of a communicator are on, and has rank 0 write that to a file, a profile. Where
// SAMEBITS_PROFILE names it, schedules are chosen by it; it changes no bit. The ranks should be
// placed as those of the program are that is to be tuned, and nothing else run. Takes some
// seconds.
//
// Collective; errors as of samebits_allreduce_array. A file that is there is replaced, if it
// is a profile. Returns MPI_SUCCESS, or on all ranks an error: MPI_ERR_ARG where path is NULL
// or the file cannot be written, MPI_ERR_COMM where the communicator has a single rank,
// MPI_ERR_UNSUPPORTED_OPERATION where ranks share a process and its time is simulated (SMPI).
int samebits_tune(MPI_Comm comm, const char *path);

// How many seconds the model says that an MPI_Allreduce of count elements takes on a
// communicator with a schedule, as SAMEBITS_SCHEDULE names it, or where it is NULL, "" or "auto"
// with the one that is chosen by itself: by the profile that SAMEBITS_PROFILE names, else by
// defaults. *seconds is infinity where the schedule does not take such a reduction.
//
// Not collective. Returns MPI_SUCCESS; MPI_ERR_ARG where the schedule is not one, or seconds is
// NULL; MPI_ERR_COUNT where count is 0; another error where such a reduction is not evaluated
// by samebits.
int samebits_predict(const char *schedule,
                     size_t count,
                     MPI_Datatype datatype,
                     MPI_Op op,
                     MPI_Comm comm,
                     double *seconds);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SAMEBITS_H */
