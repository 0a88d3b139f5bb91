/* Reductions drawn at random, one after the other without a pause: of what, of how many elements,
 * to whom, in place or not, and on which communicator. Of each result the first element, the last
 * one and some between are compared with the oracle.
 *
 * TEST_CALLS in the environment is how many there are, TEST_SEED another draw. */
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <string.h>

enum { MOST = 20000, LOOKED_AT = 16 };

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(ranks <= MOST_RANKS, "%d ranks", ranks);
    struct kind kinds[KINDS];
    MPI_Op op = make_kinds(kinds);
    MPI_Comm reversed, parts;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &parts);
    const struct group groups[] = {group_of(MPI_COMM_WORLD), group_of(reversed), group_of(parts)};

    static double send[MOST], recv[MOST], column[MOST_RANKS], want;
    long calls = setting("TEST_CALLS", 1000);
    int seed = (int)setting("TEST_SEED", 1);
    look_at_counters();
    for (long call = 0; call < calls; call++) {
        uint64_t drawn = noise(seed, 0, call);
        int kind = drawn % KINDS, way = drawn >> 8 & 15, in_place = drawn >> 16 & 1;
        /* As many of each order of magnitude; most on all ranks. */
        uint64_t below = UINT64_C(1) << (1 + (drawn >> 24) % 15);
        int count = 1 + (int)((drawn >> 32) % (below < MOST ? below : MOST));
        const struct group *group = &groups[way < 12 ? 0 : way < 14 ? 1 : 2];
        int root = drawn >> 20 & 1 ? (int)((drawn >> 48) % group->ranks) : -1;
        int scans = root < 0 && drawn >> 21 & 1, inclusive = drawn >> 22 & 1;
        /* The first ranks that this one's result is made of. */
        int contributors = !scans ? group->ranks : inclusive ? group->rank + 1 : group->rank;
        size_t size = kinds[kind].size;
        int receives = root < 0 || root == group->rank;
        char *from = (char *)(in_place && receives ? recv : send);
        for (int i = 0; i < count; i++)
            fill_drawn(kind, from + i * size, rank, call, i);
        void *s = in_place && receives ? MPI_IN_PLACE : send;
        if (scans)
            (inclusive ? MPI_Scan : MPI_Exscan)(s, recv, count, kinds[kind].type, kinds[kind].op,
                                                group->comm);
        else if (root < 0)
            MPI_Allreduce(s, recv, count, kinds[kind].type, kinds[kind].op, group->comm);
        else
            MPI_Reduce(s, recv, count, kinds[kind].type, kinds[kind].op, root, group->comm);
        receives = receives && contributors > 0;
        for (int look = 0; receives && with_samebits() && look < LOOKED_AT; look++) {
            int i = look == 0 ? 0 : look == 1 ? count - 1 : (int)(noise(seed, look, call) % count);
            for (int r = 0; r < group->ranks; r++)
                fill_drawn(kind, (char *)column + r * size, group->world[r], call, i);
            expect_drawn(kind, &want, column, contributors);
            CHECK(memcmp((char *)recv + i * size, &want, size) == 0,
                  "call %ld of seed %d: kind %d, element %d of %d, root %d of %d, of %d ranks", call, seed,
                  kind, i, count, root, group->ranks, contributors);
        }
    }
    check_counters((int)calls, (int)calls, "all of them");
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&parts);
    MPI_Op_free(&op);
    return finish();
}
