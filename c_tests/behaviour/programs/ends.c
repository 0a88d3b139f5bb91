/* Sums on MPI_COMM_WORLD and ends as the argument says: `finalize`, `exit`
 * (without MPI_Finalize), `abort` (rank 0 calls MPI_Abort while the others wait
 * in a reduction), `fork` (a child that exits too, and then MPI_Finalize). With
 * `session` it uses no MPI_Init (and leaves with status 77 where MPI has no
 * sessions), with `session-exit` it does not finalise the session either. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sums in a session; returns the exit status. */
static int use_session(int finalises)
{
#if MPI_VERSION >= 4
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    double in = 1, sum = 0;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "ends", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    if (!finalises)
        exit(0);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    _exit(0); /* so nothing is left to the end of the process */
#else
    (void)finalises;
    return 77;
#endif
}

int main(int argc, char **argv)
{
    const char *end = argc > 1 ? argv[1] : "finalize";
    if (strncmp(end, "session", 7) == 0)
        return use_session(strcmp(end, "session") == 0);
    double in = 1, sum = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(end, "exit") == 0) {
        exit(0);
    } else if (strcmp(end, "abort") == 0) {
        if (rank == 0) {
            MPI_Abort(MPI_COMM_WORLD, 3);
            for (;;) /* it may return before the launcher has ended the job */
                sleep(1);
        }
        MPI_Allreduce(&in, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    } else if (strcmp(end, "fork") == 0) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, NULL, 0);
    }
    MPI_Finalize();
    return 0;
}
