#define _POSIX_C_SOURCE 200809L
#include "options.h"
#include "arguments.h"
#include "numbers.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "options, with their defaults:\n"
    "  --compute=20,200,2000  microseconds of the computations, with commas: above 0, up to a\n"
    "                         million\n"
    "  --smallest=8           bytes of the shortest vector: a multiple of 8 (K, M, G: 1024s)\n"
    "  --largest=8M           bytes of the longest vector: up to 1G\n"
    "  --factor=4             how much longer the next one is: 2 to 1024\n"
    "  --duration=0.5         seconds spent on each size and computation: above 0, up to 3600\n"
    "  --format=table         table or csv\n";

static int add_computations(struct options *options, char *value)
{
    char *rest;
    options->n_computations = 0;
    for (char *word = strtok_r(value, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
        double time = number_of(word);
        if (options->n_computations == COMPUTATIONS || !(time > 0 && time <= 1e6))
            return 0;
        options->computations[options->n_computations++] = time;
    }
    return options->n_computations > 0;
}

/* Whether the option is known and its value accepted. */
static int set(void *to, const char *name, char *value)
{
    struct options *options = to;
    if (strcmp(name, "compute") == 0)
        return add_computations(options, value);
    return set_lengths(name, value, &options->csv, &options->smallest, &options->largest, &options->factor,
                       &options->duration);
}

int read_options(int argc, char **argv, int rank, struct options *options)
{
    *options = (struct options){.computations = {20, 200, 2000},
                                .n_computations = 3,
                                .smallest = 8,
                                .largest = 8 << 20,
                                .factor = 4,
                                .duration = 0.5};
    if (!read_arguments(argc, argv, rank, usage, set, options))
        return 0;
    if (options->smallest > options->largest) {
        if (rank == 0)
            fprintf(stderr, "overlap: --smallest=%zu is above --largest=%zu; %s", options->smallest,
                    options->largest, usage);
        return 0;
    }
    return 1;
}
