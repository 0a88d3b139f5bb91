/* What the first x86-64 processors lack: a fused multiply-add, and rounding to integers. The sources
 * get them as inline functions; otherwise the compiler would call a library's, of which some are slow
 * and some are right in one rounding mode only.
 */
#ifndef SAMEBITS_MATH_BASE_H
#define SAMEBITS_MATH_BASE_H

#if defined(__x86_64__) && !defined(__FMA__)
#include "fma.h"
#define __builtin_fma samebits_fma
#define __builtin_fmaf samebits_fmaf
#endif

#if defined(__x86_64__) && !defined(__SSE4_1__)
#include "integers.h"
#define __builtin_trunc samebits_trunc
#define __builtin_floor samebits_floor
#define __builtin_floorf samebits_floor
#define __builtin_round samebits_round
#define __builtin_roundf samebits_round
#define __builtin_roundeven samebits_roundeven
#define __builtin_roundevenf samebits_roundeven
#endif

#endif
