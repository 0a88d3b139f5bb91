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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SAMEBITS_H */
