/* Which elements each rank should own, and what it costs: the figures of Stelz 2022, that
 * shares tile the array, and every error with its message, before MPI_Init and after. */
#define _GNU_SOURCE
#include "driver.h"
#include <samebits.h>

#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looked up, so that the program starts without the library in front as well. */
static __typeof__(samebits_share) *share;
static __typeof__(samebits_message_count) *message_count;
static __typeof__(samebits_score) *score;
static __typeof__(samebits_error_message) *error_message;

enum { TOTAL = 504850, RANKS = 256 };

static void look_up(void)
{
    *(void **)&share = dlsym(RTLD_DEFAULT, "samebits_share");
    *(void **)&message_count = dlsym(RTLD_DEFAULT, "samebits_message_count");
    *(void **)&score = dlsym(RTLD_DEFAULT, "samebits_score");
    *(void **)&error_message = dlsym(RTLD_DEFAULT, "samebits_error_message");
    CHECK(share && message_count && score && error_message, "functions are missing");
}

/* The counts of all ranks, after a check that the shares tile the array. */
static void shares(const char *distribution, uint64_t total, uint64_t ranks, uint64_t counts[])
{
    uint64_t end = 0;
    for (uint64_t rank = 0; rank < ranks; rank++) {
        uint64_t start = 99, code = share(distribution, total, ranks, rank, &start, counts + rank);
        CHECK(code == MPI_SUCCESS, "%s: %s", distribution, error_message());
        CHECK(start == end, "%s: rank %d begins at %lld, the last one ended at %lld", distribution, (int)rank,
              (long long)start, (long long)end);
        end += counts[rank];
    }
    CHECK(end == total, "%s: %lld of %lld elements", distribution, (long long)end, (long long)total);
}

static void figures(const char *distribution, uint64_t messages, const char *microseconds)
{
    uint64_t counts[RANKS], seen = 0;
    double time = 0;
    char text[40];
    shares(distribution, TOTAL, RANKS, counts);
    CHECK(message_count(counts, RANKS, &seen) == MPI_SUCCESS, "%s", error_message());
    CHECK(seen == messages, "%s: %lld messages", distribution, (long long)seen);
    CHECK(score(counts, RANKS, 0.281, 0.00415, &time) == MPI_SUCCESS, "%s", error_message());
    snprintf(text, sizeof text, "%.1f", time);
    CHECK(strcmp(text, microseconds) == 0, "%s: %s us", distribution, text);
}

static void refused(int code, const char *message)
{
    CHECK(code == MPI_ERR_ARG, "code %d instead of %d for: %s", code, MPI_ERR_ARG, message);
    CHECK(strcmp(error_message(), message) == 0, "\"%s\" instead of \"%s\"", error_message(), message);
}

