/* A rank sits in calls that complete requests, of messages or of the reduction itself. */
#include "driver.h"
#include "sitting.h"

enum { TAG = 1 };
static int numbers[2];

static void send_two(const struct scene *s)
{
    for (int i = 0; i < 2; i++)
        MPI_Send(&numbers[i], 1, MPI_INT, s->sitter, TAG + i, s->comm);
}

static void expect_two(const struct scene *s, MPI_Request requests[2])
{
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&numbers[i], 1, MPI_INT, s->releaser, TAG + i, s->comm, &requests[i]);
}

static void wait_for_any(const struct scene *s)
{
    MPI_Request requests[2];
    expect_two(s, requests);
    for (int i = 0, index; i < 2; i++)
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
}

static void wait_for_all(const struct scene *s)
{
    MPI_Request requests[2];
    expect_two(s, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void wait_for_some(const struct scene *s)
{
    MPI_Request requests[2];
    int indices[2], found;
    expect_two(s, requests);
    for (int left = 2; left > 0; left -= found)
        MPI_Waitsome(2, requests, &found, indices, MPI_STATUSES_IGNORE);
}

static void test_all(const struct scene *s)
{
    MPI_Request requests[2];
    expect_two(s, requests);
    for (int flag = 0; !flag;)
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
}

/* Not complete before the message is there, which comes after the others have waited. */
static void wait_for_it_too(const struct scene *s)
{
    MPI_Request requests[3];
    expect_two(s, requests);
    requests[2] = *s->request;
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    *s->request = requests[2];
}

/* Does something else, and asks for the reduction now and then, calling nothing else of MPI's. */
static void compute_and_test(const struct scene *s)
{
    for (int flag = 0; !flag;) {
        double until = MPI_Wtime() + 2e-4;
        while (MPI_Wtime() < until)
            ;
        MPI_Test(s->request, &flag, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++)
        MPI_Recv(&numbers[i], 1, MPI_INT, s->releaser, TAG + i, s->comm, MPI_STATUS_IGNORE);
}

static const struct place places[] = {
    {"MPI_Waitany", wait_for_any, send_two},
    {"MPI_Waitall", wait_for_all, send_two},
    {"MPI_Waitsome", wait_for_some, send_two},
    {"MPI_Testall", test_all, send_two},
    {"MPI_Waitall that has the reduction, too", wait_for_it_too, send_two, .completes = 1},
    {"MPI_Test between computations", compute_and_test, send_two, .completes = 1},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    sit_in_each(&scene, places, NUMBER_OF(places));
    return close_scene(&scene);
}
