/* Accumulators: the bits do not depend on the order of summands, nor on how they are spread
 * over ranks, nor on whether they are merged by samebits or by a collective of the program's
 * own; and they are those of the exact sum. */
#include "driver.h"
#include "oracle.h"
#include "samebits.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 700, MOST = 4 * ELEMENTS };

static int rank, ranks;

static const struct {
    const char *name;
    uint64_t summands;
} arithmetics[] = {{"exact", 0},    {"binned", 0},        {"binned:2", 0},
                   {"binned:4", 0}, {"prerounded", MOST}, {"prerounded:1", MOST}};
enum { ARITHMETICS = sizeof arithmetics / sizeof *arithmetics };

static struct {
    const char *name;
    MPI_Datatype type;
    size_t size;
    int is_float, components;
} types[] = {{"float", MPI_DATATYPE_NULL, 4, 1, 1},
             {"double", MPI_DATATYPE_NULL, 8, 0, 1},
             {"float complex", MPI_DATATYPE_NULL, 8, 1, 2},
             {"double complex", MPI_DATATYPE_NULL, 16, 0, 2},
             {"REAL", MPI_DATATYPE_NULL, 4, 1, 1},
             {"DOUBLE PRECISION", MPI_DATATYPE_NULL, 8, 0, 1},
             {"COMPLEX", MPI_DATATYPE_NULL, 8, 1, 2},
             {"DOUBLE COMPLEX", MPI_DATATYPE_NULL, 16, 0, 2},
             {"std::complex<float>", MPI_DATATYPE_NULL, 8, 1, 2},
             {"std::complex<double>", MPI_DATATYPE_NULL, 16, 0, 2}};
enum { TYPES = sizeof types / sizeof *types };

static void name_types(void)
{
    MPI_Datatype all[TYPES] = {MPI_FLOAT,
                               MPI_DOUBLE,
                               MPI_C_FLOAT_COMPLEX,
                               MPI_C_DOUBLE_COMPLEX,
                               MPI_REAL,
                               MPI_DOUBLE_PRECISION,
                               MPI_COMPLEX,
                               MPI_DOUBLE_COMPLEX,
                               MPI_CXX_FLOAT_COMPLEX,
                               MPI_CXX_DOUBLE_COMPLEX};
    for (int i = 0; i < TYPES; i++)
        types[i].type = all[i];
}

/* The numbers of the vectors: of all magnitudes, whose products overflow and underflow, and
 * so that much of the sum cancels. */
static double number(int which, int i, int is_float)
{
    uint64_t bits = (uint64_t)(2 * (i / 2) + which + 1) * 0x9e3779b97f4a7c15u;
    bits ^= bits >> 29;
    int range = is_float ? 60 : 500;
    double x = ldexp(1 + (double)(bits >> 40) / (1 << 24), (int)(bits % (2 * range)) - range);
    if (i % 14 == 12)
        x = 0;
    return i % 2 && which == 0 ? -x * (1 + (i % 6 == 1) * FLT_EPSILON) : x;
}

static void store(void *at, int t, int i, int which)
{
    for (int c = 0; c < types[t].components; c++) {
        double x = number(which, types[t].components * i + (c ? 2 - 2 * (i % 2) : 0), types[t].is_float);
        if (types[t].is_float)
            ((float *)at)[c] = (float)x;
        else
            ((double *)at)[c] = x;
    }
}

static char x[ELEMENTS][16], y[ELEMENTS][16];

/* The elements lie without gaps. */
static void fill(int t)
{
    for (int i = 0; i < ELEMENTS; i++) {
        store((char *)x + (size_t)i * types[t].size, t, i, 0);
        store((char *)y + (size_t)i * types[t].size, t, i, 1);
    }
}

static void *x_at(int t, int i) { return (char *)x + (size_t)i * types[t].size; }
static void *y_at(int t, int i) { return (char *)y + (size_t)i * types[t].size; }

static samebits_accumulator *create(int a, int t)
{
    samebits_accumulator *made = NULL;
    int code =
        samebits_accumulator_create(arithmetics[a].name, arithmetics[a].summands, types[t].type, &made);
    CHECK(code == MPI_SUCCESS && made, "%s of %s: %s", arithmetics[a].name, types[t].name,
          samebits_error_message());
    return made;
}

/* The first third of the elements is added as such, then come products, then products with
 * conjugates: those from `from` on, every `step`-th one. */
static void add_some(samebits_accumulator *sum, int t, int from, int step)
{
    for (int i = from; i < ELEMENTS; i += step) {
        int code = i % 3 == 0 ? samebits_accumulator_add(sum, x_at(t, i))
            : i % 3 == 1      ? samebits_accumulator_add_products(sum, x_at(t, i), y_at(t, i), 1)
                              : samebits_accumulator_add_conjugated_products(sum, x_at(t, i), y_at(t, i), 1);
        CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    }
}

