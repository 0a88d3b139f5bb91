/* What counting.c counts. */
#include <mpi.h>

/* Collective operations that were started, and are not complete. */
int operations_under_way(void);
/* All that were started. */
int operations_seen(void);
