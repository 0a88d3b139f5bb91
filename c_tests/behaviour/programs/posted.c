/* Nonblocking and persistent reductions by the hundred; prints what came of them and what they took.
 *
 *   posted bits [RANK files|bytes LIMIT]   of many kinds: a hash of all results
 *   posted open [RANK files|bytes LIMIT]   many under way at once, and one that stays so for long
 *   posted brief                           communicators and requests that are made, used and freed
 *   posted late                            one rank starts all before another one comes
 *
 * A rank gets a limit, once MPI is there, of its open files or of the bytes of a file. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { LONG = 12500, SHORT_ONES = 5000, LONG_ONES = 200, ROUNDS = 15, LATER = 20000 };
enum { BRIEF = 300, USES = 400, PREPARED = 150 };

static int rank, ranks;
static long wrong;

/* Numbers whose sum depends on the order, if it is rounded more than once. */
static double number(int of, long call, int i)
{
    return (of % 2 ? -1.0 : 1.0) * (1 + (call * 31 + i) % 1000) / (3.0 + of);
}

static void fill(double *to, int n, long call)
{
    for (int i = 0; i < n; i++)
        to[i] = number(rank, call, i);
}

/* FNV-1a, of all bits in their order. */
static uint64_t hash = UINT64_C(14695981039346656037);
static void take(const double *from, int n)
{
    for (size_t i = 0; i < n * sizeof *from; i++)
        hash = (hash ^ ((const unsigned char *)from)[i]) * UINT64_C(1099511628211);
}

static void project(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = ((double *)in)[i] - ((double *)inout)[i] / 2;
}

typedef int prepare_function(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                             MPI_Request *);

static prepare_function *prepare;

/* The memory that ranks share without names, as this process has mapped it: files and KiB. */
static void look_at_maps(long *files, long *kib)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[1000];
    unsigned long from, to, offset;
    *files = *kib = 0;
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "memfd:samebits") && sscanf(line, "%lx-%lx %*s %lx", &from, &to, &offset) == 3) {
            *files += offset == 0;
            *kib += (long)((to - from) / 1024);
        }
    if (maps)
        fclose(maps);
}

static long descriptors(void)
{
    long number = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        number++;
    if (folder)
        closedir(folder);
    return number;
}

