/* The schedules that the library knows. */
#ifndef SCHEDULES_H
#define SCHEDULES_H

#include <mpi.h>
#include <stddef.h>

enum { SCHEDULE_NAME = 32 };

/* (These functions make mistakes: the communicator's error handler has to return.)
 *
 * Stores the name of a schedule if the library takes it for sums (`native` is for what is
 * associative as it is, and sums are not); whether it does. The communicator then has it. */
int is_schedule_of_sums(MPI_Comm comm, const char *name, size_t length, char stored[SCHEDULE_NAME]);

/* All of these, as many as there is room for, in the order in which the library names them;
 * returns how many, 0 where it names none. */
int schedules_of_sums(MPI_Comm comm, char names[][SCHEDULE_NAME], int most);

#endif
