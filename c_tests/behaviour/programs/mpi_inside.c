/* Has what shows an MPI library that is linked into the program statically, and nothing else of it. */
#include <stdio.h>

static const char *volatile message = "ompi_mpi_init: ompi_rte_init failed";

int main(void)
{
    printf("%c\n", message[0]);
    return 0;
}
