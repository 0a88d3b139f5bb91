/* Ranks that call different direct functions, or one function with arguments that have to be the
 * same: all get an error of the same class, in words that name both calls, and are in step
 * again. Every pair of the calls below, by every way in which their messages go. */
#include "driver.h"
#include "samebits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 500, NOTHING_WRONG = -1 };

static int rank, ranks, handled;
static MPI_Comm comm, freed;

/* Shares of up to 500 arrays: this rank's and the values that all of them sum up to. */
static double x[ARRAYS], results[ARRAYS];
static const void *locals[ARRAYS];
static size_t ones[ARRAYS], twos[ARRAYS];
static uint64_t starts[ARRAYS], backward[ARRAYS];

/* What is made anew for each way: with one arithmetic, on one communicator. */
static samebits_plan *two, *two_longer, *two_floats, *three, *turned, *many, *none;
static samebits_accumulator *exact, *binned;
static samebits_sums *five, *six;

static void handler(MPI_Comm *where, int *code, ...)
{
    int result;
    (void)code;
    MPI_Comm_compare(*where, comm, &result);
    handled += result == MPI_IDENT;
}

#include "direct_calls.h"

static const struct call *call_of(int (*make)(void))
{
    const struct call *call = calls;
    while (call->make != make)
        call++;
    return call;
}

static int is_wrong(const struct call *call) { return call->wrong != NOTHING_WRONG; }

/* Whether the call takes seconds, or changes what it is given. */
static int is_costly(const struct call *call)
{
    return call->make == tune || strstr(call->function, "accumulator") != NULL;
}

/* The class of the error where some ranks make one of the calls and some the other. */
static int class_of(const struct call *one, const struct call *other)
{
    if (is_wrong(one) || is_wrong(other))
        return is_wrong(one) ? one->wrong : other->wrong;
    if (strcmp(one->function, other->function) != 0)
        return MPI_ERR_ARG;
    if (one->arrays != other->arrays)
        return MPI_ERR_COUNT;
    if (strcmp(one->type, other->type) != 0)
        return MPI_ERR_TYPE;
    if (strcmp(one->op, other->op) != 0)
        return MPI_ERR_OP;
    return one->root != other->root ? MPI_ERR_ROOT : MPI_ERR_ARG;
}

/* The rank `apart` makes the first call, the others the second one. */
static void check_pair(const struct call *one, const struct call *other, int apart, const char *way)
{
    const struct call *mine = rank == apart ? one : other;
    int class, wanted = class_of(one, other), code = mine->make();
    const char *words = samebits_error_message();
    MPI_Error_class(code, &class);
    CHECK(class == wanted && handled == 1,
          "%s, rank %d calls %s the others %s: error class %d, not %d, and %d calls of the handler "
          "(%s)",
          way, apart, one->function, other->function, class, wanted, handled, words);
    handled = 0;
    CHECK((is_wrong(other) || strstr(words, one->function)) &&
              (is_wrong(one) || strstr(words, other->function)),
          "%s, rank %d calls %s the others %s: %s", way, apart, one->function, other->function, words);
}

/* The call is right on all ranks. */
static void check_good(const struct call *call, const char *after)
{
    results[0] = -1;
    int code = call->make();
    CHECK(code == MPI_SUCCESS && handled == 0, "%s after %s: %s", call->function, after,
          samebits_error_message());
    int receives = call->root < 0 || call->root == rank;
    CHECK(!receives || call->first == 0 || results[0] == ranks, "%s after %s gives %g", call->function, after,
          results[0]);
}

static samebits_plan *planned(int arrays, const size_t *n, const uint64_t *from, MPI_Datatype type)
{
    samebits_plan *plan = NULL;
    int code = from ? samebits_plan_regions(arrays, from, n, type, MPI_SUM, comm, &plan)
                    : samebits_plan_arrays(arrays, n, type, MPI_SUM, comm, &plan);
    CHECK(code == MPI_SUCCESS, "%s", samebits_error_message());
    return plan;
}

/* All pairs on a communicator of its own, whose messages go that way, each with one rank apart;
 * where it is `brief`, neighbours in the table alone. */
static void check_way(const char *schedule, const char *arithmetic, int brief)
{
    char way[80];
    snprintf(way, sizeof way, "%s, %s", schedule, arithmetic);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler errhandler;
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(comm, errhandler);
    MPI_Errhandler_free(&errhandler);
    samebits_set(comm, "schedule", schedule);
    samebits_set(comm, "arithmetic", arithmetic);
    two = planned(2, ones, NULL, MPI_DOUBLE);
    two_longer = planned(2, twos, NULL, MPI_DOUBLE);
    two_floats = planned(2, ones, NULL, MPI_FLOAT);
    three = planned(3, ones, NULL, MPI_DOUBLE);
    turned = planned(2, ones, backward, MPI_DOUBLE);
    many = planned(ARRAYS, ones, NULL, MPI_DOUBLE);
    none = planned(0, ones, NULL, MPI_DOUBLE);
    int pairs = 0;
    for (int i = 0; i < CALLS; i++)
        for (int j = i + 1; j < CALLS && (!brief || j <= i + 2); j++, pairs++) {
            /* (Of two that are wrong the first rank's error is everybody's.) */
            if (is_wrong(&calls[i]) && is_wrong(&calls[j]))
                continue;
            check_pair(&calls[i], &calls[j], pairs % ranks, way);
            const struct call *good = &calls[(pairs / ranks) % 2 ? i : j];
            good = is_wrong(good) ? &calls[i] : good;
            if (!is_costly(good))
                check_good(good, way);
        }
    samebits_plan **plans[] = {&two, &two_longer, &two_floats, &three, &turned, &many, &none};
    for (int i = 0; i < 7; i++)
        samebits_plan_free(plans[i]);
    MPI_Comm_free(&comm);
}

