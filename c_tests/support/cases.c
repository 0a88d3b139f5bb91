/* Runs the cases that the command line names, one after the other, in one launch: programs
 * of c_tests/, linked together, each with its main under a name of its own (cases_table.h,
 * which CMake writes). A line before a case names it, a line behind it says how it ended and
 * how many seconds it took. A case that dies ends the launch; tests/cmake/cases.sh starts another one
 * with those behind it. */
#include "driver.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int program(int argc, char **argv);

#define CASE(name) program case_##name;
#include "cases_table.h"
#undef CASE

static const struct {
    const char *name;
    program *run;
} cases[] = {
#define CASE(name) {#name, case_##name},
#include "cases_table.h"
#undef CASE
};

/* How a case ended, on the rank where it ended worst. */
enum outcome { PASSED, SKIPPED, FAILED };

static program *find(const char *name)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].name, name) == 0)
            return cases[i].run;
    fprintf(stderr, "there is no case called %s\n", name);
    exit(2);
}

/* What a case may have left behind that the next one does not expect. */
static void restore(void)
{
    fesetenv(FE_DFL_ENV);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* Runs a case on all ranks; by PMPI, so that the library under test sees the case alone. */
static void run(const char *name, unsigned limit, MPI_Comm comm, int rank)
{
    static const char *const outcomes[] = {"passed", "skipped", "FAILED"};
    char *arguments[] = {(char *)name, NULL};
    PMPI_Barrier(comm);
    if (rank == 0) {
        printf("==== case %s\n", name);
        fflush(stdout);
    }
    double start = PMPI_Wtime();
    alarm(limit); /* whose signal ends the process */
    int status = find(name)(1, arguments);
    alarm(0);
    restore();
    fflush(stdout);
    int mine = status == 0 ? PASSED : status == 77 ? SKIPPED : FAILED, worst = FAILED;
    PMPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);
    if (rank == 0) {
        printf("==== %s %s %.2f s\n", outcomes[worst], name, PMPI_Wtime() - start);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s SECONDS CASE...\ncases:", argv[0]);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            fprintf(stderr, " %s", cases[i].name);
        fprintf(stderr, "\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        find(argv[i]);
    MPI_Init(&argc, &argv);
    stay_initialised();
    MPI_Comm comm;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int rank;
    PMPI_Comm_rank(comm, &rank);
    for (int i = 2; i < argc; i++)
        run(argv[i], (unsigned)atoi(argv[1]), comm, rank);
    PMPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
