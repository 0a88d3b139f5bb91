/* Three of the sources print and leave the process where they meet a case that they cannot decide. (None
 * is known; with subnormal numbers flushed, atan2 believes that it meets one.) Here they go on, with
 * the approximation that they have, whose relative error is below 2^-180.
 */
#ifndef SAMEBITS_MATH_LEAVING_H
#define SAMEBITS_MATH_LEAVING_H

#include <stdio.h>
#include <stdlib.h>

#define printf(...) ((void)0)

#ifdef SAMEBITS_MATH_POW
/* In the function that has x^y in qZ, and its sign in s. */
#define exit(status) return (qZ.sgn = s == -1.0, qint_tod(&qZ))
#else
/* In the function that rounds; the rounding follows. */
#define exit(status) ((void)0)
#endif

#endif
