/* 600 communicators at once, of the 2,046 that MPICH 4.0 has in all, and 5,000
 * that are made, used and freed: what is kept for a communicator goes with it. */
#include "driver.h"

#include <malloc.h>

enum { AT_ONCE = 600, IN_TURN = 5000, A_THOUSAND = 1000 };

static int ranks;

static void reduce_on(MPI_Comm comm, int number)
{
    double mine = number, sum = -1;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    CHECK(sum == (double)number * ranks, "communicator %d: the sum is %g", number, sum);
}

static void at_once(void)
{
    static MPI_Comm comms[AT_ONCE];
    for (int i = 0; i < AT_ONCE; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        reduce_on(comms[i], i);
    }
    /* Again, now that all are there. */
    for (int i = AT_ONCE - 1; i >= 0; i--)
        reduce_on(comms[i], i);
    for (int i = 0; i < AT_ONCE; i++)
        MPI_Comm_free(&comms[i]);
    check_counters(2 * AT_ONCE, 2 * AT_ONCE, "communicators at once");
}

/* Memory in use on the heap. */
static long in_use(void)
{
    struct mallinfo2 heap = mallinfo2();
    return (long)(heap.uordblks + heap.hblkhd);
}

/* Eight bytes each would be 24 KiB. The MPI library may take memory
 * for itself now and then (Intel MPI a mebibyte, once), so of the thousands, behind
 * the first, the one that took most does not count. */
static void in_turn(void)
{
    long before = 0, all = 0, most = 0;
    for (int i = 0; i <= IN_TURN; i++) {
        if (i % A_THOUSAND == 0) {
            long grown = in_use() - before;
            if (i > A_THOUSAND) {
                all += grown;
                most = grown > most ? grown : most;
            }
            before += grown;
        }
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        reduce_on(comm, i);
        MPI_Comm_free(&comm);
    }
    CHECK(all - most < 24 * 1024, "%d communicators left %ld bytes behind, and %ld more at once",
          IN_TURN - A_THOUSAND, all - most, most);
    check_counters(IN_TURN + 1, IN_TURN + 1, "communicators in turn");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    look_at_counters();
    at_once();
    in_turn();
    return finish();
}