/* The bits of an accumulator's sum, and its bytes, are those of another. */
static void check_same(samebits_accumulator *sum, samebits_accumulator *whole, int a, int t, const char *what)
{
    char got[16] = {0}, want[16] = {0};
    static char bytes[2][2048];
    size_t sizes[2];
    samebits_accumulator_value(sum, got);
    samebits_accumulator_value(whole, want);
    CHECK(!memcmp(got, want, 16), "%s: the sum, %s of %s", what, arithmetics[a].name, types[t].name);
    samebits_accumulator_size(sum, &sizes[0]);
    samebits_accumulator_size(whole, &sizes[1]);
    CHECK(sizes[0] == sizes[1] && sizes[0] <= sizeof *bytes, "%s: the sizes", what);
    CHECK(samebits_accumulator_write(sum, bytes[0], sizes[0]) == MPI_SUCCESS &&
              samebits_accumulator_write(whole, bytes[1], sizes[1]) == MPI_SUCCESS &&
              !memcmp(bytes[0], bytes[1], sizes[0]),
          "%s: the bytes, %s of %s", what, arithmetics[a].name, types[t].name);
}

/* Rows and single elements, and both in one, are the same sum. */
static void check_rows(samebits_accumulator *whole, int a, int t)
{
    samebits_accumulator *rows = create(a, t), *part = create(a, t);
    static char packed[3][2][ELEMENTS * 16];
    size_t size = types[t].size, n[3] = {0};
    for (int i = ELEMENTS - 1; i >= 0; i--) {
        memcpy(packed[i % 3][0] + size * n[i % 3], x_at(t, i), size);
        memcpy(packed[i % 3][1] + size * n[i % 3]++, y_at(t, i), size);
    }
    samebits_accumulator_add_products(rows, packed[1][0], packed[1][1], n[1]);
    samebits_accumulator_add_conjugated_products(part, packed[2][0], packed[2][1], n[2]);
    samebits_accumulator_add_array(part, packed[0][0], n[0]);
    CHECK(samebits_accumulator_merge(rows, part) == MPI_SUCCESS, "%s", samebits_error_message());
    check_same(rows, whole, a, t, "rows, merged");
    samebits_accumulator_clear(part);
    samebits_accumulator_merge(rows, part);
    samebits_accumulator_add_array(rows, NULL, 0);
    samebits_accumulator_add_products(rows, NULL, NULL, 0);
    check_same(rows, whole, a, t, "nothing merged");
    samebits_accumulator_free(&rows);
    samebits_accumulator_free(&part);
    CHECK(rows == NULL && samebits_accumulator_free(&rows) == MPI_SUCCESS, "freed twice");
}

