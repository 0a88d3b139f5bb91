/* One call of each way to reduce that is not made reproducible, and what became
 * of it. The arguments: the datatype (`double` or `int`), how errors are handled
 * (`return` or `handler`, which counts them), on whom (`world` or `self`), and perhaps the only
 * rank that makes one-sided calls. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, handled, one_sided = 1;

static void seen(int code)
{
    int class;
    MPI_Error_class(code, &class);
    handled += class == MPI_ERR_UNSUPPORTED_OPERATION;
}

static void comm_handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    seen(*code);
}

static void win_handler(MPI_Win *win, int *code, ...)
{
    (void)win;
    seen(*code);
}

static void say(const char *call, int code, const char *more)
{
    int class;
    MPI_Error_class(code, &class);
    printf("rank %d, %s: %s%s\n", rank, call,
           class == MPI_SUCCESS                         ? "success"
               : class == MPI_ERR_UNSUPPORTED_OPERATION ? "unsupported"
                                                        : "another error",
           more);
}

/* Call sites lead here. */
__attribute__((noinline)) static void call_all(MPI_Datatype type, MPI_Win win)
{
    double in[16] = {0};
    if (!one_sided)
        return;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    say("MPI_Accumulate", MPI_Accumulate(in, 1, type, 0, 0, 1, type, MPI_SUM, win), "");
    say("MPI_Accumulate, replace", MPI_Accumulate(in, 1, type, 0, 0, 1, type, MPI_REPLACE, win), "");
    MPI_Win_unlock(0, win);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 1024);
    MPI_Init(&argc, &argv);
    if (argc < 4)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 4)
        one_sided = rank == atoi(argv[4]);
    MPI_Comm comm = strcmp(argv[3], "self") == 0 ? MPI_COMM_SELF : MPI_COMM_WORLD;
    double *memory;
    MPI_Win win;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Errhandler on_comm = MPI_ERRORS_RETURN, on_win = MPI_ERRORS_RETURN;
    if (strcmp(argv[2], "handler") == 0) {
        MPI_Comm_create_errhandler(comm_handler, &on_comm);
        MPI_Win_create_errhandler(win_handler, &on_win);
    }
    MPI_Comm_set_errhandler(comm, on_comm);
    MPI_Win_set_errhandler(win, on_win);
    call_all(strcmp(argv[1], "int") == 0 ? MPI_INT : MPI_DOUBLE, win);
    printf("rank %d: %d errors handled\n", rank, handled);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
