#define _GNU_SOURCE
#include "arguments.h"
#include "fail.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_arguments(int argc, char **argv, int rank, const char *usage,
                   int (*set)(void *options, const char *name, char *value), void *options)
{
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '='), text[200];
        snprintf(text, sizeof text, "%s", argv[i]);
        int known = strncmp(argv[i], "--", 2) == 0 && equals;
        if (known)
            *equals = '\0';
        if (!known || !set(options, argv[i] + 2, equals + 1)) {
            if (rank == 0)
                fprintf(stderr, "%s: \"%s\" is not accepted; %s", program_invocation_short_name, text, usage);
            return 0;
        }
    }
    return 1;
}

void *make_buffer(size_t bytes)
{
    void *buffer = aligned_alloc(4096, (bytes | 4095) + 1);
    if (!buffer)
        fail("no memory for a buffer of %zu bytes", bytes);
    return buffer;
}
