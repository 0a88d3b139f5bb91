/* MPI by a session, where the MPI library has them. */
#ifndef SESSION_H
#define SESSION_H

#include "driver.h"

/* Opens a session; returns a communicator of all ranks in it. */
static inline MPI_Comm open_session(MPI_Session *session)
{
    MPI_Group group;
    MPI_Comm comm;
    int code = MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session);
    CHECK(code == MPI_SUCCESS, "MPI_Session_init: %d", code);
    MPI_Group_from_session_pset(*session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "samebits.test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    return comm;
}

#endif
