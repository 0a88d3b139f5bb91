#include "array_driver.h"

#include "driver.h"
#include "samebits.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

/* Where the share of a rank begins. */
static size_t start_of(size_t n, int cut, int rank, int ranks)
{
    if (rank <= 0)
        return 0;
    if (rank >= ranks)
        return n;
    switch (cut) {
    case 0: return n * rank / ranks;                    /* evenly */
    case 1: return 0;                                   /* all on the last rank */
    case 2: return n;                                   /* all on the first */
    case 3: return rank % 2 ? n : n * rank / ranks;     /* every other share empty, see below */
    case 4: return n < (size_t)rank ? n : (size_t)rank; /* one element a rank */
    default: return noise(90 + cut, rank, n) % (n + 1);
    }
}

void cut_share(size_t n, int cut, MPI_Comm comm, size_t *start, size_t *length)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    /* The r-th share begins at the r-th largest of these. */
    size_t *starts = malloc((ranks + 1) * sizeof *starts);
    for (int r = 0; r <= ranks; r++) {
        size_t s = start_of(n, cut, r, ranks);
        int i = r;
        for (; i > 0 && starts[i - 1] > s; i--)
            starts[i] = starts[i - 1];
        starts[i] = s;
    }
    *start = starts[rank];
    *length = starts[rank + 1] - starts[rank];
    free(starts);
}

void check_result(const struct array *array, const void *result, const char *how, int cut)
{
    CHECK(memcmp(result, array->expected, array->significant) == 0,
          "%s of %zu elements by %s, cut %d: another result than expected", array->name, array->n, how, cut);
}

/* As far behind as in memory, and guarded. */
struct guarded {
    unsigned char before[64], room[256], after[64];
};

/* (Gaps in elements hold the same.) */
static void prepare(struct guarded *result) { memset(result, 0xee, sizeof *result); }

static void check_guards(const struct array *array, const struct guarded *result, int written)
{
    struct guarded fresh;
    prepare(&fresh);
    CHECK(memcmp(result->before, fresh.before, sizeof fresh.before) == 0 &&
              memcmp(result->after, fresh.after, sizeof fresh.after) == 0,
          "%s: something was written beside the result", array->name);
    CHECK(written || memcmp(result->room, fresh.room, sizeof fresh.room) == 0,
          "%s: something was written on a rank that gets nothing", array->name);
}

int is_slow(MPI_Comm comm)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length, ranks;
    MPI_Get_library_version(version, &length);
    MPI_Comm_size(comm, &ranks);
    return ranks > 2 && strstr(version, "Open MPI") == NULL;
}

void check_array(const struct array *array, MPI_Comm comm)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const char *elements = array->elements;
    struct guarded result;
    CHECK(array->extent <= sizeof result.room, "%s: elements are too long", array->name);
    look_at_counters();
    for (int cut = is_slow(comm) ? CUTS - 1 : 0; cut < CUTS; cut++) {
        size_t start, n, from, m;
        cut_share(array->n, cut, comm, &start, &n);
        const void *local = n > 0 ? elements + start * array->extent : NULL;
        int root = (cut + (int)(array->n % 3)) % ranks, code;

        prepare(&result);
        code = samebits_allreduce_array(local, n, result.room, array->type, array->op, comm);
        CHECK(code == MPI_SUCCESS, "%s: %s", array->name, samebits_error_message());
        check_result(array, result.room, "samebits_allreduce_array", cut);
        check_guards(array, &result, 1);

        prepare(&result);
        code = samebits_reduce_array(local, n, rank == root ? result.room : NULL, array->type, array->op,
                                     root, comm);
        CHECK(code == MPI_SUCCESS, "%s: %s", array->name, samebits_error_message());
        if (rank == root)
            check_result(array, result.room, "samebits_reduce_array", cut);
        check_guards(array, &result, rank == root);

        /* The shares of the ranks the other way round. */
        MPI_Comm mirrored;
        MPI_Comm_split(comm, 0, -rank, &mirrored);
        cut_share(array->n, cut, mirrored, &from, &m);
        MPI_Comm_free(&mirrored);
        local = m > 0 ? elements + from * array->extent : NULL;
        if (m == 0)
            from = noise(96, rank, cut); /* may be anything */
        prepare(&result);
        code = samebits_allreduce_region(local, from, m, result.room, array->type, array->op, comm);
        CHECK(code == MPI_SUCCESS, "%s: %s", array->name, samebits_error_message());
        check_result(array, result.room, "samebits_allreduce_region", cut);
        check_guards(array, &result, 1);

        prepare(&result);
        code = samebits_reduce_region(local, from, m, result.room, array->type, array->op, root, comm);
        CHECK(code == MPI_SUCCESS, "%s: %s", array->name, samebits_error_message());
        if (rank == root)
            check_result(array, result.room, "samebits_reduce_region", cut);
        check_guards(array, &result, rank == root);
    }
    /* They are no reductions of MPI's. */
    check_counters(0, 0, array->name);
}