/* A choice between two calls has no effect on plans that were made before, and none on whether
 * ranks notice that one calls something else. */
static void check_after_a_choice(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Errhandler errhandler;
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(comm, errhandler);
    MPI_Errhandler_free(&errhandler);
    two = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "arithmetic", "binned");
    three = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "arithmetic", "tree");
    int code = rank ? array() : plan_2(), class;
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_ARG && handled == 1, "after a choice: %s", samebits_error_message());
    /* Two plans, of two arithmetics. */
    MPI_Error_class(rank ? plan_2() : plan_3(), &class);
    CHECK(class == MPI_ERR_ARG && handled == 2 && strstr(samebits_error_message(), "arithmetic=exact") &&
              strstr(samebits_error_message(), "arithmetic=binned:3"),
          "two arithmetics: %s", samebits_error_message());
    handled = 0;
    check_good(call_of(plan_2), "a choice");
    samebits_plan_free(&two);
    samebits_plan_free(&three);
    /* And two of two schedules, whose messages are not alike. */
    samebits_set(comm, "schedule", "gather");
    two = planned(2, ones, NULL, MPI_DOUBLE);
    samebits_set(comm, "schedule", "native");
    three = planned(2, ones, NULL, MPI_DOUBLE);
    for (int i = 0; i < 2; i++) {
        MPI_Error_class(rank ? plan_2() : samebits_plan_allreduce(three, locals, results), &class);
        CHECK(class == MPI_ERR_ARG && handled == 1 && strstr(samebits_error_message(), "schedule=gather") &&
                  strstr(samebits_error_message(), "schedule=native"),
              "two schedules: %s", samebits_error_message());
        handled = 0;
        check_good(call_of(plan_2), "two schedules");
    }
    samebits_plan_free(&two);
    samebits_plan_free(&three);
    MPI_Comm_free(&comm);
}

/* A plan of a communicator that was freed has nobody to talk to: an error on that rank, which
 * does not wait. The others wait for it where they are, until it calls what they call. */
static void check_freed(void)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    samebits_plan *plan;
    samebits_plan_arrays(1, ones, MPI_DOUBLE, MPI_SUM, freed, &plan);
    for (int i = 0; i < 2; i++) {
        int code = samebits_plan_allreduce(plan, locals, results);
        CHECK(code == MPI_SUCCESS && results[0] == ranks, "%s", samebits_error_message());
    }
    MPI_Comm_free(&freed);
    for (int i = 0; i < 2; i++) { /* and where another has its handle */
        int class;
        if (rank == 0 || i == 1) {
            MPI_Error_class(i ? samebits_plan_reduce(plan, locals, results, 0)
                              : samebits_plan_allreduce(plan, locals, results),
                            &class);
            CHECK(class == MPI_ERR_COMM && strstr(samebits_error_message(), "has been freed"),
                  "a plan of a communicator that was freed: class %d, %s", class, samebits_error_message());
        }
        check_good(call_of(array), "a communicator was freed");
        if (i == 0)
            MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    }
    samebits_plan_free(&plan);
#if defined(MPICH_VERSION) && !defined(I_MPI_VERSION) /* others read what is there no more */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm copy = freed;
    int class;
    MPI_Comm_free(&freed);
    MPI_Error_class(samebits_accumulator_allreduce(exact, copy), &class);
    CHECK(class == MPI_ERR_COMM && strstr(samebits_error_message(), "has it been freed?"),
          "a sum over a communicator that was freed: class %d, %s", class, samebits_error_message());
#else
    MPI_Comm_free(&freed);
#endif
    check_good(call_of(array), "another was freed");
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ARRAYS; i++) {
        x[i] = 1;
        locals[i] = x;
        ones[i] = 1;
        twos[i] = 2;
        starts[i] = rank;
        backward[i] = ranks - 1 - rank;
    }
    samebits_accumulator_create("exact", 0, MPI_DOUBLE, &exact);
    samebits_accumulator_create("binned:2", 0, MPI_DOUBLE, &binned);
    samebits_sums_create(5, MPI_DOUBLE, &five);
    samebits_sums_create(6, MPI_DOUBLE, &six);
    samebits_sums_add_double(five, 0, 1);
    samebits_sums_add_double(six, 0, 1);
#ifdef OPEN_MPI
    int brief = 0;
#else
    int brief = ranks > 2; /* MPICH's ranks poll without yielding */
#endif
    check_way("auto", "auto", 0);
    check_way("gather", "auto", brief);
    check_way("native", "auto", brief);
    check_way("auto", "tree", 1);
    check_way("auto", "prerounded2", 1);
    check_way("gather", "prerounded2", 1);
    check_way("native", "prerounded2", 1);
    check_after_a_choice();
    check_freed();
    samebits_accumulator_free(&exact);
    samebits_accumulator_free(&binned);
    samebits_sums_free(&five);
    samebits_sums_free(&six);
    return finish();
}
