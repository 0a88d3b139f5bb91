/* Derived datatypes of unusual shape, with a user-defined operator: elements that
 * interleave, gaps and lower bounds, an extent that differs from rank to rank (as
 * with absolute addresses), one much larger than the data, and one without data. */
#include "driver.h"
#include "oracle.h"
#include "values.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* All elements here are two doubles, `distance` bytes apart, the first one
 * `offset` bytes from the element's address. */
static MPI_Aint offset, distance;

static double *part(void *element, int i)
{
    return (double *)((char *)element + offset + (i ? distance : 0));
}

/* Not commutative. */
static double combine(double x, double y) { return x * 0.5 + y; }

static void operator_function(void *in, void *inout, int *n, MPI_Datatype *type)
{
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    for (int e = 0; e < *n; e++)
        for (int i = 0; i < 2; i++) {
            double *y = part((char *)inout + e * extent, i);
            *y = combine(*part((char *)in + e * extent, i), *y);
        }
}

static void combine_pair(void *result, const void *left, const void *right)
{
    for (int i = 0; i < 2; i++)
        ((double *)result)[i] = combine(((const double *)left)[i], ((const double *)right)[i]);
}

static double number(int rank, int element, int i)
{
    return (double)(noise(80 + i, rank, element) >> 40) / 3;
}

/* In place of a root: all ranks get all, or each its block, where blocks are equal or not, or each
 * the result of the ranks up to itself. */
enum { ALL = -1, BLOCKS = -2, UNEQUAL_BLOCKS = -3, UP_TO_ME = -4 };

static void check_shape(const char *name, MPI_Aint shape_offset, MPI_Aint shape_distance, MPI_Aint lower,
                        MPI_Aint extent, int count)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    offset = shape_offset;
    distance = shape_distance;
    int lengths[] = {1, 1};
    MPI_Aint places[] = {offset, offset + distance};
    MPI_Datatype bare, type;
    MPI_Type_create_hindexed(2, lengths, places, MPI_DOUBLE, &bare);
    MPI_Type_create_resized(bare, lower, extent, &type);
    MPI_Type_commit(&type);
    MPI_Op op;
    MPI_Op_create(operator_function, 0, &op);

    /* Room on both sides: extents and offsets may be negative. */
    size_t side = (size_t)labs(extent) * count + labs(offset) + distance + 64;
    char *send = malloc(2 * side), *recv = malloc(2 * side), *untouched = malloc(2 * side);
    double(*want)[2] = calloc(count, sizeof *want), (*column)[2] = calloc(ranks, sizeof *column);
    double(*up_to_me)[2] = calloc(count, sizeof *up_to_me);
    for (int e = 0; e < count; e++) {
        for (int r = 0; r < ranks; r++)
            for (int i = 0; i < 2; i++)
                column[r][i] = number(r, e, i);
        oracle_tree(want[e], column, ranks, sizeof *column, combine_pair);
        oracle_tree(up_to_me[e], column, rank + 1, sizeof *column, combine_pair);
    }
    int *counts = calloc(ranks, sizeof *counts);
    for (int r = 0; r < ranks; r++)
        counts[r] = start_of_block(r + 1, ranks, count) - start_of_block(r, ranks, count);
    look_at_counters();
    for (int root = UP_TO_ME; root < ranks; root++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int receives = root < 0 || root == rank;
            /* What this rank gets: of so many elements, from that one on. */
            int n = root == BLOCKS ? count / ranks : count, first = root == BLOCKS ? rank * n : 0;
            if (n == 0)
                continue;
            if (root == UNEQUAL_BLOCKS) {
                first = start_of_block(rank, ranks, count);
                n = counts[rank];
            }
            memset(send, 0x11, 2 * side);
            memset(recv, 0x77, 2 * side);
            char *from = in_place && receives ? recv : send;
            for (int e = 0; e < count; e++)
                for (int i = 0; i < 2; i++)
                    *part(from + side + e * extent, i) = number(rank, e, i);
            void *s = in_place && receives ? MPI_IN_PLACE : (void *)(send + side);
            void *r = receives ? (void *)(recv + side) : NULL;
            if (root == UP_TO_ME)
                MPI_Scan(s, r, count, type, op, MPI_COMM_WORLD);
            else if (root == UNEQUAL_BLOCKS)
                MPI_Reduce_scatter(s, r, counts, type, op, MPI_COMM_WORLD);
            else if (root == BLOCKS)
                MPI_Reduce_scatter_block(s, r, n, type, op, MPI_COMM_WORLD);
            else if (root == ALL)
                MPI_Allreduce(s, r, count, type, op, MPI_COMM_WORLD);
            else
                MPI_Reduce(s, r, count, type, op, root, MPI_COMM_WORLD);
            check_counters(1, 1, name);
            if (!receives || !with_samebits())
                continue;
            /* What is expected, gaps and all, byte by byte. */
            memset(untouched, 0x77, 2 * side);
            for (int e = 0; e < count; e++)
                for (int i = 0; i < 2; i++) {
                    char *at = untouched + side + e * extent;
                    if (e < n)
                        *part(at, i) = (root == UP_TO_ME ? up_to_me : want)[first + e][i];
                    else if (in_place) /* the other blocks: free to be overwritten */
                        *part(at, i) = *part(recv + side + e * extent, i);
                }
            size_t byte = 0;
            if (memcmp(recv, untouched, 2 * side) != 0)
                while (recv[byte] == untouched[byte])
                    byte++;
            CHECK(recv[byte] == untouched[byte], "%s, root %d, %s: byte %ld is %02x, not %02x", name, root,
                  in_place ? "in place" : "", (long)byte - (long)side, (unsigned char)recv[byte],
                  (unsigned char)untouched[byte]);
        }
    free(send);
    free(recv);
    free(untouched);
    free(want);
    free(up_to_me);
    free(column);
    free(counts);
    MPI_Op_free(&op);
    MPI_Type_free(&bare);
    MPI_Type_free(&type);
}

