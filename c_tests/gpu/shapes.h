/* Elements of several shapes, of which some have gaps, and how they are reduced. */
#ifndef SHAPES_H
#define SHAPES_H

#include <mpi.h>
#include <stddef.h>

/* An element is one or two doubles, or a double and an int. */
struct shape {
    const char *name;
    int parts;
    MPI_Aint at[2]; /* from the element's address */
    size_t length[2];
    MPI_Aint extent;
    MPI_Datatype type;
    MPI_Op op;
    /* On elements without gaps. */
    void (*fill)(void *element, int rank, size_t index);
    void (*expect)(void *result, const void *contributions, int ranks);
};

enum { SHAPES = 7, OF_TWO = 2 /* those from here on have a datatype and an operator of their own */ };
extern struct shape shapes[SHAPES];

/* After MPI_Init, and before MPI_Finalize. */
void make_types(void);
void free_types(void);

/* The shape that the operator gets. */
extern const struct shape *in_use;

/* Bytes of an element without gaps. */
size_t data(const struct shape *shape);

/* The part of an element in a buffer. */
void *part(const struct shape *shape, void *buffer, int element, int i);

#endif
