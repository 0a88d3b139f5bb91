/* The sums over vectors: CALL(EACH, name, how many results, whether ones add up to their number,
 * the arguments before the datatype, each by what a test defines for it). Written from the library's
 * table, by `make header`. */
#define VECTOR_SUMS(CALL, EACH) \
    CALL(EACH, dot, 1, 1, OF_X, OF_Y, OF_N, OF_RESULT) \
    CALL(EACH, conjugated_dot, 1, 1, OF_X, OF_Y, OF_N, OF_RESULT) \
    CALL(EACH, dots, OF_K, 1, OF_K, OF_X, OF_YS, OF_N, OF_RESULT) \
    CALL(EACH, conjugated_dots, OF_K, 1, OF_K, OF_X, OF_YS, OF_N, OF_RESULT) \
    CALL(EACH, norm2, 1, 0, OF_X, OF_N, OF_RESULT) \
    CALL(EACH, sum_abs, 1, 1, OF_X, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, weighted_sum, 1, 1, OF_X, OF_W, OF_WEIGHTS, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, weighted_squares, 1, 1, OF_X, OF_W, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, weighted_dot, 1, 1, OF_X, OF_Y, OF_W, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, weighted_conjugated_dot, 1, 1, OF_X, OF_Y, OF_W, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, mean, 1, 0, OF_X, OF_MASK, OF_N, OF_RESULT) \
    CALL(EACH, variance, 1, 0, OF_X, OF_MASK, OF_N, OF_DDOF, OF_RESULT)
