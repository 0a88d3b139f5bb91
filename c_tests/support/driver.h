/* Reduces by every blocking call and in every way that these offer; compares each result
 * with the oracle, each call with the library's counters. With TEST_PARTIALS in the environment
 * persistent requests are left out, products, and prefixes where it is "no_prefixes": where
 * nonblocking reductions merge partials, samebits does not make these reproducible. */
#ifndef DRIVER_H
#define DRIVER_H

#include "by_request.h"

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One operation on one datatype. */
struct operation {
    const char *name;
    MPI_Datatype type;
    MPI_Op op;
    size_t size;        /* bytes from one element to the next */
    size_t significant; /* leading bytes of an element that are compared */
    /* Writes rank's contribution at an index. */
    void (*fill)(void *element, int rank, size_t index);
    /* Writes what the contributions of all ranks, in rank order, give. */
    void (*expect)(void *result, const void *contributions, int ranks);
    /* Whether samebits evaluates it (or passes it on to the MPI library). */
    int reproduced;
    /* A sum by levels, which is another one than the tree's also of two contributions: of those
     * MPI_Reduce_local makes the tree's. */
    int by_levels;
    /* No MPI_Scan and MPI_Exscan, which few schedules do. */
    int without_prefixes;
    /* Blocking calls only, of which alone it is known what a schedule does. */
    int without_requests;
};

#ifdef TEST_CASE /* the program is a case among others: its main by this name, see cases.c */
#define main TEST_CASE
int main(int argc, char **argv);
#endif

/* MPI_Init, unless somebody has called it; learns from TEST_EXPECT whether the library must be there, and
 * fails if it is not, or is there when it must not. */
void start(int *argc, char ***argv);

/* The part of it that comes after MPI_Init, for programs that initialise
 * otherwise. */
void started(void);

/* The part of that which needs no MPI, for programs without MPI_COMM_WORLD. */
void look_for_the_library(void);

/* How many checks were made, and MPI_Finalize. Returns the exit status. */
int finish(void);

/* The same for a program that has nothing to test here. */
int skip(const char *why);

/* From now on MPI is left as it is by `finish` and `skip`. */
void stay_initialised(void);

/* Whether the MPI library is MPICH 4.0, of whose own faults some are left out. */
extern int mpich_4_0;

/* Whether the library is there, so that bits and counters are checked. */
int with_samebits(void);

/* How often the following start each persistent reduction. */
extern int persistent_starts;

/* Starts a persistent reduction so often, and completes it or a nonblocking one; `how` is the way.
 * Before each start but the first the receive buffer gets this contribution, or else the bytes 0xee. */
void complete_call(MPI_Request request, enum way way, void *to, size_t bytes, const unsigned char *in_place,
                   const char **how);

/* Reduces with the operation by every call, MPI_Reduce at every root, in place
 * and not, for small and odd counts and counts around the change of schedule. */
void check_operation(const struct operation *operation);

/* Likewise with one count only, on a communicator. */
void check_operation_on(const struct operation *operation, int count, MPI_Comm comm);

/* What check_operation_on finds out first, for those who reduce the same vector again and
 * again: the oracle is slow. */
struct vector;
struct vector *make_vector(const struct operation *operation, int count, MPI_Comm comm);
void check_vector(const struct vector *vector);
void free_vector(struct vector *vector);

/* Where a rank's unequal block begins. Blocks grow from rank to rank, so that in place most results
 * overlap what they are made of; of more than two ranks the last but one gets nothing, nor do the
 * first ones where there are few elements. */
int start_of_block(int rank, int ranks, int count);

/* The library's counters; zero without it. */
uint64_t intercepted(void);
uint64_t reproduced(void);

/* Looks at the counters, for the next check_counters. */
void look_at_counters(void);

/* Checks that since the last look the counters rose by so much (with the
 * library), and looks again. */
void check_counters(int calls, int evaluated, const char *what);

/* Fails the job with a message if the condition does not hold. */
void check(int condition, const char *file, int line, const char *format, ...);

/* Counts what was checked and holds. */
void count_check(void);
#define CHECK(condition, ...) check(condition, __FILE__, __LINE__, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
