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
// handler has got it; a rank that cannot take part makes the call fail on all ranks
// that get the result. samebits_error_message says what is wrong.
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

// Why the last samebits function that failed in this thread did so, as a sentence;
// empty if none has. The string is valid until the next one fails in this thread.
const char *samebits_error_message(void);

// Prepares reductions of arrays whose shares stay as they are: n[i] elements of array i
// on this rank, in rank order. The plan goes to plan; a reduction with it takes one
// message less than without. Collective, with the same number of arrays on all ranks;
// errors as of samebits_allreduce_array.
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
// Collective.
int samebits_plan_allreduce(struct samebits_plan *plan, const void *const *locals, void *results);

// Likewise, but that only the rank root gets the results.
int samebits_plan_reduce(struct samebits_plan *plan,
                         const void *const *locals,
                         void *results,
                         int root);

// Frees a plan and sets it to NULL. Not collective. A plan that is NULL is left alone.
int samebits_plan_free(struct samebits_plan **plan);

// Chooses how reductions on a communicator are evaluated, those that are intercepted and
// direct ones alike, in place of what the environment says: name is "arithmetic",
// "schedule" or "threads", value what SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE or
// SAMEBITS_THREADS take ("auto", "tree", ...). Plans that were made before keep to what
// was chosen then; duplicates of the communicator follow the environment again.
//
// To be called alike by all ranks, between their reductions: at the next one they
// compare what they have chosen, and stop the job if they differ. What is not accepted
// is the error MPI_ERR_ARG, and changes nothing.
int samebits_set(MPI_Comm comm, const char *name, const char *value);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SAMEBITS_H */