/* Every way over ranks. */
static void check_ranks(samebits_accumulator *whole, int a, int t)
{
    samebits_accumulator *sum = create(a, t), *own = create(a, t);
    add_some(own, t, rank, ranks);
    samebits_accumulator_merge(sum, own);
    CHECK(samebits_accumulator_allreduce(sum, MPI_COMM_WORLD) == MPI_SUCCESS, "%s", samebits_error_message());
    check_same(sum, whole, a, t, "samebits_accumulator_allreduce");
    for (int root = 0; root<ranks; root += ranks> 1 ? ranks - 1 : 1) {
        samebits_accumulator_clear(sum);
        samebits_accumulator_merge(sum, own);
        CHECK(samebits_accumulator_reduce(sum, root, MPI_COMM_WORLD) == MPI_SUCCESS, "%s",
              samebits_error_message());
        check_same(sum, rank == root ? whole : own, a, t, "samebits_accumulator_reduce");
    }

    /* Handles are as wide as the MPI library's, and no wider. */
    struct {
        MPI_Datatype type, behind_type;
        MPI_Op op, behind_op;
    } given;
    memset(&given, 0x5a, sizeof given);
    CHECK(samebits_accumulator_handles(own, &given.type, &given.op) == MPI_SUCCESS, "%s",
          samebits_error_message());
    char canary[sizeof given.behind_type];
    memset(canary, 0x5a, sizeof canary);
    CHECK(!memcmp(canary, &given.behind_type, sizeof given.behind_type) &&
              !memcmp(canary, &given.behind_op, sizeof given.behind_op),
          "what lies behind the handles was written to");

    static char mine[2048], merged[2048];
    size_t size;
    int type_size, commutes;
    samebits_accumulator_size(own, &size);
    MPI_Type_size(given.type, &type_size);
    MPI_Op_commutative(given.op, &commutes);
    CHECK((size_t)type_size == size && commutes, "%d bytes, not %zu", type_size, size);
    samebits_accumulator_write(own, mine, size);

    MPI_Allreduce(mine, merged, 1, given.type, given.op, MPI_COMM_WORLD);
    CHECK(samebits_accumulator_read(sum, merged, size) == MPI_SUCCESS, "%s", samebits_error_message());
    check_same(sum, whole, a, t, "MPI_Allreduce");
    MPI_Reduce(mine, merged, 1, given.type, given.op, ranks - 1, MPI_COMM_WORLD);
    if (rank == ranks - 1) {
        samebits_accumulator_read(sum, merged, size);
        check_same(sum, whole, a, t, "MPI_Reduce");
    }
#ifndef SMPI_H /* SimGrid 3.32 hands over bytes from elsewhere */
    MPI_Request request;
    MPI_Iallreduce(mine, merged, 1, given.type, given.op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    samebits_accumulator_read(sum, merged, size);
    check_same(sum, whole, a, t, "MPI_Iallreduce");
#endif
    MPI_Scan(mine, merged, 1, given.type, given.op, MPI_COMM_WORLD);
    samebits_accumulator_read(sum, merged, size);
    samebits_accumulator *before = create(a, t);
    for (int r = 0; r <= rank; r++)
        add_some(before, t, r, ranks);
    check_same(sum, before, a, t, "MPI_Scan");
    samebits_accumulator_free(&before);
    samebits_accumulator_free(&sum);
    samebits_accumulator_free(&own);
}

/* The exact sum of elements is the oracle's. */
static void check_oracle(int t)
{
    samebits_accumulator *sum = create(0, t);
    char got[16], want[16];
    samebits_accumulator_add_array(sum, x, ELEMENTS);
    samebits_accumulator_value(sum, got);
    for (int c = 0; c < types[t].components; c++) {
        static double column[ELEMENTS];
        static float column_of_floats[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++)
            if (types[t].is_float)
                column_of_floats[i] = ((float *)x_at(t, i))[c];
            else
                column[i] = ((double *)x_at(t, i))[c];
        if (types[t].is_float)
            ((float *)want)[c] = oracle_sum_float(column_of_floats, ELEMENTS, 1);
        else
            ((double *)want)[c] = oracle_sum_double(column, ELEMENTS, 1);
    }
    CHECK(!memcmp(got, want, types[t].size), "the exact sum of %s", types[t].name);
    samebits_accumulator_free(&sum);
}

/* Products whose sums are known. */
static void check_products(void)
{
    double a[4] = {0x1p1000, 3, -0x1p1000, -0.0}, b[4] = {0x1p900, 0.5, 0x1p900, 7}, value;
    samebits_accumulator *sum = create(0, 1);
    samebits_accumulator_add_products(sum, a, b, 4);
    samebits_accumulator_value(sum, &value);
    CHECK(value == 1.5, "products that overflow: %a", value);
    samebits_accumulator_clear(sum);
    samebits_accumulator_add_products(sum, a + 3, b + 3, 1);
    samebits_accumulator_value(sum, &value);
    CHECK(value == 0 && signbit(value), "a product that is -0.0: %a", value);
    samebits_accumulator_free(&sum);

    double complex z[2] = {3 + 4 * I, 1 + 2 * I}, w[2] = {5 - 6 * I, -7 + 8 * I}, dot;
    sum = create(0, 3);
    samebits_accumulator_add_products(sum, z, w, 2);
    samebits_accumulator_value(sum, &dot);
    CHECK(dot == z[0] * w[0] + z[1] * w[1], "products: %g%+gi", creal(dot), cimag(dot));
    samebits_accumulator_clear(sum);
    samebits_accumulator_add_conjugated_products(sum, z, w, 2);
    samebits_accumulator_value(sum, &dot);
    CHECK(dot == conj(z[0]) * w[0] + conj(z[1]) * w[1], "conjugated products: %g%+gi", creal(dot),
          cimag(dot));
    samebits_accumulator_free(&sum);
}

/* Subnormal numbers count, also in a program that flushes them to zero. (The last bins of
 * `binned` hold none below 2^-1055 and 2^-144.) */
static void check_subnormals(void)
{
    uint64_t three = (uint64_t)3 << 34, two = 0x4000000000000000u, got;
    uint32_t seven = 7 << 6, got_float;
    for (int a = 0; a < ARITHMETICS; a++) {
        samebits_accumulator *sum = create(a, 1);
        samebits_accumulator_add(sum, &three);
        samebits_accumulator_add_array(sum, &three, 1);
        samebits_accumulator_add_products(sum, &three, &two, 1);
        samebits_accumulator_value(sum, &got);
        CHECK(got == (uint64_t)12 << 34, "%s: subnormal doubles: %#llx", arithmetics[a].name,
              (unsigned long long)got);
        samebits_accumulator_free(&sum);
        sum = create(a, 0);
        samebits_accumulator_add(sum, &seven);
        samebits_accumulator_value(sum, &got_float);
        CHECK(got_float == 7 << 6, "%s: a subnormal float: %#x", arithmetics[a].name, got_float);
        samebits_accumulator_free(&sum);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    name_types();
    for (int t = 0; t < TYPES; t++) {
        if (types[t].type == MPI_DATATYPE_NULL)
            continue;
        fill(t);
        check_oracle(t);
        for (int a = 0; a < ARITHMETICS; a++) {
            samebits_accumulator *whole = create(a, t);
            add_some(whole, t, 0, 1);
            check_rows(whole, a, t);
            if (t < 4)
                check_ranks(whole, a, t);
            samebits_accumulator_free(&whole);
        }
    }
    check_products();
    check_subnormals();
    return finish();
}
