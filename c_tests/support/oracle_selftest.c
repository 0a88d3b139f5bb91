/* The oracle itself, on cases that a person can check; needs no launcher. */
#include "oracle.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures, cases;

static void expect(int condition, const char *what)
{
    cases++;
    if (!condition) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static void parenthesise(void *result, const void *left, const void *right)
{
    snprintf(result, 200, "(%s %s)", (const char *)left, (const char *)right);
}

int main(void)
{
    double sums[][4] = {/* three numbers and their sum */
                        {1e308, 1e308, -1e308, 1e308},
                        {1, DBL_TRUE_MIN, -1, DBL_TRUE_MIN},
                        {1, DBL_EPSILON / 2, 0, 1},
                        {1, DBL_EPSILON / 2, DBL_TRUE_MIN, 1 + DBL_EPSILON},
                        {-1, -DBL_EPSILON / 2, -DBL_TRUE_MIN, -1 - DBL_EPSILON},
                        {DBL_MAX, DBL_MAX, 1, INFINITY},
                        {-0.0, -0.0, -0.0, -0.0},
                        {-0.0, 0.0, -0.0, 0.0},
                        {1, -1, -0.0, 0.0},
                        {INFINITY, -1, 2, INFINITY}};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        expect(same(oracle_sum_double(sums[i], 3, 1), sums[i][3]), "a sum of three doubles");
    double both[] = {INFINITY, -INFINITY};
    expect(isnan(oracle_sum_double(both, 2, 1)), "both infinities");
    float tie[] = {1, FLT_EPSILON / 2, 0x1p-80f};
    expect(oracle_sum_float(tie, 3, 1) == 1 + FLT_EPSILON, "a float tie, decided by 2^-80");
    float large[] = {FLT_MAX, FLT_MAX};
    expect(isinf(oracle_sum_float(large, 2, 1)), "floats that overflow");

    char leaves[7][200] = {"0", "1", "2", "3", "4", "5", "6"}, term[200];
    oracle_tree(term, leaves, 7, sizeof term, parenthesise);
    expect(strcmp(term, "(((0 1) (2 3)) ((4 5) 6))") == 0, term);
    oracle_tree(term, leaves, 5, sizeof term, parenthesise);
    expect(strcmp(term, "(((0 1) (2 3)) 4)") == 0, term);
    oracle_tree(term, leaves, 1, sizeof term, parenthesise);
    expect(strcmp(term, "0") == 0, term);

    expect(signbit(oracle_minimum(0.0L, -0.0L)) && !signbit(oracle_maximum(-0.0L, 0.0L)), "zeros");
    expect(isnan(oracle_minimum(1, NAN)) && isnan(oracle_maximum(NAN, 1)), "a NaN wins");
    printf("%d cases, %d failed\n", cases, failures);
    return failures != 0;
}