static void errors(void)
{
    uint64_t start = 7, count = 7, messages = 7, counts[3] = {1, UINT64_MAX - 1, 1};
    double time = 7;
#define TAKES                                                                                        \
    "; it takes upper, lower, power2, optimized or optimized:ALPHA with ALPHA from 0 to 1, such as " \
    "0.25"
    refused(share("uper", 5, 2, 1, &start, &count),
            "samebits_share: distribution=uper is not accepted (did you mean upper?)" TAKES);
    refused(share("optimized:1.1", 5, 2, 1, &start, &count),
            "samebits_share: distribution=optimized:1.1 is not accepted" TAKES);
    refused(share("\xff\xfe", 5, 2, 1, &start, &count),
            "samebits_share: distribution=\xef\xbf\xbd\xef\xbf\xbd is not accepted" TAKES);
    refused(share("upper", 5, 0, 0, &start, &count),
            "samebits_share: ranks=0 is not accepted; it takes 1 or more");
    refused(share("upper", 5, 2, 2, &start, &count),
            "samebits_share: rank=2 is not accepted; it takes 0 to 1");
    refused(share("upper", 5, 2, (uint64_t)-1, &start, &count),
            "samebits_share: rank=18446744073709551615 is not accepted; it takes 0 to 1");
    refused(share("upper", 5, 2, 1, NULL, &count),
            "samebits_share: start=NULL is not accepted; it takes the address of the result");
    refused(share("upper", 5, 2, 1, &start, NULL),
            "samebits_share: count=NULL is not accepted; it takes the address of the result");
    refused(message_count(NULL, 3, &messages),
            "samebits_message_count: counts=NULL is not accepted; it takes a number for each "
            "rank");
    refused(message_count(counts, 0, &messages),
            "samebits_message_count: ranks=0 is not accepted; it takes 1 or more");
    refused(message_count(counts, (uint64_t)-1, &messages),
            "samebits_message_count: ranks=18446744073709551615 is not accepted; it takes at "
            "most 1152921504606846975");
    refused(message_count(counts, 3, NULL),
            "samebits_message_count: messages=NULL is not accepted; it takes the address of the "
            "result");
    refused(message_count(counts, 3, &messages),
            "samebits_message_count: the sum of counts is not accepted; it takes at most "
            "18446744073709551615");
    refused(score(counts, 2, NAN, 1, &time),
            "samebits_score: t_send=NaN is not accepted; it takes a finite number, 0 or more");
    refused(score(counts, 2, -1.5, 1, &time),
            "samebits_score: t_send=-1.5 is not accepted; it takes a finite number, 0 or more");
    refused(score(counts, 2, 1, -INFINITY, &time),
            "samebits_score: t_add=-inf is not accepted; it takes a finite number, 0 or more");
    refused(score(counts, 2, 1, INFINITY, &time),
            "samebits_score: t_add=inf is not accepted; it takes a finite number, 0 or more");
    refused(score(counts, 3, 1, 1, &time),
            "samebits_score: the sum of counts is not accepted; it takes at most "
            "18446744073709551615");
    refused(score(counts, 2, 1, 1, NULL),
            "samebits_score: score=NULL is not accepted; it takes the address of the result");
    CHECK(start == 7 && count == 7 && messages == 7 && time == 7, "a failure stored something");
}

/* Another rounding mode, traps, and flags that are there stay the caller's. */
static void environment(void)
{
    const uint64_t counts[2] = {3, 1};
    double time = 0;
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_UPWARD);
    feenableexcept(FE_INEXACT | FE_INVALID | FE_OVERFLOW);
    int code = score(counts, 2, 0.1, 0.2, &time);
    int beyond = score(counts, 2, 1e308, 1e308, &time) | score(counts, 2, NAN, 1, &time);
    score(counts, 2, 0.1, 0.2, &time);
    int flags = fetestexcept(FE_ALL_EXCEPT), mode = fegetround();
    fedisableexcept(FE_ALL_EXCEPT);
    fesetround(FE_TONEAREST);
    CHECK(code == MPI_SUCCESS && beyond == MPI_ERR_ARG, "codes %d and %d", code, beyond);
    CHECK(flags == 0 && mode == FE_UPWARD, "flags %d, mode %d", flags, mode);
    volatile double tenth = 0.1, fifth = 0.2;
    double sum = fifth * 3 + tenth; /* 0.7000000000000001 in any order */
    CHECK(time == sum, "%.17g instead of %.17g", time, sum);
}

static void everything(void)
{
    figures("lower", 1640, "469.0");
    figures("upper", 1401, "401.9");
    figures("power2", 256, "1083.4");
    figures("optimized", 557, "165.1");
    figures("optimized:0.2", 557, "165.1");
    figures("optimized:0.137", 622, "183.4");
    figures(NULL, 1640, "469.0"); /* what SAMEBITS_DISTRIBUTION says in this test */
    figures("", 1640, "469.0");

    const char *const all[] = {"upper", "lower", "power2", "optimized", "optimized:0", "optimized:1"};
    const uint64_t totals[] = {0, 1, 6, 7, 8, 255, 256, 257, (uint64_t)1 << 40, UINT64_MAX};
    uint64_t counts[11];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t j = 0; j < sizeof totals / sizeof *totals; j++)
            for (uint64_t ranks = 1; ranks <= 11; ranks++)
                shares(all[i], totals[j], ranks, counts);

    uint64_t start, count;
    CHECK(share("optimized", (uint64_t)1 << 63, (uint64_t)1 << 32, 5, &start, &count) == 0 &&
              start == (uint64_t)5 << 31 && count == (uint64_t)1 << 31,
          "2^63 elements on 2^32 ranks");
    errors();
    environment();
}

int main(int argc, char **argv)
{
    look_for_the_library();
    look_up();
    everything();
    MPI_Init(&argc, &argv);
    started();
    everything();
    return finish();
}
