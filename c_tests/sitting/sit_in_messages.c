/* A rank sits in calls that send and receive. */
#include "driver.h"
#include "sitting.h"

#include <stdlib.h>

enum { TAG = 1, LONG = 1 << 20 };
static int numbers[LONG], more[LONG];

static void receive(const struct scene *s)
{
    MPI_Recv(numbers, 1, MPI_INT, s->releaser, TAG, s->comm, MPI_STATUS_IGNORE);
}
static void send(const struct scene *s) { MPI_Send(numbers, 1, MPI_INT, s->sitter, TAG, s->comm); }

static void receive_from_any(const struct scene *s)
{
    MPI_Recv(numbers, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, s->comm, MPI_STATUS_IGNORE);
}

static void receive_long(const struct scene *s)
{
    MPI_Recv(numbers, LONG, MPI_INT, s->releaser, TAG, s->comm, MPI_STATUS_IGNORE);
}
static void send_long(const struct scene *s) { MPI_Send(numbers, LONG, MPI_INT, s->sitter, TAG, s->comm); }

static void send_synchronously(const struct scene *s)
{
    MPI_Ssend(numbers, 1, MPI_INT, s->releaser, TAG, s->comm);
}
static void send_long_to_releaser(const struct scene *s)
{
    MPI_Send(numbers, LONG, MPI_INT, s->releaser, TAG, s->comm);
}
static void receive_from_sitter(const struct scene *s)
{
    MPI_Recv(numbers, LONG, MPI_INT, s->sitter, TAG, s->comm, MPI_STATUS_IGNORE);
}

static void send_buffered(const struct scene *s)
{
    int bytes = LONG * (int)sizeof *numbers + MPI_BSEND_OVERHEAD + 1000;
    void *buffer = malloc(bytes);
    MPI_Buffer_attach(buffer, bytes);
    MPI_Bsend(numbers, LONG, MPI_INT, s->releaser, TAG, s->comm);
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
}

static void probe(const struct scene *s)
{
    MPI_Probe(s->releaser, TAG, s->comm, MPI_STATUS_IGNORE);
    receive(s);
}
static void matched_probe(const struct scene *s)
{
    MPI_Message message;
    MPI_Mprobe(s->releaser, TAG, s->comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(numbers, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}
static void probe_again_and_again(const struct scene *s)
{
    for (int flag = 0; !flag;)
        MPI_Iprobe(s->releaser, TAG, s->comm, &flag, MPI_STATUS_IGNORE);
    receive(s);
}

static void exchange_with(int partner, const struct scene *s)
{
    MPI_Sendrecv(numbers, 1, MPI_INT, partner, TAG, more, 1, MPI_INT, partner, TAG, s->comm,
                 MPI_STATUS_IGNORE);
}
static void exchange_with_releaser(const struct scene *s) { exchange_with(s->releaser, s); }
static void exchange_with_sitter(const struct scene *s) { exchange_with(s->sitter, s); }

static void receive_persistently(const struct scene *s)
{
    MPI_Request request;
    MPI_Recv_init(numbers, 1, MPI_INT, s->releaser, TAG, s->comm, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static const struct place places[] = {
    {"MPI_Recv", receive, send},
    {"MPI_Recv of any", receive_from_any, send},
    {"MPI_Recv of a long message", receive_long, send_long},
    {"MPI_Ssend", send_synchronously, receive_from_sitter},
    {"MPI_Send of a long message", send_long_to_releaser, receive_from_sitter},
    {"MPI_Buffer_detach", send_buffered, receive_from_sitter},
    {"MPI_Probe", probe, send},
    {"MPI_Mprobe", matched_probe, send},
    {"MPI_Iprobe", probe_again_and_again, send},
    {"MPI_Sendrecv", exchange_with_releaser, exchange_with_sitter},
    {"MPI_Start", receive_persistently, send},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    sit_in_each(&scene, places, NUMBER_OF(places));
    return close_scene(&scene);
}
