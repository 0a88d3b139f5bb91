/* shares DISTRIBUTION TOTAL RANKS [LIBMPI [direct]]
 *
 * What samebits says each rank should own, in a program without MPI. With LIBMPI it
 * loads that MPI library afterwards, and starts and ends MPI; with "direct" it also makes a direct
 * call on a communicator before it loads that, and one behind MPI's end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *function(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    if (!found) {
        fprintf(stderr, "there is no %s\n", name);
        exit(9);
    }
    return found;
}

/* (A handle is a word in every MPI; it comes not so far that anybody looks at this one.) */
static void call_directly(const char *when)
{
    int (*set)(void *, const char *, const char *);
    const char *(*error_message)(void);
    *(void **)&set = function("samebits_set");
    *(void **)&error_message = function("samebits_error_message");
    printf("%s: %s\n", when, set(NULL, "schedule", "gather") ? error_message() : "no error");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    int (*share)(const char *, uint64_t, uint64_t, uint64_t, uint64_t *, uint64_t *);
    const char *(*error_message)(void);
    int (*init)(int *, char ***), (*finalize)(void);
    *(void **)&share = function("samebits_share");
    *(void **)&error_message = function("samebits_error_message");
    uint64_t total = strtoull(argv[2], NULL, 10), ranks = strtoull(argv[3], NULL, 10);
    for (uint64_t rank = 0; rank < ranks; rank++) {
        uint64_t start, count;
        int code = share(argv[1], total, ranks, rank, &start, &count);
        if (code) {
            printf("code %d: %s\n", code, error_message());
            break;
        }
        printf("%llu+%llu%s", (unsigned long long)start, (unsigned long long)count,
               rank + 1 < ranks ? " " : "\n");
    }
    if (argc > 5)
        call_directly("before MPI");
    if (argc > 4) {
        if (!dlopen(argv[4], RTLD_NOW | RTLD_GLOBAL)) {
            fprintf(stderr, "%s\n", dlerror());
            return 9;
        }
        *(void **)&init = function("MPI_Init");
        *(void **)&finalize = function("MPI_Finalize");
        fflush(stdout);
        if (init(&argc, &argv) || finalize())
            return 9;
        if (argc > 5)
            call_directly("after MPI");
    }
    return 0;
}
