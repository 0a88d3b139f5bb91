/* The rare results: tiny, zero, infinite, the largest number, not a number. Defined in settle.rs.
 *
 * `again` is the function itself; `rules` are those of table.rs.
 * Hidden, so that the library does not export them. */
#ifndef SAMEBITS_MATH_SETTLE_H
#define SAMEBITS_MATH_SETTLE_H

#pragma GCC visibility push(hidden)

#define SAMEBITS_SETTLE(type)                                                                           \
    type samebits_settle_one_##type(type x, type result, type (*again)(type), int rules);               \
    type samebits_settle_two_##type(type x, type y, type result, type (*again)(type, type), int rules); \
    void samebits_settle_sincos_##type(type x, type *sine, type *cosine,                                \
                                       void (*again)(type, type *, type *), int rules);                 \
    type samebits_settle_sign_##type(type x, type result, int *sign, type (*again)(type, int *), int rules);

SAMEBITS_SETTLE(double)
SAMEBITS_SETTLE(float)

#pragma GCC visibility pop

#endif
