/* Sums of float, double and their complex kinds, of hostile values, by each arithmetic. */
#ifndef SUMS_H
#define SUMS_H

#include "driver.h"

enum { SUMS = 4 };

/* The sums by an arithmetic: "exact", "tree", "native", or one by levels with their number
 * ("binned:3"), which is valid as long as they are. There is one at a time. */
void make_sums(struct operation sums[SUMS], const char *arithmetic);

#endif
