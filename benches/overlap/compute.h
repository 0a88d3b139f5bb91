/* A computation that calls no MPI. */
#ifndef COMPUTE_H
#define COMPUTE_H

/* Steps that take so many seconds, as measured now. */
long steps_of(double seconds);

/* Computes so many steps. */
void compute(long steps);

#endif
