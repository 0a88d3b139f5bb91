#include "options.h"
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "options, with their defaults:\n"
    "  --sizes=460,767,898,1602,239763,504850,1327505,1806035,3011099,21410970\n"
    "                      elements of the arrays, over all ranks: up to 64 numbers from 1\n"
    "                      to 10^10 (the default: those of Stelz 2022)\n"
    "  --arithmetic=tree   tree or exact\n"
    "  --shape=one         one array in rank order; many: eight in each call; pieces: one in\n"
    "                      blocks of 64 elements, dealt round-robin; changing: one that is cut\n"
    "                      in another way in each call\n"
    "  --duration=0.5      seconds spent in the calls of each size: above 0, up to 3600\n"
    "  --format=table      table or csv\n";

/* Whether the text is a list of sizes. */
static int read_sizes(struct options *options, const char *text)
{
    options->n_sizes = 0;
    for (;;) {
        char *end;
        unsigned long long size = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || size < 1 || size > 10000000000u || options->n_sizes == MOST_SIZES ||
            (*end != ',' && *end != '\0'))
            return 0;
        options->sizes[options->n_sizes++] = size;
        if (*end == '\0')
            return 1;
        text = end + 1;
    }
}

static double seconds(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return end != text && *end == '\0' && value > 0 && value <= 3600 ? value : 0;
}

/* Whether the option is known and its value accepted. */
static int set(void *to, const char *name, char *value)
{
    struct options *options = to;
    if (strcmp(name, "sizes") == 0)
        return read_sizes(options, value);
    if (strcmp(name, "arithmetic") == 0) {
        options->arithmetic = value;
        return strcmp(value, "tree") == 0 || strcmp(value, "exact") == 0;
    }
    if (strcmp(name, "shape") == 0) {
        static const char *const shapes[SHAPES] = {"one", "many", "pieces", "changing"};
        for (options->shape = ONE; options->shape < SHAPES; options->shape++)
            if (strcmp(value, shapes[options->shape]) == 0)
                return 1;
        return 0;
    }
    if (strcmp(name, "format") == 0) {
        options->csv = strcmp(value, "csv") == 0;
        return options->csv || strcmp(value, "table") == 0;
    }
    if (strcmp(name, "duration") == 0)
        return (options->duration = seconds(value)) > 0;
    return 0;
}

int read_options(int argc, char **argv, int rank, struct options *options)
{
    *options = (struct options){.arithmetic = "tree", .duration = 0.5};
    read_sizes(options, "460,767,898,1602,239763,504850,1327505,1806035,3011099,21410970");
    return read_arguments(argc, argv, rank, usage, set, options);
}
