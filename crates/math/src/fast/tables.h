/* Written by tables.py. */
#ifndef SAMEBITS_FAST_TABLES_H
#define SAMEBITS_FAST_TABLES_H

#include <stdint.h>

/* One copy of each is in the library. */
#pragma GCC visibility push(hidden)

/* sin(k pi/256) as the sum of two doubles */
extern const double samebits_circle[640][2];

/* pi/256 as the sum of three doubles, and its inverse */
#define SAMEBITS_STEP_1 0x1.921fb54442d18p-7
#define SAMEBITS_STEP_2 0x1.1a62633145c07p-61
#define SAMEBITS_STEP_3 -0x1.f1976b7ed8fbcp-117
#define SAMEBITS_PER_STEP 0x1.45f306dc9c883p+6

/* the Taylor coefficients of sine and cosine */
#define SAMEBITS_SINE_3 -0x1.5555555555555p-3
#define SAMEBITS_SINE_5 0x1.1111111111111p-7
#define SAMEBITS_SINE_7 -0x1.a01a01a01a01ap-13
#define SAMEBITS_COSINE_2 -0x1.0000000000000p-1
#define SAMEBITS_COSINE_4 0x1.5555555555555p-5
#define SAMEBITS_COSINE_6 -0x1.6c16c16c16c17p-10

/* 2^(k/256) as the sum of two doubles */
extern const double samebits_powers[256][2];

/* (2^h - 1)/h, |h| <= 2^-8, by a polynomial */
#define SAMEBITS_EXP2_1 0x1.62e42fefa39efp-1
#define SAMEBITS_EXP2_2 0x1.ebfbdff82c3fbp-3
#define SAMEBITS_EXP2_3 0x1.c6b08d704a020p-5
#define SAMEBITS_EXP2_4 0x1.3b2abd4ad2544p-7
#define SAMEBITS_EXP2_5 0x1.5d88037826065p-10

/* ln 2/256 to 33 bits, the rest, and the inverse */
#define SAMEBITS_STEP_SHORT 0x1.62e42fef00000p-9
#define SAMEBITS_STEP_REST 0x1.473de6af278edp-42
#define SAMEBITS_STEPS 0x1.71547652b82fep+8

/* (e^r - 1 - r)/r^2, |r| <= ln 2/256, by a polynomial */
#define SAMEBITS_EXP_2 0x1.fffffffffff58p-2
#define SAMEBITS_EXP_3 0x1.5555555555525p-3
#define SAMEBITS_EXP_4 0x1.55555accc11b9p-5
#define SAMEBITS_EXP_5 0x1.11111430bd58dp-7

/* (cosh r - 1)/r^2 and (sinh r - r)/r^3, |r| <= ln 2/256, by polynomials of r^2 */
#define SAMEBITS_COSH_2 0x1.fffffffffff58p-2
#define SAMEBITS_COSH_4 0x1.55555accc11b8p-5
#define SAMEBITS_SINH_3 0x1.5555555555525p-3
#define SAMEBITS_SINH_5 0x1.11111430bc5c6p-7

/* e^(x^2) erfc(x): rows of rows.h */
extern const double samebits_erfcx[65][14];

/* ln gamma(x): rows of rows.h */
extern const double samebits_gammas[65][14];

/* the bits of the first row's first number */
#define SAMEBITS_GAMMA_ROW UINT64_C(0x3fdf800000000000)

/* (ln(2 pi) - 1)/2 in two doubles */
#define SAMEBITS_STIRLING 0x1.acfe390c97d69p-2
#define SAMEBITS_STIRLING_LOW 0x1.3494bc9001442p-56

/* Stirling's series for x >= 8.25, times x, by a polynomial of 1/x^2 */
#define SAMEBITS_STIRLING_0 0x1.5555555555553p-4
#define SAMEBITS_STIRLING_1 -0x1.6c16c16bcef4dp-9
#define SAMEBITS_STIRLING_2 0x1.a019fe212e66ap-11
#define SAMEBITS_STIRLING_3 -0x1.380f80597278cp-11
#define SAMEBITS_STIRLING_4 0x1.b73ab38e29b8fp-11
#define SAMEBITS_STIRLING_5 -0x1.b4e6efe5f8756p-10

/* the bits of the first row's first number */
#define SAMEBITS_FIRST_ROW UINT64_C(0x3fe6100000000000)

/* 1/m to a few bits, and minus its logarithm: 42 bits after the point, and the rest */
extern const double samebits_logs[128][3];

/* ln 2 to 42 bits after the point, and the rest */
#define SAMEBITS_LN2_SHORT 0x1.62e42fefa3800p-1
#define SAMEBITS_LN2_REST 0x1.ef35793c76730p-45

/* (ln(1 + z) - z)/z^2, |z| <= 2^-7.57, by a polynomial */
#define SAMEBITS_LOG_2 -0x1.0000000000001p-1
#define SAMEBITS_LOG_3 0x1.5555555555557p-2
#define SAMEBITS_LOG_4 -0x1.fffffffe1f783p-3
#define SAMEBITS_LOG_5 0x1.99999997ee764p-3
#define SAMEBITS_LOG_6 -0x1.555812cfd6a3bp-3
#define SAMEBITS_LOG_7 0x1.2494b8adefdc0p-3

/* 1/m to a few bits, and minus its logarithm to the base 2: 42 bits after the point, and the rest */
extern const double samebits_binary_logs[128][3];

/* 1/ln 2 in two doubles */
#define SAMEBITS_LOG2E 0x1.71547652b82fep+0
#define SAMEBITS_LOG2E_LOW 0x1.777d0ffda0d24p-56

/* (log2(1 + z) - z)/z^2, |z| <= 2^-7.57, by a polynomial */
#define SAMEBITS_BINARY_LOG_2 -0x1.71547652b82ffp-1
#define SAMEBITS_BINARY_LOG_3 0x1.ec709dc3a03ffp-2
#define SAMEBITS_BINARY_LOG_4 -0x1.715476515d8ecp-2
#define SAMEBITS_BINARY_LOG_5 0x1.2776c50dc5a27p-2
#define SAMEBITS_BINARY_LOG_6 -0x1.ec7491c8a50d6p-3
#define SAMEBITS_BINARY_LOG_7 0x1.a61ae63a6713cp-3

/* 1/m to a few bits, and minus its logarithm to the base 2 */
extern const double samebits_inverses[64][2];

/* the Taylor coefficients of the logarithm of 1 + x to the base 2 */
#define SAMEBITS_LOG2_1 0x1.71547652b82fep+0
#define SAMEBITS_LOG2_2 -0x1.71547652b82fep-1
#define SAMEBITS_LOG2_3 0x1.ec709dc3a03fdp-2
#define SAMEBITS_LOG2_4 -0x1.71547652b82fep-2
#define SAMEBITS_LOG2_5 0x1.2776c50ef9bfep-2
#define SAMEBITS_LOG2_6 -0x1.ec709dc3a03fdp-3
#define SAMEBITS_LOG2_7 0x1.a61762a7aded9p-3
#define SAMEBITS_LOG2_8 -0x1.71547652b82fep-3

#pragma GCC visibility pop

#endif
