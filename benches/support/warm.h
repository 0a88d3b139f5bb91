#ifndef WARM_H
#define WARM_H

#include <mpi.h>

/* Reduces on a communicator, with samebits in front, until it has all that it gets: that has to
 * be earned (crates/reduction/src/decision/resources.rs). */
void warm(MPI_Comm comm);

#endif
