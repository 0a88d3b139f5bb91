/* Communicators that live shortly: make one, reduce k times, free it. MPI's own reductions and
 * those with samebits in front in turn, in one run; medians over the repetitions, with the 10th
 * and 90th percentile, and their ratio. Run it by benches/run.sh CALL=lifetimes, which says what
 * may be set.
 *
 * The communicators are made by MPI_Comm_dup, MPI_Comm_split and MPI_Comm_create_group, of two
 * ranks and of all; each reduction is an MPI_Allreduce of one double. The time of a repetition
 * is that of the slowest rank, and comes after a barrier. Every sum is compared, and samebits'
 * counter with the number of calls. */
#include "fail.h"
#include "library.h"
#include "timing.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MPIS_OWN, OURS, LIBRARIES, FEWEST = 11, MOST = 2000, NOT_COUNTED = 3 };

static const int lengths[] = {1, 2, 3, 4, 5, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 4000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

enum how { DUP, SPLIT, CREATE_GROUP, WAYS };
static const char *const how_names[] = {"dup", "split", "create_group"};

static const char usage[] = "options, with their defaults:\n"
                            "  --duration=0.2   seconds spent in each row: above 0, up to 3600\n"
                            "  --format=table   table or csv\n";

static int rank, ranks, csv;
static double duration = 0.2;
static MPI_Comm pair = MPI_COMM_NULL; /* of two ranks that are neighbours; null for a last one alone */
static MPI_Group world_group;

static int read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *end = "";
        if (strncmp(argv[i], "--duration=", 11) == 0)
            duration = strtod(argv[i] + 11, &end);
        else if (strcmp(argv[i], "--format=csv") == 0)
            csv = 1;
        else if (strcmp(argv[i], "--format=table") != 0)
            end = argv[i];
        if (*end || !(duration > 0 && duration <= 3600)) {
            if (rank == 0)
                fprintf(stderr, "lifetimes: \"%s\" is not accepted; %s", argv[i], usage);
            return 0;
        }
    }
    return 1;
}

static MPI_Comm make(enum how how, int members)
{
    MPI_Comm comm;
    int all = members == ranks, first = all ? 0 : rank / 2 * 2;
    switch (how) {
    case DUP: PMPI_Comm_dup(all ? MPI_COMM_WORLD : pair, &comm); break;
    case SPLIT: PMPI_Comm_split(MPI_COMM_WORLD, all ? 0 : rank / 2, rank, &comm); break;
    default: {
        MPI_Group group;
        int range[1][3] = {{first, first + members - 1, 1}};
        PMPI_Group_range_incl(world_group, 1, range, &group);
        PMPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm);
        PMPI_Group_free(&group);
    }
    }
    return comm;
}

/* One communicator's life; its seconds on this rank. */
static double live(int library, enum how how, int members, int calls)
{
    uint64_t before = reproduced();
    /* A last rank without a neighbour has nobody to reduce with; all take part in a split. */
    int alone = members == 2 && rank == ranks - 1 && ranks % 2 == 1;
    PMPI_Barrier(MPI_COMM_WORLD);
    double begun = now();
    if (alone && how != SPLIT)
        return 0;
    MPI_Comm comm = make(how, members);
    int first = members == ranks ? 0 : rank / 2 * 2;
    if (!alone) {
        for (int i = 0; i < calls; i++) {
            double mine = rank + i, sum = -1;
            if (library == OURS)
                MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
            else
                PMPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
            double base = first + i;
            if (sum != base * members + (double)members * (members - 1) / 2)
                fail("a sum is wrong");
        }
    }
    PMPI_Comm_free(&comm);
    double time = now() - begun;
    if (reproduced() - before != (uint64_t)(library == OURS && !alone ? calls : 0))
        fail("samebits has not evaluated the calls that it should have");
    return alone ? 0 : time;
}

static void compare(enum how how, int members, int calls)
{
    static double times[LIBRARIES][MOST], ratios[MOST];
    int done = 0;
    double spent = 0;
    for (int i = -NOT_COUNTED; i < MOST && (i < FEWEST || spent < duration); i++) {
        for (int turn = 0; turn < LIBRARIES; turn++) {
            int library = in_turn(i + NOT_COUNTED, turn, LIBRARIES);
            double time = live(library, how, members, calls);
            PMPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            spent += i < 0 ? 0 : time;
            if (i >= 0)
                times[library][i] = time;
        }
        if (i >= 0) {
            ratios[i] = times[OURS][i] / times[MPIS_OWN][i];
            done = i + 1;
        }
    }
    if (rank != 0)
        return;
    struct spread theirs = spread_of(times[MPIS_OWN], done, 10);
    struct spread ours = spread_of(times[OURS], done, 10);
    struct spread each = spread_of(ratios, done, 10);
    printf(csv ? "%s,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f\n"
               : "%-12s %6d %6d %11.2f %9.2f %9.2f %11.2f %9.2f %9.2f %8.3f\n",
           how_names[how], members, calls, 1e6 * theirs.median, 1e6 * theirs.low, 1e6 * theirs.high,
           1e6 * ours.median, 1e6 * ours.low, 1e6 * ours.high, each.median);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_options(argc, argv)) {
        MPI_Finalize();
        return 2;
    }
    if (ranks < 2)
        fail("takes two ranks or more");
    find_samebits();
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    int alone = rank == ranks - 1 && ranks % 2 == 1;
    MPI_Comm_split(MPI_COMM_WORLD, alone ? MPI_UNDEFINED : rank / 2, rank, &pair);
    if (rank == 0) {
        printf("%sa communicator is made, reduces one double k times and is freed: %d ranks, %s\n",
               csv ? "# " : "", ranks, mpi_version());
        printf(csv ? "made by,ranks,k,mpi_us,mpi_low,mpi_high,ours_us,ours_low,ours_high,ratio\n"
                   : "made by       ranks      k   MPI's [us]       low      high   ours [us]       "
                     "low      high    ratio\n");
    }
    for (int members = 2; members <= ranks; members += ranks > 2 ? ranks - 2 : 1)
        for (enum how how = DUP; how < WAYS; how++)
            for (int i = 0; i < LENGTHS; i++)
                compare(how, members, lengths[i]);
    if (pair != MPI_COMM_NULL)
        MPI_Comm_free(&pair);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return 0;
}
