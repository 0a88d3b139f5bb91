#include "elements.h"

#include "oracle.h"
#include "values.h"

#include <stdint.h>
#include <string.h>

typedef __int128 int128;
typedef _Float16 half;
typedef __float128 binary128;

/* One format of numbers. Numbers are at any address. */
struct format {
    size_t size, data; /* bytes in memory, and those that mean something */
    /* z = x op y */
    void (*operate)(void *z, const void *x, const void *y, int op);
    /* Whether x comes before y, -0 before +0, and no NaN before anything. */
    int (*before)(const void *x, const void *y);
    int (*is_nan)(const void *x);
    uint64_t nan[2]; /* the positive default quiet NaN */
};

static int never(const void *x)
{
    (void)x;
    return 0;
}

/* Sums and products in 128 unsigned bits, where nothing is undefined. */
#define INTEGER(type)                                                                 \
    static void operate_##type(void *to, const void *left, const void *right, int op) \
    {                                                                                 \
        type x, y, z;                                                                 \
        memcpy(&x, left, sizeof x);                                                   \
        memcpy(&y, right, sizeof y);                                                  \
        switch (op) {                                                                 \
        case MAX: z = x > y ? x : y; break;                                           \
        case MIN: z = x < y ? x : y; break;                                           \
        case SUM: z = (type)((unsigned __int128)x + (unsigned __int128)y); break;     \
        case PROD: z = (type)((unsigned __int128)x * (unsigned __int128)y); break;    \
        case LAND: z = x && y; break;                                                 \
        case BAND: z = x & y; break;                                                  \
        case LOR: z = x || y; break;                                                  \
        case BOR: z = x | y; break;                                                   \
        case LXOR: z = !x != !y; break;                                               \
        default: z = x ^ y;                                                           \
        }                                                                             \
        memcpy(to, &z, sizeof z);                                                     \
    }                                                                                 \
    static int before_##type(const void *left, const void *right)                     \
    {                                                                                 \
        type x, y;                                                                    \
        memcpy(&x, left, sizeof x);                                                   \
        memcpy(&y, right, sizeof y);                                                  \
        return x < y;                                                                 \
    }
INTEGER(int8_t)
INTEGER(int16_t)
INTEGER(int32_t)
INTEGER(int64_t)
INTEGER(int128)
INTEGER(uint8_t)
INTEGER(uint16_t)
INTEGER(uint32_t)
INTEGER(uint64_t)

/* Computed in `wide` and rounded to `type`: the sign is in the last byte of data. */
#define FLOATING(type, wide, data)                                                    \
    static int is_nan_##type(const void *number)                                      \
    {                                                                                 \
        type x;                                                                       \
        memcpy(&x, number, sizeof x);                                                 \
        return x != x;                                                                \
    }                                                                                 \
    static int before_##type(const void *left, const void *right)                     \
    {                                                                                 \
        type x, y;                                                                    \
        memcpy(&x, left, sizeof x);                                                   \
        memcpy(&y, right, sizeof y);                                                  \
        int x_sign = ((const unsigned char *)left)[(data)-1] >> 7;                    \
        int y_sign = ((const unsigned char *)right)[(data)-1] >> 7;                   \
        return x < y || (x == y && x_sign > y_sign);                                  \
    }                                                                                 \
    static void operate_##type(void *to, const void *left, const void *right, int op) \
    {                                                                                 \
        type x, y, z;                                                                 \
        memcpy(&x, left, sizeof x);                                                   \
        memcpy(&y, right, sizeof y);                                                  \
        switch (op) {                                                                 \
        case SUM: z = (type)((wide)x + (wide)y); break;                               \
        case PROD: z = (type)((wide)x * (wide)y); break;                              \
        case MIN: z = x != x || before_##type(left, right) ? x : y; break;            \
        default: z = x != x || before_##type(right, left) ? x : y;                    \
        }                                                                             \
        memcpy(to, &z, data);                                                         \
    }
#define LONG_DOUBLE_DATA (__LDBL_MANT_DIG__ == 64 ? 10 : sizeof(long double))
typedef long double long_double;
FLOATING(half, float, 2)
FLOATING(float, float, 4)
FLOATING(double, double, 8)
FLOATING(long_double, long double, LONG_DOUBLE_DATA)
FLOATING(binary128, binary128, 16)

#define INTEGER_FORMAT(type)                                                       \
    {                                                                              \
        sizeof(type), sizeof(type), operate_##type, before_##type, never, { 0, 0 } \
    }
#define FLOATING_FORMAT(type, data, ...)                                                  \
    {                                                                                     \
        sizeof(type), data, operate_##type, before_##type, is_nan_##type, { __VA_ARGS__ } \
    }
