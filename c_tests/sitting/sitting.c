#include "sitting.h"

#include "by_request.h"
#include "drawn.h"
#include "driver.h"
#include "values.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 300000, SIZES = 4, KINDS_OF_CALL = 4, MOST_PLACES = 64 };
enum { TO_RELEASER = -100 };

static const int sizes[SIZES] = {1, 40, 3000, LONGEST};
/* The call, by its root as in driver.c. */
static const struct {
    const char *name;
    int root;
    enum way way;
} calls[KINDS_OF_CALL] = {{"MPI_Iallreduce", -1, NONBLOCKING},
                          {"MPI_Ireduce", TO_RELEASER, NONBLOCKING},
                          {"MPI_Iscan", -4, NONBLOCKING},
                          {"MPI_Allreduce_init", -1, PERSISTENT}};

static double *from, *to, *want;
static MPI_Comm others[MOST_RANKS]; /* all ranks but this one */
static MPI_Comm blocking;
static char doing[200];

static void say_what_hangs(int number)
{
    (void)number;
    if (write(STDERR_FILENO, doing, strlen(doing))) {
    }
    _exit(1);
}

struct scene open_scene(int *argc, char ***argv)
{
    struct scene scene = {.comm = MPI_COMM_NULL};
    start(argc, argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &scene.comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &blocking);
    MPI_Comm_rank(scene.comm, &scene.rank);
    MPI_Comm_size(scene.comm, &scene.ranks);
    CHECK(scene.ranks <= MOST_RANKS, "%d ranks", scene.ranks);
    for (int r = 0; r < scene.ranks; r++)
        MPI_Comm_split(scene.comm, scene.rank == r ? MPI_UNDEFINED : 0, scene.rank, &others[r]);
    from = malloc(3 * LONGEST * sizeof *from);
    to = from + LONGEST;
    want = to + LONGEST;
    signal(SIGALRM, say_what_hangs);
    return scene;
}

int close_scene(struct scene *scene)
{
    alarm(0);
    signal(SIGALRM, SIG_DFL);
    for (int r = 0; r < scene->ranks; r++)
        if (others[r] != MPI_COMM_NULL)
            MPI_Comm_free(&others[r]);
    MPI_Comm_free(&blocking);
    MPI_Comm_free(&scene->comm);
    free(from);
    return finish();
}

static void reduce(double *result, int count, int call, MPI_Comm comm, enum way way,
                   const struct scene *scene, MPI_Request *request)
{
    int root = calls[call].root == TO_RELEASER ? scene->releaser : calls[call].root;
    call_by_name(from, result, count, NULL, NULL, MPI_DOUBLE, MPI_SUM, root, comm, way, 0, request);
}

/* Open MPI drives reductions for samebits on a communicator that has seen a blocking one. */
static void reduce_before(MPI_Comm comm)
{
    double one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static void sit_once(struct scene *scene, const struct place *place, MPI_Comm comm, int call, int count,
                     int turn)
{
    MPI_Request request;
    int sits = scene->rank == scene->sitter, receives = calls[call].root != TO_RELEASER;
    receives = receives || scene->rank == scene->releaser;
    snprintf(doing, sizeof doing, "FAILED rank %d: %s of %d doubles, rank %d sits in %s: it takes too long\n",
             scene->rank, calls[call].name, count, scene->sitter, place->name);
    alarm((unsigned)setting("TEST_LIMIT", 60));
    for (int i = 0; i < count; i++)
        from[i] = hostile_double(scene->rank, i + turn);
    memset(to, 0xee, count * sizeof *to);
    look_at_counters();
    reduce(want, count, call, blocking, BLOCKING, scene, &request);
    PMPI_Barrier(scene->comm);
    if (place->prepare) {
        place->prepare(scene);
        PMPI_Barrier(scene->comm);
    }
    /* The sitter is there before the others have begun, or begins with them. */
    if (!sits && turn % 2)
        usleep(3000);
    scene->request = &request;
    reduce(to, count, call, comm, calls[call].way, scene, &request);
    MPI_Request prepared = request;
    if (calls[call].way == PERSISTENT)
        MPI_Start(&request);
    if (sits)
        (place->together ? place->together : place->sit)(scene);
    if (sits && !place->completes)
        complete(&request, turn);
    else if (!sits)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!sits) {
        PMPI_Barrier(others[scene->sitter]);
        if (place->together)
            place->together(scene);
        else if (scene->rank == scene->releaser)
            place->release(scene);
    }
    if (calls[call].way == PERSISTENT) {
        CHECK(request == prepared, "%s changes the request", calls[call].name);
        MPI_Request_free(&request);
    }
    CHECK(request == MPI_REQUEST_NULL, "%s in %s: the request is left", calls[call].name, place->name);
    check_counters(2 + place->reductions, 2 + place->reductions - place->passed_on, place->name);
    if (with_samebits() && receives)
        CHECK(memcmp(to, want, count * sizeof *to) == 0, "%s of %d doubles, rank %d sits in %s: other bits",
              calls[call].name, count, scene->sitter, place->name);
    alarm(0);
}

static int is_wanted(const struct place *place)
{
    const char *wanted = getenv("TEST_PLACE");
    return wanted == NULL || strcmp(wanted, place->name) == 0;
}

/* Whether the library asks the MPI library to drive reductions, and that is an MPICH. */
static int driven_by_mpich(void)
{
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 40300000
    const char *progress = getenv("SAMEBITS_PROGRESS");
    return progress == NULL || strcmp(progress, "none") != 0 || !with_samebits();
#else
    return 0;
#endif
}

void sit_in_each(struct scene *scene, const struct place *places, int number)
{
    int all = getenv("TEST_ALL") != NULL, driven = driven_by_mpich(), turn = 0;
    int most = has_persistent() ? KINDS_OF_CALL : KINDS_OF_CALL - 1;
    for (int p = 0; p < number; p++) {
        if (!is_wanted(&places[p]) || scene->ranks == 1)
            continue;
        if (places[p].stalls_mpich && driven) {
            if (scene->rank == 0)
                printf("left out: %s, where MPICH makes no progress\n", places[p].name);
            continue;
        }
        for (int s = 0; s < (all ? scene->ranks : 1); s++) {
            MPI_Comm comm; /* whose first reduction is one of these, the others come after a blocking one */
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            int first = turn;
            scene->sitter = all ? s : p % scene->ranks;
            scene->releaser = (scene->sitter + 1) % scene->ranks;
            for (int call = 0; call < (all ? most : 1); call++)
                for (int size = 0; size < SIZES; size++, turn++) {
                    if (turn == first + 1)
                        reduce_before(comm);
                    sit_once(scene, &places[p], comm, (size + call + 2 * p + s) % most,
                             sizes[(size + p) % SIZES], turn);
                }
            MPI_Comm_free(&comm);
        }
    }
    if (scene->ranks == 1)
        count_check();
}
