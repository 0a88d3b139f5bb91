/* One rank, the sitter, starts a reduction and then sits in another call of MPI's, which ends only after
 * the others' MPI_Wait for that reduction has returned: they release it then. So whatever the others
 * need of the sitter's part has to go on in that call. */
#ifndef SITTING_H
#define SITTING_H

#include <mpi.h>

/* Who does what where. The reduction is on a communicator of its own. */
struct scene {
    MPI_Comm comm; /* of all ranks, in which the sitter sits */
    int rank, ranks;
    int sitter, releaser; /* two ranks, or the one that there is */
    MPI_Request *request; /* of the reduction, on the rank that sits */
};

/* A call to sit in. */
struct place {
    const char *name;
    /* What the sitter calls, and what the releaser calls once all others have waited. */
    void (*sit)(const struct scene *);
    void (*release)(const struct scene *);
    /* Or what all ranks call, the others once they have waited. */
    void (*together)(const struct scene *);
    /* What all ranks do before the reduction is started; or nothing. */
    void (*prepare)(const struct scene *);
    int reductions; /* how many reductions are among what all ranks call together, */
    int passed_on;  /* and how many of them samebits leaves to the MPI library */
    int completes;  /* whether the sitter's call completes the reduction itself */
    /* MPICH from 4.3 on does not go on with its own nonblocking collectives in this call, nor with
     * what a library has asked it to drive. */
    int stalls_mpich;
};

/* MPI starts, and so does a scene for `sit_in_each`. */
struct scene open_scene(int *argc, char ***argv);

/* Sits in each of the places, during reductions of all kinds, which are compared with blocking ones.
 * What takes longer than TEST_LIMIT seconds (60) is named, and ends the launch.
 *
 * TEST_PLACE in the environment is the name of one, and no other is sat in. With TEST_ALL each rank sits in
 * each place during each kind of reduction of each size. */
void sit_in_each(struct scene *scene, const struct place *places, int number);

/* MPI ends. Returns the exit status. */
int close_scene(struct scene *scene);

#define NUMBER_OF(places) ((int)(sizeof places / sizeof *places))

#endif
