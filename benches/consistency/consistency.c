/* How evenly reductions take their time (Moody et al. 2003 report this): MPI_Allreduce of
 * one double, many times, each timed by itself, MPI's own and with samebits in front in
 * turn: median, 99th percentile and standard deviation of both, and a histogram. Run it by
 * benches/run.sh CALL=consistency, which says what may be set.
 *
 * The turns are of a thousand calls, after a barrier and a hundred that are not counted. The
 * time of a call is that of the slowest rank. Contributions are new in each, results are
 * compared with the sum, and samebits' counter with the number of calls. */
#include "fail.h"
#include "library.h"
#include "timing.h"
#include "warm.h"

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MPIS_OWN,
    OURS,
    LIBRARIES,
    TURN = 1000, /* calls, one after the other */
    NOT_COUNTED = 100,
    PER_DECADE = 10 /* bins of the histogram, from 0.1 us on */
};

static const char usage[] = "options, with their defaults:\n"
                            "  --calls=100000   of each library: a multiple of 1000, up to 10000000\n"
                            "  --format=table   table, or csv with the histogram\n";

static int rank, ranks, csv;
static long calls = 100000;

static int read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *end = "";
        if (strncmp(argv[i], "--calls=", 8) == 0)
            calls = strtol(argv[i] + 8, &end, 10);
        else if (strcmp(argv[i], "--format=csv") == 0)
            csv = 1;
        else if (strcmp(argv[i], "--format=table") != 0)
            end = argv[i];
        if (*end || calls < TURN || calls > 10000000 || calls % TURN) {
            if (rank == 0)
                fprintf(stderr, "consistency: \"%s\" is not accepted; %s", argv[i], usage);
            return 0;
        }
    }
    return 1;
}

static double reduce(int library, double contribution)
{
    double sum = -1;
    if (library == OURS)
        MPI_Allreduce(&contribution, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else
        PMPI_Allreduce(&contribution, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* One turn; the times of its calls on this rank. */
static void turn(int library, long number, double *times)
{
    uint64_t before = reproduced();
    PMPI_Barrier(MPI_COMM_WORLD);
    for (int i = -NOT_COUNTED; i < TURN; i++) {
        /* Whole numbers: their sum is the same in any order. */
        double contribution = (double)(number * TURN + i) + rank;
        double start = now();
        double sum = reduce(library, contribution);
        double time = now() - start;
        double base = (double)(number * TURN + i);
        if (sum != base * ranks + (double)ranks * (ranks - 1) / 2)
            fail("a sum is wrong");
        if (i >= 0)
            times[i] = time;
    }
    if (reproduced() - before != (library == OURS ? TURN + NOT_COUNTED : 0))
        fail("samebits has not evaluated the calls that it should have");
}

static void print_rows(double *times[LIBRARIES])
{
    static const char *const names[LIBRARIES] = {"MPI's own", "ours"};
    double of[LIBRARIES][4];
    const char *mark = csv ? "# " : "";
    printf("%s%-10s %10s %10s %10s %10s   [us]\n", mark, "", "median", "99 %", "std. dev.", "largest");
    for (int library = 0; library < LIBRARIES; library++) {
        double sum = 0, squares = 0;
        struct spread spread = spread_of(times[library], calls, 1);
        for (long i = 0; i < calls; i++)
            sum += times[library][i];
        for (long i = 0; i < calls; i++)
            squares += pow(times[library][i] - sum / calls, 2);
        of[library][0] = spread.median, of[library][1] = spread.high;
        of[library][2] = sqrt(squares / (calls - 1)), of[library][3] = times[library][calls - 1];
        printf("%s%-10s", mark, names[library]);
        for (int i = 0; i < 4; i++)
            printf(" %10.3f", 1e6 * of[library][i]);
        printf("\n");
    }
    printf("%s%-10s", mark, "ratio");
    for (int i = 0; i < 4; i++)
        printf(" %10.3f", of[OURS][i] / of[MPIS_OWN][i]);
    printf("\n");
}

static void print_histogram(double *times[LIBRARIES])
{
    printf("from_us,to_us,mpi,ours\n");
    long at[LIBRARIES] = {0, 0};
    for (int bin = 0; at[MPIS_OWN] < calls || at[OURS] < calls; bin++) {
        double from = 0.1 * pow(10, (double)bin / PER_DECADE);
        double to = 0.1 * pow(10, (bin + 1.0) / PER_DECADE);
        long in[LIBRARIES];
        for (int library = 0; library < LIBRARIES; library++) {
            long first = at[library]; /* the times are sorted */
            while (at[library] < calls && 1e6 * times[library][at[library]] < to)
                at[library]++;
            in[library] = at[library] - first;
        }
        printf("%.4g,%.4g,%ld,%ld\n", from, to, in[MPIS_OWN], in[OURS]);
    }
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
    find_samebits();
    double *times[LIBRARIES];
    for (int library = 0; library < LIBRARIES; library++)
        if (!(times[library] = malloc(calls * sizeof *times[library])))
            fail("no memory for the times");
    warm(MPI_COMM_WORLD);
    for (long number = 0; number < calls / TURN; number++)
        for (int i = 0; i < LIBRARIES; i++) {
            int library = (i + number) % LIBRARIES;
            turn(library, number, times[library] + number * TURN);
        }
    for (int library = 0; library < LIBRARIES; library++)
        PMPI_Allreduce(MPI_IN_PLACE, times[library], (int)calls, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0) {
        const char *schedule = getenv("SAMEBITS_SCHEDULE");
        printf("%s%ld times MPI_Allreduce of one MPI_DOUBLE, MPI_SUM, %d ranks, %s, schedule %s\n",
               csv ? "# " : "", calls, ranks, mpi_version(), schedule && *schedule ? schedule : "auto");
        print_rows(times);
        if (csv)
            print_histogram(times);
    }
    for (int library = 0; library < LIBRARIES; library++)
        free(times[library]);
    MPI_Finalize();
    return 0;
}
