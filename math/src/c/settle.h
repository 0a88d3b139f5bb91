/* The rare results: tiny, zero, infinite, not a number. */
#ifndef SAMEBITS_MATH_SETTLE_H
#define SAMEBITS_MATH_SETTLE_H

typedef double samebits_one_double(double);
typedef float samebits_one_float(float);
typedef double samebits_two_double(double, double);
typedef float samebits_two_float(float, float);
typedef void samebits_sincos_double(double, double *, double *);
typedef void samebits_sincos_float(float, float *, float *);

/* Defined in settle.rs. `again` is the function itself. */
double samebits_settle_one_double(double x, double result, samebits_one_double *again);
float samebits_settle_one_float(float x, float result, samebits_one_float *again);
double samebits_settle_two_double(double x, double y, double result, samebits_two_double *again);
float samebits_settle_two_float(float x, float y, float result, samebits_two_float *again);
void samebits_settle_sincos_double(double x, double *sine, double *cosine, samebits_sincos_double *again);
void samebits_settle_sincos_float(float x, float *sine, float *cosine, samebits_sincos_float *again);

#endif
