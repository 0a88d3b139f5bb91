/* The arguments of a benchmark, --NAME=VALUE, and the memory that they ask for. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stddef.h>

/* Hands all arguments, which it cuts up, to `set`, which says whether it knows the option and accepts
 * the value. Where one is wrong, rank 0 says what is accepted and the return value is 0 on every
 * rank. */
int read_arguments(int argc, char **argv, int rank, const char *usage,
                   int (*set)(void *options, const char *name, char *value), void *options);

/* So many bytes from a page's beginning on; or ends the benchmark in words. */
void *make_buffer(size_t bytes);

#endif