static const struct format formats[NUMBERS] = {
    [INT8] = INTEGER_FORMAT(int8_t),
    [INT16] = INTEGER_FORMAT(int16_t),
    [INT32] = INTEGER_FORMAT(int32_t),
    [INT64] = INTEGER_FORMAT(int64_t),
    [INT128] = INTEGER_FORMAT(int128),
    [UINT8] = INTEGER_FORMAT(uint8_t),
    [UINT16] = INTEGER_FORMAT(uint16_t),
    [UINT32] = INTEGER_FORMAT(uint32_t),
    [UINT64] = INTEGER_FORMAT(uint64_t),
    [HALF] = FLOATING_FORMAT(half, 2, 0x7e00, 0),
    [FLOAT] = FLOATING_FORMAT(float, 4, 0x7fc00000, 0),
    [DOUBLE] = FLOATING_FORMAT(double, 8, 0x7ff8000000000000, 0),
    [LONG_DOUBLE] =
        FLOATING_FORMAT(long_double, LONG_DOUBLE_DATA, __LDBL_MANT_DIG__ == 64 ? 0xc000000000000000 : 0,
                        __LDBL_MANT_DIG__ == 64 ? 0x7fff : 0x7fff800000000000),
    [BINARY128] = FLOATING_FORMAT(binary128, 16, 0, 0x7fff800000000000),
};

static const struct format *value_of(const struct element *e) { return &formats[e->value]; }

int is_floating(const struct element *e) { return e->value >= HALF; }

/* The tables of MPI 4.1, sections 6.9.2 and 6.9.4. */
int is_defined(const struct element *e, int op)
{
    switch (op) {
    case MAX:
    case MIN: return e->shape == C_INTEGER || e->shape == FORTRAN_INTEGER || e->shape == REAL;
    case SUM:
    case PROD:
        return e->shape == C_INTEGER || e->shape == FORTRAN_INTEGER || e->shape == REAL ||
            e->shape == COMPLEX;
    case LAND:
    case LOR:
    case LXOR: return e->shape == C_INTEGER || e->shape == LOGICAL;
    case BAND:
    case BOR:
    case BXOR: return e->shape == C_INTEGER || e->shape == FORTRAN_INTEGER || e->shape == BYTES;
    default: return e->shape == PAIR;
    }
}

/* Where the second number of an element lies: aligned as C aligns it. */
static size_t second(const struct element *e)
{
    size_t alignment = e->shape == PAIR ? formats[e->index].size : 1;
    size_t end = e->value == LONG_DOUBLE ? value_of(e)->size : value_of(e)->data;
    return (end + alignment - 1) / alignment * alignment;
}

size_t element_data(const struct element *e)
{
    switch (e->shape) {
    case COMPLEX: return second(e) + value_of(e)->size;
    case PAIR: return second(e) + formats[e->index].size;
    default: return value_of(e)->size;
    }
}

size_t element_size(const struct element *e)
{
    size_t alignment = value_of(e)->size;
    if (e->shape == PAIR && formats[e->index].size > alignment)
        alignment = formats[e->index].size;
    return (element_data(e) + alignment - 1) / alignment * alignment;
}

/* Any bits at all, or tame ones: subnormals, infinities and NaNs are common. */
static void fill_half(void *to, int rank, size_t index)
{
    uint16_t bits = (uint16_t)noise(30, rank, index);
    if (index % 3)
        bits = (uint16_t)((bits & 0x83ff) | ((11 + bits % 9) << 10));
    memcpy(to, &bits, 2);
}

/* As long doubles, with bits below their last place. */
static void fill_binary128(void *to, int rank, size_t index)
{
    binary128 number = hostile_long_double(rank, index);
    uint64_t words[2];
    memcpy(words, &number, 16);
    if (words[0] | (words[1] << 1 >> 49 && words[1] << 1 >> 49 != 0x7fff))
        words[0] |= noise(31, rank, index) >> 16;
    memcpy(to, words, 16);
}

