/* samebits_tune measures the machine and writes a profile, which another process then goes by
 * (behaviour/profile.sh); it replaces profiles and nothing else, and what is wrong is an error
 * on all ranks. samebits_predict says a time of each schedule that takes a reduction. */
#include "driver.h"
#include "samebits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = rank == 0 ? fopen(path, "w") : NULL;
    if (file) {
        fputs(text, file);
        fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Whether rank 0 finds a file that begins so. */
static int begins(const char *path, const char *text)
{
    char line[200] = "";
    FILE *file = fopen(path, "r");
    if (file) {
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        fclose(file);
    }
    return strncmp(line, text, strlen(text)) == 0;
}

static void check_tuning(const char *path)
{
    if (rank == 0)
        unlink(path);
    double start = MPI_Wtime();
    int code = samebits_tune(MPI_COMM_WORLD, path);
    CHECK(code == MPI_SUCCESS, "tuning: %s", samebits_error_message());
    CHECK(MPI_Wtime() - start < 60, "tuning takes %g s", MPI_Wtime() - start);
    CHECK(rank > 0 || begins(path, "samebits profile 1\n"), "there is no profile");
    /* Reductions go on. */
    double one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == ranks, "%g", sum);
}

static void check_refusals(const char *path)
{
    char other[300];
    snprintf(other, sizeof other, "%s.other", path);
    write_file(other, "Dear diary,\n");
    int code = samebits_tune(MPI_COMM_WORLD, other);
    CHECK(class_of(code) == MPI_ERR_ARG, "another file: %d", code);
    CHECK(rank > 0 || strstr(samebits_error_message(), "not a profile of samebits; it is left unchanged"),
          "%s", samebits_error_message());
    CHECK(rank > 0 || begins(other, "Dear diary,\n"), "it was overwritten");
    if (rank == 0)
        unlink(other);
    code = samebits_tune(MPI_COMM_WORLD, "/no/such/folder/profile.txt");
    CHECK(class_of(code) == MPI_ERR_ARG, "no folder: %d", code);
    CHECK(rank > 0 || strstr(samebits_error_message(), "No such file or directory"), "%s",
          samebits_error_message());
    code = samebits_tune(MPI_COMM_WORLD, rank == ranks - 1 ? NULL : path);
    CHECK(class_of(code) == MPI_ERR_ARG, "null on one rank: %d", code);
    code = samebits_tune(MPI_COMM_SELF, path);
    CHECK(class_of(code) == MPI_ERR_COMM, "a single rank: %d", code);
    CHECK(strstr(samebits_error_message(), "a single rank; it takes two or more") != NULL, "%s",
          samebits_error_message());
}

static void check_predictions(void)
{
    static const char *const takes[] = {
#define SCHEDULE(name, messages) #name,
#include "schedule_table.h"
#undef SCHEDULE
        "fnomial:2", "auto", "", NULL};
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
        for (size_t count = 1; count <= 1 << 20; count *= 32) {
            double seconds = -1;
            int code = samebits_predict(takes[i], count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &seconds);
            /* (One takes two ranks only, the other memory that ranks share.) */
            int excused = takes[i] && (strcmp(takes[i], "exchange") == 0 || strcmp(takes[i], "node") == 0);
            CHECK(code == MPI_SUCCESS && seconds > 0 && (seconds < 100 || (excused && isinf(seconds))),
                  "%s, %zu: %d, %g s", takes[i] ? takes[i] : "null", count, code, seconds);
        }
    double seconds = -1, automatic = -1;
    CHECK(samebits_predict("exchange", 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &seconds) == MPI_SUCCESS &&
              isinf(seconds) == (ranks != 2),
          "exchange: %g", seconds);
    CHECK(samebits_predict("offload", 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &seconds) == MPI_SUCCESS &&
              isinf(seconds),
          "a product: %g", seconds);
    /* What is chosen is one of them. (The last four takes are none.) */
    for (size_t count = 1; count <= 1 << 20; count *= 4) {
        int found = 0;
        samebits_predict("auto", count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &automatic);
        for (size_t i = 0; i < sizeof takes / sizeof *takes - 4; i++) {
            samebits_predict(takes[i], count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &seconds);
            found |= automatic == seconds;
        }
        CHECK(found, "%zu: %g is no schedule's time", count, automatic);
    }
    seconds = -1;
    CHECK(class_of(samebits_predict("fast", 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &seconds)) ==
                  MPI_ERR_ARG &&
              strstr(samebits_error_message(), "schedule=fast is not accepted"),
          "%s", samebits_error_message());
    CHECK(class_of(samebits_predict("gather", 0, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &seconds)) ==
              MPI_ERR_COUNT,
          "%s", samebits_error_message());
    CHECK(class_of(samebits_predict("gather", 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, NULL)) == MPI_ERR_ARG,
          "%s", samebits_error_message());
    CHECK(class_of(samebits_predict("gather", 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &seconds)) !=
                  MPI_SUCCESS ||
              seconds > 0,
          "integers: %g", seconds);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    const char *folder = getenv("TEST_FOLDER");
    char path[200];
    snprintf(path, sizeof path, "%s/tune.%d.txt", folder ? folder : "/tmp", ranks);
    check_predictions();
    check_tuning(path);
    check_tuning(path); /* one profile in place of another */
    check_refusals(path);
    check_predictions();
    if (rank == 0)
        unlink(path);
    return finish();
}
