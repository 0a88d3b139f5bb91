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

// Why the last samebits function that failed in this thread did so, as a sentence;
// empty if none has. The string is valid until the next one fails in this thread.
const char *samebits_error_message(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SAMEBITS_H */