/* KiB that the process has ever used at once. */
static long most_used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void print_most(const char *what, long own)
{
    long most;
    PMPI_Reduce(&own, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s %ld\n", what, most);
}

static void print_maps(void)
{
    long files, kib;
    look_at_maps(&files, &kib);
    print_most("files", files);
    print_most("mapped", kib);
}

static void bits(void)
{
    enum { CALLS = 600, N = 40 };
    static double in[4][N], out[4][N], fixed[N], result[N];
    MPI_Request requests[4], persistent;
    MPI_Op op;
    MPI_Op_create(project, 0, &op);
    prepare(fixed, result, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &persistent);
    for (long call = 0; call < CALLS; call++) {
        int n = call % 10 ? 1 + call % 8 : N;
        for (int k = 0; k < 4; k++)
            fill(in[k], n, 4 * call + k);
        fill(fixed, N, -call);
        memset(out, 0, sizeof out);
        MPI_Iallreduce(in[0], out[0], n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
        MPI_Ireduce(in[1], out[1], n, MPI_DOUBLE, MPI_PROD, call % ranks, MPI_COMM_WORLD, &requests[1]);
        MPI_Start(&persistent);
        MPI_Iscan(in[2], out[2], n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &requests[2]);
        MPI_Iallreduce(in[3], out[3], n, MPI_DOUBLE, op, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        MPI_Wait(&persistent, MPI_STATUS_IGNORE);
        take(&out[0][0], 4 * N);
        take(result, N);
    }
    print_maps();
    MPI_Request_free(&persistent);
    MPI_Op_free(&op);
}

static void check_sum(double got, long call, int i)
{
    double want = 0; /* whole numbers, so it is exact */
    for (int r = 0; r < ranks; r++)
        want += r + call + i;
    wrong += got != want;
}

/* As many at once as asked for, completed in reverse order. */
static void all_at_once(double *in, double *out, int number, int n)
{
    static MPI_Request requests[SHORT_ONES];
    for (long call = 0; call < number; call++) {
        for (int i = 0; i < n; i++)
            in[i] = rank + call + i;
        /* (What was handed over must stay, so each has its own place.) */
        MPI_Iallreduce(in, out + call * n, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[call]);
        in += n;
    }
    for (long call = number - 1; call >= 0; call--) {
        MPI_Wait(&requests[call], MPI_STATUS_IGNORE);
        check_sum(out[call * n], call, 0);
        check_sum(out[call * n + n - 1], call, n - 1);
    }
}

static void open_ones(void)
{
    size_t bytes = (size_t)LONG_ONES * LONG * sizeof(double);
    double *in = malloc(bytes), *out = malloc(bytes);
    memset(in, 1, bytes);
    memset(out, 1, bytes);
    for (int round = 0; round < ROUNDS; round++) {
        all_at_once(in, out, SHORT_ONES, 1);
        all_at_once(in, out, LONG_ONES, LONG);
    }
    print_maps();
    print_most("used", most_used());
    /* One that nobody completes for a long time. */
    MPI_Request old, later;
    double mine = rank, sum = -1;
    MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &old);
    for (long call = 0; call < LATER; call++) {
        in[0] = rank + call;
        MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &later);
        MPI_Wait(&later, MPI_STATUS_IGNORE);
        check_sum(out[0], call, 0);
    }
    MPI_Wait(&old, MPI_STATUS_IGNORE);
    check_sum(sum, 0, 0);
    print_maps();
    print_most("used", most_used());
    free(in);
    free(out);
}

/* More persistent ones at once than a process has files with shared memory. */
static void use_prepared(void)
{
    static double in[PREPARED], out[PREPARED];
    MPI_Request requests[PREPARED];
    for (int i = 0; i < PREPARED; i++)
        prepare(&in[i], &out[i], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
    for (long call = 0; call < 10; call++) {
        for (int i = 0; i < PREPARED; i++)
            in[i] = rank + call + i;
        MPI_Startall(PREPARED, requests);
        MPI_Waitall(PREPARED, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < PREPARED; i++)
            check_sum(out[i], call, i);
    }
    print_maps();
    for (int i = 0; i < PREPARED; i++)
        MPI_Request_free(&requests[i]);
}

static void use_brief(int number)
{
    for (long made = 0; made < number; made++) {
        MPI_Comm comm;
        MPI_Request request;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (long call = 0; call < USES; call++) {
            double mine = rank + call, sum = -1;
            MPI_Iallreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            check_sum(sum, call, 0);
        }
        MPI_Comm_free(&comm);
    }
}

static void brief(void)
{
    for (int turn = 0; turn < 2; turn++) { /* after the first, what MPI keeps is there */
        use_brief(turn == 0 ? 10 : BRIEF);
        use_prepared();
        print_maps();
        print_most("descriptors", descriptors());
    }
}

/* What rank 0 starts takes nothing of it, or waits for the others, none of which has come. */
static void late(void)
{
    static double in, all[SHORT_ONES], none;
    static MPI_Request requests[2 * SHORT_ONES];
    for (int call = 0; call < 1000; call++) {
        MPI_Iallreduce(&in, all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, requests);
        MPI_Wait(requests, MPI_STATUS_IGNORE);
    }
    if (rank != 0)
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    in = rank;
    for (int i = 0; i < SHORT_ONES; i++) {
        MPI_Iallreduce(&in, &all[i], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[2 * i]);
        MPI_Ireduce(&in, &none, 1, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD, &requests[2 * i + 1]);
    }
    for (int r = 1; rank == 0 && r < ranks; r++)
        MPI_Send(NULL, 0, MPI_INT, r, 1, MPI_COMM_WORLD);
    MPI_Waitall(2 * SHORT_ONES, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < SHORT_ONES; i++)
        check_sum(all[i], 0, 0);
}

/* Returns what the limit was. */
static rlim_t limit(int resource, rlim_t to)
{
    struct rlimit limit;
    getrlimit(resource, &limit);
    rlim_t was = limit.rlim_cur;
    limit.rlim_cur = to;
    setrlimit(resource, &limit);
    return was;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    *(void **)&prepare = dlsym(RTLD_DEFAULT, "MPI_Allreduce_init");
    const char *what = argc > 1 ? argv[1] : "";
    int limited = argc > 4 && rank == atoi(argv[2]), resource = 0;
    rlim_t was = 0;
    if (limited) {
        resource = strcmp(argv[3], "files") == 0 ? RLIMIT_NOFILE : RLIMIT_FSIZE;
        was = limit(resource, strtoul(argv[4], NULL, 10));
    }
    if (strcmp(what, "bits") == 0)
        bits();
    else if (strcmp(what, "open") == 0)
        open_ones();
    else if (strcmp(what, "brief") == 0)
        brief();
    else
        late();
    if (limited)
        limit(resource, was);
    uint64_t hashes[64];
    PMPI_Gather(&hash, 1, MPI_UINT64_T, hashes, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int r = 0; rank == 0 && r < ranks; r++)
        printf("rank %d: %016lx\n", r, (unsigned long)hashes[r]);
    print_most("wrong", wrong);
    MPI_Finalize();
    return 0;
}
