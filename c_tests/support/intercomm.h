/* Reduces between the two groups of an intercommunicator by every call, as driver.h does within one. */
#ifndef BETWEEN_H
#define BETWEEN_H

#include "driver.h"

/* Blocking, nonblocking and persistent, to all, in blocks, in some blocks and to each root of
 * either group, on `comm` (groups.h); so many elements, in equal blocks as many for each pair of
 * ranks. In MPI_Reduce the arguments of the root's neighbours mean nothing. */
void check_intercomm(const struct operation *operation, int count);

#endif