/* SimGrid's SMPI does, and on some CPUs Intel MPI with three ranks. */
static int divides_by_an_elements_size(void)
{
#ifdef SMPI_H
    return 1;
#else
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strstr(version, "Intel") != NULL;
#endif
}

static void nothing(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)in;
    (void)inout;
    (void)n;
    (void)type;
}

static void check_no_data(void)
{
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_DOUBLE, &empty);
    MPI_Type_commit(&empty);
    MPI_Op op;
    MPI_Op_create(nothing, 1, &op);
    double send = 1, recv = 7;
    look_at_counters();
    MPI_Allreduce(&send, &recv, 3, empty, op, MPI_COMM_WORLD);
    check_counters(1, 0, "a datatype without data");
    CHECK(recv == 7, "a datatype without data wrote %g", recv);
    MPI_Op_free(&op);
    MPI_Type_free(&empty);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check_shape("a gap", 0, 16, 0, 32, 50);
    check_shape("gaps all around", 8, 24, 0, 56, 50);
    check_shape("a lower bound", 8, 8, 8, 24, 50);
    check_shape("a negative lower bound", -16, 8, -16, 24, 50);
    check_shape("interleaved", 0, 800, 0, 8, 50);
    check_shape("backwards", 0, 8, 0, -16, 50);
    check_shape("far apart", 0, 100000, 0, 100008, 3);
    check_shape("sparse, several blocks", 0, 8, 0, 48, 30000);
    check_shape("another extent on every rank", 0, 16 + 40000 * rank, 0, 24 + 40000 * rank, 1);
    check_shape("packed here, not there", 0, rank % 2 ? 8 : 800, 0, rank % 2 ? 16 : 808, 4000);
    check_shape("packed here, not there, long", 0, rank % 2 ? 8 : 24, 0, rank % 2 ? 16 : 40, 70000);
    if (!divides_by_an_elements_size())
        check_no_data();
    return finish();
}
