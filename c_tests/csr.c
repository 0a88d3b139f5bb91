/* Sparse matrices in compressed rows times vectors: each row is the dot product of its entries. */
#include "driver.h"
#include "samebits.h"

#include <stdint.h>
#include <string.h>

enum { ROWS = 70, MOST = 12 };

static int32_t pointers[ROWS + 1], columns[ROWS * MOST];
static int64_t pointers64[ROWS + 1], columns64[ROWS * MOST];
static double values[2 * ROWS * MOST], x[2 * ROWS], y[2 * ROWS];
static float values_f[2 * ROWS * MOST], x_f[2 * ROWS], y_f[2 * ROWS];

static double number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state / 0x1p63 * (*state >> 60 ? 1 : 0x1p60);
}

static void fill(void)
{
    uint64_t state = 1;
    for (int i = 0; i < ROWS; i++) {
        pointers[i + 1] = pointers[i] + i % (MOST + 1);
        for (int k = pointers[i]; k < pointers[i + 1]; k++)
            columns[k] = (i * 31 + k * 17) % ROWS;
    }
    for (int i = 0; i <= ROWS; i++)
        pointers64[i] = pointers[i];
    for (int k = 0; k < pointers[ROWS]; k++)
        columns64[k] = columns[k];
    for (int k = 0; k < 2 * ROWS * MOST; k++)
        values_f[k] = (float)(values[k] = number(&state));
    for (int i = 0; i < 2 * ROWS; i++)
        x_f[i] = (float)(x[i] = number(&state));
}

/* Compares a result, of elements of so many numbers, with dot products of the rows. */
static void check_rows(int parts, int is_float, const char *what)
{
    for (int i = 0; i < ROWS; i++) {
        double row[2 * MOST], want[2] = {0};
        float row_f[2 * MOST], want_f[2] = {0};
        int first = pointers[i], n = pointers[i + 1] - first;
        for (int k = 0; k < n * parts; k++) {
            row[k] = x[columns[first + k / parts] * parts + k % parts];
            row_f[k] = x_f[columns[first + k / parts] * parts + k % parts];
        }
        const double *from = values + first * parts;
        const float *from_f = values_f + first * parts;
        if (parts == 1) {
            want[0] = samebits_dot_double(from, row, n);
            want_f[0] = samebits_dot_float(from_f, row_f, n);
        } else {
            samebits_dot_double_complex(from, row, n, want);
            samebits_dot_float_complex(from_f, row_f, n, want_f);
        }
        CHECK(is_float ? !memcmp(y_f + i * parts, want_f, 4 * parts)
                       : !memcmp(y + i * parts, want, 8 * parts),
              "%s: row %d of %d entries", what, i, n);
    }
}

/* All rows have the entries of their neighbours, so that they are worth preparing. */
static void check_prepared(void)
{
    for (int i = 0; i < ROWS; i++) {
        pointers[i + 1] = pointers[i] + 5;
        for (int k = 0; k < 5; k++)
            columns[5 * i + k] = (i + k) % ROWS;
    }
    for (int k = 0; k < 5 * ROWS; k++)
        columns64[k] = columns[k];
    for (int i = 0; i <= ROWS; i++)
        pointers64[i] = pointers[i];
    for (int wide = 0; wide < 2; wide++) {
        samebits_matrix *matrix = wide
            ? samebits_csr64_prepare_double(ROWS, pointers64, columns64, values + 1)
            : samebits_csr_prepare_double(ROWS, pointers, columns, values + 1);
        CHECK(matrix != NULL, "a matrix with rows of one length is not prepared");
        if (!matrix)
            continue;
        samebits_matrix_set_values_double(matrix, values);
        memset(y, 0xee, sizeof y);
        samebits_matrix_multiply_double(matrix, x, y);
        check_rows(1, 0, "prepared");
        samebits_matrix_free(&matrix);
        CHECK(!matrix, "a matrix that was freed is still there");
        samebits_matrix_free(&matrix);
    }
    samebits_matrix *empty = samebits_csr_prepare_double(0, pointers, NULL, NULL);
    if (empty)
        samebits_matrix_multiply_double(empty, NULL, NULL);
    samebits_matrix_free(&empty);
}

#define BOTH(type, values, x, y, parts, is_float)                              \
    memset(y, 0xee, sizeof y);                                                 \
    samebits_csr_multiply_##type(ROWS, pointers, columns, values, x, y);       \
    check_rows(parts, is_float, #type);                                        \
    memset(y, 0xee, sizeof y);                                                 \
    samebits_csr64_multiply_##type(ROWS, pointers64, columns64, values, x, y); \
    check_rows(parts, is_float, #type " with indices of 64 bits")

int main(int argc, char **argv)
{
    fill();
    start(&argc, &argv);
    BOTH(double, values, x, y, 1, 0);
    BOTH(float, values_f, x_f, y_f, 1, 1);
    BOTH(double_complex, values, x, y, 2, 0);
    BOTH(float_complex, values_f, x_f, y_f, 2, 1);
    samebits_csr_multiply_double(0, pointers, NULL, NULL, NULL, NULL);
    check_prepared();
    return finish();
}
