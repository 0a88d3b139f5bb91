/* Ranks that die while the others reduce. The first argument says what the others do:
 *
 *   go_on    under an MPI library that is tolerant to failures (ULFM): the reduction returns an
 *            error, they make a smaller communicator, and reduce on that; one kind of reduction
 *            after the other, until three are left
 *   return   the last rank is stopped for a second, and waited for; then it dies, and the others get
 *            an error and end the job
 *   fatal    likewise, and their error handler ends it
 */
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONG = 100000, TIMES = 3 };

static double in[LONG], out[LONG];
static int errors, handled, handled_code;
static unsigned long long (*reproduced)(void);
static MPI_Request persistent = MPI_REQUEST_NULL;

static void check(int right, const char *what, int value)
{
    if (right)
        return;
    errors++;
    fprintf(stderr, "process %d: %s: %d\n", (int)getpid(), what, value);
}

/* The function of that name, under which MPI's drafts or a library have it. */
static int call(const char *name, void *one, void *other)
{
    char full[64];
    snprintf(full, sizeof full, "MPIX_%s", name);
    int (*function)(void *, void *);
    *(void **)&function = dlsym(RTLD_DEFAULT, full);
    if (function == NULL) {
        fprintf(stderr, "no function %s\n", full);
        exit(2);
    }
    return function(one, other);
}

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    handled++;
    handled_code = *code;
}

static int one(MPI_Comm comm) { return MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, comm); }

static int many(MPI_Comm comm) { return MPI_Allreduce(in, out, LONG, MPI_DOUBLE, MPI_SUM, comm); }

static int to_root(MPI_Comm comm) { return MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 0, comm); }

static int nonblocking(MPI_Comm comm)
{
    MPI_Request requests[2];
    int code = MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, comm, &requests[0]);
    if (code != 0)
        return code;
    code = MPI_Iallreduce(in, out + 1, 1, MPI_DOUBLE, MPI_SUM, comm, &requests[1]);
    int waited = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    if (code == 0) {
        code = MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        check(requests[1] == MPI_REQUEST_NULL, "the second request is complete", 0);
    }
    check(requests[0] == MPI_REQUEST_NULL, "the request is complete", 0);
    return waited != 0 ? waited : code;
}

static int tested(MPI_Comm comm)
{
    MPI_Request request;
    int done = 0, code = MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, comm, &request);
    while (code == 0 && !done)
        code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return code;
}

static int started(MPI_Comm comm)
{
    int code = 0;
#if MPI_VERSION >= 4 || defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5
    if (persistent == MPI_REQUEST_NULL)
        code = MPI_Allreduce_init(in, out, 1, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &persistent);
    if (code == 0)
        code = MPI_Start(&persistent);
    if (code == 0)
        code = MPI_Wait(&persistent, MPI_STATUS_IGNORE);
#else
    code = one(comm);
#endif
    return code;
}

static int direct(MPI_Comm comm)
{
    int (*reduce)(const void *, int64_t, void *, MPI_Datatype, MPI_Op, MPI_Comm);
    *(void **)&reduce = dlsym(RTLD_DEFAULT, "samebits_allreduce_array");
    return reduce(in, 1, out, MPI_DOUBLE, MPI_SUM, comm);
}

static const struct {
    const char *name;
    int (*reduce)(MPI_Comm);
    int first, last; /* ranks that die, counted from the end if they are negative; none if 0, 0 */
    int before;      /* before the first reduction on their communicator */
} CASES[] = {
    {"MPI_Allreduce", one, -1, -1, 0},
    {"MPI_Allreduce of a long vector", many, -1, -1, 0},
    {"MPI_Reduce without its root", to_root, 0, 0, 0},
    {"MPI_Iallreduce without two ranks", nonblocking, -2, -1, 0},
    {"MPI_Iallreduce that is tested", tested, -1, -1, 0},
    {"MPI_Allreduce_init", started, -1, -1, 0},
    {"the first MPI_Allreduce", one, -1, -1, 1},
    {"a direct call", direct, -1, -1, 0},
    {"a communicator that is revoked", one, 1, 0, 0},
};

static void check_sum(MPI_Comm comm, const char *name)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    /* 2^53, then ones: exact, rounded once. */
    double exact = (double)(9007199254740992.0L + (ranks - 1));
    check(out[0] == exact, name, ranks);
}

static void set_contribution(MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < LONG; i++)
        in[i] = rank == 0 ? 9007199254740992.0 : 1;
}

/* (Who receives nothing may be ahead of the others.) */
static int until_it_fails(MPI_Comm comm, int (*reduce)(MPI_Comm))
{
    int code = 0;
    for (double begun = MPI_Wtime(); code == 0 && MPI_Wtime() - begun < 20; usleep(100))
        code = reduce(comm);
    return code;
}