static void fill_number(enum number number, int op, void *to, int rank, size_t index)
{
    switch (number) {
    case HALF: fill_half(to, rank, index); return;
    case BINARY128: fill_binary128(to, rank, index); return;
    case FLOAT: memcpy(to, &(float){hostile_float(rank, index)}, 4); return;
    case DOUBLE: memcpy(to, &(double){hostile_double(rank, index)}, 8); return;
    case LONG_DOUBLE: memcpy(to, &(long double){hostile_long_double(rank, index)}, LONG_DOUBLE_DATA); return;
    default: break;
    }
    /* What overflows is the MPI library's business: Open MPI 4.1 saturates sums of
     * short integers. So is MAX of MPI_UNSIGNED_CHAR above 127 in MPICH 4.0. */
    int128 integer = (int128)noise(32, rank, index) << 64 | noise(33, rank, index);
    int negative = number < UINT8;
    switch (op) {
    case MAX:
    case MIN: integer = (int)(noise(34, rank, index) % 100) - (negative ? 50 : 0); break;
    case SUM:
    case PROD: integer = (int)(noise(34, rank, index) % 3) - (negative ? 1 : 0); break;
    case LAND:
    case LOR:
    case LXOR: integer = noise(35, rank, index) % 3 ? noise(36, rank, index) & 1 : integer; break;
    case MINLOC:
    case MAXLOC: integer = noise(37, rank, index) % 4; break; /* ties */
    default: break;
    }
    memcpy(to, &integer, formats[number].size);
}

void fill_element(const struct element *e, int op, void *to, int rank, size_t index)
{
    char *bytes = to;
    /* Gaps that the MPI library leaves alone hold what the driver puts there. */
    memset(bytes, is_floating(e) ? 0 : 0xee, element_size(e));
    if (e->shape == LOGICAL) { /* nothing else is a logical */
        memset(bytes, 0, element_size(e));
        bytes[0] = noise(38, rank, index) & 1;
        return;
    }
    /* Few different values in pairs, so that they tie. */
    size_t at = e->shape == PAIR && is_floating(e) ? index % 13 : index;
    fill_number(e->value, op, bytes, e->shape == PAIR ? rank % 3 : rank, at);
    if (e->shape == COMPLEX)
        fill_number(e->value, op, bytes + second(e), rank, index + 7);
    if (e->shape != PAIR)
        return;
    int place = (int)(noise(39, rank, index) % 9) - 2;
    if (e->index == FLOAT)
        memcpy(bytes + second(e), &(float){(float)place}, 4);
    else if (e->index == DOUBLE)
        memcpy(bytes + second(e), &(double){place}, 8);
    else
        memcpy(bytes + second(e), &place, 4);
}

/* The operation that is being reduced by, for the tree's callback. */
static const struct element *current;
static int current_operator;

static void combine(void *result, const void *left, const void *right)
{
    const struct element *e = current;
    const struct format *f = value_of(e);
    const char *x = left, *y = right;
    char *z = result;
    size_t second_at = second(e);
    if (e->shape == COMPLEX && current_operator == PROD) {
        char ac[16] = {0}, bd[16] = {0}, ad[16] = {0}, bc[16] = {0};
        f->operate(ac, x, y, PROD);
        f->operate(bd, x + second_at, y + second_at, PROD);
        f->operate(ad, x, y + second_at, PROD);
        f->operate(bc, x + second_at, y, PROD);
        bd[f->data - 1] ^= (char)0x80; /* ac - bd = ac + (-bd) */
        f->operate(z, ac, bd, SUM);
        f->operate(z + second_at, ad, bc, SUM);
    } else if (e->shape == PAIR) {
        int minimum = current_operator == MINLOC;
        int x_nan = f->is_nan(x), y_nan = f->is_nan(y);
        int x_wins = minimum ? f->before(x, y) : f->before(y, x);
        int y_wins = minimum ? f->before(y, x) : f->before(x, y);
        if (x_nan || y_nan) {
            x_wins = x_nan && !y_nan;
            y_wins = y_nan && !x_nan;
        }
        const struct format *i = &formats[e->index];
        if (!x_wins && !y_wins) /* a tie */
            x_wins = i->before(x + second_at, y + second_at);
        memcpy(z, x_wins ? x : y, element_size(e));
    } else {
        f->operate(z, x, y, current_operator);
        if (e->shape == COMPLEX)
            f->operate(z + second_at, x + second_at, y + second_at, current_operator);
    }
}

void reduce_elements(const struct element *e, int op, void *result, const void *contributions, int ranks)
{
    const struct format *f = value_of(e);
    int components = e->shape == COMPLEX ? 2 : 1;
    int exact = op == SUM && (e->value == FLOAT || e->value == DOUBLE);
    current = e;
    current_operator = op;
    if (!exact)
        oracle_tree(result, contributions, ranks, element_size(e), combine);
    for (int i = 0; i < components; i++) {
        char *to = (char *)result + (i ? second(e) : 0);
        if (exact && e->value == FLOAT)
            memcpy(to, &(float){oracle_sum_float((const float *)contributions + i, ranks, components)}, 4);
        else if (exact)
            memcpy(to, &(double){oracle_sum_double((const double *)contributions + i, ranks, components)}, 8);
        if (f->is_nan(to))
            memcpy(to, f->nan, f->data);
    }
}
