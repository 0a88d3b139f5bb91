/* In place of the MPI library's end, which has no end of its own: Open MPI 5 waits there for ever in one
 * of two runs in which several ranks have died. */
#include <stdio.h>
#include <unistd.h>

int MPI_Finalize(void)
{
    printf("MPI_Finalize has arrived\n");
    fflush(stdout);
    _exit(0);
}
