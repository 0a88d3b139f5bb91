/* Sums of float, double and their complex kinds: exact, rounded once; by the
 * binary tree with TEST_ARITHMETIC=tree; by levels with TEST_ARITHMETIC=binned:3 and
 * the like; whatever MPI makes of them with TEST_ARITHMETIC=native. Within one group and, where
 * TEST_ARITHMETIC is set, between two. (All arithmetics, but fewer lengths: arithmetics.c.) */
#include "groups.h"
#include "intercomm.h"
#include "sums.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const char *arithmetic = getenv("TEST_ARITHMETIC");
    struct operation sums[SUMS];
    make_sums(sums, arithmetic ? arithmetic : "exact");
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < SUMS; i++)
        check_operation(&sums[i]);
    /* Several blocks of the large schedule, and some elements more. */
    if (ranks <= 3)
        check_operation_on(&sums[0], 300001, MPI_COMM_WORLD);
    /* (Between groups nothing is merged on its way.) */
    if (arithmetic && ranks > 1 && !getenv("TEST_PARTIALS")) {
        make_groups(ranks / 2, 1);
        for (int i = 0; i < SUMS; i++)
            check_intercomm(&sums[i], 7);
        MPI_Comm_free(&comm);
    }
    return finish();
}
