#define _POSIX_C_SOURCE 200809L
#include "options.h"
#include "arguments.h"
#include "numbers.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "options, with their defaults:\n"
    "  --ways=              ways of reducing, LABEL:NAME=VALUE,NAME=VALUE;LABEL:...: what is set\n"
    "                       for a communicator (samebits.h); without any the schedule that is\n"
    "                       chosen automatically, and all schedules\n"
    "  --zeros=0            shares of the contributions that are zero, with commas: from 0 on,\n"
    "                       below 1\n"
    "  --smallest=8         bytes of the shortest vector: a multiple of 8 (K, M, G: 1024s)\n"
    "  --largest=16M        bytes of the longest vector: up to 1G\n"
    "  --factor=4           how much longer the next one is: 2 to 1024\n"
    "  --duration=0.5       seconds spent in the calls of each size: above 0, up to 3600\n"
    "  --format=table       table or csv\n"
    "  --show=medians       medians, in a table as shares of MPI's own; or deciles: around the\n"
    "                       medians, in microseconds\n";

static int add_way(struct options *options, char *text)
{
    char *settings = strchr(text, ':'), *rest;
    size_t length = settings ? (size_t)(settings - text) : 0;
    if (length == 0 || length >= SCHEDULE_NAME || options->n_ways == WAYS)
        return 0;
    struct way *way = &options->ways[options->n_ways++];
    memcpy(way->label, text, length);
    int n = 0;
    for (char *word = strtok_r(settings + 1, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(word, '=');
        if (!value || n == SETTINGS)
            return 0;
        *value++ = '\0';
        way->names[n] = word, way->values[n++] = value;
    }
    return 1;
}

static int add_ways(struct options *options, char *value)
{
    char *rest;
    for (char *word = strtok_r(value, ";", &rest); word; word = strtok_r(NULL, ";", &rest))
        if (!add_way(options, word))
            return 0;
    return 1;
}

static int add_zeros(struct options *options, char *value)
{
    char *rest;
    options->n_zeros = 0;
    for (char *word = strtok_r(value, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest)) {
        double share = number_of(word);
        if (options->n_zeros == ZEROS || share < 0 || share >= 1)
            return 0;
        options->zeros[options->n_zeros++] = share;
    }
    return options->n_zeros > 0;
}

/* Whether the option is known and its value accepted. */
static int set(void *to, const char *name, char *value)
{
    struct options *options = to;
    if (strcmp(name, "ways") == 0)
        return add_ways(options, value);
    if (strcmp(name, "zeros") == 0)
        return add_zeros(options, value);
    if (strcmp(name, "show") == 0) {
        options->deciles = strcmp(value, "deciles") == 0;
        return options->deciles || strcmp(value, "medians") == 0;
    }
    return set_lengths(name, value, &options->csv, &options->smallest, &options->largest, &options->factor,
                       &options->duration);
}

int read_options(int argc, char **argv, int rank, struct options *options)
{
    *options =
        (struct options){.n_zeros = 1, .smallest = 8, .largest = 16 << 20, .factor = 4, .duration = 0.5};
    return read_arguments(argc, argv, rank, usage, set, options);
}