static MPI_Comm go_on_from(MPI_Comm broken, MPI_Errhandler errhandler)
{
    MPI_Comm smaller;
    call("Comm_revoke", (void *)(intptr_t)broken, NULL);
    int code = call("Comm_shrink", (void *)(intptr_t)broken, &smaller);
    check(code == 0, "the smaller communicator", code);
    if (persistent != MPI_REQUEST_NULL)
        MPI_Request_free(&persistent);
    MPI_Comm_free(&broken);
    MPI_Comm_set_errhandler(smaller, errhandler);
    return smaller;
}

static void go_on(MPI_Errhandler own)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        const char *name = CASES[c].name;
        int rank, ranks, class = 0, code = 0;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &ranks);
        set_contribution(comm);
        for (int i = 0; i < TIMES && !CASES[c].before; i++) {
            unsigned long long before = reproduced();
            code = CASES[c].reduce(comm);
            check(code == 0, name, code);
            if (CASES[c].reduce != to_root || rank == 0)
                check_sum(comm, name);
            if (CASES[c].reduce != direct && (CASES[c].reduce != started || i == 0))
                check(reproduced() > before, "it was samebits that reduced", (int)before);
        }
        int first = CASES[c].first + (CASES[c].first < 0 ? ranks : 0);
        int last = CASES[c].last + (CASES[c].last < 0 ? ranks : 0);
        if (rank >= first && rank <= last) {
            usleep(500000); /* the others are done, too */
            raise(SIGKILL);
        }
        handled = 0;
        if (first > last && rank == 0)
            call("Comm_revoke", (void *)(intptr_t)comm, NULL);
        else
            code = until_it_fails(comm, CASES[c].reduce);
        if (first <= last || rank != 0) {
            MPI_Error_class(code, &class);
            int revoked = class == 77, failed = class == 75; /* MPI_ERR_REVOKED, _PROC_FAILED */
            check(first > last ? revoked : revoked || failed, name, class);
            if (c % 2 == 1)
                check(handled > 0 && handled_code == code, "the handler was called", handled);
            if (first <= last)
                check(CASES[c].reduce(comm) != 0, "another one on that communicator", 0);
        }
        comm = go_on_from(comm, c % 2 == 0 ? own : MPI_ERRORS_RETURN);
        set_contribution(comm);
        unsigned long long before = reproduced();
        check(one(comm) == 0, "a reduction on the smaller communicator", 0);
        check_sum(comm, "the smaller communicator");
        check(reproduced() == before + 1, "it was samebits", (int)before);
        if (CASES[c + 1 < sizeof CASES / sizeof *CASES ? c + 1 : c].before) {
            /* One on which nobody has reduced. */
            MPI_Comm fresh;
            MPI_Comm_dup(comm, &fresh);
            MPI_Comm_set_errhandler(fresh, c % 2 == 0 ? own : MPI_ERRORS_RETURN);
            MPI_Comm_free(&comm);
            comm = fresh;
        }
        if (rank == 1)
            printf("%s: %d ranks are left\n", name, ranks - (last - first + 1)), fflush(stdout);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    printf("a survivor: %s\n", errors == 0 ? "all right" : "wrong");
}

/* Stops this process; a process of its own lets it go on after a second, and ends. */
static void stop_for_a_second(void)
{
    pid_t self = getpid();
    if (fork() == 0) {
        kill(self, SIGSTOP);
        sleep(1);
        kill(self, SIGCONT);
        _exit(0);
    }
    usleep(200000);
}

static void end(int fatal)
{
    MPI_Comm comm;
    int rank, ranks, code = 0, class = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, fatal ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    set_contribution(comm);
    for (int i = 0; i < TIMES; i++)
        one(comm);
    if (rank == ranks - 1)
        stop_for_a_second();
    code = one(comm);
    check(code == 0, "a rank that is stopped is waited for", code);
    check_sum(comm, "with a rank that was stopped");
    if (rank == ranks - 1) {
        usleep(500000);
        raise(SIGKILL);
    }
    code = until_it_fails(comm, one);
    MPI_Error_class(code, &class);
    printf("rank %d: class %d, %s\n", rank, class, errors == 0 ? "all right" : "wrong");
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;
    *(void **)&reproduced = dlsym(RTLD_DEFAULT, "samebits_calls_reproduced");
    if (argc != 2 || reproduced == NULL) {
        fprintf(stderr, "failures: one argument and samebits are needed\n");
        return 64;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handler, &own);
    if (strcmp(argv[1], "go_on") == 0)
        go_on(own);
    else
        end(strcmp(argv[1], "fatal") == 0);
    return errors != 0;
}
