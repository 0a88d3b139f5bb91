#include "options.h"
#include "arguments.h"
#include "numbers.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "options, with their defaults:\n"
    "  --call=allreduce    allreduce, reduce (to rank 0), reduce_scatter_block, reduce_scatter\n"
    "                      (of equal blocks), scan or exscan; these are blocking, and for each\n"
    "                      there is a nonblocking (iallreduce) and a persistent one (allreduce_init)\n"
    "  --datatype=double   double, float or, of a user's operator, pair: a derived datatype of\n"
    "                      two contiguous doubles\n"
    "  --operator=sum      sum: MPI_SUM; user: a commutative operator of the user's that adds\n"
    "  --smallest=8        bytes of the shortest vector: a power of two from 8 on (pairs: 16)\n"
    "  --largest=128M      bytes of the longest vector: a power of two up to 1G (K, M, G: 1024s)\n"
    "  --duration=0.5      seconds spent in the calls of each size: above 0, up to 3600\n"
    "  --format=table      table or csv\n"
    "Sizes go up in powers of two. The schedule is what SAMEBITS_SCHEDULE says.\n";

enum { WORDS = 3 };

/* Which of so many words it is at most, counted from 0; -1 for any other. */
static int one_of(const char *value, const char *const words[WORDS])
{
    for (int i = 0; i < WORDS && words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return i;
    return -1;
}

/* A power of two from 8 to 2^30, with a suffix or without; 0 for any other text. */
static size_t power_of_two(const char *text)
{
    size_t value = bytes_of(text);
    return value >= 8 && (value & (value - 1)) == 0 ? value : 0;
}

/* Whether the option is known and its value accepted. */
static int set(void *to, const char *name, char *value)
{
    struct options *options = to;
    const struct {
        const char *name, *words[WORDS];
        int *which;
    } choices[] = {
        {"datatype", {[DOUBLE] = "double", [FLOAT] = "float", [PAIR] = "pair"}, &options->datatype},
        {"operator", {"sum", "user"}, &options->is_user},
        {"format", {"table", "csv"}, &options->csv},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(name, choices[i].name) == 0)
            return (*choices[i].which = one_of(value, choices[i].words)) >= 0;
    if (strcmp(name, "call") == 0)
        return read_call(&options->call, value);
    if (strcmp(name, "smallest") == 0)
        return (options->smallest = power_of_two(value)) > 0;
    if (strcmp(name, "largest") == 0)
        return (options->largest = power_of_two(value)) > 0;
    if (strcmp(name, "duration") == 0)
        return (options->duration = number_of(value)) > 0 && options->duration <= 3600;
    return 0;
}

int read_options(int argc, char **argv, int rank, struct options *options)
{
    *options = (struct options){.smallest = 8, .largest = 128 << 20, .duration = 0.5};
    if (!read_arguments(argc, argv, rank, usage, set, options))
        return 0;
    /* The operators of MPI are not for derived datatypes, and there is half an element in 8 bytes. */
    if (options->datatype == PAIR && (!options->is_user || options->smallest < 16)) {
        if (rank == 0)
            fprintf(stderr,
                    "allreduce: --datatype=pair is for --operator=user and --smallest=16 "
                    "at least; %s",
                    usage);
        return 0;
    }
    if (options->smallest > options->largest) {
        if (rank == 0)
            fprintf(stderr, "allreduce: --smallest=%zu is above --largest=%zu; %s", options->smallest,
                    options->largest, usage);
        return 0;
    }
    return 1;
}
