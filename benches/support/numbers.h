/* Numbers in the text of an option. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stddef.h>

/* A number of bytes up to 1G, with a suffix (K, M, G: 1024s) or without; 0 for any other text. */
size_t bytes_of(const char *text);

/* A number; -1 for any other text. */
double number_of(const char *text);

/* Reads an option of a benchmark that goes through lengths: format, smallest, largest, factor or
 * duration. Whether it is one of these and its value accepted. */
int set_lengths(const char *name, const char *value, int *csv, size_t *smallest, size_t *largest,
                size_t *factor, double *duration);

#endif
